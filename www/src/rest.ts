/**
 * The rest of the module: all that stepping through an undisturbed run of a plain Job does without. It loads once the first
 * run stands, into the memory and the table of the first part; what needs it must not be called before, where it would be
 * a trap.
 */

import type { InitOutput } from '../pkg/jobscope.js';

const address = new URL('../pkg/jobscope_later.wasm', import.meta.url);

let loading: Promise<void> | undefined;

/** Loads it once for the whole page; what failed is tried again. */
export function loadRest(first: InitOutput | Promise<InitOutput>): Promise<void> {
  loading ??= load(first).catch((problem: unknown) => {
    loading = undefined;
    throw problem;
  });
  return loading;
}

async function load(first: InitOutput | Promise<InitOutput>): Promise<void> {
  const [rest, exported] = await Promise.all([compiled(), first]);
  await WebAssembly.instantiate(rest, { first: exported as unknown as WebAssembly.ModuleImports });
}

async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  // Not every server knows the type, without which browsers do not compile while they load.
  const isKnown = response.headers.get('Content-Type')?.startsWith('application/wasm') ?? false;
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

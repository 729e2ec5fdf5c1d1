// Loading. A project that knows neither the DOM's types nor Node's has bytes to give; with either, what they name too.

type GlobalOf<Name extends string> =
    typeof globalThis extends { [Key in Name]: { prototype: infer Value } } ? Value : never;
type CompiledModule =
    typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never;

/** The module as bytes, or compiled. */
export type SyncInitInput = ArrayBuffer | ArrayBufferView | CompiledModule;

/** The same, or from where it is fetched. */
export type InitInput = SyncInitInput | string | GlobalOf<"URL"> | GlobalOf<"Request"> | GlobalOf<"Response">;

export interface InitOutput {
    readonly memory: { readonly buffer: ArrayBuffer };
}

/**
 * Instantiates the module at once, from what is in memory already. Only the first call does anything.
 */
export function initSync(options: { module: SyncInitInput }): InitOutput;

/**
 * Fetches and instantiates the module: without an argument, `jobscope_bg.wasm` from beside the script. Only the first
 * call does anything.
 */
export default function init(options?: { module_or_path: InitInput | Promise<InitInput> }): Promise<InitOutput>;

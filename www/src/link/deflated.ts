/** A text as the characters of a link, and back: deflated with a checksum, in base64url. */

/** What a link may become: far more than a run needs, and no more than a tab bears. */
export const BYTES_MAX = 5_000_000;
/** So much of a link is read at a time: what came before a damaged place can still be used. */
const SLICE = 512;

/** The characters are no whole text, or too much of it. */
export class Damaged extends Error {
  constructor(
    readonly key: 'damaged' | 'tooBig',
    /** The text up to the damage. */
    readonly read = '',
  ) {
    super(key);
  }
}

export async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Throws a `Damaged`. */
export async function inflated(characters: string): Promise<string> {
  const bytes = bytesOf(characters);
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const decoder = new TextDecoder();
  let read = '';
  let size = 0;
  const reading = (async () => {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      size += chunk.value.byteLength;
      if (size > BYTES_MAX) throw new Damaged('tooBig', read);
      read += decoder.decode(chunk.value, { stream: true });
    }
  })();
  const writing = (async () => {
    for (let at = 0; at < bytes.length; at += SLICE) await writer.write(bytes.subarray(at, at + SLICE));
    // Waits until what came out so far has been read, which a failing end would throw away.
    await writer.write(new Uint8Array(0));
    await writer.close();
  })();
  writing.catch(() => undefined);
  try {
    await reading;
    await writing;
  } catch (problem) {
    void writer.abort().catch(() => undefined);
    void reader.cancel().catch(() => undefined);
    throw problem instanceof Damaged ? problem : new Damaged('damaged', read);
  }
  return read + decoder.decode();
}

function bytesOf(characters: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(characters.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
  } catch {
    // One character more than whole bytes have.
    return bytesOf(characters.slice(0, -1));
  }
}

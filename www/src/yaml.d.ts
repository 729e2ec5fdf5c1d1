/** A manifest in the sources: as text, and read when the page is built. */
declare module '*.yaml' {
  const scenario: { text: string; manifest: Record<string, unknown> };
  export default scenario;
}

/** Has the browser keep the page, so that it works without a network from the next visit on. */

/** Once nothing else is to be done. A page in a frame, or one that is served from its sources, is not kept. */
export function keepForOffline(): void {
  if (import.meta.env.PROD && parent === window) (window.requestIdleCallback ?? setTimeout)(() => void register());
}

/** Where the browser keeps nothing, as for a sandboxed page, this visit goes on all the same. */
async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  } catch (problem) {
    console.debug('jobscope: the page is not kept for offline use:', problem);
  }
}

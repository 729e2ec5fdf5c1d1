/** What the page knows of the versions of Kubernetes, where a snapshot says nothing of it. */

function minor(version: string): number {
  return Number(version.split('.')[1]);
}

/** A finalizer holds each pod until it is counted; before, every sync counted the pods of the cache anew. */
export function countsOnce(version: string): boolean {
  return minor(version) >= 26;
}

/** A sync is held back until the caches show what the controller wrote. */
export function readsOwnWrites(version: string): boolean {
  return minor(version) >= 36;
}

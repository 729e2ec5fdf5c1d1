/**
 * The service worker: the page works without a network after its first visit.
 *
 * Files whose name holds a hash of their bytes come from the cache. Pages come from the network while there is one: each
 * names the files that it was built with, so what was built at different times never meets. Without a network there is
 * the page that this worker was built with, which it holds itself.
 *
 * A newer worker waits until no page of the older one is open, so the files that such a page may still load stay.
 */

/** What was built; the plugin beside this file writes it here. */
declare const BUILT: {
  readonly version: string;
  /** Addresses, relative to the page, of files whose name changes with their bytes. */
  readonly hashed: readonly string[];
  /** Others that the pages need. */
  readonly named: readonly string[];
  /** The texts of the pages. */
  readonly pages: Readonly<Record<string, string>>;
};

const built = BUILT;
// The library of types knows `self` of all workers only.
const worker = self as unknown as ServiceWorkerGlobalScope;
const scope = new URL('./', worker.location.href).href;
/** Sites may share an origin, and so the list of caches. */
const ours = `jobscope ${scope} `;
const current = ours + built.version;

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== 'GET' || !address.startsWith(scope)) return;
  const file = address.slice(scope.length) || 'index.html';
  const page = built.pages[file];
  if (page !== undefined) event.respondWith(fetch(request).catch(() => written(page)));
  else if (built.hashed.includes(file)) event.respondWith(cached(address).catch(() => undefined).then((kept) => kept ?? fetch(request)));
  else if (built.named.includes(file)) event.respondWith(fetch(request).catch(() => cachedOrError(address)));
});

async function fill(): Promise<void> {
  const cache = await caches.open(current);
  await cache.addAll(built.hashed);
  await cache.addAll(built.named.map((file) => new Request(file, { cache: 'no-cache' })));
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== current);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page that registered this worker loads the rest of its files later, perhaps without a network.
  await worker.clients.claim();
}

async function cached(address: string): Promise<Response | undefined> {
  return (await caches.open(current)).match(address);
}

async function cachedOrError(address: string): Promise<Response> {
  return (await cached(address)) ?? Response.error();
}

function written(page: string): Response {
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

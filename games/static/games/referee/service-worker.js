// The service worker of the referees' pages (games/views/game.py puts `self.SHELL`, the addresses of all that
// a page is made of, before this): the network first, and where there is none, what was there last. It keeps nothing
// but the page itself; entries are the page's business.

const worker = /** @type {ServiceWorkerGlobalScope & { SHELL: string[] }} */ (/** @type {unknown} */ (self));
const { SHELL } = worker;

const CACHE = "referee";
// How long a bad network may take before the kept copy is shown.
const PATIENCE = 3000;
const MOST_PAGES = 30;
const SCRIPTS = /^\/static\/games\//;
const PAGE = /^\/games\/[-0-9a-f]{36}\/referee\/$/;

worker.addEventListener("install", (event) => {
  const fresh = SHELL.map((address) => new Request(address, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(fresh))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = request.mode === "navigate" && PAGE.test(pathname);
  if (isPage || SHELL.includes(pathname)) event.respondWith(networkFirst(request, isPage));
  else if (SCRIPTS.test(pathname)) event.respondWith(keptIfGone(request));
});

async function networkFirst(request, isPage) {
  const cache = await caches.open(CACHE);
  const key = new URL(request.url).pathname;
  const kept = await cache.match(key, { ignoreVary: true });
  const fetched = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected) {
      await cache.put(key, answer.clone());
      if (isPage) await forget(cache);
    }
    return answer;
  });
  if (!kept) return fetched;
  fetched.catch(() => {}); // too late, the kept copy has been shown
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  return Promise.race([fetched.then((answer) => (answer.status < 500 ? answer : kept)), late]).catch(() => kept);
}

// A page that was kept asks for what it was made of then, which may have another name by now.
async function keptIfGone(request) {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreVary: true });
  const fetched = fetch(request);
  return kept ? fetched.then((answer) => (answer.ok ? answer : kept)).catch(() => kept) : fetched;
}

// Of the pages only the latest are kept.
async function forget(cache) {
  const pages = (await cache.keys()).filter(({ url }) => PAGE.test(new URL(url).pathname));
  for (const old of pages.slice(0, -MOST_PAGES)) await cache.delete(old);
}

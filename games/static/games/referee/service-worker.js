// The service worker of the referees' pages (games/views/service_worker.py puts SHELL before this): the network first,
// and where there is none, what was there last. It keeps nothing but the page itself; entries are the page's business.

const CACHE = "referee";
// How long a bad network may take before the kept copy is shown.
const PATIENCE = 3000;
const MOST_PAGES = 30;
const PAGE = /^\/games\/[-0-9a-f]{36}\/referee\/$/;

self.addEventListener("install", (event) => {
  const fresh = SHELL.map((address) => new Request(address, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = request.mode === "navigate" && PAGE.test(pathname);
  if (isPage || SHELL.includes(pathname)) event.respondWith(networkFirst(request, isPage));
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

// Of the pages only the latest are kept.
async function forget(cache) {
  const pages = (await cache.keys()).filter(({ url }) => PAGE.test(new URL(url).pathname));
  for (const old of pages.slice(0, -MOST_PAGES)) await cache.delete(old);
}

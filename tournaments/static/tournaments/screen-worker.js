// Keeps what the screens of halls show, for a browser that is started while the server is away: the page, its files
// and the last picture. While the server answers, nothing comes from here.

const KEPT = "halls-1";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== "GET" || path.endsWith("/changes/")) return;
  if (/^\/halls\/[^/]+\/(now\/)?$/.test(path) || path.startsWith("/static/")) event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request.url, fresh.clone());
    return fresh.ok || fresh.status < 500 ? fresh : ((await old(kept, request)) ?? fresh);
  } catch (failure) {
    const found = await old(kept, request);
    if (found) return found;
    throw failure;
  }
}

async function old(kept, request) {
  const found = await kept.match(request.url);
  if (!found) return undefined;
  const headers = new Headers(found.headers);
  headers.set("X-Kept", "1");
  return new Response(found.body, { status: found.status, headers });
}

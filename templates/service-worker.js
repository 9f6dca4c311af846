// Shows the offline page where the network gives no answer. It keeps that page, which is the same for
// everybody, its styles and its mark; nothing of a game, and no answer to anything a player does.

const PAGE = "/offline";
const OURS = "2048-offline-";
const KEPT = `${OURS}{{ version }}`;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { destination, method, mode } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(visit(event));
  else if (["style", "image"].includes(destination)) event.respondWith(look(event.request));
});

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.add(PAGE);
  const page = await (await kept(PAGE)).text();
  const found = page.matchAll(/(?:href|src)="([^"]+\.(?:css|svg))"/g);
  await cache.addAll(new Set(Array.from(found, ([, address]) => address)));
}

async function takeOver() {
  const former = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  await Promise.all(former.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
}

async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(PAGE);
  }
}

// Its address changes with its content, so what is kept is never out of date.
async function look(request) {
  return (await kept(request)) ?? fetch(request);
}

function kept(request) {
  return caches.match(request, { ignoreVary: true });
}

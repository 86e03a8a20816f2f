// Keeps the page for use without a network. The build writes the list and the version.
const CACHE = "see-it-__VERSION__";
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["./", ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((n) => n.startsWith("see-it-") && n !== CACHE).map((n) => caches.delete(n)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  // The page itself comes from the network first, so that a new version is seen at once; files with
  // a hash in their name never change.
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("./")));
    return;
  }
  const name = url.pathname.slice(new URL("./", location.href).pathname.length);
  if (FILES.includes(name))
    event.respondWith(caches.match(event.request).then((hit) => hit ?? fetch(event.request)));
});

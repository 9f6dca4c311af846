// Registers the service worker once everything else has loaded. Without it the game is the same; a
// browser that finds no network then shows a page of its own instead of ours.

window.addEventListener("load", () => {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
});

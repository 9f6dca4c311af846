// Where the keyboard goes when the banner comes, and when what had it is taken from the page.

let last = null;

export function keepFocus(page) {
  document.addEventListener("focusin", ({ target }) => { last = target; });
  document.addEventListener("htmx:after:settle", ({ target }) => {
    if (target.id === "banner") followBanner(target);
  });
  new MutationObserver(() => {
    const isLost = last && !last.isConnected && document.activeElement === document.body;
    if (isLost) page.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

// Who plays by the four buttons may press once more: that must not answer what they have not read.
function followBanner(banner) {
  const choice = banner.querySelector(".main");
  if (!choice || banner.contains(document.activeElement)) return;
  (last?.closest(".pad") ? banner.querySelector("h2") : choice).focus();
}

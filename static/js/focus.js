// Where the keyboard goes when a banner comes or goes.

export function focusBanner() {
  const button = document.querySelector("#banner .main");
  if (button && !button.closest("#banner").contains(document.activeElement)) button.focus({ preventScroll: true });
}

export function focusGame() {
  document.querySelector("#play").focus({ preventScroll: true });
}

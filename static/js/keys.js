// Arrows, and WASD and HJKL by where the keys are, whatever letters a keyboard prints on them.

const DIRECTIONS = {
  ArrowUp: "up", KeyW: "up", KeyK: "up",
  ArrowDown: "down", KeyS: "down", KeyJ: "down",
  ArrowLeft: "left", KeyA: "left", KeyH: "left",
  ArrowRight: "right", KeyD: "right", KeyL: "right",
};
const TAKES_KEYS = "input:not([type=hidden]), textarea, select, [contenteditable], dialog";

export function listenToKeys(root, play) {
  root.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.code];
    if (!direction || isMeantElsewhere(event)) return;
    event.preventDefault();
    play(direction);
  });
}

function isMeantElsewhere(event) {
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  const field = event.target instanceof Element && event.target.closest(TAKES_KEYS);
  return event.defaultPrevented || event.isComposing || modified || field || document.querySelector("dialog[open]");
}

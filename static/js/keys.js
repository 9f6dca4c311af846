// Arrows, the number pad, and letters by where the keys are, whatever a keyboard prints on them.

const DIRECTIONS = {
  ArrowUp: "up", KeyW: "up", KeyK: "up", Numpad8: "up",
  ArrowDown: "down", KeyS: "down", KeyJ: "down", Numpad2: "down",
  ArrowLeft: "left", KeyA: "left", KeyH: "left", Numpad4: "left",
  ArrowRight: "right", KeyD: "right", KeyL: "right", Numpad6: "right",
};
const TAKES_KEYS = "input:not([type=hidden]), textarea, select, [contenteditable], dialog";

export function listenToKeys(root, actions) {
  root.addEventListener("keydown", (event) => {
    const act = isMeantElsewhere(event) ? null : actionOf(event, actions);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actionOf(event, actions) {
  const { code, shiftKey } = event;
  if (event.altKey) return null;
  // For commands the letter counts and not its place, as in other programs; where a keyboard has no
  // Latin letters, the place stands in.
  const letter = (/^[a-z]$/i.test(event.key) ? event.key : code.replace("Key", "")).toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === "z") return shiftKey ? actions.redo : actions.undo;
    return letter === "y" && !shiftKey ? actions.redo : null;
  }
  const withLetters = document.documentElement.dataset.letters !== "off";
  if (["?", "؟"].includes(event.key) && withLetters) return actions.help;
  if (shiftKey || (/^Key/.test(code) && !withLetters)) return null;
  if (DIRECTIONS[code]) return actions[DIRECTIONS[code]];
  return { u: actions.undo, r: actions.redo, n: actions.newGame, i: actions.hint }[letter] ?? null;
}

function isMeantElsewhere(event) {
  const field = event.target instanceof Element && event.target.closest(TAKES_KEYS);
  return event.defaultPrevented || event.isComposing || field || document.querySelector("dialog[open]");
}

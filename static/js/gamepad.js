// Gamepads with the standard mapping: what is pushed counts once, however long it is held. They are
// looked at in every frame, and only while there is one.

const BUTTONS = new Map(Object.entries({
  0: "confirm", 1: "cancel", 3: "hint", 4: "undo", 5: "redo", 8: "help", 9: "newGame",
  12: "up", 13: "down", 14: "left", 15: "right",
}));
const PUSHED = 0.6;
const LET_GO = 0.4;

export function listenToGamepads(act) {
  const leaning = new Map();
  let held = new Set();
  let looking = 0;

  // A stick that is pushed counts in the direction it went first, until it has come back.
  function leanOf({ index, axes: [x, y] }) {
    const far = Math.max(Math.abs(x), Math.abs(y));
    if (far < LET_GO) leaning.delete(index);
    else if (far >= PUSHED && !leaning.has(index)) leaning.set(index, directionOf(x, y));
    return leaning.get(index);
  }

  function look() {
    const gamepads = navigator.getGamepads().filter((gamepad) => gamepad?.mapping === "standard");
    const pushed = new Set(gamepads.flatMap((gamepad) => [leanOf(gamepad), ...pushedButtons(gamepad)]));
    pushed.delete(undefined);
    if (document.hasFocus()) [...pushed].filter((name) => !held.has(name)).forEach(act);
    held = pushed;
    looking = gamepads.length ? requestAnimationFrame(look) : 0;
  }

  window.addEventListener("gamepadconnected", () => { looking ||= requestAnimationFrame(look); });
}

function directionOf(x, y) {
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "right" : "left";
  return y > 0 ? "down" : "up";
}

function pushedButtons({ buttons }) {
  return buttons.flatMap(({ pressed }, number) => (pressed ? [BUTTONS.get(String(number))] : []));
}

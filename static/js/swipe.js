// A swipe counts as soon as it is long enough, once for each touch of one finger.

const SHORTEST_PX = 24;

export function listenToSwipes(area, play) {
  let touch = null;
  area.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || event.target.closest("button")) return;
    touch = event.isPrimary ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  });
  area.addEventListener("pointermove", (event) => {
    if (touch?.id !== event.pointerId) return;
    const direction = directionOf(event.clientX - touch.x, event.clientY - touch.y);
    if (!direction) return;
    touch = null;
    play(direction);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    area.addEventListener(end, () => { touch = null; });
  }
}

function directionOf(x, y) {
  if (Math.max(Math.abs(x), Math.abs(y)) < SHORTEST_PX) return null;
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "right" : "left";
  return y > 0 ? "down" : "up";
}

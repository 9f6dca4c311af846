// A swipe counts once for each touch of one finger: as soon as it is long enough and plainly along one
// axis, or, if it stays slanted, along its longer one when the finger is lifted. Its length is that on
// the screen, however far the page is zoomed.

const SHORTEST_PX = 24;
const PLAIN = 1.5;

export function listenToSwipes(area, play) {
  let touch = null;
  const decide = (event, plain) => {
    if (touch?.id !== event.pointerId) return;
    const direction = directionOf(event.screenX - touch.x, event.screenY - touch.y, plain);
    if (!direction) return;
    touch = null;
    play(direction);
  };
  area.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    touch = event.isPrimary ? { id: event.pointerId, x: event.screenX, y: event.screenY } : null;
  });
  area.addEventListener("pointermove", (event) => decide(event, PLAIN));
  area.addEventListener("pointerup", (event) => {
    decide(event, 1);
    touch = null;
  });
  area.addEventListener("pointercancel", () => { touch = null; });
}

function directionOf(x, y, plain) {
  const [across, along] = [Math.abs(x), Math.abs(y)];
  if (Math.max(across, along) < SHORTEST_PX) return null;
  if (across > along * plain) return x > 0 ? "right" : "left";
  if (along > across * plain) return y > 0 ? "down" : "up";
  return null;
}

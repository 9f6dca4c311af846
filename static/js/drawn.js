// Work that can wait until a motion is seen to begin: it runs once the next frame is drawn, or soon where
// nothing is drawn, as in a tab that is not in front.

const NEVER_LATER_MS = 100;

export function onceDrawn(act) {
  let isDue = true;
  const once = () => {
    if (!isDue) return;
    isDue = false;
    act();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, NEVER_LATER_MS);
}

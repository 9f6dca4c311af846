// The banner comes where the four buttons were: a tap that follows one on them too soon was meant for
// them, and must not begin a new game.

const SOON_MS = 700;

export function keepTapsOffBanner(stage) {
  let tapped = -Infinity;
  stage.addEventListener("click", (event) => {
    const byKeyboard = event.detail === 0;
    if (byKeyboard) return;
    const tooSoon = event.target.closest(".banner") && event.timeStamp - tapped < SOON_MS;
    if (tooSoon) event.preventDefault();
    if (tooSoon || event.target.closest(".pad")) tapped = event.timeStamp;
  });
}

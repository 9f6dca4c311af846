// Lets the solver play, one request after the other, until it is told to pause or somebody takes over.

const FRAME_MS = 16;
const SHORTEST_PAUSE_MS = 50;
const MOST_STEPS = 16;
const SPOKEN_FROM_MS = 1000;

export function letSolverPlay(panel, queue) {
  const next = panel.querySelector("[data-action=solver]");
  const toggle = panel.querySelector(".play");
  const { steps, level, pause } = panel.closest("form").elements;
  const status = document.querySelector("#status");
  let isPlaying = false;
  let askedAt = 0;
  let took = FRAME_MS;
  let timer = 0;

  // At full speed as many moves travel together as the screen could have shown since the last request.
  function ask() {
    askedAt = performance.now();
    steps.value = Number(pause.value) ? 1 : Math.min(MOST_STEPS, Math.ceil(took / FRAME_MS));
    queue.addStep("solver");
  }

  function setPlaying(on) {
    isPlaying = on;
    clearTimeout(timer);
    for (const words of toggle.children) words.hidden = !words.hidden;
    // Nobody can listen to more than a move a second.
    status.ariaLive = on && pause.value < SPOKEN_FROM_MS ? "off" : "polite";
    if (on) ask();
    else steps.value = 1;
  }

  function goOn(ctx) {
    if (!isPlaying || queue.isBusy) return;
    const { status: code, headers } = ctx.response ?? {};
    const isOver = Boolean(document.querySelector("#over"));
    if (code === 200 && !isOver) {
      took = performance.now() - askedAt;
      timer = setTimeout(ask, Math.max(pause.value, SHORTEST_PAUSE_MS) - took);
    } else if (code === 429 || code === 503) {
      timer = setTimeout(ask, Number(headers.get("Retry-After")) * 1000);
    } else {
      setPlaying(false);
    }
  }

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (isPlaying && ctx.sourceElement !== next) setPlaying(false);
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement === next) goOn(ctx);
  });
  toggle.addEventListener("click", () => setPlaying(!isPlaying));
  panel.addEventListener("change", () => {
    window.history.replaceState(null, "", `?level=${level.value}&pause=${pause.value}`);
  });
  for (const hidden of [toggle, pause.parentElement]) hidden.hidden = false;
}

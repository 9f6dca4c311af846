// Steps through a finished game by its links and by keys, as fast as they are pressed, and keeps the
// address true. Without it the links do the same, a page at a time.

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const TAKES_KEYS = "input, textarea, select, [contenteditable], dialog";

const section = () => document.querySelector("#turn");
const shown = () => Number(section().dataset.turn);
const last = Number(section().dataset.last);
const STEPS = { first: () => 0, previous: (turn) => turn - 1, next: (turn) => turn + 1, last: () => last };

let wanted = shown();
let isLoading = false;

function step(name) {
  wanted = Math.min(Math.max(STEPS[name](wanted), 0), last);
  if (!isLoading) load();
}

// Turns that were passed while one was on its way are not asked for.
async function load() {
  isLoading = true;
  while (wanted !== shown()) {
    const asked = wanted;
    await window.htmx.ajax("GET", `?turn=${asked}`, { target: "#turn", swap: "outerMorph" });
    if (shown() !== asked) wanted = shown();
  }
  isLoading = false;
  window.history.replaceState(null, "", `?turn=${wanted}`);
}

document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  const isMeantElsewhere = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    || event.defaultPrevented || event.target.closest?.(TAKES_KEYS);
  if (!name || isMeantElsewhere) return;
  event.preventDefault();
  step(name);
});

document.addEventListener("click", (event) => {
  const { step: name } = event.target.closest("[data-step]")?.dataset ?? {};
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  step(name);
});

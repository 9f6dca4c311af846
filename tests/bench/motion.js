// Watches the board from the page: how far a tile got from one look to the next, and how long after a key
// that found the board at rest something on it moves. The compositor draws frames in between when the page
// is late; those are counted from outside.
() => {
  const firsts = [];
  const jumps = [];
  let places = new Map();
  let stood = true;
  let pressed = [];
  let before = 0;
  let running = true;

  const middles = () => new Map([...document.querySelectorAll("#tiles .tile")].map((tile) => {
    const { x, y, width, height } = tile.getBoundingClientRect();
    return [tile.id, [x + width / 2, y + height / 2]];
  }));

  const look = (now) => {
    if (!running) return;
    const next = middles();
    let furthest = 0;
    for (const [id, [x, y]] of next) {
      const [oldX, oldY] = places.get(id) ?? [x, y];
      furthest = Math.max(furthest, Math.hypot(x - oldX, y - oldY));
    }
    if (furthest) jumps.push([before, now, furthest]);
    before = now;
    stood = furthest < 0.05;
    if (!stood) {
      const seen = performance.now();
      firsts.push(...pressed.map((at) => seen - at));
      pressed = [];
    }
    places = next;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  window.addEventListener("keydown", (event) => {
    const tiles = [...document.querySelectorAll("#tiles .tile:not(.ghost)")];
    const direction = event.key.replace("Arrow", "").toLowerCase();
    const moves = tiles.some(({ dataset }) => dataset[direction] && dataset[direction] !== `${dataset.row},${dataset.col}`);
    const waits = document.querySelector(".htmx-request");
    if (stood && (moves || waits)) pressed.push(event.timeStamp);
  }, { capture: true });

  const [first, second] = document.querySelectorAll(".cells i");
  const cell = Math.abs(second.getBoundingClientRect().x - first.getBoundingClientRect().x);
  performance.mark("watch");
  window.watch = { end: () => { running = false; return { firsts, jumps, cell }; } };
}

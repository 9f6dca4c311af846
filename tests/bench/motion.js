// Watches the board from the page: how far a tile got from one look to the next, and how long after a key
// that found the board at rest something on it moves. The compositor draws frames in between when the page
// is late; those are counted from outside.
() => {
  const firsts = [];
  const jumps = [];
  let places = new Map();
  let held = new Set();
  let stood = true;
  let pressed = [];
  let before = 0;
  let running = true;

  const middles = () => new Map([...document.querySelectorAll("#tiles .tile")].map((tile) => {
    const { x, y, width, height } = tile.getBoundingClientRect();
    return [tile.id, [x + width / 2, y + height / 2]];
  }));

  // The page learns late that the compositor has begun a motion, and holds the tile until then. What such a
  // tile catches up with at once has been drawn frame by frame since the motion began.
  const shownSince = (id) => {
    if (!held.has(id)) return before;
    const motions = document.getElementById(id).getAnimations();
    return Math.min(before, ...motions.map(({ startTime }) => startTime ?? before));
  };
  const heldTiles = () => document.getAnimations().filter(({ pending }) => pending).map(({ effect }) => effect.target.id);

  const look = (now) => {
    if (!running) return;
    const next = middles();
    let furthest = 0;
    for (const [id, [x, y]] of next) {
      const [oldX, oldY] = places.get(id) ?? [x, y];
      const way = Math.hypot(x - oldX, y - oldY);
      if (way) jumps.push([shownSince(id), now, way]);
      furthest = Math.max(furthest, way);
    }
    held = new Set(heldTiles());
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

  performance.mark("watch");
  window.watch = { end: () => { running = false; return { firsts, jumps }; } };
}

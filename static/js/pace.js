// How long the tiles slide. On a large board the longest ways take longer, so that a tile is seen to slide
// and does not leap from one frame to the next. All tiles of a move arrive together.

// What a tile may go in the time of a short slide: at 60 frames a second less than 80 px a frame.
const FURTHEST_PX = 375;
// What a tile that is on its way may still go before it is seen to turn.
const ONE_FRAME_PX = 75;
// How much later than it was sent a tile may begin to slide.
const LATEST_MS = 100;
const BOARD_DIAGONAL = Math.hypot(3, 3);

export class Pace {
  #board;
  #shortMs;
  #stepPx = 0;
  #stretch = 1;
  #restsFrom = 0;
  #seen = new Map();
  #sent = new WeakMap();

  constructor(board) {
    this.#board = board;
    const style = getComputedStyle(board);
    this.#shortMs = parseFloat(style.getPropertyValue("--slide"));
    const measure = () => {
      this.#stepPx = parseFloat(style.getPropertyValue("--step"));
      this.#stretchBy(1);
    };
    measure();
    new ResizeObserver(measure).observe(board);
  }

  // How long the slide lasts that has begun last.
  get slideMs() {
    return this.#shortMs * this.#stretch;
  }

  // Before tiles are sent elsewhere: some may still be on their way.
  look() {
    this.#seen = new Map();
    if (this.#stepPx * BOARD_DIAGONAL <= FURTHEST_PX) return;
    // A board at rest is not asked where its tiles are, which would keep its first motion waiting.
    const isAtRest = performance.now() > this.#restsFrom;
    for (const tile of this.#board.querySelectorAll(".tile:not(.ghost)")) {
      const place = placeOf(tile);
      this.#seen.set(tile, { place, point: isAtRest ? this.#pointOf(place) : pointShown(tile) });
    }
  }

  // When they have been, and before that is drawn.
  fit() {
    const sent = [...this.#seen].filter(([tile, { place }]) => placeOf(tile) !== place);
    if (!sent.length) return;
    const furthest = Math.max(...sent.map(([tile, seen]) => this.#wayOf(tile, seen)));
    this.#stretchBy(Math.max(1, furthest / FURTHEST_PX));
    this.#restsFrom = performance.now() + this.slideMs + LATEST_MS;
    for (const [tile, { place }] of sent) this.#sent.set(tile, { from: place, stretch: this.#stretch });
  }

  #stretchBy(stretch) {
    this.#stretch = stretch;
    this.#board.style.setProperty("--stretch", stretch);
  }

  #wayOf(tile, { place, point }) {
    const way = between(point, this.#pointOf(placeOf(tile)));
    if (between(point, this.#pointOf(place)) < 1) return way;
    // One that turns back takes of its time only the part that it has to go again.
    const { from, stretch } = this.#sent.get(tile) ?? {};
    return Math.max(way + ONE_FRAME_PX, from === placeOf(tile) ? stretch * FURTHEST_PX : 0);
  }

  #pointOf(place) {
    const [row, column] = place.split(",");
    return [column * this.#stepPx, row * this.#stepPx];
  }
}

const placeOf = ({ dataset: { row, col } }) => `${row},${col}`;

function pointShown(tile) {
  const [x, y = 0] = getComputedStyle(tile).translate.split(" ").map(parseFloat);
  return [x, y];
}

const between = ([x, y], [otherX, otherY]) => Math.hypot(otherX - x, otherY - y);

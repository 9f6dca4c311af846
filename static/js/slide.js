// The slide that is seen at once: the server has written into each tile where it would come to
// rest in each direction, so showing it needs no rules here.

let places = new Map();

export function slideTiles(board, direction) {
  places = new Map();
  for (const tile of board.querySelectorAll(".tile:not(.ghost)")) {
    const target = tile.dataset[direction];
    if (!target) continue;
    places.set(tile, [tile.dataset.row, tile.dataset.col]);
    [tile.dataset.row, tile.dataset.col] = target.split(",");
  }
}

// A direction that has to wait for an answer is felt at once: the tiles lean its way and come back.
export function leanTiles(board, direction) {
  const tiles = board.querySelector("#tiles");
  // The same once more begins anew only if the page has been without it.
  if (board.dataset.lean === direction) {
    delete board.dataset.lean;
    void getComputedStyle(tiles).animationName;
  }
  board.dataset.lean = direction;
  // The end of the lean before may be told only when this one has begun.
  tiles.onanimationend = ({ animationName }) => {
    if (animationName === `lean-${board.dataset.lean}`) delete board.dataset.lean;
  };
}

// The server has said where the tiles are.
export function keepTiles() {
  places = new Map();
}

// It has not: they go back to where it last said.
export function putTilesBack() {
  for (const [tile, [row, column]] of places) {
    tile.dataset.row = row;
    tile.dataset.col = column;
  }
  keepTiles();
}

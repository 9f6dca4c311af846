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
  board.dataset.lean = direction;
  board.onanimationend = ({ animationName }) => {
    if (animationName.startsWith("lean")) delete board.dataset.lean;
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

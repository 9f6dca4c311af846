// The slide that is seen at once: the server has written into each tile where it would come to
// rest in each direction, so showing it needs no rules here.

const places = new WeakMap();

export function slideTiles(board, direction) {
  for (const tile of board.querySelectorAll(".tile:not(.ghost)")) {
    const target = tile.dataset[direction];
    if (!target) continue;
    places.set(tile, [tile.dataset.row, tile.dataset.col]);
    [tile.dataset.row, tile.dataset.col] = target.split(",");
  }
}

export function putTilesBack(board) {
  for (const tile of board.querySelectorAll(".tile:not(.ghost)")) {
    const place = places.get(tile);
    if (place) [tile.dataset.row, tile.dataset.col] = place;
  }
}

// Asks before a game with moves in it is left. The button itself says whether there is need to ask.

export function askBeforeNewGame(dialog, beginNewGame) {
  document.addEventListener("submit", (event) => {
    if (!event.submitter?.matches("#new-game[data-asks]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    dialog.showModal();
  }, true);
  dialog.addEventListener("submit", (event) => {
    if (event.submitter.value === "yes") beginNewGame();
  });
}

// Asks before a game with moves in it is left. The form itself says whether there is need to ask.

export function askBeforeNewGame(dialog) {
  let answered = false;
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#new-game[data-asks]") || answered) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    dialog.returnValue = "no";
    dialog.showModal();
  }, true);
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "yes") return;
    answered = true;
    document.querySelector("#new-game").requestSubmit();
    answered = false;
  });
}

// Asks before a game with moves in it is left. The form itself says whether there is need to ask.

export function askBeforeNewGame(dialog) {
  let asked = null;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#new-game[data-asks]") || form === asked) {
      asked = null;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    asked = form;
    dialog.returnValue = "no";
    dialog.showModal();
  }, true);
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "yes") asked.requestSubmit();
    asked = null;
  });
}

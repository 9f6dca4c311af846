// The help opens over the game. Where scripts do not run, or in a tab of its own, its link leads to
// the page of help.

export function openHelpInPlace(link, dialog) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    dialog.showModal();
  });
}

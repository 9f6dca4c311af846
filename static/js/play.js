// Wires the page: every way of giving a direction ends in the one queue.

import { followBanner } from "./focus.js";
import { listenToKeys } from "./keys.js";
import { Queue } from "./queue.js";
import { askBeforeNewGame } from "./question.js";
import { listenToSwipes } from "./swipe.js";

const moves = document.querySelector("#moves");
const queue = new Queue(moves, document.querySelector("#board"));

function step(action) {
  const button = document.querySelector(`[data-action="${action}"] button`);
  if (!button.disabled || queue.isBusy) queue.addStep(action);
}

listenToKeys(document, {
  move: (direction) => queue.addMove(direction),
  undo: () => step("undo"),
  redo: () => step("redo"),
  newGame: () => document.querySelector("#new-game").requestSubmit(),
});
listenToSwipes(moves, (direction) => queue.addMove(direction));
document.addEventListener("submit", (event) => {
  const { action } = event.target.dataset;
  if (event.target === moves && event.submitter) queue.addMove(event.submitter.value);
  else if (action) queue.addStep(action);
  else return;
  event.preventDefault();
});
askBeforeNewGame(document.querySelector("#question"), () => queue.addStep("new-game"));
followBanner();

window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

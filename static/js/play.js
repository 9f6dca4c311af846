// Wires the page: every way of giving a direction ends in the one queue of moves.

import { followBanner } from "./focus.js";
import { listenToKeys } from "./keys.js";
import { MoveQueue } from "./queue.js";
import { askBeforeNewGame } from "./question.js";
import { listenToSwipes } from "./swipe.js";

const form = document.querySelector("#moves");
const moves = new MoveQueue(form, document.querySelector("#board"));
const play = (direction) => moves.add(direction);

listenToKeys(document, play);
listenToSwipes(form, play);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter) play(event.submitter.value);
});
askBeforeNewGame(document.querySelector("#question"));

followBanner();
document.addEventListener("htmx:error", (event) => {
  if (event.target !== form) moves.tellOfSilence();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

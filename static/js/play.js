// Wires the page: every way of giving a direction ends in the one queue.

import { keepFocus } from "./focus.js";
import { listenToGamepads } from "./gamepad.js";
import { openHelpInPlace } from "./help.js";
import { listenToKeys } from "./keys.js";
import { letMomentsPass } from "./moments.js";
import { Queue } from "./queue.js";
import { leaveOutWhatIsThere } from "./parts.js";
import { askBeforeNewGame } from "./question.js";
import { letSolverPlay } from "./solver.js";
import { listenToSwipes } from "./swipe.js";
import { keepTapsOffBanner } from "./taps.js";

const MAY_BE_DISABLED = ["undo", "redo", "hint"];

const page = document.querySelector("#play");
const moves = document.querySelector("#moves");
const help = document.querySelector("#help");
const queue = new Queue(moves, document.querySelector("#board"));

const move = (direction) => queue.addMove(direction);

function step(action) {
  const button = document.querySelector(`[data-action="${action}"]`);
  if (button.ariaDisabled !== "true" || queue.isBusy) queue.addStep(action);
}

const actions = {
  up: () => move("up"),
  down: () => move("down"),
  left: () => move("left"),
  right: () => move("right"),
  undo: () => step("undo"),
  redo: () => step("redo"),
  hint: () => step("hint"),
  newGame: () => document.querySelector("#new-game").click(),
  help: () => help.showModal(),
};
const answers = {
  confirm: (asking) => (asking ?? document.querySelector("#banner")).querySelector(".main")?.click(),
  cancel: (asking) => asking?.close(),
};

listenToKeys(document, actions);
listenToSwipes(page, move);
listenToGamepads((name) => {
  const asking = document.querySelector("dialog[open]");
  if (answers[name]) answers[name](asking);
  else if (!asking) actions[name]();
});
document.addEventListener("submit", (event) => {
  const action = event.submitter?.dataset.action ?? event.target.dataset.action;
  if (MAY_BE_DISABLED.includes(action)) step(action);
  else if (action) queue.addStep(action);
  else if (event.target === moves && event.submitter) move(event.submitter.value);
  else return;
  event.preventDefault();
});
askBeforeNewGame(document.querySelector("#question"), () => queue.addStep("new-game"));
openHelpInPlace(document.querySelector("#help-link"), help);
letMomentsPass(document.querySelector("#moment"));
keepFocus(page);
leaveOutWhatIsThere(document);
keepTapsOffBanner(document.querySelector(".stage"));
if (document.querySelector("#solver")) letSolverPlay(document.querySelector("#solver"), queue);

window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

// What a player asks for waits here while one request is under way. What belongs to one form travels
// together in the next request, in order: directions as they were pressed, undo and redo as a count.

import { onceDrawn } from "./drawn.js";
import { Outage } from "./outage.js";
import { Pace } from "./pace.js";
import { Retry } from "./retry.js";
import { keepTiles, leanTiles, putTilesBack, slideTiles } from "./slide.js";

const MOST_TOGETHER = 64;
const LATE_MS = 300;
const STEPS = ["undo", "redo"];
const LEAVE_BANNER = ["continue", "new-game", "undo"];

const takesNoMoves = () => Boolean(document.querySelector("#won, #over"));

export class Queue {
  #moves;
  #board;
  #waiting = [];
  #sent = [];
  #underWay = false;
  #startedAt = 0;
  #lateTimer = 0;
  #pace;
  #retry = new Retry(() => this.#send());
  #outage;

  constructor(moves, board) {
    this.#moves = moves;
    this.#board = board;
    this.#pace = new Pace(board);
    this.#outage = new Outage(
      document.querySelector("#outage"), document.querySelector("#status"), () => this.#send(),
    );
    document.addEventListener("htmx:config:request", (event) => this.#fill(event));
    document.addEventListener("htmx:before:swap", () => {
      this.#timeMerges();
      this.#pace.look();
    });
    document.addEventListener("htmx:after:swap", () => this.#pace.fit());
    document.addEventListener("htmx:finally:request", (event) => this.#settle(event));
    window.addEventListener("beforeunload", (event) => {
      if (this.#retry.isOn) event.preventDefault();
    });
  }

  addMove(direction) {
    this.#add({ action: "move", direction });
  }

  addStep(action) {
    this.#add({ action });
  }

  // Whether anything is still without its answer.
  get isBusy() {
    return this.#sent.length > 0;
  }

  // Behind a banner no move is played; what leaves the banner, and what follows that, stays.
  #dropMoves() {
    const leaving = this.#waiting.findIndex(({ action }) => LEAVE_BANNER.includes(action));
    this.#waiting = leaving < 0 ? [] : this.#waiting.slice(leaving);
  }

  #add(wish) {
    const leaves = [...this.#sent, ...this.#waiting].some(({ action }) => LEAVE_BANNER.includes(action));
    if (wish.action === "move" && takesNoMoves() && !leaves) return;
    if (!this.#retry.isOn) {
      this.#waiting.push(wish);
      if (this.#underWay && wish.direction) leanTiles(this.#board, wish.direction);
      this.#send();
      return;
    }
    // During an outage every move is played blind, so no more of them than go in one request.
    const isFull = this.#waiting.length >= MOST_TOGETHER;
    if (!isFull) this.#waiting.push(wish);
    this.#countWaiting(isFull);
  }

  // A batch without an answer goes out again exactly as it was, so that the server can tell that it
  // has counted it already.
  #send() {
    if (this.#underWay) return;
    if (!this.#sent.length) this.#sent = this.#nextBatch();
    if (!this.#sent.length) return;
    const form = this.#formOf(this.#sent[0].action);
    if (!form) {
      // Its banner is gone: what was asked for has been done.
      this.#sent = [];
      this.#send();
      return;
    }
    this.#underWay = true;
    this.#startedAt = performance.now();
    this.#lateTimer = setTimeout(() => this.#showLate(true), LATE_MS);
    const ask = () => {
      this.#moves.classList.remove("htmx-request");
      window.htmx.trigger(form, "moves:send", {}, false);
    };
    const { direction } = this.#sent[0];
    // What has slid and come back already does not do so again at every attempt.
    if (!direction || this.#retry.isOn) {
      ask();
      return;
    }
    this.#pace.look();
    slideTiles(this.#board, direction);
    this.#pace.fit();
    // Until it is asked, it counts as asked for whoever looks whether the page is at rest.
    this.#moves.classList.add("htmx-request");
    onceDrawn(ask);
  }

  #nextBatch() {
    const [first] = this.#waiting;
    const end = this.#waiting.findIndex((wish) => wish.action !== first.action);
    const length = Math.min(end < 0 ? this.#waiting.length : end, MOST_TOGETHER);
    return this.#waiting.splice(0, length);
  }

  #formOf(action) {
    return action === "move" ? this.#moves : document.querySelector(`[data-action="${action}"]`);
  }

  #isOurs(event) {
    const form = event.detail.ctx.sourceElement;
    return this.#underWay && (form.dataset.action ?? "move") === this.#sent[0].action;
  }

  #fill(event) {
    if (!this.#isOurs(event)) return;
    const { body } = event.detail.ctx.request;
    if (this.#sent[0].action === "move") {
      for (const { direction } of this.#sent) body.append("direction", direction);
    } else if (STEPS.includes(this.#sent[0].action)) {
      body.set("steps", this.#sent.length);
    }
  }

  // Tiles that have slid while the answer was on its way need not be waited for again.
  #timeMerges() {
    const isOneMove = this.#sent.length === 1 && Boolean(this.#sent[0].direction);
    this.#board.toggleAttribute("data-slid", isOneMove && performance.now() - this.#startedAt >= this.#pace.slideMs);
  }

  #settle(event) {
    if (!this.#isOurs(event)) return;
    const { response, parts } = event.detail.ctx;
    // An answer that broke off is none, nor is one that somebody else on the way has given.
    const status = parts?.size ? response.status : undefined;
    this.#underWay = false;
    clearTimeout(this.#lateTimer);
    this.#showLate(false);
    const isRefused = status === 429 || status >= 500;
    // A solver that is busy keeps nobody from playing on.
    const isOptional = this.#sent[0].action === "solver";
    if (status === undefined || (isRefused && !isOptional)) {
      putTilesBack();
      this.#retry.plan(response?.headers.get("Retry-After"));
      this.#outage.show(status !== undefined);
      this.#countWaiting(false);
      return;
    }
    this.#retry.stop();
    this.#outage.hide();
    // With 409 came the true board; the others brought none.
    if (status === 200 || status === 409) keepTiles();
    else putTilesBack();
    this.#sent = [];
    // What was pressed for a board that is no longer there is not played on another.
    if (status !== 200 && !isRefused) this.#waiting = [];
    else if (takesNoMoves()) this.#dropMoves();
    this.#send();
  }

  #countWaiting(isFull) {
    this.#outage.count(this.#sent.length + this.#waiting.length, isFull);
  }

  #showLate(late) {
    document.querySelector("#waiting").hidden = !late;
  }
}

// Moves wait here while one request is under way, and travel together in the next, in order.

import { putTilesBack, slideTiles } from "./slide.js";

const MOST_TOGETHER = 64;
const LATE_MS = 300;
const SLIDE_MS = 100;

export class MoveQueue {
  #form;
  #board;
  #waiting = [];
  #sent = [];
  #underWay = false;
  #startedAt = 0;
  #lateTimer = 0;

  constructor(form, board) {
    this.#form = form;
    this.#board = board;
    form.addEventListener("htmx:config:request", (event) => this.#fill(event.detail.ctx.request.body));
    form.addEventListener("htmx:before:swap", () => this.#timeMerges());
    form.addEventListener("htmx:finally:request", (event) => this.#settle(event.detail.ctx.response?.status));
  }

  add(direction) {
    this.#waiting.push(direction);
    if (!this.#underWay) this.#send();
  }

  tellOfSilence() {
    const { failed, retry } = this.#form.dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = retry;
    button.addEventListener("click", () => this.#send());
    document.querySelector("#notice").replaceChildren(failed, " ", button);
  }

  // A batch without an answer goes out again exactly as it was, so that the server can tell that
  // it has counted it already.
  #send() {
    if (!this.#sent.length) this.#sent = this.#waiting.splice(0, MOST_TOGETHER);
    if (!this.#sent.length || this.#underWay) return;
    this.#underWay = true;
    this.#startedAt = performance.now();
    this.#lateTimer = setTimeout(() => this.#showLate(true), LATE_MS);
    slideTiles(this.#board, this.#sent[0]);
    window.htmx.trigger(this.#form, "moves:send");
  }

  #fill(body) {
    body.delete("direction");
    for (const direction of this.#sent) body.append("direction", direction);
  }

  // Tiles that have slid while the answer was on its way need not be waited for again.
  #timeMerges() {
    const slid = this.#sent.length === 1 && performance.now() - this.#startedAt >= SLIDE_MS;
    this.#board.toggleAttribute("data-slid", slid);
  }

  #settle(status) {
    this.#underWay = false;
    clearTimeout(this.#lateTimer);
    this.#showLate(false);
    if (status === undefined || status === 429 || status >= 500) {
      putTilesBack(this.#board);
      this.tellOfSilence();
      return;
    }
    this.#sent = [];
    if (status !== 200) putTilesBack(this.#board);
    // What was pressed for a board that is no longer there is not played on another.
    if (status !== 200 || document.querySelector("#won, #over")) this.#waiting = [];
    this.#send();
  }

  #showLate(late) {
    this.#form.querySelector("#waiting").hidden = !late;
  }
}

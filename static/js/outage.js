// What the page says while answers do not come. The board stays as the server last showed it: where
// tiles go after the next move nobody but the server knows, so what is pressed is counted, not shown.

export class Outage {
  #box;
  #number;
  #status;

  constructor(box, status, askNow) {
    this.#box = box;
    this.#number = box.querySelector("#backlog b");
    this.#status = status;
    box.querySelector("button").addEventListener("click", askNow);
  }

  // The server may have told itself, in a notice, what is wrong.
  show(isTold) {
    this.#say("told", isTold);
    this.#say("silent", !isTold && navigator.onLine);
    this.#say("offline", !isTold && !navigator.onLine);
    this.#box.hidden = false;
  }

  count(waiting, isFull) {
    this.#number.textContent = waiting.toLocaleString(document.documentElement.lang);
    this.#say("full", isFull);
    const words = this.#number.parentElement.textContent;
    if (this.#status.textContent !== words) this.#status.textContent = words;
  }

  hide() {
    if (this.#box.contains(document.activeElement)) document.querySelector("#play").focus({ preventScroll: true });
    this.#box.hidden = true;
  }

  #say(when, holds) {
    this.#box.querySelector(`[data-when="${when}"]`).hidden = !holds;
  }
}

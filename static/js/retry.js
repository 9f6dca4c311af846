// When to ask again where no answer came: after a pause that doubles each time and is another on every
// page, so that a server that comes back does not meet everybody at once; and at once when the network
// is back or the page is looked at again. If the server named a time, not before that.

const FIRST_MS = 1000;
const LONGEST_MS = 16000;
const LONGEST_NAMED_MS = 60 * 60 * 1000;

export class Retry {
  #ask;
  #failures = 0;
  #notBefore = 0;
  #timer = 0;

  constructor(ask) {
    this.#ask = ask;
    window.addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => this.#hurry());
  }

  get isOn() {
    return this.#failures > 0;
  }

  plan(retryAfter) {
    const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    const named = Math.min(LONGEST_NAMED_MS, namedPause(retryAfter));
    this.#failures += 1;
    this.#notBefore = Date.now() + named;
    this.#askIn(named + pause * (0.5 + Math.random() / 2));
  }

  stop() {
    this.#failures = 0;
    clearTimeout(this.#timer);
  }

  #hurry() {
    if (!this.isOn || document.hidden) return;
    this.#failures = 1;
    this.#askIn(Math.max(0, this.#notBefore - Date.now()));
  }

  #askIn(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#ask, pause);
  }
}

// Retry-After is a number of seconds or a date.
function namedPause(retryAfter) {
  const pause = Number(retryAfter) * 1000 || Date.parse(retryAfter) - Date.now();
  return Math.max(0, pause || 0);
}

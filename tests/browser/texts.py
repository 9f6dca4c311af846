"""Texts of a page: whether each was translated, and whether all of it can be seen."""

from playwright.sync_api import Page

from app.web.preferences import COOKIE
from app.web.readings import Reading
from tests.browser.page import PlayPage
from tests.pseudo import CLOSING, OPENING

WIDTHS = [320, 1440]
PATHS = ["/", *(f"/{reading}" for reading in Reading), "/settings", "/games/new", "/nowhere"]

# Every text and every spoken attribute that has a letter in it, but for code, names of languages, and data.
UNTRANSLATED = """([opening, closing]) => {
  const isWhole = (text) => text.includes(opening) && text.includes(closing);
  const isForeign = (element) => element.closest("script, style, code, [lang]:not(html)");
  const found = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let open = 0;
  while (nodes.nextNode()) {
    const { data, parentElement } = nodes.currentNode;
    const isInside = open > 0 || data.includes(opening);
    open += data.split(opening).length - data.split(closing).length;
    if (/\\p{L}/u.test(data) && !isInside && !isForeign(parentElement)) found.push(data.trim());
  }
  for (const name of ["aria-label", "aria-description", "title", "alt", "placeholder"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name);
      if (/\\p{L}/u.test(text) && !isWhole(text)) found.push(`${name}: ${text}`);
    }
  }
  if (/\\p{L}/u.test(document.title) && !isWhole(document.title)) found.push(`title: ${document.title}`);
  return found;
}"""

# Every text that can be seen lies on the screen, inside whatever clips it, and inside its button.
CUT_OFF = """() => {
  const found = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { data, parentElement } = nodes.currentNode;
    if (!data.trim() || !parentElement.checkVisibility() || parentElement.closest(".unseen, .skip")) continue;
    const range = document.createRange();
    range.selectNodeContents(nodes.currentNode);
    const text = range.getBoundingClientRect();
    if (!text.width || isClippedOnPurpose(parentElement)) continue;
    const bounds = [new DOMRect(0, 0, innerWidth, Infinity)];
    const button = parentElement.closest("button, .button, option");
    if (button?.getClientRects().length) bounds.push(button.getBoundingClientRect());
    for (let element = parentElement; element !== document.body; element = element.parentElement) {
      const { overflowX } = getComputedStyle(element);
      if (["auto", "scroll"].includes(overflowX)) { bounds.length = 0; break; }
      if (overflowX !== "visible") bounds.push(element.getBoundingClientRect());
    }
    const isCut = ({ left, right }) => text.left < left - 1 || text.right > right + 1;
    if (bounds.some(isCut)) found.push(data.trim());
  }
  if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page itself");
  return found;

  function isClippedOnPurpose(element) {
    for (; element !== document.body; element = element.parentElement) {
      if (getComputedStyle(element).clipPath !== "none") return true;
    }
    return false;
  }
}"""


def speak(play: PlayPage, code: str) -> None:
    """Come to the page of the game on a small screen, having chosen this language."""
    cookie = f"language-{code}"
    play.page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": play.server.url}])
    play.page.emulate_media(reduced_motion="reduce")
    play.page.set_viewport_size({"width": WIDTHS[0], "height": 640})
    play.visit()


def untranslated(page: Page) -> list[str]:
    """Return the texts that did not come from a catalogue of the pseudo-language."""
    return [f"not translated: {text}" for text in page.evaluate(UNTRANSLATED, [OPENING, CLOSING])]


def cut_off(page: Page) -> list[str]:
    """Return the texts that cannot be seen whole, on a small screen and on a large one."""
    found: list[str] = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        found += [f"cut off at {width}: {text}" for text in page.evaluate(CUT_OFF)]
    return found

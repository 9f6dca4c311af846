"""The icons as pixels, for what cannot draw the sources of ``static/icons``."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from app.resources import ROOT

FOLDER = ROOT / "static" / "icons"
INK = "#2b2239"


class Icon(NamedTuple):
    """A picture of one of the sources: its size in pixels, and how it stands on its ground.

    ``ground`` fills what the source leaves free, for systems that cut out their own shape; such a
    shape may cut away all but the middle four fifths, so there the source is a tenth smaller.
    """

    name: str
    width: int
    height: int
    source: str = "icon.svg"
    ground: str = "transparent"
    share: int = 100


ICONS = (
    Icon("favicon.png", 32, 32),
    Icon("icon-192.png", 192, 192),
    Icon("icon-512.png", 512, 512),
    Icon("maskable-512.png", 512, 512, ground=INK, share=90),
    Icon("apple-touch-icon.png", 180, 180, ground=INK),
    Icon("social.png", 1200, 630, source="social.svg"),
)


def draw_icons(browser: Browser) -> Iterator[Path]:
    """Draw each icon, and return where it is."""
    for icon in ICONS:
        page = browser.new_page(viewport={"width": icon.width, "height": icon.height})
        source = (FOLDER / icon.source).read_text()
        page.set_content(
            f"<style>body {{ background: {icon.ground}; display: grid; height: 100vh; margin: 0; "
            f"place-items: center }} svg {{ display: block; width: {icon.share}% }}</style>{source}"
        )
        path = FOLDER / icon.name
        page.screenshot(path=path, omit_background=True)
        page.close()
        yield path

"""Fingers on the screen of a phone."""

from tests.browser.page import PlayPage


class Finger:
    """The fingers of a player at the page of the game."""

    def __init__(self, play: PlayPage) -> None:
        self.play = play
        self._screen = play.page.context.new_cdp_session(play.page)

    def touch(self, *points: tuple[float, float]) -> None:
        self._send("touchStart", *points)

    def move(self, *points: tuple[float, float]) -> None:
        self._send("touchMove", *points)

    def lift(self) -> None:
        self._send("touchEnd")

    def swipe(self, start: tuple[float, float], by: tuple[float, float], steps: int = 6) -> None:
        """Draw a straight line from a point, in so many steps, and lift the finger."""
        self.touch(start)
        for step in range(1, steps + 1):
            self.move((start[0] + by[0] * step / steps, start[1] + by[1] * step / steps))
        self.lift()

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

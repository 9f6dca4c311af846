"""A player who has the accessibility tree of the page and a keyboard, and nothing else."""

from typing import Any, NamedTuple

from playwright.sync_api import Page

_TEXT = "StaticText"


class Node(NamedTuple):
    """What a screen reader knows of a part of the page; ``depth`` counts the nodes around it."""

    role: str
    name: str
    depth: int
    element: int
    is_focused: bool


class Reader:
    """Reads the tree that Chromium hands to screen readers."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._browser = page.context.new_cdp_session(page)
        self._browser.send("Accessibility.enable")

    def read(self) -> list[Node]:
        """Return what is there to be read, in order."""
        nodes: list[dict[str, Any]] = self._browser.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        found: list[Node] = []
        self._walk(by_id, nodes[0], 0, found)
        return found

    def inside(self, role: str, name: str = "") -> list[str]:
        """Return the texts within the first part of this role whose name begins so."""
        nodes = self.read()
        place = next(at for at, node in enumerate(nodes) if node.role == role and node.name.startswith(name))
        texts = []
        for node in nodes[place + 1 :]:
            if node.depth <= nodes[place].depth:
                break
            if node.role == _TEXT:
                texts.append(node.name)
        return texts

    def names(self, role: str) -> list[str]:
        """Return the names of all that has this role."""
        return [node.name for node in self.read() if node.role == role]

    def press(self, role: str, name: str, key: str = "Enter") -> None:
        """Go to what has this role and name, and press a key on it."""
        (element,) = [node.element for node in self.read() if (node.role, node.name) == (role, name)]
        self._browser.send("DOM.focus", {"backendNodeId": element})
        self._page.keyboard.press(key)

    @property
    def focus(self) -> tuple[str, str]:
        """The role and the name of what has the focus: the innermost, since a page has it too."""
        focused = [node for node in self.read() if node.is_focused]
        return focused[-1][:2]

    def _walk(self, by_id: dict[str, Any], node: dict[str, Any], depth: int, found: list[Node]) -> None:
        inner = depth
        if not node["ignored"]:
            properties = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            role, name = (node.get(part, {}).get("value", "") for part in ("role", "name"))
            focused = bool(properties.get("focused"))
            found.append(Node(role, name, depth, node.get("backendDOMNodeId", 0), focused))
            inner = depth + 1
        for child in node.get("childIds", ()):
            if child in by_id:
                self._walk(by_id, by_id[child], inner, found)

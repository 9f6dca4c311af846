"""Languages that nobody speaks, made from the sentences of the code: they show what was not translated."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from app.resources import ROOT
from app.web import i18n, pages, preferences

POT = ROOT / "locale" / "messages.pot"
OPENING, CLOSING = "⟦", "⟧"
_PLACEHOLDER = re.compile(r"(%\(\w+\)s|%%)")
_ACCENTED = str.maketrans("aceinosuyAEIOUCNS", "áçéîñöšûýÁÉÎÖÛÇÑŠ")
_LONGER = 0.4


def pseudo(sentence: str) -> str:
    """Return the sentence with accents, in brackets, and longer by two fifths."""
    parts = _PLACEHOLDER.split(sentence)
    accented = "".join(part if part.startswith("%") else part.translate(_ACCENTED) for part in parts)
    return f"{OPENING}{accented}{_more_of(sentence)}{CLOSING}"


def _more_of(sentence: str) -> str:
    """Return words without meaning, none longer than the longest of the sentence."""
    words = _PLACEHOLDER.sub("", sentence).split() or ["x"]
    lengths = [len(word) for word in words]
    missing = round(sum(lengths) * _LONGER)
    longest = max(lengths)
    pieces = [min(longest, missing - start) for start in range(0, missing, longest)]
    return "".join(f" {'ö' * piece}" for piece in pieces)


def template() -> Catalog:
    """Return the sentences of the code."""
    with POT.open("rb") as source:
        return read_po(source)


@contextmanager
def speaking(folder: Path, *codes: str) -> Iterator[None]:
    """Let the product have catalogues of the pseudo-language for these codes, and no others."""
    for code in codes:
        _write(folder / code / "LC_MESSAGES" / "messages.po", code)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "_CATALOGUES", folder)
        forget()
        yield
    forget()


def forget() -> None:
    """Let the languages be looked for again."""
    for remembered in (i18n.languages, i18n._negotiated, pages.pages_for, preferences._read):
        remembered.cache_clear()


def _write(path: Path, code: str) -> None:
    catalogue = Catalog(locale=code)
    for message in template():
        if not message.id:
            continue
        if isinstance(message.id, str):
            text = message.id if message.context == "address" else pseudo(message.id)
            catalogue.add(message.id, text, context=message.context)
        else:
            catalogue.add(tuple(message.id), (pseudo(message.id[1]),) * catalogue.num_plurals)
    path.parent.mkdir(parents=True)
    with path.open("wb") as target:
        write_po(target, catalogue)

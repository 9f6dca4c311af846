"""Each catalogue is whole: every sentence, with its placeholders, in every plural form."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from markupsafe import escape

from app.resources import ROOT
from app.web import pages
from app.web.i18n import languages
from app.web.readings import Reading, address_of
from tests.pseudo import speaking, template

CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/messages.po"))
PLACEHOLDER = re.compile(r"%\(\w+\)s|%%")
ADDRESS = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read(path: Path) -> Catalog:
    with path.open("rb") as source:
        return read_po(source)


def faults_of(catalogue: Catalog, wanted: Catalog) -> list[str]:
    """Return what is wrong with a catalogue, a line for each fault."""
    faults: list[str] = []
    if catalogue.locale and catalogue.num_plurals != Catalog(catalogue.locale).num_plurals:
        faults.append(f"plural forms of another language: {catalogue.num_plurals}")
    asked = {(message.context, message.id) for message in wanted if message.id}
    answered = {(message.context, message.id): message for message in catalogue if message.id}
    faults += [f"not there: {key}" for key in asked - answered.keys()]
    faults += [f"not asked for: {key}" for key in answered.keys() - asked]
    faults += [f"obsolete: {message}" for message in catalogue.obsolete]
    for message in answered.values():
        if message.fuzzy:
            faults.append(f"fuzzy: {message.id}")
        faults += _faults_of_forms(message)
    return faults


def _faults_of_forms(message: Message) -> list[str]:
    asked = _forms(message.id)[-1]
    faults = []
    for form in _forms(message.string or ""):
        if not form.strip():
            faults.append(f"not translated: {message.id}")
        elif form != form.strip():
            faults.append(f"spaces around: {message.id}")
        elif sorted(PLACEHOLDER.findall(form)) != sorted(PLACEHOLDER.findall(asked)):
            faults.append(f"other placeholders: {message.id}")
        if message.context == "address" and not ADDRESS.fullmatch(form):
            faults.append(f"no address: {form}")
    return faults


def _forms(text: str | Sequence[str]) -> Sequence[str]:
    return (text,) if isinstance(text, str) else text


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_a_catalogue_has_every_sentence_whole(path: Path) -> None:
    catalogue = read(path)
    assert faults_of(catalogue, template()) == []
    assert str(catalogue.locale) == path.parent.parent.name
    assert not catalogue.fuzzy


def test_every_catalogue_is_a_language_of_the_product_beside_english() -> None:
    assert set(languages()) == {"en"} | {path.parent.parent.name.replace("_", "-") for path in CATALOGUES}


@pytest.mark.parametrize("code", languages())
def test_no_two_pages_of_a_language_have_the_same_address(code: str) -> None:
    addresses = [address_of(reading, languages()[code]) for reading in Reading]
    assert len(set(addresses)) == len(addresses)


BROKEN = {
    "not there": 'msgid "Other"\nmsgstr "x"\n',
    "not translated": 'msgid "Score %(score)s."\nmsgstr ""\n',
    "other placeholders": 'msgid "Score %(score)s."\nmsgstr "Punkte %(points)s."\n',
    "spaces around": 'msgid "Score %(score)s."\nmsgstr "Punkte %(score)s. "\n',
    "fuzzy": '#, fuzzy\nmsgid "Score %(score)s."\nmsgstr "Punkte %(score)s."\n',
    "obsolete": '#~ msgid "Old"\n#~ msgstr "Alt"\n',
    "not translated: ('%(num)s move.'": (
        'msgid "%(num)s move."\nmsgid_plural "%(num)s moves."\nmsgstr[0] "%(num)s Zug."\n'
    ),
    "no address": 'msgctxt "address"\nmsgid "rules"\nmsgstr "Die Regeln"\n',
}


@pytest.mark.parametrize("fault", BROKEN)
def test_the_check_sees_what_is_wrong_with_a_catalogue(fault: str, tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr "Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    (tmp_path / "broken.po").write_text(head + BROKEN[fault])
    catalogue = read(tmp_path / "broken.po")
    wanted = Catalog()
    wanted.add("Score %(score)s.")
    assert any(line.startswith(fault) for line in faults_of(catalogue, wanted))


def test_the_check_sees_the_plural_forms_of_another_language(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr "Language: pl\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    (tmp_path / "broken.po").write_text(head)
    assert faults_of(read(tmp_path / "broken.po"), Catalog()) == ["plural forms of another language: 2"]


SIGNS = """<b>"Ⓐ" & 'ö\\'"""


@pytest.mark.parametrize(
    "template",
    [
        '{{ _("Undo") }}',
        "{{ _('Undo') }}",
        '{% for words in [_("Undo")] %}{{ words }}{% endfor %}',
        '{{ none or _("Undo") }}',
    ],
)
def test_the_signs_of_a_translation_are_text_wherever_a_template_has_it(
    template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "words.html").write_text(template)
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    monkeypatch.setattr(languages()["de"].translations, "_catalog", {"Undo": SIGNS})
    assert pages.Pages("/static").render(languages()["de"], "words.html") == str(escape(SIGNS))


def test_the_pseudo_language_is_whole(tmp_path: Path) -> None:
    with speaking(tmp_path, "ar", "de"):
        for code in ("ar", "de"):
            assert faults_of(read(tmp_path / code / "LC_MESSAGES" / "messages.po"), template()) == []

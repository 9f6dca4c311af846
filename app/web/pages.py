"""The templates, made ready once for each language."""

import json
import re
from collections.abc import Callable, MutableMapping
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.resources import ROOT
from app.web.i18n import Language, languages
from app.web.readings import Reading, address_of

_INCLUDE = re.compile(r'\{%(-?) include "([^"]+)" (-?)%\}')
_SENTENCE = re.compile(r"""_\((?:"([^"%]*)"|'([^'%]*)')\)""")


class Pages:
    """Fills in templates, in any of the languages."""

    def __init__(self, static_url: str) -> None:
        self._environments = {
            code: _environment(language, static_url) for code, language in languages().items()
        }

    def render(self, language: Language, template: str, **context: object) -> str:
        """Return a template filled in, in this language."""
        return self._environments[language.code].get_template(template).render(context)


@cache
def pages_for(static_url: str) -> Pages:
    """Return the templates for this address of the static files, compiled once however many ask."""
    return Pages(static_url)


class _Loader(FileSystemLoader):
    """Loads a template with its partials and its fixed sentences already in place.

    They are the same for every request in a language; putting them in at each would take most of
    the time of a move.
    """

    def __init__(self, language: Language) -> None:
        super().__init__(ROOT / "templates")
        self._language = language

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return the text of a template, its file, and how to tell whether it is up to date."""
        source, path, up_to_date = super().get_source(environment, template)
        source = _INCLUDE.sub(lambda found: self._included(environment, found), source)
        return _SENTENCE.sub(self._translated, source), path, up_to_date

    def _included(self, environment: Environment, found: re.Match[str]) -> str:
        text, _, _ = self.get_source(environment, found[2])
        return text.strip() if found[1] else text

    def _translated(self, found: re.Match[str]) -> str:
        """Write a sentence in the language as a string of the template, which escapes it as any other."""
        return json.dumps(self._language.gettext(found[1] or found[2]), ensure_ascii=False)


class _Environment(Environment):
    """Gives every template what all of them share as one dictionary.

    It never changes; Jinja's own would be put together from two for each answer, which takes a
    third of the time of filling in a template.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what the templates of this environment see without being told."""
        return {**self.globals, **(d or {})}


def _environment(language: Language, static_url: str) -> Environment:
    environment = _Environment(
        loader=_Loader(language),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    install: Any = environment
    install.install_gettext_translations(language.translations, newstyle=True)
    environment.globals.update(
        language=language,
        languages=list(languages().values()),
        number=language.number,
        static=static_url,
        addresses={reading.value: address_of(reading, language) for reading in Reading},
    )
    return environment

"""What stands in the repository, and what must not."""

import re

import pytest
from pydantic import SecretStr

from app.settings import Settings
from tests.packaging.tree import ROOT, tracked_files

FOLDERS_OF_ONE_MACHINE = re.compile(r"(?<![\w./}-])/(?:home|root|tmp|work|Users|opt)/[\w.]")
REGISTRIES = re.compile(
    r"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian|snapshot\.debian|docker\.io|ghcr\.io"
)
README = (ROOT / "README.md").read_text()
DOCUMENTED = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", README, re.MULTILINE))


def product_texts() -> dict[str, str]:
    """Return every text in the repository but the tests and the Dockerfile, by its path."""
    texts = {}
    for path in tracked_files():
        if path.parts[0] in ("tests", "Dockerfile"):
            continue
        content = (ROOT / path).read_bytes()
        if b"\0" not in content:
            texts[path.as_posix()] = content.decode()
    return texts


@pytest.mark.parametrize("unwanted", [FOLDERS_OF_ONE_MACHINE, REGISTRIES])
def test_nothing_names_a_folder_of_one_machine_or_a_package_registry(unwanted: re.Pattern[str]) -> None:
    texts = product_texts()
    assert "requirements.lock" in texts
    found = {path: unwanted.findall(text) for path, text in texts.items() if unwanted.search(text)}
    assert found == {}


def test_the_patterns_find_what_they_are_meant_to_find() -> None:
    assert FOLDERS_OF_ONE_MACHINE.search("see /home/someone/2048")
    assert FOLDERS_OF_ONE_MACHINE.search('"/tmp/x"')
    assert not FOLDERS_OF_ONE_MACHINE.search("app/work/flow.py and /healthz")
    assert REGISTRIES.search("https://pypi.org/simple")


def test_the_readme_documents_every_setting_and_none_that_does_not_exist() -> None:
    assert set(DOCUMENTED) == {name.upper() for name in Settings.model_fields}


@pytest.mark.parametrize("name", Settings.model_fields)
def test_the_readme_tells_the_default_of_each_setting(name: str) -> None:
    default = Settings.model_fields[name].default
    if default in (None, ""):
        assert not re.fullmatch("`[^`]*`", DOCUMENTED[name.upper()]), "there is no value by default"
    else:
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        assert DOCUMENTED[name.upper()] == f"`{shown}`"


@pytest.mark.parametrize("name", Settings.model_fields)
def test_each_setting_describes_itself(name: str) -> None:
    field = Settings.model_fields[name]
    assert field.description
    assert field.description.endswith(".")


def test_what_is_secret_is_never_shown_by_chance() -> None:
    for name in ("database_url", "secret_key"):
        assert SecretStr in getattr(Settings.model_fields[name].annotation, "__args__", ())


def test_every_pinned_package_of_the_product_is_pinned_alike_for_development() -> None:
    def pins(file: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==\S+", (ROOT / file).read_text(), re.MULTILINE))

    assert pins("requirements.lock")
    assert pins("requirements.lock") <= pins("requirements-dev.lock")


def test_every_pin_has_a_hash() -> None:
    for file in ("requirements.lock", "requirements-dev.lock"):
        entries = re.split(r"\n(?=\w)", (ROOT / file).read_text())
        assert all("--hash=sha256:" in entry for entry in entries), file


def test_the_licence_is_the_one_that_the_package_declares() -> None:
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
    assert 'license = "MIT"' in (ROOT / "pyproject.toml").read_text()

"""The engine stands on the standard library alone, and its examples are true."""

import ast
import doctest
import importlib
import sys
from pathlib import Path

import pytest

import app.engine

FOLDER = Path(app.engine.__path__[0])
MODULES = ["app.engine", *(f"app.engine.{path.stem}" for path in sorted(FOLDER.glob("[!_]*.py")))]
OUTSIDE_WORLD = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
"""Where a clock, randomness, input or output would come from."""


def imports_of(source: str) -> set[str]:
    """Return the full names of all modules that a source imports, at its top or further in."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def strangers(source: str) -> set[str]:
    """Return the imports that are neither the engine's own nor of the standard library."""
    return {
        name
        for name in imports_of(source)
        if name.partition(".")[0] not in sys.stdlib_module_names and not f"{name}.".startswith("app.engine.")
    }


def outside_world(source: str) -> set[str]:
    """Return what a source takes from a clock, from chance, or from input and output."""
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    imported = {name for name in imports_of(source) if name.partition(".")[0] in OUTSIDE_WORLD}
    return imported | calls & {"open", "print", "input", "exec", "eval", "__import__"}


def source_of(module: str) -> str:
    file = importlib.import_module(module).__file__
    assert file is not None
    return Path(file).read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES)
def test_a_module_of_the_engine_imports_the_standard_library_only(module: str) -> None:
    assert strangers(source_of(module)) == set()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_of_the_engine_has_no_clock_no_randomness_and_no_input_or_output(module: str) -> None:
    assert outside_world(source_of(module)) == set()


def test_the_engine_has_the_modules_that_this_file_is_about() -> None:
    assert {"app.engine.board", "app.engine.chance", "app.engine.game"} <= set(MODULES)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import numpy", "numpy"),
        ("import numpy.random as r", "numpy.random"),
        ("from app.store import tables", "app.store"),
        ("from app import settings", "app"),
        ("from . import board", "."),
        ("def f():\n    import fastapi", "fastapi"),
        ("import app.engineering", "app.engineering"),
    ],
)
def test_a_stranger_among_the_imports_would_be_seen(source: str, name: str) -> None:
    assert strangers(source) == {name}


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import random", "random"),
        ("from time import monotonic", "time"),
        ("def f():\n    import os.path", "os.path"),
        ("print(1)", "print"),
        ("text = open('x').read()", "open"),
    ],
)
def test_a_clock_randomness_input_or_output_would_be_seen(source: str, name: str) -> None:
    assert outside_world(source) == {name}


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_are_true(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_the_examples_of_sliding_a_line_are_among_those_that_run() -> None:
    board = importlib.import_module("app.engine.board")
    found = {test.name for test in doctest.DocTestFinder(exclude_empty=True).find(board) if test.examples}
    assert "app.engine.board.slide_line" in found

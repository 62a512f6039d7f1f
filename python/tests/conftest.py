"""What the tests have in common: the installed package, its program, and small studies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sweetspot
from sweetspot import _program

SOURCE = Path(__file__).parents[2]

if Path(sweetspot.__file__).is_relative_to(SOURCE / "python"):
    raise RuntimeError("the tests are of the installed package; run them without python/ on the path of modules")

HANG = 60  # seconds after which something hangs, also on a busy machine


@pytest.fixture
def source() -> Path:
    """The tree that the package was built from."""
    return SOURCE


@pytest.fixture
def program() -> Callable[..., str]:
    """Runs the command line that comes with the package and returns what it prints."""

    def run(*arguments: object, stdin: str = "") -> str:
        done = subprocess.run(
            [os.fspath(_program.path()), *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=HANG
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def suggest(program: Callable[..., str]) -> Callable[..., dict[str, Any]]:
    """What `sweetspot suggest` says of a state."""

    def ask(state: dict[str, Any], *arguments: object) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(program("suggest", "-", *arguments, stdin=json.dumps(state)))
        return found

    return ask


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Starts a program of Python in a process and folder of its own."""

    def start(text: str, *arguments: object, **options: Any) -> subprocess.Popen[str]:
        file = tmp_path / "program.py"
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        return subprocess.Popen(
            [sys.executable, file, *map(str, arguments)], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, **options,
        )

    return start


@pytest.fixture
def outcome(script: Callable[..., subprocess.Popen[str]]) -> Callable[..., str]:
    """What such a program prints; it must end in order."""

    def run(text: str, *arguments: object) -> str:
        process = script(text, *arguments)
        try:
            printed, complaint = process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        assert process.returncode == 0, complaint
        return printed

    return run


@pytest.fixture(autouse=True)
def _in_a_scratch_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield

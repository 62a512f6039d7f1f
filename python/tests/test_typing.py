"""Types: the package and a user's program are clean for mypy --strict, and the stub of the engine is current."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sweetspot

MOST = 300  # seconds; mypy reads NumPy and Optuna once


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("mypy")


@pytest.fixture
def mypy(cache):
    pytest.importorskip("mypy", reason="types are checked by mypy, which is not installed")

    def run(*arguments, folder):
        environment = {name: value for name, value in os.environ.items() if name not in ("MYPYPATH", "PYTHONPATH")}
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir", cache, *map(str, arguments)], cwd=folder, env=environment,
            capture_output=True, text=True, timeout=MOST,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return run


def test_the_package_is_clean_by_its_own_configuration(mypy, source):
    mypy("--config-file", source / "pyproject.toml", folder=source)


def test_a_users_program_is_clean_against_the_installed_package(mypy, tmp_path):
    for needed in ("optuna", "gest_api"):
        pytest.importorskip(needed, reason=f"the program uses {needed}, which is not installed")
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = true\n[mypy-gest_api.*]\nignore_missing_imports = true\n")
    shutil.copy(Path(__file__).with_name("typed_example.py"), tmp_path)
    mypy("--config-file", "mypy.ini", "typed_example.py", folder=tmp_path)


def test_the_users_program_runs(outcome):
    for needed in ("optuna", "gest_api"):
        pytest.importorskip(needed, reason=f"the program uses {needed}, which is not installed")
    assert outcome(Path(__file__).with_name("typed_example.py").read_text(encoding="utf-8")).split() == ["typed"]


def test_the_package_says_that_it_is_typed():
    assert (Path(sweetspot.__file__).parent / "py.typed").exists()


def test_the_stub_of_the_engine_is_that_of_the_module(source):
    pytest.importorskip("nanobind.stubgen", reason="the stub is written by nanobind, which is not installed")
    spec = importlib.util.spec_from_file_location("python_stub", source / "tools" / "python_stub.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    committed = (source / "python" / "sweetspot" / "_core.pyi").read_text(encoding="utf-8")
    assert tool.stub() == committed, "write it anew: python tools/python_stub.py python/sweetspot/_core.pyi"

"""What the documentation shows is run: examples of docstrings, the blocks of the tour, and the notebooks."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import pkgutil
import re
from pathlib import Path

import pytest

import sweetspot as ss

DOCS = Path(__file__).parents[2] / "docs"
NEEDED = {"sweetspot.frames": "pandas", "sweetspot.integrations.optuna": "optuna", "sweetspot.integrations.gest": "gest_api"}
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(ss.__path__, "sweetspot.")
    if module.name not in ("sweetspot._core", "sweetspot.__main__")
)


@pytest.mark.parametrize("name", ["sweetspot", *MODULES])
def test_the_examples_of_docstrings_say_what_happens(name):
    if name in NEEDED:
        pytest.importorskip(NEEDED[name], reason=f"the examples of {name} need {NEEDED[name]}, which is not installed")
    module = importlib.import_module(name)
    found = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def test_everything_public_has_a_docstring():
    lacking = []
    for name in ss.__all__:
        if name == "from_dataframe":
            continue
        thing = getattr(ss, name)
        if not inspect.getdoc(thing):
            lacking.append(name)
        if inspect.isclass(thing) and thing.__module__.startswith("sweetspot"):
            members = {n: m for n, m in vars(thing).items() if not n.startswith("_") and (callable(m) or isinstance(m, property))}
            lacking += [f"{name}.{n}" for n, m in members.items() if not inspect.getdoc(m) and n not in _PLAIN]
    assert lacking == []


# Names that say all there is to say.
_PLAIN = {"names", "dimension", "observations", "outputs", "name", "kernel", "log_marginal_likelihood", "interval", "trials",
          "warnings", "centre", "worst"}


def blocks():
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    found = []
    for match in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, match.start(1)) + 1
        found.append((line, match[1]))
    return found


def test_every_block_of_the_tour_runs_in_order_in_one_namespace(tmp_path, capsys):
    shown = blocks()
    assert len(shown) >= 5
    namespace = {"__name__": "__main__"}
    for line, code in shown:
        if code.startswith("# not run:"):
            continue
        for needed in ("optuna", "gest_api", "pandas"):
            if re.search(rf"\b{needed}\b|dataframe" if needed == "pandas" else rf"\b{needed}\b", code):
                pytest.importorskip(needed, reason=f"the tour shows {needed}, which is not installed")
        try:
            exec(compile("\n" * (line - 1) + code, str(DOCS / "python.md"), "exec"), namespace)
        except Exception as error:
            raise AssertionError(f"docs/python.md:{line}: {type(error).__name__}: {error}") from error
    for thing in list(namespace.values()):
        if hasattr(thing, "close") and type(thing).__name__ == "Server":
            thing.close()


def test_blocks_that_are_not_run_say_why():
    for line, code in blocks():
        first = code.splitlines()[0]
        assert not first.startswith("# not run") or len(first) > len("# not run: ") + 5, f"docs/python.md:{line}"


NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


def test_there_are_two_notebooks():
    assert len(NOTEBOOKS) >= 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(path, tmp_path):
    nbformat = pytest.importorskip("nbformat", reason="notebooks are read by nbformat, which is not installed")
    nbclient = pytest.importorskip("nbclient", reason="notebooks are run by nbclient, which is not installed")
    pytest.importorskip("ipykernel", reason="notebooks run in ipykernel, which is not installed")
    os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}})
    client.execute()
    errors = [o for cell in notebook.cells for o in cell.get("outputs", []) if o["output_type"] == "error"]
    assert errors == []
    pictures = [o for cell in notebook.cells for o in cell.get("outputs", []) if "text/html" in o.get("data", {})]
    assert pictures, "a notebook shows at least one picture"

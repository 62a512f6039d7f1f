"""Comparisons of methods on the built-in problems: the paper's evaluation, or your own.

An experiment runs every method on every problem, repeat by repeat. It stores each finished run in one file, so that you
can interrupt and resume it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._checks import MOST_THREADS, whole
from .problem import norm_word

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """One method on one problem. Row r is repeat r, column n - 1 the state after n evaluations: the true worst case of
    the recommended centre less that of the robust optimum, and the distance between the two in the unit cube.

    >>> Scores("random", np.array([[0.5, 0.2]]), np.array([[0.3, 0.1]])).regret[:, -1]
    array([0.2])
    """

    method: str
    regret: Floats
    distance: Floats


@dataclass(frozen=True)
class Comparison:
    """Every method on one problem, paired by repeat.

    >>> Comparison("bumped-bowl", 2, "2", "default", 3, (), ()).problem
    'bumped-bowl'
    """

    problem: str
    dimension: int
    norm: str
    profile: str
    initial: int
    methods: tuple[Scores, ...]
    own: tuple[Scores, ...]


class Experiment:
    """Problems × dimensions × methods × repeats, stored at `path`.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tiny = Experiment(folder + "/tiny.db", problems=["bumped-bowl"], methods=["random", "centre"], dimensions=[2],
    ...                   repeats=2, evaluations=5)
    >>> tiny.run()
    4
    >>> tiny.comparisons()[0].methods[0].regret.shape
    (2, 5)
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        problems: Sequence[str],
        methods: Sequence[str],
        dimensions: Sequence[int] = (2,),
        norms: Sequence[float | str] | None = None,
        repeats: int = 30,
        evaluations: int = 100,
        seed: int = 1,
        profile: str = "default",
    ) -> None:
        words: dict[str, Any] = {
            "name": Path(path).stem, "profile": profile, "problems": list(problems), "methods": list(methods),
            "dimensions": [int(d) for d in dimensions], "repeats": repeats, "evaluations": evaluations, "seed": seed,
        }
        if norms is not None:
            words["norms"] = [str(norm_word(norm)) for norm in norms]
        # TOML writes numbers, words and lists of them as JSON does.
        text = "[experiment]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in words.items())
        try:
            self._spec, self.path = _core.ExperimentSpec(text, "experiment"), Path(path)
        except ValueError as refused:
            raise ValueError(re.sub(r"^experiment:\d+: ", "", str(refused))) from None

    @classmethod
    def from_file(cls, spec: str | os.PathLike[str], path: str | os.PathLike[str]) -> Experiment:
        """An experiment from a spec file, like that of `sweetspot experiment run`.

        >>> import tempfile
        >>> folder = Path(tempfile.mkdtemp())
        >>> text = '[experiment]\\nname = "tiny"\\nproblems = ["toy"]\\nmethods = ["random"]\\ndimensions = [1]\\nrepeats = 2\\n'
        >>> _ = (folder / "tiny.toml").write_text(text)
        >>> len(Experiment.from_file(folder / "tiny.toml", folder / "tiny.db"))
        2
        """
        experiment = object.__new__(cls)
        try:
            text = Path(spec).read_text(encoding="utf-8")
        except OSError:
            raise ValueError(f"{os.fspath(spec)} cannot be read; give the name of a spec file that exists") from None
        experiment._spec = _core.ExperimentSpec(text, os.fspath(spec))
        experiment.path = Path(path)
        return experiment

    def __len__(self) -> int:
        """The number of runs."""
        return self._spec.runs

    def run(self, *, jobs: int = 1) -> int:
        """Performs the missing runs, `jobs` at a time, and returns how many runs are stored."""
        return _core.run_experiment(self._spec, os.fspath(self.path), whole(jobs, "jobs", 1, MOST_THREADS))

    def comparisons(self) -> list[Comparison]:
        """The comparisons so far; only repeats that every method has finished count."""
        return [
            Comparison(**c | {kind: tuple(Scores(**s) for s in c[kind]) for kind in ("methods", "own")})
            for c in _core.comparisons(self._spec, os.fspath(self.path))
        ]

    def table(self, which: str = "summary") -> str:
        """A table as comma-separated values: "summary", "runs" or "tests"."""
        if which not in ("summary", "runs", "tests"):
            raise ValueError(_core.unknown_name("table", str(which), ["summary", "runs", "tests"]))
        return _core.experiment_table(self._spec, os.fspath(self.path), which)

"""Questions that a study answers without a new evaluation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._checks import finite, whole
from ._choices import chosen
from .answer import Answer, Trial
from .model import Model
from .problem import Problem, norm_word

Floats = NDArray[np.float64]


class Questions:
    """The part of `Study` that answers questions."""

    problem: Problem
    _core: _core.Study
    _threads: int

    @property
    def trials(self) -> list[Trial]:
        """All trials, in the order of their numbers."""
        return [Trial(**entry) for entry in json.loads(self._core.trials())]

    def best(
        self,
        *,
        tolerance: Mapping[str, float | str] | None = None,
        norm: float | str | None = None,
        measure: Any = None,
        law: Any = None,
        limit: float | None = None,
        at: Mapping[str, Any] | None = None,
    ) -> Answer:
        """The answer from what is known so far. You can ask for other tolerances, another norm, measure, law or limit, and
        compare with a design of your own (`at`). Nothing is evaluated.

        >>> import tempfile
        >>> from sweetspot import Study
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.best(tolerance={"width": 0.1}).worst < study.best(tolerance={"width": 0.5}).worst
        True
        """
        question: dict[str, Any] = {}
        if tolerance is not None:
            if not isinstance(tolerance, Mapping):
                raise ValueError(f"tolerance: {tolerance!r} was given; it must be a mapping from names to tolerances")
            question["tolerance"] = {name: _tolerance_text(t) for name, t in tolerance.items()}
        if norm is not None:
            question["norm"] = str(norm_word(norm))
        for family, given in (("measure", measure), ("law", law)):
            if given is not None:
                choice = chosen(family, given)
                question[family] = (choice.name, dict(choice.settings))
        if limit is not None:
            question["limit"] = finite(limit, "limit")
        data, text = self._core.best(question, self._point(at), self._threads)
        return Answer(json.loads(data), text)

    def tolerance(
        self, limit: float | None = None, *, parameter: str = "", at: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """By which factor tolerances may grow while the limit holds, as `sweetspot tolerance --format json`.

        >>> import tempfile
        >>> from sweetspot import Study
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.tolerance(1.0)["at_centre"]["by_mean"] > 1
        True
        """
        found = self._core.tolerance(_limit(limit), str(parameter), self._point(at), self._threads)
        return json.loads(found)  # type: ignore[no-any-return]

    def contributions(self, *, of: str = "", at: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Which ± spreads the values most, as `sweetspot contributions --format json`.

        >>> import tempfile
        >>> from sweetspot import Study
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> [part["parameter"] for part in study.contributions()["contributions"]]
        ['width']
        """
        return json.loads(self._core.contributions(str(of), self._point(at), self._threads))  # type: ignore[no-any-return]

    def allocate(
        self,
        limit: float | None = None,
        *,
        cost: Mapping[str, str] | None = None,
        lock: Mapping[str, float] | Sequence[str] = (),
        bounds: Mapping[str, tuple[float | str, float | str]] | None = None,
        centre: str = "free",
        curve: int = 7,
        at: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The cheapest tolerances that keep a limit, as `sweetspot allocate --format json`. A cost is a text such as
        "1/t", or the name of a file with rows tolerance,cost.

        >>> import tempfile
        >>> from sweetspot import Study
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> found = study.allocate(1.0, cost={"width": "1/t"}, curve=1)
        >>> found["by_mean"]["tolerances"]["width"] > 0.2
        True
        """
        if centre not in ("free", "fixed"):
            raise ValueError(_core.unknown_name("centre", str(centre), ["free", "fixed"]))
        costs = ",".join(f"{name}={text}" for name, text in (cost or {}).items())
        locks = (
            ",".join(f"{name}={value}" for name, value in lock.items()) if isinstance(lock, Mapping) else ",".join(lock)
        )
        ranges = ",".join(f"{name}={least}:{most}" for name, (least, most) in (bounds or {}).items())
        found = self._core.allocate(
            _limit(limit), costs, locks, ranges, centre == "fixed", whole(curve, "curve", 1), self._point(at), self._threads
        )
        return json.loads(found)  # type: ignore[no-any-return]

    def model(self) -> Model:
        """The model of all trials that have a value.

        >>> import tempfile
        >>> from sweetspot import Study
        >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
        >>> study.run(lambda design: (design["width"] - 3) ** 2)
        'the budget of 8 evaluations is spent'
        >>> study.model()
        Model(8 observations of width)
        """
        core = self._core.model(self.problem._search, self._threads)
        known = [t for t in self.trials if t.state == "complete" and t.value is not None]
        inputs = self.problem.arrays([t.params for t in known])
        return Model(self.problem, core, (inputs, np.array([t.value for t in known], dtype=float)))

    def _point(self, params: Mapping[str, Any] | None) -> Floats | None:
        """The user's design; its region must be inside the bounds."""
        if params is None:
            return None
        if not isinstance(params, Mapping):
            raise ValueError(f"at: {params!r} was given; it must be a mapping from names to values")
        x = self.problem.centre(params)
        for name, value, (least, most) in zip(self.problem.names, x, self.problem.centre_bounds):
            if not least <= value <= most:
                raise ValueError(f'at: "{name}" is {value:g}; its region is within the bounds from {least:g} to {most:g}')
        return x


def _limit(limit: Any) -> float | None:
    return None if limit is None else finite(limit, "limit")


def _tolerance_text(tolerance: float | str) -> str:
    return tolerance if isinstance(tolerance, str) else repr(finite(tolerance, "tolerance"))

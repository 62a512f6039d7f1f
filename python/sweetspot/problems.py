"""The built-in test problems: functions with their true worst cases and robust optima.

>>> bowl = get("bumped-bowl", dimension=2)
>>> round(bowl.optimum().worst, 7)
4.54e-05
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._checks import finite, name_of, numbers, whole
from .problem import Problem, norm_word

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Optimum:
    """The centre with the smallest known worst case.

    >>> get("bumped-bowl").optimum().x.shape
    (2,)
    """

    x: Floats
    worst: float
    how: str
    accuracy: float


class TestProblem:
    """A function to try methods on. Calling it evaluates the function at an array.

    >>> bowl = TestProblem("bumped-bowl")
    >>> bowl([0, 0]), round(bowl.worst_case([0, 0]), 7)
    (0.0, 4.54e-05)
    """

    __test__ = False  # pytest takes classes of such names for its own

    def __init__(self, name: str, dimension: int | None = None, instance: int = 1) -> None:
        size = None if dimension is None else whole(dimension, "dimension", 1, 1000)
        self._made = (name_of(name, "problem"), size, whole(instance, "instance", 1, 2**63))
        self._core = _core.Benchmark(*self._made)

    def __call__(self, x: ArrayLike) -> float:
        return self._core.value(self._point(x))

    def _point(self, x: ArrayLike) -> Floats:
        point = numbers(x, "the point", f"{self.dimension} numbers")
        if point.shape != (self.dimension,):
            raise ValueError(f"the point has the shape {point.shape}; it must have {self.dimension} numbers")
        return point

    def __repr__(self) -> str:
        return f"TestProblem({self.name!r}, dimension={self.dimension})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made

    @property
    def name(self) -> str:
        """The name by which `get` finds it."""
        return self._core.name

    @property
    def summary(self) -> str:
        """One line about the problem."""
        return self._core.summary

    @property
    def dimension(self) -> int:
        """The number of parameters."""
        return self._core.dimension

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """The bounds of each parameter."""
        return [(float(lower), float(upper)) for lower, upper in self._core.bounds]

    @property
    def tolerance(self) -> float:
        """The tolerance of the literature, the same for every coordinate."""
        return self._core.tolerance

    def problem(self, **changes: Any) -> Problem:
        """The robust problem with its usual tolerance and norm, or with others: ``problem(tolerance=0.5)``."""
        given: dict[str, Any] = {"tolerance": self.tolerance, "norm": self._core.norm} | changes
        return Problem(self.bounds, **given)

    def worst_case(self, centre: ArrayLike, tolerance: float | None = None, norm: float | str | None = None) -> float:
        """The true worst value over the region of a centre."""
        x = self._point(centre)
        return self._core.worst_case(x, _tolerance(tolerance), None if norm is None else str(norm_word(norm)))

    def optimum(self, tolerance: float | None = None, norm: float | str | None = None) -> Optimum:
        """The true robust optimum, or the best known one."""
        return Optimum(**self._core.optimum(_tolerance(tolerance), None if norm is None else str(norm_word(norm))))


def _tolerance(tolerance: Any) -> float | None:
    return None if tolerance is None else finite(tolerance, "tolerance")


def get(name: str, dimension: int | None = None, *, instance: int = 1) -> TestProblem:
    """The problem of that name, in two dimensions unless it exists in others only.

    >>> get("levy03", dimension=5)
    TestProblem('levy03', dimension=5)
    """
    return TestProblem(name, dimension, instance)


def names() -> dict[str, str]:
    """Every problem, with one line about it.

    >>> names()["toy"]
    "the paper's one-dimensional example, on [0, 1]"
    """
    return dict(_core.problem_names())

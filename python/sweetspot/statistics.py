"""The tests by which methods are compared. Scores have one row per problem or repeat and one column per method; smaller
is better.

>>> round(wilcoxon([1.0, 2.0, 3.5], [2.0, 3.5, 5.5])["p"], 3)
0.25
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core

Floats = NDArray[np.float64]


def _table(scores: ArrayLike) -> Floats:
    table = np.ascontiguousarray(scores, dtype=float)
    if table.ndim != 2:
        raise ValueError(f"the scores have the shape {table.shape}; give one row per repeat and one column per method")
    return table


def _list(values: ArrayLike) -> Floats:
    array = np.ascontiguousarray(values, dtype=float)
    if array.ndim != 1:
        raise ValueError(f"the values have the shape {array.shape}; give a sequence of numbers")
    return array


def friedman(scores: ArrayLike) -> dict[str, Any]:
    """Do the methods differ at all? Average ranks, chi-square and Iman and Davenport's F with their p."""
    return _core.friedman(_table(scores))


def wilcoxon(x: ArrayLike, y: ArrayLike, alternative: str = "two-sided") -> dict[str, Any]:
    """The signed-rank test of paired samples."""
    return _core.wilcoxon(_list(x), _list(y), alternative)


def holm(p: ArrayLike) -> Floats:
    """p-values corrected for several tests at once."""
    return _core.holm(_list(p))


def average_ranks(scores: ArrayLike) -> Floats:
    """The ranks within each row, averaged over the rows: one per method."""
    return _core.average_ranks(_table(scores))


def critical_difference(scores: ArrayLike, alpha: float = 0.05) -> dict[str, Any]:
    """Average ranks and the groups of methods that no test separates."""
    return _core.critical_difference(_table(scores), alpha)


def quartiles(values: ArrayLike) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    return _core.quartiles(_list(values))

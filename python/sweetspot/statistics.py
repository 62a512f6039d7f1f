"""Statistical tests to compare methods. Scores have one row per problem or repeat and one column per method; smaller is
better.

>>> round(wilcoxon([1.0, 2.0, 3.5], [2.0, 3.5, 5.5])["p"], 3)
0.25
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._checks import finite, name_of, numbers

Floats = NDArray[np.float64]
_Found = TypeVar("_Found")


def _asked(function: Callable[..., _Found], *given: Any) -> _Found:
    """What the engine's function returns; a refusal is its sentence without the name of the function in front."""
    try:
        return function(*given)
    except ValueError as refused:
        raise ValueError(re.sub(r"^\w+: ", "", str(refused))) from None


def _table(scores: ArrayLike) -> Floats:
    table = numbers(scores, "the table of scores", "one row per repeat and one column per method")
    if table.ndim != 2:
        raise ValueError(f"the scores have the shape {table.shape}; give one row per repeat and one column per method")
    return table


def _list(values: ArrayLike) -> Floats:
    array = numbers(values, "the list of values", "a sequence of numbers")
    if array.ndim != 1:
        raise ValueError(f"the values have the shape {array.shape}; give a sequence of numbers")
    return array


def friedman(scores: ArrayLike) -> dict[str, Any]:
    """Friedman's test: do the methods differ at all? Average ranks, chi-square, Iman and Davenport's F, and their p.

    >>> friedman([[1, 2, 3], [1, 3, 2], [1, 2, 3]])["average_ranks"].tolist()[0]
    1.0
    """
    return _asked(_core.friedman, _table(scores))


def wilcoxon(x: ArrayLike, y: ArrayLike, alternative: str = "two-sided") -> dict[str, Any]:
    """Wilcoxon's signed-rank test of paired samples.

    >>> wilcoxon([1.0, 2.0, 3.0], [2.0, 4.0, 6.0], "less")["p"]
    0.125
    """
    return _asked(_core.wilcoxon, _list(x), _list(y), name_of(alternative, "alternative"))


def holm(p: ArrayLike) -> Floats:
    """p-values with Holm's correction for several tests.

    >>> holm([0.01, 0.04]).tolist()
    [0.02, 0.04]
    """
    return _asked(_core.holm, _list(p))


def average_ranks(scores: ArrayLike) -> Floats:
    """The ranks within each row, averaged over the rows: one per method.

    >>> average_ranks([[1, 2], [2, 1], [1, 2], [1, 2]]).tolist()
    [1.25, 1.75]
    """
    return _asked(_core.average_ranks, _table(scores))


def critical_difference(scores: ArrayLike, alpha: float = 0.05) -> dict[str, Any]:
    """Average ranks and the groups of methods that no test separates.

    >>> critical_difference([[1, 2, 3], [1, 3, 2], [1, 2, 3]])["groups"]
    [[0, 1, 2]]
    """
    return _asked(_core.critical_difference, _table(scores), finite(alpha, "alpha"))


def quartiles(values: ArrayLike) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile.

    >>> quartiles([1, 2, 3, 4, 5])
    (2.0, 3.0, 4.0)
    """
    return _asked(_core.quartiles, _list(values))

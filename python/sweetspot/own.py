"""Base classes for your own members: derive from one, and pass the object where a name is accepted.

The engine calls them from any thread that it works in, one at a time. Their exceptions reach the caller. Inside the
engine points are in the unit cube, one per row of an array.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ._core import SampledRegion, Situation

Floats = NDArray[np.float64]

_MOST_NUMBERS = 4_000_000  # of perturbed responses at a time: 32 MB


class Measure(ABC):
    """Reduces the values over a region to one number, which is minimised.

    It must shift with a constant and scale with the unit, and should be monotone (set ``monotone = False`` otherwise).
    `value` reduces the last axis, so that one call handles a thousand realisations. A `value` for a single row works
    too, but takes a hundred times as long. A measure may also have ``gradient(responses, weights)``, of the shape of
    the responses; without it differences are used.

    >>> class Midrange(Measure):
    ...     def value(self, responses, weights):
    ...         return (responses.min(axis=-1) + responses.max(axis=-1)) / 2
    >>> Midrange().value(np.array([[1.0, 5.0, 2.0], [0.0, 1.0, 0.0]]), np.ones(3) / 3)
    array([3. , 0.5])
    """

    name: str
    label: str
    monotone: bool = True

    @abstractmethod
    def value(self, responses: Floats, weights: Floats) -> ArrayLike:
        """The measure of the responses (…, n) at n places with these weights."""

    def _values(self, responses: Floats, weights: Floats) -> Floats:
        if self._takes_many(weights):
            found = np.asarray(self.value(responses, weights), dtype=float)
            if found.shape == responses.shape[:-1]:
                return found
        return np.array([self._of_row(row, weights) for row in responses])

    def _of_row(self, row: Floats, weights: Floats) -> float:
        found = np.asarray(self.value(row, weights), dtype=float)
        if found.size != 1:
            raise ValueError(
                f"the measure returned the shape {found.shape} for {len(row)} responses; it must reduce the last axis"
            )
        return float(found.reshape(()))

    def _takes_many(self, weights: Floats) -> bool:
        """Whether `value` reduces the last axis of many rows at once. Tries it on a few rows, because a `value` for a
        single row may raise, or reduce the first axis."""
        known: bool | None = self.__dict__.get("_many")
        if known is None:
            n = len(weights)
            probe = np.sin(np.arange(1.0, (3 if n == 2 else 2) * n + 1)).reshape(-1, n)
            try:
                found = np.asarray(self.value(probe, weights), dtype=float)
                known = found.shape == probe.shape[:1]
            except Exception:  # then a single row tells what is wrong
                known = False
            if known:
                known = np.allclose(found, [self._of_row(row, weights) for row in probe])
            self.__dict__["_many"] = known
        return known

    def _gradient(self, responses: Floats, weights: Floats) -> Floats:
        """By symmetric differences, a few rows at a time."""
        count, n = responses.shape
        result = np.empty_like(responses)
        rows = max(1, _MOST_NUMBERS // (2 * n * n))
        for begin in range(0, count, rows):
            part = responses[begin : begin + rows]
            step = 1e-5 * (1 + np.ptp(part, axis=1))[:, None, None] * np.eye(n)
            up = self._values((part[:, None, :] + step).reshape(-1, n), weights).reshape(len(part), n)
            down = self._values((part[:, None, :] - step).reshape(-1, n), weights).reshape(len(part), n)
            result[begin : begin + rows] = (up - down) / (2 * step[:, 0, 0][:, None])
        return result


class Kernel(ABC):
    """A covariance function g(s) of the squared scaled distance s, with g(0) = 1.

    >>> class Exponential(Kernel):
    ...     def evaluate(self, s):
    ...         return np.exp(-s / 2)
    ...     def derivative(self, s):
    ...         return -np.exp(-s / 2) / 2
    """

    name: str

    @abstractmethod
    def evaluate(self, s: Floats) -> ArrayLike:
        """g at each s."""

    @abstractmethod
    def derivative(self, s: Floats) -> ArrayLike:
        """dg/ds at each s."""


class SamplingRule(ABC):
    """Chooses where inside the chosen region to evaluate next.

    >>> class MostUncertain(SamplingRule):
    ...     name = "most uncertain"
    ...     def sample(self, region, random):
    ...         return region.points[np.argmax(region.sd(region.points))]
    """

    name: str

    @abstractmethod
    def sample(self, region: SampledRegion, random: np.random.Generator) -> ArrayLike:
        """A point of the region, in the unit cube. ``region.points`` are some points of it, ``region.mean`` and
        ``region.sd`` ask the model, ``region.nearest(x)`` moves a point into it."""


class InitialDesign(ABC):
    """Chooses the first points.

    >>> class Uniform(InitialDesign):
    ...     name = "uniform"
    ...     def points(self, dimension, count, random):
    ...         return random.random((count, dimension))
    """

    name: str

    @abstractmethod
    def points(self, dimension: int, count: int, random: np.random.Generator) -> ArrayLike:
        """An array of ``count`` rows in the unit cube."""


class Law(ABC):
    """How deviations are distributed over the region.

    >>> class Rim(Law):
    ...     def density(self, u):
    ...         return float(np.linalg.norm(u))
    """

    @abstractmethod
    def density(self, u: Floats) -> float:
        """The density at u, the deviations in units of the tolerances; it need not be normalised."""


class Method(ABC):
    """How a problem is searched: where to evaluate next, given what was observed so far.

    >>> class Random(Method):
    ...     name = "random"
    ...     def propose(self, situation):
    ...         return situation.random.random(situation.dimension)
    """

    name: str

    @abstractmethod
    def propose(self, situation: Situation) -> ArrayLike | tuple[ArrayLike, ArrayLike]:
        """The next point in the unit cube, or that point and the centre of the region that it was chosen for."""

    # A method may also have `recommend(situation)`, the centre that it would build; otherwise the rule that all methods
    # share chooses it.


class RobustSet(ABC):
    """Any compact set of deviations {δ : distance(δ) ≤ epsilon} that contains 0 and is star-shaped about it, in the
    parameters' units.

    `lower` and `upper` are the ends of a box around it.

    >>> class Diamond(RobustSet):
    ...     def distance(self, delta):
    ...         return float(abs(delta).sum())
    >>> Diamond([-1, -1], [1, 1]).distance(np.array([0.5, 0.2]))
    0.7
    """

    epsilon: float = 1.0

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None:
        self.lower = np.asarray(lower, dtype=float)
        self.upper = np.asarray(upper, dtype=float)

    @abstractmethod
    def distance(self, delta: Floats) -> float:
        """The distance of the deviation δ."""

    @property
    def _bounds(self) -> Floats:
        return np.ascontiguousarray(np.stack([self.lower, self.upper], axis=1).T)


class _OwnFunction(Measure):
    """A plain function as a measure."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.name = self.label = getattr(function, "__name__", "measure")

    def value(self, responses: Floats, weights: Floats) -> ArrayLike:
        result: ArrayLike = self.function(responses, weights)
        return result

"""What a fitted model says about points and regions, in the user's units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._checks import LARGEST_SEED, finite, whole

if TYPE_CHECKING:
    from .problem import Params, Problem

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, which should hold the truth in about 95 of 100 answers.

    >>> share = Estimate(0.97, 0.91, 0.99)
    >>> print(share, share.interval, float(share))
    0.970 (0.910 … 0.990) (0.91, 0.99) 0.97
    """

    value: float
    lower: float
    upper: float

    @property
    def interval(self) -> tuple[float, float]:
        """From `lower` to `upper`."""
        return self.lower, self.upper

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        from .show import estimate_text

        return estimate_text(self.value, self.interval)


@dataclass(frozen=True)
class Worst(Estimate):
    """The worst value of a region, and where the model expects it.

    >>> import sweetspot as ss
    >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
    >>> region = result.optimizer.model().region(result.x)
    >>> sorted(region.worst.where)
    ['x1', 'x2']
    """

    where: Params
    upper_where: Params


@dataclass(frozen=True)
class Room:
    """The factor by which you may multiply tolerances so that a limit is kept: `by_mean` as the model expects it,
    `safely` by the upper end of the interval. A factor that is equal to `most` may be larger still.

    >>> import sweetspot as ss
    >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
    >>> region = result.optimizer.model().region(result.x)
    >>> room = region.largest_tolerance(limit=0.2)
    >>> 0 < room.safely <= room.by_mean <= room.most
    True
    """

    by_mean: float
    safely: float
    most: float
    centre: Params
    safe_centre: Params


@dataclass(frozen=True)
class Contribution:
    """How much of the spread over a region one deviation causes: shares of the variance with their Monte Carlo error,
    and how much better the worst case would be if this parameter were built exactly.

    >>> import sweetspot as ss
    >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
    >>> region = result.optimizer.model().region(result.x)
    >>> sorted(part.parameter for part in region.contributions())
    ['x1', 'x2']
    """

    parameter: str
    alone: float
    alone_error: float
    total: float
    total_error: float
    worst_cost: float


class Region:
    """The region of one centre, by a model. Everything is computed on demand.

    >>> import sweetspot as ss
    >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
    >>> region = result.optimizer.model().region(result.x)
    >>> region.worst.lower <= region.worst.value <= region.worst.upper
    True
    >>> 0 <= region.yield_(0.1).value <= 1
    True
    """

    def __init__(self, model: Model, centre: Floats) -> None:
        self._model, self._centre = model, centre

    def __repr__(self) -> str:
        from .show import shown

        return f"Region({', '.join(f'{name} = {shown(value)}' for name, value in self.centre.items())})"

    def _repr_html_(self) -> str:
        from .show import region_html

        return region_html(self)

    def svg(self) -> str:
        """The model around the centre as a picture: a map of two parameters, and what is expected along each parameter.

        >>> import sweetspot as ss
        >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1)], 0.1, evaluations=6)
        >>> result.optimizer.model().region(result.x).svg()[:4]
        '<svg'
        """
        from .pictures import picture_svg

        return picture_svg(self._model, self._centre)

    @property
    def centre(self) -> Params:
        """The centre, by the names of the parameters."""
        return self._model.problem.params(self._centre)

    @property
    def value(self) -> Estimate:
        """The value at the centre itself."""
        mean, sd = self._model._core.value(self._centre)
        return Estimate(mean, mean - 2 * sd, mean + 2 * sd)

    @property
    def measure(self) -> Estimate:
        """The measure that the problem minimises."""
        return Estimate(*self._model._core.measure(self._centre))

    @property
    def worst(self) -> Worst:
        """The worst value of the region, where it is expected, and the interval that is promised to hold the true one."""
        found = self._model._core.worst(self._centre)
        params = self._model.problem.params
        return Worst(found["value"], found["lower"], found["upper"], params(found["where"]), params(found["upper_where"]))

    @property
    def average(self) -> Estimate:
        """The average of what is built, by the law of deviation."""
        return Estimate(*self._model._core.average(self._centre))

    def yield_(self, limit: float) -> Estimate:
        """The share of builds that are at most `limit`, from 0 to 1.

        >>> import sweetspot as ss
        >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
        >>> region = result.optimizer.model().region(result.x)
        >>> region.yield_(1e6).value
        1.0
        """
        return Estimate(*self._model._core.share_within(self._centre, finite(limit, "limit")))

    def sigma_level(self, limit: float) -> Estimate | None:
        """How many standard deviations of what is built lie between its average and the limit. A third of it is Cpk.
        None where everything is built exactly."""
        found = self._model._core.sigma_level(self._centre, finite(limit, "limit"))
        return None if found is None else Estimate(*found)

    def largest_tolerance(
        self, limit: float, *, parameter: str | None = None, move: bool = False, threads: int = 1
    ) -> Room:
        """By which factor all tolerances, or that of one parameter, may grow (or must shrink) so that nothing is worse
        than the limit. With `move` the centre is the best one for each size.

        >>> import sweetspot as ss
        >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
        >>> region = result.optimizer.model().region(result.x)
        >>> region.largest_tolerance(1.0).by_mean > 1
        True
        """
        names = self._model.problem.names
        if parameter is not None and parameter not in names:
            raise ValueError(_core.unknown_name("parameter", parameter, names))
        number = None if parameter is None else names.index(parameter)
        found = self._model._core.tolerance_room(
            self._centre, finite(limit, "limit"), number, bool(move), whole(threads, "threads", 1)
        )
        params = self._model.problem.params
        return Room(
            found["by_mean"], found["safely"], found["most"], params(found["centre"]), params(found["safe_centre"])
        )

    def contributions(self) -> list[Contribution]:
        """Which ± spreads the values most, the largest first.

        >>> import sweetspot as ss
        >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
        >>> region = result.optimizer.model().region(result.x)
        >>> len(region.contributions())
        2
        """
        return [Contribution(**part) for part in self._model._core.contributions(self._centre)]

    def draws(self, count: int) -> tuple[Floats, Floats, Floats]:
        """Joint realisations over the region: places (n, D), their weights (n,), and values (count, n).

        >>> import sweetspot as ss
        >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
        >>> region = result.optimizer.model().region(result.x)
        >>> places, weights, values = region.draws(10)
        >>> values.shape == (10, len(places))
        True
        """
        return self._model._core.draws(self._centre, whole(count, "count", 1))


class Model:
    """A Gaussian process fitted to what was observed. Points are arrays of one row each, or sequences of mappings.

    >>> import sweetspot as ss
    >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
    >>> model = result.optimizer.model()
    >>> model.mean(np.zeros((3, 2))).shape
    (3,)
    >>> model.samples([{"x1": 0.0, "x2": 0.0}], 4).shape
    (4, 1)
    """

    def __init__(self, problem: Problem, core: _core.Model, observed: tuple[Floats, Floats] | None = None) -> None:
        self.problem, self._core = problem, core
        self._observed = (np.empty((0, problem.dimension)), np.empty(0)) if observed is None else observed

    def __repr__(self) -> str:
        return f"Model({self._core.size} observations of {', '.join(self.problem.names)})"

    def mean(self, x: Any) -> Floats:
        """The expected value at each point."""
        return self._core.mean(self._points(x))

    def sd(self, x: Any) -> Floats:
        """The standard deviation of f (without noise) at each point."""
        return self._core.sd(self._points(x))

    def samples(self, x: Any, count: int, *, seed: int = 1) -> Floats:
        """Joint realisations of f at the points, one per row: (count, n)."""
        points = self._points(x)
        return self._core.samples(points, whole(count, "count", 1), whole(seed, "seed", 0, LARGEST_SEED))

    def region(self, centre: Any) -> Region:
        """The region of a centre, by the model.

        >>> import sweetspot as ss
        >>> result = ss.minimize(lambda x: float(x @ x), [(-1, 1), (-1, 1)], 0.2, evaluations=8)
        >>> model = result.optimizer.model()
        >>> model.region({"x1": 0, "x2": 0.5}).centre
        {'x1': 0.0, 'x2': 0.5}
        """
        return Region(self, self.problem.centre(getattr(centre, "x", centre)))

    def _points(self, x: Any) -> Floats:
        points = self.problem.arrays(x)
        if not np.isfinite(points).all():
            row = int(np.argmin(np.isfinite(points).all(axis=1)))
            raise ValueError(f"row {row} of the points is {points[row].tolist()}; every coordinate must be finite")
        return points

    @property
    def lengthscales(self) -> Floats:
        """In the unit cube, one per parameter: small where the value changes fast."""
        return self._core.lengthscales

    @property
    def noise(self) -> float:
        """The variance of the noise, as a share of that of the values."""
        return self._core.noise

    @property
    def kernel(self) -> str:
        """The name of its covariance function."""
        return self._core.kernel

    @property
    def log_marginal_likelihood(self) -> float:
        """For the standardised values, at the fitted hyperparameters."""
        return self._core.log_marginal_likelihood

    @property
    def warnings(self) -> Sequence[str]:
        """What you should know about the model before you trust an answer, a sentence each."""
        return self._core.warnings

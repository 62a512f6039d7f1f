"""The search: `ask` for the next point, `tell` what came out, take the `best`."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core, own
from ._checks import LARGEST_SEED, MOST_THREADS, error_of, value_of, whole
from ._choices import chosen
from .model import Model
from .problem import Params, Problem

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Suggestion:
    """Where to evaluate next: as an array `x`, and by name as `params`.

    `centre` is the centre of the region that the point belongs to, and `expected_improvement` what it may bring. Both
    are None while the initial design is evaluated.

    >>> suggestion = Optimizer(Problem({"width": (1, 10)}, 0.2)).ask()
    >>> suggestion.params["width"] == float(suggestion.x[0])
    True
    """

    x: Floats
    params: Params
    centre: Floats | None = None
    expected_improvement: float | None = None
    incumbent: Floats | None = None
    incumbent_quality: float | None = None
    note: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class PredictedLimit:
    """What is known about a limit on another output, at the recommended centre.

    >>> from sweetspot import Limit
    >>> optimizer = Optimizer(Problem([(-1, 1)], 0.1, limits=[Limit("stress", at_least=-0.5)]))
    >>> for x in (-0.9, -0.2, 0.4, 0.8):
    ...     optimizer.tell([x], x * x, outputs={"stress": x})
    >>> optimizer.best().limits[0].of
    'stress'
    """

    of: str
    limit: str
    known: int
    value: float
    interval: tuple[float, float]
    probability: float
    binds: bool


@dataclass(frozen=True)
class Best:
    """A centre worth building and what the model expects of its region.

    `interval` is promised to hold the true worst case of the region, in about 95 of 100 answers; it is None while too
    few values are known for a promise.

    >>> optimizer = Optimizer(Problem([(-1, 1)], 0.1))
    >>> for x in (-0.9, -0.2, 0.4, 0.8):
    ...     optimizer.tell([x], x * x)
    >>> best = optimizer.best()
    >>> best.feasible, sorted(best.worst_point)
    (True, ['x1'])
    """

    x: Floats
    params: Params
    quality: float
    worst: float
    worst_point: Params
    interval: tuple[float, float] | None
    limits: tuple[PredictedLimit, ...]
    feasible: bool


class Optimizer:
    """One search. A suggestion is a pure function of problem, options, seed and history: it is bit-identical with any
    number of threads, and the same as that of the command line.

    >>> optimizer = Optimizer(Problem([(-1, 1), (-1, 1)], 0.1))
    >>> for _ in range(5):
    ...     x = optimizer.ask().x
    ...     optimizer.tell(x, float(x @ x))
    >>> optimizer.observations
    5
    """

    def __init__(
        self,
        problem: Problem,
        *,
        seed: int = 1,
        threads: int = 1,
        initial: int | None = None,
        design: Any = None,
        method: Any = None,
        sampling: Any = None,
        maximiser: Any = None,
        kernel: Any = None,
        model: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(problem, Problem):
            raise ValueError(f"the problem is {problem!r}; give a sweetspot.Problem")
        self.problem = problem
        self._how, self._own = described_how(
            seed=seed, initial=initial, design=design, method=method, sampling=sampling, maximiser=maximiser,
            kernel=kernel, model=model,
        )
        self._threads = whole(threads, "threads", 1, MOST_THREADS)
        self._core = self._made()

    def _made(self) -> _core.Optimizer:
        return _core.Optimizer(self.problem._made(self._how, self._own), self._threads)

    def ask(self, *, pending: Any = None, failed: Any = None) -> Suggestion:
        """The next point. `pending` are points that are being evaluated at this moment. `failed` are points that could not
        be evaluated; the search keeps away from them. Both are suggestions, mappings, or an array of one row each.

        >>> optimizer = Optimizer(Problem([(-1, 1), (-1, 1)], 0.1))
        >>> first = optimizer.ask()
        >>> second = optimizer.ask(pending=[first])
        >>> bool((first.x == second.x).all())
        False
        """
        found = self._core.ask(self.problem.all_inside(pending), self.problem.all_inside(failed))
        return Suggestion(params=self.problem.params(found["x"]), **found)

    def tell(
        self,
        x: Any,
        y: float,
        standard_error: float | None = None,
        outputs: Mapping[str, float] | None = None,
    ) -> None:
        """Records f(x) = y, with the standard error of that measurement if it is known, and other outputs that have
        limits. x may be any point inside the bounds, also one that was not suggested.

        >>> optimizer = Optimizer(Problem({"width": (1, 10)}, 0.2))
        >>> optimizer.tell({"width": 3.1}, 0.7, standard_error=0.1)
        >>> optimizer.standard_errors
        array([0.1])
        """
        point = self.problem.array(getattr(x, "x", x))
        self._core.tell(point, value_of(y), error_of(standard_error) or 0.0, _outputs(self.problem, outputs))

    def best(self, *, failed: Any = None) -> Best:
        """The best centre so far, by the model of all told values.

        >>> optimizer = Optimizer(Problem({"width": (1, 10)}, 0.2))
        >>> for width in (1, 3, 5, 8):
        ...     optimizer.tell({"width": width}, (width - 3) ** 2)
        >>> 1 < optimizer.best().params["width"] < 5
        True
        """
        found = self._core.best(self.problem.all_inside(failed))
        found["limits"] = tuple(PredictedLimit(**limit) for limit in found["limits"])
        found["worst_point"] = self.problem.params(found["worst_point"])
        return Best(params=self.problem.params(found["x"]), **found)

    def model(self, *, failed: Any = None) -> Model:
        """The model behind `best`.

        >>> optimizer = Optimizer(Problem({"width": (1, 10)}, 0.2))
        >>> for width in (1, 3, 5, 8):
        ...     optimizer.tell({"width": width}, (width - 3) ** 2)
        >>> optimizer.model().mean([{"width": 3}]).round(3).tolist()
        [0.0]
        """
        core = self._core.model(self.problem.all_inside(failed))
        return Model(self.problem, core, (self.inputs, self.outputs))

    @property
    def observations(self) -> int:
        """The number of told values."""
        return self._core.observations

    @property
    def inputs(self) -> Floats:
        """The told points, one per row."""
        return self._core.inputs

    @property
    def outputs(self) -> Floats:
        """The told values."""
        return self._core.outputs

    @property
    def standard_errors(self) -> Floats:
        """The told standard errors, 0 for none; empty as long as none was told."""
        return self._core.standard_errors

    def __repr__(self) -> str:
        return f"Optimizer({self.problem!r}, {self.observations} observations)"

    def __getstate__(self) -> dict[str, Any]:
        limited = self._core.limited_outputs
        return {
            "problem": self.problem, "how": self._how, "own": self._own, "threads": self._threads,
            "inputs": self.inputs, "outputs": self.outputs, "standard_errors": self.standard_errors,
            "limited_outputs": limited,
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.problem, self._how, self._own = state["problem"], state["how"], state["own"]
        self._threads = state["threads"]
        self._core = self._made()
        names = self.problem.limited_outputs
        errors = state["standard_errors"]
        for n, (x, y) in enumerate(zip(state["inputs"], state["outputs"])):
            told = state["limited_outputs"][n] if names else ()
            outputs = {name: value for name, value in zip(names, told) if not math.isnan(value)}
            self._core.tell(np.ascontiguousarray(x), y, errors[n] if len(errors) else 0.0, outputs)

    def __copy__(self) -> Optimizer:
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Optimizer:
        other = object.__new__(type(self))
        memo[id(self)] = other
        other.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return other


def _outputs(problem: Problem, outputs: Mapping[str, float] | None) -> dict[str, float]:
    known = problem.limited_outputs
    if outputs is not None and not isinstance(outputs, Mapping):
        raise ValueError(f"outputs: {outputs!r} was given; it must be a mapping from names to numbers")
    for name in outputs or ():
        if name not in known:
            if not known:
                raise ValueError(f'the problem has no limits on other outputs, and "{name}" was told')
            raise ValueError(_core.unknown_name("output", str(name), known))
    return {name: value_of(value, f'"{name}"') for name, value in (outputs or {}).items()}


def described_how(
    *, seed: Any, initial: Any, design: Any, method: Any, sampling: Any, maximiser: Any, kernel: Any, model: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Method, model and seed in the words of a study file, and the user's own members."""
    own_members: dict[str, Any] = {}

    def described(family: str, given: Any, kind: type) -> dict[str, Any] | None:
        if given is None:
            return None
        if isinstance(given, kind):
            own_members[family] = given
            return None
        return chosen(family, given)._described()

    of_method = described("method", method, own.Method) or {}
    for family, given, kind in (("sampling", sampling, own.SamplingRule), ("design", design, own.InitialDesign)):
        if (part := described(family, given, kind)) is not None:
            of_method[family] = part
    if maximiser is not None:
        of_method["maximiser"] = chosen("maximiser", maximiser)._described()
    if "sampling" in own_members and "name" not in of_method and "method" not in own_members:
        of_method["name"] = "bayesian-robust-search"
    if initial is not None:
        of_method["initial"] = whole(initial, "initial", 1)
    if model is not None and not isinstance(model, Mapping):
        raise ValueError(f"model: {model!r} was given; it must be a mapping from settings to values")
    of_model = dict(model or {})
    if (part := described("kernel", kernel, own.Kernel)) is not None:
        of_model["kernel"] = part
    how: dict[str, Any] = {"seed": whole(seed, "seed", 0, LARGEST_SEED)}
    if of_method:
        how["method"] = of_method
    if of_model:
        how["model"] = of_model
    return how, own_members


"""The search: ask for the next point, tell what came out, take the best; or `minimize` in one call."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, own
from ._choices import Choice, chosen
from .model import Model
from .problem import _LARGEST_SEED, Bound, Limit, Params, Problem, Tolerance, whole

Floats = NDArray[np.float64]

MOST_THREADS = 1024


@dataclass(frozen=True)
class Suggestion:
    """Where to evaluate next: as an array `x`, and by name as `params`.

    `centre` is the centre of the region that it belongs to and `expected_improvement` what it may bring; both are None
    while the initial design is evaluated.

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
    """What is known of a limit on another output at the recommended centre.

    >>> result = minimize(lambda x: {"value": float(x @ x), "stress": float(x[0])}, [(-1, 1)], 0.1,
    ...                   limits=[Limit("stress", at_least=-0.5)], evaluations=8)
    >>> result.best.limits[0].of
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

    `interval` is where the true worst case of the region is promised to lie, in about 95 of 100 answers; None while too
    few values are known for a promise.

    >>> best = minimize(lambda x: float(x @ x), [(-1, 1)], 0.1, evaluations=6).best
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
    """One search. A suggestion is a pure function of problem, options, seed and history: bit-identical at any number of
    threads, and the same as that of the command line.

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
        """The next point. `pending` are points that are being evaluated at this moment, `failed` ones that could not be
        evaluated and are to be kept away from: suggestions, mappings, or an array of one row each.

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
        limits. Any x inside the bounds, also one that was not asked for.

        >>> optimizer = Optimizer(Problem({"width": (1, 10)}, 0.2))
        >>> optimizer.tell({"width": 3.1}, 0.7, standard_error=0.1)
        >>> optimizer.standard_errors
        array([0.1])
        """
        point = self.problem.array(getattr(x, "x", x))
        self._core.tell(point, value_of(y), error_of(standard_error) or 0.0, _outputs(self.problem, outputs))

    def best(self, *, failed: Any = None) -> Best:
        """The best centre so far, by the model of all that was told.

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
        """How many values were told."""
        return self._core.observations

    @property
    def inputs(self) -> Floats:
        """As told, one per row."""
        return self._core.inputs

    @property
    def outputs(self) -> Floats:
        """The values as told."""
        return self._core.outputs

    @property
    def standard_errors(self) -> Floats:
        """As told, 0 for none; empty as long as none was."""
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


class Result(dict[str, Any]):
    """How a search ended, in SciPy's words and ours: what it holds can be read as attributes and as keys.

    `x` is the centre to build (`params` by name), `fun` its measure as the model expects it, `worst` the worst value
    that is expected in its region and `interval` where the true one is promised to lie; `nfev` evaluations were made at
    the rows of `inputs`, and gave `outputs`. `optimizer` is the search behind it, to go on or to ask its model.

    >>> result = minimize(lambda x: float(x @ x), [(-1, 1)], 0.1, evaluations=6)
    >>> result.nfev == result["nfev"] == len(result.outputs)
    True
    """

    x: Floats
    params: Params
    fun: float
    worst: float
    interval: tuple[float, float] | None
    nfev: int
    inputs: Floats
    outputs: Floats
    success: bool
    message: str
    best: Best
    optimizer: Optimizer

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (), None, None, iter(self.items())

    def __repr__(self) -> str:
        from . import show

        return show.result_text(self)

    def _repr_html_(self) -> str:
        from . import show

        return show.result_html(self)


def minimize(
    f: Callable[..., Any],
    bounds: Mapping[str, Bound] | Sequence[Bound] | Problem,
    tolerance: Tolerance = None,
    *,
    evaluations: int = 100,
    norm: float | str = 2,
    measure: Any = "worst",
    law: Any = "uniform",
    correlation: ArrayLike | None = None,
    environment: Mapping[str, Any] | None = None,
    limits: Sequence[Limit] = (),
    robust_set: own.RobustSet | None = None,
    seed: int = 1,
    threads: int = 1,
    initial: int | None = None,
    design: Any = None,
    method: Any = None,
    sampling: Any = None,
    maximiser: Any = None,
    kernel: Any = None,
    model: Mapping[str, Any] | None = None,
    callback: Callable[[Optimizer, Suggestion, float], Any] | None = None,
    progress: bool = False,
) -> Result:
    """Finds the centre whose whole region of tolerances is good, in so many evaluations of f.

    With `bounds` by name f is given a mapping, ``f({"width": 2.5, "height": 7})``; with a sequence of bounds an array.
    It returns a number; or (number, standard error); or, with `limits`, a mapping with "value" and the other outputs.
    What it raises comes through, and the search ends. After each evaluation `callback` is given the optimizer, the
    suggestion and the value; if it returns True the search ends. `progress` shows a line on a terminal, a bar in a
    notebook.

    >>> import math
    >>> result = minimize(lambda x: math.log(x @ x + math.exp(-10 * (x @ x))), [(-4, 4), (-4, 4)], 1.0, evaluations=20)
    >>> result.nfev
    20
    """
    if isinstance(bounds, Problem):
        problem = bounds
        given = (tolerance, norm, measure, law, correlation, environment, tuple(limits), robust_set)
        if given != (None, 2, "worst", "uniform", None, None, (), None):
            raise ValueError("bounds is a Problem, which has its own tolerances, norm, measure and limits; leave them out")
    else:
        problem = Problem(
            bounds, tolerance, norm=norm, measure=measure, law=law, correlation=correlation, environment=environment,
            limits=limits, robust_set=robust_set,
        )
    if not callable(f):
        raise ValueError(f"f is {f!r}; it must be a function")
    if callback is not None and not callable(callback):
        raise ValueError(f"callback is {callback!r}; it must be a function")
    budget = whole(evaluations, "evaluations", 1)
    optimizer = Optimizer(
        problem, seed=seed, threads=threads, initial=initial, design=design, method=method, sampling=sampling,
        maximiser=maximiser, kernel=kernel, model=model,
    )
    return _run(f, problem, optimizer, budget, callback, progress)


def _run(
    f: Callable[..., Any],
    problem: Problem,
    optimizer: Optimizer,
    budget: int,
    callback: Callable[[Optimizer, Suggestion, float], Any] | None,
    progress: bool,
) -> Result:
    from .progress import Progress

    message = f"{budget} evaluations were made"
    with Progress(budget, shown=progress) as shown:
        while optimizer.observations < budget:
            suggestion = optimizer.ask()
            returned = f(dict(suggestion.params) if problem._named else suggestion.x.copy())
            value, error, outputs = measured(returned, problem)
            optimizer.tell(suggestion.x, value, error, outputs)
            shown.told(optimizer.observations, value)
            wish = None if callback is None else callback(optimizer, suggestion, value)
            if isinstance(wish, (bool, np.bool_)) and wish:
                message = f"the callback ended the search after {optimizer.observations} evaluations"
                break
    return result_of(optimizer, message)


def result_of(optimizer: Optimizer, message: str) -> Result:
    """How a search stands, as a result."""
    best = optimizer.best()
    return Result(
        x=best.x, params=best.params, fun=best.quality, worst=best.worst, interval=best.interval,
        nfev=optimizer.observations, inputs=optimizer.inputs, outputs=optimizer.outputs, success=True,
        message=message, best=best, optimizer=optimizer,
    )


def measured(returned: Any, problem: Problem) -> tuple[float, float | None, Mapping[str, float] | None]:
    """What an objective returned: a number, (number, standard error), or a mapping with "value"."""
    if isinstance(returned, Mapping):
        given = dict(returned)
        if "value" not in given:
            raise ValueError(f'f returned a mapping without "value": {returned!r}')
        value, error = given.pop("value"), given.pop("standard_error", None)
        return value_of(value), error, {name: v for name, v in given.items() if name in problem.limited_outputs}
    if problem.limited_outputs:
        name = problem.limited_outputs[0]
        raise ValueError(f'f returned {returned!r}, and "{name}" has a limit; return {{"value": …, "{name}": …}}')
    if isinstance(returned, tuple) and len(returned) == 2:
        return value_of(returned[0]), returned[1], None
    return value_of(returned), None, None


def value_of(value: Any, what: str = "the value") -> float:
    """A finite number, also as NumPy has it."""
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.reshape(())[()]
    no_numbers = (bool, np.bool_, str, bytes, np.ndarray, np.complexfloating)
    if isinstance(value, no_numbers) or not hasattr(value, "__float__"):
        given = "nothing" if value is None else f"{type(value).__name__} {value!r}"
        raise ValueError(f"{what} is {given}; it must be a number")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{what} is {number}; it must be finite, or tell that the evaluation failed")
    return number


def error_of(standard_error: Any) -> float | None:
    """A standard error, or None where none is known."""
    if standard_error is None:
        return None
    if isinstance(standard_error, (bool, str, bytes)) or not hasattr(standard_error, "__float__"):
        raise ValueError(f"the standard error is {standard_error!r}; it must be a finite number of at least 0")
    number = float(standard_error)
    if not (number >= 0 and math.isfinite(number)):
        raise ValueError(f"the standard error is {number}; it must be a finite number of at least 0")
    return number


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
    """Method, model and seed in the words of a study file, and members of the user's own."""
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
    how: dict[str, Any] = {"seed": whole(seed, "seed", 0, _LARGEST_SEED)}
    if of_method:
        how["method"] = of_method
    if of_model:
        how["model"] = of_model
    return how, own_members


__all__ = ["Best", "Choice", "Optimizer", "PredictedLimit", "Result", "Suggestion", "minimize"]

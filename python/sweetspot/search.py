"""A whole search in one call: `minimize`, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import own
from ._checks import value_of, whole
from .optimizer import Best, Optimizer, Suggestion
from .parameters import Bound, Limit, Tolerance
from .problem import Params, Problem

Floats = NDArray[np.float64]


class Result(dict[str, Any]):
    """How a search ended. Read its parts as attributes or as keys; the names are SciPy's where SciPy has one.

    `x` is the centre to build (`params` by name), `fun` its measure as the model expects it, `worst` the expected worst
    value in its region, and `interval` is promised to hold the true one. `nfev` evaluations were made at the rows of
    `inputs`, and gave `outputs`. `optimizer` is the search behind it: use it to continue, or to ask its model.

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
    """Finds the centre whose whole region of tolerances is good, with `evaluations` calls of f.

    With `bounds` by name f gets a mapping, ``f({"width": 2.5, "height": 7})``; with a sequence of bounds it gets an
    array. f returns a number; or (number, standard error); or, with `limits`, a mapping with "value" and the other
    outputs. If f raises, the search ends and the exception reaches you. After each evaluation `callback` gets the
    optimizer, the suggestion and the value; if it returns True the search ends. `progress` shows a line on a terminal,
    a bar in a notebook.

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
    """The present state of a search, as a result."""
    best = optimizer.best()
    return Result(
        x=best.x, params=best.params, fun=best.quality, worst=best.worst, interval=best.interval,
        nfev=optimizer.observations, inputs=optimizer.inputs, outputs=optimizer.outputs, success=True,
        message=message, best=best, optimizer=optimizer,
    )


def measured(returned: Any, problem: Problem) -> tuple[float, float | None, Mapping[str, float] | None]:
    """Reads what an objective returned: a number, (number, standard error), or a mapping with "value"."""
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

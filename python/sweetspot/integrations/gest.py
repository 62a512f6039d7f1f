"""A generator of the gest-api standard, with which libEnsemble, Optimas and Xopt can run the search of sweetspot."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

try:
    from gest_api import Generator
    from gest_api.vocs import (
        VOCS,
        BoundsConstraint,
        ContextualVariable,
        ContinuousVariable,
        DiscreteVariable,
        GreaterThanConstraint,
        LessThanConstraint,
        MaximizeObjective,
        MinimizeObjective,
    )
except ImportError as error:  # pragma: no cover
    raise ImportError("the generator needs gest-api; install it with: pip install gest-api") from error

from .._checks import whole
from ..model import Model
from ..optimizer import Best, Optimizer
from ..parameters import Choices, Limit, Parameter, Series, Tolerance
from ..problem import Problem


class GestGenerator(Generator):  # type: ignore[misc,unused-ignore]
    """Suggests points so that the best *region* of tolerances is found.

    The arguments after `vocs` are those of `sweetspot.Problem` and `sweetspot.Optimizer`. Constraints are limits that
    hold in the whole region. A result whose objective is missing or not a number is a failed evaluation.

    >>> from gest_api.vocs import VOCS
    >>> generator = GestGenerator(VOCS(variables={"x": [-4.0, 4.0]}, objectives={"f": "MINIMIZE"}), tolerance=0.5)
    >>> for _ in range(6):
    ...     generator.ingest([point | {"f": point["x"] ** 2} for point in generator.suggest(1)])
    >>> abs(generator.best().params["x"]) < 1
    True
    """

    returns_id = True

    def __init__(
        self,
        vocs: VOCS,
        tolerance: Tolerance = None,
        *,
        norm: float | str = 2,
        measure: Any = "worst",
        law: Any = "uniform",
        **how: Any,
    ) -> None:
        super().__init__(vocs)
        self.vocs = vocs
        bounds = {name: _parameter(name, v) for name, v in vocs.variables.items()}
        limits = [limit for name, c in vocs.constraints.items() for limit in _limits(name, c)]
        self._optimizer = Optimizer(Problem(bounds, tolerance, norm=norm, measure=measure, law=law, limits=limits), **how)
        ((self._objective, objective),) = vocs.objectives.items()
        self._sign = -1.0 if isinstance(objective, MaximizeObjective) else 1.0
        self._pending: dict[int, dict[str, Any]] = {}
        self._failed: list[dict[str, Any]] = []
        self._next = 0

    def _validate_vocs(self, vocs: VOCS) -> None:
        if len(vocs.objectives) != 1:
            raise ValueError(f"there are {len(vocs.objectives)} objectives; give one")
        (objective,) = vocs.objectives.values()
        if not isinstance(objective, (MinimizeObjective, MaximizeObjective)):
            raise ValueError("the objective is to be explored; give MINIMIZE or MAXIMIZE")

    def suggest(self, num_points: int | None = None) -> list[dict[str, Any]]:
        """The next points, each with an `_id` that identifies its result."""
        points = []
        constants = {name: constant.value for name, constant in self.vocs.constants.items()}
        for _ in range(1 if num_points is None else whole(num_points, "num_points", 0)):
            params = dict(self._optimizer.ask(pending=list(self._pending.values()), failed=self._failed).params)
            self._pending[self._next] = params
            points.append(params | constants | {"_id": self._next})
            self._next += 1
        return points

    def ingest(self, results: list[dict[str, Any]]) -> None:
        """Stores results, also of points that were not suggested; refuses all of them if one is wrong."""
        # All are checked before any is stored.
        told = [(result.get("_id"), self._point(result), *self._measured(result)) for result in results]
        for number, point, value, outputs in told:
            if number is not None:
                self._pending.pop(int(number), None)
            if value is None:
                self._failed.append(point)
            else:
                self._optimizer.tell(point, value, outputs=outputs)

    def best(self) -> Best:
        """The best centre, with what the model expects of its region. If the objective is maximised, values are negated."""
        return self._optimizer.best(failed=self._failed)

    def model(self) -> Model:
        """The model behind `best`."""
        return self._optimizer.model(failed=self._failed)

    def _point(self, result: Mapping[str, Any]) -> dict[str, Any]:
        missing = [name for name in self.vocs.variables if name not in result]
        if missing:
            raise ValueError(f'a result lacks the variable "{missing[0]}"; give all of them')
        point = {name: result[name] for name in self.vocs.variables}
        self._optimizer.problem.inside(point)
        return point

    def _measured(self, result: Mapping[str, Any]) -> tuple[float | None, dict[str, float]]:
        """The value to minimise, or None if there is none, and the other outputs that are known."""
        value = _finite(result.get(self._objective), self._objective)
        given = {name: _finite(result.get(name), name) for name in self.vocs.constraints}
        outputs = {name: output for name, output in given.items() if output is not None}
        return (None if value is None else self._sign * value), outputs


def _finite(value: Any, name: str) -> float | None:
    if value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f'"{name}" is {value!r}; it must be a number') from None
    return number if math.isfinite(number) else None


def _parameter(name: str, variable: Any) -> Parameter | Series | Choices:
    if isinstance(variable, ContextualVariable):
        raise ValueError(f'the variable "{name}" is contextual; describe it as an environment of a sweetspot.Problem')
    if isinstance(variable, ContinuousVariable):
        return Parameter(*variable.domain)
    if isinstance(variable, DiscreteVariable):
        values = list(variable.values)
        return Choices(sorted(values)) if all(isinstance(v, str) for v in values) else Series(sorted(values))
    raise ValueError(f'the variable "{name}" is a {type(variable).__name__}; give a range or a set of values')


def _limits(name: str, constraint: Any) -> list[Limit]:
    if isinstance(constraint, LessThanConstraint):
        return [Limit(name, at_most=constraint.value)]
    if isinstance(constraint, GreaterThanConstraint):
        return [Limit(name, at_least=constraint.value)]
    if isinstance(constraint, BoundsConstraint):
        return [Limit(name, at_least=constraint.range[0]), Limit(name, at_most=constraint.range[1])]
    raise ValueError(f'the constraint "{name}" is a {type(constraint).__name__}; give LESS_THAN, GREATER_THAN or BOUNDS')

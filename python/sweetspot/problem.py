"""A robust problem: parameters, deviations and the measure to minimise."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, own
from ._checks import LARGEST_SEED, finite, numbers, whole
from ._choices import chosen
from .parameters import (
    Bound,
    Limit,
    Tolerance,
    checked_limits,
    described_parameters,
    environment_named,
)

Floats = NDArray[np.float64]
Value = Union[float, str]
Params = dict[str, Value]


class Problem:
    """A robust problem without its function.

    `bounds` are (least, greatest) by the parameters' names, or a sequence (then the parameters are called x1, x2, …).
    A value may also be a `Parameter`, a `Series` or `Choices`. `tolerance` is ± in each parameter's own unit, or in per
    cent ("5%"): one for all, one by name, or a sequence; 0 means built exactly.

    >>> problem = Problem({"width": (1, 10), "height": (2, 20)}, {"width": 0.2, "height": "5%"})
    >>> problem.names
    ['width', 'height']
    """

    def __init__(
        self,
        bounds: Mapping[str, Bound] | Sequence[Bound],
        tolerance: Tolerance = None,
        *,
        norm: float | str = 2,
        measure: Any = "worst",
        law: Any = "uniform",
        correlation: ArrayLike | None = None,
        environment: Mapping[str, Any] | None = None,
        limits: Sequence[Limit] = (),
        robust_set: own.RobustSet | None = None,
    ) -> None:
        self._named = isinstance(bounds, Mapping)
        self._own: dict[str, Any] = {}
        described = {"parameters": described_parameters(bounds, tolerance)}
        if environment is not None and not isinstance(environment, Mapping):
            raise ValueError(f"environment: {environment!r} was given; it must be a mapping from names to ranges")
        if environment:
            described["environment"] = [
                {"name": name} | environment_named(name, given)._described() for name, given in environment.items()
            ]
        region: dict[str, Any] = {"norm": norm_word(norm)}
        if isinstance(law, own.Law):
            self._own["law"] = law
        else:
            region["law"] = chosen("law", law)._described()
        if correlation is not None:
            region["correlation"] = numbers(correlation, "the correlation", "a square matrix of numbers").tolist()
        self._description: dict[str, Any] = described | {"region": region}
        if isinstance(measure, own.Measure):
            self._own["measure"] = measure
        elif callable(measure):
            self._own["measure"] = own._OwnFunction(measure)
        else:
            self._description["measure"] = chosen("measure", measure)._described("kind")
        if limits:
            self._description["limits"] = [limit._described() for limit in checked_limits(limits)]
        if robust_set is not None:
            if not isinstance(robust_set, own.RobustSet):
                raise ValueError(f"the robust set is {robust_set!r}; derive it from sweetspot.RobustSet")
            self._own["robust_set"] = robust_set
        self._search = self._made({})

    @classmethod
    def _of(cls, search: _core.Search) -> Problem:
        """The problem that the file of a study describes."""
        problem = object.__new__(cls)
        problem._named, problem._own, problem._description, problem._search = True, {}, {}, search
        return problem

    def _made(self, how: Mapping[str, Any], own_members: Mapping[str, Any] | None = None) -> _core.Search:
        """The search with this method, model and seed."""
        if not self._description:
            raise ValueError("the problem of a study is described by its file; open the study, or describe a Problem")
        text = _json(self._description | dict(how))
        try:
            return _core.Search(text, self._own | dict(own_members or {}))
        except ValueError as refused:
            if refused.__traceback__ is None or refused.__traceback__.tb_next is not None:
                raise  # by a member of the user's own
            raise ValueError(_located(str(refused), self._description)) from None

    def __getstate__(self) -> dict[str, Any]:
        if not self._description:
            raise ValueError("the problem of a study is kept in its file; pickle the study")
        return {"named": self._named, "own": self._own, "description": self._description}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._named, self._own, self._description = state["named"], state["own"], state["description"]
        self._search = self._made({})

    def __repr__(self) -> str:
        return f"Problem({', '.join(self.names)}; {self.measure})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return (self._description, self._own, self._named) == (other._description, other._own, other._named)

    __hash__ = None  # type: ignore[assignment]

    @property
    def names(self) -> list[str]:
        """The names of the parameters, in order; those of the environment come last."""
        return [p["name"] for p in self._search.parameters]

    @property
    def dimension(self) -> int:
        """The number of parameters, the environment included."""
        return self._search.dimension

    @property
    def measure(self) -> str:
        """What people call the measure that is minimised."""
        return self._search.measure_label

    @property
    def limited_outputs(self) -> list[str]:
        """The outputs that have limits, besides the minimised one."""
        return self._search.limited_outputs

    @property
    def centre_bounds(self) -> Floats:
        """The bounds of the centres, so that their whole regions are inside the parameters' bounds: (D, 2).

        >>> Problem({"width": (1, 10)}, 0.5).centre_bounds.tolist()
        [[1.5, 9.5]]
        """
        return self._search.centre_bounds()

    def array(self, point: Mapping[str, Any] | ArrayLike) -> Floats:
        """A point as an array in the order of `names`. A choice is the position of its name.

        >>> Problem({"width": (1, 10), "material": ["steel", "brass"]}).array({"width": 2, "material": "brass"})
        array([2., 1.])
        """
        if isinstance(point, Mapping):
            parameters = self._search.parameters
            known = [p["name"] for p in parameters]
            unknown = [name for name in point if name not in known]
            if unknown:
                raise ValueError(_core.unknown_name("parameter", str(unknown[0]), known))
            missing = [name for name in known if name not in point]
            if missing:
                raise ValueError(f'"{missing[0]}" is missing; give every parameter: {", ".join(known)}')
            return np.array([_coordinate(p, point[p["name"]]) for p in parameters])
        x = numbers(point, "the point", f"{self.dimension} numbers, or a mapping by name")
        if x.shape != (self.dimension,):
            raise ValueError(f"the point has the shape {x.shape}; it must have {self.dimension} numbers")
        return x

    def arrays(self, points: Any) -> Floats:
        """Points as an array of one row each; None: no rows.

        >>> Problem({"width": (1, 10)}).arrays([{"width": 2}, [3.0]]).tolist()
        [[2.0], [3.0]]
        """
        if points is None:
            return np.empty((0, self.dimension))
        if isinstance(points, np.ndarray):
            x = numbers(points, "the points", f"an array of the shape (n, {self.dimension})")
            if x.ndim != 2 or x.shape[1] != self.dimension:
                raise ValueError(f"the points have the shape {x.shape}; it must be (n, {self.dimension})")
            return x
        if isinstance(points, (str, Mapping)) or not isinstance(points, Iterable):
            raise ValueError(f"the points are {points!r}; give an array of one row each, or a list of points")
        rows = [self.array(_bare(point)) for point in points]
        return np.array(rows) if rows else np.empty((0, self.dimension))

    def inside(self, point: Any) -> Floats:
        """A point as an array; refuses it if it is not within the bounds."""
        x = self.array(point)
        if why := self._search.why_not_inside(x):
            raise ValueError(why)
        return x

    def centre(self, point: Any) -> Floats:
        """A centre as an array. The environment is in the middle of its range; a mapping may leave it out."""
        middle = {p["name"]: m for p, (m, _) in zip(self._search.parameters, self.centre_bounds) if not p["chosen"]}
        x = self.inside(middle | dict(point) if isinstance(point, Mapping) else point).copy()
        if middle:
            x[-len(middle) :] = list(middle.values())
        return x

    def all_inside(self, points: Any) -> Floats:
        """Points as an array; refuses each that is not within the bounds."""
        x = self.arrays(points)
        for row in x:
            if why := self._search.why_not_inside(row):
                raise ValueError(why)
        return x

    def params(self, x: ArrayLike) -> Params:
        """A point by the names of its parameters, with whole numbers as int and choices as their names.

        >>> Problem({"width": (1, 10), "material": ["steel", "brass"]}).params([2, 1])
        {'width': 2.0, 'material': 'brass'}
        """
        return {p["name"]: _shown(p, v) for p, v in zip(self._search.parameters, self.array(x))}

    def contains(self, centre: Any, x: Any) -> bool:
        """Whether the region of a centre holds the point.

        >>> problem = Problem({"width": (1, 10)}, 0.5)
        >>> problem.contains({"width": 3}, {"width": 3.4}), problem.contains({"width": 3}, {"width": 3.6})
        (True, False)
        """
        return self._search.in_region(self.centre(centre), self.inside(x))

    def builds(self, centre: Any, count: int, seed: int = 1) -> tuple[Floats, Floats]:
        """Builds by the law of deviation, one per row, and their weights.

        >>> places, weights = Problem({"width": (1, 10)}, 0.5).builds({"width": 3}, 100)
        >>> places.shape, round(float(weights.sum()), 9)
        ((100, 1), 1.0)
        """
        return self._search.builds(self.centre(centre), whole(count, "count", 1), whole(seed, "seed", 0, LARGEST_SEED))


def _json(description: Mapping[str, Any]) -> str:
    try:
        return json.dumps(description, allow_nan=False)
    except ValueError:
        raise ValueError("a number of the problem is not finite; give finite numbers") from None
    except TypeError as error:
        raise ValueError(f"the problem cannot be described: {error}") from None


def _bare(point: Any) -> Any:
    """The array of a suggestion or of a best centre; anything else as it is."""
    return getattr(point, "x", point)


_PLACE = re.compile(r"problem: (parameters|environment|limits)\[(\d+)\]\.(\w+): ")


def _located(sentence: str, description: Mapping[str, Any]) -> str:
    """A refusal with the names that the user gave in place of the keys of a study file."""
    if place := _PLACE.match(sentence):
        table, number, key = place.groups()
        entry = description[table][int(number)]
        rest = sentence[place.end() :]
        named = entry.get("of" if table == "limits" else "name", "")
        key = {"for": "hold"}.get(key, key)
        return rest if f'"{named}"' in rest else f'{key} of "{named}": {rest}'
    return re.sub(r"^problem: (parameters: |(region|method|model)\.(?=\w+: ))?", "", sentence)


def norm_word(norm: float | str) -> float | str:
    """The norm in the words of a study file: 1, 2 or "inf"."""
    if isinstance(norm, str):
        return norm
    if isinstance(norm, bool) or not hasattr(norm, "__float__"):
        raise ValueError(_core.unknown_name("norm", str(norm), ["1", "2", "inf"]))
    size = float(norm)
    if size == math.inf:
        return "inf"
    return int(size) if size.is_integer() else f"{size:g}"


def _coordinate(parameter: Mapping[str, Any], value: Any) -> float:
    choices = parameter["choices"]
    if choices:
        if value not in choices:
            raise ValueError(_core.unknown_name(parameter["name"], str(value), list(choices)))
        return float(choices.index(value))
    return finite(value, f'"{parameter["name"]}"')


def _shown(parameter: Mapping[str, Any], value: float) -> Value:
    if parameter["choices"]:
        return str(parameter["choices"][round(value)])
    return int(value) if parameter["whole"] and value == int(value) else float(value)

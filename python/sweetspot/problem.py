"""What is to be minimised over, against which deviations, and by which measure."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, own
from ._choices import Choice, chosen

Floats = NDArray[np.float64]
Value = Union[float, str]
Params = dict[str, Value]


@dataclass(frozen=True)
class Parameter:
    """A parameter with more to say than its bounds.

    >>> Parameter(1e-9, 1e-6, tolerance="5%", scale="log", unit="F")
    Parameter(lower=1e-09, upper=1e-06, tolerance='5%', scale='log', step=None, label='', unit='F')
    """

    lower: float
    upper: float
    tolerance: float | str | None = None
    scale: str = "linear"
    step: float | None = None
    label: str = ""
    unit: str = ""

    def _described(self) -> dict[str, Any]:
        result: dict[str, Any] = {"bounds": [_number(self.lower, "bounds"), _number(self.upper, "bounds")]}
        if self.scale != "linear":
            result["scale"] = self.scale
        if self.step is not None:
            result["step"] = _number(self.step, "step")
        return result | _words(self)


@dataclass(frozen=True)
class Series:
    """A part that is sold in a series: what is ordered is one of these, what is built as far off as its tolerance.

    >>> Series([10, 12, 15, 18, 22], tolerance="5%").values
    (10.0, 12.0, 15.0, 18.0, 22.0)
    """

    values: Sequence[float]
    tolerance: float | str | None = None
    label: str = ""
    unit: str = ""

    def __post_init__(self) -> None:
        try:
            given = tuple(self.values)
        except TypeError:
            raise ValueError(f"the values of a series are {self.values!r}; give a list of numbers") from None
        object.__setattr__(self, "values", tuple(_number(v, "values") for v in given))

    def _described(self) -> dict[str, Any]:
        return {"values": list(self.values)} | _words(self)


@dataclass(frozen=True)
class Choices:
    """One of some names, without order; `confusion` is the share of builds in which another one is built.

    >>> Choices(["steel", "aluminium"]).values
    ('steel', 'aluminium')
    """

    values: Sequence[str]
    confusion: float | Sequence[tuple[str, str, float]] | None = None
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(self.values))

    def _described(self) -> dict[str, Any]:
        result: dict[str, Any] = {"type": "choice", "values": list(self.values)}
        if self.confusion is not None:
            is_share = isinstance(self.confusion, (int, float))
            result["confusion"] = self.confusion if is_share else [list(pair) for pair in self.confusion]  # type: ignore[union-attr]
        return result | ({"label": self.label} if self.label else {})


@dataclass(frozen=True)
class Environment:
    """A parameter that nobody chooses, with its range and law: all of it belongs to every region.

    >>> Problem({"width": (1, 10)}, environment={"temperature": Environment(-20, 60, law="normal")}).names
    ['width', 'temperature']
    """

    lower: float
    upper: float
    law: str | Choice = "uniform"
    scale: str = "linear"
    label: str = ""
    unit: str = ""

    def _described(self) -> dict[str, Any]:
        result: dict[str, Any] = {"bounds": [_number(self.lower, "bounds"), _number(self.upper, "bounds")]}
        if self.scale != "linear":
            result["scale"] = self.scale
        law = chosen("law", self.law)
        return result | {"law": law._described()} | _words(self)


@dataclass(frozen=True)
class Limit:
    """A limit on another output: in the whole region (``hold="worst"``), for a share of what is built (0.99), or at the
    centre (``"centre"``).

    >>> Limit("stress", at_most=250)
    Limit(of='stress', at_most=250, at_least=None, hold='worst')
    """

    of: str
    at_most: float | None = None
    at_least: float | None = None
    hold: str | float = "worst"

    def _described(self) -> dict[str, Any]:
        if not isinstance(self.of, str):
            raise ValueError(f"a limit is of {self.of!r}; give the name of an output")
        if (self.at_most is None) == (self.at_least is None):
            raise ValueError(f'the limit of "{self.of}" needs either at_most or at_least; for both give two limits')
        result: dict[str, Any] = {"of": self.of, "for": self.hold}
        if self.at_most is not None:
            result["at_most"] = _number(self.at_most, "at_most")
        if self.at_least is not None:
            result["at_least"] = _number(self.at_least, "at_least")
        return result


Bound = Union[Parameter, Series, Choices, Sequence[float], Sequence[str]]
Tolerance = Union[float, str, Mapping[str, Union[float, str]], Sequence[Union[float, str]], None]


class Problem:
    """A robust problem without its function.

    `bounds` are (least, greatest) by the parameters' names, or a sequence of them (then they are called x1, x2, …); a
    value may also be a `Parameter`, a `Series` or `Choices`. `tolerance` is ± in each parameter's own unit, or in per
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
        described = {"parameters": _parameters(bounds, tolerance)}
        if environment is not None and not isinstance(environment, Mapping):
            raise ValueError(f"environment: {environment!r} was given; it must be a mapping from names to ranges")
        if environment:
            described["environment"] = [
                {"name": name} | _environment(name, given)._described() for name, given in environment.items()
            ]
        region: dict[str, Any] = {"norm": _norm(norm)}
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
            self._description["limits"] = [limit._described() for limit in _limits(limits)]
        if robust_set is not None:
            if not isinstance(robust_set, own.RobustSet):
                raise ValueError(f"the robust set is {robust_set!r}; derive it from sweetspot.RobustSet")
            self._own["robust_set"] = robust_set
        self._search = self._made({})

    @classmethod
    def _of(cls, search: _core.Search) -> Problem:
        """The problem of a study, whose file describes it."""
        problem = object.__new__(cls)
        problem._named, problem._own, problem._description, problem._search = True, {}, {}, search
        return problem

    def _made(self, how: Mapping[str, Any], own_members: Mapping[str, Any] | None = None) -> _core.Search:
        """The search with what is said of method, model and seed."""
        text = _json(self._description | dict(how))
        try:
            return _core.Search(text, self._own | dict(own_members or {}))
        except ValueError as refused:
            if refused.__traceback__ is None or refused.__traceback__.tb_next is not None:
                raise  # by a member of the user's own
            raise ValueError(_located(str(refused), self._description)) from None

    def __getstate__(self) -> dict[str, Any]:
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
        """Of the parameters, in order; those of the environment are the last."""
        return [p["name"] for p in self._search.parameters]

    @property
    def dimension(self) -> int:
        """How many parameters there are, the environment included."""
        return self._search.dimension

    @property
    def measure(self) -> str:
        """What people call what is made small."""
        return self._search.measure_label

    @property
    def limited_outputs(self) -> list[str]:
        """The outputs, besides the one that is minimised, that have limits."""
        return self._search.limited_outputs

    @property
    def centre_bounds(self) -> Floats:
        """Between which centres may lie, so that their whole regions are inside the bounds: (D, 2).

        >>> Problem({"width": (1, 10)}, 0.5).centre_bounds.tolist()
        [[1.5, 9.5]]
        """
        return self._search.centre_bounds()

    def array(self, point: Mapping[str, Any] | ArrayLike) -> Floats:
        """A point as an array in the order of `names`; the place of a choice stands for its name.

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
        """A point as an array, refused if it is not within the bounds."""
        x = self.array(point)
        if why := self._search.why_not_inside(x):
            raise ValueError(why)
        return x

    def centre(self, point: Any) -> Floats:
        """A centre as an array: the environment, which nobody chooses and a mapping may leave out, is in its middle."""
        middle = {p["name"]: m for p, (m, _) in zip(self._search.parameters, self.centre_bounds) if not p["chosen"]}
        x = self.inside(middle | dict(point) if isinstance(point, Mapping) else point).copy()
        if middle:
            x[-len(middle) :] = list(middle.values())
        return x

    def all_inside(self, points: Any) -> Floats:
        """Points as an array, each refused if it is not within the bounds."""
        x = self.arrays(points)
        for row in x:
            if why := self._search.why_not_inside(row):
                raise ValueError(why)
        return x

    def params(self, x: ArrayLike) -> Params:
        """A point by the names of its parameters: whole numbers and names of choices as such.

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
        """Places where the law of deviation has its builds, one per row, and their weights.

        >>> places, weights = Problem({"width": (1, 10)}, 0.5).builds({"width": 3}, 100)
        >>> places.shape, round(float(weights.sum()), 9)
        ((100, 1), 1.0)
        """
        return self._search.builds(self.centre(centre), whole(count, "count", 1), whole(seed, "seed", 0, _LARGEST_SEED))


def _json(description: Mapping[str, Any]) -> str:
    try:
        return json.dumps(description, allow_nan=False)
    except ValueError:
        raise ValueError("a number of the problem is not finite; give finite numbers") from None
    except TypeError as error:
        raise ValueError(f"the problem cannot be described: {error}") from None


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise ValueError(f"{what}: {value!r} was given; it must be a number")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{what}: {number} was given; it must be a finite number")
    return number


def _bare(point: Any) -> Any:
    """Of a suggestion or a best centre, its array."""
    return getattr(point, "x", point)


def numbers(given: Any, what: str, wanted: str) -> Floats:
    """An array of finite or infinite numbers, without a copy where it is one already."""
    try:
        found = np.asarray(given)
        if found.dtype.kind not in "biuf":
            if found.dtype.kind != "O":
                raise TypeError
            if any(isinstance(value, (str, bytes, type(None))) for value in found.flat):
                raise TypeError
        return np.ascontiguousarray(found, dtype=float) if found.ndim else np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        shown = repr(given)
        raise ValueError(f"{what}: {shown if len(shown) < 80 else shown[:80] + '…'} was given; give {wanted}") from None


_LARGEST_SEED = 2**64 - 1


def whole(value: Any, what: str, least: int, most: int | None = None) -> int:
    """A whole number of at least `least`."""
    number = None if isinstance(value, bool) or not hasattr(value, "__index__") else int(value.__index__())
    if number is None or number < least or (most is not None and number > most):
        allowed = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{what}: {value!r} was given; it must be a whole number {allowed}")
    return number


def name_of(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"the {what} is {value!r}; give its name")
    return value


def _limits(limits: Any) -> Sequence[Limit]:
    if isinstance(limits, Limit) or not isinstance(limits, Sequence) or not all(isinstance(l, Limit) for l in limits):
        raise ValueError(f"limits: {limits!r} was given; it must be a list of sweetspot.Limit")
    return limits


_PLACE = re.compile(r"problem: (parameters|environment|limits)\[(\d+)\]\.(\w+): ")


def _located(sentence: str, description: Mapping[str, Any]) -> str:
    """A refusal of what was described, with the names that were given in place of the keys of a file."""
    if place := _PLACE.match(sentence):
        table, number, key = place.groups()
        entry = description[table][int(number)]
        rest = sentence[place.end() :]
        named = entry.get("of" if table == "limits" else "name", "")
        key = {"for": "hold"}.get(key, key)
        return rest if f'"{named}"' in rest else f'{key} of "{named}": {rest}'
    return re.sub(r"^problem: (parameters: |(region|method|model)\.(?=\w+: ))?", "", sentence)


def _words(parameter: Any) -> dict[str, str]:
    return {word: getattr(parameter, word) for word in ("label", "unit") if getattr(parameter, word)}


def _norm(norm: float | str) -> float | str:
    if isinstance(norm, str):
        return norm
    if isinstance(norm, bool) or not hasattr(norm, "__float__"):
        raise ValueError(_core.unknown_name("norm", str(norm), ["1", "2", "inf"]))
    size = float(norm)
    if size == math.inf:
        return "inf"
    return int(size) if size.is_integer() else f"{size:g}"


def _environment(name: str, given: Any) -> Environment:
    if isinstance(given, Environment):
        return given
    try:
        lower, upper = given
    except (TypeError, ValueError):
        raise ValueError(f'the environment "{name}" is {given!r}; give (least, greatest) or an Environment') from None
    return Environment(lower, upper)


def _bound(name: str, given: Any) -> Parameter | Series | Choices:
    if isinstance(given, (Parameter, Series, Choices)):
        return given
    if not isinstance(given, str) and isinstance(given, (Sequence, np.ndarray)):
        if len(given) == 2 and not isinstance(given[0], str):
            return Parameter(given[0], given[1])
        if len(given) > 1 and all(isinstance(value, str) for value in given):
            return Choices(list(given))
    raise ValueError(
        f'the bounds of "{name}" are {given!r}; give (least, greatest), a list of names, a Parameter, Series or Choices'
    )


def _parameters(bounds: Any, tolerance: Tolerance) -> list[dict[str, Any]]:
    if isinstance(bounds, Mapping):
        named = {str(name): _bound(str(name), given) for name, given in bounds.items()}
    elif isinstance(bounds, (Sequence, np.ndarray)) and not isinstance(bounds, str):
        named = {f"x{i + 1}": _bound(f"x{i + 1}", given) for i, given in enumerate(bounds)}
    else:
        raise ValueError(f"bounds: {bounds!r} was given; it must be a mapping from names to (least, greatest), or a list")
    if not named:
        raise ValueError("bounds: there is no parameter; give at least one")
    tolerances = _tolerances(list(named), tolerance)
    result = []
    for name, parameter in named.items():
        entry = {"name": name} | parameter._described()
        own_tolerance = None if isinstance(parameter, Choices) else parameter.tolerance
        given = tolerances.get(name)
        if given is not None and own_tolerance is not None:
            raise ValueError(f'the tolerance of "{name}" is given twice; give it once')
        of_it = own_tolerance if given is None else given
        if of_it is not None and not (isinstance(parameter, Choices) and name not in _stated(tolerance)):
            entry["tolerance"] = of_it if isinstance(of_it, str) else _number(of_it, f'the tolerance of "{name}"')
        result.append(entry)
    return result


def _stated(tolerance: Tolerance) -> Mapping[str, Any]:
    return tolerance if isinstance(tolerance, Mapping) else {}


def _tolerances(names: list[str], tolerance: Tolerance) -> dict[str, Any]:
    if tolerance is None:
        return {}
    if isinstance(tolerance, Mapping):
        unknown = [name for name in tolerance if name not in names]
        if unknown:
            raise ValueError("tolerance: " + _core.unknown_name("parameter", str(unknown[0]), names))
        return dict(tolerance)
    if isinstance(tolerance, (Sequence, np.ndarray)) and not isinstance(tolerance, str):
        if len(tolerance) != len(names):
            raise ValueError(f"tolerance: there are {len(tolerance)} for {len(names)} parameters; give one for each")
        return dict(zip(names, tolerance))
    return dict.fromkeys(names, tolerance)


def _coordinate(parameter: Mapping[str, Any], value: Any) -> float:
    choices = parameter["choices"]
    if choices:
        if value not in choices:
            raise ValueError(_core.unknown_name(parameter["name"], str(value), list(choices)))
        return float(choices.index(value))
    return _number(value, f'"{parameter["name"]}"')


def _shown(parameter: Mapping[str, Any], value: float) -> Value:
    if parameter["choices"]:
        return str(parameter["choices"][round(value)])
    return int(value) if parameter["whole"] and value == int(value) else float(value)

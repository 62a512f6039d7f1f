"""The parameters of a problem, its environment, and limits on other outputs, as the user gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from . import _core
from ._checks import finite
from ._choices import Choice, chosen


@dataclass(frozen=True)
class Parameter:
    """A parameter with more than bounds: tolerance, scale, step, label and unit.

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
        result: dict[str, Any] = {"bounds": [finite(self.lower, "bounds"), finite(self.upper, "bounds")]}
        if self.scale != "linear":
            result["scale"] = self.scale
        if self.step is not None:
            result["step"] = finite(self.step, "step")
        return result | _words(self)


@dataclass(frozen=True)
class Series:
    """A parameter that is ordered from a list of values and built within the tolerance around them.

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
        object.__setattr__(self, "values", tuple(finite(v, "values") for v in given))

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
    """A parameter that nobody chooses, with its range and law. The whole range belongs to every region.

    >>> Environment(-20, 60, law="normal", unit="°C").unit
    '°C'
    """

    lower: float
    upper: float
    law: str | Choice = "uniform"
    scale: str = "linear"
    label: str = ""
    unit: str = ""

    def _described(self) -> dict[str, Any]:
        result: dict[str, Any] = {"bounds": [finite(self.lower, "bounds"), finite(self.upper, "bounds")]}
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
            result["at_most"] = finite(self.at_most, "at_most")
        if self.at_least is not None:
            result["at_least"] = finite(self.at_least, "at_least")
        return result


Bound = Union[Parameter, Series, Choices, Sequence[float], Sequence[str]]
Tolerance = Union[float, str, Mapping[str, Union[float, str]], Sequence[Union[float, str]], None]


def _words(parameter: Any) -> dict[str, str]:
    return {word: getattr(parameter, word) for word in ("label", "unit") if getattr(parameter, word)}


def checked_limits(limits: Any) -> Sequence[Limit]:
    """The limits, if all of them are `Limit`s; refuses anything else."""
    if isinstance(limits, Limit) or not isinstance(limits, Sequence) or not all(isinstance(l, Limit) for l in limits):
        raise ValueError(f"limits: {limits!r} was given; it must be a list of sweetspot.Limit")
    return limits


def environment_named(name: str, given: Any) -> Environment:
    """The given `Environment`, or one made of a plain range."""
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


def described_parameters(bounds: Any, tolerance: Tolerance) -> list[dict[str, Any]]:
    """The parameters in the words of a study file."""
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
            entry["tolerance"] = of_it if isinstance(of_it, str) else finite(of_it, f'the tolerance of "{name}"')
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

"""Members that you choose by name: measures, laws of deviation, kernels, sampling rules, methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from . import _core

Setting = Union[float, int, bool, str]


@dataclass(frozen=True)
class Choice:
    """A member of a family with its settings, checked when it is made. `measure`, `method` and the like make one.

    >>> Choice("measure", "quantile", {"q": 0.9}) == measure("quantile", q=0.9)
    True
    """

    family: str
    name: str
    settings: Mapping[str, Setting] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise ValueError(f"the {self.family} is {self.name!r}; give its name")
        object.__setattr__(self, "settings", _core.checked(self.family, self.name, dict(self.settings)))

    def __str__(self) -> str:
        return ", ".join([self.name, *(f"{name} {value}" for name, value in self.settings.items())])

    def __hash__(self) -> int:
        return hash((self.family, self.name, tuple(sorted(self.settings.items()))))

    def _described(self, word: str = "name") -> dict[str, Any]:
        return {word: self.name, **self.settings}


def measure(name: str, **settings: Setting) -> Choice:
    """What is minimised over a region, e.g. ``measure("quantile", q=0.95)``; ``members("measure")`` lists them.

    >>> str(measure("quantile", q=0.95))
    'quantile, q 0.95'
    """
    return Choice("measure", name, settings)


def law(name: str, **settings: Setting) -> Choice:
    """How deviations are distributed over the region, e.g. ``law("normal", sd=0.5)``.

    >>> law("triangular").name
    'triangular'
    """
    return Choice("law", name, settings)


def kernel(name: str, **settings: Setting) -> Choice:
    """The covariance function of the model.

    >>> kernel("matern32").name
    'matern32'
    """
    return Choice("kernel", name, settings)


def sampling(name: str, **settings: Setting) -> Choice:
    """The rule that says where inside the chosen region to evaluate.

    >>> str(sampling("ucb", beta=1.5))
    'ucb, beta 1.5'
    """
    return Choice("sampling", name, settings)


def maximiser(name: str, **settings: Setting) -> Choice:
    """How the expected improvement is maximised.

    >>> maximiser("multistart").name
    'multistart'
    """
    return Choice("maximiser", name, settings)


def design(name: str, **settings: Setting) -> Choice:
    """How the first points are chosen, before there are any values to learn from.

    >>> design("sobol").name
    'sobol'
    """
    return Choice("design", name, settings)


def method(name: str, **settings: Setting) -> Choice:
    """How a problem is searched.

    >>> str(method("stableopt", beta=1.0))
    'stableopt, beta 1.0'
    """
    return Choice("method", name, settings)


def members(family: str) -> list[dict[str, Any]]:
    """The members of a family (measure, law, kernel, sampling, maximiser, design, method) with their settings.

    >>> [m["name"] for m in members("law")]
    ['uniform', 'normal', 'triangular']
    """
    return _core.members(str(family))


def chosen(family: str, given: object) -> Choice:
    """A name, a name with settings as on the command line ("quantile,q=0.95"), a mapping, or a choice."""
    if isinstance(given, Choice):
        if given.family != family:
            raise ValueError(f'"{given.name}" is a {given.family}; give a {family}')
        return given
    if isinstance(given, str):
        name, *settings = (part.strip() for part in given.split(","))
        return Choice(family, name, dict(_setting(family, name, text) for text in settings))
    if isinstance(given, Mapping):
        settings_of = dict(given)
        word = "kind" if "kind" in settings_of else "name"
        if word not in settings_of:
            raise ValueError(f'the {family} has no name; give it as {{"{word}": …}}')
        return Choice(family, str(settings_of.pop(word)), settings_of)
    raise ValueError(f"the {family} is {given!r}; give a name, sweetspot.{family}(name, …), or an object of your own")


def _setting(family: str, name: str, text: str) -> tuple[str, Setting]:
    word, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f'"{text}" has no "="; give the settings of {name} as "{name},setting=value"')
    word, value = word.strip(), value.strip()
    if value in ("true", "false"):
        return word, value == "true"
    for kind in (int, float):
        try:
            return word, kind(value)
        except ValueError:
            continue
    return word, value

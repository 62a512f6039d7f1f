"""The trials of a study, and its answer: the design to build."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .model import Estimate
from .problem import Params


@dataclass(frozen=True)
class Trial:
    """One point of a study, from `ask` until its value, or its failure, is known.

    >>> import tempfile
    >>> from sweetspot import Study
    >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
    >>> trial = study.ask()
    >>> trial.number, trial.state, list(trial.params)
    (0, 'waiting', ['width'])
    """

    number: int
    state: str
    params: Params
    source: str = "search"
    value: float | None = None
    standard_error: float | None = None
    outputs: Mapping[str, float] = field(default_factory=dict)
    failure: str | None = None
    reason: str | None = None
    asked: Params | None = None
    seconds: float | None = None
    work_directory: str | None = None

    @classmethod
    def _of(cls, text: str) -> Trial:
        """From the engine's data."""
        return cls(**json.loads(text))


class Answer:
    """The answer of a study: what to build, what is promised of its region, and what was measured.

    `data` holds all of it, as `sweetspot best --format json` prints it.

    >>> import tempfile
    >>> from sweetspot import Study
    >>> study = Study.create(tempfile.mkdtemp() + "/bench.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=8)
    >>> study.run(lambda design: (design["width"] - 3) ** 2)
    'the budget of 8 evaluations is spent'
    >>> answer = study.best()
    >>> answer.interval[0] <= answer.worst <= answer.interval[1]
    True
    """

    def __init__(self, data: Mapping[str, Any], text: str) -> None:
        self.data, self._text = dict(data), text

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        from .show import answer_html

        return answer_html(self)

    @property
    def params(self) -> Params | None:
        """The centre to build; None while too few values are known."""
        return self.data["robust"]["params"]  # type: ignore[no-any-return]

    @property
    def measure(self) -> Estimate | None:
        """The measure of the region, which the study minimises."""
        return _estimate(self.data["robust"]["measure"])

    @property
    def worst(self) -> float | None:
        """The expected worst value in the region."""
        return self.data["robust"]["worst"]["searched"]  # type: ignore[no-any-return]

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval that is promised to hold the true worst case, in about 95 of 100 answers."""
        worst = self.data["robust"]["worst"]
        return None if worst["lower"] is None else (worst["lower"], worst["upper"])

    @property
    def region(self) -> dict[str, Any] | None:
        """The extent of the region in each parameter."""
        return self.data["region"]  # type: ignore[no-any-return]

    @property
    def single(self) -> Params | None:
        """The best single point, for comparison: what plain minimisation would choose."""
        return self.data["single"]["params"]  # type: ignore[no-any-return]

    @property
    def yield_(self) -> Estimate | None:
        """The share of builds within the limit, if there is one."""
        limit = self.data.get("limit")
        return None if limit is None else _estimate(limit["robust"]["yield"])

    @property
    def warnings(self) -> list[str]:
        """What you should know about the model before you trust the answer, a sentence each."""
        return list(self.data["warnings"])

    @property
    def verification(self) -> str:
        """verified, failed, or not verified."""
        return str(self.data["verification"]["state"])


def _estimate(data: Mapping[str, Any]) -> Estimate | None:
    if data["value"] is None or data["lower"] is None:
        return None
    return Estimate(data["value"], data["lower"], data["upper"])

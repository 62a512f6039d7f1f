"""An Optuna sampler: the search of sweetspot behind ``study.optimize``."""

from __future__ import annotations

import math
import threading
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

try:
    import optuna
    from optuna.distributions import (
        BaseDistribution,
        CategoricalDistribution,
        FloatDistribution,
        IntDistribution,
    )
    from optuna.samplers import BaseSampler, RandomSampler
    from optuna.search_space import IntersectionSearchSpace
    from optuna.trial import FrozenTrial, TrialState
except ImportError as error:  # pragma: no cover
    raise ImportError("the sampler needs optuna; install it with: pip install 'optuna>=4'") from error

from .. import _core
from ..model import Model
from ..optimizer import Best, Optimizer
from ..parameters import Choices, Parameter
from ..problem import Problem


class OptunaSampler(BaseSampler):  # type: ignore[misc,unused-ignore]
    """Suggests the parameters of the next trial so that the best *region* of tolerances is found.

    `tolerance` is ± in each parameter's own unit, or in per cent: one for all numbers, or one by name; the other
    arguments are those of `sweetspot.Problem` and `sweetspot.Optimizer`. Parameters that not all
    trials have in common are sampled independently. The same history gives the same suggestion, in every process.

    >>> import optuna
    >>> optuna.logging.set_verbosity(optuna.logging.ERROR)
    >>> sampler = OptunaSampler(tolerance={"x": 0.5})
    >>> study = optuna.create_study(sampler=sampler)
    >>> study.optimize(lambda trial: trial.suggest_float("x", -4, 4) ** 2, n_trials=8)
    >>> abs(sampler.best(study).params["x"]) < 1
    True
    """

    def __init__(
        self,
        tolerance: float | str | Mapping[str, float | str] | None = None,
        *,
        norm: float | str = 2,
        measure: Any = "worst",
        law: Any = "uniform",
        seed: int = 1,
        threads: int = 1,
        independent_sampler: BaseSampler | None = None,
        **how: Any,
    ) -> None:
        self._tolerance = tolerance
        self._what = {"norm": norm, "measure": measure, "law": law}
        self._how = how | {"seed": seed, "threads": threads}
        self._independent = independent_sampler or RandomSampler(seed=seed)
        self._space = IntersectionSearchSpace()
        self._warned: set[str] = set()
        # The points of running trials: Optuna knows them only after the objective has asked for them.
        self._given: dict[int, dict[str, Any]] = {}
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()

    def reseed_rng(self) -> None:
        """Reseeds the independent sampler; the history alone determines what the search itself draws."""
        self._independent.reseed_rng()

    def infer_relative_search_space(
        self, study: optuna.Study, trial: FrozenTrial
    ) -> dict[str, BaseDistribution]:
        """The parameters that all trials have in common."""
        _require_one_objective(study)
        common = self._space.calculate(study)
        return {name: d for name, d in sorted(common.items()) if not d.single()}

    def sample_relative(
        self, study: optuna.Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """The next point of the search, given all trials so far."""
        if not search_space:
            return {}
        with self._lock:
            optimizer, pending, failed = self._told(study, search_space, but=trial.number)
            suggestion = optimizer.ask(pending=pending, failed=failed)
            given = {name: _from_ours(d, suggestion.params[name]) for name, d in search_space.items()}
            self._given[trial.number] = given
        return given

    def after_trial(
        self, study: optuna.Study, trial: FrozenTrial, state: TrialState, values: Sequence[float] | None
    ) -> None:
        self._given.pop(trial.number, None)
        self._independent.after_trial(study, trial, state, values)

    def sample_independent(
        self,
        study: optuna.Study,
        trial: FrozenTrial,
        param_name: str,
        param_distribution: BaseDistribution,
    ) -> Any:
        """A value for a parameter that not all trials have."""
        return self._independent.sample_independent(study, trial, param_name, param_distribution)

    def best(self, study: optuna.Study) -> Best:
        """The best centre, with what the model expects of its region. If the study maximises, values are negated."""
        optimizer, _, failed = self._told(study, self._known_space(study))
        return optimizer.best(failed=failed)

    def model(self, study: optuna.Study) -> Model:
        """The model behind `best`."""
        optimizer, _, failed = self._told(study, self._known_space(study))
        return optimizer.model(failed=failed)

    def _known_space(self, study: optuna.Study) -> dict[str, BaseDistribution]:
        common = IntersectionSearchSpace().calculate(study)
        space = {name: d for name, d in sorted(common.items()) if not d.single()}
        if not space:
            raise ValueError("no trial is complete yet, or they have no parameter in common; run the study first")
        return space

    def _problem(self, space: Mapping[str, BaseDistribution]) -> Problem:
        if isinstance(self._tolerance, Mapping):
            tolerances: Mapping[str, Any] = {n: t for n, t in self._tolerance.items() if n in space}
        else:
            tolerances = {n: self._tolerance for n, d in space.items() if not isinstance(d, CategoricalDistribution)}
        return Problem({name: _parameter(name, d) for name, d in space.items()}, tolerances, **self._what)

    def _warn_of_unknown(self, trials: Sequence[FrozenTrial]) -> None:
        """Warns of a tolerance for a parameter that no trial has. It is probably a mistake, but the parameter may still come."""
        suggested = {name: None for trial in trials for name in trial.params}
        for name in self._tolerance if isinstance(self._tolerance, Mapping) else ():
            if name not in suggested and name not in self._warned:
                self._warned.add(name)
                warnings.warn("tolerance: " + _core.unknown_name("parameter", str(name), list(suggested)), stacklevel=4)

    def _told(
        self, study: optuna.Study, space: Mapping[str, BaseDistribution], but: int | None = None
    ) -> tuple[Optimizer, Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]:
        """The search with every trial that has the parameters, with those that are running, and with those that failed."""
        _require_one_objective(study)
        sign = -1.0 if study.direction == optuna.study.StudyDirection.MAXIMIZE else 1.0
        optimizer = Optimizer(self._problem(space), **self._how)
        pending, failed = [], []
        trials = study.get_trials(deepcopy=False)
        self._warn_of_unknown(trials)
        for trial in trials:
            params = trial.params
            if trial.state == TrialState.RUNNING:
                params = self._given.get(trial.number, {}) | params
            if trial.number == but or not all(_is_inside(space[n], params.get(n)) for n in space):
                continue
            point = {name: _to_ours(d, params[name]) for name, d in space.items()}
            if trial.state == TrialState.COMPLETE and trial.value is not None and math.isfinite(trial.value):
                optimizer.tell(point, sign * trial.value)
            elif trial.state == TrialState.RUNNING:
                pending.append(point)
            elif trial.state.is_finished():
                failed.append(point)
        return optimizer, pending, failed


def _require_one_objective(study: optuna.Study) -> None:
    if len(study.directions) != 1:
        raise ValueError(f"the study has {len(study.directions)} objectives; this sampler searches with one")


def _is_inside(distribution: BaseDistribution, value: Any) -> bool:
    """Whether the trial has the parameter, and a value within the present bounds."""
    if isinstance(distribution, CategoricalDistribution):
        return value in distribution.choices
    assert isinstance(distribution, (FloatDistribution, IntDistribution))
    return value is not None and distribution.low <= value <= distribution.high


def _parameter(name: str, d: BaseDistribution) -> Parameter | Choices:
    if isinstance(d, CategoricalDistribution):
        return Choices([str(i) for i in range(len(d.choices))])
    if isinstance(d, IntDistribution):
        return Parameter(d.low, d.high, scale="log" if d.log else "linear", step=None if d.log else float(d.step))
    if isinstance(d, FloatDistribution):
        return Parameter(d.low, d.high, scale="log" if d.log else "linear", step=d.step)
    raise ValueError(f'the distribution of "{name}" is {d!r}; it must be of floats, ints or categories')


def _to_ours(d: BaseDistribution, value: Any) -> Any:
    return str(d.choices.index(value)) if isinstance(d, CategoricalDistribution) else float(value)


def _from_ours(d: BaseDistribution, value: Any) -> Any:
    if isinstance(d, CategoricalDistribution):
        return d.choices[int(value)]
    if isinstance(d, IntDistribution):
        return min(max(round(value), d.low), d.high)
    assert isinstance(d, FloatDistribution)
    return min(max(float(value), d.low), d.high)

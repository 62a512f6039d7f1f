"""A user's program: what mypy --strict must understand of the package. It is checked, and run, by test_typing.py."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import optuna
from gest_api.vocs import VOCS
from numpy.typing import ArrayLike, NDArray

import sweetspot as ss


def bracket(design: ss.problem.Params) -> float:
    return (float(design["width"]) - 3) ** 2 + (float(design["height"]) - 9) ** 2


result: ss.Result = ss.minimize(
    bracket, bounds={"width": (1, 10), "height": (2, 20)}, tolerance={"width": 0.2, "height": "5%"}, evaluations=12
)
x: NDArray[np.float64] = result.x
worst: float = result.worst
promised: tuple[float, float] | None = result.interval


class Midrange(ss.Measure):
    name = "midrange"

    def value(self, responses: NDArray[np.float64], weights: NDArray[np.float64]) -> ArrayLike:
        middle: NDArray[np.float64] = (responses.min(axis=-1) + responses.max(axis=-1)) / 2
        return middle


class ByChance(ss.Method):
    name = "by-chance"

    def propose(self, situation: ss._core.Situation) -> ArrayLike:
        drawn: NDArray[np.float64] = situation.random.random(situation.dimension)
        return drawn


problem = ss.Problem(
    {"a": ss.Parameter(1, 10, scale="log"), "material": ["steel", "brass"], "r": ss.Series([10, 12, 15], tolerance="5%")},
    {"a": "5%"}, measure=Midrange(), limits=[ss.Limit("stress", at_most=250)],
)
optimizer = ss.Optimizer(problem, seed=3)
suggestion: ss.Suggestion = optimizer.ask()
optimizer.tell(suggestion, 3.5, standard_error=0.1, outputs={"stress": 100.0})
best: ss.Best = optimizer.best()
by_chance = ss.Optimizer(ss.Problem([(0, 1), (0, 1)], 0.1, law=ss.law("normal", sd=0.5)), method=ByChance())
model: ss.Model = result.optimizer.model()
mean: NDArray[np.float64] = model.mean(np.zeros((3, 2)) + [3, 9])
region: ss.Region = model.region(result.best)
share: ss.Estimate = region.yield_(2.0)
room: ss.Room = region.largest_tolerance(2.0)
level: ss.Estimate | None = region.sigma_level(2.0)

with tempfile.TemporaryDirectory() as folder:
    study: ss.Study = ss.Study.create(Path(folder) / "bracket.toml", {"width": (1, 10)}, {"width": 0.2}, evaluations=6)
    trial: ss.Trial = study.ask()
    study.tell(trial, 41.2)
    why: str = study.run(lambda params: float(params["width"]) ** 2, catch=ArithmeticError)
    answer: ss.Answer = study.best(tolerance={"width": 0.1}, measure=ss.measure("quantile", q=0.95))
    params: ss.problem.Params | None = answer.params
    verdict: str = study.verify(lambda params: float(params["width"]) ** 2, 2)["verdict"]

bowl: ss.problems.TestProblem = ss.problems.get("bumped-bowl", dimension=2)
optimum: ss.problems.Optimum = bowl.optimum()
p: float = ss.statistics.wilcoxon([1.0, 2, 3], [2.0, 3, 5])["p"]

optuna.logging.set_verbosity(optuna.logging.ERROR)
sampler = ss.integrations.OptunaSampler(tolerance={"x": 0.5})
of_optuna = optuna.create_study(sampler=sampler)
of_optuna.optimize(lambda t: t.suggest_float("x", -4, 4) ** 2, n_trials=5)
robust: ss.Best = sampler.best(of_optuna)

generator = ss.integrations.GestGenerator(VOCS(variables={"x": [0.0, 1.0]}, objectives={"f": "MINIMIZE"}), 0.1)
generator.ingest([point | {"f": point["x"] ** 2} for point in generator.suggest(2)])

print("typed")

"""How much the Python front costs, as ratios measured in one run: python python_speed.py [--rivals].

With --rivals a suggestion of BoTorch (worst case over 64 perturbations) and of Optuna's samplers is timed beside ours on the
same data; what is missing is installed from PyPI into the environment of this interpreter.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import sweetspot as ss


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median of so many."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def row(what: str, value: float, unit: str, goal: str = "") -> None:
    print(f"{what:<58}{value:>10.3g} {unit:<4}{goal}")


def import_times() -> None:
    def imported(statement: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", statement], check=True), 7)

    nothing = imported("pass")
    numpy = imported("import numpy") - nothing
    row("import numpy", 1e3 * numpy, "ms")
    row("import sweetspot, numpy included", 1e3 * (imported("import sweetspot") - nothing), "ms", "150 allowed")


def told(dimension: int, count: int) -> ss.Optimizer:
    rng = np.random.default_rng(1)
    optimizer = ss.Optimizer(ss.Problem([(-5, 5)] * dimension, 0.6))
    for x in rng.uniform(-5, 5, (count, dimension)):
        optimizer.tell(x, float(np.sum(x**4 - 16 * x**2 + 5 * x) / 2))
    return optimizer


def overheads() -> None:
    optimizer = told(5, 50)
    beyond = []
    for _ in range(20):
        began = time.perf_counter()
        suggestion = optimizer.ask()
        beyond.append(time.perf_counter() - began - suggestion.seconds)
    row("ask beyond the engine's own time, D = 5, N = 50", 1e6 * statistics.median(beyond), "µs", "100 allowed")
    x = np.full(5, 0.1)
    row("tell, all of it", 1e6 * seconds(lambda: optimizer.tell(x, 1.0), 200), "µs", "100 allowed")


def predictions() -> None:
    model = told(10, 100).model()
    points = np.random.default_rng(2).uniform(-5, 5, (1_000_000, 10))
    engine = min(model._core._mean_seconds(points) for _ in range(5))
    ours = min(seconds(lambda: model.mean(points), 1) for _ in range(5))
    row("mean of a million rows, D = 10, N = 100", ours, "s")
    row("… ÷ the C++ call", ours / engine, "", "1.1 allowed")


def install(*packages: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", *packages], check=True)


def rivals() -> None:
    install("optuna", "torch", "botorch")
    dimension, count = 10, 100
    optimizer = told(dimension, count)
    ours = seconds(optimizer.ask, 5)
    row("suggestion of sweetspot, D = 10, N = 100, one thread", 1e3 * ours, "ms")
    row("Optuna's TPE ÷ sweetspot", optuna_seconds("TPESampler", optimizer) / ours, "")
    row("Optuna's GP ÷ sweetspot", optuna_seconds("GPSampler", optimizer) / ours, "")
    row("BoTorch's worst case over 64 perturbations ÷ sweetspot", botorch_seconds(optimizer) / ours, "")


def optuna_seconds(sampler: str, optimizer: ss.Optimizer) -> float:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=getattr(optuna.samplers, sampler)(seed=1))
    space = {f"x{i}": optuna.distributions.FloatDistribution(-5, 5) for i in range(optimizer.problem.dimension)}
    for x, y in zip(optimizer.inputs, optimizer.outputs):
        params = {f"x{i}": float(v) for i, v in enumerate(x)}
        study.add_trial(optuna.trial.create_trial(params=params, distributions=space, value=float(y)))
    return seconds(lambda: study.ask(space), 3)


def botorch_seconds(optimizer: ss.Optimizer) -> float:
    import torch
    from botorch.acquisition import qLogNoisyExpectedImprovement
    from botorch.acquisition.risk_measures import WorstCase
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from botorch.models.transforms.input import InputPerturbation
    from botorch.optim import optimize_acqf
    from gpytorch.mlls import ExactMarginalLogLikelihood

    torch.set_num_threads(1)
    dimension = optimizer.problem.dimension
    x = torch.tensor((optimizer.inputs + 5) / 10)
    y = -torch.tensor((optimizer.outputs - optimizer.outputs.mean()) / optimizer.outputs.std())[:, None]
    ball = torch.nn.functional.normalize(torch.randn(64, dimension, dtype=x.dtype), dim=1) * 0.06

    def suggest() -> None:
        model = SingleTaskGP(x, y, input_transform=InputPerturbation(perturbation_set=ball))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        acquisition = qLogNoisyExpectedImprovement(
            model, x, objective=WorstCase(n_w=64, preprocessing_function=None), prune_baseline=True
        )
        bounds = torch.stack([torch.full((dimension,), 0.06), torch.full((dimension,), 0.94)]).to(x.dtype)
        optimize_acqf(acquisition, bounds, q=1, num_restarts=10, raw_samples=1000, options={"batch_limit": 5})

    return seconds(suggest, 1)


if __name__ == "__main__":
    import_times()
    overheads()
    predictions()
    if "--rivals" in sys.argv[1:]:
        rivals()

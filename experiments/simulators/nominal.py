"""What people would use without knowing of tolerances: differential evolution and TPE on the bare value.

Both search the bounds of the study, on a log scale where its tolerance is in per cent, and give their best point.
"""

import math

import optuna
from scipy.optimize import differential_evolution


class BudgetSpent(Exception):
    pass


class Counted:
    """The value of one build; remembers the best, and ends the search when the budget is spent."""

    def __init__(self, problem, evaluations):
        self.problem, self.left = problem, evaluations
        self.best_point, self.best_value = None, math.inf

    def __call__(self, point):
        if self.left == 0:
            raise BudgetSpent
        self.left -= 1
        value = self.problem.values([point])[0]
        if value < self.best_value:
            self.best_point, self.best_value = list(point), value
        return value


def by_differential_evolution(problem, seed, evaluations):
    """SciPy's, with its settings but for the population: 15 per parameter would be more than the budget."""
    objective = Counted(problem, evaluations)
    logarithmic = [p.in_per_cent for p in problem.parameters]
    limits = [(math.log(p.low), math.log(p.high)) if p.in_per_cent else (p.low, p.high) for p in problem.parameters]

    def value(x):
        return objective([math.exp(v) if is_log else v for v, is_log in zip(x, logarithmic)])

    try:
        while True:  # until the budget is spent, also if it has converged
            differential_evolution(value, limits, popsize=2, rng=seed, polish=False)
            seed += 1000
    except BudgetSpent:
        return objective.best_point


def by_tpe(problem, seed, evaluations):
    """Optuna's, with its settings."""
    objective = Counted(problem, evaluations)

    def value(trial):
        return objective([trial.suggest_float(p.name, p.low, p.high, log=p.in_per_cent) for p in problem.parameters])

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))
    study.optimize(value, n_trials=evaluations)
    return objective.best_point


METHODS = {"de": by_differential_evolution, "tpe": by_tpe}

"""A bracket that is cheap if it is light, and dear if it sags or tips over; it is built within tolerances."""

import optuna
import optunahub


def objective(trial: optuna.Trial) -> float:
    width = trial.suggest_float("width", 1, 10)
    height = trial.suggest_float("height", 2, 20)
    sag = 5000 / (width * height**3)
    slenderness = height / (4 * width)
    return width * height + 200 * max(sag - 1, 0) + 100 * max(slenderness - 1, 0)


if __name__ == "__main__":
    sampler = optunahub.load_module("samplers/sweetspot").SweetspotSampler(tolerance={"width": 0.2, "height": "5%"})
    study = optuna.create_study(sampler=sampler)
    study.optimize(objective, n_trials=40)
    best = sampler.best(study)
    print("lowest single trial:", study.best_params, study.best_value)
    print("what to build:", best.params, "its worst case:", best.worst, "promised:", best.interval)

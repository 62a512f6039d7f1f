"""Doors to other people's tools, each tested against the real package."""

from __future__ import annotations

import math
import pickle
import warnings

import numpy as np
import pytest

import sweetspot as ss


@pytest.fixture
def optuna():
    module = pytest.importorskip("optuna", reason="the sampler needs Optuna, which is not installed")
    module.logging.set_verbosity(module.logging.ERROR)
    return module


@pytest.fixture
def pd():
    return pytest.importorskip("pandas", reason="tables need pandas, which is not installed")


@pytest.fixture
def vocs():
    return pytest.importorskip("gest_api.vocs", reason="the generator needs gest-api, which is not installed").VOCS


# Optuna


def everything(trial):
    x = trial.suggest_float("x", -4, 4)
    c = trial.suggest_float("c", 1e-3, 1e3, log=True)
    n = trial.suggest_int("n", 1, 9)
    even = trial.suggest_int("even", 0, 10, step=2)
    power = trial.suggest_int("power", 1, 1000, log=True)
    grid = trial.suggest_float("grid", 0, 1, step=0.25)
    kind = trial.suggest_categorical("kind", ["a", None, 3])
    assert -4 <= x <= 4 and 1e-3 <= c <= 1e3 and n in range(1, 10) and even in range(0, 11, 2) and 1 <= power <= 1000
    assert isinstance(n, int) and isinstance(even, int) and isinstance(power, int)
    assert grid in (0, 0.25, 0.5, 0.75, 1) and kind in ("a", None, 3)
    return (x - 1) ** 2 + math.log10(c) ** 2 + (n - 4) ** 2 / 10 + (0 if kind is None else 1)


def test_every_distribution_is_suggested_from_and_the_search_gets_better(optuna):
    sampler = ss.integrations.OptunaSampler(tolerance={"x": 0.2, "c": "5%"})
    study = optuna.create_study(sampler=sampler)
    study.optimize(everything, n_trials=14)
    best = sampler.best(study)
    assert abs(best.params["x"] - 1) < 1.5
    assert best.worst < np.median([t.value for t in study.trials])
    assert sampler.model(study).mean([best.params]).shape == (1,)


def test_one_tolerance_is_for_all_numbers_and_none_for_categories(optuna):
    sampler = ss.integrations.OptunaSampler(tolerance=0.5)
    study = optuna.create_study(sampler=sampler)
    study.optimize(
        lambda t: t.suggest_float("x", -4, 4) ** 2 + (t.suggest_categorical("k", ["a", "b"]) == "b"), n_trials=12
    )
    best = sampler.best(study)
    assert best.params["k"] == "0" and abs(best.params["x"]) < 0.5 and best.worst > 0.1


def test_the_robust_optimum_is_found_where_the_best_point_is_fragile(optuna):
    def f(trial):
        x = trial.suggest_float("x", -4, 4)
        return x**2 / 8 - 3 * math.exp(-50 * (x - 2) ** 2)  # a deep narrow hole at 2, a wide valley at 0

    sampler = ss.integrations.OptunaSampler(tolerance={"x": 0.5})
    study = optuna.create_study(sampler=sampler)
    study.optimize(f, n_trials=25)
    assert abs(sampler.best(study).params["x"]) < 0.5


def test_what_is_maximised_is_found_too(optuna):
    sampler = ss.integrations.OptunaSampler(tolerance={"x": 0.5})
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.optimize(lambda t: -(t.suggest_float("x", -4, 4) - 1) ** 2, n_trials=12)
    assert abs(sampler.best(study).params["x"] - 1) < 0.3
    assert abs(study.best_params["x"] - 1) < 0.5


def test_trials_that_fail_or_are_pruned_are_kept_away_from(optuna):
    def f(trial):
        x = trial.suggest_float("x", -4, 4)
        if x > 2:
            raise ArithmeticError
        if x < -2:
            raise optuna.TrialPruned
        return (x - 1.5) ** 2

    sampler = ss.integrations.OptunaSampler(tolerance={"x": 0.2})
    study = optuna.create_study(sampler=sampler)
    study.optimize(f, n_trials=25, catch=(ArithmeticError,))
    states = [t.state.name for t in study.trials]
    assert states.count("COMPLETE") > 10
    assert states[-8:].count("COMPLETE") >= 5
    assert abs(sampler.best(study).params["x"] - 1.5) < 0.5


def test_two_jobs_at_once_evaluate_different_points(optuna):
    study = optuna.create_study(sampler=ss.integrations.OptunaSampler(tolerance={"x": 0.2, "y": 0.2}))
    study.optimize(
        lambda t: t.suggest_float("x", -4, 4) ** 2 + t.suggest_float("y", -4, 4) ** 2, n_trials=14, n_jobs=2
    )
    points = [tuple(t.params.values()) for t in study.trials]
    assert len(points) == 14 == len(set(points))


def test_a_study_that_is_resumed_from_a_database_suggests_the_same(optuna, tmp_path):
    url = f"sqlite:///{tmp_path}/optuna.db"

    def sampler():
        return ss.integrations.OptunaSampler(tolerance={"x": 0.2}, seed=5)

    def f(trial):
        return trial.suggest_float("x", -4, 4) ** 2

    study = optuna.create_study(study_name="s", storage=url, sampler=sampler())
    study.optimize(f, n_trials=6)
    resumed = optuna.load_study(study_name="s", storage=url, sampler=sampler())
    here, there = study.sampler, resumed.sampler
    space = here.infer_relative_search_space(study, None)
    trial = study.trials[-1]
    assert here.sample_relative(study, trial, space) == there.sample_relative(resumed, trial, space)
    resumed.optimize(f, n_trials=2)
    assert len(study.trials) == 8


def test_several_objectives_are_refused_at_once(optuna):
    study = optuna.create_study(directions=["minimize", "minimize"], sampler=ss.integrations.OptunaSampler(0.1))
    with pytest.raises(ValueError, match="the study has 2 objectives"):
        study.optimize(lambda t: (t.suggest_float("x", 0, 1), 1.0), n_trials=1)


def test_a_tolerance_of_a_parameter_that_is_never_suggested_is_warned_of(optuna):
    sampler = ss.integrations.OptunaSampler(tolerance={"widht": 0.2})
    study = optuna.create_study(sampler=sampler)
    with pytest.warns(UserWarning, match='did you mean "width"'):
        study.optimize(lambda t: t.suggest_float("width", -4, 4) ** 2, n_trials=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        study.optimize(lambda t: t.suggest_float("width", -4, 4) ** 2, n_trials=1)


def test_a_parameter_that_comes_and_goes_is_sampled_independently(optuna):
    def f(trial):
        x = trial.suggest_float("x", -4, 4)
        return x**2 + (trial.suggest_float("y", 0, 1) if trial.number % 2 else 0)

    study = optuna.create_study(sampler=ss.integrations.OptunaSampler(tolerance=0.2))
    study.optimize(f, n_trials=10)
    assert all(t.state.name == "COMPLETE" for t in study.trials)


def test_a_study_without_trials_says_what_to_do_and_the_sampler_can_be_pickled(optuna):
    sampler = pickle.loads(pickle.dumps(ss.integrations.OptunaSampler(tolerance={"x": 0.2}, measure="mean")))
    with pytest.raises(ValueError, match="run the study first"):
        sampler.best(optuna.create_study(sampler=sampler))


# gest-api


def generator(vocs, tolerance=None, objective="MINIMIZE", variables=None, **options):
    described = {key: options.pop(key) for key in ("constraints", "constants") if key in options}
    spec = vocs(variables=variables or {"x": [-4.0, 4.0], "y": [0.0, 2.0]}, objectives={"f": objective}, **described)
    return ss.integrations.GestGenerator(spec, tolerance, **options)


def test_points_carry_ids_and_constants_and_a_batch_differs(vocs):
    g = generator(vocs, 0.2, constants={"material": "steel"})
    points = g.suggest(4)
    assert [p["_id"] for p in points] == [0, 1, 2, 3] and all(p["material"] == "steel" for p in points)
    assert len({(p["x"], p["y"]) for p in points}) == 4
    assert len(g.suggest()) == 1 and g.suggest(0) == []


def test_the_search_finds_the_minimum_from_batches(vocs):
    g = generator(vocs, {"x": 0.2, "y": 0.1})
    for _ in range(6):
        g.ingest([p | {"f": (p["x"] - 1) ** 2 + (p["y"] - 1) ** 2} for p in g.suggest(3)])
    best = g.best()
    assert abs(best.params["x"] - 1) < 0.3 and abs(best.params["y"] - 1) < 0.3
    assert g.model().mean([best.params]).shape == (1,)


def test_the_same_points_as_of_an_optimizer_are_suggested(vocs):
    g, optimizer = generator(vocs, 0.2, seed=3), ss.Optimizer(ss.Problem({"x": (-4, 4), "y": (0, 2)}, 0.2), seed=3)
    for _ in range(6):
        (point,) = g.suggest(1)
        suggestion = optimizer.ask()
        assert {"x": point["x"], "y": point["y"]} == suggestion.params
        value = point["x"] ** 2 + point["y"]
        g.ingest([point | {"f": value}])
        optimizer.tell(suggestion, value)


def test_what_is_maximised_by_the_standard_is_maximised(vocs):
    g = generator(vocs, 0.2, "MAXIMIZE", {"x": [-4.0, 4.0]})
    for _ in range(10):
        g.ingest([p | {"f": -((p["x"] - 1) ** 2)} for p in g.suggest(1)])
    assert abs(g.best().params["x"] - 1) < 0.3


@pytest.mark.parametrize(
    ("constraint", "at_least"), [(["LESS_THAN", 0.5], 0.5), (["BOUNDS", -9.0, 0.5], 0.5), (["GREATER_THAN", -9.0], -4)]
)
def test_constraints_hold_in_the_whole_region(vocs, constraint, at_least):
    g = generator(vocs, 0.2, variables={"x": [-4.0, 4.0]}, constraints={"c": constraint})
    for _ in range(14):
        g.ingest([p | {"f": p["x"] ** 2, "c": 1 - p["x"]} for p in g.suggest(1)])
    assert g.best().params["x"] - 0.2 > at_least - 0.1
    assert g.best().feasible


def test_discrete_variables_are_series_or_choices(vocs):
    g = generator(vocs, variables={"r": {10, 12, 15}, "m": {"steel", "brass"}})
    for _ in range(8):
        points = g.suggest(1)
        assert points[0]["r"] in (10, 12, 15) and points[0]["m"] in ("steel", "brass")
        g.ingest([p | {"f": abs(p["r"] - 12) + (p["m"] == "steel")} for p in points])
    assert g.best().params == {"r": 12, "m": "brass"}


@pytest.mark.parametrize("nothing", [math.nan, math.inf, None])
def test_a_value_that_is_none_is_a_failed_evaluation(vocs, nothing):
    g = generator(vocs, 0.2)
    for n in range(6):
        g.ingest([p | {"f": nothing if n == 2 else p["x"] ** 2} for p in g.suggest(1)])
    assert g._optimizer.observations == 5 and len(g._failed) == 1
    (failed,) = g._failed
    (point,) = g.suggest(1)
    assert math.hypot(point["x"] - failed["x"], point["y"] - failed["y"]) > 1e-3


@pytest.mark.parametrize("bad", [{"x": 99.0}, {"f": "many"}, {"y": None}, {"x": math.nan}])
def test_a_batch_with_a_mistake_is_refused_whole(vocs, bad):
    g = generator(vocs, 0.2)
    points = [p | {"f": 1.0} for p in g.suggest(2)]
    with pytest.raises(ValueError):
        g.ingest([points[0], points[1] | bad])
    assert g._optimizer.observations == 0 and len(g._pending) == 2
    g.ingest(points)
    assert g._optimizer.observations == 2 and not g._pending


def test_a_result_that_lacks_a_variable_is_refused(vocs):
    with pytest.raises(ValueError, match='lacks the variable "y"'):
        generator(vocs, 0.2).ingest([{"x": 1.0, "f": 2.0}])


def test_results_that_were_not_suggested_are_taken(vocs):
    g = generator(vocs, 0.2)
    g.ingest([{"x": 1, "y": np.float32(1), "f": np.float64(2)}])
    assert g._optimizer.observations == 1


def test_what_the_search_cannot_do_is_refused_when_the_generator_is_made(vocs):
    with pytest.raises(ValueError, match="2 objectives"):
        ss.integrations.GestGenerator(
            vocs(variables={"x": [0.0, 1.0]}, objectives={"f": "MINIMIZE", "g": "MINIMIZE"})
        )
    with pytest.raises(ValueError, match="explored"):
        generator(vocs, objective="EXPLORE")
    with pytest.raises(ValueError, match="tolerance"):
        generator(vocs, {"z": 0.1})


# pandas


def test_a_table_becomes_a_search_that_knows_its_rows(pd):
    frame = pd.DataFrame(
        {"width": [1.0, 2, 3, 4, 5, 6], "note": list("abcdef"), "cost": [4.0, 1, 0, 1, 4, None], "n": [1, 2, 1, 2, 1, 2]}
    )
    optimizer = ss.from_dataframe(frame, value="cost", tolerance=0.2, seed=4)
    assert optimizer.problem.names == ["width", "n"] and optimizer.observations == 5
    assert optimizer.outputs.tolist() == [4, 1, 0, 1, 4]
    bounded = ss.from_dataframe(
        frame, value="cost", bounds={"width": (0, 10), "note": list("abcdef")}, tolerance={"width": 0.2},
        measure="mean", method="expected-improvement", standard_error="n",
    )
    assert bounded.standard_errors.tolist() == [1, 2, 1, 2, 1]
    assert bounded.problem.params(bounded.inputs[2]) == {"width": 3.0, "note": "c"}
    assert ss.from_dataframe(frame, value="cost", parameters=["n"], tolerance=0.1).problem.names == ["n"]


def test_a_table_with_other_names_is_refused_with_its_columns(pd):
    frame = pd.DataFrame({"a": [1.0, 2], "value": [1.0, 2]})
    for options in ({"value": "cost"}, {"bounds": {"b": (0, 1)}}, {"parameters": ["b"]}, {"standard_error": "se"}):
        with pytest.raises(ValueError, match="the columns are a, value"):
            ss.from_dataframe(frame, **options)
    with pytest.raises(ValueError, match='"a"'):
        ss.from_dataframe(pd.DataFrame({"a": [1.0, None, 3], "value": [1.0, 2, 3]}), tolerance=0.1)


def test_columns_may_have_numbers_for_names(pd):
    frame = pd.DataFrame(np.array([[1.0, 5.0], [2.0, 6.0], [3.0, 7.0]]))
    assert ss.from_dataframe(frame, value="1", tolerance=0.1).problem.names == ["0"]


def test_trials_become_a_table_with_a_row_each(pd, tmp_path):
    study = ss.Study.create(
        tmp_path / "s.toml", {"width": (1, 10), "m": ["a", "b"]}, {"width": 0.2}, evaluations=4,
        limits=[ss.Limit("stress", at_most=9)],
    )
    empty = study.trials_dataframe()
    assert len(empty) == 0 and list(empty.columns)[2:5] == ["width", "m", "value"]
    study.tell(study.ask(), 1.5, 0.5, outputs={"stress": 7})
    study.tell(study.ask(), failed="no mesh")
    study.ask()
    frame = study.trials_dataframe()
    assert frame.index.tolist() == [0, 1, 2] and frame.index.name == "number"
    assert frame["state"].tolist() == ["complete", "failed", "waiting"]
    assert frame.loc[0, "value"] == 1.5 and frame.loc[0, "stress"] == 7 and frame.loc[0, "standard_error"] == 0.5
    assert frame.loc[1, "failure"] == "no mesh" and pd.isna(frame.loc[1, "value"])
    assert frame.loc[0, "m"] in ("a", "b")
    optimizer = ss.from_dataframe(frame, bounds={"width": (1, 10), "m": ["a", "b"]}, tolerance={"width": 0.2})
    assert optimizer.observations == 1

"""Ask, tell, best: the same numbers everywhere, in threads, in copies, and as the command line has them."""

from __future__ import annotations

import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import sweetspot as ss

BOX = [(-1.0, 1.0), (0.0, 3.0)]


def f(x):
    return float(np.sin(3 * x[0]) + (x[1] - 1) ** 2)


def told(count=8, problem=None, **options):
    optimizer = ss.Optimizer(problem or ss.Problem(BOX, 0.2), **options)
    for _ in range(count):
        x = optimizer.ask().x
        optimizer.tell(x, f(x))
    return optimizer


def test_what_was_told_is_there_as_it_was_told():
    optimizer = ss.Optimizer(ss.Problem({"a": (-1, 1), "b": (0, 3)}, 0.2))
    first = optimizer.ask()
    optimizer.tell(first, 1.5)
    optimizer.tell({"b": 2, "a": 0.5}, 2, standard_error=0.25)
    optimizer.tell([0.25, 1], np.float32(3))
    assert optimizer.observations == 3
    assert optimizer.inputs.tolist() == [first.x.tolist(), [0.5, 2], [0.25, 1]]
    assert optimizer.outputs.tolist() == [1.5, 2, 3]
    assert optimizer.standard_errors.tolist() == [0, 0.25, 0]
    assert "3 observations" in repr(optimizer)


def test_arrays_that_are_read_are_copies_of_what_is_kept():
    optimizer = told(4)
    optimizer.inputs[:] = 99
    optimizer.outputs[:] = 99
    assert np.abs(optimizer.inputs).max() < 4 and np.abs(optimizer.outputs).max() < 10


def test_a_suggestion_is_inside_the_bounds_and_has_its_reason_after_the_initial_design():
    optimizer = ss.Optimizer(ss.Problem(BOX, 0.2), initial=3)
    for n in range(6):
        suggestion = optimizer.ask()
        assert -1 <= suggestion.x[0] <= 1 and 0 <= suggestion.x[1] <= 3
        assert list(suggestion.params.values()) == suggestion.x.tolist()
        assert (suggestion.centre is None) == (n < 3)
        optimizer.tell(suggestion, f(suggestion.x))
    assert suggestion.expected_improvement >= 0
    assert optimizer.problem.contains(suggestion.centre, suggestion.x)


def test_asking_again_without_telling_gives_the_same_point():
    optimizer = told()
    assert np.array_equal(optimizer.ask().x, optimizer.ask().x)


def test_the_same_seed_gives_the_same_numbers_and_another_one_others():
    assert np.array_equal(told(seed=5).inputs, told(seed=5).inputs)
    assert not np.array_equal(told(seed=5).inputs, told(seed=6).inputs)


def test_one_thread_and_three_give_the_same_bits():
    one, three = told(10, threads=1), told(10, threads=3)
    assert np.array_equal(one.inputs, three.inputs)
    assert one.best().worst == three.best().worst and np.array_equal(one.best().x, three.best().x)


def test_pending_points_are_kept_away_from():
    optimizer = told()
    first = optimizer.ask()
    second = optimizer.ask(pending=[first])
    third = optimizer.ask(pending=[first, second.params])
    assert np.linalg.norm(second.x - first.x) > 1e-3
    assert np.linalg.norm(third.x - second.x) > 1e-3
    assert np.array_equal(optimizer.ask(pending=np.array([first.x])).x, second.x)
    assert np.array_equal(optimizer.ask(pending=[]).x, first.x)


def test_points_that_failed_are_kept_away_from():
    optimizer = told()
    first = optimizer.ask()
    around = [first.x + d for d in ([0, 0], [0.02, 0], [-0.02, 0], [0, 0.02], [0, -0.02])]
    around = [np.clip(x, [-1, 0], [1, 3]) for x in around]
    assert np.linalg.norm(optimizer.ask(failed=around).x - first.x) > 1e-3
    assert optimizer.best(failed=around).worst > -10


def test_fortran_order_integers_and_lists_give_what_an_array_of_doubles_gives():
    rows = np.array([[0.0, 1.0], [1.0, 2.0], [-1.0, 3.0]])
    optimizer = told()
    model = optimizer.model()
    expected = model.mean(rows)
    for form in (np.asfortranarray(rows), rows.astype(int), rows.astype(np.float32), rows.tolist(), rows[::-1][::-1],
                 [optimizer.problem.params(x) for x in rows], tuple(map(tuple, rows))):
        assert np.array_equal(model.mean(form), expected)
    with_array, with_list = told(4), told(4)
    for x in rows:
        with_array.tell(x, 1.0)
        with_list.tell([int(v) for v in x], 1)
    assert np.array_equal(with_array.ask().x, with_list.ask().x)


def test_an_array_whose_layout_agrees_is_taken_without_a_copy():
    problem = ss.Problem(BOX, 0.2)
    rows = np.zeros((1000, 2))
    assert problem.arrays(rows) is rows
    assert np.shares_memory(problem.array(rows[0]), rows)


STATES = [
    ({}, {}),
    ({"norm": "inf"}, {"region": {"norm": "inf"}}),
    ({"norm": 1, "measure": "mean"}, {"region": {"norm": 1}, "measure": {"kind": "mean"}}),
    ({"measure": ss.measure("quantile", q=0.9)}, {"measure": {"kind": "quantile", "q": 0.9}}),
    ({"law": "normal,sd=0.5", "measure": "cvar,alpha=0.8"},
     {"region": {"law": {"name": "normal", "sd": 0.5}}, "measure": {"kind": "cvar", "alpha": 0.8}}),
]
METHODS = [
    ({}, {}),
    ({"method": "stableopt,beta=1.5"}, {"method": {"name": "stableopt", "beta": 1.5}}),
    ({"sampling": "ucb", "seed": 7}, {"method": {"sampling": "ucb"}, "seed": 7}),
    ({"kernel": "matern32", "initial": 2}, {"model": {"kernel": "matern32"}, "method": {"initial": 2}}),
    ({"design": "sobol", "method": "expected-improvement"}, {"method": {"name": "expected-improvement", "design": "sobol"}}),
]


@pytest.mark.parametrize(("of_problem", "of_state"), STATES)
def test_a_suggestion_is_that_of_the_command_line_bit_for_bit(of_problem, of_state, suggest):
    compared(ss.Optimizer(ss.Problem(BOX, 0.2, **of_problem)), of_state, suggest)


@pytest.mark.parametrize(("of_optimizer", "of_state"), METHODS)
def test_so_it_is_with_other_methods_models_and_seeds(of_optimizer, of_state, suggest):
    compared(ss.Optimizer(ss.Problem(BOX, 0.2), **of_optimizer), of_state, suggest)


def compared(optimizer, of_state, suggest):
    state = {
        "parameters": [{"name": f"x{d + 1}", "bounds": list(b), "tolerance": 0.2} for d, b in enumerate(BOX)],
        "observations": [], **of_state,
    }
    for n in range(7):
        here = optimizer.ask()
        if n in (0, 4, 6):  # the program takes its time to start
            there = suggest(state, "--threads", 2)
            assert here.x.tolist() == there["next"]["x"]
            if here.expected_improvement is not None:
                assert here.expected_improvement == there["expected_improvement"]
                assert here.centre.tolist() == there["centre"]
        optimizer.tell(here, f(here.x))
        state["observations"].append({"x": here.x.tolist(), "y": f(here.x)})


def test_two_searches_in_threads_at_once_find_what_each_finds_alone():
    alone = [told(8, seed=seed).inputs for seed in (1, 2)]
    with ThreadPoolExecutor(2) as threads:
        together = list(threads.map(lambda seed: told(8, seed=seed, threads=2).inputs, (1, 2)))
    assert all(np.array_equal(a, b) for a, b in zip(alone, together))


def test_many_threads_may_tell_and_ask_one_search_and_nothing_is_lost():
    optimizer = told(4, threads=2)
    failures = []

    def work(number):
        random = np.random.default_rng(number)
        try:
            for n in range(6):
                x = random.uniform([-1, 0], [1, 3])
                optimizer.tell(x, number * 100 + n)
                if n == 3:
                    optimizer.ask()
                    optimizer.best()
                    optimizer.model().mean(x[None, :])
        except BaseException as error:
            failures.append(error)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(1, 7)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert not any(worker.is_alive() for worker in workers) and not failures
    assert optimizer.observations == 4 + 36
    assert sorted(optimizer.outputs[4:]) == sorted(number * 100 + n for number in range(1, 7) for n in range(6))


def copies(thing):
    return [copy.copy(thing), copy.deepcopy(thing), *(pickle.loads(pickle.dumps(thing, p)) for p in (2, 5))]


def test_a_problem_survives_copying_and_pickling():
    problem = ss.Problem(
        {"a": ss.Parameter(1, 10, scale="log"), "m": ["x", "y"]}, {"a": "5%"}, measure="mean", law="triangular",
        environment={"t": (0, 1)}, limits=[ss.Limit("s", at_most=1)],
    )
    for other in copies(problem):
        assert other == problem and other is not problem
        assert other.names == ["a", "m", "t"] and other.limited_outputs == ["s"]
    assert problem != ss.Problem({"a": (1, 10)}) and problem != 3


def test_a_search_survives_copying_and_pickling_with_all_that_it_knows():
    problem = ss.Problem(BOX, 0.2, limits=[ss.Limit("s", at_most=1), ss.Limit("u", at_least=0)])
    optimizer = ss.Optimizer(problem, seed=9, threads=2, sampling="worst-case")
    for n in range(6):
        x = optimizer.ask().x
        optimizer.tell(x, f(x), 0.1 * (n % 2), {"s": x[0]} if n % 2 else {"s": x[0], "u": x[1]})
    for other in copies(optimizer):
        assert np.array_equal(other.inputs, optimizer.inputs)
        assert np.array_equal(other.standard_errors, optimizer.standard_errors)
        assert np.array_equal(other.ask().x, optimizer.ask().x)
        assert other.best().limits == optimizer.best().limits
        other.tell([0, 0], 1)
        assert optimizer.observations == 6 and other.observations == 7


def test_a_search_without_observations_survives_too():
    for other in copies(ss.Optimizer(ss.Problem(BOX, 0.2))):
        assert other.observations == 0 and other.ask().x.shape == (2,)


def test_a_result_survives_copying_and_pickling():
    result = ss.minimize(f, BOX, 0.2, evaluations=6)
    for other in copies(result):
        assert type(other) is type(result) and repr(other) == repr(result)
        assert np.array_equal(other.x, result.x) and other.interval == result.interval
        assert other.optimizer.observations == 6


def test_choices_of_members_survive_and_can_be_compared():
    choice = ss.measure("quantile", q=0.9)
    assert all(other == choice and hash(other) == hash(choice) for other in copies(choice))
    assert choice != ss.measure("quantile", q=0.8) and {choice: 1}[ss.measure("quantile", q=0.9)] == 1


def test_best_tells_where_the_region_is_worst_and_how_sure_that_is():
    best = told(15).best()
    assert best.feasible and best.limits == ()
    assert best.interval[0] <= best.worst <= best.interval[1]
    assert ss.Problem(BOX, 0.2).contains(best.x, list(best.worst_point.values()))

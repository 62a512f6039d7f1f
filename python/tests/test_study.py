"""Durable studies: the same file, database, numbers and answers as the command line's."""

from __future__ import annotations

import copy
import json
import operator
import os
import pickle
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
import warnings

import numpy as np
import pytest

import sweetspot as ss

BOUNDS = {"width": (1, 10), "height": (2, 20)}
TOLERANCE = {"width": 0.2, "height": "5%"}


def f(params):
    return (params["width"] - 3) ** 2 + (params["height"] - 9) ** 2 / 4


@pytest.fixture
def make(tmp_path):
    def create(name="bench.toml", evaluations=8, **options):
        return ss.Study.create(tmp_path / name, BOUNDS, TOLERANCE, evaluations=evaluations, **options)

    return create


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    study = ss.Study.create(
        tmp_path_factory.mktemp("finished") / "bench.toml", BOUNDS, TOLERANCE, evaluations=15, limit=2.0, name="A bench"
    )
    study.run(f)
    return study


# Trials


def test_a_study_is_a_file_that_the_command_line_reads(make, program):
    study = make(name="bench.toml", evaluations=3)
    study.run(f)
    status = json.loads(program("status", study.path, "--format", "json"))
    assert status["trials"]["complete"] == 3
    assert status == study.status()
    assert program("export", study.path) == study.export()
    assert study.name == "bench" and repr(study) == "Study('bench', 3 of 3 evaluations)"


def test_a_study_that_exists_is_opened_and_is_not_created_again(make):
    study = make()
    study.tell(study.ask(), 1.0)
    again = ss.Study.open(study.path)
    assert [t.value for t in again.trials] == [1.0]
    before = study.path.read_text()
    with pytest.raises(ValueError, match="is there already"):
        make()
    assert study.path.read_text() == before


@pytest.mark.parametrize("name", ["bench.toml", "bench.json"])
def test_everything_that_can_be_described_can_be_written_and_read(tmp_path, name):
    study = ss.Study.create(
        tmp_path / name,
        {"c": ss.Parameter(1e-9, 1e-6, scale="log", label="capacitor", unit="F"), "n": ss.Parameter(1, 9, step=1),
         "r": ss.Series([10, 12, 15], tolerance="5%"), "m": ss.Choices(["steel", "brass"], confusion=0.05)},
        {"c": "5%", "n": 0}, norm="inf", measure=ss.measure("quantile", q=0.9), law="normal,sd=0.5",
        environment={"t": ss.Environment(-40, 85, law="triangular")}, limits=[ss.Limit("stress", at_most=250, hold=0.99)],
        description='Zeile "eins" und ünï', seed=7, initial=6, design="sobol", kernel="matern32", sampling="ucb,beta=1.5",
        maximiser="cma-es", model={"warp": "none"}, objective={"parallel": 2, "unit": "kg"}, limit=3.5, evaluations=9,
        budget={"verify": 2}, name="Bench 5",
    )
    assert study.name == "Bench 5"
    assert study.problem.names == ["c", "n", "r", "m", "t"] and study.problem.limited_outputs == ["stress"]
    assert study.problem.measure == "90 % quantile"
    same = ss.Problem(
        {"c": ss.Parameter(1e-9, 1e-6, scale="log"), "n": ss.Parameter(1, 9, step=1),
         "r": ss.Series([10, 12, 15], tolerance="5%"), "m": ss.Choices(["steel", "brass"], confusion=0.05)},
        {"c": "5%", "n": 0}, norm="inf", measure="quantile,q=0.9", law="normal,sd=0.5",
        environment={"t": ss.Environment(-40, 85, law="triangular")}, limits=[ss.Limit("stress", at_most=250, hold=0.99)],
    )
    assert np.array_equal(same.centre_bounds, study.problem.centre_bounds)
    optimizer = ss.Optimizer(
        same, seed=7, initial=6, design="sobol", kernel="matern32", sampling="ucb,beta=1.5", maximiser="cma-es",
        model={"warp": "none"},
    )
    assert study.ask().params == optimizer.ask().params


def test_asked_trials_wait_and_what_is_told_is_on_disk_at_once(make, program):
    study = make()
    first, second = study.ask(), study.ask()
    assert (first.number, second.number) == (0, 1) and first.state == "waiting"
    assert first.params != second.params
    told = study.tell(second, f(second.params), 0.5)
    assert told.state == "complete" and told.standard_error == 0.5
    rows = program("export", study.path).splitlines()
    assert rows[1].split(",")[1] == "waiting" and rows[2].split(",")[1] == "complete"
    assert study.tell(0, 4).value == 4


def test_asking_gives_what_the_command_line_asks(make, program):
    here, there = make("here.toml"), make("there.toml")
    for _ in range(5):
        trial = here.ask()
        asked = json.loads(program("ask", there.path))
        assert asked["params"] == trial.params
        here.tell(trial, f(trial.params))
        there.tell(asked["number"], f(asked["params"]))
    assert here.export() == there.export()


def test_a_point_of_ones_own_is_told_as_a_mapping(make):
    study = make()
    trial = study.tell({"width": 3, "height": 9.5}, 0.25, 0.1)
    assert trial.source == "told" and trial.params == {"width": 3.0, "height": 9.5} and trial.value == 0.25


def test_what_was_really_run_may_differ_from_what_was_asked(make):
    study = make()
    asked = study.ask()
    trial = study.tell(asked, 1.5, actual={"width": 3.25})
    assert trial.params == {"width": 3.25, "height": asked.params["height"]}
    assert trial.asked == asked.params


def test_a_failure_has_its_reason_and_can_be_tried_again(make):
    study = make()
    for trial in (study.ask(), study.ask()):
        study.tell(trial, failed="the mesh collapsed")
    assert [(t.state, t.reason) for t in study.trials] == [("failed", "the mesh collapsed")] * 2
    assert study.retry([0]) == 1 and study.trials[0].state == "waiting" and study.trials[1].state == "failed"
    assert study.retry() == 1
    assert study.tell(1, 2.0).state == "complete"


def test_outputs_with_limits_are_told_with_the_value(make):
    study = make(limits=[ss.Limit("stress", at_most=10)])
    trial = study.tell(study.ask(), 1.0, outputs={"stress": np.float32(8)})
    assert trial.outputs == {"stress": 8.0}
    with pytest.raises(ValueError, match='did you mean "stress"'):
        study.tell(study.ask(), 1.0, outputs={"strss": 8})


def test_what_one_study_exports_another_imports(make, tmp_path):
    study, other = make("one.toml"), make("other.toml")
    study.run(f)
    (tmp_path / "trials.csv").write_text(study.export())
    assert other.import_csv(tmp_path / "trials.csv") == (8, 0)
    assert other.import_csv(tmp_path / "trials.csv") == (0, 8)
    assert [t.value for t in other.trials] == [t.value for t in study.trials]
    assert other.trials[0].source == "imported"
    assert "seconds" in study.export(seconds=True).splitlines()[0]


# Runs


COMMAND = """
import json, sys
p = json.load(sys.stdin)
p = p.get("params", p)
print(json.dumps({"value": (p["width"] - 3) ** 2 + (p["height"] - 9) ** 2 / 4}))
"""


def test_half_by_the_command_line_and_half_from_python_is_all_by_one_of_them(make, program, tmp_path):
    (tmp_path / "model.py").write_text(COMMAND)
    command = [sys.executable, str(tmp_path / "model.py")]
    study = {name: make(f"{name}.toml", evaluations=8, command=command) for name in ("all", "half", "python")}
    program("run", study["all"].path, "-q")
    study["python"].run(f)

    class Enough(Exception):
        pass

    def four(trial):
        if trial.number == 3:
            raise Enough

    with pytest.raises(Enough):
        study["half"].run(f, callback=four)
    assert study["half"].status()["trials"]["complete"] == 4
    program("run", study["half"].path, "-q")
    assert study["half"].export() == study["all"].export() == study["python"].export()


def test_the_command_of_a_study_is_run_without_a_function(make, tmp_path):
    (tmp_path / "model.py").write_text(COMMAND)
    study = make(evaluations=4, command=[sys.executable, str(tmp_path / "model.py")])
    assert "4" in study.run()
    assert [t.value for t in study.trials] == pytest.approx([f(t.params) for t in study.trials])


def test_a_run_evaluates_until_the_budget_is_spent_and_not_again(make):
    study = make()
    assert "8 evaluations" in study.run(f)
    calls = []
    study.run(lambda p: calls.append(p) or 0.0)
    assert calls == [] and len(study.trials) == 8
    assert all(t.value == f(t.params) for t in study.trials)


def test_a_run_finds_what_ask_and_tell_find(make):
    ran, told = make("ran.toml"), make("told.toml")
    ran.run(f)
    for _ in range(8):
        trial = told.ask()
        told.tell(trial, f(trial.params))
    assert [t.params for t in ran.trials] == [t.params for t in told.trials]


def test_standard_errors_and_outputs_come_with_the_value(make):
    study = make(evaluations=4, limits=[ss.Limit("stress", at_most=10)])
    study.run(lambda p: {"value": f(p), "standard_error": 0.5, "stress": p["width"], "other": "ignored"})
    assert all(t.standard_error == 0.5 and t.outputs == {"stress": t.params["width"]} for t in study.trials)


def test_so_many_are_evaluated_at_once_in_threads(make):
    study = make(evaluations=12)
    at_once, most, lock = 0, 0, threading.Lock()

    def counted(params):
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        time.sleep(0.05)
        with lock:
            at_once -= 1
        return f(params)

    study.run(counted, parallel=3)
    assert most == 3
    assert len(study.trials) == 12 and all(t.value == f(t.params) for t in study.trials)


def test_processes_evaluate_functions_that_can_be_pickled(make):
    study = make(evaluations=4)
    study.run(operator.itemgetter("width"), workers="processes", parallel=2)
    assert [t.value for t in study.trials] == [t.params["width"] for t in study.trials]


def test_a_process_that_raises_brings_its_exception_and_the_run_goes_on_later(make):
    study = make(evaluations=3)
    with pytest.raises(KeyError, match="depth"):
        study.run(operator.itemgetter("depth"), workers="processes", parallel=2)
    study.run(operator.itemgetter("width"), workers="processes")
    assert study.status()["trials"] == {"complete": 3} or study.status()["trials"]["complete"] == 3


@pytest.mark.parametrize("parallel", [1, 2])
def test_what_is_caught_is_a_failure_and_the_run_goes_on(make, parallel):
    study = make(evaluations=6)

    def sometimes(params):
        if params["width"] > 5.5:
            raise ArithmeticError("the mesh\ncollapsed")
        return f(params)

    study.run(sometimes, catch=(ArithmeticError,), parallel=parallel)
    failed = [t for t in study.trials if t.state == "failed"]
    assert failed and all(t.params["width"] > 5.5 and t.reason == "ArithmeticError: the mesh" for t in failed)
    assert all(t.value == f(t.params) for t in study.trials if t.state == "complete")


@pytest.mark.parametrize("parallel", [1, 2])
def test_an_exception_leaves_the_study_as_it_was_and_it_goes_on(make, parallel):
    study, other = make("study.toml"), make("other.toml")
    count = 0

    def at_the_fourth(params):
        nonlocal count
        count += 1
        if count == 4:
            raise ZeroDivisionError("by chance")
        return f(params)

    with pytest.raises(ZeroDivisionError, match="by chance") as raised:
        study.run(at_the_fourth, parallel=parallel)
    assert "at_the_fourth" in [entry.name for entry in raised.traceback]
    values = [t for t in study.trials if t.state == "complete"]
    assert len(values) == 3 if parallel == 1 else 2 <= len(values) <= 3
    assert all(t.state in ("complete", "waiting", "stale") for t in study.trials)
    study.run(f, parallel=parallel)
    assert study.status()["trials"]["complete"] == 8
    assert all(t.value == f(t.params) for t in study.trials)
    if parallel == 1:
        other.run(f)
        assert study.export() == other.export()


@pytest.mark.parametrize("returned", [None, np.zeros(2), "3", float("nan"), (1.0, -1.0), {"value": None}])
def test_what_is_no_value_is_refused_and_not_stored(make, returned):
    study = make()
    with pytest.raises(ValueError):
        study.run(lambda p: returned)
    assert not any(t.state == "complete" for t in study.trials)
    study.run(f)
    assert study.status()["trials"]["complete"] == 8


def test_ctrl_c_in_the_function_comes_through_and_the_study_goes_on(make):
    study = make()

    def interrupted(params):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run(interrupted)
    study.run(f)
    assert study.status()["trials"]["complete"] == 8


def test_a_callback_sees_every_trial_and_may_ask_and_change_the_study(make):
    study = make(evaluations=5)
    seen = []

    def callback(trial):
        seen.append((trial.number, trial.value))
        if trial.number == 2:
            assert study.status()["trials"]["complete"] == 3
            assert "no answer yet" in repr(study.best())
            study.tell({"width": 3, "height": 9}, 0.0)

    study.run(f, callback=callback)
    assert [number for number, _ in seen][:3] == [0, 1, 2]
    assert any(t.source == "told" and t.value == 0.0 for t in study.trials)


def test_another_thread_may_tell_while_a_run_goes_on(make):
    study = make(evaluations=6)
    told = []

    def slow(params):
        if not told:
            worker = threading.Thread(target=lambda: told.append(study.tell({"width": 4, "height": 8}, 1.25)))
            worker.start()
            worker.join(30)
        return f(params)

    study.run(slow)
    assert told and 1.25 in [t.value for t in study.trials]


def test_two_threads_may_run_one_study_and_nothing_is_evaluated_twice(make):
    study = make(evaluations=10)
    seen, failures = [], []

    def recorded(params):
        seen.append(tuple(params.values()))
        time.sleep(0.02)
        return f(params)

    def work():
        try:
            ss.Study.open(study.path).run(recorded)
        except BaseException as error:
            failures.append(error)

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert not any(worker.is_alive() for worker in workers) and not failures
    assert len(seen) == len(set(seen))
    assert study.status()["trials"]["complete"] == 10


def test_a_process_that_is_killed_loses_nothing_that_was_finished(make, script):
    study = make(evaluations=8)
    process = script(
        """
        import sys, time
        import sweetspot as ss

        def f(params):
            if len(values) == 3:
                print("ready", flush=True)
                time.sleep(600)
            values.append((params["width"] - 3) ** 2 + (params["height"] - 9) ** 2 / 4)
            return values[-1]

        values = []
        ss.Study.open(sys.argv[1]).run(f)
        """,
        study.path,
    )
    assert process.stdout.readline().strip() == "ready"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert [t.value for t in study.trials if t.state == "complete"] == [f(t.params) for t in study.trials[:3]]
    study.run(f)
    other = make("other.toml", evaluations=8)
    other.run(f)
    assert study.export() == other.export()


# Questions


QUESTIONS = [
    ({}, []),
    ({"tolerance": {"width": 0.1}}, ["--tolerance", "width=0.1"]),
    ({"tolerance": {"width": "2%", "height": 1}}, ["--tolerance", "width=2%", "--tolerance", "height=1"]),
    ({"norm": float("inf"), "measure": "mean"}, ["--norm", "inf", "--measure", "mean"]),
    ({"measure": ss.measure("quantile", q=0.99), "law": "normal,sd=0.5"},
     ["--measure", "quantile,q=0.99", "--law", "normal,sd=0.5"]),
    ({"limit": 1.5}, ["--limit", "1.5"]),
    ({"at": {"width": 4, "height": 10}}, ["--at", "width=4,height=10"]),
]


@pytest.mark.parametrize(("question", "arguments"), QUESTIONS)
def test_the_answer_is_that_of_the_command_line(finished, program, question, arguments):
    answer = finished.best(**question)
    assert answer.data == json.loads(program("best", finished.path, "--format", "json", *arguments))
    assert repr(answer).strip() == program("best", finished.path, *arguments).strip()


def test_an_answer_has_what_is_asked_of_it_most(finished):
    answer = finished.best()
    assert answer.params["width"] == pytest.approx(3, abs=0.3)
    assert answer.interval[0] <= answer.worst <= answer.interval[1]
    assert answer.measure.lower <= answer.measure.value <= answer.measure.upper
    assert 0 <= answer.yield_.value <= 1
    assert answer.single is not None and answer.region is not None
    assert answer.verification == "not verified" and isinstance(answer.warnings, list)
    assert "<script" not in answer._repr_html_() and "width" in answer._repr_html_()


def test_tolerances_contributions_and_allocations_are_those_of_the_command_line(finished, program):
    def said(command, *arguments):
        return json.loads(program(command, finished.path, "--format", "json", *arguments))

    assert finished.tolerance() == said("tolerance")
    assert finished.tolerance(1.5, parameter="width", at={"width": 3, "height": 9}) == said(
        "tolerance", "--limit", 1.5, "--parameter", "width", "--at", "width=3,height=9"
    )
    assert finished.contributions() == said("contributions")
    assert finished.contributions(at={"width": 4, "height": 10}) == said("contributions", "--at", "width=4,height=10")
    assert finished.allocate(1.5, cost={"width": "1/t", "height": "3/t^2"}, curve=1) == said(
        "allocate", "--limit", 1.5, "--cost", "width=1/t,height=3/t^2", "--curve", 1
    )
    assert finished.allocate(
        1.5, cost={"height": "1/t"}, lock={"width": 0.1}, bounds={"height": ("1%", "8%")}, centre="fixed", curve=1
    ) == said(
        "allocate", "--limit", 1.5, "--cost", "height=1/t", "--lock", "width=0.1", "--bounds", "height=1%:8%", "--centre",
        "fixed", "--curve", 1,
    )


def test_the_number_of_threads_changes_no_answer(finished):
    assert ss.Study.open(finished.path, threads=2).best().data == finished.best().data


def test_the_model_of_a_study_is_that_of_a_search_that_was_told_the_same(finished):
    optimizer = ss.Optimizer(ss.Problem(BOUNDS, TOLERANCE))
    for trial in finished.trials:
        optimizer.tell(trial.params, trial.value)
    points = np.random.default_rng(1).uniform([1, 2], [10, 20], (20, 2))
    assert np.array_equal(finished.model().mean(points), optimizer.model().mean(points))
    assert finished.best().worst == optimizer.best().worst
    assert list(finished.best().params.values()) == optimizer.best().x.tolist()


def test_a_design_whose_region_leaves_the_bounds_is_refused(finished):
    with pytest.raises(ValueError, match="width"):
        finished.best(at={"width": 1, "height": 9})
    with pytest.raises(ValueError, match='"height" is missing'):
        finished.best(at={"width": 3})


def test_a_verification_passes_where_the_model_is_right_and_fails_where_it_is_not(make):
    study = make(evaluations=15)
    study.run(f)
    right = study.verify(f, 3)
    assert right["verdict"] == "pass"
    assert study.best().verification == "verified"
    assert len(study.trials) == 18
    wrong = make("wrong.toml", evaluations=15)
    wrong.run(f)
    assert wrong.verify(lambda p: f(p) + 50, 3)["verdict"] == "fail"


def test_a_verification_by_the_command_of_a_study_says_the_same(make, tmp_path):
    (tmp_path / "model.py").write_text(COMMAND)
    study = make(evaluations=10, command=[sys.executable, str(tmp_path / "model.py")])
    other = make("other.toml", evaluations=10)
    study.run()
    other.run(f)
    at = {"width": 3, "height": 9}
    assert study.verify(count=2, at=at)["verdict"] == other.verify(f, 2, at=at)["verdict"]
    assert [t.params for t in study.trials] == [t.params for t in other.trials]


# Pages, copies, changes


def test_a_report_is_one_file_beside_the_study_with_its_name(make):
    study = make(evaluations=5, name="A bench")
    study.run(f)
    path = study.report()
    text = path.read_text(encoding="utf-8")
    assert "A bench" in text and text.lstrip().lower().startswith("<!doctype html>")
    assert path.parent == study.path.parent


def test_a_live_page_answers_until_it_is_closed(make):
    study = make(evaluations=4)
    study.run(f)
    with study.serve() as page:
        with urllib.request.urlopen(page.url, timeout=30) as answer:
            assert answer.status == 200 and b"<html" in answer.read().lower()
        assert page.url in page._repr_html_() and page.url in repr(page)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(page.url, timeout=5)
    page.close()  # again is in order


def test_a_live_page_ends_with_the_process_that_serves_it(make, outcome):
    url = outcome(
        """
        import sys, sweetspot as ss
        page = ss.Study.open(sys.argv[1]).serve()
        print(page.url)
        """,
        make().path,
    ).strip()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(url, timeout=5)


def test_a_study_survives_copying_and_pickling(finished):
    study = ss.Study.open(finished.path, threads=2)
    for other in (copy.copy(study), copy.deepcopy(study), pickle.loads(pickle.dumps(study))):
        assert other.export() == study.export() and other._threads == 2 and other.path == study.path


def test_trials_and_answers_survive_pickling(finished):
    trial, answer = finished.trials[0], finished.best()
    assert pickle.loads(pickle.dumps(trial)) == trial
    assert pickle.loads(pickle.dumps(answer)).data == answer.data


def test_a_study_file_that_was_changed_is_opened_with_a_warning(make):
    study = make()
    study.run(f)
    text = study.path.read_text()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ss.Study.open(study.path)
    study.path.write_text(text.replace("tolerance = 0.2", "tolerance = 0.4"))
    with pytest.warns(UserWarning, match="width"):
        ss.Study.open(study.path)


def test_a_relative_path_goes_on_working_from_another_folder(make, tmp_path, monkeypatch):
    (tmp_path / "model.py").write_text(COMMAND)
    make("here.toml", evaluations=4, command=[sys.executable, str(tmp_path / "model.py")])
    monkeypatch.chdir(tmp_path)
    study = ss.Study.open("here.toml")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    study.tell(study.ask(), 1.0)
    study.run()
    assert [t.state for t in study.trials] == ["complete"] * 4
    assert os.listdir(tmp_path / "elsewhere") == []

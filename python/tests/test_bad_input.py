"""Every mistake is a ValueError with one sentence in the user's words, and leaves everything as it was."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import sweetspot as ss

BOUNDS = {"width": (1, 10), "height": (2, 20)}
NAN, INF = math.nan, math.inf

# Words of the engine's sources, and of bindings that were called with the wrong types.
_FOREIGN = re.compile(
    r"::|std\b|\.cpp|\.hpp|nanobind|incompatible function arguments|_core|ndarray\[|bad_alloc|parameters\[|region\.|"
    r"problem:|Space|Template|RobustSet:|Parallel|CallersMistake|friedman_test|signed_rank|Traceback"
)


def refused(call, *words):
    """Calls, and checks the sentence."""
    with pytest.raises(ValueError) as raised:
        call()
    sentence = str(raised.value)
    assert sentence and "\n" not in sentence and not sentence.endswith("."), sentence
    assert not _FOREIGN.search(sentence), sentence
    for word in words:
        assert word in sentence, sentence
    assert type(raised.value) is ValueError
    return sentence


def problem(bounds=BOUNDS, tolerance=0.1, **options):
    return ss.Problem(bounds, tolerance, **options)


def named(**parameter):
    return {"width": ss.Parameter(**parameter)}


PROBLEMS = [
    (lambda: problem({}), "no parameter"),
    (lambda: problem(None), "None"),
    (lambda: problem("ab"), "'ab'"),
    (lambda: problem(7), "7"),
    (lambda: problem([1, 2]), '"x1"', "(least, greatest)"),
    (lambda: problem({"width": (10, 1)}), "width", "less than the second"),
    (lambda: problem({"width": (1, 1)}), "width"),
    (lambda: problem({"width": (0, NAN)}), "nan", "finite"),
    (lambda: problem({"width": (0, INF)}), "inf", "finite"),
    (lambda: problem({"width": (0, 1, 2)}), '"width"'),
    (lambda: problem({"width": (None, 2)}), "None", "number"),
    (lambda: problem({"width": ("a", 2)}), '"width"'),
    (lambda: problem({"width": (True, 2)}), "True"),
    (lambda: problem({"": (0, 1)}), "cannot be used"),
    (lambda: problem({'a"b': (0, 1)}), "cannot be used"),
    (lambda: problem({"width": ["steel", "steel"]}), "twice"),
    (lambda: problem({"width": ["steel"]}), '"width"'),
    (lambda: problem(named(lower=-1, upper=1, scale="log"), None), "above 0"),
    (lambda: problem(named(lower=1, upper=2, scale="lgo"), None), 'did you mean "log"'),
    (lambda: problem(named(lower=1, upper=2, step=-1), None), "step", "above 0"),
    (lambda: problem(named(lower=1, upper=2, step="a"), None), "step"),
    (lambda: problem(named(lower=1, upper=2, tolerance=0.1), 0.1), "twice"),
    (lambda: ss.Series(3), "list of numbers"),
    (lambda: ss.Series(["a"]), "'a'"),
    (lambda: problem({"r": ss.Series([1])}, None), "at least two"),
    (lambda: problem({"m": ss.Choices(["a", "b"], confusion=2)}, None), "share"),
    (lambda: problem({"m": ["a", "b"]}, {"m": 0.1}), "choice"),
    (lambda: problem(tolerance=50), "so that the region fits"),
    (lambda: problem(tolerance=-0.1), "at least 0"),
    (lambda: problem(tolerance=NAN), "nan"),
    (lambda: problem(tolerance="abc"), '"abc"'),
    (lambda: problem(tolerance="x%"), '"x%"'),
    (lambda: problem(tolerance="500%"), "tolerance"),
    (lambda: problem(tolerance=True), "True"),
    (lambda: problem(tolerance=[0.1]), "1 for 2 parameters"),
    (lambda: problem(tolerance={"widht": 0.1}), 'did you mean "width"'),
    (lambda: problem(tolerance={"width": [0.1]}), '"width"'),
    (lambda: problem(tolerance=object()), "must be a number"),
    (lambda: problem(norm=3), "Known: 1, 2, inf"),
    (lambda: problem(norm=1.5), "Known: 1, 2, inf"),
    (lambda: problem(norm=None), "Known: 1, 2, inf"),
    (lambda: problem(norm=NAN), "Known: 1, 2, inf"),
    (lambda: problem(norm="tow"), "Known: 1, 2, inf"),
    (lambda: problem(measure="wrost"), 'did you mean "worst"'),
    (lambda: problem(measure="quantile,q=2"), "between 0 and 1"),
    (lambda: problem(measure="quantile,p=0.5"), "Known: q"),
    (lambda: problem(measure="quantile,q"), '"="'),
    (lambda: problem(measure="yield"), "limit"),
    (lambda: problem(measure=3), "3"),
    (lambda: problem(measure={"q": 0.5}), "no name"),
    (lambda: problem(measure=ss.law("normal")), "is a law"),
    (lambda: problem(law="nromal"), 'did you mean "normal"'),
    (lambda: problem(correlation=[[1, 2], [2, 1]], law="normal"), "correlation"),
    (lambda: problem(correlation=[[1]], law="normal"), "correlation"),
    (lambda: problem(correlation="a"), "correlation"),
    (lambda: problem(correlation=[[1, NAN], [NAN, 1]]), "finite"),
    (lambda: problem(environment=[1]), "mapping"),
    (lambda: problem(environment={"t": 3}), '"t"'),
    (lambda: problem(environment={"width": (0, 1)}), "twice"),
    (lambda: problem(limits=[ss.Limit("s")]), "either at_most or at_least"),
    (lambda: problem(limits=[ss.Limit("s", at_most=1, at_least=0)]), "either at_most or at_least"),
    (lambda: problem(limits=[ss.Limit("s", at_most=NAN)]), "at_most"),
    (lambda: problem(limits=[ss.Limit("s", at_most=1, hold="wrost")]), "wrost"),
    (lambda: problem(limits=[ss.Limit("s", at_most=1, hold=2)]), "probability"),
    (lambda: problem(limits=[ss.Limit(3, at_most=1)]), "name of an output"),
    (lambda: problem(limits=ss.Limit("s", at_most=1)), "list of sweetspot.Limit"),
    (lambda: problem(limits=[{"of": "s"}]), "list of sweetspot.Limit"),
    (lambda: problem(robust_set=3), "derive it"),
    (lambda: ss.measure(3), "give its name"),
    (lambda: ss.measure("quantile", q=[1]), '"q"'),
    (lambda: ss.members("kernels"), 'did you mean "kernel"'),
    (lambda: ss.members(3), "unknown family"),
]


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_problem_that_cannot_be_is_refused(case):
    refused(*case)


OPTIONS = [
    ({"seed": -1}, "seed"), ({"seed": 2**64}, "seed"), ({"seed": 1.5}, "seed"), ({"seed": "a"}, "seed"),
    ({"seed": True}, "seed"), ({"threads": 0}, "threads"), ({"threads": 10**12}, "threads"), ({"threads": None}, "threads"),
    ({"initial": 0}, "initial"), ({"initial": 10**12}, "initial"), ({"initial": 2.5}, "initial"),
    ({"method": "stabelopt"}, 'did you mean "stableopt"'), ({"method": "stableopt,beta=-1"}, "beta"), ({"method": 3}, "method"),
    ({"sampling": "randm"}, 'did you mean "random"'), ({"sampling": "ucb", "method": "stableopt"}, "leave it out"),
    ({"kernel": "matern"}, 'did you mean "matern52"'), ({"kernel": object}, "kernel"), ({"design": "sobl"}, 'did you mean "sobol"'),
    ({"maximiser": "mulistart"}, 'did you mean "multistart"'), ({"model": {"noice": 1}}, 'did you mean "noise"'),
    ({"model": 3}, "mapping"), ({"model": {"noise": NAN}}, "finite"), ({"model": {"noise": -1}}, "noise"),
]


@pytest.mark.parametrize(("options", "word"), OPTIONS)
def test_a_search_that_cannot_be_is_refused(options, word):
    refused(lambda: ss.Optimizer(problem(), **options), word)
    refused(lambda: ss.minimize(lambda d: 1.0, BOUNDS, 0.1, evaluations=2, **options), word)


def test_an_optimizer_needs_a_problem():
    refused(lambda: ss.Optimizer(BOUNDS), "sweetspot.Problem")


@pytest.fixture
def optimizer():
    made = ss.Optimizer(problem(limits=[ss.Limit("stress", at_most=5)]))
    for x in np.random.default_rng(1).uniform([1, 2], [10, 20], (6, 2)):
        made.tell(x, float(x @ x), outputs={"stress": x[0]})
    return made


TOLD = [
    (([2],), "shape (1,)"), (([2, 3, 4],), "shape (3,)"), (([[2, 3]],), "shape (1, 2)"), (("ab",), "'ab'"), ((None,), "None"),
    ((3,), "shape ()"), (([2, NAN],), '"height" is NaN'), (([2, INF],), '"height" is infinite'), (([2, 99],), '"height" is 99'),
    (([2, "a"],), "2 numbers"), ((np.array([2 + 1j, 3]),), "2 numbers"), (([2, None],), "2 numbers"),
    (({"width": 2},), '"height" is missing'), (({"width": 2, "hieght": 3},), 'did you mean "height"'),
    (({"width": "2", "height": 3},), '"width"'), ((([2, 3]), None), "nothing"), (([2, 3], np.array([1.0, 2.0])), "number"),
    (([2, 3], [1]), "number"), (([2, 3], "1"), "'1'"), (([2, 3], NAN), "finite"), (([2, 3], -INF), "finite"), (([2, 3], 1j), "number"),
    (([2, 3], np.complex128(1)), "number"), (([2, 3], True), "number"), (([2, 3], 1.0, -1), "standard error"),
    (([2, 3], 1.0, NAN), "standard error"), (([2, 3], 1.0, "a"), "standard error"), (([2, 3], 1.0, [1]), "standard error"),
    (([2, 3], 1.0, None, {"strss": 1}), 'did you mean "stress"'), (([2, 3], 1.0, None, {"stress": NAN}), '"stress"'),
    (([2, 3], 1.0, None, {"stress": "a"}), '"stress"'), (([2, 3], 1.0, None, {"stress": None}), '"stress"'),
    (([2, 3], 1.0, None, 3), "mapping"),
]


@pytest.mark.parametrize(("told", "word"), TOLD)
def test_what_cannot_have_been_observed_is_refused_and_nothing_is_recorded(optimizer, told, word):
    before = optimizer.ask()
    refused(lambda: optimizer.tell(*(told if len(told) > 1 else (*told, 1.0))), word)
    assert optimizer.observations == 6
    assert np.array_equal(optimizer.ask().x, before.x)


def test_outputs_without_limits_are_refused():
    refused(lambda: ss.Optimizer(problem()).tell([2, 3], 1.0, outputs={"stress": 1}), "stress", "no limits")


@pytest.mark.parametrize(
    "points", [3, "ab", {"width": 2}, [2, 3], [[2]], [[2, 99]], np.zeros((2, 3)), np.array([[NAN, 3]]), np.array(["a"]), [None]]
)
def test_points_that_cannot_be_are_refused_everywhere(optimizer, points):
    refused(lambda: optimizer.ask(pending=points))
    refused(lambda: optimizer.ask(failed=points))
    refused(lambda: optimizer.best(failed=points))
    model = optimizer.model()
    if not isinstance(points, list) or points != [[2, 99]]:  # a model may be asked beyond the bounds
        refused(lambda: model.mean(points))
        refused(lambda: model.sd(points))
        refused(lambda: model.samples(points, 2))


def test_there_is_no_best_before_the_first_observation():
    empty = ss.Optimizer(problem())
    refused(empty.best, "tell at least one")
    refused(empty.model, "tell at least one")


def test_questions_to_a_model_that_make_no_sense_are_refused(optimizer):
    model = optimizer.model()
    for count in (0, -1, 2.5, "a", None):
        refused(lambda count=count: model.samples([[2, 3]], count), "count")
        refused(lambda count=count: model.region([5, 9]).draws(count), "count")
        refused(lambda count=count: optimizer.problem.builds([5, 9], count), "count")
    refused(lambda: model.samples([[2, 3]], 2, seed=-1), "seed")
    for limit in (NAN, INF, "a", None):
        for ask in (model.region([5, 9]).yield_, model.region([5, 9]).sigma_level, model.region([5, 9]).largest_tolerance):
            refused(lambda ask=ask, limit=limit: ask(limit), "limit")
    refused(lambda: model.region([5, 9]).largest_tolerance(1, parameter="widht"), 'did you mean "width"')
    refused(lambda: model.region([5, 9]).largest_tolerance(1, threads=0), "threads")
    for centre in ([5, 99], [5, NAN], [5], {"width": 5}, "ab", None):
        refused(lambda centre=centre: model.region(centre))
        refused(lambda centre=centre: optimizer.problem.contains(centre, [5, 9]))
        refused(lambda centre=centre: optimizer.problem.builds(centre, 4))
    refused(lambda: optimizer.problem.params([1, 2, 3]), "shape")


RETURNED = [
    (None, "nothing"), (np.zeros(3), "number"), ([1.0], "number"), ("3", "'3'"), (NAN, "finite"), (INF, "finite"), (True, "number"),
    ((1.0, 2.0, 3.0), "number"), ((1.0, -1.0), "standard error"), ((1.0, "a"), "standard error"), ({"a": 1}, '"value"'),
    ({"value": None}, "nothing"), (lambda: 1.0, "number"),
]


@pytest.mark.parametrize(("returned", "word"), RETURNED)
def test_an_objective_must_return_a_number(returned, word):
    refused(lambda: ss.minimize(lambda d: returned, BOUNDS, 0.1, evaluations=3), word)


@pytest.mark.parametrize("evaluations", [0, -1, 2.5, "a", None, True, NAN])
def test_a_budget_is_a_whole_number_of_at_least_one(evaluations, tmp_path):
    refused(lambda: ss.minimize(lambda d: 1.0, BOUNDS, evaluations=evaluations), "evaluations")
    refused(lambda: ss.Study.create(tmp_path / "s.toml", BOUNDS, evaluations=evaluations), "evaluations")
    assert list(tmp_path.iterdir()) == []


def test_minimize_wants_a_function_a_callback_and_one_set_of_tolerances():
    refused(lambda: ss.minimize(3, BOUNDS), "function")
    refused(lambda: ss.minimize(lambda d: 1.0, BOUNDS, callback=3), "callback")
    refused(lambda: ss.minimize(lambda d: 1.0, problem(), 0.2), "its own tolerances")
    refused(lambda: ss.minimize(lambda d: 1.0, problem(), measure="mean"), "its own tolerances")


def test_problems_that_are_not_there_are_refused():
    refused(lambda: ss.problems.get("bumped-bwol"), 'did you mean "bumped-bowl"')
    refused(lambda: ss.problems.get(3), "name")
    for dimension in (0, -1, 2.5, "a", 10**9):
        refused(lambda dimension=dimension: ss.problems.get("bumped-bowl", dimension), "dimension")
    refused(lambda: ss.problems.get("push4", dimension=3), "dimension 4 only")
    refused(lambda: ss.problems.get("bumped-bowl", instance=2), "no instances")
    bowl = ss.problems.get("bumped-bowl")
    for x in ([1], "a", np.zeros((2, 2)), None):
        refused(lambda x=x: bowl(x), "2 numbers")
        refused(lambda x=x: bowl.worst_case(x), "2 numbers")
    for tolerance in (-1, "a", NAN):
        refused(lambda tolerance=tolerance: bowl.worst_case([0, 0], tolerance), "tolerance")
        refused(lambda tolerance=tolerance: bowl.optimum(tolerance), "tolerance")
    refused(lambda: bowl.optimum(100), "fits")
    refused(lambda: bowl.worst_case([0, 0], norm=3), "Known: 1, 2, inf")
    refused(lambda: bowl.worst_case([9, 0]), "x1")


def test_statistics_of_nothing_or_of_what_is_no_number_are_refused():
    s = ss.statistics
    for scores in ([1, 2], [[1, 2]], [[1], [2]], [[1, 2], [2, NAN]], [[1, 2], [2]], "a", [], None, [["a", "b"]]):
        refused(lambda scores=scores: s.friedman(scores))
    refused(lambda: s.wilcoxon([1, 2], [1]), "paired")
    refused(lambda: s.wilcoxon([1, 2], [1, NAN]), "finite")
    refused(lambda: s.wilcoxon([1, 2], [3, 4], "les"), 'did you mean "less"')
    refused(lambda: s.wilcoxon([1, 2], [3, 4], 3), "alternative")
    refused(lambda: s.holm([0.1, 2]), "[0, 1]")
    refused(lambda: s.holm([[0.1]]), "shape")
    refused(lambda: s.quartiles([]), "at least one")
    refused(lambda: s.critical_difference([[1, 2, 3], [1, 2, 3]], alpha=2), "alpha")
    refused(lambda: s.critical_difference([[1, 2, 3], [1, 2, 3]], alpha="a"), "alpha")


def test_experiments_that_cannot_be_are_refused(tmp_path):
    def experiment(**changes):
        given = {"problems": ["bumped-bowl"], "methods": ["random"], "repeats": 1, "evaluations": 4} | changes
        return ss.experiments.Experiment(tmp_path / "e.db", **given)

    for changes, word in (
        ({"problems": ["bumped-bwol"]}, "did you mean"), ({"problems": []}, "empty"), ({"methods": ["randm"]}, "did you mean"),
        ({"repeats": 0}, "repeats"), ({"repeats": "a"}, "repeats"), ({"evaluations": 0}, "evaluations"),
        ({"dimensions": [0]}, "dimensions"), ({"norms": [3]}, "norm"), ({"profile": "x"}, "profile"), ({"seed": -1}, "seed"),
    ):
        refused(lambda changes=changes: experiment(**changes), word)
    for jobs in (0, "a", None):
        refused(lambda jobs=jobs: experiment().run(jobs=jobs), "jobs")
    refused(experiment().comparisons, "run the experiment first")
    refused(lambda: experiment().table("sumary"), 'did you mean "summary"')
    refused(lambda: ss.experiments.Experiment.from_file(tmp_path / "none.toml", tmp_path / "e.db"), "cannot be read")


def test_a_study_that_cannot_be_is_refused_and_leaves_no_file(tmp_path):
    path = tmp_path / "s.toml"
    refused(lambda: ss.Study.open(path), "cannot be read")
    refused(lambda: ss.Study.open(tmp_path), "cannot be read")
    for options, word in (
        ({"objective": {"paralel": 2}}, 'did you mean "parallel"'), ({"objective": {"parallel": 0}}, "parallel"),
        ({"budget": {"x": 1}}, '"x"'), ({"limit": "a"}, "limit"), ({"limit": NAN}, "limit"), ({"name": 3}, "name"),
        ({"command": "echo 1"}, "list of words"), ({"command": []}, "list of words"), ({"measure": "wrost"}, "worst"),
        ({"threads": 0}, "threads"), ({"method": "stabelopt"}, "stableopt"),
    ):
        refused(lambda options=options: ss.Study.create(path, BOUNDS, 0.1, **options), word)
        assert not path.exists(), options
    refused(lambda: ss.Study.create(tmp_path / "no" / "s.toml", BOUNDS, 0.1), "folder")
    path.write_text("[x\n")
    refused(lambda: ss.Study.open(path), "s.toml:1")


def test_what_cannot_be_told_to_a_study_is_refused_and_not_stored(tmp_path):
    study = ss.Study.create(tmp_path / "s.toml", BOUNDS, 0.1, evaluations=5)
    study.tell(study.ask(), 1.0)
    trial = study.ask()
    before = study.export()
    for told, options, word in (
        ((99, 1.0), {}, "no trial 99"), ((-1, 1.0), {}, "trial"), (("a", 1.0), {}, "trial"), ((1.5, 1.0), {}, "trial"),
        ((trial, None), {}, "nothing"), ((trial, NAN), {}, "finite"), ((trial, "1"), {}, "'1'"), ((trial, 1.0, -1), {}, "standard error"),
        ((trial, 1.0, "a"), {}, "standard error"), ((trial, 1.0), {"outputs": {"s": 1}}, "no limits"),
        ((trial, 1.0), {"outputs": {"s": "a"}}, '"s"'), ((trial, 1.0), {"outputs": 3}, "mapping"),
        ((trial, 1.0), {"failed": "why"}, "one of them"), ((trial, 1.0), {"actual": {"width": 99}}, "width"),
        ((trial, 1.0), {"actual": {"widht": 9}}, 'did you mean "width"'), (({"width": 99, "height": 3}, 1.0), {}, "width"),
        (({"width": 3}, 1.0), {}, '"height" is missing'), (({"width": 3, "height": 3},), {"failed": "why"}, "not asked for"),
    ):
        refused(lambda told=told, options=options: study.tell(*told, **options), word)
        assert study.export() == before
    refused(lambda: study.retry([99]), "99")
    refused(lambda: study.retry("a"), "numbers")
    refused(lambda: study.retry([0.5]), "trial")
    refused(lambda: study.import_csv(tmp_path / "none.csv"), "cannot be read")
    (tmp_path / "bad.csv").write_text("a,b\n1,2\n")
    refused(lambda: study.import_csv(tmp_path / "bad.csv"), "bad.csv:1")
    assert study.export() == before


def test_a_run_that_cannot_be_is_refused_before_it_begins(tmp_path):
    study = ss.Study.create(tmp_path / "s.toml", BOUNDS, 0.1, evaluations=5)
    refused(study.run, "no command")
    refused(lambda: study.run(3), "function")
    refused(lambda: study.run(lambda p: 1.0, workers="proceses"), 'did you mean "processes"')
    refused(lambda: study.run(lambda p: 1.0, workers=3), "workers")
    refused(lambda: study.run(lambda p: 1.0, parallel=0), "parallel")
    refused(lambda: study.run(lambda p: 1.0, catch=3), "catch")
    refused(lambda: study.run(lambda p: 1.0, callback=3), "callback")
    refused(lambda: study.verify(lambda p: 1.0, 0), "count")
    refused(study.verify, "no command")
    assert study.trials == []


def test_questions_to_a_study_that_make_no_sense_are_refused(tmp_path):
    study = ss.Study.create(tmp_path / "s.toml", BOUNDS, 0.1, evaluations=6)
    for ask in (study.best, study.model, study.contributions, study.tolerance, study.allocate):
        refused(ask, "no trial is complete")
    study.run(lambda p: p["width"] + p["height"])
    for question, word in (
        ({"tolerance": {"widht": 0.1}}, "width"), ({"tolerance": {"width": -1}}, "width"), ({"tolerance": {"width": 99}}, "fits"),
        ({"tolerance": {"width": "x"}}, "width"), ({"tolerance": 0.1}, "mapping"), ({"norm": 3}, "norm"), ({"measure": "wrost"}, "worst"),
        ({"law": "nromal"}, "normal"), ({"limit": NAN}, "limit"), ({"limit": "a"}, "limit"), ({"at": {"width": 3}}, "height"),
        ({"at": {"width": 99, "height": 3}}, "width"), ({"at": [3, 4]}, "mapping"), ({"measure": lambda r, w: r}, "measure"),
    ):
        refused(lambda question=question: study.best(**question), word)
    refused(study.tolerance, "limit")
    refused(lambda: study.tolerance(30, parameter="widht"), "width")
    refused(lambda: study.tolerance("a"), "limit")
    refused(lambda: study.contributions(of="x"), "x")
    refused(lambda: study.allocate(30, cost={"widht": "1/t"}), "width")
    refused(lambda: study.allocate(30, cost={"width": "cheap"}), "cheap")
    refused(lambda: study.allocate(30, cost={"width": "1/t"}, centre="fre"), 'did you mean "free"')
    refused(lambda: study.allocate(30, cost={"width": "1/t"}, curve=0), "curve")
    refused(lambda: study.serve(port=-1), "port")
    refused(lambda: study.serve(host="999.1.1.1"), "999.1.1.1")

"""Members of families written in Python: they do what the built-in ones do, and their mistakes come through."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import sweetspot as ss

BOX = [(-2.0, 2.0), (-2.0, 2.0)]


def f(x):
    return float(np.sin(2 * x[0]) + x[1] ** 2)


def searched(problem, count=8, **options):
    optimizer = ss.Optimizer(problem, **options)
    for _ in range(count):
        x = optimizer.ask().x
        optimizer.tell(x, f(x))
    return optimizer


def told(problem, count=15, **options):
    """The same points for all, so that what is compared does not depend on where each searched."""
    optimizer = ss.Optimizer(problem, **options)
    for x in np.random.default_rng(4).uniform(-2, 2, (count, 2)):
        optimizer.tell(x, f(x))
    return optimizer


# Measures


class Largest(ss.Measure):
    name = "largest"
    label = "largest value"

    def value(self, responses, weights):
        return responses.max(axis=-1)


class LargestOfARow(ss.Measure):
    name = "largest"

    def value(self, responses, weights):
        return max(float(r) for r in np.atleast_1d(responses))


class Average(ss.Measure):
    name = "average-of-mine"

    def value(self, responses, weights):
        return responses @ weights


class AverageWithGradient(Average):
    def gradient(self, responses, weights):
        return np.broadcast_to(weights, responses.shape)


CENTRES = [[0.5, 0.5], [-0.8, 0.1], [1.2, -1.1]]


def test_an_own_maximum_is_the_worst_case():
    alike = {"model": {"template": "boundary-heavy"}}  # the built-in worst case has its places there by itself
    built_in, own = (told(ss.Problem(BOX, 0.3, measure=m), **alike) for m in ("worst", Largest()))
    assert own.best().quality == pytest.approx(built_in.best().quality, abs=1e-3)
    assert own.best().x == pytest.approx(built_in.best().x, abs=0.05)
    built_in, own = built_in.model(), own.model()
    for centre in CENTRES:
        assert own.region(centre).worst.value == pytest.approx(built_in.region(centre).worst.value, rel=1e-6)


def test_an_own_average_is_the_built_in_one():
    built_in = told(ss.Problem(BOX, 0.3, measure="mean")).model()
    for measure in (Average(), AverageWithGradient(), lambda responses, weights: responses @ weights):
        own = told(ss.Problem(BOX, 0.3, measure=measure)).model()
        for centre in CENTRES:
            assert own.region(centre).measure.value == pytest.approx(built_in.region(centre).measure.value, abs=0.01)


def test_a_search_with_an_own_average_goes_where_the_built_in_one_goes():
    built_in = searched(ss.Problem(BOX, 0.3, measure="mean"), 12)
    own = searched(ss.Problem(BOX, 0.3, measure=AverageWithGradient()), 12)
    assert own.best().quality == pytest.approx(built_in.best().quality, abs=0.1)


def test_differences_stand_for_a_gradient_that_is_not_there():
    random = np.random.default_rng(1)
    responses, weights = random.normal(size=(5, 7)), np.full(7, 1 / 7)
    assert Average()._gradient(responses, weights) == pytest.approx(np.broadcast_to(weights, (5, 7)), abs=1e-9)
    at_the_largest = (responses == responses.max(axis=1, keepdims=True)).astype(float)
    assert Largest()._gradient(responses, weights) == pytest.approx(at_the_largest, abs=1e-9)


def test_a_measure_of_one_row_finds_what_the_one_of_many_rows_finds():
    many, one = (ss.Problem(BOX, 0.3, measure=m) for m in (Largest(), LargestOfARow()))
    options = {"model": {"template_size": 8}, "method": "bayesian-robust-search,realisations=16",
               "maximiser": "multistart,screening=20,starts=1,iterations=3"}
    assert np.array_equal(searched(many, 5, **options).inputs, searched(one, 5, **options).inputs)


def test_the_label_of_a_measure_is_what_people_read():
    assert ss.Problem(BOX, 0.3, measure=Largest()).measure == "largest value"
    assert ss.Problem(BOX, 0.3, measure=LargestOfARow()).measure == "largest"

    def spread_of_mine(responses, weights):
        return responses.max(axis=-1)

    assert ss.Problem(BOX, 0.3, measure=spread_of_mine).measure == "spread_of_mine"


def test_a_measure_that_does_not_reduce_the_last_axis_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="reduce the last axis"):
        told(ss.Problem(BOX, 0.3, measure=lambda r, w: np.zeros((3, 4, 5)))).best()


# Kernels


class SquaredExponential(ss.Kernel):
    name = "mine"

    def evaluate(self, s):
        return np.exp(-s / 2)

    def derivative(self, s):
        return -np.exp(-s / 2) / 2


def test_an_own_squared_exponential_is_the_built_in_one():
    problem = ss.Problem(BOX, 0.3)
    built_in, own = told(problem, kernel="squared-exponential").model(), told(problem, kernel=SquaredExponential()).model()
    points = np.random.default_rng(2).uniform(-2, 2, (30, 2))
    assert own.kernel == "mine"
    assert own.lengthscales == pytest.approx(built_in.lengthscales, rel=1e-3)
    assert own.mean(points) == pytest.approx(built_in.mean(points), abs=1e-3)
    assert own.sd(points) == pytest.approx(built_in.sd(points), abs=1e-3)


def test_a_kernel_of_the_wrong_shape_is_refused_with_a_sentence():
    class Short(SquaredExponential):
        def evaluate(self, s):
            return [1.0]

    with pytest.raises(ValueError, match='evaluate of kernel "mine" returned 1 numbers; it must return'):
        told(ss.Problem(BOX, 0.3), kernel=Short()).model()


# Sampling rules


class AtTheCentre(ss.SamplingRule):
    name = "at-the-centre"

    def sample(self, region, random):
        assert region.contains(region.centre)
        assert region.mean(region.points).shape == region.sd(region.points).shape == (len(region.points),)
        return region.centre


def test_an_own_rule_that_takes_the_centre_is_the_built_in_one():
    problem = ss.Problem(BOX, 0.3)
    own, built_in = searched(problem, sampling=AtTheCentre()), searched(problem, sampling="centre")
    assert np.array_equal(own.inputs, built_in.inputs)


def test_a_rule_is_given_random_numbers_that_depend_on_the_seed_alone():
    class Anywhere(ss.SamplingRule):
        name = "anywhere"

        def sample(self, region, random):
            return region.points[random.integers(len(region.points))]

    problem = ss.Problem(BOX, 0.3)
    assert np.array_equal(searched(problem, sampling=Anywhere()).inputs, searched(problem, sampling=Anywhere()).inputs)


def test_a_rule_that_leaves_the_region_is_refused_and_nearest_brings_it_back():
    class Far(ss.SamplingRule):
        name = "far"
        corrected = False

        def sample(self, region, random):
            corner = np.where(region.centre > 0.5, 0.0, 1.0)
            return region.nearest(corner) if self.corrected else corner

    rule = Far()
    with pytest.raises(ValueError, match='sampling rule "far" returned a point outside the region'):
        searched(ss.Problem(BOX, 0.3), sampling=rule)
    rule.corrected = True
    assert searched(ss.Problem(BOX, 0.3), sampling=rule).observations == 8


# Designs


class Corners(ss.InitialDesign):
    name = "corners"

    def points(self, dimension, count, random):
        return [[i % 2, i // 2 % 2] for i in range(count)]


def test_an_own_design_is_evaluated_first_in_its_order():
    optimizer = searched(ss.Problem(BOX, 0.3), 4, design=Corners(), initial=4)
    assert optimizer.inputs.tolist() == [[-2, -2], [2, -2], [-2, 2], [2, 2]]


@pytest.mark.parametrize(
    ("points", "sentence"), [([[0.5]], "returned 1 numbers; it must return 8"), ([[2, 2]] * 4, "outside the unit cube")]
)
def test_a_design_of_the_wrong_shape_or_place_is_refused(points, sentence):
    class Wrong(Corners):
        def points(self, dimension, count, random):
            return points

    with pytest.raises(ValueError, match=f'initial design "corners" {sentence}|{sentence}'):
        searched(ss.Problem(BOX, 0.3), 4, design=Wrong(), initial=4)


# Laws


def test_an_own_uniform_law_is_the_built_in_one():
    class Uniform(ss.Law):
        def density(self, u):
            return 1.0

    class Rim(ss.Law):
        def density(self, u):
            return float(np.linalg.norm(u)) ** 8

    def second_moment(law):
        builds, weights = ss.Problem(BOX, 0.5, law=law).builds([0, 0], 4000)
        return (builds / 0.5) ** 2 @ [0, 1] @ weights

    # Over the unit disc; with a density of r⁸ half of E r² = (1/12) / (1/10).
    assert second_moment("uniform") == pytest.approx(1 / 4, abs=0.01)
    assert second_moment(Uniform()) == pytest.approx(1 / 4, abs=0.02)
    assert second_moment(Rim()) == pytest.approx(5 / 12, abs=0.03)


# Methods


class ByChance(ss.Method):
    name = "by-chance"

    def propose(self, situation):
        return situation.random.random(situation.dimension)


def test_an_own_method_proposes_in_the_unit_cube_and_the_same_seed_gives_the_same():
    one, other = searched(ss.Problem(BOX, 0.3), method=ByChance()), searched(ss.Problem(BOX, 0.3), method=ByChance())
    assert np.array_equal(one.inputs, other.inputs)
    assert len(np.unique(one.inputs, axis=0)) == 8 and np.abs(one.inputs).max() <= 2


def test_a_method_sees_what_was_observed_and_may_fit_a_model():
    class Looks(ByChance):
        seen = 0

        def propose(self, situation):
            assert situation.x.shape == (len(situation.y), 2)
            assert ((situation.x >= 0) & (situation.x <= 1)).all()
            assert situation.centre_bounds == pytest.approx(np.array([[0.075, 0.925]] * 2))
            model = situation.fit()
            assert model.mean(situation.x).shape == model.sd(situation.x).shape == situation.y.shape
            assert np.corrcoef(model.mean(situation.x), situation.y)[0, 1] > 0.9
            centre = situation.best_so_far()
            Looks.seen += 1
            return centre, centre

    optimizer = searched(ss.Problem(BOX, 0.3), method=Looks())
    assert Looks.seen == 8 - 3
    assert optimizer.problem.contains(optimizer.ask().centre, optimizer.ask().x)


def test_a_method_may_recommend_and_otherwise_the_common_rule_does():
    class Stubborn(ByChance):
        def recommend(self, situation):
            return [0.25, 0.75]

    assert searched(ss.Problem(BOX, 0.3), method=Stubborn()).best().x == pytest.approx([-1, 1])
    own = told(ss.Problem(BOX, 0.3), method=ByChance()).best()
    common = told(ss.Problem(BOX, 0.3), method="latin-hypercube").best()
    assert own.x == pytest.approx(common.x, abs=0.05)


def test_a_situation_that_was_kept_refuses_to_be_used():
    class Keeps(ByChance):
        kept = None

        def propose(self, situation):
            Keeps.kept = situation
            return super().propose(situation)

    searched(ss.Problem(BOX, 0.3), method=Keeps())
    for use in (lambda s: s.x, lambda s: s.y, lambda s: s.fit(), lambda s: s.random, lambda s: s.dimension):
        with pytest.raises(ValueError, match="the situation has passed"):
            use(Keeps.kept)


@pytest.mark.parametrize(("returned", "sentence"), [([0.5], "returned 1 numbers; it must return 2"), ([2, 2], "outside")])
def test_a_proposal_of_the_wrong_shape_or_place_is_refused(returned, sentence):
    class Wrong(ByChance):
        def propose(self, situation):
            return returned

    with pytest.raises(ValueError, match=f'method "by-chance" .*{sentence}'):
        searched(ss.Problem(BOX, 0.3), method=Wrong())


# Robust sets


class Diamond(ss.RobustSet):
    def distance(self, delta):
        return float(np.abs(delta / self.upper).sum())


def test_an_own_set_is_the_built_in_one_of_the_same_form():
    own = ss.Problem(BOX, robust_set=Diamond([-0.3, -0.6], [0.3, 0.6]))
    built_in = ss.Problem(BOX, [0.3, 0.6], norm=1)
    random = np.random.default_rng(3)
    for delta in random.uniform(-0.7, 0.7, (300, 2)):
        assert own.contains([0, 0], delta) == built_in.contains([0, 0], delta)
    assert own.centre_bounds == pytest.approx(built_in.centre_bounds)
    for centre in CENTRES:
        ours, theirs = told(own).model().region(centre).worst, told(built_in).model().region(centre).worst
        # Of a set that is known by its distance alone, corners are found less exactly.
        assert ours.value == pytest.approx(theirs.value, abs=0.15)
        assert ours.upper > theirs.value


# Exceptions


class Trouble(Exception):
    pass


def raising(*_, **__):
    raise Trouble("inside")


MEMBERS = [
    ("measure", lambda: type("M", (ss.Measure,), {"value": raising})()),
    ("kernel", lambda: type("K", (ss.Kernel,), {"evaluate": raising, "derivative": raising})()),
    ("sampling", lambda: type("S", (ss.SamplingRule,), {"sample": raising})()),
    ("design", lambda: type("D", (ss.InitialDesign,), {"points": raising})()),
    ("law", lambda: type("L", (ss.Law,), {"density": raising})()),
    ("method", lambda: type("P", (ss.Method,), {"propose": raising})()),
    ("robust_set", lambda: type("R", (ss.RobustSet,), {"distance": raising})([-1, -1], [1, 1])),
]


@pytest.mark.parametrize(("family", "make"), MEMBERS, ids=[family for family, _ in MEMBERS])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_an_own_member_raises_comes_through(family, make, threads):
    with pytest.raises(Trouble, match="inside") as raised:
        if family in ("measure", "law", "robust_set"):
            given = {family: make()} if family == "robust_set" else {"tolerance": 0.3, family: make()}
            optimizer = told(ss.Problem(BOX, **given), 8, threads=threads)
        else:
            optimizer = ss.Optimizer(ss.Problem(BOX, 0.3), threads=threads, **{family: make()})
            if family != "design":
                optimizer = told(ss.Problem(BOX, 0.3), 8, threads=threads, **{family: make()})
        optimizer.ask()
    assert raised.traceback[-1].name == "raising"


def test_a_search_goes_on_after_a_member_has_raised():
    class Moody(ByChance):
        bad = False

        def propose(self, situation):
            return raising() if self.bad else super().propose(situation)

    method = Moody()
    optimizer = searched(ss.Problem(BOX, 0.3), method=method)
    before = optimizer.ask().x
    method.bad = True
    with pytest.raises(Trouble):
        optimizer.ask()
    method.bad = False
    assert np.array_equal(optimizer.ask().x, before)


def test_what_cannot_be_derived_is_said_when_the_object_is_made():
    with pytest.raises(TypeError, match="abstract"):
        ss.Measure()


def test_own_members_are_pickled_with_the_search():
    optimizer = searched(ss.Problem(BOX, 0.3, measure=_Picklable()), 4, method=_Method())
    other = pickle.loads(pickle.dumps(optimizer))
    assert np.array_equal(other.ask().x, optimizer.ask().x)


class _Picklable(Average):
    pass


class _Method(ByChance):
    pass


def test_a_study_file_cannot_name_an_object_and_says_so(tmp_path):
    with pytest.raises(ValueError, match="the measure is an object of Python"):
        ss.Study.create(tmp_path / "own.toml", {"a": (0, 1)}, 0.1, measure=Largest())
    assert not (tmp_path / "own.toml").exists()

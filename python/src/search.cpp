#include "search.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "model.hpp"
#include "own.hpp"
#include "sweetspot/search/optimizer.hpp"
#include "working.hpp"

namespace sweetspot::python {

std::shared_ptr<const Search> search_of(const std::string& json, const nb::dict& own) {
    SearchDescription description = read_state(json, "problem").search;
    OwnMembers members = own_members(own);
    Problem problem = problem_of(description, members);
    return std::make_shared<const Search>(Search{std::move(description), std::move(members), std::move(problem)});
}

Calls Search::calls() const {
    const bool any = own.measure || own.law || own.kernel || own.sampling || own.design || own.method || own.robust_set;
    return any ? Calls::python : Calls::nothing;
}

namespace {

/// One search with what was told to it. The engine works on a copy, so that telling and asking at the same time, from
/// several threads, is in order.
class BoundOptimizer {
  public:
    BoundOptimizer(std::shared_ptr<const Search> search, int threads)
        : search_(std::move(search)), threads_(threads), optimizer_(made()), process_(getpid()) {}

    [[nodiscard]] const std::shared_ptr<const Search>& search() const { return search_; }
    [[nodiscard]] int threads() const { return threads_; }

    void tell(const VectorIn& x, double y, double standard_error, const NamedOutputs& outputs) {
        optimizer().tell(vector_of(x), y, standard_error, outputs);
    }
    /// With the seconds that the engine took.
    [[nodiscard]] std::pair<Suggestion, double> ask(const PointsIn& pending, const PointsIn& failed) {
        return working(
            [optimizer = optimizer(), others = WithoutValue{columns_of(pending), columns_of(failed)}] {
                using Clock = std::chrono::steady_clock;
                const auto began = Clock::now();
                const bool alone = others.pending.cols() == 0 && others.failed.cols() == 0;
                Suggestion suggestion = alone ? optimizer.ask() : optimizer.ask(others);
                return std::pair(std::move(suggestion), std::chrono::duration<double>(Clock::now() - began).count());
            },
            search_->calls());
    }
    [[nodiscard]] Best best(const PointsIn& failed) {
        return working(
            [optimizer = optimizer(), failed = Points(columns_of(failed))] {
                return failed.cols() == 0 ? optimizer.best() : optimizer.best(failed);
            },
            search_->calls());
    }
    [[nodiscard]] Model model(const PointsIn& failed) {
        return working(
            [optimizer = optimizer(), failed = Points(columns_of(failed)), search = search_]() -> Model {
                Recommendation r = optimizer.recommendation(failed);
                // The streams of best(), and so its very numbers.
                const Rng seed(search->description.seed);
                auto regions = std::make_shared<const RegionModel>(search->problem, std::move(r.gp), seed,
                                                                   suggestion_rng(seed, optimizer.observations()));
                return {search, std::move(regions), std::move(r.limits)};
            },
            search_->calls());
    }
    [[nodiscard]] const Optimizer& told() { return optimizer(); }

  private:
    [[nodiscard]] std::unique_ptr<Optimizer> made() const {
        Options options = options_of(search_->description, search_->own);
        options.threads = threads_;
        return std::make_unique<Optimizer>(search_->problem, std::move(options));
    }

    /// In a process that was forked off the threads of the engine are gone: a new search is told all again, and the old
    /// one, which would wait for them, is left as it is.
    [[nodiscard]] Optimizer& optimizer() {
        if (process_ != getpid()) {
            const Optimizer* before = optimizer_.release();
            optimizer_ = made();
            retell(*before);
            process_ = getpid();
        }
        return *optimizer_;
    }
    void retell(const Optimizer& before) {
        const std::vector<std::string> names = outputs_of(search_->problem.limits());
        for (Index n = 0; n < before.observations(); ++n) {
            NamedOutputs outputs;
            for (std::size_t i = 0; i < names.size(); ++i) {
                outputs[names[i]] = before.limited_outputs()(static_cast<Index>(i), n);
            }
            const Vector& errors = before.standard_errors();
            optimizer_->tell(before.inputs().col(n), before.outputs()[n], errors.size() > 0 ? errors[n] : 0, outputs);
        }
    }

    std::shared_ptr<const Search> search_;
    int threads_;
    std::unique_ptr<Optimizer> optimizer_;
    pid_t process_;
};

nb::object optional_pair(const std::optional<Interval>& interval) {
    if (!interval) return nb::none();
    return nb::make_tuple(interval->lower, interval->upper);
}

nb::dict dict_of(const PredictedLimit& p) {
    nb::dict result;
    result["of"] = p.limit.of;
    result["limit"] = to_string(p.limit);
    result["known"] = p.known;
    result["value"] = p.value.value;
    result["interval"] = nb::make_tuple(p.value.lower, p.value.upper);
    result["probability"] = p.probability;
    result["binds"] = p.binds;
    return result;
}

nb::dict dict_of(const Best& best) {
    nb::dict result;
    result["x"] = array_of_vector(best.x);
    result["quality"] = best.quality;
    result["worst_point"] = array_of_vector(best.worst_point);
    result["worst"] = best.worst_value;
    result["interval"] = optional_pair(best.worst_interval);
    nb::list limits;
    for (const PredictedLimit& limit : best.limits) limits.append(dict_of(limit));
    result["limits"] = limits;
    result["feasible"] = best.feasible;
    return result;
}

nb::dict dict_of(const std::pair<Suggestion, double>& asked) {
    const auto& [suggestion, seconds] = asked;
    nb::dict result;
    result["x"] = array_of_vector(suggestion.x);
    result["seconds"] = seconds;
    if (!suggestion.reason) return result;
    const Suggestion::Reason& reason = *suggestion.reason;
    result["centre"] = array_of_vector(reason.centre);
    result["expected_improvement"] = reason.expected_improvement;
    if (reason.incumbent.size() > 0) {
        result["incumbent"] = array_of_vector(reason.incumbent);
        result["incumbent_quality"] = reason.incumbent_quality;
    }
    result["note"] = reason.note;
    return result;
}

nb::dict dict_of(const Parameter& p) {
    nb::dict result;
    result["name"] = p.name;
    result["lower"] = p.lower;
    result["upper"] = p.upper;
    result["log"] = p.scale == Scale::log;
    result["choices"] = p.choices;
    result["values"] = p.values;
    result["whole"] = p.step == 1;
    result["chosen"] = p.chosen;
    return result;
}

ArrayOut boundary(const Search& s, const VectorIn& centre, const PointsIn& directions) {
    const Space& space = s.problem.space();
    const RobustSet& set = s.problem.robust_set();
    const Vector u = space.to_unit(vector_of(centre));
    Points result(u.size(), static_cast<Index>(directions.shape(0)));
    for (Index i = 0; i < result.cols(); ++i) {
        // What is built exactly has no extent.
        Vector direction = Vector::Zero(u.size());
        for (const Index d : set.free_coordinates()) direction[d] = columns_of(directions)(d, i);
        const Vector edge = direction.isZero(0) ? u : Vector(u + set.boundary_towards(direction));
        result.col(i) = space.from_unit(Box::unit(u.size()).clamp(edge));
    }
    return array_of_columns(std::move(result));
}

void bind_optimizer(nb::module_& m) {
    nb::class_<BoundOptimizer>(m, "Optimizer", "The engine behind sweetspot.Optimizer.")
        .def(nb::init<std::shared_ptr<const Search>, int>(), nb::arg("search"), nb::arg("threads"))
        .def_prop_ro("search", &BoundOptimizer::search)
        .def_prop_ro("threads", &BoundOptimizer::threads)
        .def("tell", &BoundOptimizer::tell, nb::arg("x"), nb::arg("y"), nb::arg("standard_error"), nb::arg("outputs"))
        .def(
            "ask",
            [](BoundOptimizer& o, const PointsIn& pending, const PointsIn& failed) {
                return dict_of(o.ask(pending, failed));
            },
            nb::arg("pending"), nb::arg("failed"))
        .def(
            "best", [](BoundOptimizer& o, const PointsIn& failed) { return dict_of(o.best(failed)); },
            nb::arg("failed"))
        .def("model", &BoundOptimizer::model, nb::arg("failed"))
        .def_prop_ro(
            "inputs", [](BoundOptimizer& o) { return array_of_columns(o.told().inputs()); }, nb::rv_policy::move)
        .def_prop_ro(
            "outputs", [](BoundOptimizer& o) { return array_of_vector(o.told().outputs()); }, nb::rv_policy::move)
        .def_prop_ro(
            "standard_errors", [](BoundOptimizer& o) { return array_of_vector(o.told().standard_errors()); },
            nb::rv_policy::move)
        .def_prop_ro(
            "limited_outputs", [](BoundOptimizer& o) { return array_of_columns(o.told().limited_outputs()); },
            nb::rv_policy::move)
        .def_prop_ro("observations", [](BoundOptimizer& o) { return o.told().observations(); });
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Search>(m, "Search", "A described search: the problem, and how it is searched.")
        .def(nb::new_(&search_of), nb::arg("json"), nb::arg("own"))
        .def_prop_ro("dimension", [](const Search& s) { return s.problem.dimension(); })
        .def_prop_ro("parameters",
                     [](const Search& s) {
                         nb::list result;
                         for (const Parameter& p : s.problem.space().parameters()) result.append(dict_of(p));
                         return result;
                     })
        .def_prop_ro("limited_outputs", [](const Search& s) { return outputs_of(s.problem.limits()); })
        .def_prop_ro("measure", [](const Search& s) { return std::string(s.problem.quality().name()); })
        .def_prop_ro("measure_label", [](const Search& s) { return std::string(s.problem.quality().label()); })
        .def_prop_ro("seed", [](const Search& s) { return s.description.seed; })
        .def(
            "why_not_inside",
            [](const Search& s, const VectorIn& x) { return s.problem.space().why_not_inside(vector_of(x)); },
            nb::arg("x"))
        .def("centre_bounds",
             [](const Search& s) {
                 const Space& space = s.problem.space();
                 Points bounds(s.problem.dimension(), 2);
                 bounds << space.from_unit(s.problem.centres().lower), space.from_unit(s.problem.centres().upper);
                 return array_of_matrix(bounds);
             })
        .def(
            "in_region",
            [](const Search& s, const VectorIn& centre, const VectorIn& x) {
                const Space& space = s.problem.space();
                return s.problem.in_region(space.to_unit(vector_of(centre)), space.to_unit(vector_of(x)));
            },
            nb::arg("centre"), nb::arg("x"))
        .def("boundary", &boundary, nb::arg("centre"), nb::arg("directions"),
             "The last points of a region in directions of the unit cube, one per row, within the bounds.")
        .def(
            "builds",
            [](const Search& s, const VectorIn& centre, Index count, std::uint64_t seed) {
                const Space& space = s.problem.space();
                const Template places =
                    make_template(s.problem.robust_set(), {TemplateShape::uniform, count}, Rng(seed));
                Points built = places.at(space.to_unit(vector_of(centre)));
                for (Index i = 0; i < built.cols(); ++i) {
                    built.col(i) = space.from_unit(built.col(i).cwiseMax(0).cwiseMin(1));
                }
                return nb::make_tuple(array_of_columns(std::move(built)), array_of_vector(places.weights));
            },
            nb::arg("centre"), nb::arg("count"), nb::arg("seed"));
    bind_optimizer(m);
}

}  // namespace sweetspot::python

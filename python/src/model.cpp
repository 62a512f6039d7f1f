#include "model.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "search/region_supremum.hpp"
#include "sweetspot/search/tolerance_questions.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

nb::tuple tuple_of(const Estimate& e) {
    return nb::make_tuple(e.value, e.lower, e.upper);
}

Points unit_points(const Model& model, const PointsIn& x) {
    return model.search->problem.space().points_to_unit(columns_of(x));
}

/// Everything of one region that is computed on demand: made anew at each question, for a region refers to its model.
template <class Question>
auto of_region(const Model& model, const VectorIn& x, Question question) {
    return working([regions = model.regions, x = Vector(vector_of(x)), question] { return question(regions->at(x)); },
                   model.search->calls());
}

nb::dict dict_of(const PredictedWorst& worst) {
    nb::dict result;
    result["value"] = worst.by_search;
    result["lower"] = worst.lower;
    result["upper"] = worst.upper;
    result["where"] = array_of_vector(worst.where);
    result["upper_where"] = array_of_vector(worst.upper_where);
    return result;
}

nb::dict dict_of(const ToleranceRoom& room) {
    nb::dict result;
    result["by_mean"] = room.by_mean;
    result["safely"] = room.safely;
    result["most"] = room.most;
    result["centre"] = array_of_vector(room.centre);
    result["safe_centre"] = array_of_vector(room.safe_centre);
    return result;
}

nb::list list_of(const Contributions& found) {
    nb::list parts;
    for (const Contribution& c : found.parts) {
        nb::dict part;
        part["parameter"] = c.name;
        part["alone"] = c.alone;
        part["alone_error"] = c.alone_error;
        part["total"] = c.total;
        part["total_error"] = c.total_error;
        part["worst_cost"] = c.worst_cost;
        parts.append(part);
    }
    return parts;
}

void bind_regions(nb::class_<Model>& model) {
    model
        .def(
            "value",
            [](const Model& m, const VectorIn& x) {
                return of_region(m, x, [](const ModelledRegion& r) { return std::pair(r.value(), r.sd()); });
            },
            nb::arg("x"))
        .def(
            "measure",
            [](const Model& m, const VectorIn& x) {
                return tuple_of(of_region(m, x, [](const ModelledRegion& r) { return r.measure(); }).estimate);
            },
            nb::arg("x"))
        .def(
            "worst",
            [](const Model& m, const VectorIn& x) {
                return dict_of(of_region(m, x, [](const ModelledRegion& r) { return r.worst(); }));
            },
            nb::arg("x"))
        .def(
            "average",
            [](const Model& m, const VectorIn& x) {
                return tuple_of(of_region(m, x, [](const ModelledRegion& r) { return r.average(); }));
            },
            nb::arg("x"))
        .def(
            "share_within",
            [](const Model& m, const VectorIn& x, double limit) {
                return tuple_of(of_region(m, x, [limit](const ModelledRegion& r) { return r.share_within(limit); }));
            },
            nb::arg("x"), nb::arg("limit"))
        .def(
            "sigma_level",
            [](const Model& m, const VectorIn& x, double limit) -> nb::object {
                const auto level = of_region(m, x, [limit](const ModelledRegion& r) { return r.sigma_level(limit); });
                return level ? nb::object(tuple_of(*level)) : nb::none();
            },
            nb::arg("x"), nb::arg("limit"));
}

void bind_questions(nb::class_<Model>& model) {
    model
        .def(
            "draws",
            [](const Model& m, const VectorIn& x, Index count) {
                RegionDraws drawn = of_region(m, x, [count](const ModelledRegion& r) { return r.draws(count); });
                const Space& space = m.search->problem.space();
                Points places = drawn.places.points;
                for (Index i = 0; i < places.cols(); ++i) places.col(i) = space.from_unit(places.col(i));
                return nb::make_tuple(array_of_columns(std::move(places)), array_of_vector(drawn.places.weights),
                                      array_of_columns(std::move(drawn.values)));
            },
            nb::arg("x"), nb::arg("count"))
        .def(
            "tolerance_room",
            [](const Model& m, const VectorIn& x, double limit, const std::optional<std::size_t>& parameter, bool move,
               int threads) {
                return dict_of(working([m, x = Vector(vector_of(x)), limit, parameter, move, threads] {
                    const SearchDescription& search = m.search->description;
                    const GaussianProcess& gp = m.regions->gp();
                    return move ? tolerance_room(search, gp, x, limit, Parallel(threads), parameter, m.limits)
                                : tolerance_room_at(search, gp, x, limit, parameter, m.limits);
                }));
            },
            nb::arg("x"), nb::arg("limit"), nb::arg("parameter").none(), nb::arg("move"), nb::arg("threads"))
        .def(
            "contributions",
            [](const Model& m, const VectorIn& x) {
                return list_of(working([m, x = Vector(vector_of(x))] {
                    return contributions(m.search->description, m.regions->gp(), x);
                }));
            },
            nb::arg("x"));
}

}  // namespace

void bind_model(nb::module_& m) {
    auto model = nb::class_<Model>(m, "Model", "The engine behind sweetspot.Model.");
    model.def_prop_ro("search", [](const Model& m) { return m.search; })
        .def_prop_ro("size", [](const Model& m) { return m.regions->gp().size(); })
        .def_prop_ro(
            "lengthscales",
            [](const Model& m) { return array_of_vector(m.regions->gp().hyperparameters().lengthscales); },
            nb::rv_policy::move)
        .def_prop_ro("noise", [](const Model& m) { return m.regions->gp().hyperparameters().noise; })
        .def_prop_ro("kernel", [](const Model& m) { return std::string(m.regions->gp().kernel().name()); })
        .def_prop_ro("warped", [](const Model& m) { return m.regions->gp().standardisation().warp.active(); })
        .def_prop_ro("log_marginal_likelihood",
                     [](const Model& m) { return m.regions->gp().log_marginal_likelihood(); })
        .def_prop_ro("warnings", [](const Model& m) { return m.regions->warnings(); })
        .def(
            "mean",
            [](const Model& m, const PointsIn& x) {
                return array_of_vector(working([m, x] { return m.regions->mean(unit_points(m, x)); }));
            },
            nb::arg("x"))
        .def(
            "_mean_seconds",
            [](const Model& m, const PointsIn& x) {
                using Clock = std::chrono::steady_clock;
                return working([m, x] {
                    const auto began = Clock::now();
                    static_cast<void>(m.regions->mean(unit_points(m, x)));
                    return std::chrono::duration<double>(Clock::now() - began).count();
                });
            },
            nb::arg("x"), "What the call of the library takes by itself, for the benchmark.")
        .def(
            "sd",
            [](const Model& m, const PointsIn& x) {
                return array_of_vector(working([m, x] { return m.regions->sd(unit_points(m, x)); }));
            },
            nb::arg("x"))
        .def(
            "samples",
            [](const Model& m, const PointsIn& x, Index count, std::uint64_t seed) {
                return array_of_columns(working([m, x, count, seed]() -> Points {
                    const GaussianProcess& gp = m.regions->gp();
                    const Matrix drawn = joint_draws(gp, unit_points(m, x), count, Rng(seed).split("samples"));
                    return drawn.unaryExpr([&](double y) { return gp.standardisation().undo(y); });
                }));
            },
            nb::arg("x"), nb::arg("count"), nb::arg("seed"));
    bind_regions(model);
    bind_questions(model);
}

}  // namespace sweetspot::python

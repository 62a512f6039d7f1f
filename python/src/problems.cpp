// The built-in test problems: functions with their true worst cases and robust optima.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "modules.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

/// A member of the family in one dimension, with the tolerance of the literature.
struct BoundBenchmark {
    BenchmarkPtr benchmark;
    Index dimension;
    Space space;

    [[nodiscard]] Norm norm_from(const std::optional<std::string>& name) const {
        return name ? norm_named(*name) : benchmark->own_norm().value_or(Norm::two);
    }
    [[nodiscard]] double tolerance_from(const std::optional<double>& given) const {
        return given.value_or(benchmark->default_tolerance());
    }
};

BoundBenchmark benchmark_of(const std::string& name, const std::optional<Index>& dimension, std::uint64_t instance) {
    BenchmarkPtr benchmark = benchmark_named(name);
    if (instance != 1) benchmark = benchmark->instance(instance);
    const Index d = dimension.value_or(only_dimension(*benchmark).value_or(2));
    return {benchmark, d, benchmark->space(d)};
}

nb::dict dict_of(const ReferenceOptimum& optimum) {
    nb::dict result;
    result["x"] = array_of_vector(optimum.x);
    result["worst"] = optimum.quality;
    result["how"] = optimum.how;
    result["accuracy"] = optimum.accuracy;
    return result;
}

}  // namespace

void bind_problems(nb::module_& m) {
    m.def("problem_names", [] {
        nb::list names;
        for (const BenchmarkPtr& b : benchmarks()) {
            names.append(nb::make_tuple(std::string(b->name()), std::string(b->summary())));
        }
        return names;
    });
    nb::class_<BoundBenchmark>(m, "Benchmark", "The engine behind sweetspot.problems.")
        .def(nb::new_(&benchmark_of), nb::arg("name"), nb::arg("dimension").none(), nb::arg("instance"))
        .def_prop_ro("name", [](const BoundBenchmark& b) { return std::string(b.benchmark->name()); })
        .def_prop_ro("summary", [](const BoundBenchmark& b) { return std::string(b.benchmark->summary()); })
        .def_prop_ro("dimension", [](const BoundBenchmark& b) { return b.dimension; })
        .def_prop_ro("tolerance", [](const BoundBenchmark& b) { return b.benchmark->default_tolerance(); })
        .def_prop_ro("norm", [](const BoundBenchmark& b) { return std::string(to_string(b.norm_from({}))); })
        .def_prop_ro("names",
                     [](const BoundBenchmark& b) {
                         std::vector<std::string> names;
                         for (const Parameter& p : b.space.parameters()) names.push_back(p.name);
                         return names;
                     })
        .def_prop_ro(
            "bounds",
            [](const BoundBenchmark& b) {
                Points bounds(2, b.dimension);
                for (Index d = 0; d < b.dimension; ++d) {
                    const Parameter& p = b.space.parameters()[static_cast<std::size_t>(d)];
                    bounds.col(d) << p.lower, p.upper;
                }
                return array_of_columns(std::move(bounds));
            },
            nb::rv_policy::move)
        .def(
            "value",
            [](const BoundBenchmark& b, const VectorIn& x) {
                const Vector point = vector_of(x);
                if (point.size() != b.dimension) b.space.require_contains(point, std::string(b.benchmark->name()));
                return b.benchmark->value(point);
            },
            nb::arg("x"))
        .def(
            "worst_case",
            [](const BoundBenchmark& b, const VectorIn& centre, const std::optional<double>& tolerance,
               const std::optional<std::string>& norm) {
                b.space.require_contains(vector_of(centre), std::string(b.benchmark->name()));
                return working(
                    [b, centre = Vector(vector_of(centre)), p = b.norm_from(norm), t = b.tolerance_from(tolerance)] {
                        return b.benchmark->worst_case(centre, p, Vector::Constant(b.dimension, t));
                    });
            },
            nb::arg("centre"), nb::arg("tolerance").none(), nb::arg("norm").none())
        .def(
            "optimum",
            [](const BoundBenchmark& b, const std::optional<double>& tolerance,
               const std::optional<std::string>& norm) {
                return dict_of(working([b, p = b.norm_from(norm), t = b.tolerance_from(tolerance)] {
                    return b.benchmark->optimum(b.dimension, p, t);
                }));
            },
            nb::arg("tolerance").none(), nb::arg("norm").none());
}

}  // namespace sweetspot::python

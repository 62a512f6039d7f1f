// Makes src/problems/stored_optima.inc: the robust optima of the paper's settings that have no closed form.
//
//   g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/reference_optima.cpp -Wl,--start-group
//   <build>/libsweetspot_*.a
//       -lfmt -lpthread -o reference_optima        (one line)
//   ./reference_optima > src/problems/stored_optima.inc
//
// Every reference is searched, polished with alike coordinates equal, then attacked by further CMA-ES restarts in all
// coordinates; stderr reports what the attack gained (nothing, if the reference is right). About five minutes.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "optimize/cma_es.hpp"
#include "problems/line.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

struct Setting {
    BenchmarkPtr problem;
    Index dimension;
    Norm norm;

    [[nodiscard]] double worst(const Vector& x) const {
        return problem->worst_case(x, norm, Vector::Constant(dimension, problem->default_tolerance()));
    }
    [[nodiscard]] Box box() const { return problem->centres(dimension, norm, problem->default_tolerance()); }
};

/// One value per class of alike coordinates, their mean.
Vector per_class(const Setting& s, const Vector& x) {
    const std::vector<int> classes = s.problem->alike(s.dimension);
    const int count = *std::max_element(classes.begin(), classes.end()) + 1;
    Vector sum = Vector::Zero(count);
    Vector members = Vector::Zero(count);
    for (Index d = 0; d < s.dimension; ++d) {
        sum[classes[static_cast<std::size_t>(d)]] += x[d];
        members[classes[static_cast<std::size_t>(d)]] += 1;
    }
    return sum.cwiseQuotient(members);
}

Vector spread(const Setting& s, const Vector& values) {
    const std::vector<int> classes = s.problem->alike(s.dimension);
    Vector x(s.dimension);
    for (Index d = 0; d < s.dimension; ++d) x[d] = values[classes[static_cast<std::size_t>(d)]];
    return x;
}

/// Golden sections nested over the coordinates from `d` on, within `window` of the start: a crease does not stop them.
Peak nested(const Setting& s, Vector& z, Index d, const Vector& start, const Vector& window, const Box& box) {
    if (d == z.size()) return {0, -s.worst(spread(s, z))};
    const double lower = std::max(box.lower[d], start[d] - window[d]);
    const double upper = std::min(box.upper[d], start[d] + window[d]);
    const auto inner = [&](double v) {
        z[d] = v;
        return nested(s, z, d + 1, start, window, box).value;
    };
    Peak best = golden_maximum(inner, lower, upper, 20);
    inner(best.x);
    return best;
}

/// In the space of classes: CMA-ES, then for up to three classes the nested sections, in shrinking windows.
Vector polish(const Setting& s, Vector values, const Rng& rng) {
    const Box full = s.box();
    const Box box{per_class(s, full.lower), per_class(s, full.upper)};
    const auto objective = [&](const Vector& z) { return s.worst(spread(s, z)); };
    for (const double sigma : {0.01, 0.001, 1e-4, 1e-5, 1e-6}) {
        const CmaEsOptions options{.sigma = sigma, .max_evaluations = 600, .value_tolerance = 0};
        const Minimum found = minimize_cma_es(objective, box, values, options, rng.split("polish"));
        if (found.value < objective(values)) values = found.x;
    }
    for (const double width : {0.02, 0.002, 1e-4}) {
        if (values.size() > 3) break;
        Vector z = values;
        nested(s, z, 0, values, width * box.width(), box);
        if (objective(z) < objective(values)) values = z;
    }
    return values;
}

double attack(const Setting& s, const Vector& x, const Rng& rng) {
    double best = s.worst(x);
    for (std::uint64_t i = 0; i < 8; ++i) {
        Rng own = rng.split(i);
        Vector start = x;
        if (i < 6) {
            for (Index d = 0; d < s.dimension; ++d) start[d] = own.uniform(s.box().lower[d], s.box().upper[d]);
        }
        const CmaEsOptions options{.sigma = i < 6 ? 0.3 : 0.003, .max_evaluations = 2500};
        best = std::min(best, minimize_cma_es([&](const Vector& c) { return s.worst(c); }, s.box(), start, options,
                                              own.split("attack"))
                                  .value);
    }
    return s.worst(x) - best;
}

void make(const Setting& s) {
    const ReferenceOptimum searched = search_reference(*s.problem, s.dimension, s.norm, s.problem->default_tolerance());
    const Vector values = polish(s, per_class(s, searched.x), Rng(1));
    const Vector x = spread(s, values);
    fmt::print(stderr, "{} D={} p={}: searched {:.12g}, symmetric {:.12g}, the attack gained {:.2g}\n",
               s.problem->name(), s.dimension, to_string(s.norm), searched.quality, s.worst(x), attack(s, x, Rng(2)));
    const char* norm = s.norm == Norm::one ? "one" : s.norm == Norm::two ? "two" : "infinity";
    std::string row;
    for (const double v : values) row += fmt::format("{}{:.15g}", row.empty() ? "" : ", ", v);
    fmt::print("    {{\"{}\", {}, Norm::{}, {{{}}}}},\n", s.problem->name(), s.dimension, norm, row);
    std::fflush(stdout);
}

}  // namespace
}  // namespace sweetspot

int main() {
    using sweetspot::Norm;
    for (const sweetspot::Index dimension : {5, 10}) {  // the others are proven
        sweetspot::make({sweetspot::benchmark_named("levy03"), dimension, Norm::two});
    }
    for (const char* name : {"styblinski-tang", "quintic"}) {
        for (const sweetspot::Index dimension : {2, 5, 10}) {
            for (const Norm norm : {Norm::one, Norm::two}) {
                sweetspot::make({sweetspot::benchmark_named(name), dimension, norm});
            }
        }
    }
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        sweetspot::make({sweetspot::benchmark_named("bertsimas"), 2, norm});
        for (const sweetspot::Index dimension : {2, 5, 10}) {
            sweetspot::make({sweetspot::benchmark_named("levy03-printed"), dimension, norm});
        }
    }
}

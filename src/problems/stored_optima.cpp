// Robust optima of the paper's settings that have no closed form, found by tools/reference_optima.cpp.
#include <algorithm>
#include <array>

#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

struct Stored {
    std::string_view name;
    Index dimension;
    Norm norm;
    std::vector<double> values;  ///< per class of alike coordinates; a single value is for all
};

const std::vector<Stored>& table() {
    static const std::vector<Stored> stored = {
#include "problems/stored_optima.inc"
    };
    return stored;
}

}  // namespace

Vector stored_optimum(const Benchmark& benchmark, Index dimension, Norm norm, double tolerance) {
    if (tolerance != benchmark.default_tolerance()) return {};
    const auto fits = [&](const Stored& s) {
        return s.name == benchmark.name() && s.dimension == dimension && s.norm == norm;
    };
    const auto found = std::ranges::find_if(table(), fits);
    if (found == table().end()) return {};
    const std::vector<int> classes = benchmark.alike(dimension);
    Vector x(dimension);
    for (Index d = 0; d < dimension; ++d) {
        const auto which = static_cast<std::size_t>(classes[static_cast<std::size_t>(d)]);
        x[d] = found->values[found->values.size() == 1 ? 0 : which];
    }
    return x;
}

}  // namespace sweetspot

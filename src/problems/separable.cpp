#include "problems/separable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
/// Scan cells per range of the domain: every term has stationary points at least 100 cells apart.
constexpr int scan_cells = 4000;

/// h_d of one coordinate.
class Coordinate {
  public:
    Coordinate(const Term& term, double centre, double tolerance, Norm norm)
        : term_(&term), centre_(centre), tolerance_(tolerance), norm_(norm) {
        for (const Peak& peak : term.peaks_between(centre - tolerance, centre + tolerance)) {
            const double distance = std::abs(peak.x - centre) / tolerance;
            bought_.push_back({norm == Norm::one ? distance : distance * distance, peak.value});
        }
        std::ranges::sort(bought_, {}, &Peak::x);
        double best = minus_infinity;
        for (Peak& peak : bought_) peak.value = best = std::max(best, peak.value);
    }

    [[nodiscard]] double operator()(double share) const {
        const double reach = tolerance_ * (norm_ == Norm::one ? share : std::sqrt(share));
        double best = std::max((*term_)(centre_ - reach), (*term_)(centre_ + reach));
        for (const Peak& peak : bought_) {
            if (peak.x > share) break;
            best = std::max(best, peak.value);
        }
        return best;
    }

  private:
    const Term* term_;
    double centre_;
    double tolerance_;
    Norm norm_;
    std::vector<Peak> bought_;  ///< share needed, best peak so far
};

/// into[n] = max_k of from[n - k] + gains[k].
void combine(const std::vector<double>& from, const std::vector<double>& gains, std::vector<double>& into) {
    std::ranges::fill(into, minus_infinity);
    const std::size_t size = into.size();
    double* out = into.data();
    for (std::size_t k = 0; k < gains.size(); ++k) {
        const double gain = gains[k];
        const double* in = from.data();
        const std::size_t end = std::min(size - std::min(size, k), from.size());
        for (std::size_t n = 0; n < end; ++n) {
            const double sum = in[n] + gain;
            out[n + k] = sum > out[n + k] ? sum : out[n + k];
        }
    }
}

/// max Σ gains_d[k_d] over Σ k_d ≤ n for every n < size, and the k_d that reach it.
class ShareTable {
  public:
    ShareTable(std::vector<std::vector<double>> gains, std::size_t size) : gains_(std::move(gains)) {
        best_.emplace_back(size, 0.0);
        for (const auto& gain : gains_) {
            best_.emplace_back(size);
            combine(best_[best_.size() - 2], gain, best_.back());
        }
    }

    [[nodiscard]] double best(std::size_t n) const { return best_.back()[n]; }

    [[nodiscard]] std::vector<std::size_t> allocation(std::size_t n) const {
        std::vector<std::size_t> shares(gains_.size());
        for (std::size_t d = gains_.size(); d-- > 0;) {
            const std::size_t last = std::min(n, gains_[d].size() - 1);
            std::size_t chosen = 0;
            for (std::size_t k = 1; k <= last; ++k) {
                if (best_[d][n - k] + gains_[d][k] > best_[d][n - chosen] + gains_[d][chosen]) chosen = k;
            }
            shares[d] = chosen;
            n -= chosen;
        }
        return shares;
    }

  private:
    std::vector<std::vector<double>> gains_;
    std::vector<std::vector<double>> best_;
};

/// One step of refinement: every share may move by up to `half` steps of `step`. True if some share moved to the edge
/// of its window, so that the step is worth repeating.
bool refine(const std::vector<Coordinate>& coordinates, double step, Vector& shares) {
    constexpr int half = 9;  // one more than a step of the coarser grid
    const std::size_t dimension = coordinates.size();
    std::vector<std::vector<double>> gains(dimension);
    Vector first(shares.size());
    for (std::size_t d = 0; d < dimension; ++d) {
        const auto i = static_cast<Index>(d);
        const double lowest = std::max(0.0, shares[i] - half * step);
        first[i] = lowest;
        for (int k = 0; k <= 2 * half; ++k) gains[d].push_back(coordinates[d](std::min(1.0, lowest + k * step)));
    }
    const double slack = std::max(0.0, (1 - first.sum()) / step);
    const auto budget = static_cast<std::size_t>(std::min(slack + 1e-9, 2.0 * half * static_cast<double>(dimension)));
    const std::vector<std::size_t> k = ShareTable(std::move(gains), budget + 1).allocation(budget);
    bool at_edge = false;
    for (std::size_t d = 0; d < dimension; ++d) {
        const auto i = static_cast<Index>(d);
        at_edge = at_edge || k[d] == 2 * half || (k[d] == 0 && first[i] > 0);
        shares[i] = std::min(1.0, first[i] + static_cast<double>(k[d]) * step);
    }
    return at_edge;
}

double sum_at(const std::vector<Coordinate>& coordinates, const Vector& shares) {
    double sum = 0;
    for (std::size_t d = 0; d < coordinates.size(); ++d) sum += coordinates[d](shares[static_cast<Index>(d)]);
    return sum;
}

SeparableMaximum allocate(const std::vector<Coordinate>& coordinates) {
    const std::size_t dimension = coordinates.size();
    const std::size_t cells = std::clamp<std::size_t>(4 * dimension, 256, 2048);
    std::vector<std::vector<double>> gains(dimension);
    for (std::size_t d = 0; d < dimension; ++d) {
        for (std::size_t k = 0; k <= cells; ++k) {
            gains[d].push_back(coordinates[d](static_cast<double>(k) / static_cast<double>(cells)));
        }
    }
    const ShareTable table(std::move(gains), cells + dimension);
    SeparableMaximum found;
    found.upper = table.best(cells + dimension - 1);
    found.shares.resize(static_cast<Index>(dimension));
    const auto coarse = table.allocation(cells);
    for (std::size_t d = 0; d < dimension; ++d) {
        found.shares[static_cast<Index>(d)] = static_cast<double>(coarse[d]) / static_cast<double>(cells);
    }
    found.value = table.best(cells);
    constexpr int repeats = 4;
    for (double step = 0.125 / static_cast<double>(cells); step > 1e-11; step /= 8) {
        for (int i = 0; i < repeats; ++i) {
            Vector shares = found.shares;
            const bool again = refine(coordinates, step, shares);
            const double value = sum_at(coordinates, shares);
            if (!(value > found.value)) break;
            found.value = value;
            found.shares = shares;
            if (!again) break;
        }
    }
    return found;
}

}  // namespace

Term::Term(LineFunction value, double lower, double upper, std::vector<Peak> jumps)
    : value_(std::move(value)), lower_(lower), upper_(upper), jumps_(std::move(jumps)), peaks_(scan(lower, upper)) {}

std::vector<Peak> Term::scan(double from, double to) const {
    // Two cells beyond the ends, so that a peak next to an end is seen.
    const double cell = (upper_ - lower_) / scan_cells;
    const double cells = std::min(std::ceil((to - from) / cell) + 4, 1e7);
    std::vector<Peak> peaks = local_maxima(value_, from - 2 * cell, to + 2 * cell, static_cast<int>(cells));
    peaks.insert(peaks.end(), jumps_.begin(), jumps_.end());
    return peaks;
}

std::vector<Peak> Term::peaks_between(double from, double to) const {
    std::vector<Peak> inside;
    const bool known = from >= lower_ && to <= upper_;
    for (const Peak& peak : known ? peaks_ : scan(from, to)) {
        if (peak.x > from && peak.x < to) inside.push_back(peak);
    }
    return inside;
}

double Term::maximum(double from, double to) const {
    double best = std::max(value_(from), value_(to));
    for (const Peak& peak : peaks_between(from, to)) best = std::max(best, peak.value);
    return best;
}

SeparableMaximum maximize_sum(const std::vector<const Term*>& terms, const VectorRef& centre, Norm norm,
                              const VectorRef& tolerance) {
    if (norm == Norm::infinity || centre.size() == 1) {
        SeparableMaximum found;
        for (Index d = 0; d < centre.size(); ++d) {
            found.value +=
                terms[static_cast<std::size_t>(d)]->maximum(centre[d] - tolerance[d], centre[d] + tolerance[d]);
        }
        found.upper = found.value;
        return found;
    }
    std::vector<Coordinate> coordinates;
    coordinates.reserve(terms.size());
    for (Index d = 0; d < centre.size(); ++d) {
        coordinates.emplace_back(*terms[static_cast<std::size_t>(d)], centre[d], tolerance[d], norm);
    }
    return allocate(coordinates);
}

double SeparableBenchmark::value(const VectorRef& x) const {
    double sum = 0;
    for (Index d = 0; d < x.size(); ++d) sum += term(d, x.size())(x[d]);
    return offset(x.size()) + scale(x.size()) * sum;
}

SeparableMaximum SeparableBenchmark::bracket(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const {
    require_region(*this, centre, tolerance);
    const Index dimension = centre.size();
    std::vector<const Term*> terms;
    for (Index d = 0; d < dimension; ++d) terms.push_back(&term(d, dimension));
    SeparableMaximum found = maximize_sum(terms, centre, norm, tolerance);
    found.value = offset(dimension) + scale(dimension) * found.value;
    found.upper = offset(dimension) + scale(dimension) * found.upper;
    return found;
}

double SeparableBenchmark::worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const {
    return bracket(centre, norm, tolerance).value;
}

std::vector<int> SeparableBenchmark::alike(Index dimension) const {
    std::vector<const Term*> seen;
    std::vector<int> classes;
    for (Index d = 0; d < dimension; ++d) {
        const Term* here = &term(d, dimension);
        auto known = std::ranges::find(seen, here);
        if (known == seen.end()) known = seen.insert(known, here);
        classes.push_back(static_cast<int>(known - seen.begin()));
    }
    return classes;
}

struct SeparableBenchmark::Alone {
    Vector robust;        ///< where the worst case of the coordinate's own interval is smallest
    Vector robust_value;  ///< that worst case
    Vector low;           ///< where g_d itself is smallest
    Vector low_value;
};

SeparableBenchmark::Alone SeparableBenchmark::each_alone(Index dimension, const Box& box, double tolerance) const {
    Alone alone{Vector(dimension), Vector(dimension), Vector(dimension), Vector(dimension)};
    const std::vector<int> classes = alike(dimension);
    for (Index d = 0; d < dimension; ++d) {
        const auto first = std::ranges::find(classes, classes[static_cast<std::size_t>(d)]) - classes.begin();
        if (first < d) {
            alone.robust[d] = alone.robust[first];
            alone.robust_value[d] = alone.robust_value[first];
            alone.low[d] = alone.low[first];
            alone.low_value[d] = alone.low_value[first];
            continue;
        }
        const Term& g = term(d, dimension);
        const auto minus_worst = [&](double x) { return -g.maximum(x - tolerance, x + tolerance); };
        const Peak robust = maximum_on(minus_worst, box.lower[d], box.upper[d], scan_cells / 2);
        const Peak low = maximum_on([&](double x) { return -g(x); }, box.lower[d], box.upper[d], scan_cells / 2);
        alone.robust[d] = robust.x;
        alone.robust_value[d] = -robust.value;
        alone.low[d] = low.x;
        alone.low_value[d] = -low.value;
    }
    return alone;
}

ReferenceOptimum SeparableBenchmark::find_optimum(Index dimension, Norm norm, double tolerance) const {
    const Box box = centres(dimension, norm, tolerance);
    const Vector tolerances = Vector::Constant(dimension, tolerance);
    const Alone alone = each_alone(dimension, box, tolerance);
    if (norm == Norm::infinity || dimension == 1) {
        const double quality = worst_case(alone.robust, norm, tolerances);
        // Golden sections end at a balanced kink to rounding of x.
        return {alone.robust, quality, "each coordinate on its own: scan and golden sections",
                1e-9 * (1 + std::abs(quality))};
    }
    const double most = (alone.robust_value - alone.low_value).maxCoeff();
    const double bound = offset(dimension) + scale(dimension) * (alone.low_value.sum() + most);
    std::vector<Vector> starts = {alone.robust, alone.low};
    for (Index d = 0; d < dimension; ++d) {
        starts.push_back(alone.low);
        starts.back()[d] = alone.robust[d];
    }
    const double rounding = 1e-9 * (1 + std::abs(bound));
    for (const Vector& start : starts) {
        const double quality = worst_case(start, norm, tolerances);
        if (quality <= bound + rounding)
            return {start, quality, "proven: one coordinate's own worst case is a lower bound", rounding};
    }
    const Vector stored = stored_optimum(*this, dimension, norm, tolerance);
    if (stored.size() == 0) return search_reference(*this, dimension, norm, tolerance, starts);
    const double quality = worst_case(stored, norm, tolerances);
    return {stored, quality, stored_how, stored_accuracy * (1 + std::abs(quality))};
}

}  // namespace sweetspot

#include "problems/separable.hpp"

#include <algorithm>
#include <cmath>

#include "optimize/infinity.hpp"
#include "problems/reference_search.hpp"
#include "problems/share_allocation.hpp"

namespace sweetspot {
namespace {

/// Scan cells per range of the domain: every term has stationary points at least 100 cells apart.
constexpr int scan_cells = 4000;

/// h_d of one coordinate, also for each side of the centre alone.
class Coordinate {
  public:
    Coordinate(const Term& term, double centre, double tolerance, Norm norm)
        : term_(&term), centre_(centre), tolerance_(tolerance), norm_(norm) {
        const double here = term(centre);
        left_ = {{0, here}};
        right_ = {{0, here}};
        for (const Peak& peak : term.peaks_between(centre - tolerance, centre + tolerance)) {
            const double distance = std::abs(peak.x - centre) / tolerance;
            (peak.x < centre ? left_ : right_)
                .push_back({norm == Norm::one ? distance : distance * distance, peak.value});
        }
        for (std::vector<Peak>* bought : {&left_, &right_}) {
            std::ranges::sort(*bought, {}, &Peak::x);
            double best = -inf;
            for (Peak& peak : *bought) peak.value = best = std::max(best, peak.value);
        }
    }

    [[nodiscard]] double operator()(double share, Side side) const {
        const double reach = tolerance_ * (norm_ == Norm::one ? share : std::sqrt(share));
        double best = -inf;
        if (side != Side::right) best = std::max((*term_)(centre_ - reach), bought(left_, share));
        if (side != Side::left) best = std::max({best, (*term_)(centre_ + reach), bought(right_, share)});
        return best;
    }

  private:
    static double bought(const std::vector<Peak>& peaks, double share) {
        double best = peaks.front().value;
        for (const Peak& peak : peaks) {
            if (peak.x > share) break;
            best = peak.value;
        }
        return best;
    }

    const Term* term_;
    double centre_;
    double tolerance_;
    Norm norm_;
    std::vector<Peak> left_;  ///< share needed, best peak so far
    std::vector<Peak> right_;
};

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
    std::vector<Gain> gains;
    std::vector<int> alike;
    for (Index d = 0; d < centre.size(); ++d) {
        const Term* term = terms[static_cast<std::size_t>(d)];
        gains.emplace_back(Coordinate(*term, centre[d], tolerance[d], norm));
        Index first = 0;
        while (terms[static_cast<std::size_t>(first)] != term || centre[first] != centre[d] ||
               tolerance[first] != tolerance[d]) {
            ++first;
        }
        alike.push_back(static_cast<int>(first));
    }
    const Allocation found = allocate(gains, alike);
    return {found.value, found.upper, found.shares};
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

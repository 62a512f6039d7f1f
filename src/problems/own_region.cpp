#include "problems/own_region.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.hpp"
#include "problems/bench/stored_bench.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

class FormulaProblem : public OwnRegionBenchmark {
  public:
    FormulaProblem(OwnRegion facts, Objective formula, std::vector<Objective> guides)
        : OwnRegionBenchmark(std::move(facts)), formula_(std::move(formula)), guides_(std::move(guides)) {}

  protected:
    [[nodiscard]] double formula(const Vector& u) const override { return formula_(u); }
    [[nodiscard]] std::vector<Objective> guides() const override { return guides_; }

  private:
    Objective formula_;
    std::vector<Objective> guides_;
};

}  // namespace

Space OwnRegionBenchmark::space(Index dimension) const {
    require(dimension == facts_.dimension, "{}: dimension {} was asked for; it exists in dimension {} only", name(),
            dimension, facts_.dimension);
    return Space::cube(dimension, 0, 1);
}

std::vector<int> OwnRegionBenchmark::alike(Index dimension) const {
    std::vector<int> classes(static_cast<std::size_t>(dimension));
    std::iota(classes.begin(), classes.end(), 0);
    return classes;
}

double OwnRegionBenchmark::value(const VectorRef& x) const {
    require(x.size() == facts_.dimension, "{}: the point has {} coordinates; it must have {}", name(), x.size(),
            facts_.dimension);
    return formula(x);
}

void OwnRegionBenchmark::require_centre(const VectorRef& centre, const VectorRef& tolerance) const {
    require_region(*this, centre, tolerance);
    require(centre.size() == facts_.dimension, "{}: the centre has {} coordinates; it must have {}", name(),
            centre.size(), facts_.dimension);
}

double OwnRegionBenchmark::worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const {
    return worst_case_up_to(centre, norm, tolerance, std::numeric_limits<double>::infinity());
}

double OwnRegionBenchmark::worst_case_up_to(const VectorRef& centre, Norm norm, const VectorRef& tolerance,
                                            double enough) const {
    return search_region(centre, norm, tolerance, enough).value;
}

RegionMaximum OwnRegionBenchmark::search_region(const VectorRef& centre, Norm norm, const VectorRef& tolerance,
                                                double enough) const {
    require_centre(centre, tolerance);
    RegionSearchOptions how = facts_.search;
    how.stop_above = enough;
    // The same draws around every centre: neighbours are compared by the same yardstick.
    return region_maximum_by_climbs([this](const Vector& u) { return formula(u); }, guides(), centre,
                                    RobustSet(norm, tolerance), how, Rng(1));
}

ReferenceOptimum OwnRegionBenchmark::find_optimum(Index dimension, Norm norm, double tolerance) const {
    const Vector stored =
        norm == facts_.norm && tolerance == facts_.tolerance ? stored_bench_optimum(name()) : Vector();
    if (stored.size() == 0) return search_reference(*this, dimension, norm, tolerance);
    const double quality = worst_case(stored, norm, Vector::Constant(dimension, tolerance));
    return {stored, quality, "CMA-ES restarts on the searched worst case (stored)",
            stored_bench_accuracy * (1 + std::abs(quality))};
}

BenchmarkPtr own_region_problem(OwnRegion facts, Objective formula, std::vector<Objective> guides) {
    return std::make_shared<FormulaProblem>(std::move(facts), std::move(formula), std::move(guides));
}

}  // namespace sweetspot

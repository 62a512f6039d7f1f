// Test problems with a region of their own: fixed dimension, tolerance and norm, on the unit cube, so that the
// tolerance is a fraction of the range.
#pragma once

#include <string>
#include <vector>

#include "problems/region_search.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

struct OwnRegion {
    std::string family;
    std::string name;
    std::string summary;
    Index dimension = 0;
    Norm norm = Norm::two;
    double tolerance = 0;
    RegionSearchOptions search = {};
};

/// The function of a point of the unit cube; it must also exist a hair's breadth outside.
class OwnRegionBenchmark : public Benchmark {
  public:
    explicit OwnRegionBenchmark(OwnRegion facts) : facts_(std::move(facts)) {}

    [[nodiscard]] std::string_view name() const override { return facts_.name; }
    [[nodiscard]] std::string_view summary() const override { return facts_.summary; }
    [[nodiscard]] std::string_view family() const override { return facts_.family; }
    [[nodiscard]] std::optional<Norm> own_norm() const override { return facts_.norm; }
    [[nodiscard]] Space space(Index dimension) const override;
    [[nodiscard]] double default_tolerance() const override { return facts_.tolerance; }
    [[nodiscard]] std::vector<int> alike(Index dimension) const override;
    [[nodiscard]] double value(const VectorRef& x) const override;
    /// Searched (region_search.hpp), a bound from below; tools/bench_table.cpp measures how far it falls short.
    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override;
    [[nodiscard]] double worst_case_up_to(const VectorRef& centre, Norm norm, const VectorRef& tolerance,
                                          double enough) const override;

    /// The search itself, with where the worst is.
    [[nodiscard]] RegionMaximum search_region(const VectorRef& centre, Norm norm, const VectorRef& tolerance,
                                              double enough) const;

  protected:
    [[nodiscard]] virtual double formula(const Vector& u) const = 0;
    /// Functions that lead to where f is large (region_search.hpp).
    [[nodiscard]] virtual std::vector<Objective> guides() const { return {}; }
    void require_centre(const VectorRef& centre, const VectorRef& tolerance) const;

    /// The stored optimum of the region of its own, otherwise the search of reference_search.hpp.
    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override;

  private:
    OwnRegion facts_;
};

/// The problem of a formula that needs nothing else.
[[nodiscard]] BenchmarkPtr own_region_problem(OwnRegion facts, Objective formula, std::vector<Objective> guides = {});

}  // namespace sweetspot

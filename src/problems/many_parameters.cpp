// The family `many`: problems for any number of parameters, by instance, with closed forms for the worst case over
// balls and boxes and for the robust optimum (problems/grouped.hpp has the proof). On the unit cube, tolerance 1/8.
//
// The bump is Bumped Bowl's: h(u) = log(u + exp(-10u)), a bump in a trough, so that the lowest points are a ring whose
// regions reach far up. u + exp(-10u) is convex, so the worst case is at the smallest or the largest u of the region,
// and m is the robust optimum wherever h is ≥ 0 = h(0) at the largest u of its region.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "problems/distance.hpp"
#include "problems/grouped.hpp"
#include "problems/list.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

/// z of a unit of x, where it is largest: with a tolerance of 1/8 a region of two of the bump's widths.
constexpr double largest_scale = 16;

struct Kind {
    std::string name;
    std::string summary;
    Grouping grouping;
    bool has_bump;
};

double of_u(bool has_bump, double u) {
    // log1p keeps what lies near the bump's foot to all its digits.
    return has_bump ? std::log1p((u - 1) + std::exp(-10 * u)) : u;
}

class ManyParameters final : public Benchmark {
  public:
    explicit ManyParameters(Kind kind, std::uint64_t number = 1) : kind_(std::move(kind)), number_(number) {}

    [[nodiscard]] std::string_view name() const override { return kind_.name; }
    [[nodiscard]] std::string_view summary() const override { return kind_.summary; }
    [[nodiscard]] std::string_view family() const override { return "many"; }
    [[nodiscard]] std::string identity() const override { return kind_.name + " " + std::to_string(number_); }
    [[nodiscard]] bool has_instances() const override { return true; }
    [[nodiscard]] BenchmarkPtr instance(std::uint64_t number) const override {
        return std::make_shared<ManyParameters>(kind_, number);
    }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, 0, 1); }
    [[nodiscard]] double default_tolerance() const override { return 0.125; }
    [[nodiscard]] double value(const VectorRef& x) const override {
        return of_u(kind_.has_bump, groups(x.size()).z(x).squaredNorm());
    }
    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override {
        require_region(*this, centre, tolerance);
        const Groups& all = groups(centre.size());
        const Vector z = all.z(centre);
        const Vector reach = all.reach(norm, tolerance);
        return std::max(of_u(kind_.has_bump, nearest_squared(z, norm, reach)),
                        of_u(kind_.has_bump, farthest_squared(z, norm, reach)));
    }
    [[nodiscard]] std::vector<int> alike(Index dimension) const override {
        std::vector<int> numbers(static_cast<std::size_t>(dimension));
        for (std::size_t d = 0; d < numbers.size(); ++d) numbers[d] = static_cast<int>(d);
        return numbers;
    }

  private:
    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override {
        const Groups& all = groups(dimension);
        const Vector reach = all.reach(norm, Vector::Constant(dimension, tolerance));
        const double quality = of_u(kind_.has_bump, farthest_squared(Vector::Zero(reach.size()), norm, reach));
        if (kind_.has_bump && quality < 0) return search_reference(*this, dimension, norm, tolerance);
        return {all.middle(), quality, "closed form: the middle of the groups", 0};
    }

    [[nodiscard]] const Groups& groups(Index dimension) const {
        const std::scoped_lock hold(lock_);
        const auto known = drawn_.find(dimension);
        if (known != drawn_.end()) return known->second;
        const Rng rng = Rng(number_).split(kind_.name).split(static_cast<std::uint64_t>(dimension));
        return drawn_.emplace(dimension, draw_groups(kind_.grouping, dimension, largest_scale, rng)).first->second;
    }

    Kind kind_;
    std::uint64_t number_;
    mutable std::mutex lock_;
    mutable std::map<Index, Groups> drawn_;
};

BenchmarkPtr of_kind(std::string name, std::string summary, Grouping grouping, bool has_bump) {
    return std::make_shared<ManyParameters>(Kind{std::move(name), std::move(summary), grouping, has_bump});
}

}  // namespace

BenchmarkPtr make_bump_few() {
    return of_kind("bump-few", "a bump in a trough, of 4 parameters with unequal scales; the others are inert",
                   Grouping::few, true);
}

BenchmarkPtr make_bump_shared() {
    return of_kind("bump-shared", "a bump in a trough, of 4 directions that share all parameters", Grouping::shared,
                   true);
}

BenchmarkPtr make_bump_each() {
    return of_kind("bump-each", "a bump in a trough, of all parameters with unequal scales", Grouping::each, true);
}

BenchmarkPtr make_square_each() {
    return of_kind("square-each", "a sum of squares of all parameters with unequal scales", Grouping::each, false);
}

}  // namespace sweetspot

// Built-in test problems for any dimension: the function, the true worst case of a region, and the robust optimum
// against which a search is scored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/family.hpp"
#include "sweetspot/robust/robust_set.hpp"
#include "sweetspot/space/space.hpp"

namespace sweetspot {

/// The centre with the smallest known worst case.
struct ReferenceOptimum {
    Vector x;
    double quality = 0;   ///< the worst case at x
    std::string how;      ///< closed form, or how it was searched
    double accuracy = 0;  ///< no centre is known to be better by more than this
};

class Benchmark;
using BenchmarkPtr = std::shared_ptr<const Benchmark>;

/// A test problem. Regions are {centre + δ : ‖δ / tolerance‖_p ≤ 1}; smaller values are better.
class Benchmark {
  public:
    virtual ~Benchmark() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One line for people.
    [[nodiscard]] virtual std::string_view summary() const = 0;
    /// The group it belongs to: paper, push, many, or one of the bench beyond the paper (transformed, paths, penalty,
    /// engineering).
    [[nodiscard]] virtual std::string_view family() const { return "paper"; }
    /// The norm of the region that belongs to the problem, for a problem that has one of its own.
    [[nodiscard]] virtual std::optional<Norm> own_norm() const { return std::nullopt; }
    /// Equal for two problems only if they are the same function: the name, and more where there are instances.
    [[nodiscard]] virtual std::string identity() const { return std::string(name()); }
    /// True when instance() gives more than this one problem.
    [[nodiscard]] virtual bool has_instances() const { return false; }
    /// The problem's instance of that number (those listed are number 1); refuses where there are none.
    [[nodiscard]] virtual BenchmarkPtr instance(std::uint64_t number) const;
    /// The domain; refuses a dimension in which the problem does not exist.
    [[nodiscard]] virtual Space space(Index dimension) const = 0;
    /// The tolerance of the literature, the same for every coordinate.
    [[nodiscard]] virtual double default_tolerance() const = 0;
    /// True when centres may be anywhere in the domain, so that perturbed points may lie outside it.
    [[nodiscard]] virtual bool region_may_leave_domain() const { return false; }
    [[nodiscard]] virtual double value(const VectorRef& x) const = 0;
    /// The supremum of the function over the region, domain or not. Where the function jumps, the higher of the two
    /// limits counts on the jump itself.
    [[nodiscard]] virtual double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const = 0;
    /// worst_case() if it is at most `enough`, otherwise any number above `enough` and at most worst_case(): a search
    /// that only needs to know that a centre is bad need not know how bad.
    [[nodiscard]] virtual double worst_case_up_to(const VectorRef& centre, Norm norm, const VectorRef& tolerance,
                                                  [[maybe_unused]] double enough) const {
        return worst_case(centre, norm, tolerance);
    }
    /// The robust optimum for one tolerance; computed once per process. Refuses a region that does not fit.
    [[nodiscard]] ReferenceOptimum optimum(Index dimension, Norm norm, double tolerance) const;
    /// Coordinates that may be exchanged without changing the function have the same number.
    [[nodiscard]] virtual std::vector<int> alike(Index dimension) const {
        return std::vector<int>(static_cast<std::size_t>(dimension), 0);
    }
    /// The box of allowed centres.
    [[nodiscard]] Box centres(Index dimension, Norm norm, double tolerance) const;

  private:
    /// Computes what optimum() remembers; a member with a closed form overrides it.
    [[nodiscard]] virtual ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const;
};

[[nodiscard]] const Family<BenchmarkPtr>& problem_family();
/// Every built-in problem, in the order they are listed to people.
[[nodiscard]] const std::vector<BenchmarkPtr>& benchmarks();
/// An unknown name is refused with "did you mean".
[[nodiscard]] BenchmarkPtr benchmark_named(std::string_view name);

/// The bench beyond the paper, the problems with a region of their own, falls into two halves: methods are tuned on one
/// and judged on the other.
enum class BenchHalf { tuning, confirmation };
[[nodiscard]] std::string_view to_string(BenchHalf half);  ///< "tuning", "confirmation"
/// The half of a problem of the bench, by a rule that nobody can bend: the members of a family sorted by name, the
/// first is for tuning, the second for confirmation, and so on. Refuses the name of any other problem.
[[nodiscard]] BenchHalf bench_half(std::string_view name);
/// The members of a half, sorted by family, then by name.
[[nodiscard]] std::vector<BenchmarkPtr> bench_problems(BenchHalf half);

/// The only one of the first 20 dimensions in which the problem exists, if there is just one.
[[nodiscard]] std::optional<Index> only_dimension(const Benchmark& benchmark);

}  // namespace sweetspot

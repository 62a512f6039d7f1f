// Stationary covariance functions k = variance · g(s), where s = Σ_d (x_d - x'_d)² / ℓ_d² is the squared scaled
// distance.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/family.hpp"

namespace sweetspot {

/// The shape g of a stationary kernel, with g(0) = 1. It is called on whole arrays, so that a member can be vectorised.
/// Derive from it to bring a kernel of your own.
class Kernel {
  public:
    virtual ~Kernel() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One line for people.
    [[nodiscard]] virtual std::string_view summary() const { return {}; }
    /// g[i] = g(s[i]); s and g may be the same array.
    virtual void evaluate(const double* s, double* g, std::ptrdiff_t n) const = 0;
    /// Also dg[i] = dg/ds at s[i]: finite at s = 0 for every kernel that is once mean-square differentiable.
    virtual void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const = 0;
};

using KernelPtr = std::shared_ptr<const Kernel>;

[[nodiscard]] KernelPtr matern52();             ///< (1 + r + r²/3) e^-r,  r = √(5s)
[[nodiscard]] KernelPtr matern32();             ///< (1 + r) e^-r,  r = √(3s)
[[nodiscard]] KernelPtr squared_exponential();  ///< e^(-s/2)

[[nodiscard]] const Family<KernelPtr>& kernel_family();
/// Every built-in kernel, in the order they are listed to people: matern52, matern32, squared-exponential.
[[nodiscard]] const std::vector<KernelPtr>& kernels();
/// The kernel of that name; an unknown one is refused with "did you mean".
[[nodiscard]] KernelPtr kernel_named(std::string_view name);

}  // namespace sweetspot

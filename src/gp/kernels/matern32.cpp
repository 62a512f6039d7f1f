// The Matérn 3/2 shape g(s) = (1 + r) e^-r with r = √(3s); dg/ds = -(3/2) e^-r, finite at s = 0.
#include "gp/kernels/list.hpp"
#include "loops/dense.hpp"

namespace sweetspot {
namespace {

class Matern32 final : public Kernel {
  public:
    [[nodiscard]] std::string_view name() const override { return "matern32"; }
    [[nodiscard]] std::string_view summary() const override {
        return "Matérn 3/2: once differentiable, for rougher functions";
    }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        dense::loops().matern32(s, g, nullptr, n);
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        dense::loops().matern32(s, g, dg, n);
    }
};

}  // namespace

KernelPtr matern32() {
    static const KernelPtr kernel = std::make_shared<Matern32>();
    return kernel;
}

Member<KernelPtr> matern32_kernel() {
    return plain_member(matern32());
}

}  // namespace sweetspot

// The Matérn 5/2 shape g(s) = (1 + r + r²/3) e^-r with r = √(5s); dg/ds = -(5/6) (1 + r) e^-r, finite at s = 0.
#include "gp/kernels/list.hpp"
#include "loops/dense.hpp"

namespace sweetspot {
namespace {

class Matern52 final : public Kernel {
  public:
    [[nodiscard]] std::string_view name() const override { return "matern52"; }
    [[nodiscard]] std::string_view summary() const override { return "Matérn 5/2: twice differentiable, the default"; }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        dense::loops().matern52(s, g, nullptr, n);
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        dense::loops().matern52(s, g, dg, n);
    }
};

}  // namespace

KernelPtr matern52() {
    static const KernelPtr kernel = std::make_shared<Matern52>();
    return kernel;
}

Member<KernelPtr> matern52_kernel() {
    return plain_member(matern52());
}

}  // namespace sweetspot

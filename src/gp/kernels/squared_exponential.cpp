// The squared-exponential shape g(s) = e^(-s/2); dg/ds = -g/2.
#include "gp/kernels/list.hpp"
#include "loops/dense.hpp"

namespace sweetspot {
namespace {

class SquaredExponential final : public Kernel {
  public:
    [[nodiscard]] std::string_view name() const override { return "squared-exponential"; }
    [[nodiscard]] std::string_view summary() const override { return "squared exponential: infinitely smooth"; }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        dense::loops().squared_exponential(s, g, nullptr, n);
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        dense::loops().squared_exponential(s, g, dg, n);
    }
};

}  // namespace

KernelPtr squared_exponential() {
    static const KernelPtr kernel = std::make_shared<SquaredExponential>();
    return kernel;
}

Member<KernelPtr> squared_exponential_kernel() {
    return plain_member(squared_exponential());
}

}  // namespace sweetspot

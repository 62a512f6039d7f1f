// The paper's: 1000 Latin hypercube points are screened, L-BFGS-B descends from the best 10.
#include "optimize/multistart.hpp"
#include "methods/maximisers/list.hpp"

namespace sweetspot {
namespace {

class MultistartMaximiser final : public Maximiser {
  public:
    explicit MultistartMaximiser(MultistartOptions options) : options_(std::move(options)) {}
    [[nodiscard]] std::string_view name() const override { return "multistart"; }
    [[nodiscard]] std::string_view summary() const override {
        return "many points are screened, descents by gradient from the best (the paper's)";
    }
    [[nodiscard]] Maximum maximise(const Maximised& what, const Box& box, const Points& starts, const Rng& rng,
                                   const Parallel& parallel) const override {
        MultistartOptions options = options_;
        options.extra = starts;
        const Minimum found = minimize_multistart(negated(what), box, options, rng, parallel);
        return {found.x, -found.value};
    }

  private:
    MultistartOptions options_;
};

}  // namespace

MaximiserPtr multistart_maximiser(MultistartOptions options) {
    return std::make_shared<MultistartMaximiser>(std::move(options));
}

Member<MaximiserPtr> multistart_member() {
    const MultistartOptions usual;
    return {{std::string(MultistartMaximiser({}).name()),
             std::string(MultistartMaximiser({}).summary()),
             {{.name = "screening",
               .summary = "points of the Latin hypercube that is screened",
               .kind = Setting::Kind::whole,
               .standard = std::int64_t{usual.screening},
               .least = 1,
               .most = 1e6},
              {.name = "starts",
               .summary = "of the best, from which to descend",
               .kind = Setting::Kind::whole,
               .standard = std::int64_t{usual.local_starts},
               .least = 1,
               .most = 1e4},
              {.name = "iterations",
               .summary = "of a descent, at most",
               .kind = Setting::Kind::whole,
               .standard = std::int64_t{usual.max_iterations},
               .least = 1,
               .most = 1e4}}},
            [](const Settings& settings) {
                MultistartOptions options;
                options.screening = settings.whole("screening");
                options.local_starts = settings.whole("starts");
                options.max_iterations = static_cast<int>(settings.whole("iterations"));
                return multistart_maximiser(options);
            }};
}

}  // namespace sweetspot

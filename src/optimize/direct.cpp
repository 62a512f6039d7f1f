// DIRECT through NLopt's C interface (GN_DIRECT_L), on the unit cube of the coordinates that can move.
#include "sweetspot/optimize/direct.hpp"

#include <nlopt.h>

#include <cmath>
#include <exception>
#include <memory>

#include "optimize/checks.hpp"
#include "optimize/free_coordinates.hpp"
#include "optimize/infinity.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {

namespace {

struct Call {
    const Objective& objective;
    const FreeCoordinates& free;
    int max_evaluations;
    nlopt_opt handle = nullptr;
    Minimum best{};
    std::exception_ptr thrown{};

    double evaluate(const VectorRef& u) {
        const Vector x = free.expand(u);
        double value = objective(x);
        if (std::isnan(value)) value = inf;
        ++best.evaluations;
        if (best.evaluations == 1 || value < best.value) {
            best.x = x;
            best.value = value;
        }
        return value;
    }
};

// NLopt is C: no exception may pass through it, and DIRECT itself looks at the budget only between sweeps.
double objective_for_nlopt(unsigned dimension, const double* u, double* /*gradient*/, void* data) {
    Call& call = *static_cast<Call*>(data);
    if (call.thrown || call.best.evaluations >= call.max_evaluations) {
        nlopt_force_stop(call.handle);
        return inf;
    }
    try {
        return call.evaluate(Eigen::Map<const Vector>(u, static_cast<Index>(dimension)));
    } catch (...) {
        call.thrown = std::current_exception();
        nlopt_force_stop(call.handle);
        return inf;
    }
}

void run(Call& call) {
    const auto dimension = static_cast<unsigned>(call.free.dimension());
    const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> handle(nlopt_create(NLOPT_GN_DIRECT_L, dimension),
                                                                        &nlopt_destroy);
    call.handle = handle.get();
    nlopt_set_lower_bounds1(call.handle, 0.0);
    nlopt_set_upper_bounds1(call.handle, 1.0);
    nlopt_set_min_objective(call.handle, objective_for_nlopt, &call);
    nlopt_set_maxeval(call.handle, call.max_evaluations);
    Vector u = Vector::Constant(call.free.dimension(), 0.5);
    double value = inf;
    const nlopt_result result = nlopt_optimize(call.handle, u.data(), &value);
    if (call.thrown) std::rethrow_exception(call.thrown);
    if (result < 0 && result != NLOPT_FORCED_STOP && result != NLOPT_ROUNDOFF_LIMITED) {
        throw NumericalError(fmt::format("minimize_direct: NLopt gave up after {} evaluations in {} dimensions: {}",
                                         call.best.evaluations, dimension, nlopt_result_to_string(result)));
    }
}

}  // namespace

Minimum minimize_direct(const Objective& objective, const Box& box, const DirectOptions& options) {
    require_bounded_box("minimize_direct", box);
    require(options.max_evaluations >= 1, "minimize_direct: max_evaluations is {}; it must be at least 1",
            options.max_evaluations);
    const FreeCoordinates free(box);
    Call call{objective, free, options.max_evaluations};
    if (free.dimension() == 0) {
        call.evaluate(Vector(0));
        call.best.stop = Stop::step_small;
        return call.best;
    }
    run(call);
    const bool used_up = call.best.evaluations >= options.max_evaluations;
    call.best.stop = used_up ? Stop::evaluations : Stop::step_small;
    return call.best;
}

}  // namespace sweetspot

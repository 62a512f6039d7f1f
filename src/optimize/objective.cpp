// Names of the reasons to stop.
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

std::string_view to_string(Stop stop) {
    switch (stop) {
        case Stop::gradient_small:
            return "gradient small";
        case Stop::change_small:
            return "change small";
        case Stop::step_small:
            return "step small";
        case Stop::iterations:
            return "iterations used up";
        case Stop::evaluations:
            return "evaluations used up";
        case Stop::not_finite:
            return "not finite";
    }
    return "unknown";
}

}  // namespace sweetspot

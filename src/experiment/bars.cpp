#include "experiment/bars.hpp"

#include <stdexcept>

#include "experiment/bars/field.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {

const std::vector<std::string>& bars_names() {
    static const std::vector<std::string> names = {"ranks", "ratios", "evaluations", "promises", "step"};
    return names;
}

std::string bars_table(std::string_view name, std::span<const Comparison> runs, const BarsOptions& options) {
    const bars::Field field(runs, options.family);
    if (name == "ranks") return bars::ranks(field, options.ours);
    if (name == "ratios") return bars::ratios(field, options.ours, options.floor);
    if (name == "evaluations") return bars::evaluations(field, options.ours, options.before);
    if (name == "promises") return bars::promises(field, options.ours);
    if (name == "step") return bars::step(field);
    throw std::invalid_argument(unknown_name("table", name, bars_names()));
}

}  // namespace sweetspot

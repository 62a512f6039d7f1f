#include "sweetspot/methods/maximiser.hpp"

#include "methods/list.hpp"

namespace sweetspot {

ImprovementOptions paper_improvement() {
    ImprovementOptions options;
    options.realisations = {100, 500, 1000};
    options.early_realisations = 100;
    return options;
}

std::vector<Setting> improvement_settings() {
    return {{.name = "realisations",
             .summary = "joint draws of the model by which an improvement is expected",
             .kind = Setting::Kind::whole,
             .otherwise = "512, raised to 2000 while nothing improves or little is known",
             .least = 1,
             .most = 1e6},
            {.name = "computation",
             .summary = "fast, or plain as the paper prints it: the reference, thousands of times slower",
             .kind = Setting::Kind::word,
             .standard = "fast",
             .words = {"fast", "plain"}}};
}

ImprovementOptions improvement_from(const Settings& settings, const MethodParts& parts) {
    ImprovementOptions options = parts.improvement.value_or(ImprovementOptions());
    if (parts.maximiser) options.maximiser = parts.maximiser;
    if (settings.has("realisations")) {
        options.realisations = {settings.whole("realisations")};
        options.early_realisations = options.realisations.front();
    }
    if (settings.word("computation") == "plain") options.computation = ImprovementOptions::Computation::plain;
    return options;
}

}  // namespace sweetspot

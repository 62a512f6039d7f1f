#include "study_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study_files.hpp"

namespace sweetspot::app {
namespace {

Json json_of(const StudyConfig& config, const Candidate& c) {
    return {{"params", params_of(config, c.x)},
            {"value", c.value},
            {"standard_deviation", c.sd},
            {"mean_over_region", c.mean},
            {"worst",
             {{"template", c.worst.by_template},
              {"searched", c.worst.by_search},
              {"at", params_of(config, c.worst.where)},
              {"upper", c.worst.upper},
              {"upper_at", params_of(config, c.worst.upper_where)}}}};
}

}  // namespace

Json answer_json(const StudyConfig& config, const Answer& answer) {
    Json region = Json::object();
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        region[config.parameters[d].parameter.name] = {answer.lower[i], answer.upper[i]};
    }
    return {{"robust", json_of(config, answer.robust)},
            {"region", region},
            {"evaluations", answer.evaluations},
            {"evaluations_in_region", answer.evaluations_in_region},
            {"single", json_of(config, answer.single)},
            {"single_region_fits", answer.single_fits}};
}

std::string answer_text(const StudyConfig& config, const StudyView& view) {
    const bool any = std::any_of(view.trials.begin(), view.trials.end(),
                                 [](const Trial& trial) { return trial.state == TrialState::complete; });
    if (!any) return fmt::format("{}: no trial is complete, so there is no answer\n", config.name);
    const Answer answer = answer_of(config, view);
    const Candidate& robust = answer.robust;
    const Candidate& single = answer.single;
    std::string text = fmt::format("{}, after {} evaluations: build\n\n  {:<18}{:>12}{:>26}{:>22}\n", config.name,
                                   answer.evaluations, "", "robust", "region", "best single point");
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        text += fmt::format("  {:<18}{:>12.5g}{:>26}{:>22.5g}\n", config.parameters[d].parameter.name, robust.x[i],
                            fmt::format("{:.5g} … {:.5g}", answer.lower[i], answer.upper[i]), single.x[i]);
    }
    text += fmt::format("\n  {:<18}{:>12.5g}{:>48.5g}\n", "nominal value", robust.value, single.value);
    text += fmt::format("  {:<18}{:>12.5g}{:>48.5g}\n", "average", robust.mean, single.mean);
    text += fmt::format("  {:<18}{:>12.5g}{:>48.5g}\n", "worst case", robust.worst.by_search, single.worst.by_search);
    text += fmt::format("  {:<18}{:>12.5g}{:>48.5g}\n\n", "… at most (2 sd)", robust.worst.upper, single.worst.upper);
    text += fmt::format("All by the model; {} of the evaluations lie in the region. Robustness costs {:.4g} in nominal value "
                        "and saves {:.4g} in the worst case.\n",
                        answer.evaluations_in_region, robust.value - single.value,
                        single.worst.by_search - robust.worst.by_search);
    return text;
}

}  // namespace sweetspot::app

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
             {{"lower", c.worst.lower},
              {"template", c.worst.by_template},
              {"searched", c.worst.by_search},
              {"at", params_of(config, c.worst.where)},
              {"upper", c.worst.upper},
              {"upper_at", params_of(config, c.worst.upper_where)}}}};
}

std::string short_number(double value) {
    return fmt::format("{:.5g}", value);
}

std::string range(double from, double to) {
    return fmt::format("{:.5g} … {:.5g}", from, to);
}

std::string row(std::string_view what, std::string_view robust, std::string_view region, std::string_view single) {
    return fmt::format("  {:<22}{:>14}{:>28}{:>20}\n", what, robust, region, single);
}

std::string sentences(const StudyConfig& config, const Answer& answer) {
    const Candidate& robust = answer.robust;
    const Candidate& single = answer.single;
    std::string where;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        where += fmt::format("{}{} = {:.5g}", d == 0 ? "" : ", ", config.parameters[d].parameter.name,
                             robust.worst.where[static_cast<Index>(d)]);
    }
    const Index inside = answer.evaluations_in_region;
    std::string text = fmt::format("All of this is what the model expects (the range is ± 2 sd); {} in the region.\n",
                                   inside == 1 ? "1 evaluation lies" : fmt::format("{} evaluations lie", inside));
    const bool exact = std::all_of(config.parameters.begin(), config.parameters.end(),
                                   [](const StudyParameter& p) { return p.tolerance.amount == 0; });
    if (exact) return text + "All tolerances are 0, so the region is the point itself.\n";
    const auto amount = [](double value) { return value > 0 ? fmt::format("{:.4g}", value) : "nothing"; };
    return text + fmt::format(
                      "The worst of the region is expected at {}.\n"
                      "Robustness costs {} in value and saves {} in the worst case{}.\n",
                      where, amount(robust.value - single.value),
                      amount(single.worst.by_search - robust.worst.by_search),
                      answer.single_fits ? "" : "; the single point's region reaches beyond the bounds");
}

}  // namespace

std::string verification_text(const StudyConfig& config, const Verification& verification) {
    const PredictedWorst& worst = verification.promise.robust.worst;
    std::string text =
        fmt::format("{}: the worst of the region is promised to be {:.5g}, and at most {:.5g}\n\n  {:>6}", config.name,
                    worst.by_search, worst.upper, "number");
    for (const StudyParameter& p : config.parameters) text += fmt::format("{:>13}", p.parameter.name);
    text += fmt::format("{:>13}\n", "value");
    for (const Trial& trial : verification.trials) {
        text += fmt::format("  {:>6}", trial.number);
        for (const double x : trial.x) text += fmt::format("{:>13.6g}", x);
        text += trial.measurement ? fmt::format("{:>13.6g}", trial.measurement->value) : fmt::format("{:>13}", "");
        text += fmt::format("  {}\n", to_string(verification.verdict(trial)));
    }
    return text + fmt::format("\n{}\n", to_string(verification.verdict()));
}

Json verification_json(const StudyConfig& config, const Verification& verification) {
    Json places = Json::array();
    for (const Trial& trial : verification.trials) {
        Json place = json_of(config, trial);
        place["verdict"] = std::string(to_string(verification.verdict(trial)));
        places.push_back(std::move(place));
    }
    return {{"verdict", std::string(to_string(verification.verdict()))},
            {"promise", json_of(config, verification.promise.robust)},
            {"trials", places}};
}

Json answer_json(const StudyConfig& config, const Answer& answer) {
    Json region = Json::object();
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        region[config.parameters[d].parameter.name] = {answer.lower[i], answer.upper[i]};
    }
    return {{"robust", json_of(config, answer.robust)}, {"region", region},
            {"evaluations", answer.evaluations},        {"evaluations_in_region", answer.evaluations_in_region},
            {"single", json_of(config, answer.single)}, {"single_region_fits", answer.single_fits}};
}

std::string answer_text(const StudyConfig& config, const StudyView& view) {
    const bool any = std::any_of(view.trials.begin(), view.trials.end(),
                                 [](const Trial& trial) { return trial.state == TrialState::complete; });
    if (!any) return fmt::format("{}: no trial is complete, so there is no answer\n", config.name);
    return answer_text(config, answer_of(config, view));
}

std::string answer_text(const StudyConfig& config, const Answer& answer) {
    const Candidate& robust = answer.robust;
    const Candidate& single = answer.single;
    const std::string region = fmt::format("its region (norm {})", to_string(config.norm));
    std::string text = fmt::format("{}: what to build, after {} evaluations\n\n", config.name, answer.evaluations) +
                       row("", "robust centre", region, "best single point");
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto i = static_cast<Index>(d);
        text += row(config.parameters[d].parameter.name, short_number(robust.x[i]),
                    range(answer.lower[i], answer.upper[i]), short_number(single.x[i]));
    }
    text += "\n" + row("value", short_number(robust.value), "", short_number(single.value));
    text += row("average of the region", short_number(robust.mean), "", short_number(single.mean));
    text += row("worst of the region", short_number(robust.worst.by_search),
                range(robust.worst.lower, robust.worst.upper), short_number(single.worst.by_search));
    return text + "\n" + sentences(config, answer);
}

}  // namespace sweetspot::app

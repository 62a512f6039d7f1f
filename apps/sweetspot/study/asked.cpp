#include "apps/sweetspot/study/asked.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "apps/sweetspot/study/study_files.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::app {

Asked asked(const AskedOptions& options) {
    Study study = read_study_file(options.study);
    const StudyView view = begun_study(study.config)->view();
    const Answer answer = answer_of(study, view, options.threads);
    if (answer.missing > 0) throw std::invalid_argument(what_is_missing(study.config, answer));
    Vector centre = options.at.empty() ? answer.robust.x : design_of(study, options.at, "--at");
    Recommendation r = recommendation_of(study, view, options.threads);
    return {std::move(study), std::move(r.gp), std::move(centre), std::move(r.limits)};
}

void add_asked_options(CLI::App& command, AskedOptions& options) {
    command.add_option("--at", options.at, "A design of your own instead of the answer, e.g. \"width=2.5,height=7\"")
        ->option_text("DESIGN");
    command.add_option("--threads", options.threads, "How many threads to use, 1 if left out; nothing depends on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
}

std::optional<double> known_limit_of(const StudyConfig& config, const std::optional<double>& given) {
    return given ? given : config.objective.limit;
}

double limit_of(const StudyConfig& config, const std::optional<double>& given) {
    if (const auto known = known_limit_of(config, given)) return *known;
    throw std::invalid_argument(
        "--limit: it is missing; say what a build may have at most, e.g. --limit 41, or give the study a limit under "
        "[objective]");
}

std::size_t parameter_of(const StudyConfig& config, const std::string& name, const std::string& option) {
    std::vector<std::string> names;
    for (const StudyParameter& p : config.parameters) names.push_back(p.parameter.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw std::invalid_argument(option + ": " + unknown_name("parameter", name, names));
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace sweetspot::app

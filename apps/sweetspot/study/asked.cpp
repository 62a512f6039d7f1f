#include "apps/sweetspot/study/asked.hpp"

#include <stdexcept>

#include "study/design.hpp"
#include "study/study_file.hpp"

namespace sweetspot::app {

ModelledStudy asked(const AskedOptions& options) {
    const StudyConfig config = read_study_file(options.study);
    ModelledStudy modelled = modelled_study(config, begun_study(config)->view(), std::nullopt, options.threads);
    if (!options.at.empty()) modelled.centre = design_of(modelled.study, options.at, "--at");
    return modelled;
}

void add_asked_options(CLI::App& command, AskedOptions& options) {
    command.add_option("--at", options.at, "A design of your own instead of the answer, e.g. \"width=2.5,height=7\"")
        ->option_text("DESIGN");
    command.add_option("--threads", options.threads, "How many threads to use, 1 if left out; nothing depends on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
}

void require_limit(const StudyConfig& config, const std::optional<double>& given) {
    if (known_limit_of(config, given)) return;
    throw std::invalid_argument(
        "--limit: it is missing; say what a build may have at most, e.g. --limit 41, or give the study a limit under "
        "[objective]");
}

}  // namespace sweetspot::app

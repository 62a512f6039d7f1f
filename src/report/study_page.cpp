#include "sweetspot/report/study_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/sections.hpp"
#include "study/answer_words.hpp"
#include "study/evidence.hpp"

namespace sweetspot {
namespace {

using namespace study_report;

std::string intro_of(const StudyConfig& config, const StudyView& view) {
    const std::string about = config.description.empty() ? "" : config.description + "\n";
    return about + fmt::format("A study of {}: {} of its {} {} a value. {}",
                               counted(std::ssize(config.parameters), "parameter"), complete(view).size(),
                               counted(std::ssize(view.trials), "trial"), complete(view).size() == 1 ? "has" : "have",
                               "Smaller values are better.");
}

std::vector<Section> without_answer(const StudyConfig& config, const StudyView& view) {
    const auto failed = std::ranges::count(view.trials, TrialState::failed, &Trial::state);
    return {{"Answer",
             {Paragraph{fmt::format("No trial is complete, so there is no answer yet; {} are open and {} failed.",
                                    std::ranges::count_if(view.trials, is_open), failed)}}},
            failures_section(config, view)};
}

std::vector<Section> sections_of(const Modelled& m, const Evidence& evidence, const StudyPageOptions& options) {
    const StudyConfig& config = m.study.config;
    // Too few values for an answer are too few for anything that the model would say.
    if (m.answer.missing > 0) {
        return {answer_section(m, evidence), next_section(m.study, m.all, &m, options),
                observations_section(config, m.all), coordinates_section(m)};
    }
    std::vector<Section> sections = {answer_section(m, evidence), price_section(m),       ask_section(m, options.ask),
                                     convergence_section(m),      slices_section(m),      pairs_section(m),
                                     tolerances_section(m),       coordinates_section(m), model_section(m)};
    const bool tolerant =
        std::ranges::any_of(config.parameters, [](const StudyParameter& p) { return p.tolerance.amount > 0; });
    const bool known = m.limits.size() == config.limits.size();
    if (config.objective.limit && tolerant && known) sections.insert(sections.end() - 2, allocation_section(m));
    if (!m.answer.robust.limits.empty()) sections.insert(sections.begin() + 1, limits_section(m));
    sections.insert(sections.begin() + 1, next_section(m.study, m.all, &m, options));
    return sections;
}

}  // namespace

Page study_page(const Study& study, const StudyView& view, const StudyPageOptions& options) {
    const StudyConfig& config = study.config;
    Page page{config.name, intro_of(config, view), {}};
    if (complete(view).empty()) {
        page.sections = without_answer(config, view);
        page.sections.insert(page.sections.begin() + 1, next_section(study, view, nullptr, options));
    } else {
        const Parallel parallel(options.threads);
        const Modelled m = modelled(study, view, parallel);
        const Evidence evidence = evidence_of(m.study, m.all, m.answer);
        page.sections = sections_of(m, evidence, options);
        if (m.answer.missing == 0 && evidence.verification.state == VerificationState::State::failed) {
            page.alert = in_words(config, evidence.verification, ReadOn::page);
        }
    }
    if (!config.notes.empty()) {
        page.sections.insert(page.sections.begin() + 1, Section{"Notes", {Paragraph{config.notes}}});
    }
    page.sections.push_back(trials_section(config, view, options));
    page.sections.push_back(settings_section(config, view, options));
    return page;
}

}  // namespace sweetspot

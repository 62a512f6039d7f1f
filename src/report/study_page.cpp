#include "sweetspot/report/study_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/sections.hpp"

namespace sweetspot {
namespace {

using namespace study_report;

std::string intro_of(const StudyConfig& config, const StudyView& view) {
    return fmt::format("A study of {} parameter{}: {} of its {} trials have a value. Smaller values are better.",
                       config.parameters.size(), config.parameters.size() == 1 ? "" : "s", complete(view).size(),
                       view.trials.size());
}

std::vector<Section> without_answer(const StudyConfig& config, const StudyView& view) {
    const auto failed = std::ranges::count(view.trials, TrialState::failed, &Trial::state);
    return {{"Answer",
             {Paragraph{fmt::format("No trial is complete, so there is no answer yet; {} are open and {} failed.",
                                    std::ranges::count_if(view.trials, is_open), failed)}}},
            failures_section(config, view)};
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
        page.sections = {answer_section(m), price_section(m),      convergence_section(m), slices_section(m),
                         pairs_section(m),  tolerances_section(m), coordinates_section(m), model_section(m)};
        const bool tolerant =
            std::ranges::any_of(config.parameters, [](const StudyParameter& p) { return p.tolerance.amount > 0; });
        const bool known = m.limits.size() == config.limits.size();
        if (config.objective.limit && tolerant && known && m.answer.missing == 0) {
            page.sections.insert(page.sections.end() - 2, allocation_section(m));
        }
        page.sections.insert(page.sections.begin() + 1, next_section(study, view, &m, options));
        if (!m.answer.robust.limits.empty()) page.sections.insert(page.sections.begin() + 1, limits_section(m));
    }
    page.sections.push_back(trials_section(config, view, options));
    page.sections.push_back(settings_section(config, view, options));
    return page;
}

}  // namespace sweetspot

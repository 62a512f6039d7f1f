#include "report/modelled.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "study/answer_words.hpp"

namespace sweetspot::study_report {

std::vector<const Trial*> complete(const StudyView& view) {
    std::vector<const Trial*> found;
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::complete) found.push_back(&trial);
    }
    return found;
}

StudyView selection(const StudyConfig& config, const StudyView& view, Index most) {
    const bool avoid = config.objective.then == AfterFailure::avoid;
    std::vector<const Trial*> candidates;
    for (const Trial& trial : view.trials) {
        const bool tells = trial.state == TrialState::complete || (avoid && trial.state == TrialState::failed);
        if (tells) candidates.push_back(&trial);
    }
    StudyView result{view.revision, {}};
    std::set<Index> chosen;
    if (std::ssize(candidates) > most) {
        std::vector<const Trial*> best = complete(view);
        const auto half = static_cast<std::size_t>(most / 2);
        std::ranges::stable_sort(best, {}, [](const Trial* trial) { return trial->measurement->value; });
        best.resize(std::min(best.size(), half));
        for (const Trial* trial : best) chosen.insert(trial->number);
        std::erase_if(candidates, [&](const Trial* trial) { return chosen.contains(trial->number); });
        const Index places = most - std::ssize(best);
        const Index rest = std::ssize(candidates);
        // From the first to the last of the rest.
        for (Index k = 0; k < places; ++k) {
            chosen.insert(
                candidates[static_cast<std::size_t>(k * (rest - 1) / std::max<Index>(1, places - 1))]->number);
        }
    } else {
        for (const Trial* trial : candidates) chosen.insert(trial->number);
    }
    std::ranges::copy_if(view.trials, std::back_inserter(result.trials),
                         [&](const Trial& trial) { return chosen.contains(trial.number); });
    return result;
}

bool Modelled::is_selection() const {
    return complete(used).size() < complete(all).size();
}

Modelled modelled(const Study& study, const StudyView& view, const Parallel& parallel) {
    return modelled(study, view, recommendation_of(study, selection(study.config, view), parallel.threads()), parallel);
}

Modelled modelled(const Study& study, const StudyView& view, Recommendation recommendation, const Parallel& parallel) {
    StudyView used = selection(study.config, view);
    RegionModel model(study.problem, recommendation.gp, Rng(study.config.seed));
    std::vector<LimitModel> limits = recommendation.limits;
    Answer answer = answer_of(study, used, std::move(recommendation), parallel.threads());
    Vector centre = model.problem().space().to_unit(answer.robust.x);
    return {study,
            view,
            std::move(used),
            std::move(model),
            std::move(answer),
            std::move(centre),
            parallel,
            std::move(limits)};
}

RegionModel model_for(const Modelled& m, const Problem& problem) {
    return {problem, m.gp(), Rng(m.study.config.seed)};
}

std::string measure_name(const Modelled& m) {
    return shown_measure(m.study.config.objective, m.measure()).name;
}

std::string measure_title(const Modelled& m) {
    std::string title = measure_name(m);
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    return title;
}

}  // namespace sweetspot::study_report

#include "study/study_question.hpp"

#include "study/modelled_study.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {

StudyConfig asked_about(StudyConfig own, const StudyQuestion& question) {
    for (const auto& [name, tolerance] : question.tolerances) {
        own.parameters[parameter_of(own, name, "tolerance")].tolerance = tolerance;
    }
    if (question.norm) own.norm = *question.norm;
    if (question.limit) own.objective.limit = question.limit;
    if (question.limit && own.largest_within) own.largest_within = question.limit;
    if (question.law) {
        // A correlation is that of the normal law, with whatever sd.
        if (question.law->name != own.law.name) own.correlation.clear();
        own.law = *question.law;
    }
    if (!question.measure) return own;
    if (own.largest_within) {
        throw std::invalid_argument(
            "the study looks for the largest region that keeps a limit, which is a question about the worst case; "
            "leave the measure out, or ask how many builds keep a limit");
    }
    own.measure = *question.measure;
    for (const Setting& setting : measure_family().named(own.measure.name).settings) {
        if (setting.name == "limit" && !own.measure.settings.has("limit") && own.objective.limit) {
            own.measure.settings.set("limit", *own.objective.limit);
        }
    }
    return own;
}

Answered answer_to(const StudyConfig& own, const StudyView& view, const StudyQuestion& question,
                   const AnswerOptions& options) {
    Study study = asked_about(own, question);
    const StudyConfig& config = study.config;
    if (options.at) require_design(study, *options.at, "at");
    AnswerOptions how = options;
    how.rounded = AnswerOptions::Rounded::wanted;
    StudyView used = view;
    const bool same_region = config.norm == own.norm && config.parameters == own.parameters;
    const bool asks_law = study.problem.quality().kind() != Quality::Kind::maximum;
    if (!same_region || config.measure != own.measure || (asks_law && config.law != own.law)) {
        // What was good for the study's own question may be for this one too; what was checked was the worst case of
        // that region, which holds no centre back here.
        how.also.push_back(answer_of(own, view, options.threads).robust.x);
        for (Trial& trial : used.trials) {
            if (checks_answer(trial)) trial.source = TrialSource::told;
        }
    }
    Answer answer = answer_of(study, used, how);
    Evidence evidence = evidence_of(study, same_region ? view : used, answer);
    return {std::move(study), std::move(answer), std::move(evidence)};
}

}  // namespace sweetspot

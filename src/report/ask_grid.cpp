#include "report/ask_grid.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sweetspot/robust/quality.hpp"

namespace sweetspot::study_report {
namespace {

constexpr Index most_questions = 44;
/// A question costs about the cube of the model's points and of the places of a region.
constexpr double points_of_reference = 200;
constexpr double places_of_reference = 400;

/// The study's own answer, which is there anyway, is at 1.
const std::vector<double> fine = {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2};
const std::vector<double> coarse_factors = {0, 0.5, 1, 1.5, 2};
const std::vector<double> coarsest_factors = {0, 1, 2};

std::vector<std::size_t> tolerant_parameters(const StudyConfig& config) {
    std::vector<std::size_t> found;
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        if (config.parameters[d].tolerance.amount > 0) found.push_back(d);
    }
    return found;
}

AskedQuestion question_at(const StudyConfig& config, const AskedLine& line, double factor) {
    AskedQuestion question = line.question;
    for (const std::size_t d : tolerant_parameters(config)) {
        if (!line.parameter || *line.parameter == d) question.factors[d] = factor;
    }
    return question;
}

/// Adds lines as long as their questions are affordable, all of them or none.
class Plan {
  public:
    Plan(std::vector<AskedLine>& lines, Index affordable) : lines_(lines), left_(affordable) {}

    bool add(std::vector<AskedLine> more) {
        Index cost = 0;
        for (const AskedLine& line : more) cost += std::ssize(line.factors);
        if (cost > left_) return false;
        left_ -= cost;
        std::ranges::move(more, std::back_inserter(lines_));
        return true;
    }

  private:
    std::vector<AskedLine>& lines_;
    Index left_;
};

}  // namespace

Index affordable_questions(Index points) {
    const double size =
        (static_cast<double>(points) + places_of_reference) / (points_of_reference + places_of_reference);
    return std::clamp<Index>(std::lround(most_questions / (size * size * size)), 5, most_questions);
}

bool has_best_centre(const StudyConfig& config) {
    return config.limits.empty() && !config.largest_within;
}

std::vector<Choice> askable_measures(const StudyConfig& config) {
    std::vector<Choice> choices = {config.measure};
    for (const auto& member : measure_family().members()) {
        Choice choice{member.name};
        const bool needs_limit = std::ranges::any_of(member.settings, [](const Setting& s) { return s.required; });
        if (needs_limit && !config.objective.limit) continue;
        if (needs_limit) choice.settings.set("limit", *config.objective.limit);
        const bool is_own = member.name == config.measure.name;
        if (!is_own) choices.push_back(std::move(choice));
    }
    return choices;
}

std::vector<AskedLine> planned_lines(const StudyConfig& config, Index affordable) {
    std::vector<AskedLine> lines;
    Plan plan(lines, affordable);
    const AskedQuestion own = own_question(config);
    if (!plan.add({{own, std::nullopt, fine}})) plan.add({{own, std::nullopt, coarse_factors}});
    for (const auto& factors : {coarse_factors, coarsest_factors}) {
        std::vector<AskedLine> each;
        for (const std::size_t d : tolerant_parameters(config)) each.push_back({own, d, factors});
        if (plan.add(std::move(each))) break;
    }
    if (has_best_centre(config)) {
        AskedLine best{own, std::nullopt, coarse_factors};
        best.question.centre = AskedQuestion::Centre::best;
        plan.add({std::move(best)});
    }
    for (const Norm norm : {Norm::infinity, Norm::two, Norm::one}) {
        AskedLine other{own, std::nullopt, coarsest_factors};
        other.question.norm = norm;
        if (norm != config.norm) plan.add({std::move(other)});
    }
    const std::vector<Choice> measures = askable_measures(config);
    for (auto measure = measures.begin() + 1; measure != measures.end(); ++measure) {
        AskedLine other{own, std::nullopt, coarsest_factors};
        other.question.measure = *measure;
        plan.add({std::move(other)});
    }
    return lines;
}

std::vector<AskedLine> ask_grid(const AskedModel& model, std::vector<AskedLine> lines, const Parallel& parallel) {
    const StudyConfig& config = model.study.config;
    struct Place {
        AskedLine* line;
        std::size_t at;
    };
    std::vector<Place> all;
    for (AskedLine& line : lines) {
        line.answers.resize(line.factors.size());
        for (std::size_t k = 0; k < line.factors.size(); ++k) all.push_back({&line, k});
    }
    parallel.for_each(std::ssize(all), [&](Index i) {
        const auto [line, k] = all[static_cast<std::size_t>(i)];
        try {
            line->answers[k] = answer_to(model, question_at(config, *line, line->factors[k]), parallel);
        } catch (const std::invalid_argument&) {
            // The engine's own check: a region of that size fits nowhere.
        }
    });
    return lines;
}

}  // namespace sweetspot::study_report

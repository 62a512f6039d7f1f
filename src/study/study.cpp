#include "sweetspot/study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/number_text.hpp"
#include "study/stop_rule.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

Points columns(const std::vector<const Trial*>& trials, Index dimension) {
    Points points(dimension, std::ssize(trials));
    for (Index i = 0; i < points.cols(); ++i) points.col(i) = trials[static_cast<std::size_t>(i)]->x;
    return points;
}

/// Of the stored outputs those that have a limit now: the study file may have changed.
NamedOutputs limited(const Study& study, const Measurement& measured) {
    NamedOutputs outputs;
    for (const std::string& name : outputs_of(study.problem.limits())) {
        if (const auto found = measured.outputs.find(name); found != measured.outputs.end()) outputs.insert(*found);
    }
    return outputs;
}

/// The expected improvement of the last so many suggestions of the method; none as long as there are fewer.
std::vector<double> last_improvements(const BudgetConfig& budget, const StudyView& view) {
    std::vector<double> improvements;
    // NOLINTNEXTLINE(modernize-loop-convert): the linter itself does not read std::views::reverse
    for (auto trial = view.trials.rbegin(); trial != view.trials.rend(); ++trial) {
        if (std::ssize(improvements) == budget.for_suggestions) break;
        if (trial->source != TrialSource::search) continue;
        if (std::isnan(trial->expected_improvement)) return {};
        improvements.push_back(trial->expected_improvement);
    }
    if (std::ssize(improvements) < budget.for_suggestions) return {};
    return improvements;
}

Vector values_of(const StudyView& view) {
    std::vector<double> values;
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::complete) values.push_back(trial.measurement->value);
    }
    return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

/// Why more evaluations of the search would not pay; nothing while they would.
std::optional<std::string> brings_little(const Study& study, const StudyView& view) {
    const BudgetConfig& budget = study.config.budget;
    if (!budget.improvement_below && !budget.stop_when) return std::nullopt;
    const std::vector<double> improvements = last_improvements(budget, view);
    if (improvements.empty()) return std::nullopt;
    const double largest = *std::ranges::max_element(improvements);
    if (budget.improvement_below && largest < *budget.improvement_below) {
        return fmt::format("the last {} suggestions promised an improvement below {}", budget.for_suggestions,
                           *budget.improvement_below);
    }
    if (!budget.stop_when) return std::nullopt;
    const Vector values = values_of(view);
    if (values.size() < values_before_stopping(study.problem.dimension())) return std::nullopt;
    const double limit = gain_limit(*budget.stop_when, value_range(values));
    // The answer costs a fit, so the suggestions are looked at first.
    if (further_gain(improvements, 0) >= limit) return std::nullopt;
    const double gain = further_gain(improvements, answer_of(study, view).room);
    if (gain >= limit) return std::nullopt;
    return fmt::format("further evaluations can bring {}, less than {}", number_text(gain, 3), number_text(limit, 3));
}

/// Checks of the answer within the budget since the last suggestion of the search.
Index last_verifications(const StudyView& view) {
    Index count = 0;
    // NOLINTNEXTLINE(modernize-loop-convert): the linter itself does not read std::views::reverse
    for (auto trial = view.trials.rbegin(); trial != view.trials.rend(); ++trial) {
        if (trial->source == TrialSource::search) break;
        if (trial->source == TrialSource::verify) ++count;
    }
    return count;
}

/// The last evaluations of the budget are left, or the search has ended before.
bool is_time_to_verify(const Study& study, const StudyView& view) {
    const Index last = verifications(study.config);
    if (last == 0) return false;
    return study.config.budget.evaluations - spent(study.config, view) <= last || brings_little(study, view);
}

std::optional<std::string> too_many_failures(const StudyConfig& config, const StudyView& view) {
    // So many at the start, and no value among them: then it is not the points that are to blame.
    constexpr Index hopeless = 5;
    const Trial* last = nullptr;
    Index failures = 0;
    Index values = 0;
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::complete) ++values;
        if (trial.state != TrialState::failed) continue;
        last = &trial;
        ++failures;
    }
    if (last == nullptr) return std::nullopt;
    constexpr auto remedy = "fix the objective, then use sweetspot retry";
    if (config.objective.then == AfterFailure::stop) {
        return fmt::format("trial {} failed ({}), and on_failure says stop; {}", last->number, last->failure->reason,
                           remedy);
    }
    if (values == 0 && failures >= std::min(hopeless, config.budget.evaluations)) {
        return fmt::format("all of the first {} trials failed, the last with: {}; {}", failures, last->failure->reason,
                           remedy);
    }
    if (config.objective.then == AfterFailure::skip && failures >= config.budget.evaluations) {
        return fmt::format("{} trials failed, as many as the budget has evaluations; {}", failures, remedy);
    }
    return std::nullopt;
}

}  // namespace

Study::Study(StudyConfig description)
    : config(std::move(description)), problem(problem_of(config)), method(method_of(config)) {}

Optimizer optimizer_of(const Study& study, const StudyView& view, int threads) {
    const MethodDescription& chosen = study.config.method;
    Options options{.seed = study.config.seed,
                    .threads = threads,
                    .initial = chosen.initial,
                    .method = study.method,
                    .evaluations = study.config.budget.evaluations};
    if (chosen.design) options.design = initial_design_family().make(*chosen.design);
    Optimizer optimizer(study.problem, std::move(options));
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::complete) {
            const Measurement& measured = *trial.measurement;
            optimizer.tell(trial.x, measured.value, measured.standard_error.value_or(0), limited(study, measured));
        }
    }
    return optimizer;
}

WithoutValue without_value(const StudyConfig& config, const StudyView& view) {
    std::vector<const Trial*> pending;
    std::vector<const Trial*> failed;
    for (const Trial& trial : view.trials) {
        const bool is_failed = trial.state == TrialState::failed;
        const bool avoided = is_failed && config.objective.then == AfterFailure::avoid;
        if (avoided) failed.push_back(&trial);
        // One that is skipped says nothing of f, but the same point would only fail again.
        if (is_open(trial) || (is_failed && !avoided)) pending.push_back(&trial);
    }
    const Index dimension = std::ssize(config.parameters);
    return {columns(pending, dimension), columns(failed, dimension)};
}

Trial next_trial(const Study& study, const StudyView& view, int threads) {
    if (is_time_to_verify(study, view)) {
        if (const auto check = next_verification(study, view, threads)) return *check;
    }
    const Suggestion suggestion = optimizer_of(study, view, threads).ask(without_value(study.config, view));
    Trial trial{.asked = suggestion.x, .x = suggestion.x};
    if (suggestion.reason) {
        trial.centre = suggestion.reason->centre;
        trial.expected_improvement = suggestion.reason->expected_improvement;
    }
    return trial;
}

bool counts_for_budget(const StudyConfig& config, const Trial& trial) {
    return trial.source != TrialSource::imported && !is_extra_check(trial) &&
           (trial.state != TrialState::failed || config.objective.then != AfterFailure::skip);
}

Index spent(const StudyConfig& config, const StudyView& view) {
    return std::ranges::count_if(view.trials, [&](const Trial& trial) { return counts_for_budget(config, trial); });
}

std::optional<ReasonToEnd> reason_to_end(const Study& study, const StudyView& view) {
    const StudyConfig& config = study.config;
    if (auto sentence = too_many_failures(config, view)) return ReasonToEnd{ReasonToEnd::Kind::failures, *sentence};
    if (spent(config, view) >= config.budget.evaluations) {
        return ReasonToEnd{ReasonToEnd::Kind::spent,
                           fmt::format("the budget of {} evaluation{} is spent", config.budget.evaluations,
                                       config.budget.evaluations == 1 ? "" : "s")};
    }
    if (last_verifications(view) < verifications(config)) return std::nullopt;
    if (const auto sentence = brings_little(study, view)) return ReasonToEnd{ReasonToEnd::Kind::spent, *sentence};
    return std::nullopt;
}

}  // namespace sweetspot

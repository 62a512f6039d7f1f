#include "experiment/run.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <stdexcept>

#include "base/check.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool is_promise_moment(Index n) {
    return std::find(promise_moments.begin(), promise_moments.end(), n) != promise_moments.end();
}

/// Where a run takes place: the problem with its region, and the truth about it.
struct Ground {
    BenchmarkPtr benchmark;
    Problem problem;
    Vector tolerance;
    Norm norm;

    explicit Ground(const RunKey& key)
        : benchmark(experiment_problem(key.problem, key.repeat)),
          problem(benchmark->space(key.dimension), key.norm, benchmark->default_tolerance()),
          tolerance(Vector::Constant(key.dimension, benchmark->default_tolerance())),
          norm(key.norm) {
        require(!benchmark->region_may_leave_domain(),
                "experiment: regions of {} may leave its domain, which experiments do not support; use another problem",
                key.problem);
    }
    [[nodiscard]] double worst_case(const Vector& centre) const {
        return benchmark->worst_case(centre, norm, tolerance);
    }
};

/// Fills in reports as they come; a centre that was just scored is not scored again.
class Scorer {
  public:
    Scorer(const Ground& ground, const RunKey& key, Reports& reports) : ground_(ground), key_(key), reports_(reports) {
        reports_.centres = Points::Constant(key.dimension, key.evaluations, nothing);
        reports_.qualities = Vector::Constant(key.evaluations, nothing);
    }

    void after(Index n, const Vector& centre) {
        reports_.centres.col(n - 1) = centre;
        if (n % key_.score_every != 0 && n != key_.evaluations && !is_promise_moment(n)) return;
        if (scored_.size() == 0 || scored_ != centre) {
            scored_ = centre;
            quality_ = ground_.worst_case(centre);
        }
        reports_.qualities[n - 1] = quality_;
    }

  private:
    const Ground& ground_;
    const RunKey& key_;
    Reports& reports_;
    Vector scored_;
    double quality_ = 0;
};

/// StableOpt's own rule: of the candidates of all rounds, that with the least pessimistic worst case in its round.
class OwnRule {
  public:
    void see(const Suggestion::Reason& reason) {
        if (!reason.pessimistic_quality || *reason.pessimistic_quality >= least_) return;
        least_ = *reason.pessimistic_quality;
        centre = reason.centre;
    }
    std::optional<Vector> centre;

  private:
    double least_ = std::numeric_limits<double>::infinity();
};

/// Settings that all methods of an experiment share, as far as they use them.
struct Profile {
    std::string name;
    ModelOptions model = {};
    ImprovementOptions improvement = {};
};

/// From "untied" on, the model of the default search with one part off or, "ensemble", on.
const std::vector<Profile>& profiles() {
    static const std::vector<Profile> known = [] {
        std::vector<Profile> all = {{"paper", paper_model(), paper_improvement()}, {"default"}};
        for (const char* name : {"warped", "untied", "no-effects", "unwarped", "ensemble", "fixed-template"})
            all.push_back({name, warped_model()});
        all[3].model.fit.tie = std::nullopt;
        all[4].model.fit.effects = false;
        all[5].model.fit.warp = FitOptions::Warp::none;
        all[6].model.fit.inference = FitOptions::Inference::ensemble;
        all[7].model.adapted_from = std::nullopt;
        return all;
    }();
    return known;
}

const Profile& profile_named(std::string_view name) {
    for (const Profile& profile : profiles()) {
        if (profile.name == name) return profile;
    }
    throw std::invalid_argument(unknown_name("profile", name, experiment_profiles()));
}

}  // namespace

std::string to_string(const RunKey& key) {
    return fmt::format("{} D = {} p = {} {} repeat {}", key.problem, key.dimension, to_string(key.norm), key.method,
                       key.repeat);
}

std::vector<std::string> experiment_methods() {
    std::vector<std::string> names;
    for (const SamplingRulePtr& rule : sampling_rules()) names.emplace_back(rule->name());
    for (const ListedMethod& method : method_family().members()) {
        if (!method.uses_sampling_rule) names.push_back(method.name);
    }
    return names;
}

const std::vector<std::string>& experiment_profiles() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const Profile& profile : profiles()) result.push_back(profile.name);
        return result;
    }();
    return names;
}

MethodPtr experiment_method(std::string_view method, std::string_view profile, Index evaluations) {
    const Profile& settings = profile_named(profile);
    MethodParts parts{.model = settings.model, .improvement = settings.improvement};
    parts.improvement->reported_pivots = std::nullopt;  // nobody reads the expected improvement of an experiment
    for (const SamplingRulePtr& rule : sampling_rules()) {
        if (rule->name() != method) continue;
        parts.sampling = rule;
        return method_named(method_with_sampling_rule, parts);
    }
    const std::vector<std::string> known = experiment_methods();
    if (std::find(known.begin(), known.end(), method) == known.end()) {
        throw std::invalid_argument(unknown_name("method", method, known));
    }
    Choice choice{std::string(method)};
    if (method == "latin-hypercube") choice.settings.set("block", std::int64_t{evaluations});
    return method_family().make(choice, parts);
}

BenchmarkPtr experiment_problem(std::string_view problem, Index repeat) {
    const BenchmarkPtr listed = benchmark_named(problem);
    return listed->has_instances() ? listed->instance(static_cast<std::uint64_t>(repeat)) : listed;
}

std::uint64_t search_seed(const RunKey& key) {
    Rng rng = Rng(key.seed)
                  .split(key.problem)
                  .split(static_cast<std::uint64_t>(key.dimension))
                  .split(to_string(key.norm))
                  .split(static_cast<std::uint64_t>(key.repeat));
    return rng();
}

RunRecord perform(const RunKey& key) {
    require(key.evaluations >= 1, "experiment: the budget is {} evaluations; it must be at least 1", key.evaluations);
    require(key.score_every >= 1, "experiment: scores after every {} evaluations; it must be at least 1",
            key.score_every);
    const auto start = std::chrono::steady_clock::now();
    const Ground ground(key);
    Optimizer optimizer(ground.problem, {.seed = search_seed(key),
                                         .method = experiment_method(key.method, key.profile, key.evaluations)});
    RunRecord run;
    Scorer common(ground, key, run.common);
    std::optional<Scorer> own;
    OwnRule own_rule;
    const auto see_best_after = [&](Index n) {
        const Best best = optimizer.best();
        common.after(n, best.x);
        if (is_promise_moment(n) && best.worst_interval) run.promises[n] = *best.worst_interval;
    };
    for (Index n = 0; n < key.evaluations; ++n) {
        const Suggestion suggestion = optimizer.ask();
        if (suggestion.reason && suggestion.reason->incumbent.size() > 0 && !is_promise_moment(n)) {
            // What the method would build after n evaluations is the incumbent of its next suggestion.
            common.after(n, suggestion.reason->incumbent);
        } else if (n > 0) {
            see_best_after(n);
        }
        if (suggestion.reason) own_rule.see(*suggestion.reason);
        optimizer.tell(suggestion.x, ground.benchmark->value(suggestion.x));
        if (!own_rule.centre) continue;
        if (!own) own.emplace(ground, key, run.own);
        own->after(n + 1, *own_rule.centre);
    }
    see_best_after(key.evaluations);
    run.inputs = optimizer.inputs();
    run.outputs = optimizer.outputs();
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return run;
}

}  // namespace sweetspot

// Algorithm 1 of the paper: Bayesian robust optimisation by the expected improvement of the robust quality.
#pragma once

#include "sweetspot/methods/improvement_options.hpp"
#include "sweetspot/methods/method.hpp"
#include "sweetspot/methods/model_options.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

struct BayesianRobustSearchOptions {
    SamplingRulePtr sampling = sample_most_uncertain();
    ImprovementOptions improvement;
    ModelOptions model;
};

/// The settings of the paper's experiments: M = 100, 500, 1000; isotropic GP with noise 1e-6 and no priors.
[[nodiscard]] BayesianRobustSearchOptions paper_profile();

[[nodiscard]] MethodPtr bayesian_robust_search(BayesianRobustSearchOptions options = {});

}  // namespace sweetspot

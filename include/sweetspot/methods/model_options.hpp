// What every method that has a model shares, so that comparisons are fair: the Gaussian process, the template and the
// best-so-far rule.
#pragma once

#include <optional>

#include "sweetspot/gp/fit.hpp"
#include "sweetspot/robust/best_so_far.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// Parts of a suggestion that are taken as given instead of being computed (unit cube, standardised outputs).
struct Fixed {
    struct Model {
        KernelPtr kernel;
        Hyperparameters hyperparameters;
        Standardisation standardisation;
    };
    std::optional<Model> model = std::nullopt;
    std::optional<Points> template_points = std::nullopt;
    std::optional<Vector> incumbent = std::nullopt;
};

struct ModelOptions {
    FitOptions fit;
    /// Automatic: boundary-heavy for a worst case, uniform for any other quality.
    std::optional<TemplateShape> template_shape = std::nullopt;
    std::optional<Index> template_size = std::nullopt;
    /// With so many perturbed parameters or more the template of a worst case follows the model
    /// (robust/adapted_template); nothing: never.
    std::optional<Index> adapted_from = std::nullopt;
    BestSoFarOptions best_so_far;
    Fixed fixed;
};

/// The paper's: isotropic, noise 1e-6, no priors.
[[nodiscard]] ModelOptions paper_model();
/// That of the default search: main effects, outputs warped by evidence, length scales tied.
[[nodiscard]] ModelOptions warped_model();

}  // namespace sweetspot

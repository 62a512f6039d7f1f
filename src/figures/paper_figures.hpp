// The paper's illustrations that need no experiment, made by the engine itself.
#pragma once

#include <vector>

#include "sweetspot/page/page.hpp"

namespace sweetspot {

/// The toy function and the worst case of its regions, both minima, and how wide a region is.
[[nodiscard]] Figure toy_landscape_figure();
/// 15 realisations of the model of eight observations, and the best centre so far.
[[nodiscard]] Figure toy_realisations_figure();
/// One realisation, the worst case of its regions, and where that improves on the best centre so far.
[[nodiscard]] Figure toy_improvement_figure();
/// The robust expected improvement by 100 realisations and the usual one, each with its maximum.
[[nodiscard]] Figure toy_expected_improvement_figure();
/// The three evaluations after the eight, by the robust and by the usual expected improvement.
[[nodiscard]] Figure toy_evaluations_figure();
/// Where each sampling rule evaluates within one region.
[[nodiscard]] Figure sampling_rules_figure();
/// The neighbourhood and the extended neighbourhood of nine observations in two dimensions.
[[nodiscard]] Figure neighbourhood_figure();
/// The paper's six benchmark functions in two dimensions, a surface each.
[[nodiscard]] std::vector<Figure> surface_figures();
/// How Push4 and Push8 begin: hands, objects, targets and directions.
[[nodiscard]] Figure push_setup_figure();

/// All of them in the paper's order, as sections of a page.
[[nodiscard]] std::vector<Section> paper_illustrations();

}  // namespace sweetspot

// The paper's illustrations in its order, as sections of a page.
#include "figures/paper_figures.hpp"

namespace sweetspot {

std::vector<Section> paper_illustrations() {
    return {
        {"The toy example",
         {toy_landscape_figure(), toy_realisations_figure(), toy_improvement_figure(),
          toy_expected_improvement_figure(), toy_evaluations_figure()}},
        {"Where to evaluate", {sampling_rules_figure(), neighbourhood_figure()}},
        {"Benchmark functions",
         {Paragraph{"The six benchmark functions in two dimensions, over their whole domain."},
          Gallery{surface_figures()}}},
        {"Robot pushing", {push_setup_figure()}},
    };
}

}  // namespace sweetspot

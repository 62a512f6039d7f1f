#include "apps/sweetspot/experiment/experiment_report.hpp"

#include <fmt/format.h>

#include <ostream>
#include <stdexcept>

#include "apps/sweetspot/text/page_files.hpp"
#include "embedded/plotly_small.hpp"
#include "experiment/tables.hpp"
#include "figures/experiment_page.hpp"
#include "statistics/ranks.hpp"
#include "statistics/summary.hpp"

namespace sweetspot::app {
namespace {

void add_rows(std::string& text, const std::vector<MethodScores>& methods, std::string_view note, const Vector& ranks) {
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const MethodScores& scores = methods[m];
        const Quartiles regret = quartiles(scores.regret.col(scores.regret.cols() - 1));
        const Quartiles distance = quartiles(scores.distance.col(scores.distance.cols() - 1));
        const auto column = static_cast<Index>(m);
        text += fmt::format("  {:<22}{:>10.4g}{:>12.4g}{:>12.4g}{:>12.4f}{:>10}\n", scores.method + std::string(note),
                            regret.median, regret.lower, regret.upper, distance.median,
                            column < ranks.size() ? fmt::format("{:.2f}", ranks[column]) : "");
    }
}

}  // namespace

std::string text_of(const std::vector<Comparison>& comparisons) {
    std::string text;
    for (const Comparison& c : comparisons) {
        if (c.methods.empty()) continue;
        const Index evaluations = c.methods.front().regret.cols();
        text += fmt::format("{}{}, D = {}, p = {}, profile {}: {} repeats, after {} evaluations\n",
                            text.empty() ? "" : "\n", c.problem, c.dimension, to_string(c.norm), c.profile,
                            c.methods.front().regret.rows(), evaluations);
        text += fmt::format("  {:<22}{:>10}{:>12}{:>12}{:>12}{:>10}\n", "method", "regret", "quartile", "quartile",
                            "distance", "rank");
        add_rows(text, c.methods, "", average_ranks(paired_regrets({&c, 1}, evaluations)));
        add_rows(text, c.own, ", own", Vector());
    }
    return text;
}

void write_tables(const std::vector<Comparison>& comparisons, const std::string& folder) {
    make_folder(folder);
    write_text(folder + "/runs.csv", runs_table(comparisons));
    write_text(folder + "/summary.csv", summary_table(comparisons));
    write_text(folder + "/tests.csv", tests_table(comparisons));
}

void report_experiment(const ExperimentSpec& spec, const ExperimentStore& store, const std::string& folder,
                       std::ostream& out) {
    const std::vector<Comparison> found = comparisons(spec, store);
    const std::string text = text_of(found);
    if (text.empty()) {
        throw std::invalid_argument("no repeat is finished by every method; let the experiment run on");
    }
    write_tables(found, folder);
    const Page page = {fmt::format("Experiment {}", spec.name),
                       "Regret is the true worst case of the centre that a method recommends, less that of the robust "
                       "optimum; distance is that of the two centres in the unit cube.",
                       experiment_sections(found)};
    write_page(page, embedded::plotly_small(), folder);
    out << text;
}

}  // namespace sweetspot::app

// The answer of each study judged by the model and the region of each other one.
#include <fmt/format.h>

#include "report/compared.hpp"

namespace sweetspot::study_report {
namespace {

constexpr double at_the_edge = 1e-9;

/// The answer of one as a point of the other's unit cube, its environment in the middle.
Vector design_in(const Compared& of, const Compared& by) {
    const Problem& problem = by.m->problem();
    Vector x = problem.space().from_unit(Vector::Constant(problem.dimension(), 0.5));
    for (std::size_t d = 0; d < by.config().parameters.size(); ++d) {
        const StudyParameter* same = of.parameter(by.config().parameters[d].parameter.name);
        if (!by.config().parameters[d].parameter.chosen || same == nullptr) continue;
        x[static_cast<Index>(d)] = of.m->answer.robust.x[same - of.config().parameters.data()];
    }
    return problem.in_the_middle(problem.space().to_unit(x));
}

std::string judged(const Compared& of, const Compared& by) {
    if (!of.answered() || !by.answered()) return "no answer";
    if (!share_designs(of.config(), by.config())) return "other parameters";
    const Vector u = design_in(of, by);
    if (!Box::unit(u.size()).contains(u, at_the_edge)) return "outside its bounds";
    const Estimate e = &of == &by ? by.m->measure().estimate : by.m->model.at_unit(u).measure().estimate;
    const bool fits = by.m->problem().centres().contains(u, at_the_edge);
    return estimate_text(e, by.config().objective.unit) + (fits ? "" : "*");
}

}  // namespace

Table judged_by_each_other(std::span<const Compared> studies) {
    Table table{"Expected, not measured. * Only the part of the region that lies in the bounds.", {""}, {}};
    for (const Compared& by : studies) {
        table.header.push_back(
            by.answered() ? fmt::format("{} with the tolerances of {}", by.m->measure().label, by.label) : by.label);
    }
    for (const Compared& of : studies) {
        std::vector<std::string> row = {"design of " + of.label};
        for (const Compared& by : studies) row.push_back(judged(of, by));
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace sweetspot::study_report

// Questions to a study: its answer, tolerances, contributions, allocation, and its model.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bound_study.hpp"
#include "model.hpp"
#include "modules.hpp"
#include "own.hpp"
#include "search.hpp"
#include "study/answer_text.hpp"
#include "study/modelled_study.hpp"
#include "study/study_json.hpp"
#include "study/study_question.hpp"
#include "study/tolerance_answers.hpp"
#include "study/tolerance_choices.hpp"
#include "study_modules.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

/// By the words of the command line: {"tolerance": {"width": "0.1"}, "norm": "inf", "measure": (name, {…}), …}.
StudyQuestion question_of(const nb::dict& given) {
    StudyQuestion question;
    if (given.contains("tolerance")) {
        for (const auto& [name, text] : nb::cast<std::map<std::string, std::string>>(given["tolerance"])) {
            question.tolerances.emplace_back(name, tolerance_from(text, name));
        }
    }
    if (given.contains("norm")) question.norm = norm_named(nb::cast<std::string>(given["norm"]));
    if (given.contains("limit")) question.limit = nb::cast<double>(given["limit"]);
    const auto choice = [&](const char* key) -> std::optional<Choice> {
        if (!given.contains(key)) return std::nullopt;
        const auto [name, settings] = nb::cast<std::pair<std::string, nb::dict>>(given[key]);
        return Choice{name, settings_from(settings)};
    };
    question.measure = choice("measure");
    question.law = choice("law");
    return question;
}

/// JSON, and the same for people.
std::pair<std::string, std::string> best(const BoundStudy& bound, const nb::dict& given,
                                         const std::optional<VectorIn>& at, int threads) {
    const StudyQuestion question = question_of(given);
    return working([study = bound.shared(), view = bound.view(), question, at = design_from(at), threads] {
        const Answered found = answer_to(study->config, view, question, {.threads = threads, .at = at});
        const StudyConfig& config = found.study.config;
        return std::pair(
            write_json(answer_json(config, found.answer, found.evidence)),
            found.answer.at ? design_text(config, found.answer) : answer_text(config, found.answer, found.evidence));
    });
}

/// A question to the model of the trials, answered as JSON.
template <class Question>
std::string modelled_json(const BoundStudy& bound, const std::optional<VectorIn>& at, int threads, Question question) {
    return working([study = bound.shared(), view = bound.view(), at = design_from(at), threads, question] {
        const ModelledStudy modelled = modelled_study(study->config, view, at, threads);
        return write_json(question(modelled));
    });
}

}  // namespace

void bind_questions(nb::class_<BoundStudy>& study) {
    study.def("best", &best, nb::arg("question"), nb::arg("at").none(), nb::arg("threads"))
        .def(
            "tolerance",
            [](const BoundStudy& b, const std::optional<double>& limit, const std::string& parameter,
               const std::optional<VectorIn>& at, int threads) {
                return modelled_json(b, at, threads, [=](const ModelledStudy& m) {
                    return tolerance_json(m.study.config, tolerance_answer(m, limit, parameter, threads));
                });
            },
            nb::arg("limit").none(), nb::arg("parameter"), nb::arg("at").none(), nb::arg("threads"))
        .def(
            "contributions",
            [](const BoundStudy& b, const std::string& of, const std::optional<VectorIn>& at, int threads) {
                return modelled_json(b, at, threads, [=](const ModelledStudy& m) {
                    return contributions_json(m.study.config, contributions_answer(m, of));
                });
            },
            nb::arg("of"), nb::arg("at").none(), nb::arg("threads"))
        .def(
            "allocate",
            [](const BoundStudy& b, const std::optional<double>& limit, const std::string& cost,
               const std::string& lock, const std::string& bounds, bool fixed, Index curve,
               const std::optional<VectorIn>& at, int threads) {
                return modelled_json(b, at, threads, [=](const ModelledStudy& m) {
                    const AllocationOptions options{
                        .limit = limit,
                        .choices = tolerance_choices(m.study.config, {cost, lock, bounds}),
                        .centre = fixed ? AllocationQuestion::Centre::fixed : AllocationQuestion::Centre::free,
                        .curve = curve,
                        .threads = threads};
                    return allocation_json(m.study.config, allocation_answer(m, options));
                });
            },
            nb::arg("limit").none(), nb::arg("cost"), nb::arg("lock"), nb::arg("bounds"), nb::arg("fixed"),
            nb::arg("curve"), nb::arg("at").none(), nb::arg("threads"))
        .def(
            "model",
            [](const BoundStudy& b, const std::shared_ptr<const Search>& search, int threads) {
                return working([study = b.shared(), view = b.view(), search, threads]() -> Model {
                    Recommendation r = recommendation_of(*study, view, threads);
                    auto regions =
                        std::make_shared<const RegionModel>(study->problem, std::move(r.gp), Rng(study->config.seed));
                    return {search, std::move(regions), std::move(r.limits)};
                });
            },
            nb::arg("search"), nb::arg("threads"));
}

}  // namespace sweetspot::python

// Studies: the same file and database as the command line's, asked, told, run and questioned from Python.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bound_study.hpp"
#include "modules.hpp"
#include "process/text_of_file.hpp"
#include "search.hpp"
#include "study/answer_text.hpp"
#include "study/study_json.hpp"
#include "study/study_table.hpp"
#include "study/told_trial.hpp"
#include "study/verified_subject.hpp"
#include "study_modules.hpp"
#include "study_run.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

Outcome outcome_from(double value, const std::optional<double>& standard_error,
                     const std::map<std::string, double>& outputs) {
    return Measurement{value, standard_error, outputs};
}

std::string verified(BoundStudy& bound, const std::optional<VectorIn>& at, Index count, int threads) {
    return working(
        [study = bound.shared(), subject = VerifiedSubject{design_from(at)}, count, threads] {
            const std::unique_ptr<Store> store = open_store(study->config);
            choose_places(*study, *store, subject, count, threads);
            return std::string(to_string(subject.source()));
        },
        Calls::nothing);
}

void bind_trials(nb::class_<BoundStudy>& study) {
    study
        .def(
            "ask",
            [](BoundStudy& b, int threads) {
                // With a store of its own: after Ctrl-C it goes on to its end, and what it chose waits.
                return working(
                    [study = b.shared(), threads] {
                        const std::unique_ptr<Store> store = open_store(study->config);
                        return write_json(trial_json(study->config, ask_trial(*study, *store, threads)));
                    },
                    Calls::nothing);
            },
            nb::arg("threads"))
        .def(
            "tell",
            [](BoundStudy& b, Index number, double value, const std::optional<double>& standard_error,
               const std::map<std::string, double>& outputs, const std::optional<VectorIn>& actual) {
                const std::optional<Vector> run = design_from(actual);
                const nb::gil_scoped_release released;
                return b.changing([&](Store& store) {
                    return write_json(trial_json(
                        b.config(),
                        tell_trial(b.study(), store, number, outcome_from(value, standard_error, outputs), run)));
                });
            },
            nb::arg("number"), nb::arg("value"), nb::arg("standard_error").none(), nb::arg("outputs"),
            nb::arg("actual").none())
        .def(
            "tell_failed",
            [](BoundStudy& b, Index number, const std::string& reason) {
                const nb::gil_scoped_release released;
                return b.changing([&](Store& store) {
                    return write_json(trial_json(
                        b.config(),
                        tell_trial(b.study(), store, number, EvaluationFailure{FailureKind::reported, reason})));
                });
            },
            nb::arg("number"), nb::arg("reason"))
        .def(
            "tell_point",
            [](BoundStudy& b, const VectorIn& x, double value, const std::optional<double>& standard_error,
               const std::map<std::string, double>& outputs) {
                const nb::gil_scoped_release released;
                return b.changing([&](Store& store) {
                    return write_json(trial_json(b.config(), tell_own(b.study(), store, vector_of(x),
                                                                      outcome_from(value, standard_error, outputs))));
                });
            },
            nb::arg("x"), nb::arg("value"), nb::arg("standard_error").none(), nb::arg("outputs"));
}

void bind_lists(nb::class_<BoundStudy>& study) {
    study
        .def(
            "retry",
            [](BoundStudy& b, const std::vector<Index>& numbers) {
                const nb::gil_scoped_release released;
                return b.changing([&](Store& store) { return retry_trials(store, numbers); });
            },
            nb::arg("numbers"))
        .def(
            "import_csv",
            [](BoundStudy& b, const std::string& path) {
                std::istringstream file(process::text_of_file(path, "give a file that exists"));
                const nb::gil_scoped_release released;
                const std::vector<Trial> trials = read_csv(b.config(), file, path);
                return b.changing([&](Store& store) {
                    const ImportedTrials imported = import_trials(store, trials);
                    return std::pair(imported.added, imported.known);
                });
            },
            nb::arg("path"))
        .def("trials", [](const BoundStudy& b) { return write_json(trials_json(b.config(), b.view())); });
}

void bind_runs(nb::class_<BoundStudy>& study) {
    study
        .def(
            "csv",
            [](const BoundStudy& b, bool seconds) {
                return csv_of(b.config(), b.view(), seconds ? Seconds::told : Seconds::left_out);
            },
            nb::arg("seconds"))
        .def("status", [](const BoundStudy& b) { return write_json(status_json(b.study(), b.view())); })
        .def("run", &run, nb::arg("objective"), nb::arg("watch"), nb::arg("only").none(), nb::arg("parallel"),
             nb::arg("threads"))
        .def("choose_places", &verified, nb::arg("at").none(), nb::arg("count"), nb::arg("threads"))
        .def(
            "verification",
            [](const BoundStudy& b, int threads) -> nb::object {
                auto found = working([study = b.shared(), view = b.view(), threads] {
                    const auto verification = verification_of(*study, view, threads);
                    if (!verification) return std::pair(std::string(), std::string());
                    return std::pair(write_json(verification_json(study->config, *verification)),
                                     verification_text(study->config, *verification));
                });
                return found.first.empty() ? nb::none() : nb::object(nb::make_tuple(found.first, found.second));
            },
            nb::arg("threads"));
}

}  // namespace

void bind_study(nb::module_& m) {
    auto study = nb::class_<BoundStudy>(m, "Study", "The engine behind sweetspot.Study.");
    study.def(nb::init<const std::string&>(), nb::arg("path"))
        .def_prop_ro("name", [](const BoundStudy& b) { return b.config().name; })
        .def_prop_ro("changes", [](const BoundStudy& b) { return b.changes(); })
        .def_prop_ro("text", [](const BoundStudy& b) { return b.config().text; })
        .def_prop_ro("command", [](const BoundStudy& b) { return b.config().objective.command; })
        .def_prop_ro("parallel", [](const BoundStudy& b) { return b.config().objective.parallel; })
        .def_prop_ro("budget", [](const BoundStudy& b) { return b.config().budget.evaluations; })
        .def_prop_ro("file_name", [](const BoundStudy& b) { return b.config().file_name(); })
        .def_prop_ro("search", [](const BoundStudy& b) {
            const SearchDescription& description = b.config();
            return std::make_shared<const Search>(Search{description, {}, b.study().problem});
        });
    bind_trials(study);
    bind_lists(study);
    bind_runs(study);
    bind_questions(study);
}

}  // namespace sweetspot::python

// Comparisons of methods on test problems: run in pieces, stored run by run, read as tables.
#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "experiment/campaign.hpp"
#include "experiment/comparison.hpp"
#include "experiment/spec.hpp"
#include "experiment/store.hpp"
#include "experiment/tables.hpp"
#include "modules.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

nb::list scores_list(const std::vector<MethodScores>& methods) {
    nb::list result;
    for (const MethodScores& scores : methods) {
        nb::dict entry;
        entry["method"] = scores.method;
        entry["regret"] = array_of_matrix(scores.regret);
        entry["distance"] = array_of_matrix(scores.distance);
        result.append(entry);
    }
    return result;
}

nb::list list_of_comparisons(const std::vector<Comparison>& all) {
    nb::list result;
    for (const Comparison& c : all) {
        nb::dict entry;
        entry["problem"] = c.problem;
        entry["dimension"] = c.dimension;
        entry["norm"] = std::string(to_string(c.norm));
        entry["profile"] = c.profile;
        entry["initial"] = c.initial;
        entry["methods"] = scores_list(c.methods);
        entry["own"] = scores_list(c.own);
        result.append(entry);
    }
    return result;
}

/// Runs what is missing; Ctrl-C ends it when the runs under way are done.
Index run_missing(const ExperimentSpec& spec, const std::string& path, int jobs) {
    const auto is_over = std::make_shared<std::atomic<bool>>(false);
    try {
        return working([spec, path, jobs, is_over] {
            ExperimentStore store(path);
            Index stored = 0;
            run_campaign(runs_of(spec), store, {.jobs = jobs, .stop = [is_over] { return is_over->load(); }},
                         [&](const CampaignProgress& p) { stored = p.done; });
            return stored;
        });
    } catch (...) {
        *is_over = true;
        throw;
    }
}

}  // namespace

void bind_experiment(nb::module_& m) {
    nb::class_<ExperimentSpec>(m, "ExperimentSpec", "An experiment as its spec file describes it.")
        .def(nb::new_([](const std::string& text, const std::string& where) { return read_spec(text, where); }),
             nb::arg("text"), nb::arg("where"))
        .def_prop_ro("name", [](const ExperimentSpec& s) { return s.name; })
        .def_prop_ro("methods", [](const ExperimentSpec& s) { return s.methods; })
        .def_prop_ro("runs", [](const ExperimentSpec& s) { return runs_of(s).size(); });
    m.def("run_experiment", &run_missing, nb::arg("spec"), nb::arg("path"), nb::arg("jobs"));
    m.def(
        "experiment_runs",
        [](const std::string& path) { return ExperimentStore(path, ExperimentStore::Open::existing).keys().size(); },
        nb::arg("path"));
    m.def(
        "comparisons",
        [](const ExperimentSpec& spec, const std::string& path) {
            return list_of_comparisons(working(
                [spec, path] { return comparisons(spec, ExperimentStore(path, ExperimentStore::Open::existing)); }));
        },
        nb::arg("spec"), nb::arg("path"));
    m.def(
        "experiment_table",
        [](const ExperimentSpec& spec, const std::string& path, const std::string& which) {
            return working([spec, path, which] {
                const auto all = comparisons(spec, ExperimentStore(path, ExperimentStore::Open::existing));
                if (which == "runs") return runs_table(all);
                return which == "tests" ? tests_table(all) : summary_table(all);
            });
        },
        nb::arg("spec"), nb::arg("path"), nb::arg("which"));
}

}  // namespace sweetspot::python

// Studies: the same file and database as the command line's, asked, told, run and questioned from Python.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "model.hpp"
#include "modules.hpp"
#include "own.hpp"
#include "search.hpp"
#include "study/answer_text.hpp"
#include "study/modelled_study.hpp"
#include "study/study_file.hpp"
#include "study/study_json.hpp"
#include "study/study_question.hpp"
#include "study/study_table.hpp"
#include "study/told_trial.hpp"
#include "study/tolerance_answers.hpp"
#include "study/tolerance_choices.hpp"
#include "study/verified_subject.hpp"
#include "sweetspot/study/runner.hpp"
#include "working.hpp"

namespace sweetspot::python {
namespace {

/// A study and what it has stored. The store is opened when it is needed, and anew in a process that was forked off.
class BoundStudy {
  public:
    explicit BoundStudy(const std::string& path)
        : study_(std::make_shared<const Study>(read_study_file(path))),
          changes_(changes_since_last_time(study_->config)) {}

    [[nodiscard]] const Study& study() const { return *study_; }
    [[nodiscard]] const std::shared_ptr<const Study>& shared() const { return study_; }
    [[nodiscard]] const StudyConfig& config() const { return study_->config; }
    /// What of the study file is not as it was.
    [[nodiscard]] const std::string& changes() const { return changes_; }

    /// Without trials before the first.
    [[nodiscard]] StudyView view() const {
        return store_exists(config().storage) ? begun_study(config())->view() : StudyView();
    }
    /// Calls `use` with the store, to be changed. A thread that finds it in use, by a run or by a question that takes
    /// long, opens one of its own, so that nobody waits: neither a callback of the run for the run itself, nor who has
    /// the GIL for who needs it. Stores in different hands are in order.
    template <class Use>
    auto changing(const Use& use) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock()) return use(*open_store(config()));
        if (store_ && process_ != getpid()) static_cast<void>(store_.release());  // it is the other process's
        if (!store_) store_ = open_store(config());
        process_ = getpid();
        return use(*store_);
    }

  private:
    std::shared_ptr<const Study> study_;
    std::string changes_;
    std::mutex mutex_;
    std::unique_ptr<Store> store_;
    pid_t process_ = 0;
};

/// An objective in Python: an object with start, wait, cancel and in_flight, called by the thread that runs the study.
/// What it raises ends the run, and is raised again when everything is in order.
class OwnEvaluator final : public Evaluator {
  public:
    explicit OwnEvaluator(nb::object object) : object_(std::move(object)) {}

    void start(Index number, const VectorRef& x, Index /*attempt*/) override {
        const nb::gil_scoped_acquire acquired;
        object_.get().attr("start")(number, nb::cast(array_of_vector(x)));
    }

    [[nodiscard]] std::optional<FinishedEvaluation> wait_any(double timeout) override {
        const nb::gil_scoped_acquire acquired;
        try {
            const nb::object ended = object_.get().attr("wait")(timeout);
            if (ended.is_none()) return std::nullopt;
            return finished(nb::cast<nb::dict>(ended));
        } catch (nb::python_error& error) {
            raised_.emplace(error);
            return std::nullopt;
        }
    }

    void cancel(Index number) override {
        const nb::gil_scoped_acquire acquired;
        object_.get().attr("cancel")(number);
    }

    [[nodiscard]] std::vector<Index> in_flight() const override {
        const nb::gil_scoped_acquire acquired;
        return nb::cast<std::vector<Index>>(object_.get().attr("in_flight")());
    }

    void clean_up(Index /*number*/, Index /*attempt*/) override {}

    [[nodiscard]] bool has_raised() const { return raised_.has_value(); }
    void raise_again() const {
        if (raised_) throw nb::python_error(*raised_);
    }

  private:
    static FinishedEvaluation finished(const nb::dict& ended) {
        FinishedEvaluation result{nb::cast<Index>(ended["number"]), {EvaluationFailure{}}};
        result.result.seconds = nb::cast<double>(ended["seconds"]);
        if (!ended.contains("failure")) {
            Measurement measurement{.value = nb::cast<double>(ended["value"])};
            measurement.standard_error = nb::cast<std::optional<double>>(ended["standard_error"]);
            measurement.outputs = nb::cast<std::map<std::string, double>>(ended["outputs"]);
            result.result.outcome = std::move(measurement);
            return result;
        }
        const auto kind = failure_kind_named(nb::cast<std::string>(ended["failure"]));
        result.result.outcome = EvaluationFailure{kind, nb::cast<std::string>(ended["reason"])};
        return result;
    }

    Held object_;
    std::optional<nb::python_error> raised_;
};

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

std::optional<Vector> design_from(const std::optional<VectorIn>& at) {
    if (!at) return std::nullopt;
    return Vector(vector_of(*at));
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

Outcome outcome_from(double value, const std::optional<double>& standard_error,
                     const std::map<std::string, double>& outputs) {
    return Measurement{value, standard_error, outputs};
}

std::string run(BoundStudy& bound, nb::object objective, nb::object watch, const std::optional<std::string>& only,
                Index parallel, int threads) {
    Study study = bound.study();
    study.config.objective.parallel = parallel;
    const Held held(std::move(watch));
    OwnEvaluator evaluator(std::move(objective));
    RunnerOptions how{.threads = threads};
    how.stop = [&] { return evaluator.has_raised() ? StopWish::end : StopWish::go_on; };
    how.watch = [&](const Trial& changed, const StudyView& view) {
        const nb::gil_scoped_acquire acquired;
        held.get()(write_json(trial_json(bound.config(), changed)), spent(bound.config(), view));
    };
    if (only) how.only = trial_source_named(*only);
    RunnerEnd end;
    {
        const nb::gil_scoped_release released;
        end = bound.changing([&](Store& store) { return run_study(study, store, evaluator, how); });
    }
    evaluator.raise_again();
    if (end.kind != RunnerEnd::Kind::finished && end.kind != RunnerEnd::Kind::out_of_time) {
        throw std::runtime_error(end.reason);
    }
    return end.reason;
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
            nb::arg("x"), nb::arg("value"), nb::arg("standard_error").none(), nb::arg("outputs"))
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
                std::ifstream file(path, std::ios::binary);
                if (!file) throw std::invalid_argument(path + " cannot be read; give a file that exists");
                const nb::gil_scoped_release released;
                const std::vector<Trial> trials = read_csv(b.config(), file, path);
                return b.changing([&](Store& store) {
                    const ImportedTrials imported = import_trials(store, trials);
                    return std::pair(imported.added, imported.known);
                });
            },
            nb::arg("path"))
        .def("trials", [](const BoundStudy& b) { return write_json(trials_json(b.config(), b.view())); })
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
            [](const BoundStudy& b, std::shared_ptr<const Search> search, int threads) {
                return working([study = b.shared(), view = b.view(), search, threads]() -> Model {
                    Recommendation r = recommendation_of(*study, view, threads);
                    auto regions =
                        std::make_shared<const RegionModel>(study->problem, std::move(r.gp), Rng(study->config.seed));
                    return {search, std::move(regions), std::move(r.limits)};
                });
            },
            nb::arg("search"), nb::arg("threads"));
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
            return std::make_shared<const Search>(Search{b.config(), {}, b.study().problem});
        });
    bind_trials(study);
    bind_questions(study);
}

}  // namespace sweetspot::python

// Studies: the same file and database as the command line's, asked, told, run and questioned from Python.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
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

/// Runs a study by another thread, which has calls into Python done here, in the thread that Python gives signals to:
/// so Ctrl-C is answered while the engine chooses the next trial, and debuggers reach the objective. After a Ctrl-C
/// nobody is here any more, and the other thread comes to its end alone. In any other thread it is all done in place.
class Here {
  public:
    /// With the GIL; false where nobody is here any more.
    bool call(const std::function<void()>& work) {
        if (!is_main_) {
            const nb::gil_scoped_acquire acquired;
            work();
            return true;
        }
        std::unique_lock lock(mutex_);
        if (is_left_) return false;
        work_ = &work;
        changed_.notify_all();
        changed_.wait(lock, [&] { return work_ == nullptr; });
        return !is_left_;
    }

    /// With the GIL, which it releases while there is nothing to do here. `leave` is called before a Ctrl-C is raised.
    void run(std::function<void()> study, const std::function<void()>& leave) {
        if (!is_main_) {
            const nb::gil_scoped_release released;
            return study();
        }
        std::thread thread([this_ = self_.lock(), study = std::move(study)] {
            study();
            const std::lock_guard lock(this_->mutex_);
            this_->is_over_ = true;
            this_->changed_.notify_all();
        });
        while (!serve_once()) {
            if (PyErr_CheckSignals() == 0) continue;
            leave();
            {
                const std::lock_guard lock(mutex_);
                is_left_ = true;
                work_ = nullptr;
            }
            changed_.notify_all();
            leave_behind(std::move(thread), Calls::nothing);
            throw nb::python_error();
        }
        const nb::gil_scoped_release released;
        thread.join();
    }

    static std::shared_ptr<Here> make() {
        auto here = std::make_shared<Here>();
        here->self_ = here;
        return here;
    }

  private:
    /// Does what is asked for, waiting for it a moment; true when the study has ended.
    bool serve_once() {
        const std::function<void()>* work = nullptr;
        bool is_over = false;
        {
            const nb::gil_scoped_release released;
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return work_ != nullptr || is_over_; });
            work = work_;
            is_over = is_over_;
        }
        if (work == nullptr) return is_over;
        (*work)();
        const std::lock_guard lock(mutex_);
        work_ = nullptr;
        changed_.notify_all();
        return false;
    }

    std::weak_ptr<Here> self_;
    bool is_main_ = is_main_thread();
    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void()>* work_ = nullptr;
    bool is_over_ = false;
    bool is_left_ = false;
};

/// An objective in Python: an object with start, wait and cancel. What it raises ends the run, and is raised again when
/// everything is in order.
class OwnEvaluator final : public Evaluator {
  public:
    OwnEvaluator(nb::object object, nb::object watch, std::shared_ptr<Here> here)
        : object_(std::in_place, std::move(object)), watch_(std::in_place, std::move(watch)), here_(std::move(here)) {}

    void start(Index number, const VectorRef& x, Index /*attempt*/) override {
        flying_.push_back(number);
        call([&] { object_->get().attr("start")(number, nb::cast(array_of_vector(x))); });
    }

    [[nodiscard]] std::optional<FinishedEvaluation> wait_any(double timeout) override {
        std::optional<FinishedEvaluation> ended;
        if (!cancelled_.empty()) {
            ended = {cancelled_.back(), {EvaluationFailure{FailureKind::cancelled, "it was cancelled"}}};
            cancelled_.pop_back();
        } else {
            call([&] {
                const nb::object found = object_->get().attr("wait")(timeout);
                if (!found.is_none()) ended = finished(nb::cast<nb::dict>(found));
            });
        }
        if (ended) std::erase(flying_, ended->number);
        return ended;
    }

    void cancel(Index number) override {
        cancelled_.push_back(number);
        call([&] { object_->get().attr("cancel")(number); });
    }

    [[nodiscard]] std::vector<Index> in_flight() const override { return flying_; }

    void clean_up(Index /*number*/, Index /*attempt*/) override {}

    void tell(const std::string& trial, Index spent) {
        call([&] { watch_->get()(trial, spent); });
    }

    [[nodiscard]] bool is_to_end() const { return is_to_end_; }
    void raise_again() const {
        if (raised_) throw nb::python_error(*raised_);
        if (failure_) std::rethrow_exception(failure_);
    }
    /// With the GIL: no thread that goes on alone has anything of Python.
    void leave() {
        object_.reset();
        watch_.reset();
        raised_.reset();
    }

  private:
    void call(const std::function<void()>& work) {
        const bool is_done = here_->call([&] {
            try {
                work();
            } catch (nb::python_error& error) {
                if (!raised_) raised_.emplace(error);
                is_to_end_ = true;
            } catch (...) {
                failure_ = std::current_exception();
                is_to_end_ = true;
            }
        });
        if (!is_done) is_to_end_ = true;
    }

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

    std::optional<Held> object_;
    std::optional<Held> watch_;
    std::shared_ptr<Here> here_;
    std::vector<Index> flying_;
    std::vector<Index> cancelled_;
    std::optional<nb::python_error> raised_;
    std::exception_ptr failure_;
    std::atomic<bool> is_to_end_ = false;
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

/// All that a run needs, for it may outlive who asked for it.
struct Run {
    Study study;
    std::shared_ptr<Here> here = Here::make();
    OwnEvaluator evaluator;
    RunnerOptions how = {};
    RunnerEnd end = {};
    std::exception_ptr error = nullptr;

    Run(Study given, nb::object objective, nb::object watch)
        : study(std::move(given)), evaluator(std::move(objective), std::move(watch), here) {}

    void go() {
        try {
            const std::unique_ptr<Store> store = open_store(study.config);
            end = run_study(study, *store, evaluator, how);
        } catch (...) {
            error = std::current_exception();
        }
    }
};

std::string run(const BoundStudy& bound, nb::object objective, nb::object watch, const std::optional<std::string>& only,
                Index parallel, int threads) {
    Study study = bound.study();
    study.config.objective.parallel = parallel;
    const auto run = std::make_shared<Run>(std::move(study), std::move(objective), std::move(watch));
    Run* that = run.get();  // it is in what it calls
    run->how = {.threads = threads,
                .stop = [that] { return that->evaluator.is_to_end() ? StopWish::end : StopWish::go_on; },
                .watch =
                    [that](const Trial& changed, const StudyView& view) {
                        const StudyConfig& config = that->study.config;
                        that->evaluator.tell(write_json(trial_json(config, changed)), spent(config, view));
                    }};
    if (only) run->how.only = trial_source_named(*only);
    run->here->run([run] { run->go(); }, [&] { run->evaluator.leave(); });
    run->evaluator.raise_again();
    if (run->error) std::rethrow_exception(run->error);
    const RunnerEnd& end = run->end;
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

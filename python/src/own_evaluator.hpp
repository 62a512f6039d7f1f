// An objective that is evaluated in Python.
#pragma once

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "here.hpp"
#include "own.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot::python {

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

}  // namespace sweetspot::python

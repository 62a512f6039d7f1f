#include "apps/sweetspot/study/expected_measure.hpp"

#include <fmt/format.h>

#include <optional>

#include "study/answer_words.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::app {
namespace {

constexpr int times_as_long = 10;

std::optional<RegionMeasure> measure_if_it_can_be_had(const Study& study, const StudyView& view, int threads) {
    try {
        return measure_of_answer(study, view, threads);
    } catch (const NumericalError&) {
        // A line of progress ends no run; who needs the model says why there is none.
        return std::nullopt;
    }
}

}  // namespace

std::string ExpectedMeasure::words(const StudyView& view) {
    const Clock::time_point begin = Clock::now();
    if (begin - last_ < times_as_long * took_) return "";
    const std::optional<RegionMeasure> measure = measure_if_it_can_be_had(study_, view, threads_);
    last_ = Clock::now();
    took_ = last_ - begin;
    if (!measure) return "";
    const ShownMeasure shown = shown_measure(study_.config.objective, *measure);
    return fmt::format("expected {}: {} ({})", shown.name, shown.value(), shown.interval());
}

}  // namespace sweetspot::app

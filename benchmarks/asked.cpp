// The rows of a question that is asked again of a study's model, as a slider on its page does.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "clocks.hpp"
#include "instance.hpp"
#include "report.hpp"
#include "report/asked.hpp"
#include "support/made_up_study.hpp"

namespace sweetspot::bench {
namespace {

using namespace study_report;

StudyConfig ten_parameters() {
    std::vector<StudyParameter> parameters;
    for (int d = 1; d <= 10; ++d) {
        parameters.push_back(support::made_up_parameter("x" + std::to_string(d), -5, 5, 0.5));
    }
    StudyConfig config = support::made_up_config(std::move(parameters));
    config.objective.limit = -200;
    return config;
}

/// Never the same question twice, and another tolerance each time.
AskedQuestion next_question(const StudyConfig& config, int& number) {
    AskedQuestion question = own_question(config);
    const auto moved = static_cast<std::size_t>(number % 10);
    question.factors[moved] = 0.05 * static_cast<double>(1 + number % 39);
    ++number;
    return question;
}

}  // namespace

void asked_rows(Report& report) {
    const std::string in_ms = "a question asked again, 2 threads, in ms (wall)";
    const std::string against_fit = "the same, times as long as the model of the study takes (wall)";
    const std::string instance = "D = 10, N = 200, worst case with a limit";
    if (!report.wants(in_ms, instance) && !report.wants(against_fit, instance)) return;
    const StudyConfig config = ten_parameters();
    const StudyView view = support::made_up_view(
        config, 200, [](const StudyConfig& /*config*/, const Vector& x) { return styblinski_tang(x); });
    const AskedModel model = asked_model(config, view, 2);
    const Parallel parallel(2);
    int number = 0;
    const Pair ms = side_by_side([&] { (void)answer_to(model, next_question(config, number), parallel); },
                                 [&] { (void)asked_model(config, view, 2); }, wall_ms);
    const std::string measured = fmt::format("{:.3g} ms, model {:.3g} ms", ms.first, ms.second);
    if (report.wants(in_ms, instance)) report.add({in_ms, instance, measured, ms.first, Sense::at_most, 100});
    if (report.wants(against_fit, instance)) {
        report.add({against_fit, instance, measured, ms.first / ms.second, Sense::at_most, 0.1});
    }
}

}  // namespace sweetspot::bench

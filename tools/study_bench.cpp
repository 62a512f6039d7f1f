// Whole studies of the bench's problems, in memory: does verification catch broken promises, what does it cost, and is
// stop_when right? One line of comma-separated values per study.
//
//     g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/study_bench.cpp -Wl,--start-group
//     build/libsweetspot_*.a -lfmt
//         -lbox2d -lsqlite3 -lpthread -o study_bench
//     study_bench tuning|confirmation REPEATS > studies.csv
//
// verify: evaluations of 100 that check the answer. worst_95, upper_95: true worst case of the centre before the checks
// and what was promised of it; broken: promises that a check broke. worst, lower, upper: at the end. stopped: after how
// many evaluations stop_when = "1% of the range" would have ended the search (every fifth is looked at; 0: never);
// worst_stopped: true worst case of the answer then; range: of the values, as that rule has it.
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#include "study/stop_rule.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

constexpr Index budget = 100;
constexpr Index checks = 5;

StudyConfig study_of(const Benchmark& benchmark, Index dimension, std::uint64_t seed, Index verify) {
    StudyConfig config;
    config.name = benchmark.name();
    config.seed = seed;
    config.norm = *benchmark.own_norm();
    const Space space = benchmark.space(dimension);
    for (const Parameter& parameter : space.parameters()) {
        config.parameters.push_back({parameter, {benchmark.default_tolerance(), RegionTolerance::Of::unit}});
    }
    config.budget.evaluations = budget;
    config.budget.verify = verify;
    return config;
}

struct Stopped {
    Index after = 0;
    double worst = 0;
};

class StudyRun {
  public:
    StudyRun(const Benchmark& benchmark, std::uint64_t seed, Index verify)
        : benchmark_(benchmark),
          dimension_(*only_dimension(benchmark)),
          config_(study_of(benchmark, dimension_, seed, verify)) {}

    std::string run() {
        std::string before = ",";
        while (std::ssize(view_.trials) < budget) {
            const Index n = std::ssize(view_.trials);
            if (n == budget - checks) {
                const Answer answer = answer_of(config_, view_);
                before = fmt::format("{:.8g},{:.8g}", truth(answer.robust.x), answer.robust.worst.upper);
            }
            if (n % 5 == 0 && stopped_.after == 0) look_whether_to_stop();
            evaluate(next_trial(config_, view_));
        }
        const Answer answer = answer_of(config_, view_);
        const VerificationState state = verification_state(config_, view_, answer.robust.x);
        const PredictedWorst& worst = answer.robust.worst;
        return fmt::format("{},{},{},{:.8g},{:.8g},{:.8g},{},{:.8g},{:.8g}", before, state.broken,
                           to_string(state.state), truth(answer.robust.x), worst.lower, worst.upper, stopped_.after,
                           stopped_.worst, value_range(optimizer_of(config_, view_).outputs()));
    }

  private:
    [[nodiscard]] double truth(const Vector& centre) const {
        const Vector tolerance = Vector::Constant(dimension_, benchmark_.default_tolerance());
        return benchmark_.worst_case(centre, config_.norm, tolerance);
    }

    void evaluate(Trial trial) {
        trial.number = std::ssize(view_.trials);
        trial.state = TrialState::complete;
        trial.measurement = Measurement{benchmark_.value(trial.x)};
        view_.trials.push_back(std::move(trial));
    }

    void look_whether_to_stop() {
        StudyConfig stopping = config_;
        stopping.budget.verify = 0;
        stopping.budget.stop_when = GainLimit{0.01, GainLimit::Of::range};
        if (view_.trials.empty() || !reason_to_end(stopping, view_)) return;
        stopped_ = {std::ssize(view_.trials), truth(answer_of(config_, view_).robust.x)};
    }

    const Benchmark& benchmark_;
    Index dimension_;
    StudyConfig config_;
    StudyView view_;
    Stopped stopped_;
};

int run(std::string_view half_name, int repeats) {
    std::cout << "problem,repeat,verify,worst_95,upper_95,broken,state,worst,lower,upper,stopped,worst_stopped,range\n";
    const BenchHalf half = half_name == "tuning" ? BenchHalf::tuning : BenchHalf::confirmation;
    for (int repeat = 1; repeat <= repeats; ++repeat) {
        for (const BenchmarkPtr& benchmark : bench_problems(half)) {
            for (const Index verify : {Index{0}, checks}) {
                StudyRun study(*benchmark, static_cast<std::uint64_t>(repeat), verify);
                std::cout << fmt::format("{},{},{},{}", benchmark->name(), repeat, verify, study.run()) << std::endl;
            }
        }
    }
    return 0;
}

}  // namespace
}  // namespace sweetspot

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: study_bench tuning|confirmation REPEATS\n";
        return 2;
    }
    return sweetspot::run(argv[1], std::atoi(argv[2]));
}

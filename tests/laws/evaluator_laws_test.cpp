// What holds for every evaluator. A new one joins the list at the end, with an objective that does what the point says.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <thread>

#include "study/command.hpp"
#include "study/slurm_evaluator.hpp"
#include "support/slurm_cluster.hpp"
#include "sweetspot/study/evaluator.hpp"
#include "unit/study/objective.hpp"

namespace sweetspot {
namespace {

using study::long_enough;

/// What the objective does, the first coordinate of the point; the second is its value.
enum class Act {
    answer,
    fail,          ///< says "the reason: ä"
    not_a_number,  ///< gives NaN
    stay,          ///< until it is ended
    meet_another,  ///< answers when two of these run
};

Vector point(Act act, double value = 1) {
    return Vector{{static_cast<double>(act), value}};
}

/// An objective with its evaluators.
class Subject {
  public:
    Subject() = default;
    virtual ~Subject() = default;
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

    [[nodiscard]] virtual std::unique_ptr<Evaluator> make(std::optional<double> timeout) = 0;
    /// How many evaluations that stay have begun, and how many of them still run.
    [[nodiscard]] virtual Index begun() const = 0;
    [[nodiscard]] virtual Index living() const = 0;
};

class CommandSubject : public Subject {
  public:
    [[nodiscard]] std::unique_ptr<Evaluator> make(std::optional<double> timeout) override {
        return std::make_unique<CommandEvaluator>(options(timeout));
    }
    [[nodiscard]] Index begun() const override { return std::ssize(processes()); }
    [[nodiscard]] Index living() const override {
        return std::ranges::count_if(processes(), [](pid_t process) { return !study::is_gone(process); });
    }

  protected:
    [[nodiscard]] CommandOptions options(std::optional<double> timeout) const {
        CommandOptions options = objective_.options({objective_.file(""), "{number}"});
        options.parameters = {{.name = "act"}, {.name = "value"}};
        options.format = ObjectiveFormat::numbers;
        options.timeout = timeout;
        return options;
    }

  private:
    [[nodiscard]] std::vector<pid_t> processes() const {
        std::vector<pid_t> found;
        for (const auto& entry : std::filesystem::directory_iterator(objective_.file(""))) {
            const std::string name = entry.path().filename().string();
            if (name.starts_with("stays-")) found.push_back(std::stoi(name.substr(6)));
        }
        return found;
    }

    study::Objective objective_{R"sh(read act; read value
case $act in
0.0) echo "$value" ;;
1.0) echo "FAIL the reason: ä" ;;
2.0) echo nan ;;
3.0) mkdir "$1/stays-$$"; while :; do sleep 0.02; done ;;
4.0) mkdir "$1/meets-$2"; until [ "$(ls -d "$1"/meets-* | wc -l)" = 2 ]; do sleep 0.02; done; echo "$value" ;;
esac)sh"};
};

/// In a real cluster, a job for each evaluation or by pilots.
class SlurmSubject final : public CommandSubject {
  public:
    explicit SlurmSubject(Index pilots) : slurm_{.pilots = pilots, .look_every = 1} {
        (void)support::SlurmCluster::of_this_program();
    }
    ~SlurmSubject() override { support::SlurmCluster::clear(); }
    SlurmSubject(const SlurmSubject&) = delete;
    SlurmSubject& operator=(const SlurmSubject&) = delete;

    [[nodiscard]] std::unique_ptr<Evaluator> make(std::optional<double> timeout) override {
        return std::make_unique<SlurmEvaluator>(SlurmOptions{.command = options(timeout), .slurm = slurm_});
    }

  private:
    SlurmConfig slurm_;
};

class FunctionSubject final : public Subject {
  public:
    [[nodiscard]] std::unique_ptr<Evaluator> make(std::optional<double> timeout) override {
        return std::make_unique<FunctionEvaluator>(
            [this](const Vector& x, const std::stop_token& stop) { return act(x, stop); },
            FunctionOptions{.timeout = timeout});
    }
    [[nodiscard]] Index begun() const override { return begun_; }
    [[nodiscard]] Index living() const override { return begun_ - left_; }

  private:
    static void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

    Measurement act(const Vector& x, const std::stop_token& stop) {
        switch (static_cast<Act>(x[0])) {
            case Act::fail:
                throw std::runtime_error("the reason: ä");
            case Act::not_a_number:
                return {std::numeric_limits<double>::quiet_NaN()};
            case Act::stay:
                ++begun_;
                while (!stop.stop_requested()) pause();
                ++left_;
                return {0};
            case Act::meet_another:
                for (++met_; met_ < 2 && !stop.stop_requested();) pause();
                return {x[1]};
            default:
                return {x[1]};
        }
    }

    std::atomic<Index> begun_ = 0;
    std::atomic<Index> left_ = 0;
    std::atomic<int> met_ = 0;
};

struct TestedEvaluator {
    std::string name;
    std::function<std::unique_ptr<Subject>()> make;
    std::string (*obstacle)() = [] { return std::string(); };  ///< why it cannot be tested here
};

class EvaluatorLaws : public ::testing::TestWithParam<TestedEvaluator> {
  protected:
    void SetUp() override {
        if (const std::string obstacle = GetParam().obstacle(); !obstacle.empty()) GTEST_SKIP() << obstacle;
        subject_ = GetParam().make();
    }

    [[nodiscard]] std::unique_ptr<Evaluator> make(std::optional<double> timeout = std::nullopt) {
        return subject_->make(timeout);
    }
    [[nodiscard]] Subject& subject() { return *subject_; }
    [[nodiscard]] bool all_have_begun(Index count) {
        return study::eventually([&] { return subject().begun() == count; });
    }
    static FinishedEvaluation collect(Evaluator& evaluator) {
        auto finished = evaluator.wait_any(long_enough);
        if (!finished) throw std::runtime_error("the evaluation does not end");
        return *finished;
    }

  private:
    std::unique_ptr<Subject> subject_;
};

TEST_P(EvaluatorLaws, EachThatIsStartedEndsExactlyOnce) {
    const auto evaluator = make();
    const std::vector<Act> acts = {Act::answer, Act::fail, Act::answer, Act::not_a_number, Act::answer};
    for (std::size_t i = 0; i < acts.size(); ++i) evaluator->start(static_cast<Index>(i), point(acts[i]), 1);
    EXPECT_EQ(evaluator->in_flight(), (std::vector<Index>{0, 1, 2, 3, 4})) << "in the order of their start";
    std::multiset<Index> ended;
    for (std::size_t i = 0; i < acts.size(); ++i) {
        const FinishedEvaluation finished = collect(*evaluator);
        ended.insert(finished.number);
        const bool answers = acts[static_cast<std::size_t>(finished.number)] == Act::answer;
        EXPECT_EQ(finished.result.measurement() != nullptr, answers);
        EXPECT_GE(finished.result.seconds, 0);
    }
    EXPECT_EQ(ended, (std::multiset<Index>{0, 1, 2, 3, 4}));
    EXPECT_TRUE(evaluator->in_flight().empty());
    EXPECT_FALSE(evaluator->wait_any(long_enough)) << "nothing is in flight, so nothing is waited for";
}

TEST_P(EvaluatorLaws, AValueComesBackToTheLastBit) {
    const auto evaluator = make();
    for (const double value : {0.1 + 0.2, 1.0 / 3, -1e-300, 1e300}) {
        evaluator->start(0, point(Act::answer, value), 1);
        const FinishedEvaluation finished = collect(*evaluator);
        ASSERT_NE(finished.result.measurement(), nullptr);
        EXPECT_EQ(*finished.result.measurement(), (Measurement{value}));
    }
}

TEST_P(EvaluatorLaws, AFailureCarriesItsReason) {
    const auto evaluator = make();
    evaluator->start(3, point(Act::fail), 1);
    const FinishedEvaluation failed = collect(*evaluator);
    ASSERT_NE(failed.result.failure(), nullptr);
    EXPECT_EQ(*failed.result.failure(), (EvaluationFailure{FailureKind::reported, "the reason: ä"}));
    evaluator->start(4, point(Act::not_a_number), 1);
    const FinishedEvaluation infinite = collect(*evaluator);
    ASSERT_NE(infinite.result.failure(), nullptr);
    EXPECT_EQ(infinite.result.failure()->kind, FailureKind::not_finite);
    EXPECT_NE(infinite.result.failure()->reason.find("nan"), std::string::npos) << infinite.result.failure()->reason;
}

TEST_P(EvaluatorLaws, ATimeoutEndsItAndLeavesNothingBehind) {
    const auto evaluator = make(0.3);
    evaluator->start(0, point(Act::stay), 1);
    const FinishedEvaluation finished = collect(*evaluator);
    ASSERT_NE(finished.result.failure(), nullptr);
    EXPECT_EQ(finished.result.failure()->kind, FailureKind::timeout);
    EXPECT_NE(finished.result.failure()->reason.find("0.3 seconds"), std::string::npos);
    EXPECT_GE(finished.result.seconds, 0.3);
    EXPECT_EQ(subject().living(), 0);
}

TEST_P(EvaluatorLaws, CancelEndsEachAndLeavesNothingBehind) {
    const auto evaluator = make();
    for (Index number = 0; number < 3; ++number) evaluator->start(number, point(Act::stay), 1);
    ASSERT_TRUE(all_have_begun(3));
    EXPECT_FALSE(evaluator->wait_any(0)) << "they stay";
    for (Index number = 0; number < 3; ++number) {
        evaluator->cancel(number);
        evaluator->cancel(number);  // once more is no more
    }
    EXPECT_EQ(evaluator->in_flight().size(), 3U) << "until they are collected";
    std::set<Index> ended;
    for (int i = 0; i < 3; ++i) {
        const FinishedEvaluation finished = collect(*evaluator);
        ended.insert(finished.number);
        ASSERT_NE(finished.result.failure(), nullptr);
        EXPECT_EQ(finished.result.failure()->kind, FailureKind::cancelled);
    }
    EXPECT_EQ(ended.size(), 3U);
    EXPECT_EQ(subject().living(), 0);
}

TEST_P(EvaluatorLaws, TheEvaluatorsEndIsTheEndOfWhatIsInFlightUnlessThatOutlivesIt) {
    auto evaluator = make();
    evaluator->start(0, point(Act::stay), 1);
    evaluator->start(1, point(Act::stay), 1);
    ASSERT_TRUE(all_have_begun(2));
    const bool goes_on = evaluator->outlives_program();
    evaluator.reset();
    EXPECT_EQ(subject().living(), goes_on ? 2 : 0);
    if (!goes_on) return;
    const auto later = make();
    later->abandon(0, 1);
    later->abandon(1, 1);
    EXPECT_TRUE(study::eventually([&] { return subject().living() == 0; })) << "it can still be ended";
    EXPECT_TRUE(later->in_flight().empty());
}

TEST_P(EvaluatorLaws, TheSameAttemptAfterAnEarlyEndIsEvaluatedOnce) {
    auto evaluator = make();
    evaluator->start(0, point(Act::stay), 1);
    ASSERT_TRUE(all_have_begun(1));
    const bool goes_on = evaluator->outlives_program();
    evaluator.reset();
    const auto later = make();
    later->start(0, point(Act::stay), 1);
    ASSERT_TRUE(all_have_begun(goes_on ? 1 : 2));
    EXPECT_FALSE(later->wait_any(2.5)) << "it stays";
    EXPECT_EQ(subject().living(), 1);
    EXPECT_EQ(subject().begun(), goes_on ? 1 : 2) << "taken up, or ended and begun anew";
    later->cancel(0);
    EXPECT_EQ(collect(*later).result.failure()->kind, FailureKind::cancelled);
    EXPECT_EQ(subject().living(), 0);
}

TEST_P(EvaluatorLaws, AsManyAsAreStartedRunAtTheSameTime) {
    const auto evaluator = make();
    evaluator->start(0, point(Act::meet_another), 1);
    evaluator->start(1, point(Act::meet_another), 1);
    EXPECT_NE(collect(*evaluator).result.measurement(), nullptr);
    EXPECT_NE(collect(*evaluator).result.measurement(), nullptr);
}

TEST_P(EvaluatorLaws, ANumberIsStartedOnceAtATimeAndAgainAfterwards) {
    const auto evaluator = make();
    evaluator->start(5, point(Act::answer), 1);
    EXPECT_THROW(evaluator->start(5, point(Act::answer), 2), std::invalid_argument);
    EXPECT_EQ(collect(*evaluator).number, 5);
    evaluator->start(5, point(Act::answer, 2), 2);
    EXPECT_EQ(collect(*evaluator).result.measurement()->value, 2);
    evaluator->start(5, point(Act::answer, 3), 2);
    EXPECT_EQ(collect(*evaluator).result.measurement()->value, 3) << "in the place of one that was cut short";
}

TEST_P(EvaluatorLaws, WhatCannotBeMeantIsRefused) {
    const auto evaluator = make();
    EXPECT_THROW(evaluator->start(-1, point(Act::answer), 1), std::invalid_argument);
    EXPECT_THROW(evaluator->start(0, point(Act::answer), 0), std::invalid_argument);
    EXPECT_THROW(evaluator->cancel(0), std::invalid_argument);
    EXPECT_THROW((void)evaluator->wait_any(-1), std::invalid_argument);
    EXPECT_TRUE(evaluator->in_flight().empty());
}

TEST_P(EvaluatorLaws, CleaningUpDoesNoHarmToOtherTrials) {
    const auto evaluator = make();
    evaluator->clean_up(0, 1);  // there is nothing
    evaluator->start(0, point(Act::fail), 1);
    (void)collect(*evaluator);
    evaluator->start(1, point(Act::meet_another), 1);
    evaluator->clean_up(0, 1);
    evaluator->start(2, point(Act::meet_another), 1);
    EXPECT_NE(collect(*evaluator).result.measurement(), nullptr);
    EXPECT_NE(collect(*evaluator).result.measurement(), nullptr);
}

INSTANTIATE_TEST_SUITE_P(
    Evaluators, EvaluatorLaws,
    ::testing::Values(TestedEvaluator{"Command", [] { return std::make_unique<CommandSubject>(); }},
                      TestedEvaluator{"Function", [] { return std::make_unique<FunctionSubject>(); }},
                      TestedEvaluator{"Slurm", [] { return std::make_unique<SlurmSubject>(0); },
                                      support::SlurmCluster::obstacle},
                      TestedEvaluator{"SlurmPilots", [] { return std::make_unique<SlurmSubject>(3); },
                                      support::SlurmCluster::obstacle}),
    [](const auto& member) { return member.param.name; });

}  // namespace
}  // namespace sweetspot

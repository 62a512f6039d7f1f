// An evaluator: how the objective of a study is evaluated. This one calls a function at once and hands the values out
// in the order of the calls.
#include <deque>
#include <utility>

#include "own.hpp"

namespace {

class CallAtOnce final : public sweetspot::Evaluator {
  public:
    explicit CallAtOnce(std::function<double(const sweetspot::Vector& x)> f) : f_(std::move(f)) {}

    void start(sweetspot::Index number, const sweetspot::VectorRef& x, sweetspot::Index /*attempt*/) override {
        done_.push_back({number, {sweetspot::Measurement{f_(x)}}});
    }
    [[nodiscard]] std::optional<sweetspot::FinishedEvaluation> wait_any(double /*timeout*/) override {
        if (done_.empty()) return std::nullopt;
        sweetspot::FinishedEvaluation first = std::move(done_.front());
        done_.pop_front();
        return first;
    }
    void cancel(sweetspot::Index number) override {
        for (sweetspot::FinishedEvaluation& finished : done_) {
            if (finished.number != number) continue;
            finished.result.outcome = sweetspot::EvaluationFailure{sweetspot::FailureKind::cancelled, "cancelled"};
        }
    }
    [[nodiscard]] std::vector<sweetspot::Index> in_flight() const override {
        std::vector<sweetspot::Index> numbers;
        for (const sweetspot::FinishedEvaluation& finished : done_) numbers.push_back(finished.number);
        return numbers;
    }
    void clean_up(sweetspot::Index /*number*/, sweetspot::Index /*attempt*/) override {}

  private:
    std::function<double(const sweetspot::Vector& x)> f_;
    std::deque<sweetspot::FinishedEvaluation> done_;
};

}  // namespace

std::unique_ptr<sweetspot::Evaluator> own_evaluator(std::function<double(const sweetspot::Vector& x)> f) {
    return std::make_unique<CallAtOnce>(std::move(f));
}

#include "study/slurm/controller.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sweetspot::slurm {
namespace {

/// Longer than Slurm's own patience with its controller.
constexpr double longest_call = 120;

constexpr double first_pause = 1;
constexpr double longest_pause = 60;

}  // namespace

void Controller::ask(std::vector<std::string> arguments, std::function<void(const Answer&)> then) {
    program_ = std::filesystem::path(arguments.at(0)).filename().string();
    asked_at_ = steady_seconds();
    then_ = std::move(then);
    call_.emplace(std::move(arguments), longest_call);
}

void Controller::advance() {
    if (call_ && call_->is_over()) answer();
}

void Controller::settle() {
    constexpr int between_looks = 200;  // milliseconds
    while (call_ && !call_->is_over()) {
        pollfd entry = {call_->descriptor(), POLLIN, 0};
        poll(&entry, 1, between_looks);
    }
    advance();
}

void Controller::answer() {
    const CallResult result = call_->result();
    call_.reset();
    Answer answer = {
        .kind = Answer::Kind::done, .out = result.out, .why = "", .asked_at = asked_at_, .seconds = result.seconds};
    const auto then = std::exchange(then_, {});
    if (result.exit_status == 0) {
        is_back();
        return then(answer);
    }
    answer.why = fmt::format("{}: {}", program_, words_in(result));
    const Refusal refusal = refusal_in(result);
    answer.kind = refusal == Refusal::wrong ? Answer::Kind::refused : Answer::Kind::nobody;
    if (refusal != Refusal::wrong) step_back(answer.why);
    then(answer);
}

void Controller::step_back(const std::string& why) {
    if (pause_ == 0)
        tell_(fmt::format("Slurm takes nothing at the moment ({}); it is asked again, and nothing is lost", why));
    pause_ = std::clamp(2 * pause_, first_pause, longest_pause);
    free_at_ = steady_seconds() + pause_;
}

void Controller::is_back() {
    if (pause_ > 0) tell_("Slurm is back");
    pause_ = 0;
}

}  // namespace sweetspot::slurm

#include "report/next_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/text.hpp"

namespace sweetspot::study_report {
namespace {

constexpr Index most_to_tell_of = 3;  // waiting trials, a line each
constexpr Index checks = 5;           // as verify makes if it is not told how many

std::string trials_text(Index count) {
    return count == 1 ? "1 trial" : fmt::format("{} trials", count);
}

bool is_word_character(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_./:=,%+@-").find(static_cast<char>(c)) != std::string_view::npos;
}

/// Half as much again, in tens.
Index larger_budget(Index now) {
    return (now + std::max<Index>(10, now / 2) + 9) / 10 * 10;
}

/// Finds the steps one kind after another.
class Steps {
  public:
    Steps(const Study& study, const StudyView& view, const Answer* answer, const std::string& file)
        : config_(study.config),
          view_(view),
          answer_(answer),
          file_(file.empty() ? config_.file_name() + ".toml" : file),
          reason_(reason_to_end(study, view)),
          left_(config_.budget.evaluations - spent(config_, view)) {
        if (answer != nullptr && answer->missing == 0) state_ = verification_state(study, view, answer->robust.x);
    }

    [[nodiscard]] std::vector<Commands::Item> all() {
        add_broken_promise();
        if (reason_ && reason_->kind == ReasonToEnd::Kind::failures) add_retry();
        add_cut_short();
        if (by_hand()) add_telling();
        add_values_missing();
        add_going_on();
        add_verification();
        add_larger_budget();
        if (!reason_ || reason_->kind != ReasonToEnd::Kind::failures) add_retry();
        add_other_tolerance();
        return std::move(steps_);
    }

  private:
    [[nodiscard]] Index count(TrialState state) const { return std::ranges::count(view_.trials, state, &Trial::state); }
    [[nodiscard]] bool by_hand() const { return config_.objective.command.empty(); }
    /// Evaluations of the budget are left, and nothing has ended the study.
    [[nodiscard]] bool can_go_on() const { return left_ > 0 && !reason_; }
    [[nodiscard]] bool failed_verification() const {
        return state_ && state_->state == VerificationState::State::failed;
    }
    [[nodiscard]] std::string command(std::string_view name, std::string_view more = "") const {
        const std::string file = file_.starts_with('-') ? "./" + file_ : file_;
        return fmt::format("sweetspot {} {}{}{}", name, shell_word(file), more.empty() ? "" : " ", more);
    }
    /// The command that evaluates the next point.
    [[nodiscard]] std::string next_command() const { return command(by_hand() ? "ask" : "run"); }
    void add(std::string words, std::string command) {
        // The same command twice would not help.
        if (std::ranges::find(steps_, command, &Commands::Item::command) == steps_.end()) {
            steps_.push_back({std::move(words), std::move(command)});
        }
    }
    /// "set evaluations = 90 under [budget] in the study file (now 60), then say".
    [[nodiscard]] std::string raise_budget() const {
        return fmt::format("set evaluations = {} under [budget] in the study file (now {}), then say:",
                           larger_budget(config_.budget.evaluations), config_.budget.evaluations);
    }

    void add_broken_promise() {
        if (!failed_verification()) return;
        add(fmt::format("The answer broke its promise. Evaluate more, so that the search can reconsider it: {}",
                        can_go_on() ? "the budget has room, so say:" : raise_budget()),
            next_command());
    }

    void add_retry() {
        const Index failed = count(TrialState::failed);
        if (failed == 0) return;
        const std::string again =
            fmt::format("{} failed. When the cause is fixed, have {} evaluated again:", trials_text(failed),
                        failed == 1 ? "it" : "them");
        add(again, by_hand() ? command("retry") : command("retry") + " && " + command("run"));
    }

    void add_cut_short() {
        const Index stale = count(TrialState::stale);
        if (stale == 0 || by_hand()) return;
        if (config_.objective.run_on == RunOn::slurm) {
            add(fmt::format("{} may go on in the cluster. Collect {} with:", trials_text(stale),
                            stale == 1 ? "it" : "them"),
                command("run"));
            return;
        }
        add(fmt::format("{} cut short, because the program that evaluated {} is gone. Go on with:",
                        stale == 1 ? "1 trial was" : fmt::format("{} trials were", stale), stale == 1 ? "it" : "them"),
            command("run"));
    }

    void add_telling() {
        Index told_of = 0;
        for (const Trial& trial : view_.trials) {
            if (!is_open(trial) || ++told_of > most_to_tell_of) continue;
            add(fmt::format("Trial {} waits for its value. Evaluate it at {}, and put what came out in the place of "
                            "VALUE:",
                            trial.number, point_text(config_, trial.x)),
                command("tell", fmt::format("{} VALUE", trial.number)));
        }
        if (can_go_on()) add("Ask for the next point to evaluate:", command("ask"));
    }

    void add_values_missing() {
        if (answer_ == nullptr ? !view_.trials.empty() && !can_go_on() : answer_->missing == 0) return;
        if (by_hand() || count(TrialState::running) > 0) return;
        const std::string begin = answer_ == nullptr ? "Begin" : "There are too few values for an answer. Go on";
        add(can_go_on() ? begin + " with:" : begin + ": " + raise_budget(), command("run"));
    }

    void add_going_on() {
        if (!can_go_on() || by_hand() || count(TrialState::running) > 0) return;
        if (config_.budget.evaluations == most_evaluations) return add("Go on with the search:", command("run"));
        const Index own_checks = std::min(left_, verifications(config_));
        add(fmt::format("{} of the {} evaluations of the budget {} left{}. Go on with:", left_,
                        config_.budget.evaluations, left_ == 1 ? "is" : "are",
                        own_checks > 0
                            ? fmt::format("; the last {} of the budget check the answer", verifications(config_))
                            : ""),
            command("run"));
    }

    void add_verification() {
        if (!state_ || is_exact(config_) || state_->state == VerificationState::State::verified) return;
        // Checks that are part of the budget come by themselves.
        const bool comes = can_go_on() && verifications(config_) > 0;
        if (comes && state_->open == 0) return;
        if (failed_verification() && state_->open == 0) return;
        add(state_->open > 0
                ? fmt::format("{} of the answer {} still to be made. Go on with:",
                              state_->open == 1 ? "1 check" : fmt::format("{} checks", state_->open),
                              state_->open == 1 ? "is" : "are")
                : fmt::format("The answer is not verified. Evaluate the {} places where its region could be worst:",
                              checks),
            command("verify", fmt::format("-n {}", checks)));
    }

    void add_larger_budget() {
        const bool spent_all = left_ <= 0 && count(TrialState::running) == 0;
        if (!spent_all || failed_verification() || answer_ == nullptr) return;
        add(fmt::format("The budget is spent. To make the answer surer, {}", raise_budget()), next_command());
    }

    void add_other_tolerance() {
        if (answer_ == nullptr || answer_->missing > 0) return;
        const auto tolerant =
            std::ranges::find_if(config_.parameters, [](const StudyParameter& p) { return p.tolerance.amount > 0; });
        if (tolerant == config_.parameters.end()) return;
        const RegionTolerance& now = tolerant->tolerance;
        const bool share = now.of == RegionTolerance::Of::nominal;
        const std::string half =
            share ? fmt::format("{:.4g}%", 50 * now.amount) : fmt::format("{:.4g}", now.amount / 2);
        add(fmt::format("Ask what another tolerance would bring, without a new evaluation; here {} of {}:",
                        tolerance_text(RegionTolerance{now.amount / 2, now.of}), tolerant->shown_name()),
            command("best", "--tolerance " + shell_word(tolerant->parameter.name + "=" + half)));
    }

    const StudyConfig& config_;
    const StudyView& view_;
    const Answer* answer_;
    std::string file_;
    std::optional<ReasonToEnd> reason_;
    Index left_;
    std::optional<VerificationState> state_;
    std::vector<Commands::Item> steps_;
};

}  // namespace

std::string shell_word(std::string_view text) {
    if (!text.empty() && std::ranges::all_of(text, is_word_character)) return std::string(text);
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::vector<Commands::Item> next_steps(const Study& study, const StudyView& view, const Answer* answer,
                                       const std::string& file) {
    return Steps(study, view, answer, file).all();
}

}  // namespace sweetspot::study_report

// Objectives for the tests: small shell scripts in a scratch directory, and what can be seen of their processes.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "study/command.hpp"
#include "support/run_program.hpp"

namespace sweetspot::study {

/// Generous, so that only a fault reaches it.
constexpr double long_enough = 60;

/// A scratch directory with a script objective.sh in it.
class Objective {
  public:
    explicit Objective(const std::string& script) {
        chmod(scratch_.write("objective.sh", "#!/bin/sh\n" + script + "\n").c_str(), 0755);
    }

    [[nodiscard]] std::string file(const std::string& name) const { return scratch_.file(name); }
    [[nodiscard]] std::string text(const std::string& name) const { return support::read_text(file(name)); }
    [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(file(name)); }
    /// The script with arguments, for two parameters.
    [[nodiscard]] CommandOptions options(const std::vector<std::string>& arguments = {}) const {
        CommandOptions options = {.command = {"./objective.sh"},
                                  .parameters = {{.name = "width"}, {.name = "count", .type = NumberType::integer}},
                                  .base_folder = scratch_.file(""),
                                  .work_root = scratch_.file("work")};
        options.command.insert(options.command.end(), arguments.begin(), arguments.end());
        return options;
    }

  private:
    support::ScratchDirectory scratch_;
};

inline Vector some_point() {
    return Eigen::Vector2d(2.5, 7);
}

inline EvaluationResult collect(CommandEvaluator& evaluator) {
    const auto finished = evaluator.wait_any(long_enough);
    if (!finished) throw std::runtime_error("the evaluation does not end");
    return finished->result;
}

inline EvaluationResult evaluate(const CommandOptions& options, Index attempt = 1) {
    CommandEvaluator evaluator(options);
    evaluator.start(7, some_point(), attempt);
    return collect(evaluator);
}

inline EvaluationResult evaluate(const std::string& script, const std::vector<std::string>& arguments = {}) {
    const Objective objective(script);
    return evaluate(objective.options(arguments));
}

inline double value_of(const EvaluationResult& result) {
    if (result.failure() != nullptr) throw std::runtime_error("failed: " + result.failure()->reason);
    return result.measurement()->value;
}

/// "kind: reason", or "no failure".
inline std::string failure_of(const EvaluationResult& result) {
    if (result.failure() == nullptr) return "no failure";
    return std::string(to_string(result.failure()->kind)) + ": " + result.failure()->reason;
}

inline bool eventually(const std::function<bool()>& condition) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(long_enough);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

/// The letter of its state in /proc, e.g. 'S' or 'Z'; 'X' if there is no such process.
inline char state_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    if (!std::getline(file, text)) return 'X';
    return text.at(text.rfind(')') + 2);
}

inline bool is_gone(pid_t process) {
    const char state = state_of(process);
    return state == 'X' || state == 'Z';
}

/// The process whose number a script has written to a file, once it is there as a whole.
inline pid_t process_in(const std::string& path) {
    std::string text;
    const bool written = eventually([&] {
        std::ifstream file(path);
        text.assign(std::istreambuf_iterator<char>(file), {});
        return text.ends_with('\n');
    });
    if (!written) throw std::runtime_error("no process in " + path);
    return std::stoi(text);
}

}  // namespace sweetspot::study

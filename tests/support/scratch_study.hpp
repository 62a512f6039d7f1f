// A study in a scratch directory whose objective is a shell script, run through the program.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::support {

class ScratchStudy {
  public:
    /// The script sees the trial's number as $1, the log file as $2, and the parameters "a" and "b" as lines on its
    /// standard input; it prints a number.
    explicit ScratchStudy(const std::string& script) {
        chmod(scratch_.write("objective", "#!/bin/sh\n" + script + "\n").c_str(), 0755);
        static_cast<void>(scratch_.write("log", ""));
    }

    /// Writes the study file; `objective` are further lines of its table. The table [budget] is the last one, so that
    /// lines of it may be appended.
    void write(Index evaluations, const std::string& objective = "", const std::string& storage = "s.db") const {
        static_cast<void>(scratch_.write("s.toml", R"([study]
name = "s"
storage = "sqlite:///)" + storage + R"("
[[parameter]]
name = "a"
bounds = [-1, 1]
tolerance = 0.1
[[parameter]]
name = "b"
bounds = [1, 3]
tolerance = "5%"
[objective]
command = ["./objective", "{number}", ")" + file("log") +
                                                       R"("]
format = "numbers"
)" + objective + "\n[budget]\nevaluations = " + std::to_string(evaluations) +
                                                       "\n"));
    }

    void append(const std::string& lines) const { std::ofstream(study(), std::ios::app) << lines; }

    [[nodiscard]] std::string file(const std::string& name) const { return scratch_.file(name); }
    [[nodiscard]] std::string study() const { return file("s.toml"); }
    [[nodiscard]] std::string log() const { return read_text(file("log")); }

    /// "sweetspot COMMAND s.toml …".
    [[nodiscard]] ProgramResult sweetspot(const std::string& command, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {command, study()};
        words.insert(words.end(), more.begin(), more.end());
        return run_program(SWEETSPOT_PROGRAM, words);
    }

    [[nodiscard]] nlohmann::ordered_json trials() const {
        const ProgramResult result = sweetspot("trials", {"--format", "json"});
        if (result.exit_status != 0) throw std::runtime_error(result.err);
        return nlohmann::ordered_json::parse(result.out);
    }

  private:
    ScratchDirectory scratch_;
};

/// The bowl (a - 0.3)² + (b - 2)² for the end of a script.
inline const std::string bowl_script =
    "awk '{ x[NR] = $1 } END { printf \"%.17g\\n\", (x[1] - 0.3)^2 + (x[2] - 2)^2 }'";

}  // namespace sweetspot::support

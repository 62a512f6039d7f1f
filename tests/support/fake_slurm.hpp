// Slurm's commands as scripts, for what a real cluster does seldom: what squeue and sinfo say is given by the test, and
// nothing runs.
#pragma once

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/run_program.hpp"

namespace sweetspot::support {

class FakeSlurm {
  public:
    FakeSlurm() {
        // Every job gets the next number, unless the test has a refusal ready.
        command("sbatch", R"sh(if [ -e "$here/refusal" ]; then cat "$here/refusal" >&2; exit 1; fi
echo "$*" >> "$here/submitted"
wc -l < "$here/submitted" | tr -d ' ')sh");
        command("squeue",
                "[ -z \"$SQUEUE_PARTITION\" ] || exit 0\necho >> \"$here/listings\"\ncat \"$here/jobs\"\n"
                "if [ -e \"$here/then\" ]; then . \"$here/then\"; mv \"$here/later\" \"$here/jobs\"; rm "
                "\"$here/then\"; fi");
        command("scancel", "echo \"$*\" >> \"$here/cancelled\"");
        command("sinfo", "[ -e \"$here/nodes\" ] || { echo 'sinfo: error: no' >&2; exit 1; }\ncat \"$here/nodes\"");
        for (const char* name : {"submitted", "jobs", "cancelled", "listings"})
            static_cast<void>(scratch_.write(name, ""));
        const char* path = std::getenv("PATH");
        path_ = path != nullptr ? path : "";
        setenv("PATH", (scratch_.file("") + ":" + path_).c_str(), 1);
    }
    ~FakeSlurm() { setenv("PATH", path_.c_str(), 1); }
    FakeSlurm(const FakeSlurm&) = delete;
    FakeSlurm& operator=(const FakeSlurm&) = delete;

    /// Lines of `squeue` in the program's format.
    void list(const std::string& lines) const { write("jobs", lines); }
    /// Once squeue has answered, and before it ends, a script is run, and from then on it says something else.
    void after_next_listing(const std::string& script, const std::string& lines) const {
        write("later", lines);
        write("then", script);
    }
    void nodes(const std::string& lines) const { write("nodes", lines); }
    void refuse(const std::string& why) const { write("refusal", why + "\n"); }
    /// What sbatch and scancel were called with, a line each.
    [[nodiscard]] std::vector<std::string> submitted() const { return lines_of("submitted"); }
    [[nodiscard]] std::vector<std::string> cancelled() const { return lines_of("cancelled"); }
    /// How often squeue was asked.
    [[nodiscard]] std::size_t listings() const { return lines_of("listings").size(); }
    /// The name of the job with a number, from 1.
    [[nodiscard]] std::string name_of(std::size_t job) const {
        const std::string line = submitted().at(job - 1);
        const std::size_t at = line.find("--job-name=") + std::string("--job-name=").size();
        return line.substr(at, line.find(' ', at) - at);
    }

  private:
    void command(const std::string& name, const std::string& script) {
        const std::string text = "#!/bin/sh\nhere='" + scratch_.file("") + "'\n" + script + "\n";
        chmod(scratch_.write(name, text).c_str(), 0755);
    }
    /// As a whole: a command may be reading it.
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::rename(scratch_.write(name + ".new", text), scratch_.file(name));
    }
    [[nodiscard]] std::vector<std::string> lines_of(const std::string& name) const {
        std::vector<std::string> lines;
        std::istringstream text(read_text(scratch_.file(name)));
        for (std::string line; std::getline(text, line);) lines.push_back(line);
        return lines;
    }

    ScratchDirectory scratch_;
    std::string path_;
};

}  // namespace sweetspot::support

// `sweetspot run` of a scratch study in the background.
#pragma once

#include <string>

#include "support/child.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::support {

/// `sweetspot run`, with what it says on standard error in a file.
class RunningStudy {
  public:
    explicit RunningStudy(const ScratchStudy& study)
        : err_(study.file("err")),
          child_("/bin/sh", {"-c", R"(exec "$0" run "$1" 2> "$2")", SWEETSPOT_PROGRAM, study.study(), err_}) {}

    [[nodiscard]] std::string err() const { return read_text(err_); }
    [[nodiscard]] bool says(const std::string& words) const { return err().find(words) != std::string::npos; }
    Child& child() { return child_; }

  private:
    std::string err_;
    Child child_;
};

}  // namespace sweetspot::support

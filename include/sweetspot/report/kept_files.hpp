// What evaluations have left in their work directories, as far as these are kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/study/store.hpp"

namespace sweetspot {

/// Of one trial.
struct KeptFiles {
    struct File {
        std::string name;
        std::optional<std::uintmax_t> size;  ///< in bytes; nothing of a folder
    };

    Index number = 0;
    std::vector<File> files;  ///< by name, the first 20
    Index more_files = 0;
    std::string stdout_end;  ///< the last lines
    std::string stderr_end;
};

/// Reads the work directories of the trials, the last failures first, then the last of the others; of at most 200
/// trials, and output of 200 kB together. What is away or cannot be read is left out.
[[nodiscard]] std::vector<KeptFiles> kept_files(const StudyConfig& config, const StudyView& view);

}  // namespace sweetspot

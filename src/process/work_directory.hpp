// The folder in which one evaluation runs, and bounded looks into the files it leaves there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::process {

struct WorkDirectory {
    std::filesystem::path folder;
    std::filesystem::path parameters;
    std::filesystem::path results;
    std::filesystem::path out;
    std::filesystem::path err;
};

/// trial-7, trial-7-2 for the second attempt, … below `root`: an attempt that came to its end is not written over.
[[nodiscard]] std::filesystem::path work_directory_of(const std::filesystem::path& root, Index number, Index attempt);

/// Makes a new folder for a trial's attempt (from 1) below `root` (made if missing), with the file of the parameters in
/// it; what an attempt of that number left, cut short together with the program, is ended and removed. `suffix` is that
/// of the files of parameters and results, e.g. ".json". Throws std::runtime_error with the path and the reason.
[[nodiscard]] WorkDirectory make_work_directory(const std::filesystem::path& root, Index number, Index attempt,
                                                const std::string& suffix, const std::string& parameters);

/// Removes it; false if something of it is left.
bool remove_work_directory(const WorkDirectory& work);
bool remove_work_directory(const std::filesystem::path& root, Index number, Index attempt);

/// Results are a line or two. More is a mistake, and is not read into memory.
constexpr std::size_t most_result_bytes = 1 << 20;

struct FileBeginning {
    std::string text;
    bool is_whole = true;
};

/// The first `most_result_bytes` of a regular file; none if there is no such file. Never waits (for a pipe's writer).
[[nodiscard]] std::optional<FileBeginning> read_beginning(const std::filesystem::path& path);

/// The last few thousand bytes of a regular file; empty if there is no such file.
[[nodiscard]] std::string read_end(const std::filesystem::path& path);

}  // namespace sweetspot::process

// Runs the sweetspot program as a user would: arguments and standard input in; standard output, standard error and the
// exit status out, each by itself.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace sweetspot::support {

/// A new directory that disappears with the object.
class ScratchDirectory {
  public:
    ScratchDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "sweetspot-test-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch directory " + pattern);
        path_ = pattern;
    }
    ~ScratchDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
    /// Writes a file and returns its path.
    [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(file(name), std::ios::binary) << text;
        return file(name);
    }

  private:
    std::filesystem::path path_;
};

inline std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct ProgramResult {
    int exit_status = -1;  ///< -1 if a signal ended it
    std::string out;
    std::string err;
};

/// Streams go through files, so that no pipe can fill up and block. `stdout_path` replaces the file for standard
/// output.
inline ProgramResult run_program(const std::string& program, const std::vector<std::string>& arguments,
                                 const std::string& input = "", const std::string& stdout_path = "") {
    const ScratchDirectory scratch;
    const std::string in = scratch.write("in", input);
    const std::string out = stdout_path.empty() ? scratch.file("out") : stdout_path;
    const std::string err = scratch.file("err");
    constexpr int writing = O_WRONLY | O_CREAT | O_TRUNC;

    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, out.c_str(), writing, 0600);
    posix_spawn_file_actions_addopen(&streams, STDERR_FILENO, err.c_str(), writing, 0600);
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    const int failed = posix_spawn(&child, program.c_str(), &streams, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&streams);
    if (failed != 0) throw std::runtime_error("cannot start " + program);

    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, stdout_path.empty() ? read_text(out) : "", read_text(err)};
}

}  // namespace sweetspot::support

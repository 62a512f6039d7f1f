// A program that runs beside the test, to be watched, killed and waited for.
#pragma once

#include <csignal>
#include <fstream>
#include <string>

#include "support/run_program.hpp"

namespace sweetspot::support {

/// Ends with the object, by SIGKILL if need be. Its output is thrown away, or what it prints goes to a file.
class Child {
  public:
    Child(const std::string& program, const std::vector<std::string>& arguments,
          const std::string& stdout_path = "/dev/null") {
        posix_spawn_file_actions_t streams;
        posix_spawn_file_actions_init(&streams);
        posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, stdout_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                         0600);
        posix_spawn_file_actions_addopen(&streams, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        std::vector<std::string> words = {program};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> argv;
        argv.reserve(words.size() + 1);
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        const int failed = posix_spawn(&pid_, program.c_str(), &streams, nullptr, argv.data(), environ);
        posix_spawn_file_actions_destroy(&streams);
        if (failed != 0) throw std::runtime_error("cannot start " + program);
    }
    ~Child() {
        if (pid_ > 0) signal(SIGKILL);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// True once it has ended by itself.
    [[nodiscard]] bool ended() {
        if (pid_ > 0 && waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = 0;
        return pid_ == 0;
    }
    /// Of the process, while it lives.
    [[nodiscard]] pid_t number() const { return pid_; }
    /// Whether it has come so far that it does something of its own at this signal.
    [[nodiscard]] bool catches(int number) const {
        std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
        std::string line;
        while (std::getline(status, line)) {
            if (!line.starts_with("SigCgt:")) continue;
            return ((std::stoull(line.substr(line.find('\t')), nullptr, 16) >> (number - 1)) & 1) != 0;
        }
        return false;
    }
    void send(int number) const {
        if (pid_ > 0) kill(pid_, number);
    }
    /// Sends the signal and waits for the end; returns the exit status, or -1 if a signal ended it.
    int signal(int number) {
        if (pid_ > 0) {
            kill(pid_, number);
            waitpid(pid_, &status_, 0);
            pid_ = 0;
        }
        return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
    }

  private:
    pid_t pid_ = 0;
    int status_ = 0;
};

}  // namespace sweetspot::support

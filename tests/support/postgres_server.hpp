// A PostgreSQL server of the tests' own: on a free port of this machine's loopback, its data in a scratch directory.
#pragma once

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/child.hpp"
#include "support/free_port.hpp"
#include "support/run_program.hpp"

namespace sweetspot::support {

/// The folder of PostgreSQL's programs; empty where it is not installed. Debian keeps each version in a folder of its
/// own.
inline std::string postgres_programs() {
    std::vector<std::string> found;
    std::error_code none;
    for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", none)) {
        const std::filesystem::path programs = version.path() / "bin";
        if (std::filesystem::exists(programs / "postgres", none) &&
            std::filesystem::exists(programs / "initdb", none)) {
            found.push_back(programs.string());
        }
    }
    return found.empty() ? "" : *std::ranges::max_element(found);
}

/// Why no server can be started here; empty if one can. Its programs refuse to run as root, so root needs an account to
/// run them as.
inline std::string no_postgres() {
    if (postgres_programs().empty()) return "PostgreSQL's server is not installed (make postgres-deps)";
    if (getuid() == 0 && getpwnam("postgres") == nullptr) return "root cannot run PostgreSQL, and there is no postgres";
    return "";
}

/// Runs while it lives. Its role is "tester", who may do everything and needs no password; "guest" has one.
class PostgresServer {
  public:
    explicit PostgresServer(std::vector<std::string> settings = {"-c", "fsync=off"})
        : settings_(std::move(settings)), port_(free_port()) {
        chmod(scratch_.file("").c_str(), 0755);
        static_cast<void>(make_folder("data", 0700));
        static_cast<void>(make_folder("socket", 0777));
        const ProgramResult made =
            as_postgres({postgres_programs() + "/initdb", "--pgdata", scratch_.file("data"), "--username", "tester",
                         "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"});
        if (made.exit_status != 0) throw std::runtime_error("initdb: " + made.err + made.out);
        // The first line that fits decides.
        own("data/pg_hba.conf",
            "host all guest 127.0.0.1/32 scram-sha-256\nhost all stranger 127.0.0.1/32 reject\n"
            "host all all 127.0.0.1/32 trust\n");
        start();
    }
    ~PostgresServer() { stop(); }
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    void start() {
        std::vector<std::string> words = {postgres_programs() + "/postgres",
                                          "-D",
                                          scratch_.file("data"),
                                          "-p",
                                          std::to_string(port_),
                                          "-c",
                                          "listen_addresses=127.0.0.1",
                                          "-c",
                                          "unix_socket_directories=" + scratch_.file("socket"),
                                          "-c",
                                          "max_connections=300"};
        words.insert(words.end(), settings_.begin(), settings_.end());
        words = words_as_postgres(words);
        process_.emplace(words[0], std::vector<std::string>(words.begin() + 1, words.end()));
        for (int i = 0; i < 600; ++i) {
            if (sql("SELECT 1").exit_status == 0) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        throw std::runtime_error("the PostgreSQL server does not answer");
    }
    /// SIGINT: connections are closed, and what is stored is safe; SIGQUIT: as if the machine had lost its power.
    void stop(int signal = SIGINT) {
        if (process_) server_process_signal(signal);
        process_.reset();
    }

    /// Runs SQL as "tester"; the rows come as lines.
    [[nodiscard]] ProgramResult sql(const std::string& text, const std::string& database = "postgres") const {
        return run_program(postgres_programs() + "/psql",
                           {"-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url(database), "-c", text});
    }
    [[nodiscard]] std::string url(const std::string& database) const {
        return "postgresql://tester@127.0.0.1:" + std::to_string(port_) + "/" + database;
    }
    /// A new database's address.
    [[nodiscard]] std::string new_database() const {
        static std::atomic<int> count = 0;
        const std::string name = "db" + std::to_string(++count);
        const ProgramResult made = sql("CREATE DATABASE " + name);
        if (made.exit_status != 0) throw std::runtime_error(made.err);
        return url(name);
    }
    [[nodiscard]] int port() const { return port_; }

  private:
    [[nodiscard]] static std::vector<std::string> words_as_postgres(const std::vector<std::string>& words) {
        // setpriv becomes the program, so that a signal reaches it; and the server ends if the test does without a
        // word.
        std::vector<std::string> all = {"/usr/bin/setpriv", "--pdeathsig", "INT"};
        if (getuid() == 0) {
            all.insert(all.end(), {"--reuid=postgres", "--regid=postgres", "--clear-groups"});
        }
        all.emplace_back("--");
        all.insert(all.end(), words.begin(), words.end());
        return all;
    }
    [[nodiscard]] static ProgramResult as_postgres(const std::vector<std::string>& words) {
        const std::vector<std::string> all = words_as_postgres(words);
        return run_program(all[0], {all.begin() + 1, all.end()});
    }
    void give_to_postgres(const std::string& file) const {
        const passwd* account = getuid() == 0 ? getpwnam("postgres") : nullptr;
        if (account != nullptr && chown(file.c_str(), account->pw_uid, account->pw_gid) != 0) {
            throw std::runtime_error("cannot give " + file + " to postgres");
        }
    }
    [[nodiscard]] std::string make_folder(const std::string& name, mode_t mode) const {
        std::string folder = scratch_.file(name);
        std::filesystem::create_directory(folder);
        chmod(folder.c_str(), mode);
        give_to_postgres(folder);
        return folder;
    }
    void own(const std::string& name, const std::string& text) const {
        const std::string file = scratch_.write(name, text);
        give_to_postgres(file);
    }
    void server_process_signal(int signal) { static_cast<void>(process_->signal(signal)); }

    ScratchDirectory scratch_;
    std::vector<std::string> settings_;
    int port_;
    std::optional<Child> process_;
};

/// One for all tests of a program, started when it is first asked for.
inline const PostgresServer& shared_postgres() {
    static const PostgresServer server;
    return server;
}

}  // namespace sweetspot::support

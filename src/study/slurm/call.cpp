#include "study/slurm/call.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "process/arguments.hpp"

namespace sweetspot::slurm {
namespace {

using process::Descriptor;

/// What a command prints goes into memory: no file is left when this program is ended by force.
Descriptor new_buffer(const char* name) {
    Descriptor buffer(memfd_create(name, MFD_CLOEXEC));
    if (!buffer)
        throw std::runtime_error(fmt::format("cannot make room for what Slurm says: {}", std::strerror(errno)));
    return buffer;
}

/// These would have the commands speak of other jobs than ours, or of none: a list that lacks a job says that it has
/// ended. Where jobs go (SBATCH_PARTITION, …) is the user's affair.
const std::vector<std::string> misleading = {
    "SQUEUE_", "SCANCEL_", "SINFO_", "SLURM_CLUSTERS=", "SBATCH_CLUSTERS=", "SBATCH_WAIT=", "SBATCH_ARRAY_INX="};

std::filesystem::path path_of(const Descriptor& buffer) {
    return fmt::format("/proc/self/fd/{}", buffer.get());
}

/// A list of all jobs of a large cluster has some megabytes.
std::string text_of(const Descriptor& buffer) {
    std::string text;
    std::string piece(1 << 16, '\0');
    while (true) {
        const ssize_t got = pread(buffer.get(), piece.data(), piece.size(), static_cast<off_t>(text.size()));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        text.append(piece, 0, static_cast<std::size_t>(got));
    }
}

}  // namespace

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Call::Call(std::vector<std::string> arguments, double time_limit)
    : out_(new_buffer("slurm-out")), err_(new_buffer("slurm-err")), began_(steady_seconds()), limit_(time_limit) {
    const std::filesystem::path program = arguments.at(0);
    try {
        process_ = std::make_unique<process::Process>(process::ProcessPlan{.program = program,
                                                                           .arguments = std::move(arguments),
                                                                           .environment = {},
                                                                           .folder = "/",
                                                                           .in = "/dev/null",
                                                                           .out = path_of(out_),
                                                                           .err = path_of(err_),
                                                                           .withheld = misleading});
    } catch (const process::CouldNotRun& failure) {
        throw std::runtime_error(process::why_not_run(program, failure.code));
    }
}

bool Call::is_over() {
    if (process_->has_ended()) return true;
    if (steady_seconds() - began_ < limit_) return false;
    process_->end_by_force();
    return process_->has_ended();
}

CallResult Call::result() {
    const int status = process_->finish().status;
    return {.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .out = text_of(out_),
            .err = text_of(err_),
            .seconds = steady_seconds() - began_};
}

CallResult result_of(std::vector<std::string> arguments, double time_limit) {
    constexpr int between_looks = 200;  // milliseconds
    Call call(std::move(arguments), time_limit);
    while (!call.is_over()) {
        pollfd entry = {call.descriptor(), POLLIN, 0};
        poll(&entry, 1, between_looks);
    }
    return call.result();
}

}  // namespace sweetspot::slurm

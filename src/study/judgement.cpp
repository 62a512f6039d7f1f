#include "study/judgement.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "base/byte_text.hpp"
#include "base/check.hpp"
#include "base/number_text.hpp"
#include "process/excerpt.hpp"
#include "study/objective_protocol.hpp"

namespace sweetspot::study {
namespace {

using namespace process;

/// What it said last, as the end of a sentence: on standard error, or else on standard output.
std::string last_words(const WorkDirectory& work) {
    if (const std::string words = last_lines(read_end(work.err)); !words.empty()) {
        return fmt::format("; its standard error ends: {}", words);
    }
    if (const std::string words = last_lines(read_end(work.out)); !words.empty()) {
        return fmt::format("; its standard output ends: {}", words);
    }
    return "; it printed nothing";
}

Outcome read_result(ObjectiveFormat format, ResultSource source, const WorkDirectory& work, const ResultNames& names) {
    const bool from_file = source == ResultSource::file;
    const auto found = read_beginning(from_file ? work.results : work.out);
    if (!found) {
        return EvaluationFailure{FailureKind::no_results_file,
                                 fmt::format("it ended well but left no results file {}{}",
                                             work.results.filename().string(), last_words(work))};
    }
    const std::string_view where = from_file ? "its results file" : "its standard output";
    if (!found->is_whole) {
        return EvaluationFailure{FailureKind::unparsable,
                                 fmt::format("{} has more than {} bytes and begins \"{}\"; a result is one line", where,
                                             most_result_bytes, excerpt(found->text))};
    }
    return parse_result(format, found->text, where, names);
}

std::string signal_text(int number) {
    const char* description = sigdescr_np(number);
    const char* hint = number == SIGKILL ? ", often sent by the kernel when memory is short" : "";
    return fmt::format("signal {} ({}{}) ended it", number, description != nullptr ? description : "unknown", hint);
}

/// A shell that has waited for a child ends with 128 and the number of the signal that ended the child.
bool was_ended_by(int status, int signal) {
    constexpr int by_a_child = 128;
    return WIFSIGNALED(status) ? WTERMSIG(status) == signal : WEXITSTATUS(status) == by_a_child + signal;
}

bool is_among(const std::string& text, auto&&... parts) {
    const std::array<std::string_view, sizeof...(parts)> all = {parts...};
    return std::ranges::any_of(all, [&](std::string_view part) { return text.find(part) != std::string::npos; });
}

/// SIGXCPU means nothing else. A process that does not mind it gets SIGKILL, as from others; it has then used more than
/// its limit, give or take that the kernel keeps the limit by another count than the one it reports.
bool used_up_its_time(const ProcessEnd& end, double limit, const std::string& said) {
    constexpr double nearly = 0.9;
    return was_ended_by(end.status, SIGXCPU) || is_among(said, "SIGXCPU", "CPU time limit exceeded") ||
           (was_ended_by(end.status, SIGKILL) && end.cpu_seconds >= nearly * limit);
}

/// It came near its limit, or says itself that it was refused memory.
bool ran_out_of_memory(double peak, double limit, const std::string& said) {
    constexpr double near = 0.8;  // of the address space, which is more than what is resident
    return (peak >= near * limit && peak <= limit) ||
           is_among(said, "bad_alloc", "Cannot allocate memory", "MemoryError", "ut of memory", "OutOfMemory",
                    "emory exhausted", "failed to map segment from shared object");
}

}  // namespace

Outcome judge(ObjectiveFormat format, ResultSource source, const WorkDirectory& work, int status,
              const ResultNames& names) {
    if (WIFSIGNALED(status)) {
        return EvaluationFailure{FailureKind::signal, signal_text(WTERMSIG(status)) + last_words(work)};
    }
    Outcome result = read_result(format, source, work, names);
    if (WEXITSTATUS(status) == 0) return result;
    const auto* failure = std::get_if<EvaluationFailure>(&result);
    if (failure != nullptr && failure->kind == FailureKind::reported) return result;
    return EvaluationFailure{FailureKind::exit_status,
                             fmt::format("it ended with status {}{}", WEXITSTATUS(status), last_words(work))};
}

EvaluationFailure timeout_failure(double seconds, const WorkDirectory& work) {
    return {FailureKind::timeout,
            fmt::format("it still ran after {} seconds and was ended{}", seconds, last_words(work))};
}

std::optional<EvaluationFailure> limit_failure(const EvaluationResources& limits, const ProcessEnd& end,
                                               const WorkDirectory& work) {
    if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0) return std::nullopt;
    const std::string said = read_end(work.err);
    if (limits.cpu_time && used_up_its_time(end, *limits.cpu_time, said)) {
        return EvaluationFailure{FailureKind::timeout, fmt::format("it used {} s of processor time and was ended{}",
                                                                   number_text(*limits.cpu_time), last_words(work))};
    }
    if (limits.memory && ran_out_of_memory(end.peak_memory, *limits.memory, said)) {
        return EvaluationFailure{FailureKind::out_of_memory,
                                 fmt::format("it ran out of memory, of which it may use {}{}",
                                             bytes_text(*limits.memory), last_words(work))};
    }
    return std::nullopt;
}

}  // namespace sweetspot::study

#include "study/judgement.hpp"

#include <sys/wait.h>

#include <csignal>
#include <cstring>

#include "base/check.hpp"
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

}  // namespace sweetspot::study

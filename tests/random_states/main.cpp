// Random states through `suggest` in process: a point inside the box or one sentence, never a crash, a NaN or a hang.
//
//     random_states --states 10000 [--first 0] [--seed 1] [--workers 2] [--patience 300] [--sentences]
//     random_states --only 12345 [--seed 1] [--tame]     prints the state and what comes of it
//
// A finding is one line with the number of its state. Times are of the processor. A state is slow where it takes ten
// times as long as the tame state of its number, which has the same size; one that takes `patience` seconds is ended.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "random_states/check_state.hpp"

namespace sweetspot::random_states {
namespace {

constexpr double slow = 10;           // times the usual
constexpr double unnoticed = 0.2;     // seconds; below, nobody waits
constexpr double unusual = 20;        // seconds, where the tame state is refused and so no measure
constexpr double least_usual = 0.02;  // seconds: a tame state that is refused at once is no measure
constexpr std::uint64_t with_threads_every = 97;
constexpr std::uint64_t with_best_every = 8;

struct Run {
    std::uint64_t seed = 1;
    std::uint64_t first = 0;
    std::uint64_t states = 10000;
    std::uint64_t workers = std::max(1u, std::thread::hardware_concurrency());
    std::uint64_t patience = 300;
    std::uint64_t only = 0;
    enum class What { all, only, tame } what = What::all;
    enum class Sentences { counted, told } sentences = Sentences::counted;
};

/// What the workers share.
struct Board {
    std::atomic<std::uint64_t> next;
    std::atomic<std::uint64_t> end;  ///< one beyond the last
    std::array<std::atomic<std::uint64_t>, 4> verdicts;
    std::atomic<std::uint64_t> findings;
    std::array<std::atomic<std::uint64_t>, 256> current;  ///< of each worker
};

/// Ctrl-C ends a run with its summary.
volatile std::sig_atomic_t asked_to_end = 0;

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// One write, so that lines of several workers do not mix.
void tell(const std::string& line) {
    const std::string whole = line + "\n";
    if (write(STDOUT_FILENO, whole.data(), whole.size()) < 0) std::abort();
}

Asked asked_of(std::uint64_t number) {
    return number % with_best_every == 0 ? Asked::best_as_well : Asked::suggestion;
}

/// Nothing where there is no suggestion: a refusal takes no time.
std::optional<double> seconds_of(const DrawnState& drawn, Asked asked) {
    const double begin = processor_seconds();
    if (verdict_of(drawn, asked).kind != Verdict::Kind::point) return std::nullopt;
    return processor_seconds() - begin;
}

/// How many times the usual time of its size a state took, where that was noticed; measured again before it is said.
std::string slowness(const Run& run, std::uint64_t number, const DrawnState& drawn, double seconds) {
    if (seconds < unnoticed) return "";
    const auto tame = seconds_of(draw_state(run.seed, number, Numbers::tame), asked_of(number));
    if (!tame) return seconds < unusual ? "" : fmt::format("it takes {:.2f} s", seconds);
    const double usual = std::max(least_usual, *tame);
    if (seconds < slow * usual) return "";
    seconds = std::min(seconds, seconds_of(drawn, asked_of(number)).value_or(seconds));
    if (seconds < slow * usual) return "";
    return fmt::format("it takes {:.2f} s, {:.1f} times the usual {:.3f} s", seconds, seconds / usual, usual);
}

/// A finding, or nothing.
std::string look_at(const Run& run, std::uint64_t number, Board& board) {
    const DrawnState drawn = draw_state(run.seed, number, Numbers::wild);
    const double begin = processor_seconds();
    const Verdict verdict = verdict_of(drawn, asked_of(number));
    const double seconds = processor_seconds() - begin;
    ++board.verdicts[static_cast<std::size_t>(verdict.kind)];
    if (verdict.kind == Verdict::Kind::wrong) return verdict.text;
    if (run.sentences == Run::Sentences::told && !verdict.text.empty())
        tell(fmt::format("sentence {} {}", number, verdict.text));
    if (number % with_threads_every == 0) {
        if (std::string complaint = complaint_of_threads(drawn); !complaint.empty()) return complaint;
    }
    return slowness(run, number, drawn, seconds);
}

/// SIGPROF after `patience` seconds of the processor ends the worker: its state hangs.
void arm(std::uint64_t patience) {
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(patience);
    setitimer(ITIMER_PROF, &timer, nullptr);
}

[[noreturn]] void work(const Run& run, Board& board, std::size_t place) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    for (;;) {
        const std::uint64_t number = board.next++;
        if (number >= board.end) std::exit(EXIT_SUCCESS);
        board.current[place] = number;
        arm(run.patience);
        const std::string finding = look_at(run, number, board);
        if (finding.empty()) continue;
        ++board.findings;
        tell(fmt::format("state {}: {}", number, finding));
    }
}

pid_t start_worker(const Run& run, Board& board, std::size_t place) {
    std::cout.flush();
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("random_states: no process can be started");
    if (child == 0) work(run, board, place);
    return child;
}

std::string end_of(int status, const Run& run) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
        return fmt::format("it hangs: {} s of the processor were not enough", run.patience);
    if (WIFSIGNALED(status)) return fmt::format("it crashes: {}", strsignal(WTERMSIG(status)));
    return fmt::format("it ends the program with status {}", WEXITSTATUS(status));
}

int run_all(const Run& run) {
    void* memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("random_states: no shared memory");
    Board& board = *new (memory) Board{};
    board.next = run.first;
    board.end = run.first + run.states;
    struct sigaction ending {};  // without SA_RESTART, so that it wakes wait()
    ending.sa_handler = [](int /*signal*/) { asked_to_end = 1; };
    sigaction(SIGINT, &ending, nullptr);
    sigaction(SIGTERM, &ending, nullptr);
    std::vector<pid_t> workers;
    for (std::size_t k = 0; k < run.workers; ++k) workers.push_back(start_worker(run, board, k));
    for (std::size_t running = workers.size(); running > 0;) {
        int status = 0;
        const pid_t child = wait(&status);
        if (asked_to_end != 0) board.end = std::min<std::uint64_t>(board.end, board.next);
        if (child < 0) continue;
        const auto place = static_cast<std::size_t>(std::ranges::find(workers, child) - workers.begin());
        if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) {
            --running;
            continue;
        }
        ++board.findings;
        tell(fmt::format("state {}: {}", board.current[place].load(), end_of(status, run)));
        workers[place] = start_worker(run, board, place);
    }
    tell(fmt::format("seed {}, states {} to {}: {} suggestions, {} refused, {} numerical breakdowns; {} findings",
                     run.seed, run.first, board.end - 1, board.verdicts[0].load(), board.verdicts[1].load(),
                     board.verdicts[2].load(), board.findings.load()));
    return board.findings == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int run_one(const Run& run) {
    const Numbers numbers = run.what == Run::What::tame ? Numbers::tame : Numbers::wild;
    const DrawnState drawn = draw_state(run.seed, run.only, numbers);
    tell(drawn.state.dump());
    if (!drawn.pending.empty() || !drawn.failed.empty())
        tell(fmt::format("pending {}, failed {}", drawn.pending.dump(), drawn.failed.dump()));
    const double begin = processor_seconds();
    const Verdict verdict = verdict_of(drawn, asked_of(run.only));
    constexpr std::array words = {"a suggestion", "refused", "numerical breakdown", "wrong"};
    tell(fmt::format("{}: {} ({:.3f} s)", words[static_cast<std::size_t>(verdict.kind)], verdict.text,
                     processor_seconds() - begin));
    return verdict.kind == Verdict::Kind::wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

Run run_from(const std::vector<std::string_view>& arguments) {
    Run run;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view word = arguments[i];
        if (word == "--tame") {
            run.what = Run::What::tame;
            continue;
        }
        if (word == "--sentences") {
            run.sentences = Run::Sentences::told;
            continue;
        }
        if (i + 1 == arguments.size()) throw std::invalid_argument(fmt::format("{}: a number is missing", word));
        const std::string_view text = arguments[++i];
        std::uint64_t number = 0;
        const auto [rest, error] = std::from_chars(text.begin(), text.end(), number);
        if (error != std::errc() || rest != text.end())
            throw std::invalid_argument(fmt::format("{}: \"{}\" is no whole number", word, text));
        if (word == "--only" && run.what == Run::What::all) run.what = Run::What::only;
        std::uint64_t& place = word == "--seed"       ? run.seed
                               : word == "--first"    ? run.first
                               : word == "--states"   ? run.states
                               : word == "--workers"  ? run.workers
                               : word == "--patience" ? run.patience
                               : word == "--only"     ? run.only
                                                  : throw std::invalid_argument(fmt::format("unknown option {}", word));
        place = number;
    }
    run.workers = std::clamp<std::uint64_t>(run.workers, 1, std::tuple_size_v<decltype(Board::current)>);
    return run;
}

}  // namespace
}  // namespace sweetspot::random_states

int main(int argc, char** argv) {
    using namespace sweetspot::random_states;
    try {
        const Run run = run_from({argv + 1, argv + argc});
        return run.what == Run::What::all ? run_all(run) : run_one(run);
    } catch (const std::exception& error) {
        std::cerr << "random_states: " << error.what() << '\n';
        return 2;
    }
}

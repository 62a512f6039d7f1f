#include "study/slurm/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "base/whole_text.hpp"
#include "process/descriptor.hpp"
#include "study/slurm/job_script.hpp"

namespace sweetspot::slurm {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string_view what, const fs::path& path, const std::string& why) {
    throw std::runtime_error(fmt::format("cannot {} {}: {}; jobs and sweetspot talk to each other by files there", what,
                                         path.string(), why));
}

void sync(const fs::path& path, int flags) {
    const process::Descriptor file(open(path.c_str(), flags | O_CLOEXEC));
    if (!file || fsync(file.get()) != 0) fail("write", path, std::strerror(errno));
}

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return whole_text(file);
}

std::string line_of(const fs::path& path) {
    const std::string text = text_of(path);
    return text.substr(0, text.find('\n'));
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code gone;
    for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end; entry.increment(gone)) {
        names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

/// The number behind a prefix; 0 if it is not that.
Index number_behind(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return 0;
    name.remove_prefix(prefix.size());
    Index number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc() && end == name.data() + name.size() ? number : 0;
}

/// Lines of a name and a value, as the job writes them.
std::map<std::string, std::string> words_in(const fs::path& path) {
    std::istringstream text(text_of(path));
    std::map<std::string, std::string> words;
    std::string name;
    std::string value;
    while (text >> name >> value) words[name] = value;
    return words;
}

/// 0 where there is none that a T can hold: a file may be cut short.
template <class T>
T number_in(const std::string& word) {
    T number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

double seconds_between(double begin, double end) {
    const double seconds = end - begin;
    return std::isfinite(seconds) ? std::max(0.0, seconds) : 0;
}

timespec changed_at(const fs::path& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? status.st_mtim : timespec{};
}

}  // namespace

std::string TrialKey::word() const {
    return fmt::format("{}-{}", number, attempt);
}

std::string job_of(const std::string& run) {
    return run.substr(0, run.find('-'));
}

Folder::Folder(fs::path root) : root_(std::move(root)) {
    for (const char* name : {"runs", "new", "waiting", "taken", "stop", "excluded"}) {
        std::error_code failed;
        fs::create_directories(root_ / name, failed);
        if (failed) fail("make", root_ / name, failed.message());
    }
    if (text_of(script()) != job_script()) {
        write(script(), std::string(job_script()));
        fs::permissions(script(), fs::perms::owner_exec, fs::perm_options::add);
    }
}

fs::path Folder::log(const TrialKey& key, Index submission) const {
    return control(key) / fmt::format("log-{}", submission);
}

/// Beside its place, on disk, and then there: as a whole or not at all.
void Folder::write(const fs::path& file, const std::string& text) const {
    const fs::path fresh = root_ / "new" / fmt::format("{}.{}", file.filename().string(), getpid());
    {
        std::ofstream stream(fresh, std::ios::binary);
        stream << text;
        stream.close();
        if (!stream) fail("write", fresh, std::strerror(errno));
    }
    sync(fresh, O_RDONLY);
    std::error_code failed;
    fs::rename(fresh, file, failed);
    if (failed) fail("write", file, failed.message());
    sync(file.parent_path(), O_RDONLY | O_DIRECTORY);
}

bool Folder::holds(const TrialKey& key, const std::string& parameters, const std::string& suffix) const {
    const fs::path file = control(key) / ("parameters" + suffix);
    std::error_code ignored;
    return fs::exists(file, ignored) && text_of(file) == parameters;
}

void Folder::add(const TrialKey& key, const std::string& parameters, const std::string& suffix,
                 const std::string& run_script) {
    const fs::path fresh = root_ / "new" / fmt::format("trial-{}.{}", key.word(), getpid());
    std::error_code failed;
    fs::remove_all(fresh, failed);
    fs::create_directory(fresh, failed);
    if (failed) fail("make", fresh, failed.message());
    write(fresh / ("parameters" + suffix), parameters);
    write(fresh / "run.sh", run_script);
    fs::remove(root_ / "stop" / key.word(), failed);
    forget_runs(key);  // of one that was given up
    fs::rename(fresh, control(key), failed);
    if (failed) fail("make", control(key), failed.message());
    sync(root_, O_RDONLY | O_DIRECTORY);
}

void Folder::forget(const TrialKey& key) {
    std::error_code ignored;
    const fs::path gone = root_ / "new" / fmt::format("gone-{}.{}", key.word(), getpid());
    fs::remove_all(gone, ignored);
    fs::rename(control(key), gone, ignored);
    // Twice: a job that is being ended may just have made one more file.
    for (int round = 0; round < 2; ++round) fs::remove_all(gone, ignored);
    forget_runs(key);
}

void Folder::forget_runs(const TrialKey& key) {
    std::error_code ignored;
    const std::string beginning = key.word() + ".";
    for (const std::string& name : names_in(root_ / "runs")) {
        if (name.starts_with(beginning)) fs::remove(root_ / "runs" / name, ignored);
    }
}

std::vector<TrialKey> Folder::keys() const {
    std::vector<TrialKey> keys;
    for (const std::string& name : names_in(root_)) {
        const std::size_t dash = name.rfind('-');
        if (!name.starts_with("trial-") || dash < std::string_view("trial-0").size()) continue;
        const Index attempt = number_behind(name.substr(dash), "-");
        const std::string number = name.substr(0, dash);
        if (attempt == 0 || (number_behind(number, "trial-") == 0 && number != "trial-0")) continue;
        keys.push_back({number_behind(number, "trial-"), attempt});
    }
    return keys;
}

Index Folder::last_submission(const TrialKey& key) const {
    Index last = 0;
    for (const std::string& name : names_in(control(key))) last = std::max(last, number_behind(name, "submission-"));
    return last;
}

void Folder::intend(const TrialKey& key, Index submission, const std::string& job_name) {
    write(control(key) / fmt::format("submission-{}", submission), job_name + "\n");
}

void Folder::submitted(const TrialKey& key, Index submission, const std::string& job) {
    write(control(key) / fmt::format("job-{}", submission), job + "\n");
}

std::string Folder::intent(const TrialKey& key, Index submission) const {
    return line_of(control(key) / fmt::format("submission-{}", submission));
}

std::string Folder::job_of_submission(const TrialKey& key, Index submission) const {
    return line_of(control(key) / fmt::format("job-{}", submission));
}

Runs Folder::runs() const {
    Runs runs;
    for (const std::string& name : names_in(root_ / "runs")) {
        const std::size_t first = name.find('.');
        const std::size_t last = name.rfind('.');
        if (first == std::string::npos || first == last) continue;
        const std::string_view what = std::string_view(name).substr(last + 1);
        if (what != "started" && what != "ended") continue;
        auto& list = what == "ended" ? runs.ended : runs.started;
        list[name.substr(0, first)].push_back(name.substr(first + 1, last - first - 1));
    }
    return runs;
}

std::optional<RunStart> Folder::start_of(const TrialKey& key, const std::string& run) const {
    auto words = words_in(root_ / "runs" / fmt::format("{}.{}.started", key.word(), run));
    if (!words.contains("submission")) return std::nullopt;
    return RunStart{.node = words["node"], .submission = number_in<Index>(words["submission"])};
}

std::optional<RunEnd> Folder::end_of(const TrialKey& key, const std::string& run) const {
    auto words = words_in(root_ / "runs" / fmt::format("{}.{}.ended", key.word(), run));
    if (!words.contains("can_run")) return std::nullopt;
    return RunEnd{.run = run,
                  .status = number_in<int>(words["status"]),
                  .node = words["node"],
                  .seconds = seconds_between(number_in<double>(words["began"]), number_in<double>(words["ended"])),
                  .asked = words["asked"] == "yes",
                  .can_run = words["can_run"] == "yes"};
}

double Folder::age(const fs::path& file) const {
    const timespec then = changed_at(file);
    if (then.tv_sec == 0) return 0;
    // What is written now shows what the file system takes for the time; its clock may not be ours.
    const fs::path clock = root_ / "new" / fmt::format("clock.{}", getpid());
    write(clock, "now\n");
    const timespec now = changed_at(clock);
    std::error_code ignored;
    fs::remove(clock, ignored);
    const auto seconds = static_cast<double>(now.tv_sec - then.tv_sec);
    return std::max(0.0, seconds + 1e-9 * static_cast<double>(now.tv_nsec - then.tv_nsec));
}

double Folder::seconds_since_start(const TrialKey& key, const std::string& run) const {
    return age(root_ / "runs" / fmt::format("{}.{}.started", key.word(), run));
}

double Folder::seconds_since_intent(const TrialKey& key, Index submission) const {
    return age(control(key) / fmt::format("submission-{}", submission));
}

std::string Folder::task_name(const TrialKey& key, Index submission) {
    return fmt::format("{:08}-{}-{}", key.number, key.attempt, submission);
}

void Folder::offer(const TrialKey& key, Index submission) {
    write(root_ / "waiting" / task_name(key, submission), key.word() + "\n");
}

bool Folder::withdraw(const TrialKey& key, Index submission) {
    std::error_code failed;
    const fs::path gone = root_ / "new" / fmt::format("withdrawn.{}", getpid());
    fs::rename(root_ / "waiting" / task_name(key, submission), gone, failed);
    const bool was_there = !failed;
    fs::remove(gone, failed);
    return was_there;
}

void Folder::ask_to_stop(const TrialKey& key) {
    write(root_ / "stop" / key.word(), "stop\n");
}

void Folder::exclude(const std::string& node) {
    write(root_ / "excluded" / node, "excluded\n");
}

void Folder::close() {
    write(root_ / "closed", "closed\n");
}

void Folder::open_again() {
    std::error_code ignored;
    fs::remove(root_ / "closed", ignored);
    for (const std::string& node : names_in(root_ / "excluded")) fs::remove(root_ / "excluded" / node, ignored);
}

Folder::Offered Folder::offered() const {
    Offered offered = {.waiting = names_in(root_ / "waiting"), .taken = {}};
    for (const std::string& name : names_in(root_ / "taken")) {
        const std::size_t point = name.find('.');
        if (point != std::string::npos) offered.taken[name.substr(0, point)] = name.substr(point + 1);
    }
    return offered;
}

void Folder::drop_taken(const TrialKey& key, Index submission) {
    const std::string beginning = task_name(key, submission) + ".";
    std::error_code ignored;
    for (const std::string& name : names_in(root_ / "taken")) {
        if (name.starts_with(beginning)) fs::remove(root_ / "taken" / name, ignored);
    }
}

}  // namespace sweetspot::slurm

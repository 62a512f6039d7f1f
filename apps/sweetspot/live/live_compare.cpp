#include "apps/sweetspot/live/live_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "apps/sweetspot/live/watched_study.hpp"
#include "apps/sweetspot/text/page_files.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::app {
namespace {

constexpr std::size_t least_compared_live = 2;
constexpr std::size_t most_compared_live = 8;
constexpr std::size_t most_comparisons_waiting = 8;
constexpr std::size_t most_comparisons_kept = 8;
/// That who asks waits for the page itself, before one that says that it is being made.
constexpr std::chrono::seconds patience_of_viewer{2};
/// A comparison is made again after so many times what it took.
constexpr double pause_after_comparison = 3;

double comparison_clock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// No place has the sign between them.
std::string choice_of(std::span<const FoundStudy> studies) {
    std::string choice;
    for (const FoundStudy& found : studies) choice += found.place + '\0';
    return choice;
}

/// As it is now, with a text that is another one whenever something has changed.
std::pair<ComparedStudy, std::string> read_for_comparison(const FoundStudy& found) {
    WatchedStudy watched(found.file);
    watched.look();
    const StudyConfig& config = watched.config();
    std::string version =
        fmt::format("{} {} {}\n", content_tag(config.text), stamp_of(config.storage.place).file, watched.version());
    return {ComparedStudy{watched.study(), watched.view(), found.place}, std::move(version)};
}

}  // namespace

LiveCompare::LiveCompare(std::string version, std::string script)
    : version_(std::move(version)), script_(std::move(script)) {
    const Page page{"Comparison", "The comparison is being made, and will be here in a moment.", {}};
    wait_page_ = live_text(served_page(page, {.script = script_, .home = "./", .state = ServedPage::State::awaited}));
}

LiveCompare::~LiveCompare() {
    end();
    if (thread_.joinable()) thread_.join();
}

void LiveCompare::end() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
}

const LiveCompare::Made* LiveCompare::made_just_now(const std::string& choice) const {
    const auto found = std::ranges::find(made_, choice, &Made::choice);
    if (found == made_.end()) return nullptr;
    const bool is_new = comparison_clock() < found->at + pause_after_comparison * found->seconds;
    return is_new ? &*found : nullptr;
}

const LiveCompare::Made* LiveCompare::kept(const std::string& choice, const std::string& version) const {
    const auto found = std::ranges::find(made_, choice, &Made::choice);
    if (found == made_.end()) return nullptr;
    return found->version == version ? &*found : made_just_now(choice);
}

bool LiveCompare::is_under_way(const std::string& choice) const {
    return computing_ == choice || std::ranges::find(waiting_, choice, &Job::choice) != waiting_.end();
}

bool LiveCompare::take(Job job) {
    if (waiting_.size() >= most_comparisons_waiting) return false;
    waiting_.push_back(std::move(job));
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_all();
    return true;
}

LiveCompare::Reply LiveCompare::reply(std::span<const FoundStudy> studies) {
    if (studies.size() < least_compared_live || studies.size() > most_compared_live) {
        return {400, nullptr,
                fmt::format("Choose two to eight different studies to compare, as /compare?s=PLACE&s=PLACE; this "
                            "address has {}.",
                            studies.size())};
    }
    const std::string choice = choice_of(studies);
    const auto reply_of = [](const Made& made) {
        return made.page ? Reply{200, made.page} : Reply{500, nullptr, made.trouble};
    };
    {
        const std::lock_guard lock(mutex_);
        if (const Made* made = made_just_now(choice)) return reply_of(*made);
    }
    Job job{choice, "", {}};
    try {
        const std::lock_guard lock(reading_);
        job.studies.reserve(studies.size());
        for (const FoundStudy& found : studies) {
            auto [study, version] = read_for_comparison(found);
            job.studies.push_back(std::move(study));
            job.version += version;
        }
    } catch (const std::exception& error) {
        return {400, nullptr, error.what()};
    }
    const std::string version = job.version;
    std::unique_lock lock(mutex_);
    if (const Made* made = kept(choice, version)) return reply_of(*made);
    if (!is_under_way(choice) && !take(std::move(job))) {
        return {503, nullptr, "Too many comparisons wait at this moment; ask again in a minute."};
    }
    changed_.wait_for(lock, patience_of_viewer, [&] { return ending_ || !is_under_way(choice); });
    const auto made = std::ranges::find(made_, choice, &Made::choice);
    if (!is_under_way(choice) && made != made_.end()) return reply_of(*made);
    if (ending_) return {503, nullptr, "The server ends."};
    return {202, wait_page_};
}

LiveCompare::Made LiveCompare::made_of(const Job& job) const {
    const double start = comparison_clock();
    Made made{.choice = job.choice, .version = job.version, .page = nullptr, .trouble = ""};
    try {
        const Page page = compare_page(job.studies, {.threads = 1, .version = version_, .now = date_and_time()});
        made.page =
            live_text(served_page(page, {.script = script_, .home = "./", .state = ServedPage::State::complete}));
    } catch (const std::exception& error) {
        made.trouble = error.what();
    }
    made.at = comparison_clock();
    made.seconds = made.at - start;
    return made;
}

void LiveCompare::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
        if (ending_) return;
        const Job job = std::move(waiting_.front());
        waiting_.pop_front();
        computing_ = job.choice;
        lock.unlock();
        Made made = made_of(job);
        lock.lock();
        std::erase_if(made_, [&](const Made& old) { return old.choice == made.choice; });
        made_.push_front(std::move(made));
        if (made_.size() > most_comparisons_kept) made_.pop_back();
        computing_.clear();
        changed_.notify_all();
    }
}

}  // namespace sweetspot::app

#include "apps/sweetspot/live/live_studies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

#include "apps/sweetspot/live/live_status.hpp"
#include "study/answer_words.hpp"
#include "sweetspot/page/page.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::app {
namespace {

constexpr double list_period = 1;             // seconds
constexpr double attention_for_list = 20;     // seconds after the last question
constexpr double idle_until_forgotten = 600;  // seconds
/// An answer is sought again after so many times what the last one took.
constexpr double pause_after_answer = 3;
constexpr std::string_view below_list = "/s/";

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// "../../../" of a place below /s/.
std::string way_up(const std::string& place) {
    std::string way = "../../";
    for (const char c : place) {
        if (c == '/') way += "../";
    }
    return way;
}

Json summary_of(const FoundStudy& found, const WatchedStudy& watched) {
    const StudyConfig& config = watched.config();
    const StudyView& view = watched.view();
    const Json status = live_status(config, view);
    double changed = 0;
    for (const Trial& trial : view.trials) changed = std::max(changed, trial.changed_at);
    return {{"place", found.place},
            {"name", config.name},
            {"description", config.description},
            {"done", status["done"]},
            {"budget", status["budget"]},
            {"running", status["running"].size()},
            {"stale", status["states"].value("stale", 0)},
            {"failed", status["states"].value("failed", 0)},
            {"begun", !view.trials.empty()},
            {"changed", changed},
            {"ends", status["ends"]},
            {"answer", nullptr},
            {"trouble", watched.file_trouble().empty() ? Json(nullptr) : Json(watched.file_trouble())}};
}

Json broken(const FoundStudy& found, const std::string& trouble) {
    return {{"place", found.place}, {"name", std::filesystem::path(found.place).stem().string()}, {"trouble", trouble}};
}

/// Null while there are too few values to say anything.
Json answer_in_short(const WatchedStudy& watched) {
    const auto known = [](const Trial& trial) { return trial.state == TrialState::complete; };
    if (std::ranges::none_of(watched.view().trials, known)) return nullptr;
    const Answer answer = answer_of(watched.study(), watched.view());
    if (answer.missing > 0) return nullptr;
    const ShownMeasure measure = shown_measure(watched.config().objective, answer.robust.measure);
    return {{"label", measure.name},
            {"value", measure.estimate.value},
            {"lower", measure.estimate.lower},
            {"upper", measure.estimate.upper},
            {"unit", measure.unit},
            {"words", measure.value()},
            {"interval", measure.interval()}};
}

}  // namespace

LiveStudies::LiveStudies(std::vector<std::string> given, std::string version, std::string script)
    : folder_(given), version_(std::move(version)), script_(std::move(script)) {
    if (given.size() == 1 && !std::filesystem::is_directory(given.front())) {
        one_ = std::make_shared<LiveStudy>(
            given.front(),
            LiveOptions{.threads = 1, .version = version_, .script = script_, .home = "", .file = given.front()});
        return;
    }
    list_page_ = live_text(studies_page(fmt::format("Studies in {}", folder_.name())));
    find_studies();
    thread_ = std::thread([this] { watch(); });
}

LiveStudies::~LiveStudies() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

std::vector<LiveStudies::EntryPtr> LiveStudies::entries() const {
    const std::lock_guard lock(mutex_);
    std::vector<EntryPtr> all;
    for (const auto& [place, entry] : entries_) all.push_back(entry);
    return all;
}

std::shared_ptr<const LiveStudy> LiveStudies::study_at(const std::string& path, std::string& rest) {
    if (one_) {
        rest = path;
        return one_;
    }
    if (!path.starts_with(below_list)) return nullptr;
    const std::string place = path.substr(below_list.size());
    EntryPtr found;  // the longest: a folder may have the name of a file
    for (const EntryPtr& entry : entries()) {
        const std::string& own = entry->found.place;
        if (place.starts_with(own + "/") && (!found || own.size() > found->found.place.size())) found = entry;
    }
    if (!found) return nullptr;
    rest = place.substr(found->found.place.size());
    const std::lock_guard lock(found->opening);
    if (!found->live) {
        const std::string up = way_up(found->found.place);
        found->live = std::make_shared<LiveStudy>(
            found->found.file,
            LiveOptions{
                .threads = 1, .version = version_, .script = up + script_, .home = up, .file = found->found.file});
    }
    return found->live;
}

std::optional<FoundStudy> LiveStudies::found_at(const std::string& place) const {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(place);
    if (entry == entries_.end()) return std::nullopt;
    return entry->second->found;
}

std::string LiveStudies::list() const {
    asked_at_ = seconds_now();
    std::vector<Json> studies;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [place, entry] : entries_) studies.push_back(entry->summary);
    }
    const auto changed = [](const Json& study) { return study.value("changed", 0.0); };
    std::ranges::stable_sort(studies, std::greater{}, changed);
    const double now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    return Json{{"title", folder_.name()}, {"now", now}, {"studies", studies}}.dump(-1, ' ', false,
                                                                                    Json::error_handler_t::replace);
}

void LiveStudies::find_studies() {
    std::map<std::string, EntryPtr> now;
    for (FoundStudy& found : folder_.studies()) {
        EntryPtr entry;
        {
            const std::lock_guard lock(mutex_);
            const auto known = entries_.find(found.place);
            if (known != entries_.end()) entry = known->second;
        }
        if (!entry) {
            entry = std::make_shared<Entry>();
            entry->found = found;
            look_at(*entry);
        }
        now[found.place] = std::move(entry);
    }
    const std::lock_guard lock(mutex_);
    entries_ = std::move(now);
}

void LiveStudies::set_summary(Entry& entry, Json summary) {
    const std::lock_guard lock(mutex_);
    entry.summary = std::move(summary);
}

void LiveStudies::look_at(Entry& entry) {
    try {
        if (!entry.watched) entry.watched = std::make_unique<WatchedStudy>(entry.found.file);
        entry.watched->look();
        const std::string version = entry.watched->version() + entry.watched->file_trouble();
        if (version == entry.version) return;
        Json summary = summary_of(entry.found, *entry.watched);
        // The answer so far stays until there is a new one.
        if (entry.summary.contains("answer")) summary["answer"] = entry.summary["answer"];
        set_summary(entry, std::move(summary));
        entry.version = version;
    } catch (const std::exception& error) {
        set_summary(entry, broken(entry.found, error.what()));
        entry.version.clear();
    }
}

double LiveStudies::answer_one() {
    for (const EntryPtr& entry : entries()) {
        if (!entry->watched || entry->version.empty() || entry->answered == entry->version) continue;
        const double start = seconds_now();
        Json summary = entry->summary;
        try {
            summary["answer"] = answer_in_short(*entry->watched);
        } catch (const std::exception& error) {
            summary["answer"] = nullptr;
            summary["trouble"] = error.what();
        }
        set_summary(*entry, std::move(summary));
        entry->answered = entry->version;
        return seconds_now() - start;
    }
    return 0;
}

void LiveStudies::forget_idle() {
    for (const EntryPtr& entry : entries()) {
        std::shared_ptr<LiveStudy> idle;  // ends outside the lock
        const std::unique_lock lock(entry->opening, std::try_to_lock);
        if (lock && entry->live && entry->live->idle_seconds() > idle_until_forgotten) idle = std::move(entry->live);
    }
}

void LiveStudies::watch() {
    double next_answer = -1e300;
    const auto is_ending = [&] {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::duration<double>(list_period), [&] { return ending_; });
    };
    while (!is_ending()) {
        forget_idle();
        if (seconds_now() - asked_at_ > attention_for_list) continue;
        find_studies();
        for (const EntryPtr& entry : entries()) look_at(*entry);
        if (seconds_now() < next_answer) continue;
        const double took = answer_one();
        next_answer = seconds_now() + pause_after_answer * took;
    }
}

}  // namespace sweetspot::app

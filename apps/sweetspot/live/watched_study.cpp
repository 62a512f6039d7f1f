#include "apps/sweetspot/live/watched_study.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "study/study_file.hpp"

namespace sweetspot::app {
namespace {

/// Seconds after which trials that run are looked at again, though nobody has changed anything: a process may be gone.
constexpr double between_views = 1;

double now_for_views() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string version_of(std::int64_t reading, const StudyView& view) {
    std::string version = fmt::format("{}:{}", reading, view.revision);
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::stale) version += fmt::format(":{}", trial.number);
    }
    return version;
}

}  // namespace

FileStamp stamp_of(const std::string& path) {
    struct stat found = {};
    if (stat(path.c_str(), &found) != 0) return {};
    constexpr std::int64_t second = 1'000'000'000;
    return {found.st_ino, found.st_mtim.tv_sec * second + found.st_mtim.tv_nsec, found.st_size};
}

WatchedStudy::WatchedStudy(std::string file)
    : file_(std::move(file)), file_stamp_(stamp_of(file_)), study_(Study(read_study_file(file_))) {
    version_ = version_of(reading_, view_);
}

void WatchedStudy::read_file() {
    const FileStamp stamp = stamp_of(file_);
    if (stamp == file_stamp_) return;
    file_stamp_ = stamp;
    try {
        StudyConfig config = read_study_file(file_);
        file_trouble_.clear();
        if (config.text == study_->config.text) return;
        Study study(std::move(config));
        // Refused where the trials are of other parameters.
        if (store_exists(study.config.storage)) static_cast<void>(open_store(study.config, Store::Open::reading));
        if (study.config.storage != study_->config.storage) view_ = {};
        study_ = std::move(study);
        store_.reset();
        ++reading_;
    } catch (const std::exception& error) {
        file_trouble_ = error.what();
    }
}

/// A store may come into being, go, and come again as another one.
void WatchedStudy::follow_store() {
    const StorageConfig& storage = config().storage;
    const FileStamp stamp = storage.kind == "sqlite" ? stamp_of(storage.place) : FileStamp{};
    if (store_ && stamp.file != store_stamp_.file) store_.reset();
    if (store_) return;
    if (!store_exists(storage)) {
        if (view_.trials.empty()) return;
        throw std::runtime_error(fmt::format("{} is not there any more", storage.shown()));
    }
    store_ = open_store(config(), Store::Open::reading);
    store_stamp_ = stamp;
    ++reading_;
    viewed_at_ = -1e300;
}

bool WatchedStudy::may_have_changed() const {
    if (viewed_at_ < 0 || store_->revision() != view_.revision) return true;
    const auto runs = [](const Trial& trial) { return trial.state == TrialState::running; };
    return now_for_views() >= viewed_at_ + between_views && std::ranges::any_of(view_.trials, runs);
}

void WatchedStudy::look() {
    read_file();
    follow_store();
    if (store_ && may_have_changed()) {
        view_ = store_->view();
        viewed_at_ = now_for_views();
    }
    version_ = version_of(reading_, view_);
}

}  // namespace sweetspot::app

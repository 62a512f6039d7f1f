#include "study/memory_store.hpp"

#include <chrono>
#include <mutex>

#include "base/check.hpp"
#include "process/process_identity.hpp"
#include "study/store_kinds.hpp"

namespace sweetspot {

/// What the runners of a study share.
struct MemoryStore::Contents {
    struct Entry {
        Trial trial;
        std::weak_ptr<const int> owner = {};  ///< of one that is running
    };

    std::mutex mutex = {};
    std::int64_t revision = 0;
    std::int64_t last_added = 0;  ///< the revision at which trials were last added
    std::vector<Entry> entries = {};

    /// Stamps a change of the trial; `owner` has it if it is running.
    static void claim(Entry& entry, const std::shared_ptr<const int>& owner) {
        entry.owner.reset();
        entry.trial.runner.clear();
        if (entry.trial.state == TrialState::running) {
            entry.owner = owner;
            entry.trial.runner = process::own_name();
        }
        entry.trial.changed_at =
            std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    }

    static bool is_lost(const Entry& entry) {
        return entry.trial.state == TrialState::running && entry.owner.expired();
    }

    /// As others see it.
    static Trial seen(const Entry& entry) {
        Trial trial = entry.trial;
        if (is_lost(entry)) trial.state = TrialState::stale;
        return trial;
    }

    [[nodiscard]] Entry& at(Index number) {
        require(number >= 0 && number < std::ssize(entries), "the study in memory has no trial {}", number);
        return entries[static_cast<std::size_t>(number)];
    }
};

MemoryStore::MemoryStore() : MemoryStore(std::make_shared<Contents>()) {}
MemoryStore::MemoryStore(std::shared_ptr<Contents> contents)
    : contents_(std::move(contents)), life_(std::make_shared<const int>(0)) {}
MemoryStore::~MemoryStore() = default;

std::unique_ptr<MemoryStore> MemoryStore::shared() const {
    return std::unique_ptr<MemoryStore>(new MemoryStore(contents_));
}

std::int64_t MemoryStore::revision() const {
    const std::lock_guard lock(contents_->mutex);
    return contents_->revision;
}

StudyView MemoryStore::view() const {
    const std::lock_guard lock(contents_->mutex);
    StudyView view{contents_->revision, {}};
    for (const Contents::Entry& entry : contents_->entries) view.trials.push_back(Contents::seen(entry));
    return view;
}

Trial MemoryStore::trial(Index number) const {
    const std::lock_guard lock(contents_->mutex);
    return Contents::seen(contents_->at(number));
}

std::optional<Index> MemoryStore::add_all(std::span<const Trial> trials, std::int64_t revision) {
    const std::lock_guard lock(contents_->mutex);
    if (contents_->last_added > revision) return std::nullopt;
    const Index first = std::ssize(contents_->entries);
    for (const Trial& trial : trials) {
        Contents::Entry entry{trial};
        entry.trial.number = std::ssize(contents_->entries);
        Contents::claim(entry, life_);
        entry.trial.asked_at = entry.trial.changed_at;
        contents_->entries.push_back(std::move(entry));
    }
    if (!trials.empty()) contents_->last_added = ++contents_->revision;
    return first;
}

bool MemoryStore::take(Index number) {
    const std::lock_guard lock(contents_->mutex);
    if (number < 0 || number >= std::ssize(contents_->entries)) return false;
    Contents::Entry& entry = contents_->at(number);
    if (entry.trial.state != TrialState::waiting && entry.trial.state != TrialState::stale) return false;
    entry.trial.state = TrialState::running;
    Contents::claim(entry, life_);
    ++contents_->revision;
    return true;
}

void MemoryStore::update(const Trial& trial) {
    const std::lock_guard lock(contents_->mutex);
    Contents::Entry& entry = contents_->at(trial.number);
    entry.trial.state = trial.state;
    entry.trial.x = trial.x;
    entry.trial.measurement = trial.measurement;
    entry.trial.failure = trial.failure;
    entry.trial.attempts = trial.attempts;
    entry.trial.seconds = trial.seconds;
    entry.trial.work_directory = trial.work_directory;
    Contents::claim(entry, life_);
    ++contents_->revision;
}

std::vector<Index> MemoryStore::release_lost(OtherMachines /*others*/) {
    const std::lock_guard lock(contents_->mutex);
    std::vector<Index> lost;
    for (Contents::Entry& entry : contents_->entries) {
        if (!Contents::is_lost(entry)) continue;
        entry.trial.state = TrialState::stale;
        Contents::claim(entry, nullptr);
        lost.push_back(entry.trial.number);
    }
    if (!lost.empty()) ++contents_->revision;
    return lost;
}

StoreKind memory_store() {
    return {"memory",
            [](const std::string&) -> std::string { return "\"memory:\", which keeps nothing when the program ends"; },
            [](std::string_view text, const std::filesystem::path&) -> std::string {
                require(text.empty(), "it is \"memory:{}\"; nothing follows the colon", text);
                return "";
            },
            [](const StudyConfig&, Store::Open how) -> std::unique_ptr<Store> {
                require(how == Store::Open::create_if_missing, "a study in memory cannot be opened again");
                return std::make_unique<MemoryStore>();
            },
            [](const StorageConfig&) { return false; },
            [](const StorageConfig&) -> std::string {
                throw std::invalid_argument("a study in memory cannot be opened again");
            },
            [](const StudyConfig& config) { return config.folder / (config.file_name() + "-work"); },
            [](const std::string&) -> std::vector<std::string> {
                throw std::invalid_argument("what is in memory cannot be opened again");
            },
            [](const StudyConfig&, const StudyView&) {
                throw std::invalid_argument("a copy in memory would end with the program");
            }};
}

}  // namespace sweetspot

#include "sweetspot/study/store.hpp"

#include "base/check.hpp"
#include "storage/postgres_url.hpp"
#include "study/store_kinds.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

const StoreKind& kind_of(const StorageConfig& storage) {
    std::vector<std::string> known;
    for (const StoreKind& kind : store_kinds()) {
        if (kind.name == storage.kind) return kind;
        known.emplace_back(kind.name);
    }
    throw std::invalid_argument(unknown_name("kind of store", storage.kind, known));
}

}  // namespace

#define SWEETSPOT_LISTED(member) member(),

const std::vector<StoreKind>& store_kinds() {
    static const std::vector<StoreKind> kinds = {SWEETSPOT_STORES(SWEETSPOT_LISTED)};
    return kinds;
}

#undef SWEETSPOT_LISTED

StorageConfig storage_from(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
    const std::size_t colon = text.find(':');
    std::string forms;
    for (const StoreKind& kind : store_kinds()) {
        const std::string_view word = text.substr(0, colon);
        if (colon != std::string_view::npos && !word.empty() && (word == kind.name || word == kind.other_name)) {
            return {std::string(kind.name), kind.place(text.substr(colon + 1), folder), kind.holds_several ? name : ""};
        }
        forms += (forms.empty() ? "" : "; or ") + kind.forms(name);
    }
    throw std::invalid_argument(fmt::format("it is \"{}\"; it must be {}", storage::without_password(text), forms));
}

std::unique_ptr<Store> open_store(const StudyConfig& config, Store::Open how) {
    if (how == Store::Open::create_if_missing && !store_exists(config.storage)) require_free_names(config);
    return kind_of(config.storage).open(config, how);
}

bool store_exists(const StorageConfig& storage) {
    return kind_of(storage).exists(storage);
}

std::string stored_study_file(const StorageConfig& storage) {
    return kind_of(storage).study_file(storage);
}

std::vector<std::string> studies_in(const StorageConfig& storage) {
    return kind_of(storage).studies(storage.place);
}

void copy_study(const StudyConfig& config, StudyView view) {
    for (Trial& trial : view.trials) {
        if (trial.state == TrialState::running) trial.state = TrialState::stale;
    }
    kind_of(config.storage).make_copy(config, view);
}

std::optional<Index> Store::take_next(std::optional<TrialSource> only) {
    for (const Trial& trial : view().trials) {
        const bool waits = trial.state == TrialState::waiting || trial.state == TrialState::stale;
        if (waits && (!only || trial.source == *only) && take(trial.number)) return trial.number;
    }
    return std::nullopt;
}

std::string StorageConfig::shown() const {
    const std::string where = place.empty() ? kind : storage::without_password(place);
    return study.empty() ? where : fmt::format("study \"{}\" in {}", study, where);
}

std::filesystem::path work_folder(const StudyConfig& config) {
    return kind_of(config.storage).work_folder(config);
}

}  // namespace sweetspot

#include "sweetspot/report/kept_files.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "process/excerpt.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_trials_with_files = 200;
constexpr std::size_t most_files = 20;
constexpr std::size_t most_output = 200'000;  // bytes, of all together

void list_files(const fs::path& folder, KeptFiles& kept) {
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code none;
        const bool plain = entry->is_regular_file(none);
        const std::uintmax_t size = plain ? entry->file_size(none) : 0;
        const bool folder_like = entry->is_directory(none);
        kept.files.push_back(
            {entry->path().filename().string() + (folder_like ? "/" : ""), plain ? std::optional(size) : std::nullopt});
    }
    std::ranges::sort(kept.files, {}, &KeptFiles::File::name);
    if (kept.files.size() <= most_files) return;
    kept.more_files = std::ssize(kept.files) - static_cast<Index>(most_files);
    kept.files.resize(most_files);
}

}  // namespace

std::vector<KeptFiles> kept_files(const StudyConfig& config, const StudyView& view) {
    std::vector<const Trial*> order;
    for (const Trial& trial : view.trials) {
        if (!trial.work_directory.empty()) order.push_back(&trial);
    }
    std::ranges::reverse(order);
    std::stable_partition(order.begin(), order.end(), [](const Trial* trial) { return trial->failure.has_value(); });
    if (order.size() > most_trials_with_files) order.resize(most_trials_with_files);
    const fs::path above = work_folder(config).parent_path();
    std::vector<KeptFiles> all;
    std::size_t output = 0;
    for (const Trial* trial : order) {
        KeptFiles kept{.number = trial->number, .files = {}, .more_files = 0, .stdout_end = {}, .stderr_end = {}};
        const fs::path folder = above / trial->work_directory;
        list_files(folder, kept);
        if (kept.files.empty()) continue;
        if (output < most_output) {
            kept.stdout_end = process::end_of_output(folder / "stdout");
            kept.stderr_end = process::end_of_output(folder / "stderr");
            output += kept.stdout_end.size() + kept.stderr_end.size();
        }
        all.push_back(std::move(kept));
    }
    return all;
}

}  // namespace sweetspot

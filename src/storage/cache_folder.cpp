#include "storage/cache_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "storage/fingerprint.hpp"

namespace sweetspot::storage {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".kept";
constexpr std::string_view first_line = "sweetspot kept 1\n";

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// First line, sum, contents.
std::string sum_of(std::string_view contents) {
    Fingerprint sum;
    sum.add(contents);
    return sum.word() + "\n";
}

std::optional<std::string> read_all(const fs::path& path) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return std::nullopt;
    std::string result;
    char buffer[1 << 16];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) result.append(buffer, count);
    return result;
}

bool write_all(const fs::path& path, std::string_view header, std::string_view contents) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) return false;
    const bool written = std::fwrite(header.data(), 1, header.size(), file) == header.size() &&
                         std::fwrite(contents.data(), 1, contents.size(), file) == contents.size();
    return std::fclose(file) == 0 && written;
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::optional<CacheFolder> CacheFolder::of_user() {
    const std::string chosen = environment("SWEETSPOT_CACHE");
    if (chosen == "off") return std::nullopt;
    if (!chosen.empty()) return CacheFolder(chosen);
    const std::string caches = environment("XDG_CACHE_HOME");
    if (fs::path(caches).is_absolute()) return CacheFolder(fs::path(caches) / "sweetspot");
    const std::string home = environment("HOME");
    if (!fs::path(home).is_absolute()) return std::nullopt;
    return CacheFolder(fs::path(home) / ".cache" / "sweetspot");
}

std::optional<std::string> CacheFolder::get(const std::string& key) const {
    const std::optional<std::string> all = read_all(folder_ / (key + std::string(suffix)));
    if (!all) return std::nullopt;
    const std::size_t header = first_line.size() + sum_of("").size();
    if (all->size() < header || !all->starts_with(first_line)) return std::nullopt;
    std::string contents = all->substr(header);
    if (all->substr(first_line.size(), header - first_line.size()) != sum_of(contents)) return std::nullopt;
    return contents;
}

void CacheFolder::put(const std::string& key, std::string_view contents) const noexcept {
    try {
        std::error_code failed;
        fs::create_directories(folder_, failed);
        const fs::path to = folder_ / (key + std::string(suffix));
        const fs::path from = folder_ / (key + "." + std::to_string(::getpid()) + ".part");
        const bool written = write_all(from, std::string(first_line) + sum_of(contents), contents);
        if (written) fs::rename(from, to, failed);
        if (!written || failed) fs::remove(from, failed);
        drop_oldest();
    } catch (...) {  // what is not kept is made again
    }
}

void CacheFolder::drop_oldest() const {
    std::vector<std::pair<fs::file_time_type, fs::path>> entries;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, failed)) {
        const fs::path& path = entry.path();
        if (path.extension() == suffix) entries.emplace_back(entry.last_write_time(failed), path);
    }
    if (entries.size() <= most_entries) return;
    std::ranges::sort(entries);
    for (std::size_t i = 0; i < entries.size() - most_entries; ++i) fs::remove(entries[i].second, failed);
}

}  // namespace sweetspot::storage

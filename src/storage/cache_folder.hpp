// A folder of things that can be made again: each under a key that names all that it depends on, so that one that is
// there is right, and one that is not, or is damaged, is only slower. Where nothing can be written nothing is kept.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sweetspot::storage {

class CacheFolder {
  public:
    explicit CacheFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
    /// $SWEETSPOT_CACHE, or sweetspot in $XDG_CACHE_HOME or in ~/.cache. Nothing where SWEETSPOT_CACHE is "off", or no
    /// home is known.
    [[nodiscard]] static std::optional<CacheFolder> of_user();

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

    /// What was put under this key; nothing where there is none, or it is not as it was put. The key is a word.
    [[nodiscard]] std::optional<std::string> get(const std::string& key) const;
    /// Whoever reads sees all of it or nothing. A failure is no matter. Of more than most_entries the oldest go.
    void put(const std::string& key, std::string_view contents) const noexcept;

    static constexpr std::size_t most_entries = 100;

  private:
    void drop_oldest() const;

    std::filesystem::path folder_;
};

}  // namespace sweetspot::storage

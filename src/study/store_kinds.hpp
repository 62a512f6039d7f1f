// The kinds of stores; one file each.
#pragma once

#include "sweetspot/study/store.hpp"

namespace sweetspot {

[[nodiscard]] StoreKind sqlite_store();
[[nodiscard]] StoreKind memory_store();

/// What `storage = "kind:place"` in the file of the study `name` means; refuses in one sentence.
[[nodiscard]] StorageConfig storage_from(std::string_view text, const std::string& name,
                                         const std::filesystem::path& folder);

}  // namespace sweetspot

// The list of the kinds of stores: a new one is one file and one line here.
#pragma once

#include "sweetspot/study/store.hpp"

#define SWEETSPOT_STORES(member) member(sqlite_store) member(postgresql_store) member(memory_store)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] StoreKind member();
SWEETSPOT_STORES(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

/// What `storage = "kind:place"` in the file of the study `name` means; refuses in one sentence.
[[nodiscard]] StorageConfig storage_from(std::string_view text, const std::string& name,
                                         const std::filesystem::path& folder);

}  // namespace sweetspot

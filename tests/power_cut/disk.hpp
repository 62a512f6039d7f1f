// What a power cut leaves of the files of a folder.
//
// A disk keeps apart what was written and what was synced. Syncing a file makes its contents safe, syncing the folder
// the names in it. Of everything else any part may be there after a power cut, in any order: a write as a whole or some
// of its sectors, garbage in a sector that was just being written, a name that was made and the file of one that was
// removed. Bytes that were not written to do not change, as SQLite assumes of disks (SQLITE_IOCAP_POWERSAFE_OVERWRITE).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/base/rng.hpp"

namespace sweetspot::power_cut {

/// Of a file as such: the one that comes under the name of a removed one is another.
using FileNumber = std::size_t;

struct DiskEvent {
    enum class Kind { make, remove, write, cut, sync, sync_folder };
    Kind kind;
    std::string name = {};     ///< that was made or removed
    FileNumber file = 0;       ///< that was made, written, cut or synced
    std::size_t position = 0;  ///< of a write: where it begins; of a cut: where the file ends now
    std::string bytes = {};    ///< that were written
};

/// Contents by name.
using Files = std::map<std::string, std::string>;

/// What survives of all that was not synced.
enum class Survival {
    nothing,
    everything,  ///< as when the program alone was killed
    some         ///< a random part
};

class Disk {
  public:
    void apply(const DiskEvent& event);
    [[nodiscard]] Files after_power_cut(Survival survival, Rng& random) const;

  private:
    struct File {
        std::string synced;
        std::vector<DiskEvent> written;  ///< since then, in order
    };
    struct Name {
        std::optional<FileNumber> synced;                ///< nothing: it is not there
        std::vector<std::optional<FileNumber>> changed;  ///< since then, in order
    };

    std::map<FileNumber, File> files_;
    std::map<std::string, Name> names_;
};

}  // namespace sweetspot::power_cut

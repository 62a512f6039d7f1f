// A layer below SQLite (a VFS) that writes down everything that SQLite does to files, so that every power cut that
// could have come meanwhile can be had afterwards.
#pragma once

#include <cstddef>
#include <vector>

#include "power_cut/disk.hpp"

namespace sweetspot::power_cut {

/// As long as the object lives every database of this process is opened through it. One at a time. The files lie in one
/// folder and are made while it lives.
class WatchedDisk {
  public:
    enum class Syncs {
        hold,
        are_lies,          ///< the disk says that it has synced, and has not
        forget_the_folder  ///< only contents are synced, never the names
    };

    explicit WatchedDisk(Syncs syncs = Syncs::hold);
    ~WatchedDisk();
    WatchedDisk(const WatchedDisk&) = delete;
    WatchedDisk& operator=(const WatchedDisk&) = delete;

    /// How much has been done to the disk. May be asked by any thread.
    [[nodiscard]] std::size_t count() const;
    /// Everything that was done; no database is open any more, and none is watched from now on.
    [[nodiscard]] std::vector<DiskEvent> end();

  private:
    bool is_over_ = false;
};

/// As long as the object lives no database is synced, which saves the time of it where no power will be cut.
class UnsyncedDisk {
  public:
    UnsyncedDisk();
    ~UnsyncedDisk();
    UnsyncedDisk(const UnsyncedDisk&) = delete;
    UnsyncedDisk& operator=(const UnsyncedDisk&) = delete;
};

}  // namespace sweetspot::power_cut

#include "power_cut/watched_disk.hpp"

#include <sqlite3.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace sweetspot::power_cut {
namespace {

enum class Mode { off, watched, unsynced };

/// SQLite knows its layers by plain functions, so there is one for the whole process.
struct Layer {
    std::mutex mutex;  ///< held while anything is done to a watched file, so that the log has the true order
    Mode mode = Mode::off;
    WatchedDisk::Syncs syncs = WatchedDisk::Syncs::hold;
    std::vector<DiskEvent> events;
    std::map<std::string, FileNumber> names;  ///< that are there
    FileNumber files = 0;
    sqlite3_vfs* below = nullptr;
    sqlite3_vfs own = {};
    sqlite3_syscall_ptr open_folder = nullptr;  ///< the way to sync a folder
};

Layer& layer() {
    static Layer one;
    return one;
}

/// SQLite's own structure first; the file of the layer below lies behind it.
struct File {
    sqlite3_file base = {};
    bool is_watched = false;
    FileNumber number = 0;
};

File& ours(sqlite3_file* file) {
    return *reinterpret_cast<File*>(file);
}

sqlite3_file* below(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<File*>(file) + 1);
}

/// The mutex is held.
void write_down(DiskEvent event) {
    layer().events.push_back(std::move(event));
}

int close_file(sqlite3_file* file) {
    return below(file)->pMethods->xClose(below(file));
}

int read_file(sqlite3_file* file, void* to, int count, sqlite3_int64 position) {
    return below(file)->pMethods->xRead(below(file), to, count, position);
}

int write_file(sqlite3_file* file, const void* from, int count, sqlite3_int64 position) {
    const std::lock_guard lock(layer().mutex);
    if (ours(file).is_watched) {
        write_down({.kind = DiskEvent::Kind::write,
                    .file = ours(file).number,
                    .position = static_cast<std::size_t>(position),
                    .bytes = {static_cast<const char*>(from), static_cast<std::size_t>(count)}});
    }
    return below(file)->pMethods->xWrite(below(file), from, count, position);
}

int cut_file(sqlite3_file* file, sqlite3_int64 size) {
    const std::lock_guard lock(layer().mutex);
    if (ours(file).is_watched) {
        write_down(
            {.kind = DiskEvent::Kind::cut, .file = ours(file).number, .position = static_cast<std::size_t>(size)});
    }
    return below(file)->pMethods->xTruncate(below(file), size);
}

int sync_file(sqlite3_file* file, int flags) {
    const std::lock_guard lock(layer().mutex);
    if (layer().mode == Mode::unsynced) return SQLITE_OK;
    if (ours(file).is_watched && layer().syncs != WatchedDisk::Syncs::are_lies) {
        write_down({.kind = DiskEvent::Kind::sync, .file = ours(file).number});
    }
    return below(file)->pMethods->xSync(below(file), flags);  // of a new log it syncs the folder as well
}

int size_of_file(sqlite3_file* file, sqlite3_int64* size) {
    return below(file)->pMethods->xFileSize(below(file), size);
}

int lock_file(sqlite3_file* file, int how) {
    return below(file)->pMethods->xLock(below(file), how);
}

int unlock_file(sqlite3_file* file, int how) {
    return below(file)->pMethods->xUnlock(below(file), how);
}

int is_reserved(sqlite3_file* file, int* answer) {
    return below(file)->pMethods->xCheckReservedLock(below(file), answer);
}

int control_file(sqlite3_file* file, int what, void* argument) {
    return below(file)->pMethods->xFileControl(below(file), what, argument);
}

int sector_size(sqlite3_file* file) {
    return below(file)->pMethods->xSectorSize(below(file));
}

int properties_of_disk(sqlite3_file* file) {
    return below(file)->pMethods->xDeviceCharacteristics(below(file));
}

// What programs share about a log is in memory, and gone after a power cut.

int map_shared(sqlite3_file* file, int region, int size, int extend, void volatile** at) {
    return below(file)->pMethods->xShmMap(below(file), region, size, extend, at);
}

int lock_shared(sqlite3_file* file, int first, int count, int flags) {
    return below(file)->pMethods->xShmLock(below(file), first, count, flags);
}

void order_shared(sqlite3_file* file) {
    below(file)->pMethods->xShmBarrier(below(file));
}

int unmap_shared(sqlite3_file* file, int remove) {
    return below(file)->pMethods->xShmUnmap(below(file), remove);
}

constexpr sqlite3_io_methods methods = {.iVersion = 2,
                                        .xClose = close_file,
                                        .xRead = read_file,
                                        .xWrite = write_file,
                                        .xTruncate = cut_file,
                                        .xSync = sync_file,
                                        .xFileSize = size_of_file,
                                        .xLock = lock_file,
                                        .xUnlock = unlock_file,
                                        .xCheckReservedLock = is_reserved,
                                        .xFileControl = control_file,
                                        .xSectorSize = sector_size,
                                        .xDeviceCharacteristics = properties_of_disk,
                                        .xShmMap = map_shared,
                                        .xShmLock = lock_shared,
                                        .xShmBarrier = order_shared,
                                        .xShmUnmap = unmap_shared,
                                        .xFetch = nullptr,
                                        .xUnfetch = nullptr};

std::string name_of(const char* path) {
    return std::filesystem::path(path).filename().string();
}

int open_file(sqlite3_vfs* /*vfs*/, const char* path, sqlite3_file* file, int flags, int* how) {
    new (file) File();
    const std::lock_guard lock(layer().mutex);
    sqlite3_vfs* real = layer().below;
    const int code = real->xOpen(real, path, below(file), flags, how);
    if (code != SQLITE_OK) {
        if (below(file)->pMethods != nullptr) below(file)->pMethods->xClose(below(file));
        return code;
    }
    ours(file).base.pMethods = &methods;
    // One without a name is of this connection alone.
    if (layer().mode != Mode::watched || path == nullptr) return code;
    const auto [known, is_new] = layer().names.try_emplace(name_of(path), layer().files);
    if (is_new) {
        ++layer().files;
        write_down({.kind = DiskEvent::Kind::make, .name = known->first, .file = known->second});
    }
    ours(file).is_watched = true;
    ours(file).number = known->second;
    return code;
}

int remove_file(sqlite3_vfs* /*vfs*/, const char* path, int then_sync_folder) {
    const std::lock_guard lock(layer().mutex);
    if (layer().names.erase(name_of(path)) > 0) {
        write_down({.kind = DiskEvent::Kind::remove, .name = name_of(path)});
    }
    return layer().below->xDelete(layer().below, path, then_sync_folder);
}

/// SQLite opens a folder to sync it, and for nothing else. Called by remove_file and sync_file, which hold the mutex.
int open_folder(const char* path, int* descriptor) {
    if (layer().syncs == WatchedDisk::Syncs::hold) write_down({.kind = DiskEvent::Kind::sync_folder});
    const auto call = reinterpret_cast<int (*)(const char*, int*)>(layer().open_folder);
    return call == nullptr ? SQLITE_CANTOPEN : call(path, descriptor);
}

constexpr auto folder_call = "openDirectory";

void put_on_top(Mode mode, WatchedDisk::Syncs syncs) {
    Layer& one = layer();
    if (one.mode != Mode::off) throw std::logic_error("there is a layer below SQLite already");
    one.mode = mode;
    one.syncs = syncs;
    one.events.clear();
    one.names.clear();
    one.files = 0;
    one.below = sqlite3_vfs_find(nullptr);
    if (one.below == nullptr) throw std::runtime_error("SQLite has no layer of its own");
    one.own = *one.below;
    one.own.zName = "power-cut";
    one.own.szOsFile = static_cast<int>(sizeof(File)) + one.below->szOsFile;
    one.own.xOpen = open_file;
    one.own.xDelete = remove_file;
    if (sqlite3_vfs_register(&one.own, 1) != SQLITE_OK) throw std::runtime_error("SQLite takes no layer");
    if (mode != Mode::watched) return;
    one.open_folder = one.below->xGetSystemCall(one.below, folder_call);
    if (one.below->xSetSystemCall(one.below, folder_call, reinterpret_cast<sqlite3_syscall_ptr>(open_folder)) !=
        SQLITE_OK) {
        throw std::runtime_error("SQLite syncs folders in another way");
    }
}

void take_away() {
    Layer& one = layer();
    if (one.below == nullptr) return;
    if (one.mode == Mode::watched) one.below->xSetSystemCall(one.below, folder_call, nullptr);
    sqlite3_vfs_unregister(&one.own);
    sqlite3_vfs_register(one.below, 1);
    one.mode = Mode::off;
}

}  // namespace

WatchedDisk::WatchedDisk(Syncs syncs) {
    put_on_top(Mode::watched, syncs);
}

WatchedDisk::~WatchedDisk() {
    if (!is_over_) take_away();
}

std::size_t WatchedDisk::count() const {
    const std::lock_guard lock(layer().mutex);
    return layer().events.size();
}

std::vector<DiskEvent> WatchedDisk::end() {
    is_over_ = true;
    take_away();
    return std::move(layer().events);
}

UnsyncedDisk::UnsyncedDisk() {
    put_on_top(Mode::unsynced, WatchedDisk::Syncs::hold);
}

UnsyncedDisk::~UnsyncedDisk() {
    take_away();
}

}  // namespace sweetspot::power_cut

#include "process/work_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "base/check.hpp"
#include "process/descriptor.hpp"
#include "process/leftovers.hpp"

namespace sweetspot::process {
namespace {

namespace fs = std::filesystem;

bool remove_folder(const fs::path& folder) {
    std::error_code failed;
    // Twice: a process that is being ended may just have made one more file.
    for (int attempt = 0; attempt < 2; ++attempt) {
        fs::remove_all(folder, failed);
        if (!failed) return true;
    }
    return false;
}

[[noreturn]] void fail(std::string_view what, const fs::path& path, const std::string& why) {
    throw std::runtime_error(
        fmt::format("cannot {} {}: {}; an evaluation needs a folder there", what, path.string(), why));
}

/// One that is there was cut short together with the program, and goes.
fs::path make_folder(const fs::path& root, Index number, Index attempt) {
    std::error_code failed;
    fs::create_directories(root, failed);
    if (failed) fail("make", root, failed.message());
    fs::path folder = work_directory_of(root, number, attempt);
    if (mkdir(folder.c_str(), 0777) == 0) return folder;
    if (errno != EEXIST) fail("make", folder, std::strerror(errno));
    end_leftovers(folder);
    if (!remove_folder(folder)) fail("empty", folder, "something of an earlier evaluation cannot be removed");
    if (mkdir(folder.c_str(), 0777) != 0) fail("make", folder, std::strerror(errno));
    return folder;
}

struct RegularFile {
    Descriptor descriptor;
    off_t size = 0;
};

std::optional<RegularFile> open_regular(const fs::path& path) {
    RegularFile file{Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))};
    struct stat status = {};
    if (!file.descriptor || fstat(file.descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    file.size = status.st_size;
    return file;
}

/// Less than `length` bytes if the file ends before.
std::string read_from(const RegularFile& file, off_t position, std::size_t length) {
    std::string text(length, '\0');
    std::size_t got = 0;
    while (got < length) {
        const ssize_t n =
            pread(file.descriptor.get(), text.data() + got, length - got, position + static_cast<off_t>(got));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        got += static_cast<std::size_t>(n);
    }
    text.resize(got);
    return text;
}

}  // namespace

WorkDirectory make_work_directory(const fs::path& root, Index number, Index attempt, const std::string& suffix,
                                  const std::string& parameters) {
    const fs::path folder = make_folder(root, number, attempt);
    WorkDirectory work = {folder, folder / ("parameters" + suffix), folder / ("results" + suffix), folder / "stdout",
                          folder / "stderr"};
    std::ofstream file(work.parameters, std::ios::binary);
    file << parameters;
    file.close();
    if (!file) {
        const int code = errno;
        remove_work_directory(work);
        fail("write", work.parameters, std::strerror(code));
    }
    return work;
}

/// trial-7, trial-7-2 for the second attempt, …: an attempt that came to its end is not written over.
fs::path work_directory_of(const fs::path& root, Index number, Index attempt) {
    return root / (attempt == 1 ? fmt::format("trial-{}", number) : fmt::format("trial-{}-{}", number, attempt));
}

bool remove_work_directory(const WorkDirectory& work) {
    return remove_folder(work.folder);
}

bool remove_work_directory(const fs::path& root, Index number, Index attempt) {
    return remove_folder(work_directory_of(root, number, attempt));
}

std::optional<FileBeginning> read_beginning(const fs::path& path) {
    const auto file = open_regular(path);
    if (!file) return std::nullopt;
    std::string text = read_from(*file, 0, most_result_bytes + 1);
    const bool is_whole = text.size() <= most_result_bytes;
    if (!is_whole) text.resize(most_result_bytes);
    return FileBeginning{std::move(text), is_whole};
}

std::string read_end(const fs::path& path) {
    constexpr off_t length = 4096;  // some ten lines: a sentence quotes three
    const auto file = open_regular(path);
    if (!file) return "";
    const off_t position = std::max<off_t>(0, file->size - length);
    return read_from(*file, position, static_cast<std::size_t>(length));
}

}  // namespace sweetspot::process

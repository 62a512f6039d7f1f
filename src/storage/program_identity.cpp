#include "storage/program_identity.hpp"

#include <gnu/libc-version.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace sweetspot::storage {
namespace {

/// The file that this code was loaded from.
std::string file_of_this_code() {
    struct Search {
        std::uintptr_t at;
        bool found = false;
        std::string name = {};
    } search{reinterpret_cast<std::uintptr_t>(&file_of_this_code)};
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            auto& wanted = *static_cast<Search*>(data);
            for (int i = 0; i < object->dlpi_phnum; ++i) {
                const auto& part = object->dlpi_phdr[i];
                const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
                if (part.p_type != PT_LOAD || wanted.at < begin || wanted.at >= begin + part.p_memsz) continue;
                wanted.found = true;
                wanted.name = object->dlpi_name;
                return 1;
            }
            return 0;
        },
        &search);
    if (!search.found) return "";
    return search.name.empty() ? "/proc/self/exe" : search.name;
}

/// Which file it is and when it was last written.
std::string state_of_file(const std::string& path) {
    struct stat state {};
    if (path.empty() || ::stat(path.c_str(), &state) != 0) return "";
    std::string result;
    for (const auto number : {static_cast<std::int64_t>(state.st_dev), static_cast<std::int64_t>(state.st_ino),
                              static_cast<std::int64_t>(state.st_size), static_cast<std::int64_t>(state.st_mtim.tv_sec),
                              static_cast<std::int64_t>(state.st_mtim.tv_nsec)}) {
        result += std::to_string(number) + " ";
    }
    return result;
}

/// Model, flags and cache sizes of the first processor.
std::string processor() {
    std::FILE* file = std::fopen("/proc/cpuinfo", "r");
    if (file == nullptr) return "";
    std::string result;
    char line[8192];
    while (std::fgets(line, sizeof line, file) != nullptr && line[0] != '\n') {
        for (const std::string_view key : {"vendor_id", "model", "stepping", "flags", "cache size"}) {
            if (std::string_view(line).starts_with(key)) result += line;
        }
    }
    std::fclose(file);
    for (const int cache : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE}) {
        result += std::to_string(::sysconf(cache)) + " ";
    }
    return result;
}

std::string found_identity() {
    const std::string file = state_of_file(file_of_this_code());
    const std::string machine = processor();
    if (file.empty() || machine.empty()) return "";
    std::string result = file + "\n" + machine + "\n" + gnu_get_libc_version();
    for (const char* name : {"GLIBC_TUNABLES", "SWEETSPOT_INSTRUCTIONS"}) {
        const char* value = std::getenv(name);
        result += std::string("\n") + (value == nullptr ? "" : value);
    }
    return result;
}

}  // namespace

const std::string& program_identity() {
    static const std::string identity = found_identity();
    return identity;
}

}  // namespace sweetspot::storage

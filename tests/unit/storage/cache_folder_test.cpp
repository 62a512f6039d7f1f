#include "storage/cache_folder.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "storage/fingerprint.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;
using storage::CacheFolder;
using storage::Fingerprint;

TEST(CacheFolder, GivesBackWhatWasPut) {
    const support::ScratchDirectory scratch;
    const CacheFolder folder(fs::path(scratch.file("cache")) / "deeper");
    EXPECT_FALSE(folder.get("a"));
    const std::string contents = std::string("some\0thing\n", 11) + std::string(100000, 'x');
    folder.put("a", contents);
    folder.put("b", "");
    EXPECT_EQ(folder.get("a"), contents);
    EXPECT_EQ(folder.get("b"), "");
    folder.put("a", "other");
    EXPECT_EQ(folder.get("a"), "other");
}

TEST(CacheFolder, GivesNothingThatIsDamaged) {
    const support::ScratchDirectory scratch;
    const CacheFolder folder(scratch.file("cache"));
    folder.put("a", "0123456789");
    const fs::path entry = fs::directory_iterator(folder.path())->path();
    const auto size = static_cast<std::streamoff>(fs::file_size(entry));
    for (std::streamoff place = 0; place < size; ++place) {
        {
            std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(place);
            file.put('\x7f');
        }
        EXPECT_FALSE(folder.get("a")) << place;
        folder.put("a", "0123456789");
        ASSERT_TRUE(folder.get("a"));
    }
    for (std::uintmax_t length = 0; length < static_cast<std::uintmax_t>(size); ++length) {
        fs::resize_file(entry, length);
        EXPECT_FALSE(folder.get("a")) << length;
        folder.put("a", "0123456789");
    }
}

TEST(CacheFolder, WhereNothingCanBeWrittenNothingIsKept) {
    const support::ScratchDirectory scratch;
    const CacheFolder folder(fs::path(scratch.write("file", "no folder")) / "cache");
    folder.put("a", "contents");
    EXPECT_FALSE(folder.get("a"));
}

TEST(CacheFolder, TheOldestGo) {
    const support::ScratchDirectory scratch;
    const CacheFolder folder(scratch.file("cache"));
    folder.put("oldest", "o");
    const fs::path oldest = fs::directory_iterator(folder.path())->path();
    fs::last_write_time(oldest, fs::file_time_type::clock::now() - std::chrono::hours(1));
    for (std::size_t i = 0; i < CacheFolder::most_entries; ++i) folder.put("k" + std::to_string(i), "x");
    EXPECT_FALSE(folder.get("oldest"));
    EXPECT_EQ(folder.get("k0"), "x");
}

TEST(CacheFolder, IsWhereTheUserSays) {
    const support::ScratchDirectory scratch;
    setenv("SWEETSPOT_CACHE", scratch.file("mine").c_str(), 1);
    EXPECT_EQ(CacheFolder::of_user()->path(), scratch.file("mine"));
    setenv("SWEETSPOT_CACHE", "off", 1);
    EXPECT_FALSE(CacheFolder::of_user());
    unsetenv("SWEETSPOT_CACHE");
}

TEST(Fingerprint, TellsSequencesApart) {
    const auto of = [](auto... values) {
        Fingerprint fingerprint;
        (fingerprint.add(values), ...);
        return fingerprint.word();
    };
    EXPECT_EQ(of(1.0, 2.0), of(1.0, 2.0));
    EXPECT_NE(of(1.0, 2.0), of(2.0, 1.0));
    EXPECT_NE(of(0.0), of(-0.0));
    EXPECT_NE(of(1.0), of(1.0, 0.0));
    EXPECT_NE(of(std::string_view("ab"), std::string_view("c")), of(std::string_view("a"), std::string_view("bc")));
    EXPECT_NE(of(std::string_view("a")), of(std::string_view(std::string_view("a\0", 2))));
}

}  // namespace
}  // namespace sweetspot

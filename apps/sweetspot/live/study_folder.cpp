#include "apps/sweetspot/live/study_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>

#include "study/study_file.hpp"

namespace sweetspot::app {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 3;                      // folders below the one that was given
constexpr std::int64_t longest_file = 1 << 20;  // bytes of a study file

std::string whole_path(const std::string& path) {
    std::string whole = fs::absolute(path).lexically_normal().string();
    while (whole.size() > 1 && whole.back() == '/') whole.pop_back();
    return whole;
}

/// The folder that all of them are in.
std::string common_folder(const std::vector<std::string>& paths) {
    fs::path common = fs::is_directory(paths.front()) ? fs::path(paths.front()) : fs::path(paths.front()).parent_path();
    for (const std::string& path : paths) {
        while (common.has_relative_path() && !fs::path(path).lexically_relative(common).string().empty() &&
               fs::path(path).lexically_relative(common).string().starts_with("..")) {
            common = common.parent_path();
        }
    }
    return common.string();
}

bool is_database(const fs::path& path) {
    return path.extension() == ".db";
}

bool may_be_study(const fs::path& path) {
    return path.extension() == ".toml" || path.extension() == ".json" || is_database(path);
}

bool is_skipped(const fs::directory_entry& folder) {
    const std::string name = folder.path().filename().string();
    return name.starts_with(".") || name.ends_with("-work") || folder.is_symlink();
}

void add_files_in(const fs::path& folder, std::vector<std::string>& files, int depth) {
    std::error_code failed;  // a folder that cannot be read has no studies for us
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
        std::error_code none;
        if (entry.is_directory(none)) {
            if (depth < deepest && !is_skipped(entry)) add_files_in(entry.path(), files, depth + 1);
        } else if (entry.is_regular_file(none) && may_be_study(entry.path())) {
            files.push_back(entry.path().string());
        }
    }
}

std::string beginning_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text(static_cast<std::size_t>(longest_file), '\0');
    stream.read(text.data(), std::ssize(text));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

/// A file that has these words is meant as one, and what is wrong with it is told.
bool means_to_be_study(const std::string& text) {
    return text.find("parameter") != std::string::npos && text.find("study") != std::string::npos;
}

}  // namespace

StudyFolder::StudyFolder(const std::vector<std::string>& given) {
    for (const std::string& path : given) {
        if (!fs::exists(path)) {
            throw std::invalid_argument(
                fmt::format("{} cannot be read; give the name of a study file or folder that exists", path));
        }
        given_.push_back(whole_path(path));
    }
    base_ = common_folder(given_);
}

std::string StudyFolder::name() const {
    return fs::path(base_).filename().string();
}

std::vector<std::string> StudyFolder::candidates() const {
    std::vector<std::string> files;
    for (const std::string& path : given_) {
        if (fs::is_directory(path)) {
            add_files_in(path, files, 0);
        } else {
            files.push_back(path);
        }
    }
    // Databases last: they are named where no study file is.
    std::ranges::sort(files, {}, [](const std::string& file) { return std::pair(is_database(file), file); });
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

const StudyFolder::Known& StudyFolder::looked_at(const std::string& file) {
    const FileStamp stamp = stamp_of(file);
    Known& known = known_[file];
    // What a database says of its study is settled when it begins.
    if (known.stamp == stamp || (known.is_study && is_database(file) && known.stamp.file == stamp.file)) return known;
    known = {stamp, false, known.storage, ""};  // its database is still its own while the file is being edited
    const bool named = std::ranges::find(given_, file) != given_.end();
    if (!named && !is_database(file) && stamp.size > longest_file) return known;
    const std::string text = beginning_of(file);
    if (is_database(file) && !text.starts_with("SQLite format 3") && !named) return known;
    try {
        known.storage = whole_path(read_study_file(file).storage.place);
        known.is_study = true;
    } catch (const std::exception& error) {
        known.is_study = named || (!is_database(file) && means_to_be_study(text));
        known.trouble = error.what();
    }
    return known;
}

std::vector<FoundStudy> StudyFolder::studies() {
    std::vector<FoundStudy> found;
    std::set<std::string> storages;
    for (const std::string& file : candidates()) {
        const Known& known = looked_at(file);
        if (!known.is_study || (is_database(file) && storages.contains(known.storage))) continue;
        if (!known.storage.empty()) storages.insert(known.storage);
        found.push_back({file, fs::path(file).lexically_relative(base_).generic_string(), known.trouble});
    }
    std::ranges::sort(found, {}, &FoundStudy::place);
    return found;
}

}  // namespace sweetspot::app

// The studies that lie in a folder, or that were named one by one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/sweetspot/live/watched_study.hpp"

namespace sweetspot::app {

struct FoundStudy {
    std::string file;
    std::string place;    ///< relative to the folder of all, with "/": no two have the same
    std::string trouble;  ///< why it cannot be used; empty: it can
};

/// Finds study files and databases, in a folder also those in folders in it, except in hidden ones and in work
/// directories, three deep at most. Of a study file and its own database only the file is named. A file that is no
/// study is left out, one that means to be is named with what is wrong. Files that have not changed since the last time
/// are not read again.
class StudyFolder {
  public:
    /// Refuses what does not exist.
    explicit StudyFolder(const std::vector<std::string>& given);

    /// By place.
    [[nodiscard]] std::vector<FoundStudy> studies();
    /// What people call it: the name of the folder.
    [[nodiscard]] std::string name() const;

  private:
    struct Known {
        FileStamp stamp;
        bool is_study = false;
        std::string storage = {};
        std::string trouble = {};
    };
    [[nodiscard]] std::vector<std::string> candidates() const;
    [[nodiscard]] const Known& looked_at(const std::string& file);

    std::vector<std::string> given_;
    std::string base_;
    std::map<std::string, Known> known_;
};

}  // namespace sweetspot::app

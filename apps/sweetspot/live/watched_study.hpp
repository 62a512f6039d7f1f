// A study that others run, as it is at each look: its file, which may be changed, its trials, which may not be there
// yet, and the runs, which may be gone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sweetspot/study/study.hpp"

namespace sweetspot::app {

/// Which file stands at a path, and since when; another stamp: it may have changed.
struct FileStamp {
    std::uint64_t file = 0;
    std::int64_t changed = 0;  ///< nanoseconds
    std::int64_t size = -1;    ///< below 0: there is none

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
[[nodiscard]] FileStamp stamp_of(const std::string& path);

/// Used by one thread.
class WatchedStudy {
  public:
    /// Refuses a file that is not a study; whether it has begun does not matter.
    explicit WatchedStudy(std::string file);

    /// Looks at the file and the store again; a store that cannot be read is told by an exception, and what was seen
    /// before stays.
    void look();

    [[nodiscard]] const Study& study() const { return *study_; }
    [[nodiscard]] const StudyConfig& config() const { return study_->config; }
    /// Without trials before the first.
    [[nodiscard]] const StudyView& view() const { return view_; }
    /// Another text when anything above has changed: that a run is gone does not change the revision.
    [[nodiscard]] const std::string& version() const { return version_; }
    /// Why the study file as it is now cannot be used; the study is then the one before. Empty: it can.
    [[nodiscard]] const std::string& file_trouble() const { return file_trouble_; }

  private:
    void read_file();
    void follow_store();
    [[nodiscard]] bool may_have_changed() const;

    std::string file_;
    FileStamp file_stamp_;
    FileStamp store_stamp_;
    std::optional<Study> study_;
    std::int64_t reading_ = 0;  ///< how often the study was read
    std::unique_ptr<Store> store_;
    StudyView view_;
    double viewed_at_ = -1e300;  ///< by the clock that does not jump
    std::string version_;
    std::string file_trouble_;
};

}  // namespace sweetspot::app

// The studies of a server: one, or those of a folder with a list of them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "apps/sweetspot/live/live_study.hpp"
#include "apps/sweetspot/live/study_folder.hpp"
#include "base/json_text.hpp"

namespace sweetspot::app {

/// A study that nobody looks at costs nothing; the list costs a look at each study's revision every other second while
/// somebody has it open, and one answer at a time, a quarter of a core at most.
class LiveStudies {
  public:
    /// One study file is served by itself; a folder, or several files, as a list. Refuses what is not there, and one
    /// file that is not a study. `script` is where plotly.js is found below the root.
    LiveStudies(std::vector<std::string> given, std::string version, std::string script);
    ~LiveStudies();
    LiveStudies(const LiveStudies&) = delete;
    LiveStudies& operator=(const LiveStudies&) = delete;

    [[nodiscard]] bool is_list() const { return one_ == nullptr; }
    /// What a path begins with; `rest` becomes what follows. Null where there is no such study; a study that cannot be
    /// read is refused with its sentence. "/api/status" of the one, "/s/bracket.toml/api/status" of many.
    [[nodiscard]] std::shared_ptr<const LiveStudy> study_at(const std::string& path, std::string& rest);

    /// The study of a list at that place; nothing where there is none.
    [[nodiscard]] std::optional<FoundStudy> found_at(const std::string& place) const;

    /// {"title", "now", "studies": [{"place", "name", "description", "done", "budget", "running", "stale", "begun",
    /// "changed", "ends", "answer": {"label", "value", "lower", "upper", "unit",
    /// "words", "interval"}, "trouble"}]}, those that changed last
    /// first; what is not known is null.
    [[nodiscard]] std::string list() const;
    /// The page that shows it.
    [[nodiscard]] LiveTextPtr list_page() const { return list_page_; }

  private:
    /// A study of the list.
    struct Entry {
        FoundStudy found;
        std::unique_ptr<WatchedStudy> watched = nullptr;  ///< used by the list's thread alone
        std::string version = {};                         ///< that the summary shows
        std::string answered = {};                        ///< version that the answer is of
        Json summary = Json::object();
        std::mutex opening = {};
        std::shared_ptr<LiveStudy> live = nullptr;  ///< behind `opening`
    };
    using EntryPtr = std::shared_ptr<Entry>;

    void watch();
    void find_studies();
    void look_at(Entry& entry);
    /// Of the first study whose answer is old; returns how long it took.
    [[nodiscard]] double answer_one();
    void set_summary(Entry& entry, Json summary);
    void forget_idle();
    [[nodiscard]] std::vector<EntryPtr> entries() const;

    StudyFolder folder_;
    std::string version_;
    std::string script_;
    std::shared_ptr<LiveStudy> one_;
    LiveTextPtr list_page_;
    mutable std::atomic<double> asked_at_ = -1e300;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool ending_ = false;
    std::map<std::string, EntryPtr> entries_;  ///< by place; behind the mutex, as all summaries are
    std::thread thread_;
};

}  // namespace sweetspot::app

// Studies of a served list side by side: GET /compare?s=PLACE&s=PLACE. It only reads, and cost is bounded: one
// comparison is computed at a time, in the background, not many wait, and the last few are kept.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "apps/sweetspot/live/live_text.hpp"
#include "apps/sweetspot/live/study_folder.hpp"
#include "sweetspot/report/compare_page.hpp"

namespace sweetspot::app {

class LiveCompare {
  public:
    struct Reply {
        int status = 200;  ///< 202: it is being made, and the page looks again
        LiveTextPtr page = nullptr;
        std::string sentence = {};  ///< why there is no page
    };

    /// `script` is where the page finds plotly.js.
    LiveCompare(std::string version, std::string script);
    ~LiveCompare();
    LiveCompare(const LiveCompare&) = delete;
    LiveCompare& operator=(const LiveCompare&) = delete;

    /// Of two to eight studies; waits for a moment, and no longer. A study that cannot be read is a sentence. Made
    /// again when a study has changed, but not before three times the time that it took have passed: who waits for
    /// studies that change all the time gets a page.
    [[nodiscard]] Reply reply(std::span<const FoundStudy> studies);
    /// Whoever waits is sent away.
    void end();

  private:
    /// The studies by their places, and what they were when they were read.
    struct Job {
        std::string choice;
        std::string version;
        std::vector<ComparedStudy> studies;
    };
    struct Made {
        std::string choice;
        std::string version;
        LiveTextPtr page;     ///< null where it could not be made
        std::string trouble;  ///< why
        double at = 0;        ///< by the clock that does not jump
        double seconds = 0;   ///< that it took
    };

    /// Null where it was never made; what is older than the studies only if it was made just now.
    [[nodiscard]] const Made* kept(const std::string& choice, const std::string& version) const;
    [[nodiscard]] const Made* made_just_now(const std::string& choice) const;
    [[nodiscard]] bool is_under_way(const std::string& choice) const;
    /// False where too many wait.
    [[nodiscard]] bool take(Job job);
    void work();
    [[nodiscard]] Made made_of(const Job& job) const;

    std::string version_;
    std::string script_;
    LiveTextPtr wait_page_;
    std::mutex reading_;  ///< databases are read for one at a time
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool ending_ = false;
    std::list<Job> waiting_;  ///< the first is next
    std::string computing_;   ///< its choice; empty: nothing is computed
    std::list<Made> made_;    ///< the newest first
    std::thread thread_;      ///< from the first comparison on
};

}  // namespace sweetspot::app

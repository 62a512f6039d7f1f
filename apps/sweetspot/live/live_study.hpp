// A study that others run, as it is now: what a live page shows, made ready in the background.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "apps/sweetspot/live/live_ask.hpp"
#include "apps/sweetspot/live/live_text.hpp"
#include "apps/sweetspot/live/watched_study.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::app {

/// All that can be asked for. The page may be a few trials behind the status, for it takes longer to make.
struct LiveTexts {
    std::string status;  ///< JSON without the time: what is running, what failed and how, time left
    LiveTextPtr trials;  ///< JSON, as by `sweetspot trials --format json`
    LiveTextPtr page;    ///< JSON, see page_json
    LiveTextPtr html;
};

struct LiveOptions {
    int threads = 1;
    std::string version;
    std::string script;     ///< where the page finds plotly.js
    std::string home;       ///< where it finds the list of all studies; empty: there is none
    std::string file = {};  ///< the study as the user named it
};

/// Looks at the study twice a second and makes the texts anew when it has changed, in a thread of its own: whoever asks
/// gets what is there at that moment, and a hundred who ask cost no more than one. Making the page takes a quarter of
/// one core at most, so that the search is not held up, and nothing while nobody looks.
class LiveStudy {
  public:
    /// Refuses a file that is not a study, and a store that cannot be read.
    LiveStudy(std::string file, LiveOptions options);
    ~LiveStudy();
    LiveStudy(const LiveStudy&) = delete;
    LiveStudy& operator=(const LiveStudy&) = delete;

    [[nodiscard]] std::shared_ptr<const LiveTexts> texts() const;
    /// The model behind the page; null while no trial is complete.
    [[nodiscard]] std::shared_ptr<const LiveAskable> askable() const;
    /// The status with the time.
    [[nodiscard]] std::string status() const;
    /// Since anybody has asked for anything.
    [[nodiscard]] double idle_seconds() const;

  private:
    void watch();
    void look();
    void make_page();
    void show(const Page& page);
    void show_that_it_is_being_made();
    void replace(const std::function<void(LiveTexts&)>& change);
    /// False when it is time to end.
    [[nodiscard]] bool wait(double seconds);

    WatchedStudy watched_;
    LiveOptions options_;
    std::string seen_;   ///< version that the status shows
    std::string shown_;  ///< version that the page shows
    std::int64_t page_revision_ = 0;
    double page_seconds_ = 0;       ///< that the last page took
    double page_made_at_ = -1e300;  ///< by the clock that does not jump
    mutable std::atomic<double> asked_at_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool ending_ = false;
    std::shared_ptr<const LiveTexts> texts_;
    std::shared_ptr<const LiveAskable> askable_;
    std::thread thread_;
};

}  // namespace sweetspot::app

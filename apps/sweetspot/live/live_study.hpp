// A study that others run, as it is now: what a live page shows, made ready in the background.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "apps/sweetspot/live/live_ask.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {

/// All that can be asked for, as text. The page may be a few trials behind the status, for it takes longer to make.
struct LiveTexts {
    std::string status;  ///< JSON: what is running, what failed and how, time left
    std::string trials;  ///< JSON, as by `sweetspot trials --format json`
    std::string page;    ///< JSON, see page_json
    std::string html;
};

struct LiveOptions {
    int threads = 1;
    std::string version;
    std::string_view plotly;
    std::string file = {};  ///< the study as the user named it
};

/// Looks at the study twice a second and makes the texts anew when it has changed, in a thread of its own: whoever asks
/// gets what is there at that moment, and a hundred who ask cost no more than one. Making the page takes a quarter of
/// one core at most, so that the search is not held up.
class LiveStudy {
  public:
    LiveStudy(StudyConfig config, LiveOptions options);
    ~LiveStudy();
    LiveStudy(const LiveStudy&) = delete;
    LiveStudy& operator=(const LiveStudy&) = delete;

    [[nodiscard]] std::shared_ptr<const LiveTexts> texts() const;
    /// The model behind the page; null while no trial is complete.
    [[nodiscard]] std::shared_ptr<const LiveAskable> askable() const;

  private:
    void watch();
    void look();
    void make_page(const StudyView& view);
    void replace(const std::function<void(LiveTexts&)>& change);
    /// False when it is time to end.
    [[nodiscard]] bool wait(double seconds);

    Study study_;
    LiveOptions options_;
    std::unique_ptr<Store> store_;
    std::int64_t seen_ = -1;        ///< revision that the status shows
    std::int64_t shown_ = -1;       ///< revision that the page shows
    double page_seconds_ = 0;       ///< that the last page took
    double page_made_at_ = -1e300;  ///< by the clock that does not jump
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool ending_ = false;
    std::shared_ptr<const LiveTexts> texts_;
    std::shared_ptr<const LiveAskable> askable_;
    std::thread thread_;
};

}  // namespace sweetspot::app

// Questions about other tolerances to the model of a served study: GET /api/ask. They only read, and cost is bounded:
// one is computed at a time, the same one once, of one client only the newest waits, and not many wait at all.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "report/ask_queue.hpp"
#include "report/asked.hpp"

namespace sweetspot::app {

/// The model of a study as its page shows it.
struct LiveAskable {
    study_report::AskedModel model;
    std::string version;  ///< another text for another study, and whenever something has changed
};

class LiveAsk {
  public:
    struct Reply {
        int status = 200;
        std::shared_ptr<const std::string> text;  ///< JSON, or a sentence where the status is not 200
    };

    /// `words` are those of the address: a question (report/ask_question.hpp), and a client's own name for itself.
    /// `study` may be null: then nothing is known yet.
    [[nodiscard]] Reply reply(const std::shared_ptr<const LiveAskable>& study,
                              const std::multimap<std::string, std::string>& words);
    /// Whoever waits is sent away.
    void end();

  private:
    study_report::AskQueue quick_;
    study_report::AskQueue slow_;  ///< those that look for a centre do not hold up the others
};

/// From a study with a complete trial; null where there is none.
[[nodiscard]] std::shared_ptr<const LiveAskable> live_askable(const Study& study, const StudyView& view,
                                                              std::string version, int threads);

}  // namespace sweetspot::app

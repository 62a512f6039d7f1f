// The live pages of studies by HTTP: a handful of paths, read only, for many viewers.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "apps/sweetspot/live/live_studies.hpp"

namespace sweetspot::app {

struct ServerOptions {
    std::string host = "127.0.0.1";
    int port = 8080;    ///< 0: any that is free
    std::string token;  ///< that every request must carry; empty: none, for this machine only
};

/// Serves /, /api/status, /api/page, /api/trials and /api/ask, by GET and HEAD, and nothing else; of a list of studies
/// each of them below /s/PLACE, and /, /api/studies and /compare for the list. One request per connection, which has
/// ten seconds to be read and a minute to be answered: slow clients take a thread of many for so long, and no more.
class LiveServer {
  public:
    /// Refuses an address that cannot be listened at.
    LiveServer(LiveStudies& studies, ServerOptions options);
    ~LiveServer();
    LiveServer(const LiveServer&) = delete;
    LiveServer& operator=(const LiveServer&) = delete;

    [[nodiscard]] int port() const;
    /// Answers until `stop` says so; it is asked several times a second.
    void run(const std::function<bool()>& stop);

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sweetspot::app

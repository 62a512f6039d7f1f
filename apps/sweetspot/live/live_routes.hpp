// What the server of live pages answers: which text is at which path, and who may see it.
#pragma once

#include "apps/sweetspot/live/http.hpp"

#include <string>

#include "apps/sweetspot/live/live_ask.hpp"
#include "apps/sweetspot/live/live_compare.hpp"
#include "apps/sweetspot/live/live_studies.hpp"

namespace sweetspot::app {

/// Where plotly.js is found below the root: its name changes with its content, so that browsers keep it for good.
[[nodiscard]] std::string script_name();

/// Of many threads at once.
class LiveRoutes {
  public:
    /// Without a token only requests that name this machine are answered.
    LiveRoutes(LiveStudies& studies, std::string token);

    void answer(const httplib::Request& request, httplib::Response& response);
    /// Whoever waits is sent away.
    void end();

  private:
    using Request = httplib::Request;
    using Response = httplib::Response;

    [[nodiscard]] bool may_see(const Request& request) const;
    void route(const Request& request, Response& response);
    void answer_of_study(const Request& request, Response& response);
    void compare(const Request& request, Response& response);
    void ask(const Request& request, Response& response, const LiveStudy& study);

    LiveStudies& studies_;
    std::string token_;
    LiveTextPtr plotly_;
    LiveAsk asks_;
    LiveCompare comparisons_;
};

/// cpp-httplib with these routes in place of its own.
class AnsweringServer : public httplib::Server {
  public:
    explicit AnsweringServer(LiveRoutes& routes);
    /// One request, whatever it is, and what is answered.
    bool answer_one(httplib::Stream& connection);
};

}  // namespace sweetspot::app

#include "apps/sweetspot/live/live_server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "apps/sweetspot/live/live_ask.hpp"
#include "apps/sweetspot/live/live_compare.hpp"
#include "apps/sweetspot/live/live_stream.hpp"
#include "base/json_text.hpp"
#include "embedded/plotly_small.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::app {
namespace {

/// Threads that wait cost next to nothing; that many slow clients at once do not keep the next one waiting.
constexpr std::size_t most_connections = 256;

/// In a time that does not tell how much of it is right.
bool is_same(const std::string& given, const std::string& wanted) {
    unsigned different = given.size() == wanted.size() ? 0 : 1;
    for (std::size_t i = 0; i < given.size(); ++i) {
        different |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(wanted[i % wanted.size()]);
    }
    return different == 0;
}

/// Without a token only requests that name this machine are answered: another site's page in the viewer's browser may
/// send requests here under a name of its own.
bool names_this_machine(std::string host) {
    const auto colon = host.rfind(':');
    if (colon != std::string::npos && host.find(']', colon) == std::string::npos) host.resize(colon);
    return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

/// "gzip, deflate, br" does, "gzip;q=0" does not.
bool takes_gzip(const std::string& accepted) {
    const auto at = accepted.find("gzip");
    return at != std::string::npos && accepted.compare(at + 4, 4, ";q=0") != 0;
}

/// What was given, as a sentence can repeat it.
std::string quoted(const std::string& given) {
    constexpr std::size_t most_repeated = 200;
    return Json(given.substr(0, most_repeated)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string script_name() {
    static const std::string name = fmt::format("plotly-{}.js", content_tag(embedded::plotly_small()));
    return name;
}

/// One request per connection, each with its own end.
class OneRequestServer final : public httplib::Server {
  public:
    std::atomic<bool> ending = false;

  private:
    bool process_and_close_socket(socket_t socket) override {
        LiveStream stream(socket, ending);
        bool closed = false;
        const bool answered = process_request(stream, true, closed, nullptr);
        stream.finish();
        close(socket);
        return answered;
    }
};

struct LiveServer::Implementation {
    LiveStudies& studies;
    ServerOptions options;
    LiveTextPtr plotly = live_text(std::string(embedded::plotly_small()));
    OneRequestServer server = {};
    int port = 0;
    mutable LiveAsk asks = {};  // its own lock, as the next
    mutable LiveCompare comparisons{SWEETSPOT_VERSION, script_name()};

    [[nodiscard]] bool may_see(const httplib::Request& request) const {
        if (options.token.empty()) return names_this_machine(request.get_header_value("Host"));
        const std::string bearer = request.get_header_value("Authorization");
        return is_same(request.get_param_value("token"), options.token) || is_same(bearer, "Bearer " + options.token);
    }

    static void say(httplib::Response& response, int status, const std::string& sentence) {
        response.status = status;
        response.set_content(sentence + "\n", "text/plain; charset=utf-8");
    }

    /// Whoever has the text already is told so; others get it compressed if they can take it, and it is not copied.
    static void answer(const httplib::Request& request, httplib::Response& response, const LiveTextPtr& text,
                       const char* type, const char* caching) {
        const bool compressed = takes_gzip(request.get_header_value("Accept-Encoding"));
        const std::string tag = fmt::format("\"{}{}\"", text->tag, compressed ? "-gzip" : "");
        response.set_header("Cache-Control", caching);
        response.set_header("ETag", tag);
        response.set_header("Vary", "Accept-Encoding");
        if (request.get_header_value("If-None-Match").find(tag) != std::string::npos) {
            response.status = 304;
            return;
        }
        if (compressed) response.set_header("Content-Encoding", "gzip");
        const std::string& bytes = compressed ? text->gzip : text->plain;
        response.set_content_provider(bytes.size(), type,
                                      [text, &bytes](std::size_t at, std::size_t length, httplib::DataSink& sink) {
                                          return sink.write(bytes.data() + at, length);
                                      });
    }

    static void answer_now(httplib::Response& response, const std::string& json) {
        response.set_header("Cache-Control", "no-store");
        response.set_content(json, "application/json");
    }

    /// What can be asked of one study; a new question is a line here.
    struct Route {
        std::string_view path;
        void (*answer)(const httplib::Request& request, httplib::Response& response, const LiveStudy& study);
    };
    static constexpr auto revalidated = "private, no-cache";
    static constexpr auto html_type = "text/html; charset=utf-8";
    static constexpr std::array<Route, 4> routes = {{
        {"/", [](const auto& request, auto& response,
                 const LiveStudy& study) { answer(request, response, study.texts()->html, html_type, revalidated); }},
        {"/api/status",
         [](const auto&, auto& response, const LiveStudy& study) { answer_now(response, study.status()); }},
        {"/api/page",
         [](const auto& request, auto& response, const LiveStudy& study) {
             answer(request, response, study.texts()->page, "application/json", revalidated);
         }},
        {"/api/trials",
         [](const auto& request, auto& response, const LiveStudy& study) {
             answer(request, response, study.texts()->trials, "application/json", revalidated);
         }},
    }};

    static void set_guards(httplib::Response& response) {
        response.set_header("X-Content-Type-Options", "nosniff");
        response.set_header("Referrer-Policy", "no-referrer");
        response.set_header("X-Frame-Options", "DENY");
        response.set_header("Content-Security-Policy", fmt::format("{}; frame-ancestors 'none'", live_page_policy()));
    }

    void route(const httplib::Request& request, httplib::Response& response) const {
        set_guards(response);
        if (request.method != "GET" && request.method != "HEAD")
            return say(response, 405, "This page can only be read.");
        // No secret, and the same for every study: it needs no token, so that it is kept under one address.
        if (request.path == "/" + script_name()) {
            return answer(request, response, plotly, "text/javascript; charset=utf-8",
                          "public, max-age=31536000, immutable");
        }
        if (!may_see(request)) {
            return say(response, 403,
                       options.token.empty()
                           ? "This page is for this machine only: use localhost."
                           : "The token is missing or wrong: use the address that sweetspot serve printed.");
        }
        if (studies.is_list() && request.path == "/") {
            return answer(request, response, studies.list_page(), html_type, revalidated);
        }
        if (studies.is_list() && request.path == "/api/studies") return answer_now(response, studies.list());
        if (studies.is_list() && request.path == "/compare") return compare(request, response);
        answer_of_study(request, response);
    }

    void answer_of_study(const httplib::Request& request, httplib::Response& response) const {
        std::string rest;
        std::shared_ptr<const LiveStudy> study;
        try {
            study = studies.study_at(request.path, rest);
        } catch (const std::exception& error) {
            return say(response, 500, error.what());
        }
        if (study && rest == "/api/ask") return ask(request, response, *study);
        const auto found = std::ranges::find(routes, rest, &Route::path);
        if (study && found != routes.end()) return found->answer(request, response, *study);
        say(response, 404,
            studies.is_list() ? "There is /, with links to the studies, /api/studies and /compare."
                              : "There is /, /api/status, /api/page, /api/trials and /api/ask.");
    }

    void compare(const httplib::Request& request, httplib::Response& response) const {
        std::vector<FoundStudy> chosen;
        const auto [first, last] = request.params.equal_range("s");
        for (auto word = first; word != last; ++word) {
            const std::optional<FoundStudy> found = studies.found_at(word->second);
            if (!found) {
                return say(response, 404,
                           fmt::format("There is no study at {}; / has the list.", quoted(word->second)));
            }
            if (std::ranges::find(chosen, found->place, &FoundStudy::place) == chosen.end()) chosen.push_back(*found);
        }
        const LiveCompare::Reply reply = comparisons.reply(chosen);
        if (!reply.page) return say(response, reply.status, reply.sentence);
        if (reply.status == 200) return answer(request, response, reply.page, html_type, revalidated);
        response.status = reply.status;
        response.set_header("Cache-Control", "no-store");
        response.set_content(reply.page->plain, html_type);
    }

    void ask(const httplib::Request& request, httplib::Response& response, const LiveStudy& study) const {
        const LiveAsk::Reply reply = asks.reply(study.askable(), request.params);
        response.status = reply.status;
        response.set_header("Cache-Control", "no-store");
        response.set_content(*reply.text, reply.status == 200 ? "application/json" : "text/plain; charset=utf-8");
    }
};

LiveServer::LiveServer(LiveStudies& studies, ServerOptions options)
    : implementation_(new Implementation{.studies = studies, .options = std::move(options)}) {
    Implementation& self = *implementation_;
    self.server.new_task_queue = [] { return new httplib::ThreadPool(most_connections); };
    // A port that another server has is refused: the library's own options would share it with that one.
    self.server.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    self.server.set_pre_routing_handler([&self](const httplib::Request& request, httplib::Response& response) {
        self.route(request, response);
        return httplib::Server::HandlerResponse::Handled;
    });
    const std::string& host = self.options.host;
    self.port = self.options.port;
    if (self.port == 0) {
        self.port = self.server.bind_to_any_port(host);
    } else if (!self.server.bind_to_port(host, self.port)) {
        self.port = -1;
    }
    if (self.port <= 0) {
        throw std::invalid_argument(fmt::format(
            "cannot listen at {} port {}; give another --port, or a --host of this machine", host, self.options.port));
    }
}

LiveServer::~LiveServer() = default;

int LiveServer::port() const {
    return implementation_->port;
}

void LiveServer::run(const std::function<bool()>& stop) {
    OneRequestServer& server = implementation_->server;
    std::atomic<bool> is_over = false;
    std::thread listening([&] {
        server.listen_after_bind();
        is_over = true;
    });
    // One that does not listen yet cannot be stopped, and would listen for ever.
    const std::chrono::milliseconds between(100);
    while (!stop() || (!server.is_running() && !is_over)) std::this_thread::sleep_for(between);
    server.ending = true;
    implementation_->asks.end();
    implementation_->comparisons.end();
    server.stop();
    listening.join();
}

}  // namespace sweetspot::app

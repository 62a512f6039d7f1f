#include "apps/sweetspot/live/live_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/sweetspot/live/request_head.hpp"
#include "base/json_text.hpp"
#include "embedded/plotly_small.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::app {
namespace {

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

void say(httplib::Response& response, int status, const std::string& sentence) {
    response.status = status;
    response.set_content(sentence + "\n", "text/plain; charset=utf-8");
}

/// Whoever has the text already is told so; others get it compressed if they can take it, and it is not copied.
void answer_text(const httplib::Request& request, httplib::Response& response, const LiveTextPtr& text,
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
    response.set_content_provider(
        bytes.size(), type, [text, &bytes](std::size_t at, std::size_t length, httplib::DataSink& sink) {
            return at <= bytes.size() && sink.write(bytes.data() + at, std::min(length, bytes.size() - at));
        });
}

void answer_now(httplib::Response& response, const std::string& json) {
    response.set_header("Cache-Control", "no-store");
    response.set_content(json, "application/json");
}

/// What can be asked of one study; a new question is a line here.
struct Route {
    std::string_view path;
    void (*answer)(const httplib::Request& request, httplib::Response& response, const LiveStudy& study);
};
constexpr auto revalidated = "private, no-cache";
constexpr auto html_type = "text/html; charset=utf-8";
constexpr std::array<Route, 4> routes = {{
    {"/", [](const auto& request, auto& response,
             const LiveStudy& study) { answer_text(request, response, study.texts()->html, html_type, revalidated); }},
    {"/api/status", [](const auto&, auto& response, const LiveStudy& study) { answer_now(response, study.status()); }},
    {"/api/page",
     [](const auto& request, auto& response, const LiveStudy& study) {
         answer_text(request, response, study.texts()->page, "application/json", revalidated);
     }},
    {"/api/trials",
     [](const auto& request, auto& response, const LiveStudy& study) {
         answer_text(request, response, study.texts()->trials, "application/json", revalidated);
     }},
}};

void set_guards(httplib::Response& response) {
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("X-Frame-Options", "DENY");
    response.set_header("Accept-Ranges", "none");
    response.set_header("Content-Security-Policy", fmt::format("{}; frame-ancestors 'none'", live_page_policy()));
}

}  // namespace

std::string script_name() {
    static const std::string name = fmt::format("plotly-{}.js", content_tag(embedded::plotly_small()));
    return name;
}

LiveRoutes::LiveRoutes(LiveStudies& studies, std::string token)
    : studies_(studies),
      token_(std::move(token)),
      plotly_(live_text(std::string(embedded::plotly_small()))),
      comparisons_(SWEETSPOT_VERSION, script_name()) {}

void LiveRoutes::end() {
    asks_.end();
    comparisons_.end();
}

void LiveRoutes::answer(const Request& request, Response& response) {
    set_guards(response);
    try {
        route(request, response);
    } catch (const std::exception&) {
        // Too little memory, no more threads: cpp-httplib would tell whoever asks in what words.
        say(response, 500, "The server cannot answer this now; try again in a minute.");
    }
}

bool LiveRoutes::may_see(const Request& request) const {
    if (token_.empty()) return names_this_machine(request.get_header_value("Host"));
    const std::string bearer = request.get_header_value("Authorization");
    return is_same(request.get_param_value("token"), token_) || is_same(bearer, "Bearer " + token_);
}

void LiveRoutes::route(const Request& request, Response& response) {
    if (request.method != "GET" && request.method != "HEAD") return say(response, 405, "This page can only be read.");
    // No secret, and the same for every study: it needs no token, so that it is kept under one address.
    if (request.path == "/" + script_name()) {
        return answer_text(request, response, plotly_, "text/javascript; charset=utf-8",
                           "public, max-age=31536000, immutable");
    }
    if (!may_see(request)) {
        return say(response, 403,
                   token_.empty() ? "This page is for this machine only: use localhost."
                                  : "The token is missing or wrong: use the address that sweetspot serve printed.");
    }
    if (studies_.is_list() && request.path == "/") {
        return answer_text(request, response, studies_.list_page(), html_type, revalidated);
    }
    if (studies_.is_list() && request.path == "/api/studies") return answer_now(response, studies_.list());
    if (studies_.is_list() && request.path == "/compare") return compare(request, response);
    answer_of_study(request, response);
}

void LiveRoutes::answer_of_study(const Request& request, Response& response) {
    std::string rest;
    std::shared_ptr<const LiveStudy> study;
    try {
        study = studies_.study_at(request.path, rest);
    } catch (const std::exception& error) {
        return say(response, 500, error.what());
    }
    if (study && rest == "/api/ask") return ask(request, response, *study);
    const auto found = std::ranges::find(routes, rest, &Route::path);
    if (study && found != routes.end()) return found->answer(request, response, *study);
    say(response, 404,
        studies_.is_list() ? "There is /, with links to the studies, /api/studies and /compare."
                           : "There is /, /api/status, /api/page, /api/trials and /api/ask.");
}

void LiveRoutes::compare(const Request& request, Response& response) {
    std::vector<FoundStudy> chosen;
    const auto [first, last] = request.params.equal_range("s");
    for (auto word = first; word != last; ++word) {
        const std::optional<FoundStudy> found = studies_.found_at(word->second);
        if (!found) {
            return say(response, 404, fmt::format("There is no study at {}; / has the list.", quoted(word->second)));
        }
        if (std::ranges::find(chosen, found->place, &FoundStudy::place) == chosen.end()) chosen.push_back(*found);
    }
    const LiveCompare::Reply reply = comparisons_.reply(chosen);
    if (!reply.page) return say(response, reply.status, reply.sentence);
    if (reply.status == 200) return answer_text(request, response, reply.page, html_type, revalidated);
    response.status = reply.status;
    response.set_header("Cache-Control", "no-store");
    response.set_content(reply.page->plain, html_type);
}

void LiveRoutes::ask(const Request& request, Response& response, const LiveStudy& study) {
    const LiveAsk::Reply reply = asks_.reply(study.askable(), request.params);
    response.status = reply.status;
    response.set_header("Cache-Control", "no-store");
    response.set_content(*reply.text, reply.status == 200 ? "application/json" : "text/plain; charset=utf-8");
}

AnsweringServer::AnsweringServer(LiveRoutes& routes) {
    set_pre_routing_handler([&routes](const httplib::Request& request, httplib::Response& response) {
        routes.answer(request, response);
        return HandlerResponse::Handled;
    });
}

bool AnsweringServer::answer_one(httplib::Stream& connection) {
    RequestHead head(connection);
    bool closed = false;
    return process_request(head, true, closed, nullptr);
}

}  // namespace sweetspot::app

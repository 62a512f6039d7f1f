#include "apps/sweetspot/live/live_server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "apps/sweetspot/live/live_ask.hpp"
#include "apps/sweetspot/live/live_stream.hpp"

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

}  // namespace

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
    const LiveStudy& study;
    ServerOptions options;
    OneRequestServer server = {};
    int port = 0;
    mutable LiveAsk asks = {};  // its own lock

    [[nodiscard]] bool may_see(const httplib::Request& request) const {
        if (options.token.empty()) return names_this_machine(request.get_header_value("Host"));
        const std::string bearer = request.get_header_value("Authorization");
        return is_same(request.get_param_value("token"), options.token) || is_same(bearer, "Bearer " + options.token);
    }

    static void say(httplib::Response& response, int status, const std::string& sentence) {
        response.status = status;
        response.set_content(sentence + "\n", "text/plain; charset=utf-8");
    }

    /// The text as it is at this moment, neither copied nor compressed.
    void answer(httplib::Response& response, const std::string LiveTexts::*which, const char* type) const {
        const std::shared_ptr<const LiveTexts> texts = study.texts();
        const std::string& text = (*texts).*which;
        response.set_content_provider(text.size(), type,
                                      [texts, &text](std::size_t at, std::size_t length, httplib::DataSink& sink) {
                                          return sink.write(text.data() + at, length);
                                      });
    }

    void route(const httplib::Request& request, httplib::Response& response) const {
        response.set_header("Cache-Control", "no-store");
        response.set_header("X-Content-Type-Options", "nosniff");
        response.set_header("Referrer-Policy", "no-referrer");
        if (request.method != "GET" && request.method != "HEAD")
            return say(response, 405, "This page can only be read.");
        if (!may_see(request)) {
            return say(response, 403,
                       options.token.empty()
                           ? "This page is for this machine only: use localhost."
                           : "The token is missing or wrong: use the address that sweetspot serve printed.");
        }
        if (request.path == "/") return answer(response, &LiveTexts::html, "text/html; charset=utf-8");
        if (request.path == "/api/status") return answer(response, &LiveTexts::status, "application/json");
        if (request.path == "/api/page") return answer(response, &LiveTexts::page, "application/json");
        if (request.path == "/api/trials") return answer(response, &LiveTexts::trials, "application/json");
        if (request.path == "/api/ask") return ask(request, response);
        say(response, 404, "There is /, /api/status, /api/page, /api/trials and /api/ask.");
    }

    void ask(const httplib::Request& request, httplib::Response& response) const {
        const LiveAsk::Reply reply = asks.reply(study.askable(), request.params);
        response.status = reply.status;
        response.set_content(*reply.text, reply.status == 200 ? "application/json" : "text/plain; charset=utf-8");
    }
};

LiveServer::LiveServer(const LiveStudy& study, ServerOptions options)
    : implementation_(new Implementation{.study = study, .options = std::move(options)}) {
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
    std::thread listening([&] { server.listen_after_bind(); });
    while (!stop()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    server.ending = true;
    implementation_->asks.end();
    server.stop();
    listening.join();
}

}  // namespace sweetspot::app

#include "apps/sweetspot/live/live_server.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <utility>

#include "apps/sweetspot/live/live_routes.hpp"
#include "apps/sweetspot/live/live_stream.hpp"

namespace sweetspot::app {
namespace {

/// Threads that wait cost next to nothing; that many slow clients at once do not keep the next one waiting.
constexpr std::size_t most_connections = 256;

}  // namespace

/// One request per connection, each with its own end.
class OneRequestServer final : public AnsweringServer {
  public:
    using AnsweringServer::AnsweringServer;

    std::atomic<bool> ending = false;

  private:
    bool process_and_close_socket(socket_t socket) override {
        LiveStream stream(socket, ending);
        const bool answered = answer_one(stream);
        stream.finish();
        close(socket);
        return answered;
    }
};

struct LiveServer::Implementation {
    LiveRoutes routes;
    OneRequestServer server{routes};
    int port = 0;
};

LiveServer::LiveServer(LiveStudies& studies, ServerOptions options)
    : implementation_(new Implementation{.routes{studies, std::move(options.token)}}) {
    Implementation& self = *implementation_;
    self.server.new_task_queue = [] { return new httplib::ThreadPool(most_connections); };
    // A port that another server has is refused: the library's own options would share it with that one.
    self.server.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    self.port = options.port;
    if (self.port == 0) {
        self.port = self.server.bind_to_any_port(options.host);
    } else if (!self.server.bind_to_port(options.host, self.port)) {
        self.port = -1;
    }
    if (self.port <= 0) {
        throw std::invalid_argument(
            fmt::format("cannot listen at {} port {}; give another --port, or a --host of this machine", options.host,
                        options.port));
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
    implementation_->routes.end();
    server.stop();
    listening.join();
}

}  // namespace sweetspot::app

#include "apps/sweetspot/live/serve.hpp"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/resource.h>

#include <iostream>
#include <memory>

#include "apps/sweetspot/live/live_server.hpp"
#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/terminal/interrupt.hpp"
#include "embedded/plotly.hpp"

namespace sweetspot::app {
namespace {

constexpr auto serve_examples =
    R"(The page follows the study while `sweetspot run` works at it; it only reads. Ctrl-C ends it.
Examples:
  sweetspot serve bracket.toml
  sweetspot serve bracket.toml --host 0.0.0.0 --port 8000     for others; prints an address with a token)";

constexpr int most_port = 65535;
/// The search, if it runs on this machine, comes first.
constexpr int niceness = 10;

struct ServeOptions {
    std::string study;
    std::string host = "127.0.0.1";
    int port = 8080;
};

bool is_this_machine(const std::string& host) {
    return host == "127.0.0.1" || host == "localhost" || host == "::1";
}

/// 128 random bits.
std::string new_token() {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        throw std::runtime_error("sweetspot serve: no random numbers");
    std::string token;
    for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
    return token;
}

void serve(const ServeOptions& options) {
    const StudyConfig config = read_study_file(options.study);
    static_cast<void>(begun_study(config));  // refuses one that has not begun
    setpriority(PRIO_PROCESS, 0, niceness);
    const LiveStudy study(
        config, {.threads = 1, .version = SWEETSPOT_VERSION, .plotly = embedded::plotly(), .file = options.study});
    const std::string token = is_this_machine(options.host) ? "" : new_token();
    LiveServer server(study, {.host = options.host, .port = options.port, .token = token});
    const Interrupt interrupt;
    const std::string host = options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]";
    std::cout << fmt::format("http://{}:{}/{}", host, server.port(), token.empty() ? "" : "?token=" + token)
              << std::endl;
    server.run([&] { return interrupt.asked_for(); });
}

}  // namespace

Command add_serve(CLI::App& app) {
    const auto options = std::make_shared<ServeOptions>();
    CLI::App* command = app.add_subcommand("serve", "Shows a study as a live page in the browser");
    add_study(*command, options->study);
    command->add_option("--port", options->port, "The port, 8080 if left out; 0 for any that is free")
        ->check(whole_number(0, most_port))
        ->option_text("N");
    command
        ->add_option("--host", options->host,
                     "The address to listen at; this machine only if left out, others need the token that is printed")
        ->option_text("ADDRESS");
    command->footer(serve_examples);
    return {command, [options] { in_command("serve", [&] { serve(*options); }); }};
}

}  // namespace sweetspot::app

#include "apps/sweetspot/live/serve.hpp"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/resource.h>

#include <iostream>
#include <memory>
#include <vector>

#include "apps/sweetspot/live/addresses.hpp"
#include "apps/sweetspot/live/live_routes.hpp"
#include "apps/sweetspot/live/live_server.hpp"
#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/terminal/interrupt.hpp"

namespace sweetspot::app {
namespace {

constexpr auto serve_examples =
    R"(The page follows the study while `sweetspot run` works at it, and waits for one that has not begun; it only reads.
Ctrl-C ends it. Of a folder, or of several studies, there is a list with a page for each.
Examples:
  sweetspot serve bracket.toml
  sweetspot serve .                                           all studies in this folder
  sweetspot serve bracket.toml --host 0.0.0.0 --port 8000     for others; prints an address with a token)";

constexpr int most_port = 65535;
/// The search, if it runs on this machine, comes first.
constexpr int niceness = 10;

struct ServeOptions {
    std::vector<std::string> studies;
    std::string host = "127.0.0.1";
    int port = 8080;
};

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
    setpriority(PRIO_PROCESS, 0, niceness);
    LiveStudies studies(options.studies, SWEETSPOT_VERSION, script_name());
    const std::string token = is_this_machine(options.host) ? "" : new_token();
    LiveServer server(studies, {.host = options.host, .port = options.port, .token = token});
    const Interrupt interrupt;
    std::string addresses;
    for (const std::string& address : addresses_of(options.host, server.port(), token)) addresses += address + '\n';
    std::cout << addresses << std::flush;
    server.run([&] { return interrupt.asked_for(); });
}

}  // namespace

Command add_serve(CLI::App& app) {
    const auto options = std::make_shared<ServeOptions>();
    CLI::App* command =
        app.add_subcommand("serve", "Shows a study, or those of a folder, as a live page in the browser");
    command->add_option("study", options->studies, "The study's TOML file or database, several of them, or a folder")
        ->required()
        ->option_text("(required)");
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

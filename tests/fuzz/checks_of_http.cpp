// The server of live pages, from the bytes of a request to those of the answer.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "apps/sweetspot/live/live_routes.hpp"
#include "base/json_text.hpp"
#include "base/one_line.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/complaints.hpp"
#include "support/made_up_study.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::fuzz {
namespace {

constexpr int being_made = 202;
constexpr std::string_view end_of_line = "\r\n";

/// What was sent, and what comes back.
class Exchange final : public httplib::Stream {
  public:
    explicit Exchange(std::string_view sent) : sent_(sent) {}
    [[nodiscard]] bool is_readable() const override { return true; }
    [[nodiscard]] bool is_writable() const override { return true; }
    ssize_t read(char* to, std::size_t size) override {
        const std::size_t taken = std::min(size, sent_.size());
        std::memcpy(to, sent_.data(), taken);
        sent_.remove_prefix(taken);
        return static_cast<ssize_t>(taken);
    }
    ssize_t write(const char* from, std::size_t size) override {
        answer.append(from, size);
        return static_cast<ssize_t>(size);
    }
    void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
    void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
    [[nodiscard]] socket_t socket() const override { return 0; }

    std::string answer;

  private:
    std::string_view sent_;
};

struct Answer {
    int status = 0;
    std::map<std::string, std::string> headers;
    std::string body;

    [[nodiscard]] std::string header(const std::string& name) const {
        const auto found = headers.find(name);
        return found == headers.end() ? "" : found->second;
    }
};

/// What is wrong with the form of an answer; it is read into `answer`.
std::string form_complaint(std::string_view text, Answer& answer) {
    static const std::set<std::string, std::less<>> known = {
        "Cache-Control", "Connection",     "Content-Encoding", "Content-Length", "Content-Security-Policy",
        "Content-Type",  "ETag",           "Referrer-Policy",  "Vary",           "X-Content-Type-Options",
        "Accept-Ranges", "X-Frame-Options"};
    const std::size_t head_end = text.find("\r\n\r\n");
    if (!text.starts_with("HTTP/1.1 ") || head_end == std::string_view::npos) return "the answer has no head";
    std::from_chars(text.data() + 9, text.data() + 12, answer.status);
    answer.body = text.substr(head_end + 4);
    std::string_view head = text.substr(0, head_end + 2);
    head.remove_prefix(head.find(end_of_line) + 2);
    while (!head.empty()) {
        const std::string_view line = head.substr(0, head.find(end_of_line));
        head.remove_prefix(line.size() + 2);
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || has_control_character(line) || !known.contains(line.substr(0, colon)))
            return fmt::format("the answer has the header {}", line);
        if (!answer.headers.emplace(line.substr(0, colon), line.substr(colon + 2)).second)
            return fmt::format("the answer has twice the header {}", line);
    }
    const bool whole = answer.header("Content-Length") == fmt::format("{}", answer.body.size());
    return whole || answer.body.empty() ? "" : "the length of the answer is not what its head says";
}

/// A server in this process. What it says in HTML is one of the pages at these paths and depends on nothing else that
/// is asked; without paths it has a token that nobody knows, and shows nothing.
class Served {
  public:
    Served(const std::vector<std::string>& files, std::string token, std::vector<std::string> paths)
        : studies_(files, "0", app::script_name()), routes_(studies_, std::move(token)), paths_(std::move(paths)) {}

    std::string complaint_of(std::string_view request) {
        Answer read;
        for (read.status = being_made; read.status == being_made;) {
            read = {};
            const std::string answer = answered(request);
            if (answer.empty()) return "";  // nothing was asked, or not to the end
            if (auto complaint = form_complaint(answer, read); !complaint.empty()) return complaint;
        }
        if (!statuses_.contains(read.status)) return fmt::format("it answers {}: {}", read.status, read.body);
        return content_complaint(read);
    }

  private:
    std::string answered(std::string_view request) {
        Exchange exchange(request);
        server_.answer_one(exchange);
        return std::move(exchange.answer);
    }

    std::string content_complaint(const Answer& answer) {
        const std::string type = answer.header("Content-Type");
        if (answer.body.empty() || type.starts_with("text/javascript")) return "";
        if (type.starts_with("text/plain")) {
            if (!answer.header("Content-Encoding").empty()) return "";  // the library has compressed it
            if (!answer.body.ends_with('\n')) return "a sentence does not end its line: " + answer.body;
            return sentence_complaint(answer.body.substr(0, answer.body.size() - 1));
        }
        if (paths_.empty()) return "it is shown without the token: " + answer.body;
        if (type == "application/json") {
            return !answer.header("Content-Encoding").empty() || Json::accept(answer.body) ? "" : "it is no JSON";
        }
        // Made anew after a while in which nobody asked for it.
        if (!pages_.contains(answer.body)) make_pages();
        return pages_.contains(answer.body) ? "" : "a page depends on what was asked for: " + answer.body;
    }

    void make_pages() {
        pages_.clear();
        for (const std::string& path : paths_) {
            for (const char* accepted : {"gzip", "none"}) {
                Answer page;
                for (page.status = being_made; page.status == being_made;) {
                    page = {};
                    static_cast<void>(form_complaint(
                        answered(fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {}\r\n\r\n", path,
                                             accepted)),
                        page));
                }
                pages_.insert(page.body);
            }
        }
    }

    /// Nothing else, whatever is asked: above all nothing of its own making from 500 on.
    const std::set<int> statuses_ = {200, 304, 400, 403, 404, 405, 409, 414};
    app::LiveStudies studies_;
    app::LiveRoutes routes_;
    app::AnsweringServer server_{routes_};
    std::vector<std::string> paths_;
    std::set<std::string> pages_;
};

/// A study of some trials, as its file says.
std::string stored_study(const support::ScratchDirectory& scratch, const std::string& name, Index trials) {
    const std::string text = fmt::format(R"([study]
name = "{0}"
storage = "sqlite:///{0}.db"
[[parameter]]
name = "a"
bounds = [-1, 1]
tolerance = 0.2
[[parameter]]
name = "b"
bounds = [1, 3]
tolerance = "5%"
)",
                                         name);
    std::string file = scratch.write(name + ".toml", text);
    const StudyConfig config = read_study(text, file, scratch.file(""));
    const auto store = open_store(config);
    for (const Trial& trial : support::made_up_view(config, trials).trials)
        static_cast<void>(store->add(trial, store->revision()));
    return file;
}

/// One study, and a list of two; nobody knows the token of the third.
struct Servers {
    support::ScratchDirectory scratch;
    std::vector<std::string> files = {stored_study(scratch, "s", 8), stored_study(scratch, "t", 5)};
    Served one{{files[0]}, "", {"/"}};
    Served list{
        files, "", {"/", "/s/s.toml/", "/s/t.toml/", "/compare?s=s.toml&s=t.toml", "/compare?s=t.toml&s=s.toml"}};
    Served locked{files, "0123456789abcdef0123456789abcdef", {}};
};

}  // namespace

std::string http_request_complaint(std::string_view text) {
    static Servers servers;
    for (Served* served : {&servers.one, &servers.list, &servers.locked}) {
        if (auto complaint = served->complaint_of(text); !complaint.empty()) return complaint;
    }
    return "";
}

}  // namespace sweetspot::fuzz

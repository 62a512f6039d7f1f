#include "apps/sweetspot/live/live_study.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "apps/sweetspot/live/live_status.hpp"
#include "apps/sweetspot/text/page_files.hpp"
#include "study/study_json.hpp"
#include "sweetspot/report/kept_files.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot::app {
namespace {

constexpr double between_readings = 0.5;  // seconds
/// A page is made again after so many times what it took: a quarter of a core at most.
constexpr double pause_share = 3;
/// Seconds after the last question during which pages are made; one that nobody sees asks every 15.
constexpr double attention = 60;

/// The page of so many trials is made before anybody is let in; that of more may take a minute.
constexpr std::ptrdiff_t most_at_once = 50;

double steady_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double clock_now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Whatever a simulator has printed is made valid text.
std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

LiveStudy::LiveStudy(std::string file, LiveOptions options)
    : watched_(std::move(file)),
      options_(std::move(options)),
      asked_at_(steady_now()),
      texts_(std::make_shared<LiveTexts>()) {
    watched_.look();  // a mistake is told at once
    if (std::ssize(watched_.view().trials) > most_at_once) show_that_it_is_being_made();
    look();  // so that there is something to show before the first who asks
    thread_ = std::thread([this] { watch(); });
}

LiveStudy::~LiveStudy() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

std::shared_ptr<const LiveTexts> LiveStudy::texts() const {
    asked_at_ = steady_now();
    const std::lock_guard lock(mutex_);
    return texts_;
}

std::shared_ptr<const LiveAskable> LiveStudy::askable() const {
    asked_at_ = steady_now();
    const std::lock_guard lock(mutex_);
    return askable_;
}

std::string LiveStudy::status() const {
    const std::string known = texts()->status;
    return fmt::format("{},\"now\":{:.3f}}}", known.substr(0, known.size() - 1), clock_now());
}

double LiveStudy::idle_seconds() const {
    return steady_now() - asked_at_;
}

void LiveStudy::replace(const std::function<void(LiveTexts&)>& change) {
    std::shared_ptr<LiveTexts> texts;
    {
        const std::lock_guard lock(mutex_);
        texts = std::make_shared<LiveTexts>(*texts_);
    }
    change(*texts);
    const std::lock_guard lock(mutex_);
    texts_ = std::move(texts);
}

bool LiveStudy::wait(double seconds) {
    std::unique_lock lock(mutex_);
    return !changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return ending_; });
}

void LiveStudy::watch() {
    while (wait(between_readings)) {
        try {
            look();
        } catch (const std::exception& error) {
            // The database may be away for a while; the page goes on with what it has, and says so.
            const std::string trouble = error.what();
            replace([&](LiveTexts& texts) {
                Json status = Json::parse(texts.status);
                status["trouble"] = trouble;
                texts.status = text_of(status);
            });
            seen_.clear();
        }
    }
}

void LiveStudy::look() {
    watched_.look();
    const bool page_is_due = watched_.version() != shown_ && idle_seconds() < attention &&
                             steady_now() >= page_made_at_ + pause_share * page_seconds_;
    if (page_is_due) make_page();
    const std::string seen = watched_.version() + watched_.file_trouble();
    if (seen == seen_ && !page_is_due) return;
    const StudyConfig& config = watched_.config();
    const Json trials = trials_json(config, watched_.view());
    Json status = live_status(config, watched_.view());
    status["page_revision"] = page_revision_;
    if (!watched_.file_trouble().empty()) status["file_trouble"] = watched_.file_trouble();
    replace([&](LiveTexts& texts) {
        status["page_tag"] = texts.page->tag;
        texts.status = text_of(status);
        texts.trials = live_text(text_of(trials));
    });
    seen_ = seen;
}

void LiveStudy::show_that_it_is_being_made() {
    const Page page{watched_.config().name, "The page is being made, and will be here in a moment.", {}};
    show(page);
    // The thread makes it at its first look.
    page_made_at_ = steady_now();
    page_seconds_ = between_readings / pause_share;
}

void LiveStudy::show(const Page& page) {
    const LiveTextPtr json = live_text(page_json(page));
    const LiveTextPtr html = live_text(live_page(page, {options_.script, json->tag, options_.home}));
    replace([&](LiveTexts& texts) {
        texts.page = json;
        texts.html = html;
    });
}

void LiveStudy::make_page() {
    const double start = steady_now();
    auto askable =
        live_askable(watched_.study(), watched_.view(), options_.file + " " + watched_.version(), options_.threads);
    {
        const std::lock_guard lock(mutex_);
        askable_ = std::move(askable);
    }
    const Page page = study_page(watched_.study(), watched_.view(),
                                 {.threads = options_.threads,
                                  .version = options_.version,
                                  .now = date_and_time(),
                                  .file = options_.file,
                                  .kept = kept_files(watched_.config(), watched_.view())});
    show(page);
    shown_ = watched_.version();
    page_revision_ = watched_.view().revision;
    page_made_at_ = steady_now();
    page_seconds_ = page_made_at_ - start;
}

}  // namespace sweetspot::app

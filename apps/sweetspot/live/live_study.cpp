#include "apps/sweetspot/live/live_study.hpp"

#include <chrono>

#include "apps/sweetspot/live/live_status.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/text/page_files.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot::app {
namespace {

constexpr double between_readings = 0.5;  // seconds
/// A page is made again after so many times what it took: a quarter of a core at most.
constexpr double pause_share = 3;

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

LiveStudy::LiveStudy(StudyConfig config, LiveOptions options)
    : study_(std::move(config)),
      options_(std::move(options)),
      store_(open_store(study_.config, Store::Open::reading)),
      texts_(std::make_shared<LiveTexts>()) {
    look();  // so that there is something to show before the first who asks, and a mistake is told at once
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
    const std::lock_guard lock(mutex_);
    return texts_;
}

std::shared_ptr<const LiveAskable> LiveStudy::askable() const {
    const std::lock_guard lock(mutex_);
    return askable_;
}

void LiveStudy::replace(const std::function<void(LiveTexts&)>& change) {
    auto texts = std::make_shared<LiveTexts>(*this->texts());
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
            seen_ = -1;
        }
    }
}

void LiveStudy::look() {
    if (store_->revision() == seen_ && seen_ == shown_) return;
    const StudyView view = store_->view();
    const bool page_is_due = view.revision != shown_ && steady_now() >= page_made_at_ + pause_share * page_seconds_;
    if (page_is_due) make_page(view);
    if (view.revision == seen_ && !page_is_due) return;
    Json trials = Json::array();
    for (const Trial& trial : view.trials) trials.push_back(app::json_of(study_.config, trial));
    Json status = live_status(study_.config, view, clock_now());
    status["page_revision"] = shown_;
    replace([&](LiveTexts& texts) {
        texts.status = text_of(status);
        texts.trials = text_of(trials);
    });
    seen_ = view.revision;
}

void LiveStudy::make_page(const StudyView& view) {
    const double start = steady_now();
    const Page page = study_page(study_, view,
                                 {.threads = options_.threads,
                                  .version = options_.version,
                                  .now = date_and_time(),
                                  .file = options_.file,
                                  .kept = kept_files(study_.config, view)});
    std::string json = page_json(page);
    std::string html = live_page(page, options_.plotly, view.revision);
    auto askable = live_askable(study_, view, options_.threads);
    {
        const std::lock_guard lock(mutex_);
        askable_ = std::move(askable);
    }
    replace([&](LiveTexts& texts) {
        texts.page = std::move(json);
        texts.html = std::move(html);
    });
    shown_ = view.revision;
    page_made_at_ = steady_now();
    page_seconds_ = page_made_at_ - start;
}

}  // namespace sweetspot::app

#include "report/ask_queue.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace sweetspot::study_report {

struct AskQueue::Job {
    std::string key;
    int interested = 0;  ///< clients that wait for it
    bool started = false;
    bool done = false;
    std::shared_ptr<const std::string> text = nullptr;
    std::exception_ptr trouble = nullptr;
};

/// One request that waits.
struct AskQueue::Ticket {
    std::string client;
    std::shared_ptr<Job> job;
    bool replaced = false;
};

std::shared_ptr<const std::string> AskQueue::kept(const std::string& key) {
    const auto found = std::ranges::find(kept_, key, [](const auto& entry) { return entry.first; });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return kept_.front().second;
}

void AskQueue::keep(const std::string& key, std::shared_ptr<const std::string> text) {
    kept_.emplace_front(key, std::move(text));
    if (kept_.size() > limits_.kept) kept_.pop_back();
}

/// What nobody waits for any more is not computed.
void AskQueue::drop(Ticket& ticket) {
    const auto own = tickets_.find(ticket.client);
    if (own != tickets_.end() && own->second == &ticket) tickets_.erase(own);
    Job& job = *ticket.job;
    if (--job.interested > 0 || job.started) return;
    waiting_.remove(ticket.job);
    jobs_.erase(job.key);
}

void AskQueue::replace_question_of(const std::string& client) {
    const auto earlier = tickets_.find(client);
    if (earlier == tickets_.end() || earlier->second->job->started) return;
    Ticket& ticket = *earlier->second;
    ticket.replaced = true;
    drop(ticket);
    changed_.notify_all();
}

void AskQueue::compute(const std::shared_ptr<Job>& job, const std::function<std::string()>& work,
                       std::unique_lock<std::mutex>& lock) {
    job->started = true;
    computing_ = true;
    waiting_.pop_front();
    lock.unlock();
    std::shared_ptr<const std::string> text;
    std::exception_ptr trouble;
    try {
        text = std::make_shared<const std::string>(work());
    } catch (...) {
        trouble = std::current_exception();
    }
    lock.lock();
    job->text = std::move(text);
    job->trouble = std::move(trouble);
    job->done = true;
    computing_ = false;
    jobs_.erase(job->key);
    if (job->text) keep(job->key, job->text);
    changed_.notify_all();
}

AskQueue::Reply AskQueue::ask(const std::string& client, const std::string& key,
                              const std::function<std::string()>& work) {
    std::unique_lock lock(mutex_);
    if (ended_) return {Outcome::ended};
    replace_question_of(client);
    if (auto text = kept(key)) return {Outcome::answered, std::move(text)};
    Ticket ticket{client, nullptr};
    if (const auto same = jobs_.find(key); same != jobs_.end()) {
        ticket.job = same->second;
    } else {
        if (waiting_.size() >= limits_.waiting) return {Outcome::full};
        ticket.job = std::make_shared<Job>(Job{.key = key});
        jobs_[key] = ticket.job;
        waiting_.push_back(ticket.job);
    }
    ++ticket.job->interested;
    tickets_[client] = &ticket;
    const std::shared_ptr<Job> job = ticket.job;
    const auto is_next = [&] { return !computing_ && !waiting_.empty() && waiting_.front() == job; };
    changed_.wait(lock, [&] { return job->done || ticket.replaced || ended_ || is_next(); });
    if (ticket.replaced) return {Outcome::replaced};
    if (!job->done && !ended_) compute(job, work, lock);
    drop(ticket);
    if (!job->done) return {Outcome::ended};
    if (job->trouble) std::rethrow_exception(job->trouble);
    return {Outcome::answered, job->text};
}

std::size_t AskQueue::waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
}

int AskQueue::interested(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = jobs_.find(key);
    return found == jobs_.end() ? 0 : found->second->interested;
}

void AskQueue::end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
}

}  // namespace sweetspot::study_report

// Questions of many people to one model, computed one after another: the same question asked by several at once is
// computed once, answers are kept for a while, of one client only the newest question waits, and the queue is bounded.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace sweetspot::study_report {

class AskQueue {
  public:
    struct Limits {
        std::size_t waiting = 16;  ///< questions that wait for their turn
        std::size_t kept = 64;     ///< answers
    };
    enum class Outcome {
        answered,
        replaced,  ///< the same client has asked something else since
        full,      ///< too many questions wait
        ended      ///< the server ends
    };
    struct Reply {
        Outcome outcome = Outcome::answered;
        std::shared_ptr<const std::string> text = nullptr;  ///< if it is answered
    };

    AskQueue() : AskQueue(Limits{}) {}
    explicit AskQueue(Limits limits) : limits_(limits) {}
    AskQueue(const AskQueue&) = delete;
    AskQueue& operator=(const AskQueue&) = delete;

    /// Waits for its turn; `compute` is called in the thread of one who asks. `key` is all that the answer depends on.
    /// What `compute` throws, everybody gets who waits for it.
    [[nodiscard]] Reply ask(const std::string& client, const std::string& key,
                            const std::function<std::string()>& compute);
    /// Everybody who waits is sent away, now and from now on.
    void end();

    [[nodiscard]] std::size_t waiting();                   ///< questions at this moment
    [[nodiscard]] int interested(const std::string& key);  ///< clients that wait for it

  private:
    struct Job;
    struct Ticket;
    [[nodiscard]] std::shared_ptr<const std::string> kept(const std::string& key);
    void keep(const std::string& key, std::shared_ptr<const std::string> text);
    void replace_question_of(const std::string& client);
    void drop(Ticket& ticket);
    void compute(const std::shared_ptr<Job>& job, const std::function<std::string()>& work,
                 std::unique_lock<std::mutex>& lock);

    Limits limits_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool computing_ = false;
    bool ended_ = false;
    std::list<std::shared_ptr<Job>> waiting_;           ///< the first is next
    std::map<std::string, std::shared_ptr<Job>> jobs_;  ///< waiting or computed now, by key
    std::map<std::string, Ticket*> tickets_;            ///< the question of a client that waits
    std::list<std::pair<std::string, std::shared_ptr<const std::string>>> kept_;  ///< the newest first
};

}  // namespace sweetspot::study_report

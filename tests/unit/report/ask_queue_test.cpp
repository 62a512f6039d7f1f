// Many who ask at once: the same question is computed once, the newest of a client counts, the queue is bounded.
#include "report/ask_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

namespace sweetspot::study_report {
namespace {

using Outcome = AskQueue::Outcome;

/// Waits until the other threads have come to wait in the queue; they have no other way to say so.
void until(const std::function<bool()>& is_so) {
    while (!is_so()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// A computation that is held until it is let go.
struct Held {
    std::latch started{1};
    std::latch go{1};
    std::function<std::string()> work(const std::string& text) {
        return [this, text] {
            started.count_down();
            go.wait();
            return text;
        };
    }
};

std::future<AskQueue::Reply> ask(AskQueue& queue, const std::string& client, const std::string& key,
                                 std::function<std::string()> work) {
    return std::async(std::launch::async,
                      [&queue, client, key, work = std::move(work)] { return queue.ask(client, key, work); });
}

TEST(AskQueue, ComputesTheSameQuestionOnceAndKeepsItsAnswer) {
    AskQueue queue;
    Held held;
    std::atomic<int> computed = 0;
    auto first = ask(queue, "a", "q", [&] {
        ++computed;
        return held.work("42")();
    });
    held.started.wait();
    std::vector<std::future<AskQueue::Reply>> others;
    others.reserve(20);
    for (int i = 0; i < 20; ++i) {
        others.push_back(ask(queue, "b" + std::to_string(i), "q", [&] {
            ++computed;
            return std::string("other");
        }));
    }
    held.go.count_down();
    EXPECT_EQ(*first.get().text, "42");
    for (auto& other : others) EXPECT_EQ(*other.get().text, "42");
    EXPECT_EQ(*queue.ask("c", "q", [] { return std::string("other"); }).text, "42");
    EXPECT_EQ(computed, 1);
}

TEST(AskQueue, OfAClientOnlyTheNewestQuestionWaits) {
    AskQueue queue;
    Held held;
    auto first = ask(queue, "a", "1", held.work("1"));
    held.started.wait();
    std::atomic<bool> in_vain = false;
    auto second = ask(queue, "a", "2", [&] {
        in_vain = true;
        return std::string("2");
    });
    until([&] { return queue.waiting() == 1; });
    auto third = ask(queue, "a", "3", [] { return std::string("3"); });
    EXPECT_EQ(second.get().outcome, Outcome::replaced);
    held.go.count_down();
    EXPECT_EQ(*third.get().text, "3");
    EXPECT_EQ(*first.get().text, "1");
    EXPECT_FALSE(in_vain);
}

TEST(AskQueue, AQuestionThatAnotherStillWaitsForIsComputed) {
    AskQueue queue;
    Held held;
    auto first = ask(queue, "x", "1", held.work("1"));
    held.started.wait();
    auto a = ask(queue, "a", "2", [] { return std::string("2"); });
    until([&] { return queue.waiting() == 1; });
    auto b = ask(queue, "b", "2", [] { return std::string("2"); });
    until([&] { return queue.interested("2") == 2; });
    auto newer = ask(queue, "a", "3", [] { return std::string("3"); });
    EXPECT_EQ(a.get().outcome, Outcome::replaced);
    held.go.count_down();
    EXPECT_EQ(*b.get().text, "2");
    EXPECT_EQ(*newer.get().text, "3");
    EXPECT_EQ(*first.get().text, "1");
}

TEST(AskQueue, SendsAwayWhomItHasNoRoomFor) {
    AskQueue queue({.waiting = 2, .kept = 4});
    Held held;
    auto first = ask(queue, "x", "0", held.work("0"));
    held.started.wait();
    auto a = ask(queue, "a", "1", [] { return std::string("1"); });
    auto b = ask(queue, "b", "2", [] { return std::string("2"); });
    until([&] { return queue.waiting() == 2; });
    EXPECT_EQ(queue.ask("c", "3", [] { return std::string("3"); }).outcome, Outcome::full);
    held.go.count_down();
    EXPECT_EQ(*a.get().text, "1");
    EXPECT_EQ(*b.get().text, "2");
    EXPECT_EQ(*queue.ask("c", "3", [] { return std::string("3"); }).text, "3");
}

TEST(AskQueue, ForgetsTheOldestAnswer) {
    AskQueue queue({.waiting = 2, .kept = 2});
    const auto text = [](const char* words) { return [words] { return std::string(words); }; };
    for (const char* key : {"1", "2", "1", "3"}) static_cast<void>(queue.ask("a", key, text("old")));
    EXPECT_EQ(*queue.ask("a", "1", text("new")).text, "old");
    EXPECT_EQ(*queue.ask("a", "2", text("new")).text, "new");
}

TEST(AskQueue, AFailureIsToldAndNotKept) {
    AskQueue queue;
    EXPECT_THROW(static_cast<void>(queue.ask("a", "q", []() -> std::string { throw std::invalid_argument("no"); })),
                 std::invalid_argument);
    EXPECT_EQ(*queue.ask("a", "q", [] { return std::string("yes"); }).text, "yes");
}

TEST(AskQueue, EndsWithWhoeverWaits) {
    AskQueue queue;
    Held held;
    auto first = ask(queue, "x", "0", held.work("0"));
    held.started.wait();
    auto waits = ask(queue, "a", "1", [] { return std::string("1"); });
    until([&] { return queue.waiting() == 1; });
    queue.end();
    EXPECT_EQ(waits.get().outcome, Outcome::ended);
    held.go.count_down();
    EXPECT_EQ(*first.get().text, "0");
    EXPECT_EQ(queue.ask("b", "2", [] { return std::string("2"); }).outcome, Outcome::ended);
}

TEST(AskQueue, ManyClientsAtOnceNeverComputeTwoAtATime) {
    AskQueue queue;
    std::atomic<int> now = 0;
    std::atomic<int> most = 0;
    std::atomic<int> answered = 0;
    std::vector<std::thread> clients;
    clients.reserve(16);
    for (int c = 0; c < 16; ++c) {
        clients.emplace_back([&, c] {
            for (int i = 0; i < 50; ++i) {
                std::string key = std::to_string((c + i) % 100);
                const AskQueue::Reply reply = queue.ask(std::to_string(c), key, [&] {
                    most = std::max<int>(most, ++now);
                    std::this_thread::yield();
                    --now;
                    return key;
                });
                if (reply.outcome == Outcome::answered && *reply.text == key) ++answered;
            }
        });
    }
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(most, 1);
    EXPECT_EQ(answered, 16 * 50);
}

}  // namespace
}  // namespace sweetspot::study_report

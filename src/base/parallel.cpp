// A parallel loop: iterations are handed out in increasing order, a run of them at a time, to the caller and to
// persistent worker threads that sleep between loops.
#include "sweetspot/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "base/check.hpp"

namespace sweetspot {
namespace {

// Whether the current thread is carrying out a loop of some pool.
thread_local bool inside_loop = false;

class Enter {
  public:
    Enter() : before_(inside_loop) { inside_loop = true; }
    ~Enter() { inside_loop = before_; }
    Enter(const Enter&) = delete;
    Enter& operator=(const Enter&) = delete;

  private:
    bool before_;
};

// Waits some ten microseconds, about the time it takes to wake a sleeping thread, or until the condition is false.
template <class Condition>
void spin_while(const Condition& condition) {
    constexpr int most = 1000;
    for (int i = 0; i < most && condition(); ++i) {
#ifdef SWEETSPOT_DISPATCH_X86
        __builtin_ia32_pause();
#endif
    }
}

}  // namespace

namespace detail {

// One loop in progress, shared by the threads that work on it.
class Loop {
  public:
    Loop(Index n, int threads, const std::function<void(Index)>& body)
        : n_(n), run_length_(std::max<Index>(1, n / (runs_per_thread * threads))), body_(body) {}

    // All iterations below a handed-out one were handed out before it, and those below a failed one are still carried
    // out; so the smallest failing index is always reached, at any number of threads.
    void work() {
        for (;;) {
            const Index begin = next_.fetch_add(run_length_, std::memory_order_relaxed);
            const Index end = std::min(begin + run_length_, n_);
            for (Index i = begin; i < end; ++i) {
                if (i > failed_.load(std::memory_order_relaxed)) return;
                carry_out(i);
            }
            if (end >= n_) return;
        }
    }

    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

  private:
    // Runs of several iterations spare cheap bodies the traffic on the counter; this many runs per thread keep the
    // last one short.
    static constexpr Index runs_per_thread = 256;

    void carry_out(Index i) {
        try {
            body_(i);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (i < failed_.load(std::memory_order_relaxed)) {
                failed_.store(i, std::memory_order_relaxed);
                exception_ = std::current_exception();
            }
        }
    }

    const Index n_;
    const Index run_length_;
    const std::function<void(Index)>& body_;
    std::atomic<Index> next_ = 0;
    std::atomic<Index> failed_ = std::numeric_limits<Index>::max();
    std::mutex mutex_;
    std::exception_ptr exception_;
};

}  // namespace detail

struct Parallel::Pool {
    explicit Pool(int thread_count) : threads(thread_count) {}

    ~Pool() {
        {
            const std::lock_guard lock(mutex);
            stop = true;
        }
        wake.notify_all();
        for (std::thread& worker : workers) worker.join();
    }

    void start_workers() {
        for (int i = 1; i < threads; ++i) workers.emplace_back([this] { serve(); });
    }

    // Worker: sleep until there is a loop that this worker has not helped with yet.
    void serve() {
        const Enter enter;
        std::uint64_t served = 0;
        for (;;) {
            // The next loop often follows at once: look out for it a little before sleeping.
            spin_while([&] { return announced.load(std::memory_order_acquire) == served; });
            std::unique_lock lock(mutex);
            wake.wait(lock, [&] { return stop || (loop != nullptr && serial_number != served); });
            if (stop) return;
            served = serial_number;
            detail::Loop& joined = *loop;
            ++helping;
            working = true;
            lock.unlock();
            joined.work();
            lock.lock();
            if (--helping == 0) {
                working = false;
                idle.notify_all();
            }
        }
    }

    // Caller: true when the pool is now its own. The pool is busy for loops inside a loop of its own; and a thread
    // inside a loop of another pool must not wait for this one, whose user may be waiting for that other pool. So only
    // a thread inside no loop waits for its turn.
    bool take() {
        std::unique_lock lock(mutex);
        if (busy && inside_loop) return false;
        idle.wait(lock, [&] { return !busy; });
        busy = true;
        return true;
    }

    // Caller: publish the loop, take part, withdraw it, wait for the workers still in it and give the pool back. A
    // worker that wakes too late finds no loop and sleeps on.
    void run(detail::Loop& published) {
        {
            const std::lock_guard lock(mutex);
            loop = &published;
            announced.store(++serial_number, std::memory_order_release);
        }
        wake.notify_all();
        {
            const Enter enter;
            published.work();
        }
        {
            const std::lock_guard lock(mutex);
            loop = nullptr;
        }
        spin_while([&] { return working.load(std::memory_order_relaxed); });
        std::unique_lock lock(mutex);
        idle.wait(lock, [&] { return helping == 0; });
        busy = false;
        idle.notify_all();
    }

    const int threads;

    // Hints for those who spin; what they hint at is read under the lock.
    std::atomic<std::uint64_t> announced = 0;
    std::atomic<bool> working = false;

    std::mutex mutex;  // guards what follows
    std::condition_variable wake;
    std::condition_variable idle;
    detail::Loop* loop = nullptr;
    std::uint64_t serial_number = 0;
    int helping = 0;
    bool busy = false;
    bool stop = false;

    std::vector<std::thread> workers;
};

Parallel::Parallel(int threads) {
    require(threads >= 1, "Parallel: threads is {}; it must be at least 1 (the caller's own)", threads);
    pool_ = std::make_unique<Pool>(threads);
    pool_->start_workers();
}

Parallel::~Parallel() = default;

int Parallel::threads() const {
    return pool_->threads;
}

void Parallel::for_each(Index n, const std::function<void(Index)>& body) const {
    require(n >= 0, "Parallel::for_each: n is {}; it must be at least 0", n);
    if (pool_->threads > 1 && n > 0 && pool_->take()) {
        detail::Loop loop(n, pool_->threads, body);
        pool_->run(loop);
        loop.rethrow();
    } else {
        for (Index i = 0; i < n; ++i) body(i);
    }
}

}  // namespace sweetspot

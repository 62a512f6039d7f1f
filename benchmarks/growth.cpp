// How the time of a suggestion (search only, worst case) and of a fit grows with each size, the others as in the D = 10
// instance: N = 100, D = 10, T = 400, M = 512. An exponent is log(time ratio) / log(size ratio) between neighbours.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "clocks.hpp"
#include "gp/kept_factors.hpp"
#include "gp/scheduled_fit.hpp"
#include "report.hpp"
#include "searches.hpp"

namespace sweetspot::bench {
namespace {

struct Sizes {
    Index N = 100;
    Index D = 10;
    Index T = 400;
    Index M = 512;
};

Search search_at(const Sizes& sizes) {
    // Distances grow with √D: with them the length scale, so that the model is as hard to search at every D.
    const double lengthscale = std::sqrt(static_cast<double>(sizes.D) / 10);
    Search search = search_of(
        make_instance({Space::cube(sizes.D, -5, 5), Norm::two, 1.25}, styblinski_tang, sizes.N, lengthscale), sizes.T);
    search.method.improvement.realisations = {sizes.M};
    return search;
}

/// The best of up to 3 within 10 seconds.
double best_ms(const Work& work) {
    const double start = wall_ms();
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3 && wall_ms() - start < 1e4; ++i) best = std::min(best, once(work, cpu_ms));
    return best;
}

/// Three digits, and no power of ten.
std::string three_digits(double value) {
    return value < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

/// One column of times, with what the next is expected to be.
class Column {
  public:
    Column(double law, double unit) : law_(law), unit_(unit) {}

    /// "ms | plain evaluations | exponent"; what would take more than a minute by its law is not measured.
    std::string cell(Index size, const Work& work) {
        if (last_ && last_->ms * std::pow(ratio(size), law_) > 6e4) return "not measured: over a minute | | ";
        const double ms = best_ms(work);
        std::string exponent;
        if (last_) {
            const double measured = std::log(ms / last_->ms) / std::log(ratio(size));
            exponent = fmt::format("{:.2f}", measured);
            steepest_ = std::max(steepest_, measured);
        }
        last_ = Last{size, ms};
        return fmt::format("{} | {} | {}", three_digits(ms), three_digits(ms / unit_), exponent);
    }

    /// A line that says so if the times grow faster than the law, beyond what timing leaves open.
    void judge(const std::string& what) const {
        if (steepest_ > law_ + 0.25) {
            fmt::print("\nMISSED: the {} grows with a power of {:.2f}; law {:g}\n", what, steepest_, law_);
        }
    }

  private:
    struct Last {
        Index size;
        double ms;
    };
    [[nodiscard]] double ratio(Index size) const {
        return static_cast<double>(size) / static_cast<double>(last_->size);
    }
    double law_;
    double unit_;
    double steepest_ = 0;
    std::optional<Last> last_;
};

/// Nothing is kept of the last one: it is another question.
void fit_in_a_new_process(const Search& search) {
    static std::uint64_t question = 0;
    const Rng rng = Rng(1).split(++question);
    detail::kept_factors().forget();
    (void)detail::scheduled_fit(
        search.x, search.y, Vector(), {}, rng, [&](Index) { return rng; }, Parallel(1));
}

struct Growth {
    std::string symbol;
    std::string heading;
    Index Sizes::*size;
    std::vector<Index> values;
    double suggestion_law;
    std::optional<double> fit_law;  // none: the fit does not depend on it
};

const std::vector<Growth>& growths() {
    static const std::vector<Growth> list = {
        {"N",
         "Observations: the suggestion at most N² (triangular solves per evaluation; means beyond 1000), the fit of a "
         "new process at most N³ (a factorisation per likelihood up to 500, one beyond)",
         &Sizes::N,
         {11, 25, 50, 100, 200, 500, 1000, 2000, 5000},
         2,
         3},
        {"D",
         "Dimensions: the suggestion at most D² (distances, times the steps of a descent), the fit at most D² "
         "(derivatives, times the steps)",
         &Sizes::D,
         {2, 5, 10, 20, 50, 100},
         2,
         2},
        {"T", "Template points: the suggestion at most T", &Sizes::T, {60, 125, 250, 500, 1000, 2500, 5000}, 1, {}},
        {"M", "Realisations: the suggestion at most M", &Sizes::M, {100, 300, 1000, 3000, 10000}, 1, {}},
    };
    return list;
}

void print(const Growth& growth, double unit) {
    fmt::print("\n{}\n\n| {} | suggestion, ms | plain evaluations | exponent |{}\n|---:|---:|---:|---:|{}\n",
               growth.heading, growth.symbol, growth.fit_law ? " fit, ms | plain evaluations | exponent |" : "",
               growth.fit_law ? "---:|---:|---:|" : "");
    Column suggestion(growth.suggestion_law, unit);
    Column fitted(growth.fit_law.value_or(0), unit);
    for (const Index value : growth.values) {
        Sizes sizes;
        sizes.*growth.size = value;
        const Search search = search_at(sizes);
        const Optimizer optimizer = search.optimizer(1);
        (void)optimizer.ask();  // a factor that is kept is no part of the search
        fmt::print("| {} | {} |", value, suggestion.cell(value, [&] { (void)optimizer.ask(); }));
        if (growth.fit_law) {
            fmt::print(" {} |", fitted.cell(value, [&] { fit_in_a_new_process(search); }));
        }
        fmt::print("\n");
        std::fflush(stdout);
    }
    suggestion.judge("suggestion");
    if (growth.fit_law) fitted.judge("fit");
}

}  // namespace

void growth_tables(const std::string& only) {
    const Search search = search_at({});
    const GaussianProcess gp = search.gp();
    const double unit = best_ms([&] { plain_evaluation(search, gp); });
    fmt::print("One plain evaluation (D = 10, N = 100, T = 400, M = 100): {:.3g} ms.\n", unit);
    for (const Growth& growth : growths()) {
        if (growth.heading.find(only) != std::string::npos) print(growth, unit);
    }
}

}  // namespace sweetspot::bench

#include "problems/sampled_optimum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.hpp"
#include "optimize/cma_es.hpp"
#include "problems/reference_search.hpp"
#include "sweetspot/base/parallel.hpp"

namespace sweetspot {
namespace {

struct Centre {
    Vector x;
    double quality = 0;  ///< its worst case, or a bound from below
};

void check(const SampledOptimumOptions& options) {
    require(options.samples >= 1, "sampled_optimum: {} samples were asked for; it must be at least 1", options.samples);
    require(options.starts >= 1 && options.starts <= options.samples,
            "sampled_optimum: {} starts were asked for; there must be at least 1 and at most as many as samples, {}",
            options.starts, options.samples);
    require(options.evaluations >= 1 && options.more >= 0,
            "sampled_optimum: {} and {} more evaluations were asked for; it must be at least 1 and at least 0",
            options.evaluations, options.more);
    require(options.finalists >= 0, "sampled_optimum: {} finalists were asked for; it must be at least 0",
            options.finalists);
    require(options.sigma > 0 && options.sigma <= 1, "sampled_optimum: sigma is {}; it must be > 0 and at most 1",
            options.sigma);
}

/// How bad a value may be before it no longer matters to CMA-ES: one of its generations has `population` values, after
/// the start, and only the better half of them become parents.
class Generations {
  public:
    explicit Generations(int population) : population_(static_cast<std::size_t>(population)) {}

    [[nodiscard]] double enough() const {
        const std::size_t parents = population_ / 2;
        return values_.size() < parents ? std::numeric_limits<double>::infinity() : values_[parents - 1];
    }

    void add(double value) {
        if (!started_) {
            started_ = true;
            return;
        }
        values_.insert(std::ranges::upper_bound(values_, value), value);
        if (values_.size() == population_) values_.clear();
    }

  private:
    std::size_t population_;
    bool started_ = false;
    std::vector<double> values_;  // of this generation, ascending
};

class SampledSearch {
  public:
    SampledSearch(const Benchmark& benchmark, Index dimension, Norm norm, double tolerance,
                  const SampledOptimumOptions& options)
        : benchmark_(benchmark),
          options_(options),
          region_(norm, Vector::Constant(dimension, tolerance)),
          box_(benchmark.centres(dimension, norm, tolerance)),
          rng_(options.seed),
          parallel_(options.threads) {}

    [[nodiscard]] ReferenceOptimum run() const {
        std::vector<Centre> ends = best_samples();
        for (const Vector& x : options_.known) {
            require(x.size() == box_.dimension() && box_.contains(x, 1e-9),
                    "sampled_optimum: a known centre is not one of this problem's; its region must lie in the domain");
            ends.push_back({box_.clamp(x), worst(box_.clamp(x))});
        }
        descend(ends, options_.sigma, options_.evaluations, rng_.split("descent"));
        // Their steps have become smaller than the first ones; a third is about what is left.
        std::vector<Centre> finalists(ends.begin(), ends.begin() + std::min(options_.finalists, std::ssize(ends)));
        if (options_.more > 0) descend(finalists, options_.sigma / 3, options_.more, rng_.split("final"));
        std::ranges::copy(finalists, ends.begin());
        std::ranges::stable_sort(ends, {}, &Centre::quality);
        const double lead = ends.size() > 1 ? ends[1].quality - ends[0].quality : 0;
        return {ends[0].x, worst(ends[0].x),
                fmt::format("CMA-ES from the best {} of {} samples", ends.size(), options_.samples), lead};
    }

  private:
    [[nodiscard]] double worst(const Vector& x) const {
        return benchmark_.worst_case(x, region_.norm(), region_.tolerance());
    }

    [[nodiscard]] double worst(const Vector& x, double enough) const {
        return benchmark_.worst_case_up_to(x, region_.norm(), region_.tolerance(), enough);
    }

    /// The largest of a few values in the region: most centres are seen to be bad without their worst case.
    [[nodiscard]] double bound(const Vector& x, Rng rng) const {
        constexpr int looks = 12;
        double highest = benchmark_.value(x);
        for (int k = 0; k < looks; ++k) highest = std::max(highest, benchmark_.value(x + region_.draw_boundary(rng)));
        return highest;
    }

    [[nodiscard]] std::vector<Centre> drawn() const {
        std::vector<Centre> samples(static_cast<std::size_t>(options_.samples));
        parallel_.for_each(options_.samples, [&](Index i) {
            Rng own = rng_.split("samples").split(static_cast<std::uint64_t>(i));
            Vector x(box_.dimension());
            for (Index d = 0; d < x.size(); ++d) x[d] = rng_uniform(own, box_.lower[d], box_.upper[d]);
            samples[static_cast<std::size_t>(i)] = {x, bound(x, own.split("bound"))};
        });
        std::ranges::stable_sort(samples, {}, &Centre::quality);
        return samples;
    }

    /// A coordinate with a single allowed value keeps it to the last bit.
    static double rng_uniform(Rng& rng, double lower, double upper) {
        return lower < upper ? std::clamp(rng.uniform(lower, upper), lower, upper) : lower;
    }

    /// The best `starts` samples by their worst case. In the order of their bounds, and none whose bound is above the
    /// worst of the best so far: it could not be among them.
    [[nodiscard]] std::vector<Centre> best_samples() const {
        const std::vector<Centre> samples = drawn();
        const auto starts = static_cast<std::size_t>(options_.starts);
        constexpr std::size_t batch = 16;  // fixed, so that the work does not depend on the number of threads
        std::vector<Centre> best;
        for (std::size_t done = 0; done < samples.size(); done += batch) {
            const bool full = best.size() == starts;
            const double enough = full ? best.back().quality : std::numeric_limits<double>::infinity();
            if (samples[done].quality >= enough) break;
            const std::size_t count = std::min(batch, samples.size() - done);
            std::vector<Centre> judged(samples.begin() + static_cast<std::ptrdiff_t>(done),
                                       samples.begin() + static_cast<std::ptrdiff_t>(done + count));
            parallel_.for_each(std::ssize(judged), [&](Index i) {
                Centre& centre = judged[static_cast<std::size_t>(i)];
                centre.quality = worst(centre.x, enough);
            });
            best.insert(best.end(), judged.begin(), judged.end());
            std::ranges::stable_sort(best, {}, &Centre::quality);
            best.resize(std::min(best.size(), starts));
        }
        return best;
    }

    /// From each centre, which is replaced where a better one is found; the best come first.
    void descend(std::vector<Centre>& centres, double sigma, int evaluations, const Rng& rng) const {
        if (box_.width().maxCoeff() <= 0) return;
        const int population = 4 + static_cast<int>(3 * std::log(static_cast<double>(box_.dimension())));
        const CmaEsOptions how{.sigma = sigma, .population = population, .max_evaluations = evaluations};
        parallel_.for_each(std::ssize(centres), [&](Index i) {
            Centre& centre = centres[static_cast<std::size_t>(i)];
            Generations generations(population);
            const auto quality = [&](const Vector& x) {
                const double value = worst(x, generations.enough());
                generations.add(value);
                return value;
            };
            const Minimum found =
                minimize_cma_es(quality, box_, centre.x, how, rng.split(static_cast<std::uint64_t>(i)));
            if (found.value < centre.quality) centre = {found.x, found.value};
        });
        std::ranges::stable_sort(centres, {}, &Centre::quality);
    }

    const Benchmark& benchmark_;
    const SampledOptimumOptions& options_;
    RobustSet region_;
    Box box_;
    Rng rng_;
    Parallel parallel_;
};

}  // namespace

ReferenceOptimum sampled_optimum(const Benchmark& benchmark, Index dimension, Norm norm, double tolerance,
                                 const SampledOptimumOptions& options) {
    check(options);
    return SampledSearch(benchmark, dimension, norm, tolerance, options).run();
}

ReferenceOptimum stored_or_sampled_optimum(const Benchmark& benchmark, Index dimension, Norm norm, double tolerance,
                                           const SampledOptimumOptions& options) {
    const std::optional<ReferenceOptimum> stored = stored_push_optimum(benchmark, dimension, norm, tolerance);
    return stored ? *stored : sampled_optimum(benchmark, dimension, norm, tolerance, options);
}

}  // namespace sweetspot

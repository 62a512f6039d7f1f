// Counter-based random numbers (Philox 4x32-10) in streams that are split by name, never by order of use.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace sweetspot {

/// A stream of random numbers. `split` gives an independent stream that depends on the parent's key and the name only,
/// not on how many numbers the parent has drawn; so the work of one part never shifts the numbers of another, and any
/// part can be recomputed alone, on any thread. A UniformRandomBitGenerator.
class Rng {
  public:
    using result_type = std::uint64_t;

    explicit Rng(std::uint64_t seed);

    [[nodiscard]] Rng split(std::string_view name) const;
    [[nodiscard]] Rng split(std::uint64_t index) const;

    /// 64 random bits.
    std::uint64_t operator()();
    /// Uniform in the open interval (0, 1): multiples of 2^-52 shifted by half a step.
    double uniform();
    /// Uniform in (lower, upper), up to rounding at the ends.
    double uniform(double lower, double upper) { return lower + (upper - lower) * uniform(); }
    /// Standard normal, by inversion: one uniform per normal.
    double normal();
    /// Uniform in {0, …, n-1} without bias; n ≥ 1.
    std::uint64_t below(std::uint64_t n);

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  private:
    std::uint64_t key_;
    std::uint64_t counter_ = 0;
    std::array<std::uint64_t, 2> block_{};
    int unused_ = 0;
};

}  // namespace sweetspot

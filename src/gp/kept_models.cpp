#include "gp/kept_models.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace sweetspot::detail {
namespace {

/// A search has two models, one for each limited output, and perhaps others at its side.
constexpr std::size_t most_kept = 16;

bool same(const Vector& a, const Vector& b) {
    return a.size() == b.size() && (a.array() == b.array()).all();
}

bool same(const FitOptions& a, const FitOptions& b) {
    // A warm start is a question of its own.
    return !a.warm_start && !b.warm_start && a.kernel == b.kernel && a.lengthscales == b.lengthscales &&
           a.noise == b.noise && a.noise_floor == b.noise_floor && a.unproven_noise == b.unproven_noise &&
           a.priors == b.priors && a.tie == b.tie && a.effects == b.effects && a.warp == b.warp &&
           a.warp_margin == b.warp_margin && a.choice_sizes == b.choice_sizes && a.random_starts == b.random_starts &&
           a.max_iterations == b.max_iterations;
}

/// Streams with the same next numbers are the same.
bool same(Rng a, Rng b) {
    const std::array of_a = {a(), a()}, of_b = {b(), b()};
    return of_a == of_b;
}

}  // namespace

bool FitQuestion::operator==(const FitQuestion& other) const {
    return x.rows() == other.x.rows() && same(y, other.y) && same(standard_errors, other.standard_errors) &&
           same(options, other.options) && same(rng, other.rng) && (x.array() == other.x.array()).all();
}

FoundModel KeptModels::answer(const FitQuestion& question, const std::function<FoundModel()>& find) {
    {
        const std::lock_guard lock(mutex_);
        const auto kept = std::ranges::find(kept_, question, &Kept::question);
        if (kept != kept_.end()) return kept->found;
    }
    FoundModel found = find();
    const std::lock_guard lock(mutex_);
    if (kept_.size() == most_kept) kept_.pop_front();
    kept_.push_back({question, found});
    return found;
}

KeptModels& kept_models() {
    // Never destroyed: a kernel written in Python must not be after Python itself.
    static auto* models = new KeptModels;
    return *models;
}

}  // namespace sweetspot::detail

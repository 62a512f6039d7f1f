// The standard normal distribution: density φ, distribution function Φ and its inverse.
#pragma once

namespace sweetspot {

/// φ(z).
[[nodiscard]] double normal_density(double z);
/// Φ(z), relative error < 1e-14 for |z| < 37.
[[nodiscard]] double normal_cdf(double z);
/// log Φ(z), relative error < 1e-13 also far below where Φ(z) is 0 in double precision.
[[nodiscard]] double normal_log_cdf(double z);
/// Φ⁻¹(p) for p in (0, 1), relative error < 1e-14 (absolute near p = 1/2).
[[nodiscard]] double normal_quantile(double p);
/// E[max(0, mean + sd·Z)] for a standard normal Z, that is mean·Φ(mean/sd) + sd·φ(mean/sd); max(0, mean) when sd = 0.
/// The closed form of eq:ei_analytical. No cancellation for mean ≪ 0.
[[nodiscard]] double expected_positive_part(double mean, double sd);

}  // namespace sweetspot

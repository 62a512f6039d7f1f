// Hyper-parameters of many observations. Up to 500 observations each fit is of all of them. Beyond, hyper-parameters
// are looked for at certain sizes of the history only, 6 to 12 % apart, from nothing but the first so many
// observations, and of these from a part; until the next such size they stay, and only the factor is new. So they are a
// function of the history: whoever looks for them again, after a crash or in another process, finds the same ones.
//
// Today's model has these hyper-parameters on today's outputs, standardised anew, under the warp of the same shape.
#pragma once

#include <functional>

#include "sweetspot/gp/fit.hpp"

namespace sweetspot::detail {

/// The number of first observations whose hyper-parameters a model of n observations has: n up to 500, then 500, 562,
/// 625 … 937, 1000, 1125 …, eight to the double.
[[nodiscard]] Index scheduled_size(Index n);

/// At most this many observations take part in looking for hyper-parameters.
inline constexpr Index most_fitted = 500;

/// Which of n > most_fitted observations (columns) take part: by their places alone, not by their values, so that a
/// likelihood of them is a likelihood. Half of them at random, and of each the nearest one: close pairs tell noise
/// from a short length scale, and a random part has hardly any.
[[nodiscard]] std::vector<Index> fitted_part(const PointsRef& inputs, Rng rng);

/// What a fit to the first so many observations draws from.
using StreamOfFirst = std::function<Rng(Index)>;

/// As fit() with the stream `today` of up to most_fitted observations; with hyper-parameters by the schedule beyond.
/// What was found for the last few sizes is kept in the process, so that each is looked for once.
[[nodiscard]] GaussianProcess scheduled_fit(const PointsRef& inputs, const VectorRef& outputs,
                                            const VectorRef& standard_errors, const FitOptions& options,
                                            const Rng& today, const StreamOfFirst& stream, const Parallel& parallel);

}  // namespace sweetspot::detail

#include "gp/main_effects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gp/choices.hpp"

namespace sweetspot::detail {
namespace {

constexpr Index J = MainEffects::frequencies;

/// cos jθ and sin jθ for j = 1 … J, by adding the angle again and again.
void harmonics(double angle, double* cosines, double* sines) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    cosines[0] = c;
    sines[0] = s;
    for (Index j = 1; j < J; ++j) {
        cosines[j] = cosines[j - 1] * c - sines[j - 1] * s;
        sines[j] = sines[j - 1] * c + cosines[j - 1] * s;
    }
}

bool has_effect(Index choice_size) {
    return choice_size <= 2 * J + 1;
}

Index size_of(const std::vector<Index>& choice_sizes, Index d) {
    return choice_sizes.empty() ? 0 : choice_sizes[static_cast<std::size_t>(d)];
}

/// The base angle of a choice's value.
double choice_angle(double value, Index k) {
    return 2 * std::numbers::pi * value / static_cast<double>(k);
}

/// The weights of the frequencies of a choice.
Vector choice_spectrum(Index k) {
    Vector spectrum = Vector::Zero(J);
    for (Index j = 1; j <= J && 2 * j <= k; ++j)
        spectrum[j - 1] = (2 * j == k ? 1.0 : 2.0) / static_cast<double>(k - 1);
    return spectrum;
}

}  // namespace

bool MainEffects::possible(Index dimension, const std::vector<Index>& choice_sizes) {
    return possible(dimension) &&
           (choice_sizes.empty() || std::any_of(choice_sizes.begin(), choice_sizes.end(), has_effect));
}

Vector effect_shares(const VectorRef& lengthscales, const std::vector<Index>& choice_sizes) {
    // Relative to the shortest: a length scale may be out of all proportion.
    Vector shares = (lengthscales.minCoeff() / lengthscales.array()).square();
    for (Index d = 0; d < shares.size(); ++d) {
        if (!has_effect(size_of(choice_sizes, d))) shares[d] = 0;
    }
    return shares / shares.sum();
}

Vector effect_spectrum(double lengthscale, Vector* slope) {
    Vector q(J);
    for (Index j = 0; j < J; ++j) {
        const double frequency = std::numbers::pi * static_cast<double>(j + 1) * lengthscale;
        q[j] = frequency * frequency / 5;
    }
    Vector spectrum = (1 + q.array()).pow(-3);
    spectrum /= spectrum.sum();
    if (slope != nullptr) {
        *slope = -6 * q.array() / (1 + q.array());
        slope->array() -= spectrum.dot(*slope);
    }
    return spectrum;
}

Matrix plain_effects(const PointsRef& points, const std::vector<Index>& choice_sizes) {
    const Index dimension = choice_sizes.empty() ? points.rows() : std::ssize(choice_sizes);
    Matrix result(2 * J * dimension, points.cols());
    for (Index i = 0; i < points.cols(); ++i) {
        const Vector choices = choice_sizes.empty() ? Vector() : choices_of(points.col(i), choice_sizes);
        for (Index d = 0; d < dimension; ++d) {
            const Index k = size_of(choice_sizes, d);
            double* at = result.col(i).data() + 2 * J * d;
            harmonics(k > 0 ? choice_angle(choices[d], k) : std::numbers::pi * points(d, i), at, at + J);
        }
    }
    return result;
}

Vector effect_weights(const Hyperparameters& hyperparameters) {
    const Vector shares = effect_shares(hyperparameters.lengthscales, hyperparameters.choice_sizes);
    const Vector spectrum = effect_spectrum(hyperparameters.effect_lengthscale);
    Vector weights(2 * J * shares.size());
    for (Index d = 0; d < shares.size(); ++d) {
        const Index choice = size_of(hyperparameters.choice_sizes, d);
        weights.segment(2 * J * d, J) =
            hyperparameters.effects * shares[d] * (choice > 0 ? choice_spectrum(choice) : spectrum);
        weights.segment(2 * J * d + J, J) = weights.segment(2 * J * d, J);
    }
    return weights;
}

MainEffects::MainEffects(const Hyperparameters& hyperparameters)
    : dimension_(hyperparameters.lengthscales.size()),
      choice_sizes_(hyperparameters.choice_sizes),
      scales_(embed_lengthscales(hyperparameters.lengthscales, choice_sizes_)),
      weights_(effect_weights(hyperparameters)) {}

Matrix MainEffects::features(const MatrixRef& scaled) const {
    Matrix result = plain_effects(scaled.array().colwise() * scales_.array(), choice_sizes_);
    result.array().colwise() *= weights_.array().sqrt();
    return result;
}

void MainEffects::shift(const MatrixRef& features, const VectorRef& scaled_shift, Matrix& shifted) const {
    shifted.resize(features.rows(), features.cols());
    Vector cosines(J);
    Vector sines(J);
    const Vector choices =
        choice_sizes_.empty() ? Vector() : choices_of(scaled_shift.cwiseProduct(scales_), choice_sizes_);
    for (Index d = 0; d < dimension_; ++d) {
        const Index k = size_of(choice_sizes_, d);
        harmonics(k > 0 ? choice_angle(choices[d], k) : std::numbers::pi * scaled_shift[d] * scales_[d], cosines.data(),
                  sines.data());
        const Index at = 2 * J * d;
        for (Index i = 0; i < features.cols(); ++i) {
            const auto c = features.col(i).segment(at, J).array();
            const auto s = features.col(i).segment(at + J, J).array();
            shifted.col(i).segment(at, J) = c * cosines.array() - s * sines.array();
            shifted.col(i).segment(at + J, J) = s * cosines.array() + c * sines.array();
        }
    }
}

Matrix MainEffects::chain(const MatrixRef& features, const MatrixRef& adjoint) const {
    const Vector orders = Vector::LinSpaced(J, 1, static_cast<double>(J)) * std::numbers::pi;
    Matrix result = Matrix::Zero(scales_.size(), features.cols());
    for (Index i = 0; i < features.cols(); ++i) {
        for (Index d = 0; d < dimension_; ++d) {
            if (size_of(choice_sizes_, d) > 0) continue;  // nothing moves a choice
            const Index at = 2 * J * d;
            const auto c = features.col(i).segment(at, J).array();
            const auto s = features.col(i).segment(at + J, J).array();
            const auto c_bar = adjoint.col(i).segment(at, J).array();
            const auto s_bar = adjoint.col(i).segment(at + J, J).array();
            result(d, i) = scales_[d] * (orders.array() * (c * s_bar - s * c_bar)).sum();
        }
    }
    return result;
}

}  // namespace sweetspot::detail

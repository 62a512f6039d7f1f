#include "gp/main_effects.hpp"

#include <cmath>
#include <numbers>

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

}  // namespace

Vector effect_shares(const VectorRef& lengthscales) {
    // Relative to the shortest: a length scale may be out of all proportion.
    const Vector shares = (lengthscales.minCoeff() / lengthscales.array()).square();
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

Matrix plain_effects(const PointsRef& points) {
    Matrix result(2 * J * points.rows(), points.cols());
    for (Index i = 0; i < points.cols(); ++i) {
        for (Index d = 0; d < points.rows(); ++d) {
            double* at = result.col(i).data() + 2 * J * d;
            harmonics(std::numbers::pi * points(d, i), at, at + J);
        }
    }
    return result;
}

Vector effect_weights(const Hyperparameters& hyperparameters) {
    const Vector shares = effect_shares(hyperparameters.lengthscales);
    const Vector spectrum = effect_spectrum(hyperparameters.effect_lengthscale);
    Vector weights(2 * J * shares.size());
    for (Index d = 0; d < shares.size(); ++d) {
        weights.segment(2 * J * d, J) = hyperparameters.effects * shares[d] * spectrum;
        weights.segment(2 * J * d + J, J) = weights.segment(2 * J * d, J);
    }
    return weights;
}

MainEffects::MainEffects(const Hyperparameters& hyperparameters)
    : scales_(hyperparameters.lengthscales), weights_(effect_weights(hyperparameters)) {}

Matrix MainEffects::features(const MatrixRef& scaled) const {
    Matrix result = plain_effects(scaled.array().colwise() * scales_.array());
    result.array().colwise() *= weights_.array().sqrt();
    return result;
}

void MainEffects::shift(const MatrixRef& features, const VectorRef& scaled_shift, Matrix& shifted) const {
    shifted.resize(features.rows(), features.cols());
    Vector cosines(J);
    Vector sines(J);
    for (Index d = 0; d < scales_.size(); ++d) {
        harmonics(std::numbers::pi * scaled_shift[d] * scales_[d], cosines.data(), sines.data());
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
    Matrix result(scales_.size(), features.cols());
    for (Index i = 0; i < features.cols(); ++i) {
        for (Index d = 0; d < scales_.size(); ++d) {
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

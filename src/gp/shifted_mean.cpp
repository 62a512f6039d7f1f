// With scaled inputs x_n and offsets t, relative to a common middle: |x + t - x_n|² = |x - x_n|² + 2 t·x + (|t|² - 2
// t·x_n), where the last term is a matrix that is computed once; then one addition per entry instead of D differences.
// Main effects: φ(x + t)ᵀ w = φ(t)ᵀ w turned back by x, one product per offset.
#include "gp/shifted_mean.hpp"

#include <algorithm>
#include <utility>

#include "base/order.hpp"
#include "gp/covariance.hpp"
#include "gp/main_effects.hpp"
#include "loops/dense.hpp"

namespace sweetspot {
namespace {

using dense::Op;

/// Offsets at a time: 100 inputs x 32 are 26 kB, which stay in the first cache between the passes over them.
constexpr std::size_t offsets_at_a_time = 32;

/// 2 t·x.
Vector slopes_of(const Points& offsets, const VectorRef& scaled_x, std::span<const Index> which) {
    Vector result(std::ssize(which));
    for (Index j = 0; j < result.size(); ++j) result[j] = 2 * offsets.col(which[j]).dot(scaled_x);
    return result;
}

}  // namespace

ShiftedMean::ShiftedMean(const GaussianProcess& gp, const PointsRef& offsets, Scenarios scenarios)
    : gp_(gp), all_(all_indices(offsets.cols())), scenarios_(std::move(scenarios)) {
    if (gp.members().size() > 1) {
        for (const GaussianProcess& member : gp.members()) members_.emplace_back(member, offsets, scenarios_);
        return;
    }
    inputs_ = detail::scaled_rows(gp.embedded(gp.inputs()), gp.embedded_lengthscales());
    weights_ = gp.hyperparameters().variance * gp.weights();
    middle_ = inputs_.colwise().mean().transpose();
    inputs_.rowwise() -= middle_.transpose();
    for (Index c = 0; c < scenarios_.combinations(); ++c) tables_.push_back(table(offsets, c));
    if (gp.main_effects() == nullptr) return;
    effect_weights_ = gp.main_effects()->features(inputs_.transpose()) * weights_;
    weights_ *= 1 - gp.hyperparameters().effects;
}

ShiftedMean::Table ShiftedMean::table(const PointsRef& offsets, Index combination) const {
    Table result;
    result.offsets =
        detail::scaled_columns(gp_.embedded_offsets(offsets, scenarios_, combination), gp_.embedded_lengthscales());
    result.cross.resize(inputs_.rows(), offsets.cols());
    result.cross.rowwise() = result.offsets.colwise().squaredNorm();
    dense::multiply(-2, Op::plain, inputs_, Op::plain, result.offsets, 1, result.cross);
    if (gp_.main_effects() != nullptr) result.features = gp_.main_effects()->features(result.offsets);
    return result;
}

Vector ShiftedMean::turned_weights(const VectorRef& at) const {
    Matrix turned;
    gp_.main_effects()->shift(effect_weights_, -at, turned);
    return turned;
}

Vector ShiftedMean::values(const VectorRef& x, std::span<const Index> which) const {
    if (!members_.empty()) {
        Vector sum = Vector::Zero(std::ssize(which));
        for (const ShiftedMean& member : members_) sum += member.values(x, which);
        return sum / static_cast<double>(members_.size());
    }
    const Vector at = scaled(x) - middle_;
    const Table& table = table_at(x);
    const Vector slope = slopes_of(table.offsets, at, which);
    Vector distances(inputs_.rows());
    dense::squared_distances(inputs_, at, distances);
    Vector result = Vector::Constant(std::ssize(which), gp_.hyperparameters().mean);
    Matrix k(inputs_.rows(), std::min(offsets_at_a_time, which.size()));
    for (std::size_t start = 0; start < which.size(); start += offsets_at_a_time) {
        const std::size_t count = std::min(offsets_at_a_time, which.size() - start);
        dense::loops().shifted_distances(distances.data(), inputs_.rows(), table.cross.data(),
                                         table.cross.outerStride(), which.data() + start, slope.data() + start,
                                         static_cast<Index>(count), k.data());
        gp_.kernel().evaluate(k.data(), k.data(), inputs_.rows() * static_cast<Index>(count));
        dense::multiply(1, Op::transposed, k.leftCols(count), Op::plain, weights_, 1, result.segment(start, count));
    }
    if (table.features.size() == 0) return result;
    const Vector turned = turned_weights(at);
    for (std::size_t j = 0; j < which.size(); ++j) {
        result[static_cast<Index>(j)] += table.features.col(which[j]).dot(turned);
    }
    return result;
}

Matrix ShiftedMean::gradients(const VectorRef& x, std::span<const Index> which) const {
    if (!members_.empty()) {
        Matrix sum = Matrix::Zero(x.size(), std::ssize(which));
        for (const ShiftedMean& member : members_) sum += member.gradients(x, which);
        return sum / static_cast<double>(members_.size());
    }
    const Vector& lengthscales = gp_.embedded_lengthscales();
    const Vector at = scaled(x) - middle_;
    const Table& table = table_at(x);
    const Vector slope = slopes_of(table.offsets, at, which);
    Vector distances(inputs_.rows());
    dense::squared_distances(inputs_, at, distances);
    const Matrix apart = (-inputs_).rowwise() + at.transpose();
    Matrix result(at.size(), std::ssize(which));
    Matrix k(inputs_.rows(), std::min(offsets_at_a_time, which.size()));
    Matrix dk(k.rows(), k.cols());
    for (std::size_t start = 0; start < which.size(); start += offsets_at_a_time) {
        const std::size_t count = std::min(offsets_at_a_time, which.size() - start);
        dense::loops().shifted_distances(distances.data(), inputs_.rows(), table.cross.data(),
                                         table.cross.outerStride(), which.data() + start, slope.data() + start,
                                         static_cast<Index>(count), k.data());
        gp_.kernel().evaluate(k.data(), k.data(), dk.data(), inputs_.rows() * static_cast<Index>(count));
        auto h = dk.leftCols(count);
        h.array().colwise() *= weights_.array();
        auto part = result.middleCols(start, count);
        for (std::size_t j = 0; j < count; ++j) part.col(j) = h.col(j).sum() * table.offsets.col(which[start + j]);
        dense::multiply(1, Op::transposed, apart, Op::plain, h, 1, part);
    }
    result.array().colwise() *= 2 / lengthscales.array();
    if (table.features.size() == 0) return of_coordinates(std::move(result));
    const std::vector<Index> columns(which.begin(), which.end());
    const Matrix of_effects =
        gp_.main_effects()->chain(table.features(Eigen::all, columns), turned_weights(at).replicate(1, result.cols()));
    result.array() += of_effects.array().colwise() / lengthscales.array();
    return of_coordinates(std::move(result));
}

Vector ShiftedMean::scaled(const VectorRef& x) const {
    const Vector& lengthscales = gp_.embedded_lengthscales();
    if (lengthscales.size() == x.size()) return x.cwiseQuotient(lengthscales);
    return gp_.embedded(x).cwiseQuotient(lengthscales);
}

Matrix ShiftedMean::of_coordinates(Matrix gradients) const {
    if (gradients.rows() > gp_.dimension()) gradients.conservativeResize(gp_.dimension(), Eigen::NoChange);
    return gradients;
}

}  // namespace sweetspot

#include "study/slurm/node_health.hpp"

#include <algorithm>
#include <cmath>

namespace sweetspot::slurm {
namespace {

/// So many different evaluations must have failed on a node in a row.
constexpr std::size_t enough_failures = 3;

/// Seconds within which they fail when the node is at fault: a program that is not there, a folder that is not mounted.
constexpr double at_once = 10;

/// A node that has shown that it works is suspected when points that fail everywhere would give such a row this rarely.
constexpr double rare = 1e-3;

}  // namespace

void NodeHealth::succeeded(const std::string& node) {
    ++evaluations_;
    records_[node] = {.has_succeeded = true};
    if (std::ranges::find(excluded_, node) == excluded_.end()) decided_.erase(node);
}

void NodeHealth::failed(const std::string& node, Index number, double seconds) {
    if (node.empty() || seconds > at_once) return;
    Record& record = records_[node];
    record.row.insert(number);
    ++record.length;
    ++evaluations_;
    ++failures_;
}

bool NodeHealth::is_suspicious(const Record& record) const {
    if (record.row.size() < enough_failures) return false;
    if (!record.has_succeeded) return true;
    // How often evaluations fail at once otherwise, by Laplace's rule of succession.
    const auto evaluations = static_cast<double>(evaluations_ - record.length);
    const auto failures = static_cast<double>(failures_ - record.length);
    const double rate = (failures + 1) / (evaluations + 2);
    return std::pow(rate, static_cast<double>(record.row.size())) < rare;
}

std::string NodeHealth::suspect() const {
    for (const auto& [node, record] : records_) {
        if (is_suspicious(record) && !decided_.contains(node)) return node;
    }
    return "";
}

bool NodeHealth::decide(const std::string& node, const std::vector<std::string>& all) {
    decided_.insert(node);
    const bool another = std::ranges::any_of(all, [&](const std::string& other) {
        return other != node && std::ranges::find(excluded_, other) == excluded_.end();
    });
    if (another) excluded_.push_back(node);
    return another;
}

}  // namespace sweetspot::slurm

// Nodes on which everything fails at once: evaluations are kept away from them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::slurm {

class NodeHealth {
  public:
    void succeeded(const std::string& node);
    /// An evaluation has ended there without a result after so many seconds, by the node's fault or its own.
    void failed(const std::string& node, Index number, double seconds);

    /// A node that is under suspicion and not yet decided on; empty: none.
    [[nodiscard]] std::string suspect() const;
    /// Decides on it: excluded, unless no other of `all` nodes would be left. True if it is excluded now.
    bool decide(const std::string& node, const std::vector<std::string>& all);
    [[nodiscard]] const std::vector<std::string>& excluded() const { return excluded_; }
    /// The evaluations that failed there, since the last that succeeded.
    [[nodiscard]] const std::set<Index>& failures_on(const std::string& node) const { return records_.at(node).row; }

  private:
    struct Record {
        std::set<Index> row = {};  ///< what has failed at once since the last success
        Index length = 0;          ///< how often it did
        bool has_succeeded = false;
    };
    [[nodiscard]] bool is_suspicious(const Record& record) const;

    std::map<std::string, Record> records_;
    Index evaluations_ = 0;  ///< on all nodes
    Index failures_ = 0;
    std::set<std::string> decided_;
    std::vector<std::string> excluded_;
};

}  // namespace sweetspot::slurm

// A study that lives in memory, for tests and for programs that want no file: it ends with its last store.
#pragma once

#include <memory>

#include "sweetspot/study/store.hpp"

namespace sweetspot {

/// A runner is one object: what it has taken is lost when it ends. Several may share a study, each in a thread of its
/// own.
class MemoryStore final : public Store {
  public:
    MemoryStore();
    ~MemoryStore() override;
    /// Another runner of the same study.
    [[nodiscard]] std::unique_ptr<MemoryStore> shared() const;

    [[nodiscard]] std::int64_t revision() const override;
    [[nodiscard]] StudyView view() const override;
    [[nodiscard]] Trial trial(Index number) const override;
    [[nodiscard]] std::optional<Index> add_all(std::span<const Trial> trials, std::int64_t revision) override;
    [[nodiscard]] bool take(Index number) override;
    void update(const Trial& trial) override;
    std::vector<Index> release_lost(OtherMachines others) override;

  private:
    struct Contents;
    explicit MemoryStore(std::shared_ptr<Contents> contents);

    std::shared_ptr<Contents> contents_;
    std::shared_ptr<const int> life_;  ///< ends with this object, and with it its claims
};

}  // namespace sweetspot

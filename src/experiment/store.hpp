// Where finished runs are kept: one SQLite file, filled as runs end.
//
// A run is stored whole, in one durable transaction, under all that it depends on; so an interrupted experiment goes on
// with the runs that are missing, a spec that asks for more repeats adds to what is there, and files made on several
// machines merge without counting a run twice.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "experiment/run.hpp"

namespace sweetspot {

class ExperimentStore {
  public:
    enum class Open { create_if_missing, existing };

    explicit ExperimentStore(const std::filesystem::path& path, Open how = Open::create_if_missing);
    ~ExperimentStore();
    ExperimentStore(ExperimentStore&&) noexcept;
    ExperimentStore& operator=(ExperimentStore&&) noexcept;

    /// Without a write-ahead log beside it, which works on one host only: for a file that another machine reads later.
    void keep_in_one_file();

    /// The runs that are there.
    [[nodiscard]] std::set<RunKey> keys() const;
    [[nodiscard]] std::optional<RunRecord> load(const RunKey& key) const;
    /// On disk when it returns. A run that is there already is left as it is.
    void save(const RunKey& key, const RunRecord& run);
    /// Takes over the runs of another file that are not here; returns how many. A run that is in both must be the same
    /// in both; otherwise nothing is taken over and the sentence names the run.
    Index merge(const std::filesystem::path& other);

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sweetspot

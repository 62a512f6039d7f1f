// A store: where the trials of a study are kept. This one keeps them in a vector, for one runner; every change raises
// the revision.
#include <stdexcept>

#include "own.hpp"

namespace {

class InAVector final : public sweetspot::Store {
  public:
    [[nodiscard]] std::int64_t revision() const override { return view_.revision; }
    [[nodiscard]] sweetspot::StudyView view() const override { return view_; }
    [[nodiscard]] sweetspot::Trial trial(sweetspot::Index number) const override {
        return view_.trials.at(static_cast<std::size_t>(number));
    }
    [[nodiscard]] std::optional<sweetspot::Index> add_all(std::span<const sweetspot::Trial> trials,
                                                          std::int64_t revision) override {
        if (revision != view_.revision) return std::nullopt;
        const auto first = static_cast<sweetspot::Index>(view_.trials.size());
        for (const sweetspot::Trial& trial : trials) {
            view_.trials.push_back(trial);
            view_.trials.back().number = static_cast<sweetspot::Index>(view_.trials.size()) - 1;
        }
        if (!trials.empty()) ++view_.revision;
        return first;
    }
    [[nodiscard]] bool take(sweetspot::Index number) override {
        sweetspot::Trial& taken = view_.trials.at(static_cast<std::size_t>(number));
        if (taken.state != sweetspot::TrialState::waiting && taken.state != sweetspot::TrialState::stale) return false;
        taken.state = sweetspot::TrialState::running;
        ++view_.revision;
        return true;
    }
    void update(const sweetspot::Trial& changed) override {
        if (changed.number < 0 || changed.number >= static_cast<sweetspot::Index>(view_.trials.size())) {
            throw std::invalid_argument("there is no such trial");
        }
        view_.trials[static_cast<std::size_t>(changed.number)] = changed;
        ++view_.revision;
    }
    /// There is no other runner that could be gone.
    std::vector<sweetspot::Index> release_lost(sweetspot::OtherMachines /*others*/) override { return {}; }

  private:
    sweetspot::StudyView view_;
};

}  // namespace

std::unique_ptr<sweetspot::Store> own_store() {
    return std::make_unique<InAVector>();
}

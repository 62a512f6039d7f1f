// The trials of a store as they are now. The table is read again only when somebody else has changed it.
#pragma once

#include "sweetspot/study/store.hpp"

namespace sweetspot {

class FollowedView {
  public:
    explicit FollowedView(const Store& store) : store_(store), view_(store.view()) {}

    [[nodiscard]] const StudyView& now() {
        if (store_.revision() != view_.revision) view_ = store_.view();
        return view_;
    }

    /// As it was last looked at.
    [[nodiscard]] const StudyView& last() const { return view_; }

    /// This object's owner has made one change, which was of that trial.
    [[nodiscard]] const StudyView& after_own_change(Index number) {
        Trial changed = store_.trial(number);
        // If that was the only change since, all other trials are known.
        if (store_.revision() != view_.revision + 1) return now();
        const auto place = static_cast<std::size_t>(number);
        if (place == view_.trials.size()) view_.trials.emplace_back();
        view_.trials[place] = std::move(changed);
        ++view_.revision;
        return view_;
    }

  private:
    const Store& store_;
    StudyView view_;
};

}  // namespace sweetspot

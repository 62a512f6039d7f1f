// What was found for the last few questions after hyper-parameters, so that a search whose schedule has not moved on
// does not look for them again. An answer is given for exactly the same question only, so it is the one that looking
// again would give: nothing depends on what is kept.
#pragma once

#include <deque>
#include <functional>
#include <mutex>

#include "gp/found_model.hpp"

namespace sweetspot::detail {

/// All that find_model() depends on but the number of threads.
struct FitQuestion {
    Points x;
    Vector y;
    Vector standard_errors;
    FitOptions options;
    Rng rng;

    [[nodiscard]] bool operator==(const FitQuestion& other) const;
};

/// Any number of threads may ask.
class KeptModels {
  public:
    [[nodiscard]] FoundModel answer(const FitQuestion& question, const std::function<FoundModel()>& find);

  private:
    struct Kept {
        FitQuestion question;
        FoundModel found;
    };
    std::mutex mutex_;
    std::deque<Kept> kept_;  // the last ones, newest last
};

/// Those of this process.
[[nodiscard]] KeptModels& kept_models();

}  // namespace sweetspot::detail

#include "study/kept_recommendation.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "loops/dense.hpp"
#include "storage/cache_folder.hpp"
#include "storage/fingerprint.hpp"
#include "storage/program_identity.hpp"

namespace sweetspot::study {
namespace {

using storage::CacheFolder;
using storage::Fingerprint;

/// Takes in values of every type that a description has.
class Key {
  public:
    Key() { add(storage::program_identity(), std::string(dense::loops().name)); }

    template <class... Values>
    void add(const Values&... values) {
        (put(values), ...);
    }
    [[nodiscard]] std::string word(const std::string& what) const { return what + "-" + fingerprint_.word(); }

  private:
    template <class Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
    void put(Number value) {
        if constexpr (std::is_floating_point_v<Number>) {
            fingerprint_.add(static_cast<double>(value));
        } else {
            fingerprint_.add(static_cast<std::uint64_t>(value));
        }
    }
    void put(const std::string& text) { fingerprint_.add(std::string_view(text)); }
    template <int Columns>
    void put(const Eigen::Matrix<double, Eigen::Dynamic, Columns>& numbers) {
        add(numbers.rows(), numbers.cols());
        for (const double number : numbers.reshaped()) put(number);
    }
    template <class Value>
    void put(const std::optional<Value>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    template <class Value>
    void put(const std::vector<Value>& values) {
        put(values.size());
        for (const Value& value : values) put(value);
    }
    void put(const Settings& settings) {
        put(settings.values().size());
        for (const auto& [name, value] : settings.values()) {
            add(name, value.index());
            std::visit([&](const auto& held) { put(held); }, value);
        }
    }
    void put(const Choice& choice) { add(choice.name, choice.settings); }

    // The names of all members are written down, so that a new one does not compile before it has its place here.
    void put(const RegionTolerance& tolerance) {
        const auto& [amount, of] = tolerance;
        add(amount, of);
    }
    void put(const Parameter& parameter) {
        const auto& [name, lower, upper, scale, step, values, choices, confusion, chosen] = parameter;
        add(name, lower, upper, scale, step, values, choices, confusion, chosen);
    }
    void put(const DescribedParameter& described) {
        const auto& [parameter, tolerance, law, label, unit] = described;
        add(parameter, tolerance, law, label, unit);
    }
    void put(const Limit& limit) {
        const auto& [of, side, bound, what, share] = limit;
        add(of, side, bound, what, share);
    }
    void put(const ModelDescription& model) {
        const auto& [kernel, settings] = model;
        add(kernel, settings);
    }
    void put(const MethodDescription& method) {
        put(static_cast<const Choice&>(method));
        add(method.sampling, method.maximiser, method.design, method.initial);
    }
    void put(const SearchDescription& search) {
        const auto& [parameters, norm, law, correlation, measure, largest_within, limits, method, model, seed] = search;
        add(parameters, norm, law, correlation, measure, largest_within, limits, method, model, seed);
    }
    void put(const GainLimit& gain) {
        const auto& [amount, of] = gain;
        add(amount, of);
    }
    void put(const BudgetConfig& budget) {
        const auto& [evaluations, hours, improvement_below, for_suggestions, stop_when, verify] = budget;
        add(evaluations, hours, improvement_below, for_suggestions, stop_when, verify);
    }
    /// Of the rest of a study what answers may depend on, and its file.
    void put(const StudyConfig& config) {
        put(static_cast<const SearchDescription&>(config));
        add(config.budget, config.objective.limit, config.objective.then, config.text);
    }
    void put(const Trial& trial) {
        add(trial.number, trial.state, trial.source, trial.asked, trial.x, trial.attempts, trial.centre, trial.promised,
            trial.measurement.has_value());
        if (!trial.measurement) return;
        add(trial.measurement->value, trial.measurement->standard_error);
        for (const auto& [name, value] : trial.measurement->outputs) add(name, value);
    }
    void put(const Optimizer& optimizer) {
        add(optimizer.inputs(), optimizer.outputs(), optimizer.standard_errors(), optimizer.limited_outputs());
    }
    void put(const GaussianProcess& gp) {
        const Hyperparameters& eta = gp.hyperparameters();
        const Standardisation& units = gp.standardisation();
        add(std::string(gp.kernel().name()), eta.lengthscales, eta.variance, eta.noise, eta.mean, eta.effects,
            eta.effect_lengthscale, eta.choice_sizes, units.mean, units.scale, units.warp.origin, units.warp.scale,
            gp.inputs(), gp.targets(), gp.known_noise(), gp.weights(), gp.known(), gp.jitter());
    }

    Fingerprint fingerprint_;
};

std::string key_of_recommendation(const StudyConfig& config, const Optimizer& optimizer, const Points& failed) {
    Key key;
    key.add(config, optimizer, failed);
    return key.word("model");
}

std::string key_of_choice(const StudyConfig& config, const StudyView& view, const Optimizer& optimizer,
                          const GaussianProcess& model, const std::vector<Vector>& candidates) {
    Key key;
    key.add(config, optimizer, model, view.trials, candidates);
    return key.word("centre");
}

/// Numbers one after the other, in the order in which they are read.
class NumberWriter {
  public:
    void number(double value) { text_.append(reinterpret_cast<const char*>(&value), sizeof value); }
    void numbers(const MatrixRef& values) {
        number(static_cast<double>(values.rows()));
        number(static_cast<double>(values.cols()));
        for (Index j = 0; j < values.cols(); ++j) {
            for (Index i = 0; i < values.rows(); ++i) number(values(i, j));
        }
    }
    void whole(const std::vector<Index>& values) {
        number(static_cast<double>(values.size()));
        for (const Index value : values) number(static_cast<double>(value));
    }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_;
};

/// Gives nothing beyond the end.
class NumberReader {
  public:
    explicit NumberReader(std::string_view text) : text_(text) {}

    double number() {
        double value = 0;
        if (text_.size() < sizeof value) {
            short_ = true;
            return 0;
        }
        std::memcpy(&value, text_.data(), sizeof value);
        text_.remove_prefix(sizeof value);
        return value;
    }
    Matrix numbers() {
        const Index rows = size();
        const Index cols = size();
        if (short_ || rows * cols > left()) return fail();
        Matrix values(rows, cols);
        for (double& value : values.reshaped()) value = number();
        return values;
    }
    Vector vector() { return numbers().reshaped(); }
    std::vector<Index> whole() {
        const Index count = size();
        if (short_ || count > left()) return (void)fail(), std::vector<Index>();
        std::vector<Index> values(static_cast<std::size_t>(count));
        for (Index& value : values) value = static_cast<Index>(number());
        return values;
    }
    [[nodiscard]] bool has_come_to_its_end() const { return !short_ && text_.empty(); }

  private:
    [[nodiscard]] Index left() const { return std::ssize(text_) / static_cast<Index>(sizeof(double)); }
    Index size() {
        const double value = number();
        if (value >= 0 && value <= 1e9) return static_cast<Index>(value);
        short_ = true;
        return 0;
    }
    Matrix fail() {
        short_ = true;
        return {};
    }

    std::string_view text_;
    bool short_ = false;
};

/// The place of the kernel among those that are built in; nothing where it is none of them.
std::optional<std::size_t> place_of(const Kernel& kernel) {
    const auto found =
        std::ranges::find(kernels(), kernel.name(), [](const KernelPtr& built_in) { return built_in->name(); });
    if (found == kernels().end()) return std::nullopt;
    return static_cast<std::size_t>(found - kernels().begin());
}

std::optional<std::string> kept_text_of(const Recommendation& r) {
    const GaussianProcess& gp = r.gp;
    const auto kernel = place_of(gp.kernel());
    if (gp.members().size() > 1 || !r.limits.empty() || !kernel) return std::nullopt;
    const Hyperparameters& eta = gp.hyperparameters();
    const Standardisation& units = gp.standardisation();
    NumberWriter out;
    out.numbers(r.best.x);
    for (const double value : {r.best.quality, r.violation, static_cast<double>(*kernel), eta.variance, eta.noise,
                               eta.mean, eta.effects, eta.effect_lengthscale, units.mean, units.scale,
                               units.warp.origin, units.warp.scale, gp.log_marginal_likelihood()}) {
        out.number(value);
    }
    out.numbers(eta.lengthscales);
    out.whole(eta.choice_sizes);
    out.numbers(gp.inputs());
    out.numbers(gp.known_noise());
    out.numbers(gp.weights());
    out.whole(gp.known());
    return out.text();
}

std::optional<Recommendation> recommendation_from(const std::string& text, const Vector& outputs) {
    NumberReader in(text);
    BestSoFar best;
    best.x = in.vector();
    best.quality = in.number();
    const double violation = in.number();
    const auto kernel = static_cast<std::size_t>(in.number());
    Hyperparameters eta;
    eta.variance = in.number();
    eta.noise = in.number();
    eta.mean = in.number();
    eta.effects = in.number();
    eta.effect_lengthscale = in.number();
    Standardisation units;
    units.mean = in.number();
    units.scale = in.number();
    units.warp.origin = in.number();
    units.warp.scale = in.number();
    GaussianProcess::LocalParts parts;
    parts.log_marginal_likelihood = in.number();
    eta.lengthscales = in.vector();
    eta.choice_sizes = in.whole();
    Points inputs = in.numbers();
    const Vector known_noise = in.vector();
    parts.weights = in.vector();
    parts.known = in.whole();
    if (!in.has_come_to_its_end() || kernel >= kernels().size() || inputs.cols() != outputs.size()) return std::nullopt;
    const KernelPtr& shape = kernels()[kernel];
    GaussianProcess gp = parts.known.empty()
                             ? GaussianProcess(shape, std::move(eta), std::move(inputs), outputs, units, known_noise)
                             : GaussianProcess::local_again(shape, std::move(eta), std::move(inputs), outputs, units,
                                                            known_noise, parts);
    return Recommendation{std::move(best), std::move(gp), {}, violation};
}

/// Those with a value, and the worst of them for each that failed, as a search sees it.
Vector outputs_with_failed(const Optimizer& optimizer, Index failed) {
    const Vector& known = optimizer.outputs();
    Vector result(known.size() + failed);
    result << known, Vector::Constant(failed, known.maxCoeff());
    return result;
}

bool has_same_bits(const Recommendation& a, const Recommendation& b) {
    return a.best.x == b.best.x && a.best.quality == b.best.quality && a.gp.targets() == b.gp.targets() &&
           a.gp.weights() == b.gp.weights() && a.gp.known() == b.gp.known() && a.gp.cholesky() == b.gp.cholesky();
}

/// Where answers are found again; nothing where a study is too small to pay for it.
std::optional<CacheFolder> folder_for(const StudyConfig& config, Index observations) {
    constexpr Index least_observations = 500;
    if (observations < least_observations || !config.limits.empty()) return std::nullopt;
    if (storage::program_identity().empty()) return std::nullopt;
    return CacheFolder::of_user();
}

Vector kept_vector(const CacheFolder& folder, const std::string& key, const std::function<Vector()>& find) {
    if (const auto text = folder.get(key)) {
        NumberReader in(*text);
        Vector kept = in.vector();
        if (in.has_come_to_its_end()) return kept;
    }
    Vector found = find();
    NumberWriter out;
    out.numbers(found);
    folder.put(key, out.text());
    return found;
}

}  // namespace

Recommendation kept_recommendation(const StudyConfig& config, const Optimizer& optimizer, const Points& failed,
                                   const std::function<Recommendation()>& find) {
    const std::optional<CacheFolder> folder = folder_for(config, optimizer.observations());
    if (!folder) return find();
    const std::string key = key_of_recommendation(config, optimizer, failed);
    const Vector outputs = outputs_with_failed(optimizer, failed.cols());
    if (const auto text = folder->get(key)) {
        if (auto kept = recommendation_from(*text, outputs)) return std::move(*kept);
    }
    Recommendation found = find();
    if (const auto text = kept_text_of(found)) {
        const auto again = recommendation_from(*text, outputs);
        if (again && has_same_bits(*again, found)) folder->put(key, *text);
    }
    return found;
}

Vector kept_choice(const StudyConfig& config, const StudyView& view, const Optimizer& optimizer,
                   const GaussianProcess& model, const std::vector<Vector>& candidates,
                   const std::function<Vector()>& find) {
    const std::optional<CacheFolder> folder = folder_for(config, optimizer.observations());
    if (!folder || model.members().size() > 1) return find();
    return kept_vector(*folder, key_of_choice(config, view, optimizer, model, candidates), find);
}

Vector kept_numbers(const StudyConfig& config, const GaussianProcess& model, const std::string& question,
                    const Vector& about, const std::function<Vector()>& find) {
    const std::optional<CacheFolder> folder = folder_for(config, model.size());
    if (!folder || model.members().size() > 1) return find();
    Key key;
    key.add(config, model, question, about);
    return kept_vector(*folder, key.word(question), find);
}

}  // namespace sweetspot::study

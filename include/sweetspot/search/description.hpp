// A search as people describe it, in a study file, in the state of `sweetspot suggest` or from another language: what
// may be changed and how exactly it is built, by which measure a region is judged, by which method and model it is
// searched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/family.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {

struct DescribedParameter {
    Parameter parameter;
    RegionTolerance tolerance;
    Choice law = {"uniform"};  ///< of a parameter that nobody chooses, over its range
    std::string label = {};    ///< what people call it; empty: its name
    std::string unit = {};     ///< of its values, for people

    /// The label, or the name.
    [[nodiscard]] const std::string& shown_name() const { return label.empty() ? parameter.name : label; }

    friend bool operator==(const DescribedParameter&, const DescribedParameter&) = default;
};

/// A method with its settings, and the parts of it that have settings of their own.
struct MethodDescription : Choice {
    MethodDescription();

    std::optional<Choice> sampling = std::nullopt;   ///< nothing: the method's own
    std::optional<Choice> maximiser = std::nullopt;  ///< nothing: the method's own
    std::optional<Choice> design = std::nullopt;     ///< of the initial points; nothing: the default
    std::optional<Index> initial = std::nullopt;     ///< points of the initial design; nothing: D + 1, at most 21

    friend bool operator==(const MethodDescription&, const MethodDescription&) = default;
};

/// Where the model departs from that of the method.
struct ModelDescription {
    std::optional<Choice> kernel = std::nullopt;
    Settings settings = {};  ///< of model_settings()

    friend bool operator==(const ModelDescription&, const ModelDescription&) = default;
};
/// The settings of the model.
[[nodiscard]] const std::vector<Setting>& model_settings();

struct SearchDescription {
    std::vector<DescribedParameter> parameters;  ///< those of the environment are the last
    Norm norm = Norm::two;
    Choice law = {"uniform"};                           ///< of deviation
    std::vector<std::vector<double>> correlation = {};  ///< of the deviations of the normal law; none: independent
    Choice measure = {"worst"};
    /// The region is to be as large as its worst stays within this limit; the tolerances are its shape. Nothing: it is
    /// as stated.
    std::optional<double> largest_within = std::nullopt;
    std::vector<Limit> limits = {};  ///< of other outputs
    MethodDescription method;
    ModelDescription model;
    std::uint64_t seed = 1;

    friend bool operator==(const SearchDescription&, const SearchDescription&) = default;
};

/// Everything is built exactly, and there is no environment: a region is its centre.
[[nodiscard]] bool is_exact(const SearchDescription& search);

/// Reads 0.2 or "5%"; `parameter` names it in a refusal.
[[nodiscard]] RegionTolerance tolerance_from(std::string_view text, std::string_view parameter);

/// A point as {"width": 1, "height": 2}; parameters that are not there are those of `otherwise`, unless that is empty.
[[nodiscard]] Vector point_from_json(const SearchDescription& search, std::string_view text, const std::string& where,
                                     const Vector& otherwise = {});

/// The law of deviation, with its correlation.
[[nodiscard]] DeviationLawPtr law_of(const SearchDescription& search);
/// The robust problem. A tolerance of the nominal value puts its parameter on a log scale inside.
[[nodiscard]] Problem problem_of(const SearchDescription& search);
/// `fixed` parts of the model are taken as given.
[[nodiscard]] MethodPtr method_of(const SearchDescription& search, const Fixed& fixed = {});
/// Seed, initial design and method.
[[nodiscard]] Options options_of(const SearchDescription& search, const Fixed& fixed = {});

// The state of a search as one text: what to optimise, how, and what was observed so far. A program that keeps its own
// loop sends it to `sweetspot suggest`.

/// A search that can be continued, with the observations in the parameters' units.
struct SearchState {
    SearchDescription search;
    Points x;  ///< one per column
    Vector y;
    Vector standard_errors;             ///< of y, 0 where none is given
    std::vector<NamedOutputs> outputs;  ///< what is known of those that have limits, one for each observation
    Fixed fixed;
    bool has_fixed = false;  ///< something is taken as given
};

enum class Syntax { json, toml };

/// Reads `{"parameters": […], "region": {…}, "measure": …, "method": {…}, "model": {…}, "seed": …, "observations": […],
/// "fixed": {…}}`, or the same words in TOML; only the parameters must be there. They are the words of a study file.
/// `source` (a file's name) begins every sentence that refuses something.
[[nodiscard]] SearchState read_state(std::string_view text, const std::string& source, Syntax syntax = Syntax::json);

/// The search with all that was observed told to it.
[[nodiscard]] Optimizer optimizer_of(const SearchState& state, int threads = 1);

}  // namespace sweetspot

#include "sweetspot/search/description.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/check.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/own_members.hpp"

namespace sweetspot {
namespace {

/// The method's own model with what was chosen in its place.
ModelOptions model_of(const ModelDescription& description, ModelOptions model, const OwnMembers& own) {
    if (description.kernel) model.fit.kernel = kernel_family().make(*description.kernel);
    if (own.kernel) model.fit.kernel = own.kernel;
    const Settings chosen = complete(description.settings, model_settings(), "model");
    FitOptions& fit = model.fit;
    if (chosen.has("lengthscales")) {
        fit.lengthscales = chosen.word("lengthscales") == "ard" ? Lengthscales::ard : Lengthscales::isotropic;
    }
    if (chosen.has("noise")) fit.noise = chosen.number("noise");
    if (chosen.has("priors")) {
        fit.priors = chosen.word("priors") == "weak" ? FitOptions::Priors::weak : FitOptions::Priors::none;
    }
    if (chosen.has("tie")) fit.tie = chosen.number("tie");
    if (chosen.has("effects")) fit.effects = chosen.flag("effects");
    if (chosen.has("warp")) {
        fit.warp = chosen.word("warp") == "none" ? FitOptions::Warp::none : FitOptions::Warp::by_evidence;
    }
    if (chosen.has("inference")) {
        fit.inference =
            chosen.word("inference") == "map" ? FitOptions::Inference::map : FitOptions::Inference::ensemble;
    }
    if (chosen.has("starts")) fit.random_starts = static_cast<int>(chosen.whole("starts"));
    if (chosen.has("template")) model.template_shape = template_shape_named(chosen.word("template"));
    if (chosen.has("template_size")) model.template_size = chosen.whole("template_size");
    if (chosen.has("adapted_template")) {
        model.adapted_from = chosen.flag("adapted_template") ? std::optional<Index>(2) : std::nullopt;
    }
    return model;
}

}  // namespace

MethodDescription::MethodDescription() : Choice{std::string(default_method)} {}

const std::vector<Setting>& model_settings() {
    const std::string as_the_method_has_it = "as the method has it";
    static const std::vector<Setting> settings = {
        {.name = "lengthscales",
         .summary = "one for all parameters, or one for each",
         .kind = Setting::Kind::word,
         .otherwise = as_the_method_has_it,
         .words = {"isotropic", "ard"}},
        {.name = "noise",
         .summary = "variance of the noise, as a share of that of the values; 0 for an exact simulator",
         .otherwise = "inferred",
         .least = 0},
        {.name = "priors",
         .summary = "weak ones keep the model sane when data are few",
         .kind = Setting::Kind::word,
         .otherwise = as_the_method_has_it,
         .words = {"weak", "none"}},
        {.name = "tie",
         .summary = "how far the length scales may differ without evidence: the spread of their logarithms",
         .otherwise = as_the_method_has_it,
         .least = 0,
         .at_least = Setting::End::excluded},
        {.name = "effects",
         .summary = "a part of the model is a sum of one function per parameter",
         .kind = Setting::Kind::flag,
         .otherwise = as_the_method_has_it},
        {.name = "warp",
         .summary = "values are warped where evidence asks for it",
         .kind = Setting::Kind::word,
         .otherwise = as_the_method_has_it,
         .words = {"by-evidence", "none"}},
        {.name = "inference",
         .summary = "by the most probable model alone, or by an ensemble with samples beside it; takes longer",
         .kind = Setting::Kind::word,
         .standard = "map",
         .words = {"map", "ensemble"}},
        {.name = "starts",
         .summary = "random starts of the fit",
         .kind = Setting::Kind::whole,
         .otherwise = as_the_method_has_it,
         .least = 1,
         .most = 1000},
        {.name = "template",
         .summary = "how the points that stand for a region are spread",
         .kind = Setting::Kind::word,
         .otherwise = "boundary-heavy for the worst case, uniform for other measures",
         .words = template_shape_names()},
        {.name = "template_size",
         .summary = "how many points stand for a region",
         .kind = Setting::Kind::whole,
         .otherwise = "60, 250, 400 with 2, 5, 10 parameters",
         .least = 1,
         .most = 10000},
        {.name = "adapted_template",
         .summary = "those points follow the model, for the worst case",
         .kind = Setting::Kind::flag,
         .otherwise = "with 20 parameters or more in the default search, never in others"},
    };
    return settings;
}

RegionTolerance tolerance_from(std::string_view text, std::string_view parameter) {
    const bool percent = text.ends_with('%');
    std::string_view number = percent ? text.substr(0, text.size() - 1) : text;
    while (number.ends_with(' ')) number.remove_suffix(1);
    double amount = 0;
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), amount);
    require(error == std::errc() && rest == number.data() + number.size() && std::isfinite(amount) && amount >= 0,
            "the tolerance of \"{}\" is \"{}\"; it must be a number of at least 0, as 0.2 or \"5%\"", parameter, text);
    require(!percent || amount < 100, "the tolerance of \"{}\" is \"{}\"; it must be below 100%", parameter, text);
    return percent ? RegionTolerance{amount / 100, RegionTolerance::Of::nominal}
                   : RegionTolerance{amount, RegionTolerance::Of::unit};
}

namespace {

/// Of what is built, without the environment.
DeviationLawPtr law_of_builds(const SearchDescription& search) {
    if (search.correlation.empty()) return law_family().make(search.law);
    const auto n = std::ranges::count_if(search.parameters, [](const auto& p) { return p.parameter.chosen; });
    Matrix correlation(n, n);
    require(std::ssize(search.correlation) == n,
            "the correlation has {} rows for {} parameter{}; give one per parameter", search.correlation.size(), n,
            n == 1 ? "" : "s");
    for (Index i = 0; i < n; ++i) {
        const std::vector<double>& row = search.correlation[static_cast<std::size_t>(i)];
        require(std::ssize(row) == n, "row {} of the correlation has {} numbers for {} parameter{}", i + 1, row.size(),
                n, n == 1 ? "" : "s");
        for (Index j = 0; j < n; ++j) correlation(i, j) = row[static_cast<std::size_t>(j)];
    }
    const Member<DeviationLawPtr>& normal = law_family().named("normal");
    const Settings settings = complete(search.law.settings, normal.settings, "law \"normal\"");
    return normal_law(settings.number("sd"), std::move(correlation));
}

}  // namespace

bool is_exact(const SearchDescription& search) {
    return std::ranges::all_of(search.parameters, [](const DescribedParameter& p) {
        return p.parameter.chosen && p.tolerance.amount == 0 && p.parameter.confusion.empty();
    });
}

namespace {

/// Of what is built by `builds`, and of the environment as it is described.
DeviationLawPtr with_environment(const SearchDescription& search, DeviationLawPtr builds) {
    std::map<Index, DeviationLawPtr> own;
    for (Index d = 0; d < std::ssize(search.parameters); ++d) {
        const DescribedParameter& p = search.parameters[static_cast<std::size_t>(d)];
        if (!p.parameter.chosen) own.emplace(d, law_family().make(p.law));
    }
    return law_with_own(std::move(builds), std::move(own));
}

}  // namespace

DeviationLawPtr law_of(const SearchDescription& search) {
    return with_environment(search, law_of_builds(search));
}

Problem problem_of(const SearchDescription& search) {
    return problem_of(search, OwnMembers{});
}

Problem problem_of(const SearchDescription& search, const OwnMembers& own) {
    std::vector<Parameter> parameters;
    std::vector<RegionTolerance> tolerances;
    for (const DescribedParameter& p : search.parameters) {
        parameters.push_back(p.parameter);
        tolerances.push_back(p.tolerance);
    }
    const QualityPtr measure = own.measure ? own.measure : measure_family().make(search.measure);
    if (own.robust_set) return Problem(Space(parameters), *own.robust_set, measure).with_limits(search.limits);
    return Problem(Space(parameters), search.norm, tolerances, measure,
                   own.law ? with_environment(search, own.law) : law_of(search))
        .with_limits(search.limits);
}

namespace {

MethodPtr described_method(const SearchDescription& search, const Fixed& fixed, const OwnMembers& own) {
    if (own.method) return own.method;
    const MethodDescription& chosen = search.method;
    if (search.largest_within) {
        LargestRegionOptions options{.limit = *search.largest_within};
        options.model = model_of(search.model, std::move(options.model), own);
        options.model.fixed = fixed;
        return largest_region_search(std::move(options));
    }
    const ListedMethod& method = method_family().named(chosen.name);
    MethodParts parts{.model = model_of(search.model, method.model(), own)};
    parts.model->fixed = fixed;
    if (chosen.sampling) parts.sampling = sampling_rule_family().make(*chosen.sampling);
    if (own.sampling) parts.sampling = own.sampling;
    if (chosen.maximiser) parts.maximiser = maximiser_family().make(*chosen.maximiser);
    return method_family().make(chosen, parts);
}

Options described_options(const SearchDescription& search, const Fixed& fixed, const OwnMembers& own) {
    Options options{
        .seed = search.seed, .initial = search.method.initial, .method = described_method(search, fixed, own)};
    if (search.method.design) options.design = initial_design_family().make(*search.method.design);
    if (own.design) options.design = own.design;
    return options;
}

}  // namespace

MethodPtr method_of(const SearchDescription& search, const Fixed& fixed) {
    return described_method(search, fixed, {});
}

Options options_of(const SearchDescription& search, const Fixed& fixed) {
    return described_options(search, fixed, {});
}

Options options_of(const SearchDescription& search, const OwnMembers& own) {
    return described_options(search, {}, own);
}

}  // namespace sweetspot

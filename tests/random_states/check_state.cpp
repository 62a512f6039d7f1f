#include "random_states/check_state.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <functional>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "apps/sweetspot/search/suggest.hpp"
#include "base/one_line.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot::random_states {
namespace {

using Kind = Verdict::Kind;

/// Of a sentence that comes from the program rather than from the C++ library or another one.
constexpr std::size_t longest_sentence = 700;

Verdict sentence(Kind kind, const std::string& words) {
    const std::string complaint = sentence_complaint(words);
    return complaint.empty() ? Verdict{kind, words} : Verdict{Kind::wrong, complaint};
}

Verdict verdict_of(const std::function<std::string()>& complaint) {
    try {
        const std::string wrong = complaint();
        return wrong.empty() ? Verdict{Kind::point} : Verdict{Kind::wrong, wrong};
    } catch (const std::invalid_argument& error) {
        return sentence(Kind::refused, sentence_of(error));
    } catch (const NumericalError& error) {
        return sentence(Kind::breakdown, error.what());
    } catch (const std::exception& error) {
        return {Kind::wrong, fmt::format("another exception: {}", error.what())};
    }
}

Vector point_from(const Json& coordinates, const Space& space) {
    Vector x(std::ssize(coordinates));
    for (Index d = 0; d < x.size(); ++d) {
        const Json& given = coordinates[static_cast<std::size_t>(d)];
        x[d] = given.is_string()
                   ? choice_named(space.parameters()[static_cast<std::size_t>(d)], given.get<std::string>())
                   : given.get<double>();
    }
    return x;
}

Points points_from(const Json& rows, const Space& space) {
    Points points(space.dimension(), std::ssize(rows));
    for (Index n = 0; n < points.cols(); ++n) points.col(n) = point_from(rows[static_cast<std::size_t>(n)], space);
    return points;
}

std::string outside(std::string_view what, const Vector& x, const Space& space) {
    const std::string why = space.why_not_inside(x);
    return why.empty() ? "" : fmt::format("{} is outside: {}", what, why);
}

std::string not_finite(std::string_view what, double value) {
    return std::isfinite(value) ? "" : fmt::format("{} is {}", what, value);
}

std::string first_of(std::initializer_list<std::string> complaints) {
    for (const std::string& complaint : complaints) {
        if (!complaint.empty()) return complaint;
    }
    return "";
}

std::string written_complaint(const std::string& written, const Space& space) {
    const Json answer = Json::parse(written);
    std::string complaint = outside("the point", point_from(answer["next"]["x"], space), space);
    if (!complaint.empty() || !answer.contains("centre")) return complaint;
    complaint = outside("the centre", point_from(answer["centre"], space), space);
    if (!complaint.empty() || answer["incumbent"].is_null()) return complaint;
    return outside("the incumbent", point_from(answer["incumbent"]["x"], space), space);
}

std::string suggestion_complaint(const Suggestion& suggestion, const Space& space) {
    std::string complaint = outside("the point", suggestion.x, space);
    if (!complaint.empty() || !suggestion.reason) return complaint;
    const Suggestion::Reason& reason = *suggestion.reason;
    const bool has_incumbent = reason.incumbent.size() > 0;
    // Before a region is known that keeps the limits there is nothing to improve on, and it is NaN.
    return first_of({outside("the centre", reason.centre, space),
                     has_incumbent ? outside("the incumbent", reason.incumbent, space) : "",
                     has_incumbent ? not_finite("the incumbent's quality", reason.incumbent_quality) : "",
                     std::isinf(reason.expected_improvement) ? "the expected improvement is infinite" : ""});
}

std::string best_complaint(const Best& best, const Space& space) {
    std::string complaint = first_of(
        {outside("the best centre", best.x, space), outside("the worst place of its region", best.worst_point, space),
         not_finite("its quality", best.quality), not_finite("its worst value", best.worst_value)});
    if (!complaint.empty()) return complaint;
    if (best.worst_interval) {
        const auto [lower, upper] = *best.worst_interval;
        if (!(lower <= upper) || !std::isfinite(lower) || !std::isfinite(upper))
            return fmt::format("the interval of the worst case is [{}, {}]", lower, upper);
    }
    for (const PredictedLimit& limit : best.limits) {
        if (!(limit.probability >= 0 && limit.probability <= 1))
            return fmt::format("a limit is kept with a probability of {}", limit.probability);
    }
    return "";
}

std::string without_timings(const std::string& written) {
    Json answer = Json::parse(written);
    answer.erase("timings_ms");
    return answer.dump();
}

std::string suggestion_with(const std::string& text, int threads) {
    std::istringstream in(text);
    std::ostringstream out;
    app::suggest({.state = "-", .threads = threads}, in, out);
    return out.str();
}

}  // namespace

std::string sentence_complaint(const std::string& sentence) {
    // A class or a namespace in front, what a container or a library throws, a hole that nothing was put into.
    static const std::regex not_for_people(
        "[a-z_]::[a-zA-Z_]|(^|: )[A-Z][A-Za-z]+(::[a-z_]+)?: |basic_string|vector::|json\\.exception|"
        "stod|bad_alloc|\\bstd::|\\{\\}");
    if (sentence.empty()) return "the sentence is empty";
    if (has_control_character(sentence)) return fmt::format("the sentence has several lines: {}", sentence);
    if (sentence.size() > longest_sentence) return fmt::format("the sentence is too long: {}", sentence);
    if (std::regex_search(sentence, not_for_people)) return fmt::format("no sentence for people: {}", sentence);
    if (sentence.find("came out as") != std::string::npos) return fmt::format("a number came out wrong: {}", sentence);
    return "";
}

Verdict verdict_of(const DrawnState& drawn, Asked asked) {
    const std::string text = drawn.state.dump();
    const bool all_have_values = drawn.pending.empty() && drawn.failed.empty();
    return verdict_of([&]() -> std::string {
        const SearchState state = read_state(text, "stdin");
        const Problem problem = problem_of(state.search);
        const Space& space = problem.space();
        if (all_have_values && asked == Asked::suggestion) return written_complaint(suggestion_with(text, 1), space);
        const WithoutValue others{points_from(drawn.pending, space), points_from(drawn.failed, space)};
        for (const Points* points : {&others.pending, &others.failed}) {
            for (Index n = 0; n < points->cols(); ++n)
                space.require_contains(points->col(n), "a point without a value");
        }
        const Optimizer optimizer = optimizer_of(state);
        std::string complaint = suggestion_complaint(optimizer.ask(others), space);
        if (!complaint.empty() || asked == Asked::suggestion || state.y.size() == 0) return complaint;
        return best_complaint(optimizer.best(others.failed), space);
    });
}

std::string complaint_of_threads(const DrawnState& drawn) {
    const std::string text = drawn.state.dump();
    const auto with = [&](int threads) -> std::string {
        try {
            return without_timings(suggestion_with(text, threads));
        } catch (const std::exception& error) {
            return error.what();
        }
    };
    const std::string one = with(1);
    const std::string three = with(3);
    return one == three ? "" : fmt::format("with 1 thread {} and with 3 {}", one, three);
}

}  // namespace sweetspot::random_states

#include "sweetspot/problems/benchmark.hpp"

#include <map>
#include <mutex>
#include <tuple>

#include "base/check.hpp"
#include "problems/bench/members.hpp"
#include "problems/list.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

/// What optimum() has found so far. The members never change, so an entry stays true.
struct Remembered {
    std::mutex lock;
    std::map<std::tuple<std::string, Index, Norm, double>, ReferenceOptimum> optima;
};

Remembered& remembered() {
    static Remembered memory;
    return memory;
}

#define SWEETSPOT_LISTED(member) member(),

std::vector<BenchmarkPtr> all_problems() {
    std::vector<BenchmarkPtr> all = {SWEETSPOT_PROBLEMS(SWEETSPOT_LISTED)};
    for (const auto& family : {transformed_problems(), path_problems(), penalty_problems(), engineering_problems()}) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

#undef SWEETSPOT_LISTED

Member<BenchmarkPtr> listed(const BenchmarkPtr& problem) {
    if (!problem->has_instances()) return plain_member(problem);
    return {{std::string(problem->name()),
             std::string(problem->summary()),
             {{.name = "instance",
               .summary = "the number of the instance: another number is another function of the same kind",
               .kind = Setting::Kind::whole,
               .standard = std::int64_t{1},
               .least = 1}}},
            [problem](const Settings& settings) {
                const auto number = static_cast<std::uint64_t>(settings.whole("instance"));
                return number == 1 ? problem : problem->instance(number);
            }};
}

}  // namespace

const std::vector<BenchmarkPtr>& benchmarks() {
    static const std::vector<BenchmarkPtr> all = all_problems();
    return all;
}

const Family<BenchmarkPtr>& problem_family() {
    static const Family<BenchmarkPtr> family = [] {
        std::vector<Member<BenchmarkPtr>> members;
        for (const BenchmarkPtr& problem : benchmarks()) members.push_back(listed(problem));
        return Family<BenchmarkPtr>("problem", std::move(members));
    }();
    return family;
}

BenchmarkPtr benchmark_named(std::string_view name) {
    return problem_family().make(name);
}

BenchmarkPtr Benchmark::instance(std::uint64_t number) const {
    require(false, "{}: instance {} was asked for; this problem has no instances, so leave the instance out", name(),
            number);
    return nullptr;
}

Box Benchmark::centres(Index dimension, Norm norm, double tolerance) const {
    const Space domain = space(dimension);
    Box box{Vector(dimension), Vector(dimension)};
    std::vector<std::string> names;
    for (Index d = 0; d < dimension; ++d) {
        const Parameter& parameter = domain.parameters()[static_cast<std::size_t>(d)];
        box.lower[d] = parameter.lower;
        box.upper[d] = parameter.upper;
        names.push_back(parameter.name);
    }
    const RobustSet robust_set(norm, Vector::Constant(dimension, tolerance));
    return region_may_leave_domain() ? box : robust_set.centres(box, names);
}

ReferenceOptimum Benchmark::optimum(Index dimension, Norm norm, double tolerance) const {
    const auto key = std::make_tuple(identity(), dimension, norm, tolerance);
    Remembered& memory = remembered();
    {
        const std::scoped_lock hold(memory.lock);
        const auto known = memory.optima.find(key);
        if (known != memory.optima.end()) return known->second;
    }
    static_cast<void>(centres(dimension, norm, tolerance));  // refuses a region that does not fit
    ReferenceOptimum found = find_optimum(dimension, norm, tolerance);
    const std::scoped_lock hold(memory.lock);
    return memory.optima.emplace(key, std::move(found)).first->second;
}

ReferenceOptimum Benchmark::find_optimum(Index dimension, Norm norm, double tolerance) const {
    const Vector stored = stored_optimum(*this, dimension, norm, tolerance);
    if (stored.size() == 0) return search_reference(*this, dimension, norm, tolerance);
    const double quality = worst_case(stored, norm, Vector::Constant(dimension, tolerance));
    return {stored, quality, stored_how, stored_accuracy * (1 + std::abs(quality))};
}

std::optional<Index> only_dimension(const Benchmark& benchmark) {
    constexpr Index tried = 20;
    std::optional<Index> found;
    for (Index d = 1; d <= tried; ++d) {
        try {
            static_cast<void>(benchmark.space(d));
        } catch (const std::invalid_argument&) {
            continue;
        }
        if (found) return std::nullopt;
        found = d;
    }
    return found;
}

}  // namespace sweetspot

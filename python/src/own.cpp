#include "own.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "arrays.hpp"
#include "model.hpp"
#include "sweetspot/methods/iteration.hpp"

namespace sweetspot::python {

Held::Held(nb::object object)
    : object_(new nb::object(std::move(object)), [](nb::object* held) {
          if (!Py_IsInitialized()) return;  // the process ends, and Python was first
          const nb::gil_scoped_acquire acquired;
          delete held;
      }) {}

bool Held::has(const char* method) const {
    const nb::gil_scoped_acquire acquired;
    return nb::hasattr(get(), method);
}

std::string Held::text(const char* attribute, std::string otherwise) const {
    const nb::gil_scoped_acquire acquired;
    if (!nb::hasattr(get(), attribute)) return otherwise;
    return nb::cast<std::string>(nb::str(get().attr(attribute)));
}

namespace {

/// The name that the object gives itself, or that of its class.
std::string name_of(const Held& object) {
    const nb::gil_scoped_acquire acquired;
    return object.text("name", nb::cast<std::string>(nb::str(object.get().type().attr("__name__"))));
}

[[noreturn]] void refuse(const std::string& whose, const std::string& why) {
    throw std::invalid_argument(whose + " " + why);
}

/// Numbers that a Python function returned.
Vector vector_from(nb::handle returned, Index size, const std::string& whose) {
    static const auto* numpy = new nb::object(nb::module_::import_("numpy"));
    const nb::object array = numpy->attr("ascontiguousarray")(returned, numpy->attr("float64")).attr("reshape")(-1);
    const auto values = nb::cast<VectorIn>(array);
    Vector result = vector_of(values);
    if (result.size() != size) {
        refuse(whose, "returned " + std::to_string(result.size()) + " numbers; it must return " + std::to_string(size));
    }
    return result;
}

nb::object random_of(Rng rng) {
    static const auto* numpy_random = new nb::object(nb::module_::import_("numpy.random"));
    return numpy_random->attr("default_rng")(rng());
}

/// A measure in Python reduces the last axis of an array, so that one call serves all realisations.
class OwnMeasure final : public Quality {
  public:
    explicit OwnMeasure(nb::object object)
        : object_(std::move(object)),
          name_(name_of(object_)),
          summary_(object_.text("summary", "")),
          label_(object_.text("label", name_)),
          has_gradient_(object_.has("gradient")) {
        const nb::gil_scoped_acquire acquired;
        is_monotone_ = !nb::hasattr(object_.get(), "monotone") || nb::cast<bool>(object_.get().attr("monotone"));
    }

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] std::string_view summary() const override { return summary_; }
    [[nodiscard]] std::string_view label() const override { return label_; }
    [[nodiscard]] bool is_monotone() const override { return is_monotone_; }

    [[nodiscard]] double value(const VectorRef& responses, const VectorRef& weights) const override {
        return reduced(responses, weights)[0];
    }

    [[nodiscard]] Vector gradient(const VectorRef& responses, const VectorRef& weights) const override {
        return slopes_of(responses, weights);
    }

    [[nodiscard]] Vector values(const RealisedResponses& responses, double offset, const VectorRef& weights,
                                Eigen::MatrixXf* slopes) const override {
        const Matrix given = responses.cast<double>();
        if (slopes != nullptr) *slopes = slopes_of(given, weights).cast<float>();
        // It shifts with a constant.
        return reduced(given, weights).array() + offset;
    }

  private:
    /// Of each column.
    [[nodiscard]] Vector reduced(const MatrixRef& responses, const VectorRef& weights) const {
        const nb::gil_scoped_acquire acquired;
        return vector_from(called("_values", responses, weights), responses.cols(), "measure \"" + name_ + "\"");
    }

    [[nodiscard]] Matrix slopes_of(const MatrixRef& responses, const VectorRef& weights) const {
        const nb::gil_scoped_acquire acquired;
        const char* method = has_gradient_ ? "gradient" : "_gradient";
        const Vector all = vector_from(called(method, responses, weights), responses.size(),
                                       "the gradient of measure \"" + name_ + "\"");
        return all.reshaped(responses.rows(), responses.cols());
    }

    [[nodiscard]] nb::object called(const char* method, const MatrixRef& responses, const VectorRef& weights) const {
        return object_.get().attr(method)(nb::cast(array_of_columns(responses)), nb::cast(array_of_vector(weights)));
    }

    Held object_;
    std::string name_;
    std::string summary_;
    std::string label_;
    bool has_gradient_;
    bool is_monotone_ = true;
};

class OwnKernel final : public Kernel {
  public:
    explicit OwnKernel(nb::object object)
        : object_(std::move(object)), name_(name_of(object_)), summary_(object_.text("summary", "")) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] std::string_view summary() const override { return summary_; }

    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override { fill("evaluate", s, g, n); }

    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        fill("derivative", s, dg, n);  // first, for s and g may be the same array
        fill("evaluate", s, g, n);
    }

  private:
    void fill(const char* method, const double* s, double* to, std::ptrdiff_t n) const {
        const nb::gil_scoped_acquire acquired;
        const Vector result =
            vector_from(object_.get().attr(method)(nb::cast(array_of_vector(Eigen::Map<const Vector>(s, n)))), n,
                        std::string(method) + " of kernel \"" + name_ + "\"");
        std::copy(result.begin(), result.end(), to);
    }

    Held object_;
    std::string name_;
    std::string summary_;
};

class OwnSamplingRule final : public SamplingRule {
  public:
    explicit OwnSamplingRule(nb::object object)
        : object_(std::move(object)), name_(name_of(object_)), summary_(object_.text("summary", "")) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] std::string_view summary() const override { return summary_; }

    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng rng) const override {
        const nb::gil_scoped_acquire acquired;
        const OwnRegion given{std::make_shared<GaussianProcess>(region.gp), region.robust_set, region.x_prime,
                              region.T.at(region.x_prime)};
        const std::string whose = "sampling rule \"" + name_ + "\"";
        Vector x = vector_from(object_.get().attr("sample")(given, random_of(rng)), region.x_prime.size(), whose);
        if (!region.robust_set.contains(x - region.x_prime, 1e-6) || !Box::unit(x.size()).contains(x, 1e-9)) {
            refuse(whose, "returned a point outside the region; use region.points, or region.nearest(x)");
        }
        return x;
    }

  private:
    Held object_;
    std::string name_;
    std::string summary_;
};

class OwnDesign final : public InitialDesign {
  public:
    explicit OwnDesign(nb::object object) : object_(std::move(object)), name_(name_of(object_)) {}

    [[nodiscard]] std::string_view name() const override { return name_; }

    [[nodiscard]] Points points(Index dimension, Index n, const Rng& rng) const override {
        const nb::gil_scoped_acquire acquired;
        const std::string whose = "initial design \"" + name_ + "\"";
        const Vector all =
            vector_from(object_.get().attr("points")(dimension, n, random_of(rng)), dimension * n, whose);
        Points points = all.reshaped(dimension, n);
        for (Index i = 0; i < n; ++i) {
            if (!Box::unit(dimension).contains(points.col(i))) refuse(whose, "returned a point outside the unit cube");
        }
        return points;
    }

  private:
    Held object_;
    std::string name_;
};

class OwnMethod final : public Method {
  public:
    explicit OwnMethod(nb::object object)
        : object_(std::move(object)), name_(name_of(object_)), recommends_(object_.has("recommend")) {}

    [[nodiscard]] std::string_view name() const override { return name_; }

    [[nodiscard]] Proposal propose(const Situation& situation) const override {
        const nb::gil_scoped_acquire acquired;
        const auto given = std::make_shared<OwnSituation>(situation);
        const Given until_end(*given);
        const std::string whose = "method \"" + name_ + "\"";
        const nb::object returned = object_.get().attr("propose")(given);
        Proposal proposal;
        if (nb::isinstance<nb::tuple>(returned)) {
            proposal.next = inside(returned[0], situation, whose);
            proposal.centre = inside(returned[1], situation, whose);
        } else {
            proposal.next = inside(returned, situation, whose);
            proposal.centre = situation.problem.nearest_centre(proposal.next);
        }
        return proposal;
    }

    [[nodiscard]] Recommendation recommend(const Situation& situation) const override {
        Recommendation common = recommend_best_so_far({}, situation);
        if (!recommends_) return common;
        const nb::gil_scoped_acquire acquired;
        const auto given = std::make_shared<OwnSituation>(situation);
        const Given until_end(*given);
        const nb::object returned = object_.get().attr("recommend")(given);
        common.best.x =
            situation.problem.nearest_centre(inside(returned, situation, "recommend of method \"" + name_ + "\""));
        const ModelOptions options;
        const Iteration iteration(options, situation);
        common.best.quality = mean_quality_at(common.gp, iteration.region_template(), iteration.weights(),
                                              situation.problem.quality(), common.best.x);
        return common;
    }

  private:
    /// The situation is the engine's, and ends with the call.
    struct Given {
        explicit Given(OwnSituation& of) : situation(of) {}
        ~Given() { situation.end(); }
        Given(const Given&) = delete;
        Given& operator=(const Given&) = delete;
        OwnSituation& situation;
    };

    static Vector inside(nb::handle returned, const Situation& situation, const std::string& whose) {
        Vector x = vector_from(returned, situation.problem.dimension(), whose);
        if (!Box::unit(x.size()).contains(x, 1e-9)) refuse(whose, "returned a point outside the unit cube");
        return Box::unit(x.size()).clamp(x);
    }

    Held object_;
    std::string name_;
    bool recommends_;
};

}  // namespace

QualityPtr own_measure(nb::object object) {
    return std::make_shared<OwnMeasure>(std::move(object));
}

KernelPtr own_kernel(nb::object object) {
    return std::make_shared<OwnKernel>(std::move(object));
}

SamplingRulePtr own_sampling_rule(nb::object object) {
    return std::make_shared<OwnSamplingRule>(std::move(object));
}

InitialDesignPtr own_design(nb::object object) {
    return std::make_shared<OwnDesign>(std::move(object));
}

MethodPtr own_method(nb::object object) {
    return std::make_shared<OwnMethod>(std::move(object));
}

DeviationLawPtr own_law(nb::object object) {
    return law_of_density([held = Held(std::move(object))](const Vector& u) {
        const nb::gil_scoped_acquire acquired;
        return nb::cast<double>(nb::float_(held.get().attr("density")(nb::cast(array_of_vector(u)))));
    });
}

std::shared_ptr<const RobustSet> own_robust_set(const nb::object& object) {
    const Held held(object);
    const auto bounds = nb::cast<PointsIn>(object.attr("_bounds"));
    const Points both = columns_of(bounds);
    const auto distance = [held](const Vector& delta) {
        const nb::gil_scoped_acquire acquired;
        return nb::cast<double>(nb::float_(held.get().attr("distance")(nb::cast(array_of_vector(delta)))));
    };
    return std::make_shared<RobustSet>(distance, nb::cast<double>(nb::float_(object.attr("epsilon"))),
                                       Box{both.col(0), both.col(1)});
}

OwnMembers own_members(const nb::dict& objects) {
    OwnMembers own;
    const auto take = [&](const char* key, auto& member, auto make) {
        if (objects.contains(key)) member = make(nb::borrow(objects[key]));
    };
    take("measure", own.measure, own_measure);
    take("law", own.law, own_law);
    take("kernel", own.kernel, own_kernel);
    take("sampling", own.sampling, own_sampling_rule);
    take("design", own.design, own_design);
    take("method", own.method, own_method);
    take("robust_set", own.robust_set, own_robust_set);
    return own;
}

namespace {

void bind_region(nb::module_& m) {
    nb::class_<OwnRegion>(m, "SampledRegion", "A chosen region and its model, in the unit cube.")
        .def_prop_ro(
            "centre", [](const OwnRegion& r) { return array_of_vector(r.x_prime); }, nb::rv_policy::move)
        .def_prop_ro(
            "points", [](const OwnRegion& r) { return array_of_columns(r.points); }, nb::rv_policy::move)
        .def(
            "mean", [](const OwnRegion& r, const PointsIn& x) { return array_of_vector(r.gp->mean(columns_of(x))); },
            nb::arg("x"))
        .def(
            "sd",
            [](const OwnRegion& r, const PointsIn& x) {
                return array_of_vector(r.gp->variance(columns_of(x)).cwiseSqrt());
            },
            nb::arg("x"))
        .def(
            "contains",
            [](const OwnRegion& r, const VectorIn& x) { return r.robust_set.contains(vector_of(x) - r.x_prime); },
            nb::arg("x"))
        .def(
            "nearest",
            [](const OwnRegion& r, const VectorIn& x) {
                return array_of_vector(r.x_prime + r.robust_set.project(vector_of(x) - r.x_prime));
            },
            nb::arg("x"));
}

}  // namespace

void bind_own(nb::module_& m) {
    bind_region(m);
    nb::class_<OwnSituation>(m, "Situation", "All that a method may depend on, in the unit cube.")
        .def_prop_ro("dimension", [](const OwnSituation& s) { return s->problem.dimension(); })
        .def_prop_ro(
            "x", [](const OwnSituation& s) { return array_of_columns(s->observations.x); }, nb::rv_policy::move)
        .def_prop_ro(
            "y", [](const OwnSituation& s) { return array_of_vector(s->observations.y); }, nb::rv_policy::move)
        .def_prop_ro("initial", [](const OwnSituation& s) { return s->initial; })
        .def_prop_ro(
            "centre_bounds",
            [](const OwnSituation& s) {
                Points bounds(s->problem.dimension(), 2);
                bounds << s->problem.centres().lower, s->problem.centres().upper;
                return array_of_matrix(bounds);
            },
            nb::rv_policy::move)
        .def_prop_ro("random", [](const OwnSituation& s) { return random_of(s->rng.split("python")); })
        .def("fit",
             [](const OwnSituation& s) {
                 const ModelOptions options;
                 Iteration iteration(options, *s);
                 return ScaledModel{std::make_shared<GaussianProcess>(iteration.fit())};
             })
        .def("best_so_far", [](const OwnSituation& s) {
            const ModelOptions options;
            Iteration iteration(options, *s);
            return array_of_vector(iteration.best_so_far(iteration.fit()).x);
        });
    nb::class_<ScaledModel>(m, "ScaledModel", "A fitted model of standardised values over the unit cube.")
        .def(
            "mean", [](const ScaledModel& s, const PointsIn& x) { return array_of_vector(s.gp->mean(columns_of(x))); },
            nb::arg("x"))
        .def(
            "sd",
            [](const ScaledModel& s, const PointsIn& x) {
                return array_of_vector(s.gp->variance(columns_of(x)).cwiseSqrt());
            },
            nb::arg("x"));
}

}  // namespace sweetspot::python

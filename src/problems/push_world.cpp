#include "problems/push_world.hpp"

#include <box2d/box2d.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace sweetspot {
namespace {

constexpr float time_step = 0.01F;
constexpr int solver_iterations = 10;  // of velocities, and of positions
constexpr int steps_at_rest = 100;
constexpr double speed = 10;
constexpr float gain = 30;

struct Material {
    float density;
    float friction;
    float max_force;  ///< of the friction with the table
};

constexpr Material of_discs{0.05F, 0.01F, 5};
constexpr Material of_boxes{0.1F, 0.1F, 2};
constexpr float max_torque = 2;

b2Vec2 to_box2d(double x, double y) {
    return {static_cast<float>(x), static_cast<float>(y)};
}

/// Box2D fills its table of contact types at the first contact of the process, unguarded: done here once, before any
/// push, so that pushes can run on several threads.
bool fill_contact_table() {
    b2World world({0, 0});
    b2CircleShape circle;
    circle.m_radius = 1;
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    for (int i = 0; i < 2; ++i) world.CreateBody(&definition)->CreateFixture(&circle, 1);
    world.Step(time_step, 1, 1);
    return world.GetContactCount() > 0;
}

class PushWorld {
  public:
    /// The order of creation is part of the problem: it is the order in which the solver sees the bodies.
    explicit PushWorld(const std::vector<PushHand>& hands) : world_({0, 0}) {
        // It is for bullets and for shapes of bodies that do not move, and there are none.
        world_.SetContinuousPhysics(false);
        const b2BodyDef at_origin;
        table_ = world_.CreateBody(&at_origin);
        const Points starts = push_starts(std::ssize(hands));
        for (Index i = 0; i < starts.cols(); ++i) add_object(starts.col(i));
        for (const PushHand& hand : hands) add_hand(hand, starts.col(std::ssize(hands_)));
    }

    void step() {
        for (Hand& hand : hands_) {
            if (hand.steps_left > 0) drive(hand);
        }
        world_.Step(time_step, solver_iterations, solver_iterations);
    }

    /// After a step without drive: true when no further such step can change a position. A step is a function of
    /// places, velocities and the impulses kept in joints and contacts; if it left all of them as they were, so will
    /// the next. What is not compared, the boxes around the shapes and the time until bodies sleep, moves nothing.
    [[nodiscard]] bool settled() {
        std::swap(before_, now_);
        now_.clear();
        for (const b2Body* body = world_.GetBodyList(); body != nullptr; body = body->GetNext()) {
            const b2Vec2 velocity = body->GetLinearVelocity();
            if (velocity.LengthSquared() > visibly_moving) return false;
            keep(body->GetWorldCenter(), body->GetAngle());
            keep(velocity, body->GetAngularVelocity());
        }
        for (b2Joint* joint = world_.GetJointList(); joint != nullptr; joint = joint->GetNext()) {
            keep(joint->GetReactionForce(1), joint->GetReactionTorque(1));  // the impulses themselves
        }
        for (const b2Contact* contact = world_.GetContactList(); contact != nullptr; contact = contact->GetNext()) {
            if (contact->IsTouching()) keep(*contact->GetManifold());
        }
        return now_ == before_;
    }

    [[nodiscard]] PushState state() const {
        const Index robots = std::ssize(hands_);
        PushState state{objects(), Points(2, robots), Vector(robots)};
        for (Index i = 0; i < robots; ++i) {
            const b2Body& hand = *hands_[static_cast<std::size_t>(i)].body;
            state.hands.col(i) << hand.GetPosition().x, hand.GetPosition().y;
            state.angles[i] = hand.GetAngle();
        }
        return state;
    }

    [[nodiscard]] Points objects() const {
        Points places(2, std::ssize(objects_));
        for (Index i = 0; i < places.cols(); ++i) {
            const b2Vec2& place = objects_[static_cast<std::size_t>(i)]->GetPosition();
            places.col(i) << place.x, place.y;
        }
        return places;
    }

  private:
    void keep(const b2Vec2& place, float angle) { now_.insert(now_.end(), {place.x, place.y, angle}); }

    void keep(const b2Manifold& manifold) {
        for (int i = 0; i < manifold.pointCount; ++i) {
            const b2ManifoldPoint& point = manifold.points[i];
            keep({point.normalImpulse, point.tangentImpulse}, std::bit_cast<float>(point.id.key));
        }
    }

    struct Hand {
        b2Body* body;
        b2Vec2 velocity;  ///< desired
        int steps_left;
    };

    b2Body* add_body(b2BodyDef& definition, const b2Shape& shape, const Material& material) {
        definition.type = b2_dynamicBody;
        b2Body* body = world_.CreateBody(&definition);
        b2FixtureDef fixture;
        fixture.shape = &shape;
        fixture.density = material.density;
        fixture.friction = material.friction;
        body->CreateFixture(&fixture);
        b2FrictionJointDef joint;
        joint.bodyA = table_;
        joint.bodyB = body;
        joint.maxForce = material.max_force;
        joint.maxTorque = max_torque;
        world_.CreateJoint(&joint);
        return body;
    }

    void add_object(const VectorRef& start) {
        b2BodyDef definition;
        definition.position = to_box2d(start[0], start[1]);
        definition.awake = false;  // touch wakes it; until then a step would leave it as it is
        b2CircleShape circle;
        circle.m_radius = static_cast<float>(push_object_radius);
        objects_.push_back(add_body(definition, circle, of_discs));
    }

    void add_hand(const PushHand& hand, const VectorRef& object) {
        b2BodyDef definition;
        definition.position = to_box2d(hand.x, hand.y);
        definition.angle = static_cast<float>(hand.angle);
        b2PolygonShape rectangle;
        rectangle.SetAsBox(static_cast<float>(push_hand_half_extents[0]),
                           static_cast<float>(push_hand_half_extents[1]));
        const double dx = object[0] - hand.x;
        const double dy = object[1] - hand.y;
        const double distance = std::hypot(dx, dy);
        // Exactly on the object there is no direction to move in.
        const b2Vec2 velocity = distance > 0 ? to_box2d(speed * dx / distance, speed * dy / distance) : b2Vec2(0, 0);
        hands_.push_back({add_body(definition, rectangle, of_boxes), velocity, hand.steps});
    }

    static void drive(Hand& hand) {
        b2Body& body = *hand.body;
        const float strength = gain * body.GetMass();
        body.ApplyForce(strength * (hand.velocity - body.GetLinearVelocity()), body.GetPosition(), true);
        body.ApplyTorque(-strength * body.GetAngularVelocity(), true);
        --hand.steps_left;
    }

    /// Only saves comparisons: the square of a speed that moves a body by more than rounding in a step.
    static constexpr float visibly_moving = 1e-6F;

    b2World world_;
    b2Body* table_ = nullptr;  ///< collides with nothing: it has no shape
    std::vector<b2Body*> objects_;
    std::vector<Hand> hands_;
    std::vector<float> before_;
    std::vector<float> now_;
};

}  // namespace

Points push_starts(Index robots) {
    if (robots == 1) return Points::Zero(2, 1);
    Points starts(2, 2);
    starts << -3, 3, 0, 0;
    return starts;
}

Points run_push(const std::vector<PushHand>& hands, const std::function<void(const PushState&)>& observe) {
    [[maybe_unused]] static const bool filled = fill_contact_table();
    PushWorld world(hands);
    int steps = 0;
    for (const PushHand& hand : hands) steps = std::max(steps, hand.steps);
    if (observe) observe(world.state());
    for (int t = 0; t < steps + steps_at_rest; ++t) {
        world.step();
        if (observe) observe(world.state());
        if (!observe && t >= steps && world.settled()) break;
    }
    return world.objects();
}

}  // namespace sweetspot

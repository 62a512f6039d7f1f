// A push written plainly: every body awake, Box2D's usual settings, all n + 100 steps. To the last bit what run_push
// must find with its shortcuts.
#pragma once

#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "problems/push.hpp"

namespace sweetspot {

inline b2Body* plain_body(b2World& world, b2Body* table, const b2BodyDef& definition, const b2Shape& shape,
                          float density, float friction, float max_force) {
    b2Body* body = world.CreateBody(&definition);
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = density;
    fixture.friction = friction;
    body->CreateFixture(&fixture);
    b2FrictionJointDef joint;
    joint.bodyA = table;
    joint.bodyB = body;
    joint.maxForce = max_force;
    joint.maxTorque = 2;
    world.CreateJoint(&joint);
    return body;
}

inline Points plain_push(const std::vector<PushHand>& hands) {
    b2World world({0, 0});
    const b2BodyDef origin;
    b2Body* table = world.CreateBody(&origin);
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    b2CircleShape disc;
    disc.m_radius = 1;
    b2PolygonShape box;
    box.SetAsBox(0.3F, 1);
    const std::vector<float> starts = hands.size() == 1 ? std::vector<float>{0} : std::vector<float>{-3, 3};
    std::vector<b2Body*> objects;
    std::vector<b2Body*> bodies;
    std::vector<b2Vec2> velocities;
    for (const float start : starts) {
        definition.position.Set(start, 0);
        objects.push_back(plain_body(world, table, definition, disc, 0.05F, 0.01F, 5));
    }
    int steps = 0;
    for (std::size_t i = 0; i < hands.size(); ++i) {
        definition.position.Set(static_cast<float>(hands[i].x), static_cast<float>(hands[i].y));
        definition.angle = static_cast<float>(hands[i].angle);
        bodies.push_back(plain_body(world, table, definition, box, 0.1F, 0.1F, 2));
        const double dx = static_cast<double>(starts[i]) - hands[i].x;
        const double dy = 0 - hands[i].y;
        const double far = std::hypot(dx, dy);
        velocities.push_back(far > 0 ? b2Vec2(static_cast<float>(10 * dx / far), static_cast<float>(10 * dy / far))
                                     : b2Vec2(0, 0));
        steps = std::max(steps, hands[i].steps);
    }
    for (int t = 0; t < steps + 100; ++t) {
        for (std::size_t i = 0; i < hands.size(); ++i) {
            if (t >= hands[i].steps) continue;
            const float strength = 30 * bodies[i]->GetMass();
            bodies[i]->ApplyForce(strength * (velocities[i] - bodies[i]->GetLinearVelocity()), bodies[i]->GetPosition(),
                                  true);
            bodies[i]->ApplyTorque(-strength * bodies[i]->GetAngularVelocity(), true);
        }
        world.Step(0.01F, 10, 10);
    }
    Points ends(2, std::ssize(objects));
    for (Index i = 0; i < ends.cols(); ++i) {
        const b2Vec2& place = objects[static_cast<std::size_t>(i)]->GetPosition();
        ends.col(i) << place.x, place.y;
    }
    return ends;
}

}  // namespace sweetspot

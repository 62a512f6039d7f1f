// Makes tests/data/push_golden.inc: values of the pushing problems by a second, plain writing of their definition
// straight on Box2D, which shares no code with the library.
//
//   g++ -std=c++20 -O2 tools/push_golden.cpp -lbox2d -o push_golden && ./push_golden > tests/data/push_golden.inc
//
// Rows: {targets, point of the unit cube, value}. Points that are chaotic (the value moves by more than 1e-4 when the
// point moves by 1e-7) are left out: another compiler may round them elsewhere.
#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace {

/// Drives a hand towards the velocity that is wanted of it.
void push(b2Body& hand, const b2Vec2& wanted) {
    const float k = 30 * hand.GetMass();
    const b2Vec2 error = wanted - hand.GetLinearVelocity();
    hand.ApplyForceToCenter(b2Vec2(k * error.x, k * error.y), true);
    hand.ApplyTorque(-k * hand.GetAngularVelocity(), true);
}

// NOLINTNEXTLINE(readability-function-size): one simulation from its beginning to its end
double value(const std::vector<double>& target, const std::vector<double>& u) {
    const std::size_t robots = u.size() / 4;
    b2World world(b2Vec2(0, 0));
    b2BodyDef plain;
    b2Body* base = world.CreateBody(&plain);
    const auto hold = [&](b2Body* body, float force) {
        b2FrictionJointDef joint;
        joint.bodyA = base;
        joint.bodyB = body;
        joint.maxForce = force;
        joint.maxTorque = 2;
        world.CreateJoint(&joint);
    };
    b2BodyDef moving;
    moving.type = b2_dynamicBody;
    std::vector<b2Body*> objects;
    std::vector<b2Body*> hands;
    b2FixtureDef fixture;
    b2CircleShape circle;
    circle.m_radius = 1;
    fixture.shape = &circle;
    fixture.density = 0.05F;
    fixture.friction = 0.01F;
    for (std::size_t i = 0; i < robots; ++i) {
        moving.position.Set(robots == 1 ? 0.0F : (i == 0 ? -3.0F : 3.0F), 0);
        objects.push_back(world.CreateBody(&moving));
        objects.back()->CreateFixture(&fixture);
        hold(objects.back(), 5);
    }
    b2PolygonShape box;
    box.SetAsBox(0.3F, 1);
    fixture.shape = &box;
    fixture.density = 0.1F;
    fixture.friction = 0.1F;
    std::vector<b2Vec2> wanted;
    std::vector<long> pushes;
    long longest = 0;
    for (std::size_t i = 0; i < robots; ++i) {
        const double x = -5 + 10 * u[4 * i];
        const double y = -5 + 10 * u[4 * i + 1];
        moving.position.Set(static_cast<float>(x), static_cast<float>(y));
        moving.angle = static_cast<float>(2 * M_PI * u[4 * i + 3]);
        hands.push_back(world.CreateBody(&moving));
        hands.back()->CreateFixture(&fixture);
        hold(hands.back(), 2);
        const double towards = std::atan2(0 - y, objects[i]->GetPosition().x - x);
        wanted.emplace_back(static_cast<float>(10 * std::cos(towards)), static_cast<float>(10 * std::sin(towards)));
        pushes.push_back(std::lrint(1 + 299 * u[4 * i + 2]));
        longest = std::max(longest, pushes.back());
    }
    for (long t = 0; t < longest + 100; ++t) {
        for (std::size_t i = 0; i < robots; ++i) {
            if (t < pushes[i]) push(*hands[i], wanted[i]);
        }
        world.Step(0.01F, 10, 10);
    }
    double sum = 0;
    for (std::size_t i = 0; i < robots; ++i) {
        const b2Vec2 end = objects[i]->GetPosition();
        sum += std::sqrt(std::pow(end.x - target[2 * i], 2) + std::pow(end.y - target[2 * i + 1], 2));
    }
    return sum;
}

bool is_calm(const std::vector<double>& target, const std::vector<double>& u, double centre) {
    for (std::size_t d = 0; d < u.size(); ++d) {
        for (const double step : {-1e-7, 1e-7}) {
            std::vector<double> beside = u;
            beside[d] += step;
            if (std::abs(value(target, beside) - centre) > 1e-4) return false;
        }
    }
    return true;
}

void print(const std::vector<double>& numbers) {
    std::printf("{");
    for (std::size_t i = 0; i < numbers.size(); ++i) std::printf("%s%.17g", i == 0 ? "" : ", ", numbers[i]);
    std::printf("}, ");
}

}  // namespace

int main() {
    std::mt19937_64 random(20220401);
    const auto uniform = [&](double lower, double upper) {
        return lower + (upper - lower) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    for (const std::size_t robots : {1UL, 2UL}) {
        for (int rows = 0; rows < 24;) {
            std::vector<double> target(2 * robots);
            std::vector<double> u(4 * robots);
            for (double& part : target) part = uniform(-5, 5);
            for (double& part : u) part = uniform(0, 1);
            const double f = value(target, u);
            if (!is_calm(target, u, f)) continue;
            ++rows;
            std::printf("    {");
            print(target);
            print(u);
            std::printf("%.9g},\n", f);
        }
    }
}

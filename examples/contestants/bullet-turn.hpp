// bullet-turn: Bullet's conservative advancement of bodies that turn (btContinuousConvexCollision),
// against each brush that the body's bounding sphere comes near.
#ifndef CONTESTANTS_BULLET_TURN_HPP
#define CONTESTANTS_BULLET_TURN_HPP

#include "bullet-level.hpp"

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <array>
#include <map>

struct TurnHit {
    btScalar t; // 2 if there is no hit
    btVector3 normal;
};

// Finds the objects whose bounds overlap some others.
struct Overlapping : btBroadphaseAabbCallback {
    std::vector<const btCollisionObject *> objects;
    bool process(const btBroadphaseProxy *proxy) override
    {
        objects.push_back(static_cast<const btCollisionObject *>(proxy->m_clientObject));
        return true;
    }
};

inline btQuaternion rotation_at(const Turn &turn, double t)
{
    const double *q = turn.orientation;
    const btVector3 axis{ btScalar(turn.axis.x), btScalar(turn.axis.y), btScalar(turn.axis.z) };
    const btQuaternion start{ btScalar(q[1]), btScalar(q[2]), btScalar(q[3]), btScalar(q[0]) };
    const btScalar radians = btScalar(t * turn.degrees * M_PI / 180);
    return radians == 0 ? start : btQuaternion{ axis.normalized(), radians } * start;
}

// The origin of Bullet's shape must be the pivot.
inline TurnHit sweep_turning(Level &level, const btConvexShape &shape, const btTransform &from,
                             const btTransform &to, btScalar allow)
{
    TurnHit first = { 2, { 0, 0, 0 } };
    btVector3 middle;
    btScalar radius;
    shape.getBoundingSphere(middle, radius);
    const btScalar far = radius + middle.length();
    btVector3 mins = from.getOrigin(), maxs = mins;
    mins.setMin(to.getOrigin());
    maxs.setMax(to.getOrigin());
    Overlapping near;
    level.world.getBroadphase()->aabbTest(mins - btVector3(far, far, far),
                                          maxs + btVector3(far, far, far), near);
    for (const btCollisionObject *object : near.objects) {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        const auto *solid = static_cast<const btConvexShape *>(object->getCollisionShape());
        btContinuousConvexCollision cast(&shape, solid, &simplex, &depth);
        btConvexCast::CastResult result;
        const btTransform &place = object->getWorldTransform();
        result.m_allowedPenetration = allow;
        if (cast.calcTimeOfImpact(from, to, place, place, result) && result.m_fraction < first.t)
            first = { result.m_fraction, result.m_normal };
    }
    return first;
}

#endif

// bullet: Bullet's convex sweep and ray test, as a contestant for bspcompare.
//
//     bspcompare run SCENARIO --contestant bullet='./bullet --margin 0'
//
// --world chooses the way in which the level is built:
//   hulls     a static collision object, a convex hull, for each brush, in a btDbvtBroadphase; the
//             default, because engines represent brushes in this way
//   compound  one static object, a btCompoundShape of these hulls
//   mesh      one static object, a btBvhTriangleMeshShape of the brushes' faces
// --margin M   collision margin of hulls and triangles; default 0.04, which is Bullet's. It is
//              added to solids; boxes and cylinders that move have the margin inside of them. This
//              distance is declared as skin.
// --allow A    units that a sweep may end in the margin (Bullet's allowedCcdPenetration); default 0
// --scale S    the world is scaled by S; the margin and Bullet's tolerance of 0.001 are not scaled
// --gjk-rays   points use Bullet's GJK ray test instead of its subsimplex ray test
// --trust      starts are assumed to be free, as engines do, so only the sweep is made
//
// Bullet's sweep does not detect a start in solid. Such a move is blocked if the shape moves
// deeper, and free if it moves out. So before each sweep, a contact test checks whether the shape
// is deeper in a solid than the margin plus 0.0005 (plus --allow). In a mesh, which is only a
// surface, this test finds only shapes that touch a face. A ray from the shape's middle decides
// whether it is completely inside. It counts the faces by which it enters and leaves. A second ray
// confirms the result, because a ray through an edge may count both of its triangles. The same
// tests at the end of the move decide whether the shape gets out.
//
// Shapes that turn are swept by btContinuousConvexCollision, against --world hulls. The pivot of a
// round shape must be its middle. The program does not test whether such a shape gets out of solid.
#include "bullet-turn.hpp"
#include "contest.hpp"

#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>

// Finds the distance at the deepest contact. It is negative if the shapes overlap.
struct Deepest : btCollisionWorld::ContactResultCallback {
    btScalar distance = 0;
    btScalar addSingleResult(btManifoldPoint &point, const btCollisionObjectWrapper *, int, int,
                             const btCollisionObjectWrapper *, int, int) override
    {
        distance = btMin(distance, point.getDistance());
        return 0;
    }
};

// Counts the faces by which a ray leaves brushes, minus those by which it enters.
struct Crossings : btCollisionWorld::RayResultCallback {
    btVector3 direction;
    int left = 0;
    explicit Crossings(const btVector3 &d) : direction(d)
    {
        m_flags = btTriangleRaycastCallback::kF_KeepUnflippedNormal;
    }
    btScalar addSingleResult(btCollisionWorld::LocalRayResult &hit, bool) override
    {
        left += hit.m_hitNormalLocal.dot(direction) > 0 ? 1 : -1;
        return 1; // so that farther faces count, too
    }
};

struct Mover {
    Vec middle; // the origin of Bullet's shape, relative to the reference point
    std::unique_ptr<btConvexShape> shape; // for a point, a small sphere that tests its start
    btCollisionObject object;
    double touch; // the depth in a solid's margin of a shape that only touches the solid
};

class World
{
    const Options options;
    Level level;
    std::vector<std::unique_ptr<Mover>> movers;
    std::map<std::array<double, 4>, std::unique_ptr<Mover>> on_pivots;

    void add_mover(const Shape &s)
    {
        movers.emplace_back(new Mover);
        Mover &m = *movers.back();
        m.middle = 0.5 * (s.mins + s.maxs);
        m.touch = 0;
        const btVector3 half = level.vec(0.5 * (s.maxs - s.mins));
        const btScalar r = btScalar(options.scale * s.radius);
        if (s.kind == Shape::point) {
            m.touch = 0.001;
            m.shape.reset(new btSphereShape(btScalar(m.touch)));
        } else if (s.kind == Shape::box) {
            m.shape.reset(new btBoxShape(half));
        } else if (s.kind == Shape::sphere) {
            m.shape.reset(new btSphereShape(r));
        } else if (s.kind == Shape::cylinder) {
            m.shape.reset(new btCylinderShapeZ(half));
        } else if (s.kind == Shape::capsule) {
            m.shape.reset(new btCapsuleShapeZ(r, btMax(btScalar(0), 2 * (half.z() - r))));
        } else {
            m.shape.reset(level.hull(s.points, m.middle));
            m.shape->setMargin(0);
        }
        if (s.kind == Shape::box || s.kind == Shape::cylinder)
            m.shape->setMargin(btMin(btScalar(options.margin), half[half.minAxis()]));
        m.object.setCollisionShape(m.shape.get());
    }

    bool is_inside_by_rays(const btVector3 &from)
    {
        for (const btVector3 &way : { btVector3(1, 2, 7), btVector3(-5, 3, -4) }) {
            Crossings crossings(way);
            level.world.rayTest(from, from + btScalar(4000 * options.scale) * way, crossings);
            if (crossings.left <= 0)
                return false;
        }
        return true;
    }

    bool inside(Mover &m, Vec at)
    {
        return inside_at(m, level.place(at + m.middle), at);
    }

    bool inside_at(Mover &m, const btTransform &place, Vec at)
    {
        Deepest deepest;
        m.object.setWorldTransform(place);
        level.world.contactTest(&m.object, deepest);
        if (double(deepest.distance) < -(options.margin + options.allow + m.touch + 0.0005))
            return true;
        return options.world == "mesh" && is_inside_by_rays(level.vec(at + m.middle));
    }

    static Answer answer(bool hits, btScalar t, const btVector3 &n, const Move &move)
    {
        return hits ? hit(double(t), { double(n.x()), double(n.y()), double(n.z()) }, move)
                    : Answer{ "E", 1, {} };
    }

    Answer cast(const btVector3 &from, const btVector3 &to, const Move &move) const
    {
        btCollisionWorld::ClosestRayResultCallback ray(from, to);
        if (options.gjk_rays)
            ray.m_flags = btTriangleRaycastCallback::kF_UseGjkConvexCastRaytest;
        level.world.rayTest(from, to, ray);
        return answer(ray.hasHit(), ray.m_closestHitFraction, ray.m_hitNormalWorld, move);
    }

    // Returns the shape with its pivot as the origin.
    Mover &pivoted(const Move &move)
    {
        const Shape &s = level.moves.shapes[move.shape];
        const Vec p = move.turn.pivot, middle = movers[move.shape]->middle, off = p - middle;
        if (dot(off, off) == 0)
            return *movers[move.shape];
        std::unique_ptr<Mover> &m = on_pivots[{ double(move.shape), p.x, p.y, p.z }];
        if (m)
            return *m;
        if (s.kind != Shape::box && s.kind != Shape::hull) {
            fputs("bullet: the pivot of a round shape must be its middle\n", stderr);
            exit(2);
        }
        std::vector<Vec> corners = s.points;
        for (unsigned i = 0; s.kind == Shape::box && i < 8; i++)
            corners.push_back({ (i & 1 ? s.maxs : s.mins).x, (i & 2 ? s.maxs : s.mins).y,
                                (i & 4 ? s.maxs : s.mins).z });
        m.reset(new Mover);
        m->touch = 0;
        m->shape.reset(level.hull(corners, p));
        m->shape->setMargin(0);
        m->object.setCollisionShape(m->shape.get());
        return *m;
    }

    Answer turn(const Move &move)
    {
        Mover &m = pivoted(move);
        const btTransform from(rotation_at(move.turn, 0), level.vec(move.from));
        const btTransform to(rotation_at(move.turn, 1), level.vec(move.to));
        if (!options.trust && inside_at(m, from, move.from))
            return { "S", 0, {} };
        const TurnHit first = sweep_turning(level, *m.shape, from, to, btScalar(options.allow));
        return answer(first.t <= 1, first.t, first.normal, move);
    }

  public:
    World(const Options &o, const Moves &all) : options(o), level(o, all)
    {
        for (const Shape &shape : all.shapes)
            add_mover(shape);
    }

    bool supports(const Shape &) const
    {
        return true;
    }

    Answer trace(const Move &move)
    {
        if (move.turns)
            return turn(move);
        Mover &m = *movers[move.shape];
        if (!options.trust && inside(m, move.from))
            return { inside(m, move.to) ? "S" : "S2E", 0, {} };
        const btTransform from = level.place(move.from + m.middle);
        const btTransform to = level.place(move.to + m.middle);
        if (from.getOrigin() == to.getOrigin())
            return { "E", 1, {} };
        if (level.moves.shapes[move.shape].kind == Shape::point)
            return cast(from.getOrigin(), to.getOrigin(), move);
        btCollisionWorld::ClosestConvexResultCallback sweep(from.getOrigin(), to.getOrigin());
        level.world.convexSweepTest(m.shape.get(), from, to, sweep, btScalar(options.allow));
        return answer(sweep.hasHit(), sweep.m_closestHitFraction, sweep.m_hitNormalWorld, move);
    }
};

static Options parse(int argc, char **argv)
{
    Arguments a(argc, argv);
    const Options o = { a.word("--world", "hulls"), a.number("--margin", 0.04),
                        a.number("--allow", 0),     a.number("--scale", 1),
                        a.flag("--gjk-rays"),       a.flag("--trust") };
    a.finish((o.world == "hulls" || o.world == "compound" || o.world == "mesh") && o.scale > 0,
             "bullet [--world hulls|compound|mesh] [--margin M] [--allow A] [--scale S]"
             " [--gjk-rays] [--trust]");
    return o;
}

int main(int argc, char **argv)
{
    const Options o = parse(argc, argv);
    const Moves all = read_moves(o.world == "hulls");
    const Loading loading = start_loading();
    World world(o, all);
    const int version = btGetVersion();
    char about[200];
    snprintf(about, sizeof about,
             "Bullet %d.%02d, %s precision, %s, margin %g, allow %g, scale %g, %s rays, starts %s",
             version / 100, version % 100, sizeof(btScalar) == 8 ? "double" : "single",
             o.world.c_str(), o.margin, o.allow, o.scale, o.gjk_rays ? "GJK" : "subsimplex",
             o.trust ? "not tested" : "tested for contact");
    print_start(all, loading, about);
    printf("skin %g\n", o.margin / o.scale);
    answer_all(world, all);
}

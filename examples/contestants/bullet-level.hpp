// bullet-level: the brushes as a collision world of Bullet, in one of the kinds listed in
// bullet.cpp.
#ifndef CONTESTANTS_BULLET_LEVEL_HPP
#define CONTESTANTS_BULLET_LEVEL_HPP

#include "stream.hpp"

#include <btBulletCollisionCommon.h>
#include <memory>

struct Options {
    std::string world;
    double margin, allow, scale;
    bool gjk_rays, trust;
};

class Level
{
    const Options options;
    btDefaultCollisionConfiguration configuration{ small_pools() };
    btCollisionDispatcher dispatcher{ &configuration };
    btDbvtBroadphase broadphase;
    std::vector<std::unique_ptr<btCollisionShape>> solids;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    btTriangleMesh triangles;

    // The pools are small, because only one pair of touching objects exists at a time here.
    // Bullet's own pools have 4096.
    static btDefaultCollisionConstructionInfo small_pools()
    {
        btDefaultCollisionConstructionInfo info;
        info.m_defaultMaxPersistentManifoldPoolSize = 64;
        info.m_defaultMaxCollisionAlgorithmPoolSize = 64;
        return info;
    }

    void add_object(btCollisionShape *shape, Vec at)
    {
        objects.emplace_back(new btCollisionObject);
        objects.back()->setCollisionShape(shape);
        objects.back()->setWorldTransform(place(at));
        world.addCollisionObject(objects.back().get());
    }

    // Each hull has its own middle as origin, because rounding errors of small coordinates are
    // smaller.
    void add_hulls(btCompoundShape *compound)
    {
        for (const Brush &brush : moves.brushes) {
            Vec sum = {};
            for (Vec v : brush.vertices)
                sum = sum + v;
            const Vec middle = 1 / double(brush.vertices.size()) * sum;
            solids.emplace_back(hull(brush.vertices, middle));
            if (compound)
                compound->addChildShape(place(middle), solids.back().get());
            else
                add_object(solids.back().get(), middle);
        }
        broadphase.optimize();
    }

    void add_compound()
    {
        auto *compound = new btCompoundShape;
        add_hulls(compound);
        compound->getDynamicAabbTree()->optimizeTopDown();
        solids.emplace_back(compound);
        add_object(compound, {});
    }

    void add_mesh()
    {
        for (const Brush &brush : moves.brushes)
            for (const std::vector<unsigned> &face : brush.faces)
                for (size_t i = 2; i < face.size(); i++)
                    triangles.addTriangle(vec(brush.vertices[face[0]]),
                                          vec(brush.vertices[face[i - 1]]),
                                          vec(brush.vertices[face[i]]));
        if (triangles.getNumTriangles() == 0)
            return;
        solids.emplace_back(new btBvhTriangleMeshShape(&triangles, true));
        solids.back()->setMargin(btScalar(options.margin));
        add_object(solids.back().get(), {});
    }

  public:
    const Moves &moves;
    btCollisionWorld world{ &dispatcher, &broadphase, &configuration };

    Level(const Options &o, const Moves &all) : options(o), moves(all)
    {
        world.setForceUpdateAllAabbs(false);
        if (options.world == "mesh")
            add_mesh();
        else if (options.world == "compound")
            add_compound();
        else
            add_hulls(nullptr);
    }

    ~Level()
    {
        for (auto &object : objects)
            world.removeCollisionObject(object.get());
    }

    btVector3 vec(Vec v) const
    {
        return btVector3(btScalar(options.scale * v.x), btScalar(options.scale * v.y),
                         btScalar(options.scale * v.z));
    }

    btTransform place(Vec v) const
    {
        return btTransform(btQuaternion::getIdentity(), vec(v));
    }

    btConvexHullShape *hull(const std::vector<Vec> &points, Vec middle) const
    {
        auto *shape = new btConvexHullShape;
        for (Vec p : points)
            shape->addPoint(vec(p - middle), false);
        shape->setMargin(btScalar(options.margin));
        shape->recalcLocalAabb();
        return shape;
    }
};

#endif

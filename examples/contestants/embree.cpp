// embree: Embree's rays, as a contestant for bspcompare. It supports points; other shapes are
// skipped.
//
//     bspcompare run SCENARIO --contestant embree=./embree
//
// Brushes are triangles in a static scene of high build quality. Embree's robust mode is on,
// because without it rays slip through edges; --fast turns it off. Embree computes in floats. A ray
// that meets a face from behind leaves a brush. A filter ignores that face, because it is not a
// hit.
//
// The scene is only a surface, in which brushes overlap. So a second ray tests each start. It goes
// to the end of the world, and its filter counts the faces by which it leaves and enters brushes.
// If it leaves more often, the start is in solid. --trust omits this ray, as an engine would.
#include "contest.hpp"

#include <embree3/rtcore.h>

static ssize_t bytes_held;

static bool count_bytes(void *, ssize_t bytes, bool)
{
    bytes_held += bytes;
    return true;
}

struct Context {
    RTCIntersectContext context;
    int left; // faces by which the ray leaves brushes, minus those by which it enters
};

static float normal_component(const RTCFilterFunctionNArguments *a)
{
    const auto *ray = reinterpret_cast<const RTCRay *>(a->ray);
    const auto *hit = reinterpret_cast<const RTCHit *>(a->hit);
    return ray->dir_x * hit->Ng_x + ray->dir_y * hit->Ng_y + ray->dir_z * hit->Ng_z;
}

static void ignore_leaving(const RTCFilterFunctionNArguments *a)
{
    if (normal_component(a) >= 0)
        a->valid[0] = 0;
}

static void count_faces(const RTCFilterFunctionNArguments *a)
{
    reinterpret_cast<Context *>(a->context)->left += normal_component(a) > 0 ? 1 : -1;
    a->valid[0] = 0; // ignore this face and continue the ray
}

class World
{
    const Moves &all;
    bool trust;
    RTCDevice device;
    RTCScene scene;

    void add_triangles(size_t count)
    {
        RTCGeometry mesh = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto *corner = static_cast<float *>(rtcSetNewGeometryBuffer(
            mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), 3 * count));
        auto *index = static_cast<unsigned *>(rtcSetNewGeometryBuffer(
            mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), count));
        for (unsigned i = 0; i < 3 * count; i++)
            index[i] = i;
        for (const Brush &brush : all.brushes)
            for (const std::vector<unsigned> &face : brush.faces)
                for (size_t i = 2; i < face.size(); i++)
                    for (size_t k : { size_t(0), i - 1, i })
                        for (int axis = 0; axis < 3; axis++)
                            *corner++ = float(brush.vertices[face[k]][axis]);
        rtcCommitGeometry(mesh);
        rtcAttachGeometry(scene, mesh);
        rtcReleaseGeometry(mesh);
    }

    RTCRayHit cast(Vec from, Vec way, float length, RTCFilterFunctionN filter, Context *c) const
    {
        RTCRayHit r = {};
        r.ray.org_x = float(from.x), r.ray.org_y = float(from.y), r.ray.org_z = float(from.z);
        r.ray.dir_x = float(way.x), r.ray.dir_y = float(way.y), r.ray.dir_z = float(way.z);
        r.ray.tfar = length;
        r.ray.mask = ~0u;
        r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcInitIntersectContext(&c->context);
        c->context.filter = filter;
        c->left = 0;
        rtcIntersect1(scene, &c->context, &r);
        return r;
    }

    bool inside(Vec at) const
    {
        Context c;
        cast(at, { 0.31, 0.17, 0.93 }, 1e8f, count_faces, &c);
        return c.left > 0;
    }

  public:
    World(const Moves &moves, bool fast, bool trusts) : all(moves), trust(trusts)
    {
        device = rtcNewDevice("threads=1,set_affinity=0");
        rtcSetDeviceMemoryMonitorFunction(device, count_bytes, nullptr);
        scene = rtcNewScene(device);
        rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
        rtcSetSceneFlags(scene,
                         fast ? RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION
                              : RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION | RTC_SCENE_FLAG_ROBUST);
        size_t count = 0;
        for (const Brush &brush : all.brushes)
            for (const std::vector<unsigned> &face : brush.faces)
                count += face.size() - std::min<size_t>(face.size(), 2);
        if (count > 0)
            add_triangles(count);
        rtcCommitScene(scene);
    }

    ~World()
    {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }

    bool supports(const Shape &shape) const
    {
        return shape.kind == Shape::point;
    }

    Answer trace(const Move &move) const
    {
        const Vec at =
            all.shapes[move.shape].mins; // because a point may be beside the reference point
        const Vec from = move.from + at, by = move.to - move.from;
        if (!trust && inside(from))
            return { inside(from + by) ? "S" : "S2E", 0, {} };
        if (dot(by, by) == 0)
            return { "E", 1, {} };
        Context c;
        const RTCRayHit r = cast(from, by, 1, ignore_leaving, &c);
        if (r.hit.geomID == RTC_INVALID_GEOMETRY_ID)
            return { "E", 1, {} };
        const Vec n = { double(r.hit.Ng_x), double(r.hit.Ng_y), double(r.hit.Ng_z) };
        return hit(double(r.ray.tfar), n, move);
    }
};

int main(int argc, char **argv)
{
    Arguments arguments(argc, argv);
    const bool fast = arguments.flag("--fast"), trust = arguments.flag("--trust");
    arguments.finish(true, "embree [--fast] [--trust]");
    const Moves all = read_moves();
    const Loading loading = start_loading();
    World world(all, fast, trust);
    print_start(all, loading,
                std::string("Embree " RTC_VERSION_STRING ", triangles, ") +
                    (fast ? "fast mode, " : "robust mode, ") +
                    (trust ? "starts not tested" : "a second ray for each start"),
                size_t(bytes_held));
    answer_all(world, all);
}

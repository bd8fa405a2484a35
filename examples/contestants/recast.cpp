// recast: Recast's navigation mesh and Detour's paths, as a navigator for bspcompare.
//
//     bspcompare run data/scenarios/agents.json --navigator recast=./recast
//
// Recast erodes the floor by a radius, because its agents are discs. By default the radius is half
// the box's width, as games set it; then the corners of the box catch at walls. --safe takes half
// of the diagonal. --cell UNITS is the side of a cell of the grid that the level is drawn into
// (default: 8); a cell is half as high. The other numbers are those of Recast's own demonstration.
//
// --mesh FILE.navmesh asks a mesh that "bsplevel navigate" wrote for the same walker, and Recast
// builds none. --connections also takes drops, jumps, pads, teleporters and lifts, by which bodies
// of bspcompare do not arrive.
#include "contest.hpp"

#include <memory>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/Recast.h>

constexpr int most_polygons = 16384, most_corners = 4096;

struct Walker {
    Vec mins, maxs;
    double skin, step, walkable;
};

struct Agents {
    std::string hash;
    std::vector<std::vector<Vec>> faces;
    Walker walker;
    std::vector<Vec> places;
};

static Agents read_agents()
{
    Reader in;
    Agents all;
    in.expect("bsp-agents");
    in.expect("1");
    all.hash = in.word();
    for (unsigned left = in.count("faces"); left > 0; left--) {
        all.faces.emplace_back(in.count("face"));
        for (Vec &corner : all.faces.back())
            corner = in.vec();
    }
    in.expect("walker");
    all.walker.mins = in.vec();
    all.walker.maxs = in.vec();
    all.walker.skin = in.number();
    all.walker.step = in.number();
    all.walker.walkable = in.number();
    for (unsigned left = in.count("places"); left > 0; left--) {
        in.expect("place");
        all.places.push_back(in.vec());
    }
    in.expect("end");
    return all;
}

// Recast's y is up. The walker's reference point is above its feet.
struct Frame {
    double feet;

    void in(Vec p, float *out) const
    {
        out[0] = float(p.x);
        out[1] = float(p.z + feet);
        out[2] = float(-p.y);
    }

    void print(const float *p) const
    {
        printf(" %.9g %.9g %.9g\n", double(p[0]), double(-p[2]), double(p[1]) - feet);
    }
};

struct Triangles {
    std::vector<float> vertices;
    std::vector<int> corners;
};

static Triangles triangles_of(const std::vector<std::vector<Vec>> &faces)
{
    const Frame world = { 0 };
    Triangles all;
    for (const auto &face : faces) {
        const int first = int(all.vertices.size() / 3);
        for (const Vec &v : face) {
            float p[3];
            world.in(v, p);
            all.vertices.insert(all.vertices.end(), p, p + 3);
        }
        for (int i = 2; i < int(face.size()); i++)
            for (int corner : { 0, i - 1, i })
                all.corners.push_back(first + corner);
    }
    return all;
}

struct Free {
    void operator()(rcHeightfield *p) const
    {
        rcFreeHeightField(p);
    }
    void operator()(rcCompactHeightfield *p) const
    {
        rcFreeCompactHeightfield(p);
    }
    void operator()(rcContourSet *p) const
    {
        rcFreeContourSet(p);
    }
    void operator()(rcPolyMesh *p) const
    {
        rcFreePolyMesh(p);
    }
    void operator()(rcPolyMeshDetail *p) const
    {
        rcFreePolyMeshDetail(p);
    }
    void operator()(dtNavMesh *p) const
    {
        dtFreeNavMesh(p);
    }
    void operator()(dtNavMeshQuery *p) const
    {
        dtFreeNavMeshQuery(p);
    }
};

template <typename T> using Owned = std::unique_ptr<T, Free>;

struct Mesh {
    Owned<dtNavMesh> nav;
    Owned<dtNavMeshQuery> query;
    int n_polygons = 0, bytes = 0;
};

static void need(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "Recast cannot make the %s\n", what);
    exit(1);
}

static rcConfig config_of(const Walker &w, const Triangles &t, double radius, double cell)
{
    rcConfig c = {};
    need(!t.corners.empty(), "mesh: the world has no faces");
    const double height = w.maxs.z - w.mins.z, side = cell / 2;
    c.cs = float(cell);
    c.ch = float(side);
    c.walkableSlopeAngle = float(acos(w.walkable) * 180 / M_PI);
    c.walkableHeight = int(ceil((height + 2 * w.skin) / side));
    c.walkableClimb = int(floor(w.step / side));
    c.walkableRadius = int(ceil((radius + w.skin) / cell));
    c.maxEdgeLen = int(12 * 32 / cell); // 12 of the demonstration's metres
    c.maxSimplificationError = 1.3f;
    c.minRegionArea = 8 * 8;
    c.mergeRegionArea = 20 * 20;
    c.maxVertsPerPoly = DT_VERTS_PER_POLYGON;
    c.detailSampleDist = float(6 * cell);
    c.detailSampleMaxError = float(side);
    rcCalcBounds(t.vertices.data(), int(t.vertices.size() / 3), c.bmin, c.bmax);
    rcCalcGridSize(c.bmin, c.bmax, c.cs, &c.width, &c.height);
    return c;
}

static Mesh open_mesh(unsigned char *data, int bytes)
{
    Mesh out;
    out.bytes = bytes;
    out.nav.reset(dtAllocNavMesh());
    out.query.reset(dtAllocNavMeshQuery());
    need(dtStatusSucceed(out.nav->init(data, bytes, DT_TILE_FREE_DATA)) &&
             dtStatusSucceed(out.query->init(out.nav.get(), 65535)), // the most nodes of a search
         "mesh of Detour");
    const dtNavMesh &nav = *out.nav;
    out.n_polygons = nav.getTile(0)->header->polyCount;
    return out;
}

// The steps of Recast's demonstration, "solo mesh".
static Mesh build_mesh(const Walker &w, Triangles &t, const rcConfig &c)
{
    rcContext context(false);
    const int n = int(t.corners.size() / 3), n_vertices = int(t.vertices.size() / 3);
    const Owned<rcHeightfield> own_field(rcAllocHeightfield());
    rcHeightfield &field = *own_field;
    need(rcCreateHeightfield(&context, field, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch),
         "height field");
    std::vector<unsigned char> areas(size_t(n), 0);
    rcMarkWalkableTriangles(&context, c.walkableSlopeAngle, t.vertices.data(), n_vertices,
                            t.corners.data(), n, areas.data());
    need(rcRasterizeTriangles(&context, t.vertices.data(), n_vertices, t.corners.data(),
                              areas.data(), n, field, c.walkableClimb),
         "spans");
    rcFilterLowHangingWalkableObstacles(&context, c.walkableClimb, field);
    rcFilterLedgeSpans(&context, c.walkableHeight, c.walkableClimb, field);
    rcFilterWalkableLowHeightSpans(&context, c.walkableHeight, field);
    const Owned<rcCompactHeightfield> own_compact(rcAllocCompactHeightfield());
    rcCompactHeightfield &compact = *own_compact;
    need(rcBuildCompactHeightfield(&context, c.walkableHeight, c.walkableClimb, field, compact),
         "compact height field");
    need(rcErodeWalkableArea(&context, c.walkableRadius, compact), "eroded area");
    need(rcBuildDistanceField(&context, compact), "distance field");
    need(rcBuildRegions(&context, compact, 0, c.minRegionArea, c.mergeRegionArea), "regions");
    const Owned<rcContourSet> own_contours(rcAllocContourSet());
    rcContourSet &contours = *own_contours;
    need(rcBuildContours(&context, compact, c.maxSimplificationError, c.maxEdgeLen, contours),
         "contours");
    const Owned<rcPolyMesh> own_mesh(rcAllocPolyMesh());
    rcPolyMesh &mesh = *own_mesh;
    need(rcBuildPolyMesh(&context, contours, c.maxVertsPerPoly, mesh), "polygons");
    const Owned<rcPolyMeshDetail> own_detail(rcAllocPolyMeshDetail());
    rcPolyMeshDetail &detail = *own_detail;
    need(rcBuildPolyMeshDetail(&context, mesh, compact, c.detailSampleDist, c.detailSampleMaxError,
                               detail),
         "heights");
    std::fill(mesh.flags, mesh.flags + mesh.npolys, static_cast<unsigned short>(1));
    dtNavMeshCreateParams p = {};
    p.verts = mesh.verts;
    p.vertCount = mesh.nverts;
    p.polys = mesh.polys;
    p.polyAreas = mesh.areas;
    p.polyFlags = mesh.flags;
    p.polyCount = mesh.npolys;
    p.nvp = mesh.nvp;
    p.detailMeshes = detail.meshes;
    p.detailVerts = detail.verts;
    p.detailVertsCount = detail.nverts;
    p.detailTris = detail.tris;
    p.detailTriCount = detail.ntris;
    p.walkableHeight = float(w.maxs.z - w.mins.z);
    p.walkableRadius = float(c.walkableRadius) * c.cs;
    p.walkableClimb = float(w.step);
    std::copy(mesh.bmin, mesh.bmin + 3, p.bmin);
    std::copy(mesh.bmax, mesh.bmax + 3, p.bmax);
    p.cs = c.cs;
    p.ch = c.ch;
    p.buildBvTree = true;
    unsigned char *data = nullptr;
    int bytes = 0;
    need(dtCreateNavMeshData(&p, &data, &bytes), "mesh of Detour: the world has no floor");
    return open_mesh(data, bytes);
}

static Mesh read_mesh(const std::string &path)
{
    FILE *file = fopen(path.c_str(), "rb");
    need(file && fseek(file, 0, SEEK_END) == 0, "mesh: the file cannot be read");
    const long bytes = ftell(file);
    // the tile's data belongs to Detour
    auto *data = static_cast<unsigned char *>(dtAlloc(size_t(bytes), DT_ALLOC_PERM));
    rewind(file);
    need(data && fread(data, 1, size_t(bytes), file) == size_t(bytes),
         "mesh: the file cannot be read");
    fclose(file);
    return open_mesh(data, int(bytes));
}

class Navigator
{
    const Mesh &mesh;
    Frame frame;
    float near[3];
    dtQueryFilter filter;
    std::vector<dtPolyRef> polygons = std::vector<dtPolyRef>(most_polygons);
    std::vector<float> corners = std::vector<float>(3 * most_corners);

    dtPolyRef find(Vec place, float *nearest)
    {
        float centre[3];
        dtPolyRef found = 0;
        frame.in(place, centre);
        mesh.query->findNearestPoly(centre, near, &filter, &found, nearest);
        return found;
    }

  public:
    // Places are looked for as far around as an agent can be off the mesh, which is a cell and a step.
    Navigator(const Mesh &of, const Walker &w, double feet, double cell, bool connections)
        : mesh(of), frame{ feet }, near{ float(cell), float(w.step + cell), float(cell) }
    {
        filter.setIncludeFlags(connections ? 0xffff : 1); // 1: the ground
    }

    void print_points(size_t n)
    {
        for (size_t i = 0; i < n; i++) {
            dtPolyRef polygon;
            float p[3];
            const auto random = [] { return float(rand() / (RAND_MAX + 1.0)); };
            if (dtStatusSucceed(mesh.query->findRandomPoint(&filter, random, &polygon, p))) {
                printf("point");
                frame.print(p);
            }
        }
    }

    void print_place(size_t i, Vec place)
    {
        float nearest[3];
        if (!find(place, nearest))
            return;
        printf("place %zu", i);
        frame.print(nearest);
    }

    void print_path(size_t i, Vec from, Vec to)
    {
        float start[3], goal[3];
        int n = 0, n_corners = 0;
        const double begin = now_ns();
        const dtPolyRef first = find(from, start), last = find(to, goal);
        if (first && last)
            mesh.query->findPath(first, last, start, goal, &filter, polygons.data(), &n,
                                 most_polygons);
        if (n > 0 && polygons[size_t(n - 1)] == last)
            mesh.query->findStraightPath(start, goal, polygons.data(), n, corners.data(), nullptr,
                                         nullptr, &n_corners, most_corners);
        printf("path %zu %.1f\n", i, now_ns() - begin);
        for (int k = 1; k < n_corners; k++) { // the first is the start
            printf("corner");
            frame.print(&corners[3 * size_t(k)]);
        }
    }
};

int main(int argc, char **argv)
{
    Arguments arguments(argc, argv);
    const bool safe = arguments.flag("--safe"), connections = arguments.flag("--connections");
    const double cell = arguments.number("--cell", 8);
    const std::string file = arguments.word("--mesh", "");
    arguments.finish(cell > 0,
                     "recast [--safe] [--cell UNITS] [--mesh FILE [--connections]] <agents.txt");
    const Agents all = read_agents();
    const Walker &w = all.walker;
    const double x = w.maxs.x - w.mins.x, y = w.maxs.y - w.mins.y;
    const double radius = safe ? hypot(x, y) / 2 : fmax(x, y) / 2;
    const double begin = now_ns();
    Triangles triangles = triangles_of(all.faces);
    const Mesh mesh = file.empty() ? build_mesh(w, triangles, config_of(w, triangles, radius, cell))
                                   : read_mesh(file);
    const double ms = (now_ns() - begin) / 1e6;
    printf("bsp-answers 1 %s\n", all.hash.c_str());
    if (file.empty())
        printf("about Recast and Detour, cells of %g units, radius %g\n", cell, radius);
    else
        printf("about Detour with %s\n", file.c_str());
    printf("loaded %.3f %d\nareas %d\n", ms, mesh.bytes, mesh.n_polygons);
    // a mesh of bsplevel is where the reference point is, one of Recast at the feet
    Navigator navigator(mesh, w, file.empty() ? w.mins.z : 0, file.empty() ? cell : 1, connections);
    navigator.print_points(all.places.size() / 2);
    for (size_t i = 0; i < all.places.size(); i++)
        navigator.print_place(i, all.places[i]);
    for (size_t i = 0; i + 1 < all.places.size(); i += 2)
        navigator.print_path(i / 2, all.places[i], all.places[i + 1]);
    puts("end");
    return 0;
}

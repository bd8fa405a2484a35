// ccd: a sweep made of libccd's intersection tests, as a contestant for bspcompare.
//
//     bspcompare run SCENARIO --contestant ccd=./ccd
//
// libccd decides whether two convex bodies intersect, but does not compute their distance. So
// conservative advancement is not possible. But the region that a shape sweeps until time t is
// convex, too. Its support is the farther of the supports of the shape at the start and at t. If
// this region meets a brush, so does the region of every later t. So bisection finds t. It needs
// one test of the whole sweep if nothing is hit, and about twenty otherwise. A hierarchy of boxes
// around brushes finds the brushes near the move, nearest first.
//
// --mpr            Minkowski portal refinement instead of GJK
// --smaller D      the shape is made smaller by D on each side; default 0.0005, because libccd does
//                  not define whether touching is intersecting, and a shape at rest must be free
// --tolerance D    bisection ends at this length of the move; default 0.0001
// --iterations N   the maximum number of iterations of one test; default 100, because libccd itself
//                  has no limit and may not terminate
//
// A start is tested like any other position. A move that starts in solid gets out if its end is
// free. The normal is that of the least penetration a little behind the contact.
#include "boxes.hpp"
#include "contest.hpp"

struct Options {
    bool mpr;
    double smaller, tolerance;
    unsigned long iterations;
};

class World
{
    Options options;
    Boxes boxes;
    ccd_t ccd;
    std::vector<Shape> shapes;

    bool meets(const Solid &solid, const Swept &swept) const
    {
        return options.mpr ? ccdMPRIntersect(&solid, &swept, &ccd)
                           : ccdGJKIntersect(&solid, &swept, &ccd);
    }

    bool free_at(const Shape &shape, Vec at) const
    {
        const Swept there = { &shape, at, {} };
        const double t = 1;
        return !boxes.find(there, &t,
                           [&](const Solid &solid, double) { return meets(solid, there); });
    }

    // Lowers *t to the time at which the sweep meets the solid, if that is earlier. Returns whether
    // it has lowered *t. Until `free` the sweep does not meet the solid.
    bool lower_time(const Solid &solid, const Swept &swept, double free, double *t) const
    {
        if (!meets(solid, { swept.shape, swept.at, *t * swept.by }))
            return false;
        const double enough = options.tolerance / sqrt(dot(swept.by, swept.by));
        while (*t - free > enough) {
            const double middle = 0.5 * (free + *t);
            (meets(solid, { swept.shape, swept.at, middle * swept.by }) ? *t : free) = middle;
        }
        return true;
    }

    // The direction that libccd returns does not always point out of the solid. So it is reversed
    // if it does not point against the move.
    Vec normal(const Solid &solid, const Swept &swept, double t) const
    {
        const double behind = 0.002 / sqrt(dot(swept.by, swept.by));
        const Swept there = { swept.shape, swept.at + (t + behind) * swept.by, {} };
        ccd_real_t depth;
        ccd_vec3_t dir, pos;
        if ((options.mpr ? ccdMPRPenetration : ccdGJKPenetration)(&solid, &there, &ccd, &depth,
                                                                  &dir, &pos) != 0)
            return {};
        const Vec n = from_ccd(&dir);
        return dot(n, swept.by) > 0 ? -1 * n : n;
    }

    Shape smaller(Shape s) const
    {
        const Vec middle = 0.5 * (s.mins + s.maxs), half = s.maxs - middle;
        const double d = options.smaller;
        const Vec k = most({}, half - Vec{ d, d, d });
        s.mins = middle - k;
        s.maxs = middle + k;
        s.radius = fmax(0, s.radius - d);
        for (Vec &p : s.points) {
            const Vec q = p - middle;
            p = middle + Vec{ q.x * k.x / half.x, q.y * k.y / half.y, q.z * k.z / half.z };
        }
        return s;
    }

  public:
    World(const Options &o, const Moves &all) : options(o), boxes(all.brushes)
    {
        CCD_INIT(&ccd);
        ccd.support1 = solid_support;
        ccd.support2 = swept_support;
        ccd.center1 = solid_center;
        ccd.center2 = swept_center;
        ccd.max_iterations = o.iterations;
        for (const Shape &shape : all.shapes)
            shapes.push_back(smaller(shape));
    }

    bool supports(const Shape &) const
    {
        return true;
    }

    Answer trace(const Move &move) const
    {
        const Shape &shape = shapes[move.shape];
        const Swept swept = { &shape, move.from, move.to - move.from };
        if (!free_at(shape, move.from))
            return { free_at(shape, move.to) ? "S2E" : "S", 0, {} };
        if (dot(swept.by, swept.by) == 0)
            return { "E", 1, {} };
        double t = 1;
        const Solid *met = nullptr;
        boxes.find(swept, &t, [&](const Solid &solid, double in) {
            if (lower_time(solid, swept, in, &t))
                met = &solid;
            return false;
        });
        return met ? hit(t, normal(*met, swept, t), move) : Answer{ "E", 1, {} };
    }
};

int main(int argc, char **argv)
{
    Arguments arguments(argc, argv);
    const Options o = { arguments.flag("--mpr"), arguments.number("--smaller", 0.0005),
                        arguments.number("--tolerance", 0.0001),
                        (unsigned long)arguments.number("--iterations", 100) };
    arguments.finish(o.tolerance > 0 && o.iterations > 0,
                     "ccd [--mpr] [--smaller D] [--tolerance D] [--iterations N]");
    const Moves all = read_moves();
    const Loading loading = start_loading();
    World world(o, all);
    char about[200];
    snprintf(about, sizeof about,
             "libccd 2, %s, sweeps halved to %g unit, shapes smaller by %g, at most %lu iterations",
             o.mpr ? "MPR" : "GJK", o.tolerance, o.smaller, o.iterations);
    print_start(all, loading, about);
    answer_all(world, all);
}

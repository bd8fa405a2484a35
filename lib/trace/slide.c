/* slide: moves a body as far as possible, then along what it meets. */
#include "trace/slide.h"

#include "trace/compiler.h"
#include "trace/plane.h"

/* The most planes at one position. A slope that the body may not climb counts twice. */
#define MAX_PLANES (2 * BSP_SLIDE_TRACES)

/* The planes that the body has met at its present position. Planes met earlier are dropped, since
 * their extent is unknown: if the body is still at one, it meets that plane again. */
typedef struct {
    BspVec normals[MAX_PLANES];
    double dists[MAX_PLANES]; /* for the reference point */
    unsigned n;
} Planes;

static void add_plane(Planes *planes, BspVec normal, double dist)
{
    planes->normals[planes->n] = normal;
    planes->dists[planes->n] = dist;
    planes->n++;
}

/* The distance of the plane to slide along. It is that of the body, except if rounding has put the
 * body a little behind the plane. Then the body is led back to the plane, so that rounding does not
 * accumulate. The limit is that of touching, and with a skin the slack, since then a tracer names
 * the plane at the full distance of the skin. */
static double dist_at(const BspTransition *tr)
{
    double at = bsp_vec_dot(tr->plane.normal, tr->point), behind = tr->plane.dist - at;
    return behind > 0 && behind <= BSP_MAX(2 * BSP_TOUCH, BSP_SKIN_SLACK) ? tr->plane.dist : at;
}

/* Adds the plane of a contact. If the body meets a plane again although it moved along it, only
 * rounding has stopped it; the plane is then kept a little farther out. A slope that v would climb,
 * but may not, is also added as a wall. */
static void add_contact(Planes *planes, const BspTransition *tr, BspVec v, double walkable)
{
    BspVec n = tr->plane.normal;
    for (unsigned i = 0; i < planes->n; i++)
        if (bsp_same_normal(planes->normals[i], n)) {
            planes->dists[i] = BSP_MAX(planes->dists[i], dist_at(tr)) + BSP_TOUCH;
            return;
        }
    add_plane(planes, n, dist_at(tr));
    if (!(n.z > 0 && n.z < walkable) || bsp_slide_along(v, &n, 1).z <= 0)
        return;
    BspVec wall = bsp_vec_unit(bsp_vec(n.x, n.y, 0));
    add_plane(planes, wall, bsp_vec_dot(wall, tr->point));
}

/* Units. A body is led back by at most this. In an acute crease of two planes the way back is
 * longer than the distance behind either plane. */
#define MOST_BACK (4 * BSP_SKIN_SLACK)

/* The displacement that leads a point out of two planes, given their unit normals and how far it is
 * behind each. */
static BspVec out_of_both(BspVec a, double behind_a, BspVec b, double behind_b)
{
    double c = bsp_vec_dot(a, b), square = 1 - c * c;
    if (!(square > BSP_SAME_NORMAL))
        return bsp_vec(HUGE_VAL, 0, 0);
    double along_a = (behind_a - c * behind_b) / square,
           along_b = (behind_b - c * behind_a) / square;
    return bsp_vec_add(bsp_vec_scale(a, along_a), bsp_vec_scale(b, along_b));
}

/* Whether p is at most `most` behind each plane. */
static bool is_in_front(const Planes *planes, BspVec p, double most)
{
    for (unsigned i = 0; i < planes->n; i++)
        if (!(bsp_vec_dot(planes->normals[i], p) - planes->dists[i] >= -most))
            return false;
    return true;
}

/* The shortest displacement from p that leads in front of all planes, among those out of one or two
 * planes; zero if none is short enough. */
static BspVec way_back(const Planes *planes, BspVec p)
{
    BspVec best = bsp_vec(0, 0, 0);
    double least = MOST_BACK;
    for (unsigned i = 0; i < planes->n; i++)
        for (unsigned k = 0; k <= i; k++) {
            double behind_i = planes->dists[i] - bsp_vec_dot(planes->normals[i], p);
            double behind_k = planes->dists[k] - bsp_vec_dot(planes->normals[k], p);
            BspVec way =
                i == k ? bsp_vec_scale(planes->normals[i], behind_i)
                       : out_of_both(planes->normals[i], behind_i, planes->normals[k], behind_k);
            if (bsp_vec_length(way) < least &&
                is_in_front(planes, bsp_vec_add(p, way), BSP_TOUCH / 64)) {
                least = bsp_vec_length(way);
                best = way;
            }
        }
    return best;
}

/* The end of `rest`, led back in front of the planes. */
static BspVec target(const Planes *planes, BspVec at, BspVec rest)
{
    BspVec to = bsp_vec_add(at, rest);
    return is_in_front(planes, to, 0) ? to : bsp_vec_add(to, way_back(planes, to));
}

/* The part of `wanted` that remains along the planes. `wanted` is the displacement with which the
 * body came to its position. Clipping it by all planes at once gives zero in a blunt corner.
 * Clipping it plane by plane would leave a rest along the second wall. A body also never moves
 * against delta: otherwise, led round a corner, it would return and never rest. */
static BspVec left_of(BspVec wanted, BspVec delta, const Planes *planes)
{
    BspVec normals[MAX_PLANES + 1];
    BspVec left = bsp_slide_along(wanted, planes->normals, planes->n);
    if (bsp_vec_dot(left, delta) >= 0)
        return left;
    for (unsigned i = 0; i < planes->n; i++)
        normals[i] = planes->normals[i];
    normals[planes->n] = bsp_vec_unit(delta);
    return bsp_slide_along(wanted, normals, planes->n + 1);
}

void bsp_slide_walking(const BspTracer *tracer, BspVec from, BspVec delta, double walkable,
                       BspSlide *slide)
{
    Planes planes = { .n = 0 };
    BspVec wanted = delta;
    double left = 1;
    slide->point = from;
    slide->delta = delta;
    slide->climbed = 0;
    slide->stuck = false;
    slide->n_traces = slide->n_contacts = 0;
    while (slide->n_traces < BSP_SLIDE_TRACES) {
        BspVec to = target(&planes, slide->point, bsp_vec_scale(slide->delta, left));
        BspSlideContact c = bsp_slide_ask(tracer, slide->point, to, &slide->n_traces);
        if (bsp_slide_in_solid(&c.tr)) {
            slide->stuck = slide->n_traces == 1;
            slide->delta = bsp_vec(0, 0, 0);
            return;
        }
        slide->point = c.tr.point;
        if (c.tr.type == BSP_EMPTY)
            return;
        slide->contacts[slide->n_contacts++] = c;
        left *= 1 - c.tr.t;
        if (bsp_vec_length(bsp_vec_sub(c.tr.point, c.from)) > BSP_TOUCHED) {
            planes.n = 0;
            wanted = slide->delta;
        }
        add_contact(&planes, &c.tr, slide->delta, walkable);
        slide->delta = left_of(wanted, delta, &planes);
        if (bsp_vec_dot(slide->delta, slide->delta) == 0)
            return;
    }
}

void bsp_slide_move(const BspTracer *tracer, BspVec from, BspVec delta, BspSlide *slide)
{
    bsp_slide_walking(tracer, from, delta, 0, slide);
}

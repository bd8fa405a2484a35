/* navigator: judges a navigation graph against the level and the mover. */
#include "run/navigator.h"

#include <math.h>

#include "run/machine.h"

/* Units. A point of an area may be this far from the floor, which is about 10 BSP_TOUCH. */
#define FLOOR 1e-5
/* Units. The floor below a point is searched for from this height above the point, if there is
 * space. A body that starts nearer to the floor than its skin would not move down. */
#define RAISED (1.0 / 64)
/* Units. A standing body may be this far from its area, because floors that differ by less than a
 * tenth of a unit count as one. */
#define ON_AREA 0.1
/* Units. A body has arrived if it is at most this far from the end of its path, seen from above. */
#define ARRIVED 1.0
/* A body at a point of an area is searched for at this number of heights within a step. */
#define HEIGHTS 6
/* Units. For the time limit of walking, a path counts as at most this long, which is longer than
 * any path of a known level. */
#define MOST_LENGTH 2e5
/* The number of corners of a path for which there is room at first. Paths of real levels have about
 * 10. */
#define MOST_CORNERS 1024

typedef struct {
    const CompareGround *ground;
    const CompareNavigator *asked;
    BspShape box;
    BspMover mover;
    GArray *corners; /* an array of BspNavCorner */
    CompareNavigatorCounts *counts;
} Judge;

/* Initialises the judge, into which its mover points. */
static void judge_init(Judge *j, const CompareGround *ground, const CompareNavigator *navigator,
                       CompareNavigatorCounts *counts)
{
    const BspNavWalker *walker = &ground->walker;
    *j = (Judge){ .ground = ground,
                  .asked = navigator,
                  .counts = counts,
                  .box = bsp_shape_box(walker->box.mins, walker->box.maxs) };
    j->mover = (BspMover){ .table = ground->table, .mask = walker->mask, .skin = walker->skin };
    j->mover.shape = &j->box;
}

static BspGround look_down(Judge *j, BspVec from, double depth)
{
    BspTracer tracer = bsp_mover_tracer(&j->mover);
    BspGround ground;
    bsp_ground_probe(&tracer, from, depth, j->ground->walker.stepping.walkable, &ground);
    return ground;
}

/* --- points of areas --- */

/* Returns whether a body stands somewhere above or below the point, at most a step away. */
static gboolean has_body(Judge *j, BspVec p)
{
    double step = j->ground->walker.stepping.height;
    for (guint i = 0; i <= HEIGHTS; i++) {
        double up = step * i / HEIGHTS;
        if (look_down(j, bsp_vec(p.x, p.y, p.z + up), up + step).kind == BSP_GROUND_WALKABLE)
            return TRUE;
    }
    return FALSE;
}

static void judge_point(Judge *j, BspVec p)
{
    CompareNavigatorCounts *c = j->counts;
    BspTrace up;
    BspVec from = bsp_vec(p.x, p.y, p.z + RAISED);
    gboolean in_solid =
        bsp_brush_table_inside(j->mover.table, &j->box, j->mover.mask, p, NULL, 0) > 0;
    bsp_mover_trace(&j->mover, p, from, &up);
    BspGround ground = look_down(j, up.tr.point, 2 * RAISED);
    gboolean has_floor = ground.kind == BSP_GROUND_WALKABLE && fabs(ground.point.z - p.z) <= FLOOR;
    c->points++;
    c->in_solid += in_solid ? 1 : 0;
    c->no_floor += has_floor ? 0 : 1;
    if ((in_solid || !has_floor) && !has_body(j, p))
        c->no_body++;
}

/* --- standing places --- */

/* Finds a place where the body stands. It is the ground below a random point in empty space,
 * outside of triggers. */
static gboolean find_standing(Judge *j, GRand *random, const BspBounds *bounds, BspVec *at)
{
    BspVec p;
    for (guint i = 0; i < 3; i++)
        p.v[i] = g_rand_double_range(random, bounds->mins.v[i], bounds->maxs.v[i]);
    if (onion_tree_point_is_solid(j->ground->tree, j->ground->space, p))
        return FALSE;
    BspGround ground = look_down(j, p, p.z - bounds->mins.z + 1);
    BspBody body = { .at = ground.point };
    *at = ground.point;
    return ground.kind == BSP_GROUND_WALKABLE &&
           bsp_navigation_fire(j->ground->entities, j->ground->n_entities, &j->ground->walker.box,
                               &body) == j->ground->n_entities;
}

GArray *compare_standing_places(const CompareGround *ground, GRand *random, guint n)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(BspVec));
    BspBounds bounds = bsp_brush_table_bounds(ground->table);
    Judge j;
    BspVec at;
    judge_init(&j, ground, NULL, NULL);
    /* Bodies also stand on the highest floor. */
    bounds.maxs.z += 1 - ground->walker.box.mins.z;
    for (guint64 i = 0; i < 200 * (guint64)n && places->len < n; i++)
        if (bounds.mins.x < bounds.maxs.x && find_standing(&j, random, &bounds, &at))
            g_array_append_val(places, at);
    return places;
}

/* Returns whether an area has the place. It does if the nearest point of an area is straight above
 * or below the place, within a step. */
static gboolean is_covered(Judge *j, guint i, BspVec place)
{
    const BspNavWalker *walker = &j->ground->walker;
    BspVec at;
    return j->asked->find(j->asked->data, i, place, &at) &&
           hypot(at.x - place.x, at.y - place.y) <= ON_AREA + 2 * walker->skin &&
           fabs(at.z - place.z) <= fmax(walker->stepping.height, 1);
}

/* --- paths --- */

static BspBody put_on_ground(Judge *j, BspVec at)
{
    BspGround ground = look_down(j, at, 1);
    return (BspBody){ .at = ground.point,
                      .on_ground = ground.kind == BSP_GROUND_WALKABLE,
                      .ground = ground.face };
}

/* Lets a body walk along the corners. Fires the level's triggers, and stands still for its lifts.
 * Gives up after ten times the time that the path needs, plus 10 seconds. */
static void follow(Judge *j, double length, BspBody *body)
{
    const CompareGround *ground = j->ground;
    const BspNavWalker *walker = &ground->walker;
    double frame = ground->frame, limit = 10 + 10 * fmin(length, MOST_LENGTH) / walker->speed;
    BspNavFollower follower = { .corners = (const BspNavCorner *)(gpointer)j->corners->data,
                                .n = j->corners->len };
    for (double time = 0; time < limit && !body->is_stuck; time += frame) {
        BspNavState state = bsp_navigation_steer(&follower, body, walker->speed, frame);
        if (state != BSP_NAV_FOLLOWING && state != BSP_NAV_WAITING)
            return;
        const BspNavCorner *corner = &follower.corners[follower.next];
        if (state == BSP_NAV_WAITING && corner->type == BSP_NAV_LIFT)
            *body = put_on_ground(j, corner->at);
        if (!body->on_ground)
            body->velocity.z -= walker->gravity * frame;
        bsp_walk(&j->mover, &walker->stepping, frame, body, NULL);
        bsp_navigation_fire(ground->entities, ground->n_entities, &walker->box, body);
    }
}

static void judge_pair(Judge *j, guint i, BspVec from, BspVec to)
{
    const BspNavWalker *walker = &j->ground->walker;
    double length = 0;
    j->counts->pairs++;
    g_array_set_size(j->corners, 0);
    if (!j->asked->path(j->asked->data, i, from, to, j->corners, &j->counts->search_ns))
        return;
    j->counts->paths++;
    BspVec end = from;
    for (guint k = 0; k < j->corners->len; k++) {
        BspVec corner = g_array_index(j->corners, BspNavCorner, k).at;
        length += bsp_vec_length(bsp_vec_sub(corner, end));
        end = corner;
    }
    BspBody body = put_on_ground(j, from);
    follow(j, length, &body);
    if (hypot(body.at.x - end.x, body.at.y - end.y) < ARRIVED + walker->skin &&
        fabs(body.at.z - to.z) <= fmax(walker->stepping.height, 1))
        j->counts->arrived++;
}

void compare_judge_points(const CompareGround *ground, const CompareNavigator *navigator, guint n,
                          CompareNavigatorCounts *counts)
{
    Judge j;
    BspVec at;
    judge_init(&j, ground, navigator, counts);
    for (guint i = 0; i < n; i++)
        if (navigator->point(navigator->data, i, &at))
            judge_point(&j, at);
}

void compare_judge_paths(const CompareGround *ground, const CompareNavigator *navigator,
                         const GArray *places, CompareNavigatorCounts *counts)
{
    const BspVec *all = (const BspVec *)(gconstpointer)places->data;
    Judge j;
    judge_init(&j, ground, navigator, counts);
    j.corners = g_array_new(FALSE, FALSE, sizeof(BspNavCorner));
    counts->standing += places->len;
    for (guint i = 0; i < places->len; i++)
        counts->uncovered += is_covered(&j, i, all[i]) ? 0 : 1;
    for (guint i = 0; i + 1 < places->len; i += 2)
        judge_pair(&j, i / 2, all[i], all[i + 1]);
    g_array_unref(j.corners);
}

/* --- this package's graphs --- */

static gboolean graph_point(gpointer data, guint i, BspVec *at)
{
    CompareGraph *graph = data;
    guint64 number = (guint64)g_rand_int(graph->random) << 32 | g_rand_int(graph->random);
    BspNavPoint point = { 0 };
    (void)i;
    gboolean ok = bsp_navigation_random(graph->nav, graph->size, number, &point);
    *at = point.at;
    return ok;
}

static gboolean find_point(const CompareGraph *graph, BspVec place, BspNavPoint *point)
{
    return bsp_navigation_find(graph->nav, graph->size, place, graph->reach, point);
}

static gboolean graph_find(gpointer data, guint i, BspVec place, BspVec *at)
{
    BspNavPoint point = { 0 };
    (void)i;
    gboolean ok = find_point(data, place, &point);
    *at = point.at;
    return ok;
}

/* Finds a path. The time is for the whole question, which is both areas, the search, and the
 * corners. */
static gboolean graph_path(gpointer data, guint i, BspVec from, BspVec to, GArray *corners,
                           double *ns)
{
    CompareGraph *graph = data;
    BspNavPoint start, goal;
    BspNavPath path;
    (void)i;
    g_array_set_size(corners, MOST_CORNERS);
    BspNavCorner *all = (BspNavCorner *)(gpointer)corners->data;
    double begin = compare_clock_wall();
    gboolean ok = find_point(graph, from, &start) && find_point(graph, to, &goal) &&
                  bsp_navigation_path(graph->nav, &start, &goal, NULL, graph->memory, &path);
    guint n = ok ? bsp_navigation_corners(graph->nav, &path, all, MOST_CORNERS) : 0;
    *ns += compare_clock_wall() - begin;
    g_array_set_size(corners, n);
    if (n > MOST_CORNERS)
        bsp_navigation_corners(graph->nav, &path, (BspNavCorner *)(gpointer)corners->data, n);
    return ok;
}

CompareNavigator compare_graph_init(CompareGraph *graph, const BspNavigation *nav, guint size,
                                    guint32 seed)
{
    BspNavWalker walker;
    bsp_navigation_walker(nav, size, &walker);
    *graph = (CompareGraph){ .nav = nav,
                             .size = size,
                             .reach = ON_AREA + 2 * walker.skin,
                             .random = g_rand_new_with_seed(seed),
                             .memory = g_malloc(bsp_navigation_path_bytes(nav, size) + 1) };
    return (CompareNavigator){ graph, graph_point, graph_find, graph_path };
}

void compare_graph_clear(CompareGraph *graph)
{
    g_rand_free(graph->random);
    g_free(graph->memory);
}

CompareNavigatorCounts compare_judge_graph(const BspNavigation *nav, CompareGround ground, guint n,
                                           guint32 seed)
{
    CompareGraph graph;
    CompareNavigator navigator = compare_graph_init(&graph, nav, ground.space, seed);
    CompareNavigatorCounts counts = { 0 };
    bsp_navigation_walker(nav, ground.space, &ground.walker);
    compare_judge_points(&ground, &navigator, n, &counts);
    g_autoptr(GArray) places = compare_standing_places(&ground, graph.random, 2 * n);
    compare_judge_paths(&ground, &navigator, places, &counts);
    compare_graph_clear(&graph);
    return counts;
}

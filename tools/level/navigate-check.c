/* navigate-check: proves a navigation graph against the level and the mover: points of areas hold
 * the body, places where the body stands are on areas, and bodies that follow paths arrive. */
#include "level/navigate-check.h"

#include <math.h>
#include <time.h>

/* Units. A point of an area may be this far from the floor: 10 BSP_TOUCH, about. */
#define FLOOR 1e-5
/* Units. The floor below a point is measured from this height above it, if there is room: a body
 * nearer to the floor than its skin would stay where it is. */
#define RAISED (1.0 / 64)
/* Units. A standing body may be this far from its area: a tenth is a step that needs no link. */
#define ON_AREA 0.1
/* Units. A body has arrived at this distance from its goal, from which the path's end differs by
 * up to half a unit (bsp_navigation_corners()). */
#define ARRIVED 1.0

typedef struct {
    const LevelNavigation *asked;
    BspNavWalker walker;
    BspShape box;
    BspMover mover;
    GRand *random;
    gpointer memory; /* of bsp_navigation_path() */
    GArray *corners; /* BspNavCorner */
} Check;

/* --- points of areas --- */

static guint64 random_number(Check *c)
{
    return (guint64)g_rand_int(c->random) << 32 | g_rand_int(c->random);
}

static void check_point(Check *c, BspVec p, LevelNavigationCheck *found)
{
    BspTracer tracer = bsp_mover_tracer(&c->mover);
    BspGround ground;
    BspTrace up;
    BspVec from = bsp_vec(p.x, p.y, p.z + RAISED);
    found->points++;
    if (bsp_brush_table_inside(c->mover.table, &c->box, c->walker.mask, p, NULL, 0) > 0)
        found->in_solid++;
    bsp_mover_trace(&c->mover, p, from, &up);
    bsp_ground_probe(&tracer, up.tr.point, 2 * RAISED, c->walker.stepping.walkable, &ground);
    if (ground.kind != BSP_GROUND_WALKABLE || fabs(ground.point.z - p.z) > FLOOR)
        found->no_floor++;
}

static void check_points(Check *c, LevelNavigationCheck *found)
{
    BspNavPoint point;
    for (guint i = 0; i < c->asked->n; i++)
        if (bsp_navigation_random(c->asked->nav, c->asked->size, random_number(c), &point))
            check_point(c, point.at, found);
}

/* --- standing points --- */

/* Finds a place where the body stands: the ground below a random point of empty space. */
static gboolean find_standing(Check *c, const BspBounds *bounds, BspVec *at)
{
    BspTracer tracer = bsp_mover_tracer(&c->mover);
    BspGround ground;
    BspVec p;
    for (guint i = 0; i < 3; i++)
        p.v[i] = g_rand_double_range(c->random, bounds->mins.v[i], bounds->maxs.v[i]);
    if (onion_tree_point_is_solid(c->asked->tree, c->asked->size, p))
        return FALSE;
    bsp_ground_probe(&tracer, p, p.z - bounds->mins.z + 1, c->walker.stepping.walkable, &ground);
    *at = ground.point;
    return ground.kind == BSP_GROUND_WALKABLE;
}

/* Returns up to 2 n places, an array of BspVec, of at most 200 times as many tries. */
static GArray *standing_points(Check *c)
{
    GArray *points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    BspBounds bounds = bsp_brush_table_bounds(c->asked->table);
    BspVec at;
    for (guint64 i = 0; i < 400 * (guint64)c->asked->n && points->len < 2 * c->asked->n; i++)
        if (bounds.mins.x < bounds.maxs.x && find_standing(c, &bounds, &at))
            g_array_append_val(points, at);
    return points;
}

static gboolean find_area(const Check *c, BspVec at, BspNavPoint *point)
{
    return bsp_navigation_find(c->asked->nav, c->asked->size, at, ON_AREA + 2 * c->walker.skin,
                               point);
}

/* --- paths --- */

static void put_on_ground(Check *c, BspVec at, BspBody *body)
{
    BspTracer tracer = bsp_mover_tracer(&c->mover);
    BspGround ground;
    bsp_ground_probe(&tracer, at, 1, c->walker.stepping.walkable, &ground);
    *body = (BspBody){ .at = ground.point,
                       .on_ground = ground.kind == BSP_GROUND_WALKABLE,
                       .ground = ground.face };
}

/* Walks along the corners. Gives up after ten times the time that the way needs, and 10 seconds. */
static void follow(Check *c, double cost, BspBody *body)
{
    double frame = c->asked->frame, limit = 10 + 10 * cost / c->walker.speed;
    BspNavFollower follower = { .corners = (const BspNavCorner *)(gpointer)c->corners->data,
                                .n = c->corners->len };
    for (double time = 0; time < limit && !body->is_stuck; time += frame) {
        if (bsp_navigation_steer(&follower, body, c->walker.speed, frame) != BSP_NAV_FOLLOWING)
            return;
        if (!body->on_ground)
            body->velocity.z -= c->walker.gravity * frame;
        bsp_walk(&c->mover, &c->walker.stepping, frame, body, NULL);
    }
}

static gboolean find_path(Check *c, const BspNavPoint *from, const BspNavPoint *to,
                          BspNavPath *path, LevelNavigationCheck *found)
{
    const BspNavigation *nav = c->asked->nav;
    clock_t start = clock();
    gboolean has = bsp_navigation_path(nav, from, to, NULL, c->memory, path);
    found->search_seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
    if (!has)
        return FALSE;
    guint n = bsp_navigation_corners(nav, path, NULL, 0);
    g_array_set_size(c->corners, n);
    bsp_navigation_corners(nav, path, (BspNavCorner *)(gpointer)c->corners->data, n);
    return TRUE;
}

static void check_pair(Check *c, BspVec from, BspVec to, LevelNavigationCheck *found)
{
    BspNavPoint start, goal;
    BspNavPath path;
    BspBody body;
    if (!find_area(c, from, &start) || !find_area(c, to, &goal))
        return;
    found->pairs++;
    if (!find_path(c, &start, &goal, &path, found))
        return;
    found->paths++;
    put_on_ground(c, from, &body);
    follow(c, path.cost, &body);
    if (bsp_vec_length(bsp_vec_sub(body.at, to)) < ARRIVED + c->walker.skin)
        found->arrived++;
}

void level_check_navigation(const LevelNavigation *asked, guint32 seed, LevelNavigationCheck *found)
{
    Check c = { .asked = asked, .random = g_rand_new_with_seed(seed) };
    BspNavPoint point;
    *found = (LevelNavigationCheck){ 0 };
    bsp_navigation_walker(asked->nav, asked->size, &c.walker);
    c.box = bsp_shape_box(c.walker.box.mins, c.walker.box.maxs);
    c.mover = (BspMover){ .table = asked->table, .mask = c.walker.mask, .skin = c.walker.skin };
    c.mover.shape = &c.box;
    c.memory = g_malloc(bsp_navigation_path_bytes(asked->nav, asked->size) + 1);
    c.corners = g_array_new(FALSE, FALSE, sizeof(BspNavCorner));
    check_points(&c, found);
    g_autoptr(GArray) points = standing_points(&c);
    found->standing = points->len;
    for (guint i = 0; i < points->len; i++)
        if (!find_area(&c, g_array_index(points, BspVec, i), &point))
            found->uncovered++;
    for (guint i = 0; i + 1 < points->len; i += 2)
        check_pair(&c, g_array_index(points, BspVec, i), g_array_index(points, BspVec, i + 1),
                   found);
    g_array_unref(c.corners);
    g_free(c.memory);
    g_rand_free(c.random);
}

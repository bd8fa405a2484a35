/* test-skin-slides: objects that slide repeatedly, each time from where the last slide ended.
 * They keep their skin and never get stuck, with all tracers. */
#include <criterion/criterion.h>

#include "box-distance.h"
#include "box-sums.h"
#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "build-shift.h"
#include "onion-build.h"
#include "real-levels.h"
#include "sanitized.h"
#include "scenes.h"
#include "trace/cast.h"
#include "trace/shape.h"

#define SKIN 0.125

/* Units. The least distance that an object may have. */
#define LEAST 0.124

typedef enum { BY_SIDES, BY_ONION, BY_SHIFT, N_METHODS } Method;

static const char *const method_names[] = { "sides", "onion", "shift" };

typedef struct {
    const BspSolid *solid;
    BspBrushTable *sides;
    OnionTree *onion;
    ShiftTree *shift;
    BoxSums sums;
    BspShape shape;
    gboolean floats; /* round positions to floats */
    double off;      /* units: the sum of errors of many moves deep in the skin */
} World;

static void world_init(World *world, const BspSolid *solid, BspShape shape, gboolean floats)
{
    OnionSpace space = { "grown", bsp_skin_box(&shape.bounds, SKIN), 0 };
    *world = (World){ solid,
                      bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES),
                      onion_tree_build(solid, &space, 1, NULL, NULL),
                      build_shift(solid, EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, FALSE),
                      box_sums_new(solid),
                      shape,
                      floats,
                      bsp_shape_is_box(&shape) ? 1e-9 : 1e-6 };
}

static void world_clear(World *world)
{
    bsp_brush_table_free(world->sides);
    onion_tree_free(world->onion);
    shift_tree_free(world->shift);
    box_sums_clear(&world->sums);
}

static gboolean trace(const World *w, Method method, BspVec from, BspVec to, BspTransition *tr)
{
    BspMove move = { from, to, &w->shape, 0, SKIN };
    BspTrace answer;
    bool named;
    if (method == BY_ONION)
        named = onion_tree_trace(w->onion, 0, w->sides, &move, &answer, NULL);
    else if (method == BY_SHIFT)
        named = shift_tree_trace(w->shift, w->sides, &move, &answer, NULL);
    else
        named = bsp_brush_table_trace(w->sides, &move, &answer);
    *tr = answer.tr;
    return named;
}

/* --- the surroundings of an object --- */

/* The separating planes of the brushes within the skin of the object, with a tolerance for
 * rounding. */
typedef struct {
    BspVec normals[64];
    guint n;
    double nearest;
} Near;

typedef struct {
    const World *world;
    BspVec at;
    Near *near;
} Search;

static void note(const Search *s, double distance, BspVec normal)
{
    s->near->nearest = fmin(s->near->nearest, distance);
    if (distance <= SKIN + BSP_TOUCH && s->near->n < G_N_ELEMENTS(s->near->normals))
        s->near->normals[s->near->n++] = normal;
}

/* Uses the planes of the sum of brush and box; beside an edge, the direction between the two. */
static void look_at_planes(const Search *s, guint item)
{
    guint n;
    const BspPlane *planes = box_sums_planes(&s->world->sums, item, &n);
    const BspShape *shape = &s->world->shape;
    const BspBrush *brush = bsp_solid_brush(s->world->solid, item);
    double most = -HUGE_VAL;
    BspVec normal = bsp_vec(0, 0, 0);
    for (guint i = 0; i < n; i++) {
        double d = bsp_plane_distance(&planes[i], s->at);
        d -= bsp_shape_offset(shape, planes[i].normal);
        if (d > most) {
            most = d;
            normal = planes[i].normal;
        }
    }
    double distance = most > 0 ? box_distance(brush, shape, s->at) : most;
    if (distance > most + 1e-9) {
        BspCastBody body = { .vertices = brush->cell->vertices, .n = brush->cell->n_vertices };
        normal = bsp_cast_between(&body, shape, s->at);
    }
    note(s, distance, normal);
}

/* Uses the distance, for any other shape. */
static void look_at_body(const Search *s, guint item)
{
    const BspCell *cell = bsp_solid_brush(s->world->solid, item)->cell;
    BspCastBody body = { .vertices = cell->vertices, .n = cell->n_vertices };
    note(s, bsp_cast_distance(&body, &s->world->shape, s->at),
         bsp_cast_between(&body, &s->world->shape, s->at));
}

static gboolean look_at(guint item, gpointer user_data)
{
    const Search *s = user_data;
    (bsp_shape_is_box(&s->world->shape) ? look_at_planes : look_at_body)(s, item);
    return TRUE;
}

static Near look_round(const World *world, BspVec at)
{
    Near near = { .nearest = HUGE_VAL };
    Search search = { world, at, &near };
    BspBounds box = { bsp_vec_add(at, world->shape.bounds.mins),
                      bsp_vec_add(at, world->shape.bounds.maxs) };
    box = bsp_bounds_grown(&box, 1);
    bsp_bvh_overlapping(world->solid->bvh, &box, look_at, &search);
    return near;
}

/* --- sliding --- */

static BspVec kept(const World *world, BspVec p)
{
    return world->floats ? bsp_vec((double)(float)p.x, (double)(float)p.y, (double)(float)p.z) : p;
}

static BspVec along_plane(BspVec v, BspVec normal)
{
    return bsp_vec_mad(v, -bsp_vec_dot(v, normal), normal);
}

/* The part of the displacement that goes against none of the planes. */
static BspVec along_planes(BspVec wish, const BspVec *normals, guint n)
{
    for (guint i = 0; i < n; i++) {
        if (bsp_vec_dot(wish, normals[i]) >= 0)
            continue;
        wish = along_plane(wish, normals[i]);
        for (guint k = 0; k < i; k++) {
            BspVec crease = bsp_vec_cross(normals[i], normals[k]);
            if (bsp_vec_dot(wish, normals[k]) >= 0 || bsp_vec_dot(crease, crease) < 1e-6)
                continue;
            crease = bsp_vec_unit(crease);
            wish = bsp_vec_scale(crease, bsp_vec_dot(wish, crease));
        }
    }
    for (guint i = 0; i < n; i++)
        if (bsp_vec_dot(wish, normals[i]) < -1e-12 * bsp_vec_length(wish))
            return bsp_vec(0, 0, 0);
    return wish;
}

static BspVec slide(const World *world, Method method, BspVec at, BspVec wish)
{
    BspVec normals[5], left = wish;
    for (guint n = 0; n < G_N_ELEMENTS(normals) && bsp_vec_dot(left, left) > 1e-12;) {
        BspTransition tr;
        BspVec to = kept(world, bsp_vec_add(at, left));
        if (!trace(world, method, at, to, &tr))
            return to;
        if (tr.t > 0) {
            at = kept(world, tr.point);
            n = 0;
        }
        normals[n++] = tr.plane.normal;
        left = along_planes(bsp_vec_scale(left, 1 - tr.t), normals, n);
    }
    return at;
}

/* Whether the object is stuck: it stops at once although it moves away from, or along, all that
 * is near. */
static gboolean is_stuck(Random *r, const World *world, Method method, BspVec at, const Near *near)
{
    BspVec wish = random_direction(r);
    wish = along_planes(wish, near->normals, near->n);
    if (bsp_vec_length(wish) < 0.01 || world->floats)
        return FALSE;
    BspTransition tr;
    return trace(world, method, at, bsp_vec_add(at, wish), &tr) && !(tr.t > 0);
}

typedef struct {
    guint n_slides, n_near;
    double nearest; /* of the objects that did not begin nearer */
} Counts;

static void check_object(Random *r, const World *world, Method method, BspVec at, double start,
                         guint n_slides, Counts *counts)
{
    for (guint i = 0; i < n_slides; i++) {
        BspVec was = at;
        if (!bsp_bounds_contain(&world->solid->bounds, at)) /* the object has fallen out of the
                                                             * world */
            return;
        double length = random_flag(r) ? 20 : random_real(r, 0, 2);
        BspVec wish = bsp_vec_scale(random_direction(r), length);
        wish.z -= random_flag(r) ? 40 : 0; /* fall, so that many lie on something */
        at = slide(world, method, at, wish);
        Near near = look_round(world, at);
        counts->n_slides++;
        counts->n_near += near.n > 0 ? 1 : 0;
        if (start >= LEAST)
            counts->nearest = fmin(counts->nearest, near.nearest);
        cr_assert_geq(near.nearest, fmin(LEAST, start) - world->off,
                      "%s, %s: %.17g from %.17g %.17g %.17g", method_names[method],
                      bsp_shape_kind_name(world->shape.kind), near.nearest, was.x, was.y, was.z);
        cr_assert_not(is_stuck(r, world, method, at, &near),
                      "%s, %s: at %.17g %.17g %.17g, %u near, the nearest %g, began %g",
                      method_names[method], bsp_shape_kind_name(world->shape.kind), at.x, at.y,
                      at.z, near.n, near.nearest, start);
    }
}

/* Every fourth start is in the skin of a brush, if such a place is found. With float positions
 * it never is: objects in the skin keep their distance, and each rounding may reduce it. */
static gboolean find_start(Random *r, const World *world, BspVec *at, double *distance)
{
    gboolean deep = random_below(r, 4) == 0 && !world->floats;
    for (guint i = 0; i < 50; i++) {
        *at = random_point(r, &world->solid->bounds);
        BspTrace answer;
        BspVec to = bsp_vec_mad(*at, 500, random_direction(r));
        if (look_round(world, *at).nearest < SKIN)
            continue;
        if (deep) {
            bsp_brush_table_trace(world->sides,
                                  &(BspMove){ *at, to, &world->shape, 0, random_real(r, 0, 0.12) },
                                  &answer);
            *at = answer.tr.point;
        }
        *at = kept(world, *at);
        *distance = look_round(world, *at).nearest;
        return *distance >= 0;
    }
    return FALSE;
}

static void check_world(Random *r, const World *world, guint n_objects, guint n_slides,
                        Counts counts[N_METHODS])
{
    for (guint i = 0; i < n_objects; i++) {
        BspVec at;
        double distance;
        if (!find_start(r, world, &at, &distance))
            continue;
        for (guint method = 0; method < N_METHODS; method++)
            check_object(r, world, (Method)method, at, distance, n_slides, &counts[method]);
    }
}

static void check_counts(const Counts *counts, guint n)
{
    for (guint i = 0; i < N_METHODS; i++) {
        cr_log_info("%s: %u slides, %u end near to something, the nearest %.6f", method_names[i],
                    counts[i].n_slides, counts[i].n_near, counts[i].nearest);
        cr_expect_geq(counts[i].n_slides, n);
        cr_expect_gt(counts[i].n_near, n / 4);
    }
}

/* The count of the method with the fewest slides. Objects of the other methods leave the world
 * elsewhere. */
static guint fewest_slides(const Counts *counts)
{
    guint n = counts[0].n_slides;
    for (guint i = 1; i < N_METHODS; i++)
        n = MIN(n, counts[i].n_slides);
    return n;
}

typedef BspShape (*ShapeFunc)(Random *r, guint world, BspHull **hull);

static BspShape box_or_point(Random *r, guint world, BspHull **hull)
{
    (void)hull;
    return world % 4 ? scene_random_box(r) : bsp_shape_point();
}

static BspShape other_shape(Random *r, guint world, BspHull **hull)
{
    (void)world;
    for (;;) {
        BspShape shape = scene_random_shape(r, hull);
        if (!bsp_shape_is_box(&shape))
            return shape;
    }
}

static void check_scenes(ShapeFunc shape, gboolean floats, guint n)
{
    Random r = random_seeded(1416);
    Counts counts[N_METHODS] = { 0 };
    for (guint i = 0; i < N_METHODS; i++)
        counts[i].nearest = HUGE_VAL;
    for (guint i = 0; fewest_slides(counts) < n; i++) {
        BspVec offset = bsp_vec(i % 2 ? 1500 : 0, i % 3 ? 0 : -900, 0);
        g_autoptr(BspSolid) solid = scene_new((SceneKind)(i % SCENE_KINDS), 900 + i, offset);
        World world;
        BspHull *hull = NULL;
        world_init(&world, solid, shape(&r, i, &hull), floats);
        check_world(&r, &world, 10, 50, counts);
        world_clear(&world);
        g_clear_pointer(&hull, bsp_hull_free);
    }
    check_counts(counts, n);
}

#define SCENES(id, shape, floats, number)                                                          \
    Test(skin_slides, id)                                                                          \
    {                                                                                              \
        check_scenes(shape, floats, number);                                                       \
    }

SCENES(scenes, box_or_point, FALSE, 20000)
SCENES(scenes_in_floats, box_or_point, TRUE, 5000)
SCENES(other_shapes, other_shape, FALSE, SHORT ? 2000 : 20000)
SCENES(other_shapes_in_floats, other_shape, TRUE, SHORT ? 1000 : 5000)

Test(skin_slides, real_level)
{
    g_autoptr(CompareScenario) scenario = real_level_scenario("oacmpdm5");
    Random r = random_seeded(1417);
    Counts counts[N_METHODS] = { 0 };
    for (guint i = 0; i < N_METHODS; i++)
        counts[i].nearest = HUGE_VAL;
    World world;
    world_init(&world, scenario->world->solid, scene_player(), FALSE);
    while (counts[0].n_slides < 20000)
        check_world(&r, &world, 10, 100, counts);
    check_counts(counts, 20000);
    world_clear(&world);
}

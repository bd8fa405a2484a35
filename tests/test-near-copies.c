/* test-near-copies: shift trees of brushes that are near copies of others, mainly needles.
 *
 * If three planes are almost parallel, or a plane and an edge are, their intersection is
 * sensitive to noise. A cell that mixes planes of a brush and its copy may have a corner far
 * from both. The oracle judges the answers, with one mask and with several. BSP_TEST_SEED moves
 * the seeds, and BSP_NEAR_COPIES is the number of worlds, for a longer search. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-hull.h"
#include "build-shift.h"
#include "oracle/oracle.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift/shift-private.h"

#define N_WORLDS (SHORT ? 40 : 300)
#define N_MOVES 20
#define N_SHAPES 9
#define FIRST_ROUND 5 /* the first round shape; a point and boxes come before it */

/* --- brushes --- */

typedef enum { NEEDLE, BLADE, WEDGE, CAP, BLUNT, KINDS } Kind;

/* Random axes for a brush. Every fourth time they are those of the world, in any order. */
static void axes(Random *r, BspVec axis[3])
{
    random_turn(r, axis);
    if (random_below(r, 4))
        return;
    guint first = random_below(r, 3);
    for (guint i = 0; i < 3; i++) {
        axis[i] = bsp_vec(0, 0, 0);
        axis[i].v[(first + i) % 3] = 1;
    }
}

static BspVec at(const BspVec axis[3], double x, double y, double z)
{
    return bsp_vec_mad(bsp_vec_mad(bsp_vec_scale(axis[0], x), y, axis[1]), z, axis[2]);
}

/* A tetrahedron with its tip at the origin. The other vertices are about `below` lower, and
 * about x and y aside. */
static guint tetrahedron(Random *r, const BspVec axis[3], double x, double y, double below,
                         BspVec *points)
{
    points[0] = bsp_vec(0, 0, 0);
    for (guint i = 1; i < 4; i++) {
        double turn = i * 2 * G_PI / 3 + random_real(r, -0.9, 0.9);
        points[i] = at(axis, x * cos(turn), y * sin(turn), -below * random_real(r, 0.8, 1));
    }
    return 4;
}

/* A wedge between two equal triangles of this length and height, `apart` from each other. */
static guint wedge(const BspVec axis[3], double length, double height, double apart, BspVec *points)
{
    for (guint i = 0; i < 2; i++) {
        points[3 * i] = at(axis, 0, i * apart, 0);
        points[3 * i + 1] = at(axis, length, i * apart, 0);
        points[3 * i + 2] = at(axis, length, i * apart, height);
    }
    return 6;
}

/* A pyramid of this height over four corners. Every second one has a lower tip, too. */
static guint cap(Random *r, const BspVec axis[3], double length, double height, BspVec *points)
{
    for (guint i = 0; i < 4; i++) {
        double turn = i * G_PI / 2 + random_real(r, 0, 1);
        points[i] = at(axis, length * cos(turn), length * sin(turn), 0);
    }
    points[4] = at(axis, 0, 0, height);
    points[5] = at(axis, 0, 0, -length);
    return random_flag(r) ? 5 : 6;
}

static guint points_of(Random *r, Kind kind, BspVec *points)
{
    BspVec axis[3];
    double length = random_real(r, 4, 100), thin = length * pow(10, random_real(r, -4, -1));
    axes(r, axis);
    switch (kind) {
    case NEEDLE:
        return tetrahedron(r, axis, thin, length * pow(10, random_real(r, -4, -0.3)), length,
                           points);
    case BLADE:
        return tetrahedron(r, axis, thin, length * random_real(r, 0.3, 1.5), length, points);
    case WEDGE:
        return wedge(axis, length, thin, random_real(r, 2, 60), points);
    case CAP:
        return cap(r, axis, length, thin, points);
    default:
        return tetrahedron(r, axis, length, length, length, points);
    }
}

/* Thick enough. */
static BspBrush *brush_of(Random *r, Kind kind)
{
    BspVec points[6], offset = random_point_within(r, 20);
    BspBrush *brush = NULL;
    while (!brush) {
        guint n = points_of(r, kind, points);
        for (guint i = 0; i < n; i++)
            points[i] = bsp_vec_add(points[i], offset);
        brush = bsp_brush_new_points(points, n, NULL);
    }
    return brush;
}

/* A copy with vertices moved separately, or all together, by 1e-7 to 1e-6 unit. NULL if rounding
 * prevents it. */
static BspBrush *copy_of(Random *r, const BspBrush *brush, gboolean by_vertex)
{
    double by = pow(10, random_real(r, -7, -6));
    if (!by_vertex)
        return scene_moved(brush, bsp_vec_scale(random_direction(r), by));
    guint n = brush->cell->n_vertices;
    g_autofree BspVec *points = g_new(BspVec, n);
    for (guint i = 0; i < n; i++)
        points[i] = bsp_vec_mad(brush->cell->vertices[i], by, random_direction(r));
    return bsp_brush_new_points(points, n, NULL);
}

/* --- worlds --- */

static const guint32 masks[] = { 1, 2, 0 };

typedef struct {
    BspSolid *solid;
    gboolean masked;
    ShiftTree *tree;
    CompareOracle *oracle;
    BspHull *hull;
    BspShape shapes[N_SHAPES];
} World;

/* One or two brushes with one or two copies each, in random order, with random contents. */
static GPtrArray *random_brushes(Random *r, Kind kind, gboolean by_vertex, gboolean masked)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    guint n = 1 + random_below(r, 2), n_copies = random_below(r, 4) ? 1 : 2;
    for (guint i = 0; i < n; i++) {
        BspBrush *brush = brush_of(r, kind);
        g_ptr_array_add(brushes, brush);
        for (guint k = 0; k < n_copies; k++) {
            BspBrush *copy = copy_of(r, brush, by_vertex);
            if (copy)
                g_ptr_array_insert(brushes, (gint)random_below(r, brushes->len + 1), copy);
        }
    }
    for (guint i = 0; i < brushes->len; i++)
        bsp_brush_set_contents(brushes->pdata[i], masked ? 1u << random_below(r, 2) : 1);
    return brushes;
}

/* A copy that is made of moved vertices has faces slightly off its planes. */
static World world_new(Random *r, Kind kind)
{
    World w = { .masked = random_flag(r), .hull = scene_random_hull(r) };
    gboolean by_vertex = random_below(r, 4) == 0;
    w.solid = bsp_solid_new(random_brushes(r, kind, by_vertex, w.masked));
    ShiftOptions options = shift_options_default();
    options.bevels = SHIFT_BEVEL_BOX;
    options.exact_cells = TRUE;
    options.masks = w.masked ? masks : NULL;
    options.n_masks = w.masked ? G_N_ELEMENTS(masks) : 0;
    w.tree = build_shift_with(w.solid, &options);
    w.oracle = compare_oracle_new(w.solid);
    const BspShape shapes[N_SHAPES] = {
        bsp_shape_point(),
        scene_random_box(r),
        scene_random_box(r),
        scene_player(),
        bsp_shape_box(bsp_vec(-1, -1, 0), bsp_vec(1, 1, 2)),
        bsp_shape_sphere(random_real(r, 0.1, 12)),
        bsp_shape_capsule(4, -10, 10),
        bsp_shape_cylinder(5, -4, 8),
        bsp_shape_hull(w.hull),
    };
    memcpy(w.shapes, shapes, sizeof shapes);
    return w;
}

static void world_clear(World *w)
{
    compare_oracle_free(w->oracle);
    shift_tree_free(w->tree);
    bsp_hull_free(w->hull);
    bsp_solid_free(w->solid);
}

/* --- moves --- */

/* A move to a vertex or past it. Every second one is parallel to an axis. */
static void move_at_vertex(Random *r, const World *w, const BspShape *shape, BspVec *from,
                           BspVec *to)
{
    const BspCell *cell = bsp_solid_brush(w->solid, random_below(r, w->solid->brushes->len))->cell;
    BspVec meet = cell->vertices[random_below(r, cell->n_vertices)], way = random_direction(r);
    if (random_flag(r)) {
        way = bsp_vec(0, 0, 0);
        way.v[random_below(r, 3)] = random_flag(r) ? 1 : -1;
    }
    meet = bsp_vec_sub(meet, bsp_shape_support_point(shape, random_direction(r)));
    meet = bsp_vec_mad(meet, pow(10, random_real(r, -5, 1)), random_direction(r));
    *from = bsp_vec_mad(meet, random_real(r, 1, 60), way);
    *to = bsp_vec_mad(meet, -random_real(r, 1, 60), way);
}

/* Returns whether the answer is right. */
static gboolean ask(Random *r, const World *w, guint s, gboolean at_vertex)
{
    const BspShape *shape = &w->shapes[s];
    guint32 mask = w->masked ? masks[random_below(r, G_N_ELEMENTS(masks))] : 0;
    BspVec from, to;
    if (at_vertex)
        move_at_vertex(r, w, shape, &from, &to);
    else
        scene_move(r, w->solid, shape, &from, &to);
    BspTransition tr = s < FIRST_ROUND
                           ? shift_tree_hit_check(w->tree, shape, mask, from, to, NULL)
                           : shift_tree_hit_check_exact(w->tree, shape, mask, from, to, NULL);
    CompareTruth truth = compare_oracle_move(w->oracle, shape, mask, from, to);
    double t = bsp_transition_blocking_time(&tr);
    if (t >= truth.t_lo && t <= truth.t_hi)
        return TRUE;
    g_autofree char *scene = scene_describe(w->solid, shape, from, to);
    cr_log_warn("under %x: %.17g is not in [%.17g, %.17g]: %s", mask, t, truth.t_lo, truth.t_hi,
                scene);
    return FALSE;
}

/* --- cells --- */

/* The cell of the brush's planes, with all except one replaced by those of its copy. */
static BspCell *mixed_cell(const BspBrush *brush, const BspBrush *copy, guint own)
{
    BspPlane planes[4];
    for (guint f = 0; f < 4; f++)
        planes[f] = (f == own ? brush : copy)->cell->faces[f].plane;
    g_autoptr(BspBrush) mixed = bsp_brush_new_planes(planes, 4, NULL);
    cr_assert(mixed);
    return bsp_cell_copy(mixed->cell);
}

/* Units. The distance of the cell's farthest vertex from the nearest vertex of the brush. */
static double off_corners(const BspCell *cell, const BspBrush *brush)
{
    double most = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double nearest = HUGE_VAL;
        for (guint k = 0; k < brush->cell->n_vertices; k++) {
            BspVec apart = bsp_vec_sub(cell->vertices[i], brush->cell->vertices[k]);
            nearest = fmin(nearest, bsp_vec_length(apart));
        }
        most = fmax(most, nearest);
    }
    return most;
}

Test(near_copies, corners_of_mixed_planes_are_not_trusted)
{
    const BspVec needle[] = { bsp_vec(0, 0, 64), bsp_vec(0.01, 0, 0), bsp_vec(-0.005, 0.009, 0),
                              bsp_vec(-0.005, -0.009, 0) };
    BspBrush *brushes[] = { scene_hull_brush(needle, 4), NULL };
    brushes[1] = scene_moved(brushes[0], bsp_vec(7e-7, -4e-7, 5e-7));
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    ShiftBrushes all = { .solid = solid, .masks = { 0 }, .n_masks = 1 };
    double most = 0;
    for (guint own = 0; own < 4; own++) {
        g_autoptr(BspCell) cell = mixed_cell(brushes[0], brushes[1], own);
        g_autoptr(BspCell) matter = shift_cell_matter(cell, &all);
        most = fmax(most, off_corners(cell, brushes[0]));
        cr_expect_lt(off_corners(matter ? matter : cell, brushes[0]), 2 * BSP_TIP);
    }
    cr_expect_gt(most, BSP_BRACKET);
    cr_expect_null(shift_cell_matter(brushes[0]->cell, &all));
}

/* One half of a wedge with its edge along y. If a side is off by 1e-6 unit, the edge is off by
 * 0.01. */
static BspBrush *half_wedge(double y)
{
    BspVec points[6];
    const BspVec axes_of_world[] = { bsp_vec(1, 0, 0), bsp_vec(0, 1, 0), bsp_vec(0, 0, 1) };
    wedge(axes_of_world, 64, 0.0064, 32, points);
    for (guint i = 0; i < 6; i++)
        points[i].y += y;
    return scene_hull_brush(points, 6);
}

/* A wedge as long as both halves. One side is off by 1e-6 unit. */
static BspBrush *wedge_off(double by)
{
    g_autoptr(BspBrush) whole = half_wedge(0);
    BspPlane planes[5];
    for (guint f = 0; f < 5; f++) {
        planes[f] = whole->cell->faces[f].plane;
        planes[f].dist += planes[f].normal.z < -0.9 ? by : planes[f].normal.y < -0.9 ? 32 : 0;
    }
    return bsp_brush_new_planes(planes, 5, NULL);
}

Test(near_copies, cells_in_several_brushes_are_cut)
{
    BspBrush *brushes[] = { half_wedge(0), half_wedge(-32) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    ShiftBrushes all = { .solid = solid, .masks = { 0 }, .n_masks = 1 };
    g_autoptr(BspBrush) whole = wedge_off(0), off = wedge_off(1e-6);
    BspPlane cut;
    cr_expect_not(shift_cell_cut(whole->cell, &all, &cut));
    cr_assert(shift_cell_cut(off->cell, &all, &cut));
    cr_expect_null(shift_cell_matter(off->cell, &all));
    BspCell *halves[2];
    bsp_cell_split(off->cell, &cut, 0, &halves[0], &halves[1]);
    for (guint k = 0; k < 2; k++) {
        guint b = bsp_cell_interior_point(halves[k]).y > 0 ? 0 : 1;
        g_autoptr(BspCell) matter = shift_cell_matter(halves[k], &all);
        cr_expect_not(shift_cell_cut(halves[k], &all, &cut));
        cr_assert(matter);
        cr_expect_lt(off_corners(matter, bsp_solid_brush(solid, b)), 2 * BSP_TIP);
        bsp_cell_free(halves[k]);
    }
}

/* --- answers --- */

static guint64 number_from(const char *variable, guint64 otherwise)
{
    const char *text = g_getenv(variable);
    return text ? g_ascii_strtoull(text, NULL, 10) : otherwise;
}

static void run(Kind kind)
{
    guint64 n = number_from("BSP_NEAR_COPIES", N_WORLDS), seed = number_from("BSP_TEST_SEED", 1);
    guint n_asked = 0, n_wrong = 0;
    for (guint64 i = 0; i < n; i++) {
        Random r = random_seeded((seed + i) * KINDS + kind);
        World w = world_new(&r, kind);
        for (guint s = 0; s < N_SHAPES; s++)
            for (guint k = 0; k < N_MOVES; k++, n_asked++)
                n_wrong += ask(&r, &w, s, k % 2) ? 0 : 1;
        world_clear(&w);
    }
    cr_assert_eq(n_wrong, 0, "%u of %u answers are wrong", n_wrong, n_asked);
}

#define COPIES(id, kind)                                                                           \
    Test(near_copies, id)                                                                          \
    {                                                                                              \
        run(kind);                                                                                 \
    }

COPIES(of_needles, NEEDLE)
COPIES(of_blades, BLADE)
COPIES(of_wedges, WEDGE)
COPIES(of_flat_caps, CAP)
COPIES(of_blunt_brushes, BLUNT)

/* test-property: compares every method with the oracle, over random worlds, shapes and moves. A
 * quarter of the shapes are plates, sticks, discs, needles, specks and flattened hulls, up to a
 * thousandth of a unit thick.
 *
 * By the contract, a method that claims to be exact for a shape answers within the oracle's
 * bracket, and no method is ever late. In some worlds, brushes have different contents, and the
 * trees have masks. The variable BSP_TEST_SEED changes the seeds. The variable BSP_PROPERTY_WORLDS
 * sets the number of worlds of each kind, for a longer search. */
#include <criterion/criterion.h>

#include "bsp-hull.h"
#include "build-trees.h"
#include "onion-tree.h"
#include "oracle/oracle.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-tree.h"

#define N_WORLDS (SANITIZED ? 15 : SHORT ? 40 : 200)
#define N_MOVES 200
#define N_SPACES 3

/* One world in 10 also uses the builder of Listing 2, which is slow. One world in 3 has hulls, for
 * which the oracle is slow. */
#define LISTING2_EVERY 10
#define HULL_EVERY 3

/* The last mask selects no brush. */
static const guint32 masks[] = { 0, 1, 4, 2 | 4, 0x400000 };
#define N_MASKS G_N_ELEMENTS(masks)

/* A world and everything that is built of it. */
typedef struct {
    const char *name;
    guint64 seed;
    BspSolid *solid;
    OnionSpace spaces[N_SPACES];
    BspTree *map_trees[N_SPACES];
    OnionTree *onion, *listing2;
    ShiftTree *shift, *shift_box, *shift_exact;
    BspBrushTable *sides;
    CompareOracle *oracle;
    BspHull *hull;
    gboolean masked;    /* whether the brushes have different contents, and the trees have masks */
    guint32 shift_mask; /* the mask of the shift trees */
} World;

typedef struct {
    const World *world;
    const BspShape *shape;
    guint32 mask;
    BspVec from, to;
    CompareTruth truth;
    gboolean may_slip; /* the shape is in a seam, and so thin that shift-exact may miss solid there
                          (docs/guarantees.md, "Seams in brushes") */
} Question;

static guint n_failures;

static void fail(const Question *q, const char *method, const char *what, const BspTransition *tr)
{
    if (n_failures++ > 2)
        return;
    g_autofree char *scene = scene_describe(q->world->solid, q->shape, q->from, q->to);
    cr_log_error("%s: %s (scene %s, seed %" G_GUINT64_FORMAT ")\n"
                 "answer %s t %.17g normal %.17g %.17g %.17g; oracle [%.17g, %.17g, %.17g]\n%s",
                 method, what, q->world->name, q->world->seed, bsp_transition_class_name(tr->type),
                 tr->t, tr->plane.normal.x, tr->plane.normal.y, tr->plane.normal.z, q->truth.t_lo,
                 q->truth.t, q->truth.t_hi, scene);
}

/* Checks the conditions that every transition must meet, even a wrong one. */
static void check_form(const Question *q, const char *method, const BspTransition *tr)
{
    BspVec delta = bsp_vec_sub(q->to, q->from), at = bsp_vec_mad(q->from, tr->t, delta);
    double off = bsp_vec_length(bsp_vec_sub(at, tr->point));
    double length = bsp_vec_length(tr->plane.normal);
    double facing = bsp_vec_dot(tr->plane.normal, delta);
    if (!(tr->t >= 0 && tr->t <= 1))
        fail(q, method, "t is not in [0, 1]", tr);
    if (!(off < 1e-9))
        fail(q, method, "the point is not at t", tr);
    if (tr->type == BSP_EMPTY || tr->type == BSP_SOLID) {
        if (tr->t != (tr->type == BSP_EMPTY ? 1 : 0) || length != 0)
            fail(q, method, "no transition, but a plane or a wrong t", tr);
        return;
    }
    if (fabs(length - 1) > 1e-9)
        fail(q, method, "the normal is not of unit length", tr);
    if (tr->type == BSP_EMPTY_TO_SOLID ? !(facing <= 0) : !(facing >= 0))
        fail(q, method, "the plane faces the wrong side", tr);
    if (fabs(bsp_plane_distance(&tr->plane, tr->point)) > 1e-5)
        fail(q, method, "the point is not on the plane", tr);
}

static void check(const Question *q, const char *method, BspTransition tr, gboolean exact)
{
    double t = bsp_transition_blocking_time(&tr);
    check_form(q, method, &tr);
    if (t > q->truth.t_hi)
        fail(q, method, "late", &tr);
    if (exact && t < q->truth.t_lo)
        fail(q, method, "early", &tr);
}

static void ask_shift(const Question *q)
{
    const World *w = q->world;
    if (q->mask != w->shift_mask)
        return;
    gboolean point = q->shape->kind == BSP_SHAPE_POINT, box = bsp_shape_is_box(q->shape);
    check(q, "shift", shift_tree_hit_check(w->shift, q->shape, q->from, q->to, NULL), point);
    BspTransition exact =
        shift_tree_hit_check_exact(w->shift_exact, w->sides, q->shape, q->from, q->to, NULL);
    if (q->may_slip)
        check_form(q, "shift-exact", &exact);
    else
        check(q, "shift-exact", exact, TRUE);
    check(q, "shift-box", shift_tree_hit_check(w->shift_box, q->shape, q->from, q->to, NULL), box);
}

static void ask_space(const Question *q, guint space)
{
    const World *w = q->world;
    BspTransition tr = bsp_tree_first_transition(w->map_trees[space], q->from, q->to, NULL);
    check(q, "map tree", tr, TRUE);
    tr = onion_tree_first_transition(w->onion, space, q->from, q->to, NULL);
    check(q, "onion", tr, TRUE);
    if (w->listing2) {
        tr = onion_tree_first_transition(w->listing2, space, q->from, q->to, NULL);
        check(q, "listing 2", tr, TRUE);
    }
}

/* --- thin shapes --- */

/* Returns zero or a random thickness, in units. All orders of magnitude are about equally
 * likely. */
static double thinness(Random *r)
{
    int order = random_int(r, 2, 9);
    return order == 9 ? 0 : random_real(r, 0.5, 2) * pow(10, -1 - order);
}

/* Returns a random thin hull. It is thin along one random direction, or is a needle that is long
 * along only one. */
static BspHull *thin_hull(Random *r)
{
    for (;;) {
        BspVec points[8], n = random_direction(r);
        double thin = fmax(thinness(r), 1e-9) / 8;
        gboolean needle = random_int(r, 0, 2) == 0;
        for (guint i = 0; i < 8; i++) {
            BspVec p = random_point_within(r, 8), along = bsp_vec_scale(n, bsp_vec_dot(n, p));
            BspVec across = bsp_vec_sub(p, along);
            points[i] =
                needle ? bsp_vec_mad(along, thin, across) : bsp_vec_mad(across, thin, along);
        }
        BspHull *hull = bsp_hull_new(points, 8, NULL);
        if (hull)
            return hull;
    }
}

static BspShape thin_box(Random *r)
{
    BspVec lo, hi;
    /* Bit k is set if the box is thick along axis k; never all three bits. */
    guint thick = (guint)random_int(r, 0, 6);
    for (guint k = 0; k < 3; k++) {
        lo.v[k] = random_int(r, 0, 1) ? 0 : -random_real(r, 0, 16);
        hi.v[k] = lo.v[k] + (thick >> k & 1 ? random_real(r, 0, 32) : thinness(r));
    }
    return bsp_shape_box(lo, hi);
}

/* Returns a random thin shape. The caller frees *hull. */
static BspShape thin_shape(Random *r, BspHull **hull)
{
    double radius = random_real(r, 0.1, 12), bottom = -random_real(r, 0, 24), thin = thinness(r);
    double some = fmax(thin, 1e-9);
    *hull = NULL;
    switch (random_int(r, 0, 6)) {
    case 0:
        return bsp_shape_cylinder(radius, bottom, bottom + thin);
    case 1:
        return bsp_shape_cylinder(some, bottom, bottom + random_real(r, 0, 32));
    case 2:
        return bsp_shape_capsule(some, bottom, bottom + 2 * some + random_real(r, 0, 32));
    case 3:
        return bsp_shape_sphere(some);
    case 4:
        *hull = thin_hull(r);
        return bsp_shape_hull(*hull);
    default:
        return thin_box(r);
    }
}

/* Tests a shape that is thinner than the tolerances of the toolkit. The shape is new each time, so
 * the oracle must not keep sums for all such shapes. */
static void ask_thin(World *w, Random *r)
{
    g_autoptr(BspHull) hull = NULL;
    BspShape shape = thin_shape(r, &hull);
    Question q = { .world = w, .shape = &shape };
    g_autoptr(CompareOracle) oracle = compare_oracle_new(w->solid);
    scene_move(r, w->solid, &shape, &q.from, &q.to);
    q.truth = compare_oracle_move(oracle, &shape, 0, q.from, q.to);
    ask_shift(&q);
}

/* --- worlds --- */

typedef void (*MoveFunc)(Random *r, const BspSolid *solid, const BspShape *shape, BspVec *from,
                         BspVec *to);

static void ask(World *w, Random *r, MoveFunc next_move)
{
    gboolean hulls = w->seed % HULL_EVERY == 0;
    guint which = (guint)random_int(r, 0, N_SPACES + (hulls ? 4 : 3));
    double radius = random_real(r, 0.1, 12), bottom = -random_real(r, 0, 24);
    BspShape shapes[] = { bsp_shape_point(), bsp_shape_sphere(radius),
                          bsp_shape_cylinder(radius, bottom, bottom + random_real(r, 0.1, 40)),
                          bsp_shape_capsule(radius, bottom,
                                            bottom + (2 + random_int(r, 0, 1)) * radius),
                          bsp_shape_hull(w->hull) };
    BspShape shape;
    if (which < N_SPACES)
        shape = bsp_shape_box(w->spaces[which].box.mins, w->spaces[which].box.maxs);
    else
        shape = shapes[which - N_SPACES];
    Question q = { .world = w, .shape = &shape };
    if (w->masked)
        q.mask = which < N_SPACES ? w->spaces[which].mask : masks[random_below(r, N_MASKS)];
    next_move(r, w->solid, &shape, &q.from, &q.to);
    q.truth = compare_oracle_move(w->oracle, &shape, q.mask, q.from, q.to);
    if (!(q.truth.t_lo <= q.truth.t && q.truth.t <= q.truth.t_hi)) {
        BspTransition none = { .t = 1 };
        fail(&q, "oracle", "its times are out of order", &none);
    }
    if (which < N_SPACES)
        ask_space(&q, which);
    ask_shift(&q);
}

/* Gives each brush the contents of one kind, of no kind or of two kinds. */
static void mix_contents(BspSolid *solid, Random *r)
{
    static const guint32 mixture[] = { 1, 1, 1, 2, 4, 4, 0, 1 | 4 };
    for (guint i = 0; i < solid->brushes->len; i++)
        bsp_brush_set_contents(solid->brushes->pdata[i],
                               mixture[random_below(r, G_N_ELEMENTS(mixture))]);
}

/* Gives each brush one of two contents. Only mask 0 selects both. */
static void part_contents(BspSolid *solid, Random *r)
{
    for (guint i = 0; i < solid->brushes->len; i++)
        bsp_brush_set_contents(solid->brushes->pdata[i], random_flag(r) ? 1 : 4);
}

/* Builds everything of the world, and takes ownership of the solid. If `copies`, the brushes are
 * near copies of each other. Then most worlds have masks, and copies differ in their contents. */
static World world_of(BspSolid *solid, const char *name, guint64 seed, gboolean copies)
{
    World w = { .name = name, .seed = seed, .solid = solid };
    Random r = random_seeded(seed + 1000003);
    w.masked = copies ? seed % 4 != 0 : seed % 3 == 2;
    if (w.masked && copies)
        part_contents(w.solid, &r);
    else if (w.masked)
        mix_contents(w.solid, &r);
    for (guint i = 0; i < N_SPACES; i++) {
        w.spaces[i].name = "space";
        w.spaces[i].box = i ? scene_random_box(&r).bounds : bsp_shape_point().bounds;
        w.spaces[i].mask = w.masked ? masks[random_below(&r, N_MASKS)] : 0;
        g_autoptr(GError) error = NULL;
        g_autoptr(BspSolid) selected = bsp_solid_select(w.solid, w.spaces[i].mask);
        g_autoptr(BspSolid) expanded = bsp_solid_expand(selected, &w.spaces[i].box, &error);
        cr_assert(expanded, "%s %" G_GUINT64_FORMAT ": %s", name, seed, error->message);
        w.map_trees[i] = build_tree(expanded, NULL);
    }
    static const guint space_node_faces[] = { 0, 1, 4, 16, ONION_SPACE_NODE_FACES, G_MAXUINT };
    OnionOptions onion = { .space_node_faces =
                               space_node_faces[seed % G_N_ELEMENTS(space_node_faces)] };
    onion.no_space_nodes = onion.space_node_faces == 0;
    w.onion = build_onion_with(w.solid, w.spaces, N_SPACES, &onion);
    if (!copies &&
        seed % LISTING2_EVERY ==
            0) { /* docs/guarantees.md excludes near copies for the builder of Listing 2 */
        onion.builder = ONION_BUILDER_LISTING2;
        w.listing2 = build_onion_with(w.solid, w.spaces, N_SPACES, &onion);
    }
    w.shift_mask = w.masked ? masks[seed % N_MASKS] : 0;
    ShiftOptions shift = { .mask = w.shift_mask, .bevels = seed % 4 == 0 ? SHIFT_BEVEL_NONE : 0 };
    w.shift = build_shift_with(w.solid, &shift);
    shift.names_brushes = TRUE;
    w.shift_exact = build_shift_with(w.solid, &shift);
    shift.names_brushes = FALSE;
    shift.bevels = SHIFT_BEVEL_BOX;
    w.shift_box = build_shift_with(w.solid, &shift);
    w.sides = bsp_brush_table_new(w.solid, 0);
    w.oracle = compare_oracle_new(w.solid);
    w.hull = scene_random_hull(&r);
    return w;
}

static void clear(World *w)
{
    for (guint i = 0; i < N_SPACES; i++)
        bsp_tree_free(w->map_trees[i]);
    onion_tree_free(w->onion);
    onion_tree_free(w->listing2);
    shift_tree_free(w->shift);
    shift_tree_free(w->shift_box);
    shift_tree_free(w->shift_exact);
    bsp_brush_table_free(w->sides);
    compare_oracle_free(w->oracle);
    bsp_hull_free(w->hull);
    bsp_solid_free(w->solid);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(World, clear)

static void run_world(BspSolid *solid, const char *name, guint64 seed)
{
    g_auto(World) w = world_of(solid, name, seed, FALSE);
    Random r = random_seeded(seed + 2000003);
    for (guint i = 0; i < N_MOVES; i++)
        if (i % 4)
            ask(&w, &r, scene_move);
        else
            ask_thin(&w, &r);
}

static void run(SceneKind kind)
{
    guint64 first = number_of("BSP_TEST_SEED", 0), n = number_of("BSP_PROPERTY_WORLDS", N_WORLDS);
    n_failures = 0;
    for (guint64 seed = first; seed < first + n; seed++)
        run_world(scene_new(kind, seed, bsp_vec(0, 0, 0)), scene_name(kind), seed);
    cr_assert(n_failures == 0, "%u wrong answers", n_failures);
}

#define PROPERTY(name, KIND)                                                                       \
    Test(property, name)                                                                           \
    {                                                                                              \
        run(KIND);                                                                                 \
    }

PROPERTY(boxes, SCENE_BOXES)
PROPERTY(wedges, SCENE_WEDGES)
PROPERTY(slivers, SCENE_SLIVERS)
PROPERTY(coplanar, SCENE_COPLANAR)
PROPERTY(tiles, SCENE_TILES)
PROPERTY(prisms, SCENE_PRISMS)
PROPERTY(spikes, SCENE_SPIKES)
PROPERTY(rooms, SCENE_ROOMS)

Test(property, far_from_the_origin_answers_are_as_precise)
{
    n_failures = 0;
    static const double distances[] = { 1024, 4096, 16384, 65536, 262144, 1048576, 4e6 };
    for (guint i = 0; i < G_N_ELEMENTS(distances); i += SANITIZED ? 3 : 1) {
        double far = distances[i];
        for (guint kind = 0; kind < SCENE_KINDS; kind++)
            for (guint64 seed = 1; seed <= (SHORT ? 1 : 4); seed++)
                run_world(scene_new((SceneKind)kind, seed, bsp_vec(far, -far, 0.5 * far)),
                          scene_name((SceneKind)kind), seed);
    }
    cr_assert(n_failures == 0, "%u wrong answers", n_failures);
}

/* --- near copies of brushes --- */

/* If three planes are almost parallel, or a plane is almost parallel to an edge, their intersection
 * is sensitive to noise. A cell with planes of a brush and of its near copy may then have a corner
 * far from both. */
typedef enum { NEEDLE, BLADE, WEDGE, CAP, BLUNT, KINDS } Kind;

/* Chooses random axes for a brush. One time in four, they are the axes of the world, in any
 * order. */
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

/* Makes a tetrahedron with its tip at the origin. The other vertices are lower by about `below`,
 * and off the tip's vertical by about x and y. */
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

/* Makes a wedge between two equal triangles of this length and height. The distance between the
 * triangles is `apart`. */
static guint wedge(const BspVec axis[3], double length, double height, double apart, BspVec *points)
{
    for (guint i = 0; i < 2; i++) {
        points[3 * i] = at(axis, 0, i * apart, 0);
        points[3 * i + 1] = at(axis, length, i * apart, 0);
        points[3 * i + 2] = at(axis, length, i * apart, height);
    }
    return 6;
}

/* Makes a pyramid of this height over four corners. Every second pyramid has a lower tip, too. */
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

/* Returns a random brush that is thick enough to be valid. */
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

/* Returns a copy of the brush, moved by 1e-7 to 1e-6 unit: either each vertex in its own direction,
 * or all vertices together. Returns NULL if rounding makes the copy invalid. */
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

/* Returns one or two brushes with one or two copies each, in random order. */
static BspSolid *near_copies(Random *r, Kind kind)
{
    GPtrArray *brushes = scene_no_brushes();
    gboolean by_vertex = random_below(r, 4) == 0;
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
    return bsp_solid_new(brushes);
}

/* Chooses a move that ends at a vertex of a brush, or goes past it. Every second move is parallel
 * to an axis. */
static void move_at_vertex(Random *r, const BspSolid *solid, const BspShape *shape, BspVec *from,
                           BspVec *to)
{
    const BspCell *cell = bsp_solid_brush(solid, random_below(r, solid->brushes->len))->cell;
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

static void run_copies(Kind kind)
{
    guint64 first = number_of("BSP_TEST_SEED", 0), n = number_of("BSP_PROPERTY_WORLDS", N_WORLDS);
    n_failures = 0;
    for (guint64 seed = first; seed < first + n; seed++) {
        Random r = random_seeded(seed * KINDS + kind);
        g_auto(World) w = world_of(near_copies(&r, kind), "near copies", seed, TRUE);
        for (guint i = 0; i < N_MOVES; i++)
            ask(&w, &r, i % 2 ? move_at_vertex : scene_move);
    }
    cr_assert(n_failures == 0, "%u wrong answers", n_failures);
}

#define COPIES(name, KIND)                                                                         \
    Test(property, near_copies_of_##name)                                                          \
    {                                                                                              \
        run_copies(KIND);                                                                          \
    }

COPIES(needles, NEEDLE)
COPIES(blades, BLADE)
COPIES(wedges, WEDGE)
COPIES(flat_caps, CAP)
COPIES(blunt_brushes, BLUNT)

/* --- starts --- */

/* Starts moves at a vertex of one brush inside of another. Planes and bevels of the tree pass
 * through the start. Rounding may put it on either side of each plane. Solid surrounds the
 * start. */
static guint start_on_hidden_vertices(const World *w, const BspShape *shape, Random *r)
{
    guint n = 0;
    BspVec size = bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins);
    gboolean may_slip = bsp_vec_length(size) > 0 && bsp_shape_thickness(shape) < 2 * BSP_TOUCH;
    BspBounds room = bsp_bounds_grown(&w->solid->bounds, 10);
    for (guint b = 0; b < w->solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(w->solid, b)->cell;
        for (guint v = 0; v < cell->n_vertices; v++) {
            BspVec at = bsp_vec_sub(cell->vertices[v], shape->bounds.mins);
            for (guint i = 0; i < 2; i++) {
                BspVec to = random_point(r, &room);
                if (i)
                    to.z = at.z;
                Question q = { w, shape, 0, at, to, .may_slip = may_slip };
                q.truth = compare_oracle_move(w->oracle, shape, 0, at, to);
                n += q.truth.t_hi == 0 ? 1 : 0;
                ask_shift(&q);
            }
        }
    }
    return n;
}

Test(property, starts_on_hidden_vertices_are_in_solid)
{
    const BspShape shapes[] = { bsp_shape_box(bsp_vec(0, 0, 0), bsp_vec(0, 0, 0)),
                                bsp_shape_box(bsp_vec(3, -2, 1), bsp_vec(3, -2, 1)),
                                bsp_shape_box(bsp_vec(0, 0, -3), bsp_vec(0, 0, 4)),
                                bsp_shape_box(bsp_vec(0, 0, 0), bsp_vec(0, 5, 0)),
                                bsp_shape_box(bsp_vec(-1, -2, 0), bsp_vec(2, 1, 0)),
                                bsp_shape_box(bsp_vec(-1, -2, 0), bsp_vec(2, 1, 2 * BSP_TOUCH)),
                                bsp_shape_sphere(2) };
    guint n = 0;
    n_failures = 0;
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 1; seed < (SHORT ? 4 : 16); seed++) {
            g_auto(World) w =
                world_of(scene_nth(kind, seed), scene_name((SceneKind)kind), seed, FALSE);
            Random r = random_seeded(seed);
            for (guint s = 0; s < G_N_ELEMENTS(shapes); s++)
                n += start_on_hidden_vertices(&w, &shapes[s], &r);
        }
    }
    cr_assert(n_failures == 0, "%u wrong answers", n_failures);
    cr_assert(n > (SHORT ? 400 : 2000), "only %u of the starts are in solid matter", n);
}

/* test-onion: the onion tree against the article (Golodetz 2013), the brushes, and itself. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-world.h"
#include "build/tree.h"
#include "onion/private.h"
#include "oracle/oracle.h"

/* --- worlds and spaces --- */

static BspSolid *solid_of_boxes(const double (*boxes)[6], guint n)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < n; i++) {
        const double *b = boxes[i];
        BspBrush *brush =
            bsp_brush_new_box(bsp_vec(b[0], b[1], b[2]), bsp_vec(b[3], b[4], b[5]), NULL);
        cr_assert_not_null(brush);
        g_ptr_array_add(brushes, brush);
    }
    return bsp_solid_new(brushes);
}

static double uniform(GRand *rand, double half)
{
    return g_rand_double_range(rand, -half, half);
}

static BspVec random_point(GRand *rand, double half)
{
    double x = uniform(rand, half), y = uniform(rand, half), z = uniform(rand, half);
    return bsp_vec(x, y, z);
}

/* On the grid that half of the random brushes stand on, so that moves touch faces and edges. */
static BspVec random_grid_point(GRand *rand, double half)
{
    BspVec p = random_point(rand, half);
    for (int i = 0; i < 3; i++)
        p.v[i] = 16 * floor(p.v[i] / 16);
    return p;
}

/* Boxes on a grid, which touch and overlap, and hulls of points in general position. */
static BspSolid *random_solid(GRand *rand, guint n)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    while (brushes->len < n) {
        BspVec at = random_grid_point(rand, 200), points[12];
        BspBrush *brush;
        if (g_rand_boolean(rand)) {
            BspVec size =
                bsp_vec(16 * g_rand_int_range(rand, 1, 6), 16 * g_rand_int_range(rand, 1, 6),
                        16 * g_rand_int_range(rand, 1, 6));
            brush = bsp_brush_new_box(at, bsp_vec_add(at, size), NULL);
        } else {
            guint n_points = (guint)g_rand_int_range(rand, 4, 12);
            for (guint i = 0; i < n_points; i++)
                points[i] = bsp_vec_add(at, random_point(rand, 64));
            brush = bsp_brush_new_points(points, n_points, NULL);
        }
        if (brush)
            g_ptr_array_add(brushes, brush);
    }
    return bsp_solid_new(brushes);
}

static BspSolid *shipped_solid(const char *name)
{
    g_autofree char *path = g_build_filename(g_getenv("BSP_DATA_DIR"), "worlds", name, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "");
    return g_steal_pointer(&world->solid);
}

/* A cube round the reference point. */
static OnionSpace cube_space(const char *name, double half)
{
    return (OnionSpace){ name, { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) } };
}

static const OnionSpace three_spaces[3] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } } },
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } } },
    { "askew", { { { -3, 1, -20 } }, { { 5, 9, -4 } } } },
};

/* Of trees to come. 0, as in the article: onions down to the leaves; test-onion-space node has the
 * rest.
 */
static guint part_at_faces;

static OnionTree *build(const BspSolid *solid, const OnionSpace *spaces, guint n,
                        OnionBuilder builder)
{
    OnionOptions options = onion_options_default();
    options.part_at_faces = part_at_faces;
    options.builder = builder;
    g_autoptr(GError) error = NULL;
    OnionTree *tree = onion_tree_build(solid, spaces, n, &options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

static void free_solids(BspSolid **solids, guint n)
{
    for (guint i = 0; i < n; i++)
        bsp_solid_free(solids[i]);
    g_free(solids);
}

static BspSolid **expand_all(const BspSolid *solid, const OnionSpace *spaces, guint n)
{
    BspSolid **expanded = g_new(BspSolid *, n);
    for (guint i = 0; i < n; i++) {
        expanded[i] = bsp_solid_expand(solid, &spaces[i].box, NULL);
        cr_assert_not_null(expanded[i]);
    }
    return expanded;
}

/* --- the truth, from the brushes one by one --- */

typedef enum { IS_EMPTY, IS_SOLID, IS_NEAR_SURFACE } Matter;

/* How deep p is in the brush along its planes: below 0 inside. */
static double depth_in_brush(const BspBrush *brush, BspVec p)
{
    double most = -HUGE_VAL;
    for (guint f = 0; f < brush->cell->n_faces; f++)
        most = fmax(most, bsp_plane_distance(&brush->cell->faces[f].plane, p));
    return most;
}

static Matter matter_at(const BspSolid *solid, BspVec p)
{
    Matter matter = IS_EMPTY;
    for (guint b = 0; b < solid->brushes->len; b++) {
        double depth = depth_in_brush(bsp_solid_brush(solid, b), p);
        if (depth < -BSP_BRACKET)
            return IS_SOLID;
        if (depth <= BSP_BRACKET)
            matter = IS_NEAR_SURFACE;
    }
    return matter;
}

/* The t up to which a segment that starts in the brushes, grown, stays in them. */
static double exit_time(const BspSolid *solid, double grown, BspVec from, BspVec delta)
{
    double end = 0, join = 1e-9 / bsp_vec_length(delta);
    for (gboolean farther = TRUE; farther;) {
        farther = FALSE;
        for (guint b = 0; b < solid->brushes->len; b++) {
            const BspCell *cell = bsp_solid_brush(solid, b)->cell;
            double enter = -HUGE_VAL, leave = HUGE_VAL;
            for (guint f = 0; f < cell->n_faces; f++) {
                double d = bsp_plane_distance(&cell->faces[f].plane, from) - grown;
                double v = bsp_vec_dot(cell->faces[f].plane.normal, delta);
                if (v < 0)
                    enter = fmax(enter, -d / v);
                else if (v > 0)
                    leave = fmin(leave, -d / v);
                else if (d > -BSP_BRACKET) /* along a face: touching */
                    leave = -HUGE_VAL;
            }
            if (enter <= leave && enter <= end + join && leave > end) {
                end = leave;
                farther = TRUE;
            }
        }
    }
    return fmin(end, 1);
}

/* The answer is inside the bracket, and so is the end of a start in solid. */
static void check_answer(CompareOracle *oracle, const BspSolid *expanded, const OnionSpace *space,
                         BspVec from, BspVec to, const BspTransition *tr)
{
    BspShape shape = bsp_shape_box(space->box.mins, space->box.maxs);
    CompareTruth truth = compare_oracle_move(oracle, &shape, from, to);
    gboolean in_solid = tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY;
    double t = in_solid ? 0 : tr->t;
    cr_assert(t >= truth.t_lo && t <= truth.t_hi,
              "%s at %.17g in \"%s\", from (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g): the "
              "bracket is [%.17g, %.17g]",
              bsp_transition_class_name(tr->type), t, space->name, from.x, from.y, from.z, to.x,
              to.y, to.z, truth.t_lo, truth.t_hi);
    BspVec delta = bsp_vec_sub(to, from);
    double length = bsp_vec_length(delta);
    if (in_solid && matter_at(expanded, from) == IS_SOLID && length > 0) {
        double least = exit_time(expanded, 0, from, delta) - BSP_BRACKET / length;
        double most = exit_time(expanded, BSP_BRACKET, from, delta);
        double out = tr->type == BSP_SOLID ? 1 : tr->t;
        cr_assert(out >= least && out <= most, "it leaves solid at %.17g, not in [%.17g, %.17g]",
                  out, least, most);
    }
    BspVec on_way = bsp_vec_lerp(from, to, tr->t);
    cr_assert_leq(bsp_vec_length(bsp_vec_sub(on_way, tr->point)), BSP_TOUCH);
    if (tr->type == BSP_EMPTY_TO_SOLID)
        cr_assert_leq(bsp_vec_dot(tr->plane.normal, delta), 0);
    if (tr->type == BSP_SOLID_TO_EMPTY)
        cr_assert_geq(bsp_vec_dot(tr->plane.normal, delta), 0);
}

/* --- Figure 2 --- */

/* The figure's room: a rectangle, made high enough for its ends not to matter. */
static const double figure2_room[6][6] = {
    { -132, -100, -400, -100, 100, 400 }, { 100, -100, -400, 132, 100, 400 },
    { -132, -132, -400, 132, -100, 400 }, { -132, 100, -400, 132, 132, 400 },
    { -132, -132, -432, 132, 132, -400 }, { -132, -132, 400, 132, 132, 432 },
};

static guint64 bits_at(const OnionTree *tree, double x, double y)
{
    guint64 solid;
    onion_tree_descriptor(tree, bsp_vec(x, y, 0), &solid);
    return solid;
}

Test(onion, figure_2)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(figure2_room, 6);
    OnionSpace spaces[2] = { cube_space("outer", 10), cube_space("inner", 40) };
    g_autoptr(OnionTree) tree = build(solid, spaces, 2, ONION_BUILDER_FAST);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    cr_assert_eq(stats.descriptors, 3, "empty in both, in one, in neither: %u", stats.descriptors);
    cr_assert_eq(bits_at(tree, 0, 0), 0, "empty in both");
    cr_assert_eq(bits_at(tree, 75, 0), 2, "leaf e: empty in the outer space, solid in the inner");
    cr_assert_eq(bits_at(tree, -75, 75), 2);
    cr_assert_eq(bits_at(tree, 95, 0), 3, "solid in both");
    cr_assert_eq(bits_at(tree, 500, 0), 0, "outside of everything");

    BspVec from = bsp_vec(0, 0, 0), to = bsp_vec(120, 0, 0);
    BspTransition outer = onion_tree_first_transition(tree, 0, from, to, NULL);
    BspTransition inner = onion_tree_first_transition(tree, 1, from, to, NULL);
    cr_assert_eq(outer.type, BSP_EMPTY_TO_SOLID);
    cr_assert_eq(inner.type, BSP_EMPTY_TO_SOLID);
    cr_assert_float_eq(outer.point.x, 90, 1e-9);
    cr_assert_float_eq(inner.point.x, 60, 1e-9);
    cr_assert_eq(inner.plane.normal.x, -1, "it faces the side the box comes from");

    from = bsp_vec(75, 0, 0); /* in leaf e */
    cr_assert_eq(onion_tree_first_transition(tree, 0, from, bsp_vec(80, 5, 0), NULL).type,
                 BSP_EMPTY);
    cr_assert_eq(onion_tree_first_transition(tree, 1, from, bsp_vec(80, 5, 0), NULL).type,
                 BSP_SOLID);
    BspTransition out = onion_tree_first_transition(tree, 1, from, bsp_vec(0, 0, 0), NULL);
    cr_assert_eq(out.type, BSP_SOLID_TO_EMPTY);
    cr_assert_float_eq(out.point.x, 60, 1e-9);
    cr_assert_eq(out.plane.normal.x, -1, "it faces the empty side");
}

/* --- Listing 4: an arbitrary point of a leaf --- */

static const BspBounds ten = { { { -10, -10, -10 } }, { { 10, 10, 10 } } };

static void check_leaf_point(const BspPlane *planes, guint n, BspVec expected)
{
    BspVec p;
    cr_assert(onion_arbitrary_leaf_point(planes, n, &ten, &p));
    cr_assert_leq(bsp_vec_length(bsp_vec_sub(p, expected)), 1e-9, "(%g, %g, %g)", p.x, p.y, p.z);
}

Test(onion, listing_4_on_known_leaves)
{
    const double third = 1 / sqrt(3);
    BspPlane front = { bsp_vec(1, 0, 0), 0 };
    BspPlane slab[2] = { { bsp_vec(0, 0, 1), 2 }, { bsp_vec(0, 0, -1), -4 } };
    BspPlane corner[4] = { { bsp_vec(1, 0, 0), 0 },
                           { bsp_vec(0, 1, 0), 0 },
                           { bsp_vec(0, 0, 1), 0 },
                           { bsp_vec(-third, -third, -third), -8 * third } };
    check_leaf_point(NULL, 0, bsp_vec(0, 0, 0));
    check_leaf_point(&front, 1, bsp_vec(5, 0, 0));
    check_leaf_point(slab, 2, bsp_vec(0, 0, 3));
    check_leaf_point(corner, 4, bsp_vec(2, 2, 2)); /* a tetrahedron: the mean of its corners */
}

Test(onion, listing_4_finds_no_point_where_there_is_none)
{
    BspPlane apart[2] = { { bsp_vec(1, 0, 0), 3 }, { bsp_vec(-1, 0, 0), -2 } };
    BspPlane outside = { bsp_vec(0, 1, 0), 11 };
    BspVec p;
    cr_assert_not(onion_arbitrary_leaf_point(apart, 2, &ten, &p));
    cr_assert_not(onion_arbitrary_leaf_point(&outside, 1, &ten, &p));
}

/* --- Listing 3: what a leaf says is what the map trees and the brushes say --- */

typedef struct {
    const OnionTree *tree;
    BspTree **map_trees; /* of each space */
    BspSolid **expanded;
    BspBounds region;
    GArray *ancestors; /* BspPlane: the leaf is in front of them */
    GRand *rand;
    guint n_leaves, n_points; /* checked */
} LeafCheck;

/* The descriptor of the leaf holds at p, unless a surface is too near to tell. */
static void check_point(LeafCheck *c, const guint64 *descriptor, BspVec p)
{
    for (guint i = 0; i < c->tree->n_spaces; i++) {
        Matter matter = matter_at(c->expanded[i], p);
        if (matter == IS_NEAR_SURFACE)
            continue;
        cr_assert_eq(bsp_bit(descriptor, i), matter == IS_SOLID,
                     "space %u: the leaf says %s at (%.17g, %.17g, %.17g), the brushes do not", i,
                     bsp_bit(descriptor, i) ? "solid" : "empty", p.x, p.y, p.z);
        cr_assert_eq(bsp_tree_point_is_solid(c->map_trees[i], p), matter == IS_SOLID);
        c->n_points++;
    }
}

static void check_leaf(LeafCheck *c, const guint64 *descriptor, const BspCell *cell)
{
    const BspPlane *planes = (const BspPlane *)(gpointer)c->ancestors->data;
    BspVec p;
    cr_assert(onion_arbitrary_leaf_point(planes, c->ancestors->len, &c->region, &p));
    for (guint i = 0; i < c->ancestors->len; i++)
        cr_assert_gt(bsp_plane_distance(&planes[i], p), 0, "the point is not in the leaf");
    cr_assert(bsp_bounds_contain(&c->region, p));
    for (guint i = 0; i < c->tree->n_spaces; i++)
        cr_assert_eq(bsp_tree_point_is_solid(c->map_trees[i], p), bsp_bit(descriptor, i),
                     "a map tree contradicts the leaf");
    check_point(c, descriptor, p);

    /* A leaf is all of a kind: any other point of it says the same. */
    for (guint k = 0; k < 8; k++) {
        BspVec q = p;
        for (guint v = 0; v < cell->n_vertices; v++)
            q = bsp_vec_lerp(q, cell->vertices[v],
                             g_rand_double_range(c->rand, 0, 1.5 / cell->n_vertices));
        check_point(c, descriptor, q);
    }
    c->n_leaves++;
}

static void check_leaves(LeafCheck *c, gint32 at, BspCell *cell)
{
    /* What Listing 4 can tell apart; thinner leaves are within the bracket anyway. */
    if (!cell || bsp_cell_thickness(cell) < BSP_BRACKET)
        return;
    if (at < 0) {
        check_leaf(c, c->tree->descriptors + (gsize)~at * c->tree->words, cell);
        return;
    }
    BspPlane plane = bsp_nodes_plane(&c->tree->nodes, at), flipped = bsp_plane_flipped(&plane);
    BspCell *child[2];
    bsp_cell_split(cell, &plane, 0, &child[0], &child[1]);
    g_array_append_val(c->ancestors, plane);
    check_leaves(c, c->tree->nodes.nodes[at].child[0], child[0]);
    g_array_index(c->ancestors, BspPlane, c->ancestors->len - 1) = flipped;
    check_leaves(c, c->tree->nodes.nodes[at].child[1], child[1]);
    g_array_set_size(c->ancestors, c->ancestors->len - 1);
    bsp_cell_free(child[0]);
    bsp_cell_free(child[1]);
}

static void check_all_leaves(const BspSolid *solid, OnionBuilder builder, GRand *rand)
{
    const guint n = G_N_ELEMENTS(three_spaces);
    g_autoptr(OnionTree) tree = build(solid, three_spaces, n, builder);
    LeafCheck c = { .tree = tree, .rand = rand };
    c.expanded = expand_all(solid, three_spaces, n);
    c.map_trees = g_new(BspTree *, n);
    BspBuildOptions options = bsp_build_options_default();
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < n; i++) {
        c.map_trees[i] = bsp_tree_new(c.expanded[i], &options, NULL);
        bsp_bounds_add(&all, &c.expanded[i]->bounds);
    }
    c.region = bsp_tree_region(&all);
    c.ancestors = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autoptr(BspCell) cell = bsp_cell_new_box(&c.region);
    check_leaves(&c, tree->nodes.root, cell);
    cr_assert_geq(2 * c.n_leaves, tree->nodes.n_leaves, "too few leaves were checked");
    cr_assert_geq(c.n_points, c.n_leaves);
    g_array_unref(c.ancestors);
    for (guint i = 0; i < n; i++)
        bsp_tree_free(c.map_trees[i]);
    g_free(c.map_trees);
    free_solids(c.expanded, n);
}

Test(onion, listing_3_leaves_agree_with_map_trees_and_brushes)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);
    for (guint round = 0; round < 6; round++) {
        g_autoptr(BspSolid) solid = random_solid(rand, 5 + 3 * round);
        check_all_leaves(solid, ONION_BUILDER_LISTING2, rand);
        check_all_leaves(solid, ONION_BUILDER_FAST, rand);
    }
}

/* --- Listing 5: find-first-transition --- */

/* Two boxes that touch in the plane x = 0, and one apart, to the right. */
static const double three_boxes[3][6] = { { -32, -16, -16, 0, 16, 16 },
                                          { 0, -16, -16, 32, 16, 16 },
                                          { 64, -16, -16, 96, 16, 16 } };

typedef struct {
    const char *what;
    BspVec from, to;
    BspTransitionClass type;
    double t;
} Segment;

static const Segment listing5_segments[] = {
    { "far above", { { -64, 0, 64 } }, { { 128, 0, 64 } }, BSP_EMPTY, 1 },
    { "ends before the face", { { -64, 0, 0 } }, { { -33, 0, 0 } }, BSP_EMPTY, 1 },
    { "ends on the face", { { -64, 0, 0 } }, { { -32, 0, 0 } }, BSP_EMPTY, 1 },
    { "starts on the face, goes away", { { -32, 0, 0 } }, { { -64, 0, 0 } }, BSP_EMPTY, 1 },
    { "starts on the face, goes in", { { -32, 0, 0 } }, { { 0, 0, 0 } }, BSP_EMPTY_TO_SOLID, 0 },
    { "enters", { { -64, 0, 0 } }, { { 0, 0, 0 } }, BSP_EMPTY_TO_SOLID, 0.5 },
    { "enters, through all", { { -64, 0, 0 } }, { { 128, 0, 0 } }, BSP_EMPTY_TO_SOLID, 1.0 / 6 },
    { "inside of one", { { -24, 0, 0 } }, { { -8, 0, 0 } }, BSP_SOLID, 0 },
    { "across the seam", { { -16, 0, 0 } }, { { 16, 0, 0 } }, BSP_SOLID, 0 },
    { "along the seam", { { 0, -8, 0 } }, { { 0, 8, 4 } }, BSP_SOLID, 0 },
    { "along the seam, out", { { 0, 0, 0 } }, { { 0, 0, 32 } }, BSP_SOLID_TO_EMPTY, 0.5 },
    { "along the seam, in", { { 0, 0, 32 } }, { { 0, 0, 0 } }, BSP_EMPTY_TO_SOLID, 0.5 },
    { "leaves", { { 16, 0, 0 } }, { { 48, 0, 0 } }, BSP_SOLID_TO_EMPTY, 0.5 },
    { "leaves and enters again", { { 16, 0, 0 } }, { { 80, 0, 0 } }, BSP_SOLID_TO_EMPTY, 0.25 },
    { "across the seam and out", { { -16, 0, 0 } }, { { 48, 0, 0 } }, BSP_SOLID_TO_EMPTY, 0.75 },
    { "a face, along it", { { -64, 0, 16 } }, { { 128, 0, 16 } }, BSP_EMPTY, 1 },
    { "an edge, along it", { { -64, 16, 16 } }, { { 128, 16, 16 } }, BSP_EMPTY, 1 },
    { "an edge, across it", { { -64, 0, 48 } }, { { 0, 0, -16 } }, BSP_EMPTY_TO_SOLID, 0.5 },
    { "an edge, touched", { { -48, 0, 0 } }, { { -16, 0, 32 } }, BSP_EMPTY, 1 },
    { "a corner, touched", { { -48, 0, 32 } }, { { -16, 32, 0 } }, BSP_EMPTY, 1 },
    { "a point, empty", { { 48, 0, 0 } }, { { 48, 0, 0 } }, BSP_EMPTY, 1 },
    { "a point, solid", { { 16, 0, 0 } }, { { 16, 0, 0 } }, BSP_SOLID, 0 },
    { "a point on a face", { { 32, 0, 0 } }, { { 32, 0, 0 } }, BSP_EMPTY, 1 },
    { "a point on the seam", { { 0, 0, 0 } }, { { 0, 0, 0 } }, BSP_SOLID, 0 },
};

static void check_segments(const OnionTree *tree, const Segment *segments, guint n)
{
    for (guint i = 0; i < n; i++) {
        const Segment *s = &segments[i];
        BspTransition tr = onion_tree_first_transition(tree, 0, s->from, s->to, NULL);
        cr_expect_eq(tr.type, s->type, "%s: %s, not %s", s->what,
                     bsp_transition_class_name(tr.type), bsp_transition_class_name(s->type));
        cr_expect_float_eq(tr.t, s->t, 1e-12, "%s: at %.17g", s->what, tr.t);
    }
}

Test(onion, listing_5_every_class)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(three_boxes, 3);
    for (guint builder = 0; builder < 2; builder++) {
        g_autoptr(OnionTree) tree = build(solid, three_spaces, 1, (OnionBuilder)builder);
        check_segments(tree, listing5_segments, G_N_ELEMENTS(listing5_segments));
    }
}

/* Segments in the plane z = 16, which tops one box and cuts through the other. */
static const double steps[3][6] = { { 0, -16, -16, 32, 16, 16 },
                                    { 64, -16, -16, 96, 16, 48 },
                                    { 96, -16, 16, 128, 16, 48 } };

static const Segment coplanar_segments[] = {
    { "over the one, into the other", { { 0, 0, 16 } }, { { 80, 0, 16 } }, BSP_EMPTY_TO_SOLID, .8 },
    { "from the other, over the one", { { 80, 0, 16 } }, { { 0, 0, 16 } }, BSP_SOLID_TO_EMPTY, .2 },
    { "inside, across the plane's cut", { { 70, 0, 16 } }, { { 90, 8, 16 } }, BSP_SOLID, 0 },
    { "under the overhang", { { 128, 0, 16 } }, { { 96, 0, 16 } }, BSP_EMPTY, 1 },
    { "under the overhang, in", { { 112, 0, 16 } }, { { 80, 0, 16 } }, BSP_EMPTY_TO_SOLID, .5 },
    { "from solid, under the overhang",
      { { 80, 0, 16 } },
      { { 112, 0, 16 } },
      BSP_SOLID_TO_EMPTY,
      .5 },
    { "over all of it", { { 0, -16, 16 } }, { { 128, -16, 16 } }, BSP_EMPTY, 1 },
};

Test(onion, listing_5_coplanar)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(steps, 3);
    for (guint builder = 0; builder < 2; builder++) {
        g_autoptr(OnionTree) tree = build(solid, three_spaces, 1, (OnionBuilder)builder);
        check_segments(tree, coplanar_segments, G_N_ELEMENTS(coplanar_segments));
    }
}

/* A floor of many tiles has no seams to stop at: the union has no internal faces. */
Test(onion, no_stops_on_seams)
{
    double tiles[64][6];
    for (guint i = 0; i < 64; i++) {
        double x = 32.0 * (i % 8), y = 32.0 * (i / 8);
        memcpy(tiles[i], (double[6]){ x, y, -16, x + 32, y + 32, 0 }, sizeof tiles[i]);
    }
    g_autoptr(BspSolid) solid = solid_of_boxes(tiles, 64);
    g_autoptr(OnionTree) tree = build(solid, three_spaces, 3, ONION_BUILDER_FAST);
    g_autoptr(GRand) rand = g_rand_new_with_seed(5);
    for (guint i = 0; i < 2000; i++) {
        BspVec from =
            bsp_vec(g_rand_double_range(rand, 0, 256), g_rand_double_range(rand, 0, 256), 24);
        BspVec to =
            bsp_vec(g_rand_double_range(rand, 0, 256), g_rand_double_range(rand, 0, 256), 24);
        BspTransition tr = onion_tree_first_transition(tree, 1, from, to, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY, "it rests on the floor and slides");
    }
}

/* --- the moved-back retry --- */

Test(onion, retry_from_a_point_moved_back)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(three_boxes, 3);
    g_autoptr(OnionTree) tree = build(solid, three_spaces, 1, ONION_BUILDER_FAST);
    BspVec deep = bsp_vec(-32 + 0.01, 0, 0), in = bsp_vec(-16, 0, 0), away = bsp_vec(-64, 0, 0);
    BspTransition tr = onion_tree_first_transition(tree, 0, deep, in, NULL);
    cr_assert_eq(tr.type, BSP_SOLID, "without the retry");
    tr = onion_tree_first_transition_retry(tree, 0, deep, in, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert_eq(tr.t, 0);
    cr_assert_eq(tr.point.x, deep.x);
    cr_assert_eq(tr.plane.normal.x, -1);

    tr = onion_tree_first_transition_retry(tree, 0, bsp_vec(-31, 0, 0), in, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_SOLID, "deeper than it is moved back");
    tr = onion_tree_first_transition_retry(tree, 0, deep, away, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_SOLID_TO_EMPTY, "it may go back out");
    tr = onion_tree_first_transition_retry(tree, 0, deep, deep, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_SOLID, "a move of no length has no way back");
    tr = onion_tree_first_transition_retry(tree, 0, away, in, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "what needs no retry is left as it is");
    cr_assert_float_eq(tr.point.x, -32, 1e-12);
}

/* A start that rounding put behind a face by less than BSP_TOUCH is empty without any retry. */
Test(onion, starts_within_touch_are_empty)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(three_boxes, 3);
    g_autoptr(OnionTree) tree = build(solid, three_spaces, 1, ONION_BUILDER_FAST);
    BspVec start = bsp_vec(-32 + 0.5 * BSP_TOUCH, 0, 0);
    BspTransition tr = onion_tree_first_transition(tree, 0, start, bsp_vec(-64, 0, 0), NULL);
    cr_assert_eq(tr.type, BSP_EMPTY);
    tr = onion_tree_first_transition(tree, 0, start, bsp_vec(-16, 0, 0), NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert_eq(tr.t, 0);
}

/* --- the two builders --- */

static void draw_move(GRand *rand, BspVec *from, BspVec *to)
{
    if (g_rand_boolean(rand)) {
        *from = random_point(rand, 320);
        *to = random_point(rand, 320);
    } else {
        *from = random_grid_point(rand, 320);
        *to = random_grid_point(rand, 320);
    }
}

static void compare_builders(const BspSolid *solid, GRand *rand, guint n_moves)
{
    const guint n = G_N_ELEMENTS(three_spaces);
    g_autoptr(OnionTree) fast = build(solid, three_spaces, n, ONION_BUILDER_FAST);
    g_autoptr(OnionTree) listing2 = build(solid, three_spaces, n, ONION_BUILDER_LISTING2);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspSolid **expanded = expand_all(solid, three_spaces, n);
    for (guint i = 0; i < n_moves; i++) {
        guint space = i % n;
        BspVec from, to;
        draw_move(rand, &from, &to);
        BspTransition a = onion_tree_first_transition(fast, space, from, to, NULL);
        BspTransition b = onion_tree_first_transition(listing2, space, from, to, NULL);
        check_answer(oracle, expanded[space], &three_spaces[space], from, to, &a);
        check_answer(oracle, expanded[space], &three_spaces[space], from, to, &b);
        double length = bsp_vec_length(bsp_vec_sub(to, from));
        cr_assert_eq(a.type, b.type, "%u brushes, move %u: %s and %s", solid->brushes->len, i,
                     bsp_transition_class_name(a.type), bsp_transition_class_name(b.type));
        cr_assert_float_eq(a.t * length, b.t * length, BSP_ON_PLANE);
    }
    free_solids(expanded, n);
}

Test(onion, builders_agree_on_random_worlds)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(20);
    for (guint n = 5; n <= 40; n += 5) {
        g_autoptr(BspSolid) solid = random_solid(rand, n);
        compare_builders(solid, rand, 1500);
    }
}

Test(onion, builders_agree_on_shipped_worlds)
{
    static const char *const worlds[] = { "low-tunnel.json", "nested.json",   "ramp.json",
                                          "ridge.json",      "slivers.json",  "stairs.json",
                                          "two-rooms.json",  "touching.json", "pillars.json" };
    g_autoptr(GRand) rand = g_rand_new_with_seed(21);
    for (guint i = 0; i < G_N_ELEMENTS(worlds); i++) {
        g_autoptr(BspSolid) solid = shipped_solid(worlds[i]);
        compare_builders(solid, rand, 600);
    }
}

/* --- any number of spaces --- */

/* Every space of the tree answers as a tree of that space alone, and within the bracket. */
static void check_many_spaces(const BspSolid *solid, guint n)
{
    g_autofree OnionSpace *spaces = g_new(OnionSpace, n);
    for (guint i = 0; i < n; i++) {
        double half = 40.0 * (i * 7 % n) / n; /* in no order */
        spaces[i] = cube_space("some", half);
        spaces[i].box.maxs.z += 0.25 * i;
    }
    g_autoptr(OnionTree) tree = build(solid, spaces, n, ONION_BUILDER_FAST);
    cr_assert_eq(onion_tree_n_spaces(tree), n);
    cr_assert_eq(tree->words, (n + 63) / 64);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspSolid **expanded = expand_all(solid, spaces, n);
    g_autoptr(GRand) rand = g_rand_new_with_seed(n);
    for (guint i = 0; i < n; i++) {
        cr_assert_eq(onion_tree_space(tree, i)->box.maxs.z, spaces[i].box.maxs.z);
        cr_assert_str_eq(onion_tree_space(tree, i)->name, "some");
        cr_assert_neq(onion_tree_space(tree, i)->name, spaces[i].name, "a copy");
        for (guint k = 0; k < 40; k++) {
            BspVec from, to;
            draw_move(rand, &from, &to);
            BspTransition tr = onion_tree_first_transition(tree, i, from, to, NULL);
            check_answer(oracle, expanded[i], &spaces[i], from, to, &tr);
            gboolean is_solid = onion_tree_point_is_solid(tree, i, from);
            guint64 bits[3];
            onion_tree_descriptor(tree, from, bits);
            cr_assert_eq(is_solid, bsp_bit(bits, i));
            Matter matter = matter_at(expanded[i], from);
            if (matter != IS_NEAR_SURFACE)
                cr_assert_eq(is_solid, matter == IS_SOLID);
        }
    }
    free_solids(expanded, n);
}

Test(onion, any_number_of_spaces)
{
    static const guint numbers[] = { 1, 2, 5, 64, 65, 130 };
    g_autoptr(GRand) rand = g_rand_new_with_seed(8);
    g_autoptr(BspSolid) solid = random_solid(rand, 6);
    for (part_at_faces = 0; part_at_faces <= 2; part_at_faces += 2)
        for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
            check_many_spaces(solid, numbers[i]);
}

Test(onion, identical_spaces)
{
    g_autoptr(BspSolid) solid = shipped_solid("low-tunnel.json");
    OnionSpace spaces[65];
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++)
        spaces[i] = three_spaces[1];
    g_autoptr(OnionTree) many = build(solid, spaces, G_N_ELEMENTS(spaces), ONION_BUILDER_FAST);
    g_autoptr(OnionTree) one = build(solid, spaces, 1, ONION_BUILDER_FAST);
    OnionStats stats_of_many, stats_of_one;
    onion_tree_stats(many, &stats_of_many);
    onion_tree_stats(one, &stats_of_one);
    cr_assert_eq(stats_of_many.descriptors, 2);
    for (guint i = 0; i < 2; i++) {
        const guint64 *bits = many->descriptors + 2 * i;
        cr_assert((bits[0] == 0 && bits[1] == 0) || (bits[0] == G_MAXUINT64 && bits[1] == 1));
    }
    cr_assert_leq(stats_of_many.nodes, 2 * stats_of_one.nodes, "they share their planes");
}

Test(onion, a_space_too_big_for_the_world)
{
    g_autoptr(BspSolid) solid = shipped_solid("low-tunnel.json");
    OnionSpace spaces[2] = { three_spaces[1], cube_space("giant", 1000) };
    g_autoptr(OnionTree) tree = build(solid, spaces, 2, ONION_BUILDER_FAST);
    g_autoptr(GRand) rand = g_rand_new_with_seed(9);
    for (guint i = 0; i < 500; i++) {
        BspVec from = random_point(rand, 140), to = random_point(rand, 140);
        cr_assert(onion_tree_point_is_solid(tree, 1, from));
        cr_assert_eq(onion_tree_first_transition(tree, 1, from, to, NULL).type, BSP_SOLID);
    }
    BspVec start = bsp_vec(0, -64, 41), end = bsp_vec(0, -64, 44);
    cr_assert_eq(onion_tree_first_transition(tree, 0, start, end, NULL).type, BSP_EMPTY);
}

Test(onion, ten_nested_spaces)
{
    g_autoptr(BspSolid) solid = shipped_solid("pillars.json");
    OnionSpace spaces[10];
    for (guint i = 0; i < 10; i++)
        spaces[i] = cube_space("nested", 3 * i);
    g_autoptr(OnionTree) tree = build(solid, spaces, 10, ONION_BUILDER_FAST);
    for (guint i = 0; i < tree->n_descriptors; i++) {
        /* Solid for a box is solid for a larger one: ones above zeros. */
        guint64 empty = ~tree->descriptors[i] & 1023;
        cr_assert_eq(empty & (empty + 1), 0, "descriptor %#" G_GINT64_MODIFIER "x",
                     tree->descriptors[i]);
    }
    BspVec from = bsp_vec(0, 0, 128), to = bsp_vec(0, 400, 128);
    double last = 2;
    for (guint i = 0; i < 10; i++) {
        BspTransition tr = onion_tree_first_transition(tree, i, from, to, NULL);
        double t = tr.type == BSP_EMPTY || tr.type == BSP_EMPTY_TO_SOLID ? tr.t : 0;
        cr_assert_leq(t, last, "a larger box gets no farther");
        last = t;
    }
}

Test(onion, a_world_of_nothing)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(three_boxes, 0);
    for (guint builder = 0; builder < 2; builder++) {
        g_autoptr(OnionTree) tree = build(solid, three_spaces, 3, (OnionBuilder)builder);
        BspTransition tr =
            onion_tree_first_transition(tree, 1, bsp_vec(-1e6, 0, 0), bsp_vec(1e6, 3, 0), NULL);
        cr_assert_eq(tr.type, BSP_EMPTY);
        cr_assert_eq(tr.t, 1);
    }
}

/* --- what a build refuses --- */

static void check_refused(BspBounds box, gint code, const char *says)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(three_boxes, 3);
    OnionSpace spaces[2] = { three_spaces[1], { "odd one", box } };
    g_autoptr(GError) error = NULL;
    cr_assert_null(onion_tree_build(solid, spaces, 2, NULL, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, code), "%s", error ? error->message : "");
    cr_assert(strstr(error->message, "\"odd one\"") && strstr(error->message, says), "%s",
              error->message);
    cr_assert_null(strchr(error->message, '\n'));
}

Test(onion, refuses_impossible_spaces)
{
    BspVec o = bsp_vec(0, 0, 0);
    check_refused((BspBounds){ bsp_vec(1, 0, 0), o }, BSP_ERROR_VALUE, "x axis");
    check_refused((BspBounds){ bsp_vec(0, 2, 0), bsp_vec(5, 1, 5) }, BSP_ERROR_VALUE, "y axis");
    check_refused((BspBounds){ bsp_vec(0, 0, -HUGE_VAL), o }, BSP_ERROR_VALUE, "z axis");
    check_refused((BspBounds){ o, bsp_vec(0, 0, (double)NAN) }, BSP_ERROR_VALUE, "z axis");
    check_refused((BspBounds){ o, bsp_vec(HUGE_VAL, 0, 0) }, BSP_ERROR_VALUE, "x axis");
    check_refused((BspBounds){ bsp_vec(-1e7, 0, 0), o }, BSP_ERROR_GEOMETRY, "brush 0");
}

static void swallow(const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
    (void)domain, (void)level, (void)message;
    ++*(guint *)data;
}

Test(onion, refuses_no_spaces)
{
    g_autoptr(BspSolid) solid = solid_of_boxes(three_boxes, 3);
    guint n_critical = 0;
    g_log_set_handler("onionbsp", G_LOG_LEVEL_CRITICAL, swallow, &n_critical);
    cr_assert_null(onion_tree_build(solid, three_spaces, 0, NULL, NULL));
    cr_assert_eq(n_critical, 1, "a programmer's error");
}

typedef struct {
    guint calls, stop_at; /* at this call; 0: never */
    double last;
    gboolean ordered;
} Progress;

static gboolean note_progress(double done, gpointer user_data)
{
    Progress *p = user_data;
    p->ordered = p->ordered && done >= 0 && done <= 1;
    p->last = done;
    return ++p->calls != p->stop_at;
}

static void check_cancelled(OnionBuilder builder, guint n_brushes)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_autoptr(BspSolid) solid = random_solid(rand, n_brushes);
    Progress progress = { .stop_at = 2, .ordered = TRUE };
    OnionOptions options = onion_options_default();
    options.builder = builder;
    options.build.progress = note_progress;
    options.build.progress_data = &progress;
    g_autoptr(GError) error = NULL;
    cr_assert_null(onion_tree_build(solid, three_spaces, 3, &options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED), "%s",
              error ? error->message : "");
    cr_assert_eq(progress.calls, 2, "not asked again once it said no");
    cr_assert(progress.ordered, "done is from 0 to 1");
}

Test(onion, a_build_can_be_cancelled)
{
    check_cancelled(ONION_BUILDER_FAST, 300);
    check_cancelled(ONION_BUILDER_LISTING2, 60);
}

/* --- the same for everybody --- */

static guint64 hash_of_build(const BspSolid *solid, OnionBuilder builder)
{
    g_autoptr(OnionTree) tree = build(solid, three_spaces, 3, builder);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    return stats.hash;
}

static gpointer hash_in_thread(gpointer solid)
{
    guint64 hash = hash_of_build(solid, ONION_BUILDER_FAST);
    return g_memdup2(&hash, sizeof hash);
}

Test(onion, builds_are_deterministic)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(12);
    g_autoptr(BspSolid) solid = random_solid(rand, 25);
    guint64 hash = hash_of_build(solid, ONION_BUILDER_FAST);
    cr_assert_eq(hash, hash_of_build(solid, ONION_BUILDER_FAST));
    GThread *threads[4];
    for (guint i = 0; i < 4; i++)
        threads[i] = g_thread_new("build", hash_in_thread, solid);
    for (guint i = 0; i < 4; i++) {
        g_autofree guint64 *other = g_thread_join(threads[i]);
        cr_assert_eq(*other, hash);
    }
    guint64 listing2 = hash_of_build(solid, ONION_BUILDER_LISTING2);
    cr_assert_eq(listing2, hash_of_build(solid, ONION_BUILDER_LISTING2));

    /* It tells trees apart: by a bit in a box. */
    OnionSpace spaces[3] = { three_spaces[0], three_spaces[1], three_spaces[2] };
    spaces[1].box.maxs.x = nextafter(spaces[1].box.maxs.x, 16);
    g_autoptr(OnionTree) tree = build(solid, spaces, 3, ONION_BUILDER_FAST);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    cr_assert_neq(stats.hash, hash);
}

#define N_SHARED 4000

typedef struct {
    const OnionTree *tree;
    BspVec from[N_SHARED], to[N_SHARED];
    BspTransition expected[N_SHARED];
    guint64 nodes;
} Shared;

static gpointer ask_all(gpointer user_data)
{
    const Shared *s = user_data;
    BspCounters counters = { 0 };
    guint n_different = 0;
    for (guint i = 0; i < N_SHARED; i++) {
        BspTransition tr =
            onion_tree_first_transition(s->tree, i % 3, s->from[i], s->to[i], &counters);
        n_different += tr.type != s->expected[i].type || tr.t != s->expected[i].t ||
                       tr.plane.dist != s->expected[i].plane.dist;
    }
    return GUINT_TO_POINTER(n_different + (counters.nodes != s->nodes));
}

Test(onion, threads_share_a_tree)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(14);
    g_autoptr(BspSolid) solid = random_solid(rand, 30);
    g_autoptr(OnionTree) tree = build(solid, three_spaces, 3, ONION_BUILDER_FAST);
    g_autofree Shared *s = g_new0(Shared, 1);
    s->tree = tree;
    BspCounters counters = { 0 };
    for (guint i = 0; i < N_SHARED; i++) {
        draw_move(rand, &s->from[i], &s->to[i]);
        s->expected[i] = onion_tree_first_transition(tree, i % 3, s->from[i], s->to[i], &counters);
    }
    s->nodes = counters.nodes;
    GThread *threads[4];
    for (guint i = 0; i < 4; i++)
        threads[i] = g_thread_new("ask", ask_all, s);
    for (guint i = 0; i < 4; i++)
        cr_assert_eq(g_thread_join(threads[i]), NULL, "a thread got other answers");
}

/* --- counters and sizes --- */

Test(onion, counters_add_up)
{
    g_autoptr(BspSolid) solid = shipped_solid("pillars.json");
    g_autoptr(OnionTree) tree = build(solid, three_spaces, 3, ONION_BUILDER_FAST);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    cr_assert_leq(stats.leaves, stats.nodes + 1, "no more than the branches have room for");
    cr_assert_geq(stats.bytes, stats.nodes * sizeof(BspNode));
    BspCounters once = { 0 }, twice = { 0 };
    BspVec from = bsp_vec(-64, -300, 40), to = bsp_vec(60, 300, 40);
    for (guint i = 0; i < 3; i++)
        onion_tree_first_transition(tree, 1, from, to, i == 0 ? &once : &twice);
    cr_assert(once.nodes > 0 && once.leaves > 0);
    cr_assert_eq(twice.nodes, 2 * once.nodes);
    cr_assert_eq(twice.leaves, 2 * once.leaves);
    cr_assert_eq(once.planes, once.nodes);
    cr_assert_eq(once.bevels, 0, "an onion has none");
    cr_assert_leq(once.nodes, stats.nodes);
    BspCounters still = { 0 };
    onion_tree_first_transition(tree, 1, from, from, &still);
    cr_assert_leq(still.nodes, stats.depth);
}

/* Precision does not decay with distance from the origin beyond that of doubles. */
Test(onion, far_from_the_origin)
{
    for (double far = 1024; far <= 1 << 20; far *= 32) {
        double boxes[3][6];
        for (guint i = 0; i < 3; i++)
            for (guint k = 0; k < 6; k++)
                boxes[i][k] = three_boxes[i][k] + far;
        g_autoptr(BspSolid) solid = solid_of_boxes((const double(*)[6])boxes, 3);
        g_autoptr(OnionTree) tree = build(solid, three_spaces, 1, ONION_BUILDER_FAST);
        BspVec move = bsp_vec(far, far, far);
        for (guint i = 0; i < G_N_ELEMENTS(listing5_segments); i++) {
            Segment s = listing5_segments[i];
            s.from = bsp_vec_add(s.from, move);
            s.to = bsp_vec_add(s.to, move);
            check_segments(tree, &s, 1);
        }
    }
}

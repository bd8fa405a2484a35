/* flood: finds the empty space that a world's starts reach, and the way out if the world leaks. */
#include "compile/flood.h"

gboolean bsp_flood_visit(BspBuildNode *node, const BspPolygon *polygon, double epsilon,
                         BspFloodLeafFunc func, gpointer user_data)
{
    while (!bsp_build_node_is_leaf(node)) {
        BspSide side = bsp_polygon_side(polygon, &node->plane, epsilon);
        if (side == BSP_SIDE_STRADDLE) {
            g_autoptr(BspPolygon) front = NULL;
            g_autoptr(BspPolygon) back = NULL;
            bsp_polygon_split(polygon, &node->plane, epsilon, &front, &back);
            return (front && bsp_flood_visit(node->child[0], front, epsilon, func, user_data)) ||
                   (back && bsp_flood_visit(node->child[1], back, epsilon, func, user_data));
        }
        if (side == BSP_SIDE_ON &&
            bsp_flood_visit(node->child[0], polygon, epsilon, func, user_data))
            return TRUE;
        node = node->child[side != BSP_SIDE_FRONT];
    }
    return func(node, polygon, user_data);
}

const BspBuildNode *bsp_flood_leaf(const BspFlood *flood, BspVec p)
{
    const BspBuildNode *node = flood->root;
    while (!bsp_build_node_is_leaf(node))
        node = node->child[bsp_plane_distance(&node->plane, p) <= 0];
    return node;
}

gboolean bsp_flood_is_sealed(const BspFlood *flood)
{
    return flood->n_starts > 0 && !flood->leak;
}

/* --- the queue --- */

/* A value of leaves that lie in the grown part of the solid. Such a leaf is not reached yet, and
 * must not be entered from the void. It keeps this value if the marking flood does not reach it. */
enum { SKIN = BSP_FLOOD_REACHED + 1 };

typedef struct {
    BspBuildNode *leaf;
    guint from;    /* index in the queue of the leaf from which this leaf was reached */
    BspVec middle; /* middle of the opening between the two leaves, or the position of the start */
} Reached;

typedef struct {
    BspFlood *flood;
    GArray *queue; /* the reached leaves (Reached), in the order of discovery */
    guint from;
    guint enters; /* the value of leaves that may be reached */
} Flooding;

static void reach_leaf(Flooding *f, BspBuildNode *leaf, BspVec middle)
{
    if (leaf->value != f->enters)
        return;
    Reached reached = { leaf, f->from, middle };
    BSP_ASSERT(bsp_build_node_is_leaf(leaf) && leaf->cell && f->from <= f->queue->len);
    leaf->value = BSP_FLOOD_REACHED;
    f->flood->n_reached++;
    g_array_append_val(f->queue, reached);
}

/* Reaches a leaf that borders on the opening, which is a face of a reached leaf's cell. */
static gboolean reach_beyond(BspBuildNode *leaf, const BspPolygon *opening, gpointer flooding)
{
    reach_leaf(flooding, leaf, bsp_polygon_centre(opening));
    return FALSE;
}

/* --- leaks --- */

/* Returns whether the leaf borders on the initial box of the tree. *outside receives the centre of
 * its nearest face on the box. That point is outside the world, because the box is larger than the
 * world. */
static gboolean is_outermost(const BspBuildNode *leaf, BspVec *outside)
{
    BspVec middle = bsp_cell_interior_point(leaf->cell);
    double nearest = HUGE_VAL;
    for (guint i = 0; i < leaf->cell->n_faces; i++) {
        if (leaf->cell->faces[i].tag != BSP_CELL_BOX_TAG)
            continue;
        g_autoptr(BspPolygon) face = bsp_cell_face_polygon(leaf->cell, i);
        BspVec centre = bsp_polygon_centre(face);
        double away = bsp_vec_length(bsp_vec_sub(centre, middle));
        if (away < nearest) {
            nearest = away;
            *outside = centre;
        }
    }
    return nearest < HUGE_VAL;
}

/* Returns the path from a start to leaf number `at` of the queue, and from there to `outside`. Each
 * segment lies in one convex leaf, so no segment crosses a solid. */
static GArray *leak_path(const GArray *queue, guint at, BspVec outside)
{
    GArray *path = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_val(path, outside);
    for (;;) {
        const Reached *r = &g_array_index(queue, Reached, at);
        BSP_ASSERT(r->from <= at); /* so that the path ends */
        BspVec inside = bsp_cell_interior_point(r->leaf->cell);
        g_array_prepend_val(path, inside);
        g_array_prepend_val(path, r->middle);
        if (r->from == at)
            return path;
        at = r->from;
    }
}

static void flood_leaves(Flooding *f, BspJob *job)
{
    gboolean seeks_leak = f->enters == BSP_FLOOD_EMPTY;
    for (guint i = 0; i < f->queue->len && bsp_job_goes_on(job); i++) {
        const BspBuildNode *leaf = g_array_index(f->queue, Reached, i).leaf;
        BspVec outside;
        f->from = i;
        if (seeks_leak && !f->flood->leak && is_outermost(leaf, &outside))
            f->flood->leak = leak_path(f->queue, i, outside);
        for (guint k = 0; k < leaf->cell->n_faces; k++) {
            g_autoptr(BspPolygon) opening = bsp_cell_face_polygon(leaf->cell, k);
            if (!bsp_polygon_is_sliver(opening, BSP_FLOOD_OPENING))
                bsp_flood_visit(f->flood->root, opening, BSP_FLOOD_OPENING, reach_beyond, f);
        }
    }
}

/* --- starts --- */

/* A start of a flood. It may lie in the grown part of the solid. So the flood begins at the empty
 * leaves that are nearest to the start. */
typedef struct {
    Flooding *f;
    const BspSolid *solid; /* the grown solid */
    double grown, reach;   /* as in BspGrowth */
    BspVec given;          /* the start as given by the caller */
    BspVec p;              /* the start, moved into the region of the tree */
    BspVec begin;          /* the nearest point in an empty leaf, at which the flood begins */
    double nearest;        /* units, the distance of `begin` from `p` */
    gboolean found;        /* whether `begin` was found */
    gboolean reaches; /* whether this is the second visit, which reaches the leaves at the distance
                         `nearest` */
} Start;

static Start start_new(Flooding *f, const BspSolid *solid, const BspGrowth *growth, BspVec given)
{
    Start s = { .f = f, .solid = solid, .given = given, .begin = given };
    BspBounds region = bsp_tree_region(&solid->bounds);
    s.grown = growth->grown;
    s.reach = growth->reach + BSP_TOUCHED;
    for (guint i = 0; i < 3; i++)
        s.p.v[i] = CLAMP(given.v[i], region.mins.v[i], region.maxs.v[i]);
    return s;
}

/* Returns the maximum depth, in units, of a point on the border of the true solid behind a plane of
 * the grown solid. A cube of half-size `grown` reaches as far along the normal. */
static double reach_of_plane(const Start *s, const BspPlane *plane)
{
    BspVec n = plane->normal;
    return s->grown * (fabs(n.x) + fabs(n.y) + fabs(n.z)) + BSP_TOUCHED;
}

/* A segment from a start, which may meet brushes of the true solid. */
typedef struct {
    const Start *start;
    BspVec delta; /* the vector from the start to the end */
} Sight;

/* Returns whether no part of the segment is more than BSP_TOUCHED deep in the brush of the true
 * solid. */
static gboolean brush_is_aside(guint brush, gpointer sight)
{
    const Sight *s = sight;
    const BspCell *cell = bsp_solid_brush(s->start->solid, brush)->cell;
    double enter = 0, leave = 1;
    for (guint i = 0; i < cell->n_faces; i++) {
        const BspPlane *plane = &cell->faces[i].plane;
        double d = bsp_plane_distance(plane, s->start->p) + reach_of_plane(s->start, plane);
        double v = bsp_vec_dot(plane->normal, s->delta);
        if (d >= 0 && v >= 0)
            return TRUE;
        if (v < 0)
            enter = MAX(-d / v, enter);
        else if (v > 0)
            leave = MIN(-d / v, leave);
    }
    return enter > leave;
}

/* Returns whether the segment from the start to start + delta meets no brush of the true solid. */
static gboolean is_in_sight(const Start *s, BspVec delta)
{
    Sight sight = { s, delta };
    BspBounds bounds = { s->p, s->p };
    bsp_bounds_add_point(&bounds, bsp_vec_add(s->p, delta));
    return bsp_solid_overlapping(s->solid, &bounds, brush_is_aside, &sight);
}

/* Returns whether a brush of the true solid contains the start, more than BSP_TOUCHED deep. */
static gboolean is_buried(const Start *s)
{
    return !is_in_sight(s, bsp_vec(0, 0, 0));
}

/* Finds the point in the leaf that is nearest to the start, if it is in sight. In the second visit,
 * reaches the leaf if it is at the distance found in the first. */
static void visit_near_leaf(Start *s, BspBuildNode *leaf)
{
    BspVec away;
    double limit = s->reaches ? s->nearest + BSP_TOUCHED : s->nearest;
    double d = bsp_cell_distance(leaf->cell, s->p, &away);
    BspVec delta = bsp_vec_scale(away, -d);
    if (d > limit || !is_in_sight(s, delta))
        return;
    if (s->reaches) {
        reach_leaf(s->f, leaf, s->begin);
        return;
    }
    s->found = TRUE;
    s->nearest = d;
    s->begin = d > 0 ? bsp_vec_add(s->p, delta) : s->given;
}

static void visit_near_leaves(Start *s, BspBuildNode *node)
{
    while (!bsp_build_node_is_leaf(node)) {
        double d = bsp_plane_distance(&node->plane, s->p);
        if (fabs(d) <= s->reach) {
            visit_near_leaves(s, node->child[d <= 0]);
            node = node->child[d > 0];
        } else {
            node = node->child[d <= 0];
        }
    }
    if (node->value != BSP_FLOOD_SOLID)
        visit_near_leaf(s, node);
}

/* Reaches the empty leaves nearest to the start. Returns whether it has reached any. */
static gboolean reach_from_start(Start *s)
{
    if (is_buried(s))
        return FALSE;
    s->nearest = s->reach;
    visit_near_leaves(s, s->f->flood->root);
    s->reaches = s->found;
    if (s->found)
        visit_near_leaves(s, s->f->flood->root);
    return s->found;
}

static gboolean any_start_is_free(const BspSolid *solid, const BspGrowth *growth,
                                  const GArray *starts)
{
    for (guint i = 0; i < starts->len; i++) {
        Start start = start_new(NULL, solid, growth, g_array_index(starts, BspVec, i));
        if (!is_buried(&start))
            return TRUE;
    }
    return FALSE;
}

GArray *bsp_flood_starts_of_box(const BspSolid *expanded, const BspGrowth *growth,
                                const BspBounds *box, const GArray *starts)
{
    GArray *places =
        starts ? g_array_copy((GArray *)starts) : g_array_new(FALSE, FALSE, sizeof(BspVec));
    for (guint i = 0; i < places->len; i++) {
        BspVec *place = &g_array_index(places, BspVec, i);
        BspVec standing = bsp_vec_sub(*place, bsp_vec(0, 0, box->mins.z));
        Start given = start_new(NULL, expanded, growth, *place);
        Start high = start_new(NULL, expanded, growth, standing);
        if (box->mins.z < 0 && is_buried(&given) && !is_buried(&high))
            *place = standing;
    }
    return places;
}

/* Makes the leak begin at the start as given. From there the beginning of the flood is in sight. */
static void prepend_start(const BspFlood *flood, const GArray *starts)
{
    for (guint i = 0; flood->leak && i < flood->starts->len; i++) {
        BspVec begin = g_array_index(flood->starts, BspVec, i);
        BspVec given = g_array_index(starts, BspVec, i);
        if (bsp_is_same_point(begin, g_array_index(flood->leak, BspVec, 0))) {
            if (!bsp_is_same_point(begin, given))
                g_array_prepend_val(flood->leak, given);
            return;
        }
    }
}

/* Floods the tree from the starts. Returns FALSE with an error if the job stopped. */
static gboolean flood_from_starts(BspFlood *flood, const BspSolid *solid, const BspGrowth *growth,
                                  const GArray *starts, BspJob *job, GError **error)
{
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(Reached));
    Flooding f = { .flood = flood, .queue = queue, .enters = BSP_FLOOD_EMPTY };
    flood->starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    for (guint i = 0; i < starts->len && bsp_job_goes_on(job); i++) {
        Start start = start_new(&f, solid, growth, g_array_index(starts, BspVec, i));
        f.from = queue->len; /* a path begins at a leaf whose `from` is its own index */
        if (reach_from_start(&start))
            flood->n_starts++;
        g_array_append_val(flood->starts, start.begin);
    }
    flood_leaves(&f, job);
    prepend_start(flood, starts);
    return bsp_job_check(job, error);
}

/* --- making a flood --- */

static BspOccupancy solid_in_cell(guint space, const BspCell *cell, BspPlane *plane,
                                  gpointer solidity)
{
    (void)space;
    return bsp_solidity_in_cell(solidity, cell, plane);
}

static guint count_empty(const BspBuildNode *node)
{
    if (bsp_build_node_is_leaf(node))
        return node->value == BSP_FLOOD_EMPTY ? 1 : 0;
    return count_empty(node->child[0]) + count_empty(node->child[1]);
}

/* Makes the tree of all faces, and consumes the faces. Empty leaves have cells. */
static BspFlood *compile_to_flood(const BspSolid *solid, BspSolidity *solidity, GArray *faces,
                                  const BspBuildOptions *options, BspJobPart part, GError **error)
{
    BspCompileOptions compile_options = { .n_spaces = 1,
                                          .bounds = bsp_tree_region(&solid->bounds),
                                          .weights = bsp_split_weights(options->split),
                                          .keep_cells = 1 << BSP_FLOOD_EMPTY,
                                          .occupancy = solid_in_cell,
                                          .occupancy_data = solidity,
                                          .part = part };
    BspBuildNode *root = bsp_compile(&faces, &compile_options, error);
    if (!root)
        return NULL;
    BspFlood *flood = g_new0(BspFlood, 1);
    flood->root = root;
    flood->n_empty = count_empty(root);
    return flood;
}

BspFlood *bsp_flood_new(const BspSolid *solid, BspSolidity *solidity, const GArray *faces,
                        const BspBuildOptions *options, BspJobPart part, GError **error)
{
    g_autoptr(BspFlood) flood =
        compile_to_flood(solid, solidity, bsp_union_faces_copy(faces), options, part, error);
    return flood && flood_from_starts(flood, solid, &(BspGrowth){ .grown = 0 }, options->starts,
                                      part.job, error)
               ? g_steal_pointer(&flood)
               : NULL;
}

/* Approximate shares of the time of a flood of a grown solid, for progress. */
#define EXPANDING 0.2
#define UNITING 0.3

static BspFlood *flood_grown(const BspSolid *grown_solid, const BspGrowth *growth,
                             const BspBuildOptions *options, BspJobPart part, GError **error)
{
    if (!any_start_is_free(grown_solid, growth, options->starts))
        return g_new0(BspFlood, 1);
    GArray *faces = bsp_solid_union_faces_part(grown_solid, bsp_job_part_of(part, UNITING), error);
    if (!faces)
        return NULL;
    g_autoptr(BspSolidity) solidity = bsp_solidity_new(grown_solid);
    g_autoptr(BspFlood) flood =
        compile_to_flood(grown_solid, solidity, faces, options,
                         bsp_job_part_of(part, 1 - EXPANDING - UNITING), error);
    if (!flood || !flood_from_starts(flood, grown_solid, growth, options->starts, part.job, error))
        return NULL;
    bsp_flood_finish(flood);
    return g_steal_pointer(&flood);
}

BspFlood *bsp_flood_new_grown(const BspSolid *solid, const BspGrowth *growth,
                              const BspBuildOptions *options, BspJobPart part, GError **error)
{
    BspBounds larger = bsp_bounds_grown(&growth->box, growth->grown);
    g_autoptr(BspSolid) expanded =
        bsp_solid_expand_part(solid, &larger, 0, bsp_job_part_of(part, EXPANDING), error);
    if (!expanded)
        return NULL;
    g_autoptr(GArray) starts =
        bsp_flood_starts_of_box(expanded, growth, &growth->box, options->starts);
    BspBuildOptions of_box = *options;
    of_box.starts = starts;
    return flood_grown(expanded, growth, &of_box, part, error);
}

/* Frees the cells of the nodes, and marks each node above a reached leaf as reached. */
static void mark_reached_nodes(BspBuildNode *node)
{
    g_clear_pointer(&node->cell, bsp_cell_free);
    for (guint k = 0; k < 2 && !bsp_build_node_is_leaf(node); k++) {
        mark_reached_nodes(node->child[k]);
        if (node->child[k]->value == BSP_FLOOD_REACHED)
            node->value = BSP_FLOOD_REACHED;
    }
}

void bsp_flood_finish(BspFlood *flood)
{
    mark_reached_nodes(flood->root);
}

void bsp_flood_free(BspFlood *flood)
{
    if (!flood)
        return;
    bsp_build_node_free(flood->root);
    g_clear_pointer(&flood->leak, g_array_unref);
    g_clear_pointer(&flood->starts, g_array_unref);
    g_free(flood);
}

/* --- marking one tree by the flood of another --- */

guint bsp_flood_parts(const BspBuildNode *node, const BspCell *cell, guint wanted,
                      const BspPlane **cut)
{
    gboolean only_reached = !(wanted & BSP_FLOOD_HAS_VOID);
    while (!bsp_build_node_is_leaf(node)) {
        if (only_reached && node->value != BSP_FLOOD_REACHED)
            return 0;
        double least, most;
        bsp_cell_range(cell, &node->plane, &least, &most);
        if (most > BSP_TOUCH && least < -BSP_TOUCH)
            break;
        node = node->child[most < -least];
    }
    if (bsp_build_node_is_leaf(node))
        return wanted & (node->value == BSP_FLOOD_REACHED ? BSP_FLOOD_HAS_REACHED
                         : node->value == BSP_FLOOD_EMPTY ? BSP_FLOOD_HAS_VOID
                                                          : 0);
    BspCell *halves[2];
    guint parts = 0;
    bsp_cell_split(cell, &node->plane, 0, &halves[0], &halves[1]);
    for (guint k = 0; k < 2; k++)
        if (halves[k] && !(parts & BSP_FLOOD_HAS_REACHED)) {
            *cut = &node->plane;
            parts |= bsp_flood_parts(node->child[k], halves[k], wanted, cut);
        }
    bsp_cell_free(halves[0]);
    bsp_cell_free(halves[1]);
    return parts;
}

/* Marks the empty leaves below the node according to the flood of the grown solid. */
static void mark_leaves(Flooding *f, BspBuildNode *node, const BspFlood *grown, BspJob *job)
{
    if (!bsp_build_node_is_leaf(node)) {
        mark_leaves(f, node->child[0], grown, job);
        mark_leaves(f, node->child[1], grown, job);
        return;
    }
    if (node->value == BSP_FLOOD_SOLID || !bsp_job_goes_on(job))
        return;
    const BspPlane *cut;
    guint parts =
        bsp_flood_parts(grown->root, node->cell, BSP_FLOOD_HAS_REACHED | BSP_FLOOD_HAS_VOID, &cut);
    node->value = parts & BSP_FLOOD_HAS_VOID ? BSP_FLOOD_EMPTY : SKIN;
    if (parts & BSP_FLOOD_HAS_REACHED) {
        node->value = SKIN;
        reach_leaf(f, node, bsp_vec(0, 0, 0));
    }
}

gboolean bsp_flood_mark_by(BspFlood *flood, const BspFlood *grown, BspJob *job)
{
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(Reached));
    Flooding f = { .flood = flood, .queue = queue, .enters = SKIN };
    flood->n_reached = 0;
    flood->n_starts = grown->n_starts;
    g_clear_pointer(&flood->leak, g_array_unref);
    mark_leaves(&f, flood->root, grown, job);
    flood_leaves(&f, job);
    return bsp_job_goes_on(job);
}

/* space: makes the input of compiling from a solid, and fills its outside. */
#include "build/space.h"

#include <malloc.h>

/* --- outside fill ---
 *
 * A level is a shell of brushes in a void, and its brushes have backs that no player sees. Flooding
 * starts at the starts, goes through the openings between empty leaves, and finds the reachable
 * space. All other space may count as solid, and faces that border only on that space are not
 * needed in the tree. Quake's compiler and the onion article's engine do the same ("outside fill").
 * Some trees become ten times smaller.
 *
 * For moves that start in reached space, the filled solid gives the same answers as the original. A
 * world leaks if a start reaches the void; such a world cannot be filled. */

/* Whether the world can be filled: a start is in empty space, and there is no leak. */
static gboolean fill_is_sealed(const BspFill *fill)
{
    return fill->n_starts > 0 && !fill->leak;
}

enum { EMPTY, SOLID, REACHED };

/* Units. Openings narrower than this count as closed. A polygon within this distance of a plane is
 * on both sides. If an error makes too many leaves reached, this is safe, since less is filled. */
#define OPENING (10 * BSP_CELL_EPSILON)

/* Receives a leaf and the part of a polygon in it. Returns TRUE to stop. */
typedef gboolean (*LeafFunc)(BspBuildNode *leaf, const BspPolygon *part, gpointer user_data);

/* Calls func for each leaf that contains a part of the polygon or borders on it. A polygon within
 * epsilon of a plane is on both sides of the plane. Returns whether func stopped the visit. */
static gboolean visit_leaves(BspBuildNode *node, const BspPolygon *polygon, double epsilon,
                             LeafFunc func, gpointer user_data)
{
    while (!bsp_build_node_is_leaf(node)) {
        BspSide side = bsp_polygon_side(polygon, &node->plane, epsilon);
        if (side == BSP_SIDE_STRADDLE) {
            g_autoptr(BspPolygon) front = NULL;
            g_autoptr(BspPolygon) back = NULL;
            bsp_polygon_split(polygon, &node->plane, epsilon, &front, &back);
            return (front && visit_leaves(node->child[0], front, epsilon, func, user_data)) ||
                   (back && visit_leaves(node->child[1], back, epsilon, func, user_data));
        }
        if (side == BSP_SIDE_ON && visit_leaves(node->child[0], polygon, epsilon, func, user_data))
            return TRUE;
        node = node->child[side != BSP_SIDE_FRONT];
    }
    return func(node, polygon, user_data);
}

/* --- flooding --- */

typedef struct {
    BspBuildNode *leaf;
    guint from;    /* index in the queue of the leaf from which this leaf was reached */
    BspVec middle; /* middle of the opening between the two leaves */
} Reached;

typedef struct {
    BspFill *fill;
    GArray *queue; /* Reached, in the order of discovery */
    guint from;
} Flood;

static void reach_leaf(Flood *f, BspBuildNode *leaf, BspVec middle)
{
    if (leaf->value != EMPTY)
        return;
    Reached reached = { leaf, f->from, middle };
    leaf->value = REACHED;
    f->fill->n_reached++;
    g_array_append_val(f->queue, reached);
}

/* Marks an empty leaf that borders on the opening, which is a face of a leaf's cell. */
static gboolean pass_through(BspBuildNode *leaf, const BspPolygon *opening, gpointer flood)
{
    reach_leaf(flood, leaf, bsp_polygon_centre(opening));
    return FALSE;
}

/* Whether the leaf borders on the initial box of the tree. *outside receives the centre of its
 * nearest face on the box. That point is outside the world, because the box is larger than the
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

/* The path from a start to leaf number `at` of the queue, and from there to `outside`. Each segment
 * lies in one convex leaf, so no segment crosses a solid. */
static GArray *leak_path(const GArray *queue, guint at, BspVec outside)
{
    GArray *path = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_val(path, outside);
    for (;;) {
        const Reached *r = &g_array_index(queue, Reached, at);
        BspVec inside = bsp_cell_interior_point(r->leaf->cell);
        g_array_prepend_val(path, inside);
        g_array_prepend_val(path, r->middle);
        if (r->from == at)
            return path;
        at = r->from;
    }
}

static BspBuildNode *leaf_at(BspBuildNode *node, BspVec p)
{
    while (!bsp_build_node_is_leaf(node))
        node = node->child[bsp_plane_distance(&node->plane, p) <= 0];
    return node;
}

static void flood_leaves(Flood *f, BspJob *job)
{
    for (guint i = 0; i < f->queue->len && bsp_job_goes_on(job); i++) {
        const BspBuildNode *leaf = g_array_index(f->queue, Reached, i).leaf;
        BspVec outside;
        f->from = i;
        if (!f->fill->leak && is_outermost(leaf, &outside))
            f->fill->leak = leak_path(f->queue, i, outside);
        for (guint k = 0; k < leaf->cell->n_faces; k++) {
            g_autoptr(BspPolygon) opening = bsp_cell_face_polygon(leaf->cell, k);
            if (!bsp_polygon_is_sliver(opening, OPENING))
                visit_leaves(f->fill->root, opening, OPENING, pass_through, f);
        }
    }
}

static guint count_empty(const BspBuildNode *node)
{
    if (bsp_build_node_is_leaf(node))
        return node->value == EMPTY ? 1 : 0;
    return count_empty(node->child[0]) + count_empty(node->child[1]);
}

/* Frees the cells, which only flooding needs and which take more memory than the rest of the tree.
 * Marks the branches above reached leaves. */
static void finish_node(BspBuildNode *node)
{
    g_clear_pointer(&node->cell, bsp_cell_free);
    for (guint k = 0; k < 2 && !bsp_build_node_is_leaf(node); k++) {
        finish_node(node->child[k]);
        if (node->child[k]->value == REACHED)
            node->value = REACHED;
    }
}

/* Floods the tree from the starts (array of BspVec), until all reachable leaves are reached or the
 * job stops. Consumes root. Its leaves must have the value 0 (empty) or 1 (solid). Its empty leaves
 * must have cells, which are freed. */
static BspFill *fill_new(BspBuildNode *root, const GArray *starts, BspJob *job)
{
    BspFill *fill = g_new0(BspFill, 1);
    fill->root = root;
    fill->n_empty = count_empty(root);
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(Reached));
    Flood f = { .fill = fill, .queue = queue };
    for (guint i = 0; i < starts->len; i++) {
        BspVec start = g_array_index(starts, BspVec, i);
        BspBuildNode *leaf = leaf_at(root, start);
        f.from = queue->len; /* its own index marks the beginning of a path */
        fill->n_starts += leaf->value != SOLID ? 1 : 0;
        reach_leaf(&f, leaf, start);
    }
    flood_leaves(&f, job);
    finish_node(root);
    return fill;
}

static void fill_free(BspFill *fill)
{
    if (!fill)
        return;
    bsp_build_node_free(fill->root);
    if (fill->leak)
        g_array_unref(fill->leak);
    g_free(fill);
}

/* --- cells --- */

/* A part of a cell during the descent, and the last plane that cut the cell. */
typedef struct {
    const BspCell *cell;
    const BspPlane *cut;
} Part;

/* Whether the part contains reached space that extends more than BSP_DOUBT beyond the planes of the
 * nodes. If so, part->cut receives the last plane that cut off this space. */
static gboolean holds_reached(const BspBuildNode *node, Part *part)
{
    while (node->value == REACHED && !bsp_build_node_is_leaf(node)) {
        double least, most;
        bsp_cell_range(part->cell, &node->plane, &least, &most);
        if (most > BSP_DOUBT && least < -BSP_DOUBT)
            break;
        node = node->child[most < -least];
    }
    if (node->value != REACHED || bsp_build_node_is_leaf(node))
        return node->value == REACHED;
    BspCell *halves[2];
    bsp_cell_split(part->cell, &node->plane, 0, &halves[0], &halves[1]);
    gboolean found = FALSE;
    for (guint k = 0; k < 2 && !found; k++) {
        Part half = { halves[k], &node->plane };
        found = halves[k] && holds_reached(node->child[k], &half);
        if (found)
            part->cut = half.cut;
    }
    bsp_cell_free(halves[0]);
    bsp_cell_free(halves[1]);
    return found;
}

/* As bsp_solidity_in_cell(), but space that was not reached counts as solid. solidity: made from
 * the solid that was flooded. */
static BspOccupancy fill_in_cell(const BspFill *fill, const BspSolidity *solidity,
                                 const BspCell *cell, BspPlane *plane)
{
    if (leaf_at(fill->root, bsp_cell_interior_point(cell))->value == REACHED) {
        if (!bsp_solidity_reaches(solidity, cell, plane))
            return BSP_CELL_EMPTY;
        gboolean cuts = plane->normal.x != 0 || plane->normal.y != 0 || plane->normal.z != 0;
        return cuts ? BSP_CELL_MIXED : BSP_CELL_SOLID;
    }
    Part whole = { cell, NULL };
    if (!holds_reached(fill->root, &whole))
        return BSP_CELL_SOLID;
    if (!whole.cut)
        return BSP_CELL_EMPTY;
    *plane = *whole.cut;
    return BSP_CELL_MIXED;
}

/* --- faces --- */

/* Units. To test whether a face borders on reached space, it is moved forward by this distance. It
 * is then beyond planes that the tree may have merged with its own. */
#define IN_FRONT (2 * (BSP_THIN + BSP_ON_PLANE))

static gboolean is_reached(BspBuildNode *leaf, const BspPolygon *part, gpointer user_data)
{
    (void)part;
    (void)user_data;
    return leaf->value == REACHED;
}

/* Copies the faces (array of BspUnionFace) that border on reached space. Returns a new array that
 * frees its polygons; it is incomplete if the job stopped. */
static GArray *fill_faces(const BspFill *fill, const GArray *faces, BspJob *job)
{
    GArray *out = bsp_union_faces_new();
    for (guint i = 0; i < faces->len && bsp_job_goes_on(job); i++) {
        BspUnionFace face = g_array_index(faces, BspUnionFace, i);
        g_autoptr(BspPolygon) moved = bsp_polygon_new(face.polygon->v, face.polygon->n);
        for (guint k = 0; k < moved->n; k++)
            moved->v[k] = bsp_vec_mad(moved->v[k], IN_FRONT, face.plane.normal);
        if (!visit_leaves(fill->root, moved, BSP_ON_PLANE, is_reached, NULL))
            continue;
        face.polygon = bsp_polygon_new(face.polygon->v, face.polygon->n);
        g_array_append_val(out, face);
    }
    return out;
}

/* --- spaces --- */

#ifdef __GLIBC__
#endif

BspBounds bsp_tree_region(const BspBounds *solid)
{
    if (solid->mins.x > solid->maxs.x) /* empty */
        return (BspBounds){ bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1) };
    BspVec size = bsp_vec_sub(solid->maxs, solid->mins);
    return bsp_bounds_grown(solid, 1 + 0.01 * fmax(size.x, fmax(size.y, size.z)));
}

static BspOccupancy solid_in_cell(guint space, const BspCell *cell, BspPlane *plane,
                                  gpointer user_data)
{
    (void)space;
    return bsp_solidity_in_cell(user_data, cell, plane);
}

static guint first_bit(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return solid[0] & 1;
}

/* Makes the tree for flooding from all faces. Its empty leaves have cells. */
static BspBuildNode *compile_to_flood(const BspSpace *space, const BspBuildOptions *options,
                                      BspJobPart part, GError **error)
{
    GArray *faces = bsp_union_faces_copy(space->faces);
    BspCompileOptions compile_options = { .n_spaces = 1,
                                          .bounds = bsp_tree_region(&space->solid->bounds),
                                          .weights = options->weights,
                                          .keep_cells = 1 << 0,
                                          .occupancy = solid_in_cell,
                                          .occupancy_data = space->solidity,
                                          .leaf = first_bit,
                                          .part = part };
    return bsp_compile(&faces, &compile_options, error);
}

static gboolean report_unsealed(const BspFill *fill, GError **error)
{
    if (fill->n_starts == 0) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "cannot fill the outside: no start lies in empty space");
        return FALSE;
    }
    BspVec start = g_array_index(fill->leak, BspVec, 0);
    BspVec end = g_array_index(fill->leak, BspVec, fill->leak->len - 1);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "cannot fill the outside: the world leaks, from the start (%g, %g, %g) to (%g, %g, "
                "%g)",
                start.x, start.y, start.z, end.x, end.y, end.z);
    return FALSE;
}

/* Makes the space filled. A world that leaks is not filled; with BSP_FILL_ON it is an error. Takes
 * ownership of the fill. */
static gboolean apply_fill(BspSpace *space, BspFill *fill, const BspBuildOptions *options,
                           BspJob *job, GError **error)
{
    if (!fill_is_sealed(fill)) {
        gboolean ok = options->fill == BSP_FILL_AUTO || report_unsealed(fill, error);
        space->leak = g_steal_pointer(&fill->leak);
        fill_free(fill);
        return ok;
    }
    GArray *faces = fill_faces(fill, space->faces, job);
    g_array_unref(space->faces);
    space->faces = faces;
    space->fill = fill;
    return TRUE;
}

static gboolean fill_space(BspSpace *space, const BspBuildOptions *options, BspJobPart part,
                           GError **error)
{
    BspBuildNode *root = compile_to_flood(space, options, part, error);
    if (!root)
        return FALSE;
    BspFill *fill = fill_new(root, options->starts, part.job);
    if (bsp_job_goes_on(part.job))
        return apply_fill(space, fill, options, part.job, error);
    fill_free(fill);
    bsp_job_set_cancelled(part.job, error);
    return FALSE;
}

gboolean bsp_space_init(BspSpace *space, const BspSolid *solid, const BspBuildOptions *options,
                        BspJobPart part, GError **error)
{
    gboolean fills = options->fill != BSP_FILL_OFF;
    double union_share = fills ? 0.3 : 1; /* approximate share of the time */
    *space = (BspSpace){ .solid = solid, .bounds = solid->bounds };
    space->solidity = bsp_solidity_new(solid);
    space->faces = bsp_solid_union_faces_part(solid, bsp_job_part_of(part, union_share), error);
    return space->faces &&
           (!fills || fill_space(space, options, bsp_job_part_of(part, 1 - union_share), error));
}

gboolean bsp_space_init_expanded(BspSpace *space, const BspSolid *solid, const BspBounds *box,
                                 const BspBuildOptions *options, BspJobPart part, GError **error)
{
    const double expand_share = 0.2; /* approximate share of the time */
    BspSolid *expanded =
        bsp_solid_expand_part(solid, box, bsp_job_part_of(part, expand_share), error);
    *space = (BspSpace){ 0 };
    gboolean made = expanded && bsp_space_init(space, expanded, options,
                                               bsp_job_part_of(part, 1 - expand_share), error);
    space->expanded = expanded;
    return made;
}

/* Returns freed memory to the system, so that the large arrays of compiling can use it. Otherwise
 * the many small blocks of the brushes would stay with the process.
 *
 * Only one thread at a time may do this. If another malloc replaces glibc's (such as a
 * sanitizer's), the first call initialises glibc's malloc, and a second thread could see it half
 * initialised. */
static void give_back_memory(void)
{
#ifdef __GLIBC__
    static GMutex one_at_a_time;
    g_mutex_lock(&one_at_a_time);
    malloc_trim(0);
    g_mutex_unlock(&one_at_a_time);
#endif
}

void bsp_space_reduce(BspSpace *space)
{
    space->solid = NULL;
    bsp_solidity_take_solid(space->solidity, g_steal_pointer(&space->expanded));
    give_back_memory();
}

void bsp_space_clear(BspSpace *space)
{
    g_clear_pointer(&space->solidity, bsp_solidity_free);
    g_clear_pointer(&space->expanded, bsp_solid_free);
    g_clear_pointer(&space->faces, g_array_unref);
    g_clear_pointer(&space->fill, fill_free);
    g_clear_pointer(&space->leak, g_array_unref);
}

BspOccupancy bsp_space_in_cell(const BspSpace *space, const BspCell *cell, BspPlane *plane)
{
    return space->fill ? fill_in_cell(space->fill, space->solidity, cell, plane)
                       : bsp_solidity_in_cell(space->solidity, cell, plane);
}

BspJob *bsp_build_job(const BspBuildOptions *options)
{
    BspJob *job = bsp_job_new(options->n_threads, options->progress, options->progress_data);
    bsp_job_limit(job, options->max_seconds, options->max_bytes);
    return job;
}

double bsp_space_fraction(const BspBuildOptions *options)
{
    return options->fill == BSP_FILL_OFF ? 0.3 : 0.6;
}

/* --- compiling --- */

static BspOccupancy space_occupancy(guint space, const BspCell *cell, BspPlane *plane,
                                    gpointer spaces)
{
    BspSpace *const *all = spaces;
    return bsp_space_in_cell(all[space], cell, plane);
}

BspBuildNode *bsp_spaces_compile(BspSpace **spaces, BspCompileOptions *options, GError **error)
{
    g_autofree GArray **faces = g_new0(GArray *, options->n_spaces);
    for (guint i = options->n_existing; i < options->n_spaces; i++)
        faces[i] = g_steal_pointer(&spaces[i]->faces);
    options->occupancy = space_occupancy;
    options->occupancy_data = spaces;
    options->tips = TRUE;
    return bsp_compile(faces, options, error);
}

/* compile: makes a solid-leaf BSP from the faces of one world, or of several worlds in the same
 * space. */
#include "compile/compile.h"

#include <string.h>

#include "compile/solid.h"
#include "compile/splitter.h"

void bsp_build_node_free(BspBuildNode *node)
{
    if (!node)
        return;
    bsp_build_node_free(node->child[0]);
    bsp_build_node_free(node->child[1]);
    for (guint i = 0; node->by_space && i < node->value; i++)
        bsp_build_node_free(node->by_space[i]);
    g_free(node->by_space);
    bsp_cell_free(node->cell);
    g_free(node);
}

/* The state of compiling, which all threads share. They only read it, except too_deep. */
typedef struct {
    const BspCompileOptions *options;
    GArray *planes;  /* the planes of all faces (BspPlane) */
    guint words;     /* number of 64-bit words in a set of spaces */
    guint parted[2]; /* values of empty and of solid leaves below space nodes */
    gint too_deep;   /* atomic; whether a branch has reached BSP_MAX_DEPTH */
} Compiler;

/* The number that stands for a plane that is not in Compiler.planes. */
#define NO_PLANE G_MAXUINT

/* A convex region of space and its state. */
typedef struct {
    BspCell *cell;
    BspFaceSet faces; /* faces inside the region */
    guint64
        *settled;    /* the set of spaces that are entirely empty or entirely solid in the region */
    guint64 *solid;  /* the spaces of `settled` that are solid */
    gint only_space; /* below a space node, the space of this subtree; else -1 */
    gboolean uncut; /* a plane that is not the plane of a face failed to cut the region, so no other
                       such plane is tried */
    guint depth;
    double share; /* the region's share of the whole work, 0 to 1 */
} Region;

static void region_clear(Region *region)
{
    bsp_cell_free(region->cell);
    bsp_face_set_clear(&region->faces);
    g_free(region->settled);
    g_free(region->solid);
}

/* Tells what is known about the spaces in a region. */
typedef enum {
    SETTLED, /* each space is entirely empty or entirely solid, so the region is a leaf */
    CROSSED, /* faces cross the region */
    MIXED    /* no face of a space crosses the region, but the space is partly solid in it */
} Settling;

/* Decides for each space without a face in the region whether it is solid (Golodetz 2013, Listing
 * 3). If the result is MIXED, *plane receives a plane that cuts the region. */
static Settling settle_spaces(const Compiler *c, Region *region, BspPlane *plane)
{
    Settling settling = region->faces.n ? CROSSED : SETTLED;
    g_autofree guint64 *crossed = g_new0(guint64, c->words);
    for (guint i = 0; i < region->faces.n; i++)
        bsp_set_bit(crossed, region->faces.v[i].space);
    for (guint space = 0; space < c->options->n_spaces; space++) {
        if (bsp_bit(crossed, space) || bsp_bit(region->settled, space))
            continue;
        BspOccupancy occupancy =
            c->options->occupancy(space, region->cell, plane, c->options->occupancy_data);
        if (occupancy == BSP_CELL_MIXED && !region->uncut)
            return MIXED;
        bsp_set_bit(region->settled, space);
        if (occupancy != BSP_CELL_EMPTY)
            bsp_set_bit(region->solid, space);
    }
    return settling;
}

/* Returns a copy of the region's cell for a leaf of this value, or NULL if such leaves keep no
 * cells. */
static BspCell *kept_cell(const Compiler *c, guint value, const Region *region)
{
    gboolean keep = c->options->keep_cells >> MIN(value, 31) & 1;
    return keep ? bsp_cell_copy(region->cell) : NULL;
}

static guint leaf_value(const Compiler *c, const guint64 *solid)
{
    return c->options->leaf ? c->options->leaf(solid, c->options->user_data)
                            : (guint)bsp_bit(solid, 0);
}

static BspBuildNode *new_leaf(guint value)
{
    BspBuildNode *leaf = g_new0(BspBuildNode, 1);
    leaf->value = value;
    return leaf;
}

static BspBuildNode *make_leaf(Compiler *c, const Region *region)
{
    BSP_ASSERT(region->faces.n == 0);
    BspBuildNode *leaf = new_leaf(
        region->only_space < 0 ? leaf_value(c, region->solid)
                               : c->parted[bsp_bit(region->solid, (guint)region->only_space)]);
    leaf->cell = kept_cell(c, leaf->value, region);
    bsp_job_part_done(bsp_job_part_of(c->options->part, region->share));
    return leaf;
}

static gboolean building_continues(Compiler *c, const Region *region)
{
    if (region->depth >= BSP_MAX_DEPTH)
        g_atomic_int_set(&c->too_deep, TRUE);
    return !g_atomic_int_get(&c->too_deep) && bsp_job_goes_on(c->options->part.job);
}

/* --- building --- */

/* One child of a branch under construction. */
typedef struct {
    Compiler *c;
    Region region;
    BspBuildNode *node; /* the finished node; NULL if building stopped */
} Side;

static BspBuildNode *build_region(Compiler *c, Region *region);

static void build_side(gpointer data)
{
    Side *side = data;
    side->node = build_region(side->c, &side->region);
    region_clear(&side->region);
}

/* The minimum number of faces for which a side gets a thread of its own. Building a side with fewer
 * faces takes hardly longer than starting a thread. */
#define WORTH_A_THREAD 128

/* Builds both sides of the plane. Takes ownership of the two cells and the two face sets. */
static BspBuildNode *build_branch(Compiler *c, Region *region, const BspPlane *plane,
                                  BspCell *cells[2], const BspFaceSet faces[2])
{
    BSP_ASSERT(region->depth < BSP_MAX_DEPTH);
    double weight[2] = { faces[0].n + 1, faces[1].n + 1 };
    gboolean big = MIN(faces[0].n, faces[1].n) >= WORTH_A_THREAD;
    Side sides[2];
    for (guint k = 0; k < 2; k++) {
        Region child = { .cell = cells[k],
                         .faces = faces[k],
                         .settled = g_memdup2(region->settled, c->words * sizeof *region->settled),
                         .solid = g_memdup2(region->solid, c->words * sizeof *region->solid),
                         .only_space = region->only_space,
                         .depth = region->depth + 1,
                         .share = region->share * weight[k] / (weight[0] + weight[1]) };
        sides[k] = (Side){ c, child, NULL };
    }
    bsp_job_both(big ? c->options->part.job : NULL, build_side, &sides[0], &sides[1]);
    if (!sides[0].node || !sides[1].node) {
        bsp_build_node_free(sides[0].node);
        bsp_build_node_free(sides[1].node);
        return NULL;
    }
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    *node = (BspBuildNode){ .plane = *plane, .child = { sides[0].node, sides[1].node } };
    return node;
}

/* Replaces two leaves of equal value by one, unless the options keep them. */
static BspBuildNode *merge_equal_leaves(Compiler *c, BspBuildNode *node, const Region *region)
{
    BspBuildNode *front = node->child[0], *back = node->child[1];
    if (c->options->keep_equal_leaves || !bsp_build_node_is_leaf(front) ||
        !bsp_build_node_is_leaf(back) || front->value != back->value)
        return node;
    node->value = front->value;
    node->child[0] = node->child[1] = NULL;
    bsp_build_node_free(front);
    bsp_build_node_free(back);
    node->cell = kept_cell(c, node->value, region);
    return node;
}

/* Levels. From this depth on, planes that halve the number of faces are preferred. Otherwise a
 * brush of a thousand faces, or many nested spaces, could lose only one face at each level, down to
 * BSP_MAX_DEPTH. Trees of real levels are 20 to 60 levels deep, so they never become so deep. A
 * smaller value would cut space into more cells. */
#define DEEP (BSP_MAX_DEPTH / 2)

/* Returns the centre of a face's bounds. */
static BspVec middle_of(const BspCompileFace *face)
{
    BspBounds bounds = bsp_bounds_of_float(&face->bounds);
    return bsp_bounds_centre(&bounds);
}

/* Returns the axial plane through the mean of the faces' centres, perpendicular to the axis along
 * which they are spread most. Returns FALSE if at most a fifth of the faces is on one side. */
static gboolean middle_plane(const BspFaceSet *faces, BspPlane *plane)
{
    BspVec sum = bsp_vec(0, 0, 0);
    BspBounds spread = bsp_bounds_empty();
    for (guint i = 0; i < faces->n; i++) {
        BspVec middle = middle_of(&faces->v[i]);
        bsp_bounds_add_point(&spread, middle);
        sum = bsp_vec_add(sum, middle);
    }
    int axis = bsp_bounds_longest_axis(&spread);
    *plane = (BspPlane){ bsp_vec_axis(axis), sum.v[axis] / faces->n };
    guint front = 0, back = 0;
    for (guint i = 0; i < faces->n; i++) {
        front += (double)faces->v[i].bounds.mins[axis] > plane->dist;
        back += (double)faces->v[i].bounds.maxs[axis] < plane->dist;
    }
    return MIN(front, back) > faces->n / 5;
}

/* Returns whether the plane leaves more than a thin part of the cell on both sides. *side receives
 * the side with more of the cell, 0 for front and 1 for back. */
static gboolean plane_cuts(const Compiler *c, const BspCell *cell, const BspPlane *plane,
                           guint *side)
{
    double thin = bsp_split_near(&c->options->weights) * (BSP_TOUCH / BSP_ON_PLANE);
    double least, most;
    bsp_cell_range(cell, plane, &least, &most);
    *side = MAX(most, 0) >= MAX(-least, 0) ? 0 : 1;
    return most > thin && least < -thin;
}

/* --- space nodes --- */

/* Returns the number of spaces that are not settled in the region. */
static guint count_crossing(const Compiler *c, const Region *region)
{
    guint n = 0;
    for (guint space = 0; space < c->options->n_spaces; space++)
        n += !bsp_bit(region->settled, space);
    return n;
}

/* Returns whether the region becomes a space node. In a large region, each plane serves many
 * spaces. If few faces are left, a plane serves only one space. It would cut the cells of the other
 * spaces, whose queries would visit one node more. */
static gboolean becomes_space_node(const Compiler *c, const Region *region)
{
    guint n = count_crossing(c, region);
    return n > 1 && c->options->space_node_faces > 0 &&
           region->faces.n <= (guint64)n * c->options->space_node_faces;
}

/* The arguments of build_space(). */
typedef struct {
    Compiler *c;
    Region *region;
    guint n_crossing;
    BspBuildNode **by_space;
} SpaceSplit;

static void build_space(guint space, gpointer data)
{
    SpaceSplit *split = data;
    Compiler *c = split->c;
    Region *region = split->region;
    if (bsp_bit(region->settled, space)) {
        split->by_space[space] = new_leaf(c->parted[bsp_bit(region->solid, space)]);
        return;
    }
    Region own = { .cell = bsp_cell_copy(region->cell),
                   .faces = bsp_face_set_take_space(&region->faces, space),
                   .settled = g_malloc(c->words * sizeof *own.settled),
                   .solid = g_new0(guint64, c->words),
                   .only_space = (gint)space,
                   .depth = region->depth,
                   .share = region->share / split->n_crossing };
    memset(own.settled, 0xff, c->words * sizeof *own.settled);
    bsp_clear_bit(own.settled, space);
    split->by_space[space] = build_region(c, &own);
    region_clear(&own);
}

/* Builds a subtree for each space. Returns NULL if building stopped. */
static BspBuildNode *build_space_node(Compiler *c, Region *region)
{
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    node->value = c->options->n_spaces;
    node->by_space = g_new0(BspBuildNode *, node->value);
    SpaceSplit split = { c, region, count_crossing(c, region), node->by_space };
    BSP_ASSERT(split.n_crossing > 1 && region->only_space < 0);
    gboolean big = region->faces.n >= 2 * WORTH_A_THREAD;
    bsp_job_each(big ? c->options->part.job : NULL, node->value, build_space, &split);
    for (guint space = 0; space < node->value; space++)
        if (!node->by_space[space]) {
            bsp_build_node_free(node);
            return NULL;
        }
    return node;
}

/* Chooses the plane that cuts the region next, and returns its number, or NO_PLANE if no face lies
 * on it. */
static guint next_plane(const Compiler *c, const Region *region, Settling settling, BspPlane *plane)
{
    if (settling == MIXED) /* settle_spaces() has set the plane */
        return NO_PLANE;
    if (region->depth >= DEEP && !region->uncut && middle_plane(&region->faces, plane))
        return NO_PLANE;
    BSP_ASSERT(settling == CROSSED && region->faces.n > 0);
    guint number =
        bsp_choose_splitter(&c->options->weights, region->cell, (const BspPlane *)c->planes->data,
                            region->faces.v, region->faces.n, c->options->part.job);
    *plane = g_array_index(c->planes, BspPlane, number);
    return number;
}

/* Builds the subtree of a region. Returns NULL if building stopped. The loop ends, because each
 * round either returns or reduces the region, by a face on a plane that did not cut, or by
 * excluding planes without a face. */
static BspBuildNode *build_region(Compiler *c, Region *region)
{
    Settling settling;
    BspPlane plane;
    if (!building_continues(c, region))
        return NULL;
    while ((settling = settle_spaces(c, region, &plane)) != SETTLED) {
        if (!building_continues(c, region))
            return NULL;
        if (becomes_space_node(c, region))
            return build_space_node(c, region);
        guint number = next_plane(c, region, settling, &plane);
        if (!building_continues(c, region))
            return NULL;
        BspFaceSet faces[2];
        bsp_face_set_partition(&region->faces, (const BspPlane *)c->planes->data, &plane, number,
                               bsp_split_near(&c->options->weights), faces);
        guint side;
        BspCell *cells[2] = { NULL, NULL };
        if (plane_cuts(c, region->cell, &plane, &side))
            bsp_cell_split(region->cell, &plane, 0, &cells[0], &cells[1]);
        if (cells[0] && cells[1]) {
            BspBuildNode *node = build_branch(c, region, &plane, cells, faces);
            return node ? merge_equal_leaves(c, node, region) : NULL;
        }
        bsp_cell_free(cells[0]);
        bsp_cell_free(cells[1]);
        region->uncut |= number == NO_PLANE;
        bsp_face_set_clear(&faces[1 - side]); /* the plane only grazes the region */
        region->faces = faces[side];
    }
    return make_leaf(c, region);
}

/* Sets c->parted. A query visits only one subtree of a space node. So the subtrees of all spaces
 * use the same two leaf values. Equal subtrees can then be shared. */
static void find_parted_values(Compiler *c)
{
    g_autofree guint64 *solid = g_new0(guint64, c->words);
    c->parted[0] = leaf_value(c, solid);
    for (guint space = 0; space < c->options->n_spaces; space++)
        bsp_set_bit(solid, space);
    c->parted[1] = leaf_value(c, solid);
}

/* Returns the number of the plane in `planes`. Adds the plane if it differs from the last plane.
 * This suffices, because the pieces of one face are consecutive. */
static guint number_plane(GArray *planes, const BspPlane *plane)
{
    guint n = planes->len;
    if (n > 0 && memcmp(&g_array_index(planes, BspPlane, n - 1), plane, sizeof *plane) == 0)
        return n - 1;
    g_array_append_val(planes, *plane);
    return n;
}

/* Collects the faces of all spaces. Frees the arrays and sets spaces[i] to NULL. */
static BspFaceSet gather_faces(Compiler *c, GArray **spaces)
{
    guint n = 0;
    for (guint space = 0; space < c->options->n_spaces; space++)
        n += spaces[space]->len;
    BspFaceSet faces = { g_new(BspCompileFace, n), 0 };
    for (guint space = 0; space < c->options->n_spaces; space++) {
        for (guint i = 0; i < spaces[space]->len; i++) {
            BspUnionFace *face = &g_array_index(spaces[space], BspUnionFace, i);
            BspCompileFace like = { .plane = number_plane(c->planes, &face->plane),
                                    .space = space };
            bsp_face_set_add(&faces, g_steal_pointer(&face->polygon), &like);
        }
        g_array_unref(g_steal_pointer(&spaces[space]));
        bsp_job_goes_on(c->options->part.job); /* if the job stops, build_region() ends */
    }
    return faces;
}

BspBuildNode *bsp_compile(GArray **spaces, const BspCompileOptions *options, GError **error)
{
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    Compiler c = { .options = options,
                   .planes = planes,
                   .words = bsp_bit_words(options->n_spaces) };
    find_parted_values(&c);
    Region root = { .cell = bsp_cell_new_box(&options->bounds),
                    .faces = gather_faces(&c, spaces),
                    .settled = g_new0(guint64, c.words),
                    .solid = g_new0(guint64, c.words),
                    .only_space = -1,
                    .share = 1 };
    BspBuildNode *node = build_region(&c, &root);
    region_clear(&root);
    if (!node && c.too_deep)
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "the tree would be deeper than %d levels",
                    BSP_MAX_DEPTH);
    else if (!node)
        bsp_job_set_cancelled(c.options->part.job, error);
    return node;
}

BspBounds bsp_tree_region(const BspBounds *solid)
{
    if (solid->mins.x > solid->maxs.x) /* the solid has no brushes */
        return (BspBounds){ bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1) };
    BspVec size = bsp_vec_sub(solid->maxs, solid->mins);
    return bsp_bounds_grown(solid, 1 + 0.01 * fmax(size.x, fmax(size.y, size.z)));
}

/* compile: from faces to a solid-leaf BSP, of one world or of several superposed. */
#include "build/compile.h"

#include <string.h>

#include "build/face-set.h"
#include "build/solid.h"
#include "build/tip.h"

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
    if (node->tips)
        g_array_unref(node->tips);
    g_free(node);
}

/* Shared by all threads, which only read it; or as it says. */
typedef struct {
    const BspCompileOptions *options;
    GArray *planes;  /* BspPlane */
    guint words;     /* of a set of spaces */
    guint parted[2]; /* the values of leaves below space nodes, empty and solid */
    gint too_deep;   /* atomic: a branch has met BSP_MAX_DEPTH */
} Compiler;

/* The number of a plane that is not among Compiler.planes. */
#define NO_PLANE G_MAXUINT

/* A part of space, and all that is known of it. */
typedef struct {
    BspCell *cell;
    BspFaceSet faces;       /* those inside it */
    BspBuildNode *existing; /* what there is already of the tree that the region becomes, or NULL */
    guint64 *settled;       /* the spaces that no face crosses any more ... */
    guint64 *solid;         /* ... and which of these are solid here */
    gint only_space;        /* below a space node: the space whose subtree this is; else -1 */
    gboolean uncut;         /* a plane that is no face's has failed to cut it: no other is tried */
    guint depth;
    double share; /* of compiling it all */
} Region;

static void region_clear(Region *region)
{
    bsp_cell_free(region->cell);
    bsp_face_set_clear(&region->faces);
    bsp_build_node_free(region->existing);
    g_free(region->settled);
    g_free(region->solid);
}

/* How far a region is from being a leaf. */
typedef enum {
    SETTLED, /* it is one: of every space it is known whether it is solid */
    CROSSED, /* faces cross it */
    MIXED    /* none does, and yet it is solid in one part and empty in another */
} Settling;

/* Asks which spaces that have no face here any more are solid (Listing 3). Where it is MIXED,
 * *plane cuts it. */
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
        if (occupancy == BSP_CELL_MIXED && !region->uncut) {
            if (region->faces.n == 0)
                return MIXED;
            continue; /* the faces of others cut it first */
        }
        bsp_set_bit(region->settled, space);
        if (occupancy != BSP_CELL_EMPTY)
            bsp_set_bit(region->solid, space);
    }
    return settling;
}

/* The cell that the leaf of that value which the region becomes keeps, or NULL. */
static BspCell *kept_cell(const Compiler *c, guint value, const Region *region)
{
    gboolean keep = c->options->keep_cells >> MIN(value, 31) & 1;
    return keep ? bsp_cell_copy(region->cell) : NULL;
}

static BspBuildNode *new_leaf(guint value)
{
    BspBuildNode *leaf = g_new0(BspBuildNode, 1);
    leaf->value = value;
    return leaf;
}

/* Notes the tips of the leaf that the region becomes, in case it stays one. */
static void find_tips(Compiler *c, const Region *region, BspBuildNode *leaf)
{
    if (!c->options->tips || leaf->value == c->parted[1])
        return;
    leaf->tips = bsp_cell_tips(region->cell);
    if (leaf->tips && region->depth + leaf->tips->len > BSP_MAX_DEPTH)
        g_atomic_int_set(&c->too_deep, TRUE);
}

static BspBuildNode *make_leaf(Compiler *c, const Region *region)
{
    BspBuildNode *leaf = new_leaf(
        region->only_space < 0 ? c->options->leaf(region->solid, c->options->user_data)
                               : c->parted[bsp_bit(region->solid, (guint)region->only_space)]);
    leaf->cell = kept_cell(c, leaf->value, region);
    find_tips(c, region, leaf);
    bsp_job_part_done(bsp_job_part_of(c->options->part, region->share));
    return leaf;
}

static gboolean goes_on(Compiler *c, const Region *region)
{
    if (region->depth >= BSP_MAX_DEPTH)
        g_atomic_int_set(&c->too_deep, TRUE);
    return !g_atomic_int_get(&c->too_deep) && bsp_job_goes_on(c->options->part.job);
}

/* The leaf, when it is known that it stays one, below its tips. */
static BspBuildNode *add_tips(const Compiler *c, BspBuildNode *leaf)
{
    g_autoptr(GArray) tips = g_steal_pointer(&leaf->tips);
    BspBuildNode *below = leaf;
    for (guint i = 0; tips && i < tips->len; i++) {
        BspBuildNode *tip = g_new0(BspBuildNode, 1);
        tip->plane = g_array_index(tips, BspPlane, i);
        tip->tag = BSP_TAG_TIP;
        tip->child[0] = new_leaf(c->parted[1]);
        tip->child[1] = below;
        below = tip;
    }
    return below;
}

/* --- what is there already --- */

/* Takes the branch under the region apart, if there is one, into what is on either side. */
static void take_apart(Region *region, BspBuildNode *under[2])
{
    if (!region->existing)
        return;
    for (guint k = 0; k < 2; k++)
        under[k] = g_steal_pointer(&region->existing->child[k]);
    g_clear_pointer(&region->existing, bsp_build_node_free);
}

/* From a leaf on everything is new; what it says is known. */
static void pass_leaf(const Compiler *c, Region *region)
{
    if (!region->existing || !bsp_build_node_is_leaf(region->existing))
        return;
    c->options->describe(region->existing->value, region->solid, c->options->user_data);
    g_clear_pointer(&region->existing, bsp_build_node_free);
}

/* What change_values() does below a space node. */
static void change_sole_values(const Compiler *c, BspBuildNode *node, guint64 *scratch)
{
    if (bsp_build_node_is_leaf(node)) {
        memset(scratch, 0, c->words * sizeof *scratch);
        c->options->describe(node->value, scratch, c->options->user_data);
        node->value = c->parted[bsp_bit(scratch, 0)];
        return;
    }
    for (guint k = 0; k < 2; k++)
        change_sole_values(c, node->child[k], scratch);
}

/* Makes room in a space node that is there already for the spaces that are new, whose places are
 * NULL. */
static void widen_space_node(const Compiler *c, BspBuildNode *node)
{
    guint n = c->options->n_spaces;
    g_autofree guint64 *scratch = g_new(guint64, c->words);
    node->by_space = g_renew(BspBuildNode *, node->by_space, n);
    for (guint space = 0; space < node->value; space++)
        change_sole_values(c, node->by_space[space], scratch);
    for (guint space = node->value; space < n; space++)
        node->by_space[space] = NULL;
    node->value = n;
}

static void change_values(const Compiler *c, BspBuildNode *node, const guint64 *solid,
                          guint64 *scratch)
{
    if (node->tag == BSP_TAG_TIP) {
        node->child[0]->value = c->parted[1];
        change_values(c, node->child[1], solid, scratch);
        return;
    }
    if (bsp_build_node_is_leaf(node)) {
        memcpy(scratch, solid, c->words * sizeof *scratch);
        c->options->describe(node->value, scratch, c->options->user_data);
        node->value = c->options->leaf(scratch, c->options->user_data);
        return;
    }
    for (guint k = 0; !node->by_space && k < 2; k++)
        change_values(c, node->child[k], solid, scratch);
    if (node->by_space) {
        widen_space_node(c, node);
        for (guint space = c->options->n_existing; space < node->value; space++)
            node->by_space[space] = new_leaf(c->parted[bsp_bit(solid, space)]);
    }
}

/* The tree under a region that no face crosses: the new spaces are the same in all of it. */
static BspBuildNode *keep_tree(const Compiler *c, Region *region)
{
    g_autofree guint64 *scratch = g_new(guint64, c->words);
    change_values(c, region->existing, region->solid, scratch);
    bsp_job_part_done(bsp_job_part_of(c->options->part, region->share));
    return g_steal_pointer(&region->existing);
}

/* --- the tree --- */

/* One side of a branch. */
typedef struct {
    Compiler *c;
    Region region;
    BspBuildNode *node; /* what it has become; NULL when building does not go on */
} Side;

static BspBuildNode *build(Compiler *c, Region *region);

static void build_side(gpointer data)
{
    Side *side = data;
    side->node = build(side->c, &side->region);
    region_clear(&side->region);
}

/* Faces. What a side with fewer of them takes to build is not much more than starting a thread. */
#define WORTH_A_THREAD 128

/* Builds the two sides of the plane; the region's cell is cut, its faces are shared out, and so is
 * what is under it. */
static BspBuildNode *build_branch(Compiler *c, Region *region, const BspPlane *plane,
                                  BspCell *cells[2], const BspFaceSet faces[2])
{
    double weight[2] = { faces[0].n + 1, faces[1].n + 1 };
    gboolean big = MIN(faces[0].n, faces[1].n) >= WORTH_A_THREAD;
    BspBuildNode *under[2] = { NULL, NULL };
    Side sides[2];
    take_apart(region, under);
    for (guint k = 0; k < 2; k++) {
        Region child = { .cell = cells[k],
                         .faces = faces[k],
                         .existing = under[k],
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

/* Two leaves that say the same are one, unless they are to be kept. What are leaves then, stay
 * leaves. */
static BspBuildNode *merge_equal_leaves(Compiler *c, BspBuildNode *node, const Region *region)
{
    BspBuildNode *front = node->child[0], *back = node->child[1];
    if (c->options->keep_equal_leaves || !bsp_build_node_is_leaf(front) ||
        !bsp_build_node_is_leaf(back) || front->value != back->value) {
        node->child[0] = add_tips(c, front);
        node->child[1] = add_tips(c, back);
        return node;
    }
    node->value = front->value;
    node->child[0] = node->child[1] = NULL;
    find_tips(c, region, node);
    bsp_build_node_free(front);
    bsp_build_node_free(back);
    node->cell = kept_cell(c, node->value, region);
    return node;
}

/* Levels. A branch this deep is halved from there on, whatever that splits: a brush of a thousand
 * faces, or many nested spaces, would else be peeled off face by face to BSP_MAX_DEPTH. Trees of
 * levels are 20 to 60 deep. Not sooner, since what is halved is also cut into more cells. */
#define DEEP (BSP_MAX_DEPTH / 2)

static guint choose_plane(const Compiler *c, const Region *region)
{
    BspSplitWeights weights = c->options->weights;
    if (region->depth >= DEEP)
        weights = (BspSplitWeights){ .balance = 1, .max_candidates = weights.max_candidates };
    return bsp_choose_splitter(&weights, region->cell, (const BspPlane *)c->planes->data,
                               region->faces.v, region->faces.n);
}

/* The middle of a face's bounds. */
static BspVec middle_of(const BspCompileFace *face)
{
    BspBounds bounds = bsp_bounds_of_float(&face->bounds);
    return bsp_bounds_centre(&bounds);
}

/* The axial plane through the mean of the faces' middles, across the axis along which they spread
 * most. FALSE when it does not share them out. */
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

/* Whether the plane leaves enough of the cell on both sides; if not, *side receives the side, 0
 * front or 1 back, that nearly all of it is on. */
static gboolean cuts(const Compiler *c, const BspCell *cell, const BspPlane *plane, guint *side)
{
    double thin = bsp_split_near(&c->options->weights) * (BSP_THIN / BSP_ON_PLANE);
    double least, most;
    bsp_cell_range(cell, plane, &least, &most);
    *side = MAX(most, 0) >= MAX(-least, 0) ? 0 : 1;
    return most > thin && least < -thin;
}

/* The plane only grazes the region: there is but one side of it to go on with. */
static void leave_other_side(Region *region, BspFaceSet faces[2], guint side)
{
    BspBuildNode *under[2] = { NULL, NULL };
    take_apart(region, under);
    bsp_build_node_free(under[1 - side]);
    region->existing = under[side];
    bsp_face_set_clear(&faces[1 - side]);
    region->faces = faces[side];
}

/* --- space nodes --- */

/* The number of spaces that still have faces in the region. */
static guint count_crossing(const Compiler *c, const Region *region)
{
    guint n = 0;
    for (guint space = 0; space < c->options->n_spaces; space++)
        n += !bsp_bit(region->settled, space);
    return n;
}

/* Whether the spaces part here. Large regions have planes that serve all spaces. Where few faces
 * are left each plane serves but one, cuts up the others' cells, and is one more that their queries
 * pass. */
static gboolean parts(const Compiler *c, const Region *region)
{
    guint n = count_crossing(c, region);
    return n > 1 && c->options->part_at_faces > 0 &&
           region->faces.n <= (guint64)n * c->options->part_at_faces;
}

/* A space node with no subtrees yet but those that are there already. */
static BspBuildNode *take_space_node(const Compiler *c, Region *region)
{
    BspBuildNode *node = g_steal_pointer(&region->existing);
    if (node) {
        widen_space_node(c, node);
        return node;
    }
    node = g_new0(BspBuildNode, 1);
    node->value = c->options->n_spaces;
    node->by_space = g_new0(BspBuildNode *, node->value);
    return node;
}

/* What the spaces of a region become that part there. */
typedef struct {
    Compiler *c;
    Region *region;
    guint n_crossing;
    BspBuildNode **by_space;
} Parting;

static void build_space(guint space, gpointer data)
{
    Parting *parting = data;
    Compiler *c = parting->c;
    Region *region = parting->region;
    if (parting->by_space[space])
        return;
    if (bsp_bit(region->settled, space)) {
        parting->by_space[space] = new_leaf(c->parted[bsp_bit(region->solid, space)]);
        return;
    }
    Region own = { .cell = bsp_cell_copy(region->cell),
                   .faces = bsp_face_set_take_space(&region->faces, space),
                   .settled = g_malloc(c->words * sizeof *own.settled),
                   .solid = g_new0(guint64, c->words),
                   .only_space = (gint)space,
                   .depth = region->depth,
                   .share = region->share / parting->n_crossing };
    memset(own.settled, 0xff, c->words * sizeof *own.settled);
    bsp_clear_bit(own.settled, space);
    parting->by_space[space] = build(c, &own);
    if (parting->by_space[space])
        parting->by_space[space] = add_tips(c, parting->by_space[space]);
    region_clear(&own);
}

/* Every space on its own. NULL when building does not go on. */
static BspBuildNode *build_space_node(Compiler *c, Region *region)
{
    BspBuildNode *node = take_space_node(c, region);
    Parting parting = { c, region, count_crossing(c, region), node->by_space };
    gboolean big = region->faces.n >= 2 * WORTH_A_THREAD;
    bsp_job_each(big ? c->options->part.job : NULL, node->value, build_space, &parting);
    for (guint space = 0; space < node->value; space++)
        if (!node->by_space[space]) {
            bsp_build_node_free(node);
            return NULL;
        }
    return node;
}

/* The plane that the region is cut by next, and its number; NO_PLANE where it is none of a face's.
 */
static guint next_plane(const Compiler *c, const Region *region, Settling settling, BspPlane *plane)
{
    if (region->existing) {
        *plane = region->existing->plane;
        return NO_PLANE;
    }
    if (settling == MIXED) /* settle_spaces() has told it */
        return NO_PLANE;
    if (region->depth >= DEEP && !region->uncut && middle_plane(&region->faces, plane))
        return NO_PLANE;
    guint number = choose_plane(c, region);
    *plane = g_array_index(c->planes, BspPlane, number);
    return number;
}

/* NULL when building does not go on. Each round either ends, or takes from the region a branch of
 * what is there already, or a face, that whose plane did not cut it, or the trust in other planes.
 */
static BspBuildNode *build(Compiler *c, Region *region)
{
    Settling settling;
    BspPlane plane;
    if (!goes_on(c, region))
        return NULL;
    while ((settling = settle_spaces(c, region, &plane)) != SETTLED) {
        if (!goes_on(c, region))
            return NULL;
        pass_leaf(c, region);
        if (region->existing ? region->existing->by_space != NULL : parts(c, region))
            return build_space_node(c, region);
        guint number = next_plane(c, region, settling, &plane);
        BspFaceSet faces[2];
        bsp_face_set_partition(&region->faces, (const BspPlane *)c->planes->data, &plane, number,
                               bsp_split_near(&c->options->weights), faces);
        guint side;
        BspCell *cells[2] = { NULL, NULL };
        if (cuts(c, region->cell, &plane, &side))
            bsp_cell_split(region->cell, &plane, 0, &cells[0], &cells[1]);
        if (cells[0] && cells[1]) {
            BspBuildNode *node = build_branch(c, region, &plane, cells, faces);
            return node ? merge_equal_leaves(c, node, region) : NULL;
        }
        bsp_cell_free(cells[0]);
        bsp_cell_free(cells[1]);
        region->uncut |= number == NO_PLANE && !region->existing;
        leave_other_side(region, faces, side);
    }
    return region->existing ? keep_tree(c, region) : make_leaf(c, region);
}

/* Below a space node only one space is ever asked for. The values of leaves are the same for all
 * spaces there, so that subtrees of different ones can be equal. */
static void find_parted_values(Compiler *c)
{
    g_autofree guint64 *solid = g_new0(guint64, c->words);
    c->parted[0] = c->options->leaf(solid, c->options->user_data);
    for (guint space = 0; space < c->options->n_spaces; space++)
        bsp_set_bit(solid, space);
    c->parted[1] = c->options->leaf(solid, c->options->user_data);
}

/* The number of the plane among `planes`. Pieces of one face come in a row, and share it. */
static guint number_plane(GArray *planes, const BspPlane *plane)
{
    guint n = planes->len;
    if (n > 0 && memcmp(&g_array_index(planes, BspPlane, n - 1), plane, sizeof *plane) == 0)
        return n - 1;
    g_array_append_val(planes, *plane);
    return n;
}

/* Takes the faces of all new spaces. */
static BspFaceSet gather_faces(Compiler *c, GArray **spaces)
{
    guint n = 0;
    for (guint space = c->options->n_existing; space < c->options->n_spaces; space++)
        n += spaces[space]->len;
    BspFaceSet faces = { g_new(BspCompileFace, n), 0 };
    for (guint space = c->options->n_existing; space < c->options->n_spaces; space++) {
        for (guint i = 0; i < spaces[space]->len; i++) {
            BspUnionFace *face = &g_array_index(spaces[space], BspUnionFace, i);
            BspCompileFace like = { .plane = number_plane(c->planes, &face->plane),
                                    .space = space };
            bsp_face_set_add(&faces, g_steal_pointer(&face->polygon), &like);
        }
        g_array_unref(g_steal_pointer(&spaces[space]));
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
                    .existing = options->existing,
                    .settled = g_new0(guint64, c.words),
                    .solid = g_new0(guint64, c.words),
                    .only_space = -1,
                    .share = 1 };
    for (guint space = 0; space < options->n_existing; space++)
        bsp_set_bit(root.settled, space);
    BspBuildNode *node = build(&c, &root);
    if (node)
        node = add_tips(&c, node);
    region_clear(&root);
    if (!node && c.too_deep)
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "the tree would be deeper than %d levels",
                    BSP_MAX_DEPTH);
    else if (!node)
        bsp_job_set_cancelled(c.options->part.job, error);
    return node;
}

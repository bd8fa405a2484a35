/* tree: compiles the plain solid-leaf BSP of one solid, and lays out any tree for queries. */
#include "compile/tree.h"

#include <string.h>

#include "bsp-nodes.h"
#include "trace/listing5.h"

/* --- layout --- */

/* A node during the layout. Its plane and children have provisional numbers, in the order of
 * discovery. */
typedef struct {
    guint32 plane, tag;
    gint32 child[2];
    guint32 paths; /* number of paths to leaves, at most G_MAXINT32 */
} Packed;

/* A plane, as its distance and the number of its normal. */
typedef struct {
    double dist;
    guint64 normal;
} Plane;

typedef struct {
    BspNodes *nodes;
    gboolean share;
    GHashTable *normals; /* maps a normal (BspVec) to 1 + its index in the table of normals */
    GHashTable *known;   /* maps a plane (Plane) to 1 + its index in `planes` */
    GHashTable *shared;  /* maps a node (Packed) to its index in `pool` */
    GArray *planes;      /* the planes (Plane), all different */
    GArray *pool; /* the nodes (Packed). All are different if equal subtrees are shared. Children
                     precede their parents */
    GHashTable *space_nodes; /* maps the bytes of a row (GBytes) to 1 + the index of the row */
    GArray *rows; /* numbers (gint32) of the subtrees of each space node, n_spaces in each row */
    guint most_value; /* largest value of a leaf */
    guint size_normals;
    BspJob *job;
    guint n_steps; /* number of steps so far, which are nodes that were packed, numbered or measured
                    */
    gboolean stopped;
} Layout;

/* Number of steps between checks of the job. A check reads a clock under a mutex, which takes as
 * long as about ten steps, so checks take 4 percent. */
#define STEPS_PER_CHECK 256

/* Counts a step. Returns FALSE after the job stopped; all results are then meaningless. */
static gboolean count_step(Layout *l)
{
    if (l->n_steps++ % STEPS_PER_CHECK == 0)
        l->stopped = l->stopped || !bsp_job_goes_on(l->job);
    return !l->stopped;
}

/* The result of packing a node after the job stopped. It looks like a leaf. */
#define NOT_LAID_OUT (~0)

/* Defines the functions of a hash table whose keys are equal if all their bytes are. */
#define HASH_BY_BYTES(Type)                                                                        \
    static guint hash_##Type(gconstpointer key)                                                    \
    {                                                                                              \
        return (guint)bsp_hash(BSP_HASH_START, key, sizeof(Type));                                 \
    }                                                                                              \
    static gboolean equal_##Type(gconstpointer a, gconstpointer b)                                 \
    {                                                                                              \
        return memcmp(a, b, sizeof(Type)) == 0;                                                    \
    }

HASH_BY_BYTES(BspVec)
HASH_BY_BYTES(Plane)
HASH_BY_BYTES(Packed)

static guint32 number_of_normal(Layout *l, BspVec normal)
{
    BspVec key = bsp_vec(normal.x + 0.0, normal.y + 0.0, normal.z + 0.0); /* turns -0 into 0 */
    guint found = GPOINTER_TO_UINT(g_hash_table_lookup(l->normals, &key));
    if (found)
        return found - 1;
    BspNodes *n = l->nodes;
    if (n->n_normals == l->size_normals) {
        l->size_normals = 2 * l->size_normals + 16;
        n->normals = g_renew(BspVec, n->normals, l->size_normals);
    }
    n->normals[n->n_normals++] = key;
    g_hash_table_insert(l->normals, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(n->n_normals));
    return n->n_normals - 1;
}

static guint32 number_of_plane(Layout *l, const BspPlane *plane)
{
    Plane key = { plane->dist + 0.0, number_of_normal(l, plane->normal) };
    guint found = GPOINTER_TO_UINT(g_hash_table_lookup(l->known, &key));
    if (found)
        return found - 1;
    g_array_append_val(l->planes, key);
    g_hash_table_insert(l->known, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(l->planes->len));
    return l->planes->len - 1;
}

/* Returns whether the first nonzero component of the normal is negative. Such planes are stored
 * flipped, so that parallel faces share one normal and axial normals are positive. */
static gboolean is_negative(BspVec normal)
{
    for (int i = 0; i < 3; i++)
        if (normal.v[i] != 0)
            return normal.v[i] < 0;
    return FALSE;
}

static gint32 pack_node(Layout *l, const BspBuildNode *node);

/* In the layout, a space node is a leaf whose value is SPACE_NODE plus the index of its row. The
 * values of leaves are smaller (BSP_MAX_NODES). */
#define SPACE_NODE (1u << 30)

static gint32 pack_space_node(Layout *l, const BspBuildNode *node)
{
    guint n = l->nodes->n_spaces = node->value;
    g_autofree gint32 *row = g_new(gint32, n);
    gboolean equal = TRUE;
    for (guint i = 0; i < n; i++) {
        row[i] = pack_node(l, node->by_space[i]);
        equal = equal && row[i] == row[0];
    }
    if (l->share && equal)
        return row[0];
    g_autoptr(GBytes) key = g_bytes_new(row, n * sizeof *row);
    guint found = GPOINTER_TO_UINT(g_hash_table_lookup(l->space_nodes, key));
    if (l->share && found)
        return ~(gint32)(SPACE_NODE + found - 1);
    guint at = l->rows->len / n;
    g_array_append_vals(l->rows, row, n);
    g_hash_table_insert(l->space_nodes, g_steal_pointer(&key), GUINT_TO_POINTER(at + 1));
    return ~(gint32)(SPACE_NODE + at);
}

/* Returns the number of paths to leaves below the child. Below a space node, the result is the
 * number in the space that has the most paths. */
static guint32 paths_below(const Layout *l, gint32 child)
{
    guint n = l->nodes->n_spaces;
    if (child >= 0)
        return g_array_index(l->pool, Packed, child).paths;
    if ((guint)~child < SPACE_NODE)
        return 1;
    guint32 most = 0;
    for (guint k = 0; k < n; k++)
        most = MAX(most, paths_below(l, g_array_index(l->rows, gint32,
                                                      ((guint)~child - SPACE_NODE) * n + k)));
    return most;
}

/* Returns the pool index of the subtree, or of an equal subtree, so that the tree becomes a graph.
 * Equal subtrees are frequent, because a face that was split appears below both sides of the
 * splitting plane. A node with the same subtree on both sides is dropped, before its plane enters
 * the table of planes. */
static gint32 pack_node(Layout *l, const BspBuildNode *node)
{
    if (!count_step(l))
        return NOT_LAID_OUT;
    if (node->by_space)
        return pack_space_node(l, node);
    if (bsp_build_node_is_leaf(node)) {
        l->most_value = MAX(l->most_value, node->value);
        return ~(gint32)node->value;
    }
    l->nodes->n_built++;
    guint flip = is_negative(node->plane.normal) ? 1 : 0;
    Packed packed = { .tag = node->tag };
    for (guint k = 0; k < 2; k++)
        packed.child[k] = pack_node(l, node->child[k ^ flip]);
    if (l->share && packed.child[0] == packed.child[1])
        return packed.child[0];
    BspPlane plane = flip ? bsp_plane_flipped(&node->plane) : node->plane;
    packed.plane = number_of_plane(l, &plane);
    packed.paths = paths_below(l, packed.child[0]) + paths_below(l, packed.child[1]);
    packed.paths = MIN(packed.paths, G_MAXINT32);
    gpointer place;
    if (l->share && g_hash_table_lookup_extended(l->shared, &packed, NULL, &place))
        return GPOINTER_TO_INT(place);
    gint32 i = (gint32)l->pool->len;
    g_array_append_val(l->pool, packed);
    if (l->share)
        g_hash_table_insert(l->shared, g_memdup2(&packed, sizeof packed), GINT_TO_POINTER(i));
    return i;
}

/* Final numbers of the pool's nodes, of the planes and of the rows. They are -1 until they are
 * assigned. */
typedef struct {
    gint32 *node, *plane, *row;
    GArray *order; /* for each numbered node, its index (guint) in the pool */
    guint32 least; /* subtrees with fewer paths than this are numbered later */
    GArray *later; /* the subtrees (gint32) that are numbered later */
} Places;

static void number_node(Layout *l, gint32 i, Places *places);

static void number_row(Layout *l, guint i, Places *places)
{
    BspNodes *n = l->nodes;
    if (places->row[i] >= 0)
        return;
    places->row[i] = (gint32)n->n_space_nodes++;
    for (guint k = 0; k < n->n_spaces; k++)
        number_node(l, g_array_index(l->rows, gint32, i * n->n_spaces + k), places);
}

/* Numbers the subtree's nodes in preorder. The child with more paths comes first. */
static void number_node(Layout *l, gint32 i, Places *places)
{
    if (!count_step(l))
        return;
    if (i < 0 && (guint)~i >= SPACE_NODE)
        number_row(l, (guint)~i - SPACE_NODE, places);
    if (i < 0 || places->node[i] >= 0)
        return;
    const Packed *packed = &g_array_index(l->pool, Packed, i);
    if (packed->paths < places->least) {
        g_array_append_val(places->later, i);
        return;
    }
    places->node[i] = (gint32)places->order->len;
    g_array_append_val(places->order, i);
    guint first = paths_below(l, packed->child[0]) < paths_below(l, packed->child[1]) ? 1 : 0;
    number_node(l, packed->child[first], places);
    number_node(l, packed->child[1 - first], places);
}

/* The nodes that have at least this fraction of all paths below them come first. In any tree they
 * are a few hundred nodes, about as many as a page of memory holds. Most moves visit some of
 * them. */
#define FRACTION_OF_TOP (1.0 / 64)

static void number_nodes(Layout *l, gint32 top, Places *places)
{
    places->least = (guint32)(paths_below(l, top) * FRACTION_OF_TOP);
    number_node(l, top, places);
    places->least = 0;
    for (guint i = 0; i < places->later->len; i++)
        number_node(l, g_array_index(places->later, gint32, i), places);
}

static gint32 number_of_child(const Layout *l, gint32 child, const Places *places)
{
    if (child >= 0)
        return places->node[child];
    if ((guint)~child < SPACE_NODE)
        return child;
    return ~(gint32)(l->nodes->first_space_node + (guint)places->row[(guint)~child - SPACE_NODE]);
}

/* Makes a node that holds its plane. This is possible if the plane is axial, and its distance is a
 * float or differs from a float by the offset of a tag. Returns FALSE for other planes. */
static gboolean fits_in_node(const Plane *plane, guint32 tag, BspNode *node)
{
    const guint32 tags[] = { tag, BSP_TAG_FARTHER, BSP_TAG_NEARER };
    for (guint i = 0; i < (tag ? 1 : 3) && plane->normal < BSP_NODE_EXACT; i++) {
        float dist = (float)(plane->dist - bsp_tag_offset(tags[i]));
        *node = (BspNode){ .dist = dist, .link = { (gint32)plane->normal, (gint32)tags[i] } };
        if ((double)dist + bsp_tag_offset(tags[i]) == plane->dist)
            return TRUE;
    }
    return FALSE;
}

/* Returns the node with its plane and tag, without children. Planes that do not fit in nodes are
 * numbered in the order of the nodes. */
static BspNode node_with_plane(const Layout *l, const Packed *packed, Places *places)
{
    BspNodes *n = l->nodes;
    const Plane *plane = &g_array_index(l->planes, Plane, packed->plane);
    gint32 *place = &places->plane[packed->plane];
    BspNode node;
    if (fits_in_node(plane, packed->tag, &node))
        return node;
    if (*place < 0) {
        *place = (gint32)n->n_exact++;
        BSP_ASSERT(n->n_exact <= n->n_planes);
        n->exact[*place].normal = (guint32)plane->normal;
        bsp_exact_set_dist(&n->exact[*place], plane->dist);
    }
    return (BspNode){ .exact = (guint32)*place, .link = { BSP_NODE_EXACT, (gint32)packed->tag } };
}

static void store_nodes(const Layout *l, Places *places)
{
    BspNodes *n = l->nodes;
    n->n_nodes = places->order->len;
    for (guint at = 0; at < n->n_nodes; at++) {
        guint i = g_array_index(places->order, guint, at);
        const Packed *packed = &g_array_index(l->pool, Packed, i);
        n->nodes[at] = node_with_plane(l, packed, places);
        for (guint k = 0; k < 2; k++) {
            gint32 child = number_of_child(l, packed->child[k], places);
            BSP_ASSERT(packed->child[k] < 0 || (child >= 0 && child < (gint32)n->n_nodes));
            bsp_node_set_child(&n->nodes[at], k, child);
            n->n_leaves += child < 0 && !bsp_nodes_is_space_node(n, child) ? 1 : 0;
        }
    }
}

static void store_rows(const Layout *l, const Places *places)
{
    BspNodes *n = l->nodes;
    for (guint i = 0; i < l->rows->len; i++) {
        gint32 child = number_of_child(l, g_array_index(l->rows, gint32, i), places);
        n->rows[(guint)places->row[i / n->n_spaces] * n->n_spaces + i % n->n_spaces] = child;
        n->n_leaves += child < 0 ? 1 : 0;
    }
}

static gint32 *all_minus_one(guint n)
{
    gint32 *numbers = g_new(gint32, n + 1);
    memset(numbers, 0xff, (n + 1) * sizeof *numbers);
    return numbers;
}

static void number_all(Layout *l, gint32 top)
{
    BspNodes *n = l->nodes;
    n->n_planes = l->planes->len;
    g_assert(l->pool->len <= BSP_MAX_NODES && l->most_value < BSP_MAX_NODES - l->rows->len);
    n->nodes = g_new(BspNode, l->pool->len);
    n->exact = g_new(BspExactPlane, n->n_planes);
    n->rows = g_new(gint32, l->rows->len);
    n->first_space_node = l->most_value + 1;
    Places places = { .node = all_minus_one(l->pool->len),
                      .plane = all_minus_one(n->n_planes),
                      .row = all_minus_one(l->rows->len / MAX(n->n_spaces, 1)),
                      .order = g_array_sized_new(FALSE, FALSE, sizeof(guint), l->pool->len),
                      .later = g_array_new(FALSE, FALSE, sizeof(gint32)) };
    number_nodes(l, top, &places);
    if (!l->stopped) {
        store_nodes(l, &places);
        store_rows(l, &places);
    }
    n->root = number_of_child(l, top, &places);
    n->n_leaves = MAX(n->n_leaves, 1);
    n->exact = g_renew(BspExactPlane, n->exact, n->n_exact);
    g_free(places.node);
    g_free(places.plane);
    g_free(places.row);
    g_array_unref(places.order);
    g_array_unref(places.later);
}

static guint depth_of(Layout *l, gint32 i, guint *known)
{
    const BspNodes *nodes = l->nodes;
    if (!count_step(l))
        return 0;
    if (i < 0 && !bsp_nodes_is_space_node(nodes, i))
        return 0;
    if (i < 0) {
        guint depth = 0;
        for (guint k = 0; k < nodes->n_spaces; k++) {
            guint below = depth_of(l, bsp_nodes_in_space(nodes, i, k), known);
            depth = MAX(depth, below);
        }
        return depth;
    }
    if (known[i] == 0) {
        guint front = depth_of(l, bsp_node_child(&nodes->nodes[i], 0), known);
        guint back = depth_of(l, bsp_node_child(&nodes->nodes[i], 1), known);
        known[i] = 1 + MAX(front, back);
    }
    return known[i];
}

static Layout layout_new(BspNodes *nodes, gboolean share, BspJob *job)
{
    Layout l = { .nodes = nodes,
                 .share = share,
                 .normals = g_hash_table_new_full(hash_BspVec, equal_BspVec, g_free, NULL),
                 .known = g_hash_table_new_full(hash_Plane, equal_Plane, g_free, NULL),
                 .shared = g_hash_table_new_full(hash_Packed, equal_Packed, g_free, NULL),
                 .planes = g_array_new(FALSE, FALSE, sizeof(Plane)),
                 .pool = g_array_new(FALSE, FALSE, sizeof(Packed)),
                 .space_nodes = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                                      (GDestroyNotify)g_bytes_unref, NULL),
                 .rows = g_array_new(FALSE, FALSE, sizeof(gint32)),
                 .job = job };
    for (int axis = 0; axis < 3; axis++)
        number_of_normal(&l, bsp_vec_axis(axis));
    return l;
}

static void layout_clear(Layout *l)
{
    g_hash_table_unref(l->normals);
    g_hash_table_unref(l->known);
    g_hash_table_unref(l->shared);
    g_array_unref(l->planes);
    g_array_unref(l->pool);
    g_hash_table_unref(l->space_nodes);
    g_array_unref(l->rows);
}

static void measure_depth(Layout *l)
{
    g_autofree guint *known = g_new0(guint, l->nodes->n_nodes + 1);
    l->nodes->depth = depth_of(l, l->nodes->root, known);
}

gboolean bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root, gboolean share, BspJob *job)
{
    memset(nodes, 0, sizeof *nodes);
    Layout l = layout_new(nodes, share, job);
    gint32 top = pack_node(&l, root);
    if (!l.stopped)
        number_all(&l, top);
    if (!l.stopped)
        measure_depth(&l);
    nodes->normals = g_renew(BspVec, nodes->normals, nodes->n_normals);
    if (l.stopped)
        bsp_nodes_clear(nodes);
    layout_clear(&l);
    return !l.stopped;
}

/* --- the tree of one solid --- */

/* Compiles the tree of the space. Consumes the faces of the space. */
static BspBuildNode *compile_space(BspSpace *space, BspSplitRule split, guint32 keep_cells,
                                   BspJobPart part, GError **error)
{
    BspCompileOptions compile_options = { .n_spaces = 1,
                                          .bounds = bsp_tree_region(&space->bounds),
                                          .weights = bsp_split_weights(split),
                                          .keep_cells = keep_cells,
                                          .part = part };
    return bsp_spaces_compile(&space, &compile_options, error);
}

/* Compiles the tree. *about receives its bounds, its box and whether it is filled. */
static BspBuildNode *compile_source(const BspSpaceSource *source, const BspBuildOptions *options,
                                    guint32 keep_cells, BspTree *about, BspJobPart part,
                                    GError **error)
{
    double share = bsp_space_fraction(options);
    BspSpace space;
    BspBuildNode *root = NULL;
    if (bsp_space_init(&space, source, options, bsp_job_part_of(part, share), error)) {
        if (source->is_expanded)
            bsp_space_reduce(&space);
        root = compile_space(&space, options->split, keep_cells, bsp_job_part_of(part, 1 - share),
                             error);
    }
    *about = (BspTree){ .bounds = space.bounds, .box = source->box, .filled = space.fill != NULL };
    bsp_space_clear(&space);
    return root;
}

BspBuildNode *bsp_tree_compile(const BspSolid *solid, const BspBuildOptions *options,
                               BspJobPart part, gboolean *filled, GError **error)
{
    BspTree about;
    BspBuildNode *root =
        compile_source(&(BspSpaceSource){ .solid = solid }, options, 1 << 1, &about, part, error);
    if (filled)
        *filled = about.filled;
    return root;
}

static BspTree *lay_out(const BspTree *about, const BspBuildNode *root, gboolean plain, BspJob *job,
                        GError **error)
{
    BspTree *tree = g_memdup2(about, sizeof *about);
    if (bsp_nodes_init(&tree->nodes, root, !plain, job))
        return tree;
    bsp_tree_free(tree);
    bsp_job_set_cancelled(job, error);
    return NULL;
}

BspTree *bsp_tree_new_of_space(const BspSpace *space, const BspBuildOptions *options,
                               BspJobPart part, GError **error)
{
    BspTree about = { .bounds = space->bounds, .filled = space->fill != NULL };
    BspSpace copy = *space;
    copy.faces = bsp_union_faces_copy(space->faces);
    g_autoptr(BspBuildNode) root = compile_space(&copy, options->split, 0, part, error);
    return root ? lay_out(&about, root, options->plain, part.job, error) : NULL;
}

BspTree *bsp_tree_new(const BspSolid *solid, const BspBounds *box, const BspBuildOptions *options,
                      GError **error)
{
    BspTree about;
    BspSpaceSource source = { .solid = solid, .is_expanded = box != NULL };
    if (box)
        source.box = *box;
    g_autoptr(BspJob) job = bsp_build_job(options);
    g_autoptr(BspBuildNode) root =
        compile_source(&source, options, 0, &about, (BspJobPart){ job, 1 }, error);
    return root ? lay_out(&about, root, options->plain, job, error) : NULL;
}

void bsp_tree_free(BspTree *tree)
{
    if (!tree)
        return;
    bsp_nodes_clear(&tree->nodes);
    g_free(tree);
}

gsize bsp_tree_bytes(const BspTree *tree)
{
    return sizeof *tree + bsp_nodes_bytes(&tree->nodes);
}

static bool leaf_is_solid(guint value, gconstpointer user_data)
{
    (void)user_data;
    return value != 0;
}

BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters)
{
    BspTransition tr;
    const BspTreeView view = { &tree->nodes, 0, 0, &tree->box, leaf_is_solid, NULL };
    bsp_listing5_transition(view, &from, &to, counters, &tr);
    return tr;
}

gboolean bsp_tree_leaf_is_solid(const BspTree *tree, BspVec p)
{
    return leaf_is_solid(bsp_nodes_find_leaf(&tree->nodes, 0, p), NULL);
}

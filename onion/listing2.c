/* listing2: compiles a tree by Listings 1 to 4 of Golodetz 2013, unchanged.
 *
 * The tests compare the default builder with it. The plane of every face that is not used yet is a
 * candidate for splitting. The descriptor of a leaf comes from one point of the leaf, which is
 * classified in the map tree of every space. */
#include "compile/tree.h"
#include "onion/onion-private.h"

/* The article's PolyIndex. It holds the polygon instead of an index. */
typedef struct {
    BspPolygon *polygon;
    BspPlane plane;
    gboolean candidate;
} Poly;

typedef struct {
    BspTree **map_trees;
    const BspCompileOptions *options;
    /* Planes (BspPlane) of the nodes above, each facing the leaf. */
    GArray *ancestors;
    BspJob *job;
    GError **error;
} Listing;

static void clear_poly(gpointer data)
{
    g_free(((Poly *)data)->polygon);
}

static GArray *polys_new(void)
{
    GArray *polys = g_array_new(FALSE, FALSE, sizeof(Poly));
    g_array_set_clear_func(polys, clear_poly);
    return polys;
}

/* Returns the plane of the candidate with the lowest |front - back| + 4 * splits, or NULL if there
 * is no candidate. Once the job is cancelled, the remaining candidates are skipped. */
static const BspPlane *choose_splitter(const GArray *polys, BspJob *job)
{
    const BspPlane *best = NULL;
    double least = HUGE_VAL;
    for (guint i = 0; i < polys->len && bsp_job_goes_on(job); i++) {
        const Poly *candidate = &g_array_index(polys, Poly, i);
        if (!candidate->candidate)
            continue;
        guint count[4] = { 0 };
        for (guint j = 0; j < polys->len; j++) {
            const Poly *poly = &g_array_index(polys, Poly, j);
            count[bsp_polygon_side(poly->polygon, &candidate->plane, BSP_ON_PLANE)]++;
        }
        double balance = fabs((double)count[BSP_SIDE_FRONT] - (double)count[BSP_SIDE_BACK]);
        double cost = balance + 4.0 * count[BSP_SIDE_STRADDLE];
        if (cost < least) {
            least = cost;
            best = &candidate->plane;
        }
    }
    return best;
}

/* --- Listing 4 --- */

gboolean onion_arbitrary_leaf_point(const BspPlane *ancestors, guint n, const BspBounds *bounds,
                                    BspVec *point)
{
    g_autofree BspPlane *planes = g_new(BspPlane, n + 6);
    for (guint i = 0; i < n; i++)
        planes[i] = ancestors[i];
    for (guint axis = 0; axis < 3; axis++) {
        BspVec unit = bsp_vec_axis((int)axis);
        planes[n + 2 * axis] = (BspPlane){ unit, bounds->mins.v[axis] };
        planes[n + 2 * axis + 1] = (BspPlane){ bsp_vec_neg(unit), -bounds->maxs.v[axis] };
    }
    BspVec size = bsp_vec_sub(bounds->maxs, bounds->mins), sum = bsp_vec(0, 0, 0);
    double half = fmax(size.x, fmax(size.y, size.z));
    guint denominator = 0;
    for (guint i = 0; i < n + 6; i++) {
        BspPolygon *face = bsp_polygon_new_large(&planes[i], bsp_bounds_centre(bounds), half);
        for (guint j = 0; j < n + 6 && face; j++) {
            if (j == i)
                continue;
            BspPolygon *front, *back;
            bsp_polygon_split(face, &planes[j], BSP_CELL_EPSILON, &front, &back);
            g_free(back);
            g_free(face);
            face = front;
        }
        for (guint k = 0; face && k < face->n; k++) {
            sum = bsp_vec_add(sum, face->v[k]);
            denominator++;
        }
        g_free(face);
    }
    if (denominator)
        *point = bsp_vec_scale(sum, 1.0 / denominator);
    return denominator > 0;
}

/* --- Listing 3 --- */

/* Makes a leaf. Returns NULL if the region bounded by the ancestors' planes has no volume. */
static BspBuildNode *make_leaf(const Listing *l)
{
    BspVec p;
    if (!onion_arbitrary_leaf_point((const BspPlane *)l->ancestors->data, l->ancestors->len,
                                    &l->options->bounds, &p))
        return NULL;
    g_autofree guint64 *solid = g_new0(guint64, bsp_bit_words(l->options->n_spaces));
    for (guint i = 0; i < l->options->n_spaces; i++)
        if (bsp_tree_leaf_is_solid(l->map_trees[i], p))
            bsp_set_bit(solid, i);
    BspBuildNode *leaf = g_new0(BspBuildNode, 1);
    leaf->value = l->options->leaf(solid, l->options->user_data);
    return leaf;
}

/* --- Listing 2 --- */

static void add_poly(GArray *polys, BspPolygon *polygon, const Poly *like, gboolean candidate)
{
    Poly poly = { polygon, like->plane, candidate };
    g_array_append_val(polys, poly);
}

static void sort_polygon(const Poly *poly, const BspPlane *splitter, GArray *front, GArray *back)
{
    BspPolygon *f, *b;
    if (bsp_polygon_side(poly->polygon, splitter, BSP_ON_PLANE) == BSP_SIDE_ON) {
        add_poly(bsp_vec_dot(splitter->normal, poly->plane.normal) > 0 ? front : back,
                 bsp_polygon_new(poly->polygon->v, poly->polygon->n), poly, FALSE);
        return;
    }
    bsp_polygon_split(poly->polygon, splitter, BSP_ON_PLANE, &f, &b);
    if (f)
        add_poly(front, f, poly, poly->candidate);
    if (b)
        add_poly(back, b, poly, poly->candidate);
}

static gboolean may_continue(const Listing *l)
{
    if (*l->error)
        return FALSE;
    if (!bsp_job_goes_on(l->job))
        bsp_job_set_cancelled(l->job, l->error);
    return !*l->error;
}

/* Builds a subtree. `share` is its fraction of the job's work, for progress reports. Returns NULL
 * if the region has no volume, or with l->error set. */
static BspBuildNode *build_subtree(Listing *l, const GArray *polys, double share)
{
    if (*l->error)
        return NULL;
    const BspPlane *choice = choose_splitter(polys, l->job);
    if (!may_continue(l))
        return NULL;
    if (!choice) {
        bsp_job_part_done((BspJobPart){ l->job, share });
        return make_leaf(l);
    }
    if (l->ancestors->len >= BSP_MAX_DEPTH) {
        g_set_error(l->error, BSP_ERROR, BSP_ERROR_LIMIT, "the tree would be deeper than %d levels",
                    BSP_MAX_DEPTH);
        return NULL;
    }
    BspPlane splitter = *choice;
    g_autoptr(GArray) front = polys_new();
    g_autoptr(GArray) back = polys_new();
    for (guint i = 0; i < polys->len; i++)
        sort_polygon(&g_array_index(polys, Poly, i), &splitter, front, back);

    BspPlane flipped = bsp_plane_flipped(&splitter);
    double left_share = share * (front->len + 1) / (front->len + back->len + 2);
    g_array_append_val(l->ancestors, splitter);
    BspBuildNode *left = build_subtree(l, front, left_share);
    g_array_index(l->ancestors, BspPlane, l->ancestors->len - 1) = flipped;
    BspBuildNode *right = build_subtree(l, back, share - left_share);
    g_array_set_size(l->ancestors, l->ancestors->len - 1);

    if (!left ||
        !right) /* if one child's region has no volume, the other child replaces the branch */
        return left ? left : right;
    BspBuildNode *branch = g_new0(BspBuildNode, 1);
    branch->plane = splitter;
    branch->child[0] = left;
    branch->child[1] = right;
    return branch;
}

/* Compiles the tree by Listing 1, with the map trees of Listing 3. */
BspBuildNode *onion_listing2_compile(const BspSpace *spaces, const BspCompileOptions *options,
                                     const BspBuildOptions *build, GError **error)
{
    GError *failure = NULL;
    g_autoptr(GPtrArray) trees = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_tree_free);
    g_autoptr(GArray) polys = polys_new();
    for (guint i = 0; i < options->n_spaces; i++) {
        const GArray *faces = spaces[i].faces;
        BspJobPart part = { options->part.job, 0 };
        BspTree *tree = bsp_tree_new_of_space(&spaces[i], build, part, error);
        if (!tree)
            return NULL;
        g_ptr_array_add(trees, tree);
        for (guint f = 0; f < faces->len; f++) {
            const BspUnionFace *face = &g_array_index(faces, BspUnionFace, f);
            Poly like = { .plane = face->plane };
            add_poly(polys, bsp_polygon_new(face->polygon->v, face->polygon->n), &like, TRUE);
        }
    }
    g_autoptr(GArray) ancestors = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    Listing listing = { .map_trees = (BspTree **)trees->pdata,
                        .options = options,
                        .ancestors = ancestors,
                        .job = options->part.job,
                        .error = &failure };
    BspBuildNode *root = build_subtree(&listing, polys, options->part.share);
    if (failure) {
        g_clear_pointer(&root, bsp_build_node_free);
        g_propagate_error(error, failure);
    }
    return root;
}

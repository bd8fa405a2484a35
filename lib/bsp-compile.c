/* bsp-compile: from faces to a solid-leaf BSP, of one world or of several superposed. */
#include "bsp-compile.h"

#include <string.h>

#include "bsp-solid.h"

void bsp_build_node_free(BspBuildNode *node)
{
    if (!node)
        return;
    bsp_build_node_free(node->child[0]);
    bsp_build_node_free(node->child[1]);
    bsp_cell_free(node->cell);
    g_free(node);
}

typedef struct {
    const BspCompileOptions *options;
    GArray *planes; /* BspPlane */
    guint words;    /* of a set of layers */
    double done;    /* share of the work, 0 to 1 */
    gint64 told;    /* when progress was last told, monotonic microseconds */
    GError **error;
} Compiler;

/* A part of space, and all that is known of it. */
typedef struct {
    BspCell *cell;
    GArray *faces;  /* BspBuildFace: those inside it; owned with their polygons */
    guint64 *known; /* the layers that no face crosses any more ... */
    guint64 *solid; /* ... and which of these are solid here */
    guint depth;
    double share; /* of the whole work */
} Region;

static void clear_build_face(gpointer data)
{
    g_free(((BspBuildFace *)data)->polygon);
}

static GArray *faces_new(guint reserved)
{
    GArray *faces = g_array_sized_new(FALSE, FALSE, sizeof(BspBuildFace), reserved);
    g_array_set_clear_func(faces, clear_build_face);
    return faces;
}

static void faces_add(GArray *faces, BspPolygon *polygon, const BspBuildFace *like)
{
    BspBuildFace face = { polygon, bsp_polygon_bounds(polygon), like->plane, like->layer };
    g_array_append_val(faces, face);
}

static void region_clear(Region *region)
{
    bsp_cell_free(region->cell);
    if (region->faces)
        g_array_unref(region->faces);
    g_free(region->known);
    g_free(region->solid);
}

/* Asks which layers that lost their last face are solid here (Listing 3); TRUE when all are known.
 */
static gboolean settle_layers(const Compiler *c, Region *region)
{
    g_autofree guint64 *crossed = g_new0(guint64, c->words);
    for (guint i = 0; i < region->faces->len; i++)
        bsp_set_bit(crossed, g_array_index(region->faces, BspBuildFace, i).layer);
    BspVec point = bsp_cell_interior_point(region->cell);
    for (guint layer = 0; layer < c->options->n_layers; layer++) {
        if (bsp_bit(crossed, layer) || bsp_bit(region->known, layer))
            continue;
        bsp_set_bit(region->known, layer);
        if (c->options->solid(layer, point, c->options->user_data))
            bsp_set_bit(region->solid, layer);
    }
    return region->faces->len == 0;
}

static BspBuildNode *make_leaf(Compiler *c, Region *region)
{
    BspBuildNode *leaf = g_new0(BspBuildNode, 1);
    leaf->value = c->options->leaf(region->solid, c->options->user_data);
    if (c->options->keep_cells)
        leaf->cell = g_steal_pointer(&region->cell);
    c->done += region->share;
    return leaf;
}

/* Gives each face, or its pieces, to the side of the plane it is on. Faces on the plane are used up
 * by it. The polygons move out of `faces`. */
static void partition(GArray *faces, const BspPlane *planes, const BspPlane *plane, GArray *side[2])
{
    for (guint i = 0; i < faces->len; i++) {
        BspBuildFace *face = &g_array_index(faces, BspBuildFace, i);
        BspSide where = bsp_build_face_side(face, planes, plane);
        if (where == BSP_SIDE_FRONT || where == BSP_SIDE_BACK) {
            g_array_append_val(side[where == BSP_SIDE_BACK], *face);
            face->polygon = NULL;
        } else if (where == BSP_SIDE_STRADDLE) {
            BspPolygon *part[2];
            bsp_polygon_split(face->polygon, plane, BSP_ON_PLANE, &part[0], &part[1]);
            for (guint k = 0; k < 2; k++)
                if (part[k])
                    faces_add(side[k], part[k], face);
        }
    }
}

static gboolean tell_progress(Compiler *c)
{
    if (!c->options->progress)
        return TRUE;
    gint64 now = g_get_monotonic_time();
    if (now - c->told < G_USEC_PER_SEC / 20)
        return TRUE;
    c->told = now;
    if (c->options->progress(c->done, c->options->progress_data))
        return TRUE;
    g_set_error(c->error, BSP_ERROR, BSP_ERROR_CANCELLED, "the build was cancelled");
    return FALSE;
}

static BspBuildNode *build(Compiler *c, Region *region);

/* Builds the two sides of the plane; the region's cell is cut and its faces are shared out. */
static BspBuildNode *build_branch(Compiler *c, const Region *region, const BspPlane *plane,
                                  BspCell *cells[2], GArray *sides[2])
{
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    node->plane = *plane;
    double weight[2] = { sides[0]->len + 1, sides[1]->len + 1 };
    gboolean ok = TRUE;
    for (guint k = 0; k < 2; k++) {
        Region child = { .cell = cells[k],
                         .faces = sides[k],
                         .known = g_memdup2(region->known, c->words * sizeof *region->known),
                         .solid = g_memdup2(region->solid, c->words * sizeof *region->solid),
                         .depth = region->depth + 1,
                         .share = region->share * weight[k] / (weight[0] + weight[1]) };
        if (ok)
            node->child[k] = build(c, &child);
        ok = ok && node->child[k];
        region_clear(&child);
    }
    if (!ok)
        g_clear_pointer(&node, bsp_build_node_free);
    return node;
}

/* Two leaves that say the same are one. */
static BspBuildNode *merge_equal_leaves(BspBuildNode *node, BspCell **cell, gboolean keep_cell)
{
    BspBuildNode *front = node->child[0], *back = node->child[1];
    if (!bsp_build_node_is_leaf(front) || !bsp_build_node_is_leaf(back) ||
        front->value != back->value)
        return node;
    node->value = front->value;
    node->child[0] = node->child[1] = NULL;
    bsp_build_node_free(front);
    bsp_build_node_free(back);
    if (keep_cell)
        node->cell = g_steal_pointer(cell);
    return node;
}

/* Levels. A branch this deep is balanced from there on, whatever that splits: many nested layers
 * would else be peeled off face by face to BSP_MAX_DEPTH. */
#define DEEP (BSP_MAX_DEPTH / 2)

static BspPlane choose_plane(const Compiler *c, const Region *region)
{
    BspSplitWeights weights = c->options->weights;
    if (region->depth >= DEEP)
        weights = (BspSplitWeights){ .balance = 1, .max_candidates = weights.max_candidates };
    const BspPlane *planes = (const BspPlane *)c->planes->data;
    const BspBuildFace *faces = (const BspBuildFace *)region->faces->data;
    return planes[bsp_choose_splitter(&weights, region->cell, planes, faces, region->faces->len)];
}

/* Whether the plane leaves enough of the cell on both sides; if not, *side receives the side, 0
 * front or 1 back, that nearly all of it is on. */
static gboolean cuts(const BspCell *cell, const BspPlane *plane, guint *side)
{
    double front = 0, back = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double d = bsp_plane_distance(plane, cell->vertices[i]);
        front = MAX(front, d);
        back = MAX(back, -d);
    }
    *side = front >= back ? 0 : 1;
    return front > BSP_THIN && back > BSP_THIN;
}

/* NULL with c->error set. */
static BspBuildNode *build(Compiler *c, Region *region)
{
    if (!tell_progress(c))
        return NULL;
    if (region->depth >= BSP_MAX_DEPTH) {
        g_set_error(c->error, BSP_ERROR, BSP_ERROR_LIMIT, "the tree would be deeper than %d levels",
                    BSP_MAX_DEPTH);
        return NULL;
    }
    while (!settle_layers(c, region)) {
        BspPlane plane = choose_plane(c, region);
        GArray *sides[2] = { faces_new(region->faces->len / 2), faces_new(region->faces->len / 2) };
        partition(region->faces, (const BspPlane *)c->planes->data, &plane, sides);
        g_array_unref(g_steal_pointer(&region->faces));
        guint side;
        BspCell *cells[2] = { NULL, NULL };
        if (cuts(region->cell, &plane, &side))
            bsp_cell_split(region->cell, &plane, 0, &cells[0], &cells[1]);
        if (cells[0] && cells[1]) {
            BspBuildNode *node = build_branch(c, region, &plane, cells, sides);
            return node ? merge_equal_leaves(node, &region->cell, c->options->keep_cells) : NULL;
        }
        /* The plane only grazes the region: go on with the side that there is. */
        bsp_cell_free(cells[0]);
        bsp_cell_free(cells[1]);
        g_array_unref(sides[1 - side]);
        region->faces = sides[side];
    }
    return make_leaf(c, region);
}

static GArray *gather_faces(Compiler *c, GArray *const *layers)
{
    GArray *faces = faces_new(0);
    for (guint layer = 0; layer < c->options->n_layers; layer++) {
        for (guint i = 0; i < layers[layer]->len; i++) {
            const BspFace *face = &g_array_index(layers[layer], BspFace, i);
            BspBuildFace like = { .plane = c->planes->len, .layer = layer };
            g_array_append_val(c->planes, face->plane);
            faces_add(faces, bsp_polygon_new(face->polygon->v, face->polygon->n), &like);
        }
    }
    return faces;
}

BspBuildNode *bsp_compile(GArray *const *layers, const BspCompileOptions *options, GError **error)
{
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    Compiler c = { .options = options,
                   .planes = planes,
                   .words = bsp_bit_words(options->n_layers),
                   .told = g_get_monotonic_time(),
                   .error = error };
    Region root = { .cell = bsp_cell_new_box(&options->bounds),
                    .faces = gather_faces(&c, layers),
                    .known = g_new0(guint64, c.words),
                    .solid = g_new0(guint64, c.words),
                    .share = 1 };
    BspBuildNode *node = build(&c, &root);
    region_clear(&root);
    return node;
}

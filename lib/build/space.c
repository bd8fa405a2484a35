/* bsp-layer: what compiling needs to know of one solid: its faces, and where it is solid. */
#include "build/space.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

BspBounds bsp_tree_region(const BspBounds *solid)
{
    if (solid->mins.x > solid->maxs.x) /* nothing in it */
        return (BspBounds){ bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1) };
    BspVec size = bsp_vec_sub(solid->maxs, solid->mins);
    return bsp_bounds_grown(solid, 1 + 0.01 * fmax(size.x, fmax(size.y, size.z)));
}

static BspContents in_matter(guint layer, const BspCell *cell, BspPlane *plane, gpointer user_data)
{
    (void)layer;
    return bsp_matter_in_cell(user_data, cell, plane);
}

static guint first_bit(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return solid[0] & 1;
}

/* The tree to flood: of all faces, with the cells of its empty leaves. */
static BspBuildNode *compile_to_flood(const BspLayer *layer, const BspLayerOptions *options,
                                      BspPart part, GError **error)
{
    GArray *faces = bsp_faces_copy(layer->faces);
    BspCompileOptions compile_options = { .n_layers = 1,
                                          .bounds = bsp_tree_region(&layer->solid->bounds),
                                          .weights = options->weights,
                                          .keep_cells = 1 << 0,
                                          .contents = in_matter,
                                          .leaf = first_bit,
                                          .user_data = layer->matter,
                                          .part = part };
    return bsp_compile(&faces, &compile_options, error);
}

static gboolean complain(const BspFill *fill, GError **error)
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

static gboolean fill_layer(BspLayer *layer, const BspLayerOptions *options, BspPart part,
                           GError **error)
{
    BspBuildNode *root = compile_to_flood(layer, options, part, error);
    if (!root)
        return FALSE;
    g_autoptr(BspFill) fill = bsp_fill_new(root, options->starts);
    if (!bsp_fill_is_sealed(fill)) {
        gboolean ok = options->fill == BSP_FILL_AUTO || complain(fill, error);
        layer->leak = g_steal_pointer(&fill->leak);
        return ok;
    }
    GArray *faces = bsp_fill_faces(fill, layer->faces);
    g_array_unref(layer->faces);
    layer->faces = faces;
    layer->fill = g_steal_pointer(&fill);
    return TRUE;
}

gboolean bsp_layer_init(BspLayer *layer, const BspSolid *solid, const BspLayerOptions *options,
                        BspPart part, GError **error)
{
    gboolean fills = options->fill != BSP_FILL_OFF;
    double uniting = fills ? 0.3 : 1; /* about */
    *layer = (BspLayer){ .solid = solid, .bounds = solid->bounds };
    layer->matter = bsp_matter_new(solid);
    layer->faces = bsp_solid_union_faces_part(solid, bsp_part_of(part, uniting), error);
    return layer->faces &&
           (!fills || fill_layer(layer, options, bsp_part_of(part, 1 - uniting), error));
}

gboolean bsp_layer_init_expanded(BspLayer *layer, BspSolid **expanded, const BspSolid *solid,
                                 const BspBounds *box, const BspLayerOptions *options, BspPart part,
                                 GError **error)
{
    const double expanding = 0.2; /* about, of making the layer */
    *layer = (BspLayer){ 0 };
    *expanded = bsp_solid_expand_part(solid, box, bsp_part_of(part, expanding), error);
    return *expanded &&
           bsp_layer_init(layer, *expanded, options, bsp_part_of(part, 1 - expanding), error);
}

/* Memory that has been freed goes back to the system, where the large arrays of compiling come
 * from: the many small pieces that make up brushes would else stay with the process for nothing. */
static void give_back_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void bsp_layer_take_solid(BspLayer *layer, BspSolid *solid)
{
    g_return_if_fail(layer->solid == solid);
    layer->solid = NULL;
    bsp_matter_take_solid(layer->matter, solid);
    give_back_memory();
}

void bsp_layer_clear(BspLayer *layer)
{
    g_clear_pointer(&layer->matter, bsp_matter_free);
    g_clear_pointer(&layer->faces, g_array_unref);
    g_clear_pointer(&layer->fill, bsp_fill_free);
    g_clear_pointer(&layer->leak, g_array_unref);
}

BspContents bsp_layer_in_cell(const BspLayer *layer, const BspCell *cell, BspPlane *plane)
{
    return layer->fill ? bsp_fill_in_cell(layer->fill, layer->matter, cell, plane)
                       : bsp_matter_in_cell(layer->matter, cell, plane);
}

BspJob *bsp_layer_job(const BspLayerOptions *options)
{
    BspJob *job = bsp_job_new(options->n_threads, options->progress, options->progress_data);
    bsp_job_limit(job, options->max_seconds, options->max_bytes);
    return job;
}

double bsp_layer_share(const BspLayerOptions *options)
{
    return options->fill == BSP_FILL_OFF ? 0.3 : 0.6;
}

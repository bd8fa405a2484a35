/* space: a solid as compiling needs it: its faces, and where it is solid. */
#include "build/space.h"

#ifdef __GLIBC__
#include <malloc.h>
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

/* Makes the tree for flooding: of all faces, with the cells of its empty leaves. */
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

/* Fills the space. A world that leaks stays unfilled, or is an error with BSP_FILL_ON. Consumes the
 * fill. */
static gboolean apply_fill(BspSpace *space, BspFill *fill, const BspBuildOptions *options,
                           BspJob *job, GError **error)
{
    if (!bsp_fill_is_sealed(fill)) {
        gboolean ok = options->fill == BSP_FILL_AUTO || report_unsealed(fill, error);
        space->leak = g_steal_pointer(&fill->leak);
        bsp_fill_free(fill);
        return ok;
    }
    GArray *faces = bsp_fill_faces(fill, space->faces, job);
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
    BspFill *fill = bsp_fill_new(root, options->starts, part.job);
    if (bsp_job_goes_on(part.job))
        return apply_fill(space, fill, options, part.job, error);
    bsp_fill_free(fill);
    bsp_job_set_cancelled(part.job, error);
    return FALSE;
}

gboolean bsp_space_init(BspSpace *space, const BspSolid *solid, const BspBuildOptions *options,
                        BspJobPart part, GError **error)
{
    gboolean fills = options->fill != BSP_FILL_OFF;
    double uniting = fills ? 0.3 : 1; /* approximate share of the time */
    *space = (BspSpace){ .solid = solid, .bounds = solid->bounds };
    space->solidity = bsp_solidity_new(solid);
    space->faces = bsp_solid_union_faces_part(solid, bsp_job_part_of(part, uniting), error);
    return space->faces &&
           (!fills || fill_space(space, options, bsp_job_part_of(part, 1 - uniting), error));
}

gboolean bsp_space_init_expanded(BspSpace *space, BspSolid **expanded, const BspSolid *solid,
                                 const BspBounds *box, const BspBuildOptions *options,
                                 BspJobPart part, GError **error)
{
    const double expanding = 0.2; /* approximate share of the time */
    *space = (BspSpace){ 0 };
    *expanded = bsp_solid_expand_part(solid, box, bsp_job_part_of(part, expanding), error);
    return *expanded &&
           bsp_space_init(space, *expanded, options, bsp_job_part_of(part, 1 - expanding), error);
}

/* Returns freed memory to the system, so that the large arrays of compiling can use it. Otherwise
 * the many small blocks of the brushes would stay with the process.
 *
 * Only one thread at a time: if another malloc replaces glibc's (a sanitizer's, for example), the
 * first call initialises glibc's, and a second thread could see it half done. */
static void give_back_memory(void)
{
#ifdef __GLIBC__
    static GMutex one_at_a_time;
    g_mutex_lock(&one_at_a_time);
    malloc_trim(0);
    g_mutex_unlock(&one_at_a_time);
#endif
}

void bsp_space_take_solid(BspSpace *space, BspSolid *solid)
{
    g_return_if_fail(space->solid == solid);
    space->solid = NULL;
    bsp_solidity_take_solid(space->solidity, solid);
    give_back_memory();
}

void bsp_space_clear(BspSpace *space)
{
    g_clear_pointer(&space->solidity, bsp_solidity_free);
    g_clear_pointer(&space->faces, g_array_unref);
    g_clear_pointer(&space->fill, bsp_fill_free);
    g_clear_pointer(&space->leak, g_array_unref);
}

BspOccupancy bsp_space_in_cell(const BspSpace *space, const BspCell *cell, BspPlane *plane)
{
    return space->fill ? bsp_fill_in_cell(space->fill, space->solidity, cell, plane)
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

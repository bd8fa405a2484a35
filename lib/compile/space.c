/* space: makes the input of bsp_compile() from a solid: its faces, and a test of which parts are
 * solid. */
#include "compile/space.h"

#include <malloc.h>

gboolean bsp_space_init(BspSpace *space, const BspSpaceSource *source,
                        const BspBuildOptions *options, BspJobPart part, GError **error)
{
    const double expand_share = 0.2; /* the approximate share of the time for the expansion */
    gboolean fills = options->fill != BSP_FILL_OFF;
    double union_share = fills ? 0.3 : 1; /* the share of the rest for the union */
    *space = (BspSpace){ 0 };
    if (source->is_expanded) {
        space->expanded =
            bsp_solid_expand_part(source->solid, &source->box, bsp_erosion(&source->box),
                                  bsp_job_part_of(part, expand_share), error);
        if (!space->expanded)
            return FALSE;
        part = bsp_job_part_of(part, 1 - expand_share);
    }
    space->solid = space->expanded ? space->expanded : source->solid;
    space->bounds = space->solid->bounds;
    space->solidity = bsp_solidity_new(space->solid);
    space->faces =
        bsp_solid_union_faces_part(space->solid, bsp_job_part_of(part, union_share), error);
    return space->faces && (!fills || bsp_fill(space, source, options,
                                               bsp_job_part_of(part, 1 - union_share), error));
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

/* The minimum number of brushes of a solid for which memory is returned. A smaller solid frees only
 * some megabytes. Giving them back, and getting them again, would take a tenth of the time of a
 * build of many spaces. */
#define MANY_BRUSHES 8192

void bsp_space_reduce(BspSpace *space)
{
    gboolean many = space->expanded->brushes->len >= MANY_BRUSHES;
    space->solid = NULL;
    bsp_solidity_take_solid(space->solidity, g_steal_pointer(&space->expanded));
    if (many)
        give_back_memory();
}

void bsp_space_clear(BspSpace *space)
{
    g_clear_pointer(&space->solidity, bsp_solidity_free);
    g_clear_pointer(&space->expanded, bsp_solid_free);
    g_clear_pointer(&space->faces, g_array_unref);
    g_clear_pointer(&space->fill, bsp_flood_free);
    g_clear_pointer(&space->leak, g_array_unref);
}

BspJob *bsp_build_job(const BspBuildOptions *options)
{
    BspJob *job = bsp_job_new(options->n_threads, options->progress, options->progress_data);
    bsp_job_limit(job, options->max_seconds);
    return job;
}

double bsp_space_fraction(const BspBuildOptions *options)
{
    return options->fill == BSP_FILL_OFF ? 0.3 : 0.6;
}

/* --- compiling --- */

static BspOccupancy space_occupancy(guint number, const BspCell *cell, BspPlane *plane,
                                    gpointer spaces)
{
    const BspSpace *space = ((BspSpace *const *)spaces)[number];
    return space->fill ? bsp_fill_in_cell(space, cell, plane)
                       : bsp_solidity_in_cell(space->solidity, cell, plane);
}

BspBuildNode *bsp_spaces_compile(BspSpace **spaces, BspCompileOptions *options, GError **error)
{
    g_autofree GArray **faces = g_new0(GArray *, options->n_spaces);
    for (guint i = 0; i < options->n_spaces; i++)
        faces[i] = g_steal_pointer(&spaces[i]->faces);
    options->occupancy = space_occupancy;
    options->occupancy_data = spaces;
    return bsp_compile(faces, options, error);
}

/* space: the input of compiling, which is the faces of a solid and a test of which parts are solid.
 *
 * A map tree is compiled from one space, an onion from several, one for each configuration space.
 * In a filled space, all parts that no start reaches count as solid. */
#ifndef BSP_SPACE_H
#define BSP_SPACE_H

#include "bsp-build.h"
#include "compile/compile.h"
#include "compile/fill.h"
#include "compile/solid.h"

/* Makes the space as part of a job. The job's threads, progress and limits are used instead of
 * those of the options. Returns FALSE with BSP_ERROR_CANCELLED, BSP_ERROR_LIMIT, BSP_ERROR_GEOMETRY
 * if the solid cannot be expanded, or, with BSP_FILL_ON, BSP_ERROR_VALUE or BSP_ERROR_GEOMETRY. The
 * caller must call bsp_space_clear() even then. The source's solid must outlive the space. */
gboolean bsp_space_init(BspSpace *space, const BspSpaceSource *source,
                        const BspBuildOptions *options, BspJobPart part, GError **error);
void bsp_space_clear(BspSpace *space);

/* Frees the parts of the expanded solid that compiling does not need. */
void bsp_space_reduce(BspSpace *space);

/* Compiles the spaces into one tree by bsp_compile(). Consumes the spaces' faces. */
BspBuildNode *bsp_spaces_compile(BspSpace **spaces, BspCompileOptions *options, GError **error);

/* Makes a job with the options' threads, progress and limits. The caller frees it with
 * bsp_job_free(). */
BspJob *bsp_build_job(const BspBuildOptions *options);

/* Returns the approximate part of a build's time, 0 to 1, that making the spaces takes. Compiling
 * takes the rest. */
double bsp_space_fraction(const BspBuildOptions *options);

#endif

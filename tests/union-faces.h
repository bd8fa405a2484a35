/* union-faces: computes the faces of the union of all brushes of a solid, without a job, which
 * would limit the work. */
#ifndef UNION_FACES_H
#define UNION_FACES_H

#include "compile/solid.h"

static inline GArray *union_faces(const BspSolid *solid)
{
    return bsp_solid_union_faces_part(solid, bsp_job_part_none(), NULL);
}

#endif

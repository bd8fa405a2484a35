/* union-faces: the faces of a solid's union, computed in one thread without a limit. */
#ifndef UNION_FACES_H
#define UNION_FACES_H

#include "build/solid.h"

static inline GArray *union_faces(const BspSolid *solid)
{
    return bsp_solid_union_faces_part(solid, bsp_job_part_none(), NULL);
}

#endif

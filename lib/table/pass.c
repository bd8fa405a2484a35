/* pass: the passage of a moving box by the brushes of a table. */
#include "table/pass.h"

#include "table/vectors.h"
#include "trace/plane.h"

static const int64_t used_lanes[BSP_TABLE_LANES] = { -1, -1, -1, -1, -1, -1, 0, 0 };
static const int64_t first_lanes[BSP_TABLE_LANES] = { 0, 1, 2, 3, 4, 5, 6, 7 };
static const double outward[BSP_TABLE_LANES] = { -1, -1, -1, 1, 1, 1, 0, 0 };

/* The length by which the bounds of a moving box are grown to find the brushes that it comes within
 * `far` of. It is `far`, and a part for touching and rounding. `middle` is the centre of the box at
 * the start. */
static inline double grown_by(double far, BspVec middle, double way)
{
    return far + 2 * BSP_TOUCH + BSP_NEAR_FAR_ROUNDING * (bsp_near_way(middle) + way);
}

/* Units. A move that begins or ends farther from the origin is not usual (table/trace-box.h),
 * because there the rounding of distances comes near to BSP_TOUCH. */
#define USUAL_REACH 1e7

#define BYTES 8
#include "table/pass-wide.h"

#ifdef BSP_VECTORS_16
#define BYTES 16
#include "table/pass-wide.h"
#endif

#ifdef BSP_VECTORS_64
#define BYTES 32
#include "table/pass-wide.h"

#define BYTES 64
#include "table/pass-wide.h"
#endif

const BspWide *bsp_wide(unsigned bytes)
{
#ifdef BSP_VECTORS_64
    if (bytes == 64)
        return &wide_64;
    if (bytes == 32)
        return &wide_32;
#endif
#ifdef BSP_VECTORS_16
    if (bytes == 16)
        return &wide_16;
#endif
    (void)bytes; /* 0, for plain C */
    return &wide_plain;
}

void bsp_brush_table_use_vectors(BspBrushTable *table, unsigned bytes)
{
    table->wide = bsp_wide(bytes);
    table->hierarchy.search = table->wide->search;
}

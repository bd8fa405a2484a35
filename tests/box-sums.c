/* box-sums: the planes of the Minkowski sums of a solid's brushes with boxes. */
#include "box-sums.h"

BoxSums box_sums_new(const BspSolid *solid)
{
    BoxSums sums = { g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                     g_array_new(FALSE, FALSE, sizeof(guint)) };
    for (guint i = 0; i < solid->brushes->len; i++) {
        guint n;
        g_autofree BspPlane *planes = bsp_cell_box_planes(bsp_solid_brush(solid, i)->cell, &n);
        g_array_append_val(sums.first, sums.planes->len);
        g_array_append_vals(sums.planes, planes, n);
    }
    g_array_append_val(sums.first, sums.planes->len);
    return sums;
}

void box_sums_clear(BoxSums *sums)
{
    g_array_unref(sums->planes);
    g_array_unref(sums->first);
}

const BspPlane *box_sums_planes(const BoxSums *sums, guint brush, guint *n)
{
    const guint *first = &g_array_index(sums->first, guint, brush);
    *n = first[1] - first[0];
    return &g_array_index(sums->planes, BspPlane, first[0]);
}

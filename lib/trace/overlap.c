/* overlap: the brushes in a box. */
#include "bsp-brush-table.h"

#include "trace/brush-table.h"
#include "trace/compiler.h"
#include "trace/plane.h"

typedef struct {
    const BspBrushTable *sides;
    uint32_t mask;
    BspVec middle, half;
    uint32_t *brushes;
    uint32_t n_max, n;
} Search;

/* The planes bound the Minkowski sum of the brush with any box. So brush and box overlap if the
 * centre of the box is inside the sum. */
static bool is_in_box(const Search *s, const BspTableBrush *b)
{
    double most = -HUGE_VAL;
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        double d = bsp_plane_distance_of_box(&s->sides->planes[i], s->middle, s->half);
        most = BSP_MAX(most, d);
    }
    return most < -BSP_TOUCH;
}

static void look_at(void *search, uint32_t brush)
{
    Search *s = search;
    const BspTableBrush *b = &s->sides->brushes[brush];
    if (!bsp_mask_selects(s->mask, b->contents) || !is_in_box(s, b))
        return;
    if (s->n < s->n_max)
        s->brushes[s->n] = brush;
    s->n++;
}

uint32_t bsp_brush_table_overlap(const BspBrushTable *sides, const BspBounds *box, uint32_t mask,
                                 uint32_t *brushes, uint32_t n_max)
{
    for (int i = 0; i < 3; i++)
        if (!(box->mins.v[i] <= box->maxs.v[i]))
            return 0;
    if (sides->n_brushes == 0 || !bsp_vec_finite(box->mins) || !bsp_vec_finite(box->maxs))
        return 0;
    Search s = { .sides = sides,
                 .mask = mask,
                 .middle = bsp_bounds_centre(box),
                 .half = bsp_bounds_half(box),
                 .brushes = brushes,
                 .n_max = n_max };
    bsp_brush_table_in_box(sides, box, look_at, &s);
    return s.n;
}

/* hit: which brush was hit, and by which side. */
#include <stdlib.h>

#include "trace/mask.h"
#include "trace/nearness.h"
#include "trace/sides-box.h"
#include "trace/touch.h"

typedef struct {
    BspContact contact;
    uint32_t mask;
    bool is_box;
    uint32_t end; /* brushes of this number and higher could not be better than the best */
    bool found;
    BspTouched best;
} Search;

/* --- which of two --- */

static bool is_better(const BspTouched *a, const BspTouched *b)
{
    if (a->near != b->near)
        return a->near;
    if (a->faced != b->faced)
        return a->faced;
    if (a->entered != b->entered)
        return a->entered;
    if (a->on_plane != b->on_plane)
        return a->on_plane;
    return a->brush < b->brush;
}

static bool is_asked_for(const Search *s, uint32_t brush)
{
    return brush < s->end && bsp_mask_selects(s->mask, s->contact.sides->brushes[brush].contents);
}

static void look_closely(void *search, uint32_t brush)
{
    Search *s = search;
    BspTouched met;
    if (!is_asked_for(s, brush) || !bsp_touch_brush(&s->contact, brush, &met) ||
        (s->found && !is_better(&met, &s->best)))
        return;
    s->best = met;
    s->found = true;
    if (met.near && met.faced && met.entered && met.on_plane)
        s->end = brush;
}

/* No better one is found, but of a lower number. */
static inline void take(Search *s, const BspSidesSide *side)
{
    s->best.brush = side->brush;
    s->best.plane = side->plane;
    s->best.near = s->best.faced = s->best.entered = s->best.on_plane = true;
    s->found = true;
    s->end = side->brush;
}

static inline void look_at(Search *s, const BspSidesSide *side)
{
    if (!is_asked_for(s, side->brush))
        return;
    BspNearness nearness = s->is_box ? bsp_nearness(&s->contact, side) : BSP_NEARNESS_OTHER;
    if (nearness == BSP_NEARNESS_WITHIN_SIDE)
        take(s, side);
    else if (nearness == BSP_NEARNESS_OTHER)
        look_closely(s, side->brush);
}

/* --- the brushes at the contact --- */

static void look_at_all(Search *s)
{
    BspVec p = s->contact.middle, h = s->contact.half;
    BspBounds place = { bsp_vec_sub(p, h), bsp_vec_add(p, h) };
    place = bsp_bounds_grown(&place, BSP_BRACKET);
    bsp_sides_in_box(s->contact.sides, &place, look_closely, s);
}

/* --- the brushes with a side on the plane of the answer --- */

/* The group of the plane; NULL: there is none. */
static const BspSidesGroup *find_group(const Search *s)
{
    const BspContact *c = &s->contact;
    BspVec n = c->answer->plane.normal, h = c->half;
    double offset = s->is_box ? fabs(n.x) * h.x + fabs(n.y) * h.y + fabs(n.z) * h.z
                              : bsp_touch_offset(c->shape, n);
    BspVec p = s->is_box ? c->middle : c->answer->point;
    BspSidesKey key;
    if (!bsp_sides_key(n, bsp_vec_dot(n, p) - offset, &key))
        return NULL;
    uint32_t hash = bsp_sides_hash(&key), mask = c->sides->n_slots - 1;
    for (uint32_t at = hash & mask; c->sides->groups[at].n > 0; at = (at + 1) & mask)
        if (c->sides->groups[at].hash == hash)
            return &c->sides->groups[at];
    return NULL;
}

/* By number of the brush. */
static void look_at_listed(Search *s, uint32_t first, uint32_t end)
{
    const BspSidesSide *listed = s->contact.sides->listed;
    for (uint32_t i = first; i < end && listed[i].brush < s->end; i++)
        look_at(s, &listed[i]);
}

/* false where a cell is crowded. */
static bool look_at_cells(Search *s, const BspSidesGrid *grid)
{
    const BspContact *c = &s->contact;
    uint32_t least[2], most[2];
    for (int k = 0; k < 2; k++) {
        double p = c->middle.v[grid->axes[k]], by = c->half.v[grid->axes[k]] + BSP_BRACKET;
        least[k] = bsp_sides_row(grid, k, p - by);
        most[k] = bsp_sides_row(grid, k, p + by);
    }
    const uint32_t *row = c->sides->cells + grid->first + least[1] * grid->width;
    for (uint32_t y = least[1]; y <= most[1]; y++, row += grid->width) {
        for (uint32_t x = least[0]; x <= most[0]; x++) {
            if (row[x + 1] - row[x] > BSP_SIDES_CROWD)
                return false;
            look_at_listed(s, row[x], row[x + 1]);
        }
    }
    return true;
}

/* What they find is what all brushes would, if it is all that can be asked for: a group has all
 * brushes with a side on the plane. */
static bool look_at_group(Search *s)
{
    const BspSides *sides = s->contact.sides;
    const BspSidesGroup *group = find_group(s);
    if (!group)
        return false;
    if (group->n <= BSP_SIDES_LISTED)
        look_at_listed(s, group->first, group->first + group->n);
    else if (!look_at_cells(s, &sides->grids[group->first]))
        return false;
    return s->end != UINT32_MAX;
}

/* --- the answer --- */

void bsp_sides_free(BspSides *sides)
{
    if (!sides)
        return;
    if (!sides->is_loaded) {
        free(sides->nodes);
        free(sides->brushes);
        free(sides->planes);
        free(sides->groups);
        free(sides->grids);
        free(sides->cells);
        free(sides->listed);
        free(sides->names);
        free(sides->vertices);
        free(sides->first);
    }
    free(sides);
}

size_t bsp_sides_bytes(const BspSides *sides)
{
    size_t bytes = sizeof *sides + sides->n_nodes * sizeof *sides->nodes +
                   sides->n_brushes * sizeof *sides->brushes +
                   sides->n_slots * sizeof *sides->groups + sides->n_grids * sizeof *sides->grids +
                   sides->n_cells * sizeof *sides->cells + sides->n_listed * sizeof *sides->listed +
                   sides->n_planes * (sizeof *sides->planes + sizeof *sides->names);
    if (sides->first)
        bytes += (2 * (size_t)sides->n_brushes + 1) * sizeof *sides->first +
                 sides->first[2 * (size_t)sides->n_brushes] * sizeof *sides->vertices;
    return bytes;
}

static void tell(const Search *s, BspHit *hit)
{
    const BspSides *sides = s->contact.sides;
    const BspTouched *best = &s->best;
    hit->brush = best->brush;
    hit->contents = sides->brushes[best->brush].contents;
    if (best->plane == BSP_NO_PLANE) {
        hit->side = -1;
        hit->tag = 0;
        hit->plane = best->supports;
        return;
    }
    hit->side = sides->names[best->plane].side;
    hit->tag = sides->names[best->plane].tag;
    hit->plane = sides->planes[best->plane];
    hit->plane.dist += bsp_touch_offset(s->contact.shape, hit->plane.normal);
}

/* Infinity and NaN times zero are no number, and neither is a sum that one of them is in. */
static bool is_finite(const BspContact *c)
{
    BspVec sum = bsp_vec_add(bsp_vec_add(c->delta, c->middle),
                             bsp_vec_add(c->half, c->answer->plane.normal));
    return (sum.x + sum.y + sum.z + c->answer->t) * 0 == 0;
}

bool bsp_sides_hit(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                   BspVec to, const BspTransition *tr, BspHit *hit)
{
    if (tr->type != BSP_EMPTY_TO_SOLID || sides->n_brushes == 0 ||
        (!bsp_shape_is_box(shape) && !sides->vertices))
        return false;
    Search s;
    bsp_contact(&s.contact, sides, shape, from, to, tr);
    if (!is_finite(&s.contact))
        return false;
    s.mask = mask;
    s.is_box = bsp_shape_is_box(shape);
    s.end = UINT32_MAX;
    s.found = false;
    if (!look_at_group(&s))
        look_at_all(&s);
    if (s.found)
        tell(&s, hit);
    return s.found;
}

/* hit: which brush was hit, and by which side. */
#include <stdlib.h>

#include "trace/compiler.h"
#include "trace/hit-place.h"
#include "trace/mask.h"
#include "trace/nearness.h"
#include "trace/sides-box.h"

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
    if (a->in_plane != b->in_plane)
        return a->in_plane > b->in_plane;
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
    if (met.near && met.faced && met.entered && met.in_plane == BSP_SIDE_ON_PLANE)
        s->end = brush;
}

/* No better one is found, but of a lower number. */
static inline void take(Search *s, const BspSidesTile *tile)
{
    s->best.brush = tile->brush;
    s->best.plane = tile->plane;
    s->best.near = s->best.faced = s->best.entered = true;
    s->best.in_plane = BSP_SIDE_ON_PLANE;
    s->found = true;
    s->end = tile->brush;
}

static BSP_NO_INLINE void look_nearer(Search *s, const BspSidesTile *tile)
{
    BspNearness nearness =
        s->is_box ? bsp_nearness(&s->contact, tile->brush, tile->plane) : BSP_NEARNESS_OTHER;
    if (nearness == BSP_NEARNESS_WITHIN_SIDE)
        take(s, tile);
    else if (nearness == BSP_NEARNESS_OTHER)
        look_closely(s, tile->brush);
}

/* What touches the side away from its edges needs no second look. */
static inline void look_at(Search *s, const BspHitPlace *p, const BspSidesTile *tile)
{
    const BspContact *c = &s->contact;
    if (!bsp_sides_meet(tile->around, p->box))
        return;
    bsp_hit_fetch(c->sides, tile);
    if (!is_asked_for(s, tile->brush))
        return;
    if (s->is_box && c->goes_on && bsp_sides_meet(tile->within, p->foot) &&
        bsp_nearness_on_plane(c, &c->sides->planes[tile->plane]))
        take(s, tile);
    else
        look_nearer(s, tile);
}

/* --- the brushes at the contact --- */

static BSP_NO_INLINE void look_at_all(Search *s)
{
    BspVec p = s->contact.middle, h = s->contact.half;
    BspBounds place = { bsp_vec_sub(p, h), bsp_vec_add(p, h) };
    place = bsp_bounds_grown(&place, BSP_BRACKET);
    bsp_sides_in_box(s->contact.sides, &place, look_closely, s);
}

/* --- the brushes with a side on the plane of the answer --- */

/* By number of the brush. */
static inline void look_at_tiles(Search *s, const BspHitPlace *p, const BspSidesTile *tile,
                                 const BspSidesTile *end)
{
    for (; tile < end && tile->brush < s->end; tile++)
        look_at(s, p, tile);
}

/* false where a cell is crowded. */
static bool look_at_cells(Search *s, const BspSidesGroup *group)
{
    const BspHitPlace p = bsp_hit_place(&s->contact, group);
    uint32_t x0 = p.least[0] >> group->shift[0], x1 = p.most[0] >> group->shift[0];
    uint32_t y0 = p.least[1] >> group->shift[1], y1 = p.most[1] >> group->shift[1];
    const BspSidesTile *tiles = s->contact.sides->tiles;
    const uint32_t *row = s->contact.sides->cells + group->first + y0 * group->width;
    for (uint32_t y = y0; y <= y1; y++, row += group->width) {
        for (uint32_t x = x0; x <= x1; x++) {
            if (row[x + 1] - row[x] > BSP_SIDES_CROWD)
                return false;
            look_at_tiles(s, &p, tiles + row[x], tiles + row[x + 1]);
        }
    }
    return true;
}

/* What they find is what all brushes would, if it is all that can be asked for: a group has all
 * brushes with a side on the plane. */
static bool look_at_group(Search *s)
{
    uint32_t hash;
    if (!bsp_hit_hash(&s->contact, s->is_box, &hash))
        return false;
    const BspSidesGroup *group = bsp_hit_group(s->contact.sides, hash);
    return group && look_at_cells(s, group) && s->end != UINT32_MAX;
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
        free(sides->cells);
        free(sides->tiles);
        free(sides->names);
        free(sides->vertices);
        free(sides->first);
    }
    free(sides);
}

bool bsp_sides_can_tell(const BspSides *sides, const BspShape *shape)
{
    return bsp_touch_is_held(sides, shape);
}

size_t bsp_sides_bytes(const BspSides *sides)
{
    size_t bytes = sizeof *sides + sides->n_nodes * sizeof *sides->nodes +
                   sides->n_brushes * sizeof *sides->brushes +
                   sides->n_slots * sizeof *sides->groups + sides->n_cells * sizeof *sides->cells +
                   sides->n_tiles * sizeof *sides->tiles +
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

bool bsp_sides_hit(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                   BspVec to, const BspTransition *tr, BspHit *hit)
{
    if (!bsp_hit_is_asked(sides, shape, tr))
        return false;
    Search s;
    bsp_contact(&s.contact, sides, shape, from, to, tr);
    if (!bsp_hit_is_finite(&s.contact))
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

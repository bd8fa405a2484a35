/* hit: which brush was hit, and by which side. */
#include <stdlib.h>

#include "trace/mask.h"
#include "trace/sides-box.h"
#include "trace/touch.h"

typedef struct {
    BspContact contact;
    uint32_t mask;
    bool is_box;
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

/* Whether no brush of a higher number could be better. */
static bool is_best(const Search *s)
{
    const BspTouched *best = &s->best;
    return s->found && best->near && best->faced && best->entered && best->on_plane;
}

static void look_closely(Search *s, uint32_t brush)
{
    BspTouched met;
    if (!bsp_touch_brush(&s->contact, brush, &met) || (s->found && !is_better(&met, &s->best)))
        return;
    s->best = met;
    s->found = true;
}

static void look_at(void *search, uint32_t brush)
{
    Search *s = search;
    uint32_t plane;
    if ((is_best(s) && brush > s->best.brush) ||
        !bsp_mask_selects(s->mask, s->contact.sides->brushes[brush].contents))
        return;
    BspNearness nearness = BSP_NEARNESS_OTHER;
    if (s->is_box)
        nearness = bsp_touch_nearness(&s->contact, brush, &plane);
    if (nearness == BSP_NEARNESS_OTHER)
        look_closely(s, brush);
    if (nearness != BSP_NEARNESS_WITHIN_SIDE)
        return;
    s->best.brush = brush;
    s->best.plane = plane;
    s->best.near = s->best.faced = s->best.entered = s->best.on_plane = true;
    s->found = true;
}

/* --- the brushes at the contact --- */

static void look_below(Search *s, int32_t root)
{
    const BspBounds *bounds = &s->contact.shape->bounds;
    BspVec at = s->contact.answer->point;
    BspBounds there = { bsp_vec_add(at, bounds->mins), bsp_vec_add(at, bounds->maxs) };
    there = bsp_bounds_grown(&there, BSP_BRACKET);
    bsp_sides_in_box(s->contact.sides, root, &there, look_at, s);
}

/* --- the brushes with a side on the plane of the answer --- */

/* The group of the plane; NULL: there is none. */
static const BspSidesGroup *find_group(const BspContact *c)
{
    const BspSides *sides = c->sides;
    BspVec n = c->answer->plane.normal;
    double dist = bsp_vec_dot(n, c->answer->point) - bsp_touch_offset(c->shape, n);
    BspSidesKey key;
    if (!bsp_sides_key(n, dist, &key))
        return NULL;
    uint32_t hash = bsp_sides_hash(&key), mask = sides->n_slots - 1;
    for (uint32_t at = hash & mask; sides->groups[at].n > 0; at = (at + 1) & mask)
        if (sides->groups[at].hash == hash)
            return &sides->groups[at];
    return NULL;
}

/* What they find is what all brushes would, if it is all that can be asked for: a group has all
 * brushes with a side on the plane, listed by number. */
static bool look_at_group(Search *s)
{
    const BspSidesGroup *group = find_group(&s->contact);
    if (!group)
        return false;
    if (group->n > BSP_SIDES_LISTED)
        look_below(s, (int32_t)group->first);
    for (uint32_t i = 0; i < group->n && group->n <= BSP_SIDES_LISTED && !is_best(s); i++)
        look_at(s, s->contact.sides->listed[group->first + i]);
    return is_best(s);
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
                   sides->n_slots * sizeof *sides->groups +
                   sides->n_listed * sizeof *sides->listed +
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
    BspSidesName name = { -1, 0 };
    BspPlane plane = best->supports;
    if (best->plane != BSP_NO_PLANE) {
        name = sides->names[best->plane];
        plane = sides->planes[best->plane];
        plane.dist += bsp_touch_offset(s->contact.shape, plane.normal);
    }
    hit->brush = best->brush;
    hit->side = name.side;
    hit->tag = name.tag;
    hit->contents = sides->brushes[best->brush].contents;
    hit->plane = plane;
}

/* Infinity and NaN times zero are no number, and neither is a sum that one of them is in. */
static bool is_finite(const BspBounds *shape, BspVec from, BspVec to, const BspTransition *tr)
{
    BspVec p = tr->point, n = tr->plane.normal, least = shape->mins, most = shape->maxs;
    double sum = from.x + from.y + from.z + to.x + to.y + to.z + p.x + p.y + p.z;
    sum += least.x + least.y + least.z + most.x + most.y + most.z;
    return (sum + n.x + n.y + n.z + tr->t) * 0 == 0;
}

bool bsp_sides_hit(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                   BspVec to, const BspTransition *tr, BspHit *hit)
{
    if (tr->type != BSP_EMPTY_TO_SOLID || sides->n_brushes == 0 ||
        (!bsp_shape_is_box(shape) && !sides->vertices))
        return false;
    if (!is_finite(&shape->bounds, from, to, tr))
        return false;
    Search s;
    bsp_contact(&s.contact, sides, shape, from, to, tr);
    s.mask = mask;
    s.is_box = bsp_shape_is_box(shape);
    s.found = false;
    if (!look_at_group(&s))
        look_below(&s, 0);
    if (s.found)
        tell(&s, hit);
    return s.found;
}

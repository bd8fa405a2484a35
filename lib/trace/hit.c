/* hit: identifies the brush that was hit, and its side. */
#include "trace/hit.h"

#include "bsp-contents.h"
#include "trace/brush-table-box.h"
#include "trace/compiler.h"
#include "trace/hit-place.h"
#include "trace/nearness.h"

typedef struct {
    BspContact contact;
    uint32_t mask;
    bool is_box;
    uint32_t end; /* only brushes with lower numbers can be better than the best */
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
    bool a_on = a->in_plane == BSP_SIDE_ON_PLANE, b_on = b->in_plane == BSP_SIDE_ON_PLANE;
    if (a_on != b_on)
        return a_on;
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

static void try_closely(void *search, uint32_t brush)
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

/* Accepts a side that is best except for its number: only a brush of a lower number can be better.
 */
static inline void settle_on(Search *s, const BspTableTile *tile)
{
    s->best.brush = tile->brush;
    s->best.plane = tile->plane;
    s->best.near = s->best.faced = s->best.entered = true;
    s->best.in_plane = BSP_SIDE_ON_PLANE;
    s->found = true;
    s->end = tile->brush;
}

static BSP_NO_INLINE void try_nearness(Search *s, const BspTableTile *tile)
{
    BspNearness nearness =
        s->is_box ? bsp_nearness(&s->contact, tile->brush, tile->plane) : BSP_NEARNESS_OTHER;
    if (nearness == BSP_NEARNESS_WITHIN_SIDE)
        settle_on(s, tile);
    else if (nearness == BSP_NEARNESS_OTHER)
        try_closely(s, tile->brush);
}

/* A box that touches the side away from its edges needs no further test. */
static BSP_ALWAYS_INLINE void try_tile(Search *s, const BspHitPlace *p, const BspTableTile *tile)
{
    const BspContact *c = &s->contact;
    if (!bsp_brush_table_meet(tile->around, p->box))
        return;
    bsp_hit_fetch(c->sides, tile);
    if (!is_asked_for(s, tile->brush))
        return;
    if (s->is_box && c->goes_on && bsp_brush_table_meet(tile->within, p->foot) &&
        bsp_nearness_on_plane(c, &c->sides->planes[tile->plane]))
        settle_on(s, tile);
    else
        try_nearness(s, tile);
}

/* --- the brushes at the contact --- */

static BSP_NO_INLINE void try_all_brushes(Search *s)
{
    BspVec p = s->contact.middle, h = s->contact.half;
    BspBounds place = { bsp_vec_sub(p, h), bsp_vec_add(p, h) };
    place = bsp_bounds_grown(&place, BSP_BRACKET);
    bsp_brush_table_in_box(s->contact.sides, &place, try_closely, s);
}

/* --- the brushes with a side on the plane of the answer --- */

/* The tiles are sorted by the number of the brush. */
static BSP_ALWAYS_INLINE void try_tiles(Search *s, const BspHitPlace *p, const BspTableTile *tile,
                                        const BspTableTile *end)
{
    for (; tile < end && tile->brush < s->end; tile++)
        try_tile(s, p, tile);
}

/* Returns false if a cell is crowded. */
static BSP_ALWAYS_INLINE bool try_cells(Search *s, const BspTableGroup *group, const BspHitPlace *p)
{
    const BspTableTile *tiles = s->contact.sides->tiles;
    BspHitCells cells = bsp_hit_cells(s->contact.sides, group, p);
    const uint32_t *row = cells.first;
    for (uint32_t y = 0; y < cells.n_rows; y++, row += group->width) {
        for (uint32_t x = 0; x < cells.n; x++) {
            if (row[x + 1] - row[x] > BSP_TABLE_CROWD)
                return false;
            try_tiles(s, p, tiles + row[x], tiles + row[x + 1]);
        }
    }
    return true;
}

/* Tries the group of the answer's plane. Returns true if the result is final: the group contains
 * all brushes with a side on the plane, and one of them was accepted. */
static bool try_group(Search *s)
{
    uint32_t hash;
    if (!bsp_hit_hash(&s->contact, s->is_box, &hash))
        return false;
    const BspTableGroup *group = bsp_hit_group(s->contact.sides, hash);
    if (!group)
        return false;
    const BspHitPlace p = bsp_hit_place(&s->contact, group);
    return try_cells(s, group, &p) && s->end != UINT32_MAX;
}

/* --- the answer --- */

bool bsp_brush_table_can_tell(const BspBrushTable *sides, const BspShape *shape)
{
    return bsp_brush_table_hold_shape(sides, shape);
}

static BSP_ALWAYS_INLINE void tell(const Search *s, BspHit *hit)
{
    const BspBrushTable *sides = s->contact.sides;
    const BspTouched *best = &s->best;
    bsp_brush_table_name(sides, best->brush, best->plane, hit);
    if (best->plane == BSP_NO_PLANE) {
        hit->plane = best->supports;
        return;
    }
    hit->plane = sides->planes[best->plane];
    hit->plane.dist += bsp_touch_offset(s->contact.shape, hit->plane.normal);
}

/* Starts a search; its contact is already set. */
static BSP_ALWAYS_INLINE void begin(Search *s, const BspShape *shape, uint32_t mask)
{
    s->mask = mask;
    s->is_box = bsp_shape_is_box(shape);
    s->end = UINT32_MAX;
    s->found = false;
}

bool bsp_brush_table_answer(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                            const BspVec *from, const BspVec *to, const BspTransition *tr,
                            BspHit *hit)
{
    if (!bsp_hit_is_asked(sides, shape, tr))
        return false;
    Search s;
    bsp_contact(&s.contact, sides, shape, *from, *to, tr);
    if (!bsp_hit_is_finite(&s.contact))
        return false;
    begin(&s, shape, mask);
    if (!try_group(&s))
        try_all_brushes(&s);
    if (s.found)
        tell(&s, hit);
    return s.found;
}

bool bsp_brush_table_hit(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                         BspVec from, BspVec to, const BspTransition *tr, BspHit *hit)
{
    return bsp_brush_table_answer(sides, shape, mask, &from, &to, tr, hit);
}

/* --- many queries at once ---
 *
 * A query follows a chain of memory accesses, each of which gives the address of the next. So a
 * batch of queries advances together, one access at a time, and memory works on all of them in
 * parallel. */

/* Queries in a batch. */
#define AT_ONCE 32

typedef struct {
    Search search;
    uint32_t hash;
    bool has_hash;
    const BspTableGroup *group; /* NULL: no such group */
    BspHitPlace place;
    BspHit *hit;
} Chain;

static bool begin_chain(Chain *chain, const BspBrushTable *sides, const BspHitQuery *q, BspHit *hit)
{
    BspContact *c = &chain->search.contact;
    hit->brush = BSP_NO_BRUSH;
    if (!bsp_hit_is_asked(sides, q->shape, q->answer))
        return false;
    bsp_contact(c, sides, q->shape, q->from, q->to, q->answer);
    if (!bsp_hit_is_finite(c))
        return false;
    begin(&chain->search, q->shape, q->mask);
    chain->hit = hit;
    chain->has_hash = bsp_hit_hash(c, chain->search.is_box, &chain->hash);
    if (chain->has_hash)
        BSP_PREFETCH(&sides->groups[chain->hash & (sides->n_slots - 1)]);
    return true;
}

static void reach_group(Chain *chain)
{
    const BspBrushTable *sides = chain->search.contact.sides;
    const BspTableGroup *group = chain->group =
        chain->has_hash ? bsp_hit_group(sides, chain->hash) : NULL;
    if (!group)
        return;
    chain->place = bsp_hit_place(&chain->search.contact, group);
    BSP_PREFETCH(bsp_hit_cells(sides, group, &chain->place).first);
}

typedef void (*TileFunc)(const Chain *chain, const BspTableTile *tile);

/* Calls func for the sides in the cells of the place. Cells of a row are contiguous. Each row is
 * limited to the number of sides that a single cell may list. */
static BSP_ALWAYS_INLINE void each_tile(const Chain *chain, TileFunc func)
{
    const BspTableGroup *group = chain->group;
    const BspBrushTable *sides = chain->search.contact.sides;
    if (!group)
        return;
    BspHitCells cells = bsp_hit_cells(sides, group, &chain->place);
    const uint32_t *row = cells.first;
    for (uint32_t y = 0; y < cells.n_rows; y++, row += group->width) {
        uint32_t end = BSP_MIN(row[cells.n], row[0] + BSP_TABLE_CROWD);
        for (uint32_t i = row[0]; i < end; i++)
            func(chain, &sides->tiles[i]);
    }
}

static BSP_ALWAYS_INLINE void fetch_tile(const Chain *chain, const BspTableTile *tile)
{
    (void)chain;
    BSP_PREFETCH(tile);
}

static BSP_ALWAYS_INLINE void fetch_side(const Chain *chain, const BspTableTile *tile)
{
    if (bsp_brush_table_meet(tile->around, chain->place.box))
        bsp_hit_fetch(chain->search.contact.sides, tile);
}

static void reach_cells(Chain *chain)
{
    each_tile(chain, fetch_tile);
}

static void reach_tiles(Chain *chain)
{
    each_tile(chain, fetch_side);
}

static void reach_end(Chain *chain)
{
    Search *s = &chain->search;
    if (!chain->group || !try_cells(s, chain->group, &chain->place) || s->end == UINT32_MAX)
        try_all_brushes(s);
    if (s->found)
        tell(s, chain->hit);
}

void bsp_brush_table_hits(const BspBrushTable *sides, const BspHitQuery *queries, size_t n,
                          BspHit *hits)
{
    static void (*const steps[])(Chain *) = { reach_group, reach_cells, reach_tiles, reach_end };
    Chain chains[AT_ONCE];
    for (size_t done = 0; done < n; done += AT_ONCE) {
        unsigned n_chains = 0;
        for (size_t i = done; i < BSP_MIN(n, done + AT_ONCE); i++)
            n_chains += begin_chain(&chains[n_chains], sides, &queries[i], &hits[i]);
        for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
            for (unsigned i = 0; i < n_chains; i++)
                steps[k](&chains[i]);
    }
}

/* hits: what many answers have hit.
 *
 * What tells of a hit is a chain of places in memory, each of which tells where the next is. So
 * many hits go along their chains together, and memory works on all of them at a time; at the end
 * each finds what it asks for in the caches. */
#include "trace/hit-place.h"

/* Hits that go together. */
#define AT_ONCE 32

typedef struct {
    BspContact contact;
    uint32_t hash;
    const BspSidesGroup *group; /* NULL: there is none */
    BspHitPlace place;
} Chain;

static bool begin(Chain *chain, const BspSides *sides, const BspHitQuery *q)
{
    if (!bsp_hit_is_asked(sides, q->shape, q->answer))
        return false;
    bsp_contact(&chain->contact, sides, q->shape, q->from, q->to, q->answer);
    if (!bsp_hit_is_finite(&chain->contact) ||
        !bsp_hit_hash(&chain->contact, bsp_shape_is_box(q->shape), &chain->hash))
        return false;
    BSP_PREFETCH(&sides->groups[chain->hash & (sides->n_slots - 1)]);
    return true;
}

static void reach_group(Chain *chain)
{
    const BspSides *sides = chain->contact.sides;
    const BspSidesGroup *group = chain->group = bsp_hit_group(sides, chain->hash);
    if (!group)
        return;
    chain->place = bsp_hit_place(&chain->contact, group);
    uint32_t x = chain->place.least[0] >> group->shift[0];
    uint32_t y = chain->place.least[1] >> group->shift[1];
    BSP_PREFETCH(&sides->cells[group->first + y * group->width + x]);
}

typedef void (*TileFunc)(const Chain *chain, const BspSidesTile *tile);

/* The sides in the cells of the place; of a row of cells, which stand together, no more than are
 * ever looked at in one. */
static BSP_ALWAYS_INLINE void each_tile(const Chain *chain, TileFunc func)
{
    const BspSidesGroup *group = chain->group;
    const BspHitPlace *p = &chain->place;
    const BspSides *sides = chain->contact.sides;
    if (!group)
        return;
    uint32_t x0 = p->least[0] >> group->shift[0], x1 = p->most[0] >> group->shift[0];
    uint32_t y0 = p->least[1] >> group->shift[1], y1 = p->most[1] >> group->shift[1];
    const uint32_t *row = sides->cells + group->first + y0 * group->width;
    for (uint32_t y = y0; y <= y1; y++, row += group->width) {
        uint32_t end = BSP_MIN(row[x1 + 1], row[x0] + BSP_SIDES_CROWD);
        for (uint32_t i = row[x0]; i < end; i++)
            func(chain, &sides->tiles[i]);
    }
}

static BSP_ALWAYS_INLINE void fetch_tile(const Chain *chain, const BspSidesTile *tile)
{
    (void)chain;
    BSP_PREFETCH(tile);
}

static BSP_ALWAYS_INLINE void fetch_side(const Chain *chain, const BspSidesTile *tile)
{
    if (bsp_sides_meet(tile->around, chain->place.box))
        bsp_hit_fetch(chain->contact.sides, tile);
}

static void reach_cells(Chain *chain)
{
    each_tile(chain, fetch_tile);
}

static void reach_tiles(Chain *chain)
{
    each_tile(chain, fetch_side);
}

static void fetch_all(const BspSides *sides, const BspHitQuery *queries, size_t n)
{
    static void (*const steps[])(Chain *) = { reach_group, reach_cells, reach_tiles };
    Chain chains[AT_ONCE];
    unsigned n_chains = 0;
    for (size_t i = 0; i < n; i++)
        n_chains += begin(&chains[n_chains], sides, &queries[i]);
    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
        for (unsigned i = 0; i < n_chains; i++)
            steps[k](&chains[i]);
}

void bsp_sides_hits(const BspSides *sides, const BspHitQuery *queries, size_t n, BspHit *hits)
{
    for (size_t done = 0; done < n; done += AT_ONCE) {
        size_t end = BSP_MIN(n, done + AT_ONCE);
        fetch_all(sides, queries + done, end - done);
        for (size_t i = done; i < end; i++) {
            const BspHitQuery *q = &queries[i];
            if (!bsp_sides_hit(sides, q->shape, q->mask, q->from, q->to, q->answer, &hits[i]))
                hits[i].brush = BSP_NO_BRUSH;
        }
    }
}

/* hit: finds the brush that was hit, and its side. */
#include "body/box-near.h"
#include "body/brush-table.h"
#include "body/touch.h"
#include "bsp-brush-table.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"

/* Whether the answer is a hit that the table can identify. */
static inline bool bsp_hit_can_be_found(const BspBrushTable *table, const BspShape *shape,
                                        const BspTransition *tr)
{
    return tr->type == BSP_EMPTY_TO_SOLID && table->n_brushes > 0 &&
           bsp_brush_table_hold_shape(table, shape);
}

static bool bsp_hit_is_finite(const BspContact *c)
{
    BspVec sum = bsp_vec_add(bsp_vec_add(c->delta, c->middle),
                             bsp_vec_add(c->half, c->answer->plane.normal));
    return bsp_is_finite(bsp_vec_sum(sum) + c->answer->t + c->answer->plane.dist);
}

typedef struct {
    BspContact contact;
    uint32_t mask;
    bool is_box;
    uint32_t end; /* only brushes with numbers below this can be better than `best` */
    bool found;
    BspTouched best;
} Search;

/* --- comparing candidates --- */

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

static void try_closely(Search *s, uint32_t brush)
{
    BspTouched met;
    if (!bsp_touch_brush(&s->contact, brush, &met) || (s->found && !is_better(&met, &s->best)))
        return;
    s->best = met;
    s->found = true;
    if (met.near && met.faced && met.entered && met.in_plane == BSP_SIDE_ON_PLANE)
        s->end = brush;
}

/* Accepts a side that is as good as possible. From now on only a brush of a lower number can be
 * better. */
static void accept_side(Search *s, uint32_t brush, uint32_t plane)
{
    s->best = (BspTouched){ .brush = brush,
                            .near = true,
                            .faced = true,
                            .entered = true,
                            .in_plane = BSP_SIDE_ON_PLANE,
                            .plane = plane };
    s->found = true;
    s->end = brush;
}

/* --- one brush ---
 *
 * A quick test for boxes and points decides most brushes. */

typedef enum {
    APART,       /* the box is not near the brush */
    WITHIN_SIDE, /* the box touches one side away from the side's edges: the best way to touch a
                    brush, if the side is on the answer's plane */
    OTHER        /* undecided: the brush needs the full test */
} Nearness;

/* The planes of a brush that the box is near. */
typedef struct {
    unsigned n;
    bool is_apart;        /* the box is in front of a plane */
    uint32_t face, plane; /* the last of them: a face of the bounds, or the number of an oblique
                             plane; the other is BSP_NO_PLANE */
} NearPlanes;

static inline void add_gap(NearPlanes *near, double gap, uint32_t face, uint32_t plane)
{
    near->is_apart |= gap > 2 * BSP_BRACKET;
    if (gap < -BSP_TOUCHED)
        return;
    near->n++;
    near->face = face;
    near->plane = plane;
}

static NearPlanes find_near_planes(const BspContact *c, const BspTableBrush *b)
{
    NearPlanes near = { .face = BSP_NO_PLANE };
    for (uint32_t k = 0; k < 3; k++) {
        add_gap(&near, b->least[k] - c->middle.v[k] - c->half.v[k], 2 * k, BSP_NO_PLANE);
        add_gap(&near, c->middle.v[k] - b->most[k] - c->half.v[k], 2 * k + 1, BSP_NO_PLANE);
    }
    uint32_t n = b[1].first - b->first;
    for (uint32_t i = 0; i < n && !near.is_apart; i++) {
        const BspPlane *plane = &c->table->planes[b->first + i];
        add_gap(&near, bsp_plane_distance_of_box(plane, c->middle, c->half), BSP_NO_PLANE,
                i < b->n_before ? i : i + bsp_brush_table_n_axial(b));
    }
    return near;
}

/* The number of the plane on a face of the bounds; BSP_NO_PLANE if there is none. */
static uint32_t plane_on_face(const BspTableBrush *b, uint32_t face)
{
    for (uint32_t i = 0, n = bsp_brush_table_n_axial(b); i < n; i++)
        if (bsp_brush_table_face(b, i) == face)
            return b->n_before + i;
    return BSP_NO_PLANE;
}

/* *side receives the plane that the box is near. */
static Nearness nearness(const BspContact *c, const BspTableBrush *b, uint32_t *side)
{
    NearPlanes near = find_near_planes(c, b);
    if (near.is_apart)
        return APART;
    if (!c->goes_on || near.n != 1)
        return OTHER;
    *side = near.plane == BSP_NO_PLANE ? plane_on_face(b, near.face) : near.plane;
    return *side < bsp_brush_table_n_own(b) ? WITHIN_SIDE : OTHER;
}

/* Whether the box touches the plane, and the plane is the answer's plane. */
static bool is_on_plane(const BspContact *c, BspPlane plane)
{
    return fabs(bsp_plane_distance_of_box(&plane, c->middle, c->half)) <= BSP_TOUCHED &&
           bsp_same_normal(plane.normal, c->answer->plane.normal);
}

static void try_brush(void *search, uint32_t brush)
{
    Search *s = search;
    const BspContact *c = &s->contact;
    const BspTableBrush *b = &c->table->brushes[brush];
    uint32_t side = 0;
    if (brush >= s->end || !bsp_mask_selects(s->mask, b->contents))
        return;
    Nearness near = s->is_box ? nearness(c, b, &side) : OTHER;
    if (near == WITHIN_SIDE && is_on_plane(c, bsp_brush_table_plane(c->table, b, side)))
        accept_side(s, brush, side);
    else if (near != APART)
        try_closely(s, brush);
}

static void try_brushes_at_contact(Search *s)
{
    BspVec p = s->contact.middle, h = s->contact.half;
    BspBounds place = { bsp_vec_sub(p, h), bsp_vec_add(p, h) };
    place = bsp_bounds_grown(&place, BSP_BRACKET);
    bsp_brush_table_in_box(s->contact.table, &place, try_brush, s);
}

/* --- the answer --- */

bool bsp_brush_table_can_tell(const BspBrushTable *table, const BspShape *shape)
{
    return bsp_brush_table_hold_shape(table, shape);
}

static void set_hit(const Search *s, BspHit *hit)
{
    const BspBrushTable *table = s->contact.table;
    const BspTouched *best = &s->best;
    bsp_brush_table_name(table, best->brush, best->plane, hit);
    if (best->plane == BSP_NO_PLANE) {
        hit->plane = best->supports;
        return;
    }
    hit->plane = bsp_brush_table_plane(table, &table->brushes[best->brush], best->plane);
    hit->plane.dist += bsp_touch_offset(s->contact.shape, hit->plane.normal);
}

/* Begins a search. Returns false if the answer cannot name a brush. */
static bool begin_search(Search *s, const BspBrushTable *table, const BspMove *move,
                         BspTrace *answer)
{
    const BspShape *shape = bsp_move_shape(move);
    answer->hit.brush = BSP_NO_BRUSH;
    if (!bsp_hit_can_be_found(table, shape, &answer->tr))
        return false;
    bsp_contact(&s->contact, table, shape, move->from, move->to, &answer->tr);
    s->mask = move->mask;
    s->is_box = bsp_shape_is_box(shape);
    s->end = UINT32_MAX;
    s->found = false;
    return bsp_hit_is_finite(&s->contact);
}

bool bsp_brush_table_hit(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    Search s;
    if (!begin_search(&s, table, move, answer))
        return false;
    try_brushes_at_contact(&s);
    if (s.found)
        set_hit(&s, &answer->hit);
    return s.found;
}

/* --- the side of a brush that supports a body on its edge --- */

/* The point of the brush that is nearest to the shape. *gap receives the distance between brush and
 * shape. */
static BspVec nearest_point(const BspBrushTable *table, const BspShape *shape,
                            const BspTransition *tr, uint32_t brush, double *gap)
{
    BspCastBody body = bsp_cast_body(table->vertices, table->first, brush);
    BspShape point = bsp_shape_point();
    BspVec normal = tr->plane.normal;
    BspVec of_shape = bsp_shape_support_point(shape, bsp_vec_neg(normal));
    BspPlane supports = bsp_touch_supporting(&body, &point, normal);
    of_shape = bsp_vec_add(of_shape, tr->point);
    *gap = bsp_plane_distance(&supports, of_shape);
    return bsp_vec_mad(of_shape, -*gap, normal);
}

/* For a box that is beside an edge or a corner, at the distance of its skin: finds, among the sides
 * that meet there, the side with the greatest normal.z. */
static bool find_side_beside(const BspBrushTable *table, const BspShape *shape, BspVec at,
                             uint32_t brush, BspPlane *side)
{
    const BspTableBrush *b = &table->brushes[brush];
    BspSweep still;
    double most = -HUGE_VAL;
    BspMove move = { at, at, shape, 0, 0 };
    if (!bsp_sweep_init(&still, table, &move))
        return false;
    BspBoxNear near = bsp_box_near(&still, brush, 0);
    for (unsigned i = 0; near.distance > 0 && near.n > 1 && i < near.n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, b, near.planes[i]);
        if (near.planes[i] >= bsp_brush_table_n_own(b) || plane.normal.z <= most)
            continue;
        most = plane.normal.z;
        *side = plane;
        side->dist += bsp_touch_offset(shape, plane.normal) + near.distance;
    }
    return most > -HUGE_VAL;
}

bool bsp_brush_table_upright(const BspBrushTable *table, const BspShape *shape,
                             const BspTrace *answer, BspPlane *side)
{
    const BspTransition *tr = &answer->tr;
    const BspHit *hit = &answer->hit;
    if (!bsp_brush_table_hold_shape(table, shape) || hit->brush >= table->n_brushes)
        return false;
    if (bsp_shape_is_box(shape))
        return find_side_beside(table, shape, tr->point, hit->brush, side);
    const BspTableBrush *b = &table->brushes[hit->brush];
    BspPlane best = { { { 0, 0, -HUGE_VAL } }, 0 };
    double gap;
    BspVec at = nearest_point(table, shape, tr, hit->brush, &gap);
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, b, i);
        if (fabs(bsp_plane_distance(&plane, at)) <= BSP_BRACKET && plane.normal.z > best.normal.z)
            best = plane;
    }
    if (best.normal.z < -1)
        return false;
    *side = best;
    side->dist += bsp_touch_offset(shape, side->normal) + BSP_MAX(gap, 0);
    return true;
}

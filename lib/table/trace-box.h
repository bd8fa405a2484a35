/* trace-box: the usual trace of a box or point that keeps no skin. One function for each width of
 * vectors searches the brushes, compares their planes, and makes and names the answer. Its answers
 * are equal to those of body/skin.c and body/contact.c, to the last bit. These files answer the
 * rare moves that start deeper in a brush than rounding explains, that begin or end very far away,
 * that several brushes stop at almost the same time, or that go into different planes at the
 * contact. */

/* --- the name --- */

/* Finds the planes that a box at the contact is at most BSP_TOUCHED units from. `crossed` is the
 * normal of the plane that was crossed there. Returns false if the box is farther in front of a
 * plane. */
TARGET static BSP_ALWAYS_INLINE bool find_touch(const BspSweep *s, const Box *box,
                                                const BspTableBrush *b, BspVec crossed,
                                                BspTouch *touch)
{
    const Doubles near = all(BSP_TOUCHED), along = all(s->along);
    const Doubles alike = all(BSP_ALIKE), behind = all(-BSP_SAME_PLANE);
    *touch = (BspTouch){ .is_open = false };
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        uint32_t away = 0, open = 0;
        Planes planes;
        look(s, box, b, i, &planes);
        for (unsigned k = 0; k < N_CHUNKS; k++)
            away |= bits(less(near, planes.d[k]));
        if (away)
            return false;
        Eight like = likeness(s, b, i, crossed);
        for (unsigned k = 0, lane = i * BSP_TABLE_LANES; k < N_CHUNKS; k++, lane += CHUNK) {
            Doubles d = planes.d[k], v = planes.v[k];
            Set is_near = at_most(-near, d), into = is_near & less(v, -along);
            open |= bits(into & at_most(like.v[k], alike));
            open |= bits(is_near & ~into & at_most(v, along) & less(d, behind));
            touch->lanes |= (uint64_t)bits(is_near) << lane;
            touch->into |= (uint64_t)bits(into) << lane;
        }
        touch->is_open |= open != 0;
    }
    return true;
}

/* Returns whether the move from the contact runs inside the brush for more than BSP_TOUCH units, as
 * goes_into() in body/contact.c tests it. `rest` is the part of the move after the contact. */
TARGET static BSP_NO_INLINE bool goes_into(const BspSweep *s, const Box *box,
                                           const BspTableBrush *b, double rest)
{
    const Doubles zero = { 0 }, touch = all(BSP_TOUCH);
    Doubles enter = zero, leave = all(rest);
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        Planes planes;
        look(s, box, b, i, &planes);
        for (unsigned k = 0; k < N_CHUNKS; k++) {
            Doubles d = planes.d[k], v = planes.v[k], in = -d / v, out = (-touch - d) / v;
            Set is_near = at_most(all(-BSP_TOUCHED), d);
            Set enters = less(v, zero), parts = less(zero, v);
            if (bits(is_near & at_most(-touch, d) & ~enters & ~parts))
                return false;
            enter = choose(enters & less(enter, in), in, enter);
            leave = choose(parts & less(out, leave), out, leave);
        }
    }
    return (-greatest(-leave) - greatest(enter)) * s->length > BSP_TOUCH;
}

/* The brushes that the move goes into at the contact, in ascending order, and the plane of each. */
typedef struct {
    uint32_t n, brushes[BSP_MET_MOST], planes[BSP_MET_MOST];
} Entered;

TARGET static BSP_ALWAYS_INLINE void add_entered(Entered *e, uint32_t brush, const BspTableBrush *b,
                                                 uint64_t into)
{
    uint32_t i = e->n++;
    BSP_ASSERT(i < BSP_MET_MOST);
    for (; i > 0 && e->brushes[i - 1] > brush; i--) {
        e->brushes[i] = e->brushes[i - 1];
        e->planes[i] = e->planes[i - 1];
    }
    e->brushes[i] = brush;
    e->planes[i] = bsp_pass_plane_of_lane(b, bsp_lowest_bit(into));
}

/* Finds the brushes that the move goes into at the contact. Returns false if bsp_corner_choose()
 * must decide. It must also if the box is at an edge of one of these brushes and touches another
 * brush. The other brush may be flush with this one, and cover the plane that the move goes into.
 */
TARGET static BSP_ALWAYS_INLINE bool find_entered(const BspSweep *s, const Box *box,
                                                  const BspMet *met, BspVec crossed, Entered *e)
{
    uint32_t n_touched = 0;
    bool is_at_edge = false;
    e->n = 0;
    for (uint32_t i = 0; i < met->n; i++) {
        const BspTableBrush *b = bsp_brush_table_row(s->table, met->brushes[i]);
        BspTouch touch;
        if (b->n_groups >= 64 / BSP_TABLE_LANES - 1)
            return false; /* there are more lanes than bits */
        if (!find_touch(s, box, b, crossed, &touch))
            continue;
        bool has_two = (touch.into & (touch.into - 1)) != 0;
        if (touch.is_open || has_two || (touch.lanes & ~bsp_pass_side_lanes(b)))
            return false;
        n_touched++;
        is_at_edge |= touch.into && touch.into != touch.lanes;
        if (touch.into)
            add_entered(e, met->brushes[i], b, touch.into);
    }
    return e->n > 0 && !(is_at_edge && n_touched > e->n);
}

/* Names the plane that the box crossed. Returns false if the move goes into another plane at the
 * contact, as in a corner. Several brushes may have the crossed plane, if they are flush. Then the
 * first brush that the move goes into is named. *s and *box are at the contact. */
TARGET static BSP_ALWAYS_INLINE bool name_plane(const BspSweep *s, const Box *box,
                                                const BspMet *met, BspTrace *answer)
{
    Entered e;
    uint32_t owner = 0;
    if (!find_entered(s, box, met, answer->tr.plane.normal, &e))
        return false;
    BspPlane plane = bsp_pass_moved_plane(s, e.brushes[0], e.planes[0]);
    if (e.n > 1) {
        for (uint32_t i = 1; i < e.n; i++) {
            BspPlane other = bsp_pass_moved_plane(s, e.brushes[i], e.planes[i]);
            if (!bsp_are_same_plane(&plane, &other))
                return false;
        }
        double rest = 1 - answer->tr.t;
        while (owner < e.n &&
               !goes_into(s, box, bsp_brush_table_row(s->table, e.brushes[owner]), rest))
            owner++;
        owner = owner < e.n ? owner : 0;
    }
    bsp_brush_table_name(s->table, e.brushes[owner], e.planes[owner], &answer->hit);
    answer->hit.plane = plane;
    return true;
}

/* --- the trace --- */

/* The first stop that was found so far. */
typedef struct {
    double t; /* time of the stop; 2 if there is none */
    double same;
    uint32_t brush, plane;
    const BspMove *move;
} First;

/* Adds the stop of a brush at time t. Returns false if the stop and the first stop are the same
 * only within rounding. Then body/skin.c must decide, by all stops. */
TARGET static BSP_ALWAYS_INLINE bool update_first(const BspSweep *s, const Box *box, uint32_t brush,
                                                  const BspTableBrush *b, const Course *c, double t,
                                                  First *first)
{
    if (first->brush == UINT32_MAX) { /* first->same is computed only once, because it takes a
                                         square root and a division */
        double rounding = bsp_sweep_rounding(first->move->from, first->move->to);
        first->same = rounding / (bsp_vec_length(s->delta) + rounding);
    }
    if (t > first->t + first->same || (t == first->t && brush > first->brush))
        return true;
    if (t != first->t && t >= first->t - first->same)
        return false;
    double d;
    first->t = t;
    first->brush = brush;
    first->plane = t > 0 ? plane_of(b, c->enter, c->lane, t) : approached(s, box, b, &d);
    return true;
}

/* Looks at one brush. Returns false if the move is not usual. */
TARGET static BSP_ALWAYS_INLINE bool pass_brush(const BspSweep *s, const Box *box, uint32_t brush,
                                                const BspTableBrush *b, First *first, BspMet *met,
                                                uint64_t *n_planes)
{
    Course c;
    BspPassClass class = course_of(s, box, b, 0, -BSP_TOUCH, BSP_TOUCHED, &c, n_planes);
    if (class != BSP_PASS_FAR)
        bsp_met_add(met, brush);
    if (class != BSP_PASS_MEETS)
        return true;
    if (!bits(at_most(all(0), c.distance)) &&
        greatest(c.distance) < -bsp_sweep_rounding(first->move->from, first->move->to))
        return false;
    if (!(greatest(c.low_enter) < -greatest(-c.leave)))
        return true;
    return update_first(s, box, brush, b, &c, greatest(c.enter), first);
}

TARGET static BspBoxTrace trace_box(const BspBrushTable *table, const BspMove *move,
                                    const BspShape *shape, BspTrace *answer, BspMet *met,
                                    BspCounters *counters)
{
    /* 1. Prepare the move. */
    BspNear near;
    BspSweep s = { .table = table, .shape = shape, .is_box = true, .from = move->from };
    s.delta = bsp_vec_sub(move->to, move->from);
    s.middle = bsp_vec_add(s.from, bsp_bounds_centre(&shape->bounds));
    s.half = bsp_bounds_half(&shape->bounds);
    if (!bsp_segment_is_in_reach(&s.from, &s.delta) || !bsp_bounds_are_in_reach(&shape->bounds))
        return BSP_BOX_OTHER;
    Box box = box_of(&s);
    double way = bsp_near_way(s.delta);
    if (bsp_near_way(s.middle) + way > USUAL_REACH)
        return BSP_BOX_OTHER;
    begin_search(&near, &table->hierarchy, &box, grown_by(BSP_TOUCHED, s.middle, way), way);

    /* 2. The brushes. */
    First first = { .t = 2, .brush = UINT32_MAX, .move = move };
    uint64_t n_brushes = 0, n_planes = 0;
    met->n = 0;
    for (;;) {
        search_on(&near, (float)(first.t + first.same));
        if (near.n_found == 0)
            break;
        for (uint32_t i = 0; i < near.n_found; i++) {
            uint32_t brush = (uint32_t)~near.found[i].child;
            const BspTableBrush *b = bsp_brush_table_row(table, brush);
            if ((double)near.found[i].enter > first.t + first.same ||
                !bsp_mask_selects(move->mask, b->contents))
                continue;
            n_brushes++;
            if (!pass_brush(&s, &box, brush, b, &first, met, &n_planes))
                return BSP_BOX_OTHER;
        }
    }
    bsp_pass_count(counters, near.n_visited, n_brushes, n_planes);

    /* 3. Make the answer. */
    bsp_trace_begin(answer, table);
    if (!(first.t <= 1)) {
        answer->tr = bsp_transition_empty(move->to);
        return BSP_BOX_FREE;
    }
    answer->tr.type = BSP_EMPTY_TO_SOLID;
    answer->tr.t = first.t;
    answer->tr.point = bsp_vec_mad(s.from, first.t, s.delta);
    answer->tr.plane.normal =
        bsp_brush_table_plane(table, bsp_brush_table_row(table, first.brush), first.plane).normal;
    if (met->n > BSP_MET_MOST)
        return BSP_BOX_HITS;

    /* 4. Name the brush and the plane. */
    s.length = bsp_vec_length(s.delta);
    s.along = BSP_ALONG * s.length;
    s.middle = bsp_vec_add(answer->tr.point, bsp_bounds_centre(&shape->bounds));
    box.middle = twice(s.middle, 0);
    if (!name_plane(&s, &box, met, answer))
        return BSP_BOX_HITS;
    answer->hit.plane.dist += 0.0; /* turns -0 into 0 */
    answer->tr.plane = answer->hit.plane;
    return BSP_BOX_NAMED;
}

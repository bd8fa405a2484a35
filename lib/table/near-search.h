/* near-search: the search of near.h, for vectors of BYTES bytes (table/vector.h). */

#if BYTES > 8

/* Returns the set of the children that overlap the bounds of the path (BspNear.steps). The
 * differences of steps do not overflow, because steps are not negative. */
TARGET static inline uint32_t overlapping(const int16_t *steps, const BspNearNode *node)
{
    uint32_t outside = 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < BSP_NEAR_WIDE; i += BYTES / 2) {
        Steps out = { 0 };
#pragma GCC unroll 3
        for (unsigned k = 0; k < 3; k++) {
            out |= steps[k + 3] - *(const Steps *)&node->least[k][i];
            out |= *(const Steps *)&node->most[k][i] - steps[k];
        }
        outside |= negative_steps(out) << i;
    }
    return ~outside;
}

/* Returns the set of the children that the path reaches by time `end`. Also sets the times at which
 * it reaches them. */
TARGET static inline uint32_t reached(const BspNear *near, const BspNearNode *node, float end,
                                      float *enter)
{
    const int16_t *rows = (const int16_t *)node; /* `most` follows `least` in memory */
    uint32_t late = 0;
    for (unsigned i = 0; i < BSP_NEAR_WIDE; i += BYTES / 4) {
        Floats from = (Floats){ 0 } + near->begin, to = (Floats){ 0 } + end;
        for (unsigned k = 0; k < 3; k++) {
            const BspNearWay *way = &near->ways[k];
            Floats enters = floats(&rows[way->enter_row * BSP_NEAR_WIDE + i]);
            Floats leaves = floats(&rows[way->leave_row * BSP_NEAR_WIDE + i]);
            from = larger(enters * way->inverse + way->enter, from);
            to = smaller(leaves * way->inverse + way->leave, to);
        }
        *(Floats *)&enter[i] = from;
        late |= negative_floats(to - from) << i;
    }
    return ~late;
}

#else

static inline uint32_t overlapping(const int16_t *steps, const BspNearNode *node)
{
    uint32_t set = 0;
    for (unsigned i = 0; i < BSP_NEAR_WIDE; i++) {
        bool meets = true;
        for (unsigned k = 0; k < 3; k++)
            meets &= steps[k] <= node->most[k][i] && node->least[k][i] <= steps[k + 3];
        set |= (uint32_t)meets << i;
    }
    return set;
}

static inline uint32_t reached(const BspNear *near, const BspNearNode *node, float end,
                               float *enter)
{
    const int16_t *rows = (const int16_t *)node;
    uint32_t set = 0;
    for (unsigned i = 0; i < BSP_NEAR_WIDE; i++) {
        float from = near->begin, to = end;
        for (unsigned k = 0; k < 3; k++) {
            const BspNearWay *way = &near->ways[k];
            float enters = rows[way->enter_row * BSP_NEAR_WIDE + i];
            float leaves = rows[way->leave_row * BSP_NEAR_WIDE + i];
            enters = enters * way->inverse + way->enter;
            leaves = leaves * way->inverse + way->leave;
            from = BSP_MAX(enters, from);
            to = BSP_MIN(leaves, to);
        }
        enter[i] = from;
        set |= (uint32_t)(from <= to) << i;
    }
    return set;
}

#endif

/* Takes the children in the set, in any order, as for a short path. */
TARGET static inline void take_all(BspNear *near, const BspNearNode *node, uint32_t set)
{
    for (; set; set &= set - 1) {
        int32_t child = node->child[bsp_lowest_bit(set)];
        bool is_brush = child < 0;
        BspNearItem *list = is_brush ? near->found : near->stack;
        list[is_brush ? near->n_found++ : near->top++] = (BspNearItem){ -HUGE_VALF, child };
    }
}

/* Takes the children in the set, the nearest first. On the stack the nearest is the last, so that
 * it is on top. */
TARGET static inline void take_in_order(BspNear *near, const BspNearNode *node, uint32_t set,
                                        const float *enter)
{
    unsigned first = near->top, at;
    for (; set; set &= set - 1) {
        unsigned i = bsp_lowest_bit(set);
        BspNearItem item = { enter[i], node->child[i] };
        if (item.child < 0) {
            for (at = near->n_found++; at > 0 && near->found[at - 1].enter > item.enter; at--)
                near->found[at] = near->found[at - 1];
            near->found[at] = item;
        } else {
            for (at = near->top++; at > first && near->stack[at - 1].enter < item.enter; at--)
                near->stack[at] = near->stack[at - 1];
            near->stack[at] = item;
        }
    }
}

TARGET static BSP_ALWAYS_INLINE void search_on(BspNear *near, float before)
{
    float end = BSP_MIN(before + BSP_NEAR_TIME_ROUNDING, near->end);
    near->next = near->n_found = 0;
    while (near->top > 0 && near->n_found == 0) {
        BspNearItem item = near->stack[--near->top];
        BSP_ASSERT(item.child >= 0 && (unsigned)item.child < near->hierarchy->n_nodes);
        if (item.enter > end)
            continue;
        const BspNearNode *node = &near->hierarchy->nodes[item.child];
        uint32_t set = overlapping(near->steps, node);
        near->n_visited++;
        if (!near->is_long) {
            take_all(near, node, set);
        } else {
            float enter[BSP_NEAR_WIDE];
            set &= reached(near, node, end, enter);
            take_in_order(near, node, set, enter);
        }
        BSP_ASSERT(near->top <= sizeof near->stack / sizeof *near->stack);
    }
}

/* Continues a search (BspNearSearch). */
TARGET static void search(BspNear *near, float before)
{
    search_on(near, before);
}

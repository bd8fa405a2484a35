/* point: traces a point through a shift tree. */
#include "shift/tree.h"
#include "trace/compiler.h"
#include "trace/listing5.h"

/* Returns whether a leaf is solid. No plane shifts for a point, so the tree is a plain BSP. Below a
 * bevel there is only solid, so a bevel node itself counts as solid (BspTreeView.solid_tag). The
 * region in front of a bevel has no volume, but rounding puts some points there. Therefore it must
 * not be visited. */

static bool leaf_is_solid(unsigned value, const void *user_data)
{
    (void)user_data;
    return value != 0;
}

/* Converts the answer for the point to the answer for the reference point. */
static void move_to_reference(BspTransition *tr, BspVec offset, BspVec from, BspVec to)
{
    BspVec delta = bsp_vec_sub(to, from);
    tr->point = tr->t >= 1 ? to : tr->t > 0 ? bsp_vec_mad(from, tr->t, delta) : from;
    tr->plane.dist -= bsp_vec_dot(tr->plane.normal, offset);
}

BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                BspCounters *counters)
{
    BspVec point_from = bsp_vec_add(from, offset), point_to = bsp_vec_add(to, offset);
    BspTreeView view = { &tree->nodes, 0, SHIFT_IS_BEVEL, NULL, leaf_is_solid, NULL };
    BspTransition tr;
    bsp_listing5_transition(view, &point_from, &point_to, counters, &tr);
    move_to_reference(&tr, offset, from, to);
    return tr;
}

unsigned shift_point_transitions(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                 const BspTransitionList *list)
{
    BspVec point_from = bsp_vec_add(from, offset), point_to = bsp_vec_add(to, offset);
    BspTreeView view = { &tree->nodes, 0, SHIFT_IS_BEVEL, NULL, leaf_is_solid, NULL };
    unsigned n = bsp_listing5_transitions(view, &point_from, &point_to, list->to, list->n_max);
    for (unsigned i = 0; i < BSP_MIN(n, list->n_max); i++)
        move_to_reference(&list->to[i], offset, from, to);
    return n;
}

bool shift_tree_point_is_solid(const ShiftTree *tree, BspVec p)
{
    BspTreeView view = { &tree->nodes, 0, SHIFT_IS_BEVEL, NULL, leaf_is_solid, NULL };
    return !bsp_listing5_is_clear(view, &p, &p, NULL);
}

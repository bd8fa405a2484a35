/* test-tree-guards: tests moves for which building or querying a tree needs a special mechanism.
 * Without a fill, the brush table must give the expected answer, too. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "guard-rows.h"
#include "onion-build.h"
#include "shift-build.h"
#include "tools/shift-merge.h"

static BspTransition ask_onion(const GuardRow *row, const BspBuildOptions *build)
{
    OnionSpace space = { .box = row->shape.bounds };
    g_autoptr(OnionTree) tree =
        onion_tree_build(row->solid, &space, 1, &(OnionOptions){ .build = *build }, NULL);
    return onion_tree_first_transition(tree, 0, row->from, row->to, NULL);
}

/* Returns the answer of the tree. The prepared shape must answer alike. */
static BspTransition ask_planes(const GuardRow *row, const ShiftTree *tree)
{
    g_autoptr(ShiftShape) prepared = shift_shape_new(tree, &row->shape);
    BspTransition tr = shift_tree_hit_check(tree, &row->shape, row->from, row->to, NULL),
                  other = shift_shape_hit_check(prepared, row->from, row->to, NULL);
    cr_expect(other.type == tr.type && other.t == tr.t, "%s: prepared, t = %.17g", row->what,
              other.t);
    return tr;
}

static BspTransition ask_shift(const GuardRow *row, const BspBuildOptions *build)
{
    gboolean is_exact = guard_says(row, "by", "exact");
    guint bevels = guard_says(row, "bevels", "box") ? SHIFT_BEVEL_BOX : 0;
    ShiftOptions options = { bevels, 0, is_exact, 0, *build };
    g_autoptr(ShiftTree) tree = shift_tree_build(row->solid, &options, NULL);
    if (!is_exact)
        return ask_planes(row, tree);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(row->solid, 0);
    cr_expect_eq(shift_shape_overlaps(tree, table, &row->shape, row->from, NULL),
                 guard_says(row, "overlaps", "true"), "%s", row->what);
    return shift_tree_hit_check_exact(tree, table, &row->shape, row->from, row->to, NULL);
}

static void check_move(const GuardRow *row)
{
    BspVec start;
    BspBuildOptions build = { 0 };
    g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    if (guard_numbers(row, "fill", start.v, 3) == 3) {
        g_array_append_val(starts, start);
        build.fill = BSP_FILL_AUTO;
        build.starts = starts;
        build.crack = guard_number(row, "crack");
    }
    BspTransition tr =
        guard_says(row, "by", "onion") ? ask_onion(row, &build) : ask_shift(row, &build);
    double length = bsp_vec_length(bsp_vec_sub(row->to, row->from));
    cr_expect_eq(tr.type, row->type, "%s: class %d", row->what, tr.type);
    cr_expect_leq(fabs(tr.t - row->t) * length, BSP_BRACKET, "%s: %.17g", row->what, tr.t);
}

Test(tree_guards, moves)
{
    guard_rows("trees.ini", "by, bevels, overlaps, fill, crack", check_move);
}

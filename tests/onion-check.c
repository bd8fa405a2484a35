/* onion-check: builds onions for tests, and checks answers against the oracle and against the
 * brushes of each space. */
#include "onion-check.h"

#include <criterion/criterion.h>

#include "brush-by-brush.h"

const OnionSpace three_spaces[N_THREE] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
    { "askew", { { { -3, 1, -20 } }, { { 5, 9, -4 } } }, 0 },
};

OnionSpace cube_space(const char *name, double half)
{
    return (OnionSpace){ name, { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) }, 0 };
}

OnionTree *build_onion(const BspSolid *solid, const OnionSpace *spaces, guint n,
                       OnionBuilder builder)
{
    OnionOptions options = { 0 };
    options.no_space_nodes = TRUE;
    options.builder = builder;
    return build_onion_with(solid, spaces, n, &options);
}

OnionTree *build_onion_with(const BspSolid *solid, const OnionSpace *spaces, guint n,
                            const OnionOptions *options)
{
    g_autoptr(GError) error = NULL;
    OnionTree *tree = onion_tree_build(solid, spaces, n, options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

void free_solids(BspSolid **solids, guint n)
{
    for (guint i = 0; i < n; i++)
        bsp_solid_free(solids[i]);
    g_free(solids);
}

BspSolid **expand_spaces(const BspSolid *solid, const OnionSpace *spaces, guint n)
{
    BspSolid **expanded = g_new(BspSolid *, n);
    for (guint i = 0; i < n; i++) {
        g_autoptr(BspSolid) selected = bsp_solid_select(solid, spaces[i].mask);
        expanded[i] = bsp_solid_expand(selected, &spaces[i].box, NULL);
        cr_assert_not_null(expanded[i]);
    }
    return expanded;
}

void check_onion_answer(CompareOracle *oracle, const BspSolid *expanded, const OnionSpace *space,
                        BspVec from, BspVec to, const BspTransition *tr)
{
    BspShape shape = bsp_shape_box(space->box.mins, space->box.maxs);
    CompareTruth truth = compare_oracle_move(oracle, &shape, 0, from, to);
    gboolean in_solid = tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY;
    double t = in_solid ? 0 : tr->t;
    cr_assert(t >= truth.t_lo && t <= truth.t_hi,
              "%s at %.17g in \"%s\", from (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g): the "
              "bracket is [%.17g, %.17g]",
              bsp_transition_class_name(tr->type), t, space->name, from.x, from.y, from.z, to.x,
              to.y, to.z, truth.t_lo, truth.t_hi);
    BspVec delta = bsp_vec_sub(to, from);
    double length = bsp_vec_length(delta);
    if (in_solid && brushes_at(expanded, from) == IS_SOLID && length > 0) {
        double least = brushes_exit_time(expanded, 0, from, delta) - BSP_BRACKET / length;
        double most = brushes_exit_time(expanded, BSP_BRACKET, from, delta);
        double out = tr->type == BSP_SOLID ? 1 : tr->t;
        cr_assert(out >= least && out <= most, "it leaves solid at %.17g, not in [%.17g, %.17g]",
                  out, least, most);
    }
    BspVec on_way = bsp_vec_lerp(from, to, tr->t);
    cr_assert_leq(bsp_vec_length(bsp_vec_sub(on_way, tr->point)), BSP_TOUCH);
    if (tr->type == BSP_EMPTY_TO_SOLID)
        cr_assert_leq(bsp_vec_dot(tr->plane.normal, delta), 0);
    if (tr->type == BSP_SOLID_TO_EMPTY)
        cr_assert_geq(bsp_vec_dot(tr->plane.normal, delta), 0);
}

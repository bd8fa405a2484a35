/* ask-both: traces the same moves through an onion tree and a shift tree.
 *
 *     cc ask-both.c $(pkg-config --cflags --libs onionbsp shiftbsp bspworld) -o ask-both
 *     ./ask-both data/worlds/low-tunnel.json */
#include <bsp-world.h>
#include <onion-build.h>
#include <shift-build.h>
#include <stdio.h>

/* The boxes of a player, relative to the player's reference point. Units; z is up. */
static const OnionSpace spaces[] = {
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
    { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } }, 0 },
};

static void print_answer(const char *who, const char *shape, const BspTransition *tr)
{
    printf("%-6s %-7s %-4s t = %.4f", who, shape, bsp_transition_class_name(tr->type), tr->t);
    if (tr->type == BSP_EMPTY_TO_SOLID) /* the normal faces the side from which the shape comes */
        printf("  stopped at (%g, %g, %g) by a plane that faces (%g, %g, %g)", tr->point.x,
               tr->point.y, tr->point.z, tr->plane.normal.x, tr->plane.normal.y,
               tr->plane.normal.z);
    printf("\n");
}

static gboolean ask_both(const char *path, GError **error)
{
    g_autoptr(BspWorld) world = bsp_world_load(path, error);
    if (!world)
        return FALSE;

    /* The onion is built for these boxes; the shift tree works for any shape. */
    g_autoptr(OnionTree) onion =
        onion_tree_build(world->solid, spaces, G_N_ELEMENTS(spaces), NULL, error);
    if (!onion)
        return FALSE;
    g_autoptr(ShiftTree) shift = shift_tree_build(world->solid, NULL, error);
    if (!shift)
        return FALSE;

    BspVec from = bsp_vec(0, -64, 41), to = bsp_vec(0, 160, 41); /* a move through the tunnel */
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++) {
        BspTransition tr = onion_tree_first_transition(onion, i, from, to, NULL);
        print_answer("onion", spaces[i].name, &tr);

        BspShape box = bsp_shape_box(spaces[i].box.mins, spaces[i].box.maxs);
        tr = shift_tree_hit_check(shift, &box, from, to, NULL);
        print_answer("shift", spaces[i].name, &tr);
    }

    /* Neither tree was built for this shape. */
    BspShape ball = bsp_shape_sphere(20);
    BspTransition tr = shift_tree_hit_check(shift, &ball, from, bsp_vec(0, -64, 141), NULL);
    print_answer("shift", "ball", &tr);
    return TRUE;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    if (argc == 2 && ask_both(argv[1], &error))
        return 0;
    fprintf(stderr, "ask-both: %s\n", error ? error->message : "usage: ask-both WORLD");
    return 2;
}

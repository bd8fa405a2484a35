/* test-options: tests that an options struct whose bytes are all 0 means the defaults. The result
 * must be the same, byte for byte, as without options. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-world.h"
#include "build-trees.h"
#include "scenes.h"

static const OnionSpace spaces[] = {
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
    { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } }, 0 },
};
#define N_SPACES G_N_ELEMENTS(spaces)

static void expect_equal(GBytes *with_zeros, GBytes *without)
{
    cr_assert(with_zeros && without);
    cr_expect(g_bytes_equal(with_zeros, without), "%zu bytes with zeros, %zu without options",
              g_bytes_get_size(with_zeros), g_bytes_get_size(without));
    g_bytes_unref(with_zeros);
    g_bytes_unref(without);
}

/* Returns the bytes of the solid's saved onion, which show the effect of the options. */
static GBytes *onion_bytes(const BspSolid *solid, const OnionOptions *options,
                           const BspSaveOptions *saving)
{
    g_autoptr(OnionTree) tree = build_onion_with(solid, spaces, N_SPACES, options);
    return onion_tree_to_bytes(tree, saving, NULL);
}

static GBytes *shift_bytes(const BspSolid *solid, const ShiftOptions *options)
{
    g_autoptr(ShiftTree) tree = build_shift_with(solid, options);
    return shift_tree_to_bytes(tree, NULL, NULL);
}

Test(options, zeros_are_the_defaults_of_trees)
{
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++) {
        g_autoptr(BspSolid) solid = scene_new(kind, 1, bsp_vec(0, 0, 0));
        expect_equal(onion_bytes(solid, &(OnionOptions){ 0 }, &(BspSaveOptions){ 0 }),
                     onion_bytes(solid, NULL, NULL));
        expect_equal(shift_bytes(solid, &(ShiftOptions){ 0 }), shift_bytes(solid, NULL));
    }
}

/* Each option that is not the default changes the file. */
Test(options, others_change_the_file)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_WEDGES, 1, bsp_vec(0, 0, 0));
    const OnionOptions onions[] = { { .no_space_nodes = TRUE },
                                    { .builder = ONION_BUILDER_ARTICLE },
                                    { .build.split = BSP_SPLIT_COUNTING, .no_space_nodes = TRUE } };
    const ShiftOptions shifts[] = { { .bevels = SHIFT_BEVEL_NONE },
                                    { .bevels = SHIFT_BEVEL_BOX },
                                    { .bevel_angle = 30 },
                                    { .names_brushes = TRUE } };
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    g_ptr_array_add(all, onion_bytes(solid, NULL, NULL));
    g_ptr_array_add(all, shift_bytes(solid, NULL));
    for (guint i = 0; i < G_N_ELEMENTS(onions); i++)
        g_ptr_array_add(all, onion_bytes(solid, &onions[i], NULL));
    for (guint i = 0; i < G_N_ELEMENTS(shifts); i++)
        g_ptr_array_add(all, shift_bytes(solid, &shifts[i]));
    for (guint i = 0; i < all->len; i++)
        for (guint k = 0; k < i; k++)
            cr_expect(!g_bytes_equal(all->pdata[i], all->pdata[k]), "%u and %u", k, i);
}

/* The flags that are the default can also be given by name. The flag of half-way bevels alone
 * chooses no kind of bevels. */
Test(options, the_usual_bevels_by_name_are_the_default)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_WEDGES, 1, bsp_vec(0, 0, 0));
    expect_equal(shift_bytes(solid, &(ShiftOptions){ .bevels = SHIFT_BEVEL_USUAL }),
                 shift_bytes(solid, NULL));
    expect_equal(
        shift_bytes(solid, &(ShiftOptions){ .bevels = SHIFT_BEVEL_HALF_WAY }),
        shift_bytes(solid, &(ShiftOptions){ .bevels = SHIFT_BEVEL_HALF_WAY | SHIFT_BEVEL_USUAL }));
}

/* Tests BspWorldOptions, and the BspMeshOptions in it. */
Test(options, zeros_are_the_defaults_of_worlds)
{
    static const char *const files[] = { "courtyard.map", "low-tunnel.json", "hollow-room.obj" };
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path =
            g_build_filename(g_getenv("BSP_DATA_DIR"), "worlds", files[i], NULL);
        g_autoptr(BspWorld) with_zeros =
            bsp_world_load_options(path, &(BspWorldOptions){ 0 }, NULL);
        g_autoptr(BspWorld) without = bsp_world_load(path, NULL);
        cr_assert(with_zeros && without);
        expect_equal(shift_bytes(with_zeros->solid, NULL), shift_bytes(without->solid, NULL));
    }
}

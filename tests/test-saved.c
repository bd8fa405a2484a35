/* test-saved: a saved tree is loaded without a difference in any bit. test-saved-harm tests
 * damaged files. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "body/brush-table.h"
#include "bsp-error.h"
#include "bsp-hull.h"
#include "build-shift.h"
#include "onion-build.h"
#include "real-levels.h"
#include "saved-files.h"
#include "saved/save.h"
#include "scenes.h"
#include "shift/tree.h"

static const OnionSpace spaces[] = {
    { .name = "point" },
    { .name = "box", .box = { { { -3, -3, -5 } }, { { 3, 3, 7 } } } },
    { .name = "big", .mask = 5, .box = { { { -9, -9, -9 } }, { { 9, 9, 9 } } } },
};

static gboolean same(const BspTransition *a, const BspTransition *b)
{
    return a->type == b->type && memcmp(&a->t, &b->t, sizeof a->t) == 0 &&
           memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
           memcmp(&a->plane, &b->plane, sizeof a->plane) == 0;
}

/* --- there and back --- */

typedef struct {
    const BspBrushTable *sides[2];
    const OnionTree *tree[2];
    const ShiftTree *shift[2];
} Both;

static void demand_same_hits(const Both *both, const BspShape *shape, BspVec from, BspVec to,
                             const BspTransition *tr)
{
    BspTrace answer[2];
    memset(answer, 0, sizeof answer);
    bool found[2];
    for (guint k = 0; k < 2; k++) {
        answer[k].tr = *tr;
        found[k] =
            bsp_brush_table_hit(both->sides[k], &(BspMove){ from, to, shape, 0, 0 }, &answer[k]);
    }
    cr_assert(found[0] == found[1] &&
              memcmp(&answer[0].hit, &answer[1].hit, sizeof answer[0].hit) == 0);
}

static void demand_same_onions(const Both *both, Random *r, const BspSolid *solid)
{
    for (guint i = 0; i < 2000; i++) {
        guint space = random_below(r, G_N_ELEMENTS(spaces));
        const BspBounds *box = &spaces[space].box;
        BspShape shape = bsp_shape_box(box->mins, box->maxs);
        BspVec from, to;
        scene_move(r, solid, &shape, &from, &to);
        BspTransition tr[2];
        BspCounters counters[2] = { { 0 }, { 0 } };
        for (guint k = 0; k < 2; k++)
            tr[k] = onion_tree_first_transition(both->tree[k], space, from, to, &counters[k]);
        cr_assert(same(&tr[0], &tr[1]));
        cr_assert_eq(memcmp(&counters[0], &counters[1], sizeof counters[0]), 0);
        demand_same_hits(both, &shape, from, to, &tr[0]);
    }
}

static void demand_same_spaces(const OnionTree *loaded)
{
    cr_assert_eq(onion_tree_n_spaces(loaded), G_N_ELEMENTS(spaces));
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++) {
        const OnionSpace *space = onion_tree_space(loaded, i);
        cr_assert_str_eq(space->name, spaces[i].name);
        cr_assert_eq(memcmp(&space->box, &spaces[i].box, sizeof space->box), 0);
        cr_assert_eq(space->mask, spaces[i].mask);
    }
}

static void demand_same_onion_stats(const OnionTree *built, const OnionTree *loaded)
{
    OnionStats a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    onion_tree_stats(built, &a);
    onion_tree_stats(loaded, &b);
    cr_assert_eq(memcmp(&a, &b, sizeof a), 0, "another hash or size");
}

Test(saved, onions_come_back)
{
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++) {
        Random r = random_seeded(kind);
        g_autoptr(BspSolid) solid = scene_new(kind, kind, bsp_vec(0, 0, 0));
        OnionOptions how = { 0 };
        how.space_node_faces = kind % 2 ? 16 : 256;
        g_autoptr(OnionTree) tree =
            onion_tree_build(solid, spaces, G_N_ELEMENTS(spaces), &how, NULL);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
        BspSaveOptions options = { .sides = sides };
        SavedFile file = saved_file_of(onion_tree_to_bytes(tree, &options, NULL));
        const char *why = "";
        OnionTree *loaded = onion_tree_load(file.data, file.length, &why);
        cr_assert(loaded, "%s", why);
        BspBrushTable *loaded_sides = bsp_brush_table_load(file.data, file.length, NULL);
        cr_assert(loaded_sides);
        demand_same_onion_stats(tree, loaded);
        demand_same_spaces(loaded);
        cr_assert_eq(bsp_brush_table_bytes(sides), bsp_brush_table_bytes(loaded_sides));
        BspBounds extent = bsp_brush_table_bounds(sides),
                  loaded_extent = bsp_brush_table_bounds(loaded_sides);
        cr_assert_eq(memcmp(&extent, &loaded_extent, sizeof extent), 0);
        Both both = { { sides, loaded_sides }, { tree, loaded }, { 0 } };
        demand_same_onions(&both, &r, solid);
        /* again, because a loaded tree can be saved like any other */
        BspSaveOptions again = { .sides = loaded_sides };
        g_autoptr(GBytes) bytes = onion_tree_to_bytes(loaded, &again, NULL);
        cr_assert(g_bytes_equal(bytes, file.bytes));
        bsp_brush_table_free(loaded_sides);
        onion_tree_free(loaded);
        g_bytes_unref(file.bytes);
    }
}

static void demand_same_shifts(const Both *both, Random *r, const BspSolid *solid)
{
    for (guint i = 0; i < 1000; i++) {
        BspHull *hull = NULL;
        BspShape shape = scene_random_shape(r, &hull);
        BspVec from, to;
        scene_move(r, solid, &shape, &from, &to);
        BspTransition tr[2][4];
        BspCounters counters[2] = { { 0 }, { 0 } };
        for (guint k = 0; k < 2; k++) {
            const ShiftTree *tree = both->shift[k];
            ShiftShape *prepared = shift_shape_new(tree, &shape);
            tr[k][0] = shift_tree_hit_check(tree, &shape, from, to, &counters[k]);
            tr[k][1] =
                shift_tree_hit_check_exact(tree, both->sides[k], &shape, from, to, &counters[k]);
            tr[k][2] = shift_shape_hit_check(prepared, from, to, &counters[k]);
            tr[k][3] =
                shift_shape_hit_check_exact(prepared, both->sides[k], from, to, &counters[k]);
            shift_shape_free(prepared);
        }
        for (guint q = 0; q < 4; q++)
            cr_assert(same(&tr[0][q], &tr[1][q]));
        cr_assert_eq(memcmp(&counters[0], &counters[1], sizeof counters[0]), 0);
        demand_same_hits(both, &shape, from, to, &tr[0][1]);
        if (hull)
            bsp_hull_free(hull);
    }
}

static void demand_same_shift_stats(const ShiftTree *built, const ShiftTree *loaded)
{
    ShiftStats a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    shift_tree_stats(built, &a);
    shift_tree_stats(loaded, &b);
    cr_assert_eq(memcmp(&a, &b, sizeof a), 0, "another hash or size");
    cr_assert(built->bevels == loaded->bevels && built->bevel_angle == loaded->bevel_angle);
}

typedef struct {
    SavedFile file;
    ShiftTree *tree;
    BspBrushTable *sides;
} LoadedShift;

/* Saves the tree, with the table unless it is NULL, and loads both. */
static LoadedShift saved_and_loaded(const ShiftTree *tree, const BspBrushTable *sides)
{
    BspSaveOptions options = { .sides = sides };
    const char *why = "";
    LoadedShift loaded = { .file = saved_file_of(shift_tree_to_bytes(tree, &options, NULL)) };
    loaded.tree = shift_tree_load(loaded.file.data, loaded.file.length, &why);
    cr_assert(loaded.tree, "%s", why);
    if (sides)
        loaded.sides = bsp_brush_table_load(loaded.file.data, loaded.file.length, &why);
    cr_assert(loaded.sides || !sides, "%s", why);
    return loaded;
}

static void loaded_clear(LoadedShift *loaded)
{
    bsp_brush_table_free(loaded->sides);
    shift_tree_free(loaded->tree);
    g_bytes_unref(loaded->file.bytes);
}

/* Trees without cells, with cells, and with cells and box bevels; some with masks. */
Test(saved, shift_trees_come_back)
{
    for (guint i = 0; i < 3 * SCENE_KINDS; i++) {
        Random r = random_seeded(i);
        g_autoptr(BspSolid) solid = scene_new(i / 3, i, bsp_vec(0, 0, 0));
        ShiftOptions how = { 0 };
        how.bevels = SHIFT_BEVEL_USUAL | (i % 3 == 2 ? SHIFT_BEVEL_BOX : 0);
        how.exact_cells = i % 3 > 0;
        how.mask = i % 2;
        for (guint b = 0; b < solid->brushes->len; b++)
            bsp_brush_set_contents(solid->brushes->pdata[b], 1u << b % 2);
        g_autoptr(ShiftTree) tree = build_shift_with(solid, &how);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
        LoadedShift loaded = saved_and_loaded(tree, sides);
        demand_same_shift_stats(tree, loaded.tree);
        Both both = { { sides, loaded.sides }, { NULL }, { tree, loaded.tree } };
        demand_same_shifts(&both, &r, solid);
        BspSaveOptions again = { .sides = loaded.sides };
        g_autoptr(GBytes) bytes = shift_tree_to_bytes(loaded.tree, &again, NULL);
        cr_assert(g_bytes_equal(bytes, loaded.file.bytes));
        loaded_clear(&loaded);
    }
}

/* The caller that loads a file can find out which queries its tree supports. */
Test(saved, shift_trees_tell_what_they_are_for)
{
    const BspShape point = bsp_shape_point(), ball = bsp_shape_sphere(2), box = scene_cube(1),
                   thin = bsp_shape_box(bsp_vec(2, 2, 2), bsp_vec(2, 2, 2));
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 1, bsp_vec(0, 0, 0));
    for (guint i = 0; i < 16; i++) {
        ShiftOptions how = { 0 };
        how.bevels = SHIFT_BEVEL_USUAL | (i & 1 ? SHIFT_BEVEL_BOX : 0);
        how.exact_cells = (i & 2) != 0;
        how.mask = i & 4 ? 0x10001 : 0;
        guint flags = i & 8 ? BSP_TABLE_ALL_SHAPES : 0;
        g_autoptr(ShiftTree) tree = build_shift_with(solid, &how);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, flags);
        LoadedShift loaded = saved_and_loaded(tree, sides);
        const ShiftTree *both[] = { tree, loaded.tree };
        for (guint k = 0; k < 2; k++) {
            cr_expect_eq(shift_tree_mask(both[k]), i & 4 ? 0x10001u : 0u);
            cr_expect_eq(shift_tree_has_cells(both[k]), (i & 2) != 0);
            cr_expect(shift_tree_is_exact(both[k], &point) && shift_tree_is_exact(both[k], &thin));
            cr_expect_eq(shift_tree_is_exact(both[k], &box), (i & 1) != 0);
            cr_expect_not(shift_tree_is_exact(both[k], &ball));
        }
        cr_expect(bsp_brush_table_can_tell(loaded.sides, &point) &&
                  bsp_brush_table_can_tell(sides, &box));
        cr_expect_eq(bsp_brush_table_can_tell(loaded.sides, &ball), (i & 8) != 0);
        cr_expect_eq(bsp_brush_table_can_tell(sides, &ball), (i & 8) != 0);
        loaded_clear(&loaded);
    }
}

/* A mask that selects nothing leaves no cells. */
Test(saved, shift_trees_of_masks_without_matter_come_back)
{
    static const double block[][6] = { { 0, 0, 0, 10, 10, 10 } };
    for (guint i = 0; i < 4; i++) {
        g_autoptr(BspSolid) solid = scene_boxes(block, i / 2);
        ShiftOptions how = { 0 };
        how.exact_cells = i % 2 == 0;
        how.mask = 2;
        g_autoptr(ShiftTree) tree = build_shift_with(solid, &how);
        LoadedShift loaded = saved_and_loaded(tree, NULL);
        demand_same_shift_stats(tree, loaded.tree);
        cr_expect_not(shift_tree_point_is_solid(loaded.tree, bsp_vec(5, 5, 5)));
        loaded_clear(&loaded);
    }
}

/* Nothing is solid, so the trees are single leaves. */
Test(saved, trees_of_nothing_come_back)
{
    g_autoptr(BspSolid) none = bsp_solid_new(g_ptr_array_new());
    g_autoptr(OnionTree) onion = onion_tree_build(none, spaces, 1, NULL, NULL);
    g_autoptr(ShiftTree) shift = build_shift(none, SHIFT_BEVEL_BOX, TRUE);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(none, BSP_TABLE_ALL_SHAPES);
    BspSaveOptions options = { .sides = sides };
    Random r = random_seeded(1);
    SavedFile a = saved_file_of(onion_tree_to_bytes(onion, &options, NULL));
    SavedFile b = saved_file_of(shift_tree_to_bytes(shift, &options, NULL));
    cr_expect_eq(saved_ask(&r, a.data, a.length, 10), 2u);
    cr_expect_eq(saved_ask(&r, b.data, b.length, 10), 2u);
    g_bytes_unref(a.bytes);
    g_bytes_unref(b.bytes);
}

Test(saved, files_tell_of_their_world)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 1, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
    char digits[65] = { 0 };
    for (guint i = 0; i < 64; i++)
        digits[i] = "0123456789abcdef"[i % 16];
    BspSaveOptions options = { .world = "caf\xc3\xa9", .sha256 = digits, .flags = 3 };
    SavedFile file = saved_file_of(shift_tree_to_bytes(tree, &options, NULL));
    BspSavedInfo info;
    cr_assert(bsp_saved_info(file.data, file.length, &info, NULL));
    cr_expect(info.kind == BSP_SAVED_SHIFT && info.version == BSP_SAVED_VERSION && info.flags == 3);
    cr_expect(!info.has_sides);
    cr_expect_str_eq(info.world, options.world);
    cr_expect(info.sha256[0] == 0x01 && info.sha256[31] == 0xef);
    const char *why = NULL;
    cr_expect_null(bsp_brush_table_load(file.data, file.length, &why));
    cr_expect_str_eq(why, "it was saved without a brush table");
    cr_expect_null(onion_tree_load(file.data, file.length, &why));
    cr_expect_str_eq(why, "it holds no onion tree");
    g_bytes_unref(file.bytes);
}

/* A room whose top has a slit. A point leaks out through the slit, so only the second of two spaces
 * is filled. */
Test(saved, filled_spaces_come_back)
{
    const BspBounds room = { { { -64, -64, -64 } }, { { 64, 64, 64 } } };
    const BspVec start = { { 0, 0, 0 } };
    g_autoptr(GPtrArray) walls = g_ptr_array_new();
    scene_add_walls(walls, &room);
    bsp_brush_free(walls->pdata[5]);
    walls->pdata[5] = scene_box(-64, -64, 56, -1, 64, 64);
    g_ptr_array_add(walls, scene_box(1, -64, 56, 64, 64, 64));
    g_autoptr(BspSolid) solid = scene_solid((BspBrush **)walls->pdata, walls->len);
    g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof start);
    g_array_append_val(starts, start);
    OnionOptions options = { 0 };
    options.build = scene_fill_options(BSP_FILL_AUTO, starts);
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 2, &options, NULL);
    SavedFile file = saved_file_of(onion_tree_to_bytes(tree, NULL, NULL));
    g_autoptr(OnionTree) loaded = onion_tree_load(file.data, file.length, NULL);
    cr_assert(loaded);
    demand_same_onion_stats(tree, loaded);
    for (guint i = 0; i < 3; i++)
        cr_expect(onion_tree_space_is_filled(tree, i) == (i == 1) &&
                      onion_tree_space_is_filled(loaded, i) == (i == 1),
                  "space %u", i);
    g_clear_pointer(&loaded, onion_tree_free);
    g_bytes_unref(file.bytes);
}

/* --- files --- */

Test(saved, files_are_written_whole)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("test-saved.XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "level.onion", NULL);
    g_autofree char *nowhere = g_build_filename(folder, "there", "is none", NULL);
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 3, bsp_vec(0, 0, 0));
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 2, NULL, NULL);
    g_autoptr(ShiftTree) shift = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
    cr_assert(onion_tree_save(tree, path, NULL, &error));
    g_autoptr(GMappedFile) mapped = g_mapped_file_new(path, FALSE, NULL);
    g_autoptr(GBytes) bytes = onion_tree_to_bytes(tree, NULL, NULL);
    g_autoptr(GBytes) read = g_mapped_file_get_bytes(mapped);
    cr_expect(g_bytes_equal(bytes, read));
    cr_expect_not(shift_tree_save(shift, nowhere, NULL, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_IO));
    cr_expect(g_str_has_prefix(error->message, nowhere));
    g_unlink(path);
    g_rmdir(folder);
}

/* Loads a file that cannot be loaded. The reason must begin so. */
static void demand_refused(const char *path, const char *reason)
{
    const char *why[2] = { "", "" };
    BspBrushTable *table[2] = { NULL, NULL };
    cr_expect_null(onion_tree_load_file(path, &table[0], &why[0]));
    cr_expect_null(shift_tree_load_file(path, &table[1], &why[1]));
    for (guint k = 0; k < 2; k++) {
        cr_expect(g_str_has_prefix(why[k], reason), "%s: %s", path, why[k]);
        cr_expect_null(table[k]);
    }
}

static void demand_bad_files_refused(const char *folder, const char *path, GBytes *whole)
{
    gsize length;
    const char *bytes = g_bytes_get_data(whole, &length);
    g_autofree char *pipe = g_build_filename(folder, "pipe", NULL);
    demand_refused(folder, "it is not a regular file");
    cr_assert_eq(mkfifo(pipe, 0600), 0);
    demand_refused(pipe, "it is not a regular file");
    g_unlink(pipe);
    demand_refused(pipe, "there is no such file");
    cr_assert(g_file_set_contents(path, "", 0, NULL));
    demand_refused(path, "it is not a saved tree");
    cr_assert(g_file_set_contents(path, bytes, 100, NULL));
    demand_refused(path, "it is truncated within its header");
    cr_assert(g_file_set_contents(path, bytes, (gssize)length - 64, NULL));
    demand_refused(path, "it is truncated");
    cr_assert_eq(truncate(path, (off_t)1 << 42), 0); /* bytes, none of which is on the disk */
    demand_refused(path, "it is longer than its header says");
}

Test(saved, files_are_loaded_by_name)
{
    g_autofree char *folder = g_dir_make_tmp("test-saved.XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "level", NULL);
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 3, bsp_vec(0, 0, 0));
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    g_autoptr(OnionTree) onion = onion_tree_build(solid, spaces, 3, NULL, NULL);
    g_autoptr(ShiftTree) shift = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
    BspSaveOptions options = { .sides = sides };
    BspBrushTable *table = NULL;
    const char *why = "";
    cr_assert(onion_tree_save(onion, path, &options, NULL));
    g_autoptr(OnionTree) loaded = onion_tree_load_file(path, &table, &why);
    cr_assert(loaded && table, "%s", why);
    demand_same_onion_stats(onion, loaded);
    cr_expect_eq(onion_tree_find_space(loaded, "big"), 2);
    cr_expect_eq(onion_tree_find_space(loaded, "bigger"), 3);
    cr_expect_eq(onion_tree_find_space(loaded, NULL), 3, "a space without a name is found");
    bsp_brush_table_free(table);
    onion_tree_free(onion_tree_load_file(path, NULL, NULL));
    cr_expect_null(shift_tree_load_file(path, &table, &why));
    cr_expect_str_eq(why, "it holds no shift tree");
    cr_assert(shift_tree_save(shift, path, NULL, NULL));
    g_autoptr(ShiftTree) loaded_shift = shift_tree_load_file(path, &table, &why);
    cr_expect(loaded_shift && !table, "%s", why);
    g_autoptr(GBytes) bytes = onion_tree_to_bytes(onion, &options, NULL);
    demand_bad_files_refused(folder, path, bytes);
    g_unlink(path);
    g_rmdir(folder);
}

/* --- real levels --- */

ParameterizedTestParameters(saved, a_level_loads_in_a_twentieth_of_building)
{
    return cr_make_param_array(RealLevel, real_levels, 2);
}

/* The true time is far less. The margin allows for machines with other work. */
ParameterizedTest(RealLevel *level, saved, a_level_loads_in_a_twentieth_of_building)
{
    g_autoptr(CompareScenario) s = real_level_scenario(level->name);
    gint64 start = g_get_monotonic_time();
    g_autoptr(OnionTree) tree = onion_tree_build(s->world->solid, spaces, 3, NULL, NULL);
    gint64 building = g_get_monotonic_time() - start, loading = G_MAXINT64;
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(s->world->solid, BSP_TABLE_ALL_SHAPES);
    BspSaveOptions options = { .sides = sides };
    SavedFile file = saved_file_of(onion_tree_to_bytes(tree, &options, NULL));
    for (guint i = 0; i < 3; i++) {
        start = g_get_monotonic_time();
        const char *why = "";
        OnionTree *loaded = onion_tree_load(file.data, file.length, &why);
        BspBrushTable *loaded_sides = bsp_brush_table_load(file.data, file.length, &why);
        loading = MIN(loading, g_get_monotonic_time() - start);
        cr_assert(loaded && loaded_sides, "%s", why);
        if (i == 0)
            demand_same_onion_stats(tree, loaded);
        bsp_brush_table_free(loaded_sides);
        onion_tree_free(loaded);
    }
    cr_log_info("%s: built in %" G_GINT64_FORMAT " us, %zu bytes loaded in %" G_GINT64_FORMAT,
                level->name, building, file.length, loading);
    cr_expect(loading * 20 < building,
              "loading %" G_GINT64_FORMAT " us, building %" G_GINT64_FORMAT, loading, building);
    g_bytes_unref(file.bytes);
}

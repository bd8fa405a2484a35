/* test-saved: tests that a tree that is saved and loaded is the same, bit for bit. test-saved-harm
 * tests damaged files. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsp-error.h"
#include "bsp-hull.h"
#include "build-trees.h"
#include "real-levels.h"
#include "saved-files.h"
#include "saved/save.h"
#include "scenes.h"
#include "scratch.h"
#include "shift/tree.h"
#include "table/brush-table.h"

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

/* --- saved and loaded --- */

/* An onion or a shift tree, and in some cases its brush table. */
typedef struct {
    OnionTree *onion;
    ShiftTree *shift;
    BspBrushTable *sides;
    SavedFile file; /* the file, if the trees were loaded from it */
} Trees;

static void clear_trees(Trees *trees)
{
    onion_tree_free(trees->onion);
    shift_tree_free(trees->shift);
    bsp_brush_table_free(trees->sides);
    saved_file_clear(&trees->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Trees, clear_trees)

static GBytes *bytes_of(const Trees *trees)
{
    const BspSaveOptions options = { .sides = trees->sides };
    return trees->onion ? onion_tree_to_bytes(trees->onion, &options, NULL)
                        : shift_tree_to_bytes(trees->shift, &options, NULL);
}

static void demand_same_stats(const Trees *built, const Trees *loaded)
{
    OnionStats onion[2];
    ShiftStats shift[2];
    memset(onion, 0, sizeof onion);
    memset(shift, 0, sizeof shift);
    for (guint k = 0; k < 2; k++) {
        const Trees *trees = k ? loaded : built;
        if (trees->onion)
            onion_tree_stats(trees->onion, &onion[k]);
        else
            shift_tree_stats(trees->shift, &shift[k]);
    }
    cr_assert_eq(memcmp(&onion[0], &onion[1], sizeof onion[0]), 0, "another hash or size");
    cr_assert_eq(memcmp(&shift[0], &shift[1], sizeof shift[0]), 0, "another hash or size");
}

static void demand_same_sides(const BspBrushTable *built, const BspBrushTable *loaded)
{
    cr_assert_eq(bsp_brush_table_bytes(built), bsp_brush_table_bytes(loaded));
    BspBounds a = bsp_brush_table_bounds(built), b = bsp_brush_table_bounds(loaded);
    cr_assert_eq(memcmp(&a, &b, sizeof a), 0);
}

/* Saves the tree and the table, and loads them. Expects that saving the loaded ones gives the same
 * bytes. */
static Trees saved_and_loaded(const Trees *built)
{
    const char *why = "";
    Trees loaded = { .file = saved_file_of(bytes_of(built)) };
    if (built->onion)
        loaded.onion = onion_tree_load(loaded.file.data, loaded.file.length, &why);
    else
        loaded.shift = shift_tree_load(loaded.file.data, loaded.file.length, &why);
    cr_assert(loaded.onion || loaded.shift, "%s", why);
    demand_same_stats(built, &loaded);
    if (built->sides) {
        loaded.sides = bsp_brush_table_load(loaded.file.data, loaded.file.length, &why);
        cr_assert(loaded.sides, "%s", why);
        demand_same_sides(built->sides, loaded.sides);
    }
    g_autoptr(GBytes) again = bytes_of(&loaded);
    cr_assert(g_bytes_equal(again, loaded.file.bytes));
    return loaded;
}

static void demand_same_hits(const Trees *built, const Trees *loaded, const BspMove *move,
                             const BspTransition *tr)
{
    BspTrace answer[2];
    memset(answer, 0, sizeof answer);
    answer[0].tr = answer[1].tr = *tr;
    bool found = bsp_brush_table_hit(built->sides, move, &answer[0]);
    cr_assert_eq(bsp_brush_table_hit(loaded->sides, move, &answer[1]), found);
    cr_assert_eq(memcmp(&answer[0].hit, &answer[1].hit, sizeof answer[0].hit), 0);
}

/* The answers of a tree to a move. A shift tree has four kinds of queries. */
typedef struct {
    BspTransition tr[4];
    BspCounters counters;
} Answers;

static Answers ask_trees(const Trees *trees, const BspMove *move, guint space)
{
    Answers a;
    memset(&a, 0, sizeof a);
    const BspShape *shape = move->shape;
    if (trees->onion) {
        a.tr[0] =
            onion_tree_first_transition(trees->onion, space, move->from, move->to, &a.counters);
        return a;
    }
    const ShiftTree *tree = trees->shift;
    g_autoptr(ShiftShape) prepared = shift_shape_new(tree, shape);
    a.tr[0] =
        shift_tree_hit_check_exact(tree, trees->sides, shape, move->from, move->to, &a.counters);
    a.tr[1] = shift_tree_hit_check(tree, shape, move->from, move->to, &a.counters);
    a.tr[2] = shift_shape_hit_check(prepared, move->from, move->to, &a.counters);
    a.tr[3] =
        shift_shape_hit_check_exact(prepared, trees->sides, move->from, move->to, &a.counters);
    return a;
}

static void demand_same_answers(const Trees *built, const Trees *loaded, Random *r,
                                const BspSolid *solid)
{
    for (guint i = 0; i < 1500; i++) {
        g_autoptr(BspHull) hull = NULL;
        guint space = random_below(r, G_N_ELEMENTS(spaces));
        BspShape shape = built->onion
                             ? bsp_shape_box(spaces[space].box.mins, spaces[space].box.maxs)
                             : scene_random_shape(r, &hull);
        BspMove move = { .shape = &shape };
        scene_move(r, solid, &shape, &move.from, &move.to);
        Answers a = ask_trees(built, &move, space), b = ask_trees(loaded, &move, space);
        for (guint q = 0; q < G_N_ELEMENTS(a.tr); q++)
            cr_assert(same(&a.tr[q], &b.tr[q]));
        cr_assert_eq(memcmp(&a.counters, &b.counters, sizeof a.counters), 0);
        demand_same_hits(built, loaded, &move, &a.tr[0]);
    }
}

Test(saved, onions_come_back)
{
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++) {
        Random r = random_seeded(kind);
        g_autoptr(BspSolid) solid = scene_new(kind, kind, bsp_vec(0, 0, 0));
        const OnionOptions how = { .space_node_faces = kind % 2 ? 16 : 256 };
        g_auto(Trees) built = {
            .onion = onion_tree_build(solid, spaces, G_N_ELEMENTS(spaces), &how, NULL),
            .sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES),
        };
        g_auto(Trees) loaded = saved_and_loaded(&built);
        cr_assert_eq(onion_tree_n_spaces(loaded.onion), G_N_ELEMENTS(spaces));
        for (guint i = 0; i < G_N_ELEMENTS(spaces); i++) {
            const OnionSpace *space = onion_tree_space(loaded.onion, i);
            cr_assert_str_eq(space->name, spaces[i].name);
            cr_assert_eq(memcmp(&space->box, &spaces[i].box, sizeof space->box), 0);
            cr_assert_eq(space->mask, spaces[i].mask);
        }
        demand_same_answers(&built, &loaded, &r, solid);
    }
}

/* The trees have no cells, or cells, or cells and box bevels. Some have masks. */
Test(saved, shift_trees_come_back)
{
    for (guint i = 0; i < 3 * SCENE_KINDS; i++) {
        Random r = random_seeded(i);
        g_autoptr(BspSolid) solid = scene_new(i / 3, i, bsp_vec(0, 0, 0));
        const ShiftOptions how = { .bevels = SHIFT_BEVEL_USUAL | (i % 3 == 2 ? SHIFT_BEVEL_BOX : 0),
                                   .names_brushes = i % 3 > 0,
                                   .mask = i % 2 };
        for (guint b = 0; b < solid->brushes->len; b++)
            bsp_brush_set_contents(solid->brushes->pdata[b], 1u << b % 2);
        g_auto(Trees) built = { .shift = build_shift_with(solid, &how),
                                .sides = bsp_brush_table_new(solid, 0) };
        g_auto(Trees) loaded = saved_and_loaded(&built);
        cr_assert(built.shift->bevels == loaded.shift->bevels &&
                  built.shift->bevel_angle == loaded.shift->bevel_angle);
        demand_same_answers(&built, &loaded, &r, solid);
    }
}

/* A caller that loads a file can find out which queries its tree supports. */
Test(saved, shift_trees_tell_what_they_are_for)
{
    const BspShape point = bsp_shape_point(), ball = bsp_shape_sphere(2), box = scene_cube(1),
                   thin = bsp_shape_box(bsp_vec(2, 2, 2), bsp_vec(2, 2, 2));
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 1, bsp_vec(0, 0, 0));
    for (guint i = 0; i < 16; i++) {
        const ShiftOptions how = { .bevels = SHIFT_BEVEL_USUAL | (i & 1 ? SHIFT_BEVEL_BOX : 0),
                                   .names_brushes = (i & 2) != 0,
                                   .mask = i & 4 ? 0x10001 : 0 };
        g_auto(Trees) built = { .shift = build_shift_with(solid, &how),
                                .sides = bsp_brush_table_new(solid, i & 8 ? 0 : BSP_TABLE_BOXES) };
        g_auto(Trees) loaded = saved_and_loaded(&built);
        const Trees *both[] = { &built, &loaded };
        for (guint k = 0; k < 2; k++) {
            const ShiftTree *tree = both[k]->shift;
            const BspBrushTable *sides = both[k]->sides;
            cr_expect_eq(shift_tree_mask(tree), how.mask);
            cr_expect_eq(shift_tree_names_brushes(tree), (i & 2) != 0);
            cr_expect(shift_tree_is_exact(tree, &point) && shift_tree_is_exact(tree, &thin));
            cr_expect_eq(shift_tree_is_exact(tree, &box), (i & 1) != 0);
            cr_expect_not(shift_tree_is_exact(tree, &ball));
            cr_expect(bsp_brush_table_can_tell(sides, &point) &&
                      bsp_brush_table_can_tell(sides, &box));
            cr_expect_eq(bsp_brush_table_can_tell(sides, &ball), (i & 8) != 0);
        }
    }
}

/* A tree whose mask selects no brush has no cells. */
Test(saved, shift_trees_of_masks_without_matter_come_back)
{
    static const double block[][6] = { { 0, 0, 0, 10, 10, 10 } };
    for (guint i = 0; i < 4; i++) {
        g_autoptr(BspSolid) solid = scene_boxes(block, i / 2);
        const ShiftOptions how = { .names_brushes = i % 2 == 0, .mask = 2 };
        g_auto(Trees) built = { .shift = build_shift_with(solid, &how) };
        g_auto(Trees) loaded = saved_and_loaded(&built);
        cr_expect_not(shift_tree_point_is_solid(loaded.shift, bsp_vec(5, 5, 5)));
    }
}

/* The solid has no brush, so the trees are single leaves. */
Test(saved, trees_of_nothing_come_back)
{
    g_autoptr(BspSolid) none = bsp_solid_new(g_ptr_array_new());
    Random r = random_seeded(1);
    for (guint i = 0; i < 2; i++) {
        g_auto(Trees) built = { .onion = i ? NULL : onion_tree_build(none, spaces, 1, NULL, NULL),
                                .shift = i ? build_shift(none, SHIFT_BEVEL_BOX, TRUE) : NULL,
                                .sides = bsp_brush_table_new(none, 0) };
        g_auto(Trees) loaded = saved_and_loaded(&built);
        cr_expect_eq(saved_load_and_query(&r, loaded.file.data, loaded.file.length, 10), 2u);
    }
}

Test(saved, files_tell_of_their_world)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 1, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
    char digits[65] = { 0 };
    for (guint i = 0; i < 64; i++)
        digits[i] = "0123456789abcdef"[i % 16];
    BspSaveOptions options = { .world = "caf\xc3\xa9", .sha256 = digits, .flags = 3 };
    g_auto(SavedFile) file = saved_file_of(shift_tree_to_bytes(tree, &options, NULL));
    BspSavedInfo info;
    cr_assert(bsp_saved_info(file.data, file.length, &info, NULL));
    cr_expect(info.kind == BSP_SAVED_SHIFT && info.version == BSP_SAVED_VERSION && info.flags == 3);
    cr_expect(!info.has_table);
    cr_expect_str_eq(info.world, options.world);
    cr_expect(info.sha256[0] == 0x01 && info.sha256[31] == 0xef);
    const char *why = NULL;
    cr_expect_null(bsp_brush_table_load(file.data, file.length, &why));
    cr_expect_str_eq(why, "it was saved without a brush table; bsplevel build saves one "
                          "unless --sides=none is given");
    cr_expect_null(onion_tree_load(file.data, file.length, &why));
    cr_expect_str_eq(why, "it holds no onion tree");
}

/* The top of a room has a slit. A point leaks out through the slit, so only the second of two
 * spaces is filled. */
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
    g_autoptr(GArray) starts = scene_starts(&start, 1);
    const OnionOptions options = { .build = { .fill = BSP_FILL_AUTO, .starts = starts } };
    g_auto(Trees) built = { .onion = onion_tree_build(solid, spaces, 2, &options, NULL) };
    g_auto(Trees) loaded = saved_and_loaded(&built);
    for (guint i = 0; i < 3; i++)
        cr_expect(onion_tree_space_is_filled(built.onion, i) == (i == 1) &&
                      onion_tree_space_is_filled(loaded.onion, i) == (i == 1),
                  "space %u", i);
}

/* --- files --- */

Test(saved, files_are_written_whole)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = scratch_path("level.onion"), *nowhere = scratch_path("there/is none");
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
    remove_scratch();
}

/* Expects that loading the file fails. The reason must begin with this text. */
static void demand_refused(const char *path, const char *reason)
{
    const char *why = "";
    cr_expect_null(bsp_level_load(path, &why));
    cr_expect(g_str_has_prefix(why, reason), "%s: %s", path, why);
}

static void demand_bad_files_refused(const char *path, GBytes *whole)
{
    gsize length;
    const char *bytes = g_bytes_get_data(whole, &length);
    g_autofree char *pipe = scratch_path("pipe");
    demand_refused(scratch_directory, "it is not a regular file");
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
    /* This makes a sparse file, which takes no space on the disk. */
    cr_assert_eq(truncate(path, (off_t)1 << 42), 0);
    demand_refused(path, "it is longer than its header says");
}

Test(saved, files_are_loaded_by_name)
{
    g_autofree char *path = scratch_path("level");
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 3, bsp_vec(0, 0, 0));
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    g_autoptr(OnionTree) onion = onion_tree_build(solid, spaces, 3, NULL, NULL);
    g_autoptr(ShiftTree) shift = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
    BspSaveOptions options = { .sides = sides };
    const char *why = "";
    cr_assert(onion_tree_save(onion, path, &options, NULL));
    BspLevel *level = bsp_level_load(path, &why);
    cr_assert(level && bsp_level_onion(level) && !bsp_level_shift(level), "%s", why);
    const OnionTree *loaded = bsp_level_onion(level);
    demand_same_stats(&(Trees){ .onion = onion }, &(Trees){ .onion = (OnionTree *)loaded });
    cr_expect_eq(onion_tree_find_space(loaded, "big"), 2);
    cr_expect_eq(onion_tree_find_space(loaded, "bigger"), 3);
    cr_expect_eq(onion_tree_find_space(loaded, NULL), 3, "a space without a name is found");
    bsp_level_free(level);
    cr_assert(shift_tree_save(shift, path, &options, NULL));
    level = bsp_level_load(path, &why);
    cr_assert(level && bsp_level_shift(level) && !bsp_level_onion(level), "%s", why);
    bsp_level_free(level);
    cr_expect_null(bsp_level_onion(sides), "a table that was not loaded");
    cr_expect_null(bsp_level_shift(sides));
    g_autoptr(GBytes) bytes = onion_tree_to_bytes(onion, &options, NULL);
    demand_bad_files_refused(path, bytes);
    remove_scratch();
}

/* --- real levels --- */

ParameterizedTestParameters(saved, a_level_loads_in_a_twentieth_of_building)
{
    return cr_make_param_array(RealLevel, real_levels, 2);
}

/* The true ratio is far smaller. The margin allows for machines with other work. */
ParameterizedTest(RealLevel *level, saved, a_level_loads_in_a_twentieth_of_building)
{
    g_autoptr(CompareScenario) s = real_level_scenario(level->name);
    gint64 start = g_get_monotonic_time();
    g_autoptr(OnionTree) tree = onion_tree_build(s->world->solid, spaces, 3, NULL, NULL);
    gint64 building = g_get_monotonic_time() - start, loading = G_MAXINT64;
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(s->world->solid, 0);
    BspSaveOptions options = { .sides = sides };
    g_auto(SavedFile) file = saved_file_of(onion_tree_to_bytes(tree, &options, NULL));
    for (guint i = 0; i < 3; i++) {
        start = g_get_monotonic_time();
        const char *why = "";
        g_autoptr(OnionTree) loaded = onion_tree_load(file.data, file.length, &why);
        g_autoptr(BspBrushTable) loaded_sides = bsp_brush_table_load(file.data, file.length, &why);
        loading = MIN(loading, g_get_monotonic_time() - start);
        cr_assert(loaded && loaded_sides, "%s", why);
    }
    cr_log_info("%s: built in %" G_GINT64_FORMAT " us, %zu bytes loaded in %" G_GINT64_FORMAT,
                level->name, building, file.length, loading);
    cr_expect(loading * 20 < building,
              "loading %" G_GINT64_FORMAT " us, building %" G_GINT64_FORMAT, loading, building);
}

/* An array that would be larger than 4 GiB is refused. It is not read, so it need not exist. */
Test(saved, larger_arrays_than_a_file_can_hold)
{
    BspSaving *saving = bsp_saving_new(BSP_SAVED_SHIFT, NULL);
    g_autoptr(GError) error = NULL;
    bsp_saving_append(saving, "large", "", 1 << 20, 1 << 13);
    cr_expect_null(bsp_saving_finish(saving, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    bsp_saving_free(saving);
}

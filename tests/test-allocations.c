/* test-allocations: tests the libraries when memory runs out. Each allocation of a call fails in
 * turn. The call then reports the error and changes nothing, and the next call succeeds. The
 * sanitizers find leaks.
 *
 * The linker replaces the allocations of this program and of the libraries in it. Allocations
 * inside GLib do not fail, because GLib would end the program (test-memory). */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <stdlib.h>

#include "bsp-edit.h"
#include "bsp-navigate-build.h"
#include "bsp-saved.h"
#include "onion-build.h"
#include "scenes.h"
#include "shift-build.h"
#include "table-answers.h"
#include "test-world-files.h"

/* --- allocations that fail --- */

static guint n_asked; /* the number of allocations of the present call */
static guint fail_at; /* the number of the allocation that fails, from 1 on; 0 if none fails */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static gboolean fails(void)
{
    return ++n_asked == fail_at;
}

void *__wrap_malloc(size_t size)
{
    return fails() || size == 0 ? NULL : __real_malloc(size); /* as some systems do for 0 bytes */
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

/* A call of a library. Returns whether it succeeded. */
typedef gboolean (*CallFunc)(gpointer data);

/* Makes the call until it succeeds. At first its first allocation fails, then its second, and so
 * on. Returns how many calls failed. */
static guint fail_each(CallFunc call, gpointer data, const char *what)
{
    for (guint at = 1;; at++) {
        n_asked = 0;
        fail_at = at;
        gboolean succeeds = call(data);
        fail_at = 0;
        if (n_asked < at) {
            cr_assert(succeeds, "%s fails, though each allocation succeeds", what);
            return at - 1;
        }
        cr_expect(!succeeds, "%s succeeds without allocation %u", what, at);
    }
}

/* --- files --- */

/* The bytes of a file, also written to `path`. */
typedef struct {
    GBytes *bytes;
    const char *path;
} Saved;

#define LOADER(name, Type, load, unload)                                                           \
    static gboolean name(gpointer data)                                                            \
    {                                                                                              \
        const Saved *saved = data;                                                                 \
        gsize length;                                                                              \
        gconstpointer bytes = g_bytes_get_data(saved->bytes, &length);                             \
        const char *why = NULL;                                                                    \
        Type *loaded = load;                                                                       \
        (void)bytes;                                                                               \
        if (!loaded)                                                                               \
            cr_expect_str_eq(why, "out of memory");                                                \
        unload(loaded);                                                                            \
        return loaded != NULL;                                                                     \
    }

LOADER(load_table, BspBrushTable, bsp_brush_table_load(bytes, length, &why), bsp_brush_table_free)
LOADER(load_onion, OnionTree, onion_tree_load(bytes, length, &why), onion_tree_free)
LOADER(load_shift, ShiftTree, shift_tree_load(bytes, length, &why), shift_tree_free)
LOADER(load_level, BspLevel, bsp_level_of_bytes(bytes, length, &why), bsp_level_free)
LOADER(load_level_file, BspLevel, bsp_level_load(saved->path, &why), bsp_level_free)
LOADER(load_graph, BspNavigation, bsp_navigation_load(bytes, length, &why), bsp_navigation_free)
LOADER(load_graph_file, BspNavigation, bsp_navigation_load_file(saved->path, &why),
       bsp_navigation_free)

static Saved saved_as(const char *path, GBytes *bytes)
{
    cr_assert_not_null(bytes);
    gsize length;
    gconstpointer data = g_bytes_get_data(bytes, &length);
    cr_assert(g_file_set_contents(path, data, (gssize)length, NULL));
    return (Saved){ bytes, path };
}

static Saved saved_in(const char *path)
{
    char *data;
    gsize length;
    cr_assert(g_file_get_contents(path, &data, &length, NULL));
    return (Saved){ g_bytes_new_take(data, length), path };
}

static void expect_all_fail(Saved *saved, const CallFunc *loaders, guint n, const char *what)
{
    for (guint i = 0; i < n; i++)
        cr_expect_geq(fail_each(loaders[i], saved, what), 1u, "%s %u allocates nothing", what, i);
    g_bytes_unref(saved->bytes);
}

Test(allocations, writing_and_loading_survives_each_failure, .fini = remove_scratch)
{
    static const CallFunc onions[] = { load_table, load_onion, load_level, load_level_file },
                          shifts[] = { load_table, load_shift, load_level, load_level_file },
                          graphs[] = { load_graph, load_graph_file };
    Random r = random_seeded(8100);
    g_autofree char *path = scratch_path("saved");
    g_autoptr(BspSolid) solid = scene_grid(&r, 20);
    BspNavWalker walker = { .name = "walker",
                            .box = { bsp_vec(-8, -8, 0), bsp_vec(8, 8, 30) },
                            .stepping = { 18, 0.7 },
                            .speed = 320,
                            .gravity = 800 };
    OnionSpace spaces[8];
    guint n_spaces = bsp_navigation_spaces(&walker, 1, spaces);
    g_autoptr(OnionTree) onion = onion_tree_build(solid, spaces, n_spaces, NULL, NULL);
    g_autoptr(ShiftTree) shift =
        shift_tree_build(solid, &(ShiftOptions){ .names_brushes = TRUE }, NULL);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    g_autoptr(BspNavigation) graph =
        bsp_navigation_build(onion, table, &walker, 1, NULL, NULL, NULL);
    BspSaveOptions options = { .sides = table };
    cr_assert(onion && shift && graph);
    Saved saved = saved_as(path, onion_tree_to_bytes(onion, &options, NULL));
    expect_all_fail(&saved, onions, G_N_ELEMENTS(onions), "an onion");
    saved = saved_as(path, shift_tree_to_bytes(shift, &options, NULL));
    expect_all_fail(&saved, shifts, G_N_ELEMENTS(shifts), "a shift tree");
    cr_assert(bsp_navigation_save(graph, path, NULL, NULL));
    saved = saved_in(path);
    expect_all_fail(&saved, graphs, G_N_ELEMENTS(graphs), "a graph");
}

static gboolean prepare_shape(gpointer data)
{
    const BspShape sphere = bsp_shape_sphere(8);
    ShiftShape *shape = shift_shape_new(data, &sphere);
    shift_shape_free(shape);
    return shape != NULL;
}

Test(allocations, prepared_shapes_survive_each_failure)
{
    Random r = random_seeded(8101);
    g_autoptr(BspSolid) solid = scene_grid(&r, 20);
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, NULL, NULL);
    cr_expect_eq(fail_each(prepare_shape, tree, "a prepared shape"), 2u);
    g_autoptr(BspSolid) none = scene_solid(NULL, 0);
    g_autoptr(ShiftTree) empty = shift_tree_build(none, NULL, NULL);
    cr_expect_eq(fail_each(prepare_shape, empty, "a shape of a tree without planes"), 2u);
}

/* --- editors --- */

/* An editor that cannot reserve much memory reserves less. */
static gboolean make_editor(gpointer data)
{
    BspEditor *editor = bsp_editor_new(data, NULL);
    bsp_editor_free(editor);
    return editor != NULL && n_asked < fail_at;
}

/* An edit, and the table before it. */
typedef struct {
    BspEditor *editor;
    const BspBrushTable *before;
    const BspBrush *brush; /* the brush to add; NULL if brush `number` is removed */
    guint32 number;
    Random *r;
} Edit;

static gboolean do_edit(gpointer data)
{
    Edit *edit = data;
    g_autoptr(GError) error = NULL;
    gboolean done = edit->brush ? bsp_editor_add(edit->editor, edit->brush, &edit->number, &error)
                                : bsp_editor_remove(edit->editor, edit->number);
    if (done)
        return TRUE;
    if (edit->brush)
        cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    guint at = fail_at;
    g_autofree char *first = NULL;
    fail_at = 0;
    g_autoptr(BspBrushTable) after = bsp_editor_version(edit->editor);
    guint n_differ = table_answers_differ(edit->before, after, edit->r, 100, &first);
    cr_expect_eq(n_differ, 0u, "allocation %u fails, and the level is another one: %s", at, first);
    fail_at = at;
    n_asked = at;
    return FALSE;
}

/* Returns a round brush. Its vertices and planes need more memory than an editor reserves for a
 * brush. */
static BspBrush *round_brush(Random *r)
{
    BspVec points[150];
    for (guint i = 0; i < G_N_ELEMENTS(points); i++)
        points[i] = bsp_vec_scale(random_direction(r), 60);
    return scene_hull_brush(points, G_N_ELEMENTS(points));
}

/* Versions that stay make each edit copy the nodes that they use. */
Test(allocations, editors_survive_each_failure)
{
    Random r = random_seeded(8102);
    g_autoptr(BspSolid) solid = scene_grid(&r, 100);
    g_autoptr(BspEditor) editor = bsp_editor_new(solid, &(BspEditOptions){ .most = 164 });
    g_autoptr(GPtrArray) versions =
        g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_table_free);
    guint n_allocations = 0;
    cr_expect_geq(fail_each(make_editor, solid, "an editor"), 5u);
    for (guint i = 0; i < 120; i++) {
        g_autoptr(BspBrush) brush = i % 3 < 2 ? round_brush(&r) : NULL;
        g_ptr_array_add(versions, bsp_editor_version(editor));
        Edit edit = { editor, versions->pdata[i], brush, i / 3, &r };
        n_allocations += fail_each(do_edit, &edit, brush ? "to add" : "to remove");
    }
    cr_expect_geq(n_allocations, 123u, "only %u: of pages alone", n_allocations);
}

static gboolean tidy_all(gpointer data)
{
    Edit *edit = data;
    bsp_editor_tidy(edit->editor);
    return n_asked < fail_at;
}

Test(allocations, tidying_survives_each_failure)
{
    Random r = random_seeded(8103);
    g_autoptr(BspSolid) none = scene_solid(NULL, 0);
    g_autoptr(BspEditor) editor = bsp_editor_new(none, &(BspEditOptions){ .most = 300 });
    g_autoptr(GPtrArray) versions =
        g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_table_free);
    Edit edit = { .editor = editor, .r = &r };
    guint n_allocations = 0;
    for (guint i = 0; i < 300; i++) {
        g_ptr_array_add(versions, bsp_editor_version(editor));
        n_allocations += fail_each(tidy_all, &edit, "to tidy");
        g_autoptr(BspBrush) brush = scene_box(i, 0, 0, i + 4, 4, 4);
        cr_assert(bsp_editor_add(editor, brush, NULL, NULL));
    }
    cr_expect_geq(n_allocations, 1u, "no allocation");
}

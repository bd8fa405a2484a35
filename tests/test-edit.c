/* test-edit: tests that versions of a table that changes (bsp-edit.h) answer like new tables of the
 * same brushes. */
#include <criterion/criterion.h>
#include <malloc.h>

#include "bsp-edit.h"
#include "bsp-saved.h"
#include "compile/edit.h"
#include "saved-files.h"
#include "scenes.h"
#include "table-answers.h"
#include "table/flat.h"

/* An editor, and the brushes that it should have. */
typedef struct {
    BspEditor *editor;
    GPtrArray *brushes; /* an array of BspBrush by number, NULL for none; not owned */
    GPtrArray *own;     /* all brushes that were made */
    BspBounds bounds;
    Random r;
} Level;

static Level level_new(guint n, guint64 seed, const BspEditOptions *options)
{
    Level l = { .brushes = g_ptr_array_new(), .r = random_seeded(seed) };
    g_autoptr(BspSolid) solid = scene_grid(&l.r, n);
    l.own = scene_copies(solid->brushes, bsp_vec(0, 0, 0));
    g_ptr_array_extend(l.brushes, l.own, NULL, NULL);
    l.editor = bsp_editor_new(solid, options);
    l.bounds = *bsp_solid_bounds(solid);
    return l;
}

static void level_clear(Level *l)
{
    bsp_editor_free(l->editor);
    g_ptr_array_unref(l->brushes);
    g_ptr_array_unref(l->own);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Level, level_clear)

static guint32 lowest_hole(const Level *l)
{
    guint32 i = 0;
    while (i < l->brushes->len && l->brushes->pdata[i])
        i++;
    return i;
}

static void add(Level *l, BspBrush *brush)
{
    guint32 number, hole = lowest_hole(l);
    g_autoptr(GError) error = NULL;
    cr_assert(bsp_editor_add(l->editor, brush, &number, &error), "%s", error->message);
    cr_assert_eq(number, hole);
    if (hole == l->brushes->len)
        g_ptr_array_add(l->brushes, NULL);
    l->brushes->pdata[hole] = brush;
}

static void remove_at(Level *l, guint32 number)
{
    gboolean is_there = number < l->brushes->len && l->brushes->pdata[number];
    cr_assert_eq(bsp_editor_remove(l->editor, number), is_there);
    if (is_there)
        l->brushes->pdata[number] = NULL;
}

static BspBrush *make_brush(Level *l)
{
    BspVec at = random_point(&l->r, &l->bounds), points[8];
    BspBrush *brush;
    if (random_flag(&l->r)) {
        double x = round(at.x), y = round(at.y), z = round(at.z), size = random_int(&l->r, 1, 24);
        brush = scene_box(x, y, z, x + size, y + random_int(&l->r, 1, 24), z + size);
    } else {
        for (guint i = 0; i < G_N_ELEMENTS(points); i++)
            points[i] = bsp_vec_add(at, random_point_within(&l->r, 16));
        brush = scene_hull_brush(points, G_N_ELEMENTS(points));
    }
    bsp_brush_set_contents(brush, 1u << random_below(&l->r, 3));
    bsp_brush_set_tag(brush, 0, random_below(&l->r, 100));
    g_ptr_array_add(l->own, brush);
    return brush;
}

/* Removes a brush or adds one, which is new, or which was in the level before. */
static void edit(Level *l)
{
    if (random_below(&l->r, 5) < 2)
        remove_at(l, random_below(&l->r, l->brushes->len + 4));
    else if (random_below(&l->r, 3) == 0)
        add(l, l->own->pdata[random_below(&l->r, l->own->len)]);
    else
        add(l, make_brush(l));
}

static void demand_equal(const BspBrushTable *a, const BspBrushTable *b, Random *r, guint n)
{
    g_autofree char *first = NULL;
    guint n_differ = table_answers_differ(a, b, r, n, &first);
    cr_assert_eq(n_differ, 0u, "%u differ, first %s", n_differ, first);
    cr_assert_eq(bsp_brush_table_n_brushes(a), bsp_brush_table_n_brushes(b));
}

/* Makes a new table. Fills the holes, so that a solid of these brushes gives them the same
 * numbers. */
static BspBrushTable *made_anew(Level *l, guint flags)
{
    while (lowest_hole(l) < l->brushes->len)
        add(l, make_brush(l));
    return scene_table(bsp_solid_new(g_ptr_array_copy(l->brushes, NULL, NULL)), flags);
}

/* --- answers --- */

Test(edit, answers_as_a_table_made_anew)
{
    for (guint i = 0; i < 12; i++) {
        guint flags = i % 4 == 3 ? BSP_TABLE_BOXES : 0;
        g_auto(Level) l = level_new(3 + 60 * i, 7000 + i, &(BspEditOptions){ .flags = flags });
        for (guint k = 0; k < 400; k++) {
            edit(&l);
            if (k % 3 == 0)
                bsp_brush_table_free(bsp_editor_version(l.editor));
        }
        if (i % 3 == 1)
            bsp_editor_tidy(l.editor);
        g_autoptr(BspBrushTable) anew = made_anew(&l, flags);
        g_autoptr(BspBrushTable) version = bsp_editor_version(l.editor);
        demand_equal(anew, version, &l.r, 2000);
        cr_expect_geq(bsp_brush_table_bytes(version), bsp_brush_table_bytes(anew));
        for (guint32 k = 0; k < l.brushes->len; k++) {
            BspPlane a, b;
            cr_assert(bsp_brush_table_side(anew, k, 0, &a) ==
                      bsp_brush_table_side(version, k, 0, &b));
        }
    }
}

/* Versions do not change while the editor goes on, even if others or the editor are freed. */
Test(edit, old_versions_stay)
{
    enum { MOST = 12 };
    BspBrushTable *versions[MOST] = { NULL }, *copies[MOST] = { NULL };
    Level l = level_new(150, 7100, NULL);
    for (guint i = 0; i < 400; i++) {
        for (guint k = random_below(&l.r, 12); k-- > 0;)
            edit(&l);
        if (i % 40 == 39)
            bsp_editor_tidy(l.editor);
        guint at = random_below(&l.r, MOST);
        if (versions[at])
            demand_equal(copies[at], versions[at], &l.r, 150);
        bsp_brush_table_free(versions[at]);
        bsp_brush_table_free(copies[at]);
        versions[at] = bsp_editor_version(l.editor);
        copies[at] = bsp_brush_table_flat(versions[at]);
    }
    Random r = l.r;
    level_clear(&l);
    for (guint i = 0; i < MOST; i++) {
        if (versions[i])
            demand_equal(copies[i], versions[i], &r, 150);
        bsp_brush_table_free(versions[i]);
        bsp_brush_table_free(copies[i]);
    }
}

/* --- hard levels --- */

Test(edit, nothing_is_left)
{
    g_auto(Level) l = level_new(70, 7200, NULL);
    for (guint32 i = 70; i-- > 0;)
        remove_at(&l, i);
    g_autoptr(BspBrushTable) empty = bsp_editor_version(l.editor);
    BspBounds bounds = bsp_brush_table_bounds(empty);
    cr_expect_eq(bsp_brush_table_n_brushes(empty), 0u);
    cr_expect(bounds.mins.x > bounds.maxs.x);
    cr_expect_eq(bsp_brush_table_contents(empty, bsp_vec(0, 0, 0)), 0u);
    add(&l, make_brush(&l));
    add(&l, make_brush(&l));
    g_autoptr(BspBrushTable) anew = made_anew(&l, 0);
    g_autoptr(BspBrushTable) version = bsp_editor_version(l.editor);
    demand_equal(anew, version, &l.r, 500);
}

/* Makes malloc() return memory whose bytes are 0xaa, as it may return any. */
static void fill_memory(void)
{
    mallopt(M_PERTURB, 0x55);
}

Test(edit, a_level_without_brushes_can_grow, .init = fill_memory)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(BspEditor) editor = bsp_editor_new(solid, NULL);
    g_autoptr(BspBrush) box = scene_box(-8, -8, -8, 8, 8, 8);
    g_autoptr(BspBrushTable) before = bsp_editor_version(editor);
    cr_expect(bsp_editor_add(editor, box, NULL, NULL));
    g_autoptr(BspBrushTable) after = bsp_editor_version(editor);
    cr_expect_eq(bsp_brush_table_contents(before, bsp_vec(0, 0, 0)), 0u);
    cr_expect_eq(bsp_brush_table_contents(after, bsp_vec(0, 0, 0)), 1u);
    g_autoptr(BspBrush) far = scene_box(900, 900, 900, 908, 908, 908);
    cr_expect(bsp_editor_add(editor, far, NULL, NULL) && bsp_editor_remove(editor, 0));
    g_autoptr(BspBrushTable) last = bsp_editor_version(editor);
    cr_expect_eq(bsp_brush_table_bounds(last).mins.x, 900);
}

/* The room of a level without brushes reaches 1024 units from the origin on each side. */
Test(edit, the_room_of_a_level_without_brushes)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(BspEditor) editor = bsp_editor_new(solid, NULL);
    for (guint k = 0; k < 3; k++)
        for (gint side = -1; side <= 1; side += 2) {
            BspBounds in = { { { -8, -8, -8 } }, { { 8, 8, 8 } } }, out;
            in.mins.v[k] = side < 0 ? -1024 : 1000;
            in.maxs.v[k] = side < 0 ? -1000 : 1024;
            out = in;
            out.mins.v[k] += side * 0.5;
            out.maxs.v[k] += side * 0.5;
            g_autoptr(BspBrush) fits = bsp_brush_new_box(in.mins, in.maxs, NULL);
            g_autoptr(BspBrush) reaches_out = bsp_brush_new_box(out.mins, out.maxs, NULL);
            g_autoptr(GError) error = NULL;
            cr_expect(bsp_editor_add(editor, fits, NULL, NULL), "axis %u, side %d", k, side);
            cr_expect(!bsp_editor_add(editor, reaches_out, NULL, &error), "axis %u, side %d", k,
                      side);
            cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_GEOMETRY));
        }
}

/* Options give the room of a level without brushes, too. A room that is no box counts as none. */
Test(edit, the_room_of_the_options)
{
    const struct {
        BspBounds room;
        gboolean is_room;
    } cases[] = {
        { { { { -16, -16, -16 } }, { { 16, 16, 16 } } }, TRUE },
        { { { { 16, 16, 16 } }, { { -16, -16, -16 } } }, FALSE },
        { { { { -16, -16, (double)-INFINITY } }, { { 16, 16, 16 } } }, FALSE },
        { { { { -16, -16, -16 } }, { { 16, (double)NAN, 16 } } }, FALSE },
    };
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(BspBrush) inside = scene_box(-16, -16, -16, 16, 16, 16);
    g_autoptr(BspBrush) outside = scene_box(100, 100, 100, 108, 108, 108);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const BspEditOptions options = { .room = cases[i].room };
        g_autoptr(BspEditor) editor = bsp_editor_new(solid, &options);
        cr_expect(bsp_editor_add(editor, inside, NULL, NULL), "case %u", i);
        cr_expect_eq(bsp_editor_add(editor, outside, NULL, NULL), !cases[i].is_room, "case %u", i);
    }
}

/* Some levels have the same brush again and again, and others have boxes in boxes, each half as
 * large as the one around it. This level has both. Its hierarchy must stay low. */
Test(edit, brushes_in_each_other_make_no_deep_hierarchy)
{
    g_auto(Level) l = level_new(2, 7300, &(BspEditOptions){ .most = 6000 });
    BspBrush *same = make_brush(&l);
    for (guint i = 0; i < 3000; i++) {
        double half = ldexp(1, -(int)(i % 11)) * 60;
        if (i % 2) {
            BspBrush *box = scene_box(-half, -half, -half, half, half, half);
            g_ptr_array_add(l.own, box);
            add(&l, box);
        } else {
            add(&l, same);
        }
        cr_assert_leq(l.editor->heights[l.editor->now.hierarchy.root], 20);
    }
    g_autoptr(BspBrushTable) anew = made_anew(&l, 0);
    g_autoptr(BspBrushTable) version = bsp_editor_version(l.editor);
    demand_equal(anew, version, &l.r, 30);
    for (guint32 i = 0; i < l.brushes->len; i++)
        remove_at(&l, i);
}

/* --- bad input --- */

static void demand_error(Level *l, const BspBrush *brush, BspErrorCode code)
{
    g_autoptr(GError) error = NULL;
    guint32 number = 77;
    cr_expect_not(bsp_editor_add(l->editor, brush, &number, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, (gint)code), "%s", error->message);
    cr_expect_eq(number, 77u);
}

Test(edit, errors_change_nothing)
{
    BspBounds room = { { { -300, -300, -300 } }, { { 300, 300, 300 } } };
    g_auto(Level) l = level_new(30, 7400, &(BspEditOptions){ .most = 40, .room = room });
    g_autoptr(BspBrush) outside = scene_box(290, 0, 0, 301, 8, 8);
    g_autoptr(BspBrush) far = scene_box(0, 0, -3000, 8, 8, -2990);
    while (l.brushes->len < 40)
        add(&l, make_brush(&l));
    g_autoptr(BspBrushTable) before = bsp_editor_version(l.editor);
    demand_error(&l, l.own->pdata[0], BSP_ERROR_LIMIT);
    demand_error(&l, outside, BSP_ERROR_GEOMETRY);
    demand_error(&l, far, BSP_ERROR_GEOMETRY);
    cr_expect_not(bsp_editor_remove(l.editor, 40));
    cr_expect_not(bsp_editor_remove(l.editor, G_MAXUINT32));
    g_autoptr(BspBrushTable) after = bsp_editor_version(l.editor);
    demand_equal(before, after, &l.r, 200);
    remove_at(&l, 7);
    cr_expect_not(bsp_editor_remove(l.editor, 7));
    demand_error(&l, outside, BSP_ERROR_GEOMETRY);
    add(&l, l.own->pdata[0]);
}

/* --- memory --- */

/* Edits brushes of all kinds 20,000 times. Freed versions leave their memory to later ones. */
Test(edit, memory_does_not_grow)
{
    g_auto(Level) l = level_new(300, 7500, NULL);
    g_autoptr(BspBrushTable) old = bsp_editor_version(l.editor);
    gsize early = 0;
    for (guint i = 0; i < 20000; i++) {
        remove_at(&l, random_below(&l.r, 300));
        if (lowest_hole(&l) < l.brushes->len)
            add(&l, i < 2000 ? make_brush(&l) : l.own->pdata[random_below(&l.r, l.own->len)]);
        g_autoptr(BspBrushTable) version = bsp_editor_version(l.editor);
        if (i == 4000)
            early = bsp_brush_table_bytes(version);
        if (i + 1 == 20000)
            cr_expect_leq(bsp_brush_table_bytes(version), early + early / 10);
    }
    cr_expect_eq(bsp_brush_table_n_brushes(old), 300u);
}

static void add_hull(Level *l, guint n)
{
    g_autofree BspVec *points = g_new(BspVec, n);
    BspVec at = random_point(&l->r, &l->bounds);
    for (guint k = 0; k < n; k++)
        points[k] = bsp_vec_mad(at, 12, random_direction(&l->r));
    g_ptr_array_add(l->own, scene_hull_brush(points, n));
    add(l, l->own->pdata[l->own->len - 1]);
}

Test(edit, small_brushes_use_the_memory_of_large_ones)
{
    BspVec points[6];
    g_auto(Level) l = level_new(2, 7510, NULL);
    for (guint i = 0; i < 50; i++)
        add_hull(&l, 30);
    guint n_groups = l.editor->groups.n, n_vertices = l.editor->vertices.n;
    for (guint32 i = 2; i < 52; i++)
        remove_at(&l, i);
    for (guint i = 0; i < 100; i++) {
        BspVec at = random_point(&l.r, &l.bounds);
        for (guint k = 0; k < 4; k++)
            points[k] = bsp_vec_mad(at, 12, random_direction(&l.r));
        points[4] = bsp_vec_mad(at, 12, bsp_vec(0, 0, 1));
        points[5] = bsp_vec_mad(at, 12, bsp_vec(0, 0, -1));
        g_ptr_array_add(l.own, scene_hull_brush(points, 6));
        add(&l, l.own->pdata[l.own->len - 1]);
    }
    cr_expect_eq(l.editor->groups.n, n_groups);
    cr_expect_eq(l.editor->vertices.n, n_vertices);
}

/* Arrays move only for brushes of very many planes, and old versions keep what they see. */
Test(edit, arrays_move_late)
{
    g_auto(Level) l = level_new(20, 7520, &(BspEditOptions){ .most = 40 });
    g_autoptr(BspBrushTable) first = bsp_editor_version(l.editor),
                             copy = bsp_brush_table_flat(first);
    for (guint i = 0; i < 10; i++)
        add_hull(&l, 24);
    g_autoptr(BspBrushTable) second = bsp_editor_version(l.editor);
    cr_expect_eq(first->groups, second->groups);
    cr_expect_eq(first->vertices, second->vertices);
    cr_expect_eq(first->hierarchy.nodes, second->hierarchy.nodes);
    for (guint i = 0; i < 10; i++)
        add_hull(&l, 400);
    g_autoptr(BspBrushTable) last = bsp_editor_version(l.editor), anew = made_anew(&l, 0);
    cr_expect_neq(first->groups, last->groups);
    cr_expect_neq(first->vertices, last->vertices);
    demand_equal(copy, first, &l.r, 300);
    demand_equal(anew, last, &l.r, 300);
}

/* --- saved --- */

Test(edit, a_version_can_be_saved)
{
    g_auto(Level) l = level_new(100, 7600, NULL);
    for (guint i = 0; i < 100; i++)
        edit(&l);
    for (guint32 i = 10; i < 30; i++)
        remove_at(&l, i);
    g_autoptr(BspBrushTable) version = bsp_editor_version(l.editor);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = bsp_level_to_bytes(version, NULL, &error);
    cr_assert(bytes, "%s", error->message);
    gsize length;
    gconstpointer data = g_bytes_get_data(bytes, &length);
    const char *why = NULL;
    g_autoptr(BspBrushTable) loaded = bsp_brush_table_load(data, length, &why);
    cr_assert(loaded, "%s", why);
    demand_equal(version, loaded, &l.r, 2000);
    for (guint32 i = 0; i < l.brushes->len; i++) {
        BspPlane plane;
        gboolean is_there = l.brushes->pdata[i] != NULL;
        cr_expect(is_there || !bsp_brush_table_side(version, i, 0, &plane));
        cr_expect(is_there || !bsp_brush_table_side(loaded, i, 0, &plane));
    }
    BspBounds a = bsp_brush_table_bounds(version), b = bsp_brush_table_bounds(loaded);
    cr_expect_eq(memcmp(&a, &b, sizeof a), 0);

    /* A hierarchy with a missing child is rejected. */
    gsize n;
    guint8 *copy = saved_copy(data, length);
    gint32 *words = saved_array(copy, "side-nodes", &n);
    for (guint i = 96; i < 128; i++)
        words[i] = words[i] < 0 ? ~15 : words[i];
    saved_seal(copy, length);
    cr_expect_null(bsp_brush_table_load(copy, length, &why));
    free(copy);
}

/* --- threads --- */

typedef struct {
    _Atomic(BspBrushTable *) next; /* the version that the reader takes */
    atomic_bool is_over;
    guint n_differ;
    guint64 seed;
} Reader;

static gpointer read_versions(gpointer data)
{
    Reader *reader = data;
    Random r = random_seeded(reader->seed);
    BspBrushTable *held[3] = { NULL };
    while (!reader->is_over) {
        BspBrushTable *table = atomic_exchange(&reader->next, NULL);
        guint at = random_below(&r, G_N_ELEMENTS(held));
        g_autofree char *first = NULL;
        if (!table)
            continue;
        reader->n_differ += table_answers_differ(table, table, &r, 30, &first);
        bsp_brush_table_free(held[at]);
        held[at] = table;
    }
    for (guint i = 0; i < G_N_ELEMENTS(held); i++)
        bsp_brush_table_free(held[i]);
    return NULL;
}

Test(edit, readers_in_other_threads_see_whole_versions)
{
    Reader readers[3] = { { .seed = 1 }, { .seed = 2 }, { .seed = 3 } };
    GThread *threads[3];
    Level l = level_new(200, 7700, NULL);
    for (guint i = 0; i < 3; i++)
        threads[i] = g_thread_new("reader", read_versions, &readers[i]);
    for (guint i = 0; i < 1500; i++) {
        edit(&l);
        bsp_brush_table_free(atomic_exchange(&readers[i % 3].next, bsp_editor_version(l.editor)));
    }
    level_clear(&l);
    for (guint i = 0; i < 3; i++) {
        readers[i].is_over = true;
        g_thread_join(threads[i]);
        cr_expect_eq(readers[i].n_differ, 0u);
        bsp_brush_table_free(readers[i].next);
    }
}

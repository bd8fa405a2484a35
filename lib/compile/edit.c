/* edit: a brush table that changes (bsp-edit.h).
 *
 * A version shares its memory with the editor: the nodes of the hierarchy, pages of brushes, and
 * runs of groups and of vertices. An edit copies what a version sees, and retires the old parts. A
 * retired part hangs on the newest version that sees it. When that version is freed, the part
 * passes to the version before it, if that one sees the part, too; otherwise it is free. */
#include "compile/edit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compile/solid.h"
#include "geometry/fail.h"
#include "table/hierarchy.h"
#include "table/pass.h"
#include "table/vectors.h"

/* Number of brushes. By default, the maximum of an editor is at least this, which is enough for
 * debris in a small level. */
#define LEAST_MOST 4096
/* Units. By default, the room of an editor has at least this margin. */
#define LEAST_MARGIN 1024
/* Number of boxes. Each brush may ask for the memory of this number of boxes (reserve_all()). */
#define SPACE 16

/* --- memory --- */

/* Allocates n elements. Returns NULL if there is no memory. The size is rounded up to a multiple of
 * the alignment, as aligned_alloc() needs it. */
static gpointer new_block(gsize size, gsize n)
{
    if (n > (G_MAXSIZE - BSP_NEAR_LINE) / size)
        return NULL;
    return aligned_alloc(BSP_NEAR_LINE, (size * n / BSP_NEAR_LINE + 1) * BSP_NEAR_LINE);
}

/* Moves an array into a larger block. Versions may still read the old block, so it is retired.
 * Returns FALSE if there is no memory. */
static gboolean grow_block(BspEditor *e, gpointer *block, gsize size, gsize n, gsize most)
{
    gpointer larger = new_block(size, most);
    if (!larger)
        return FALSE;
    if (*block) {
        memcpy(larger, *block, size * n);
        bsp_edit_retire(e, &(BspRetired){ .kind = BSP_PART_MEMORY, .memory = *block });
    }
    *block = larger;
    return TRUE;
}

/* Returns the new size of an array that needs n_more elements. It is half as many again, so that an
 * array moves rarely. */
static guint32 larger_size(guint32 n, guint32 n_more, guint32 limit)
{
    return (guint32)MIN((guint64)n + n_more + n / 2, limit);
}

gboolean bsp_edit_reserve_nodes(BspEditor *e, guint n)
{
    BspHierarchy *h = &e->now.hierarchy;
    guint32 most = larger_size(h->n_nodes, n, G_MAXINT32);
    if (h->n_nodes + n <= e->most_nodes + e->free_nodes->len)
        return TRUE;
    if (most < h->n_nodes + n ||
        !grow_block(e, (gpointer *)&h->nodes, sizeof *h->nodes, h->n_nodes, most))
        return FALSE;
    e->nodes_born = g_renew(guint64, e->nodes_born, most);
    e->heights = g_renew(guint8, e->heights, most);
    e->most_nodes = most;
    return TRUE;
}

/* --- runs of groups and of vertices --- */

/* Returns the list of free runs of this length, or NULL if no run of the length was ever free. */
static GArray *unused_runs(const BspRuns *runs, guint32 length)
{
    return length < runs->unused->len ? runs->unused->pdata[length] : NULL;
}

static gboolean has_run(const BspRuns *runs, guint32 length)
{
    GArray *list = unused_runs(runs, length);
    return length == 0 || (list && list->len > 0) || length <= runs->most - runs->n;
}

static void free_run(BspRuns *runs, guint32 first, guint32 length)
{
    if (length == 0)
        return;
    if (length >= runs->unused->len)
        g_ptr_array_set_size(runs->unused, (gint)length + 1);
    if (!runs->unused->pdata[length])
        runs->unused->pdata[length] = g_array_new(FALSE, FALSE, sizeof first);
    GArray *list = runs->unused->pdata[length];
    g_array_append_val(list, first);
}

/* Returns the first element of a run. Takes a free run, or else a part of a longer free run, or
 * else unused elements. */
static guint32 take_run(BspRuns *runs, guint32 length)
{
    guint32 first = runs->n;
    if (length == 0)
        return 0;
    for (guint32 n = length; n < runs->unused->len; n++) {
        GArray *list = unused_runs(runs, n);
        if (!list || list->len == 0)
            continue;
        first = g_array_index(list, guint32, list->len - 1);
        g_array_set_size(list, list->len - 1);
        free_run(runs, first + length, n - length);
        return first;
    }
    BSP_ASSERT(length <= runs->most - runs->n);
    runs->n += length;
    return first;
}

static gboolean reserve_groups(BspEditor *e, guint32 n)
{
    BspRuns *runs = &e->groups;
    guint32 most = larger_size(runs->n, n, G_MAXINT32);
    if (has_run(runs, n))
        return TRUE;
    if (most - runs->n < n ||
        !grow_block(e, (gpointer *)&e->now.groups, sizeof *e->now.groups, runs->n, most) ||
        !grow_block(e, (gpointer *)&e->now.names, BSP_TABLE_LANES * sizeof *e->now.names, runs->n,
                    most))
        return FALSE; /* one of the arrays may now be larger than needed, which does no harm */
    runs->most = most;
    return TRUE;
}

static gboolean reserve_vertices(BspEditor *e, guint32 n)
{
    BspRuns *runs = &e->vertices;
    /* The number of a vertex has 32 bits. */
    guint32 most = larger_size(runs->n, n, G_MAXUINT32 / BSP_EDIT_VERTICES);
    if (has_run(runs, n))
        return TRUE;
    if (most - runs->n < n ||
        !grow_block(e, (gpointer *)&e->now.vertices, BSP_EDIT_VERTICES * sizeof *e->now.vertices,
                    runs->n, most))
        return FALSE;
    runs->most = most;
    return TRUE;
}

/* --- parts that versions see --- */

static void free_part(BspEditor *e, const BspRetired *part)
{
    switch (part->kind) {
    case BSP_PART_NODE:
        g_array_append_val(e->free_nodes, part->first);
        break;
    case BSP_PART_GROUPS:
        free_run(&e->groups, part->first, part->n);
        break;
    case BSP_PART_VERTICES:
        free_run(&e->vertices, part->first, part->n);
        break;
    default:
        free(part->memory);
    }
}

/* Retires a part. `version` is the newest version that may see the part, or NULL if no version does
 * so. */
static void retire_from(BspEditor *e, BspVersion *version, const BspRetired *part)
{
    if (version && part->born <= version->number)
        g_array_append_vals(version->retired, part, 1);
    else
        free_part(e, part);
}

void bsp_edit_retire(BspEditor *e, const BspRetired *part)
{
    retire_from(e, e->newest, part);
}

static void forget_version(BspEditor *e, BspVersion *v)
{
    if (v->newer)
        v->newer->older = v->older;
    else
        e->newest = v->older;
    if (v->older)
        v->older->newer = v->newer;
    for (guint i = 0; i < v->retired->len; i++)
        retire_from(e, v->older, &g_array_index(v->retired, BspRetired, i));
    g_array_unref(v->retired);
    g_free(v);
}

/* Removes the versions that were freed since the last call from the list of versions. */
static void collect(BspEditor *e)
{
    BspVersion *v = atomic_exchange_explicit(&e->released, NULL, memory_order_acquire);
    while (v) {
        BspVersion *next = v->next;
        forget_version(e, v);
        v = next;
    }
}

static void free_runs(BspRuns *runs)
{
    for (guint i = 0; i < runs->unused->len; i++)
        if (runs->unused->pdata[i])
            g_array_unref(runs->unused->pdata[i]);
    g_ptr_array_unref(runs->unused);
}

/* Frees the memory of the editor, once neither the caller nor a version uses it. */
static void leave_editor(BspEditor *e)
{
    if (atomic_fetch_sub_explicit(&e->n_owners, 1, memory_order_acq_rel) > 1)
        return;
    collect(e);
    BSP_ASSERT(!e->newest);
    for (guint i = 0; i <= (e->most - 1) / BSP_TABLE_PAGE; i++)
        free(e->now.pages[i]);
    g_free(e->now.pages);
    free(e->now.hierarchy.nodes);
    free(e->now.groups);
    free(e->now.names);
    free(e->now.vertices);
    g_array_unref(e->free_nodes);
    free_runs(&e->groups);
    free_runs(&e->vertices);
    bsp_listing_clear(&e->listing);
    g_free(e->nodes_born);
    g_free(e->heights);
    g_free(e->pages_born);
    g_free(e->brushes_born);
    g_free(e->used);
    g_free(e);
}

/* Frees a version. This is the release() function of its table, and any thread may call it. As soon
 * as the version is on the list `released`, the editor may free it. */
static void release_version(BspBrushTable *table)
{
    BspVersion *v = (BspVersion *)table;
    BspEditor *e = v->editor;
    g_free(table->pages);
    v->next = atomic_load_explicit(&e->released, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&e->released, &v->next, v, memory_order_release,
                                                  memory_order_relaxed))
        continue;
    leave_editor(e);
}

/* --- pages --- */

/* Returns the page of a brush, or a copy if a version sees the page. Returns NULL if there is no
 * memory. */
static BspTablePage *writable_page(BspEditor *e, guint32 brush)
{
    guint i = brush / BSP_TABLE_PAGE;
    BspTablePage *page = e->now.pages[i];
    if (page && !bsp_edit_is_seen(e, e->pages_born[i]))
        return page;
    BspTablePage *copy = new_block(sizeof *copy, 1);
    if (!copy)
        return NULL;
    if (page) {
        *copy = *page;
        bsp_edit_retire(
            e, &(BspRetired){ .kind = BSP_PART_MEMORY, .memory = page, .born = e->pages_born[i] });
    } else {
        memset(copy, 0, sizeof *copy);
    }
    e->pages_born[i] = e->next_number;
    return e->now.pages[i] = copy;
}

/* --- numbers --- */

#define WORD 64

gboolean bsp_edit_has(const BspEditor *e, guint32 brush)
{
    return brush < e->now.n_brushes && (e->used[brush / WORD] >> brush % WORD & 1);
}

/* Returns the lowest number that no brush has. If every number is in use, the result is e->most or
 * more. */
static guint32 lowest_number(BspEditor *e)
{
    guint32 n_words = (e->most + WORD - 1) / WORD;
    while (e->first_free < n_words && e->used[e->first_free] == G_MAXUINT64)
        e->first_free++;
    if (e->first_free == n_words)
        return e->most;
    return WORD * e->first_free + (guint32)__builtin_ctzll(~e->used[e->first_free]);
}

static void take_number(BspEditor *e, guint32 brush)
{
    e->used[brush / WORD] |= G_GUINT64_CONSTANT(1) << brush % WORD;
    e->now.n_brushes = MAX(e->now.n_brushes, brush + 1);
}

static void free_number(BspEditor *e, guint32 brush)
{
    e->used[brush / WORD] &= ~(G_GUINT64_CONSTANT(1) << brush % WORD);
    e->first_free = MIN(e->first_free, brush / WORD);
    while (e->now.n_brushes > 0 && !bsp_edit_has(e, e->now.n_brushes - 1))
        e->now.n_brushes--;
}

/* --- one brush --- */

static guint32 n_runs_of_vertices(const BspCastPlace *body)
{
    return (body->n + body->n_eroded + BSP_EDIT_VERTICES - 1) / BSP_EDIT_VERTICES;
}

/* Lists the brush in e->listing. */
static void list_brush(BspEditor *e, const BspBrush *brush)
{
    BspListing *list = &e->listing;
    GArray *arrays[] = { list->rows,   list->groups,   list->names,
                         list->axials, list->vertices, list->bodies };
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
        if (arrays[i])
            g_array_set_size(arrays[i], 0);
    bsp_listing_add(list, brush);
}

/* Stores the listed brush in its page. There must be room in the arrays. */
static void store_brush(BspEditor *e, BspTablePage *page, guint32 brush)
{
    const BspListing *list = &e->listing;
    guint i = brush % BSP_TABLE_PAGE;
    BspTableBrush *row = &page->brushes[i];
    *row = g_array_index(list->rows, BspTableBrush, 0);
    row->first = take_run(&e->groups, row->n_groups);
    if (row->n_groups > 0) {
        memcpy(&e->now.groups[row->first], list->groups->data,
               row->n_groups * sizeof *e->now.groups);
        memcpy(&e->now.names[BSP_TABLE_LANES * (gsize)row->first], list->names->data,
               list->names->len * sizeof *e->now.names);
    }
    memcpy(page->axials[i], list->axials->data, sizeof page->axials[i]);
    e->brushes_born[brush] = e->next_number;
    if (!list->vertices)
        return;
    page->bodies[i] = g_array_index(list->bodies, BspCastPlace, 0);
    guint32 first = take_run(&e->vertices, n_runs_of_vertices(&page->bodies[i]));
    page->bodies[i].first = BSP_EDIT_VERTICES * first;
    memcpy(&e->now.vertices[BSP_EDIT_VERTICES * (gsize)first], list->vertices->data,
           list->vertices->len * sizeof *e->now.vertices);
}

/* Makes room for the listed brush. Returns its page, or NULL if there is no memory. */
static BspTablePage *reserve(BspEditor *e, guint32 brush)
{
    const BspListing *list = &e->listing;
    gboolean has_room = e->heights[e->now.hierarchy.root] <= BSP_EDIT_HEIGHT &&
                        bsp_edit_reserve_nodes(e, BSP_EDIT_SPARE) &&
                        reserve_groups(e, list->groups->len);
    if (has_room && list->vertices)
        has_room =
            reserve_vertices(e, n_runs_of_vertices(&g_array_index(list->bodies, BspCastPlace, 0)));
    return has_room ? writable_page(e, brush) : NULL;
}

gboolean bsp_editor_add(BspEditor *e, const BspBrush *brush, guint32 *number, GError **error)
{
    collect(e);
    guint32 n = lowest_number(e);
    if (!bsp_bounds_hold(&e->room, &brush->bounds))
        return bsp_fail(
            error, BSP_ERROR_GEOMETRY,
            "the brush reaches out of the room for edits; make the editor with a larger room");
    if (n >= e->most)
        return bsp_fail(error, BSP_ERROR_LIMIT,
                        "the editor already has %u brushes, which is its limit", e->most);
    list_brush(e, brush);
    BspTablePage *page = reserve(e, n);
    if (!page)
        return bsp_fail(error, BSP_ERROR_LIMIT, "out of memory");
    take_number(e, n);
    store_brush(e, page, n);
    bsp_edit_insert(e, n);
    if (number)
        *number = n;
    return TRUE;
}

/* Retires the groups and vertices of a brush. */
static void retire_brush(BspEditor *e, guint32 brush)
{
    const BspTableBrush *row = bsp_brush_table_row(&e->now, brush);
    const BspCastPlace *body = bsp_brush_table_place(&e->now, brush);
    guint64 born = e->brushes_born[brush];
    bsp_edit_retire(
        e, &(BspRetired){
               .kind = BSP_PART_GROUPS, .first = row->first, .n = row->n_groups, .born = born });
    if (e->listing.vertices)
        bsp_edit_retire(e, &(BspRetired){ .kind = BSP_PART_VERTICES,
                                          .first = body->first / BSP_EDIT_VERTICES,
                                          .n = n_runs_of_vertices(body),
                                          .born = born });
}

gboolean bsp_editor_remove(BspEditor *e, guint32 number)
{
    collect(e);
    if (!bsp_edit_has(e, number) || !bsp_edit_reserve_nodes(e, BSP_EDIT_SPARE))
        return FALSE;
    BspTablePage *page = writable_page(e, number);
    guint i = number % BSP_TABLE_PAGE;
    if (!page)
        return FALSE;
    bsp_edit_take_out(e, number);
    retire_brush(e, number);
    memset(&page->brushes[i], 0, sizeof page->brushes[i]);
    memset(&page->bodies[i], 0, sizeof page->bodies[i]);
    free_number(e, number);
    return TRUE;
}

/* --- the editor --- */

BspBrushTable *bsp_editor_version(BspEditor *e)
{
    collect(e);
    BspVersion *v = g_new0(BspVersion, 1);
    guint n_pages = (e->now.n_brushes + BSP_TABLE_PAGE - 1) / BSP_TABLE_PAGE;
    v->table = e->now;
    v->table.pages = g_new(BspTablePage *, n_pages + 1);
    memcpy(v->table.pages, e->now.pages, n_pages * sizeof *v->table.pages);
    v->table.n_groups = e->groups.n;
    v->table.n_vertices = BSP_EDIT_VERTICES * e->vertices.n;
    v->table.release = release_version;
    v->editor = e;
    v->number = e->next_number++;
    v->retired = g_array_new(FALSE, FALSE, sizeof(BspRetired));
    v->older = e->newest;
    if (v->older)
        v->older->newer = v;
    e->newest = v;
    atomic_fetch_add_explicit(&e->n_owners, 1, memory_order_relaxed);
    return &v->table;
}

void bsp_editor_tidy(BspEditor *e)
{
    collect(e);
    bsp_edit_rebuild(e);
}

void bsp_editor_free(BspEditor *e)
{
    if (e)
        leave_editor(e);
}

/* Returns whether the options specify a room. */
static gboolean is_room(const BspBounds *room)
{
    gboolean is_box = FALSE;
    for (int k = 0; k < 3; k++) {
        if (!isfinite(room->mins.v[k]) || !isfinite(room->maxs.v[k]) ||
            room->mins.v[k] > room->maxs.v[k])
            return FALSE;
        is_box |= room->mins.v[k] < room->maxs.v[k];
    }
    return is_box;
}

/* Returns the room for brushes, which contains the room of the options and the solid. */
static BspBounds room_of(const BspSolid *solid, const BspBounds *asked)
{
    const BspBounds origin = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
    gboolean is_empty = solid->brushes->len == 0;
    BspBounds all = is_empty ? origin : solid->bounds, room = *asked;
    if (is_room(asked)) {
        bsp_bounds_add(&room, is_empty ? asked : &all);
        return room;
    }
    for (int k = 0; k < 3; k++) {
        double by = MAX((all.maxs.v[k] - all.mins.v[k]) / 2, LEAST_MARGIN);
        room.mins.v[k] = all.mins.v[k] - by;
        room.maxs.v[k] = all.maxs.v[k] + by;
    }
    return room;
}

/* Copies the brush with this number from a table. Returns FALSE if there is no memory. */
static gboolean take_brush(BspEditor *e, const BspBrushTable *table, guint32 brush)
{
    BspTablePage *page = writable_page(e, brush);
    guint i = brush % BSP_TABLE_PAGE;
    if (!page)
        return FALSE;
    page->brushes[i] = *bsp_brush_table_row(table, brush);
    memcpy(page->axials[i], bsp_brush_table_axials(table, brush), sizeof page->axials[i]);
    if (table->vertices) {
        BspCastPlace *body = &page->bodies[i];
        *body = *bsp_brush_table_place(table, brush);
        const BspVec *vertices = table->vertices + body->first;
        body->first = BSP_EDIT_VERTICES * take_run(&e->vertices, n_runs_of_vertices(body));
        memcpy(e->now.vertices + body->first, vertices,
               (body->n + body->n_eroded) * sizeof *vertices);
    }
    e->brushes_born[brush] = e->next_number;
    take_number(e, brush);
    return TRUE;
}

/* Reserves address space, so that no edit moves an array, which takes 50 milliseconds at 100,000
 * brushes. The machine gives memory only to the part that is written. Each brush may take the
 * memory of SPACE boxes, or of fewer if there is less address space. A brush of 40 oblique planes
 * takes the memory of ten boxes. A node has at least two children, so half as many nodes as
 * brushes suffice. */
static gboolean reserve_all(BspEditor *e, const BspBrushTable *table)
{
    guint spare = e->most - table->n_brushes, boxes = SPACE, per_box = 16 / BSP_EDIT_VERTICES;
    gsize bytes = sizeof *e->now.groups + BSP_TABLE_LANES * sizeof *e->now.names +
                  16 * sizeof *e->now.vertices;
    gpointer volatile trial = NULL; /* volatile, so that no compiler leaves the trial out */
    if (!bsp_edit_reserve_nodes(e, e->most / 2 + 1024))
        return FALSE;
    while (boxes > 1 && !(trial = new_block(bytes * boxes, spare)))
        boxes /= 2;
    free(trial);
    return reserve_groups(e, table->n_groups + boxes * spare) &&
           (!e->listing.vertices ||
            reserve_vertices(e, table->n_vertices / BSP_EDIT_VERTICES + table->n_brushes +
                                    boxes * per_box * spare));
}

/* Copies all brushes of a table. Returns FALSE if there is no memory. */
static gboolean take_all(BspEditor *e, const BspBrushTable *table)
{
    if (!reserve_all(e, table))
        return FALSE;
    if (table->n_groups > 0) {
        memcpy(e->now.groups, table->groups, table->n_groups * sizeof *table->groups);
        memcpy(e->now.names, table->names,
               BSP_TABLE_LANES * (gsize)table->n_groups * sizeof *table->names);
    }
    e->groups.n = table->n_groups;
    for (guint i = 0; i < table->n_brushes; i++)
        if (!take_brush(e, table, i))
            return FALSE;
    bsp_edit_rebuild(e);
    return e->now.hierarchy.root > 0; /* node 0 is never used */
}

static void new_arrays(BspEditor *e)
{
    e->free_nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    e->groups.unused = g_ptr_array_new();
    e->vertices.unused = g_ptr_array_new();
    e->now.pages = g_new0(BspTablePage *, e->most / BSP_TABLE_PAGE + 1);
    e->pages_born = g_new0(guint64, e->most / BSP_TABLE_PAGE + 1);
    e->brushes_born = g_new0(guint64, e->most);
    e->used = g_new0(guint64, e->most / WORD + 1);
}

BspEditor *bsp_editor_new(const BspSolid *solid, const BspEditOptions *options)
{
    const BspEditOptions asked = options ? *options : (BspEditOptions){ 0 };
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, asked.flags);
    BspEditor *e = g_new0(BspEditor, 1);
    e->most = asked.most ? MIN(asked.most, BSP_EDIT_MOST) : MAX(2 * table->n_brushes, LEAST_MOST);
    e->most = MAX(e->most, MAX(table->n_brushes, 1));
    e->room = room_of(solid, &asked.room);
    e->next_number = 1;
    atomic_init(&e->released, NULL);
    atomic_init(&e->n_owners, 1);
    e->listing = bsp_listing_new(1, 0, (asked.flags & BSP_TABLE_BOXES) == 0);
    new_arrays(e);
    e->now.hierarchy.grid = bsp_near_grid_over(&e->room);
    e->now.hierarchy.n_nodes = 1; /* node 0 is never used */
    bsp_brush_table_use_vectors(&e->now, bsp_vectors_best());
    if (!take_all(e, table)) {
        bsp_editor_free(e);
        return NULL;
    }
    return e;
}

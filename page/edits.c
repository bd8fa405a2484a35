/* edits: a level of blocks that come and go. Its table is edited, and its trees are built anew. */
#include "bsp-edit.h"
#include "page/page.h"

static BspEditor *editor;
static GPtrArray *blocks; /* an array of BspBrush, by number; NULL for a number without a brush */

/* Gives the selected level the brush table of the editor's newest version. Removes the level's
 * trees, because they were built from the brushes before the last edit. */
static void take_version(void)
{
    free_shapes();
    drop_tree(true);
    drop_tree(false);
    bsp_brush_table_free(level->table);
    level->table = bsp_editor_version(editor);
}

/* Begins a level without brushes, in which blocks may be anywhere between the corners in numbers 0
 * to 5. */
PAGE_EXPORT(page_clear) void page_clear(void)
{
    BspEditOptions options = { .most = 1024, .room = { get_vec(0), get_vec(3) } };
    g_autoptr(BspSolid) none = bsp_solid_new(g_ptr_array_new());
    bsp_editor_free(editor);
    editor = bsp_editor_new(none, &options);
    if (blocks)
        g_ptr_array_unref(blocks);
    blocks = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    take_version();
}

/* Adds the block between the corners in numbers 0 to 5. Returns its number. */
PAGE_EXPORT(page_add) unsigned page_add(void)
{
    BspBrush *brush = bsp_brush_new_box(get_vec(0), get_vec(3), NULL);
    guint32 number = 0;
    if (brush && bsp_editor_add(editor, brush, &number, NULL)) {
        if (number >= blocks->len)
            g_ptr_array_set_size(blocks, (gint)number + 1);
        blocks->pdata[number] = brush;
    }
    take_version();
    return number;
}

PAGE_EXPORT(page_remove) void page_remove(unsigned number)
{
    if (!bsp_editor_remove(editor, number))
        return;
    bsp_brush_free(blocks->pdata[number]);
    blocks->pdata[number] = NULL;
    take_version();
}

/* Adds and removes the same block n times, and makes a new version after each change. So a clock
 * can measure the time of an edit. */
PAGE_EXPORT(page_edit_often) void page_edit_often(unsigned n)
{
    g_autoptr(BspBrush) brush = bsp_brush_new_box(get_vec(0), get_vec(3), NULL);
    guint32 number;
    for (unsigned i = 0; brush && i < n && bsp_editor_add(editor, brush, &number, NULL); i++) {
        bsp_brush_table_free(bsp_editor_version(editor));
        bsp_editor_remove(editor, number);
        bsp_brush_table_free(bsp_editor_version(editor));
    }
}

/* Builds the tree of a method for all blocks and the body. */
PAGE_EXPORT(page_build) void page_build(int method)
{
    GPtrArray *brushes = g_ptr_array_new();
    for (guint i = 0; i < blocks->len; i++)
        if (blocks->pdata[i])
            g_ptr_array_add(brushes, blocks->pdata[i]);
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    OnionSpace box = { .name = "body", .box = body.shape.bounds };
    free_shapes();
    drop_tree(method == METHOD_ONION);
    if (method == METHOD_ONION)
        level->onion = onion_tree_build(solid, &box, 1, NULL, NULL);
    else
        level->shift = shift_tree_build(solid, NULL, NULL);
}

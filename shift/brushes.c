/* brushes: finds the brushes that a solid cell consists of. A cell of the filled outside has no
 * brushes, and a cell as thin as rounding has none either. For such a cell the planes of the tree
 * decide. */
#include "shift/shift-private.h"

typedef struct {
    const BspCell *cell;
    const ShiftBrushes *brushes;
    const BspBrush *holder; /* a brush that contains the cell, apart from rounding; NULL if none */
    guint32 number;         /* the number of the holder */
    GArray *list;           /* the brushes found (guint32) */
} Search;

/* Returns whether the cell, apart from rounding, is in front of a face of `other`. *holds becomes
 * FALSE if the cell is not behind all faces. */
static gboolean is_before(const BspCell *cell, const BspCell *other, gboolean *holds)
{
    for (guint f = 0; f < other->n_faces; f++) {
        double under, over;
        bsp_cell_range(cell, &other->faces[f].plane, &under, &over);
        *holds = *holds && over <= BSP_ON_PLANE;
        if (under >= -BSP_CELL_EPSILON)
            return TRUE;
    }
    return FALSE;
}

/* Adds the brush to the list if the cell consists of it. */
static gboolean examine(guint b, gpointer user_data)
{
    Search *s = user_data;
    const BspBrush *brush = bsp_solid_brush(s->brushes->solid, b);
    gboolean holds = TRUE, is_held = TRUE;
    if (!bsp_mask_selects(s->brushes->mask, brush->contents) ||
        is_before(s->cell, brush->cell, &holds) || is_before(brush->cell, s->cell, &is_held))
        return TRUE;
    if (holds && !s->holder) {
        s->holder = brush;
        s->number = b;
    } else {
        g_array_append_val(s->list, b);
    }
    return TRUE;
}

/* Returns whether the brush reaches a face of the holder that also bounds the cell. Behind that
 * face may be another cell with a holder of its own. A thin or sharp shape can slip between both
 * holders as far as to this brush. */
static gboolean reaches_seam(const Search *s, const BspBrush *brush)
{
    const BspCell *holder = s->holder->cell;
    for (guint f = 0; f < holder->n_faces; f++) {
        double under, over, most;
        bsp_cell_range(s->cell, &holder->faces[f].plane, &under, &over);
        bsp_cell_range(brush->cell, &holder->faces[f].plane, &under, &most);
        if (over >= -SHIFT_THICK && most >= -SHIFT_THICK)
            return TRUE;
    }
    return FALSE;
}

/* If a brush contains all of the cell, keeps only it, and the brushes that reach its seams. */
static void keep_holder(Search *s)
{
    guint n = 0;
    guint32 *list = (guint32 *)(gpointer)s->list->data;
    if (!s->holder)
        return;
    for (guint i = 0; i < s->list->len; i++)
        if (reaches_seam(s, bsp_solid_brush(s->brushes->solid, list[i])))
            list[n++] = list[i];
    g_array_set_size(s->list, n);
    g_array_prepend_val(s->list, s->number);
}

struct ShiftLists {
    GHashTable *numbers; /* maps a list of brushes (GBytes) to its number, from 1 */
    GArray *brushes, *first;
};

ShiftLists *shift_lists_new(void)
{
    ShiftLists *lists = g_new(ShiftLists, 1);
    lists->numbers =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    lists->brushes = g_array_new(FALSE, FALSE, sizeof(guint32));
    lists->first = g_array_new(FALSE, TRUE, sizeof(guint32));
    g_array_set_size(lists->first, 1);
    return lists;
}

guint shift_lists_add(ShiftLists *lists, const BspCell *cell, const ShiftBrushes *brushes)
{
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(guint32));
    Search s = { cell, brushes, NULL, 0, list };
    BspBounds bounds = bsp_cell_bounds(cell);
    bsp_solid_overlapping(brushes->solid, &bounds, examine, &s);
    keep_holder(&s);
    if (brushes->filled && list->len > 0 && !s.holder) {
        const guint32 outside = SHIFT_OUTSIDE;
        g_array_append_val(list, outside);
    }
    g_autoptr(GBytes) key = g_bytes_new(list->data, list->len * sizeof(guint32));
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(lists->numbers, key));
    if (!number) {
        g_array_append_vals(lists->brushes, list->data, list->len);
        g_array_append_val(lists->first, lists->brushes->len);
        number = lists->first->len - 1;
        g_hash_table_insert(lists->numbers, g_bytes_ref(key), GUINT_TO_POINTER(number));
    }
    return number;
}

void shift_lists_move(ShiftLists *lists, ShiftTree *tree)
{
    tree->n_lists = lists->first->len - 1;
    tree->n_brushes = lists->brushes->len;
    BSP_ASSERT(g_array_index(lists->first, guint32, tree->n_lists) == tree->n_brushes);
    tree->brushes = (guint32 *)(gpointer)g_array_free(lists->brushes, FALSE);
    tree->first = (guint32 *)(gpointer)g_array_free(lists->first, FALSE);
    g_hash_table_unref(lists->numbers);
    g_free(lists);
}

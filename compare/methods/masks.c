/* masks: the contents that stop each mover of a scenario. */
#include "methods/masks.h"

CompareMasks *compare_masks_new(const CompareScenario *s)
{
    guint n = s->spaces->len + s->shapes->len;
    CompareMasks *masks = g_malloc(sizeof *masks + n * sizeof *masks->masks);
    masks->n_spaces = s->spaces->len;
    masks->n = n;
    for (guint i = 0; i < n; i++) {
        gint mover = i < s->spaces->len ? (gint)i : ~(gint)(i - s->spaces->len);
        masks->masks[i] = compare_scenario_mover_mask(s, mover);
    }
    return masks;
}

void compare_masks_free(CompareMasks *masks)
{
    g_free(masks);
}

static gint compare_words(gconstpointer a, gconstpointer b)
{
    const guint32 *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

GArray *compare_masks_different(const CompareMasks *masks)
{
    guint32 every = 0;
    GArray *all = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_array_append_vals(all, masks->n ? masks->masks : &every, MAX(masks->n, 1));
    g_array_sort(all, compare_words);
    guint n = 1;
    for (guint i = 1; i < all->len; i++)
        if (g_array_index(all, guint32, i) != g_array_index(all, guint32, n - 1))
            g_array_index(all, guint32, n++) = g_array_index(all, guint32, i);
    g_array_set_size(all, n);
    return all;
}

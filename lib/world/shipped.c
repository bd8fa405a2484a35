/* shipped: the original brushes of a level's file. */
#include "world/shipped.h"

static void clear_brush(gpointer data)
{
    BspShippedBrush *brush = data;
    g_free(brush->problem);
}

BspShipped *bsp_shipped_new(void)
{
    BspShipped *shipped = g_new0(BspShipped, 1);
    shipped->brushes = g_array_new(FALSE, FALSE, sizeof(BspShippedBrush));
    shipped->planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_array_set_clear_func(shipped->brushes, clear_brush);
    return shipped;
}

void bsp_shipped_free(BspShipped *shipped)
{
    if (!shipped)
        return;
    g_array_unref(shipped->brushes);
    g_array_unref(shipped->planes);
    g_free(shipped);
}

void bsp_shipped_add(BspShipped *shipped, guint number, guint32 contents, const BspPlane *planes,
                     guint n, const GError *problem)
{
    if (!shipped)
        return;
    BspShippedBrush brush = { .number = number,
                              .contents = contents,
                              .first = shipped->planes->len,
                              .n = n,
                              .brush = problem ? -1 : (gint)shipped->n_made,
                              .problem = problem ? g_strdup(problem->message) : NULL };
    shipped->n_made += !problem;
    g_array_append_vals(shipped->planes, planes, n);
    g_array_append_val(shipped->brushes, brush);
}

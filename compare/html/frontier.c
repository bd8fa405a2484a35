/* frontier: of points with two costs, those that no other beats in both. */
#include "html/frontier.h"

CompareSeries *compare_series_new(const char *name, guint colour, gboolean struck)
{
    CompareSeries *series = g_new(CompareSeries, 1);
    *series =
        (CompareSeries){ name, colour, struck, g_array_new(FALSE, FALSE, sizeof(CompareCost)) };
    return series;
}

void compare_series_free(gpointer data)
{
    CompareSeries *series = data;
    g_array_unref(series->points);
    g_free(series);
}

static gboolean beats(const CompareCost *a, const CompareCost *b)
{
    return a->x <= b->x && a->y <= b->y && (a->x < b->x || a->y < b->y);
}

static gboolean is_beaten(const GPtrArray *all, const CompareCost *point)
{
    for (guint i = 0; i < all->len; i++) {
        const CompareSeries *series = all->pdata[i];
        for (guint k = 0; !series->struck && k < series->points->len; k++)
            if (beats(&g_array_index(series->points, CompareCost, k), point))
                return TRUE;
    }
    return FALSE;
}

static gint by_x(gconstpointer a, gconstpointer b)
{
    const CompareCost *p = a, *q = b;
    return p->x < q->x ? -1 : p->x > q->x;
}

GArray *compare_frontier(GPtrArray *all)
{
    GArray *frontier = g_array_new(FALSE, FALSE, sizeof(CompareCost));
    for (guint i = 0; i < all->len; i++) {
        CompareSeries *series = all->pdata[i];
        for (guint k = 0; k < series->points->len; k++) {
            CompareCost *point = &g_array_index(series->points, CompareCost, k);
            point->best = !series->struck && !is_beaten(all, point);
            if (point->best)
                g_array_append_val(frontier, *point);
        }
    }
    g_array_sort(frontier, by_x);
    return frontier;
}

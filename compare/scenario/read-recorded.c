/* read-recorded: reads recorded moves, the contents that stop them, and their order. */
#include <stdlib.h>
#include <string.h>

#include "scenario/read.h"

static gboolean read_move(const BspJsonRef *ref, CompareMove *move, GError **error)
{
    BspJsonRef from, to;
    guint n;
    if (!bsp_json_array(ref, 2, 2, &n, error))
        return FALSE;
    bsp_json_item(ref, 0, &from);
    bsp_json_item(ref, 1, &to);
    return bsp_json_vec(&from, &move->from, error) && bsp_json_vec(&to, &move->to, error);
}

static gboolean read_moves(const BspJsonRef *ref, CompareTrajectory *t, GError **error)
{
    guint n;
    t->source = COMPARE_RECORDED;
    t->moves = g_array_new(FALSE, FALSE, sizeof(CompareMove));
    if (!bsp_json_array(ref, 1, COMPARE_MAX_LIST, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        CompareMove move;
        bsp_json_item(ref, i, &item);
        if (!read_move(&item, &move, error))
            return FALSE;
        g_array_append_val(t->moves, move);
    }
    return TRUE;
}

/* --- masks --- */

gboolean compare_mask_parse(const char *text, guint32 *mask)
{
    gsize n = strlen(text);
    if (n < 1 || n > 8 || strspn(text, "0123456789abcdefABCDEF") != n)
        return FALSE;
    *mask = (guint32)g_ascii_strtoull(text, NULL, 16);
    return TRUE;
}

static gboolean read_mask(const BspJsonRef *trajectory, CompareTrajectory *t, GError **error)
{
    BspJsonRef ref;
    t->has_mask = bsp_json_member(trajectory, "mask", &ref);
    return compare_read_mask(trajectory, &t->mask, error);
}

/* --- order --- */

static gboolean read_place(const BspJsonRef *ref, GArray *order, GError **error)
{
    guint64 number;
    if (!bsp_json_uint(ref, 0, G_MAXUINT32, &number, error))
        return FALSE;
    guint place = (guint)number;
    if (order->len && place <= g_array_index(order, guint, order->len - 1))
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                             "place %u comes after place %u: they must ascend", place,
                             g_array_index(order, guint, order->len - 1));
    g_array_append_val(order, place);
    return TRUE;
}

static gboolean read_order(const BspJsonRef *trajectory, CompareTrajectory *t, GError **error)
{
    BspJsonRef ref;
    guint n;
    if (!bsp_json_member(trajectory, "order", &ref))
        return TRUE;
    if (!bsp_json_array(&ref, 0, G_MAXUINT, &n, error))
        return FALSE;
    if (n != t->moves->len)
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE, "%u places for %u moves", n,
                             t->moves->len);
    t->order = g_array_sized_new(FALSE, FALSE, sizeof(guint), n);
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        bsp_json_item(&ref, i, &item);
        if (!read_place(&item, t->order, error))
            return FALSE;
    }
    return TRUE;
}

gboolean compare_read_recorded(const BspJsonRef *trajectory, const BspJsonRef *moves,
                               CompareTrajectory *t, GError **error)
{
    return read_moves(moves, t, error) && read_mask(trajectory, t, error) &&
           read_order(trajectory, t, error);
}

/* --- unique places --- */

typedef struct {
    guint place, trajectory, i;
} Place;

static int compare_places(const void *a, const void *b)
{
    const Place *p = a, *q = b;
    if (p->place != q->place)
        return p->place < q->place ? -1 : 1;
    return p->trajectory < q->trajectory ? -1 : p->trajectory > q->trajectory;
}

static GArray *all_places(const CompareScenario *s)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));
    for (guint k = 0; k < s->trajectories->len; k++) {
        const GArray *order = g_array_index(s->trajectories, CompareTrajectory, k).order;
        for (guint i = 0; order && i < order->len; i++) {
            Place place = { g_array_index(order, guint, i), k, i };
            g_array_append_val(places, place);
        }
    }
    if (places->len)
        qsort(places->data, places->len, sizeof(Place), compare_places);
    return places;
}

static gboolean fail_twice(const CompareScenario *s, const BspJsonRef *root, const Place *first,
                           const Place *second, GError **error)
{
    BspJsonRef list, trajectory, order, item;
    bsp_json_member(root, "trajectories", &list);
    bsp_json_item(&list, second->trajectory, &trajectory);
    bsp_json_member(&trajectory, "order", &order);
    bsp_json_item(&order, second->i, &item);
    return bsp_json_fail(&item, error, BSP_ERROR_VALUE,
                         "place %u is that of move %u of \"%s\", too", second->place, first->i,
                         g_array_index(s->trajectories, CompareTrajectory, first->trajectory).name);
}

gboolean compare_check_order(const CompareScenario *s, const BspJsonRef *root, GError **error)
{
    g_autoptr(GArray) places = all_places(s);
    const Place *all = (const Place *)(gconstpointer)places->data;
    for (guint i = 1; i < places->len; i++)
        if (all[i].place == all[i - 1].place)
            return fail_twice(s, root, &all[i - 1], &all[i], error);
    return TRUE;
}

/* labels: where the names of points go in a chart so that they do not lie on each other. */
#include "html/labels.h"

/* Pixels of type that is 13 high: as wide as its characters are on average, and a bit. */
#define CHARACTER 7.2
#define LINE 15
#define MARK 6 /* half of the room that a point takes */

typedef struct {
    double left, right, bottom, top;
} Box;

static Box box_of(const CompareLabel *label)
{
    double width = CHARACTER * label->n;
    double x = label->x + label->dx, y = label->y + label->dy;
    double left = label->side > 0 ? x : label->side < 0 ? x - width : x - width / 2;
    return (Box){ left, left + width, y - LINE / 2.0, y + LINE / 2.0 };
}

static gboolean meet(const Box *a, const Box *b)
{
    return a->left < b->right && b->left < a->right && a->bottom < b->top && b->bottom < a->top;
}

/* How many points and earlier names the label lies on; leaving the chart is the worst. */
static guint count_overlaps(const CompareLabel *labels, guint n, guint at, double width,
                            double height)
{
    Box box = box_of(&labels[at]);
    guint count =
        box.left < 0 || box.right > width || box.bottom < 0 || box.top > height ? 1000 : 0;
    for (guint i = 0; i < n; i++) {
        const CompareLabel *other = &labels[i];
        Box mark = { other->x - MARK, other->x + MARK, other->y - MARK, other->y + MARK };
        count += meet(&box, &mark) ? 1 : 0;
        Box name = box_of(other);
        count += i < at && meet(&box, &name) ? 2 : 0;
    }
    return count;
}

void compare_labels_place(CompareLabel *labels, guint n, double width, double height)
{
    static const struct {
        double dx, dy;
        gint side;
    } places[] = {
        { 9, 0, 1 },  { -9, 0, -1 }, { 0, 14, 0 },   { 0, -14, 0 },
        { 9, 14, 1 }, { 9, -14, 1 }, { -9, 14, -1 }, { -9, -14, -1 },
        { 9, 28, 1 }, { 9, -28, 1 }, { -9, 28, -1 }, { -9, -28, -1 },
        { 9, 42, 1 }, { 9, -42, 1 }, { -9, 42, -1 }, { -9, -42, -1 },
    };
    for (guint i = 0; i < n; i++) {
        guint least = G_MAXUINT, best = 0;
        for (guint k = 0; k <= G_N_ELEMENTS(places); k++) {
            guint use = k < G_N_ELEMENTS(places) ? k : best; /* at last, the best again */
            labels[i].dx = places[use].dx;
            labels[i].dy = places[use].dy;
            labels[i].side = places[use].side;
            guint count = count_overlaps(labels, n, i, width, height);
            if (count < least) {
                least = count;
                best = use;
            }
        }
    }
}

/* The lowest that has not been placed; n: none. */
static guint next_up(const double *at, const gboolean *placed, guint n)
{
    guint found = n;
    for (guint i = 0; i < n; i++)
        if (!placed[i] && at[i] >= 0 && (found == n || at[i] < at[found]))
            found = i;
    return found;
}

void compare_labels_spread(double *at, guint n, double height)
{
    g_autofree gboolean *placed = g_new0(gboolean, n + 1);
    g_autofree guint *order = g_new(guint, n + 1);
    guint count = 0;
    for (guint i = next_up(at, placed, n); i < n; i = next_up(at, placed, n)) {
        placed[i] = TRUE;
        order[count++] = i;
    }
    for (guint k = 1; k < count; k++) /* upwards from the lowest, */
        at[order[k]] = MAX(at[order[k]], at[order[k - 1]] + LINE);
    double top = height;
    for (guint k = count; k-- > 0; top -= LINE) /* and back down below the top */
        at[order[k]] = MIN(at[order[k]], top);
}

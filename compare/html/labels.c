/* labels: where the names of points go in a chart so that they do not lie on each other. */
#include "html/labels.h"

/* Pixels of type that is 13 high: as wide as its characters are on average, and a bit. */
#define CHARACTER 7.2
#define LINE 15
#define MARK 6   /* half of the room that a point takes */
#define BESIDE 9 /* from a point to its name */
#define PLACES 28
#define NEAR_PLACES 8 /* of these, as many are within a line */

static CompareRoom box_of(const CompareLabel *label)
{
    double width = CHARACTER * label->n;
    double x = label->x + label->dx, y = label->y + label->dy;
    double left = label->side > 0 ? x : label->side < 0 ? x - width : x - width / 2;
    return (CompareRoom){ left, left + width, y - LINE / 2.0, y + LINE / 2.0 };
}

static gboolean meet(const CompareRoom *a, const CompareRoom *b)
{
    return a->left < b->right && b->left < a->right && a->bottom < b->top && b->bottom < a->top;
}

/* How many points and earlier names the label lies on; leaving the chart is the worst. */
static guint count_overlaps(const CompareLabel *labels, guint n, guint at, const CompareRoom *chart,
                            const GArray *taken)
{
    CompareRoom box = box_of(&labels[at]);
    gboolean inside = box.left >= chart->left && box.right <= chart->right &&
                      box.bottom >= chart->bottom && box.top <= chart->top;
    guint count = inside ? 0 : 1000;
    for (guint i = 0; i < taken->len; i++)
        count += meet(&box, &g_array_index(taken, CompareRoom, i)) ? 1 : 0;
    for (guint i = 0; i < n; i++) {
        const CompareLabel *other = &labels[i];
        CompareRoom mark = { other->x - MARK, other->x + MARK, other->y - MARK, other->y + MARK };
        count += meet(&box, &mark) ? 1 : 0;
        CompareRoom name = box_of(other);
        gboolean placed = other->near == labels[at].near ? i < at : !other->near;
        count += placed && !other->left_out && meet(&box, &name) ? 2 : 0;
    }
    return count;
}

/* Place k of a label: beside the point, over it, under it, then in ever more distant lines. */
static void put(CompareLabel *label, guint k)
{
    if (k < 4) {
        static const gint sides[] = { 1, -1, 0, 0 };
        label->side = sides[k];
        label->dx = BESIDE * sides[k];
        label->dy = k == 2 ? LINE : k == 3 ? -LINE : 0;
        return;
    }
    k -= 4;
    label->side = k % 4 < 2 ? 1 : -1;
    label->dx = BESIDE * label->side;
    label->dy = (k % 2 ? -LINE : LINE) * (k / 4 + 1.0);
}

static void place(CompareLabel *labels, guint n, guint i, const CompareRoom *chart,
                  const GArray *taken)
{
    guint least = G_MAXUINT, best = 0;
    for (guint k = 0; k < (labels[i].near ? NEAR_PLACES : PLACES) && least > 0; k++) {
        put(&labels[i], k);
        guint count = count_overlaps(labels, n, i, chart, taken);
        if (count < least) {
            least = count;
            best = k;
        }
    }
    put(&labels[i], best);
    labels[i].left_out = labels[i].near && least > 0;
}

void compare_labels_place(CompareLabel *labels, guint n, double width, double height,
                          const GArray *taken)
{
    const CompareRoom chart = { 0, width, 0, height };
    for (gboolean near = FALSE; near <= TRUE; near++)
        for (guint i = 0; i < n; i++)
            if (labels[i].near == near)
                place(labels, n, i, &chart, taken);
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

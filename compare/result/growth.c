/* growth: describes a sweep from its first value to its last, in sentences. */
#include "result/result.h"

#include <math.h>
#include <string.h>

#include "text/strings.h"

/* Returns a text such as "From 1 to 64 spaces". */
static char *span_of(const CompareSweepPlan *plan)
{
    static const char *const formats[] = {
        [COMPARE_VARY_BEVEL_ANGLE] = "From a bevel angle of %s to one of %s",
        [COMPARE_VARY_SPACE_NODE_FACES] = "From space-node-faces %s to %s",
        [COMPARE_VARY_SIZE] = "From %s to %s times the size",
        [COMPARE_VARY_SPACES] = "From %s to %s spaces",
        [COMPARE_VARY_BRUSHES] = "From %s to %s brushes",
    };
    const char *format = formats[plan->vary], *middle = strstr(format, "%s");
    const char *end = strstr(middle + 2, "%s");
    guint n = g_strv_length(plan->values);
    return g_strdup_printf("%.*s%s%.*s%s%s", (int)(middle - format), format, plan->values[0],
                           (int)(end - middle - 2), middle + 2, plan->values[n - 1], end + 2);
}

/* Less growth than this fraction is not mentioned. */
#define SAME 0.05

/* Adds a text such as "memory grows 12.3 times, from 10 KiB to 123 KiB". */
static void add_memory(GString *out, gsize first, gsize last)
{
    g_autofree char *a = compare_number_bytes(first), *b = compare_number_bytes(last);
    double times = first ? (double)last / (double)first : 1;
    g_autofree char *told = compare_number_rounded(times);
    if (first == last)
        g_string_append_printf(out, " memory stays at %s", b);
    else if (fabs(times - 1) < SAME)
        g_string_append_printf(out, " memory hardly changes, from %s to %s", a, b);
    else if (times > 1)
        g_string_append_printf(out, " memory grows %s times, from %s to %s", told, a, b);
    else
        g_string_append_printf(out, " memory shrinks from %s to %s", a, b);
}

/* Adds a text such as ", a walk from 36 to 45 ns"; gives visited nodes if no times were measured.
 */
static void add_cost(GString *out, const char *what, const CompareGroup *first,
                     const CompareGroup *last)
{
    if (first->n == 0 || last->n == 0)
        return;
    gboolean timed = first->ns_median > 0 && last->ns_median > 0;
    if (timed)
        g_string_append_printf(out, ", a %s from %.0f to %.0f ns", what, first->ns_median,
                               last->ns_median);
    else
        g_string_append_printf(out, ", a %s from %.1f to %.1f nodes visited", what,
                               first->nodes_mean, last->nodes_mean);
}

static char *growth_sentence(const CompareSweep *sweep, const CompareResult *first,
                             const CompareResult *last)
{
    g_autofree char *from_to = span_of(sweep->plan);
    GString *out = g_string_new(from_to);
    g_string_append_printf(out, ", %s:", first->klass->name);
    add_memory(out, first->size.bytes, last->size.bytes);
    add_cost(out, "walk", &first->walk, &last->walk);
    add_cost(out, "shot", &first->shot, &last->shot);
    if (first->n_early || last->n_early)
        g_string_append_printf(out, ", early answers from %u to %u of %u", first->n_early,
                               last->n_early, last->n_moves);
    g_string_append_c(out, '.');
    return g_string_free(out, FALSE);
}

json_object *compare_growth(const CompareSweep *sweep)
{
    json_object *sentences = compare_json_array();
    guint n = g_strv_length(sweep->plan->values), each = sweep->rows->len / n;
    const CompareSweepRow *rows = (const CompareSweepRow *)(gconstpointer)sweep->rows->data;
    for (guint i = 0; n > 1 && i < each; i++) {
        g_autofree char *text =
            growth_sentence(sweep, rows[i].result, rows[(n - 1) * each + i].result);
        compare_json_append(sentences, compare_json_text(text));
    }
    return sentences;
}

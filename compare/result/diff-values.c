/* diff-values: the values of two results that are compared. */
#include <math.h>
#include <string.h>

#include "result/diff.h"
#include "text/strings.h"

typedef struct {
    const char *group, *key, *title;
    CompareValueKind kind;
} Description;

/* clang-format off */
#define GROUP(name)                                                                                \
    { name, "nodes_mean", "nodes a move", COMPARE_COST },                                          \
    { name, "nodes_max", "most nodes", COMPARE_COUNTER },                                          \
    { name, "ns_median", "ns in order", COMPARE_TIME },                                            \
    { name, "ns_median_shuffled", "ns shuffled", COMPARE_TIME },                                   \
    { name, "ns_cold", "ns cold", COMPARE_TIME },                                                  \
    { name, "ratio", "x in order", COMPARE_RELATIVE },                                             \
    { name, "ratio_shuffled", "x shuffled", COMPARE_RELATIVE },                                    \
    { name, "ratio_cold", "x cold", COMPARE_RELATIVE }

static const Description values[] = {
    { NULL, "nodes", "nodes", COMPARE_COST },
    { NULL, "leaves", "leaves", COMPARE_COUNTER },
    { NULL, "depth", "depth", COMPARE_COUNTER },
    { NULL, "bytes", "bytes", COMPARE_COST },
    { NULL, "moves", "moves", COMPARE_COUNTER },
    { NULL, "skipped", "skipped", COMPARE_COST },
    { NULL, "outside", "outside", COMPARE_COST },
    { NULL, "early", "early", COMPARE_COST },
    { NULL, "late", "late", COMPARE_COST },
    { NULL, "wrong", "wrong", COMPARE_COST },
    { NULL, "max_early_units", "worst early", COMPARE_COST },
    GROUP("walk"),
    GROUP("shot"),
    { NULL, "hash", "hash", COMPARE_IDENTITY },
    { NULL, "counters_hash", "counters hash", COMPARE_IDENTITY },
    { NULL, "build_ms", "build ms", COMPARE_ONCE },
    { NULL, "peak_build_bytes", "peak bytes", COMPARE_ONCE },
};
/* clang-format on */

guint compare_values_n(void)
{
    return G_N_ELEMENTS(values);
}

/* The key of the interval: "ns_ci95_cold" of "ns_cold", "ratio_ci95" of "ratio". */
static char *interval_key(const char *key)
{
    const char *start = g_str_has_prefix(key, "ns") ? "ns" : "ratio", *end = key + strlen(start);
    if (g_str_has_prefix(end, "_median"))
        end += strlen("_median");
    return g_strconcat(start, "_ci95", end, NULL);
}

static void read_interval(json_object *group, const char *key, double *ends)
{
    g_autofree char *name = interval_key(key);
    json_object *interval = json_object_object_get(group, name);
    for (guint i = 0; i < 2 && json_object_is_type(interval, json_type_array); i++)
        ends[i] = json_object_get_double(json_object_array_get_idx(interval, i));
}

/* Results of earlier versions lack some counters, which then are 0. A measured value is never 0. */
static void read_side(const Description *d, json_object *method, guint side, CompareValue *value)
{
    json_object *group = d->group ? json_object_object_get(method, d->group) : method, *member;
    gboolean is_known = json_object_object_get_ex(group, d->key, &member);
    if (d->kind == COMPARE_IDENTITY) {
        value->hash[side] = compare_text_at(group, d->key);
        value->is_there[side] = value->hash[side] != NULL;
        return;
    }
    value->number[side] = compare_number_at(group, d->key);
    value->is_there[side] = compare_value_is_measured(d->kind) ? value->number[side] > 0
                            : is_known                         ? member != NULL
                                                               : !d->group;
    if (d->kind == COMPARE_TIME || d->kind == COMPARE_RELATIVE)
        read_interval(group, d->key, value->ci95[side]);
}

CompareValue compare_value(guint i, json_object *old, json_object *now)
{
    const Description *d = &values[i];
    CompareValue value = { .group = d->group, .key = d->key, .title = d->title, .kind = d->kind };
    read_side(d, old, 0, &value);
    read_side(d, now, 1, &value);
    return value;
}

char *compare_value_text(const CompareValue *value, guint side, gboolean for_people)
{
    if (!value->is_there[side])
        return NULL;
    if (value->kind == COMPARE_IDENTITY)
        return g_strdup(value->hash[side]);
    return for_people && compare_value_is_measured(value->kind)
               ? compare_number_rounded(value->number[side])
               : compare_number_exact(value->number[side]);
}

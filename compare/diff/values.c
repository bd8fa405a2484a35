/* values: the values of two results that are compared. */
#include "diff/values.h"

#include <math.h>

#include "text/strings.h"

typedef enum { A_GUINT, A_GUINT64, A_GSIZE, A_DOUBLE } Type;

typedef struct {
    const char *group, *key, *title;
    CompareValueKind kind;
    Type type;
    gsize at;   /* offset in a CompareResult */
    gsize ci95; /* offset of the interval of a time or ratio */
    gsize of;   /* offset of the group's number of moves; 0: the value always exists */
} Description;

#define AT(member) offsetof(CompareResult, member)

/* clang-format off */
#define GROUP(name, what)                                                                          \
    { name, "nodes_mean", "nodes a move", COMPARE_COST, A_DOUBLE, AT(what.nodes_mean), 0,          \
      AT(what.n) },                                                                                \
    { name, "nodes_max", "most nodes", COMPARE_COUNTER, A_GUINT64, AT(what.nodes_max), 0,          \
      AT(what.n) },                                                                                \
    { name, "ns_median", "ns in order", COMPARE_TIME, A_DOUBLE, AT(what.ns_median),                \
      AT(what.ns_ci95), 0 },                                                                       \
    { name, "ns_median_shuffled", "ns shuffled", COMPARE_TIME, A_DOUBLE,                           \
      AT(what.ns_median_shuffled), AT(what.ns_ci95_shuffled), 0 },                                 \
    { name, "ns_cold", "ns cold", COMPARE_TIME, A_DOUBLE, AT(what.ns_cold),                        \
      AT(what.ns_ci95_cold), 0 },                                                                  \
    { name, "ratio", "x in order", COMPARE_RELATIVE, A_DOUBLE, AT(what.ratio.ratio),               \
      AT(what.ratio.ci95), 0 },                                                                    \
    { name, "ratio_shuffled", "x shuffled", COMPARE_RELATIVE, A_DOUBLE,                            \
      AT(what.ratio_shuffled.ratio), AT(what.ratio_shuffled.ci95), 0 },                            \
    { name, "ratio_cold", "x cold", COMPARE_RELATIVE, A_DOUBLE, AT(what.ratio_cold.ratio),         \
      AT(what.ratio_cold.ci95), 0 }

static const Description values[] = {
    { NULL, "nodes", "nodes", COMPARE_COST, A_GUINT64, AT(size.nodes), 0, 0 },
    { NULL, "leaves", "leaves", COMPARE_COUNTER, A_GUINT64, AT(size.leaves), 0, 0 },
    { NULL, "depth", "depth", COMPARE_COUNTER, A_GUINT, AT(size.depth), 0, 0 },
    { NULL, "bytes", "bytes", COMPARE_COST, A_GSIZE, AT(size.bytes), 0, 0 },
    { NULL, "moves", "moves", COMPARE_COUNTER, A_GUINT, AT(n_moves), 0, 0 },
    { NULL, "skipped", "skipped", COMPARE_COST, A_GUINT, AT(n_skipped), 0, 0 },
    { NULL, "outside", "outside", COMPARE_COST, A_GUINT, AT(n_outside), 0, 0 },
    { NULL, "early", "early", COMPARE_COST, A_GUINT, AT(n_early), 0, 0 },
    { NULL, "late", "late", COMPARE_COST, A_GUINT, AT(n_late), 0, 0 },
    { NULL, "wrong", "wrong", COMPARE_COST, A_GUINT, AT(n_wrong), 0, 0 },
    { NULL, "max_early_units", "worst early", COMPARE_COST, A_DOUBLE, AT(max_early_units), 0, 0 },
    GROUP("walk", walk),
    GROUP("shot", shot),
    { NULL, "hash", "hash", COMPARE_IDENTITY, A_GUINT64, AT(hash), 0, 0 },
    { NULL, "build_ms", "build ms", COMPARE_ONCE, A_DOUBLE, AT(build_ms), 0, 0 },
    { NULL, "peak_build_bytes", "peak bytes", COMPARE_ONCE, A_GSIZE, AT(peak_build_bytes), 0, 0 },
};
/* clang-format on */

guint compare_values_n(void)
{
    return G_N_ELEMENTS(values);
}

static gconstpointer member(const CompareResult *result, gsize offset)
{
    return (const char *)result + offset;
}

static double number_of(const Description *d, const CompareResult *result)
{
    gconstpointer at = member(result, d->at);
    switch (d->type) {
    case A_GUINT:
        return *(const guint *)at;
    case A_GUINT64:
        return (double)*(const guint64 *)at; /* exact: below 2^53 (output/grid-read) */
    case A_GSIZE:
        return (double)*(const gsize *)at;
    case A_DOUBLE:
        break;
    }
    return *(const double *)at;
}

/* A measured value is never 0. */
static gboolean is_there(const Description *d, const CompareResult *result)
{
    if (compare_value_is_measured(d->kind))
        return number_of(d, result) > 0;
    if (!isfinite(number_of(d, result))) /* unknown for a contestant */
        return FALSE;
    return d->of == 0 || *(const guint *)member(result, d->of) > 0;
}

CompareValue compare_value(guint i, const CompareResult *old, const CompareResult *now)
{
    const Description *d = &values[i];
    const CompareResult *const results[2] = { old, now };
    CompareValue value = { .group = d->group, .key = d->key, .title = d->title, .kind = d->kind };
    for (guint side = 0; side < 2; side++) {
        value.is_there[side] = is_there(d, results[side]);
        if (d->kind == COMPARE_IDENTITY) {
            value.hash[side] = *(const guint64 *)member(results[side], d->at);
            continue;
        }
        value.number[side] = number_of(d, results[side]);
        const double *ends = d->ci95 ? member(results[side], d->ci95) : NULL;
        for (guint end = 0; ends && end < 2; end++)
            value.ci95[side][end] = ends[end];
    }
    return value;
}

char *compare_value_text(const CompareValue *value, guint side, gboolean for_people)
{
    if (!value->is_there[side])
        return NULL;
    if (value->kind == COMPARE_IDENTITY)
        return g_strdup_printf("%016" G_GINT64_MODIFIER "x", value->hash[side]);
    return for_people && compare_value_is_measured(value->kind)
               ? compare_number_rounded(value->number[side])
               : compare_number_exact(value->number[side]);
}

/* lists: judges lists of all brushes that a move meets, and of all transitions along a segment. */
#include "oracle/lists.h"

/* --- brushes --- */

static const BspCrossing *find_crossing(const BspCrossing *crossings, guint n, guint brush)
{
    for (guint i = 0; i < n; i++)
        if (crossings[i].hit.brush == brush)
            return &crossings[i];
    return NULL;
}

static gboolean has_wrong_time(const CompareStay *stay, const BspCrossing *crossing)
{
    double leave = MIN(crossing->t_leave, 1);
    return crossing->t_enter < stay->enter_lo || crossing->t_enter > stay->enter_hi ||
           leave < MAX(crossing->t_enter, stay->leave_lo) || leave > stay->leave_hi;
}

CompareListFaults compare_judge_crossings(CompareOracle *oracle, const BspMove *move,
                                          const BspCrossing *crossings, guint n)
{
    CompareListFaults faults = { 0 };
    g_autoptr(GArray) stays = compare_oracle_stays(oracle, move);
    guint n_found = 0;
    for (guint i = 0; i < stays->len; i++) {
        const CompareStay *stay = &g_array_index(stays, CompareStay, i);
        const BspCrossing *crossing = find_crossing(crossings, n, stay->brush);
        faults.missing += !crossing && stay->enter_hi <= 1 ? 1 : 0;
        faults.off += crossing && has_wrong_time(stay, crossing) ? 1 : 0;
        n_found += crossing ? 1 : 0;
    }
    faults.added = n - n_found; /* a brush that is listed twice counts, too */
    for (guint i = 1; i < n; i++) {
        const BspCrossing *a = &crossings[i - 1], *b = &crossings[i];
        gboolean in_order =
            a->t_enter == b->t_enter ? a->hit.brush < b->hit.brush : a->t_enter < b->t_enter;
        faults.disordered += in_order ? 0 : 1;
    }
    return faults;
}

/* --- transitions --- */

/* A stay of the move in solid, as an interval of times. */
typedef struct {
    double from, to;
} Span;

/* Returns the stays that the transitions describe. Stays that only touch each other are joined. */
static GArray *spans_of(const BspTransition *transitions, guint n)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(Span));
    for (guint i = 0; i < n; i++) {
        const BspTransition *tr = &transitions[i];
        Span *last = spans->len ? &g_array_index(spans, Span, spans->len - 1) : NULL;
        Span span = { tr->type == BSP_SOLID_TO_EMPTY ? 0 : tr->t, 1 };
        if (tr->type == BSP_SOLID_TO_EMPTY && last)
            last->to = tr->t;
        else if (tr->type == BSP_SOLID_TO_EMPTY)
            span.to = tr->t;
        else if (last && last->to >= span.from)
            last->to = 1;
        if (!last || (tr->type != BSP_SOLID_TO_EMPTY && last->to < span.from))
            g_array_append_val(spans, span);
    }
    return spans;
}

static gboolean holds(const GArray *spans, const CompareStay *stay)
{
    for (guint i = 0; i < spans->len; i++) {
        const Span *span = &g_array_index(spans, Span, i);
        if (span->from <= stay->enter_hi && stay->leave_lo <= span->to)
            return TRUE;
    }
    return FALSE;
}

/* Returns whether the stays in grown brushes cover the span. */
static gboolean is_covered(const GArray *stays, const Span *span)
{
    double until = span->from;
    for (gboolean farther = TRUE; farther && until < span->to;) {
        farther = FALSE;
        for (guint i = 0; i < stays->len; i++) {
            const CompareStay *stay = &g_array_index(stays, CompareStay, i);
            if (stay->enter_lo <= until && stay->leave_hi > until) {
                until = stay->leave_hi;
                farther = TRUE;
            }
        }
    }
    return until >= span->to;
}

CompareListFaults compare_judge_transitions(CompareOracle *oracle, const BspMove *move,
                                            const BspTransition *transitions, guint n,
                                            gboolean is_exact)
{
    CompareListFaults faults = { 0 };
    g_autoptr(GArray) stays = compare_oracle_stays(oracle, move);
    g_autoptr(GArray) spans = spans_of(transitions, n);
    for (guint i = 0; i < stays->len; i++) {
        const CompareStay *stay = &g_array_index(stays, CompareStay, i);
        faults.missing += stay->enter_hi <= 1 && !holds(spans, stay) ? 1 : 0;
    }
    for (guint i = 0; is_exact && i < spans->len; i++)
        faults.added += is_covered(stays, &g_array_index(spans, Span, i)) ? 0 : 1;
    for (guint i = 1; i < n; i++) {
        const BspTransition *a = &transitions[i - 1], *b = &transitions[i];
        gboolean in_order = a->t <= b->t && a->type != b->type && b->type != BSP_SOLID;
        faults.disordered += in_order && a->type != BSP_SOLID ? 0 : 1;
    }
    return faults;
}

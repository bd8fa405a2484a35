/* part: one table, figure or claim of a paper: the published and the measured values. */
#include "paper/part.h"

#include <math.h>

ComparePaperVerdict compare_paper_verdict(double measured, const double range[2])
{
    if (!isfinite(measured))
        return COMPARE_PAPER_UNMEASURED;
    return measured >= range[0] && measured <= range[1] ? COMPARE_PAPER_REPRODUCED
                                                        : COMPARE_PAPER_DIFFERS;
}

const char *compare_paper_verdict_name(ComparePaperVerdict verdict)
{
    static const char *const names[] = { [COMPARE_PAPER_UNMEASURED] = NULL,
                                         [COMPARE_PAPER_REPRODUCED] = "reproduced",
                                         [COMPARE_PAPER_DIFFERS] = "differs" };
    return names[verdict];
}

static void claim_clear(gpointer data)
{
    ComparePaperClaim *claim = data;
    g_free(claim->what);
    g_free(claim->why);
}

ComparePaperPart *compare_paper_part_new(const char *key, const char *title, const char *about)
{
    ComparePaperPart *part = g_new0(ComparePaperPart, 1);
    *part = (ComparePaperPart){ .key = key,
                                .title = title,
                                .about = about,
                                .claims = g_array_new(FALSE, FALSE, sizeof(ComparePaperClaim)),
                                .notes = g_ptr_array_new_with_free_func(g_free) };
    g_array_set_clear_func(part->claims, claim_clear);
    return part;
}

void compare_paper_part_free(ComparePaperPart *part)
{
    if (!part)
        return;
    g_array_unref(part->claims);
    g_clear_pointer(&part->series, compare_grid_free);
    g_clear_pointer(&part->samples, compare_grid_free);
    g_ptr_array_unref(part->notes);
    g_free(part);
}

void compare_paper_claim(ComparePaperPart *part, char *what, const char *published, double measured,
                         double least, double most, char *why)
{
    ComparePaperClaim claim = { .what = what,
                                .published = published,
                                .measured = measured,
                                .range = { least, most },
                                .why = why };
    claim.verdict = compare_paper_verdict(measured, claim.range);
    g_array_append_val(part->claims, claim);
}

void compare_paper_note(ComparePaperPart *part, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(part->notes, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

/* contest: adds contestants to a comparison. */
#include "contest/contest.h"

#include "contest/answers.h"
#include "contest/process.h"
#include "contest/result.h"
#include "contest/stream.h"

void compare_entry_clear(gpointer data)
{
    CompareEntry *entry = data;
    g_free(entry->name);
    g_free(entry->from);
    g_free(entry->text);
}

static gboolean read_answer_line(char *line, gsize length, gpointer data, GError **error)
{
    return compare_answers_line(data, line, length, error);
}

/* Fails if the contestant reports more time than it ran. */
static gboolean check_times(const CompareOutsider *outsider, double seconds, GError **error)
{
    double told = compare_answers_told_ns(outsider) / 1e9;
    if (told <= seconds)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "it reports %.3g seconds but ran for %.3g", told,
                seconds);
    return FALSE;
}

static gboolean run_command(CompareAnswers *answers, const CompareStream *stream,
                            double max_seconds, GError **error)
{
    CompareProcess process = { .command = answers->outsider->from,
                               .input = stream->text->str,
                               .input_length = stream->text->len,
                               .max_seconds = max_seconds,
                               .max_line = COMPARE_MAX_LINE,
                               .line = read_answer_line,
                               .data = answers };
    return compare_process_run(&process, error) && compare_answers_finish(answers, error) &&
           check_times(answers->outsider, process.seconds, error);
}

static CompareOutsider *run_contestant(const CompareEntry *entry, const CompareStream *stream,
                                       const CompareReport *report, double max_seconds)
{
    CompareOutsider *outsider = compare_outsider_new(entry->name, entry->from, entry->text != NULL);
    CompareAnswers answers = { .outsider = outsider,
                               .hash = stream->hash,
                               .n_moves = report->moves->len };
    GError *error = NULL;
    if (compare_scenario_has_masks(report->scenario)) {
        compare_outsider_fail(outsider,
                              g_strdup("the scenario has masks, which contestants do not receive"));
        return outsider;
    }
    gboolean ok = entry->text
                      ? compare_answers_read(&answers, entry->text, entry->text_length, &error)
                      : run_command(&answers, stream, max_seconds, &error);
    if (!ok)
        compare_outsider_fail(outsider, g_strdup(error->message));
    g_clear_error(&error);
    g_autoptr(GArray) movers = compare_movers(report);
    compare_outsider_claim(outsider, report->scenario, movers);
    return outsider;
}

void compare_contest_add(CompareReport *report, const CompareContest *contest,
                         CompareStageFunc stage, gpointer stage_data)
{
    if (contest->entries->len == 0)
        return;
    g_autoptr(CompareStream) stream = compare_stream_new(report->scenario, report->moves);
    for (guint i = 0; i < contest->entries->len; i++) {
        const CompareEntry *entry = &g_array_index(contest->entries, CompareEntry, i);
        g_autofree char *label = g_strdup_printf("asking %s", entry->name);
        if (stage)
            stage(label, (double)i / contest->entries->len, stage_data);
        CompareOutsider *outsider = run_contestant(entry, stream, report, contest->max_seconds);
        g_ptr_array_add(report->outsiders, outsider);
        compare_outsider_judge(report, outsider, contest->timed);
    }
}

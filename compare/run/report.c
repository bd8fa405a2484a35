/* report: what a run finds out. */
#include "run/report.h"

void compare_result_free(CompareResult *result)
{
    if (!result)
        return;
    g_array_unref(result->answers);
    g_free(result);
}

void compare_report_free(CompareReport *report)
{
    if (!report)
        return;
    if (report->moves)
        g_array_unref(report->moves);
    g_ptr_array_unref(report->results);
    if (report->drifts)
        g_array_unref(report->drifts);
    g_free(report);
}

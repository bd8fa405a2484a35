/* level: functions that the commands of bsplevel share. */
#include "level/level.h"

#include "command/progress.h"
#include "text/file.h"
#include "text/strings.h"

char *level_box(const BspBounds *box, double steps)
{
    g_autofree char *mins = compare_point_text(box->mins.v, steps),
                    *maxs = compare_point_text(box->maxs.v, steps);
    return g_strdup_printf("%s to %s", mins, maxs);
}

gboolean level_check_file(const char *path, const char *input, GError **error)
{
    return !path ||
           (compare_output_check(path, error) && compare_output_check_input(path, input, error));
}

gboolean level_report_building(double done, gpointer what)
{
    compare_progress_stage("building", done, what);
    return TRUE;
}

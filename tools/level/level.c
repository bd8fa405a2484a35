/* level: functions that the commands of bsplevel share. */
#include "level/level.h"

#include <math.h>

#include "command/progress.h"
#include "text/strings.h"

char *level_point(BspVec p, double steps)
{
    char *texts[4] = { NULL };
    for (guint k = 0; k < 3; k++) {
        double x = steps > 0 ? round(p.v[k] * steps) / steps : p.v[k];
        texts[k] = compare_number_exact(x + 0.0); /* adding 0.0 turns -0 into 0 */
    }
    char *text = g_strjoinv(" ", texts);
    for (guint k = 0; k < 3; k++)
        g_free(texts[k]);
    return text;
}

char *level_box(const BspBounds *box, double steps)
{
    g_autofree char *mins = level_point(box->mins, steps), *maxs = level_point(box->maxs, steps);
    return g_strdup_printf("%s to %s", mins, maxs);
}

gboolean level_report_building(double done, gpointer what)
{
    compare_progress_stage("building", done, what);
    return TRUE;
}

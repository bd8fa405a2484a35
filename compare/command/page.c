/* page: draws the pictures of a page about reports. */
#include "command/page.h"

#include "command/progress.h"

#include <math.h>
#include <string.h>

#include "draw/drawing.h"
#include "run/statistics.h"
#include "text/json-value.h"

/* Pixels. This is slightly more than the width at which a page shows pictures, so that lines stay
 * sharp. */
#define WIDTH 720

/* Returns whether, at this height, a brush stops the head of the highest space but not the head of
 * the lowest space. */
static gboolean spaces_differ(const CompareScenario *s, double z)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (guint i = 0; i < s->spaces->len; i++) {
        double head = g_array_index(s->spaces, CompareMover, i).shape.bounds.maxs.z;
        low = fmin(low, head);
        high = fmax(high, head);
    }
    for (guint i = 0; i < bsp_solid_n_brushes(s->world->solid); i++) {
        double bottom = bsp_brush_bounds(bsp_solid_brush(s->world->solid, i))->mins.z;
        if (bottom > z + low && bottom < z + high)
            return TRUE;
    }
    return FALSE;
}

/* Returns the height of the slice. It is just above the height at which most moves begin, because
 * the slice must not cut the floor there. Heights at which the spaces differ are preferred. Heights
 * are whole numbers, so that the title is short. */
static double find_height(const CompareScenario *s, const GArray *moves)
{
    g_autofree double *z = g_new(double, moves->len);
    for (guint i = 0; i < moves->len; i++)
        z[i] = floor(g_array_index(moves, CompareResolved, i).from.z) + 1;
    compare_sort(z, moves->len);
    double best = z[moves->len / 2];
    guint most = 0;
    for (guint i = 0, n; i < moves->len; i += n) {
        for (n = 1; i + n < moves->len && z[i + n] == z[i];)
            n++;
        if (n > most && spaces_differ(s, z[i])) {
            most = n;
            best = z[i];
        }
    }
    return best;
}

/* If the level cannot be drawn, the page shows the reason in place of the picture. */
static void add_slice(json_object *pictures, guint i, const CompareReport *report)
{
    const CompareDrawing drawing = { .kind = COMPARE_DRAW_SLICE,
                                     .scenario = report->scenario,
                                     .axis = 2,
                                     .at = find_height(report->scenario, report->moves),
                                     .width = WIDTH };
    g_autoptr(GError) error = NULL;
    g_autofree char *svg = compare_draw_svg(&drawing, &error);
    g_autofree char *encoded = svg ? g_base64_encode((const guchar *)svg, strlen(svg)) : NULL;
    g_autofree char *caption =
        svg ? g_strdup("A slice of the level at a height at which moves begin, with the solid for "
                       "each box.")
            : g_strdup_printf("A picture is missing: %s", error->message);
    json_object *picture = compare_json_object();
    compare_json_add(picture, "result", compare_json_count(i));
    compare_json_add(picture, "caption", compare_json_text(caption));
    compare_json_add(picture, "svg", compare_json_text(encoded));
    compare_json_append(pictures, picture);
}

json_object *compare_command_pictures(const GPtrArray *reports)
{
    json_object *pictures = compare_json_array();
    compare_progress_stage("drawing pictures of levels", -1, NULL);
    for (guint i = 0; i < reports->len; i++) {
        const CompareReport *report = reports->pdata[i];
        if (report->moves->len)
            add_slice(pictures, i, report);
    }
    compare_progress_end();
    return pictures;
}

/* page: draws the pictures of a page about reports. */
#include "command/page.h"

#include "command/progress.h"

#include <math.h>
#include <stdlib.h>

#include "draw/picture.h"
#include "html/html.h"

/* Pixels; a page shows pictures slightly smaller. */
#define WIDTH 720

/* Adds the drawing of result i for light and dark pages. If it cannot be drawn, the page shows the
 * reason. */
static void add_picture(GPtrArray *pictures, guint i, CompareDrawing *drawing, char *caption)
{
    CompareHtmlPicture *picture = g_new0(CompareHtmlPicture, 1);
    g_autoptr(GError) error = NULL;
    picture->result = i;
    picture->caption = caption;
    picture->png = compare_draw_png(drawing, &error);
    drawing->dark = TRUE;
    picture->dark = picture->png ? compare_draw_png(drawing, NULL) : NULL;
    if (!picture->png) {
        g_free(picture->caption);
        picture->caption = g_strdup_printf("A picture is missing: %s", error->message);
    }
    g_ptr_array_add(pictures, picture);
}

/* Adds a map of query costs, for the first method that has answers. */
static void add_cost(GPtrArray *pictures, guint i, const CompareReport *report)
{
    for (guint k = 0; k < report->results->len; k++) {
        const CompareResult *result = report->results->pdata[k];
        if (result->answers->len == 0)
            continue;
        CompareDrawing drawing = { .kind = COMPARE_DRAW_COST,
                                   .scenario = report->scenario,
                                   .report = report,
                                   .cost = result->klass->name,
                                   .width = WIDTH };
        add_picture(pictures, i, &drawing,
                    g_strdup_printf("The level from above, coloured by the nodes that queries of "
                                    "%s visit.",
                                    result->klass->name));
        return;
    }
}

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The median height of the moves' starts. A slice at this height shows most. */
static double height_of(const GArray *moves)
{
    g_autofree double *z = g_new(double, moves->len);
    for (guint i = 0; i < moves->len; i++)
        z[i] = g_array_index(moves, CompareResolved, i).from.z;
    qsort(z, moves->len, sizeof *z, by_number);
    return round(z[moves->len / 2] * 8) / 8; /* few digits, for a short title */
}

static void add_slice(GPtrArray *pictures, guint i, const CompareReport *report)
{
    if (report->moves->len == 0)
        return;
    CompareDrawing drawing = {
        .kind = COMPARE_DRAW_SLICE,
        .scenario = report->scenario,
        .layers = COMPARE_LAYER_SOLID,
        .axis = 2,
        .at = height_of(report->moves),
        .width = WIDTH,
    };
    add_picture(pictures, i, &drawing,
                g_strdup("The level cut at the median height at which moves begin, and what is "
                         "solid for each box."));
}

GPtrArray *compare_command_pictures(const GPtrArray *reports)
{
    GPtrArray *pictures = g_ptr_array_new_with_free_func(compare_html_picture_free);
    compare_progress_stage("drawing pictures of levels", -1, NULL);
    for (guint i = 0; i < reports->len; i++) {
        add_cost(pictures, i, reports->pdata[i]);
        add_slice(pictures, i, reports->pdata[i]);
    }
    compare_progress_end();
    return pictures;
}

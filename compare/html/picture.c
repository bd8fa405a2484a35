/* picture: pictures on a page, which are part of it. */
#include "html/picture.h"

#include <string.h>

#include "html/markup.h"

void compare_html_picture_free(gpointer data)
{
    CompareHtmlPicture *picture = data;
    g_free(picture->caption);
    g_clear_pointer(&picture->png, g_bytes_unref);
    g_clear_pointer(&picture->dark, g_bytes_unref);
    g_free(picture);
}

static char *in_base64(GBytes *png)
{
    gsize size;
    gconstpointer data = g_bytes_get_data(png, &size);
    return g_base64_encode(data, size);
}

/* What a dark page shows instead, where there is room: else it shows the other. */
static void add_dark(CompareFigures *figures, const CompareHtmlPicture *picture, gsize light)
{
    g_autofree char *text = picture->dark ? in_base64(picture->dark) : NULL;
    if (text && compare_figures_have_room(figures, light + strlen(text)))
        g_string_append_printf(figures->out,
                               "<source media=\"(prefers-color-scheme: dark)\" "
                               "srcset=\"data:image/png;base64,%s\">",
                               text);
}

static void add_picture(CompareFigures *figures, const CompareHtmlPicture *picture)
{
    if (!picture->png) {
        compare_figures_missing(figures->out, picture->caption);
        return;
    }
    g_autofree char *text = in_base64(picture->png);
    if (!compare_figures_have_room(figures, strlen(text))) {
        compare_figures_missing(figures->out, COMPARE_HTML_NO_ROOM);
        return;
    }
    g_string_append(figures->out, "<figure><picture>");
    add_dark(figures, picture, strlen(text));
    g_string_append_printf(figures->out, "<img src=\"data:image/png;base64,%s\" alt=\"", text);
    compare_html_text(figures->out, picture->caption);
    g_string_append(figures->out, "\"></picture><figcaption>");
    compare_html_text(figures->out, picture->caption);
    g_string_append(figures->out, "</figcaption></figure>\n");
}

void compare_html_pictures(CompareFigures *figures, const GPtrArray *pictures, guint result)
{
    gboolean any = FALSE;
    for (guint i = 0; pictures && i < pictures->len; i++) {
        const CompareHtmlPicture *picture = pictures->pdata[i];
        if (picture->result != result)
            continue;
        g_string_append(figures->out, any ? "" : "<h3>The level</h3>\n<div class=\"figures\">\n");
        any = TRUE;
        add_picture(figures, picture);
    }
    g_string_append(figures->out, any ? "</div>\n" : "");
}

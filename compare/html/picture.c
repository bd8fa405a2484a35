/* picture: pictures on a page, which are part of it. */
#include "html/picture.h"

#include <string.h>

#include "html/markup.h"

void compare_html_picture_free(gpointer data)
{
    CompareHtmlPicture *picture = data;
    g_free(picture->caption);
    g_clear_pointer(&picture->png, g_bytes_unref);
    g_free(picture);
}

static void add_picture(CompareFigures *figures, const CompareHtmlPicture *picture)
{
    if (!picture->png) {
        compare_figures_missing(figures->out, picture->caption);
        return;
    }
    gsize size;
    gconstpointer data = g_bytes_get_data(picture->png, &size);
    g_autofree char *text = g_base64_encode(data, size);
    if (!compare_figures_have_room(figures, strlen(text))) {
        compare_figures_missing(figures->out, COMPARE_HTML_NO_ROOM);
        return;
    }
    g_string_append_printf(figures->out, "<figure><img src=\"data:image/png;base64,%s\" alt=\"",
                           text);
    compare_html_text(figures->out, picture->caption);
    g_string_append(figures->out, "\"><figcaption>");
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

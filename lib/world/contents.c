/* contents: converts sets of contents of brushes to names, and names to sets. */
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "bsp-brush-table.h"
#include "tools/bsp-json.h"

/* No name consists of hexadecimal digits only, so names and numbers cannot be confused. */
static const struct {
    const char *name;
    guint32 bit;
} content_names[] = { { "solid", BSP_CONTENTS_SOLID },
                      { "lava", BSP_CONTENTS_LAVA },
                      { "slime", BSP_CONTENTS_SLIME },
                      { "water", BSP_CONTENTS_WATER },
                      { "fog", BSP_CONTENTS_FOG },
                      { "areaportal", BSP_CONTENTS_AREAPORTAL },
                      { "playerclip", BSP_CONTENTS_PLAYERCLIP },
                      { "monsterclip", BSP_CONTENTS_MONSTERCLIP },
                      { "teleporter", BSP_CONTENTS_TELEPORTER },
                      { "jumppad", BSP_CONTENTS_JUMPPAD },
                      { "botclip", BSP_CONTENTS_BOTCLIP },
                      { "body", BSP_CONTENTS_BODY },
                      { "corpse", BSP_CONTENTS_CORPSE },
                      { "trigger", BSP_CONTENTS_TRIGGER },
                      { "nodrop", BSP_CONTENTS_NODROP } };

gboolean bsp_contents_add(const char *text, guint32 *contents)
{
    gsize n = strlen(text);
    for (guint i = 0; i < G_N_ELEMENTS(content_names); i++) {
        if (strcmp(text, content_names[i].name) == 0) {
            *contents |= content_names[i].bit;
            return TRUE;
        }
    }
    if (n == 0 || n > 8 || strspn(text, "0123456789abcdefABCDEF") != n)
        return FALSE;
    *contents |= (guint32)strtoul(text, NULL, 16);
    return TRUE;
}

char *bsp_contents_text(guint32 contents)
{
    GString *out = g_string_new(NULL);
    guint32 rest = contents;
    for (guint i = 0; i < G_N_ELEMENTS(content_names); i++) {
        if (contents & content_names[i].bit)
            g_string_append_printf(out, "%s%s", out->len ? "," : "", content_names[i].name);
        rest &= ~content_names[i].bit;
    }
    if (rest || !contents)
        g_string_append_printf(out, "%s%x", out->len ? "," : "", rest);
    return g_string_free(out, FALSE);
}

static gboolean add_string(const BspJsonRef *ref, guint32 *contents, GError **error)
{
    const char *text;
    if (!bsp_json_string(ref, &text, error))
        return FALSE;
    if (bsp_contents_add(text, contents))
        return TRUE;
    return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                         "\"%s\" is not a kind of contents, such as \"solid\" or \"water\", and "
                         "not a number of one to eight hexadecimal digits",
                         text);
}

gboolean bsp_json_contents(const BspJsonRef *ref, guint32 *contents, GError **error)
{
    guint64 number = 0;
    guint n;
    *contents = 0;
    if (!bsp_json_array(ref, 0, G_MAXUINT, &n, NULL)) {
        if (json_object_is_type(ref->value, json_type_string))
            return add_string(ref, contents, error);
        gboolean ok = bsp_json_uint(ref, 0, G_MAXUINT32, &number, error);
        *contents = (guint32)number;
        return ok;
    }
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        bsp_json_item(ref, i, &item);
        if (!add_string(&item, contents, error))
            return FALSE;
    }
    return TRUE;
}

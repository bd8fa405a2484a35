/* json-contents: contents in JSON: what brushes are made of, and what stops things that move. */
#include "world/json-contents.h"

#include <stdlib.h>
#include <string.h>

/* id Tech 3's. No name is made of hexadecimal digits alone. */
static const struct {
    const char *name;
    guint32 bit;
} kinds[] = { { "solid", 0x1 },          { "lava", 0x8 },
              { "slime", 0x10 },         { "water", 0x20 },
              { "fog", 0x40 },           { "areaportal", 0x8000 },
              { "playerclip", 0x10000 }, { "monsterclip", 0x20000 },
              { "teleporter", 0x40000 }, { "jumppad", 0x80000 },
              { "botclip", 0x400000 },   { "body", 0x2000000 },
              { "corpse", 0x4000000 },   { "trigger", 0x40000000 },
              { "nodrop", 0x80000000 } };

gboolean bsp_contents_add(const char *text, guint32 *contents)
{
    gsize n = strlen(text);
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(text, kinds[i].name) == 0) {
            *contents |= kinds[i].bit;
            return TRUE;
        }
    }
    if (n == 0 || n > 8 || strspn(text, "0123456789abcdefABCDEF") != n)
        return FALSE;
    *contents |= (guint32)strtoul(text, NULL, 16);
    return TRUE;
}

static gboolean add_string(const BspJsonRef *ref, guint32 *contents, GError **error)
{
    const char *text;
    if (!bsp_json_string(ref, &text, error))
        return FALSE;
    if (bsp_contents_add(text, contents))
        return TRUE;
    return bsp_json_fail(
        ref, error, BSP_ERROR_VALUE,
        "\"%s\" is no kind of contents, such as \"solid\" or \"water\", and not one "
        "to eight hexadecimal digits",
        text);
}

gboolean bsp_json_contents(const BspJsonRef *ref, guint32 *contents, GError **error)
{
    guint64 number = 0;
    guint n;
    *contents = 0;
    if (bsp_json_is_string(ref))
        return add_string(ref, contents, error);
    if (!bsp_json_array(ref, 0, G_MAXUINT, &n, NULL)) {
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

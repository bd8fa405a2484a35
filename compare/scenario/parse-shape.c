/* parse-shape: parses points, spaces and shapes of the command line. */
#include "scenario/parse-shape.h"

#include <string.h>

#include "scenario/reading.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

/* --- numbers and points --- */

/* Reads n numbers separated by commas, all within the world's limits. */
static gboolean parse_numbers(const char *text, guint n, double *numbers)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    if (g_strv_length(parts) != n)
        return FALSE;
    for (guint i = 0; i < n; i++) {
        if (!compare_number_read(g_strstrip(parts[i]), &numbers[i]) ||
            fabs(numbers[i]) > BSP_WORLD_HALF)
            return FALSE;
        numbers[i] += 0.0; /* adding 0.0 turns -0 into 0 */
    }
    return TRUE;
}

gboolean compare_parse_point(const char *text, BspVec *point)
{
    return parse_numbers(text, 3, point->v);
}

/* --- spaces --- */

/* Splits "x,y,z:x,y,z:CONTENTS" or "x,y,z,x,y,z:CONTENTS" into two corners and, if there are any,
 * the contents. */
static char **split_space(const char *text)
{
    g_autofree char *copy = g_strdup(text);
    char *middle = copy, *colon = strchr(copy, ':');
    for (guint i = 0; i < 3 && middle; i++)
        middle = strchr(i ? middle + 1 : middle, ',');
    if (middle && (!colon || middle < colon))
        *middle = ':';
    return g_strsplit(copy, ":", 3);
}

/* Reads a list such as "solid,playerclip". An empty name is an error. `text` is the whole value of
 * the option, for the message. */
static gboolean parse_contents(const char *text, const char *list, guint32 *contents,
                               GError **error)
{
    g_auto(GStrv) names = g_strsplit(list, ",", -1);
    for (char **name = names; *name || name == names; name++) {
        const char *word = *name ? *name : "";
        gboolean has_prefix = g_str_has_prefix(word, "0x") || g_str_has_prefix(word, "0X");
        if (!bsp_contents_add(has_prefix ? word + 2 : word, contents))
            return compare_wrong(error,
                                 "'%s': '%s' is not a name of contents, such as solid or "
                                 "playerclip, and not a number of one to eight hexadecimal digits",
                                 text, word);
    }
    return TRUE;
}

gboolean compare_parse_space(const char *text, CompareMover *space, GError **error)
{
    const char *equals = strchr(text, '=');
    g_auto(GStrv) parts = split_space(equals ? equals + 1 : "");
    guint n = g_strv_length(parts);
    BspVec mins, maxs;
    guint32 mask = 0;
    gboolean ok = equals && equals > text && g_utf8_validate(text, -1, NULL) && n >= 2 &&
                  compare_parse_point(parts[0], &mins) && compare_parse_point(parts[1], &maxs) &&
                  mins.x <= maxs.x && mins.y <= maxs.y && mins.z <= maxs.z;
    if (!ok)
        return compare_wrong(error,
                             "'%s' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no "
                             "min exceeds its max",
                             text);
    if (n == 3 && !parse_contents(text, parts[2], &mask, error))
        return FALSE;
    *space = (CompareMover){ .name = g_strndup(text, (gsize)(equals - text)),
                             .shape = compare_space_shape(mins, maxs),
                             .mask = mask };
    return TRUE;
}

/* --- shapes --- */

BspShape compare_round_shape(BspShapeKind kind, const double *numbers)
{
    switch (kind) {
    case BSP_SHAPE_CYLINDER:
        return bsp_shape_cylinder(numbers[0], numbers[1], numbers[2]);
    case BSP_SHAPE_CAPSULE:
        return bsp_shape_capsule(numbers[0], numbers[1], numbers[2]);
    default:
        return bsp_shape_sphere(numbers[0]);
    }
}

static gboolean parse_round(const char *text, BspShape *shape)
{
    static const BspShapeKind kinds[] = { BSP_SHAPE_SPHERE, BSP_SHAPE_CYLINDER, BSP_SHAPE_CAPSULE };
    g_auto(GStrv) parts = g_strsplit(text, ":", 2);
    double numbers[3];
    guint i = 0;
    while (i < G_N_ELEMENTS(kinds) && g_strcmp0(parts[0], bsp_shape_kind_name(kinds[i])) != 0)
        i++;
    if (i == G_N_ELEMENTS(kinds) || !parts[1] ||
        !parse_numbers(parts[1], kinds[i] == BSP_SHAPE_SPHERE ? 1 : 3, numbers))
        return FALSE;
    *shape = compare_round_shape(kinds[i], numbers);
    return TRUE;
}

gboolean compare_parse_shape(const char *text, CompareMover *shape, GError **error)
{
    const char *equals = strchr(text, '=');
    BspShape is;
    if (!equals || equals == text || !g_utf8_validate(text, -1, NULL) ||
        !parse_round(equals + 1, &is))
        return compare_wrong(error,
                             "'%s' is not NAME=sphere:RADIUS, NAME=cylinder:RADIUS,BOTTOM,TOP or "
                             "NAME=capsule:RADIUS,BOTTOM,TOP",
                             text);
    g_autofree char *wrong = compare_round_wrong(&is);
    if (wrong)
        return compare_wrong(error, "'%s': %s", text, wrong);
    *shape = (CompareMover){ .name = g_strndup(text, (gsize)(equals - text)), .shape = is };
    return TRUE;
}

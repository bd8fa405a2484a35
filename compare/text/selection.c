/* selection: reads and writes the selection of a part of a level, which follows the level's
 * name. */
#include "text/selection.h"

#include <math.h>
#include <string.h>

#include "text/strings.h"
#include "tools/bsp-file.h"

static BspGame game_by_name(const char *name)
{
    for (guint i = BSP_GAME_UNKNOWN + 1; i <= BSP_GAME_DOOM3; i++)
        if (g_ascii_strcasecmp(bsp_game_name((BspGame)i), name) == 0)
            return (BspGame)i;
    return BSP_GAME_UNKNOWN;
}

static gboolean select_class(const char *name, BspWorldOptions *options)
{
    if (!*name)
        return FALSE;
    char *before = options->include;
    options->include = before ? g_strconcat(before, ",", name, NULL) : g_strdup(name);
    g_free(before);
    return TRUE;
}

/* Reads a positive number of units. Returns FALSE if *units is already another number. */
static gboolean select_units(const char *text, double *units)
{
    char *end;
    double number = g_ascii_strtod(text, &end);
    if (*end || !g_ascii_isdigit(*text) || !(number > 0) || !isfinite(number) ||
        (*units > 0 && *units != number))
        return FALSE;
    *units = number;
    return TRUE;
}

static gboolean select_game(const char *name, BspWorldOptions *options)
{
    BspGame game = game_by_name(name);
    if (game == BSP_GAME_UNKNOWN || (options->game && options->game != game))
        return FALSE;
    options->game = game;
    return TRUE;
}

/* Selects the model or hull of this number. Returns FALSE if the options already select another
 * model or hull. */
static gboolean select_part(const char *text, gboolean is_hull, BspWorldOptions *options)
{
    guint64 number;
    if (!g_ascii_string_to_unsigned(text, 10, 0, is_hull ? BSP_WORLD_LAST_HULL : G_MAXUINT16,
                                    &number, NULL))
        return FALSE;
    guint part = is_hull ? BSP_WORLD_HULL(number) : BSP_WORLD_MODEL(number);
    guint before = options->flags & (is_hull ? BSP_WORLD_HULL_BITS : BSP_WORLD_MODEL_BITS);
    options->flags |= part;
    return !before || before == part;
}

/* Adds a selection, which is one word, to the options. Returns FALSE if the word is not a
 * selection, or conflicts with the options. */
static gboolean select_one(const char *word, BspWorldOptions *options)
{
    if (*word == '+')
        return select_class(word + 1, options);
    if (g_str_has_prefix(word, "sheet="))
        return select_units(word + strlen("sheet="), &options->mesh.sheet);
    if (g_str_has_prefix(word, "hull"))
        return select_part(word + strlen("hull"), TRUE, options);
    if (!g_str_has_prefix(word, "patches"))
        return select_game(word, options) || select_part(word, FALSE, options);
    options->flags |= BSP_WORLD_PATCHES;
    word += strlen("patches");
    return !*word || (*word == '=' && select_units(word + 1, &options->patch_error));
}

/* Copies the options. The caller clears the copy. */
static BspWorldOptions copy_options(const BspWorldOptions *options)
{
    BspWorldOptions copy = *options;
    copy.include = g_strdup(options->include);
    return copy;
}

gsize compare_selection(const char *path, BspWorldOptions *options)
{
    const char *hash = strrchr(path, '#');
    if (!hash || !hash[1])
        return strlen(path);
    static const BspWorldOptions none;
    g_auto(BspWorldOptions) selected = copy_options(options ? options : &none);
    g_auto(GStrv) words = g_strsplit(hash + 1, ",", -1);
    for (char **word = words; *word; word++)
        if (!select_one(*word, &selected))
            return strlen(path);
    if (options) {
        bsp_world_options_clear(options);
        *options = selected;
        selected.include = NULL;
    }
    return (gsize)(hash - path);
}

/* Appends the words of the selection. */
static void write_selection(const BspWorldOptions *options, GString *out)
{
    const gsize start = out->len;
    g_autofree char *patch_error = compare_number_exact(options->patch_error),
                    *sheet = compare_number_exact(options->mesh.sheet);
    if (BSP_WORLD_MODEL_OF(options->flags))
        g_string_append_printf(out, ",%u", BSP_WORLD_MODEL_OF(options->flags));
    if (BSP_WORLD_HAS_HULL(options->flags))
        g_string_append_printf(out, ",hull%u", BSP_WORLD_HULL_OF(options->flags));
    if (options->flags & BSP_WORLD_PATCHES)
        g_string_append(out, ",patches");
    if (options->flags & BSP_WORLD_PATCHES && options->patch_error > 0)
        g_string_append_printf(out, "=%s", patch_error);
    if (options->mesh.sheet > 0)
        g_string_append_printf(out, ",sheet=%s", sheet);
    if (options->game)
        g_string_append_printf(out, ",%s", bsp_game_name(options->game));
    g_auto(GStrv) classes = g_strsplit(options->include ? options->include : "", ",", -1);
    for (char **name = classes; *name; name++)
        g_string_append_printf(out, ",+%s", *name);
    if (out->len > start)
        out->str[start] = '#';
}

char *compare_select(const char *path, const BspWorldOptions *options)
{
    g_auto(BspWorldOptions) all = copy_options(options);
    GString *out = g_string_new_len(path, (gssize)compare_selection(path, &all));
    write_selection(&all, out);
    return g_string_free(out, FALSE);
}

/* --- worlds --- */

static gboolean names_world(const char *file)
{
    return bsp_ending_is(file, BSP_FILE_LEVEL) || bsp_ending_is(file, BSP_FILE_JSON);
}

/* Fails if the words after '#' select a part that files of this format do not have. Also fails if
 * they are not a selection, although the text before '#' is the name of a world. */
static gboolean check_selection(const char *path, const char *file, GError **error)
{
    g_auto(BspWorldOptions) selected = { 0 };
    compare_selection(path, &selected);
    const char *hash = strrchr(path, '#'), *ending = bsp_ending_text(file);
    g_autofree char *before = g_strndup(path, hash ? (gsize)(hash - path) : 0);
    gboolean is_obj = g_strcmp0(ending, ".obj") == 0, is_json = g_strcmp0(ending, ".json") == 0;
    if (!names_world(file))
        return !names_world(before) ||
               compare_wrong(error,
                             "%s: the text after # is not a valid selection; write one or more of "
                             "these, separated by commas: patches, patches=16, sheet=4, N for "
                             "model N, hullN, a game such as quake2, +CLASS",
                             path);
    if ((is_obj || is_json) &&
        (selected.flags & BSP_WORLD_PATCHES || selected.game || selected.include))
        return compare_wrong(error, "%s: a %s file has no patches, games or classes to select",
                             path, ending);
    return is_obj || selected.mesh.sheet == 0 ||
           compare_wrong(error, "%s: sheet= is for .obj files, and cannot be used with a %s file",
                         path, ending);
}

BspWorld *compare_world_load(const char *path, const BspWorldOptions *options, GError **error)
{
    g_auto(BspWorldOptions) all = copy_options(options);
    g_autofree char *file = g_strndup(path, compare_selection(path, &all));
    return check_selection(path, file, error) ? bsp_world_load_options(file, &all, error) : NULL;
}

BspWorld *compare_world_read(const char *path, const void *bytes, gsize length, guint flags,
                             GError **error)
{
    g_auto(BspWorldOptions) all = { .flags = flags };
    g_autofree char *file = g_strndup(path, compare_selection(path, &all));
    return check_selection(path, file, error) ? bsp_world_read(file, bytes, length, &all, error)
                                              : NULL;
}

/* world: levels read from files: brushes and start positions. */
#include <string.h>

#include "bsp-file.h"
#include "trace/saved.h"
#include "world/level.h"

#include "bsp-world.h"

/* --- kinds of files --- */

static const BspEnding endings[] = {
    { ".json", BSP_FILE_JSON, bsp_world_read_json, FALSE },
    { ".map", BSP_FILE_LEVEL, bsp_world_read_map, FALSE },
    { ".bsp", BSP_FILE_LEVEL, bsp_world_read_bsp, TRUE },
    { ".obj", BSP_FILE_LEVEL, bsp_world_read_obj, FALSE },
    { ".pk3", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".pk4", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".zip", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".onion", BSP_FILE_TREE, NULL, FALSE },
    { ".shift", BSP_FILE_TREE, NULL, FALSE },
};

static gboolean ends_in(const char *path, gsize length, const char *ending)
{
    gsize n = strlen(ending);
    return length >= n && g_ascii_strncasecmp(path + length - n, ending, n) == 0;
}

/* The length of the path without ".gz". */
static gsize plain_length(const char *path)
{
    gsize length = strlen(path), n = strlen(".gz");
    return length > n && ends_in(path, length, ".gz") ? length - n : length;
}

const BspEnding *bsp_ending(const char *path)
{
    gsize length = plain_length(path);
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++)
        if (ends_in(path, length, endings[i].text))
            return &endings[i];
    return NULL;
}

gboolean bsp_ending_is(const char *path, BspFileKind kind)
{
    const BspEnding *ending = bsp_ending(path);
    return ending && ending->kind == kind;
}

const char *bsp_ending_text(const char *path, BspFileKind *kind)
{
    const BspEnding *ending = bsp_ending(path);
    if (!ending)
        return NULL;
    *kind = ending->kind;
    return ending->text;
}

/* --- selections --- */

#define PATCHES "patches"
#define HULL "hull"

gboolean bsp_world_selects_part(guint flags)
{
    return BSP_WORLD_MODEL_OF(flags) || BSP_WORLD_HAS_HULL(flags);
}

/* Returns FALSE if the word selects nothing, or another part than *flags. */
static gboolean select_one(const char *word, guint *flags)
{
    guint64 number;
    if (strcmp(word, PATCHES) == 0) {
        *flags |= BSP_WORLD_PATCHES;
        return TRUE;
    }
    gboolean is_hull = g_str_has_prefix(word, HULL);
    if (is_hull)
        word += strlen(HULL);
    if (!g_ascii_string_to_unsigned(word, 10, 0, is_hull ? BSP_WORLD_LAST_HULL : G_MAXUINT16,
                                    &number, NULL))
        return FALSE;
    guint part = is_hull ? BSP_WORLD_HULL(number) : BSP_WORLD_MODEL(number);
    if (bsp_world_selects_part(*flags) && (*flags & BSP_WORLD_PART) != part)
        return FALSE;
    *flags |= part;
    return TRUE;
}

gsize bsp_world_selection(const char *path, guint *flags)
{
    const char *hash = strrchr(path, '#');
    guint selected = *flags;
    g_auto(GStrv) words = g_strsplit(hash ? hash + 1 : "", ",", -1);
    for (char **word = words; *word; word++)
        if (!select_one(*word, &selected))
            return strlen(path);
    if (!*words)
        return strlen(path);
    *flags = selected;
    return (gsize)(hash - path);
}

char *bsp_world_select(const char *path, guint flags)
{
    gsize length = bsp_world_selection(path, &flags);
    GString *out = g_string_new_len(path, (gssize)length);
    if (BSP_WORLD_HAS_HULL(flags))
        g_string_append_printf(out, "#" HULL "%u", BSP_WORLD_HULL_OF(flags));
    else if (BSP_WORLD_MODEL_OF(flags))
        g_string_append_printf(out, "#%u", BSP_WORLD_MODEL_OF(flags));
    if (flags & BSP_WORLD_PATCHES)
        g_string_append_printf(out, "%c%s", bsp_world_selects_part(flags) ? ',' : '#', PATCHES);
    return g_string_free(out, FALSE);
}

/* --- worlds --- */

GPtrArray *bsp_world_brushes_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
}

static void clear_model(gpointer model)
{
    g_free(((BspWorldModel *)model)->classname);
}

BspWorld *bsp_world_new(const char *name, GPtrArray *brushes, GArray *starts)
{
    BspWorld *world = g_new0(BspWorld, 1);
    world->name = g_utf8_make_valid(name, -1); /* names in old files may be Latin-1 */
    world->solid = bsp_solid_new(brushes);
    world->starts = starts ? starts : g_array_new(FALSE, FALSE, sizeof(BspVec));
    world->models = g_array_new(FALSE, TRUE, sizeof(BspWorldModel));
    g_array_set_clear_func(world->models, clear_model);
    world->messages = g_ptr_array_new_with_free_func(g_free);
    return world;
}

void bsp_world_free(BspWorld *world)
{
    if (!world)
        return;
    g_free(world->name);
    bsp_solid_free(world->solid);
    g_array_unref(world->starts);
    g_ptr_array_unref(world->messages);
    g_array_unref(world->models);
    g_free(world->sha256);
    g_free(world->brushes_at);
    g_free(world->hull);
    bsp_shipped_free(world->shipped);
    if (world->places)
        g_array_unref(world->places);
    g_free(world);
}

BspBuildOptions bsp_world_build_options(const BspWorld *world)
{
    BspBuildOptions options = bsp_build_options_default();
    options.fill = BSP_FILL_AUTO;
    options.starts = world->starts;
    return options;
}

char *bsp_brush_place_text(const BspBrushPlace *place)
{
    if (place->line)
        return g_strdup_printf("entity %u, brush %u (line %u)", place->entity, place->number,
                               place->line);
    return g_strdup_printf(place->is_patch ? "patch %u" : "brush %u", place->number);
}

char *bsp_world_brush_place(const BspWorld *world, guint i)
{
    if (world->brushes_at)
        return g_strdup_printf("%s/%u", world->brushes_at, i);
    if (!world->places || i >= world->places->len)
        return NULL;
    return bsp_brush_place_text(&g_array_index(world->places, BspBrushPlace, i));
}

void bsp_world_leave_out(BspWorld *world, guint n, const char *format, ...)
{
    if (!n)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(world->messages, g_strdup_vprintf(format, arguments));
    va_end(arguments);
    world->n_skipped += n;
}

void bsp_world_remark(BspWorld *world, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(world->messages, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

gboolean bsp_world_check_text(const char *file, const char *text, gsize length, const char *what,
                              gsize limit, GError **error)
{
    if (length > limit) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: %" G_GSIZE_FORMAT
                    " bytes of %s are more than the limit of %" G_GSIZE_FORMAT,
                    file, length, what, limit);
        return FALSE;
    }
    const char *nul = memchr(text, '\0', length);
    if (!nul)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s: offset %" G_GSIZE_FORMAT ": a NUL byte",
                file, (gsize)(nul - text));
    return FALSE;
}

/* --- loading --- */

/* Returns NULL if the path is not the name of a world. */
static const BspEnding *find_reader(const char *path)
{
    const BspEnding *ending = bsp_ending(path);
    return ending && ending->read ? ending : NULL;
}

/* The reader for the path before the last '#', or NULL if that is not the name of a world. */
static const BspEnding *find_reader_before_hash(const char *path)
{
    const char *hash = strrchr(path, '#');
    g_autofree char *before = g_strndup(path, hash ? (gsize)(hash - path) : 0);
    return find_reader(before);
}

/* Reports a missing file as missing, even if its name is not that of a world. */
static gboolean check_exists(const char *file, GError **error)
{
    if (find_reader(file) || find_reader_before_hash(file) || g_file_test(file, G_FILE_TEST_EXISTS))
        return TRUE;
    gsize length;
    g_autofree char *text = bsp_read_file(file, &length, error);
    return text != NULL;
}

char *bsp_world_default_name(const char *path)
{
    char *name = g_path_get_basename(path);
    /* The path may name a member at the top of an archive. */
    char *colon = strrchr(name, ':');
    if (colon && colon[1])
        memmove(name, colon + 1, strlen(colon + 1) + 1);
    name[plain_length(name)] = '\0';
    char *dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

static void fail_for_tree(const char *path, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: this is a saved tree, not a world: name the world from which it was built",
                path);
}

/* The reader for a file. path: the file and the selection, for messages. Sets the error and returns
 * NULL if there is none. */
static const BspEnding *choose_reader(const char *path, const char *file, guint flags,
                                      GError **error)
{
    const BspEnding *reader = find_reader(file);
    if (reader && (reader->has_parts || !bsp_world_selects_part(flags)))
        return reader;
    if (reader) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: cannot select a model or hull: a %s file has only the world", path,
                    reader->text);
        return NULL;
    }
    if (bsp_ending_is(file, BSP_FILE_TREE)) {
        fail_for_tree(path, error);
        return NULL;
    }
    if (find_reader_before_hash(file)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: there is no such part of a level: after a name may come #patches, and "
                    "after that of a .bsp also #N for model N, or #hullN",
                    path);
        return NULL;
    }
    gboolean archive = bsp_ending_is(file, BSP_FILE_ARCHIVE);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: not the name of a world: it must end in .json, .map, .bsp or .obj, optionally "
                "followed by .gz%s%s%s",
                path, archive ? "; name a world in the archive, such as " : "", archive ? path : "",
                archive ? ":maps/NAME.bsp" : "");
    return NULL;
}

static gboolean is_tree(const char *text, gsize length)
{
    gsize n = sizeof BSP_SAVED_MAGIC - 1;
    return length >= n && memcmp(text, BSP_SAVED_MAGIC, n) == 0;
}

static BspWorld *read_text(BspWorldReader read, const char *name, const char *text, gsize length,
                           guint flags, GError **error)
{
    if (is_tree(text, length)) {
        fail_for_tree(name, error);
        return NULL;
    }
    BspWorld *world = read(name, text, length, flags, error);
    if (!world)
        return NULL;
    world->flags = flags;
    world->sha256 = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    return world;
}

BspWorld *bsp_world_load_with(const char *path, guint flags, GError **error)
{
    g_autofree char *file = g_strndup(path, bsp_world_selection(path, &flags));
    const BspEnding *reader =
        check_exists(file, error) ? choose_reader(path, file, flags, error) : NULL;
    gsize length;
    g_autofree char *text = reader ? bsp_read_file(file, &length, error) : NULL;
    return text ? read_text(reader->read, file, text, length, flags, error) : NULL;
}

BspWorld *bsp_world_load(const char *path, GError **error)
{
    return bsp_world_load_with(path, 0, error);
}

BspWorld *bsp_world_read(const char *name, const void *bytes, gsize length, guint flags,
                         GError **error)
{
    g_return_val_if_fail(name && (bytes || !length), NULL);
    g_autofree char *file = g_strndup(name, bsp_world_selection(name, &flags));
    const BspEnding *reader = choose_reader(name, file, flags, error);
    g_autofree char *text = reader ? bsp_unpack(file, bytes, &length, error) : NULL;
    return text ? read_text(reader->read, file, text, length, flags, error) : NULL;
}

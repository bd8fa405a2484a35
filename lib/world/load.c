/* load: reads a world from a file by the reader that the ending of the file's name selects. */
#include <string.h>

#include "bsp-constants.h"
#include "geometry/fail.h"
#include "saved/saved.h"
#include "world/reading.h"

/* --- kinds of files --- */

typedef struct {
    const char *text;
    BspFileKind kind;
    BspWorldReader read; /* NULL if the kind is not a world */
    gboolean has_parts;  /* whether files of the kind have models and hulls */
} Ending;

static const Ending endings[] = {
    { ".json", BSP_FILE_JSON, bsp_world_read_json, FALSE },
    { ".map", BSP_FILE_LEVEL, bsp_world_read_map, TRUE },
    { ".bsp", BSP_FILE_LEVEL, bsp_world_read_bsp, TRUE },
    { ".obj", BSP_FILE_LEVEL, bsp_world_read_obj, FALSE },
    { ".glb", BSP_FILE_MESH, NULL, FALSE },
    { ".gltf", BSP_FILE_MESH, NULL, FALSE },
    { ".ply", BSP_FILE_MESH, NULL, FALSE },
    { ".stl", BSP_FILE_MESH, NULL, FALSE },
    { ".fbx", BSP_FILE_MESH, NULL, FALSE },
    { ".dae", BSP_FILE_MESH, NULL, FALSE },
    { ".pk3", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".pk4", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".zip", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".level", BSP_FILE_TREE, NULL, FALSE },
    { ".onion", BSP_FILE_TREE, NULL, FALSE },
    { ".shift", BSP_FILE_TREE, NULL, FALSE },
};

static gboolean ends_in(const char *path, gsize length, const char *ending)
{
    gsize n = strlen(ending);
    return length >= n && g_ascii_strncasecmp(path + length - n, ending, n) == 0;
}

/* Returns the length of the path without a final ".gz". */
static gsize plain_length(const char *path)
{
    gsize length = strlen(path), n = strlen(".gz");
    return length > n && ends_in(path, length, ".gz") ? length - n : length;
}

/* Returns the ending of the path. Returns NULL if it is unknown. */
static const Ending *ending_of(const char *path)
{
    const char *kept = NULL;
    if (bsp_file_kept(path, &kept) && kept)
        path = kept;
    gsize length = plain_length(path);
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++)
        if (ends_in(path, length, endings[i].text))
            return &endings[i];
    return NULL;
}

gboolean bsp_ending_is(const char *path, BspFileKind kind)
{
    const Ending *ending = ending_of(path);
    return ending && ending->kind == kind;
}

const char *bsp_ending_text(const char *path)
{
    const Ending *ending = ending_of(path);
    return ending ? ending->text : NULL;
}

/* --- loading --- */

/* Returns the reader for the path. Returns NULL if its ending does not belong to a world. */
static const Ending *find_reader(const char *path)
{
    const Ending *ending = ending_of(path);
    return ending && ending->read ? ending : NULL;
}

/* Returns whether the file exists, or its ending belongs to a world. Otherwise sets the error. So a
 * missing file is reported as missing even if its ending is wrong. */
static gboolean check_exists(const char *file, GError **error)
{
    if (find_reader(file) || g_file_test(file, G_FILE_TEST_EXISTS))
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
    bsp_fail(error, BSP_ERROR_VALUE,
             "%s: this is a saved tree, not a world; name the world from which it was built", path);
}

/* Sets the error for a file whose name does not belong to a world. */
static void fail_for_name(const char *path, GError **error)
{
    gboolean archive = bsp_ending_is(path, BSP_FILE_ARCHIVE),
             is_stdin = g_str_has_prefix(path, "/dev/stdin");
    if (bsp_ending_is(path, BSP_FILE_TREE))
        fail_for_tree(path, error);
    else if (bsp_ending_is(path, BSP_FILE_MESH))
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: this mesh must be converted first: %sbsplevel convert %s -o WORLD.json", path,
                 is_stdin ? "pipe it to " : "", is_stdin ? "-" : path);
    else
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: the name of a world must end in .json, .map, .bsp or .obj, optionally "
                 "followed by .gz%s%s%s",
                 path, archive ? "; name a world in the archive, such as " : "",
                 archive ? path : "", archive ? ":maps/NAME.bsp" : "");
}

/* Returns the reader for a file. Returns NULL with an error if there is none. */
static const Ending *choose_reader(const char *path, guint flags, GError **error)
{
    const Ending *reader = find_reader(path);
    guint unknown = flags & ~(BSP_WORLD_ALL_CONTENTS | BSP_WORLD_PATCHES | BSP_WORLD_HULL_BITS |
                              BSP_WORLD_MODEL_BITS);
    if (!reader)
        fail_for_name(path, error);
    else if (unknown)
        bsp_fail(error, BSP_ERROR_VALUE, "%s: the flags 0x%x of reading are unknown", path,
                 unknown);
    else if (bsp_world_selects_part(flags) && !reader->has_parts)
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: cannot select a model or hull, because a %s file has only the world", path,
                 reader->text);
    else
        return reader;
    return NULL;
}

/* Returns the checksum of the bytes and of all options except the flags, which are compared
 * separately. */
static char *checksum(const char *text, gsize length, const BspWorldOptions *options)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(sum, (const guchar *)text, (gssize)length);
    const char *include = options->include && *options->include ? options->include : NULL;
    g_auto(GStrv) classes = g_strsplit(include ? include : "", ",", -1);
    g_autofree char *list = g_strjoinv(",+", classes);
    g_autoptr(GString) other = g_string_new(options->game || include ? "#" : "");
    g_string_append_printf(other, "%s%s%s%s", options->game ? bsp_game_name(options->game) : "",
                           options->game && include ? "," : "", include ? "+" : "", list);
    const BspMeshOptions *mesh = &options->mesh;
    if (mesh->weld > 0 || mesh->snap > 0 || mesh->sheet > 0 || mesh->scale > 0 || mesh->close)
        g_string_append_printf(other, "#%a,%a,%a,%a,%d", mesh->weld, mesh->snap, mesh->sheet,
                               mesh->scale, mesh->close);
    if (mesh->y_up)
        g_string_append(other, "#y");
    if (options->flags & BSP_WORLD_PATCHES && options->patch_error > 0 &&
        options->patch_error != BSP_PATCH_ERROR)
        g_string_append_printf(other, "#patches=%a", options->patch_error);
    g_checksum_update(sum, (const guchar *)other->str, (gssize)other->len);
    return g_strdup(g_checksum_get_string(sum));
}

static BspWorld *read_text(BspWorldReader read, const char *name, const char *text, gsize length,
                           const BspWorldOptions *options, GError **error)
{
    if (bsp_is_saved(text, length)) {
        fail_for_tree(name, error);
        return NULL;
    }
    BspWorld *world = read(name, text, length, options, error);
    if (!world)
        return NULL;
    world->flags = options->flags;
    world->sha256 = checksum(text, length, options);
    return world;
}

BspWorld *bsp_world_load_options(const char *path, const BspWorldOptions *options, GError **error)
{
    g_return_val_if_fail(path, NULL);
    const Ending *reader =
        check_exists(path, error) ? choose_reader(path, options->flags, error) : NULL;
    gsize length;
    g_autofree char *text = reader ? bsp_read_file(path, &length, error) : NULL;
    return text ? read_text(reader->read, path, text, length, options, error) : NULL;
}

BspWorld *bsp_world_load_with(const char *path, guint flags, GError **error)
{
    return bsp_world_load_options(path, &(BspWorldOptions){ .flags = flags }, error);
}

BspWorld *bsp_world_load(const char *path, GError **error)
{
    return bsp_world_load_with(path, 0, error);
}

BspWorld *bsp_world_read(const char *name, const void *bytes, gsize length,
                         const BspWorldOptions *options, GError **error)
{
    g_return_val_if_fail(name && (bytes || !length), NULL);
    const Ending *reader = choose_reader(name, options->flags, error);
    g_autofree char *text = reader ? bsp_unpack(name, bytes, &length, error) : NULL;
    return text ? read_text(reader->read, name, text, length, options, error) : NULL;
}

/* world: levels read from files: brushes and start positions. */
#include <string.h>

#include "bsp-constants.h"
#include "saved/saved.h"
#include "tools/bsp-file.h"
#include "world/level.h"

#include "bsp-world.h"
#include "geometry/fail.h"

/* --- kinds of files --- */

typedef struct {
    const char *text;
    BspFileKind kind;
    BspWorldReader read; /* NULL if the kind is not a world */
    guint selects;       /* what words after # may select in files of this format */
} Ending;

enum {
    IN_LEVELS = 1 << 0, /* models, hulls, patches, a game, and classes of entities */
    IN_MESHES = 1 << 1  /* the thickness of sheets */
};

static const Ending endings[] = {
    { ".json", BSP_FILE_JSON, bsp_world_read_json, 0 },
    { ".map", BSP_FILE_LEVEL, bsp_world_read_map, IN_LEVELS },
    { ".bsp", BSP_FILE_LEVEL, bsp_world_read_bsp, IN_LEVELS },
    { ".obj", BSP_FILE_LEVEL, bsp_world_read_obj, IN_MESHES },
    { ".glb", BSP_FILE_MESH, NULL, 0 },
    { ".gltf", BSP_FILE_MESH, NULL, 0 },
    { ".ply", BSP_FILE_MESH, NULL, 0 },
    { ".stl", BSP_FILE_MESH, NULL, 0 },
    { ".fbx", BSP_FILE_MESH, NULL, 0 },
    { ".dae", BSP_FILE_MESH, NULL, 0 },
    { ".pk3", BSP_FILE_ARCHIVE, NULL, 0 },
    { ".pk4", BSP_FILE_ARCHIVE, NULL, 0 },
    { ".zip", BSP_FILE_ARCHIVE, NULL, 0 },
    { ".onion", BSP_FILE_TREE, NULL, 0 },
    { ".shift", BSP_FILE_TREE, NULL, 0 },
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

/* Finds the ending of the path. Returns NULL if it is unknown. */
static const Ending *ending_of(const char *path)
{
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

const char *bsp_ending_text(const char *path, BspFileKind *kind)
{
    const Ending *ending = ending_of(path);
    if (!ending)
        return NULL;
    *kind = ending->kind;
    return ending->text;
}

/* --- selections --- */

static const char *const games[] = {
    [BSP_GAME_UNKNOWN] = "unknown", [BSP_GAME_QUAKE] = "quake",     [BSP_GAME_QUAKE2] = "quake2",
    [BSP_GAME_QUAKE3] = "quake3",   [BSP_GAME_GOLDSRC] = "goldsrc", [BSP_GAME_DOOM3] = "doom3",
};

const char *bsp_game_name(BspGame game)
{
    return games[game];
}

BspGame bsp_game_by_name(const char *name)
{
    for (guint i = BSP_GAME_UNKNOWN + 1; i < G_N_ELEMENTS(games); i++)
        if (g_ascii_strcasecmp(games[i], name) == 0)
            return (BspGame)i;
    return BSP_GAME_UNKNOWN;
}

void bsp_world_options_clear(BspWorldOptions *options)
{
    g_free(options->include);
    *options = (BspWorldOptions){ 0 };
}

gboolean bsp_world_selects_part(guint flags)
{
    return BSP_WORLD_MODEL_OF(flags) || BSP_WORLD_HAS_HULL(flags);
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

/* Reads a positive number of units. Returns FALSE if *units already is another number. */
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
    BspGame game = bsp_game_by_name(name);
    if (game == BSP_GAME_UNKNOWN || (options->game && options->game != game))
        return FALSE;
    options->game = game;
    return TRUE;
}

/* Selects the model or hull of this number. Returns FALSE if the options already select another. */
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

/* Adds the selection of one word to the options. Returns FALSE if the word is not a selection, or
 * conflicts with the options. */
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

static BspWorldOptions copy_options(const BspWorldOptions *options)
{
    BspWorldOptions copy = *options;
    copy.include = g_strdup(options->include);
    return copy;
}

gsize bsp_world_selection(const char *path, BspWorldOptions *options)
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

/* Writes the number with as few digits as it needs. text: G_ASCII_DTOSTR_BUF_SIZE bytes. */
static const char *shortest_number(double number, char *text)
{
    g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE, "%.15g", number);
    if (g_ascii_strtod(text, NULL) != number)
        g_ascii_dtostr(text, G_ASCII_DTOSTR_BUF_SIZE, number);
    return text;
}

/* Appends the words of the selection. */
static void write_selection(const BspWorldOptions *options, GString *out)
{
    const gsize start = out->len;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (BSP_WORLD_MODEL_OF(options->flags))
        g_string_append_printf(out, ",%u", BSP_WORLD_MODEL_OF(options->flags));
    if (BSP_WORLD_HAS_HULL(options->flags))
        g_string_append_printf(out, ",hull%u", BSP_WORLD_HULL_OF(options->flags));
    if (options->flags & BSP_WORLD_PATCHES)
        g_string_append(out, ",patches");
    if (options->flags & BSP_WORLD_PATCHES && options->patch_error > 0)
        g_string_append_printf(out, "=%s", shortest_number(options->patch_error, number));
    if (options->mesh.sheet > 0)
        g_string_append_printf(out, ",sheet=%s", shortest_number(options->mesh.sheet, number));
    if (options->game)
        g_string_append_printf(out, ",%s", games[options->game]);
    g_auto(GStrv) classes = g_strsplit(options->include ? options->include : "", ",", -1);
    for (char **name = classes; *name; name++)
        g_string_append_printf(out, ",+%s", *name);
    if (out->len > start)
        out->str[start] = '#';
}

char *bsp_world_select(const char *path, const BspWorldOptions *options)
{
    g_auto(BspWorldOptions) all = copy_options(options);
    GString *out = g_string_new_len(path, (gssize)bsp_world_selection(path, &all));
    write_selection(&all, out);
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
    g_free(((BspWorldModel *)model)->targetname);
}

GArray *bsp_world_models_new(void)
{
    GArray *models = g_array_new(FALSE, TRUE, sizeof(BspWorldModel));
    g_array_set_clear_func(models, clear_model);
    return models;
}

BspWorld *bsp_world_new(const char *name, GPtrArray *brushes, GArray *starts)
{
    BspWorld *world = g_new0(BspWorld, 1);
    world->name = g_utf8_make_valid(name, -1); /* names in old files may be in Latin-1 */
    world->solid = bsp_solid_new(brushes);
    world->starts = starts ? starts : g_array_new(FALSE, FALSE, sizeof(BspVec));
    world->inside = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_vals(world->inside, world->starts->data, world->starts->len);
    world->inside_names = g_ptr_array_new_with_free_func(g_free);
    world->models = bsp_world_models_new();
    world->places = g_new0(BspPlaces, 1);
    world->report.messages = g_ptr_array_new_with_free_func(g_free);
    return world;
}

void bsp_world_remove_starts(BspWorld *world)
{
    g_array_set_size(world->starts, 0);
    g_array_set_size(world->inside, 0);
    g_ptr_array_set_size(world->inside_names, 0);
}

static void free_places(BspPlaces *places)
{
    if (places->brushes)
        g_array_unref(places->brushes);
    bsp_textures_free(places->textures);
    g_free(places->brushes_at);
    g_free(places);
}

void bsp_world_free(BspWorld *world)
{
    if (!world)
        return;
    g_free(world->name);
    bsp_solid_free(world->solid);
    g_array_unref(world->starts);
    g_array_unref(world->inside);
    g_ptr_array_unref(world->inside_names);
    g_ptr_array_unref(world->report.messages);
    g_array_unref(world->models);
    g_free(world->sha256);
    g_free(world->hull);
    bsp_mesh_report_free(world->report.mesh);
    free_places(world->places);
    g_free(world);
}

BspBuildOptions bsp_world_build_options(const BspWorld *world)
{
    BspBuildOptions options = { 0 };
    options.fill = BSP_FILL_AUTO;
    options.starts = world->inside;
    return options;
}

char *bsp_brush_place_text(const BspBrushPlace *place)
{
    if (place->line)
        return g_strdup_printf("entity %u, brush %u (line %u)", place->entity, place->number,
                               place->line);
    const char *what = place->is_patch ? "patch" : "brush";
    if (place->model)
        return g_strdup_printf("model %u, %s %u", place->model, what, place->number);
    return g_strdup_printf("%s %u", what, place->number);
}

char *bsp_world_brush_place(const BspWorld *world, guint i)
{
    const BspPlaces *places = world->places;
    if (places->brushes_at)
        return g_strdup_printf("%s/%u", places->brushes_at, i);
    if (!places->brushes || i >= places->brushes->len)
        return NULL;
    return bsp_brush_place_text(&g_array_index(places->brushes, BspBrushPlace, i));
}

const char *bsp_world_side_texture(const BspWorld *world, guint i, guint side)
{
    const BspTextures *textures = world->places->textures;
    return textures ? bsp_textures_find(textures, i, side) : NULL;
}

void bsp_world_leave_out(BspWorld *world, guint n, const char *format, ...)
{
    if (!n)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(world->report.messages, g_strdup_vprintf(format, arguments));
    va_end(arguments);
    world->report.n_skipped += n;
}

void bsp_left_out_add(BspLeftOut *left, guint n, const BspBrushPlace *first)
{
    if (!left->n && n)
        left->first = *first;
    left->n += n;
}

void bsp_world_report_left_out(BspWorld *world, const BspLeftOut *left, const char *reason)
{
    g_autofree char *first = bsp_brush_place_text(&left->first);
    bsp_world_leave_out(world, left->n, "brushes left out: %u: %s; the first is %s", left->n,
                        reason, first);
}

void bsp_world_remark(BspWorld *world, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(world->report.messages, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

gboolean bsp_world_check_text(const char *file, const char *text, gsize length, const char *what,
                              gsize limit, GError **error)
{
    if (length > limit)
        return bsp_fail(error, BSP_ERROR_LIMIT,
                        "%s: %" G_GSIZE_FORMAT
                        " bytes of %s are more than the limit of %" G_GSIZE_FORMAT,
                        file, length, what, limit);
    const char *nul = memchr(text, '\0', length);
    if (!nul)
        return TRUE;
    gboolean is_utf16 = g_str_has_prefix(text, "\xff\xfe") || g_str_has_prefix(text, "\xfe\xff");
    return bsp_fail(error, BSP_ERROR_SYNTAX, "%s: offset %" G_GSIZE_FORMAT ": a NUL byte%s", file,
                    (gsize)(nul - text),
                    is_utf16 ? ": the text is in UTF-16: save it in UTF-8" : "");
}

/* --- loading --- */

/* Finds the reader for the path. Returns NULL if its ending is not that of a world. */
static const Ending *find_reader(const char *path)
{
    const Ending *ending = ending_of(path);
    return ending && ending->read ? ending : NULL;
}

/* Finds the reader for the part of the path before the last '#'. Returns NULL if its ending is not
 * that of a world. */
static const Ending *find_reader_before_hash(const char *path)
{
    const char *hash = strrchr(path, '#');
    g_autofree char *before = g_strndup(path, hash ? (gsize)(hash - path) : 0);
    return find_reader(before);
}

/* Checks that the file exists, so that a missing file is reported as missing even if its ending is
 * wrong. */
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
    bsp_fail(error, BSP_ERROR_VALUE,
             "%s: this is a saved tree, not a world: name the world from which it was built", path);
}

/* Fails because the file's name is not that of a world. path: the file with the selection. */
static void fail_for_name(const char *path, const char *file, GError **error)
{
    gboolean archive = bsp_ending_is(file, BSP_FILE_ARCHIVE);
    if (bsp_ending_is(file, BSP_FILE_TREE))
        fail_for_tree(path, error);
    else if (bsp_ending_is(file, BSP_FILE_MESH))
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: this mesh must be converted first: bsplevel convert %s -o WORLD.json", path,
                 path);
    else if (find_reader_before_hash(file))
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: there is no such part of a level: after # may come patches, patches=16, "
                 "sheet=4, N for model N, hullN, a game such as quake2, or +CLASS, separated by "
                 "commas",
                 path);
    else
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: not the name of a world: it must end in .json, .map, .bsp or .obj, "
                 "optionally followed by .gz%s%s%s",
                 path, archive ? "; name a world in the archive, such as " : "",
                 archive ? path : "", archive ? ":maps/NAME.bsp" : "");
}

/* Fails if the words after # select something that no file of this format has. */
static gboolean check_selection(const char *path, const Ending *reader, GError **error)
{
    g_auto(BspWorldOptions) selected = { 0 };
    bsp_world_selection(path, &selected);
    if (!(reader->selects & IN_LEVELS) &&
        (selected.flags & BSP_WORLD_PATCHES || selected.game || selected.include))
        return bsp_fail(error, BSP_ERROR_VALUE,
                        "%s: a %s file has no patches, games or classes to select", path,
                        reader->text);
    return reader->selects & IN_MESHES || selected.mesh.sheet == 0 ||
           bsp_fail(error, BSP_ERROR_VALUE, "%s: a %s file has no sheets to select", path,
                    reader->text);
}

/* Finds the reader for a file. path: for messages, the file with the selection. Returns NULL with
 * an error if there is none. */
static const Ending *choose_reader(const char *path, const char *file, guint flags, GError **error)
{
    const Ending *reader = find_reader(file);
    if (!reader)
        fail_for_name(path, file, error);
    else if (bsp_world_selects_part(flags) && !(reader->selects & IN_LEVELS))
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: cannot select a model or hull: a %s file has only the world", path,
                 reader->text);
    else if (check_selection(path, reader, error))
        return reader;
    return NULL;
}

static gboolean is_tree(const char *text, gsize length)
{
    gsize n = sizeof BSP_SAVED_MAGIC - 1;
    return length >= n && memcmp(text, BSP_SAVED_MAGIC, n) == 0;
}

/* The checksum of the bytes and of all options but the flags, which are compared by themselves. */
static char *checksum(const char *text, gsize length, const BspWorldOptions *options)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(sum, (const guchar *)text, (gssize)length);
    g_autoptr(GString) other = g_string_new(NULL);
    write_selection(&(BspWorldOptions){ .game = options->game, .include = options->include },
                    other);
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
    if (is_tree(text, length)) {
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
    g_auto(BspWorldOptions) all = copy_options(options);
    g_autofree char *file = g_strndup(path, bsp_world_selection(path, &all));
    const Ending *reader =
        check_exists(file, error) ? choose_reader(path, file, all.flags, error) : NULL;
    gsize length;
    g_autofree char *text = reader ? bsp_read_file(file, &length, error) : NULL;
    return text ? read_text(reader->read, file, text, length, &all, error) : NULL;
}

BspWorld *bsp_world_load_with(const char *path, guint flags, GError **error)
{
    return bsp_world_load_options(path, &(BspWorldOptions){ .flags = flags }, error);
}

BspWorld *bsp_world_load(const char *path, GError **error)
{
    return bsp_world_load_with(path, 0, error);
}

BspWorld *bsp_world_read(const char *name, const void *bytes, gsize length, guint flags,
                         GError **error)
{
    g_return_val_if_fail(name && (bytes || !length), NULL);
    g_auto(BspWorldOptions) options = { .flags = flags };
    g_autofree char *file = g_strndup(name, bsp_world_selection(name, &options));
    const Ending *reader = choose_reader(name, file, options.flags, error);
    g_autofree char *text = reader ? bsp_unpack(file, bytes, &length, error) : NULL;
    return text ? read_text(reader->read, file, text, length, &options, error) : NULL;
}

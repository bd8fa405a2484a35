/* world: levels read from files: brushes and start positions. */
#include <string.h>

#include "bsp-constants.h"
#include "saved/saved.h"
#include "tools/bsp-file.h"
#include "world/level.h"

#include "bsp-world.h"
#include "geometry/fail.h"

/* --- kinds of files --- */

static const BspEnding endings[] = {
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

/* Finds the ending of the path. Returns NULL if it is unknown. */
static const BspEnding *ending_of(const char *path)
{
    gsize length = plain_length(path);
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++)
        if (ends_in(path, length, endings[i].text))
            return &endings[i];
    return NULL;
}

gboolean bsp_ending_is(const char *path, BspFileKind kind)
{
    const BspEnding *ending = ending_of(path);
    return ending && ending->kind == kind;
}

const char *bsp_ending_text(const char *path, BspFileKind *kind)
{
    const BspEnding *ending = ending_of(path);
    if (!ending)
        return NULL;
    *kind = ending->kind;
    return ending->text;
}

/* --- selections --- */

#define PATCHES "patches"
#define HULL "hull"
#define SHEET "sheet="

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

/* word: "patches" or "patches=16", with the error in units. */
static gboolean select_patches(const char *word, BspWorldOptions *options)
{
    const char *number = word + strlen(PATCHES);
    if (!g_str_has_prefix(word, PATCHES) ||
        (*number && (*number != '=' || !select_units(number + 1, &options->patch_error))))
        return FALSE;
    options->flags |= BSP_WORLD_PATCHES;
    return TRUE;
}

/* word: "sheet=4", with the thickness in units. */
static gboolean select_sheet(const char *word, BspWorldOptions *options)
{
    return g_str_has_prefix(word, SHEET) &&
           select_units(word + strlen(SHEET), &options->mesh.sheet);
}

static gboolean select_game(const char *name, BspWorldOptions *options)
{
    BspGame game = bsp_game_by_name(name);
    if (game == BSP_GAME_UNKNOWN || (options->game && options->game != game))
        return FALSE;
    options->game = game;
    return TRUE;
}

/* word: "3" or "hull1". */
static gboolean select_part(const char *word, BspWorldOptions *options)
{
    guint64 number;
    gboolean is_hull = g_str_has_prefix(word, HULL);
    if (is_hull)
        word += strlen(HULL);
    if (!g_ascii_string_to_unsigned(word, 10, 0, is_hull ? BSP_WORLD_LAST_HULL : G_MAXUINT16,
                                    &number, NULL))
        return FALSE;
    guint part = is_hull ? BSP_WORLD_HULL(number) : BSP_WORLD_MODEL(number);
    guint before = options->flags & (is_hull ? BSP_WORLD_HULL_BITS : BSP_WORLD_MODEL_BITS);
    if (before && before != part)
        return FALSE;
    options->flags |= part;
    return TRUE;
}

/* Adds the selection of one word to the options. Returns FALSE if the word is not a selection, or
 * conflicts with the options. */
static gboolean select_one(const char *word, BspWorldOptions *options)
{
    if (*word == '+')
        return select_class(word + 1, options);
    return select_patches(word, options) || select_sheet(word, options) ||
           select_game(word, options) || select_part(word, options);
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

static void add_word(GString *out, gboolean *first, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void add_word(GString *out, gboolean *first, const char *format, ...)
{
    g_string_append_c(out, *first ? '#' : ',');
    *first = FALSE;
    va_list arguments;
    va_start(arguments, format);
    g_string_append_vprintf(out, format, arguments);
    va_end(arguments);
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
    gboolean first = TRUE;
    if (BSP_WORLD_MODEL_OF(options->flags))
        add_word(out, &first, "%u", BSP_WORLD_MODEL_OF(options->flags));
    if (BSP_WORLD_HAS_HULL(options->flags))
        add_word(out, &first, HULL "%u", BSP_WORLD_HULL_OF(options->flags));
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (options->flags & BSP_WORLD_PATCHES && options->patch_error > 0)
        add_word(out, &first, PATCHES "=%s", shortest_number(options->patch_error, number));
    else if (options->flags & BSP_WORLD_PATCHES)
        add_word(out, &first, PATCHES);
    if (options->mesh.sheet > 0)
        add_word(out, &first, SHEET "%s", shortest_number(options->mesh.sheet, number));
    if (options->game)
        add_word(out, &first, "%s", games[options->game]);
    g_auto(GStrv) classes = g_strsplit(options->include ? options->include : "", ",", -1);
    for (char **name = classes; *name; name++)
        add_word(out, &first, "+%s", *name);
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

BspWorld *bsp_world_new(const char *name, GPtrArray *brushes, GArray *starts)
{
    BspWorld *world = g_new0(BspWorld, 1);
    world->name = g_utf8_make_valid(name, -1); /* names in old files may be in Latin-1 */
    world->solid = bsp_solid_new(brushes);
    world->starts = starts ? starts : g_array_new(FALSE, FALSE, sizeof(BspVec));
    world->inside = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_vals(world->inside, world->starts->data, world->starts->len);
    world->inside_names = g_ptr_array_new_with_free_func(g_free);
    world->models = g_array_new(FALSE, TRUE, sizeof(BspWorldModel));
    g_array_set_clear_func(world->models, clear_model);
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
static const BspEnding *find_reader(const char *path)
{
    const BspEnding *ending = ending_of(path);
    return ending && ending->read ? ending : NULL;
}

/* Finds the reader for the part of the path before the last '#'. Returns NULL if its ending is not
 * that of a world. */
static const BspEnding *find_reader_before_hash(const char *path)
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

/* Finds the reader for a file. path: for messages, the file with the selection. Returns NULL with
 * an error if there is none. */
static const BspEnding *choose_reader(const char *path, const char *file, guint flags,
                                      GError **error)
{
    const BspEnding *reader = find_reader(file);
    if (reader && (reader->has_parts || !bsp_world_selects_part(flags)))
        return reader;
    if (reader) {
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: cannot select a model or hull: a %s file has only the world", path,
                 reader->text);
        return NULL;
    }
    if (bsp_ending_is(file, BSP_FILE_TREE)) {
        fail_for_tree(path, error);
        return NULL;
    }
    if (bsp_ending_is(file, BSP_FILE_MESH)) {
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: this mesh must be converted first: bsplevel convert %s -o WORLD.json", path,
                 path);
        return NULL;
    }
    if (find_reader_before_hash(file)) {
        bsp_fail(error, BSP_ERROR_VALUE,
                 "%s: there is no such part of a level: after # may come patches, patches=16, "
                 "sheet=4, N for model N, hullN, a game such as quake2, or +CLASS, separated by "
                 "commas",
                 path);
        return NULL;
    }
    gboolean archive = bsp_ending_is(file, BSP_FILE_ARCHIVE);
    bsp_fail(error, BSP_ERROR_VALUE,
             "%s: not the name of a world: it must end in .json, .map, .bsp or .obj, "
             "optionally followed by .gz%s%s%s",
             path, archive ? "; name a world in the archive, such as " : "", archive ? path : "",
             archive ? ":maps/NAME.bsp" : "");
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
    const BspEnding *reader =
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
    const BspEnding *reader = choose_reader(name, file, options.flags, error);
    g_autofree char *text = reader ? bsp_unpack(file, bytes, &length, error) : NULL;
    return text ? read_text(reader->read, file, text, length, &options, error) : NULL;
}

/* level-text: assembles compiled levels of each game from text. */
#include "level-text.h"

#include <string.h>

#include "bsp-levels.h"
#include "mesh-export.h"
#include "put-bytes.h"
#include "scenes.h"
#include "text/file.h"

gboolean level_text_has_key(const char *key)
{
    static const char *const keys[] = { "file",  "level",   "flags",  "brush", "hull",
                                        "patch", "options", "change", NULL };
    return g_strv_contains(keys, key);
}

/* --- the shapes of a row --- */

typedef struct {
    GArray *numbers; /* an array of double */
    gboolean is_hull, is_patch;
    gint32 contents, model, flags, width, kind, faces, inward;
    char *texture;
} Shape;

static void clear_shape(gpointer data)
{
    Shape *shape = data;
    g_array_unref(shape->numbers);
    g_free(shape->texture);
}

static double number_of(const Shape *shape, guint i)
{
    return g_array_index(shape->numbers, double, i);
}

/* Sets an option. `value` is NULL if the line ends after the name. */
static void set_option(Shape *shape, const char *name, const char *value)
{
    const struct {
        const char *name;
        gint32 *number;
    } options[] = { { "contents", &shape->contents }, { "model", &shape->model },
                    { "flags", &shape->flags },       { "width", &shape->width },
                    { "kind", &shape->kind },         { "faces", &shape->faces },
                    { "inward", &shape->inward } };
    gboolean is_texture = strcmp(name, "texture") == 0;
    guint k = 0;
    while (k < G_N_ELEMENTS(options) && strcmp(name, options[k].name) != 0)
        k++;
    if (!value || (!is_texture && k == G_N_ELEMENTS(options)))
        g_error("'%s' is not an option, or has no value", name);
    if (is_texture)
        shape->texture = g_strdup(value);
    else
        *options[k].number = (gint32)g_ascii_strtoll(value, NULL, 0);
}

static Shape read_shape(const FormatLine *line)
{
    Shape shape = { .numbers = g_array_new(FALSE, FALSE, sizeof(double)),
                    .is_hull = strcmp(line->key, "hull") == 0,
                    .is_patch = strcmp(line->key, "patch") == 0,
                    .contents = 1,
                    .width = 3,
                    .kind = 2,
                    .faces = 63 };
    g_auto(GStrv) words = g_strsplit(line->value, " ", -1);
    guint at = 0;
    for (char *end; words[at]; at++) {
        double number = g_ascii_strtod(words[at], &end);
        if (end == words[at])
            break;
        g_array_append_val(shape.numbers, number);
    }
    g_assert(shape.is_hull || shape.is_patch ? at % 3 == 0 : at == 6);
    for (; words[at]; at += 2)
        set_option(&shape, words[at], words[at + 1]);
    return shape;
}

/* Reads the shapes in the order of their models. */
static GArray *read_shapes(const FormatRow *row, guint *n_models)
{
    GArray *shapes = g_array_new(FALSE, FALSE, sizeof(Shape));
    g_array_set_clear_func(shapes, clear_shape);
    *n_models = 1;
    for (guint model = 0; model < *n_models; model++)
        for (guint i = 0; i < row->lines->len; i++) {
            const FormatLine *line = &g_array_index(row->lines, FormatLine, i);
            if (strcmp(line->key, "brush") != 0 && strcmp(line->key, "hull") != 0 &&
                strcmp(line->key, "patch") != 0)
                continue;
            Shape shape = read_shape(line);
            *n_models = MAX(*n_models, (guint)shape.model + 1);
            if ((guint)shape.model == model)
                g_array_append_val(shapes, shape);
            else
                clear_shape(&shape);
        }
    return shapes;
}

static BspBrush *brush_of(const Shape *shape)
{
    const double *n = (const double *)(void *)shape->numbers->data;
    BspBrush *brush =
        shape->is_hull ? scene_hull_brush((const BspVec *)(const void *)n, shape->numbers->len / 3)
                       : scene_box(n[0], n[1], n[2], n[3], n[4], n[5]);
    bsp_brush_set_contents(brush, (guint32)shape->contents);
    return brush;
}

/* --- bytes --- */

static void append_bytes(GByteArray *out, GByteArray *bytes)
{
    g_byte_array_append(out, bytes->data, bytes->len);
    g_byte_array_unref(bytes);
}

/* --- Quake and GoldSrc --- */

static BspSolid *solid_of_model(const GArray *shapes, guint model)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        const Shape *shape = &g_array_index(shapes, Shape, i);
        if ((guint)shape->model == model)
            g_ptr_array_add(brushes, brush_of(shape));
    }
    return scene_solid((BspBrush **)brushes->pdata, brushes->len);
}

BspSolid *level_text_solid(const FormatRow *row, guint model)
{
    guint n_models;
    g_autoptr(GArray) shapes = read_shapes(row, &n_models);
    return solid_of_model(shapes, model);
}

/* Returns the words of the line "options". The caller frees them with g_strfreev(). */
static char **read_options(const FormatRow *row)
{
    static const char *const known[] = { "filled", "clips", "list", NULL };
    const char *value = format_row_value(row, "options");
    char **words = g_strsplit(value ? value : "", " ", -1);
    for (guint i = 0; words[i]; i++)
        if (!g_strv_contains(known, words[i]))
            g_error("[%s] '%s' is not an option", row->name, words[i]);
    return words;
}

static void append_q1(GByteArray *out, const FormatRow *row, LevelFormat format)
{
    guint n_models;
    g_autoptr(GArray) shapes = read_shapes(row, &n_models);
    const BspSolid *models[8];
    g_auto(GStrv) options_given = read_options(row);
    const char *const *words = (const char *const *)options_given;
    for (guint i = 0; i < n_models; i++)
        models[i] = solid_of_model(shapes, i);
    const LevelOptions options = { .format = format,
                                   .filled = g_strv_contains(words, "filled"),
                                   .clips = g_strv_contains(words, "clips"),
                                   .entities = row->text->len ? row->text->str : NULL,
                                   .models = models + 1,
                                   .n_models = n_models - 1 };
    append_bytes(out, level_q1(models[0], &options));
    if (g_strv_contains(words, "list")) {
        g_autoptr(GByteArray) list = level_brushlist(models, n_models);
        level_add_bspx(out, "BRUSHLIST", list);
    }
    for (guint i = 0; i < n_models; i++)
        bsp_solid_free((BspSolid *)models[i]);
}

/* --- Quake II --- */

static void append_q2(GByteArray *out, const FormatRow *row)
{
    guint n_models;
    g_autoptr(GArray) shapes = read_shapes(row, &n_models);
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autofree LevelBrush *brushes = g_new(LevelBrush, shapes->len);
    for (guint i = 0; i < shapes->len; i++) {
        const Shape *shape = &g_array_index(shapes, Shape, i);
        g_autoptr(BspBrush) brush = brush_of(shape);
        brushes[i] =
            (LevelBrush){ planes->len, brush->cell->n_faces, shape->contents, (guint)shape->model };
        for (guint f = 0; f < brush->cell->n_faces; f++)
            g_array_append_val(planes, brush->cell->faces[f].plane);
    }
    append_bytes(out, level_q2_models((const BspPlane *)(void *)planes->data, planes->len, brushes,
                                      shapes->len, row->text->len ? row->text->str : NULL));
}

/* --- id Tech 3 --- */

enum { ENTITIES, TEXTURES, PLANES, MODELS = 7, BRUSHES, SIDES, VERTICES, FACES = 13, N_LUMPS = 17 };

static void put_brush(GByteArray **lumps, const Shape *shape, gint32 texture)
{
    g_autoptr(BspBrush) brush = brush_of(shape);
    put_int(lumps[BRUSHES], (gint32)lumps[SIDES]->len / 8);
    put_int(lumps[BRUSHES], (gint32)brush->cell->n_faces);
    put_int(lumps[BRUSHES], texture);
    for (guint f = 0; f < brush->cell->n_faces; f++) {
        const BspPlane *plane = &brush->cell->faces[f].plane;
        put_int(lumps[SIDES], (gint32)lumps[PLANES]->len / 16);
        put_int(lumps[SIDES], texture);
        for (guint k = 0; k < 3; k++)
            put_float(lumps[PLANES], plane->normal.v[k]);
        put_float(lumps[PLANES], plane->dist);
    }
}

static void put_patch(GByteArray **lumps, const Shape *shape, gint32 texture)
{
    gint32 n = (gint32)shape->numbers->len / 3, first = (gint32)lumps[VERTICES]->len / 44;
    for (guint i = 0; i < shape->numbers->len; i++) {
        put_float(lumps[VERTICES], number_of(shape, i));
        put_zeros(lumps[VERTICES], i % 3 == 2 ? 32 : 0);
    }
    const gint32 face[26] = { [0] = texture, [2] = shape->kind,   [3] = first,
                              [4] = n,       [24] = shape->width, [25] = n / shape->width };
    for (guint k = 0; k < G_N_ELEMENTS(face); k++)
        put_int(lumps[FACES], face[k]);
}

/* Writes the models. The shapes are in the order of their models. Brushes have no faces, so each
 * face is a patch. */
static void put_models(GByteArray *out, const GArray *shapes, guint n_models)
{
    gint32 first[2] = { 0, 0 }; /* the first brush and the first face */
    for (guint model = 0; model < n_models; model++) {
        gint32 n[2] = { 0, 0 };
        for (guint i = 0; i < shapes->len; i++) {
            const Shape *shape = &g_array_index(shapes, Shape, i);
            n[shape->is_patch] += (guint)shape->model == model ? 1 : 0;
        }
        const gint32 numbers[] = { first[1], n[1], first[0], n[0] };
        put_zeros(out, 24);
        for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
            put_int(out, numbers[i]);
        first[0] += n[0];
        first[1] += n[1];
    }
}

/* Replaces a lump by one with records of `to` instead of `from` bytes. The first `kept` bytes of a
 * record stay first, and the others become the last ones. The new bytes between them are 0. */
static void widen_lump(GByteArray **lump, guint from, guint kept, guint to)
{
    GByteArray *wide = g_byte_array_new();
    for (guint at = 0; at < (*lump)->len; at += from) {
        g_byte_array_append(wide, (*lump)->data + at, kept);
        put_zeros(wide, to - from);
        g_byte_array_append(wide, (*lump)->data + at + kept, from - kept);
    }
    g_byte_array_unref(*lump);
    *lump = wide;
}

/* Joins the lumps into a file, and frees them. RBSP and FBSP have longer records and one more lump.
 */
static void join_lumps(GByteArray *file, const char *magic, gint32 version, GByteArray **lumps)
{
    gboolean wide = magic[0] != 'I';
    guint n = wide ? N_LUMPS + 1 : N_LUMPS, offset = 8 + 8 * n;
    if (wide) {
        widen_lump(&lumps[SIDES], 8, 8, 12);
        widen_lump(&lumps[VERTICES], 44, 44, 80);
        widen_lump(&lumps[FACES], 104, 96, 148);
    }
    g_byte_array_append(file, (const guint8 *)magic, 4);
    put_int(file, version);
    for (guint i = 0; i < n; i++) {
        guint length = i < N_LUMPS ? lumps[i]->len : 0;
        put_int(file, (gint32)offset);
        put_int(file, (gint32)length);
        offset += length;
    }
    for (guint i = 0; i < N_LUMPS; i++)
        append_bytes(file, lumps[i]);
}

static void append_q3(GByteArray *out, const FormatRow *row, const char *magic, gint32 version)
{
    guint n_models;
    GByteArray *lumps[N_LUMPS];
    g_autoptr(GArray) shapes = read_shapes(row, &n_models);
    for (guint i = 0; i < N_LUMPS; i++)
        lumps[i] = g_byte_array_new();
    g_byte_array_append(lumps[ENTITIES], (const guint8 *)row->text->str, (guint)row->text->len + 1);
    for (guint i = 0; i < shapes->len; i++) {
        const Shape *shape = &g_array_index(shapes, Shape, i);
        char name[64] = { 0 };
        g_strlcpy(name, shape->texture ? shape->texture : "textures/any", sizeof name);
        g_byte_array_append(lumps[TEXTURES], (const guint8 *)name, sizeof name);
        put_int(lumps[TEXTURES], shape->flags);
        put_int(lumps[TEXTURES], shape->contents);
        (shape->is_patch ? put_patch : put_brush)(lumps, shape, (gint32)i);
    }
    put_models(lumps[MODELS], shapes, n_models);
    join_lumps(out, magic, version, lumps);
}

/* --- .map --- */

/* Appends a brush that is a box. Bit k of a corner's number selects the larger coordinate along
 * axis k. */
static void append_box(GString *text, const Shape *box)
{
    static const guint faces[6][3] = { { 4, 0, 2 }, { 3, 1, 5 }, { 1, 0, 4 },
                                       { 6, 2, 3 }, { 2, 0, 1 }, { 5, 4, 6 } };
    g_string_append(text, "{\n");
    for (guint f = 0; f < 6; f++) {
        for (guint p = 0; p < 3; p++) {
            guint c = faces[f][p];
            g_string_append_printf(text, "( %g %g %g ) ", number_of(box, c & 1 ? 3 : 0),
                                   number_of(box, c & 2 ? 4 : 1), number_of(box, c & 4 ? 5 : 2));
        }
        g_string_append(text, "x 0 0 0 1 1\n");
    }
    g_string_append(text, "}\n");
}

static void append_map(GByteArray *out, const FormatRow *row)
{
    guint n_models;
    g_autoptr(GArray) shapes = read_shapes(row, &n_models);
    g_autoptr(GString) text = g_string_new("// Game: Quake\n{\n\"classname\" \"worldspawn\"\n");
    for (guint i = 0; i < shapes->len; i++)
        append_box(text, &g_array_index(shapes, Shape, i));
    g_string_append_printf(text, "}\n%s", row->text->str);
    g_byte_array_append(out, (const guint8 *)text->str, (guint)text->len);
}

/* --- .obj --- */

static void append_obj(GByteArray *out, const FormatRow *row)
{
    guint n_models;
    g_autoptr(GArray) shapes = read_shapes(row, &n_models);
    g_autoptr(MeshExport) mesh = mesh_export_new();
    for (guint i = 0; i < shapes->len; i++) {
        const Shape *box = &g_array_index(shapes, Shape, i);
        BspVec corners[8];
        for (guint c = 0; c < 8; c++)
            corners[c] = bsp_vec(number_of(box, c & 1 ? 3 : 0), number_of(box, c & 2 ? 4 : 1),
                                 number_of(box, c & 4 ? 5 : 2));
        mesh_export_add_box(mesh, corners, (guint)box->faces, box->inward != 0);
    }
    g_autoptr(GString) text = mesh_export_text(mesh);
    g_byte_array_append(out, (const guint8 *)text->str, (guint)text->len);
}

void level_text_append(GByteArray *out, const FormatRow *row, const char *format)
{
    static const char *const names[] = { "quake", "goldsrc", "2psb", "bsp2", NULL };
    static const struct {
        const char *name, *magic;
        gint32 version;
    } kin[] = { { "ibsp46", "IBSP", 46 },
                { "ibsp47", "IBSP", 47 },
                { "rbsp", "RBSP", 1 },
                { "fbsp", "FBSP", 1 } };
    for (LevelFormat i = LEVEL_QUAKE; i <= LEVEL_BSP2; i++)
        if (strcmp(format, names[i]) == 0)
            append_q1(out, row, i);
    for (guint i = 0; i < G_N_ELEMENTS(kin); i++)
        if (strcmp(format, kin[i].name) == 0)
            append_q3(out, row, kin[i].magic, kin[i].version);
    if (strcmp(format, "quake2") == 0)
        append_q2(out, row);
    else if (strcmp(format, "map") == 0)
        append_map(out, row);
    else if (strcmp(format, "obj") == 0)
        append_obj(out, row);
    g_assert(out->len);
}

/* --- changes --- */

/* Returns the bytes of a text such as "int 1 2 float 0.5 zeros 8". */
static GByteArray *read_values(char **words)
{
    static const char *const types[] = { "int", "short", "byte", "float", "zeros", NULL };
    GByteArray *out = g_byte_array_new();
    const char *type = "";
    for (; *words; words++) {
        if (g_ascii_isalpha(**words) && strcmp(*words, "nan") != 0 && strcmp(*words, "inf") != 0) {
            type = *words;
            g_assert(g_strv_contains(types, type));
            continue;
        }
        gint64 whole = g_ascii_strtoll(*words, NULL, 0);
        guint32 bits = GUINT32_TO_LE((guint32)whole);
        if (strcmp(type, "float") == 0)
            put_float(out, g_ascii_strtod(*words, NULL));
        else if (strcmp(type, "zeros") == 0)
            put_zeros(out, (guint)whole);
        else
            g_byte_array_append(out, (const guint8 *)&bits,
                                strcmp(type, "int") == 0     ? 4
                                : strcmp(type, "short") == 0 ? 2
                                                             : 1);
    }
    return out;
}

/* Returns the offset in the file of a lump's entry in the directory. */
static guint entry_of(const GByteArray *file, const char *number)
{
    static const char *const first[] = { "\x1d", "\x1e", "2PSB", "BSP2" };
    guint directory = 8;
    for (guint i = 0; i < G_N_ELEMENTS(first); i++)
        directory = memcmp(file->data, first[i], strlen(first[i])) == 0 ? 4 : directory;
    return directory + 8 * (guint)g_ascii_strtoull(number, NULL, 10);
}

static void overwrite(GByteArray *file, guint at, const GByteArray *values)
{
    g_assert(at + values->len <= file->len);
    memcpy(file->data + at, values->data, values->len);
}

/* Moves the lump to the end of the file, with the values after the bytes that stay. */
static void move_lump(GByteArray *file, guint entry, gboolean grows, const GByteArray *values)
{
    guint32 old[2];
    memcpy(old, file->data + entry, sizeof old);
    guint kept = grows ? GUINT32_FROM_LE(old[1]) : 0;
    guint32 new[2] = { GUINT32_TO_LE(file->len), GUINT32_TO_LE(kept + values->len) };
    g_autofree guint8 *lump = g_memdup2(file->data + GUINT32_FROM_LE(old[0]), kept);
    g_byte_array_append(file, lump, kept);
    g_byte_array_append(file, values->data, values->len);
    memcpy(file->data + entry, new, sizeof new);
}

static void change_lump(GByteArray *file, char **words)
{
    gboolean is_at = strcmp(words[2], "at") == 0;
    g_autoptr(GByteArray) values = read_values(words + (is_at ? 4 : 3));
    guint entry = entry_of(file, words[1]);
    guint32 offset;
    memcpy(&offset, file->data + entry, 4);
    if (is_at)
        overwrite(file, GUINT32_FROM_LE(offset) + (guint)g_ascii_strtoull(words[3], NULL, 0),
                  values);
    else
        move_lump(file, entry, strcmp(words[2], "grows") == 0, values);
}

static void swap_entries(GByteArray *file, guint a, guint b)
{
    guint8 saved[8];
    memcpy(saved, file->data + a, 8);
    memcpy(file->data + a, file->data + b, 8);
    memcpy(file->data + b, saved, 8);
}

static void compress_file(GByteArray *file)
{
    g_autoptr(GBytes) bytes = compare_gzip((const char *)file->data, file->len);
    g_byte_array_set_size(file, 0);
    g_byte_array_append(file, g_bytes_get_data(bytes, NULL), (guint)g_bytes_get_size(bytes));
}

void level_text_change(GByteArray *file, const char *change)
{
    g_auto(GStrv) words = g_strsplit(change, " ", -1);
    const char *what = words[0], *argument = words[1] ? words[1] : "";
    gint64 number = g_ascii_strtoll(argument, NULL, 0);
    guint from_end = number < 0 ? file->len : 0;
    if (strcmp(what, "lump") == 0) {
        change_lump(file, words);
    } else if (strcmp(what, "swap") == 0) {
        swap_entries(file, entry_of(file, words[1]), entry_of(file, words[2]));
    } else if (strcmp(what, "cut") == 0) {
        g_byte_array_set_size(file, (guint)(from_end + number));
    } else if (strcmp(what, "gzip") == 0) {
        compress_file(file);
    } else if (strcmp(what, "add") == 0) {
        append_bytes(file, read_values(words + 1));
    } else {
        static const char *const places[] = { "file", "entry", "end", NULL };
        g_assert(g_strv_contains(places, what));
        g_autoptr(GByteArray) values = read_values(words + 2);
        guint at = strcmp(what, "entry") == 0 ? entry_of(file, argument)
                   : strcmp(what, "end") == 0 ? (guint)(file->len + number)
                                              : (guint)number;
        overwrite(file, at, values);
    }
}

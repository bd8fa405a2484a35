/* test-formats: tests the rows of tests/formats, which are files of levels, and the worlds or the
 * messages that they must give. Damaged copies of the files give a world or a message, too. */
#include "brush-by-brush.h"
#include "bsp-constants.h"
#include "build-trees.h"
#include "compile/tree.h"
#include "format-rows.h"
#include "level-text.h"
#include "random.h"
#include "test-world-files.h"
#include "text/file.h"
#include "text/selection.h"
#include "tools/bsp-file.h"

/* --- the facts of a world that a row expects, as text --- */

/* Appends facts of the world. `asked`, which is the value in the row, says which facts. */
typedef void (*Describe)(GString *out, const BspWorld *world, const char *asked);

static void append_vec(GString *out, BspVec v)
{
    g_string_append_printf(out, "%.8g %.8g %.8g", v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

static void append_bounds(GString *out, const BspBounds *b)
{
    append_vec(out, b->mins);
    g_string_append_c(out, ' ');
    append_vec(out, b->maxs);
}

static void append_separator(GString *out)
{
    g_string_append(out, out->len ? " / " : "");
}

static void describe_boxes(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    for (guint i = 0; i < world->solid->brushes->len; i++) {
        append_separator(out);
        append_bounds(out, &bsp_solid_brush(world->solid, i)->bounds);
    }
}

static void describe_bounds(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    append_bounds(out, &world->solid->bounds);
}

static void describe_volume(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    g_string_append_printf(out, "%.6g", world_volume(world));
}

static void describe_union(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    g_string_append_printf(out, "%.6g", solid_volume(world->solid));
}

static void describe_contents(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    for (guint i = 0; i < world->solid->brushes->len; i++) {
        append_separator(out);
        g_string_append_printf(out, "%#x", bsp_brush_contents(bsp_solid_brush(world->solid, i)));
    }
}

static void describe_name(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    g_autofree char *name = g_strescape(world->name, "\"");
    g_string_append(out, name);
}

static void describe_game(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    g_string_append(out, bsp_game_name(world->game));
}

static void describe_starts(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    for (guint i = 0; i < world->starts->len; i++) {
        append_separator(out);
        append_vec(out, g_array_index(world->starts, BspVec, i));
    }
}

static void describe_inside(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    for (guint i = 0; i < world->inside_names->len; i++) {
        append_separator(out);
        g_string_append(out, world->inside_names->pdata[i]);
    }
}

static void describe_models(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    for (guint i = 0; i < world->models->len; i++) {
        const BspWorldModel *model = &g_array_index(world->models, BspWorldModel, i);
        append_separator(out);
        g_string_append_printf(out, "%u %s at ", model->number, model->classname);
        append_vec(out, model->origin);
        g_string_append(out, " turned ");
        append_vec(out, model->angles);
        if (!model->target)
            continue;
        g_string_append_printf(out, " to %s at ", model->has_target ? model->target : "nothing");
        append_vec(out, model->target_at);
        g_string_append(out, " by ");
        append_vec(out, model->direction);
        g_string_append_printf(out, ", speed %g height %g lip %g", model->speed, model->height,
                               model->lip);
    }
}

static void describe_hulls(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    g_string_append_printf(out, "%u%s", world->report.n_hulls,
                           world->report.brushes_given ? ", brushes given" : "");
}

static void describe_clip_box(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    if (world->hull)
        append_bounds(out, world->hull);
}

static void describe_patches(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    g_string_append_printf(out, "%u, brushes %u", world->report.n_patches,
                           world->report.n_patch_brushes);
}

static void describe_mesh(GString *out, const BspWorld *world, G_GNUC_UNUSED const char *asked)
{
    const BspMeshReport *m = world->report.mesh;
    g_string_append_printf(out, "closed %u inward %u sheets %u convex %u rooms %u", m->n_closed,
                           m->n_inward, m->n_sheets, m->n_convex, m->n_rooms);
}

/* Appends "BRUSH PLACE" for each brush that is named. A negative number counts from the end. */
static void describe_place(GString *out, const BspWorld *world, const char *asked)
{
    g_auto(GStrv) items = g_strsplit(asked, " / ", -1);
    for (guint i = 0; items[i]; i++) {
        gint number = (gint)g_ascii_strtoll(items[i], NULL, 10);
        guint brush = number < 0 ? world->solid->brushes->len + (guint)number : (guint)number;
        g_autofree char *place = bsp_world_brush_place(world, brush);
        append_separator(out);
        g_string_append_printf(out, "%d %s", number, place ? place : "none");
    }
}

/* Appends "BRUSH SIDE TEXTURE" for each side that is named. */
static void describe_texture(GString *out, const BspWorld *world, const char *asked)
{
    g_auto(GStrv) items = g_strsplit(asked, " / ", -1);
    for (guint i = 0, brush, side; items[i]; i++) {
        cr_assert_eq(sscanf(items[i], "%u %u", &brush, &side), 2);
        const char *texture = bsp_world_side_texture(world, brush, side);
        append_separator(out);
        g_string_append_printf(out, "%u %u %s", brush, side, texture ? texture : "none");
    }
}

/* Appends "BRUSH TAG TAG..." for each brush that is named. */
static void describe_tags(GString *out, const BspWorld *world, const char *asked)
{
    g_auto(GStrv) items = g_strsplit(asked, " / ", -1);
    for (guint i = 0; items[i]; i++) {
        guint number = (guint)g_ascii_strtoull(items[i], NULL, 10);
        const BspBrush *brush = bsp_solid_brush(world->solid, number);
        append_separator(out);
        g_string_append_printf(out, "%u", number);
        for (guint side = 0; side < bsp_brush_n_sides(brush); side++)
            g_string_append_printf(out, " %u", bsp_brush_tag(brush, side));
    }
}

/* Appends "X Y Z solid" for each point that is named, by the brushes or by the tree. */
static void describe_points_in(GString *out, const BspWorld *world, const BspTree *tree,
                               const char *asked)
{
    g_auto(GStrv) items = g_strsplit(asked, " / ", -1);
    for (guint i = 0; items[i]; i++) {
        BspVec p;
        cr_assert_eq(sscanf(items[i], "%lf %lf %lf", &p.x, &p.y, &p.z), 3);
        gboolean solid = tree ? bsp_tree_first_transition(tree, p, p, NULL).type == BSP_SOLID
                              : brushes_contain(world->solid, p);
        append_separator(out);
        append_vec(out, p);
        g_string_append(out, solid ? " solid" : " empty");
    }
}

static void describe_points(GString *out, const BspWorld *world, const char *asked)
{
    describe_points_in(out, world, NULL, asked);
}

static void describe_filled_for(GString *out, const BspWorld *world, const BspBounds *box,
                                const char *asked)
{
    BspBuildOptions options = bsp_world_build_options(world);
    g_autoptr(BspTree) tree = build_tree_with(world->solid, box, &options);
    describe_points_in(out, world, tree, asked);
}

static void describe_filled(GString *out, const BspWorld *world, const char *asked)
{
    static const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
    describe_filled_for(out, world, &point, asked);
}

static void describe_filled_for_player(GString *out, const BspWorld *world, const char *asked)
{
    static const BspBounds player = { { { -16, -16, -24 } }, { { 16, 16, 32 } } };
    describe_filled_for(out, world, &player, asked);
}

/* Appends "X Y Z to X Y Z T" for each move of a point that is named. */
static void describe_moves(GString *out, const BspWorld *world, const char *asked)
{
    g_autoptr(BspTree) tree = build_tree(world->solid, NULL);
    g_auto(GStrv) items = g_strsplit(asked, " / ", -1);
    for (guint i = 0; items[i]; i++) {
        BspVec a, b;
        cr_assert_eq(
            sscanf(items[i], "%lf %lf %lf to %lf %lf %lf", &a.x, &a.y, &a.z, &b.x, &b.y, &b.z), 6);
        BspTransition hit = bsp_tree_first_transition(tree, a, b, NULL);
        append_separator(out);
        append_vec(out, a);
        g_string_append(out, " to ");
        append_vec(out, b);
        if (hit.type == BSP_SOLID || hit.type == BSP_SOLID_TO_EMPTY)
            g_string_append(out, " solid");
        else
            g_string_append_printf(out, " %.6g", hit.t);
    }
}

static const struct {
    const char *key;
    Describe describe;
} descriptions[] = {
    { "boxes", describe_boxes },       { "bounds", describe_bounds },
    { "volume", describe_volume },     { "union", describe_union },
    { "contents", describe_contents }, { "name", describe_name },
    { "game", describe_game },         { "starts", describe_starts },
    { "inside", describe_inside },     { "models", describe_models },
    { "hulls", describe_hulls },       { "clip box", describe_clip_box },
    { "patches", describe_patches },   { "mesh", describe_mesh },
    { "place", describe_place },       { "texture", describe_texture },
    { "tags", describe_tags },         { "points", describe_points },
    { "filled", describe_filled },     { "filled for a player", describe_filled_for_player },
    { "moves", describe_moves },
};

/* --- rows --- */

/* A row, and the file that it makes in one format. */
typedef struct {
    const FormatRow *row;
    const char *path;
    char *format; /* NULL for a text */
    GByteArray *bytes;
    guint flags;
} Case;

static BspWorld *read_case(const Case *c, const GByteArray *bytes, GError **error)
{
    g_autofree guint8 *copy = g_memdup2(bytes->data, bytes->len); /* ends at the end of its
                                                                     allocation, so that
                                                                     AddressSanitizer sees reads
                                                                     beyond it */
    BspWorld *world = compare_world_read(c->path, copy, bytes->len, c->flags, error);
    cr_assert(!world == !!*error, "[%s]", c->row->name);
    cr_assert(world || ((*error)->domain == BSP_ERROR && !strchr((*error)->message, '\n')),
              "[%s] %s", c->row->name, *error ? (*error)->message : "");
    return world;
}

static void expect_error(const Case *c, const BspWorld *world, const GError *error,
                         const char *expected)
{
    cr_expect_null(world, "[%s] %s: read, expected %s", c->row->name, c->format, expected);
    if (world)
        return;
    g_autofree char *found = format_error_text(error);
    cr_expect(g_pattern_match_simple(expected, found), "[%s] %s:\nerror: %s\nexpected %s",
              c->row->name, c->format, found, expected);
}

static void expect_said(const Case *c, const BspWorld *world, const char *expected)
{
    const GPtrArray *messages = world->report.messages;
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < messages->len; i++) {
        if (g_pattern_match_simple(expected, messages->pdata[i]))
            return;
        g_string_append_printf(list, "\nmessage: %s", (const char *)messages->pdata[i]);
    }
    cr_expect(FALSE, "[%s] %s: no message %s%s", c->row->name, c->format, expected, list->str);
}

/* Expects a number. Returns FALSE if the line is about something else. */
static gboolean expect_number(const Case *c, const BspWorld *world, const FormatLine *line)
{
    const struct {
        const char *key;
        guint n;
    } numbers[] = { { "brushes", world->solid->brushes->len },
                    { "skipped", world->report.n_skipped },
                    { "messages", world->report.messages->len } };
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (strcmp(line->key, numbers[i].key) == 0) {
            cr_expect_eq(numbers[i].n, (guint)g_ascii_strtoull(line->value, NULL, 10),
                         "[%s] %s:\n%s: %u\nexpected %s", c->row->name, c->format, line->key,
                         numbers[i].n, line->value);
            return TRUE;
        }
    return FALSE;
}

/* Expects the fact in a line. Returns FALSE if the line describes the file. */
static gboolean expect_line(const Case *c, const BspWorld *world, const FormatLine *line)
{
    for (guint i = 0; i < G_N_ELEMENTS(descriptions); i++) {
        if (strcmp(line->key, descriptions[i].key) != 0)
            continue;
        g_autoptr(GString) found = g_string_new(NULL);
        descriptions[i].describe(found, world, line->value);
        cr_expect_str_eq(found->str, line->value, "[%s] %s:\n%s: %s\nexpected %s", c->row->name,
                         c->format, line->key, found->str, line->value);
        return TRUE;
    }
    return FALSE;
}

/* Expects a part of the JSON of the world. */
static void expect_json(const Case *c, const BspWorld *world, const char *expected)
{
    g_autofree char *text = bsp_world_to_json(world);
    cr_expect(g_pattern_match_simple(expected, text), "[%s] %s", c->row->name, text);
}

/* Expects no facts of a world, because a file that is rejected is not a world. */
static void expect_no_more(const Case *c)
{
    for (guint i = 0; i < c->row->lines->len; i++) {
        const char *key = g_array_index(c->row->lines, FormatLine, i).key;
        cr_expect(strcmp(key, "error") == 0 || level_text_has_key(key),
                  "[%s] key '%s' of a file that is refused", c->row->name, key);
    }
}

/* Checks that a file that ends early at any byte is rejected. */
static void check_cut(const Case *c)
{
    for (guint length = 0; length < c->bytes->len; length += length < 400 ? 1 : 37) {
        g_autoptr(GByteArray) bytes = g_byte_array_new();
        g_byte_array_append(bytes, c->bytes->data, length);
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = read_case(c, bytes, &error);
        cr_assert(!world && g_error_matches(error, BSP_ERROR, BSP_ERROR_SYNTAX),
                  "[%s] %s: %u bytes", c->row->name, c->format, length);
    }
}

static void check_case(const Case *c)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = read_case(c, c->bytes, &error);
    const char *expected = format_row_value(c->row, "error");
    if (expected) {
        expect_error(c, world, error, expected);
        expect_no_more(c);
        return;
    }
    cr_expect_not_null(world, "[%s] %s: %s", c->row->name, c->format, error ? error->message : "");
    for (guint i = 0; world && i < c->row->lines->len; i++) {
        const FormatLine *line = &g_array_index(c->row->lines, FormatLine, i);
        if (strcmp(line->key, "message") == 0)
            expect_said(c, world, line->value);
        else if (strcmp(line->key, "json") == 0)
            expect_json(c, world, line->value);
        else if (strcmp(line->key, "cut anywhere") == 0)
            check_cut(c);
        else
            cr_expect(expect_number(c, world, line) || expect_line(c, world, line) ||
                          level_text_has_key(line->key),
                      "[%s] unknown key '%s'", c->row->name, line->key);
    }
    if (world)
        expect_lossless(world, c->row->name);
}

/* --- damage --- */

/* Damages numbers without changing the lengths, so that the reader gets beyond the header. */
static void damage_numbers(GByteArray *bytes, Random *r)
{
    static const gint32 extremes[] = { 0,          1,           -1,         -2,         1000,
                                       65536,      2147483647,  0x7f800000, 3,          0x7fc00000,
                                       0x3f800000, -2147483647, 5,          0x7f7fffff, 65535,
                                       0x47000000, 0x4a000000,  0x42c80000, -65535 };
    for (guint i = random_below(r, 3); bytes->len > 200 && i < 3; i++) {
        guint at = 124 + random_below(r, bytes->len - 124 - 4);
        gint32 value = GINT32_TO_LE(extremes[random_below(r, G_N_ELEMENTS(extremes))]);
        memcpy(bytes->data + at / 2 * 2, &value, random_flag(r) ? 4 : 2);
    }
}

/* Each damaged copy must give a world, or an error that names the file. */
static guint check_damaged(const Case *c, Random *r, guint rounds)
{
    g_autofree char *file = g_strndup(c->path, compare_selection(c->path, NULL));
    guint n_worlds = 0;
    for (guint round = 0; round < rounds; round++) {
        g_autoptr(GByteArray) bytes = g_byte_array_new();
        g_byte_array_append(bytes, c->bytes->data, c->bytes->len);
        if (c->format && round % 3)
            damage_numbers(bytes, r);
        else
            for (guint i = random_below(r, 4); i < 4; i++)
                damage_bytes(bytes, r);
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = read_case(c, bytes, &error);
        cr_assert(world || g_str_has_prefix(error->message, file), "[%s] round %u: %s",
                  c->row->name, round, error ? error->message : "");
        n_worlds += world != NULL;
    }
    return n_worlds;
}

/* --- tables --- */

/* Bytes. Larger files are not damaged, because each round takes long. */
#define LARGE 20000

typedef enum { WHOLE, DAMAGED } Way;

typedef struct {
    guint n, n_worlds;
} Count;

/* Reads the file of the row in each of its formats. */
static Count check_row(const FormatRow *row, Way way, guint rounds)
{
    const char *path = format_row_value(row, "file"), *flags = format_row_value(row, "flags");
    const char *value = format_row_value(row, "level"), *level = value && *value ? value : NULL;
    g_auto(GStrv) formats = g_strsplit(level ? level : "", " ", -1);
    Random r = random_seeded(row->text->len);
    Count count = { 0 };
    for (guint i = 0; level ? formats[i] != NULL : i == 0; i++) {
        g_autoptr(GByteArray) bytes = format_row_bytes(row, formats[i]);
        Case c = { row, path, formats[i], bytes, 0 };
        if (flags) {
            cr_assert_str_eq(flags, "all");
            c.flags |= BSP_WORLD_ALL_CONTENTS;
        }
        if (way == DAMAGED && bytes->len > LARGE)
            continue;
        if (way == DAMAGED)
            count.n_worlds += check_damaged(&c, &r, rounds);
        else
            check_case(&c);
        count.n += way == DAMAGED ? rounds : 1;
    }
    return count;
}

static void check_table(const char *name, Way way, guint rounds)
{
    g_autoptr(GPtrArray) rows = format_table(name);
    Count all = { 0 };
    for (guint i = 0; i < rows->len; i++) {
        Count count = check_row(rows->pdata[i], way, rounds);
        all.n += count.n;
        all.n_worlds += count.n_worlds;
    }
    cr_expect_gt(all.n, 0u);
    /* damage that always fails, or never fails, would test little */
    cr_expect(way == WHOLE || (all.n_worlds > all.n / 100 && all.n_worlds < all.n),
              "%u worlds of %u", all.n_worlds, all.n);
}

#define TABLE(name, rounds)                                                                        \
    Test(formats, name)                                                                            \
    {                                                                                              \
        check_table(#name ".rows", WHOLE, 0);                                                      \
    }                                                                                              \
    Test(formats_damaged, name)                                                                    \
    {                                                                                              \
        check_table(#name ".rows", DAMAGED, rounds);                                               \
    }

TABLE(bsp, 200)
TABLE(json, 200)
TABLE(map, 200)
TABLE(mesh, 200)
TABLE(parts, 100)
TABLE(quake, 40)
TABLE(rules, 40)

/* --- names --- */

/* The name and the flags may both select a part of a level. They must agree. Otherwise the name is
 * not taken as a selection. */
Test(formats_names, selections_by_name_and_flags_must_agree)
{
    static const struct {
        const char *path;
        guint flags, selected; /* `selected` is 0 if the path is rejected */
    } cases[] = {
        { "a.bsp#5", BSP_WORLD_MODEL(3), 0 },
        { "a.bsp#hull1", BSP_WORLD_HULL(2), 0 },
        { "a.bsp#hull0", BSP_WORLD_MODEL(3), BSP_WORLD_MODEL(3) | BSP_WORLD_HULL(0) },
        { "a.bsp#3", BSP_WORLD_MODEL(3), BSP_WORLD_MODEL(3) },
        { "a.bsp#hull0", BSP_WORLD_HULL(0), BSP_WORLD_HULL(0) },
        { "a.bsp#patches,2", BSP_WORLD_PATCHES, BSP_WORLD_MODEL(2) | BSP_WORLD_PATCHES },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(BspWorldOptions) options = { .flags = cases[i].flags };
        gsize length = compare_selection(cases[i].path, &options);
        cr_expect_eq(length, cases[i].selected ? strlen("a.bsp") : strlen(cases[i].path), "%s",
                     cases[i].path);
        cr_expect_eq(options.flags, cases[i].selected ? cases[i].selected : cases[i].flags, "%s",
                     cases[i].path);
        bsp_world_options_clear(&options);
        cr_expect_eq(options.flags, 0u);
    }
    g_autofree char *sheet = compare_select("a.obj#sheet=4", &(BspWorldOptions){ 0 });
    cr_expect_str_eq(sheet, "a.obj#sheet=4");
}

/* --- limits --- */

/* The reader rejects the length before it reads any byte. */
Test(formats_limits, lengths_beyond_the_limit_are_rejected)
{
    static const struct {
        BspWorldReader read;
        gsize limit;
        const char *error;
    } cases[] = {
        { bsp_world_read_map, 1 << 27,
          "f: 134217729 bytes of map are more than the limit of 134217728" },
        { bsp_world_read_obj, 1 << 26,
          "f: 67108865 bytes of mesh are more than the limit of 67108864" },
        { bsp_world_read_json, 1 << 26,
          "f: 67108865 bytes of JSON are more than the limit of 67108864" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        cr_expect_null(cases[i].read("f", "", cases[i].limit + 1, &(BspWorldOptions){ 0 }, &error));
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
        cr_expect_str_eq(error->message, cases[i].error);
    }
}

static guint count_patch_brushes(const char *path, double patch_error, BspErrorCode *code)
{
    const BspWorldOptions options = { .flags = BSP_WORLD_PATCHES, .patch_error = patch_error };
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load_options(path, &options, &error);
    *code = error ? (BspErrorCode)error->code : 0;
    return world ? world->report.n_patch_brushes : 0;
}

/* The caller chooses the error of patches by the options or by the name. */
Test(formats_limits, errors_of_patches_can_be_chosen)
{
    static const double bad[] = { 0.01, -2, (double)INFINITY, (double)NAN };
    BspErrorCode code;
    g_autoptr(GPtrArray) rows = format_table("bsp.rows");
    g_autoptr(GByteArray) file =
        format_row_bytes(format_row(rows, "patches are brushes"), "ibsp46");
    g_autofree char *path = scratch_file("level.bsp", file->data, file->len);
    const BspWorldOptions options = { .flags = BSP_WORLD_PATCHES, .patch_error = 16 };
    g_autofree char *named = g_strconcat(path, "#patches=16", NULL),
                    *usual = g_strconcat(path, "#patches", NULL),
                    *two = g_strconcat(path, "#patches=2", NULL),
                    *selected = compare_select(path, &options);
    cr_expect_eq(count_patch_brushes(path, 16, &code), 4u);
    cr_expect_eq(count_patch_brushes(path, 0, &code),
                 count_patch_brushes(path, BSP_PATCH_ERROR, &code));
    g_autoptr(BspWorld) coarse = load_or_fail(named);
    g_autoptr(BspWorld) fine = load_or_fail(usual);
    g_autoptr(BspWorld) equal = load_or_fail(two);
    cr_expect_str_neq(coarse->sha256, fine->sha256, "their brushes differ");
    cr_expect_str_eq(equal->sha256, fine->sha256);
    cr_expect_eq(fine->flags, (guint)BSP_WORLD_PATCHES);
    cr_expect_str_eq(selected, named);
    for (guint k = 0; k < G_N_ELEMENTS(bad); k++) {
        cr_expect_eq(count_patch_brushes(path, bad[k], &code), 0u);
        cr_expect_eq(code, BSP_ERROR_VALUE, "%g", bad[k]);
    }
    remove_scratch();
}

/* Each option that changes a world changes the world's checksum. So a tree built with other options
 * is not taken for its tree. */
Test(formats_names, unknown_flags_are_refused)
{
    const guint bad[] = { 1 << 2, 1 << 4, 1 << 8, 1 << 15 | BSP_WORLD_PATCHES };
    for (guint k = 0; k < G_N_ELEMENTS(bad); k++) {
        g_autoptr(GError) error = NULL;
        const BspWorldOptions options = { .flags = bad[k] };
        cr_expect_null(bsp_world_read("a.bsp", "", 0, &options, &error), "0x%x", bad[k]);
        cr_assert_not_null(error);
        cr_expect_not_null(strstr(error->message, "flags"), "%s", error->message);
    }
}

Test(formats_names, each_option_changes_the_checksum)
{
    static const char map[] = "{\n\"classname\" \"func_wall\"\n{\n}\n}\n";
    static const BspWorldOptions options[] = {
        { 0 },
        { .game = BSP_GAME_QUAKE2 },
        { .include = (char *)"func_wall" },
        { .flags = BSP_WORLD_PATCHES, .patch_error = 0.5 },
        { .mesh.weld = 0.5 },
        { .mesh.snap = 0.5 },
        { .mesh.sheet = 0.5 },
        { .mesh.scale = 0.5 },
        { .mesh.close = TRUE },
        { .mesh.y_up = TRUE },
    };
    g_autoptr(GHashTable) sums = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *path = scratch_text("a.map", map);
    for (guint i = 0; i < G_N_ELEMENTS(options); i++) {
        g_autoptr(BspWorld) world = bsp_world_load_options(path, &options[i], NULL);
        cr_expect(world && g_hash_table_add(sums, g_strdup(world->sha256)), "options %u", i);
    }
    remove_scratch();
}

/* --- gzip --- */

/* The file is rejected if it ends early at any byte. With any bit changed, the file is rejected or
 * gives the same content. The ten bytes of the header, and the unused bits before the checksum, do
 * not matter. */
Test(formats_damaged, damaged_gzip_is_rejected)
{
    static const char text[] = "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[]}";
    g_autoptr(GBytes) bytes = compare_gzip(text, strlen(text));
    gsize length;
    const guint8 *data = g_bytes_get_data(bytes, &length);
    guint n_read = 0;
    for (gsize n = 2; n < length; n++) { /* because the format needs two bytes to be recognized */
        g_autoptr(GError) error = NULL;
        gsize given = n;
        cr_expect_null(bsp_unpack("f", data, &given, &error));
        cr_expect_str_eq(error->message, "f: cannot decompress: the data end too early");
    }
    for (guint bit = 80; bit < 8 * length; bit++) {
        g_autofree guint8 *copy = g_memdup2(data, length);
        g_autoptr(GError) error = NULL;
        gsize given = length;
        copy[bit / 8] ^= (guint8)(1 << bit % 8);
        g_autofree char *read = bsp_unpack("f", copy, &given, &error);
        n_read += read != NULL;
        cr_assert(read ? strcmp(read, text) == 0
                       : g_error_matches(error, BSP_ERROR, BSP_ERROR_IO) &&
                             g_str_has_prefix(error->message, "f: cannot decompress: "));
    }
    cr_expect_lt(n_read, 8u);
    cr_expect(!data[3] && !data[4] && !data[5] && !data[6] && !data[7], "no name, no time");
}

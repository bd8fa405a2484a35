/* map-parse: the syntax of Quake .map files, and of the entities of .bsp files. */
#include "world/map-parse.h"

#include <string.h>

#include "compile/solid.h"
#include "geometry/brush.h"
#include "geometry/fail.h"
#include "world/reading.h"

/* --- faces --- */

typedef struct {
    BspMapText text;
    BspMapEntity entity;
    BspMapEntityFunc func;
    gpointer user_data;
    GError **error;
} Parser;

gboolean bsp_map_fail(const char *file, const BspMapEntity *entity, const BspMapBrush *brush,
                      GError **error, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    g_autofree char *place =
        brush ? g_strdup_printf("%s: entity %u, brush %u (line %u)", file, entity->number,
                                brush->number, brush->line)
              : g_strdup_printf("%s: entity %u (line %u)", file, entity->number, entity->line);
    va_start(arguments, format);
    bsp_fail_valist(error, code, place, format, arguments);
    va_end(arguments);
    return FALSE;
}

static gboolean is_number(const BspMapToken *token)
{
    const char *p = token->start, *end = p + token->length;
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (token->is_string || p == end || (!g_ascii_isdigit(*p) && *p != '.'))
        return FALSE;
    while (p < end && (g_ascii_isdigit(*p) || strchr("+-.eE", *p)))
        p++;
    return p == end;
}

static gboolean read_number(Parser *parser, double *number)
{
    BspMapText *text = &parser->text;
    if (!bsp_map_next_token(text))
        return FALSE;
    const char *stop = text->token.start;
    if (is_number(&text->token))
        *number = g_ascii_strtod(text->token.start, (char **)&stop);
    if (!text->token.length || stop != text->token.start + text->token.length)
        return bsp_map_fail_expected(text, "a number");
    return TRUE;
}

static gboolean read_numbers(Parser *parser, const char *open, guint n, const char *close,
                             double *numbers)
{
    if (!bsp_map_expect_token(&parser->text, open))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!read_number(parser, &numbers[i]))
            return FALSE;
    return bsp_map_expect_token(&parser->text, close);
}

/* Reads three points. */
static gboolean read_points(Parser *parser, const BspMapBrush *brush, BspVec points[3])
{
    for (guint i = 0; i < 3; i++) {
        if (!read_numbers(parser, "(", 3, ")", points[i].v))
            return FALSE;
        for (guint k = 0; k < 3; k++)
            if (!(fabs(points[i].v[k]) <= BSP_WORLD_HALF))
                return bsp_map_fail(parser->text.file, &parser->entity, brush, parser->error,
                                    BSP_ERROR_VALUE, "the coordinate %g is out of range, +-%g",
                                    points[i].v[k], BSP_WORLD_HALF);
    }
    return TRUE;
}

/* The plane through three points, which are clockwise seen from outside (id's convention). Returns
 * FALSE if they lie on a line. */
static gboolean plane_through(const BspVec p[3], BspPlane *plane)
{
    BspVec cross = bsp_vec_cross(bsp_vec_sub(p[0], p[1]), bsp_vec_sub(p[2], p[1]));
    double length = bsp_vec_length(cross);
    /* `length` is twice the triangle's area. The height of the triangle over its longest edge must
     * exceed rounding. */
    double longest = fmax(
        bsp_vec_length(bsp_vec_sub(p[0], p[1])),
        fmax(bsp_vec_length(bsp_vec_sub(p[2], p[1])), bsp_vec_length(bsp_vec_sub(p[2], p[0]))));
    if (length <= BSP_TOUCH * longest)
        return FALSE;
    /* Divide, so that an axial normal is exact. */
    plane->normal = bsp_vec(cross.x / length, cross.y / length, cross.z / length);
    plane->dist = bsp_vec_dot(plane->normal, p[0]);
    return TRUE;
}

/* Reads the plane of a face. *is_flat receives whether there is no plane, because the three points
 * lie on a line. Doom 3 writes the plane itself: ( a b c d ) is ax + by + cz + d = 0. */
static gboolean read_plane(Parser *parser, BspMapForm form, const BspMapBrush *brush,
                           BspPlane *plane, gboolean *is_flat)
{
    BspVec points[3];
    double v[4];
    if (form != BSP_MAP_PLANES) {
        if (!read_points(parser, brush, points))
            return FALSE;
        *is_flat = !plane_through(points, plane);
        return TRUE;
    }
    if (!read_numbers(parser, "(", 4, ")", v))
        return FALSE;
    double length = bsp_vec_length(bsp_vec(v[0], v[1], v[2]));
    if (!isfinite(length) || !isfinite(v[3]))
        return bsp_map_fail(parser->text.file, &parser->entity, brush, parser->error,
                            BSP_ERROR_VALUE, "the plane (%g %g %g %g) is out of range", v[0], v[1],
                            v[2], v[3]);
    *is_flat = length < 1e-12;
    if (!*is_flat)
        *plane = (BspPlane){ bsp_vec(v[0] / length, v[1] / length, v[2] / length), -v[3] / length };
    return TRUE;
}

/* Reads the mapping after the texture, in Standard or Valve 220 form. */
static gboolean read_mapping(Parser *parser)
{
    BspMapText before = parser->text;
    double ignored[5];
    if (!bsp_map_next_token(&parser->text))
        return FALSE;
    gboolean is_valve = bsp_map_token_is(&parser->text, "[");
    parser->text = before;
    parser->entity.forms |= is_valve ? BSP_MAP_VALVE : BSP_MAP_FACES;
    if (is_valve && (!read_numbers(parser, "[", 4, "]", ignored) ||
                     !read_numbers(parser, "[", 4, "]", ignored)))
        return FALSE;
    for (guint i = is_valve ? 2 : 0; i < 5; i++)
        if (!read_number(parser, &ignored[i]))
            return FALSE;
    return TRUE;
}

/* Reads the matrix of a face of a brush primitive, which precedes the texture. */
static gboolean read_matrix(Parser *parser)
{
    double ignored[3];
    return bsp_map_expect_token(&parser->text, "(") && read_numbers(parser, "(", 3, ")", ignored) &&
           read_numbers(parser, "(", 3, ")", ignored) && bsp_map_expect_token(&parser->text, ")");
}

/* The low 32 bits of a number that may be written with or without a sign. */
static guint32 to_bits(double number)
{
    return fabs(number) < 0x1p53 ? (guint32)(gint64)number : 0;
}

/* Whether the last token is one of these words, which end with NULL. */
static gboolean token_is_one_of(const BspMapText *text, const char *const *words)
{
    for (; *words; words++)
        if (bsp_map_token_is(text, *words))
            return TRUE;
    return FALSE;
}

/* Reads the numbers that may end a face: contents, flags, value. Only Quake II uses them. Skips
 * further data on the line, which some games write: a light value, a colour, names. */
static gboolean read_rest(Parser *parser, BspMapFace *face)
{
    static const char *const ends[] = { "(", "{", "}", NULL };
    BspMapText *text = &parser->text, before;
    double numbers[3] = { 0, 0, 0 };
    guint n = 0, line = text->line;
    gboolean is_rest = FALSE;
    do {
        before = *text;
        if (!bsp_map_next_token(text))
            return FALSE;
        is_rest = is_rest || n == 3 || !is_number(&text->token);
        if (is_rest)
            continue;
        *text = before;
        if (!read_number(parser, &numbers[n++]))
            return FALSE;
        line = text->line;
    } while (!is_rest || (text->token.line == line && !text->token.is_string &&
                          !bsp_map_at_end(text) && !token_is_one_of(text, ends)));
    *text = before;
    face->has_flags = n == 3;
    face->contents = to_bits(numbers[0]);
    face->flags = to_bits(numbers[1]);
    return TRUE;
}

/* Reads the part of a face after its plane. */
static gboolean read_surface(Parser *parser, BspMapForm form, BspMapFace *face)
{
    BspMapText *text = &parser->text;
    if (form != BSP_MAP_FACES && !read_matrix(parser))
        return FALSE;
    /* A texture's name may contain any character except white space: `{grate`, `+0door`, `*lava`.
     */
    if (!bsp_map_next_name(text))
        return FALSE;
    if (bsp_map_at_end(text))
        return bsp_map_fail_expected(text, "a texture");
    face->texture = text->token.start;
    face->texture_length = (guint)text->token.length;
    if (form == BSP_MAP_FACES && !read_mapping(parser))
        return FALSE;
    return read_rest(parser, face);
}

/* Reads a face. The first bracket has been read. */
static gboolean read_face(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    BspPlane plane;
    BspMapFace face = { 0 };
    parser->text.p = parser->text.token.start;
    if (!read_plane(parser, form, brush, &plane, &face.is_flat) ||
        !read_surface(parser, form, &face))
        return FALSE;
    g_array_append_val(parser->entity.faces, face);
    brush->n_faces++;
    if (!face.is_flat) {
        g_array_append_val(parser->entity.planes, plane);
        brush->n++;
    }
    return TRUE;
}

/* --- brushes --- */

static gboolean fail_unclosed(const Parser *parser, const char *what, guint line)
{
    return bsp_map_fail_at(&parser->text, &parser->text.token,
                           "the file ends before the %s of line %u is closed", what, line);
}

/* Skips "{" ... "}" with nested blocks. */
static gboolean skip_block(Parser *parser)
{
    BspMapText *text = &parser->text;
    if (!bsp_map_expect_token(text, "{"))
        return FALSE;
    guint line = text->token.line;
    for (guint depth = 1; depth;) {
        if (!bsp_map_next_token(text))
            return FALSE;
        if (bsp_map_at_end(text))
            return fail_unclosed(parser, "'{'", line);
        if (bsp_map_token_is(text, "{"))
            depth++;
        else if (bsp_map_token_is(text, "}"))
            depth--;
    }
    return TRUE;
}

/* Skips the value of a brush's key. The key has been read. */
static gboolean skip_pair(Parser *parser)
{
    return bsp_map_next_token(&parser->text) &&
           (parser->text.token.is_string ||
            bsp_map_fail_expected(&parser->text, "a value in quotes"));
}

/* Reads faces up to a closing brace. The first token has been read. */
static gboolean read_faces(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    BspMapText *text = &parser->text;
    while (!bsp_map_token_is(text, "}")) {
        if (bsp_map_at_end(text))
            return fail_unclosed(parser, "brush", brush->line);
        gboolean ok = bsp_map_token_is(text, "(") ? read_face(parser, form, brush)
                      : text->token.is_string     ? skip_pair(parser)
                                                  : bsp_map_fail_expected(text, "'(' or '}'");
        if (!ok || !bsp_map_next_token(text))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_word(const BspMapText *text)
{
    return !bsp_map_at_end(text) && !text->token.is_string && !bsp_map_token_is(text, "(") &&
           !bsp_map_token_is(text, "}");
}

/* Reads the text inside a brush's braces. The first token has been read. Returns FALSE on failure;
 * *is_patch receives whether the text is a patch. */
static gboolean read_brush_content(Parser *parser, BspMapBrush *brush, gboolean *is_patch)
{
    static const struct {
        const char *word;
        BspMapForm form;
    } rows[] = { { "brushDef", BSP_MAP_PRIMITIVE }, { "brushDef2", BSP_MAP_PLANES },
                 { "brushDef3", BSP_MAP_PLANES },   { "patchDef2", BSP_MAP_PATCH },
                 { "patchDef3", BSP_MAP_PATCH },    { "patchDefWS", BSP_MAP_PATCH },
                 { "terrainDef", BSP_MAP_PATCH } };
    BspMapText *text = &parser->text;
    BspMapForm form = BSP_MAP_FACES;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        if (bsp_map_token_is(text, rows[i].word))
            form = rows[i].form;
    parser->entity.forms |= form;
    *is_patch = form == BSP_MAP_PATCH;
    if (*is_patch)
        return skip_block(parser) && bsp_map_expect_token(text, "}");
    if (form != BSP_MAP_FACES)
        return bsp_map_expect_token(text, "{") && bsp_map_next_token(text) &&
               read_faces(parser, form, brush) && bsp_map_expect_token(text, "}");
    if (is_word(text))
        return bsp_map_fail_expected(text, "'(' or '}' or brushDef or patchDef2");
    return read_faces(parser, form, brush);
}

/* Reads a brush. The first brace has been read. */
static gboolean read_brush(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    BspMapBrush brush = { .number = entity->n_brushes++,
                          .line = parser->text.token.line,
                          .first = entity->planes->len,
                          .first_face = entity->faces->len };
    gboolean is_patch;
    if (!bsp_map_next_token(&parser->text) || !read_brush_content(parser, &brush, &is_patch))
        return FALSE;
    if (is_patch)
        entity->n_patches++;
    else if (!brush.n_faces)
        entity->n_empty++;
    else
        g_array_append_val(entity->brushes, brush);
    return TRUE;
}

/* --- entities --- */

const char *bsp_map_entity_value(const BspMapEntity *entity, const char *key)
{
    for (guint i = entity->pairs->len; i >= 2; i -= 2)
        if (strcmp(entity->pairs->pdata[i - 2], key) == 0)
            return entity->pairs->pdata[i - 1];
    return NULL;
}

/* Reads the value of a key, which has been read. The games ignore upper and lower case in keys and
 * classes. */
static gboolean read_pair(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    BspMapToken key = parser->text.token;
    if (!bsp_map_next_token(&parser->text))
        return FALSE;
    BspMapToken value = parser->text.token;
    if (!value.is_string)
        return bsp_map_fail_expected(&parser->text, "a value in quotes");
    char *name = g_ascii_strdown(key.start, (gssize)key.length);
    gboolean is_class = strcmp(name, "classname") == 0;
    g_ptr_array_add(entity->pairs, name);
    g_ptr_array_add(entity->pairs, is_class ? g_ascii_strdown(value.start, (gssize)value.length)
                                            : g_strndup(value.start, value.length));
    g_ptr_array_add(entity->places, (gpointer)value.start);
    return TRUE;
}

/* Reads the text inside an entity's braces. */
static gboolean read_entity_content(Parser *parser)
{
    BspMapText *text = &parser->text;
    for (;;) {
        if (!bsp_map_next_token(text))
            return FALSE;
        if (bsp_map_at_end(text))
            return fail_unclosed(parser, "entity", parser->entity.line);
        if (bsp_map_token_is(text, "}"))
            return TRUE;
        gboolean ok = text->token.is_string ? read_pair(parser)
                      : bsp_map_token_is(text, "{")
                          ? read_brush(parser)
                          : bsp_map_fail_expected(text, "a key in quotes, '{' or '}'");
        if (!ok)
            return FALSE;
    }
}

/* Reads an entity. The first brace has been read. */
static gboolean read_entity(Parser *parser, guint number)
{
    BspMapEntity *entity = &parser->entity;
    *entity = (BspMapEntity){ .number = number,
                              .line = parser->text.token.line,
                              .content = parser->text.p,
                              .pairs = g_ptr_array_new_with_free_func(g_free),
                              .places = g_ptr_array_new(),
                              .planes = g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                              .faces = g_array_new(FALSE, FALSE, sizeof(BspMapFace)),
                              .brushes = g_array_new(FALSE, FALSE, sizeof(BspMapBrush)),
                              .forms = entity->forms };
    gboolean ok = read_entity_content(parser);
    entity->classname = bsp_map_entity_value(entity, "classname");
    entity->noclip = bsp_map_entity_value(entity, "zhlt_noclip");
    ok = ok && parser->func(entity, parser->user_data, parser->error);
    g_ptr_array_unref(entity->pairs);
    g_ptr_array_unref(entity->places);
    g_array_unref(entity->planes);
    g_array_unref(entity->faces);
    g_array_unref(entity->brushes);
    return ok;
}

/* Reads the header: `Version 2` in Doom 3's maps. */
static gboolean read_header(Parser *parser)
{
    BspMapText *text = &parser->text, before = *text;
    double ignored;
    if (!bsp_map_next_token(text))
        return FALSE;
    if (bsp_map_token_is(text, "iwmap"))
        return bsp_map_fail_expected(text,
                                     "'{' or Version (Call of Duty's maps are not supported)");
    if (bsp_map_token_is(text, "Version")) {
        parser->entity.forms |= BSP_MAP_VERSION;
        return read_number(parser, &ignored);
    }
    *text = before;
    return TRUE;
}

static gboolean read_entities(Parser *parser)
{
    for (guint number = 0;; number++) {
        if (!bsp_map_next_token(&parser->text))
            return FALSE;
        if (bsp_map_at_end(&parser->text))
            return TRUE;
        if (!bsp_map_token_is(&parser->text, "{"))
            return bsp_map_fail_expected(&parser->text, "'{'");
        if (!read_entity(parser, number))
            return FALSE;
    }
}

gboolean bsp_map_parse(const char *file, const char *text, gsize length, BspMapEntityFunc func,
                       gpointer user_data, GError **error)
{
    if (!bsp_world_check_text(file, text, length, "map", BSP_MAP_MAX_BYTES, error))
        return FALSE;
    Parser parser = { .func = func, .user_data = user_data, .error = error };
    bsp_map_open_text(&parser.text, file, text, length, error);
    return read_header(&parser) && read_entities(&parser);
}

/* map-parse: the syntax of Quake .map files, and of the entities of .bsp files. */
#include "world/map-parse.h"

#include <string.h>

#include "build/solid.h"
#include "geometry/brush.h"
#include "world/map-text.h"
#include "world/reading.h"

/* The syntax of a brush's faces. */
typedef enum {
    BSP_MAP_FACES,     /* three points, the texture and its mapping */
    BSP_MAP_PRIMITIVE, /* Quake III's brushDef: three points, a matrix, the texture */
    BSP_MAP_PLANES     /* Doom 3's brushDef3: a plane, a matrix, the texture */
} BspMapForm;

/* --- faces --- */

typedef struct {
    BspMapText text;
    BspMapEntity entity;
    GPtrArray *strings; /* the entity's */
    BspMapEntityFunc func;
    gpointer user_data;
    GError **error;
} Parser;

gboolean bsp_map_fail(const char *file, const BspMapEntity *entity, const BspMapBrush *brush,
                      GError **error, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (brush)
        g_set_error(error, BSP_ERROR, (gint)code, "%s: entity %u, brush %u (line %u): %s", file,
                    entity->number, brush->number, brush->line, message);
    else
        g_set_error(error, BSP_ERROR, (gint)code, "%s: entity %u (line %u): %s", file,
                    entity->number, entity->line, message);
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
    if (!bsp_map_text_next(text, parser->error))
        return FALSE;
    const char *stop = text->token.start;
    if (is_number(&text->token))
        *number = g_ascii_strtod(text->token.start, (char **)&stop);
    if (!text->token.length || stop != text->token.start + text->token.length)
        return bsp_map_text_expected(text, "a number", parser->error);
    return TRUE;
}

static gboolean read_numbers(Parser *parser, const char *open, guint n, const char *close,
                             double *numbers)
{
    if (!bsp_map_text_expect(&parser->text, open, parser->error))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!read_number(parser, &numbers[i]))
            return FALSE;
    return bsp_map_text_expect(&parser->text, close, parser->error);
}

/* Reads three points. The first bracket has been read. */
static gboolean read_points(Parser *parser, const BspMapBrush *brush, BspVec points[3])
{
    parser->text.p = parser->text.token.start;
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
    /* length is twice the triangle's area. Its height over the longest edge must exceed rounding.
     */
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

/* Reads a face's plane from three points. The first bracket has been read. *is_flat: the points lie
 * on a line, so there is no plane. */
static gboolean read_plane_of_points(Parser *parser, const BspMapBrush *brush, BspPlane *plane,
                                     gboolean *is_flat)
{
    BspVec points[3];
    if (!read_points(parser, brush, points))
        return FALSE;
    *is_flat = !plane_through(points, plane);
    return TRUE;
}

/* Doom 3's ( a b c d ) is the plane ax + by + cz + d = 0. */
static gboolean read_plane_of_numbers(Parser *parser, const BspMapBrush *brush, BspPlane *plane,
                                      gboolean *is_flat)
{
    double v[4];
    parser->text.p = parser->text.token.start;
    if (!read_numbers(parser, "(", 4, ")", v))
        return FALSE;
    BspVec normal = bsp_vec(v[0], v[1], v[2]);
    double length = bsp_vec_length(normal);
    if (!isfinite(length) || !isfinite(v[3]))
        return bsp_map_fail(parser->text.file, &parser->entity, brush, parser->error,
                            BSP_ERROR_VALUE, "the plane (%g %g %g %g) is out of range", v[0], v[1],
                            v[2], v[3]);
    *is_flat = length < 1e-12;
    if (!*is_flat)
        *plane = (BspPlane){ bsp_vec(v[0] / length, v[1] / length, v[2] / length), -v[3] / length };
    return TRUE;
}

/* Reads the mapping after the texture, Standard or Valve 220. */
static gboolean read_mapping(Parser *parser)
{
    BspMapText before = parser->text;
    double ignored[5];
    if (!bsp_map_text_next(&parser->text, parser->error))
        return FALSE;
    gboolean is_valve = bsp_map_text_is(&parser->text, "[");
    parser->text = before;
    if (is_valve && (!read_numbers(parser, "[", 4, "]", ignored) ||
                     !read_numbers(parser, "[", 4, "]", ignored)))
        return FALSE;
    for (guint i = is_valve ? 2 : 0; i < 5; i++)
        if (!read_number(parser, &ignored[i]))
            return FALSE;
    return TRUE;
}

/* Reads a brush primitive's matrix, before the texture. */
static gboolean read_matrix(Parser *parser)
{
    double ignored[3];
    return bsp_map_text_expect(&parser->text, "(", parser->error) &&
           read_numbers(parser, "(", 3, ")", ignored) &&
           read_numbers(parser, "(", 3, ")", ignored) &&
           bsp_map_text_expect(&parser->text, ")", parser->error);
}

/* Reads the numbers that may end a face: contents, flags, value. Only Quake II uses them. */
static gboolean read_flags(Parser *parser, guint *contents)
{
    for (guint i = 0; i < 3; i++) {
        BspMapText before = parser->text;
        double number;
        if (!bsp_map_text_next(&parser->text, parser->error))
            return FALSE;
        gboolean more = is_number(&parser->text.token);
        parser->text = before;
        if (!more)
            break;
        if (!read_number(parser, &number))
            return FALSE;
        if (i == 0 && number >= 0 && number <= G_MAXUINT32)
            *contents = (guint)number;
    }
    return TRUE;
}

/* Skips other data on a face's line, which some games write: a light, a colour, names. */
static gboolean skip_rest_of_line(Parser *parser)
{
    static const char *const ends[] = { "(", "{", "}" };
    BspMapText *text = &parser->text;
    const guint line = text->line;
    for (;;) {
        BspMapText before = *text;
        if (!bsp_map_text_next(text, parser->error))
            return FALSE;
        gboolean ended =
            text->token.line != line || text->token.is_string || bsp_map_text_at_end(text);
        for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
            ended |= bsp_map_text_is(text, ends[i]);
        if (ended) {
            *text = before;
            return TRUE;
        }
    }
}

/* Reads the texture and all that follows it. */
static gboolean read_surface(Parser *parser, BspMapForm form, BspMapToken *texture, guint *contents)
{
    BspMapText *text = &parser->text;
    if (form != BSP_MAP_FACES && !read_matrix(parser))
        return FALSE;
    /* A texture's name may hold any character but white space: `{grate`, `+0door`, `*lava`. */
    if (!bsp_map_text_next_name(text, parser->error))
        return FALSE;
    *texture = text->token;
    if (bsp_map_text_at_end(text))
        return bsp_map_text_expected(text, "a texture", parser->error);
    return (form != BSP_MAP_FACES || read_mapping(parser)) && read_flags(parser, contents) &&
           skip_rest_of_line(parser);
}

/* Whether this is the texture of a Doom 3 portal between areas. It may be on any face, and the
 * others are invisible. */
static gboolean is_portal(const BspMapToken *texture)
{
    static const char *const names[] = { "textures/editor/visportal", "editor/visportal" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (texture->length == strlen(names[i]) &&
            g_ascii_strncasecmp(texture->start, names[i], texture->length) == 0)
            return TRUE;
    return FALSE;
}

/* Reads a face. The first bracket has been read. */
static gboolean read_face(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    BspPlane plane;
    gboolean is_flat;
    guint contents = 0;
    BspMapToken texture;
    if (!(form == BSP_MAP_PLANES ? read_plane_of_numbers
                                 : read_plane_of_points)(parser, brush, &plane, &is_flat) ||
        !read_surface(parser, form, &texture, &contents))
        return FALSE;
    if (!brush->texture || is_portal(&texture)) {
        brush->texture = texture.start;
        brush->texture_length = (guint)texture.length;
        brush->contents = contents;
    }
    if (is_flat) {
        brush->n_flat++;
    } else {
        g_array_append_val(parser->entity.planes, plane);
        brush->n++;
    }
    return TRUE;
}

/* --- brushes --- */

/* Skips "{" ... "}" with nested blocks. */
static gboolean skip_block(Parser *parser)
{
    BspMapText *text = &parser->text;
    if (!bsp_map_text_expect(text, "{", parser->error))
        return FALSE;
    BspMapToken open = text->token;
    for (guint depth = 1; depth;) {
        if (!bsp_map_text_next_word(text, parser->error))
            return FALSE;
        if (bsp_map_text_at_end(text))
            return bsp_map_text_fail(text, &text->token, parser->error,
                                     "the file ends before the '{' of line %u is closed",
                                     open.line);
        if (bsp_map_text_is(text, "{"))
            depth++;
        else if (bsp_map_text_is(text, "}"))
            depth--;
    }
    return TRUE;
}

static gboolean fail_unclosed(const Parser *parser, const char *what, guint line)
{
    return bsp_map_text_fail(&parser->text, &parser->text.token, parser->error,
                             "the file ends before the %s of line %u is closed", what, line);
}

/* Skips a key of a brush, which has been read, and its value. */
static gboolean skip_pair(Parser *parser)
{
    return bsp_map_text_next(&parser->text, parser->error) &&
           (parser->text.token.is_string ||
            bsp_map_text_expected(&parser->text, "a value in quotes", parser->error));
}

/* Reads faces up to a closing brace. The first token has been read. */
static gboolean read_faces(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    BspMapText *text = &parser->text;
    while (!bsp_map_text_is(text, "}")) {
        if (bsp_map_text_at_end(text))
            return fail_unclosed(parser, "brush", brush->line);
        gboolean ok = bsp_map_text_is(text, "(") ? read_face(parser, form, brush)
                      : text->token.is_string
                          ? skip_pair(parser)
                          : bsp_map_text_expected(text, "'(' or '}'", parser->error);
        if (!ok || !bsp_map_text_next(text, parser->error))
            return FALSE;
    }
    return TRUE;
}

/* Reads a brush primitive. Its first word has been read. */
static gboolean read_primitive(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    BspMapText *text = &parser->text;
    return bsp_map_text_expect(text, "{", parser->error) &&
           bsp_map_text_next(text, parser->error) && read_faces(parser, form, brush) &&
           bsp_map_text_expect(text, "}", parser->error);
}

static gboolean is_patch(const BspMapText *text)
{
    static const char *const names[] = { "patchDef2", "patchDef3", "patchDefWS", "terrainDef" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (bsp_map_text_is(text, names[i]))
            return TRUE;
    return FALSE;
}

/* Reads the contents of a brush's braces. The first token has been read. */
static gboolean read_brush_content(Parser *parser, BspMapBrush *brush)
{
    BspMapText *text = &parser->text;
    if (bsp_map_text_is(text, "brushDef"))
        return read_primitive(parser, BSP_MAP_PRIMITIVE, brush);
    if (bsp_map_text_is(text, "brushDef2") || bsp_map_text_is(text, "brushDef3"))
        return read_primitive(parser, BSP_MAP_PLANES, brush);
    if (is_patch(text)) {
        brush->is_patch = TRUE;
        return skip_block(parser) && bsp_map_text_expect(text, "}", parser->error);
    }
    if (!bsp_map_text_at_end(text) && !text->token.is_string && !bsp_map_text_is(text, "(") &&
        !bsp_map_text_is(text, "}"))
        return bsp_map_text_expected(text, "'(' or '}' or brushDef or patchDef2", parser->error);
    return read_faces(parser, BSP_MAP_FACES, brush);
}

/* Reads a brush. The first brace has been read. */
static gboolean read_brush(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    BspMapBrush brush = { .number = entity->n_brushes++,
                          .line = parser->text.token.line,
                          .first = entity->planes->len };
    if (!bsp_map_text_next(&parser->text, parser->error) || !read_brush_content(parser, &brush))
        return FALSE;
    if (brush.is_patch)
        entity->n_patches++;
    else if (!brush.texture)
        entity->n_empty++;
    else
        g_array_append_val(entity->brushes, brush);
    return TRUE;
}

/* --- entities --- */

/* Reads the value of a key, which has been read. The last of equal keys counts, as in the games. */
static gboolean read_pair(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    struct {
        const char *key, **value;
    } wanted[] = { { "classname", &entity->classname },
                   { "origin", &entity->origin },
                   { "message", &entity->message },
                   { "model", &entity->model } };
    BspMapToken key = parser->text.token;
    if (!bsp_map_text_next(&parser->text, parser->error))
        return FALSE;
    BspMapToken value = parser->text.token;
    if (!value.is_string)
        return bsp_map_text_expected(&parser->text, "a value in quotes", parser->error);
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        if (key.length != strlen(wanted[i].key) ||
            g_ascii_strncasecmp(key.start, wanted[i].key, key.length) != 0)
            continue;
        /* The games and their compilers ignore the case of classes. */
        char *copy = i == 0 ? g_ascii_strdown(value.start, (gssize)value.length)
                            : g_strndup(value.start, value.length);
        g_ptr_array_add(parser->strings, copy);
        *wanted[i].value = copy;
    }
    return TRUE;
}

static void forget_entity(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    g_array_set_size(entity->planes, 0);
    g_array_set_size(entity->brushes, 0);
    g_ptr_array_set_size(parser->strings, 0);
    *entity = (BspMapEntity){ .number = entity->number + 1,
                              .planes = entity->planes,
                              .brushes = entity->brushes };
}

/* Reads an entity. The first brace has been read. */
static gboolean read_entity(Parser *parser)
{
    BspMapText *text = &parser->text;
    parser->entity.line = text->token.line;
    for (;;) {
        if (!bsp_map_text_next(text, parser->error))
            return FALSE;
        if (bsp_map_text_at_end(text))
            return fail_unclosed(parser, "entity", parser->entity.line);
        if (bsp_map_text_is(text, "}"))
            break;
        gboolean ok =
            text->token.is_string ? read_pair(parser)
            : bsp_map_text_is(text, "{")
                ? read_brush(parser)
                : bsp_map_text_expected(text, "a key in quotes, '{' or '}'", parser->error);
        if (!ok)
            return FALSE;
    }
    if (!parser->func(&parser->entity, parser->user_data, parser->error))
        return FALSE;
    forget_entity(parser);
    return TRUE;
}

/* Doom 3's maps begin with `Version 2`. */
static gboolean skip_version(Parser *parser)
{
    BspMapText before = parser->text;
    double ignored;
    if (!bsp_map_text_next(&parser->text, parser->error))
        return FALSE;
    if (bsp_map_text_is(&parser->text, "Version"))
        return read_number(parser, &ignored);
    parser->text = before;
    return TRUE;
}

static gboolean read_entities(Parser *parser)
{
    for (;;) {
        if (!bsp_map_text_next(&parser->text, parser->error))
            return FALSE;
        if (bsp_map_text_at_end(&parser->text))
            return TRUE;
        if (!bsp_map_text_is(&parser->text, "{"))
            return bsp_map_text_expected(&parser->text, "'{'", parser->error);
        if (!read_entity(parser))
            return FALSE;
    }
}

gboolean bsp_map_parse(const char *file, const char *text, gsize length, BspMapEntityFunc func,
                       gpointer user_data, GError **error)
{
    if (length > BSP_MAP_MAX_BYTES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: %" G_GSIZE_FORMAT " bytes of map are more than the limit of %d", file,
                    length, BSP_MAP_MAX_BYTES);
        return FALSE;
    }
    const char *nul = memchr(text, '\0', length);
    if (nul) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX,
                    "%s: offset %" G_GSIZE_FORMAT ": a NUL byte", file, (gsize)(nul - text));
        return FALSE;
    }
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autoptr(GArray) brushes = g_array_new(FALSE, FALSE, sizeof(BspMapBrush));
    g_autoptr(GPtrArray) strings = g_ptr_array_new_with_free_func(g_free);
    Parser parser = { .entity = { .planes = planes, .brushes = brushes },
                      .strings = strings,
                      .func = func,
                      .user_data = user_data,
                      .error = error };
    bsp_map_text_open(&parser.text, file, text, length);
    return skip_version(&parser) && read_entities(&parser);
}

/* --- starts --- */

/* Whether players start at entities of this class, in Quake, its successors or their mods:
 * info_player_start, info_player_deathmatch, info_player_team1, info_player_dd_red,
 * team_CTF_redplayer, team_CTF_bluespawn. The intermission is a camera, which may be anywhere. */
static gboolean is_start_class(const char *classname)
{
    if (g_str_has_prefix(classname, "info_player_"))
        return strcmp(classname, "info_player_intermission") != 0;
    return g_str_has_prefix(classname, "team_ctf_") &&
           (g_str_has_suffix(classname, "player") || g_str_has_suffix(classname, "spawn"));
}

static gboolean parse_point(const char *text, BspVec *point)
{
    for (guint k = 0; k < 3; k++) {
        char *end;
        point->v[k] = g_ascii_strtod(text, &end);
        if (end == text || !(fabs(point->v[k]) <= BSP_WORLD_HALF))
            return FALSE;
        text = end;
    }
    while (g_ascii_isspace(*text))
        text++;
    return !*text;
}

BspVec bsp_map_entity_origin(const BspMapEntity *entity)
{
    BspVec origin;
    return entity->origin && parse_point(entity->origin, &origin) ? origin : bsp_vec(0, 0, 0);
}

gboolean bsp_map_entity_start(const char *file, const BspMapEntity *entity, BspVec *start,
                              gboolean *failed, GError **error)
{
    *failed = FALSE;
    if (!entity->classname || !is_start_class(entity->classname))
        return FALSE;
    /* The games place an entity without an origin at 0 0 0. */
    if (parse_point(entity->origin ? entity->origin : "0 0 0", start))
        return TRUE;
    BspMapToken origin = { .start = entity->origin,
                           .length = strlen(entity->origin),
                           .is_string = TRUE };
    g_autofree char *found = bsp_map_token_quoted(&origin);
    *failed = TRUE;
    return bsp_map_fail(file, entity, NULL, error, BSP_ERROR_VALUE,
                        "the origin %s is not three numbers within +-%g", found, BSP_WORLD_HALF);
}

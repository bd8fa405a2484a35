/* map-parse: the syntax of Quake .map files, and of the entities of .bsp files. */
#include "world/map-parse.h"

#include <string.h>

#include "build/solid.h"
#include "geometry/brush.h"
#include "world/reading.h"

/* --- tokens: brackets, words, and strings in quotes ---
 *
 * Between tokens there may be white space and comments: from `//`, `;` or `#` to the end of the
 * line, and from slash-star to star-slash. A byte order mark before the text is skipped.
 *
 * Errors are BSP_ERROR_SYNTAX and read "FILE:LINE:COLUMN: message" (column in bytes, from 1). */

typedef struct {
    const char *start; /* start of the token; for a string, after the quote */
    gsize length;
    guint line, column;
    gboolean is_string;
} Token;

/* A reader of tokens. A copy saves the position. */
typedef struct {
    const char *file;    /* name in error messages */
    const char *p, *end; /* *end is the only NUL */
    const char *line_start;
    guint line;
    GError **error;
    Token token; /* the last token; empty at the end of the file */
} Text;

/* --- errors --- */

G_GNUC_PRINTF(3, 4)
static gboolean fail_at(const Text *text, const Token *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(text->error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s:%u:%u: %s", text->file, at->line,
                at->column, message);
    return FALSE;
}

char *bsp_map_quote(const char *start, gsize length)
{
    GString *out = g_string_new("'");
    for (gsize i = 0; i < MIN(length, 40); i++)
        g_string_append_c(out, g_ascii_isprint(start[i]) ? start[i] : '?');
    g_string_append(out, length > 40 ? "...'" : "'");
    return g_string_free(out, FALSE);
}

static gboolean at_end(const Text *text)
{
    return !text->token.length && !text->token.is_string;
}

/* Fails with the message "expected WHAT, found TOKEN", with the last token. */
static gboolean fail_expected(const Text *text, const char *what)
{
    const Token *token = &text->token;
    g_autofree char *found =
        at_end(text) ? g_strdup("the end of the file") : bsp_map_quote(token->start, token->length);
    return fail_at(text, token, "expected %s, found %s", what, found);
}

/* --- white space and comments --- */

static gboolean is_space(char c)
{
    return (guchar)c <= ' ';
}

/* An empty token at the current position. */
static Token token_here(const Text *text)
{
    return (Token){ .start = text->p,
                    .line = text->line,
                    .column = (guint)(text->p - text->line_start) + 1 };
}

static void skip_char(Text *text)
{
    if (*text->p++ == '\n') {
        text->line++;
        text->line_start = text->p;
    }
}

/* Skips a comment from slash-star to star-slash. */
static gboolean skip_block_comment(Text *text)
{
    Token open = token_here(text);
    const char *end = strstr(text->p + 2, "*/");
    if (!end)
        return fail_at(text, &open, "the comment does not end");
    while (text->p < end + 2)
        skip_char(text);
    return TRUE;
}

static gboolean begins_line_comment(const char *p)
{
    return *p == ';' || *p == '#' || (p[0] == '/' && p[1] == '/');
}

static gboolean skip_space(Text *text)
{
    while (text->p < text->end) {
        if (is_space(*text->p))
            skip_char(text);
        else if (begins_line_comment(text->p))
            text->p += strcspn(text->p, "\n");
        else if (text->p[0] != '/' || text->p[1] != '*')
            break;
        else if (!skip_block_comment(text))
            return FALSE;
    }
    return TRUE;
}

/* --- tokens --- */

/* Whether the quote at p ends the string. A backslash before the quote escapes it, but may also be
 * the last character of a path. In the latter case the line ends after the quote. */
static gboolean ends_string(const char *p)
{
    if (p[-1] != '\\')
        return TRUE;
    const char *next = p + 1;
    while (*next == ' ' || *next == '\t' || *next == '\r')
        next++;
    return *next == '\n' || *next == '\0';
}

static gboolean read_string(Text *text)
{
    Token *token = &text->token;
    const char *p = token->start + 1;
    while (*p && *p != '\n' && (*p != '"' || !ends_string(p)))
        p++;
    if (*p != '"')
        return fail_at(text, token, "the string does not end on its line");
    token->start++;
    token->length = (gsize)(p - token->start);
    token->is_string = TRUE;
    text->p = p + 1;
    return TRUE;
}

/* Reads the token at the current position. A word ends at white space or at a character of
 * `punctuation`. Such a character is a token by itself. */
static gboolean read_token(Text *text, const char *punctuation)
{
    text->token = token_here(text);
    if (text->p == text->end)
        return TRUE;
    if (*text->p == '"')
        return read_string(text);
    const char *p = text->p + 1;
    if (!strchr(punctuation, *text->p))
        while (p < text->end && !is_space(*p) && *p != '"' && !strchr(punctuation, *p))
            p++;
    text->token.length = (gsize)(p - text->p);
    text->p = p;
    return TRUE;
}

/* Reads a token: a bracket of any kind, a string, or a word, which ends at a bracket or white
 * space. */
static gboolean next_token(Text *text)
{
    return skip_space(text) && read_token(text, "(){}[]");
}

/* As next_token(), but brackets are ordinary characters of words. */
static gboolean next_word(Text *text)
{
    return skip_space(text) && read_token(text, "");
}

/* As next_word(), for names of textures: a leading `;` or `#` does not begin a comment. */
static gboolean next_name(Text *text)
{
    while (*text->p == ' ' || *text->p == '\t')
        text->p++;
    return *text->p == ';' || *text->p == '#' ? read_token(text, "") : next_word(text);
}

/* Whether the last token is this word, ignoring case, and not a string. */
static gboolean token_is(const Text *text, const char *word)
{
    const Token *token = &text->token;
    return !token->is_string && token->length == strlen(word) &&
           g_ascii_strncasecmp(token->start, word, token->length) == 0;
}

/* Reads a token and fails unless it is this word. */
static gboolean expect_token(Text *text, const char *word)
{
    if (!next_token(text))
        return FALSE;
    g_autofree char *what = g_strdup_printf("'%s'", word);
    return token_is(text, word) || fail_expected(text, what);
}

static void open_text(Text *text, const char *file, const char *chars, gsize length)
{
    /* Editors on Windows write a byte order mark before UTF-8. */
    gsize mark = g_str_has_prefix(chars, "\xef\xbb\xbf") ? 3 : 0;
    *text = (Text){ .file = file,
                    .p = chars + mark,
                    .end = chars + length,
                    .line_start = chars + mark,
                    .line = 1 };
}

/* The syntax of a brush's faces. */
typedef enum {
    BSP_MAP_FACES,     /* three points, the texture and its mapping */
    BSP_MAP_PRIMITIVE, /* Quake III's brushDef: three points, a matrix, the texture */
    BSP_MAP_PLANES     /* Doom 3's brushDef3: a plane, a matrix, the texture */
} BspMapForm;

/* --- faces --- */

typedef struct {
    Text text;
    BspMapEntity entity;
    GPtrArray *strings; /* strings of the entity */
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

static gboolean is_number(const Token *token)
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
    Text *text = &parser->text;
    if (!next_token(text))
        return FALSE;
    const char *stop = text->token.start;
    if (is_number(&text->token))
        *number = g_ascii_strtod(text->token.start, (char **)&stop);
    if (!text->token.length || stop != text->token.start + text->token.length)
        return fail_expected(text, "a number");
    return TRUE;
}

static gboolean read_numbers(Parser *parser, const char *open, guint n, const char *close,
                             double *numbers)
{
    if (!expect_token(&parser->text, open))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!read_number(parser, &numbers[i]))
            return FALSE;
    return expect_token(&parser->text, close);
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

/* Reads a face's plane from three points. The first bracket has been read. *is_flat receives
 * whether the points lie on a line, so that there is no plane. */
static gboolean read_plane_of_points(Parser *parser, const BspMapBrush *brush, BspPlane *plane,
                                     gboolean *is_flat)
{
    BspVec points[3];
    if (!read_points(parser, brush, points))
        return FALSE;
    *is_flat = !plane_through(points, plane);
    return TRUE;
}

/* Reads a plane in Doom 3's form: ( a b c d ) is the plane ax + by + cz + d = 0. */
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

/* Reads the mapping after the texture, in Standard or Valve 220 form. */
static gboolean read_mapping(Parser *parser)
{
    Text before = parser->text;
    double ignored[5];
    if (!next_token(&parser->text))
        return FALSE;
    gboolean is_valve = token_is(&parser->text, "[");
    parser->text = before;
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
    return expect_token(&parser->text, "(") && read_numbers(parser, "(", 3, ")", ignored) &&
           read_numbers(parser, "(", 3, ")", ignored) && expect_token(&parser->text, ")");
}

/* Reads the numbers that may end a face: contents, flags, value. Only Quake II uses them. */
static gboolean read_flags(Parser *parser, guint *contents)
{
    for (guint i = 0; i < 3; i++) {
        Text before = parser->text;
        double number;
        if (!next_token(&parser->text))
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

/* Skips further data on a face's line, which some games write: a light value, a colour, names. */
static gboolean skip_rest_of_line(Parser *parser)
{
    static const char *const ends[] = { "(", "{", "}" };
    Text *text = &parser->text;
    const guint line = text->line;
    for (;;) {
        Text before = *text;
        if (!next_token(text))
            return FALSE;
        gboolean ended = text->token.line != line || text->token.is_string || at_end(text);
        for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
            ended |= token_is(text, ends[i]);
        if (ended) {
            *text = before;
            return TRUE;
        }
    }
}

/* Reads the part of a face after its plane. */
static gboolean read_surface(Parser *parser, BspMapForm form, Token *texture, guint *contents)
{
    Text *text = &parser->text;
    if (form != BSP_MAP_FACES && !read_matrix(parser))
        return FALSE;
    /* A texture's name may contain any character except white space: `{grate`, `+0door`, `*lava`.
     */
    if (!next_name(text))
        return FALSE;
    *texture = text->token;
    if (at_end(text))
        return fail_expected(text, "a texture");
    return (form != BSP_MAP_FACES || read_mapping(parser)) && read_flags(parser, contents) &&
           skip_rest_of_line(parser);
}

/* Whether this is the texture of a Doom 3 portal between areas. It may be on any face of the brush;
 * the other faces are invisible. */
static gboolean is_portal(const Token *texture)
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
    Token texture;
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
    Text *text = &parser->text;
    if (!expect_token(text, "{"))
        return FALSE;
    Token open = text->token;
    for (guint depth = 1; depth;) {
        if (!next_word(text))
            return FALSE;
        if (at_end(text))
            return fail_at(text, &text->token, "the file ends before the '{' of line %u is closed",
                           open.line);
        if (token_is(text, "{"))
            depth++;
        else if (token_is(text, "}"))
            depth--;
    }
    return TRUE;
}

static gboolean fail_unclosed(const Parser *parser, const char *what, guint line)
{
    return fail_at(&parser->text, &parser->text.token,
                   "the file ends before the %s of line %u is closed", what, line);
}

/* Skips the value of a brush's key. The key has been read. */
static gboolean skip_pair(Parser *parser)
{
    return next_token(&parser->text) &&
           (parser->text.token.is_string || fail_expected(&parser->text, "a value in quotes"));
}

/* Reads faces up to a closing brace. The first token has been read. */
static gboolean read_faces(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    Text *text = &parser->text;
    while (!token_is(text, "}")) {
        if (at_end(text))
            return fail_unclosed(parser, "brush", brush->line);
        gboolean ok = token_is(text, "(")     ? read_face(parser, form, brush)
                      : text->token.is_string ? skip_pair(parser)
                                              : fail_expected(text, "'(' or '}'");
        if (!ok || !next_token(text))
            return FALSE;
    }
    return TRUE;
}

/* Reads a brush primitive. Its keyword has been read. */
static gboolean read_primitive(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    Text *text = &parser->text;
    return expect_token(text, "{") && next_token(text) && read_faces(parser, form, brush) &&
           expect_token(text, "}");
}

static gboolean is_patch(const Text *text)
{
    static const char *const names[] = { "patchDef2", "patchDef3", "patchDefWS", "terrainDef" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (token_is(text, names[i]))
            return TRUE;
    return FALSE;
}

/* Reads the text inside a brush's braces. The first token has been read. */
static gboolean read_brush_content(Parser *parser, BspMapBrush *brush)
{
    Text *text = &parser->text;
    if (token_is(text, "brushDef"))
        return read_primitive(parser, BSP_MAP_PRIMITIVE, brush);
    if (token_is(text, "brushDef2") || token_is(text, "brushDef3"))
        return read_primitive(parser, BSP_MAP_PLANES, brush);
    if (is_patch(text)) {
        brush->is_patch = TRUE;
        return skip_block(parser) && expect_token(text, "}");
    }
    if (!at_end(text) && !text->token.is_string && !token_is(text, "(") && !token_is(text, "}"))
        return fail_expected(text, "'(' or '}' or brushDef or patchDef2");
    return read_faces(parser, BSP_MAP_FACES, brush);
}

/* Reads a brush. The first brace has been read. */
static gboolean read_brush(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    BspMapBrush brush = { .number = entity->n_brushes++,
                          .line = parser->text.token.line,
                          .first = entity->planes->len };
    if (!next_token(&parser->text) || !read_brush_content(parser, &brush))
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

/* Reads the value of a key, which has been read. If a key occurs several times, its last value
 * counts, as in the games. */
static gboolean read_pair(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    struct {
        const char *key, **value;
    } wanted[] = { { "classname", &entity->classname },
                   { "origin", &entity->origin },
                   { "message", &entity->message },
                   { "model", &entity->model },
                   { "angles", &entity->angles },
                   { "angle", &entity->angle } };
    Token key = parser->text.token;
    if (!next_token(&parser->text))
        return FALSE;
    Token value = parser->text.token;
    if (!value.is_string)
        return fail_expected(&parser->text, "a value in quotes");
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        if (key.length != strlen(wanted[i].key) ||
            g_ascii_strncasecmp(key.start, wanted[i].key, key.length) != 0)
            continue;
        /* The games and their compilers ignore upper and lower case in classes. */
        char *copy = i == 0 ? g_ascii_strdown(value.start, (gssize)value.length)
                            : g_strndup(value.start, value.length);
        g_ptr_array_add(parser->strings, copy);
        *wanted[i].value = copy;
    }
    return TRUE;
}

static void clear_entity(Parser *parser)
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
    Text *text = &parser->text;
    parser->entity.line = text->token.line;
    for (;;) {
        if (!next_token(text))
            return FALSE;
        if (at_end(text))
            return fail_unclosed(parser, "entity", parser->entity.line);
        if (token_is(text, "}"))
            break;
        gboolean ok = text->token.is_string ? read_pair(parser)
                      : token_is(text, "{") ? read_brush(parser)
                                            : fail_expected(text, "a key in quotes, '{' or '}'");
        if (!ok)
            return FALSE;
    }
    if (!parser->func(&parser->entity, parser->user_data, parser->error))
        return FALSE;
    clear_entity(parser);
    return TRUE;
}

/* Skips the line `Version 2`, with which Doom 3's maps begin. */
static gboolean skip_version(Parser *parser)
{
    Text before = parser->text;
    double ignored;
    if (!next_token(&parser->text))
        return FALSE;
    if (token_is(&parser->text, "Version"))
        return read_number(parser, &ignored);
    parser->text = before;
    return TRUE;
}

static gboolean read_entities(Parser *parser)
{
    for (;;) {
        if (!next_token(&parser->text))
            return FALSE;
        if (at_end(&parser->text))
            return TRUE;
        if (!token_is(&parser->text, "{"))
            return fail_expected(&parser->text, "'{'");
        if (!read_entity(parser))
            return FALSE;
    }
}

gboolean bsp_map_parse(const char *file, const char *text, gsize length, BspMapEntityFunc func,
                       gpointer user_data, GError **error)
{
    if (!bsp_world_check_text(file, text, length, "map", BSP_MAP_MAX_BYTES, error))
        return FALSE;
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autoptr(GArray) brushes = g_array_new(FALSE, FALSE, sizeof(BspMapBrush));
    g_autoptr(GPtrArray) strings = g_ptr_array_new_with_free_func(g_free);
    Parser parser = { .entity = { .planes = planes, .brushes = brushes },
                      .strings = strings,
                      .func = func,
                      .user_data = user_data,
                      .error = error };
    open_text(&parser.text, file, text, length);
    parser.text.error = error;
    return skip_version(&parser) && read_entities(&parser);
}

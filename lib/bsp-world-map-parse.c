/* bsp-world-map-parse: the syntax of Quake .map files, and of the entities of .bsp files. */
#include "bsp-world-map-parse.h"

#include <string.h>

#include "bsp-world-private.h"

/* --- tokens --- */

typedef struct {
    const char *start; /* a string's begins after its quote */
    gsize length;
    guint line, column;
    gboolean is_string;
} Token;

typedef struct {
    const char *file;
    const char *p, *end; /* *end is NUL */
    const char *line_start;
    guint line;
    Token token; /* the last one read */
} Lexer;

/* Sets "FILE:LINE:COLUMN: message" and returns FALSE. */
G_GNUC_PRINTF(4, 5)
static gboolean syntax_error(const Lexer *lexer, const Token *at, GError **error,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s:%u:%u: %s", lexer->file, at->line,
                at->column, message);
    return FALSE;
}

/* What the token says, fit for a message. */
static char *quoted(const Token *token)
{
    if (!token->length && !token->is_string)
        return g_strdup("the end of the file");
    GString *out = g_string_new("'");
    for (gsize i = 0; i < MIN(token->length, 40); i++)
        g_string_append_c(out, g_ascii_isprint(token->start[i]) ? token->start[i] : '?');
    g_string_append(out, token->length > 40 ? "...'" : "'");
    return g_string_free(out, FALSE);
}

static gboolean expected(const Lexer *lexer, const char *what, GError **error)
{
    g_autofree char *found = quoted(&lexer->token);
    return syntax_error(lexer, &lexer->token, error, "expected %s, found %s", what, found);
}

static gboolean is_space(char c)
{
    return (guchar)c <= ' ';
}

static void skip_space(Lexer *lexer)
{
    for (; lexer->p < lexer->end; lexer->p++) {
        if (*lexer->p == '\n') {
            lexer->line++;
            lexer->line_start = lexer->p + 1;
        } else if (lexer->p[0] == '/' && lexer->p[1] == '/') {
            while (lexer->p < lexer->end && lexer->p[1] != '\n' && lexer->p[1])
                lexer->p++;
        } else if (!is_space(*lexer->p)) {
            break;
        }
    }
}

/* A quote ends a string unless a backslash stands before it; but a backslash may also be the last
 * character of a path, and then the line ends behind the quote, or the next string begins. */
static gboolean ends_string(const char *p)
{
    if (p[-1] != '\\')
        return TRUE;
    const char *next = p + 1;
    while (*next == ' ' || *next == '\t' || *next == '\r')
        next++;
    return *next == '\n' || *next == '\0';
}

static gboolean read_string(Lexer *lexer, GError **error)
{
    Token *token = &lexer->token;
    const char *p = token->start + 1;
    while (*p && *p != '\n' && (*p != '"' || !ends_string(p)))
        p++;
    if (*p != '"')
        return syntax_error(lexer, token, error, "the string does not end on its line");
    token->start++;
    token->length = (gsize)(p - token->start);
    token->is_string = TRUE;
    lexer->p = p + 1;
    return TRUE;
}

/* Reads the next token; at the end of the file it is empty. Words end at a character of
 * `punctuation`, which is a token of its own, or at white space. */
static gboolean next(Lexer *lexer, const char *punctuation, GError **error)
{
    skip_space(lexer);
    const char *start = lexer->p;
    lexer->token = (Token){ .start = start,
                            .line = lexer->line,
                            .column = (guint)(start - lexer->line_start) + 1 };
    if (start == lexer->end)
        return TRUE;
    if (*start == '"')
        return read_string(lexer, error);
    const char *p = start + 1;
    if (!strchr(punctuation, *start))
        while (p < lexer->end && !is_space(*p) && *p != '"' && !strchr(punctuation, *p))
            p++;
    lexer->p = p;
    lexer->token.length = (gsize)(p - start);
    return TRUE;
}

static gboolean next_token(Lexer *lexer, GError **error)
{
    return next(lexer, "(){}[]", error);
}

static gboolean is(const Lexer *lexer, const char *text)
{
    const Token *token = &lexer->token;
    return !token->is_string && token->length == strlen(text) &&
           memcmp(token->start, text, token->length) == 0;
}

static gboolean at_end(const Lexer *lexer)
{
    return !lexer->token.length && !lexer->token.is_string;
}

static gboolean expect(Lexer *lexer, const char *text, GError **error)
{
    if (!next_token(lexer, error))
        return FALSE;
    g_autofree char *what = g_strdup_printf("'%s'", text);
    return is(lexer, text) || expected(lexer, what, error);
}

/* --- faces --- */

typedef struct {
    Lexer lexer;
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
    Lexer *lexer = &parser->lexer;
    if (!next_token(lexer, parser->error))
        return FALSE;
    const char *stop = lexer->token.start;
    if (is_number(&lexer->token))
        *number = g_ascii_strtod(lexer->token.start, (char **)&stop);
    if (!lexer->token.length || stop != lexer->token.start + lexer->token.length)
        return expected(lexer, "a number", parser->error);
    return TRUE;
}

static gboolean read_numbers(Parser *parser, const char *open, guint n, const char *close,
                             double *numbers)
{
    if (!expect(&parser->lexer, open, parser->error))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!read_number(parser, &numbers[i]))
            return FALSE;
    return expect(&parser->lexer, close, parser->error);
}

/* The first bracket has been read. */
static gboolean read_points(Parser *parser, const BspMapBrush *brush, BspVec points[3])
{
    parser->lexer.p = parser->lexer.token.start;
    for (guint i = 0; i < 3; i++) {
        if (!read_numbers(parser, "(", 3, ")", points[i].v))
            return FALSE;
        for (guint k = 0; k < 3; k++)
            if (!(fabs(points[i].v[k]) <= BSP_WORLD_HALF))
                return bsp_map_fail(parser->lexer.file, &parser->entity, brush, parser->error,
                                    BSP_ERROR_VALUE, "the coordinate %g is out of range, +-%g",
                                    points[i].v[k], BSP_WORLD_HALF);
    }
    return TRUE;
}

/* id's convention: seen from outside the points go clockwise. */
static gboolean plane_through(const BspVec p[3], BspPlane *plane)
{
    BspVec cross = bsp_vec_cross(bsp_vec_sub(p[0], p[1]), bsp_vec_sub(p[2], p[1]));
    double length = bsp_vec_length(cross);
    /* Twice the triangle's area: the height over the longest edge must be no mere rounding. */
    double longest = fmax(
        bsp_vec_length(bsp_vec_sub(p[0], p[1])),
        fmax(bsp_vec_length(bsp_vec_sub(p[2], p[1])), bsp_vec_length(bsp_vec_sub(p[2], p[0]))));
    if (length <= BSP_TOUCH * longest)
        return FALSE;
    /* Divided, so that an axial normal is exactly that. */
    plane->normal = bsp_vec(cross.x / length, cross.y / length, cross.z / length);
    plane->dist = bsp_vec_dot(plane->normal, p[0]);
    return TRUE;
}

static gboolean read_mapping(Parser *parser)
{
    Lexer before = parser->lexer;
    double ignored[5];
    if (!next_token(&parser->lexer, parser->error))
        return FALSE;
    gboolean is_valve = is(&parser->lexer, "[");
    parser->lexer = before;
    if (is_valve && (!read_numbers(parser, "[", 4, "]", ignored) ||
                     !read_numbers(parser, "[", 4, "]", ignored)))
        return FALSE;
    for (guint i = is_valve ? 2 : 0; i < 5; i++)
        if (!read_number(parser, &ignored[i]))
            return FALSE;
    return TRUE;
}

/* The numbers that may end a face: contents, flags, value. Only Quake II heeds them. */
static gboolean read_flags(Parser *parser, guint *contents)
{
    for (guint i = 0; i < 3; i++) {
        Lexer before = parser->lexer;
        double number;
        if (!next_token(&parser->lexer, parser->error))
            return FALSE;
        gboolean more = is_number(&parser->lexer.token);
        parser->lexer = before;
        if (!more)
            break;
        if (!read_number(parser, &number))
            return FALSE;
        if (i == 0 && number >= 0 && number <= G_MAXUINT32)
            *contents = (guint)number;
    }
    return TRUE;
}

/* A face, of which the first bracket has been read. */
static gboolean read_face(Parser *parser, BspMapBrush *brush)
{
    BspVec points[3];
    BspPlane plane;
    guint contents = 0;
    /* A texture's name may hold any character but white space: `{grate`, `+0door`, `*lava`. */
    if (!read_points(parser, brush, points) || !next(&parser->lexer, "", parser->error))
        return FALSE;
    Token texture = parser->lexer.token;
    if (at_end(&parser->lexer))
        return expected(&parser->lexer, "a texture", parser->error);
    if (!read_mapping(parser) || !read_flags(parser, &contents))
        return FALSE;
    if (!brush->texture) {
        brush->texture = texture.start;
        brush->texture_length = (guint)texture.length;
        brush->contents = contents;
    }
    if (plane_through(points, &plane)) {
        g_array_append_val(parser->entity.planes, plane);
        brush->n++;
    } else {
        brush->n_flat++;
    }
    return TRUE;
}

/* --- brushes --- */

/* Passes over "{" ... "}" and all that is nested in it. */
static gboolean skip_block(Parser *parser)
{
    Lexer *lexer = &parser->lexer;
    if (!expect(lexer, "{", parser->error))
        return FALSE;
    Token open = lexer->token;
    for (guint depth = 1; depth;) {
        if (!next(lexer, "", parser->error))
            return FALSE;
        if (at_end(lexer))
            return syntax_error(lexer, &lexer->token, parser->error,
                                "the file ends before the '{' of line %u is closed", open.line);
        if (is(lexer, "{"))
            depth++;
        else if (is(lexer, "}"))
            depth--;
    }
    return TRUE;
}

/* A brush that is something else than faces; its first word has been read. */
static gboolean read_other_brush(Parser *parser)
{
    static const char *const patches[] = { "patchDef2", "patchDef3", "patchDefWS", "terrainDef" };
    static const char *const primitives[] = { "brushDef", "brushDef2", "brushDef3" };
    guint *count = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(patches); i++)
        if (is(&parser->lexer, patches[i]))
            count = &parser->entity.n_patches;
    for (guint i = 0; i < G_N_ELEMENTS(primitives); i++)
        if (is(&parser->lexer, primitives[i]))
            count = &parser->entity.n_primitives;
    if (!count)
        return expected(&parser->lexer, "'(' or '}' or brushDef or patchDef2", parser->error);
    (*count)++;
    return skip_block(parser) && expect(&parser->lexer, "}", parser->error);
}

static gboolean unclosed(const Parser *parser, const char *what, guint line)
{
    return syntax_error(&parser->lexer, &parser->lexer.token, parser->error,
                        "the file ends before the %s of line %u is closed", what, line);
}

/* A brush, of which the first brace has been read. */
static gboolean read_brush(Parser *parser)
{
    Lexer *lexer = &parser->lexer;
    BspMapBrush brush = { .number = parser->entity.n_brushes++,
                          .line = lexer->token.line,
                          .first = parser->entity.planes->len };
    for (;;) {
        if (!next_token(lexer, parser->error))
            return FALSE;
        if (at_end(lexer))
            return unclosed(parser, "brush", brush.line);
        if (is(lexer, "}"))
            break;
        if (is(lexer, "(")) {
            if (!read_face(parser, &brush))
                return FALSE;
        } else if (!brush.texture) {
            return read_other_brush(parser);
        } else {
            return expected(lexer, "'(' or '}'", parser->error);
        }
    }
    if (!brush.texture)
        return expected(lexer, "a face", parser->error);
    g_array_append_val(parser->entity.brushes, brush);
    return TRUE;
}

/* --- entities --- */

/* A key, which has been read, and its value. Of equal keys the last counts, as in the games. */
static gboolean read_pair(Parser *parser)
{
    BspMapEntity *entity = &parser->entity;
    struct {
        const char *key, **value;
    } wanted[] = { { "classname", &entity->classname },
                   { "origin", &entity->origin },
                   { "message", &entity->message } };
    Token key = parser->lexer.token;
    if (!next_token(&parser->lexer, parser->error))
        return FALSE;
    Token value = parser->lexer.token;
    if (!value.is_string)
        return expected(&parser->lexer, "a value in quotes", parser->error);
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        if (key.length != strlen(wanted[i].key) || memcmp(key.start, wanted[i].key, key.length))
            continue;
        char *copy = g_strndup(value.start, value.length);
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

/* An entity, of which the first brace has been read. */
static gboolean read_entity(Parser *parser)
{
    Lexer *lexer = &parser->lexer;
    parser->entity.line = lexer->token.line;
    for (;;) {
        if (!next_token(lexer, parser->error))
            return FALSE;
        if (at_end(lexer))
            return unclosed(parser, "entity", parser->entity.line);
        if (is(lexer, "}"))
            break;
        gboolean ok = lexer->token.is_string ? read_pair(parser)
                      : is(lexer, "{")
                          ? read_brush(parser)
                          : expected(lexer, "a key in quotes, '{' or '}'", parser->error);
        if (!ok)
            return FALSE;
    }
    if (!parser->func(&parser->entity, parser->user_data, parser->error))
        return FALSE;
    forget_entity(parser);
    return TRUE;
}

static gboolean read_entities(Parser *parser)
{
    for (;;) {
        if (!next_token(&parser->lexer, parser->error))
            return FALSE;
        if (at_end(&parser->lexer))
            return TRUE;
        if (!is(&parser->lexer, "{"))
            return expected(&parser->lexer, "'{'", parser->error);
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
    Parser parser = {
        .lexer = { .file = file, .p = text, .end = text + length, .line_start = text, .line = 1 },
        .entity = { .planes = planes, .brushes = brushes },
        .strings = strings,
        .func = func,
        .user_data = user_data,
        .error = error
    };
    return read_entities(&parser);
}

/* --- starts --- */

/* Quake's, its successors' and their mods' names for where players appear: info_player_start,
 * info_player_deathmatch, info_player_team1, info_player_dd_red, team_CTF_redplayer,
 * team_CTF_bluespawn. The intermission is a camera, which may stand anywhere. */
static gboolean is_start_class(const char *classname)
{
    if (g_str_has_prefix(classname, "info_player_"))
        return strcmp(classname, "info_player_intermission") != 0;
    return g_str_has_prefix(classname, "team_CTF_") &&
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
    while (*text && is_space(*text))
        text++;
    return !*text;
}

gboolean bsp_map_entity_start(const char *file, const BspMapEntity *entity, BspVec *start,
                              gboolean *failed, GError **error)
{
    *failed = FALSE;
    if (!entity->classname || !is_start_class(entity->classname))
        return FALSE;
    /* The games put an entity without an origin at 0 0 0. */
    if (parse_point(entity->origin ? entity->origin : "0 0 0", start))
        return TRUE;
    Token origin = { .start = entity->origin, .length = strlen(entity->origin), .is_string = TRUE };
    g_autofree char *found = quoted(&origin);
    *failed = TRUE;
    return bsp_map_fail(file, entity, NULL, error, BSP_ERROR_VALUE,
                        "the origin %s is not three numbers within +-%g", found, BSP_WORLD_HALF);
}

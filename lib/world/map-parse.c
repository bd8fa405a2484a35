/* map-parse: parses Quake .map files, and the entities of .bsp files. */
#include "world/map-parse.h"

#include <string.h>

#include "compile/solid.h"
#include "geometry/brush.h"
#include "geometry/fail.h"
#include "geometry/order.h"
#include "world/reading.h"

/* --- the file --- */

static gint compare_surfaces(gconstpointer p, gconstpointer q, gpointer unused)
{
    const BspMapSurface *a = p, *b = q;
    (void)unused;
    return BSP_ORDER(a->has_flags, b->has_flags) ?: BSP_ORDER(a->contents, b->contents) ?:
           BSP_ORDER(a->flags, b->flags) ?: strcmp(a->texture, b->texture);
}

/* Returns an array whose data is not NULL even if the array is empty. So set_pointers() may add an
 * index to the pointer. */
static GArray *new_array(guint size)
{
    return g_array_sized_new(FALSE, FALSE, size, 1);
}

static BspMapFile *new_file(void)
{
    BspMapFile *map = g_new0(BspMapFile, 1);
    map->entities = new_array(sizeof(BspMapEntity));
    map->pairs = new_array(sizeof(BspMapPair));
    map->brushes = new_array(sizeof(BspMapBrush));
    map->faces = new_array(sizeof(BspMapFace));
    map->planes = new_array(sizeof(BspPlane));
    map->surfaces = g_tree_new_full(compare_surfaces, NULL, g_free, NULL);
    map->strings = g_string_chunk_new(4096);
    return map;
}

void bsp_map_free(BspMapFile *map)
{
    g_array_unref(map->entities);
    g_array_unref(map->pairs);
    g_array_unref(map->brushes);
    g_array_unref(map->faces);
    g_array_unref(map->planes);
    g_tree_unref(map->surfaces);
    g_string_chunk_free(map->strings);
    g_free(map);
}

/* Lets entities and brushes point into the arrays, which no longer grow. */
static void set_pointers(BspMapFile *map)
{
    const BspMapPair *pairs = (const void *)map->pairs->data;
    const BspMapFace *faces = (const void *)map->faces->data;
    const BspPlane *planes = (const void *)map->planes->data;
    BspMapBrush *brushes = (void *)map->brushes->data;
    for (guint i = 0; i < map->brushes->len; i++) {
        brushes[i].faces = faces;
        brushes[i].planes = planes;
        faces += brushes[i].n_faces;
        planes += brushes[i].n_planes;
    }
    for (guint i = 0; i < map->entities->len; i++) {
        BspMapEntity *entity = &g_array_index(map->entities, BspMapEntity, i);
        entity->pairs = pairs;
        entity->brushes = brushes;
        pairs += entity->n_pairs;
        brushes += entity->n_brushes;
        entity->classname = bsp_map_entity_value(entity, "classname");
        entity->noclip = bsp_map_entity_value(entity, "zhlt_noclip");
    }
}

const char *bsp_map_entity_value(const BspMapEntity *entity, const char *key)
{
    for (guint i = entity->n_pairs; i > 0; i--)
        if (strcmp(entity->pairs[i - 1].key, key) == 0)
            return entity->pairs[i - 1].value;
    return NULL;
}

gboolean bsp_map_read_numbers(const char *text, double half, guint n, double *numbers)
{
    for (guint k = 0; k < n; k++) {
        char *end;
        numbers[k] = g_ascii_strtod(text, &end);
        if (end == text || !(fabs(numbers[k]) <= half))
            return FALSE;
        text = end;
    }
    return !text[strspn(text, " \t\n\v\f\r")];
}

gboolean bsp_map_entity_point(const BspMapEntity *entity, const char *key, BspVec *point)
{
    const char *text = bsp_map_entity_value(entity, key);
    return text && bsp_map_read_numbers(text, BSP_WORLD_HALF, 3, point->v);
}

/* --- faces --- */

typedef struct {
    BspMapText text;
    BspMapFile *map;
    BspMapEntity entity; /* the entity that is being read */
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

/* Reads a number. Fails, and returns 0, if the next token is not a number. */
static double read_number(BspMapText *text)
{
    char *stop = NULL;
    const BspMapToken *token = &text->token;
    bsp_map_next_token(text);
    double number = is_number(token) ? g_ascii_strtod(token->start, &stop) : 0;
    if (stop == token->start + token->length)
        return number;
    bsp_map_fail_expected(text, "a number");
    return 0;
}

/* Reads the brackets of a pattern, and stores a number for each '#'. */
static void read_pattern(BspMapText *text, const char *pattern, double *numbers)
{
    for (; *pattern; pattern++) {
        const char bracket[] = { *pattern, '\0' };
        if (*pattern == '#')
            *numbers++ = read_number(text);
        else
            bsp_map_expect_token(text, bracket);
    }
}

/* Finds the plane through three points, which are clockwise seen from outside (id's convention).
 * Returns FALSE if they lie on a line. */
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
    /* Divide, because a multiplication by 1 / length would make axial normals inexact. */
    plane->normal = bsp_vec(cross.x / length, cross.y / length, cross.z / length);
    plane->dist = bsp_vec_dot(plane->normal, p[0]);
    return TRUE;
}

/* Reads the three points of a face. Returns FALSE if they lie on a line. */
static gboolean read_points(Parser *parser, const BspMapBrush *brush, BspPlane *plane)
{
    BspVec points[3];
    for (guint i = 0; i < 3; i++) {
        read_pattern(&parser->text, "(###)", points[i].v);
        for (guint k = 0; k < 3 && !*parser->text.error; k++)
            if (!(fabs(points[i].v[k]) <= BSP_WORLD_HALF))
                bsp_map_fail(parser->text.file, &parser->entity, brush, parser->text.error,
                             BSP_ERROR_VALUE, "the coordinate %g is out of range, +-%g",
                             points[i].v[k], BSP_WORLD_HALF);
    }
    return plane_through(points, plane);
}

/* Reads a plane in Doom 3's form, in which ( a b c d ) is ax + by + cz + d = 0. Returns FALSE if a,
 * b and c are 0. */
static gboolean read_plane(Parser *parser, const BspMapBrush *brush, BspPlane *plane)
{
    double v[4];
    read_pattern(&parser->text, "(####)", v);
    double length = bsp_vec_length(bsp_vec(v[0], v[1], v[2]));
    if (!*parser->text.error && (!isfinite(length) || !isfinite(v[3])))
        bsp_map_fail(parser->text.file, &parser->entity, brush, parser->text.error, BSP_ERROR_VALUE,
                     "the plane (%g %g %g %g) is out of range", v[0], v[1], v[2], v[3]);
    *plane = (BspPlane){ bsp_vec(v[0] / length, v[1] / length, v[2] / length), -v[3] / length };
    return length >= 1e-12;
}

/* Reads the mapping behind the texture, in Standard or Valve 220 form. */
static void read_mapping(Parser *parser)
{
    BspMapText *text = &parser->text, before = *text;
    double ignored[11];
    bsp_map_next_token(text);
    gboolean is_valve = bsp_map_token_is(text, "[");
    *text = before;
    parser->map->forms |= is_valve ? BSP_MAP_VALVE : BSP_MAP_FACES;
    read_pattern(text, is_valve ? "[####][####]###" : "#####", ignored);
}

/* Returns the low 32 bits of a number that may be written with or without a sign. */
static guint32 to_bits(double number)
{
    return fabs(number) < 0x1p53 ? (guint32)(gint64)number : 0;
}

static gboolean is_bracket(const BspMapText *text)
{
    return bsp_map_token_is(text, "(") || bsp_map_token_is(text, "{") ||
           bsp_map_token_is(text, "}");
}

/* Reads the numbers that may end a face: contents, flags, value. Only Quake II uses them. Skips
 * further data on the line, such as the light values, colours and names that some games write. */
static void read_rest(BspMapText *text, BspMapSurface *surface)
{
    BspMapText before = *text;
    double numbers[3] = { 0, 0, 0 };
    guint n = 0;
    for (bsp_map_next_token(text); n < 3 && is_number(&text->token); bsp_map_next_token(text)) {
        *text = before;
        numbers[n++] = read_number(text);
        before = *text;
    }
    guint line = bsp_map_line(&before);
    while (bsp_map_line(text) == line && !text->token.is_string && !bsp_map_at_end(text) &&
           !is_bracket(text)) {
        before = *text;
        bsp_map_next_token(text);
    }
    *text = before;
    surface->has_flags = n == 3;
    surface->contents = to_bits(numbers[0]);
    surface->flags = to_bits(numbers[1]);
}

/* Returns the surface of the file that equals this one. Its texture is the token. Adds the surface
 * if there is none. */
static BspMapSurface *share_surface(BspMapFile *map, BspMapSurface *surface,
                                    const BspMapToken *texture)
{
    g_autofree char *name = g_strndup(texture->start, texture->length);
    surface->texture = name;
    BspMapSurface *shared = g_tree_lookup(map->surfaces, surface);
    if (shared)
        return shared;
    shared = g_memdup2(surface, sizeof *surface);
    shared->texture = g_string_chunk_insert(map->strings, name);
    g_tree_insert(map->surfaces, shared, shared);
    return shared;
}

/* Reads the part of a face behind its plane. */
static BspMapSurface *read_surface(Parser *parser, BspMapForm form)
{
    BspMapText *text = &parser->text;
    BspMapSurface surface = { 0 };
    double ignored[6];
    if (form != BSP_MAP_FACES)
        read_pattern(text, "((###)(###))", ignored);
    /* A texture's name may contain any character except white space: `{grate`, `+0door`, `*lava`.
     */
    bsp_map_next_name(text);
    BspMapToken texture = text->token;
    if (bsp_map_at_end(text))
        bsp_map_fail_expected(text, "a texture");
    if (form == BSP_MAP_FACES)
        read_mapping(parser);
    read_rest(text, &surface);
    return share_surface(parser->map, &surface, &texture);
}

/* Reads a face. The first bracket has been read. */
static void read_face(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    BspPlane plane;
    BspMapFace face;
    parser->text.p = parser->text.token.start;
    face.is_flat = form == BSP_MAP_PLANES ? !read_plane(parser, brush, &plane)
                                          : !read_points(parser, brush, &plane);
    face.surface = read_surface(parser, form);
    g_array_append_val(parser->map->faces, face);
    brush->n_faces++;
    if (face.is_flat)
        return;
    g_array_append_val(parser->map->planes, plane);
    brush->n_planes++;
}

/* --- brushes --- */

static void fail_unclosed(const BspMapText *text, const char *what, guint line)
{
    bsp_map_fail_at(text, text->end, "the file ends before the %s of line %u is closed", what,
                    line);
}

/* Skips "{" ... "}" with nested blocks. */
static void skip_block(BspMapText *text)
{
    bsp_map_expect_token(text, "{");
    guint line = bsp_map_line(text);
    for (guint depth = 1; depth && !bsp_map_at_end(text);) {
        bsp_map_next_token(text);
        if (bsp_map_token_is(text, "{"))
            depth++;
        else if (bsp_map_token_is(text, "}"))
            depth--;
    }
    if (bsp_map_at_end(text))
        fail_unclosed(text, "'{'", line);
}

/* Reads the value of a key. The key has been read. */
static void read_value(BspMapText *text)
{
    bsp_map_next_token(text);
    if (!text->token.is_string)
        bsp_map_fail_expected(text, "a value in quotes");
}

/* Reads faces up to a closing brace. The first token has been read. */
static void read_faces(Parser *parser, BspMapForm form, BspMapBrush *brush)
{
    BspMapText *text = &parser->text;
    for (; !bsp_map_token_is(text, "}") && !bsp_map_at_end(text); bsp_map_next_token(text)) {
        if (bsp_map_token_is(text, "("))
            read_face(parser, form, brush);
        else if (text->token.is_string)
            read_value(text); /* it is not needed */
        else
            bsp_map_fail_expected(text, "'(' or '}'");
    }
    if (bsp_map_at_end(text))
        fail_unclosed(text, "brush", brush->line);
}

/* Returns the form of a brush, according to its first token. */
static BspMapForm brush_form(const BspMapText *text)
{
    static const struct {
        const char *word;
        BspMapForm form;
    } rows[] = { { "brushDef", BSP_MAP_PRIMITIVE }, { "brushDef2", BSP_MAP_PLANES },
                 { "brushDef3", BSP_MAP_PLANES },   { "patchDef2", BSP_MAP_PATCH },
                 { "patchDef3", BSP_MAP_PATCH },    { "patchDefWS", BSP_MAP_PATCH },
                 { "terrainDef", BSP_MAP_PATCH } };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        if (bsp_map_token_is(text, rows[i].word))
            return rows[i].form;
    if (!text->token.is_string && !bsp_map_at_end(text) && !bsp_map_token_is(text, "(") &&
        !bsp_map_token_is(text, "}"))
        bsp_map_fail_expected(text, "'(' or '}' or brushDef or patchDef2");
    return BSP_MAP_FACES;
}

/* Reads a brush. The first brace has been read. */
static void read_brush(Parser *parser)
{
    BspMapText *text = &parser->text;
    BspMapEntity *entity = &parser->entity;
    BspMapBrush brush = { .number = entity->n_all_brushes++, .line = bsp_map_line(text) };
    bsp_map_next_token(text);
    BspMapForm form = brush_form(text);
    parser->map->forms |= form;
    if (form == BSP_MAP_PATCH) {
        entity->n_patches++;
        skip_block(text);
    } else if (form != BSP_MAP_FACES) {
        bsp_map_expect_token(text, "{");
        bsp_map_next_token(text);
    }
    if (form != BSP_MAP_PATCH)
        read_faces(parser, form, &brush);
    if (form != BSP_MAP_FACES)
        bsp_map_expect_token(text, "}");
    if (brush.n_faces) {
        g_array_append_val(parser->map->brushes, brush);
        entity->n_brushes++;
    } else if (form != BSP_MAP_PATCH) {
        entity->n_empty++;
    }
}

/* --- entities --- */

/* Copies a token. If is_lower is set, converts it to lower case, because the games ignore the case
 * of keys and classes. */
static char *copy_token(Parser *parser, const BspMapToken *token, gboolean is_lower)
{
    char *copy =
        g_string_chunk_insert_len(parser->map->strings, token->start, (gssize)token->length);
    for (char *c = copy; is_lower && *c; c++)
        *c = g_ascii_tolower(*c);
    return copy;
}

/* Reads the value of a key, and adds the pair. The key has been read. */
static void read_pair(Parser *parser)
{
    BspMapPair pair = { .key = copy_token(parser, &parser->text.token, TRUE) };
    read_value(&parser->text);
    const BspMapToken *value = &parser->text.token;
    pair.value = copy_token(parser, value, strcmp(pair.key, "classname") == 0);
    pair.at = value->start;
    g_array_append_val(parser->map->pairs, pair);
    parser->entity.n_pairs++;
}

/* Reads an entity. The first brace has been read. */
static void read_entity(Parser *parser)
{
    BspMapText *text = &parser->text;
    parser->entity = (BspMapEntity){ .number = parser->map->entities->len,
                                     .line = bsp_map_line(text),
                                     .content = text->p };
    bsp_map_next_token(text);
    for (; !bsp_map_token_is(text, "}") && !bsp_map_at_end(text); bsp_map_next_token(text)) {
        if (text->token.is_string)
            read_pair(parser);
        else if (bsp_map_token_is(text, "{"))
            read_brush(parser);
        else
            bsp_map_fail_expected(text, "a key in quotes, '{' or '}'");
    }
    if (bsp_map_at_end(text))
        fail_unclosed(text, "entity", parser->entity.line);
    g_array_append_val(parser->map->entities, parser->entity);
}

/* Reads the header of Doom 3's maps, which is `Version 2`, if there is one. */
static void read_header(Parser *parser)
{
    BspMapText *text = &parser->text, before = *text;
    bsp_map_next_token(text);
    if (bsp_map_token_is(text, "iwmap"))
        bsp_map_fail_expected(text, "'{' or Version (Call of Duty's maps are not supported)");
    if (bsp_map_token_is(text, "Version")) {
        parser->map->forms |= BSP_MAP_VERSION;
        read_number(text);
    } else {
        *text = before;
    }
}

static void read_entities(Parser *parser)
{
    BspMapText *text = &parser->text;
    bsp_map_next_token(text);
    for (; bsp_map_token_is(text, "{") && !*text->error; bsp_map_next_token(text)) {
        if (parser->map->entities->len < BSP_MAP_MAX_ENTITIES)
            read_entity(parser);
        else
            bsp_fail(text->error, BSP_ERROR_LIMIT,
                     "%s: there are more than %d entities, which is the limit", text->file,
                     BSP_MAP_MAX_ENTITIES);
    }
    if (!bsp_map_at_end(text))
        bsp_map_fail_expected(text, "'{'");
}

BspMapFile *bsp_map_parse(const char *file, const char *text, gsize length, GError **error)
{
    if (!bsp_world_check_text(file, text, length, "map", BSP_MAP_MAX_BYTES, error))
        return NULL;
    GError *problem = NULL;
    Parser parser = { .map = new_file() };
    bsp_map_open_text(&parser.text, file, text, length, &problem);
    read_header(&parser);
    read_entities(&parser);
    if (!problem) {
        set_pointers(parser.map);
        return parser.map;
    }
    g_propagate_error(error, problem);
    bsp_map_free(parser.map);
    return NULL;
}

/* mesh: meshes of polygons, and the reader of Wavefront .obj files. */
#include "mesh/mesh.h"

#include <string.h>

#include "bsp-constants.h"
#include "geometry/fail.h"

/* The corners of 262144 triangles. */
#define MAX_CORNERS 786432

void bsp_mesh_free(BspMesh *mesh)
{
    if (!mesh)
        return;
    g_array_unref(mesh->points);
    g_clear_pointer(&mesh->corners, g_array_unref);
    g_array_unref(mesh->faces);
    g_clear_pointer(&mesh->places, g_ptr_array_unref);
    g_free(mesh);
}

BspMesh *bsp_mesh_new(const char *file)
{
    BspMesh *mesh = g_new(BspMesh, 1);
    *mesh = (BspMesh){ .file = file,
                       .points = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                       .corners = g_array_new(FALSE, FALSE, sizeof(guint)),
                       .faces = g_array_new(FALSE, FALSE, sizeof(BspMeshFace)) };
    return mesh;
}

void bsp_mesh_add_point(BspMesh *mesh, BspVec point)
{
    g_array_append_val(mesh->points, point);
}

void bsp_mesh_add_place(BspMesh *mesh, const char *place)
{
    if (!mesh->places)
        mesh->places = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(mesh->places, g_strdup(place));
}

char *bsp_mesh_place(const BspMesh *mesh, guint line)
{
    if (!mesh->places || line - 1 >= mesh->places->len)
        return g_strdup_printf("line %u", line);
    return g_strdup(mesh->places->pdata[line - 1]);
}

void bsp_mesh_add_face(BspMesh *mesh, const guint *corners, guint n, guint line)
{
    BspMeshFace face = { .first = mesh->corners->len, .n = n, .line = line };
    g_array_append_vals(mesh->corners, corners, n);
    g_array_append_val(mesh->faces, face);
}

const BspVec *bsp_mesh_points(const BspMesh *mesh, guint *n)
{
    *n = mesh->points->len;
    return (const BspVec *)(void *)mesh->points->data;
}

void bsp_mesh_add_fan(BspMesh *triangles, const BspMesh *mesh, const BspMeshFace *face)
{
    for (guint k = 1; k + 1 < face->n; k++) {
        const guint corners[3] = { bsp_mesh_corner(mesh, face, 0), bsp_mesh_corner(mesh, face, k),
                                   bsp_mesh_corner(mesh, face, k + 1) };
        bsp_mesh_add_face(triangles, corners, 3, face->line);
    }
}

guint *bsp_mesh_triangles(const BspMesh *mesh, guint *n)
{
    g_autoptr(BspMesh) triangles = bsp_mesh_new(mesh->file);
    for (guint f = 0; f < mesh->faces->len; f++)
        bsp_mesh_add_fan(triangles, mesh, bsp_mesh_face(mesh, f));
    *n = triangles->faces->len;
    return (guint *)(void *)g_array_free(g_steal_pointer(&triangles->corners), FALSE);
}

BspBounds bsp_mesh_bounds(const BspMesh *mesh)
{
    BspBounds bounds = bsp_bounds_empty();
    for (guint i = 0; i < mesh->corners->len; i++)
        bsp_bounds_add_point(
            &bounds, g_array_index(mesh->points, BspVec, g_array_index(mesh->corners, guint, i)));
    return bounds;
}

void bsp_mesh_turn_face(BspMesh *mesh, guint i)
{
    const BspMeshFace *face = bsp_mesh_face(mesh, i);
    guint *corners = &g_array_index(mesh->corners, guint, face->first);
    for (guint k = 1, l = face->n - 1; k < l; k++, l--) {
        guint corner = corners[k];
        corners[k] = corners[l];
        corners[l] = corner;
    }
}

BspPolygon *bsp_mesh_polygon(const BspMesh *mesh, const BspMeshFace *face)
{
    g_autofree BspVec *points = g_new(BspVec, face->n);
    for (guint k = 0; k < face->n; k++)
        points[k] = bsp_mesh_point(mesh, face, k);
    return bsp_polygon_new(points, face->n);
}

gboolean bsp_mesh_mean_plane(const BspPolygon *polygon, BspPlane *plane)
{
    BspVec normal = bsp_vec(0, 0, 0), middle = bsp_polygon_centre(polygon);
    for (guint i = 0; i < polygon->n; i++) {
        BspVec a = bsp_vec_sub(polygon->v[i], middle);
        BspVec b = bsp_vec_sub(polygon->v[(i + 1) % polygon->n], middle);
        normal = bsp_vec_add(normal, bsp_vec_cross(a, b));
    }
    double length = bsp_vec_length(normal);
    if (!(length > 0))
        return FALSE;
    plane->normal = bsp_vec(normal.x / length, normal.y / length, normal.z / length);
    plane->dist = bsp_vec_dot(plane->normal, middle);
    return TRUE;
}

/* --- parsing --- */

typedef struct {
    BspMesh *mesh;
    const char *p, *end; /* *end is NUL */
    guint line;
    GError **error;
} Parser;

/* Sets "FILE:LINE: message" and returns FALSE. */
G_GNUC_PRINTF(5, 6)
static gboolean fail_at_line(const BspMesh *mesh, guint line, GError **error, BspErrorCode code,
                             const char *format, ...)
{
    va_list arguments;
    g_autofree char *place = g_strdup_printf("%s:%u", mesh->file, line);
    va_start(arguments, format);
    bsp_fail_valist(error, code, place, format, arguments);
    va_end(arguments);
    return FALSE;
}

/* The length of the end of a line at p: "\n", "\r\n" or "\r"; 0 if the line does not end there. */
static gsize line_end_length(const char *p)
{
    return p[0] == '\n' ? 1 : p[0] != '\r' ? 0 : p[1] == '\n' ? 2 : 1;
}

/* The length of the line continuation at p (a backslash and the end of the line); 0 if there is
 * none. */
static gsize continuation_length(const char *p)
{
    gsize end = p[0] == '\\' ? line_end_length(p + 1) : 0;
    return end ? 1 + end : 0;
}

/* Reads the next word of the line. Returns FALSE at the end of the line or at a comment. */
static gboolean next_word(Parser *parser, const char **word, gsize *length)
{
    const char *p = parser->p;
    for (gsize skip; (skip = continuation_length(p)) || *p == ' ' || *p == '\t';) {
        parser->line += skip > 0;
        p += MAX(skip, 1);
    }
    *word = p;
    while (p < parser->end && !strchr(" \t\r\n", *p) && !continuation_length(p))
        p++;
    parser->p = p;
    *length = (gsize)(p - *word);
    return *length > 0 && **word != '#';
}

static gboolean word_is(const char *word, gsize length, const char *text)
{
    return length == strlen(text) && memcmp(word, text, length) == 0;
}

/* A printable copy of a word, for messages. */
static char *printable_word(const char *word, gsize length)
{
    char *copy = g_strndup(word, MIN(length, 40));
    for (char *p = copy; *p; p++)
        if (!g_ascii_isprint(*p))
            *p = '?';
    return copy;
}

static gboolean parse_point(Parser *parser)
{
    BspVec point;
    for (guint k = 0; k < 3; k++) {
        const char *word;
        gsize length;
        if (!next_word(parser, &word, &length))
            return fail_at_line(parser->mesh, parser->line, parser->error, BSP_ERROR_SYNTAX,
                                "a vertex needs 3 coordinates, found %u", k);
        char *stop;
        point.v[k] = g_ascii_strtod(word, &stop);
        g_autofree char *text = printable_word(word, length);
        if (stop != word + length || strspn(text, "0123456789+-.eE") != strlen(text))
            return fail_at_line(parser->mesh, parser->line, parser->error, BSP_ERROR_SYNTAX,
                                "expected a number, found '%s'", text);
        if (!(fabs(point.v[k]) <= BSP_WORLD_HALF))
            return fail_at_line(parser->mesh, parser->line, parser->error, BSP_ERROR_VALUE,
                                "the coordinate %s is out of range, +-%g", text, BSP_WORLD_HALF);
    }
    /* A weight or a colour may follow. */
    g_array_append_val(parser->mesh->points, point);
    return TRUE;
}

/* Parses a corner: "7", "7/1", "7//3" or "7/1/3". -1 refers to the last vertex so far. */
static gboolean parse_corner(Parser *parser, const char *word, gsize length)
{
    BspMesh *mesh = parser->mesh;
    char *stop;
    gint64 index = g_ascii_strtoll(word, &stop, 10);
    g_autofree char *text = printable_word(word, length);
    gboolean ends = stop == word + length || (stop > word && stop < word + length && *stop == '/');
    if (!ends || strspn(text, "0123456789-/") != strlen(text))
        return fail_at_line(mesh, parser->line, parser->error, BSP_ERROR_SYNTAX,
                            "expected the index of a vertex, found '%s'", text);
    gint64 n = mesh->points->len, i = index < 0 ? n + index : index - 1;
    if (i < 0 || i >= n)
        return fail_at_line(mesh, parser->line, parser->error, BSP_ERROR_VALUE,
                            "vertex %s does not exist: there are %u so far", text,
                            mesh->points->len);
    guint corner = (guint)i;
    g_array_append_val(mesh->corners, corner);
    return TRUE;
}

static gboolean parse_face(Parser *parser)
{
    BspMesh *mesh = parser->mesh;
    BspMeshFace face = { .first = mesh->corners->len, .line = parser->line };
    const char *word;
    gsize length;
    while (next_word(parser, &word, &length)) {
        if (!parse_corner(parser, word, length))
            return FALSE;
        face.n++;
    }
    if (face.n < 3)
        return fail_at_line(mesh, face.line, parser->error, BSP_ERROR_VALUE,
                            "a face needs 3 vertices, found %u", face.n);
    if (mesh->corners->len > MAX_CORNERS)
        return fail_at_line(mesh, face.line, parser->error, BSP_ERROR_LIMIT,
                            "the faces up to this one have %u corners, more than the limit of %d",
                            mesh->corners->len, MAX_CORNERS);
    g_array_append_val(mesh->faces, face);
    return TRUE;
}

static gboolean parse_line(Parser *parser)
{
    /* Statements about appearance, names and groups, and about objects other than surfaces. */
    static const char *const ignored[] = { "vt",     "vn",  "vp",         "o",         "g",
                                           "s",      "mg",  "usemtl",     "mtllib",    "usemap",
                                           "maplib", "lod", "shadow_obj", "trace_obj", "bevel",
                                           "l",      "p",   "c_interp",   "d_interp" };
    const char *word;
    gsize length;
    if (!next_word(parser, &word, &length))
        return TRUE;
    if (word_is(word, length, "v"))
        return parse_point(parser);
    if (word_is(word, length, "f"))
        return parse_face(parser);
    for (guint i = 0; i < G_N_ELEMENTS(ignored); i++)
        if (word_is(word, length, ignored[i]))
            return TRUE;
    g_autofree char *text = printable_word(word, length);
    return fail_at_line(parser->mesh, parser->line, parser->error, BSP_ERROR_SYNTAX,
                        "unknown statement '%s'", text);
}

static void skip_line(Parser *parser)
{
    const char *word;
    gsize length;
    while (next_word(parser, &word, &length))
        continue;
    while (parser->p < parser->end && !line_end_length(parser->p))
        parser->p++;
    parser->p += line_end_length(parser->p); /* 0 at the end of the text */
    parser->line++;
}

BspMesh *bsp_mesh_read_obj(const char *file, const char *text, gsize length, GError **error)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_new(file);
    /* Editors on Windows write a byte order mark before UTF-8. */
    gsize mark = g_str_has_prefix(text, "\xef\xbb\xbf") ? 3 : 0;
    Parser parser = { mesh, text + mark, text + length, 1, error };
    for (; parser.p < parser.end; skip_line(&parser))
        if (!parse_line(&parser))
            return NULL;
    return g_steal_pointer(&mesh);
}

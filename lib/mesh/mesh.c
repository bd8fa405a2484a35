/* mesh: makes meshes of polygons, and reads Wavefront .obj files. */
#include "mesh/mesh.h"

#include <string.h>

#include "bsp-constants.h"
#include "geometry/fail.h"
#include "geometry/sets.h"

/* The maximum number of corners of a mesh, which is that of 262144 triangles. */
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
    BSP_ASSERT(n >= 3);
    BspMeshFace face = {
        .first = mesh->corners->len, .n = n, .line = line, .given = BSP_MESH_NO_FACE
    };
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
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
            continue;
        bsp_mesh_add_face(triangles, corners, 3, face->line);
        BspMeshFace *triangle = bsp_mesh_face(triangles, triangles->faces->len - 1);
        triangle->given = face->given;
        triangle->turned = face->turned;
    }
}

void bsp_mesh_keep_faces(BspMesh *mesh, const gboolean *is_kept)
{
    guint n_faces = 0;
    for (guint f = 0; f < mesh->faces->len; f++)
        if (is_kept[f])
            *bsp_mesh_face(mesh, n_faces++) = *bsp_mesh_face(mesh, f);
    g_array_set_size(mesh->faces, n_faces);
}

guint *bsp_mesh_triangles(const BspMesh *mesh, guint *n, guint **of_face)
{
    g_autoptr(BspMesh) triangles = bsp_mesh_new(mesh->file);
    g_autoptr(GArray) faces = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint f = 0; f < mesh->faces->len; f++) {
        bsp_mesh_add_fan(triangles, mesh, bsp_mesh_face(mesh, f));
        while (faces->len < triangles->faces->len)
            g_array_append_val(faces, f);
    }
    *n = triangles->faces->len;
    if (of_face)
        *of_face = (guint *)(void *)g_array_free(g_steal_pointer(&faces), FALSE);
    return (guint *)(void *)g_array_free(g_steal_pointer(&triangles->corners), FALSE);
}

static int compare_roots(const void *x, const void *y, gpointer data)
{
    const guint *a = x, *b = y;
    guint i = bsp_sets_find(data, *a), j = bsp_sets_find(data, *b);
    return BSP_ORDER(i, j) ?: BSP_ORDER(*a, *b);
}

guint *bsp_mesh_faces_by_sets(guint *sets, guint n)
{
    guint *faces = g_new(guint, MAX(n, 1));
    for (guint f = 0; f < n; f++)
        faces[f] = f;
    g_qsort_with_data(faces, (gint)n, sizeof *faces, compare_roots, sets);
    return faces;
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
    bsp_mesh_face(mesh, i)->turned ^= TRUE;
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
    const char *p;    /* the text that is not read yet */
    guint line;       /* number of the line on which the statement begins */
    GPtrArray *words; /* the strings of the statement */
    GError **error;
} Parser;

/* Returns a printable copy of a word, for messages. */
static char *printable_word(const char *word)
{
    char *copy = g_strndup(word, 40);
    for (char *p = copy; *p; p++)
        if (!g_ascii_isprint(*p))
            *p = '?';
    return copy;
}

/* Reads the words of the next statement, up to a comment. If a backslash ends a line, the statement
 * continues on the next line. Returns the number of lines. */
static guint read_statement(Parser *parser)
{
    g_ptr_array_set_size(parser->words, 0);
    for (guint n_lines = 1;;) {
        const char *p = parser->p + strspn(parser->p, " \t");
        gsize n = *p == '#' ? 0 : strcspn(p, " \t\r\n");
        /* A backslash at the end of the text also counts. */
        gsize continues = n && p[n - 1] == '\\' && strchr("\r\n", p[n]);
        if (n > continues)
            g_ptr_array_add(parser->words, g_strndup(p, n - continues));
        parser->p = p + n;
        if (n && !continues)
            continue;
        parser->p += strcspn(parser->p, "\r\n");
        parser->p += *parser->p == '\r' && parser->p[1] == '\n' ? 2 : *parser->p != '\0';
        if (!continues)
            return n_lines;
        n_lines++;
    }
}

static gboolean parse_point(Parser *parser)
{
    BspVec point;
    if (parser->words->len < 4)
        return bsp_fail(parser->error, BSP_ERROR_SYNTAX,
                        "a vertex needs 3 coordinates, but this one has %u",
                        parser->words->len - 1);
    for (guint k = 0; k < 3; k++) {
        const char *word = parser->words->pdata[k + 1];
        char *stop;
        point.v[k] = g_ascii_strtod(word, &stop);
        g_autofree char *text = printable_word(word);
        if (*stop || strspn(word, "0123456789+-.eE") != strlen(word))
            return bsp_fail(parser->error, BSP_ERROR_SYNTAX, "expected a number, found '%s'", text);
        if (!(fabs(point.v[k]) <= BSP_WORLD_HALF))
            return bsp_fail(parser->error, BSP_ERROR_VALUE,
                            "the coordinate %s is out of range, +-%g", text, BSP_WORLD_HALF);
    }
    /* Ignore a weight or a colour, which may follow. */
    bsp_mesh_add_point(parser->mesh, point);
    return TRUE;
}

/* Parses a corner of the form "7", "7/1", "7//3" or "7/1/3". -1 refers to the last vertex so
 * far. */
static gboolean parse_corner(Parser *parser, const char *word)
{
    BspMesh *mesh = parser->mesh;
    char *stop;
    gint64 index = g_ascii_strtoll(word, &stop, 10);
    g_autofree char *text = printable_word(word);
    if (stop == word || (*stop && *stop != '/') || strspn(word, "0123456789-/") != strlen(word))
        return bsp_fail(parser->error, BSP_ERROR_SYNTAX,
                        "expected the index of a vertex, found '%s'", text);
    gint64 n = mesh->points->len, i = index < 0 ? n + index : index - 1;
    if (i < 0 || i >= n)
        return bsp_fail(parser->error, BSP_ERROR_VALUE,
                        "vertex %s does not exist; %u vertices come before this line", text,
                        mesh->points->len);
    guint corner = (guint)i;
    g_array_append_val(mesh->corners, corner);
    return TRUE;
}

static gboolean parse_face(Parser *parser)
{
    BspMesh *mesh = parser->mesh;
    BspMeshFace face = { .first = mesh->corners->len,
                         .n = parser->words->len - 1,
                         .line = parser->line };
    for (guint k = 0; k < face.n; k++)
        if (!parse_corner(parser, parser->words->pdata[k + 1]))
            return FALSE;
    if (face.n < 3)
        return bsp_fail(parser->error, BSP_ERROR_VALUE,
                        "a face needs at least 3 vertices, but this one has %u", face.n);
    if (mesh->corners->len > MAX_CORNERS)
        return bsp_fail(parser->error, BSP_ERROR_LIMIT,
                        "the faces up to this one have %u corners, more than the limit of "
                        "%d",
                        mesh->corners->len, MAX_CORNERS);
    g_array_append_val(mesh->faces, face);
    return TRUE;
}

static gboolean parse_statement(Parser *parser)
{
    /* These statements are ignored. They are about appearance, names and groups, or about objects
     * other than surfaces. */
    static const char *const ignored[] = { "vt",     "vn",  "vp",         "o",         "g",
                                           "s",      "mg",  "usemtl",     "mtllib",    "usemap",
                                           "maplib", "lod", "shadow_obj", "trace_obj", "bevel",
                                           "l",      "p",   "c_interp",   "d_interp",  NULL };
    const char *word = parser->words->pdata[0];
    if (strcmp(word, "v") == 0)
        return parse_point(parser);
    if (strcmp(word, "f") == 0)
        return parse_face(parser);
    if (g_strv_contains(ignored, word))
        return TRUE;
    g_autofree char *text = printable_word(word);
    return bsp_fail(parser->error, BSP_ERROR_SYNTAX, "unknown statement '%s'", text);
}

BspMesh *bsp_mesh_read_obj(const char *file, const char *text, GError **error)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_new(file);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    /* Skip the byte order mark that editors on Windows write before UTF-8. */
    gsize mark = g_str_has_prefix(text, "\xef\xbb\xbf") ? 3 : 0;
    Parser parser = { mesh, text + mark, 1, words, error };
    while (*parser.p) {
        guint n_lines = read_statement(&parser);
        if (words->len && !parse_statement(&parser)) {
            bsp_prefix_error(error, "%s:%u: ", file, parser.line);
            return NULL;
        }
        parser.line += n_lines;
    }
    return g_steal_pointer(&mesh);
}

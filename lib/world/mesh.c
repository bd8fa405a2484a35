/* mesh: worlds from Wavefront .obj files.
 *
 * The faces of the mesh are compiled to a BSP, and the cells of its solid leaves become the
 * brushes. A point is solid if its winding number is at least 1. So shells may overlap, and a shell
 * that is turned inside out makes a hollow in the shell around it. Coordinates are not changed; z
 * is up. */
#include "world/mesh.h"

#include <string.h>

#include "bsp-constants.h"
#include "build/compile.h"
#include "build/solid.h"
#include "build/tree.h"
#include "world/reading.h"

/* --- closed meshes --- */

/* Bytes. A larger file would exceed MAX_CORNERS in any case. */
#define MAX_BYTES (64 << 20)

/* Computing the winding number at each leaf takes time quadratic in the number of corners: about 10
 * s at this limit. */
#define MAX_CORNERS 32768

void bsp_mesh_free(BspMesh *mesh)
{
    if (!mesh)
        return;
    g_array_unref(mesh->points);
    g_array_unref(mesh->corners);
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

static inline BspVec corner_point(const BspMesh *mesh, const BspMeshFace *face, guint k)
{
    return g_array_index(mesh->points, BspVec,
                         g_array_index(mesh->corners, guint, face->first + k));
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
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, BSP_ERROR, (gint)code, "%s:%u: %s", mesh->file, line, message);
    return FALSE;
}

/* The length of the line continuation at p (a backslash and the end of the line); 0 if there is
 * none. */
static gsize continuation_length(const char *p)
{
    return p[0] != '\\' ? 0 : p[1] == '\n' ? 2 : p[1] == '\r' && p[2] == '\n' ? 3 : 0;
}

/* Reads the next word of the line. Returns FALSE at the end of the line or at a comment. */
static gboolean next_word(Parser *parser, const char **word, gsize *length)
{
    const char *p = parser->p;
    for (gsize skip; (skip = continuation_length(p)) || *p == ' ' || *p == '\t' || *p == '\r';) {
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
    const char *newline = memchr(parser->p, '\n', (gsize)(parser->end - parser->p));
    parser->p = newline ? newline + 1 : parser->end;
    parser->line++;
}

BspMesh *bsp_mesh_parse(const char *file, const char *text, gsize length, GError **error)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_new(file);
    if (!bsp_world_check_text(file, text, length, "mesh", MAX_BYTES, error))
        return NULL;
    Parser parser = { mesh, text, text + length, 1, error };
    for (; parser.p < parser.end; skip_line(&parser))
        if (!parse_line(&parser))
            return NULL;
    return g_steal_pointer(&mesh);
}

/* --- closedness --- */

/* Returns, for each point, the index of the first point with the same coordinates; for points
 * without a face, their own index. */
static guint *number_places(const BspMesh *mesh)
{
    guint *place = g_new(guint, MAX(mesh->points->len, 1));
    for (guint i = 0; i < mesh->points->len; i++)
        place[i] = i;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < mesh->corners->len; i++) {
        guint point = g_array_index(mesh->corners, guint, i);
        BspVec p = g_array_index(mesh->points, BspVec, point);
        /* Adding 0 converts -0 to 0. */
        char *key = g_strdup_printf("%a %a %a", p.x + 0, p.y + 0, p.z + 0);
        gpointer found = g_hash_table_lookup(seen, key);
        if (found) {
            place[point] = GPOINTER_TO_UINT(found) - 1;
            g_free(key);
        } else {
            g_hash_table_insert(seen, key, GUINT_TO_POINTER(point + 1));
        }
    }
    return place;
}

/* A key for the directed edge from a to b. It is never 0. */
static gint64 *edge_key(guint a, guint b)
{
    gint64 key = (gint64)((guint64)a << 32 | b);
    return g_memdup2(&key, sizeof key);
}

static gboolean add_edge(const BspMesh *mesh, const BspMeshFace *face, GHashTable *edges, guint a,
                         guint b, GError **error)
{
    if (a == b)
        return fail_at_line(mesh, face->line, error, BSP_ERROR_GEOMETRY,
                            "the face names vertex %u twice in a row", a + 1);
    gint64 *key = edge_key(a, b);
    const BspMeshFace *other = g_hash_table_lookup(edges, key);
    if (!other)
        return g_hash_table_insert(edges, key, (gpointer)face);
    g_free(key);
    return fail_at_line(mesh, face->line, error, BSP_ERROR_GEOMETRY,
                        "the edge from vertex %u to %u also belongs, in the same direction, to the "
                        "face of line %u: the faces are not oriented alike, or more than two meet "
                        "at the edge",
                        a + 1, b + 1, other->line);
}

/* The end points of edge k of the face, by their numbers in place[]. */
static void face_edge(const BspMesh *mesh, const guint *place, const BspMeshFace *face, guint k,
                      guint *a, guint *b)
{
    const guint *corners = (const guint *)mesh->corners->data + face->first;
    *a = place[corners[k]];
    *b = place[corners[k + 1 == face->n ? 0 : k + 1]];
}

/* Checks that each directed edge occurs once, and that the opposite edge occurs once. */
static gboolean check_edges(const BspMesh *mesh, const guint *place, GError **error)
{
    g_autoptr(GHashTable) edges = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    guint a, b;
    for (guint i = 0; i < mesh->faces->len; i++) {
        const BspMeshFace *face = &g_array_index(mesh->faces, BspMeshFace, i);
        for (guint k = 0; k < face->n; k++) {
            face_edge(mesh, place, face, k, &a, &b);
            if (!add_edge(mesh, face, edges, a, b, error))
                return FALSE;
        }
    }
    for (guint i = 0; i < mesh->faces->len; i++) {
        const BspMeshFace *face = &g_array_index(mesh->faces, BspMeshFace, i);
        for (guint k = 0; k < face->n; k++) {
            face_edge(mesh, place, face, k, &a, &b);
            g_autofree gint64 *opposite = edge_key(b, a);
            if (!g_hash_table_contains(edges, opposite))
                return fail_at_line(
                    mesh, face->line, error, BSP_ERROR_GEOMETRY,
                    "the edge from vertex %u to %u has no face on its other side: the "
                    "mesh is not closed",
                    a + 1, b + 1);
        }
    }
    return TRUE;
}

/* Checks that the mesh bounds a volume: each edge belongs to two faces, in opposite directions.
 * Several shells may touch, overlap or contain each other.
 *
 * If the check fails, it is repeated with points of equal coordinates counted as one, because some
 * programs write a point several times, with different normals. Returns FALSE with
 * BSP_ERROR_GEOMETRY ("FILE:LINE: message"). */
static gboolean check_closed(BspMesh *mesh, GError **error)
{
    if (!mesh->faces->len) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY, "%s: the mesh has no faces", mesh->file);
        return FALSE;
    }
    g_autofree guint *same = g_new(guint, mesh->points->len);
    for (guint i = 0; i < mesh->points->len; i++)
        same[i] = i;
    if (check_edges(mesh, same, NULL))
        return TRUE;
    g_autofree guint *place = number_places(mesh);
    return check_edges(mesh, place, error);
}

/* --- volume and winding --- */

double bsp_mesh_volume(const BspMesh *mesh)
{
    if (!mesh->points->len)
        return 0;
    /* Coordinates are relative to a point of the mesh, for precision far from the origin. */
    BspVec tip = g_array_index(mesh->points, BspVec, 0);
    double six = 0;
    for (guint i = 0; i < mesh->faces->len; i++) {
        const BspMeshFace *face = &g_array_index(mesh->faces, BspMeshFace, i);
        BspVec a = bsp_vec_sub(corner_point(mesh, face, 0), tip);
        for (guint k = 1; k + 1 < face->n; k++) {
            BspVec b = bsp_vec_sub(corner_point(mesh, face, k), tip);
            BspVec c = bsp_vec_sub(corner_point(mesh, face, k + 1), tip);
            six += bsp_vec_dot(a, bsp_vec_cross(b, c));
        }
    }
    return six / 6;
}

/* Half the solid angle of a triangle seen from the origin. It is positive if the origin is behind
 * the triangle (van Oosterom and Strackee 1983). */
static double half_solid_angle(BspVec a, BspVec b, BspVec c)
{
    double la = bsp_vec_length(a), lb = bsp_vec_length(b), lc = bsp_vec_length(c);
    double numerator = bsp_vec_dot(a, bsp_vec_cross(b, c));
    double denominator =
        la * lb * lc + bsp_vec_dot(a, b) * lc + bsp_vec_dot(b, c) * la + bsp_vec_dot(c, a) * lb;
    return atan2(numerator, denominator);
}

gint bsp_mesh_winding(const BspMesh *mesh, BspVec p)
{
    double sum = 0;
    for (guint i = 0; i < mesh->faces->len; i++) {
        const BspMeshFace *face = &g_array_index(mesh->faces, BspMeshFace, i);
        BspVec a = bsp_vec_sub(corner_point(mesh, face, 0), p);
        BspVec b = bsp_vec_sub(corner_point(mesh, face, 1), p);
        for (guint k = 2; k < face->n; k++) {
            BspVec c = bsp_vec_sub(corner_point(mesh, face, k), p);
            sum += half_solid_angle(a, b, c);
            b = c;
        }
    }
    return (gint)lround(sum / (2 * G_PI));
}

/* --- the world of a mesh --- */

/* Units. A point this close to a plane counts as on it, because programs write coordinates with six
 * decimals. Otherwise the seams between the triangles of flat sides would cut space into many
 * pieces. */
#define NEAR 4e-6

/* Units. A face is flat if all its corners are this close to its mean plane. It must be less than
 * NEAR, within which the compiler treats points as coplanar. */
#define FLAT (0.5 * NEAR)

/* The mean plane of a polygon, by Newell's method. Returns FALSE if it has no area. */
static gboolean mean_plane(const BspPolygon *polygon, BspPlane *plane)
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

static gboolean is_flat(const BspPolygon *polygon, const BspPlane *plane)
{
    return bsp_polygon_side(polygon, plane, FLAT) == BSP_SIDE_ON;
}

static gboolean is_convex(const BspPolygon *polygon, const BspPlane *plane)
{
    double turned = 0;
    for (guint i = 0; i < polygon->n; i++) {
        BspVec a = polygon->v[i], b = polygon->v[(i + 1) % polygon->n];
        BspVec c = polygon->v[(i + 2) % polygon->n];
        BspVec ab = bsp_vec_sub(b, a), bc = bsp_vec_sub(c, b);
        double sine = bsp_vec_dot(bsp_vec_cross(ab, bc), plane->normal);
        if (sine < 0)
            return FALSE;
        turned += atan2(sine, bsp_vec_dot(ab, bc));
    }
    return turned < 3 * G_PI; /* a convex polygon turns once; a star turns twice */
}

static void add_face(GArray *faces, const BspVec *corners, guint n, const BspPlane *plane)
{
    BspUnionFace face = { .polygon = bsp_polygon_new(corners, n), .plane = *plane };
    if (bsp_polygon_is_sliver(face.polygon, NEAR))
        g_free(face.polygon); /* the planes of the neighbouring faces suffice */
    else
        g_array_append_val(faces, face);
}

/* Adds the fan of triangles. Triangles of a flat polygon share its plane. If the polygon is
 * concave, triangles may overlap or face backward. This causes unnecessary splits, but no wrong
 * result. */
static void add_fan(GArray *faces, const BspPolygon *polygon, const BspPlane *plane)
{
    for (guint k = 1; k + 1 < polygon->n; k++) {
        BspVec corners[3] = { polygon->v[0], polygon->v[k], polygon->v[k + 1] };
        g_autoptr(BspPolygon) triangle = bsp_polygon_new(corners, 3);
        BspPlane own;
        if (mean_plane(triangle, &own))
            add_face(faces, corners, 3, plane ? plane : &own);
    }
}

static GArray *mesh_faces(const BspMesh *mesh, guint *n_bent)
{
    GArray *faces = bsp_union_faces_new();
    *n_bent = 0;
    for (guint i = 0; i < mesh->faces->len; i++) {
        const BspMeshFace *face = &g_array_index(mesh->faces, BspMeshFace, i);
        g_autoptr(GArray) corners = g_array_new(FALSE, FALSE, sizeof(BspVec));
        for (guint k = 0; k < face->n; k++) {
            guint point = g_array_index(mesh->corners, guint, face->first + k);
            g_array_append_val(corners, g_array_index(mesh->points, BspVec, point));
        }
        g_autoptr(BspPolygon) polygon = bsp_polygon_new((const BspVec *)corners->data, face->n);
        BspPlane plane;
        gboolean flat = mean_plane(polygon, &plane) && is_flat(polygon, &plane);
        if (flat && is_convex(polygon, &plane))
            add_face(faces, polygon->v, polygon->n, &plane);
        else
            add_fan(faces, polygon, flat ? &plane : NULL);
        *n_bent += !flat && face->n > 3;
    }
    return faces;
}

/* The greatest number of corners examined in all computations of winding numbers. Each leaf
 * examines all corners of the mesh, so a mesh of thousands of mutually crossing faces would take
 * days. */
#define MAX_EXAMINED 4e8

typedef struct {
    const BspMesh *mesh;
    double n_examined; /* corners examined so far */
} WindingCount;

static gboolean surface_winds_round(WindingCount *winding, BspVec point)
{
    winding->n_examined += winding->mesh->corners->len;
    return winding->n_examined <= MAX_EXAMINED && bsp_mesh_winding(winding->mesh, point) >= 1;
}

/* Decides by the winding numbers of two points of the cell. If bodies touch, one point may lie on
 * the seam. If the two results differ, a third point decides. */
static BspOccupancy cell_occupancy(guint space, const BspCell *cell, BspPlane *plane,
                                   gpointer user_data)
{
    (void)space, (void)plane;
    BspVec middle = bsp_cell_interior_point(cell);
    gboolean solid = surface_winds_round(user_data, middle);
    for (guint i = 0; i < 2; i++) {
        BspVec corner = cell->vertices[i * (cell->n_vertices - 1)];
        gboolean also = surface_winds_round(user_data, bsp_vec_lerp(middle, corner, 0.3 + 0.1 * i));
        if (also == solid)
            break;
        solid = i == 0 ? solid : also;
    }
    return solid ? BSP_CELL_SOLID : BSP_CELL_EMPTY;
}

static guint is_solid(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return solid[0] & 1;
}

static gboolean check_limit(double done, gpointer user_data)
{
    (void)done;
    const WindingCount *winding = user_data;
    return winding->n_examined <= MAX_EXAMINED;
}

static BspBounds mesh_bounds(const BspMesh *mesh)
{
    BspBounds bounds = bsp_bounds_empty();
    for (guint i = 0; i < mesh->corners->len; i++) {
        guint point = g_array_index(mesh->corners, guint, i);
        bsp_bounds_add_point(&bounds, g_array_index(mesh->points, BspVec, point));
    }
    return bounds;
}

/* Compiles the faces, which it consumes. */
static BspBuildNode *compile_faces(const BspMesh *mesh, GArray *faces, GError **error)
{
    BspBounds bounds = mesh_bounds(mesh);
    WindingCount winding = { .mesh = mesh };
    g_autoptr(BspJob) job =
        bsp_job_new(1, check_limit, &winding); /* one thread, because n_examined is not atomic */
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = bsp_tree_region(&bounds),
                                  .weights = bsp_split_weights_default(),
                                  .keep_cells = 1 << 1,
                                  .occupancy = cell_occupancy,
                                  .occupancy_data = &winding,
                                  .leaf = is_solid,
                                  .part = { job, 1 } };
    options.weights.near = NEAR;
    g_autoptr(GError) problem = NULL;
    g_autoptr(BspBuildNode) root = bsp_compile(&faces, &options, &problem);
    /* Test n_examined here, so that the result does not depend on when check_limit() was called. */
    if (winding.n_examined > MAX_EXAMINED) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: the mesh is too large or too intricate to be cut into convex brushes",
                    mesh->file);
        return NULL;
    }
    if (problem)
        g_set_error(error, BSP_ERROR, problem->code, "%s: %s", mesh->file, problem->message);
    return g_steal_pointer(&root);
}

/* Makes a brush from the planes of the cell's faces, as if they were read from a file. */
static BspBrush *brush_of_cell(const BspCell *cell)
{
    g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
    for (guint f = 0; f < cell->n_faces; f++)
        planes[f] = cell->faces[f].plane;
    return bsp_brush_new_planes(planes, cell->n_faces, NULL);
}

/* Adds brushes of the cells of the solid leaves. Counts the cells that are too thin. */
static void add_brushes_of_leaves(const BspBuildNode *node, GPtrArray *brushes, guint *n_thin)
{
    if (!bsp_build_node_is_leaf(node)) {
        add_brushes_of_leaves(node->child[0], brushes, n_thin);
        add_brushes_of_leaves(node->child[1], brushes, n_thin);
    } else if (node->value) {
        BspBrush *brush = brush_of_cell(node->cell);
        if (brush)
            g_ptr_array_add(brushes, brush);
        else
            (*n_thin)++;
    }
}

static BspWorld *world_of_mesh(BspMesh *mesh, GError **error)
{
    if (!(bsp_mesh_volume(mesh) > 0)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY,
                    "%s: the mesh encloses no volume, or is inside out: faces must be "
                    "anticlockwise seen from outside",
                    mesh->file);
        return NULL;
    }
    guint n_bent, n_thin = 0;
    g_autoptr(BspBuildNode) root = compile_faces(mesh, mesh_faces(mesh, &n_bent), error);
    if (!root)
        return NULL;
    GPtrArray *brushes = bsp_world_brushes_new();
    add_brushes_of_leaves(root, brushes, &n_thin);
    g_autofree char *name = bsp_world_default_name(mesh->file);
    BspWorld *world = bsp_world_new(name, brushes, NULL);
    bsp_world_leave_out(world, n_thin, "solid cells left out: %u: they are thinner than %g units",
                        n_thin, BSP_BRUSH_THICKNESS);
    if (n_bent)
        bsp_world_remark(world,
                         "%u faces are not flat: each is taken as a fan of triangles from its "
                         "first corner",
                         n_bent);
    return world;
}

BspWorld *bsp_mesh_make_world(BspMesh *mesh, G_GNUC_UNUSED const BspMeshOptions *options,
                              GError **error)
{
    return check_closed(mesh, error) ? world_of_mesh(mesh, error) : NULL;
}

BspWorld *bsp_world_read_obj(const char *path, const char *text, gsize length,
                             const BspWorldOptions *options, GError **error)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_parse(path, text, length, error);
    return mesh ? bsp_mesh_make_world(mesh, &options->mesh, error) : NULL;
}

/* gltf: reads the scene of a glTF 2.0 file (.glb, .gltf) as a mesh.
 *
 * All triangles of the default scene are read; appearance, animation and cameras are ignored. In
 * glTF y is up. A point (x, y, z) becomes (x, -z, y), so that z is up. Section numbers refer to the
 * specification of glTF 2.0. */
#include <math.h>
#include <string.h>

#include "bsp-constants.h"
#include "mesh/gltf-data.h"
#include "mesh/mesh.h"
#include "world/reading.h"

/* Limits of the scene, where a mesh counts once for each node that places it. */
#define MAX_TRIANGLES 262144
#define MAX_POINTS (4 * MAX_TRIANGLES)
#define MAX_PRIMITIVES MAX_TRIANGLES

/* Modes of primitives: 0 to 3 are points and lines. */
enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

/* The greatest deviation of a matrix's last row from 0 0 0 1. */
#define MATRIX_ERROR 1e-6

/* --- transforms --- */

/* Maps p to at + p.x * column[0] + p.y * column[1] + p.z * column[2]. */
typedef struct {
    BspVec column[3], at;
} Transform;

static BspVec transform_direction(const Transform *t, BspVec p)
{
    BspVec sum = bsp_vec_scale(t->column[0], p.x);
    sum = bsp_vec_add(sum, bsp_vec_scale(t->column[1], p.y));
    return bsp_vec_add(sum, bsp_vec_scale(t->column[2], p.z));
}

static BspVec transform_point(const Transform *t, BspVec p)
{
    return bsp_vec_add(t->at, transform_direction(t, p));
}

static Transform combine_transforms(const Transform *outer, const Transform *inner)
{
    Transform t = { .at = transform_point(outer, inner->at) };
    for (guint k = 0; k < 3; k++)
        t.column[k] = transform_direction(outer, inner->column[k]);
    return t;
}

/* Negative if the transform mirrors. */
static double determinant(const Transform *t)
{
    return bsp_vec_dot(t->column[0], bsp_vec_cross(t->column[1], t->column[2]));
}

static gboolean is_finite_vec(BspVec v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static gboolean is_finite_transform(const Transform *t)
{
    return is_finite_vec(t->column[0]) && is_finite_vec(t->column[1]) &&
           is_finite_vec(t->column[2]) && is_finite_vec(t->at);
}

/* Reads an optional array of n numbers. If it is absent, *numbers is not changed. */
static gboolean read_numbers(const BspJsonRef *node, const char *key, guint n, double *numbers,
                             GError **error)
{
    BspJsonRef ref;
    guint found;
    if (!bsp_json_member(node, key, &ref))
        return TRUE;
    return bsp_json_array(&ref, n, n, &found, error) &&
           bsp_json_numbers(&ref, n, G_MAXDOUBLE, numbers, error);
}

static gboolean read_matrix(const BspJsonRef *node, Transform *t, GError **error)
{
    static const char *const others[] = { "translation", "rotation", "scale" };
    BspJsonRef other;
    double m[16] = { 0 }; /* by columns */
    if (!read_numbers(node, "matrix", 16, m, error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(others); i++)
        if (bsp_json_member(node, others[i], &other))
            return bsp_json_fail(&other, error, BSP_ERROR_VALUE, "not beside \"matrix\"");
    for (guint k = 0; k < 4; k++)
        if (fabs(m[4 * k + 3] - (k == 3)) > MATRIX_ERROR)
            return bsp_json_fail(node, error, BSP_ERROR_VALUE,
                                 "the last row of \"matrix\" must be 0, 0, 0, 1");
    for (guint k = 0; k < 3; k++)
        t->column[k] = bsp_vec(m[4 * k], m[4 * k + 1], m[4 * k + 2]);
    t->at = bsp_vec(m[12], m[13], m[14]);
    return TRUE;
}

/* Sets the columns to those of a rotation by the quaternion x, y, z, w of length 1. */
static void set_rotation(Transform *t, const double *q)
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    t->column[0] = bsp_vec(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w));
    t->column[1] = bsp_vec(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w));
    t->column[2] = bsp_vec(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y));
}

static gboolean read_parts(const BspJsonRef *node, Transform *t, GError **error)
{
    double translation[3] = { 0, 0, 0 }, rotation[4] = { 0, 0, 0, 1 }, scale[3] = { 1, 1, 1 };
    if (!read_numbers(node, "translation", 3, translation, error) ||
        !read_numbers(node, "rotation", 4, rotation, error) ||
        !read_numbers(node, "scale", 3, scale, error))
        return FALSE;
    double length = hypot(hypot(rotation[0], rotation[1]), hypot(rotation[2], rotation[3]));
    if (!(length > 0 && isfinite(length)))
        return bsp_json_fail(node, error, BSP_ERROR_VALUE, "\"rotation\" has no direction");
    for (guint k = 0; k < 4; k++)
        rotation[k] /= length;
    set_rotation(t, rotation);
    for (guint k = 0; k < 3; k++)
        t->column[k] = bsp_vec_scale(t->column[k], scale[k]);
    t->at = bsp_vec(translation[0], translation[1], translation[2]);
    return TRUE;
}

/* Reads the transform of a node, relative to its parent (section 3.5.3). */
static gboolean read_transform(const BspJsonRef *node, Transform *t, GError **error)
{
    BspJsonRef matrix;
    return bsp_json_member(node, "matrix", &matrix) ? read_matrix(node, t, error)
                                                    : read_parts(node, t, error);
}

/* The transform from the file's coordinates to units with z up. */
static Transform root_transform(const BspMeshOptions *options)
{
    double scale = options->scale > 0 ? options->scale : 1;
    return (Transform){ .column = { bsp_vec(scale, 0, 0), bsp_vec(0, 0, scale),
                                    bsp_vec(0, -scale, 0) } };
}

/* --- reading --- */

typedef struct {
    BspGltf *gltf;
    BspMesh *mesh;
    GArray *pending;   /* Pending: the nodes to visit, the next one last */
    gboolean *visited; /* for each node */
    guint n_primitives, n_triangles;
    /* The positions read last. The primitives of a mesh often share them. */
    const BspJsonRef *shared_mesh;
    guint32 shared_accessor;
    guint shared_first, n_shared;
    guint n_no_triangles; /* primitives that are points, lines, or have no positions */
    guint n_flat;         /* nodes that scale their mesh to nothing */
    guint n_spare;        /* corners beyond the last whole triangle */
    guint n_copied;       /* nodes whose copies of a mesh are missing (EXT_mesh_gpu_instancing) */
    guint n_at_rest;      /* meshes with a skin or morph targets */
} Reader;

/* A node to visit. */
typedef struct {
    guint32 number;
    Transform parent;
} Pending;

/* One primitive of a mesh, placed by a node. */
typedef struct {
    const BspJsonRef *ref;
    const Transform *transform;
    guint32 mode;
    guint first_point;
    gboolean mirrored;
    const char *place; /* for messages: "node 3 'wall', mesh 1, primitive 0" */
} Primitive;

/* Returns "node 3 'wall'": the number and, if it has one, the shortened name. */
static char *describe_node(const BspGltfItem *node)
{
    BspJsonRef ref;
    const char *name;
    if (!bsp_json_member(&node->ref, "name", &ref) || !bsp_json_string(&ref, &name, NULL))
        return g_strdup_printf("node %u", node->number);
    g_autofree char *shown = g_utf8_substring(name, 0, MIN(g_utf8_strlen(name, -1), 40));
    for (char *p = shown; *p; p++)
        if (g_ascii_iscntrl(*p))
            *p = '?';
    return g_strdup_printf("node %u '%s'", node->number, shown);
}

G_GNUC_PRINTF(5, 6)
static gboolean fail_at_primitive(const Reader *reader, const Primitive *primitive, GError **error,
                                  BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, BSP_ERROR, (gint)code, "%s: %s: %s", reader->gltf->path, primitive->place,
                message);
    return FALSE;
}

/* --- points --- */

static gboolean add_point(Reader *reader, const Primitive *primitive, guint32 i, BspVec p,
                          GError **error)
{
    if (!is_finite_vec(p))
        return fail_at_primitive(reader, primitive, error, BSP_ERROR_VALUE,
                                 "vertex %u has a coordinate that is not finite", i);
    p = transform_point(primitive->transform, p);
    for (guint k = 0; k < 3; k++)
        if (!(fabs(p.v[k]) <= BSP_WORLD_HALF))
            return fail_at_primitive(reader, primitive, error, BSP_ERROR_VALUE,
                                     "vertex %u: the coordinate %g is out of range, +-%g", i,
                                     p.v[k], BSP_WORLD_HALF);
    g_array_append_val(reader->mesh->points, p);
    return TRUE;
}

static gboolean add_points(Reader *reader, const Primitive *primitive, const BspJsonRef *index,
                           guint *n, GError **error)
{
    g_auto(BspGltfAccessor) positions = { 0 };
    guint room = MAX_POINTS - reader->mesh->points->len;
    if (!bsp_gltf_accessor_open(reader->gltf, index, room, &positions, error))
        return FALSE;
    gboolean is_known = positions.type == BSP_GLTF_FLOAT ||
                        (reader->gltf->quantized && positions.type != BSP_GLTF_UNSIGNED_INT);
    if (positions.n != 3 || !is_known)
        return bsp_json_fail(index, error, BSP_ERROR_VALUE,
                             "positions must be of type VEC3 and of component type 5126");
    for (guint32 i = 0; i < positions.count; i++) {
        BspVec p;
        for (guint k = 0; k < 3; k++)
            p.v[k] = bsp_gltf_accessor_value(&positions, i, k);
        if (!add_point(reader, primitive, i, p, error))
            return FALSE;
    }
    *n = positions.count;
    return TRUE;
}

/* --- triangles (section 3.7.2.1) --- */

/* Sets the positions, in the list of a primitive's corners, of triangle i's corners. */
static void locate_corners(guint32 mode, guint i, guint *corners)
{
    guint odd = i & 1;
    corners[0] = mode == MODE_TRIANGLES ? 3 * i : mode == MODE_STRIP ? i : i + 1;
    corners[1] = mode == MODE_TRIANGLES ? 3 * i + 1 : mode == MODE_STRIP ? i + 1 + odd : i + 2;
    corners[2] = mode == MODE_TRIANGLES ? 3 * i + 2 : mode == MODE_STRIP ? i + 2 - odd : 0;
}

/* Adds triangle i. list: the points of the primitive's corners. */
static void add_triangle(Reader *reader, const Primitive *primitive, const guint *list, guint i)
{
    BspMesh *mesh = reader->mesh;
    BspMeshFace face = { mesh->corners->len, 3, reader->n_primitives };
    guint at[3], corners[3];
    locate_corners(primitive->mode, i, at);
    for (guint k = 0; k < 3; k++)
        corners[k] = list[at[primitive->mirrored && k ? 3 - k : k]];
    gboolean repeats =
        corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
    if (repeats && primitive->mode == MODE_STRIP)
        return; /* strips are joined by triangles without area */
    g_array_append_vals(mesh->corners, corners, 3);
    g_array_append_val(mesh->faces, face);
}

static gboolean add_triangles(Reader *reader, const Primitive *primitive, const GArray *list,
                              GError **error)
{
    guint n_corners = list->len;
    gboolean joined = primitive->mode != MODE_TRIANGLES;
    if (joined && n_corners < 3)
        return fail_at_primitive(reader, primitive, error, BSP_ERROR_VALUE,
                                 "a strip or fan needs 3 corners, found %u", n_corners);
    guint n = joined ? n_corners - 2 : n_corners / 3;
    reader->n_spare += joined ? 0 : n_corners % 3;
    reader->n_triangles += n;
    if (reader->n_triangles > MAX_TRIANGLES)
        return fail_at_primitive(reader, primitive, error, BSP_ERROR_LIMIT,
                                 "the scene has %u triangles up to here, more than the limit of "
                                 "%d: export a collision mesh, or a part of the scene",
                                 reader->n_triangles, MAX_TRIANGLES);
    for (guint i = 0; i < n; i++)
        add_triangle(reader, primitive, (const guint *)(gconstpointer)list->data, i);
    return TRUE;
}

/* Appends the points of all corners to the list. n_points: points of the primitive. */
static gboolean read_indices(Reader *reader, const Primitive *primitive, const BspJsonRef *ref,
                             guint n_points, GArray *list, GError **error)
{
    g_auto(BspGltfAccessor) indices = { 0 };
    if (!bsp_gltf_accessor_open(reader->gltf, ref, 3 * MAX_TRIANGLES, &indices, error))
        return FALSE;
    gboolean is_unsigned = indices.type == BSP_GLTF_UNSIGNED_BYTE ||
                           indices.type == BSP_GLTF_UNSIGNED_SHORT ||
                           indices.type == BSP_GLTF_UNSIGNED_INT;
    if (indices.n != 1 || !is_unsigned || indices.has_stride || indices.normalized)
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                             "indices must be unsigned integers of type SCALAR, without a "
                             "byteStride, and not normalized");
    for (guint32 i = 0; i < indices.count; i++) {
        double index = bsp_gltf_accessor_value(&indices, i, 0);
        if (index >= n_points)
            return bsp_json_fail(ref, error, BSP_ERROR_VALUE,
                                 "index %u is %.0f, but there are only %u positions", i, index,
                                 n_points);
        guint point = primitive->first_point + (guint)index;
        g_array_append_val(list, point);
    }
    return TRUE;
}

static gboolean list_corners(Reader *reader, const Primitive *primitive, guint n_points,
                             GArray *list, GError **error)
{
    BspJsonRef indices;
    if (bsp_json_member(primitive->ref, "indices", &indices))
        return read_indices(reader, primitive, &indices, n_points, list, error);
    for (guint i = 0; i < n_points; i++) {
        guint point = primitive->first_point + i;
        g_array_append_val(list, point);
    }
    return TRUE;
}

/* Adds the primitive's positions, unless they are those of the primitive before. */
static gboolean add_or_share_points(Reader *reader, Primitive *primitive, const BspJsonRef *index,
                                    guint *n, GError **error)
{
    guint32 accessor;
    const BspJsonRef *mesh = primitive->ref->parent;
    if (!bsp_gltf_uint(index, 0, G_MAXUINT32, &accessor, error))
        return FALSE;
    if (reader->shared_mesh == mesh && reader->shared_accessor == accessor) {
        primitive->first_point = reader->shared_first;
        *n = reader->n_shared;
        return TRUE;
    }
    primitive->first_point = reader->mesh->points->len;
    if (!add_points(reader, primitive, index, n, error))
        return FALSE;
    reader->shared_mesh = mesh;
    reader->shared_accessor = accessor;
    reader->shared_first = primitive->first_point;
    reader->n_shared = *n;
    return TRUE;
}

static gboolean add_primitive(Reader *reader, Primitive *primitive, GError **error)
{
    BspJsonRef attributes, position, targets;
    guint n_points = 0;
    if (++reader->n_primitives > MAX_PRIMITIVES)
        return fail_at_primitive(reader, primitive, error, BSP_ERROR_LIMIT,
                                 "the scene has more primitives than the limit of %d",
                                 MAX_PRIMITIVES);
    primitive->mode = MODE_TRIANGLES;
    if (!bsp_gltf_member_uint(primitive->ref, "mode", MODE_FAN, &primitive->mode, error) ||
        !bsp_json_require(primitive->ref, "attributes", &attributes, error))
        return FALSE;
    if (!bsp_json_is_object(&attributes))
        return bsp_json_fail(&attributes, error, BSP_ERROR_VALUE, "expected an object");
    if (primitive->mode < MODE_TRIANGLES || !bsp_json_member(&attributes, "POSITION", &position)) {
        reader->n_no_triangles++;
        return TRUE;
    }
    reader->n_at_rest += bsp_json_member(primitive->ref, "targets", &targets) ? 1 : 0;
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(guint));
    return add_or_share_points(reader, primitive, &position, &n_points, error) &&
           list_corners(reader, primitive, n_points, list, error) &&
           add_triangles(reader, primitive, list, error);
}

/* --- nodes --- */

/* Adds the mesh of a node. */
static gboolean add_mesh(Reader *reader, const BspGltfItem *node, const BspJsonRef *index,
                         const Transform *transform, GError **error)
{
    BspGltfItem mesh;
    BspJsonRef primitives, skin;
    guint n;
    double size = determinant(transform);
    if (!bsp_gltf_follow(reader->gltf, index, "meshes", &mesh, error) ||
        !bsp_json_require(&mesh.ref, "primitives", &primitives, error) ||
        !bsp_json_array(&primitives, 1, G_MAXUINT, &n, error))
        return FALSE;
    if (!(size < 0 || size > 0)) {
        reader->n_flat++;
        return TRUE;
    }
    reader->n_at_rest += bsp_json_member(&node->ref, "skin", &skin) ? 1 : 0;
    reader->shared_mesh = NULL;
    g_autofree char *node_text = describe_node(node); /* once, because a name may be long */
    g_autoptr(GString) place = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        BspJsonRef ref;
        bsp_json_item(&primitives, i, &ref);
        g_string_printf(place, "%s, mesh %u, primitive %u", node_text, mesh.number, i);
        Primitive primitive = {
            .ref = &ref, .transform = transform, .mirrored = size < 0, .place = place->str
        };
        if (!add_primitive(reader, &primitive, error))
            return FALSE;
        bsp_mesh_add_place(reader->mesh, place->str);
    }
    return TRUE;
}

static gboolean push_node(Reader *reader, const BspJsonRef *index, const Transform *parent,
                          GError **error)
{
    BspGltfItem node;
    if (!bsp_gltf_follow(reader->gltf, index, "nodes", &node, error))
        return FALSE;
    if (reader->visited[node.number])
        return bsp_json_fail(index, error, BSP_ERROR_VALUE,
                             "node %u occurs twice in the scene, or contains itself", node.number);
    reader->visited[node.number] = TRUE;
    Pending pending = { node.number, *parent };
    g_array_append_val(reader->pending, pending);
    return TRUE;
}

/* Pushes the nodes of an array of indices, the first one last. */
static gboolean push_nodes(Reader *reader, const BspJsonRef *array, const Transform *parent,
                           GError **error)
{
    guint n;
    if (!bsp_json_array(array, 1, G_MAXUINT, &n, error))
        return FALSE;
    for (guint i = n; i-- > 0;) {
        BspJsonRef index;
        bsp_json_item(array, i, &index);
        if (!push_node(reader, &index, parent, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean visit_node(Reader *reader, const Pending *pending, GError **error)
{
    BspGltfItem node = { .number = pending->number };
    BspJsonRef children, mesh, extensions, copies;
    Transform local;
    bsp_json_member(&reader->gltf->root, "nodes", &node.array);
    bsp_json_item(&node.array, node.number, &node.ref);
    if (!bsp_json_is_object(&node.ref))
        return bsp_json_fail(&node.ref, error, BSP_ERROR_VALUE, "expected an object");
    if (!read_transform(&node.ref, &local, error))
        return FALSE;
    Transform world = combine_transforms(&pending->parent, &local);
    if (!is_finite_transform(&world))
        return bsp_json_fail(&node.ref, error, BSP_ERROR_VALUE,
                             "the transform is too large to compute");
    if (bsp_json_member(&node.ref, "children", &children) &&
        !push_nodes(reader, &children, &world, error))
        return FALSE;
    if (!bsp_json_member(&node.ref, "mesh", &mesh))
        return TRUE;
    reader->n_copied += bsp_json_member(&node.ref, "extensions", &extensions) &&
                        bsp_json_member(&extensions, "EXT_mesh_gpu_instancing", &copies);
    return add_mesh(reader, &node, &mesh, &world, error);
}

/* --- the scene --- */

/* Pushes the nodes that are children of no node. Ignores errors in children: visit_node() reports
 * those of the nodes that it reaches. */
static gboolean push_roots(Reader *reader, const BspJsonRef *nodes, guint n, const Transform *root)
{
    g_autofree gboolean *is_child = g_new0(gboolean, n + 1);
    BspJsonRef node, children, index;
    guint32 child;
    for (guint i = 0; i < n; i++) {
        guint n_children;
        bsp_json_item(nodes, i, &node);
        if (!bsp_json_member(&node, "children", &children) ||
            !bsp_json_array(&children, 0, G_MAXUINT, &n_children, NULL))
            continue;
        for (guint k = 0; k < n_children; k++) {
            bsp_json_item(&children, k, &index);
            if (bsp_gltf_uint(&index, 0, n - 1, &child, NULL))
                is_child[child] = TRUE;
        }
    }
    for (guint i = n; i-- > 0;) {
        if (is_child[i])
            continue;
        Pending pending = { i, *root };
        reader->visited[i] = TRUE;
        g_array_append_val(reader->pending, pending);
    }
    return TRUE;
}

/* Pushes the nodes of the default scene; if there is none, all roots. */
static gboolean push_scene(Reader *reader, const BspJsonRef *nodes, guint n, const Transform *root,
                           GError **error)
{
    BspJsonRef index, of_scene;
    BspGltfItem scene;
    if (!bsp_json_member(&reader->gltf->root, "scene", &index))
        return push_roots(reader, nodes, n, root);
    if (!bsp_gltf_follow(reader->gltf, &index, "scenes", &scene, error))
        return FALSE;
    return !bsp_json_member(&scene.ref, "nodes", &of_scene) ||
           push_nodes(reader, &of_scene, root, error);
}

static gboolean read_scene(Reader *reader, const BspMeshOptions *options, GError **error)
{
    BspJsonRef nodes;
    Transform root = root_transform(options);
    guint n = 0;
    if (bsp_json_member(&reader->gltf->root, "nodes", &nodes) &&
        !bsp_json_array(&nodes, 0, G_MAXUINT, &n, error))
        return FALSE;
    g_autofree gboolean *visited = g_new0(gboolean, n + 1);
    g_autoptr(GArray) pending = g_array_new(FALSE, FALSE, sizeof(Pending));
    reader->visited = visited;
    reader->pending = pending;
    if (!push_scene(reader, &nodes, n, &root, error))
        return FALSE;
    while (pending->len) {
        Pending next = g_array_index(pending, Pending, pending->len - 1);
        g_array_set_size(pending, pending->len - 1);
        if (!visit_node(reader, &next, error))
            return FALSE;
    }
    if (reader->mesh->faces->len)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_GEOMETRY, "%s: the scene has no triangles",
                reader->gltf->path);
    return FALSE;
}

/* --- the world --- */

static void add_remarks(const Reader *reader, BspWorld *world)
{
    if (reader->n_no_triangles)
        bsp_world_remark(world, "primitives left out: %u: points, lines, or without positions",
                         reader->n_no_triangles);
    if (reader->n_flat)
        bsp_world_remark(world, "nodes left out: %u: they scale their mesh to nothing",
                         reader->n_flat);
    if (reader->n_spare)
        bsp_world_remark(world, "corners left out: %u: they are too few for another triangle",
                         reader->n_spare);
    if (reader->n_copied)
        bsp_world_remark(world,
                         "nodes with EXT_mesh_gpu_instancing: %u: only one copy of each mesh is "
                         "read",
                         reader->n_copied);
    if (reader->n_at_rest)
        bsp_world_remark(world, "meshes read without skin and morph targets: %u",
                         reader->n_at_rest);
}

BspWorld *bsp_world_read_gltf(const char *path, const char *text, gsize length,
                              const BspWorldOptions *options, GError **error)
{
    g_autoptr(BspGltf) gltf =
        bsp_gltf_open(path, text, length, (options->flags & BSP_WORLD_FILES) != 0, error);
    if (!gltf)
        return NULL;
    g_autoptr(BspMesh) mesh = bsp_mesh_new(path);
    Reader reader = { .gltf = gltf, .mesh = mesh };
    if (!read_scene(&reader, &options->mesh, error))
        return NULL;
    BspWorld *world = bsp_mesh_make_world(mesh, &options->mesh, error);
    if (!world)
        return NULL;
    add_remarks(&reader, world);
    if (gltf->others)
        world->sha256 = g_strdup(g_checksum_get_string(gltf->others));
    return world;
}

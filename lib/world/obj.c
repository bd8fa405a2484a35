/* obj: worlds from Wavefront .obj files.
 *
 * Compiles the faces of the meshes to a BSP. The cells of its solid leaves become the brushes. A
 * point is solid if the surface winds round it at least once. So shells may overlap, and a shell
 * turned inside out inside another is a hollow. Coordinates are unchanged, z up. */
#include "build/compile.h"
#include "build/solid.h"
#include "build/tree.h"
#include "world/mesh.h"
#include "world/reading.h"

/* Units. Programs write coordinates with six decimals, so a point this close to a plane counts as
 * on it. Otherwise the seam between the two triangles of each flat side of a ball would cut it up.
 */
#define NEAR 4e-6

/* Units. A face is flat if all its corners are this close to its mean plane. This is half of NEAR,
 * because it must be less than what the compiler treats as coplanar. */
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
    return turned < 3 * G_PI; /* one turn, not two, as in a star */
}

static void add_face(GArray *faces, const BspVec *corners, guint n, const BspPlane *plane)
{
    BspUnionFace face = { .polygon = bsp_polygon_new(corners, n), .plane = *plane };
    if (bsp_polygon_is_sliver(face.polygon, NEAR))
        g_free(face.polygon); /* the planes of its neighbours suffice */
    else
        g_array_append_val(faces, face);
}

/* Adds the fan of triangles. Triangles of a flat polygon share its plane. If the polygon is
 * concave, they may overlap or face backwards, which splits space needlessly but not wrongly. */
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

/* Limit of triangles examined. Each leaf examines all of them, so a mesh of thousands of mutually
 * crossing faces would take days. */
#define MAX_LOOKS 4e8

typedef struct {
    const BspMesh *mesh;
    double looks; /* triangles examined so far */
} Asking;

static gboolean surface_winds_round(Asking *asking, BspVec point)
{
    asking->looks += asking->mesh->corners->len;
    return asking->looks <= MAX_LOOKS && bsp_mesh_winding(asking->mesh, point) >= 1;
}

/* Decides by two points of the cell. If bodies touch, one point may lie on the seam; if the two
 * differ, a third point decides. */
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

static gboolean check_looks(double done, gpointer user_data)
{
    (void)done;
    const Asking *asking = user_data;
    return asking->looks <= MAX_LOOKS;
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
    Asking asking = { .mesh = mesh };
    g_autoptr(BspJob) job =
        bsp_job_new(1, check_looks, &asking); /* one thread, because looks is not atomic */
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = bsp_tree_region(&bounds),
                                  .weights = bsp_split_weights_default(),
                                  .keep_cells = 1 << 1,
                                  .occupancy = cell_occupancy,
                                  .occupancy_data = &asking,
                                  .leaf = is_solid,
                                  .part = { job, 1 } };
    options.weights.near = NEAR;
    g_autoptr(GError) problem = NULL;
    g_autoptr(BspBuildNode) root = bsp_compile(&faces, &options, &problem);
    /* This result does not depend on the time at which check_looks() was called. */
    if (asking.looks > MAX_LOOKS) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: the mesh is too large or too intricate to be cut into convex brushes",
                    mesh->file);
        return NULL;
    }
    if (problem)
        g_set_error(error, BSP_ERROR, problem->code, "%s: %s", mesh->file, problem->message);
    return g_steal_pointer(&root);
}

/* Makes a brush from the planes of the cell's faces, as from a file. */
static BspBrush *brush_of_cell(const BspCell *cell)
{
    g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
    for (guint f = 0; f < cell->n_faces; f++)
        planes[f] = cell->faces[f].plane;
    return bsp_brush_new_planes(planes, cell->n_faces, NULL);
}

/* Adds the cells of the solid leaves. Counts those that are too thin. */
static void take_cells(const BspBuildNode *node, GPtrArray *brushes, guint *n_thin)
{
    if (!bsp_build_node_is_leaf(node)) {
        take_cells(node->child[0], brushes, n_thin);
        take_cells(node->child[1], brushes, n_thin);
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
    take_cells(root, brushes, &n_thin);
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

BspWorld *bsp_world_read_obj(const char *path, const char *text, gsize length,
                             G_GNUC_UNUSED guint flags, GError **error)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_parse(path, text, length, error);
    if (!mesh || !bsp_mesh_close(mesh, error))
        return NULL;
    return world_of_mesh(mesh, error);
}

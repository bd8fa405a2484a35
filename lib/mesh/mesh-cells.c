/* mesh-cells: cuts the inside of surfaces into convex brushes, with a BSP of their faces. */
#include "mesh/passes.h"

#include "compile/compile.h"
#include "compile/solid.h"
#include "compile/tree.h"
#include "geometry/fail.h"
#include "mesh/mesh-winding.h"

/* Units. A point this close to a plane counts as on it, because programs write coordinates with six
 * decimals. Otherwise the seams between the triangles of flat sides would cut space into many
 * pieces. */
#define NEAR 4e-6

/* --- splitting faces --- */

/* Adds the triangles of the face, moved to its plane. The triangles of a concave face may overlap
 * or face backward. This causes unnecessary splits, but no wrong result. */
static void add_splitting_face(GArray *faces, const BspMesh *mesh, const BspMeshPlanes *planes,
                               guint f)
{
    if (!bsp_mesh_has_plane(planes, f))
        return;
    const BspPlane *plane = &planes->of_face[f].plane;
    g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(mesh, bsp_mesh_face(mesh, f));
    for (guint k = 0; k < polygon->n; k++)
        polygon->v[k] =
            bsp_vec_mad(polygon->v[k], -bsp_plane_distance(plane, polygon->v[k]), plane->normal);
    for (guint k = 1; k + 1 < polygon->n; k++) {
        BspVec corners[3] = { polygon->v[0], polygon->v[k], polygon->v[k + 1] };
        BspUnionFace face = { .polygon = bsp_polygon_new(corners, 3), .plane = *plane };
        g_array_append_val(faces, face);
    }
}

/* The winding numbers of a mesh may examine MAX_EXAMINED triangles and groups of triangles, or
 * MAX_EXAMINED_FOR_FACE for each face if that is more. This takes 3 s, or 25 s for 64,000 faces,
 * and three times as long if all triangles are near each other. A closed height field needs 6,000
 * for each of 8,000 faces, and 10,000 for each of 64,000 faces. */
#define MAX_EXAMINED 100000000
#define MAX_EXAMINED_FOR_FACE 16000

typedef struct {
    const BspMesh *mesh;
    const BspMeshPlanes *planes;
    guint n_faces;
    const BspMeshWinding *winding;
    double near;    /* units; a plane that cuts off less than twice this length is not used */
    double allowed; /* units; the vertices of cells may be this far from the faces */
    guint64 n_examined, max_examined;
    BspMeshReport *report;
} Cutting;

/* --- spikes --- */

/* Planes that are nearly parallel bound long thin cells. The face that ends such a cell may be too
 * narrow to cut it, because the corners of the mesh are known only to within a distance. Then most
 * of the cell is solid, but its end is a spike that reaches far out of the mesh. */

/* A point is clearly outside of the mesh if its winding number is less than this value. In an open
 * mesh the winding numbers near one half belong to places beside holes, where no face ends the
 * solid. */
#define OUTSIDE 0.25

typedef struct {
    Cutting *cutting;
    const BspCell *cell;
    BspBounds bounds; /* bounds of the cell and of all points within the distance `allowed` of it */
    BspVec vertex;
    double nearest; /* the distance of the vertex from the best plane */
    BspPlane *plane;
} SpikeSearch;

/* Sets *plane to the outward plane of a face. Returns FALSE if the face has no area. */
static gboolean outward_plane(const Cutting *cutting, guint f, BspPlane *plane)
{
    if (bsp_mesh_has_plane(cutting->planes, f)) {
        *plane = bsp_mesh_face_plane(cutting->planes, f);
        return TRUE;
    }
    g_autoptr(BspPolygon) polygon =
        bsp_mesh_polygon(cutting->mesh, bsp_mesh_face(cutting->mesh, f));
    return bsp_mesh_mean_plane(polygon, plane);
}

/* Searches the faces below a node of the tree for the plane that is nearest to the vertex. */
static void search_node(SpikeSearch *search, guint i)
{
    Cutting *cutting = search->cutting;
    const BspBinary *node = &cutting->winding->nodes[i];
    BspPlane plane;
    cutting->n_examined++;
    if (!bsp_bounds_overlap(&node->bounds, &search->bounds))
        return;
    if (node->child) {
        search_node(search, node->child);
        search_node(search, node->child + 1);
        return;
    }
    if (!outward_plane(cutting, cutting->winding->triangles[node->item].face, &plane))
        return;
    double distance = bsp_plane_distance(&plane, search->vertex), least, most;
    if (distance <= cutting->allowed || distance >= search->nearest)
        return;
    bsp_cell_range(search->cell, &plane, &least, &most);
    if (most > 2 * cutting->near && least < -2 * cutting->near) {
        search->nearest = distance;
        *search->plane = plane;
    }
}

/* Returns whether a vertex of the cell is outside of the mesh, and farther from its faces than
 * allowed, and can be cut off. If so, *plane receives a plane of a face that cuts the cell. */
static gboolean find_cut(Cutting *cutting, const BspCell *cell, BspPlane *plane)
{
    SpikeSearch search = { .cutting = cutting,
                           .cell = cell,
                           .bounds = bsp_bounds_empty(),
                           .nearest = HUGE_VAL,
                           .plane = plane };
    for (guint i = 0; i < cell->n_vertices; i++)
        bsp_bounds_add_point(&search.bounds, cell->vertices[i]);
    search.bounds = bsp_bounds_grown(&search.bounds, cutting->allowed);
    for (guint i = 0; i < cell->n_vertices && search.nearest == HUGE_VAL; i++) {
        search.vertex = cell->vertices[i];
        if (!bsp_mesh_winding_is_near(cutting->winding, search.vertex, cutting->allowed,
                                      &cutting->n_examined) &&
            bsp_mesh_winding_at(cutting->winding, search.vertex, &cutting->n_examined) < OUTSIDE)
            search_node(&search, 0);
    }
    return search.nearest < HUGE_VAL;
}

/* --- compiling --- */

/* Twice the error of a computed winding number, except in layers of open faces, whose error may be
 * more (bsp_mesh_winding_at()). */
#define WINDING_ERROR 0.01

static double winding_of_cell(Cutting *cutting, const BspCell *cell)
{
    BspVec p = bsp_cell_interior_point(cell);
    double winding = bsp_mesh_winding_at(cutting->winding, p, &cutting->n_examined);
    return fabs(winding - 0.5) > WINDING_ERROR
               ? winding
               : bsp_mesh_winding_exact(cutting->winding, p, &cutting->n_examined);
}

/* Decides whether a cell is solid, by the winding number of a point of the cell. Beside a hole the
 * winding number is no integer, so near one half the answer is in doubt. If a solid cell reaches
 * out of the mesh, *plane receives a plane that cuts it. */
static BspOccupancy cell_occupancy(guint space, const BspCell *cell, BspPlane *plane,
                                   gpointer user_data)
{
    (void)space;
    Cutting *cutting = user_data;
    if (cutting->n_examined > cutting->max_examined)
        return BSP_CELL_EMPTY; /* compile_faces() then fails */
    double winding = winding_of_cell(cutting, cell);
    if (winding > 0.5 && find_cut(cutting, cell, plane))
        return BSP_CELL_MIXED;
    if (fabs(winding - 0.5) < 0.25) {
        cutting->report->n_doubtful++;
        cutting->report->doubtful_volume += bsp_cell_volume(cell);
    }
    return winding > 0.5 ? BSP_CELL_SOLID : BSP_CELL_EMPTY;
}

static gboolean check_limit(double done, gpointer user_data)
{
    (void)done;
    const Cutting *cutting = user_data;
    return cutting->n_examined <= cutting->max_examined;
}

/* Compiles the faces into a tree. Consumes the faces. */
static BspBuildNode *compile_faces(Cutting *cutting, GArray *faces, const BspBounds *bounds,
                                   GError **error)
{
    /* Only one thread, because n_examined is not atomic. */
    g_autoptr(BspJob) job = bsp_job_new(1, check_limit, cutting);
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = bsp_tree_region(bounds),
                                  .weights = bsp_split_weights(BSP_SPLIT_LIKELY),
                                  .keep_cells = 1 << 1,
                                  .occupancy = cell_occupancy,
                                  .occupancy_data = cutting,
                                  .part = { job, 1 } };
    options.weights.near = cutting->near;
    g_autoptr(GError) problem = NULL;
    g_autoptr(BspBuildNode) root = bsp_compile(&faces, &options, &problem);
    /* Test n_examined here, so that the result does not depend on when check_limit() was called. */
    if (cutting->n_examined > cutting->max_examined) {
        bsp_fail(error, BSP_ERROR_LIMIT,
                 "%s: the mesh is too large or too intricate to be cut into convex brushes; split "
                 "the mesh into several files, or use fewer triangles (the shells that are not "
                 "convex have %u faces, and more than %" G_GUINT64_FORMAT
                 " tests of triangles would be needed to find which cells are solid)",
                 cutting->mesh->file, cutting->n_faces, cutting->max_examined);
        return NULL;
    }
    if (problem)
        bsp_fail(error, (BspErrorCode)problem->code, "%s: %s", cutting->mesh->file,
                 problem->message);
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

/* Adds a brush for the cell of each solid leaf. Counts the cells that are too thin for a brush. */
static void add_brushes_of_leaves(const BspBuildNode *node, GPtrArray *brushes,
                                  BspMeshReport *report)
{
    if (!bsp_build_node_is_leaf(node)) {
        add_brushes_of_leaves(node->child[0], brushes, report);
        add_brushes_of_leaves(node->child[1], brushes, report);
    } else if (node->value) {
        /* Solid leaves keep their cells (BspCompileOptions.keep_cells). */
        BSP_ASSERT(node->cell != NULL);
        BspBrush *brush = brush_of_cell(node->cell);
        if (brush)
            g_ptr_array_add(brushes, brush);
        report->n_cells++;
        report->n_thin += !brush;
    }
}

gboolean bsp_mesh_cut(const BspMesh *mesh, const BspMeshPlanes *planes, const GArray *faces,
                      GPtrArray *brushes, BspMeshReport *report, GError **error)
{
    g_autoptr(BspMeshWinding) winding =
        bsp_mesh_winding_new(mesh, (const guint *)(void *)faces->data, faces->len);
    double near = MAX(NEAR, planes->snap / 4);
    Cutting cutting = { .mesh = mesh,
                        .planes = planes,
                        .n_faces = faces->len,
                        .winding = winding,
                        .near = near,
                        .allowed = report->weld + planes->snap + near,
                        .max_examined =
                            MAX(MAX_EXAMINED, (guint64)MAX_EXAMINED_FOR_FACE * faces->len),
                        .report = report };
    BspBounds bounds = bsp_mesh_bounds(mesh);
    GArray *splitting = bsp_union_faces_new();
    for (guint i = 0; i < faces->len; i++)
        add_splitting_face(splitting, mesh, planes, g_array_index(faces, guint, i));
    g_autoptr(BspBuildNode) root = compile_faces(&cutting, splitting, &bounds, error);
    if (root)
        add_brushes_of_leaves(root, brushes, report);
    return root != NULL;
}

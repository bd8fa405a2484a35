/* mesh: meshes of polygons, as in Wavefront .obj files. They need not be closed. */
#ifndef BSP_MESH_INSIDE_H
#define BSP_MESH_INSIDE_H

#include "bsp-mesh.h"
#include "geometry/polygon.h"

/* A face's corners: the mesh's corners[first .. first + n). */
typedef struct {
    guint first, n;
    guint line;
} BspMeshFace;

/* Faces are anticlockwise seen from outside. A face may be any polygon, flat or not. It stands for
 * the fan of triangles from its first corner. */
struct BspMesh {
    const char *file;
    GArray *points;    /* BspVec */
    GArray *corners;   /* guint: index of a point */
    GArray *faces;     /* BspMeshFace */
    GPtrArray *places; /* strings: the face of line n is at places[n - 1] of the file; NULL: lines
                          are lines of text */
};

/* Returns "line 77", or the description of the place. The caller frees it with g_free(). */
char *bsp_mesh_place(const BspMesh *mesh, guint line);

/* --- faces --- */

static inline BspMeshFace *bsp_mesh_face(const BspMesh *mesh, guint i)
{
    return &g_array_index(mesh->faces, BspMeshFace, i);
}

/* The point at corner k of the face, as an index; k < 2 n, since corner n is corner 0. */
static inline guint bsp_mesh_corner(const BspMesh *mesh, const BspMeshFace *face, guint k)
{
    return g_array_index(mesh->corners, guint, face->first + (k < face->n ? k : k - face->n));
}

static inline BspVec bsp_mesh_point(const BspMesh *mesh, const BspMeshFace *face, guint k)
{
    return g_array_index(mesh->points, BspVec, bsp_mesh_corner(mesh, face, k));
}

/* Appends to `triangles` the fan of triangles of a face of this mesh. */
void bsp_mesh_add_fan(BspMesh *triangles, const BspMesh *mesh, const BspMeshFace *face);

/* Reverses the corners, except the first, from which its fan starts. */
void bsp_mesh_turn_face(BspMesh *mesh, guint i);

/* The bounds of all corners of faces. */
BspBounds bsp_mesh_bounds(const BspMesh *mesh);

BspPolygon *bsp_mesh_polygon(const BspMesh *mesh, const BspMeshFace *face);

/* The mean plane of a polygon, by Newell's method. Returns FALSE if it has no area. */
gboolean bsp_mesh_mean_plane(const BspPolygon *polygon, BspPlane *plane);

#endif

/* mesh: closed 2-manifold meshes, as Wavefront .obj files hold them. */
#ifndef BSP_WORLD_MESH_H
#define BSP_WORLD_MESH_H

#include "bsp-error.h"
#include "bsp-plane.h"

/* A face's corners: the mesh's corners[first .. first + n). */
typedef struct {
    guint first, n;
    guint line;
} BspMeshFace;

/* Faces are anticlockwise seen from outside and may be any polygon, flat or not: what is meant is
 * the fan of triangles from its first corner. Immutable once read. */
typedef struct {
    const char *file;
    GArray *points;  /* BspVec */
    GArray *corners; /* guint: index of a point */
    GArray *faces;   /* BspMeshFace */
} BspMesh;

/* Parses the text, which ends in a NUL. NULL with BSP_ERROR_SYNTAX, BSP_ERROR_VALUE or
 * BSP_ERROR_LIMIT ("FILE:LINE: message"). `file` must outlive the mesh. */
BspMesh *bsp_mesh_parse(const char *file, const char *text, gsize length, GError **error);
void bsp_mesh_free(BspMesh *mesh);

/* Checks that the mesh bounds a volume: each edge belongs to two faces, which pass it in opposite
 * directions. Several shells may touch, overlap or stand in one another. If it does not hold for
 * points as they are numbered, points at one place are made one, since programs write a point
 * several times to give it several normals. BSP_ERROR_GEOMETRY ("FILE:LINE: message"). */
gboolean bsp_mesh_close(BspMesh *mesh, GError **error);

/* What the faces enclose: a volume enclosed twice counts twice, one enclosed inside out less. */
double bsp_mesh_volume(const BspMesh *mesh);

/* How many times the surface winds round p, which must not lie on it: 0 outside, 1 inside, -1
 * inside of a shell turned inside out, the sum where shells overlap. By the solid angles of all
 * triangles, which needs no choice of a ray and has no special cases. */
gint bsp_mesh_winding(const BspMesh *mesh, BspVec p);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMesh, bsp_mesh_free)

#endif

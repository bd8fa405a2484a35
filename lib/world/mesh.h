/* mesh: closed 2-manifold meshes, as in Wavefront .obj files. */
#ifndef BSP_WORLD_MESH_H
#define BSP_WORLD_MESH_H

#include "bsp-plane.h"
#include "bsp-world.h"

/* A face's corners: the mesh's corners[first .. first + n). */
typedef struct {
    guint first, n;
    guint line;
} BspMeshFace;

/* Faces are anticlockwise seen from outside. A face may be any polygon, flat or not. It stands for
 * the fan of triangles from its first corner. A mesh is immutable once it has been read. */
typedef struct {
    const char *file;
    GArray *points;    /* BspVec */
    GArray *corners;   /* guint: index of a point */
    GArray *faces;     /* BspMeshFace */
    GPtrArray *places; /* strings: the face of line n is at places[n - 1] of the file; NULL: lines
                          are lines of text */
} BspMesh;

/* An empty mesh. `file` must outlive it. */
BspMesh *bsp_mesh_new(const char *file);

/* Copies the description of the place that becomes line 1, 2, 3, ... */
void bsp_mesh_add_place(BspMesh *mesh, const char *place);

/* Returns "line 77", or the description of the place. The caller frees it with g_free(). */
char *bsp_mesh_place(const BspMesh *mesh, guint line);

/* Parses the text, which ends in a NUL. Returns NULL with BSP_ERROR_SYNTAX, BSP_ERROR_VALUE or
 * BSP_ERROR_LIMIT ("FILE:LINE: message"). The mesh refers to `file`, which must outlive it. */
BspMesh *bsp_mesh_parse(const char *file, const char *text, gsize length, GError **error);
void bsp_mesh_free(BspMesh *mesh);

/* The enclosed volume, in cubic units: the sum of the volumes of all shells, negative for shells
 * turned inside out. */
double bsp_mesh_volume(const BspMesh *mesh);

/* The winding number: how many times the surface encloses p. It is 0 outside, 1 inside, -1 inside a
 * shell that is turned inside out; for overlapping shells it is the sum. p must not lie on the
 * surface. The number is computed as the sum of the triangles' solid angles, which has no special
 * cases, in contrast to casting a ray. */
gint bsp_mesh_winding(const BspMesh *mesh, BspVec p);

/* Makes a world of the mesh. Returns NULL with an error that names the file. */
BspWorld *bsp_mesh_make_world(BspMesh *mesh, const BspMeshOptions *options, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMesh, bsp_mesh_free)

#endif

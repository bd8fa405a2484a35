/* mesh-export: writes levels as triangle meshes, as a modelling program would write them, for tests
 * of the reader of meshes. Also damages them. */
#ifndef MESH_EXPORT_H
#define MESH_EXPORT_H

#include "bsp-mesh.h"
#include "compile/solid.h"
#include "random.h"

typedef struct {
    guint v[3]; /* indices of points */
} MeshTriangle;

typedef struct {
    GArray *points;    /* an array of BspVec */
    GArray *triangles; /* an array of MeshTriangle */
} MeshExport;

MeshExport *mesh_export_new(void);
void mesh_export_free(MeshExport *mesh);

/* Adds a convex polygon with its own points. */
void mesh_export_add(MeshExport *mesh, const BspVec *points, guint n);

/* The corners of the faces of a box, in the order -x, +x, -y, +y, -z, +z. Bit k of a corner's
 * number selects the larger coordinate along axis k. */
extern const guint mesh_box_faces[6][4];

/* Stores the corners of a box. */
void mesh_box_corners(BspVec corners[8], BspBounds box);

/* Adds the faces of a box that the bits of `faces` select. */
void mesh_export_add_box(MeshExport *mesh, const BspVec corners[8], guint faces,
                         gboolean inside_out);

/* Returns the faces of all brushes, or only those parts of them that bound the union of the
 * brushes. */
MeshExport *mesh_export_solid(const BspSolid *solid, gboolean of_union);

typedef enum { MESH_REMOVED, MESH_DOUBLED, MESH_TURNED, MESH_MIXED, MESH_DAMAGES } MeshDamage;

/* Damages a fraction `part` of the triangles, but at least one. Returns the number of damaged
 * triangles. */
guint mesh_export_damage(MeshExport *mesh, MeshDamage damage, double part, Random *r);

/* Turns the triangle round, so that its front is on the other side. */
void mesh_export_turn(MeshTriangle *triangle);

/* Returns the solid of the mesh. It aborts if there is none. `options` and `report` may be NULL. */
BspSolid *mesh_export_read(const MeshExport *mesh, const BspMeshOptions *options,
                           BspMeshReport **report);

/* Returns the mesh as the text of an .obj file, with 9 digits, as programs write floats. */
GString *mesh_export_text(const MeshExport *mesh);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(MeshExport, mesh_export_free)

#endif

/* bsp-mesh: makes a world of a mesh of polygons. */
#ifndef BSP_MESH_H
#define BSP_MESH_H

#include "bsp-world.h"

G_BEGIN_DECLS

/* A mesh that is being made. Only one thread may use it. */
typedef struct BspMesh BspMesh;

/* An empty mesh. file: for messages, and for the world's name; it must outlive the mesh. The caller
 * frees the mesh with bsp_mesh_free(). */
BspMesh *bsp_mesh_new(const char *file);
void bsp_mesh_free(BspMesh *mesh);

/* Appends a point, in the units of the file. Points are numbered from 0. */
void bsp_mesh_add_point(BspMesh *mesh, BspVec point);

/* Appends a face: the numbers of its n >= 3 corners, anticlockwise seen from outside. The face need
 * not be flat: it stands for the fan of triangles from its first corner. line: the line of the file
 * or the number of a place, for messages. The points must be there already. */
void bsp_mesh_add_face(BspMesh *mesh, const guint *corners, guint n, guint line);

/* Copies the description of a place of the file. The first description is that of place 1. With
 * places, the lines of faces are numbers of places. */
void bsp_mesh_add_place(BspMesh *mesh, const char *place);

/* Scales, turns and repairs the mesh by the options, and makes brushes of it. The mesh can then
 * only be freed. Returns NULL with BSP_ERROR_VALUE (a coordinate is out of range or not finite),
 * BSP_ERROR_GEOMETRY (nothing is solid) or BSP_ERROR_LIMIT. The caller frees the world with
 * bsp_world_free(). */
BspWorld *bsp_mesh_make_world(BspMesh *mesh, const BspMeshOptions *options, GError **error);

/* How a triangle mesh was repaired and made solid. Lengths are in units. */
struct BspMeshReport {
    guint n_faces, n_points;   /* of the file */
    double weld, snap, sheet;  /* the distances used: see BspMeshOptions */
    guint n_welded;            /* points that became the same as another one at another place */
    guint n_degenerate;        /* faces left out because they have no area */
    guint n_turned, n_doubled; /* faces turned over; faces left out as copies of another one */
    guint n_inward, n_rooms;   /* shells that faced inwards: turned; rooms */
    guint n_closed, n_open;    /* holes filled; loops of edges left open */
    double closed_area, open_length;
    guint open_line;     /* BspMeshFace.line of a face at an open edge */
    guint n_planes;      /* planes of the faces */
    double moved, shift; /* the farthest that a point was welded, and that any point of a face is
                            from its place in the file */
    guint n_convex, n_other;       /* closed shells that became one brush, and that had to be cut */
    guint n_sheets, n_sheet_faces; /* open sheets, and their faces */
    guint n_cells, n_thin;  /* solid cells that shells were cut to; those too thin for a brush */
    guint n_doubtful;       /* cells of which it is in doubt whether they are solid ... */
    double doubtful_volume; /* ... and their volume, in cubic units */
    double volume;          /* sum of the brushes' volumes; where two overlap, both count */
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMesh, bsp_mesh_free)

G_END_DECLS

#endif

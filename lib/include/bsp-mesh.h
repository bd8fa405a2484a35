/* bsp-mesh: the solid of a mesh of triangles or polygons, as exact convex pieces.
 *
 * The pieces are brushes (bsp-brush.h). Their union is the space that the mesh encloses, within the
 * distance that the repair moved corners and faces (BspMeshReport.shift). If a shell is cut into
 * pieces, no two of them overlap. A mesh that is not closed is repaired first.
 *
 * Faces are anticlockwise seen from outside. Coordinates are in units. */
#ifndef BSP_MESH_H
#define BSP_MESH_H

#include "bsp-error.h"
#include "bsp-solid.h"

G_BEGIN_DECLS

/* How a mesh becomes solid. Distances are in units; 0 lets the library choose. If all bytes are 0,
 * all options have their defaults. */
typedef struct {
    double weld;     /* corners nearer than this to each other become one corner */
    double snap;     /* faces nearer than this to a common plane become parts of this plane; raised
                        to `weld` if smaller */
    double sheet;    /* thickness of the brushes that open sheets become; 0 leaves sheets out */
    double scale;    /* units for one unit of the mesh; 0 means 1 */
    gboolean y_up;   /* y is up in the mesh: (x, y, z) becomes (x, -z, y) */
    gboolean close;  /* also closes large flat holes */
    gboolean bodies; /* the mesh has no rooms. A shell that faces inwards and lies in no other shell
                        is a body whose faces are reversed */
} BspMeshOptions;

/* --- report --- */

/* The kind that the library took a shell, a connected surface of the mesh, for. */
typedef enum {
    BSP_SHELL_CONVEX, /* the shell became one brush */
    BSP_SHELL_CUT, /* the space in this shell, and in other shells of this kind, is cut into brushes
                    */
    BSP_SHELL_HOLLOW, /* a hollow in a solid; the shell faces inwards */
    BSP_SHELL_ROOM,   /* a room or a sky. The shell faces inwards and lies in no other shell, the
                         reader reversed none of its faces, and few are written twice. Everything
                         outside is solid. If sheets have a thickness, the room gets walls of that
                         thickness */
    BSP_SHELL_SHEET,  /* an open sheet, which became thin brushes or was left out */
    BSP_SHELL_OUTSIDE /* the box in which rooms are cut, which the library added */
} BspShellKind;

typedef struct {
    BspShellKind kind;
    gboolean turned; /* the shell was inside out */
    guint n_faces;   /* number of faces after the repair */
    guint line;      /* line of the shell's first face; see bsp_mesh_add_face() */
    double volume;   /* enclosed volume, in cubic units; negative if the shell faces inwards */
} BspMeshShellReport;

/* How a mesh was repaired and made solid. Lengths are in units. */
typedef struct {
    GPtrArray *messages; /* strings, with one line for each kind of repair and of omission */
    GArray *shells;      /* BspMeshShellReport */
    /* A gint8 for each face as given, which is 1, or -1 if the face was reversed. It is 0 if the
     * face was left out as a copy of another face or as the back of a wall. */
    GArray *sides;
    guint n_faces, n_points;   /* numbers of faces and points of the mesh as given */
    double weld, snap, sheet;  /* the distances used: see BspMeshOptions */
    guint n_welded;            /* points that were merged with a point at another position */
    guint n_degenerate;        /* faces left out because they have no area */
    guint n_turned, n_doubled; /* numbers of faces that were turned over, and of faces left out as
                                  copies of another face */
    guint n_backs; /* number of faces left out because they are the other side of a wall that was
                      modelled with two sides */
    /* Numbers of shells that were turned because they faced inwards, and of rooms. */
    guint n_inward, n_rooms;
    guint n_unsure; /* pairs of a shell and a shell in it, one of which had more than a quarter of
                       its faces reversed. So a hollow may be taken for a body */
    guint n_closed, n_open; /* numbers of holes filled, and of loops of edges left open */
    double closed_area, open_length;
    guint open_line;     /* the line of a face at an open edge */
    guint n_planes;      /* number of planes of the faces */
    double moved, shift; /* the largest distance by which a point was welded; the largest distance
                            of any point of a face from its position in the mesh */
    guint n_convex, n_other; /* numbers of closed shells that became one brush, and of closed shells
                                that were cut */
    guint n_sheets, n_sheet_faces; /* numbers of open sheets, and of their faces */
    guint n_cells, n_thin;  /* numbers of solid cells that shells were cut into, and of cells too
                               thin for a brush */
    guint n_doubtful;       /* number of cells that are perhaps not solid */
    double doubtful_volume; /* volume of these doubtful cells, in cubic units */
    double volume;          /* sum of the brushes' volumes; where two overlap, both count */
} BspMeshReport;

/* Frees the report. NULL is allowed. */
void bsp_mesh_report_free(BspMeshReport *report);

/* --- triangles --- */

/* Makes the solid of n triangles. `corners` has 3 * n indices of points. options may be NULL, for
 * the defaults. *report, unless report is NULL, receives a report, which the caller frees with
 * bsp_mesh_report_free(). The caller frees the solid with bsp_solid_free().
 *
 * Returns NULL with BSP_ERROR_VALUE (an index, a coordinate or an option is out of range),
 * BSP_ERROR_GEOMETRY (nothing is solid) or BSP_ERROR_LIMIT (too many faces, or too many that cross
 * each other). Any number of threads may call this function. */
BspSolid *bsp_solid_of_triangles(const BspVec *points, guint n_points, const guint *corners,
                                 guint n, const BspMeshOptions *options, BspMeshReport **report,
                                 GError **error);

/* --- polygons --- */

/* A mesh that is being made. Only one thread may use it. */
typedef struct BspMesh BspMesh;

/* Makes an empty mesh. `file` is its name in messages, and must outlive the mesh. The caller frees
 * the mesh with bsp_mesh_free(). */
BspMesh *bsp_mesh_new(const char *file);

/* Frees the mesh. NULL is allowed. */
void bsp_mesh_free(BspMesh *mesh);

/* Appends a point. Points are numbered from 0. */
void bsp_mesh_add_point(BspMesh *mesh, BspVec point);

/* Appends a face, given the numbers of its n >= 3 corners. If the face is not flat, it stands for
 * the fan of triangles from its first corner. `line` is the line of the file or the number of a
 * place, for messages. The points must be there already. */
void bsp_mesh_add_face(BspMesh *mesh, const guint *corners, guint n, guint line);

/* Copies the description of a place of the file. The first description has number 1. If there are
 * places, `line` of a face is the number of its place. */
void bsp_mesh_add_place(BspMesh *mesh, const char *place);

/* Reads the text of a Wavefront .obj file, which ends with a NUL. Returns NULL with
 * BSP_ERROR_SYNTAX, BSP_ERROR_VALUE or BSP_ERROR_LIMIT ("FILE:LINE: message"). `file` is as for
 * bsp_mesh_new(). The caller frees the mesh with bsp_mesh_free(). */
BspMesh *bsp_mesh_read_obj(const char *file, const char *text, GError **error);

/* Returns the points; *n receives their number. The mesh owns the array, which is valid until a
 * point is added. */
const BspVec *bsp_mesh_points(const BspMesh *mesh, guint *n);

/* Returns the faces, divided into *n triangles, as 3 * *n numbers of points. *of_face, unless
 * of_face is NULL, receives the number of the face that each triangle is a part of. The caller
 * frees the arrays with g_free(). */
guint *bsp_mesh_triangles(const BspMesh *mesh, guint *n, guint **of_face);

/* Does the same as bsp_solid_of_triangles(), for a mesh. It scales, turns and repairs the mesh,
 * which can then only be freed. */
BspSolid *bsp_solid_of_mesh(BspMesh *mesh, const BspMeshOptions *options, BspMeshReport **report,
                            GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMesh, bsp_mesh_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshReport, bsp_mesh_report_free)

G_END_DECLS

#endif

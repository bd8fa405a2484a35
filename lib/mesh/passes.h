/* passes: the steps from a mesh to brushes, in their order: weld, close, judge shells, cut, merge.
 *
 * bsp_solid_of_mesh() (mesh-solid.c) runs them one after another. A pass calls no other pass. The
 * last pass is bsp_brushes_merge() (geometry/merge.h). */
#ifndef BSP_MESH_PASSES_H
#define BSP_MESH_PASSES_H

#include "bsp-constants.h"
#include "mesh/mesh.h"

/* --- weld points and edges. Faces and corners may get other numbers. --- */

/* Replaces every point of a face by a point within `distance` units. Adds to report->n_welded and
 * report->moved. */
void bsp_mesh_weld(BspMesh *mesh, double distance, BspMeshReport *report);

/* Adds a corner to a face where a corner of another face lies on one of its edges, within
 * `distance` units. This is done only at edges without a counterpart, and at edges where exactly
 * two faces meet at a small angle. */
void bsp_mesh_split_edges(BspMesh *mesh, double distance);

/* Removes corners that repeat the previous corner, and faces that then have fewer than 3. Replaces
 * polygons with a corner farther than `flat` units from their mean plane by fans of triangles from
 * the first corner. Returns their number. Adds to report->n_degenerate. */
guint bsp_mesh_split_bent(BspMesh *mesh, double flat, BspMeshReport *report);

/* Reverses faces that disagree with their neighbours, and removes doubled ones. Where more than two
 * faces meet, such faces are recognized because the change decreases the total length of edges
 * without a counterpart. Adds to report->n_turned and n_doubled. */
void bsp_mesh_orient(BspMesh *mesh, BspMeshReport *report);

/* Gives a polygon and its back, or the polygons of two bodies that touch, the same triangles. The
 * mesh may divide them by different diagonals. `single` and `number` are those of
 * bsp_mesh_first_twins(). patch[f] is the first face of the patch of face f of `single`. Faces of a
 * patch are connected by edges of exactly two faces. */
void bsp_mesh_unify_backs(BspMesh *mesh, const BspMeshTwin *twins, const guint *number,
                          const BspMesh *single, const guint *patch);

/* Reverses faces of two-sided parts of the mesh so that each face has a back. Returns their
 * number. */
guint bsp_mesh_face_backs(BspMesh *mesh);

/* --- close --- */

/* Appends faces that close the holes of the mesh. Their line is 0.
 *
 * The edges that lack a counterpart are divided into loops. Flat loops come first. A loop is filled
 * if two conditions hold. It is flat or has at most 6 corners, and its area is at most half of the
 * area of the surface around it. Otherwise the faces around it are a sheet and not a body. Adds to
 * report->n_closed and closed_area, and sets n_open, open_length and open_line. */
void bsp_mesh_close(BspMesh *mesh, const BspMeshOptions *options, BspMeshReport *report);

/* --- walls, each of a face and its back --- */

typedef struct {
    guint *back;    /* for each face, its back, or BSP_MESH_NO_FACE */
    gboolean *lone; /* for each face, whether no other face except its back has the same corners.
                       Two walls at the same place belong to two bodies that touch */
    guint n_backs;  /* number of pairs of a face and its back */
} BspMeshWalls;

BspMeshWalls *bsp_mesh_walls_new(const BspMesh *mesh);
void bsp_mesh_walls_free(BspMeshWalls *walls);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshWalls, bsp_mesh_walls_free)

/* --- shells --- */

/* A shell, which is a connected surface of a mesh. */

typedef struct {
    const guint *faces; /* n faces of the mesh, in order */
    guint n;
    BspBounds bounds;
    double volume;     /* enclosed volume, in cubic units; negative if the shell is inside out */
    double area;       /* total area of the faces, in square units */
    BspVec direction;  /* sum of the faces' normals times their areas; 0 if the shell is closed */
    double open;       /* total length of edges without a counterpart */
    guint n_repaired;  /* number of faces that the reader reversed; if there are any, the shell's
                          direction is a guess */
    guint n_backs;     /* number of faces that have a back */
    BspShellKind kind; /* BSP_SHELL_SHEET until the shell is judged */
    gboolean faced_inwards; /* the shell faced inwards, and the shells around it decided its kind */
    /* The shell is a hollow outside of the rooms. It removes the body around it, and the solid that
     * is outside of rooms, so it counts twice. */
    gboolean is_buried;
} BspMeshShell;

typedef struct {
    BspMeshShell *shells;
    guint n;
    guint *faces;    /* numbers of the faces of all shells */
    guint *shell_of; /* for each face, the index of its shell */
} BspMeshShells;

/* Finds the shells of a mesh. Where several surfaces meet at an edge, two faces belong together if
 * there is only solid between them. So bodies that touch are different shells. */
BspMeshShells *bsp_mesh_shells_new(const BspMesh *mesh, const BspMeshPlanes *planes,
                                   const BspMeshWalls *walls, const BspMeshLedger *ledger);

/* Returns whether the volume of a closed shell is nearly zero, because it is a surface and its
 * back. */
static inline gboolean bsp_mesh_shell_is_flat(const BspMeshShell *shell)
{
    return fabs(shell->volume) < 0.5 * BSP_BRUSH_THICKNESS * shell->area;
}

void bsp_mesh_shells_free(BspMeshShells *shells);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshShells, bsp_mesh_shells_free)

/* Removes the other sides of two-sided bodies, except walls with the same shell on both sides.
 * These are the shells that face inwards and whose faces all have backs, and the shells of the air
 * in the bodies. Where shells are next to each other, with a wall between them, they are
 * alternately solid and air, from the outside inwards. Adds to report->n_backs. Returns whether it
 * removed any. Then the shells must be found anew. */
gboolean bsp_mesh_remove_backs(BspMesh *mesh, BspMeshPlanes *planes, const BspMeshWalls *walls,
                               const BspMeshShells *shells, BspMeshReport *report);

/* --- judge the shells that face inwards, each by the space around it ---
 *
 *   no shell            it is a room or a sky. Inside is air, and everything outside is solid. If
 *                       it is a sliver, it is a sheet. If the reader reversed some of its faces, if
 *                       more than a third of them have a back, or if the options allow no
 *                       rooms, it is a body that is inside out
 *   solid               it is a hollow, which removes one solid. Where two overlap, one is left. If
 *                       more than half of its faces have a back, it is turned, because it is the
 *                       other side of a body
 *   air of a room       it is inside out, and encloses solid; the same in the air of a hollow
 *
 * Solid that crosses the shell from outside is not around it. */

/* Judges each shell, and sets its kind to ROOM, HOLLOW or SHEET, or to CUT if it is a solid body,
 * which is cut into pieces later. Turns shells that are inside out, with their faces and planes.
 * Sets is_buried of hollows outside the rooms. `bodies` says that the mesh has no rooms
 * (BspMeshOptions). report->sheet is the thickness of sheets, or 0. Sets report->n_inward, n_rooms
 * and n_unsure. Returns FALSE with BSP_ERROR_LIMIT if too many shells face inwards. */
gboolean bsp_mesh_judge_shells(BspMesh *mesh, BspMeshPlanes *planes, BspMeshShells *shells,
                               gboolean bodies, BspMeshReport *report, GError **error);

/* Appends the faces of a box around the mesh, so that everything outside the rooms is solid. The
 * box extends an eighth of the longest side of the mesh beyond the mesh, and ends at
 * BSP_WORLD_HALF. */
void bsp_mesh_surround(BspMesh *mesh, BspMeshReport *report);

/* --- cut --- */

/* Appends the brushes of the space that the faces enclose, which is where their winding number
 * exceeds one half. `faces` has numbers (guint) of faces of the mesh. Sets report->n_cells, n_thin,
 * n_doubtful and doubtful_volume. Returns FALSE with BSP_ERROR_LIMIT if the faces are too many or
 * cross each other too often. */
gboolean bsp_mesh_cut(const BspMesh *mesh, const BspMeshPlanes *planes, const GArray *faces,
                      GPtrArray *brushes, BspMeshReport *report, GError **error);

/* Appends a brush for each face of an open surface. It is a prism whose front is the face. If
 * several faces have the same corners, only the first gets a brush.
 *
 * If all faces face one way along an axis, as in a terrain, the prisms extend `thickness` units
 * along that axis. They fill the space between the surface and its moved copy, without gaps.
 * Otherwise each prism extends `thickness` units behind its face, and the prisms of neighbours are
 * mitred (geometry/prism.h). Returns the number of faces that are too narrow for a brush. */
guint bsp_mesh_thicken(const BspMesh *mesh, const BspMeshPlanes *planes, const BspMeshShell *shell,
                       double thickness, GPtrArray *brushes);

#endif

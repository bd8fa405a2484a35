/* mesh-shells: the connected surfaces of a mesh. */
#ifndef BSP_MESH_SHELLS_H
#define BSP_MESH_SHELLS_H

#include "bsp-constants.h"
#include "mesh/mesh-planes.h"

/* Faces: BspMeshShells.faces[first .. first + n). */
typedef struct {
    guint first, n;
    BspBounds bounds;
    BspVec tip;       /* a point of the shell */
    double volume;    /* enclosed, in cubic units; negative if the shell is inside out */
    double area;      /* of all faces */
    BspVec direction; /* sum of the faces' normals times areas: 0 if the shell is closed */
    double open;      /* total length of edges without a counterpart */
    gboolean is_room; /* a room, or the box around all rooms (mesh/passes.h) */
    gboolean is_flat; /* a sliver that faces inwards, in no other shell: a sheet */
    gboolean was_turned;
} BspMeshShell;

typedef struct {
    GArray *shells; /* BspMeshShell */
    guint *faces;   /* the mesh's faces, grouped by shell, in order */
} BspMeshShells;

/* Where several surfaces meet at an edge, two faces belong together if there is only solid between
 * them. So bodies that touch are different shells. */
BspMeshShells *bsp_mesh_shells_new(const BspMesh *mesh, const BspMeshPlanes *planes);

/* Adds the faces that were appended to the mesh, from number `first` on, as one closed shell. */
BspMeshShell *bsp_mesh_shells_add(BspMeshShells *shells, const BspMesh *mesh, guint first);

void bsp_mesh_shells_free(BspMeshShells *shells);

static inline BspMeshShell *bsp_mesh_shell(const BspMeshShells *shells, guint i)
{
    return &g_array_index(shells->shells, BspMeshShell, i);
}

static inline gboolean bsp_mesh_shell_is_closed(const BspMeshShell *shell)
{
    return !(shell->open > 0);
}

/* An open shell is a sheet if most of it faces one way. If sheets have a thickness, a box without a
 * lid is a sheet, too (bsp_mesh_close()). */
static inline gboolean bsp_mesh_shell_is_sheet(const BspMeshShell *shell, double thickness)
{
    return !bsp_mesh_shell_is_closed(shell) &&
           bsp_vec_length(shell->direction) > (thickness > 0 ? 0.125 : 0.5) * shell->area;
}

/* Whether the shell consists of a sheet and its back, so that it encloses nothing. */
static inline gboolean bsp_mesh_shell_is_double_sheet(const BspMeshShell *shell)
{
    return bsp_mesh_shell_is_closed(shell) &&
           fabs(shell->volume) < 0.5 * BSP_BRUSH_THICKNESS * shell->area;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshShells, bsp_mesh_shells_free)

#endif

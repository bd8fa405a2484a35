/* mesh-shells: the connected surfaces of a mesh. */
#ifndef BSP_MESH_SHELLS_H
#define BSP_MESH_SHELLS_H

#include "mesh/mesh-planes.h"

/* Faces: BspMeshShells.faces[first .. first + n). */
typedef struct {
    guint first, n;
    BspBounds bounds;
    BspVec tip;             /* a point of the shell */
    double volume;          /* enclosed, in cubic units; negative if the shell is inside out */
    double area;            /* of all faces */
    BspVec direction;       /* sum of the faces' normals times areas: 0 if the shell is closed */
    double open;            /* total length of edges without a counterpart */
    BspShellKind kind;      /* BSP_SHELL_SHEET until the shell is judged */
    gboolean faced_inwards; /* it was judged by the shells around it */
} BspMeshShell;

typedef struct {
    GArray *shells; /* BspMeshShell */
    guint *faces;   /* the mesh's faces, grouped by shell, in order */
} BspMeshShells;

/* Where several surfaces meet at an edge, two faces belong together if there is only solid between
 * them. So bodies that touch are different shells. */
BspMeshShells *bsp_mesh_shells_new(const BspMesh *mesh, const BspMeshPlanes *planes);

void bsp_mesh_shells_free(BspMeshShells *shells);

static inline BspMeshShell *bsp_mesh_shell(const BspMeshShells *shells, guint i)
{
    return &g_array_index(shells->shells, BspMeshShell, i);
}

static inline gboolean bsp_mesh_shell_is_closed(const BspMeshShell *shell)
{
    return !(shell->open > 0);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshShells, bsp_mesh_shells_free)

#endif

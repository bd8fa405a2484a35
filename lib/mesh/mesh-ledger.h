/* mesh-ledger: how often the faces of a mesh run along each edge, and in which direction.
 *
 * A mesh encloses a volume exactly if its faces run along every edge equally often in both
 * directions. Any number of faces may meet at an edge. So the ledger shows where a face is missing,
 * doubled or turned. */
#ifndef BSP_MESH_LEDGER_H
#define BSP_MESH_LEDGER_H

#include "mesh/mesh.h"

/* An edge of one face. */
typedef struct {
    guint a, b;       /* points of the mesh; a < b */
    guint face;       /* index in mesh->faces */
    guint corner;     /* index in mesh->corners of the corner at which the edge starts */
    gboolean forward; /* the face runs from a to b */
} BspMeshUse;

/* An edge of the mesh: uses[first .. first + n). */
typedef struct {
    guint first, n;
    gint balance; /* number of faces that run forward minus those that run backward */
} BspMeshEdge;

typedef struct {
    GArray *uses;    /* BspMeshUse */
    GArray *edges;   /* BspMeshEdge */
    guint *edge_of;  /* the edge that starts at each of the mesh's corners */
    guint n_unequal; /* number of edges whose balance is not 0, when the ledger was made */
} BspMeshLedger;

BspMeshLedger *bsp_mesh_ledger_new(const BspMesh *mesh);
void bsp_mesh_ledger_free(BspMeshLedger *ledger);

static inline BspMeshEdge *bsp_mesh_ledger_edge(const BspMeshLedger *ledger, guint i)
{
    return &g_array_index(ledger->edges, BspMeshEdge, i);
}

/* The first use of the edge; the edge's other uses follow it in memory. */
static inline const BspMeshUse *bsp_mesh_ledger_uses(const BspMeshLedger *ledger,
                                                     const BspMeshEdge *edge)
{
    return &g_array_index(ledger->uses, BspMeshUse, edge->first);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshLedger, bsp_mesh_ledger_free)

#endif

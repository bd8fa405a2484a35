/* mesh-ledger: how often the faces of a mesh run along each edge, and in which direction. */
#include "mesh/mesh.h"

#include <stdlib.h>

static int compare_uses(const void *x, const void *y)
{
    const BspMeshUse *a = x, *b = y;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->b != b->b)
        return a->b < b->b ? -1 : 1;
    return a->corner < b->corner ? -1 : a->corner > b->corner;
}

static GArray *sorted_uses(const BspMesh *mesh)
{
    GArray *uses = g_array_sized_new(FALSE, FALSE, sizeof(BspMeshUse), mesh->corners->len);
    for (guint f = 0; f < mesh->faces->len; f++) {
        const BspMeshFace *face = bsp_mesh_face(mesh, f);
        for (guint k = 0; k < face->n; k++) {
            guint from = bsp_mesh_corner(mesh, face, k), to = bsp_mesh_corner(mesh, face, k + 1);
            BspMeshUse use = { MIN(from, to), MAX(from, to), f, face->first + k, from < to };
            g_array_append_val(uses, use);
        }
    }
    if (uses->len)
        qsort(uses->data, uses->len, sizeof(BspMeshUse), compare_uses);
    return uses;
}

BspMeshLedger *bsp_mesh_ledger_new(const BspMesh *mesh)
{
    BspMeshLedger *ledger = g_new0(BspMeshLedger, 1);
    ledger->uses = sorted_uses(mesh);
    ledger->edges = g_array_new(FALSE, FALSE, sizeof(BspMeshEdge));
    ledger->edge_of = g_new0(guint, MAX(mesh->corners->len, 1));
    const BspMeshUse *uses = (const BspMeshUse *)(void *)ledger->uses->data;
    for (guint i = 0; i < ledger->uses->len;) {
        BspMeshEdge edge = { .first = i };
        for (; i < ledger->uses->len && uses[i].a == uses[edge.first].a &&
               uses[i].b == uses[edge.first].b;
             i++) {
            ledger->edge_of[uses[i].corner] = ledger->edges->len;
            edge.balance += uses[i].forward ? 1 : -1;
            edge.n++;
        }
        g_array_append_val(ledger->edges, edge);
        ledger->n_unequal += edge.balance != 0;
    }
    return ledger;
}

void bsp_mesh_ledger_free(BspMeshLedger *ledger)
{
    if (!ledger)
        return;
    g_array_unref(ledger->uses);
    g_array_unref(ledger->edges);
    g_free(ledger->edge_of);
    g_free(ledger);
}

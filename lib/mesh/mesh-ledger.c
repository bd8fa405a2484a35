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

gboolean bsp_mesh_edge_is_of_one_wall(const BspMesh *mesh, const BspMeshEdge *edge)
{
    if (edge->n != 2)
        return FALSE;
    const BspMeshUse *a = &edge->uses[0], *b = &edge->uses[1];
    const BspMeshFace *face = bsp_mesh_face(mesh, a->face), *other = bsp_mesh_face(mesh, b->face);
    guint n = face->n, from = a->corner - face->first, to = b->corner - other->first;
    gboolean same = n == other->n;
    for (guint k = 0; k < n && same; k++)
        same = a->forward == b->forward
                   ? bsp_mesh_corner(mesh, face, from + k) == bsp_mesh_corner(mesh, other, to + k)
                   : bsp_mesh_corner(mesh, face, from + n - k) ==
                         bsp_mesh_corner(mesh, other, to + 1 + k);
    return same;
}

BspMeshLedger *bsp_mesh_ledger_new(const BspMesh *mesh)
{
    guint n = MAX(mesh->corners->len, 1), n_uses = 0;
    BspMeshLedger *ledger = g_new0(BspMeshLedger, 1);
    ledger->uses = g_new(BspMeshUse, n);
    ledger->edges = g_new(BspMeshEdge, n);
    ledger->edge_of = g_new0(guint, n);
    for (guint f = 0; f < mesh->faces->len; f++) {
        const BspMeshFace *face = bsp_mesh_face(mesh, f);
        for (guint k = 0; k < face->n; k++) {
            guint from = bsp_mesh_corner(mesh, face, k), to = bsp_mesh_corner(mesh, face, k + 1);
            ledger->uses[n_uses++] =
                (BspMeshUse){ MIN(from, to), MAX(from, to), f, face->first + k, from < to };
        }
    }
    BSP_ASSERT(n_uses <= n); /* a corner belongs to one face */
    qsort(ledger->uses, n_uses, sizeof(BspMeshUse), compare_uses);
    for (guint i = 0; i < n_uses; i++) {
        const BspMeshUse *use = &ledger->uses[i];
        if (i == 0 || use->a != use[-1].a || use->b != use[-1].b)
            ledger->edges[ledger->n++] = (BspMeshEdge){ use->a, use->b, use, 0, 0 };
        ledger->edge_of[use->corner] = ledger->n - 1;
        ledger->edges[ledger->n - 1].n++;
        ledger->edges[ledger->n - 1].balance += use->forward ? 1 : -1;
    }
    return ledger;
}

void bsp_mesh_ledger_free(BspMeshLedger *ledger)
{
    if (!ledger)
        return;
    g_free(ledger->uses);
    g_free(ledger->edges);
    g_free(ledger->edge_of);
    g_free(ledger);
}

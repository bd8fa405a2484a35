/* mesh-ledger: counts how often the faces of a mesh run along each edge, and in which direction.
 * Also finds faces that have the same corners. */
#include "mesh/mesh.h"

#include <stdlib.h>

static int compare_uses(const void *x, const void *y)
{
    const BspMeshUse *a = x, *b = y;
    return BSP_ORDER(a->a, b->a) ?: BSP_ORDER(a->b, b->b) ?: BSP_ORDER(a->corner, b->corner);
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
    BSP_ASSERT(n_uses <= n); /* each corner belongs to one face */
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

/* --- twins --- */

/* The corners of a face in an order that is the same for its twins. The order begins at the corner
 * with the lowest number. The second corner is the neighbour of the first with the lower number. */
typedef struct {
    const BspMesh *mesh;
    guint face, start;
    gboolean backward;
} Outline;

static guint outline_corner(const Outline *o, guint k)
{
    const BspMeshFace *face = bsp_mesh_face(o->mesh, o->face);
    return bsp_mesh_corner(o->mesh, face, o->backward ? o->start + face->n - k : o->start + k);
}

static Outline outline_of(const BspMesh *mesh, guint f)
{
    const BspMeshFace *face = bsp_mesh_face(mesh, f);
    Outline o = { mesh, f, 0, FALSE };
    for (guint k = 1; k < face->n; k++)
        if (bsp_mesh_corner(mesh, face, k) < bsp_mesh_corner(mesh, face, o.start))
            o.start = k;
    o.backward = outline_corner(&o, face->n - 1) < outline_corner(&o, 1);
    return o;
}

static int compare_outlines(const void *x, const void *y)
{
    const Outline *a = x, *b = y;
    guint n = bsp_mesh_face(a->mesh, a->face)->n, n_other = bsp_mesh_face(b->mesh, b->face)->n;
    int order = BSP_ORDER(n, n_other);
    for (guint k = 0; k < n && !order; k++)
        order = BSP_ORDER(outline_corner(a, k), outline_corner(b, k));
    return order;
}

static int compare_outlines_and_faces(const void *x, const void *y)
{
    const Outline *a = x, *b = y;
    return compare_outlines(a, b) ?: BSP_ORDER(a->face, b->face);
}

BspMeshTwin *bsp_mesh_twins_new(const BspMesh *mesh)
{
    guint n = mesh->faces->len;
    BspMeshTwin *twins = g_new(BspMeshTwin, MAX(n, 1));
    g_autofree Outline *outlines = g_new(Outline, MAX(n, 1));
    for (guint f = 0; f < n; f++)
        outlines[f] = outline_of(mesh, f);
    qsort(outlines, n, sizeof *outlines, compare_outlines_and_faces);
    for (guint i = 0, first = 0; i < n; i++) {
        if (compare_outlines(&outlines[i], &outlines[first]) != 0)
            first = i;
        twins[outlines[i].face] =
            (BspMeshTwin){ outlines[first].face, outlines[i].backward != outlines[first].backward };
    }
    return twins;
}

BspMesh *bsp_mesh_first_twins(const BspMesh *mesh, const BspMeshTwin *twins, guint **number)
{
    guint n = mesh->faces->len;
    BspMesh *single = g_new(BspMesh, 1);
    *single = (BspMesh){ .file = mesh->file,
                         .points = g_array_ref(mesh->points),
                         .corners = g_array_ref(mesh->corners),
                         .faces = g_array_new(FALSE, FALSE, sizeof(BspMeshFace)) };
    *number = g_new(guint, MAX(n, 1));
    for (guint f = 0; f < n; f++) {
        (*number)[f] = single->faces->len;
        if (twins[f].first == f)
            g_array_append_val(single->faces, *bsp_mesh_face(mesh, f));
    }
    return single;
}

/* bsp-matter: where the brushes of a solid are, from their planes alone. */
#include "bsp-matter.h"

struct BspMatter {
    BspBvh *bvh;
    BspBounds *bounds; /* of each brush */
    BspPlane *planes;  /* of all brushes, outward */
    guint *first;      /* brush i has planes[first[i] .. first[i + 1]) */
};

static guint count_planes(const BspSolid *solid)
{
    guint n = 0;
    for (guint i = 0; i < solid->brushes->len; i++)
        n += bsp_solid_brush(solid, i)->cell->n_faces;
    return n;
}

static void copy_brushes(BspMatter *matter, const BspSolid *solid)
{
    guint n = 0;
    for (guint i = 0; i < solid->brushes->len; i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        matter->bounds[i] = brush->bounds;
        matter->first[i] = n;
        for (guint f = 0; f < brush->cell->n_faces; f++)
            matter->planes[n++] = brush->cell->faces[f].plane;
    }
    matter->first[solid->brushes->len] = n;
}

BspMatter *bsp_matter_new(BspSolid *solid)
{
    guint n = solid->brushes->len;
    BspMatter *matter = g_new(BspMatter, 1);
    *matter = (BspMatter){ .bvh = g_steal_pointer(&solid->bvh),
                           .bounds = g_new(BspBounds, n),
                           .planes = g_new(BspPlane, count_planes(solid)),
                           .first = g_new(guint, n + 1) };
    copy_brushes(matter, solid);
    bsp_solid_free(solid);
    return matter;
}

void bsp_matter_free(BspMatter *matter)
{
    if (!matter)
        return;
    bsp_bvh_free(matter->bvh);
    g_free(matter->bounds);
    g_free(matter->planes);
    g_free(matter->first);
    g_free(matter);
}

typedef struct {
    const BspMatter *matter;
    BspVec p;
} Search;

/* Whether the point lies outside the brush. */
static gboolean misses(guint brush, gpointer user_data)
{
    const Search *search = user_data;
    const BspMatter *m = search->matter;
    if (!bsp_bounds_contain(&m->bounds[brush], search->p))
        return TRUE;
    for (guint i = m->first[brush]; i < m->first[brush + 1]; i++)
        if (bsp_plane_distance(&m->planes[i], search->p) > 0)
            return TRUE;
    return FALSE;
}

gboolean bsp_matter_contains(const BspMatter *matter, BspVec p)
{
    Search search = { matter, p };
    BspBounds box = { p, p };
    return !bsp_bvh_overlapping(matter->bvh, &box, misses, &search);
}

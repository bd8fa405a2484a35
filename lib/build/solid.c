/* solid: a set of brushes searched as one solid, with no tree of planes. */
#include "bsp-solid.h"

BspSolid *bsp_solid_new(GPtrArray *brushes)
{
    BspSolid *solid = g_new0(BspSolid, 1);
    solid->brushes = brushes;
    solid->bounds = bsp_bounds_empty();
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(brushes->len, 1));
    for (guint i = 0; i < brushes->len; i++) {
        boxes[i] = bsp_solid_brush(solid, i)->bounds;
        bsp_bounds_add(&solid->bounds, &boxes[i]);
    }
    solid->bvh = bsp_bvh_new(boxes, brushes->len);
    return solid;
}

void bsp_solid_free(BspSolid *solid)
{
    if (!solid)
        return;
    g_ptr_array_unref(solid->brushes);
    bsp_bvh_free(solid->bvh);
    g_free(solid);
}

/* Brushes that a thread takes at a time. */
#define CHUNK 64

/* --- expansion --- */

typedef struct {
    const BspSolid *solid;
    const BspBounds *box;
    BspJobPart part;    /* what a chunk is of the job */
    GPtrArray *brushes; /* BspBrush, expanded; NULL where that has failed, or has not been done */
} Expansion;

static guint n_chunks(const BspSolid *solid)
{
    return (solid->brushes->len + CHUNK - 1) / CHUNK;
}

static void expand_chunk(guint chunk, gpointer data)
{
    Expansion *e = data;
    if (!bsp_job_goes_on(e->part.job))
        return;
    guint end = MIN(CHUNK * (chunk + 1), e->brushes->len);
    for (guint i = CHUNK * chunk; i < end; i++)
        e->brushes->pdata[i] = bsp_brush_expand(bsp_solid_brush(e->solid, i), e->box, NULL);
    bsp_job_part_done(e->part);
}

/* Whether all brushes are there; if not, why the first is not, which is asked again. */
static gboolean check_expansion(const Expansion *e, GError **error)
{
    if (!bsp_job_goes_on(e->part.job)) {
        bsp_job_set_cancelled(e->part.job, error);
        return FALSE;
    }
    for (guint i = 0; i < e->brushes->len; i++) {
        if (!e->brushes->pdata[i]) {
            bsp_brush_expand(bsp_solid_brush(e->solid, i), e->box, error);
            g_prefix_error(error, "brush %u, expanded: ", i);
            return FALSE;
        }
    }
    return TRUE;
}

BspSolid *bsp_solid_expand_part(const BspSolid *solid, const BspBounds *box, BspJobPart part,
                                GError **error)
{
    g_autoptr(GPtrArray) brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_set_size(brushes, (gint)solid->brushes->len);
    guint n = n_chunks(solid);
    Expansion e = { solid, box, bsp_job_part_of(part, 1.0 / MAX(n, 1)), brushes };
    bsp_job_each(part.job, n, expand_chunk, &e);
    return check_expansion(&e, error) ? bsp_solid_new(g_steal_pointer(&brushes)) : NULL;
}

BspSolid *bsp_solid_expand(const BspSolid *solid, const BspBounds *box, GError **error)
{
    return bsp_solid_expand_part(solid, box, bsp_job_part_none(), error);
}

/* --- union --- */

static void clear_face(gpointer data)
{
    g_free(((BspUnionFace *)data)->polygon);
}

static GArray *faces_new(void)
{
    GArray *faces = g_array_new(FALSE, FALSE, sizeof(BspUnionFace));
    g_array_set_clear_func(faces, clear_face);
    return faces;
}

GArray *bsp_face_set_copy(const GArray *faces)
{
    GArray *copy = faces_new();
    g_array_append_vals(copy, faces->data, faces->len);
    for (guint i = 0; i < copy->len; i++) {
        BspUnionFace *face = &g_array_index(copy, BspUnionFace, i);
        face->polygon = bsp_polygon_new(face->polygon->v, face->polygon->n);
    }
    return copy;
}

/* One face being carved by the brushes round it. */
typedef struct {
    const BspSolid *solid;
    guint brush;
    BspPlane plane;
    GPtrArray *pieces; /* BspPolygon: what is still visible */
} Carving;

/* The face of a brush that lies on the piece's plane and looks the same way; n_faces if none. */
static guint coincident_face(const BspCell *cell, const BspPlane *plane, const BspPolygon *piece)
{
    guint f = 0;
    while (f < cell->n_faces &&
           (bsp_vec_dot(cell->faces[f].plane.normal, plane->normal) < 0.5 ||
            bsp_polygon_side(piece, &cell->faces[f].plane, BSP_TOUCH) != BSP_SIDE_ON))
        f++;
    return f;
}

/* Splits the piece, taken just in front of its plane, into the part inside the cell, which is
 * returned, and convex parts outside, which are added to `outside`. The face `skip` is not cut. */
static BspPolygon *part_inside(const BspCell *cell, const BspPlane *own, guint skip,
                               const BspPolygon *piece, GPtrArray *outside)
{
    BspPolygon *inside = bsp_polygon_new(piece->v, piece->n);
    for (guint f = 0; f < cell->n_faces && inside; f++) {
        if (f == skip)
            continue;
        /* Moving the plane in by as much is moving the piece out in front of its own plane. */
        BspPlane plane = cell->faces[f].plane;
        double facing = bsp_vec_dot(plane.normal, own->normal);
        plane.dist -= 2 * BSP_ON_PLANE * facing;
        BspPolygon *front, *back;
        bsp_polygon_split(inside, &plane, BSP_ON_PLANE, &front, &back);
        if (front)
            g_ptr_array_add(outside, front);
        if (!front && !back && facing <= 0)
            continue; /* on a plane that looks the other way: covered */
        g_free(inside);
        inside = back;
    }
    return inside;
}

/* Adds to `out` what the other brush leaves visible of the piece, which is consumed. Of two faces
 * that coincide the brush of lower number keeps its own. */
static void carve_piece(const Carving *carving, guint other, BspPolygon *piece, GPtrArray *out)
{
    const BspCell *cell = bsp_solid_brush(carving->solid, other)->cell;
    guint skip = cell->n_faces;
    if (other < carving->brush)
        skip = coincident_face(cell, &carving->plane, piece);
    g_autoptr(GPtrArray) outside = g_ptr_array_new_with_free_func(g_free);
    BspPolygon *inside = part_inside(cell, &carving->plane, skip, piece, outside);
    if (!inside) {
        g_ptr_array_add(out, piece); /* nothing is covered: it stays in one piece */
        return;
    }
    g_free(inside);
    g_free(piece);
    for (guint i = 0; i < outside->len; i++)
        g_ptr_array_add(out, outside->pdata[i]);
    g_ptr_array_set_free_func(outside, NULL);
}

static gboolean carve(guint other, gpointer user_data)
{
    Carving *carving = user_data;
    if (other == carving->brush)
        return TRUE;
    const BspBrush *brush = bsp_solid_brush(carving->solid, other);
    BspBounds near = bsp_bounds_grown(&brush->bounds, 3 * BSP_ON_PLANE);
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < carving->pieces->len; i++) {
        BspPolygon *piece = carving->pieces->pdata[i];
        BspBounds bounds = bsp_polygon_bounds(piece);
        if (bsp_bounds_overlap(&bounds, &near))
            carve_piece(carving, other, piece, out);
        else
            g_ptr_array_add(out, piece);
    }
    g_ptr_array_unref(carving->pieces);
    carving->pieces = out;
    return out->len > 0;
}

/* A face with more brushes round it than this is cut in two first, if that shares them out: the
 * pieces that n houses leave of a floor are not for each of the n houses to look at. */
#define MAX_CARVERS 24

static gboolean count_item(guint item, gpointer user_data)
{
    (void)item;
    ++*(guint *)user_data;
    return TRUE;
}

static BspBounds bounds_near(const BspPolygon *polygon)
{
    BspBounds bounds = bsp_polygon_bounds(polygon);
    return bsp_bounds_grown(&bounds, 3 * BSP_ON_PLANE);
}

static guint count_carvers(const BspSolid *solid, const BspPolygon *polygon)
{
    guint n = 0;
    BspBounds bounds = bounds_near(polygon);
    bsp_bvh_overlapping(solid->bvh, &bounds, count_item, &n);
    return n;
}

/* The plane through the middle of the box, across its longest side. */
static BspPlane middle_plane(const BspBounds *bounds)
{
    BspVec size = bsp_vec_sub(bounds->maxs, bounds->mins), unit = bsp_vec(0, 0, 0);
    int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    unit.v[axis] = 1;
    return (BspPlane){ unit, 0.5 * (bounds->mins.v[axis] + bounds->maxs.v[axis]) };
}

/* Adds what is visible of the polygon, which is consumed, to `faces`. */
static void carve_polygon(Carving *carving, BspPolygon *polygon, GArray *faces)
{
    BspBounds bounds = bounds_near(polygon);
    carving->pieces = g_ptr_array_new();
    g_ptr_array_add(carving->pieces, polygon);
    bsp_bvh_overlapping(carving->solid->bvh, &bounds, carve, carving);
    for (guint i = 0; i < carving->pieces->len; i++) {
        BspUnionFace face = { carving->pieces->pdata[i], carving->plane, carving->brush };
        if (bsp_polygon_is_sliver(face.polygon, BSP_ON_PLANE))
            g_free(face.polygon);
        else
            g_array_append_val(faces, face);
    }
    g_ptr_array_unref(carving->pieces);
}

/* The same, in halves for as long as each half has a good deal fewer of the n brushes near it. */
static void carve_in_parts(Carving *carving, BspPolygon *polygon, guint n, GArray *faces)
{
    BspPolygon *half[2] = { NULL, NULL };
    guint n_half[2] = { 0, 0 };
    if (n > MAX_CARVERS) {
        BspBounds bounds = bsp_polygon_bounds(polygon);
        BspPlane middle = middle_plane(&bounds);
        bsp_polygon_split(polygon, &middle, BSP_CELL_EPSILON, &half[0], &half[1]);
        for (guint k = 0; k < 2; k++)
            n_half[k] = half[k] ? count_carvers(carving->solid, half[k]) : n;
    }
    if (half[0] && half[1] && MAX(n_half[0], n_half[1]) <= n - n / 4) {
        g_free(polygon);
        for (guint k = 0; k < 2; k++)
            carve_in_parts(carving, half[k], n_half[k], faces);
        return;
    }
    g_free(half[0]);
    g_free(half[1]);
    carve_polygon(carving, polygon, faces);
}

typedef struct {
    const BspSolid *solid;
    BspJobPart part; /* what a chunk is of the job */
    GArray **chunks; /* the faces of each chunk's brushes */
} Union;

static void carve_brush(const BspSolid *solid, guint brush, GArray *faces)
{
    const BspCell *cell = bsp_solid_brush(solid, brush)->cell;
    for (guint f = 0; f < cell->n_faces; f++) {
        Carving carving = { solid, brush, cell->faces[f].plane, NULL };
        BspPolygon *whole = bsp_cell_face_polygon(cell, f);
        carve_in_parts(&carving, whole, count_carvers(solid, whole), faces);
    }
}

static void unite_chunk(guint chunk, gpointer data)
{
    Union *u = data;
    u->chunks[chunk] = faces_new();
    if (!bsp_job_goes_on(u->part.job))
        return;
    guint end = MIN(CHUNK * (chunk + 1), u->solid->brushes->len);
    for (guint i = CHUNK * chunk; i < end; i++)
        carve_brush(u->solid, i, u->chunks[chunk]);
    bsp_job_part_done(u->part);
}

/* All of the chunks' faces in order. The chunks are freed. */
static GArray *join_chunks(GArray **chunks, guint n)
{
    GArray *faces = faces_new();
    for (guint i = 0; i < n; i++) {
        g_array_append_vals(faces, chunks[i]->data, chunks[i]->len);
        g_array_set_clear_func(chunks[i], NULL);
        g_array_unref(chunks[i]);
    }
    return faces;
}

GArray *bsp_solid_union_faces_part(const BspSolid *solid, BspJobPart part, GError **error)
{
    guint n = n_chunks(solid);
    g_autofree GArray **chunks = g_new0(GArray *, MAX(n, 1));
    Union u = { solid, bsp_job_part_of(part, 1.0 / MAX(n, 1)), chunks };
    bsp_job_each(part.job, n, unite_chunk, &u);
    g_autoptr(GArray) faces = join_chunks(chunks, n);
    if (bsp_job_goes_on(part.job))
        return g_steal_pointer(&faces);
    bsp_job_set_cancelled(part.job, error);
    return NULL;
}

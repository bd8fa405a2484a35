/* union: finds the faces of the union of a solid's brushes.
 *
 * The brushes near a face carve it one after the other, in the order of their places in space. When
 * a brush splits a piece, the parts are processed immediately, depth first. Each part is compared
 * only with later brushes that are near it. A piece that a brush covers is dropped immediately. So
 * most of the work is for visible pieces and the brushes that cut them. */
#include "compile/solid.h"

static void clear_face(gpointer data)
{
    g_free(((BspUnionFace *)data)->polygon);
}

GArray *bsp_union_faces_new(void)
{
    GArray *faces = g_array_new(FALSE, FALSE, sizeof(BspUnionFace));
    g_array_set_clear_func(faces, clear_face);
    return faces;
}

GArray *bsp_union_faces_copy(const GArray *faces)
{
    GArray *copy = bsp_union_faces_new();
    g_array_append_vals(copy, faces->data, faces->len);
    for (guint i = 0; i < copy->len; i++) {
        BspUnionFace *face = &g_array_index(copy, BspUnionFace, i);
        face->polygon = bsp_polygon_new(face->polygon->v, face->polygon->n);
    }
    return copy;
}

/* A list of brushes. It is the part listed[first .. first + n) of Carving.listed. */
typedef struct {
    guint first, n;
} List;

/* A part of a face that may be visible, and the brushes that still have to carve it. */
typedef struct {
    BspPolygon *polygon;
    List others;
    guint looked; /* number of brushes processed since the list was last narrowed */
    /* Number of brushes that are processed before narrow_list() narrows the list again. */
    guint wait;
} Piece;

/* The state of carving one face. */
typedef struct {
    const BspSolid *solid;
    BspJob *job;
    guint n_looked;   /* number of brushes considered since the last check of the job */
    gboolean stopped; /* the job stopped */
    GArray *faces;    /* the result, visible parts (BspUnionFace) of this and earlier faces */
    guint brush;
    BspPlane plane;
    GArray *listed;     /* lists of brushes (guint); the lists of finished pieces are removed */
    GArray *pieces;     /* a stack of pieces (Piece); their lists begin in the order of the stack */
    GPtrArray *outside; /* polygons (BspPolygon) that part_inside() has found outside a brush */
} Carving;

/* Number of brushes that are considered between two checks of the job. They take about half a
 * millisecond. */
#define BRUSHES_PER_CHECK 8192

/* Counts brushes before they are considered. Returns FALSE after the job stopped. */
static gboolean count_brushes(Carving *carving, guint n_looked)
{
    carving->n_looked += n_looked;
    if (carving->n_looked >= BRUSHES_PER_CHECK) {
        carving->n_looked = 0;
        carving->stopped = carving->stopped || !bsp_job_goes_on(carving->job);
    }
    return !carving->stopped;
}

/* --- one piece and one brush --- */

/* Returns the number of the brush's face that lies on the piece's plane and looks in the same
 * direction; n_faces if there is none. */
static guint coincident_face(const BspCell *cell, const BspPlane *plane, const BspPolygon *piece)
{
    guint f = 0;
    while (f < cell->n_faces &&
           (bsp_vec_dot(cell->faces[f].plane.normal, plane->normal) < 0.5 ||
            bsp_polygon_side(piece, &cell->faces[f].plane, BSP_TOUCH) != BSP_SIDE_ON))
        f++;
    return f;
}

/* Returns the number of the brush's face that does not cut the piece, or n_faces if all faces cut.
 * If faces of two brushes coincide, the face of the brush with the lower number remains. */
static guint face_to_skip(const Carving *carving, guint other, const BspCell *cell,
                          const BspPolygon *piece)
{
    return other < carving->brush ? coincident_face(cell, &carving->plane, piece) : cell->n_faces;
}

/* Returns the cell's plane, moved such that the piece is treated as if it were slightly in front of
 * its own plane. *facing receives the cosine of the angle between the two planes. */
static BspPlane plane_for_piece(const BspPlane *of_cell, const BspPlane *own, double *facing)
{
    *facing = bsp_vec_dot(of_cell->normal, own->normal);
    return (BspPlane){ of_cell->normal, of_cell->dist - 2 * BSP_ON_PLANE * *facing };
}

typedef enum {
    SEPARATE, /* no part of the piece is in the brush */
    PERHAPS_CUTS,
    COVERS,
    COVERS_WELL /* the brush covers the piece and also each thin part of it */
} Cover;

/* The minimum and maximum distance of the vertices from a plane. */
typedef struct {
    double least, most;
} Range;

static Range range_of(const BspPolygon *polygon, const BspPlane *plane)
{
    Range range = { HUGE_VAL, -HUGE_VAL };
    for (guint i = 0; i < polygon->n; i++) {
        double d = bsp_plane_distance(plane, polygon->v[i]);
        range.least = d < range.least ? d : range.least;
        range.most = d > range.most ? d : range.most;
    }
    return range;
}

/* Compares the piece with each plane of the brush. */
static Cover cover_of(const Carving *carving, guint other, const BspPolygon *piece)
{
    const BspCell *cell = bsp_solid_brush(carving->solid, other)->cell;
    guint skip = face_to_skip(carving, other, cell, piece);
    Cover cover = COVERS_WELL;
    for (guint f = 0; f < cell->n_faces; f++) {
        if (f == skip)
            continue;
        double facing;
        BspPlane plane = plane_for_piece(&cell->faces[f].plane, &carving->plane, &facing);
        Range range = range_of(piece, &plane);
        /* A piece on a plane that faces the other way is covered, even if it is a thin strip. */
        if (range.least > BSP_ON_PLANE || (range.least >= -BSP_ON_PLANE && facing > 0))
            return SEPARATE;
        if (range.most > BSP_ON_PLANE)
            cover = PERHAPS_CUTS;
        else if (range.most > -2 * BSP_ON_PLANE && facing > 0 && cover > COVERS)
            cover = COVERS;
    }
    return cover;
}

/* Returns the part of the piece inside the brush, or NULL. Adds the convex parts outside it to
 * carving->outside. */
static BspPolygon *part_inside(const Carving *carving, guint other, const BspPolygon *piece)
{
    const BspCell *cell = bsp_solid_brush(carving->solid, other)->cell;
    guint skip = face_to_skip(carving, other, cell, piece);
    BspPolygon *inside = bsp_polygon_new(piece->v, piece->n);
    for (guint f = 0; f < cell->n_faces && inside; f++) {
        if (f == skip)
            continue;
        double facing;
        BspPlane plane = plane_for_piece(&cell->faces[f].plane, &carving->plane, &facing);
        BspPolygon *front, *back;
        bsp_polygon_split(inside, &plane, BSP_ON_PLANE, &front, &back);
        if (front)
            g_ptr_array_add(carving->outside, front);
        if (!front && !back && facing <= 0)
            continue;
        g_free(inside);
        inside = back;
    }
    return inside;
}

/* Returns whether the brush covers some of the piece. If so, consumes the piece and pushes its
 * remaining parts, which continue with the list in `left`. */
static gboolean is_carved(Carving *carving, guint other, BspPolygon *piece, Piece left)
{
    BSP_ASSERT(carving->outside->len == 0);
    Cover cover = cover_of(carving, other, piece);
    if (cover == SEPARATE)
        return FALSE;
    GPtrArray *outside = carving->outside;
    BspPolygon *inside = cover >= COVERS ? piece : part_inside(carving, other, piece);
    /* In reverse order, because the first part must be on top of the stack. */
    for (guint i = outside->len; i-- > 0;) {
        left.polygon = outside->pdata[i];
        if (inside)
            g_array_append_val(carving->pieces, left);
        else
            g_free(left.polygon);
    }
    g_ptr_array_set_size(outside, 0);
    if (!inside)
        return FALSE; /* no part is covered, so keep the piece whole */
    if (inside != piece)
        g_free(inside);
    g_free(piece);
    return TRUE;
}

/* --- one piece and all brushes near it --- */

/* A search for the brushes near a polygon. */
typedef struct {
    Carving *carving;
    const BspPolygon *polygon;
    BspBounds near;   /* bounds of the polygon, grown by NEAR */
    BspBounds inner;  /* bounds of the polygon, shrunk by NEAR; a brush that covers the polygon
                         contains them */
    guint first;      /* beginning of the list of brushes found */
    guint n_found;    /* number of brushes that the hierarchy has reported */
    gboolean covered; /* a brush covers the polygon */
    gboolean all;     /* continue the search even if the polygon is covered */
} Search;

/* Units. A brush farther than this from a piece does not carve the piece. A piece is treated as if
 * it were 2 BSP_ON_PLANE in front of its plane, and planes have the tolerance BSP_ON_PLANE. */
#define NEAR (3 * BSP_ON_PLANE)

static Search search_new(Carving *carving, const BspPolygon *polygon, guint first)
{
    BspBounds bounds = bsp_polygon_bounds(polygon);
    return (Search){ .carving = carving,
                     .polygon = polygon,
                     .near = bsp_bounds_grown(&bounds, NEAR),
                     .inner = bsp_bounds_grown(&bounds, -NEAR),
                     .first = first };
}

/* Returns whether the brush certainly covers the whole polygon. If the brush is the next that
 * carves, COVERS is sufficient. If other brushes carve before it, COVERS_WELL is needed, because
 * the brush must also cover the parts that they leave. */
static gboolean is_covered_by(const Search *s, guint other, gboolean next)
{
    return bsp_bounds_hold(&s->carving->solid->boxes[other], &s->inner) &&
           cover_of(s->carving, other, s->polygon) >= (next ? COVERS : COVERS_WELL);
}

static gboolean is_near(const Search *s, guint other)
{
    return bsp_bounds_overlap(&s->carving->solid->boxes[other], &s->near);
}

static gboolean list_brush(guint other, gpointer user_data)
{
    Search *s = user_data;
    s->n_found++;
    if (other == s->carving->brush || !is_near(s, other))
        return TRUE;
    gboolean next = s->carving->listed->len == s->first;
    s->covered = s->covered || is_covered_by(s, other, next);
    g_array_append_val(s->carving->listed, other);
    return count_brushes(s->carving, 1) && (s->all || !s->covered);
}

/* Reduces the piece's list to the brushes near the piece, unless this would remove only few.
 * Returns FALSE if a brush covers the piece.
 *
 * If only few brushes would be removed, the next attempt is made after twice as many brushes.
 * Otherwise n brushes that each carve a strip from a face would all be tested for every strip. */
static gboolean narrow_list(Search *s, Piece *piece)
{
    GArray *listed = s->carving->listed;
    List all = piece->others, list = { listed->len, 0 };
    g_array_set_size(listed, list.first + all.n);
    for (guint i = 0; i < all.n; i++) {
        guint other = g_array_index(listed, guint, all.first + i);
        if (!is_near(s, other))
            continue;
        if (is_covered_by(s, other, list.n == 0))
            return FALSE;
        g_array_index(listed, guint, list.first + list.n++) = other;
    }
    gboolean in_vain = list.n > all.n - all.n / 4;
    piece->others = in_vain ? all : list;
    piece->wait = in_vain ? 2 * piece->wait + 1 : 0;
    piece->looked = 0;
    g_array_set_size(listed, piece->others.first + piece->others.n);
    return TRUE;
}

static void add_face(Carving *carving, BspPolygon *polygon)
{
    BspUnionFace face = { polygon, carving->plane, carving->brush };
    if (bsp_polygon_is_sliver(polygon, BSP_ON_PLANE))
        g_free(polygon);
    else
        g_array_append_val(carving->faces, face);
}

/* Carves one piece, which it consumes. */
static void carve_piece(Carving *carving, Piece piece)
{
    BSP_ASSERT(piece.others.first + piece.others.n == carving->listed->len);
    Search s = search_new(carving, piece.polygon, carving->listed->len);
    if (piece.looked >= piece.wait && !narrow_list(&s, &piece)) {
        g_free(piece.polygon);
        return;
    }
    List list = piece.others;
    for (guint i = 0; i < list.n; i++) {
        guint other = g_array_index(carving->listed, guint, list.first + i);
        Piece left = {
            NULL, { list.first + i + 1, list.n - i - 1 }, piece.looked + i + 1, piece.wait
        };
        if (is_near(&s, other) && is_carved(carving, other, piece.polygon, left))
            return;
    }
    add_face(carving, piece.polygon);
}

/* Adds the visible parts of the polygon to the faces. Consumes the polygon. */
static void carve_polygon(Carving *carving, BspPolygon *polygon, List others)
{
    Piece whole = { .polygon = polygon, .others = others };
    g_array_append_val(carving->pieces, whole);
    while (carving->pieces->len > 0) {
        Piece piece = g_array_index(carving->pieces, Piece, carving->pieces->len - 1);
        g_array_set_size(carving->pieces, carving->pieces->len - 1);
        g_array_set_size(carving->listed, piece.others.first + piece.others.n);
        if (count_brushes(carving, 1 + piece.others.n))
            carve_piece(carving, piece);
        else
            g_free(piece.polygon);
    }
}

/* --- one face --- */

/* A face that is near more brushes than this is first cut in two, if that divides the brushes
 * between the halves. Otherwise, on a floor with n houses, each house would be compared with all
 * pieces that the others leave of the floor. With 5,000 houses that takes 2.8 times as long. With
 * 12 to 96 the times are within 8 percent, and with 6 a level has 24 percent more faces. */
#define MAX_CARVERS 24

/* A part of a face and the brushes near it. */
typedef struct {
    BspPolygon *polygon;
    List others;
    /* Number of brushes that the hierarchy reported, which is slightly more than others.n. */
    guint n;
    gboolean covered;
} Part;

static gint compare_places(gconstpointer a, gconstpointer b, gpointer places)
{
    const guint *place = places, *x = a, *y = b;
    return place[*x] < place[*y] ? -1 : place[*x] > place[*y];
}

/* Finds the brushes near the polygon. If `all` is set, counts all brushes, even if one covers the
 * polygon. */
static Part part_new(Carving *carving, BspPolygon *polygon, gboolean all)
{
    Part part = { .polygon = polygon, .others = { .first = carving->listed->len } };
    Search s = search_new(carving, polygon, part.others.first);
    s.all = all;
    bsp_solid_overlapping(carving->solid, &s.near, list_brush, &s);
    part.others.n = carving->listed->len - part.others.first;
    if (part.others.n > 1)
        g_qsort_with_data(&g_array_index(carving->listed, guint, part.others.first),
                          (gint)part.others.n, sizeof(guint), compare_places,
                          carving->solid->places);
    part.n = s.n_found;
    part.covered = s.covered;
    return part;
}

/* Returns the plane through the middle of the box, across its longest side. */
static BspPlane middle_plane(const BspBounds *bounds)
{
    int axis = bsp_bounds_longest_axis(bounds);
    return (BspPlane){ bsp_vec_axis(axis), 0.5 * (bounds->mins.v[axis] + bounds->maxs.v[axis]) };
}

/* Halves the part if each half then has at most three quarters of the part's brushes. Returns FALSE
 * if the part is not halved. The list of the first half is stored last, because it is removed
 * first. */
static gboolean halve_part(Carving *carving, const Part *part, Part half[2])
{
    BspBounds bounds = bsp_polygon_bounds(part->polygon);
    BspPlane middle = middle_plane(&bounds);
    BspPolygon *polygon[2];
    guint before = carving->listed->len;
    bsp_polygon_split(part->polygon, &middle, BSP_CELL_EPSILON, &polygon[0], &polygon[1]);
    if (polygon[0] && polygon[1]) {
        half[1] = part_new(carving, polygon[1], TRUE);
        half[0] = part_new(carving, polygon[0], TRUE);
        if (MAX(half[0].n, half[1].n) <= part->n - part->n / 4)
            return TRUE;
    }
    g_free(polygon[0]);
    g_free(polygon[1]);
    g_array_set_size(carving->listed, before);
    return FALSE;
}

/* Adds the visible pieces of the part to the faces. Consumes the part's polygon. */
static void carve_part(Carving *carving, const Part *part)
{
    Part half[2];
    if (part->covered) {
        g_free(part->polygon);
    } else if (part->n > MAX_CARVERS && halve_part(carving, part, half)) {
        g_free(part->polygon);
        for (guint k = 0; k < 2; k++)
            carve_part(carving, &half[k]);
    } else {
        carve_polygon(carving, part->polygon, part->others);
    }
}

/* --- all faces --- */

static void carve_brush(Carving *carving, guint brush)
{
    const BspCell *cell = bsp_solid_brush(carving->solid, brush)->cell;
    carving->brush = brush;
    for (guint f = 0; f < cell->n_faces && count_brushes(carving, 1); f++) {
        g_array_set_size(carving->listed, 0);
        carving->plane = cell->faces[f].plane;
        Part whole = part_new(carving, bsp_cell_face_polygon(cell, f), FALSE);
        carve_part(carving, &whole);
    }
}

typedef struct {
    const BspSolid *solid;
    BspJobPart part; /* the part of the job for one chunk */
    GArray **chunks; /* the faces of each chunk */
} Union;

static void unite_chunk(guint chunk, gpointer data)
{
    Union *u = data;
    u->chunks[chunk] = bsp_union_faces_new();
    if (!bsp_job_goes_on(u->part.job))
        return;
    g_autoptr(GArray) listed = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
    g_autoptr(GPtrArray) outside = g_ptr_array_new();
    Carving carving = { .solid = u->solid,
                        .job = u->part.job,
                        .faces = u->chunks[chunk],
                        .listed = listed,
                        .pieces = pieces,
                        .outside = outside };
    guint end = MIN(BSP_SOLID_CHUNK * (chunk + 1), u->solid->brushes->len);
    for (guint i = BSP_SOLID_CHUNK * chunk; i < end; i++)
        carve_brush(&carving, i);
    bsp_job_part_done(u->part);
}

/* Concatenates the chunks' faces in order and frees the chunks. */
static GArray *join_chunks(GArray **chunks, guint n)
{
    GArray *faces = bsp_union_faces_new();
    for (guint i = 0; i < n; i++) {
        g_array_append_vals(faces, chunks[i]->data, chunks[i]->len);
        g_array_set_clear_func(chunks[i], NULL);
        g_array_unref(chunks[i]);
    }
    return faces;
}

GArray *bsp_solid_union_faces_part(const BspSolid *solid, BspJobPart part, GError **error)
{
    guint n = bsp_solid_n_chunks(solid);
    g_autofree GArray **chunks = g_new0(GArray *, MAX(n, 1));
    Union u = { solid, bsp_job_part_of(part, 1.0 / MAX(n, 1)), chunks };
    bsp_job_each(part.job, n, unite_chunk, &u);
    g_autoptr(GArray) faces = join_chunks(chunks, n);
    return bsp_job_check(part.job, error) ? g_steal_pointer(&faces) : NULL;
}

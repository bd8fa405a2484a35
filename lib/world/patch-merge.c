/* patch-merge: joins adjacent pieces of a patch that lie in one plane into one convex polygon.
 *
 * A vertex between two parts of a straight edge is removed. The pieces on both sides of the edge
 * must then agree: either the edge has no neighbours, or both of its parts have the same neighbour,
 * which removes the vertex too. Else prisms could not be mitred there. So pieces are joined in
 * rounds: a vertex about which two pieces do not agree must stay a corner in the next round. */
#include "world/patch.h"

/* After this many rounds no straight edges are joined any more, which always succeeds. Real levels
 * need three or four. */
#define MOST_ROUNDS 8

typedef struct {
    BspPatches *patches;
    double flat; /* units: how far vertices may be from the plane of a piece, and removed vertices
                    from its edges */
    gboolean *is_corner;  /* for each vertex: it must not lie inside a straight edge */
    gboolean all_corners; /* this holds for all vertices */
} Merging;

static BspPatchPiece *piece_at(const Merging *m, guint i)
{
    return &g_array_index(m->patches->pieces, BspPatchPiece, i);
}

static BspVec vertex_at(const Merging *m, guint i)
{
    return g_array_index(m->patches->vertices, BspVec, i);
}

/* The distance, in units, of v from the line from a to b, to the right seen from the front. */
static double height_over(const Merging *m, BspVec normal, guint a, guint v, guint b)
{
    BspVec from = vertex_at(m, a);
    BspVec out = bsp_vec_cross(bsp_vec_sub(vertex_at(m, b), from), normal);
    return bsp_vec_dot(bsp_vec_unit(out), bsp_vec_sub(vertex_at(m, v), from));
}

static guint before(const BspPatchPiece *p, guint i)
{
    return (i + p->n - 1) % p->n;
}

static guint after(const BspPatchPiece *p, guint i)
{
    return (i + 1) % p->n;
}

/* A vertex is straight if its distance from the line through its neighbours is at most this part of
 * `flat`. Several such vertices of one edge may deviate together. */
#define STRAIGHT (1 / 64.0)

static double corner_height(const Merging *m, const BspPatchPiece *p, guint i)
{
    return height_over(m, p->normal, p->v[before(p, i)], p->v[i], p->v[after(p, i)]);
}

static gboolean is_straight(const Merging *m, const BspPatchPiece *p, guint i)
{
    return fabs(corner_height(m, p, i)) <= STRAIGHT * m->flat;
}

/* --- joining two pieces --- */

static gboolean is_level(const Merging *m, const BspPatchPiece *p)
{
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (guint i = 0; i < p->n; i++) {
        double along =
            bsp_vec_dot(p->normal, bsp_vec_sub(vertex_at(m, p->v[i]), vertex_at(m, p->v[0])));
        least = MIN(least, along);
        most = MAX(most, along);
    }
    return most - least <= m->flat;
}

/* Whether the piece is convex, has no vertex twice, and no straight vertex that must be a corner.
 */
static gboolean has_good_corners(const Merging *m, const BspPatchPiece *p)
{
    for (guint i = 0; i < p->n; i++) {
        double height = corner_height(m, p, i);
        if (height < -STRAIGHT * m->flat)
            return FALSE;
        if (height <= STRAIGHT * m->flat && (m->all_corners || m->is_corner[p->v[i]]))
            return FALSE;
        for (guint k = 0; k < i; k++)
            if (p->v[k] == p->v[i])
                return FALSE;
    }
    return TRUE;
}

/* Removes the vertices i and i + 1 of n. Returns the number of those that remain. */
static guint remove_two(guint *v, guint n, guint i)
{
    guint kept = 0;
    for (guint k = 0; k < n; k++)
        if (k != i && k != (i + 1) % n)
            v[kept++] = v[k];
    return kept;
}

/* If the pieces have several edges in common, joining them along one leaves the other edges in the
 * outline, there and back. Removes these. Returns the number of vertices that remain. */
static guint remove_spurs(guint *v, guint n)
{
    for (guint i = 0; i < n && n > 3;) {
        if (v[(i + n - 1) % n] == v[(i + 1) % n]) {
            n = remove_two(v, n, i);
            i = 0;
        } else
            i++;
    }
    return n;
}

/* Joins pieces p and q along edge e of p, which is edge f of q. Returns FALSE if the result would
 * not be one flat, convex piece. */
static gboolean join_pieces(const Merging *m, const BspPatchPiece *p, guint e,
                            const BspPatchPiece *q, guint f, BspPatchPiece *out)
{
    guint v[2 * BSP_PATCH_MAX_CORNERS], n = 0;
    for (guint i = 0; i < p->n; i++)
        v[n++] = p->v[(e + 1 + i) % p->n];
    for (guint i = 2; i < q->n; i++)
        v[n++] = q->v[(f + i) % q->n];
    n = remove_spurs(v, n);
    if (n < 3 || n > BSP_PATCH_MAX_CORNERS)
        return FALSE;
    *out = (BspPatchPiece){ .n = n, .patch = p->patch };
    for (guint i = 0; i < n; i++)
        out->v[i] = v[i];
    return bsp_patch_piece_normal(m->patches, out) && bsp_vec_dot(p->normal, out->normal) > 0 &&
           bsp_vec_dot(q->normal, out->normal) > 0 && is_level(m, out) && has_good_corners(m, out);
}

/* The edge of q between these vertices. Returns q->n if there is none. */
static guint find_edge(const BspPatchPiece *q, guint from, guint to)
{
    guint f = 0;
    while (f < q->n && !(q->v[f] == from && q->v[after(q, f)] == to))
        f++;
    return f;
}

/* Joins piece i with a neighbour that is unchanged in this pass. */
static gboolean join_neighbour(const Merging *m, const guint *neighbours, gboolean *changed,
                               guint i)
{
    BspPatchPiece *p = piece_at(m, i), joined;
    for (guint e = 0; e < p->n; e++) {
        guint j = neighbours[BSP_PATCH_MAX_CORNERS * i + e];
        if (j == G_MAXUINT || j == i || changed[j] || piece_at(m, j)->patch != p->patch)
            continue;
        BspPatchPiece *q = piece_at(m, j);
        guint f = find_edge(q, p->v[after(p, e)], p->v[e]);
        if (f == q->n || !join_pieces(m, p, e, q, f, &joined))
            continue;
        *p = joined;
        q->n = 0;
        changed[i] = changed[j] = TRUE;
        return TRUE;
    }
    return FALSE;
}

/* Joins pairs of pieces. Returns FALSE if there are none to be joined. */
static gboolean join_pairs(const Merging *m)
{
    GArray *pieces = m->patches->pieces;
    g_autofree guint *neighbours = bsp_patches_neighbours(m->patches);
    g_autofree gboolean *changed = g_new0(gboolean, MAX(pieces->len, 1));
    gboolean any = FALSE;
    for (guint i = 0; i < pieces->len; i++)
        if (!changed[i])
            any |= join_neighbour(m, neighbours, changed, i);
    guint n = 0;
    for (guint i = 0; i < pieces->len; i++)
        if (piece_at(m, i)->n)
            *piece_at(m, n++) = *piece_at(m, i);
    g_array_set_size(pieces, n);
    return any;
}

/* --- straight vertices --- */

/* Whether corner i of the piece can be removed: the two parts of the edge have no neighbours, or
 * the same neighbour, for which the vertex is straight, too. */
static gboolean is_removable(const Merging *m, const guint *neighbours, guint piece, guint i)
{
    const BspPatchPiece *p = piece_at(m, piece);
    const guint *own = &neighbours[BSP_PATCH_MAX_CORNERS * piece];
    guint other = own[i];
    if (!is_straight(m, p, i) || own[before(p, i)] != other)
        return FALSE;
    if (other == G_MAXUINT)
        return TRUE;
    const BspPatchPiece *q = piece_at(m, other);
    guint k = find_edge(q, p->v[after(p, i)], p->v[i]);
    return k < q->n && is_straight(m, q, after(q, k));
}

/* The nearest corner from i on, backwards or forwards, that is not straight. */
static guint next_corner(const Merging *m, const BspPatchPiece *p, guint i, gboolean forward)
{
    guint at = i;
    do
        at = forward ? after(p, at) : before(p, at);
    while (at != i && is_straight(m, p, at));
    return at;
}

static gboolean is_near_edge(const Merging *m, const BspPatchPiece *p, guint i)
{
    guint a = next_corner(m, p, i, FALSE), b = next_corner(m, p, i, TRUE);
    return a != b && fabs(height_over(m, p->normal, p->v[a], p->v[i], p->v[b])) <= m->flat;
}

/* Marks all straight vertices of the piece as corners, or only those that cannot be removed.
 * Returns whether there are any that were not marked before. */
static gboolean mark_straight(const Merging *m, const guint *neighbours, guint piece, gboolean all)
{
    const BspPatchPiece *p = piece_at(m, piece);
    gboolean any = FALSE;
    for (guint i = 0; i < p->n; i++) {
        if (m->is_corner[p->v[i]] || !is_straight(m, p, i))
            continue;
        if (!all && is_removable(m, neighbours, piece, i) && is_near_edge(m, p, i))
            continue;
        m->is_corner[p->v[i]] = any = TRUE;
    }
    return any;
}

/* Marks as corners those straight vertices that cannot be removed. Returns whether there are any
 * that were not marked before. */
static gboolean mark_corners(const Merging *m)
{
    g_autofree guint *neighbours = bsp_patches_neighbours(m->patches);
    gboolean any = FALSE;
    for (guint i = 0; i < m->patches->pieces->len; i++) {
        const BspPatchPiece *p = piece_at(m, i);
        guint n_others = 0;
        for (guint k = 0; k < p->n; k++)
            n_others += is_straight(m, p, k) ? 0 : 1;
        any |= mark_straight(m, neighbours, i, n_others < 3);
    }
    return any;
}

static void remove_straight(const Merging *m)
{
    for (guint i = 0; i < m->patches->pieces->len; i++) {
        BspPatchPiece *p = piece_at(m, i), old = *p;
        p->n = 0;
        for (guint k = 0; k < old.n; k++)
            if (m->is_corner[old.v[k]] || !is_straight(m, &old, k))
                p->v[p->n++] = old.v[k];
    }
}

/* --- rounds --- */

void bsp_patches_merge(BspPatches *patches, double flat)
{
    g_autoptr(GArray) cells = patches->pieces;
    g_autofree gboolean *is_corner = g_new0(gboolean, MAX(patches->vertices->len, 1));
    Merging m = { patches, flat, is_corner, FALSE };
    patches->pieces = NULL;
    gboolean agreed = FALSE;
    for (guint round = 0; !agreed; round++) {
        g_clear_pointer(&patches->pieces, g_array_unref);
        patches->pieces = g_array_copy(cells);
        m.all_corners = round == MOST_ROUNDS;
        while (join_pairs(&m))
            ;
        agreed = m.all_corners || !mark_corners(&m);
    }
    if (!m.all_corners)
        remove_straight(&m);
}

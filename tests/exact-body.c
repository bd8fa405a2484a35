/* exact-body: describes a brush in rational numbers, with all planes that bound its Minkowski sum
 * with any box. */
#include "exact-body.h"

/* --- vectors --- */

static void exact_vec_init(ExactVec *v)
{
    for (guint k = 0; k < 3; k++)
        mpq_init(v->v[k]);
}

void exact_vec_init_set(ExactVec *v, BspVec p)
{
    exact_vec_init(v);
    for (guint k = 0; k < 3; k++)
        mpq_set_d(v->v[k], p.v[k]);
}

void exact_vec_clear(ExactVec *v)
{
    for (guint k = 0; k < 3; k++)
        mpq_clear(v->v[k]);
}

void exact_dot(mpq_t dot, const ExactVec *a, const ExactVec *b)
{
    mpq_t product, sum;
    mpq_inits(product, sum, NULL);
    for (guint k = 0; k < 3; k++) {
        if (mpq_sgn(a->v[k]) == 0 || mpq_sgn(b->v[k]) == 0)
            continue;
        mpq_mul(product, a->v[k], b->v[k]);
        mpq_add(sum, sum, product);
    }
    mpq_set(dot, sum);
    mpq_clears(product, sum, NULL);
}

static void cross(ExactVec *out, const ExactVec *a, const ExactVec *b)
{
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    for (guint k = 0; k < 3; k++) {
        guint i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(left, a->v[i], b->v[j]);
        mpq_mul(right, a->v[j], b->v[i]);
        mpq_sub(out->v[k], left, right);
    }
    mpq_clears(left, right, NULL);
}

static gboolean same(const ExactVec *a, const ExactVec *b)
{
    return mpq_equal(a->v[0], b->v[0]) && mpq_equal(a->v[1], b->v[1]) &&
           mpq_equal(a->v[2], b->v[2]);
}

/* --- vertices --- */

typedef struct {
    const BspCell *cell;
    guint n;
    ExactVec *normals; /* the normals of the cell's faces */
    mpq_t *dists;
    GArray *vertices; /* an array of ExactVec */
    GArray *on; /* a byte for each vertex and plane; it is 1 if the vertex lies on the plane */
} Corners;

static double double_det(BspVec a, BspVec b, BspVec c)
{
    return bsp_vec_dot(a, bsp_vec_cross(b, c));
}

/* Returns FALSE if rounded arithmetic proves that the three planes do not meet in the body. */
static gboolean may_meet(const Corners *corners, guint i, guint j, guint k)
{
    const BspCellFace *faces = corners->cell->faces;
    const BspPlane *a = &faces[i].plane, *b = &faces[j].plane, *c = &faces[k].plane;
    double det = double_det(a->normal, b->normal, c->normal);
    if (fabs(det) < 1e-7)
        return TRUE;
    BspVec p = bsp_vec_scale(bsp_vec_cross(b->normal, c->normal), a->dist / det);
    p = bsp_vec_mad(p, b->dist / det, bsp_vec_cross(c->normal, a->normal));
    p = bsp_vec_mad(p, c->dist / det, bsp_vec_cross(a->normal, b->normal));
    double scale = fabs(a->dist) + fabs(b->dist) + fabs(c->dist) + bsp_vec_length(p) + 1;
    double unsure = 1e-13 * scale / fabs(det);
    for (guint f = 0; f < corners->n; f++)
        if (bsp_plane_distance(&faces[f].plane, p) > unsure)
            return FALSE;
    return TRUE;
}

/* Computes the common point of three planes by Cramer's rule. Returns FALSE if they have no
 * single common point. */
static gboolean meet(const Corners *corners, guint i, guint j, guint k, ExactVec *p)
{
    ExactVec side[3];
    mpq_t det, term;
    const guint index[3] = { i, j, k };
    mpq_inits(det, term, NULL);
    for (guint s = 0; s < 3; s++) {
        exact_vec_init(&side[s]);
        cross(&side[s], &corners->normals[index[(s + 1) % 3]],
              &corners->normals[index[(s + 2) % 3]]);
    }
    exact_dot(det, &corners->normals[i], &side[0]);
    gboolean there = mpq_sgn(det) != 0;
    for (guint axis = 0; there && axis < 3; axis++) {
        mpq_set_ui(p->v[axis], 0, 1);
        for (guint s = 0; s < 3; s++) {
            mpq_mul(term, corners->dists[index[s]], side[s].v[axis]);
            mpq_add(p->v[axis], p->v[axis], term);
        }
        mpq_div(p->v[axis], p->v[axis], det);
    }
    for (guint s = 0; s < 3; s++)
        exact_vec_clear(&side[s]);
    mpq_clears(det, term, NULL);
    return there;
}

/* Adds the point if it lies in the body and is new. Otherwise clears it. */
static void add_corner(Corners *corners, ExactVec *p)
{
    g_autofree guint8 *on = g_new0(guint8, corners->n);
    gboolean inside = TRUE;
    mpq_t height;
    mpq_init(height);
    for (guint f = 0; f < corners->n && inside; f++) {
        exact_dot(height, &corners->normals[f], p);
        int side = mpq_cmp(height, corners->dists[f]);
        on[f] = side == 0;
        inside = side <= 0;
    }
    for (guint v = 0; v < corners->vertices->len && inside; v++)
        inside = !same(p, &g_array_index(corners->vertices, ExactVec, v));
    mpq_clear(height);
    if (inside) {
        g_array_append_vals(corners->vertices, p, 1);
        g_array_append_vals(corners->on, on, corners->n);
    } else {
        exact_vec_clear(p);
    }
}

static void find_corners(Corners *corners)
{
    for (guint i = 0; i < corners->n; i++)
        for (guint j = i + 1; j < corners->n; j++)
            for (guint k = j + 1; k < corners->n; k++) {
                ExactVec p;
                if (!may_meet(corners, i, j, k))
                    continue;
                exact_vec_init(&p);
                if (meet(corners, i, j, k, &p))
                    add_corner(corners, &p);
                else
                    exact_vec_clear(&p);
            }
}

static void corners_begin(Corners *corners, const BspCell *cell)
{
    *corners = (Corners){ .cell = cell, .n = cell->n_faces };
    corners->normals = g_new(ExactVec, corners->n);
    corners->dists = g_new(mpq_t, corners->n);
    corners->vertices = g_array_new(FALSE, FALSE, sizeof(ExactVec));
    corners->on = g_array_new(FALSE, FALSE, 1);
    for (guint f = 0; f < corners->n; f++) {
        exact_vec_init_set(&corners->normals[f], cell->faces[f].plane.normal);
        mpq_init(corners->dists[f]);
        mpq_set_d(corners->dists[f], cell->faces[f].plane.dist);
    }
}

/* Frees everything except the vertices, which the body now owns. */
static void corners_end(Corners *corners)
{
    for (guint f = 0; f < corners->n; f++) {
        exact_vec_clear(&corners->normals[f]);
        mpq_clear(corners->dists[f]);
    }
    g_free(corners->normals);
    g_free(corners->dists);
    g_array_unref(corners->on);
}

/* --- planes --- */

/* Stores the support of the body along the normal in *most. Returns whether `corner` reaches it. If
 * `corner` is NULL, returns TRUE. */
static gboolean support(const ExactBody *body, const ExactVec *normal, const ExactVec *corner,
                        mpq_t most)
{
    mpq_t height;
    mpq_init(height);
    for (guint v = 0; v < body->n_vertices; v++) {
        exact_dot(height, normal, &body->vertices[v]);
        if (v == 0 || mpq_cmp(height, most) > 0)
            mpq_set(most, height);
    }
    gboolean reaches = TRUE;
    if (corner) {
        exact_dot(height, normal, corner);
        reaches = mpq_equal(height, most) != 0;
    }
    mpq_clear(height);
    return reaches;
}

/* Adds the plane with this normal at the body's support, unless the corner lies behind that
 * plane. */
static void add_plane(const ExactBody *body, GArray *planes, const ExactVec *normal,
                      const ExactVec *corner)
{
    ExactPlane plane;
    mpq_init(plane.support);
    if (!support(body, normal, corner, plane.support)) {
        mpq_clear(plane.support);
        return;
    }
    BspVec n;
    exact_vec_init(&plane.normal);
    for (guint k = 0; k < 3; k++) {
        mpq_set(plane.normal.v[k], normal->v[k]);
        n.v[k] = mpq_get_d(normal->v[k]);
    }
    plane.length = bsp_vec_length(n);
    plane.near.normal = bsp_vec_scale(n, 1 / plane.length);
    plane.near.dist = mpq_get_d(plane.support) / plane.length;
    g_array_append_val(planes, plane);
}

static void add_axial_planes(const ExactBody *body, GArray *planes)
{
    for (guint axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            ExactVec normal;
            exact_vec_init(&normal);
            mpq_set_si(normal.v[axis], sign, 1);
            add_plane(body, planes, &normal, NULL);
            exact_vec_clear(&normal);
        }
}

/* Adds the supporting planes that contain the edge from a to b and are parallel to an axis. */
static void add_edge_planes(const ExactBody *body, GArray *planes, const ExactVec *a,
                            const ExactVec *b)
{
    ExactVec edge, normal, axis;
    exact_vec_init(&edge);
    exact_vec_init(&normal);
    for (guint k = 0; k < 3; k++)
        mpq_sub(edge.v[k], b->v[k], a->v[k]);
    for (guint k = 0; k < 6; k++) {
        exact_vec_init(&axis);
        mpq_set_si(axis.v[k / 2], k & 1 ? 1 : -1, 1);
        cross(&normal, &edge, &axis);
        guint n_zero = 0;
        for (guint i = 0; i < 3; i++)
            n_zero += mpq_sgn(normal.v[i]) == 0;
        if (n_zero < 2) /* skips axial normals, which were added before, and the zero vector */
            add_plane(body, planes, &normal, a);
        exact_vec_clear(&axis);
    }
    exact_vec_clear(&edge);
    exact_vec_clear(&normal);
}

/* Returns whether two corners share two planes. Then they are the ends of an edge or of a face's
 * diagonal. The planes through a diagonal are valid bounds, too. */
static gboolean are_neighbours(const Corners *corners, guint a, guint b)
{
    guint shared = 0;
    for (guint f = 0; f < corners->n; f++)
        shared += corners->on->data[a * corners->n + f] && corners->on->data[b * corners->n + f];
    return shared >= 2;
}

ExactBody *exact_body_new(const BspCell *cell)
{
    Corners corners;
    corners_begin(&corners, cell);
    find_corners(&corners);
    ExactBody *body = g_new0(ExactBody, 1);
    GArray *planes = g_array_new(FALSE, FALSE, sizeof(ExactPlane));
    body->n_vertices = corners.vertices->len;
    body->vertices = (ExactVec *)(gpointer)g_array_free(corners.vertices, FALSE);
    g_assert_cmpuint(body->n_vertices, >=, 4);
    for (guint f = 0; f < corners.n; f++)
        add_plane(body, planes, &corners.normals[f], NULL);
    add_axial_planes(body, planes);
    for (guint a = 0; a < body->n_vertices; a++)
        for (guint b = a + 1; b < body->n_vertices; b++)
            if (are_neighbours(&corners, a, b))
                add_edge_planes(body, planes, &body->vertices[a], &body->vertices[b]);
    body->n_planes = planes->len;
    body->planes = (ExactPlane *)(gpointer)g_array_free(planes, FALSE);
    corners_end(&corners);
    return body;
}

void exact_body_free(ExactBody *body)
{
    if (!body)
        return;
    for (guint v = 0; v < body->n_vertices; v++)
        exact_vec_clear(&body->vertices[v]);
    for (guint i = 0; i < body->n_planes; i++) {
        exact_vec_clear(&body->planes[i].normal);
        mpq_clear(body->planes[i].support);
    }
    g_free(body->vertices);
    g_free(body->planes);
    g_free(body);
}

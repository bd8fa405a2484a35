/* depth: finds the shortest way out of a convex polytope, by an expanding polytope (van den Bergen
 * 2001, Proximity queries and penetration depth computation on 3D game objects).
 *
 * Let the sum be the Minkowski difference of body and core. The length of the shortest way out of
 * the body is the distance of the origin from the surface of the sum. The search keeps a polytope
 * whose corners are points of the sum. The distance of its nearest face is a lower bound of the way
 * out. The plane with the same normal that touches the sum gives an upper bound. While the bounds
 * differ, the point where that plane touches the sum becomes a corner. Rounding may harm the
 * polytope, but the depth along the normal that is returned is always enough to get out. */
#include "bsp-constants.h"
#include "shape/cast.h"
#include "trace/compiler.h"

/* The maximum number of corners. A box in a brush with ten sides needs about twenty, a cylinder
 * forty. A polytope with n corners has at most 2 n faces and 3 n edges. */
#define MOST 64

/* Units. The search ends when the bounds of the way out differ by at most this. A point that is
 * less than this in front of a face counts as on the face. EXACT exceeds the rounding of
 * coordinates up to 1e4. */
#define EXACT 1e-11

typedef struct {
    BspVec normal; /* unit vector out of the polytope */
    double dist;
    unsigned v[3];
} Face;

typedef struct {
    BspCast cast;
    const BspFrame *frame; /* NULL if the shape is not rotated */
    BspVec at;
    BspVec corners[MOST], inner; /* `inner` is a point in the polytope */
    Face faces[2 * MOST];
    unsigned n, n_faces;
} Polytope;

/* Returns the point of the sum that is farthest along the direction. */
static BspVec farthest(Polytope *p, BspVec along)
{
    return bsp_cast_farthest(&p->cast, p->frame, p->at, along);
}

static void add_face(Polytope *p, unsigned a, unsigned b, unsigned c)
{
    const BspVec *v = p->corners;
    BspVec normal = bsp_vec_cross(bsp_vec_sub(v[b], v[a]), bsp_vec_sub(v[c], v[a]));
    double length = bsp_vec_length(normal);
    if (!(length > 0) || p->n_faces == 2 * MOST)
        return;
    bool is_inward = bsp_vec_dot(normal, bsp_vec_sub(v[a], p->inner)) < 0;
    normal = bsp_vec_scale(normal, is_inward ? -1 / length : 1 / length);
    Face face = { normal, bsp_vec_dot(normal, v[a]), { a, is_inward ? c : b, is_inward ? b : c } };
    p->faces[p->n_faces++] = face;
}

/* Returns one of the two points of the sum that are farthest along the direction and against it. It
 * is the point whose distance from `from`, measured along the direction, is larger. The whole sum
 * may be on one side of `from`. */
static BspVec farther(Polytope *p, BspVec along, BspVec from)
{
    BspVec ahead = farthest(p, along), behind = farthest(p, bsp_vec_neg(along));
    double forth = bsp_vec_dot(along, bsp_vec_sub(ahead, from));
    return forth >= bsp_vec_dot(along, bsp_vec_sub(from, behind)) ? ahead : behind;
}

/* Makes the first polytope, of four points of the sum. Two are farthest along an axis and against
 * it, the third is far from the line through them, and the fourth far from the plane of the
 * three. */
static void begin(Polytope *p)
{
    BspVec *v = p->corners;
    v[0] = farthest(p, bsp_vec_axis(0));
    v[1] = farthest(p, bsp_vec_neg(bsp_vec_axis(0)));
    BspVec line = bsp_vec_sub(v[1], v[0]);
    v[2] = farther(p, bsp_vec_cross(line, bsp_vec_axis(fabs(line.y) < fabs(line.z) ? 1 : 2)), v[0]);
    v[3] = farther(p, bsp_vec_cross(line, bsp_vec_sub(v[2], v[0])), v[0]);
    p->n = 4;
    p->inner = bsp_vec_scale(bsp_vec_add(bsp_vec_add(v[0], v[1]), bsp_vec_add(v[2], v[3])), 0.25);
    for (unsigned i = 0; i < 4; i++)
        add_face(p, i, (i + 1) % 4, (i + 2) % 4);
}

typedef struct {
    unsigned n, ends[3 * MOST][2];
} Edges;

/* Adds an edge of the hole that removed faces leave. An edge between two removed faces is added
 * twice, in both directions, and is not an edge of the hole. */
static void add_edge(Edges *edges, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < edges->n; i++) {
        if (edges->ends[i][0] != b || edges->ends[i][1] != a)
            continue;
        edges->n--;
        edges->ends[i][0] = edges->ends[edges->n][0];
        edges->ends[i][1] = edges->ends[edges->n][1];
        return;
    }
    if (edges->n == 3 * MOST)
        return;
    edges->ends[edges->n][0] = a;
    edges->ends[edges->n++][1] = b;
}

/* Makes the point a corner. Removes the faces that the point is in front of, and joins the point to
 * the edges of the hole. */
static void expand(Polytope *p, BspVec corner)
{
    Edges edges = { .n = 0 };
    unsigned n_kept = 0, n = p->n++;
    p->corners[n] = corner;
    for (unsigned i = 0; i < p->n_faces; i++) {
        Face face = p->faces[i];
        if (bsp_vec_dot(face.normal, corner) <= face.dist + EXACT) {
            p->faces[n_kept++] = face;
            continue;
        }
        for (unsigned k = 0; k < 3; k++)
            add_edge(&edges, face.v[k], face.v[(k + 1) % 3]);
    }
    p->n_faces = n_kept;
    for (unsigned i = 0; i < edges.n; i++)
        add_face(p, edges.ends[i][0], edges.ends[i][1], n);
}

BspVec bsp_cast_way_out(const BspCastBody *body, const BspShape *shape, const BspFrame *frame,
                        BspVec at)
{
    Polytope p = { .frame = frame, .at = at };
    BspVec best = bsp_vec(0, 0, 0);
    double least = HUGE_VAL;
    bsp_cast_begin(&p.cast, body->vertices, body->n, shape, best);
    begin(&p);
    while (p.n < MOST && p.n_faces > 0) {
        const Face *nearest = p.faces;
        for (unsigned i = 1; i < p.n_faces; i++)
            if (p.faces[i].dist < nearest->dist)
                nearest = &p.faces[i];
        BspVec corner = farthest(&p, nearest->normal);
        double out = bsp_vec_dot(nearest->normal, corner);
        if (out < least) {
            least = out;
            best = nearest->normal;
        }
        if (nearest->dist >= least - EXACT)
            break;
        expand(&p, corner);
    }
    return best;
}

/* box-face: where all is solid behind a face of a box.
 *
 * The face, as thick as a bracket on either side, is sent down the tree. A leaf that it comes to
 * must be solid, or lie in front of a node that has the plane of the face itself: then a traversal
 * that comes to the face finds this plane and no other. Where neither is, the face is spoilt; what
 * is left of it is covered with a few large rectangles. */
#include "build/box-face.h"

#include <math.h>

#include "trace/empty-boxes.h"

#define MAX_SPOILT 512
#define MAX_VERTICES 48
#define SEEDS 5 /* along each axis of a face: where rectangles are begun */

/* Square units, and share of the face: rectangles below both are not worth their bytes. */
#define LEAST_AREA 256.0
#define LEAST_SHARE 0.05

/* A convex polygon of the face; of one without vertices nothing is left. */
typedef struct {
    guint n;
    BspVec v[MAX_VERTICES];
} Patch;

typedef struct {
    const BspTraceView *view;
    BspBoxFace *face;
    guint32 plane;
    guint front; /* the side of that plane which the box is on */
} Slab;

static BspFaceRect rect_of(const BspBoxFace *face, const Patch *patch)
{
    BspFaceRect r = { { HUGE_VAL, HUGE_VAL }, { -HUGE_VAL, -HUGE_VAL } };
    for (guint i = 0; i < patch->n; i++)
        for (guint k = 0; k < 2; k++) {
            double x = patch->v[i].v[(face->axis + 1 + k) % 3];
            r.least[k] = MIN(r.least[k], x);
            r.most[k] = MAX(r.most[k], x);
        }
    return r;
}

static void spoil(Slab *s, const Patch *patch)
{
    BspFaceRect r = rect_of(s->face, patch);
    g_array_append_val(s->face->spoilt, r);
}

/* Keeps what is in front of the plane, or little behind it. */
static void clip(const Patch *p, const BspPlane *plane, Patch *to)
{
    double height[MAX_VERTICES];
    for (guint i = 0; i < p->n; i++)
        height[i] = bsp_plane_distance(plane, p->v[i]) + BSP_BOX_EDGE;
    to->n = 0;
    for (guint i = 0; i < p->n; i++) {
        guint k = i + 1 < p->n ? i + 1 : 0;
        if (height[i] >= 0)
            to->v[to->n++] = p->v[i];
        if ((height[i] < 0) != (height[k] < 0))
            to->v[to->n++] = bsp_vec_lerp(p->v[i], p->v[k], height[i] / (height[i] - height[k]));
    }
}

static void visit(Slab *s, gint32 at, const Patch *patch, gboolean fronted)
{
    const BspNodes *nodes = s->view->nodes;
    at = bsp_trace_own(s->view, at);
    if (patch->n == 0 || s->face->spoilt->len > MAX_SPOILT)
        return;
    if (at < 0 || patch->n > MAX_VERTICES / 2) {
        if (at >= 0 || (!fronted && !bsp_view_leaf_is_solid(s->view, at)))
            spoil(s, patch);
        return;
    }
    const BspNode *node = &nodes->nodes[at];
    gboolean is_face = bsp_node_plane(nodes, node) == s->plane;
    for (guint side = 0; side < 2; side++) {
        BspPlane plane = bsp_view_plane_before(s->view, at, side);
        plane = bsp_plane_flipped(&plane);
        gboolean front = is_face && side == s->front;
        Patch part;
        clip(patch, &plane, &part);
        if (front && part.n && bsp_node_tag(nodes, node) == BSP_TAG_TIP)
            spoil(s, &part);
        visit(s, node->child[side], &part, is_face ? front : fronted);
    }
}

/* The corners of the face, in turn. */
static Patch corners(const BspGrownBox *box, guint number)
{
    const BspBounds *b = &box->bounds;
    guint axis = number % 3, next = (axis + 1) % 3, last = (axis + 2) % 3;
    Patch patch = { .n = 4 };
    for (guint i = 0; i < 4; i++) {
        patch.v[i].v[axis] = (number < 3 ? b->mins : b->maxs).v[axis];
        patch.v[i].v[next] = (i == 1 || i == 2 ? b->maxs : b->mins).v[next];
        patch.v[i].v[last] = (i >= 2 ? b->maxs : b->mins).v[last];
    }
    return patch;
}

gboolean bsp_box_face_init(BspBoxFace *face, const BspTraceView *view, const BspGrownBox *box,
                           guint number)
{
    if (box->plane[number] == BSP_BOX_NO_PLANE)
        return FALSE;
    *face = (BspBoxFace){ .axis = number % 3,
                          .spoilt = g_array_new(FALSE, FALSE, sizeof(BspFaceRect)) };
    Patch patch = corners(box, number);
    face->whole = rect_of(face, &patch);
    Slab s = { view, face, box->plane[number], number < 3 ? 0 : 1 };
    visit(&s, view->nodes->root, &patch, FALSE);
    if (face->spoilt->len <= MAX_SPOILT)
        return TRUE;
    bsp_box_face_clear(face);
    return FALSE;
}

void bsp_box_face_clear(BspBoxFace *face)
{
    g_array_unref(face->spoilt);
}

/* --- rectangles --- */

static double area(const BspFaceRect *r)
{
    return MAX(0, r->most[0] - r->least[0]) * MAX(0, r->most[1] - r->least[1]);
}

static gboolean has(const BspFaceRect *r, const double p[2])
{
    return p[0] > r->least[0] && p[0] < r->most[0] && p[1] > r->least[1] && p[1] < r->most[1];
}

BspFaceRect bsp_box_face_rect(const BspBoxFace *face, const double p[2])
{
    BspFaceRect r = face->whole;
    for (guint i = 0; i < face->spoilt->len; i++) {
        const BspFaceRect *bad = &g_array_index(face->spoilt, BspFaceRect, i);
        if (bad->least[0] >= r.most[0] || bad->most[0] <= r.least[0] ||
            bad->least[1] >= r.most[1] || bad->most[1] <= r.least[1])
            continue;
        BspFaceRect best = { { 0, 0 }, { 0, 0 } };
        for (guint k = 0; k < 2; k++) {
            BspFaceRect one = r;
            if (bad->least[k] > p[k])
                one.most[k] = bad->least[k];
            else if (bad->most[k] < p[k])
                one.least[k] = bad->most[k];
            else
                continue;
            if (area(&one) > area(&best))
                best = one;
        }
        r = best;
    }
    return r;
}

/* The largest rectangle about a seed that none of those before has. */
static BspFaceRect largest(const BspBoxFace *face, const BspFaceRect *before, guint n)
{
    BspFaceRect best = { { 0, 0 }, { 0, 0 } };
    const BspFaceRect *all = &face->whole;
    for (guint i = 0; i < SEEDS * SEEDS; i++) {
        double p[2];
        for (guint k = 0; k < 2; k++)
            p[k] = all->least[k] +
                   (all->most[k] - all->least[k]) * ((k ? i / SEEDS : i % SEEDS) + 0.5) / SEEDS;
        gboolean known = FALSE;
        for (guint j = 0; j < n; j++)
            known = known || has(&before[j], p);
        if (known)
            continue;
        BspFaceRect one = bsp_box_face_rect(face, p);
        if (area(&one) > area(&best))
            best = one;
    }
    return best;
}

guint bsp_box_face_rects(const BspBoxFace *face, BspFaceRect rects[BSP_FACE_RECTS])
{
    if (face->spoilt->len == 0) {
        rects[0] = face->whole;
        return 1;
    }
    double least = MIN(LEAST_AREA, LEAST_SHARE * area(&face->whole));
    guint n = 0;
    for (; n < BSP_FACE_RECTS; n++) {
        rects[n] = largest(face, rects, n);
        if (area(&rects[n]) < least || area(&rects[n]) <= 0)
            break;
    }
    return n;
}

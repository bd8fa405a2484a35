/* table-answers: tests whether two brush tables of the same brushes give the same answers, to the
 * last bit. */
#include "table-answers.h"

#include "bsp-hull.h"
#include "bsp-turn.h"
#include "table/hierarchy.h"

/* A hash of an answer's numbers (FNV-1a, by words). The padding of structs does not count. */
typedef struct {
    guint64 value;
} Hash;

static void add_word(Hash *hash, guint64 word)
{
    hash->value = (hash->value ^ word) * G_GUINT64_CONSTANT(0x100000001b3);
    hash->value ^= hash->value >> 29;
}

static void add_number(Hash *hash, double number)
{
    guint64 word;
    memcpy(&word, &number, sizeof word);
    add_word(hash, word);
}

static void add_vec(Hash *hash, BspVec v)
{
    for (int k = 0; k < 3; k++)
        add_number(hash, v.v[k]);
}

static void add_plane(Hash *hash, const BspPlane *plane)
{
    add_vec(hash, plane->normal);
    add_number(hash, plane->dist);
}

static void add_hit(Hash *hash, const BspHit *hit)
{
    add_word(hash, hit->brush);
    if (hit->brush == BSP_NO_BRUSH)
        return;
    add_word(hash, (guint64)hit->side << 32 | hit->tag);
    add_word(hash, hit->contents);
    add_plane(hash, &hit->plane);
}

static void add_trace(Hash *hash, const BspTrace *answer, gboolean named)
{
    add_word(hash, answer->tr.type);
    add_number(hash, answer->tr.t);
    add_vec(hash, answer->tr.point);
    add_plane(hash, &answer->tr.plane);
    add_number(hash, answer->kept);
    if (named)
        add_hit(hash, &answer->hit);
}

/* --- questions --- */

typedef enum {
    ASK_TRACE,
    ASK_HIT,
    ASK_BEYOND,
    ASK_ALL,
    ASK_TURNING,
    ASK_CONTACTS,
    ASK_INSIDE,
    ASK_WAY_OUT,
    ASK_CONTENTS,
    ASK_OVERLAP,
    N_KINDS
} Kind;

static const char *const kind_names[N_KINDS] = { "trace",    "hit",      "beyond", "all",
                                                 "turning",  "contacts", "inside", "way out",
                                                 "contents", "overlap" };

typedef struct {
    Kind kind;
    BspMove move;
    BspTurn turn;
    BspTransition after; /* for ASK_HIT, an answer that a tree might give */
} Question;

/* The maximum number of results that are stored. If a query finds more, its list has no room for
 * all, and must be the same, too. */
#define MOST_FOUND 8

static void ask_many(const BspBrushTable *table, const Question *q, Hash *hash)
{
    BspCrossing crossings[MOST_FOUND];
    BspContactPoint contacts[MOST_FOUND];
    BspInside in[MOST_FOUND];
    guint32 n = 0;
    if (q->kind == ASK_ALL)
        n = bsp_brush_table_trace_all(table, &q->move, crossings, MOST_FOUND);
    else if (q->kind == ASK_CONTACTS)
        n = bsp_brush_table_contacts(table, &q->move, &q->turn, 0.5, 2, contacts, MOST_FOUND);
    else
        n = bsp_brush_table_inside(table, q->move.shape, 0, q->move.from, in, MOST_FOUND);
    add_word(hash, n);
    for (guint i = 0; i < MIN(n, MOST_FOUND); i++) {
        if (q->kind == ASK_ALL) {
            add_number(hash, crossings[i].t_enter);
            add_number(hash, crossings[i].t_leave);
            add_hit(hash, &crossings[i].hit);
        } else if (q->kind == ASK_CONTACTS) {
            add_vec(hash, contacts[i].point);
            add_vec(hash, contacts[i].normal);
            add_number(hash, contacts[i].distance);
            add_word(hash, (guint64)contacts[i].brush << 32 | (guint32)contacts[i].side);
        } else {
            add_number(hash, in[i].depth);
            add_hit(hash, &in[i].hit);
        }
    }
}

static void ask_place(const BspBrushTable *table, const Question *q, Hash *hash)
{
    guint32 brushes[MOST_FOUND];
    BspBounds box = { q->move.from, q->move.from };
    if (q->kind == ASK_CONTENTS) {
        add_word(hash, bsp_brush_table_contents(table, q->move.from));
    } else if (q->kind == ASK_OVERLAP) {
        box = bsp_bounds_grown(&box, 40);
        guint32 n = bsp_brush_table_overlap(table, &box, 0, brushes, MOST_FOUND);
        add_word(hash, n);
        for (guint i = 0; i < MIN(n, MOST_FOUND); i++)
            add_word(hash, brushes[i]);
    } else {
        BspWayOut way = { .distance = 0 };
        BspStuck stuck = { q->move.shape, 0, q->move.from, q->move.skin, 64, NULL, NULL };
        gboolean is_out = bsp_brush_table_way_out(table, &stuck, &way);
        add_word(hash, (guint64)is_out << 1 | way.is_shortest);
        if (is_out)
            add_vec(hash, way.to);
    }
}

/* Returns a hash of the answer. If the answer is a trace, stores it in *trace. */
static guint64 ask(const BspBrushTable *table, const Question *q, BspTrace *trace)
{
    Hash hash = { 1 };
    gboolean named = FALSE;
    switch (q->kind) {
    case ASK_TRACE:
        named = bsp_brush_table_trace(table, &q->move, trace);
        break;
    case ASK_HIT:
        *trace = (BspTrace){ .tr = q->after };
        named = bsp_brush_table_hit(table, &q->move, trace);
        break;
    case ASK_BEYOND:
        named = bsp_brush_table_trace_beyond(table, &q->move, trace);
        break;
    case ASK_TURNING:
        named = bsp_brush_table_trace_turning(table, &q->move, &q->turn, trace);
        break;
    case ASK_ALL:
    case ASK_CONTACTS:
    case ASK_INSIDE:
        ask_many(table, q, &hash);
        return hash.value;
    default:
        ask_place(table, q, &hash);
        return hash.value;
    }
    add_trace(&hash, trace, named);
    return hash.value;
}

/* --- moves --- */

#define N_SHAPES 8

/* Makes bodies of a player's size and smaller ones. */
static void make_shapes(BspShape shapes[N_SHAPES], BspHull *hull)
{
    shapes[0] = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    shapes[1] = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    shapes[2] = bsp_shape_box(bsp_vec(-4, -8, -2), bsp_vec(4, 0, 2));
    shapes[3] = bsp_shape_point();
    shapes[4] = bsp_shape_sphere(12);
    shapes[5] = bsp_shape_capsule(15, -24, 32);
    shapes[6] = bsp_shape_cylinder(15, -24, 32);
    shapes[7] = bsp_shape_hull(hull);
}

static BspHull *hull_new(void)
{
    const BspVec points[] = { { { -12, -12, -16 } },
                              { { 12, -12, -16 } },
                              { { 0, 14, -16 } },
                              { { 0, 0, 24 } },
                              { { 9, 3, 12 } } };
    return bsp_hull_new(points, G_N_ELEMENTS(points), NULL);
}

/* Makes a move. Most moves start at the last contact. */
static void make_move(Random *r, const BspBounds *bounds, const BspTransition *last, BspMove *move)
{
    gboolean goes_on = last->type == BSP_EMPTY_TO_SOLID && random_below(r, 16) > 0;
    double length = random_below(r, 4) == 0 ? random_real(r, 100, 1000) : random_real(r, 1, 12);
    BspVec way = random_direction(r);
    if (random_below(r, 4) == 0)
        way = bsp_vec(0, 0, random_flag(r) ? -1 : 1);
    if (goes_on && random_below(r, 4) > 0) /* along the plane, or into it */
        way = bsp_vec_mad(way, -bsp_vec_dot(way, last->plane.normal) - random_real(r, -0.2, 0.8),
                          last->plane.normal);
    move->from = goes_on ? last->point : random_point(r, bounds);
    move->to = bsp_vec_mad(move->from, length, way);
    move->skin = random_flag(r) ? 0 : 0.125;
    move->mask = 0;
}

static BspTurn make_turn(Random *r)
{
    BspTurn turn = bsp_turn_of(random_direction(r), random_real(r, -40, 40));
    return random_below(r, 3) ? bsp_turn_after(&turn, random_real(r, 0, 1)) : turn;
}

static char *describe(const Question *q, const BspTrace answers[2])
{
    const BspMove *m = &q->move;
    GString *s = g_string_new(kind_names[q->kind]);
    g_string_append_printf(s,
                           " of a %s from (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g), skin %g",
                           bsp_shape_kind_name(m->shape->kind), m->from.x, m->from.y, m->from.z,
                           m->to.x, m->to.y, m->to.z, m->skin);
    for (guint i = 0; i < 2; i++) {
        const BspTrace *a = &answers[i];
        g_string_append_printf(
            s, "\n%s t %.17g kept %g plane (%.17g %.17g %.17g) %.17g brush %u side %d",
            bsp_transition_class_name(a->tr.type), a->tr.t, a->kept, a->tr.plane.normal.x,
            a->tr.plane.normal.y, a->tr.plane.normal.z, a->tr.plane.dist, a->hit.brush,
            a->hit.side);
    }
    return g_string_free(s, FALSE);
}

guint table_answers_differ(const BspBrushTable *a, const BspBrushTable *b, Random *r, guint n,
                           char **first)
{
    BspBounds all = bsp_brush_table_bounds(a), bounds = bsp_bounds_grown(&all, 64);
    BspHull *hull = hull_new();
    BspShape shapes[N_SHAPES];
    BspTrace answers[2];
    BspTransition contact = { .type = BSP_SOLID };
    BspMove arrival = { .mask = 0 }; /* the move that led to the contact */
    guint n_differ = 0;
    make_shapes(shapes, hull);
    *first = NULL;
    for (guint i = 0; i < n; i++) {
        Question q = { .kind = random_below(r, 4) ? ASK_TRACE : random_below(r, N_KINDS),
                       .after = contact };
        make_move(r, &bounds, &contact, &q.move);
        q.move.shape = &shapes[random_below(r, N_SHAPES)];
        if (q.kind == ASK_HIT && contact.type == BSP_EMPTY_TO_SOLID)
            q.move = arrival;
        q.turn = make_turn(r);
        gboolean are_equal = ask(a, &q, &answers[0]) == ask(b, &q, &answers[1]);
        if (q.kind == ASK_TRACE && answers[0].tr.type == BSP_EMPTY_TO_SOLID) {
            contact = answers[0].tr;
            arrival = q.move;
        }
        if (are_equal)
            continue;
        n_differ++;
        if (!*first)
            *first = describe(&q, answers);
    }
    bsp_hull_free(hull);
    return n_differ;
}

/* --- another hierarchy --- */

static void swap_children(BspNearNode *node, guint i, guint k)
{
    BspNearNode old = *node;
    for (guint axis = 0; axis < 3; axis++) {
        node->least[axis][i] = old.least[axis][k];
        node->most[axis][i] = old.most[axis][k];
        node->least[axis][k] = old.least[axis][i];
        node->most[axis][k] = old.most[axis][i];
    }
    node->child[i] = old.child[k];
    node->child[k] = old.child[i];
}

/* Replaces the hierarchy by another with larger bounds. The bounds of brushes only filter, so the
 * answers stay the same. */
void table_shuffle(BspBrushTable *table, Random *r)
{
    guint n = table->n_brushes;
    g_autofree BspBounds *boxes = g_new(BspBounds, n);
    for (guint i = 0; i < n; i++) {
        const BspTableBrush *b = bsp_brush_table_row(table, i);
        for (guint k = 0; k < 3; k++) {
            boxes[i].mins.v[k] = b->least[k] - random_real(r, 0, 30);
            boxes[i].maxs.v[k] = b->most[k] + random_real(r, 0, 30);
        }
    }
    g_autoptr(BspHierarchy) other = bsp_hierarchy_new(boxes, n);
    for (guint i = 0; i < other->n_nodes; i++)
        for (guint k = BSP_NEAR_WIDE; k-- > 1;)
            swap_children(&other->nodes[i], k, random_below(r, k + 1));
    free(table->hierarchy.memory);
    bsp_hierarchy_copy(&table->hierarchy, other);
}

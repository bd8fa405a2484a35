/* crowds: lets bodies walk at the same time through a scenario's world, and block each other. */
#include "run/crowds.h"

#include "bsp-crowd.h"
#include "bsp-error.h"
#include "bsp-one.h"
#include "bsp-solid.h"
#include "run/answer-hash.h"
#include "run/machine.h"
#include "run/statistics.h"
#include "text/strings.h"

/* A step is as long as a frame of most games. The other numbers are usual in id Tech games. */
#define STEP (1.0 / 60)   /* seconds */
#define SECOND 60         /* steps in a second */
#define GRAVITY 800.0     /* units per second squared */
#define LEAST_SPEED 160.0 /* units per second */
#define MOST_SPEED 320.0
#define PUSH 0.5   /* the value of BspCrowdBody.push */
#define YIELD 64.0 /* the value of BspCrowd.yield */
static const BspStepping stepping = { 18, 0.7 };

/* A body gets its next goal when it is nearer than ARRIVED units to its goal, or after
 * MOST_SECONDS. */
#define ARRIVED 32.0
#define MOST_SECONDS 8

/* Units. A body is placed on the floor below the place that was drawn. The floor may be this far
 * below. */
#define FALL 4096.0
/* Units. The x and the y of a body each differ from those of a start by at most this, so about 200
 * players of 30 units have room around one start. */
#define NEAR_START 256.0

/* The number of places that are drawn in vain, one after another, before a level counts as full. */
#define MOST_TRIES 2000

/* The maximum number of draws of a goal. In an open level, nearly every draw finds a floor. */
#define GOAL_TRIES 20

/* The goal of a body, and its distances in the current second. */
typedef struct {
    BspVec goal;
    double speed;
    double wanted, got; /* the distances, in units, that it wanted to go, and that it went */
    guint seconds;      /* the seconds since it got this goal */
} Mind;

typedef struct {
    const CompareScenario *scenario;
    const CompareCrowd *asked;
    const CompareMover *mover;
    GRand *rand;
    BspBrushTable *table;
    BspCrowd crowd;
    BspCrowdBody *bodies;
    Mind *minds;
    guint *by_x;  /* the numbers of the bodies, sorted by x */
    double width; /* bodies whose x differ by more units than this do not overlap */
} Crowd;

/* --- places --- */

static BspVec draw_place(const Crowd *c)
{
    const GArray *starts = c->scenario->world->starts;
    const BspBounds room = bsp_brush_table_bounds(c->table);
    BspVec p;
    for (guint k = 0; k < 3; k++)
        p.v[k] = g_rand_double_range(c->rand, room.mins.v[k], room.maxs.v[k]);
    if (starts->len == 0)
        return p;
    guint i = (guint)g_rand_int_range(c->rand, 0, (gint32)starts->len);
    p = g_array_index(starts, BspVec, i);
    p.x += g_rand_double_range(c->rand, -NEAR_START, NEAR_START);
    p.y += g_rand_double_range(c->rand, -NEAR_START, NEAR_START);
    return p;
}

static gboolean overlap(const Crowd *c, BspVec a, BspVec b)
{
    const BspShape *shape = &c->mover->shape;
    BspMove rest = { .from = a, .to = a, .shape = shape };
    BspTrace answer;
    if (bsp_shape_trace(shape, b, bsp_vec(0, 0, 0), &rest, &answer))
        return answer.tr.type == BSP_SOLID;
    BspBounds both = shape->bounds; /* a hull counts as its bounds for other bodies */
    for (guint k = 0; k < 3; k++)
        if (fabs(a.v[k] - b.v[k]) >= both.maxs.v[k] - both.mins.v[k] - BSP_IN_SOLID)
            return FALSE;
    return TRUE;
}

static gboolean is_free(const Crowd *c, guint n, BspVec at)
{
    for (guint i = 0; i < n; i++)
        if (fabs(c->bodies[i].body.at.x - at.x) <= c->width && overlap(c, at, c->bodies[i].body.at))
            return FALSE;
    return TRUE;
}

/* Draws a place on a floor. Returns FALSE if there is no floor below the drawn point. */
static gboolean draw_floor(const Crowd *c, BspVec *at)
{
    BspMove fall = { .shape = &c->mover->shape, .mask = c->mover->mask, .skin = c->asked->skin };
    BspTrace answer;
    fall.from = fall.to = draw_place(c);
    fall.to.z -= FALL;
    bsp_brush_table_trace(c->table, &fall, &answer);
    *at = answer.tr.point;
    return answer.tr.type == BSP_EMPTY_TO_SOLID && answer.tr.plane.normal.z >= stepping.walkable;
}

static void place_bodies(Crowd *c)
{
    guint n = 0;
    for (guint tries = 0; n < c->asked->n_bodies && tries < MOST_TRIES; tries++) {
        BspVec at;
        if (!draw_floor(c, &at) || !is_free(c, n, at))
            continue;
        c->bodies[n] = (BspCrowdBody){
            .body = { .at = at }, .shape = &c->mover->shape, .mask = c->mover->mask, .push = PUSH
        };
        c->by_x[n] = n;
        n++;
        tries = 0;
    }
    c->crowd.n = n;
}

/* Draws a goal for a body. If the crowd has no list of goals, goals are places on floors, which may
 * be out of reach. */
static void draw_goal(const Crowd *c, Mind *mind)
{
    const GArray *goals = c->asked->goals;
    mind->seconds = 0;
    if (goals) {
        guint i = (guint)g_rand_int_range(c->rand, 0, (gint32)goals->len);
        mind->goal = g_array_index(goals, BspVec, i);
        return;
    }
    for (guint tries = 0; tries < GOAL_TRIES && !draw_floor(c, &mind->goal); tries++)
        continue;
}

/* --- one step --- */

static void set_velocities(Crowd *c)
{
    for (guint i = 0; i < c->crowd.n; i++) {
        BspBody *body = &c->bodies[i].body;
        Mind *mind = &c->minds[i];
        BspVec way = bsp_vec_sub(mind->goal, body->at);
        way.z = 0;
        double length = bsp_vec_length(way);
        if (length < ARRIVED)
            draw_goal(c, mind);
        BspVec wanted = length > 0 ? bsp_vec_scale(way, mind->speed / length) : way;
        body->velocity = bsp_along_ground(body, wanted);
        if (!body->on_ground)
            body->velocity.z -= GRAVITY * STEP;
        mind->wanted += bsp_vec_length(wanted) * STEP;
    }
}

/* Replaces each body by the body after the step. */
static void take_step(Crowd *c)
{
    for (guint i = 0; i < c->crowd.n; i++) {
        BspVec way = bsp_vec_sub(c->crowd.after[i].at, c->bodies[i].body.at);
        way.z = 0;
        c->minds[i].got += bsp_vec_length(way);
        c->bodies[i].body = c->crowd.after[i];
    }
}

/* Restores the order by x. Bodies move little in a step, so few of them change places. */
static void sort_by_x(Crowd *c)
{
    for (guint i = 1; i < c->crowd.n; i++) {
        guint number = c->by_x[i], k = i;
        double x = c->bodies[number].body.at.x;
        for (; k > 0 && c->bodies[c->by_x[k - 1]].body.at.x > x; k--)
            c->by_x[k] = c->by_x[k - 1];
        c->by_x[k] = number;
    }
}

static void judge_step(Crowd *c, CompareCrowdRow *row)
{
    sort_by_x(c);
    for (guint i = 0; i < c->crowd.n; i++) {
        BspVec at = c->bodies[c->by_x[i]].body.at;
        BspMove rest = { .from = at, .to = at, .shape = &c->mover->shape, .mask = c->mover->mask };
        BspTrace answer;
        bsp_brush_table_trace(c->table, &rest, &answer);
        row->in_solid += answer.tr.type == BSP_SOLID;
        for (guint k = i + 1; k < c->crowd.n; k++) {
            BspVec other = c->bodies[c->by_x[k]].body.at;
            if (other.x - at.x > c->width)
                break;
            row->overlaps += overlap(c, at, other) ? 1 : 0;
        }
    }
}

/* Ends a second. Counts the bodies that stood, and gives goals to bodies that need one. */
static void end_second(Crowd *c, double *wanted, double *got, CompareCrowdRow *row)
{
    for (guint i = 0; i < c->crowd.n; i++) {
        Mind *mind = &c->minds[i];
        gboolean stands = mind->got < mind->wanted / 10;
        *wanted += mind->wanted;
        *got += mind->got;
        row->standing += stands ? 1 : 0;
        mind->wanted = mind->got = 0;
        if (stands || ++mind->seconds >= MOST_SECONDS)
            draw_goal(c, mind);
    }
}

/* --- one crowd --- */

static void set_times(const Crowd *c, double *times, CompareCrowdRow *row)
{
    double sum = 0;
    for (guint i = 0; i < row->n_steps; i++)
        sum += times[i];
    compare_sort(times, row->n_steps);
    row->us = sum / row->n_steps / c->crowd.n / 1e3;
    row->us_p99 = times[(row->n_steps - 1) * 99 / 100] / c->crowd.n / 1e3;
}

static void walk_crowd(Crowd *c, gboolean is_timed, const CompareStage *stage, CompareCrowdRow *row)
{
    g_autofree double *times = g_new(double, row->n_steps);
    double wanted = 0, got = 0;
    for (guint i = 0; i < c->crowd.n; i++) {
        c->minds[i].speed = g_rand_double_range(c->rand, LEAST_SPEED, MOST_SPEED);
        draw_goal(c, &c->minds[i]);
    }
    for (guint step = 0; step < row->n_steps; step++) {
        set_velocities(c);
        double start = compare_clock_cpu();
        bsp_crowd_sort(&c->crowd);
        bsp_crowd_walk(&c->crowd, 0, c->crowd.n);
        times[step] = compare_clock_cpu() - start;
        take_step(c);
        judge_step(c, row);
        if ((step + 1) % SECOND == 0 || step + 1 == row->n_steps) {
            end_second(c, &wanted, &got, row);
            compare_stage_report(stage, c->asked->name, (step + 1.0) / row->n_steps);
        }
    }
    row->way = wanted > 0 ? got / wanted : 0;
    row->hash = BSP_HASH_START;
    for (guint i = 0; i < c->crowd.n; i++)
        row->hash = compare_hash_vec(row->hash, c->bodies[i].body.at);
    if (is_timed)
        set_times(c, times, row);
}

static void crowd_init(Crowd *c, const CompareScenario *s, const CompareCrowd *asked,
                       BspBrushTable *table)
{
    const BspBounds *box = &compare_mover(s, asked->mover)->shape.bounds;
    guint n = asked->n_bodies;
    *c = (Crowd){ .scenario = s,
                  .asked = asked,
                  .mover = compare_mover(s, asked->mover),
                  .rand = compare_rand_new(asked->seed),
                  .table = table,
                  .bodies = g_new0(BspCrowdBody, n),
                  .minds = g_new0(Mind, n),
                  .by_x = g_new0(guint, n),
                  .width = box->maxs.x - box->mins.x };
    c->crowd = (BspCrowd){ .table = table,
                           .skin = asked->skin,
                           .stepping = stepping,
                           .yield = YIELD,
                           .seconds = STEP,
                           .bodies = c->bodies,
                           .after = g_new0(BspBody, n),
                           .memory = g_malloc(bsp_crowd_bytes(n)) };
}

static void crowd_clear(Crowd *c)
{
    g_rand_free(c->rand);
    g_free(c->bodies);
    g_free(c->minds);
    g_free(c->by_x);
    g_free(c->crowd.after);
    g_free(c->crowd.memory);
}

gboolean compare_crowds(CompareReport *report, gboolean is_timed, const CompareStage *stage,
                        GError **error)
{
    const CompareScenario *s = report->scenario;
    gboolean have_room = TRUE;
    if (s->crowds->len == 0)
        return TRUE;
    BspBrushTable *table = bsp_brush_table_new(s->world->solid, 0);
    report->crowds = g_array_new(FALSE, FALSE, sizeof(CompareCrowdRow));
    for (guint i = 0; i < s->crowds->len && have_room; i++) {
        const CompareCrowd *asked = &g_array_index(s->crowds, CompareCrowd, i);
        Crowd c;
        crowd_init(&c, s, asked, table);
        place_bodies(&c);
        CompareCrowdRow row = { .name = asked->name,
                                .shape = c.mover->name,
                                .n_bodies = c.crowd.n,
                                .n_steps = asked->n_steps };
        have_room = c.crowd.n > 0;
        if (have_room)
            walk_crowd(&c, is_timed, stage, &row);
        else
            compare_wrong(error, "crowd \"%s\": no floor of the world has room for a body",
                          asked->name);
        g_array_append_val(report->crowds, row);
        report->n_wrong_further += row.overlaps + row.in_solid;
        crowd_clear(&c);
    }
    bsp_brush_table_free(table);
    return have_room;
}

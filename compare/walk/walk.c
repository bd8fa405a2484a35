/* walk: moves bodies by a tracer's answers, and compares them with the ideal, frame by frame. */
#include "walk/walk.h"

#include <string.h>

#include "bsp-brush-table.h"

/* The maximum number of frames of one walker. After that, a walker begins at another start, so that
 * a walk reaches more of the level. */
#define WALK_FRAMES 500

/* The minimum and maximum number of frames for which a walker keeps its heading. A walker crosses a
 * room in this time. */
enum { LEAST_HEADING = 10, MOST_HEADING = 60 };

/* The minimum and maximum speed, in units per frame. A player of an id Tech game moves 5 units in a
 * frame at 60 frames a second, and 16 at 20. */
enum { LEAST_SPEED = 1, MOST_SPEED = 16 };

/* A fraction of the wanted displacement. If the ideal moves by less than this, it makes no
 * progress, and a walker cannot lose the frame. */
#define SOME_PROGRESS 0.02

static const BspStepping stepping = { 18, 0.7 };

/* Units. FALL is the distance that a walker falls in a frame. A falling walker searches for ground
 * up to REACH_FALLING below it. A walker on ground searches up to REACH_GROUND below, which is the
 * height of a step, so that it stays on stairs. */
#define FALL 8.0
#define REACH_FALLING 0.25
#define REACH_GROUND 18.0

/* --- the level or room of a walk --- */

CompareWalkPlace compare_walk_level(const BspSolid *solid, const GArray *starts)
{
    return (CompareWalkPlace){ .bounds = *bsp_solid_bounds(solid),
                               .room = *bsp_solid_bounds(solid),
                               .starts = starts->len ? starts : NULL,
                               .has_floor = TRUE };
}

static gint draw_whole(GRand *rand, gint lo, gint hi)
{
    return g_rand_int_range(rand, lo, hi + 1);
}

static double draw_real(GRand *rand, double lo, double hi)
{
    return g_rand_double_range(rand, lo, hi);
}

/* Returns the first position of a walker, which may be in solid. */
static BspVec draw_start(const CompareWalkPlace *place, GRand *rand)
{
    BspVec p;
    if (place->starts) {
        gint i = draw_whole(rand, 0, (gint)place->starts->len - 1);
        p = g_array_index(place->starts, BspVec, i);
        return bsp_vec_add(
            p, bsp_vec(draw_real(rand, -64, 64), draw_real(rand, -64, 64), draw_real(rand, 0, 24)));
    }
    for (guint k = 0; k < 3; k++)
        p.v[k] = draw_real(rand, place->room.mins.v[k], place->room.maxs.v[k]);
    return p;
}

/* Returns a direction that a walker keeps for some frames. Its horizontal part has length 1. Half
 * of the headings are along an axis, because seams are often perpendicular to an axis. If there is
 * a floor, some headings also press down on it. */
static BspVec draw_heading(const CompareWalkPlace *place, GRand *rand)
{
    static const double downs[] = { 0, 0.05, 0.5 };
    static const BspVec axes[] = {
        { { 1, 0, 0 } }, { { -1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, -1, 0 } }
    };
    double a = draw_real(rand, 0, 2 * G_PI);
    BspVec heading =
        g_rand_boolean(rand) ? axes[draw_whole(rand, 0, 3)] : bsp_vec(cos(a), sin(a), 0);
    double down = downs[draw_whole(rand, 0, 2)];
    heading.z = place->has_floor ? -down : 0;
    return heading;
}

/* --- one frame --- */

/* Returns the position of a body after it tried to move by delta, put down on the ground. */
static BspVec settle_body(const CompareWalker *walker, const BspTracer *tracer, BspVec p,
                          BspVec delta)
{
    BspGround ground;
    double reach = delta.z < 0 ? REACH_FALLING : REACH_GROUND;
    if (walker->gait == COMPARE_GAIT_SLIDE)
        return p;
    bsp_ground_probe(tracer, p, reach + walker->skin, stepping.walkable, &ground);
    return ground.kind == BSP_GROUND_WALKABLE ? ground.point : p;
}

static BspVec move_body(const CompareWalker *walker, const BspTracer *tracer, BspVec from,
                        BspVec delta)
{
    BspSlide slide;
    if (walker->gait == COMPARE_GAIT_STEP)
        bsp_step_move(tracer, from, delta, &stepping, &slide);
    else
        bsp_slide_move(tracer, from, delta, &slide);
    return settle_body(walker, tracer, slide.point, delta);
}

static BspVec ideal_frame(const CompareWalker *walker, BspVec from, BspVec delta, double keep)
{
    CompareIdealMover mover = { walker->ideal, keep, &walker->tracer };
    BspTracer tracer = compare_ideal_tracer(&mover);
    if (walker->gait == COMPARE_GAIT_STEP)
        return move_body(walker, &tracer, from, delta);
    return settle_body(walker, &tracer, compare_ideal_slide(walker->ideal, from, delta, keep),
                       delta);
}

BspVec compare_walk_as_floats(BspVec p)
{
    volatile float rounded[] = { (float)p.x, (float)p.y, (float)p.z };
    return bsp_vec((double)rounded[0], (double)rounded[1], (double)rounded[2]);
}

/* Returns the progress of a frame in the wanted direction, in units. Heights do not count for
 * walkers on ground. */
static double progress_to(const CompareWalker *walker, const CompareFrame *frame, BspVec to)
{
    BspVec way = frame->delta, moved = bsp_vec_sub(to, frame->from);
    if (walker->gait != COMPARE_GAIT_SLIDE)
        way.z = 0;
    double length = bsp_vec_length(way);
    return length > 0 ? bsp_vec_dot(moved, way) / length : 0;
}

/* Returns whether the body made less than half of the progress that was possible in this frame. The
 * possible progress is that of the ideal (walk/ideal.h). It is computed twice, the second time with
 * all brushes grown by the bracket, because a tiny difference may decide whether a body hits an
 * edge. */
static gboolean is_frame_lost(const CompareWalker *walker, CompareFrame *frame)
{
    double own = progress_to(walker, frame, frame->to);
    double least = SOME_PROGRESS * bsp_vec_length(frame->delta);
    frame->ideal = ideal_frame(walker, frame->from, frame->delta, walker->skin);
    double wanted = progress_to(walker, frame, frame->ideal);
    if (wanted < least || own >= wanted / 2)
        return FALSE;
    BspVec grown = ideal_frame(walker, frame->from, frame->delta, walker->skin + BSP_BRACKET);
    wanted = progress_to(walker, frame, grown);
    return wanted >= least && own < wanted / 2;
}

/* Returns the units by which rounding to floats may change a distance at p. */
static double rounding_at(const CompareWalker *walker, BspVec p)
{
    double most = fmax(fmax(fabs(p.x), fabs(p.y)), fabs(p.z));
    return 1e-6 + (walker->floats ? most * 0x1p-23 : 0);
}

static void judge_position(const CompareWalker *walker, CompareFrame *frame)
{
    double limit = walker->skin > 0 ? walker->skin - bsp_skin_slack(walker->skin) : 0;
    double reach = walker->skin + 1;
    double after = compare_ideal_distance(walker->ideal, frame->to, reach);
    if (after >= limit)
        return;
    double before = compare_ideal_distance(walker->ideal, frame->from, reach);
    frame->in_solid = after < -BSP_BRACKET && after < before - rounding_at(walker, frame->to);
    if (walker->skin > 0)
        frame->too_near = after < fmin(before, limit) - rounding_at(walker, frame->to);
}

/* Moves a body for one frame, from `from` by delta. Returns the frame with its errors. */
static CompareFrame walk_frame(const CompareWalker *walker, BspVec from, BspVec delta)
{
    CompareFrame frame = { .from = from,
                           .delta = delta,
                           .to = move_body(walker, &walker->tracer, from, delta) };
    if (walker->floats)
        frame.to = compare_walk_as_floats(frame.to);
    frame.lost = is_frame_lost(walker, &frame);
    judge_position(walker, &frame);
    return frame;
}

/* --- a walker --- */

typedef struct {
    const CompareWalker *walker;
    const CompareWalkPlace *place;
    GRand *rand;
    BspVec at, heading;
    double speed;
    guint keeps;             /* the number of frames until the walker gets another heading */
    guint left;              /* the number of frames until the walker restarts */
    guint lost;              /* the number of consecutive lost frames up to this one */
    CompareFrame first_lost; /* the first of these lost frames */
} Walk;

/* Finds a start at which the body fits. Returns FALSE if there is none. */
static gboolean begin_walk(Walk *walk)
{
    const CompareWalkPlace *place = walk->place;
    double room = walk->walker->skin + BSP_BRACKET;
    walk->left = WALK_FRAMES;
    walk->keeps = walk->lost = 0;
    for (guint i = 0; i < 1000; i++) {
        walk->at = draw_start(place, walk->rand);
        if (walk->walker->floats)
            walk->at = compare_walk_as_floats(walk->at);
        if (compare_ideal_distance(walk->walker->ideal, walk->at, 2 * room) > room)
            return TRUE;
    }
    return FALSE;
}

static void choose_heading(Walk *walk)
{
    walk->heading = draw_heading(walk->place, walk->rand);
    walk->speed = LEAST_SPEED * pow((double)MOST_SPEED / LEAST_SPEED, g_rand_double(walk->rand));
    walk->keeps = (guint)draw_whole(walk->rand, LEAST_HEADING, MOST_HEADING);
}

static BspVec wanted_move(const Walk *walk)
{
    const CompareWalkPlace *place = walk->place;
    BspVec v = place->wish ? place->wish(walk->heading, walk->at) : walk->heading;
    v = bsp_vec_scale(v, walk->speed / fmax(bsp_vec_length(v), 1));
    if (walk->walker->gait == COMPARE_GAIT_SLIDE || !place->has_floor)
        return v;
    /* A walker on ground moves horizontally. A walker without ground falls. */
    BspGround ground;
    bsp_ground_probe(&walk->walker->tracer, walk->at, REACH_FALLING + walk->walker->skin,
                     stepping.walkable, &ground);
    v.z = ground.kind == BSP_GROUND_WALKABLE ? 0 : -FALL;
    return v;
}

static void note_worst(CompareWalks *walks, const CompareFrame *frame, gboolean is_worse)
{
    static const CompareFrame none;
    if (is_worse || memcmp(&walks->worst, &none, sizeof none) == 0)
        walks->worst = *frame;
}

/* Counts the frame. Returns FALSE if the walker must restart. */
static gboolean count_frame(Walk *walk, const CompareFrame *frame, CompareWalks *walks)
{
    walks->frames++;
    walks->in_solid += frame->in_solid ? 1 : 0;
    walks->too_near += frame->too_near ? 1 : 0;
    if (frame->lost || frame->in_solid || frame->too_near)
        note_worst(walks, frame, FALSE);
    if (!frame->lost) {
        walk->lost = 0;
        return !frame->in_solid;
    }
    walks->lost++;
    if (walk->lost++ == 0)
        walk->first_lost = *frame;
    if (walk->lost < COMPARE_WALK_STUCK)
        return TRUE;
    note_worst(walks, &walk->first_lost, walks->stuck == 0);
    walks->stuck++;
    return FALSE;
}

guint compare_walk(const CompareWalker *walker, const CompareWalkPlace *place, guint64 seed,
                   guint n_frames, CompareWalks *walks)
{
    guint32 words[2] = { (guint32)seed, (guint32)(seed >> 32) };
    Walk walk = { .walker = walker, .place = place, .rand = g_rand_new_with_seed_array(words, 2) };
    guint n = 0;
    while (n < n_frames) {
        if (walk.left == 0 && !begin_walk(&walk))
            break;
        walk.left--;
        if (walk.keeps == 0 || walk.keeps-- == 1)
            choose_heading(&walk);
        CompareFrame frame = walk_frame(walker, walk.at, wanted_move(&walk));
        walk.at = frame.to;
        n++;
        if (!count_frame(&walk, &frame, walks) || !bsp_bounds_contain(&place->bounds, walk.at))
            walk.left = 0;
    }
    g_rand_free(walk.rand);
    return n;
}

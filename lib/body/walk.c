/* walk: moves a body that walks among the brushes of a level and its doors, and is pushed by doors.
 */
#include "bsp-character.h"

#include "body/contact.h"
#include "trace/compiler.h"
#include "trace/move.h"

/* --- traces --- */

/* Traces the level and all doors except number `skipped`. */
static void trace_except(const BspMover *mover, unsigned skipped, BspVec from, BspVec to,
                         BspTrace *answer)
{
    BspMove move = { from, to, mover->shape, mover->mask, mover->skin };
    bsp_brush_table_trace(mover->table, &move, answer);
    for (unsigned i = 0; i < mover->n_doors; i++) {
        BspTrace other;
        if (i == skipped)
            continue;
        bsp_brush_table_trace_in(mover->doors[i].table, &mover->doors[i].frame, &move, &other);
        other.owner = &mover->doors[i];
        bsp_trace_first(answer, &other);
    }
}

bool bsp_mover_trace(const BspMover *mover, BspVec from, BspVec to, BspTrace *answer)
{
    trace_except(mover, mover->n_doors, from, to, answer);
    return answer->hit.brush != BSP_NO_BRUSH;
}

static void trace_mover(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    bsp_mover_trace((const BspMover *)data, from, to, answer);
}

/* Does the same as bsp_contact_upright(), for a contact with a door. A tilted door gives no face,
 * because in its frame another direction is up. */
static bool find_face_of_door(const BspDoor *door, const BspShape *shape, BspTrace answer,
                              BspPlane *face)
{
    const BspFrame *frame = &door->frame;
    BspRotatedStorage storage;
    BspShape own;
    if (frame->axis[2].z < 1 || !bsp_shape_rotated(shape, frame, &storage, &own))
        return false;
    answer.tr.plane.normal = bsp_frame_direction_in(frame, answer.tr.plane.normal);
    bsp_frame_enter(frame, answer.tr.point, answer.tr.point, &answer.tr.point, &answer.tr.point);
    if (!bsp_contact_upright(door->table, &own, &answer, face))
        return false;
    *face = bsp_frame_plane_out(frame, 0, face);
    return true;
}

static bool find_face(void *data, const BspSlideContact *contact, BspPlane *face)
{
    const BspMover *mover = (const BspMover *)data;
    const BspMove move = { .shape = mover->shape };
    const BspShape *shape = bsp_move_shape(&move);
    const BspTrace *answer = &contact->answer;
    return answer->owner == mover->table
               ? bsp_contact_upright(mover->table, shape, answer, face)
               : find_face_of_door((const BspDoor *)answer->owner, shape, *answer, face);
}

BspTracer bsp_mover_tracer(BspMover *mover)
{
    BspTracer tracer = { trace_mover, mover, find_face, NULL };
    return tracer;
}

/* --- a step of time --- */

/* Units. A body in the air lands if the ground is this near. Positions are seldom nearer to the
 * ground without touching it, and a player sees no difference. */
#define LANDS 0.25

/* A sine. A body in the air does not land if it moves away from the ground's plane more steeply
 * than this. The value is above the rounding of a slide along that plane. A body that runs up a
 * slope in the air goes along the plane, and lands. */
#define RISES 1e-6

static bool is_ground_left(const BspBody *body, BspVec normal)
{
    return !body->on_ground &&
           bsp_vec_dot(body->velocity, normal) > RISES * bsp_vec_length(body->velocity);
}

/* Puts the body on the ground that the probe has found. */
static void stand(BspBody *body, const BspGround *ground)
{
    body->at = ground->point;
    body->on_ground = true;
    body->stands_on = ground->contact.answer.owner;
    /* Remove the upward speed that climbing leaves, because it would throw the body into the air at
     * the next edge. */
    BspVec normal = body->ground.normal;
    body->velocity = bsp_vec_mad(body->velocity, -bsp_vec_dot(body->velocity, normal), normal);
}

void bsp_walk_by(const BspTracer *tracer, const BspStepping *stepping, double seconds,
                 BspBody *body, BspSlide *slide)
{
    BspSlide own;
    BspGround ground;
    BspVec delta = bsp_vec_scale(body->velocity, seconds);
    if (!slide)
        slide = &own;
    if (body->on_ground)
        bsp_step_move(tracer, body->at, delta, stepping, slide);
    else
        bsp_slide_move(tracer, body->at, delta, slide);
    body->at = slide->point;
    body->is_stuck = slide->stuck;
    body->velocity = seconds > 0 ? bsp_vec_scale(slide->delta, 1 / seconds) : body->velocity;
    double depth = body->on_ground ? stepping->height : LANDS;
    bsp_ground_probe(tracer, body->at, depth, stepping->walkable, &ground);
    slide->n_traces += ground.n_traces;
    BspPlane plane =
        ground.kind == BSP_GROUND_WALKABLE ? ground.face : ground.contact.answer.tr.plane;
    bool bears = ground.kind == BSP_GROUND_WALKABLE || ground.kind == BSP_GROUND_WEDGED;
    bool lands = bears && !is_ground_left(body, plane.normal);
    body->on_ground = false;
    body->stands_on = NULL;
    if (!lands)
        return;
    body->ground = plane;
    stand(body, &ground);
    BSP_ASSERT(slide->n_contacts < sizeof slide->contacts / sizeof *slide->contacts);
    slide->contacts[slide->n_contacts++] = ground.contact;
    slide->point = body->at;
}

void bsp_walk(BspMover *mover, const BspStepping *stepping, double seconds, BspBody *body,
              BspSlide *slide)
{
    BspTracer tracer = bsp_mover_tracer(mover);
    bsp_walk_by(&tracer, stepping, seconds, body, slide);
}

BspVec bsp_along_ground(const BspBody *body, BspVec wanted)
{
    BspVec n = body->ground.normal;
    double speed = hypot(wanted.x, wanted.y);
    if (!body->on_ground || !(n.z > 0) || !(speed > 0))
        return bsp_vec(wanted.x, wanted.y, body->on_ground ? 0 : body->velocity.z);
    BspVec along = bsp_vec(wanted.x * n.z, wanted.y * n.z, -n.x * wanted.x - n.y * wanted.y);
    return bsp_vec_scale(bsp_vec_unit(along), speed);
}

/* --- a door that moves --- */

/* A body that a door pushes. Meanwhile only other solids can stop the body. */
typedef struct {
    const BspMover *mover;
    unsigned door;
} Pushed;

static void trace_pushed(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    const Pushed *pushed = (const Pushed *)data;
    trace_except(pushed->mover, pushed->door, from, to, answer);
}

/* Returns whether the door, which moves by the travel of its frame, goes into a body that moves to
 * another position at the same time, or stays in it. */
static bool door_hits(const BspMover *mover, const BspBrushTable *table, const BspFrame *frame,
                      BspVec from, BspVec to)
{
    BspMove move = { from, to, mover->shape, mover->mask, 0 };
    BspTrace answer;
    bsp_brush_table_trace_in(table, frame, &move, &answer);
    return answer.tr.type == BSP_SOLID || answer.tr.type == BSP_EMPTY_TO_SOLID;
}

bool bsp_push(const BspMover *mover, unsigned door, BspVec travel, BspBody *body)
{
    /* 1. Let the door move while the body is at rest. t is the time at which the door meets the
     * body. */
    const BspDoor *pusher = &mover->doors[door];
    BspFrame frame = pusher->frame;
    BspMove still = { body->at, body->at, mover->shape, mover->mask, mover->skin };
    BspTrace met;
    frame.travel = travel;
    bsp_brush_table_trace_in(pusher->table, &frame, &still, &met);
    bool rides = body->on_ground && body->stands_on == pusher;
    bool meets = met.tr.type == BSP_EMPTY_TO_SOLID;

    /* 2. If the door meets the body, push the body aside along the normal, as far as the door
     * comes. If other brushes of the door hit it there, carry it along with the door instead. */
    double left = meets ? 1 - met.tr.t : 0;
    BspVec rest = bsp_vec_scale(travel, rides ? 1 : left), normal = met.tr.plane.normal;
    BspVec away = bsp_vec_scale(normal, left * bsp_vec_dot(travel, normal));
    BspVec tries[] = { rides ? rest : away, rest };
    Pushed pushed = { mover, door };
    BspTracer tracer = { trace_pushed, &pushed, NULL, NULL };
    for (int i = 0; i < 2; i++) {
        BspSlide slide;
        bsp_slide_move(&tracer, body->at, tries[i], &slide);
        if (door_hits(mover, pusher->table, &frame, body->at, slide.point))
            continue;
        body->at = slide.point;
        return true;
    }
    return false;
}

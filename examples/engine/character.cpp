// character: walks, crouches, jumps, climbs steps and slides along walls.
#include "character.h"

#include <bsp-brush-table.h>

#include <algorithm>

// Units and seconds, as in id Tech games.
constexpr double WALK = 320, CROUCHED_WALK = 160, JUMP = 270, GRAVITY = 800;
constexpr double FRICTION = 6, ACCELERATION = 10, AIR_ACCELERATION = 1;
constexpr BspStepping STEPPING = { 18, 0.7 };

// Units. A character at most this high above the ground stands on it.
constexpr double STANDS = 0.25;

// Units. A character in solid is moved at most this far out of it.
constexpr double FREES = 64;

static void trace_mover(void *mover, BspVec from, BspVec to, BspTrace *answer)
{
    const Mover *m = static_cast<const Mover *>(mover);
    answer->tr = onion_tree_first_transition(m->tree, m->space, from, to, nullptr);
}

Character::Character(const Level &level, BspVec start)
    : level_(level), mover_{ level.tree(), STAND }, tracer_{ trace_mover, &mover_, nullptr,
                                                             nullptr },
      at_(start), velocity_(bsp_vec(0, 0, 0))
{
}

double Character::speed() const
{
    return bsp_vec_length(bsp_vec(velocity_.x, velocity_.y, 0));
}

// Changes between standing and crouching. Both boxes have the same bottom, so the feet stay in
// place. A character does not stand up into a ceiling.
void Character::change_height(bool crouch, Happened &happened)
{
    if (crouch == is_crouched())
        return;
    if (crouch) {
        mover_.space = CROUCH;
        happened.crouches = true;
    } else if (onion_tree_point_is_solid(level_.tree(), STAND, at_)) {
        happened.has_no_room = true;
    } else {
        mover_.space = STAND;
        happened.stands_up = true;
    }
}

// Applies friction and gravity, and accelerates towards the wanted velocity. A character
// accelerates fast on the ground and slowly in the air.
void Character::accelerate(const Input &input)
{
    if (on_ground_) {
        const double slowed = std::max(0.0, 1 - FRICTION * STEP_TIME);
        velocity_ = bsp_vec(velocity_.x * slowed, velocity_.y * slowed, 0);
    } else {
        velocity_.z -= GRAVITY * STEP_TIME;
    }
    const BspVec wish = bsp_vec(input.x, input.y, 0);
    const double length = bsp_vec_length(wish);
    if (length == 0)
        return;
    const double wanted = is_crouched() ? CROUCHED_WALK : WALK;
    const double missing = wanted * std::min(length, 1.0) - bsp_vec_dot(velocity_, wish) / length;
    const double gain = (on_ground_ ? ACCELERATION : AIR_ACCELERATION) * wanted * STEP_TIME;
    if (missing > 0)
        velocity_ = bsp_vec_mad(velocity_, std::min(gain, missing) / length, wish);
}

// Rejects positions in solid. The brush table does not know where the tree is solid without a
// brush, as beyond the walls of a filled level.
static bool is_in_level(BspVec to, const void *mover)
{
    const Mover *m = static_cast<const Mover *>(mover);
    return !onion_tree_point_is_solid(m->tree, m->space, to);
}

// Moves a character that the game, or a door, has put into solid out of it, by the shortest way.
void Character::unstick(Happened &happened)
{
    const BspBounds box = level_.box(static_cast<Space>(mover_.space));
    const BspShape shape = bsp_shape_box(box.mins, box.maxs);
    const BspStuck stuck = { &shape, 0, at_, 0, FREES, is_in_level, &mover_ };
    BspWayOut way;
    if (!bsp_brush_table_way_out(level_.sides.get(), &stuck, &way))
        return;
    at_ = way.to;
    happened.freed = way.distance;
}

void Character::move(Happened &happened)
{
    const BspVec delta = bsp_vec_scale(velocity_, STEP_TIME);
    BspSlide slide;
    if (on_ground_)
        bsp_step_move(&tracer_, at_, delta, &STEPPING, &slide);
    else
        bsp_slide_move(&tracer_, at_, delta, &slide);
    at_ = slide.point;
    velocity_ = bsp_vec_scale(slide.delta, 1 / STEP_TIME);
    happened.is_stuck = slide.stuck;
    if (slide.stuck)
        unstick(happened);
    happened.climbs = slide.climbed;
    for (unsigned i = 0; i < slide.n_contacts; i++) {
        if (std::fabs(slide.contacts[i].answer.tr.plane.normal.z) >= STEPPING.walkable)
            continue;
        happened.is_blocked = true;
        happened.block = slide.contacts[i];
    }
}

// Keeps a character on the ground on the way down steps and ramps. A falling character lands when
// the ground is near.
void Character::find_ground(Happened &happened)
{
    const bool was_on_ground = on_ground_;
    BspGround ground;
    bsp_ground_probe(&tracer_, at_, was_on_ground ? STEPPING.height : STANDS, STEPPING.walkable,
                     &ground);
    on_ground_ = ground.kind == BSP_GROUND_WALKABLE || ground.kind == BSP_GROUND_WEDGED;
    // A character in the air that leaves the ground's plane is still rising. A character that runs
    // uphill goes along the plane, and lands.
    const BspVec up = ground.kind == BSP_GROUND_WALKABLE ? ground.face.normal
                                                         : ground.contact.answer.tr.plane.normal;
    if (!was_on_ground && bsp_vec_dot(velocity_, up) > 1e-6 * bsp_vec_length(velocity_))
        on_ground_ = false;
    if (on_ground_)
        at_ = ground.point;
    happened.lands = on_ground_ && !was_on_ground;
    happened.leaves_ground = was_on_ground && !on_ground_;
}

Happened Character::step(const Input &input)
{
    Happened happened;
    change_height(input.crouch, happened);
    accelerate(input);
    if (input.jump && on_ground_) {
        velocity_.z = JUMP;
        on_ground_ = false;
        happened.jumps = true;
    }
    move(happened);
    find_ground(happened);
    return happened;
}

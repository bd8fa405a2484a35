// trail: prints the actions of a character. picture.cpp draws them.
#include "trail.h"

#include <bsp-brush-table.h>

#include <cstdio>

// The number of time steps after which the same wall is reported again.
constexpr std::size_t REPORT_AGAIN = 32;

Trail::Trail(const Level &level, unsigned n_steps) : level_(level)
{
    places_.reserve(n_steps + 1);
    marks_.reserve(n_steps + 1);
}

void Trail::say(const Character &character, const char *what) const
{
    const BspVec at = character.at();
    const double seconds = static_cast<double>(places_.size() - 1) * STEP_TIME;
    std::printf("%8.3f  %-28s %9.3f %9.3f %9.3f\n", seconds, what, at.x, at.y, at.z);
}

void Trail::start(const Character &character)
{
    places_.push_back({ character.at(), character.is_crouched(), character.is_on_ground() });
    say(character, "starts");
}

// Reports the brush of a wall, but only once while the character slides along it.
void Trail::say_block(const Character &character, const BspSlideContact &block)
{
    const BspBounds box = level_.box(character.is_crouched() ? CROUCH : STAND);
    const BspShape shape = bsp_shape_box(box.mins, box.maxs);
    const BspMove move = { block.from, block.to, &shape, 0, 0 };
    BspTrace answer;
    answer.tr = block.answer.tr;
    if (!bsp_brush_table_hit(level_.sides.get(), &move, &answer))
        return;
    const BspHit &hit = answer.hit;
    char what[64];
    std::snprintf(what, sizeof what, "slides along brush %u, %d", hit.brush, hit.side);
    if (last_brush_ != static_cast<long>(hit.brush) ||
        places_.size() > last_blocked_ + REPORT_AGAIN)
        say(character, what);
    last_brush_ = static_cast<long>(hit.brush);
    last_blocked_ = places_.size();
}

void Trail::step(const Character &character, const Happened &happened)
{
    if (happened.jumps)
        marks_.push_back(places_.size() - 1);
    places_.push_back({ character.at(), character.is_crouched(), character.is_on_ground() });
    if (happened.crouches)
        say(character, "crouches");
    if (happened.stands_up)
        say(character, "stands up");
    if (happened.has_no_room && !no_room_)
        say(character, "has no room to stand up");
    no_room_ = happened.has_no_room;
    if (happened.jumps)
        say(character, "jumps");
    if (happened.climbs > 0) {
        char what[64];
        std::snprintf(what, sizeof what, "climbs %.3f", happened.climbs);
        say(character, what);
    }
    if (happened.leaves_ground)
        say(character, "falls");
    if (happened.lands)
        say(character, "lands");
    if (happened.is_blocked)
        say_block(character, happened.block);
    if (happened.freed > 0) {
        char what[64];
        std::snprintf(what, sizeof what, "is freed, by %.3f", happened.freed);
        say(character, what);
    } else if (happened.is_stuck) {
        say(character, "is stuck");
    }
}

void Trail::look(const Character &character, double units) const
{
    const BspBounds box = level_.box(character.is_crouched() ? CROUCH : STAND);
    BspBounds near = { bsp_vec_add(character.at(), box.mins),
                       bsp_vec_add(character.at(), box.maxs) };
    near = bsp_bounds_grown(&near, units);
    uint32_t brushes[8];
    const uint32_t n = bsp_brush_table_overlap(level_.sides.get(), &near, 0, brushes, 8);
    say(character, "looks round");
    std::printf("          sees %u brushes:", n);
    for (uint32_t i = 0; i < n && i < 8; i++)
        std::printf(" %u", brushes[i]);
    std::printf("%s\n", n > 8 ? " ..." : "");
}

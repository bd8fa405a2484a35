// character: somebody who walks, crouches, jumps, climbs steps and slides along walls, in steps of
// 1/64 second. It only asks: a frame is at most some twenty traces, and allocates nothing.
#ifndef CHARACTER_H
#define CHARACTER_H

#include "level.h"

#include <bsp-character.h>
#include <onion-tree.h>

// Seconds. A power of two, so that times are exact.
constexpr double STEP_TIME = 1.0 / 64;

// What is pressed.
struct Input {
    double x = 0, y = 0; // where to: at most one long
    bool jump = false, crouch = false;
};

// What a step of time brought.
struct Happened {
    bool jumps = false, lands = false, leaves_ground = false;
    bool crouches = false, stands_up = false, has_no_room = false;
    bool is_stuck = false;
    double freed = 0;  // units, where it was put out of matter
    double climbs = 0; // units, where it went over a step
    bool is_blocked = false;
    BspSlideContact block{}; // the wall
};

class Character
{
  public:
    Character(const Level &level, BspVec start);

    Happened step(const Input &input);

    BspVec at() const
    {
        return at_;
    }
    double speed() const; // along the floor
    bool is_crouched() const
    {
        return mover_.space == CROUCH;
    }
    bool is_on_ground() const
    {
        return on_ground_;
    }

  private:
    void change_height(bool crouch, Happened &happened);
    void accelerate(const Input &input);
    void unstick(Happened &happened);
    void move(Happened &happened);
    void find_ground(Happened &happened);

    const Level &level_;
    OnionMover mover_;
    BspTracer tracer_;
    BspVec at_, velocity_;
    bool on_ground_ = false;
};

#endif

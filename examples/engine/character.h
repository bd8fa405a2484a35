// character: a character that walks, crouches, jumps, climbs steps and slides along walls, in time
// steps of 1/64 second. A step makes at most about twenty traces and allocates nothing.
#ifndef CHARACTER_H
#define CHARACTER_H

#include "level.h"

#include <bsp-character.h>
#include <onion-tree.h>

// Seconds. This is a power of two, so times are exact.
constexpr double STEP_TIME = 1.0 / 64;

// The box of a character, which is a space of the level's onion. A tracer asks only the tree, so
// other boxes are not possible.
struct Mover {
    const OnionTree *tree;
    unsigned space;
};

// The action that the player wants in a time step.
struct Input {
    // The wanted direction; its length, at most 1, is the fraction of the full speed.
    double x = 0, y = 0;
    bool jump = false, crouch = false;
};

// The events of a time step.
struct Happened {
    bool jumps = false, lands = false, leaves_ground = false;
    bool crouches = false, stands_up = false, has_no_room = false;
    bool is_stuck = false;
    double freed = 0;  // units by which the character was moved out of solid
    double climbs = 0; // height of the step that was climbed, in units
    bool is_blocked = false;
    BspSlideContact block{}; // the contact with the wall that stopped the character
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
    double speed() const; // horizontal speed
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
    Mover mover_;
    BspTracer tracer_;
    BspVec at_, velocity_;
    bool on_ground_ = false;
};

#endif

// trail: what a character did: lines of text as it happens, and a picture at the end.
#ifndef TRAIL_H
#define TRAIL_H

#include "character.h"

#include <vector>

class Trail
{
  public:
    // Room for so many steps of time is taken here.
    Trail(const Level &level, unsigned n_steps);

    void start(const Character &character);
    void step(const Character &character, const Happened &happened);

    // Names the brushes within so many units.
    void look(const Character &character, double units) const;

    // Seen from above, over a slice of the level at the height of the start. false: the file cannot
    // be written.
    bool draw(const char *path) const;

  private:
    struct Place {
        BspVec at;
        bool crouched, on_ground;
    };

    void say(const Character &character, const char *what) const;
    void say_block(const Character &character, const BspSlideContact &block);

    const Level &level_;
    std::vector<Place> places_;
    std::vector<std::size_t> marks_; // of places_: where it jumped
    long last_brush_ = -1;           // that it slid along
    std::size_t last_blocked_ = 0;
    bool no_room_ = false;
};

#endif

// trail: prints the actions of a character while they happen, and draws them as a picture at the
// end.
#ifndef TRAIL_H
#define TRAIL_H

#include "character.h"

#include <vector>

class Trail
{
  public:
    // Allocates memory for n_steps time steps, so that none is allocated later.
    Trail(const Level &level, unsigned n_steps);

    void start(const Character &character);
    void step(const Character &character, const Happened &happened);

    // Prints the brushes within this number of units of the character.
    void look(const Character &character, double units) const;

    // Draws the trail seen from above, over a slice of the level at the height of the start.
    // Returns false if the file cannot be written.
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
    std::vector<std::size_t> marks_; // indices in places_ of the places where the character jumped
    long last_brush_ = -1;           // the brush that the character last slid along
    std::size_t last_blocked_ = 0;
    bool no_room_ = false;
};

#endif

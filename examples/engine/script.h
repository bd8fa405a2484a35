// script: reads the actions of a character and their durations from a file with lines such as
//
//     start X Y Z        the character's first position
//     walk SECONDS X Y   walks in the direction (X, Y)
//     crouch SECONDS X Y walks crouched
//     jump SECONDS X Y   jumps, then walks
//     wait SECONDS
//     look UNITS         prints the brushes within UNITS
//     # a remark
#ifndef SCRIPT_H
#define SCRIPT_H

#include "character.h"

#include <string>
#include <vector>

struct Line {
    unsigned n_steps = 0;
    Input input;
    double look = 0; // the argument of a line "look", in units; 0 in other lines
};

struct Script {
    BspVec start{};
    std::vector<Line> lines;

    unsigned n_steps() const
    {
        unsigned n = 0;
        for (const Line &line : lines)
            n += line.n_steps;
        return n;
    }
};

// Reads a script. If it cannot be read, returns false, with the reason and the line's number in
// `why`.
bool read_script(const char *path, Script &script, std::string &why);

#endif

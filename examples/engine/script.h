// script: the actions of a character and their durations, read from a file with lines such as
//
//     start X Y Z        the character's first position
//     walk SECONDS X Y   walks in that direction
//     crouch SECONDS X Y the same, crouched
//     jump SECONDS X Y   the same, after a jump at the beginning
//     wait SECONDS
//     look UNITS         prints the brushes within that distance
//     # a remark
#ifndef SCRIPT_H
#define SCRIPT_H

#include "character.h"

#include <string>
#include <vector>

struct Line {
    unsigned n_steps = 0;
    Input input;
    double look = 0; // units; 0 if the line is not "look"
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

// Returns false, with the reason and the line's number in `why`, if the script cannot be read.
bool read_script(const char *path, Script &script, std::string &why);

#endif

// script: what is pressed, and for how long, read from a file of lines:
//
//     start X Y Z        where the character begins
//     walk SECONDS X Y   in that direction; also crouch (crouched), jump (at the beginning of it)
//     wait SECONDS
//     look UNITS         names the brushes so near
//     # a remark
#ifndef SCRIPT_H
#define SCRIPT_H

#include "character.h"

#include <string>
#include <vector>

struct Line {
    unsigned n_steps = 0;
    Input input;
    double look = 0; // units; 0: it is no such line
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

// false, and why, with the number of the line.
bool read_script(const char *path, Script &script, std::string &why);

#endif

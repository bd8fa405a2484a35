// script: reads a character's actions and their durations.
#include "script.h"

#include <fstream>
#include <sstream>

// Seconds. The maximum duration of a line.
constexpr double MAX_SECONDS = 600;

static bool read_move(std::istringstream &words, const std::string &verb, Line &line)
{
    double seconds = 0;
    if (!(words >> seconds) || !(seconds >= 0 && seconds <= MAX_SECONDS))
        return false;
    line.n_steps = static_cast<unsigned>(seconds / STEP_TIME + 0.5);
    line.input.jump = verb == "jump";
    line.input.crouch = verb == "crouch";
    if (verb == "wait")
        return true;
    if (!(words >> line.input.x >> line.input.y))
        return false;
    const double length = bsp_vec_length(bsp_vec(line.input.x, line.input.y, 0));
    if (length > 1) {
        line.input.x /= length;
        line.input.y /= length;
    }
    return true;
}

// Reads a line that is not empty.
static bool read_line(const std::string &text, Script &script)
{
    std::istringstream words(text);
    std::string verb;
    Line line;
    bool good = static_cast<bool>(words >> verb);
    if (verb == "start")
        good = static_cast<bool>(words >> script.start.x >> script.start.y >> script.start.z);
    else if (verb == "look")
        good = (words >> line.look) && line.look > 0;
    else if (verb == "walk" || verb == "crouch" || verb == "jump" || verb == "wait")
        good = read_move(words, verb, line);
    else
        good = false;
    if (verb != "start")
        script.lines.push_back(line);
    return good && !(words >> verb);
}

bool read_script(const char *path, Script &script, std::string &why)
{
    std::ifstream file(path);
    std::string text;
    unsigned number = 0;
    if (!file)
        why = "it cannot be read";
    while (std::getline(file, text)) {
        number++;
        const std::size_t first = text.find_first_not_of(" \t\r");
        if (first == std::string::npos || text[first] == '#' || read_line(text, script))
            continue;
        why = "line " + std::to_string(number) + " is not a known command: " + text;
        return false;
    }
    return file.eof();
}

// main: moves a character through a level as a script says, and prints what happens.
//
//     engine LEVEL SCRIPT [PICTURE.svg]
//
// It allocates nothing while it plays. Calls of operator new are counted, and the exit status is 1
// if memory was allocated.
#include "allocations.h"
#include "script.h"
#include "trail.h"

#include <cstdio>

static int fail(const char *path, const std::string &why)
{
    std::fprintf(stderr, "engine: %s: %s\n", path, why.c_str());
    return 2;
}

static void play(const Script &script, Character &character, Trail &trail)
{
    trail.start(character);
    for (const Line &line : script.lines) {
        Input input = line.input;
        for (unsigned i = 0; i < line.n_steps; i++) {
            trail.step(character, character.step(input));
            input.jump = false;
        }
        if (line.look > 0)
            trail.look(character, line.look);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        std::fprintf(stderr, "usage: engine LEVEL SCRIPT [PICTURE.svg]\n");
        return 2;
    }
    Level level;
    Script script;
    std::string why;
    if (!load_level(argv[1], level, why))
        return fail(argv[1], why);
    if (!read_script(argv[2], script, why))
        return fail(argv[2], why);
    Trail trail(level, script.n_steps());
    Character character(level, script.start);

    const unsigned long before = allocations();
    play(script, character, trail);
    const unsigned long allocated = allocations() - before;

    std::printf("allocated while it played: %lu\n", allocated);
    if (argc == 4 && !trail.draw(argv[3]))
        return fail(argv[3], "it cannot be written");
    return allocated == 0 ? 0 : 1;
}

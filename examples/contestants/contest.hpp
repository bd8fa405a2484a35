// contest: what the contestants of this folder share besides reading: options, the clock, and
// asking every move and printing the answers. A contestant makes its world of the moves' brushes
// between start_loading() and print_start(), and ends with answer_all().
#ifndef CONTESTANTS_CONTEST_HPP
#define CONTESTANTS_CONTEST_HPP

#include "stream.hpp"

#include <malloc.h>
#include <time.h>

// Options are taken one after the other; what is left then is a mistake.
class Arguments
{
    std::vector<std::string> left;

  public:
    Arguments(int argc, char **argv) : left(argv + 1, argv + argc)
    {
    }

    bool flag(const char *name)
    {
        const auto at = std::find(left.begin(), left.end(), name);
        if (at == left.end())
            return false;
        left.erase(at);
        return true;
    }

    std::string word(const char *name, const char *otherwise)
    {
        const auto at = std::find(left.begin(), left.end(), name);
        if (at == left.end() || at + 1 == left.end())
            return otherwise;
        const std::string value = at[1];
        left.erase(at, at + 2);
        return value;
    }

    double number(const char *name, double otherwise)
    {
        const std::string text = word(name, "");
        char *end;
        const double value = strtod(text.c_str(), &end);
        if (text.empty())
            return otherwise;
        if (*end != '\0' || !(value >= 0) || !std::isfinite(value))
            left.push_back(text);
        return value;
    }

    void finish(bool good, const char *usage) const
    {
        if (good && left.empty())
            return;
        fprintf(stderr, "usage: %s\n", usage);
        exit(2);
    }
};

// Of this thread's own time: what else the machine does is not the library's.
inline double now_ns()
{
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e9 * double(now.tv_sec) + double(now.tv_nsec);
}

// "E", "S", "E2S", "S2E", as the protocol has them.
struct Answer {
    const char *type;
    double t;
    Vec normal;
};

// A hit needs a normal of length 1; where the library has none, it is that of a wall square to the
// move.
inline Answer hit(double t, Vec normal, const Move &move)
{
    if (!(dot(normal, normal) > 0))
        normal = move.from - move.to;
    return { "E2S", fmin(fmax(t, 0), 1), 1 / sqrt(dot(normal, normal)) * normal };
}

inline size_t bytes_in_use()
{
    const struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
}

struct Loading {
    double start_ns;
    size_t bytes;
};

inline Loading start_loading()
{
    const size_t bytes = bytes_in_use();
    return { now_ns(), bytes };
}

// bytes: what the library holds, or 0: what it took of malloc's.
inline void print_start(const Moves &all, const Loading &loading, const std::string &about,
                        size_t bytes = 0)
{
    const double ms = (now_ns() - loading.start_ns) / 1e6;
    printf("bsp-answers 1 %s\nabout %s\n", all.hash.c_str(), about.c_str());
    printf("loaded %.3f %zu\n", ms, bytes > 0 ? bytes : bytes_in_use() - loading.bytes);
}

// A clock is read around this many queries, and each is given its share.
constexpr size_t queries_per_clock = 64;

// Asks all moves once more, in the shuffled order, for the mean time.
template <typename World>
void ask_again(World &world, const Moves &all, const std::vector<char> &takes)
{
    double sum = 0;
    size_t asked = 0;
    const double start = now_ns();
    for (unsigned i : all.again)
        if (takes[all.moves[i].shape]) {
            sum += world.ask(all.moves[i]).t;
            asked++;
        }
    const double ns = now_ns() - start;
    if (asked > 0 && sum >= 0) // is always so, and uses what was asked
        printf("again %.1f\n", ns / double(asked));
}

inline void print_answer(size_t i, const Answer &a, double ns)
{
    printf("answer %zu %s %.17g %.17g %.17g %.17g %.1f\n", i, a.type, a.t, a.normal.x, a.normal.y,
           a.normal.z, ns);
}

// World has bool takes(const Shape &) and Answer ask(const Move &).
template <typename World> void answer_all(World &world, const Moves &all)
{
    std::vector<char> takes;
    for (const Shape &shape : all.shapes)
        takes.push_back(world.takes(shape));
    std::vector<size_t> run;
    std::vector<Answer> answers(queries_per_clock);
    for (size_t i = 0; i < all.moves.size();) {
        const size_t first = i;
        for (run.clear(); i < all.moves.size() && run.size() < queries_per_clock; i++)
            if (takes[all.moves[i].shape])
                run.push_back(i);
        const double start = now_ns();
        for (size_t k = 0; k < run.size(); k++)
            answers[k] = world.ask(all.moves[run[k]]);
        const double share = (now_ns() - start) / double(run.size());
        size_t k = 0;
        for (size_t j = first; j < i; j++) {
            if (k == run.size() || run[k] != j) {
                printf("skip %zu\n", j);
                continue;
            }
            print_answer(j, answers[k++], share);
        }
    }
    ask_again(world, all, takes);
    puts("end");
}

#endif

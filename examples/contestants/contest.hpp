// contest: code that the contestants share, which parses options, reads the clock, answers all
// moves, and prints.
//
// A contestant builds its world from the moves' brushes between start_loading() and print_start(),
// and ends with answer_all().
#ifndef CONTESTANTS_CONTEST_HPP
#define CONTESTANTS_CONTEST_HPP

#include "stream.hpp"

#include <malloc.h>
#include <time.h>

// The command line. Each option is removed when it is read, so that options that remain at the end
// are mistakes.
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

// A steady clock. The CPU time of a thread may stand still on a virtual machine.
inline double now_ns()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * double(now.tv_sec) + double(now.tv_nsec);
}

// `type` is "E", "S", "E2S" or "S2E" (docs/contestants.md).
struct Answer {
    const char *type;
    double t;
    Vec normal;
};

// Returns a hit with a normal of length 1. If the library has returned no normal, the normal points
// against the move, or up.
inline Answer hit(double t, Vec normal, const Move &move)
{
    if (!(dot(normal, normal) > 0))
        normal = move.from - move.to;
    if (!(dot(normal, normal) > 0))
        normal = { 0, 0, 1 };
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

// `bytes` is the memory that the library has, or 0 to count the memory that it has allocated by
// malloc.
inline void print_start(const Moves &all, const Loading &loading, const std::string &about,
                        size_t bytes = 0)
{
    const double ms = (now_ns() - loading.start_ns) / 1e6;
    printf("bsp-answers 1 %s\nabout %s\n", all.hash.c_str(), about.c_str());
    printf("loaded %.3f %zu\n", ms, bytes > 0 ? bytes : bytes_in_use() - loading.bytes);
}

// The number of queries between two readings of the clock. Each query gets an equal share of their
// time. Reading the clock takes as long as a fast query, so its share is small.
constexpr size_t queries_per_clock = 64;

// Answers all moves again, in shuffled order, for the mean time.
template <typename World>
void trace_again(World &world, const Moves &all, const std::vector<char> &supports)
{
    double sum = 0;
    size_t n_traced = 0;
    const double start = now_ns();
    for (unsigned i : all.again)
        if (supports[all.moves[i].shape]) {
            sum += world.trace(all.moves[i]).t;
            n_traced++;
        }
    const double ns = now_ns() - start;
    // always true; the result is used so that the compiler keeps the queries
    if (n_traced > 0 && sum >= 0)
        printf("again %.1f\n", ns / double(n_traced));
}

inline void print_answer(size_t i, const Answer &a, double ns)
{
    printf("answer %zu %s %.17g %.17g %.17g %.17g %.1f\n", i, a.type, a.t, a.normal.x, a.normal.y,
           a.normal.z, ns);
}

// Answers all moves. World has bool supports(const Shape &) and Answer trace(const Move &).
template <typename World> void answer_all(World &world, const Moves &all)
{
    std::vector<char> supports;
    for (const Shape &shape : all.shapes)
        supports.push_back(world.supports(shape));
    std::vector<size_t> run;
    std::vector<Answer> answers(queries_per_clock);
    for (size_t i = 0; i < all.moves.size();) {
        const size_t first = i;
        for (run.clear(); i < all.moves.size() && run.size() < queries_per_clock; i++)
            if (supports[all.moves[i].shape])
                run.push_back(i);
        const double start = now_ns();
        for (size_t k = 0; k < run.size(); k++)
            answers[k] = world.trace(all.moves[run[k]]);
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
    trace_again(world, all, supports);
    puts("end");
}

#endif

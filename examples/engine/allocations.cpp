// allocations: operator new, counted. In a file of its own, so that no compiler takes one of the
// pair in line, which tools that replace both would take for a mistake.
#include "allocations.h"

#include <cstdlib>
#include <new>

static unsigned long n_allocations;

unsigned long allocations()
{
    return n_allocations;
}

void *operator new(std::size_t size)
{
    n_allocations++;
    if (void *p = std::malloc(size > 0 ? size : 1))
        return p;
    throw std::bad_alloc();
}

void operator delete(void *p) noexcept
{
    std::free(p);
}

void operator delete(void *p, std::size_t) noexcept
{
    std::free(p);
}

// allocations: counts calls of operator new. It is a separate file so that compilers cannot inline
// only one of new and delete, which tools that replace both would report as a mismatch.
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

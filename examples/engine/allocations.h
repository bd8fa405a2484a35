// allocations: how often operator new has been asked for memory.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

unsigned long allocations();

#endif

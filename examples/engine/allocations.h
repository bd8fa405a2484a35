// allocations: returns the number of times that operator new has allocated memory.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

unsigned long allocations();

#endif

/* saved: the structures in an onion tree's file that are not plain arrays of the tree. */
#ifndef ONION_SAVED_INSIDE_H
#define ONION_SAVED_INSIDE_H

#include "trace/saved.h"

/* A space. */
typedef struct {
    double mins[3], maxs[3];
    uint32_t mask; /* the contents that stop the box; 0: all of them */
    uint32_t name; /* its offset in the array "names"; or ONION_SAVED_NO_NAME */
    uint64_t zero;
} OnionSavedSpace;

#define ONION_SAVED_NO_NAME UINT32_MAX

/* Fields of OnionTree that no other array of the file holds. */
typedef struct {
    uint32_t n_filled, zero;
} OnionSavedTree;

#endif

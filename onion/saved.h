/* saved: what of an onion tree's file is no plain array of the tree. */
#ifndef ONION_SAVED_INSIDE_H
#define ONION_SAVED_INSIDE_H

#include "onion-saved.h"
#include "trace/saved.h"

/* A space. */
typedef struct {
    double mins[3], maxs[3];
    uint32_t mask; /* the contents that stop it; 0: all do */
    uint32_t name; /* where it begins in the names; ONION_SAVED_NO_NAME: it has none */
    uint64_t zero;
} OnionSavedSpace;

#define ONION_SAVED_NO_NAME UINT32_MAX

/* The rest of the tree. */
typedef struct {
    uint32_t n_filled, zero;
} OnionSavedTree;

#endif

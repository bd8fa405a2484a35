/* saved: the structures in an onion tree's file that loading converts. The tree uses all other
 * arrays as they are in the file.
 */
#ifndef ONION_SAVED_INSIDE_H
#define ONION_SAVED_INSIDE_H

#include "saved/saved.h"

/* A space, as stored in the file. */
typedef struct {
    double mins[3], maxs[3];
    uint32_t mask;            /* the contents that stop the box; 0 selects all contents */
    uint32_t name;            /* offset of the name in the array "names", or ONION_SAVED_NO_NAME */
    uint32_t is_filled, zero; /* is_filled is 1 if the outside is filled, otherwise 0 */
} OnionSavedSpace;

#define ONION_SAVED_NO_NAME UINT32_MAX

#endif

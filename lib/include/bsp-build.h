/* bsp-build: the options that all tree builders share.
 *
 * They set the choice of splitting planes, the filling of the outside, and the limits of the work.
 */
#ifndef BSP_BUILD_H
#define BSP_BUILD_H

#include <glib.h>

#include "bsp-bounds.h"

G_BEGIN_DECLS

/* How a builder chooses the next splitting plane. */
typedef enum {
    BSP_SPLIT_LIKELY,  /* chooses by the mean number of faces that a query still meets; this rule
                          gave the fastest queries on real levels */
    BSP_SPLIT_COUNTING /* chooses by counts of faces, as in the articles */
} BspSplitRule;

/* Receives the fraction of the work that is done, 0 to 1, which never decreases. The callback
 * returns FALSE to cancel the build, and is then not called again. Any building thread may call it,
 * but only one at a time. It should return soon, because other threads wait for it. */
typedef gboolean (*BspProgressFunc)(double done, gpointer user_data);

typedef enum {
    BSP_FILL_OFF,  /* only brushes are solid */
    BSP_FILL_AUTO, /* fill sealed worlds, but not leaking ones */
    BSP_FILL_ON    /* the build fails with BSP_ERROR_VALUE if the world leaks, or if no start is in
                      empty space; with BSP_ERROR_GEOMETRY if cracks cannot be closed */
} BspFillMode;

/* Units. The widest crack that filling can close. No player's body squeezes through a crack of this
 * width. */
#define BSP_MOST_CRACK 1

/* The result of filling the outside of one space. */
typedef enum {
    BSP_FILL_DONE,       /* filled */
    BSP_FILL_AS_SMALLER, /* filled, but no start is free for the box. So the space that a smaller
                            box does not reach is solid */
    BSP_FILL_LEAKS,      /* not filled, because a start reaches the outside */
    BSP_FILL_NO_START,   /* not filled, because no start is in empty space, or free for the box */
    BSP_FILL_NOT_GROWN   /* not filled, because a brush cannot be grown to close cracks */
} BspFillOutcome;

typedef struct {
    const char *space;    /* the name of the space, or NULL */
    const BspBounds *box; /* the box for which the solid is expanded, or NULL */
    BspFillOutcome outcome;
    BspVec from, to; /* for BSP_FILL_LEAKS, the ends of a path from a start to the outside */
} BspFillNote;

/* Receives the result for each space that is to be filled. Any building thread may call it, but
 * only one at a time. The order of spaces is not defined. */
typedef void (*BspFillFunc)(const BspFillNote *note, gpointer user_data);

/* If all bytes are 0, all options have their defaults. The builder copies nothing, so all pointers
 * must stay valid while it works. */
typedef struct {
    BspFillMode fill;
    const GArray
        *starts;  /* positions (BspVec) known to be inside the level; NULL if there are none */
    double crack; /* units, at most BSP_MOST_CRACK: filling counts an opening narrower than this as
                     closed. 0 means BSP_BRACKET, which keeps answers inside the bracket */
    BspFillFunc filled; /* reports the result of filling; may be NULL */
    gpointer filled_data;
    BspSplitRule split;
    gboolean plain; /* do not share equal subtrees, and make no space nodes in an onion. The tree is
                       larger and slower, with the same answers */
    guint n_threads; /* number of threads that build, including the caller's; 0 means one for each
                        processor */
    BspProgressFunc progress; /* reports on the whole build; may be NULL */
    gpointer progress_data;
    double max_seconds; /* time limit of the whole build; 0 means no limit */
} BspBuildOptions;

G_END_DECLS

#endif

/* bsp-build: the options that all tree builders share.
 *
 * They set the choice of splitting planes, the filling of the outside, and the limits of the work.
 */
#ifndef BSP_BUILD_H
#define BSP_BUILD_H

#include <glib.h>

#include "bsp-bounds.h"

G_BEGIN_DECLS

/* The weights by which a builder chooses the next splitting plane. The score of a candidate plane
 * is
 *     on * faces on it - split * faces it splits - balance * |front - back|
 *     - likely * sum over both sides of (likelihood of the side * faces on the side * spaces).
 * The highest score wins; if several are equal, the first of them. */
typedef struct {
    double on, split, balance;
    double likely;
    double volume; /* 0 to 1: how much a side's likelihood depends on its volume; the rest is by its
                      surface */
    double spaces; /* 0 to 1: how much the cost of a side is reduced for spaces that have no face on
                      it, since their queries end on that side */
    guint max_candidates; /* per node, taken at even steps through the faces; 0: every face */
    guint max_faces; /* faces against which each candidate is scored, taken at even steps; 0: every
                        face */
    double near;     /* units: a face within this of a plane lies on it; 0: BSP_ON_PLANE */
} BspSplitWeights;

/* The weights that gave the fastest queries on real levels: the likelihood of each side, and each
 * split face counts as one additional face. */
BspSplitWeights bsp_split_weights_default(void);

/* Weights that only count faces, as in the articles, and ignore likelihood. */
BspSplitWeights bsp_split_weights_counting(void);

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

/* The result of filling the outside of one space. */
typedef enum {
    BSP_FILL_DONE,       /* filled */
    BSP_FILL_AS_SMALLER, /* filled, but no start is free for the box: space that a smaller box does
                            not reach is solid */
    BSP_FILL_LEAKS,      /* not filled: a start reaches the outside */
    BSP_FILL_NO_START,   /* not filled: no start is in empty space, or free for the box */
    BSP_FILL_NOT_GROWN   /* not filled: cracks cannot be closed, because a brush cannot be grown */
} BspFillOutcome;

typedef struct {
    const char *space;    /* the name of the space, or NULL */
    const BspBounds *box; /* the box for which the solid is expanded, or NULL */
    BspFillOutcome outcome;
    BspVec from, to; /* BSP_FILL_LEAKS: the ends of a way from a start to the outside */
} BspFillNote;

/* Receives the result for each space that is to be filled. Any building thread may call it, but
 * only one at a time. The order of spaces is not defined. */
typedef void (*BspFillFunc)(const BspFillNote *note, gpointer user_data);

/* The builder copies nothing: all pointers must stay valid while it works. */
typedef struct {
    BspFillMode fill;
    const GArray
        *starts; /* BspVec: positions known to be inside the level; required unless fill is off */
    BspFillFunc filled; /* reports the result of filling; may be NULL */
    gpointer filled_data;
    BspSplitWeights weights;
    gboolean plain; /* do not share equal subtrees, and make no space nodes in an onion: the tree is
                       larger and slower, with the same answers */
    guint n_threads;          /* threads that build, the caller's included; 0: one per processor */
    BspProgressFunc progress; /* reports on the whole build; may be NULL */
    gpointer progress_data;
    double max_seconds; /* time limit of the whole build; 0: none */
    guint64
        max_bytes; /* limit of the resident memory of the process while it builds; 0: none. Checked
                      every few milliseconds, so it may be exceeded by tens of megabytes */
} BspBuildOptions;

/* No filling, the default weights, one thread per processor, no limits. */
BspBuildOptions bsp_build_options_default(void);

G_END_DECLS

#endif

/* page: the state and functions that the files of the page to try (docs/try.md) share. They wrap
 * libbsptrace for JavaScript, which passes and receives numbers in one array, page_numbers(). At
 * any time, one level and one body are selected. Not thread-safe. */
#ifndef PAGE_H
#define PAGE_H

#include "bsp-shape.h"
#include "onion-build.h"
#include "shift-build.h"
#include "world/reading.h"

#ifdef __wasm__
#define PAGE_EXPORT(name) __attribute__((export_name(#name)))
#else
#define PAGE_EXPORT(name)
#endif

enum { METHOD_ONION, METHOD_SHIFT, METHOD_TABLE };

/* A fixed size, which needs no allocator. It is enough for the items of a slice. */
#define MAX_NUMBERS 131072

/* The maximum number of boxes of an onion that the page builds, and of layers whose edges the view
 * draws. Layer 0 has the real walls, and the others are the spaces of the onion. */
#define MAX_LAYERS 8

/* Pixels. The largest first-person view, which one processor can draw several times a second. */
#define VIEW_WIDTH 960
#define VIEW_HEIGHT 540

/* The trees of one world. The trees and the table point into the bytes of their files. */
typedef struct {
    OnionTree *onion; /* NULL if it is not loaded */
    ShiftTree *shift;
    void *bytes[2];           /* the file of the shift tree, and then the file of the onion */
    BspBrushTable *table;     /* the table of the file that was loaded last */
    BspWorld *world;          /* the brushes to build trees of; NULL if the trees are saved ones */
    unsigned char sha256[32]; /* the hash of the world */
    const char *name;         /* the name of the world; NULL if it has none */
} Level;

/* A shape in the form in which shift trees prepare it. */
typedef struct {
    BspShape shape;
    ShiftShape *prepared; /* NULL if the level has no shift tree */
} Body;

extern double numbers[MAX_NUMBERS];
extern Level *level;
extern Body body, point;
extern unsigned space; /* the onion's space for the body; the number of spaces if none is large
                          enough */
extern double rise;    /* units by which the origin of the space's box is above the body's origin */
extern uint32_t mask;  /* the mask of shift trees and tables for the body */

BspVec get_vec(unsigned at);
void put_vec(unsigned at, BspVec v);

/* Frees the prepared shapes, which refer to the level's trees. It must precede drop_tree(), and
 * page_set_body() prepares the shapes anew. */
void free_shapes(void);
void drop_tree(bool is_onion);

unsigned page_n_spaces(void);

/* Traces the body `of`. The onion traces the box of the selected space instead. */
BspTransition trace(int method, const Body *of, BspVec from, BspVec to, BspCounters *counters);

#endif

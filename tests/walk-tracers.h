/* walk-tracers: all tracers that a character can walk with, over one solid. */
#ifndef WALK_TRACERS_H
#define WALK_TRACERS_H

#include "walk/walk.h"

/* The trees and tables of a solid. Each is built when a tracer first needs it. */
typedef struct WalkWorld WalkWorld;

typedef enum {
    WALK_IDEAL, /* the reference itself, which checks both it and the functions that move a body */
    WALK_ONION,
    WALK_ARTICLE, /* an onion built as in the article */
    WALK_MULTI,
    WALK_BRUSHES,
    WALK_SHIFT,
    WALK_SHIFT_EXACT,
    WALK_TABLE /* the brush table alone */
} WalkMethod;

typedef struct {
    const char *name;
    BspShapeKind kind; /* box, sphere or capsule, of a player's size */
    double skin;
    gboolean floats; /* positions are rounded to floats */
    WalkMethod method;
} WalkTracer;

/* The last entry has a NULL name. */
extern const WalkTracer walk_tracers[];

/* The solid must outlive the world. */
WalkWorld *walk_world_new(const BspSolid *solid);
void walk_world_free(WalkWorld *world);

/* A walker that uses the tracer. The world owns the walker's data. */
CompareWalker walk_world_walker(WalkWorld *world, const WalkTracer *tracer, CompareGait gait);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(WalkWorld, walk_world_free)

#endif

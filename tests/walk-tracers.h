/* walk-tracers: all tracers that a character can walk with, over one solid. */
#ifndef WALK_TRACERS_H
#define WALK_TRACERS_H

#include "walk/walk.h"

/* The methods, the table and the references of a solid. */
typedef struct WalkWorld WalkWorld;

/* Shapes of a player's size. */
typedef enum { WALK_BOX, WALK_SPHERE, WALK_CAPSULE, WALK_SHAPES } WalkShape;

/* The name for the brush table alone, which can keep a skin. */
#define WALK_TABLE "table"

typedef struct {
    const char *name;
    WalkShape shape;
    double skin;
    gboolean floats; /* positions are rounded to floats */
    /* of compare_methods, or WALK_TABLE. NULL: the reference itself, which checks both it and the
     * functions that move a body */
    const char *method;
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

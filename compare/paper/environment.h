/* environment: the sample environment of Melax 2000, section 6: "a number of simple shapes" joined
 * by booleans, generated from a seed, and its number of faces. */
#ifndef COMPARE_PAPER_ENVIRONMENT_H
#define COMPARE_PAPER_ENVIRONMENT_H

#include "bsp-build.h"
#include "bsp-world.h"

/* The paper's environment has 774 faces and a tree of 665 nodes including leaves. This seed and
 * number of shapes give similar numbers (tests/test-paper.c). */
#define COMPARE_PAPER_SEED 798
#define COMPARE_PAPER_SIMPLE_SHAPES 36

/* Units: the width of the hall along each axis; its middle is the origin. */
#define COMPARE_PAPER_WIDTH 1024

/* A hall with n_shapes overlapping shapes: crates, pyramids, pillars, ramps, stairs, ledges, lamps
 * and beams; two of them are stairs. Coordinates are whole numbers, so that it is the same on every
 * machine. Starts are on the floor, clear of solid. The caller frees it with bsp_world_free(). */
BspWorld *compare_paper_environment(guint64 seed, guint n_shapes);

/* The number of convex faces between the world's solid and the space that its starts reach; 0 with
 * an error. */
guint compare_paper_count_faces(const BspWorld *world, GError **error);

#endif

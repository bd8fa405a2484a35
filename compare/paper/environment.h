/* environment: the sample environment of Melax 2000, section 6: "a number of simple shapes" joined
 * by booleans, made up from a seed, and what is counted of it. */
#ifndef COMPARE_PAPER_ENVIRONMENT_H
#define COMPARE_PAPER_ENVIRONMENT_H

#include "bsp-build.h"
#include "bsp-world.h"

/* The paper's has 774 faces and a tree of 665 nodes, leaves among them. With this seed and so many
 * shapes ours has about as many of both (tests/test-paper.c). */
#define COMPARE_PAPER_SEED 798
#define COMPARE_PAPER_SIMPLE_SHAPES 36

/* Units: of the hall that the shapes stand in, along each axis; its middle is the origin. */
#define COMPARE_PAPER_WIDTH 1024

/* A hall with so many shapes in it: crates, pyramids, pillars, ramps, stairs, ledges, lamps and
 * beams, which overlap. Coordinates are whole numbers, so that it is the same on every machine. Two
 * shapes of it are stairs. Starts stand on the floor, clear of matter. Free with bsp_world_free().
 */
BspWorld *compare_paper_environment(guint64 seed, guint n_shapes);

/* The number of convex faces between the matter of the world and where its starts reach; 0 with an
 * error. */
guint compare_paper_count_faces(const BspWorld *world, GError **error);

#endif

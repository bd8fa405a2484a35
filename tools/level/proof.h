/* proof: compares the pieces of a mesh with the mesh as it was read. */
#ifndef LEVEL_PROOF_H
#define LEVEL_PROOF_H

#include "bsp-world.h"

/* The mesh as it was read, before any repair: n triangles. */
typedef struct {
    BspVec (*corners)[3];
    guint *of_face; /* of each triangle: the number of its face */
    guint n;
} LevelTriangles;

/* Copies the triangles, scaled and turned by the options. The caller frees them with
 * level_triangles_free(). */
LevelTriangles *level_triangles_new(const BspMesh *mesh, const BspMeshOptions *options);

/* NULL is allowed. */
void level_triangles_free(LevelTriangles *triangles);

/* Where sampled points are. A point is inside if the mesh winds around it. */
typedef struct {
    const BspMeshReport *report;
    guint n, n_inside;
    guint n_in_none, n_in_other; /* inside, in no piece; outside, in a piece */
    guint n_in_two;              /* in more pieces than the mesh winds around the point */
    double n_wound;              /* sum of the winding numbers of the points inside */
    double volume;               /* of the mesh, in cubic units */
    gint outside; /* 1: everything outside of the mesh is solid, because it has rooms */
    gboolean has_hollow;
    guint n_looked, n_lost; /* points; those in no piece that faces enclose on all sides */
} LevelProof;

/* Compares the pieces of the world, which was made of the mesh, with the triangles. Changes the
 * triangles. The proof refers to the world. */
LevelProof level_prove(LevelTriangles *triangles, const BspWorld *world);

/* Says what is wrong and what to try if more points differ than 1 percent of those in the mesh, if
 * the volumes differ by more than a tenth, or if the pieces lack space that faces enclose. Returns
 * the exit status: COMPARE_EXIT_WRONG, or COMPARE_EXIT_GOOD. path: of the mesh, for the message. */
int level_proof_say(const LevelProof *proof, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(LevelTriangles, level_triangles_free)

#endif

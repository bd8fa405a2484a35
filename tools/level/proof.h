/* proof: compares the pieces of a mesh with the mesh as it was read. */
#ifndef LEVEL_PROOF_H
#define LEVEL_PROOF_H

#include "bsp-world.h"

/* The mesh as it was read, before any repair, as n triangles. */
typedef struct {
    BspVec (*corners)[3];
    guint *of_face; /* has the number of each triangle's face */
    guint n;
} LevelTriangles;

/* Copies the triangles, scaled and turned by the options. The caller frees them with
 * level_triangles_free(). */
LevelTriangles *level_triangles_new(const BspMesh *mesh, const BspMeshOptions *options);

/* Frees the triangles, which may be NULL. */
void level_triangles_free(LevelTriangles *triangles);

/* The number of sampled points by their positions. A point is inside if the mesh winds around
 * it. */
typedef struct {
    const BspMeshReport *report;
    guint n, n_inside;
    guint n_in_none, n_in_other; /* points inside that are in no piece, and points outside that are
                                    in a piece */
    guint n_in_two;              /* points in more pieces than the mesh winds around them */
    double n_wound;              /* the sum of the winding numbers of the points inside */
    double volume;               /* the volume of the mesh, in cubic units */
    gint outside; /* 1 if everything outside of the mesh is solid, because the mesh has rooms */
    gboolean has_hollow;
    guint n_looked, n_lost; /* points from which rays went, and those of them that faces enclose on
                               all sides but no piece contains */
} LevelProof;

/* Compares the pieces of the world, which was made of the mesh, with the triangles. Changes the
 * triangles. The proof refers to the world. */
LevelProof level_prove(LevelTriangles *triangles, const BspWorld *world);

/* Prints the faults of the pieces and advice, and returns COMPARE_EXIT_WRONG or COMPARE_EXIT_GOOD.
 * It is a fault if more points differ than 1 percent of those in the mesh, or if the volumes differ
 * by more than a tenth. It is also a fault if the pieces lack space that faces enclose. `path` is
 * that of the mesh, for the message. */
int level_proof_say(const LevelProof *proof, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(LevelTriangles, level_triangles_free)

#endif

/* proof: compares the pieces of a mesh with the mesh as it was read. */
#ifndef LEVEL_PROOF_H
#define LEVEL_PROOF_H

#include "bsp-world.h"

/* The mesh as it was read, before any repair, as n triangles. */
typedef struct {
    BspVec (*corners)[3];
    guint *of_face; /* the number of the face of each triangle */
    guint n;
} LevelTriangles;

/* Copies the triangles, scaled and turned by the options. The caller frees them with
 * level_triangles_free(). */
LevelTriangles *level_triangles_new(const BspMesh *mesh, const BspMeshOptions *options);

/* Frees the triangles, which may be NULL. */
void level_triangles_free(LevelTriangles *triangles);

/* Counts of sampled points. A point is inside if the mesh winds around it. */
typedef struct {
    const BspMeshReport *report;
    guint n, n_inside;
    /* The number of points inside that are in no piece, and of points outside that are in a
     * piece. */
    guint n_in_none, n_in_other;
    guint n_in_two; /* the number of points that are in more pieces than their winding number */
    double n_wound; /* the sum of the winding numbers of the points inside */
    double volume;  /* the volume of the mesh, in cubic units */
    gint outside;   /* 1 if everything outside of the mesh is solid, because the mesh has rooms */
    gboolean has_hollow;
    /* n_looked is the number of points from which rays went; n_lost is the number of those that
     * faces enclose on all sides, but that are in no piece. */
    guint n_looked, n_lost;
} LevelProof;

/* Compares the pieces of the world, which was made of the mesh, with the triangles. Changes the
 * triangles. The proof refers to the world. */
LevelProof level_prove(LevelTriangles *triangles, const BspWorld *world);

/* Prints the faults of the pieces and advice, and returns COMPARE_EXIT_WRONG or COMPARE_EXIT_GOOD.
 * There are three faults. The number of points that differ is above 1 percent of the points in the
 * mesh, the volumes differ by more than a tenth, or the pieces lack space that faces enclose.
 * `path` is the path of the mesh, for messages. */
int level_proof_say(const LevelProof *proof, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(LevelTriangles, level_triangles_free)

#endif

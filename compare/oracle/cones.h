/* cones: the union of convex cones with one apex. Solid looks like that close to a contact.
 *
 * A cone holds the directions v with normal . v <= 0 for all of its normals. All lengths are left
 * out: only directions are compared. */
#ifndef COMPARE_CONES_H
#define COMPARE_CONES_H

#include <glib.h>

#include "bsp-plane.h"

typedef struct {
    GArray *normals; /* BspVec of length 1, cone after cone */
    GArray *starts;  /* guint: the first normal of each cone */
} CompareCones;

CompareCones *compare_cones_new(void);
void compare_cones_free(CompareCones *cones);
void compare_cones_clear(CompareCones *cones);

/* Begins a cone, the whole space until compare_cones_add_normal() bounds it. */
void compare_cones_begin(CompareCones *cones);
void compare_cones_add_normal(CompareCones *cones, BspVec normal);

/* TRUE if, over a sector of the plane that is wide enough to matter, a cone is behind the plane and
 * none is in front of it. The plane goes through the apex. */
gboolean compare_cones_have_face(const CompareCones *cones, BspVec normal);

/* Two unit vectors that span the plane of this normal. */
void compare_span_plane(BspVec normal, BspVec *u, BspVec *v);

/* Whether a move along a face, just in front of it, leads into the cones. The direction `along` is
 * in the plane of that normal, and of length 1. A direction counts as outside of a cone if it is
 * deeper than `slack` (a sine) behind none of the cone's normals. */
gboolean compare_cones_block(const CompareCones *cones, BspVec normal, BspVec along, double slack);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareCones, compare_cones_free)

#endif

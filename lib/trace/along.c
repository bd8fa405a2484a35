/* along: the part of a vector that goes into none of several planes: its projection onto a convex
 * cone.
 *
 * The nearest vector of the cone lies inside it, in one of its planes, in the crease of two, or is
 * zero. In each case it is the projection onto that plane or crease. The longest of these
 * candidates that lies in the cone is the nearest, because a projection p of v has |v - p|^2 =
 * |v|^2 - |p|^2. */
#include "bsp-character.h"

typedef struct {
    const BspVec *normals;
    unsigned n;
    double slack; /* how far into a plane counts as along it */
    BspVec best;
    double square; /* of its length */
} Cone;

static bool is_in(const Cone *cone, BspVec p)
{
    for (unsigned i = 0; i < cone->n; i++)
        if (!(bsp_vec_dot(cone->normals[i], p) >= -cone->slack))
            return false;
    return true;
}

static void consider(Cone *cone, BspVec p)
{
    double square = bsp_vec_dot(p, p);
    if (square > cone->square && is_in(cone, p)) {
        cone->square = square;
        cone->best = p;
    }
}

static BspVec without(BspVec v, BspVec normal)
{
    return bsp_vec_mad(v, -bsp_vec_dot(v, normal), normal);
}

/* The crease of two almost parallel planes is inexact, so the result is projected onto the planes
 * once more. */
static void consider_crease(Cone *cone, BspVec v, BspVec a, BspVec b)
{
    BspVec crease = bsp_vec_cross(a, b);
    double square = bsp_vec_dot(crease, crease);
    if (!(square > 0))
        return;
    BspVec p = bsp_vec_scale(crease, bsp_vec_dot(v, crease) / square);
    consider(cone, without(without(p, a), b));
}

/* The vector of the cone nearest to v, which must be outside the cone. */
static BspVec nearest(Cone *cone, BspVec v)
{
    for (unsigned i = 0; i < cone->n; i++)
        consider(cone, without(v, cone->normals[i]));
    for (unsigned i = 0; i < cone->n; i++)
        for (unsigned k = 0; k < i; k++)
            consider_crease(cone, v, cone->normals[k], cone->normals[i]);
    return cone->best;
}

/* Shortens p if rounding may have made it longer than v. */
static BspVec no_longer(BspVec p, BspVec v)
{
    const double less = 1 - 0x1p-50;
    return bsp_vec_dot(p, p) > less * bsp_vec_dot(v, v) ? bsp_vec_scale(p, less) : p;
}

/* A power of two that scales the vector so that squares neither underflow nor overflow. */
static double scale_of(BspVec v)
{
    double most = fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z));
    return most < 1e-100 ? 0x1p600 : most > 1e100 ? 0x1p-600 : 1;
}

BspVec bsp_slide_along(BspVec v, const BspVec *normals, unsigned n)
{
    double scale = scale_of(v);
    BspVec scaled = bsp_vec_scale(v, scale);
    Cone cone = { normals, n, BSP_SAME_NORMAL * bsp_vec_length(scaled), bsp_vec(0, 0, 0), 0 };
    if (is_in(&cone, scaled))
        return v;
    return bsp_vec_scale(no_longer(nearest(&cone, scaled), scaled), 1 / scale);
}

/* respond: the remaining movement after a contact. */
#include "run/respond.h"

/* Projects v onto plane i. TRUE if the result does not go into any of the other planes. */
static gboolean along_plane(const CompareContacts *c, guint i, BspVec v, BspVec *along)
{
    *along = bsp_vec_mad(v, -bsp_vec_dot(v, c->normals[i]), c->normals[i]);
    for (guint k = 0; k < c->n; k++)
        if (bsp_vec_dot(*along, c->normals[k]) < -BSP_TOUCH)
            return FALSE;
    return TRUE;
}

static BspVec slide_rest(CompareContacts *c, BspVec v, BspVec normal)
{
    BspVec along;
    if (c->n == COMPARE_MAX_PLANES)
        return bsp_vec(0, 0, 0);
    c->normals[c->n++] = normal;
    for (guint i = 0; i < c->n; i++)
        if (along_plane(c, i, v, &along))
            return along;
    if (c->n == 2) {
        BspVec crease = bsp_vec_cross(c->normals[0], c->normals[1]);
        double square = bsp_vec_dot(crease, crease);
        if (square > BSP_TOUCH)
            return bsp_vec_scale(crease, bsp_vec_dot(v, crease) / square);
    }
    return bsp_vec(0, 0, 0);
}

BspVec compare_respond(CompareResponse response, CompareContacts *contacts, BspVec rest,
                       BspVec normal)
{
    switch (response) {
    case COMPARE_SLIDE:
        return slide_rest(contacts, rest, normal);
    case COMPARE_BOUNCE:
        return bsp_vec_mad(rest, -2 * bsp_vec_dot(rest, normal), normal);
    case COMPARE_STOP:
        break;
    }
    return bsp_vec(0, 0, 0);
}

/* face-set: the faces of a region during compilation. */
#include "build/face-set.h"

void bsp_face_set_clear(BspFaceSet *faces)
{
    for (guint i = 0; i < faces->n; i++)
        g_free(faces->v[i].polygon);
    g_free(faces->v);
    *faces = (BspFaceSet){ NULL, 0 };
}

void bsp_face_set_add(BspFaceSet *faces, BspPolygon *polygon, const BspCompileFace *of)
{
    if (polygon)
        faces->v[faces->n++] = bsp_build_face(polygon, of->plane, of->space);
}

void bsp_face_set_partition(BspFaceSet *faces, const BspPlane *planes, const BspPlane *plane,
                            guint number, double near, BspFaceSet sides[2])
{
    g_autofree guint8 *where = g_malloc(faces->n); /* BspSide of each face */
    guint count[4] = { 0 };
    for (guint i = 0; i < faces->n; i++) {
        where[i] = faces->v[i].plane == number
                       ? BSP_SIDE_ON
                       : (guint8)bsp_build_face_side(&faces->v[i], planes, plane, near);
        count[where[i]]++;
    }
    BspFaceSet front = { g_new(BspCompileFace, count[BSP_SIDE_FRONT] + count[BSP_SIDE_STRADDLE]),
                         0 };
    BspFaceSet back = { faces->v, 0 };
    for (guint i = 0; i < faces->n; i++) {
        BspCompileFace face = faces->v[i];
        BspPolygon *pieces[2] = { NULL, NULL };
        if (where[i] == BSP_SIDE_FRONT) {
            front.v[front.n++] = face;
        } else if (where[i] == BSP_SIDE_BACK) {
            back.v[back.n++] = face;
        } else {
            if (where[i] == BSP_SIDE_STRADDLE)
                bsp_polygon_split(face.polygon, plane, near, &pieces[0], &pieces[1]);
            bsp_face_set_add(&front, pieces[0], &face);
            bsp_face_set_add(&back, pieces[1], &face);
            g_free(face.polygon);
        }
    }
    back.v = g_renew(BspCompileFace, back.v, back.n);
    *faces = (BspFaceSet){ NULL, 0 };
    sides[0] = front;
    sides[1] = back;
}

BspFaceSet bsp_face_set_take_space(BspFaceSet *faces, guint space)
{
    BspFaceSet taken = { g_new(BspCompileFace, faces->n), 0 };
    for (guint i = 0; i < faces->n; i++)
        if (faces->v[i].space == space) {
            taken.v[taken.n++] = faces->v[i];
            faces->v[i].polygon = NULL;
        }
    taken.v = g_renew(BspCompileFace, taken.v, taken.n);
    return taken;
}

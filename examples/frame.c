/* frame: what an engine does in its frame: it asks, and links nothing but libbsptrace.
 *
 *     cc -shared -fPIC frame.c $(pkg-config --cflags --libs bsptrace) -o frame.so */
#include <onion-boxes.h>
#include <shift-tree.h>

void frame_slide(OnionCursor *cursor, BspVec *position, BspVec velocity);
bool frame_sees(const ShiftTree *tree, BspVec from, BspVec to);

/* Moves an object as far as it gets, and along what stops it for the rest of the way. */
void frame_slide(OnionCursor *cursor, BspVec *position, BspVec velocity)
{
    for (int i = 0; i < 3; i++) {
        BspTransition tr = onion_cursor_first_transition(cursor, *position,
                                                         bsp_vec_add(*position, velocity), NULL);
        *position = tr.point;
        if (tr.type != BSP_EMPTY_TO_SOLID)
            return;
        velocity = bsp_vec_scale(velocity, 1 - tr.t);
        velocity = bsp_vec_mad(velocity, -bsp_vec_dot(velocity, tr.plane.normal), tr.plane.normal);
    }
}

bool frame_sees(const ShiftTree *tree, BspVec from, BspVec to)
{
    BspShape point = bsp_shape_point();
    return shift_tree_hit_check(tree, &point, from, to, NULL).type == BSP_EMPTY;
}

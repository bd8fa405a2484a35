/* frame: what an engine does in its frame: it asks, and links nothing but libbsptrace.
 *
 *     cc -shared -fPIC frame.c $(pkg-config --cflags --libs bsptrace) -o frame.so */
#include <bsp-character.h>
#include <onion-boxes.h>
#include <shift-tree.h>

void frame_slide(OnionCursor *cursor, BspVec *position, BspVec velocity);
bool frame_sees(const ShiftTree *tree, BspVec from, BspVec to);

/* A tracer of one's own, which asks by way of the boxes of empty space. */
static void trace_cursor(void *cursor, BspVec from, BspVec to, BspTransition *tr)
{
    *tr = onion_cursor_first_transition(cursor, from, to, NULL);
}

/* Moves an object as far as it gets, and along what stops it for the rest of the way. */
void frame_slide(OnionCursor *cursor, BspVec *position, BspVec velocity)
{
    BspTracer tracer = { trace_cursor, cursor, NULL };
    BspSlide slide;
    bsp_slide_move(&tracer, *position, velocity, &slide);
    *position = slide.point;
}

bool frame_sees(const ShiftTree *tree, BspVec from, BspVec to)
{
    BspShape point = bsp_shape_point();
    return shift_tree_hit_check(tree, &point, 0, from, to, NULL).type == BSP_EMPTY;
}

/* frame: the queries that an engine makes in each frame; it links only libbsptrace.
 *
 *     cc -shared -fPIC frame.c $(pkg-config --cflags --libs bsptrace) -o frame.so */
#include <bsp-character.h>
#include <onion-tree.h>
#include <shift-tree.h>

void frame_slide(OnionMover *mover, BspVec *position, BspVec velocity);
bool frame_sees(const ShiftTree *tree, BspVec from, BspVec to);

/* Moves an object until it hits a surface, and along the surface for the rest of the move. */
void frame_slide(OnionMover *mover, BspVec *position, BspVec velocity)
{
    BspTracer tracer = onion_mover_tracer(mover);
    BspSlide slide;
    bsp_slide_move(&tracer, *position, velocity, &slide);
    *position = slide.point;
}

bool frame_sees(const ShiftTree *tree, BspVec from, BspVec to)
{
    BspShape point = bsp_shape_point();
    return shift_tree_hit_check(tree, &point, 0, from, to, NULL).type == BSP_EMPTY;
}

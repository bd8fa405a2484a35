/* frame: the queries that an engine makes in each frame. It links only libbsptrace.
 *
 *     cc -shared -fPIC frame.c $(pkg-config --cflags --libs bsptrace) -o frame.so */
#include <bsp.h>

void frame_slide(BspMover *mover, BspVec *position, BspVec velocity);
bool frame_sees(const BspLevel *level, BspVec from, BspVec to);

/* Moves an object. When it hits a surface, it slides along the surface for the rest of the move. */
void frame_slide(BspMover *mover, BspVec *position, BspVec velocity)
{
    BspTracer tracer = bsp_mover_tracer(mover);
    BspSlide slide;
    bsp_slide_move(&tracer, *position, velocity, &slide);
    *position = slide.point;
}

bool frame_sees(const BspLevel *level, BspVec from, BspVec to)
{
    BspMove ray = { .from = from, .to = to };
    BspTrace answer;
    bsp_trace(level, &ray, &answer);
    return answer.tr.type == BSP_EMPTY;
}

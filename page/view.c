/* view: draws the rows of the plan and of the first-person view, by a query for each pixel. */
#include "page/page.h"

static uint8_t pixels[VIEW_WIDTH * VIEW_HEIGHT * 4];

/* Returns a row of the plan view, with a byte for each of n positions. Numbers 0 to 2 are the first
 * position, 3 is the distance of positions along x, and 4 is the height at which solid is shown. A
 * byte has bit 0 if the position is solid, and bit 1 if the body does not fit there. It has bit 2
 * if something is solid above or below the position, as far as the body reaches. Bits 4 to 7 are
 * the number of the onion's spaces in which the position is solid, at most 15. */
PAGE_EXPORT(page_row) uint8_t *page_row(int method, unsigned n)
{
    static uint8_t row[VIEW_WIDTH]; /* not in `pixels`, because the view may be half drawn */
    BspVec p = get_vec(0);
    for (unsigned i = 0; i < n && i < VIEW_WIDTH; i++, p.x += numbers[3]) {
        BspVec shown = bsp_vec(p.x, p.y, numbers[4]);
        BspVec low = bsp_vec(p.x, p.y, p.z + body.shape.bounds.mins.z),
               high = bsp_vec(p.x, p.y, p.z + body.shape.bounds.maxs.z);
        bool is_wall = trace(METHOD_SHIFT, &point, shown, shown, NULL).type == BSP_SOLID;
        bool is_near = trace(method, &body, p, p, NULL).type == BSP_SOLID;
        bool is_tall = trace(METHOD_SHIFT, &point, low, high, NULL).type != BSP_EMPTY;
        int n_solid = 0;
        for (unsigned j = 0; j < page_n_spaces() && j < 15; j++)
            n_solid += onion_tree_point_is_solid(level->onion, j, p);
        row[i] = (uint8_t)(is_wall | is_near << 1 | is_tall << 2 | n_solid << 4);
    }
    return row;
}

/* Units. The length of the rays of the first-person view. The levels of the page are shorter. */
#define VIEW_REACH 6000.0

/* Units. An answer that lies farther before the truth than this is shown as early. It is above the
 * rounding of pixels that see a face almost from its side. */
#define VIEW_EARLY 0.25

/* Pixels. The width of the largest picture that must be drawn in one frame. */
#define VIEW_SMALL 480

typedef enum {
    SEEN_WALL,  /* a real wall */
    SEEN_GROWN, /* a wall that is grown for the body */
    SEEN_EARLY  /* the method stops the body, which touches nothing there */
} Seen;

static bool same_plane(const BspPlane *a, const BspPlane *b)
{
    return bsp_vec_dot(a->normal, b->normal) > 0.9999 && fabs(a->dist - b->dist) < 0.01;
}

/* Tells whether the answer of the method, which stops the body on its way from the eye, is early.
 */
static Seen see(int method, BspVec eye, BspVec end, const BspTransition *tr)
{
    if (method == METHOD_TABLE || tr->type != BSP_EMPTY_TO_SOLID)
        return SEEN_GROWN;
    double t = tr->t + VIEW_EARLY / VIEW_REACH;
    BspVec behind = bsp_vec_mad(eye, t, bsp_vec_sub(end, eye));
    return trace(METHOD_TABLE, &body, behind, behind, NULL).type == BSP_SOLID ? SEEN_GROWN
                                                                              : SEEN_EARLY;
}

/* Colours a pixel by the plane that stops its ray. Pixels farther away are darker. Early stops are
 * hatched.
 */
static void shade(uint8_t *pixel, const BspTransition *tr, Seen seen, bool is_stripe,
                  double light_of_page)
{
    static const double colours[][3] = { { 0.9, 0.88, 0.84 }, { 0.72, 0.84, 1 }, { 1, 0.62, 0.3 } };
    BspVec n = tr->plane.normal;
    double lit = 0.76 + 0.08 * n.x + 0.14 * n.y + 0.2 * n.z;
    double fade = 0.35 + 0.65 / (1 + tr->t * VIEW_REACH / 1200);
    double brightness = tr->type == BSP_EMPTY_TO_SOLID ? fade * lit : 0.12;
    if (seen == SEEN_EARLY && is_stripe)
        brightness *= 0.45;
    for (int i = 0; i < 3; i++)
        pixel[i] = (uint8_t)(255 * fmin(brightness * colours[seen][i] * light_of_page, 1));
    pixel[3] = 255;
}

/* Draws rows `first` to `end` - 1 of the first-person view, with one ray for each pixel, which
 * ends where the method stops the body. Numbers 0 to 2 are the eye, and 3 to 5 the direction of the
 * view's centre. Numbers 6 to 8 are the direction to its right border, and 9 to 11 that to its
 * upper border. Number 12 is the brightness. Lines are the edges of the layers in `lines`: of the
 * walls as they are for bit 0, and of the onion's space i for bit i + 1. Rows must be drawn in
 * their order. */
PAGE_EXPORT(page_view)
uint8_t *page_view(int method, unsigned lines, unsigned width, unsigned height, unsigned first,
                   unsigned end)
{
    static BspPlane above[MAX_LAYERS + 1][VIEW_WIDTH];
    BspVec eye = get_vec(0), ahead = get_vec(3), right = get_vec(6), up = get_vec(9);
    bool is_point = body.shape.bounds.maxs.x <= body.shape.bounds.mins.x && method != METHOD_ONION;
    for (unsigned y = first; y < end && y < height; y++) {
        BspPlane left[MAX_LAYERS + 1] = { 0 };
        Seen seen = SEEN_GROWN;
        BspVec line = bsp_vec_mad(ahead, 1 - 2 * (y + 0.5) / height, up);
        for (unsigned x = 0; x < width; x++) {
            uint8_t *pixel = &pixels[4 * (y * width + x)];
            BspVec ray = bsp_vec_mad(line, 2 * (x + 0.5) / width - 1, right);
            BspVec far = bsp_vec_mad(eye, VIEW_REACH / bsp_vec_length(ray), ray);
            BspTransition tr = trace(method, &body, eye, far, NULL);
            /* A small picture is of a body that moves, where fewer rays suffice. Pixels side by
             * side on one plane are mostly alike. */
            bool is_small = width <= VIEW_SMALL;
            if (x % (is_small ? 4 : 2) == 0 || !same_plane(&left[MAX_LAYERS], &tr.plane))
                seen = see(method, eye, far, &tr);
            /* Stripes of a sixtieth of the picture, so that they look alike at any width. */
            shade(pixel, &tr, is_point ? SEEN_WALL : seen, (x + y) * 60 / width % 2, numbers[12]);
            for (unsigned k = 0; k <= MAX_LAYERS; k++) {
                BspTransition layer = tr;
                if (k < MAX_LAYERS) { /* the last layer is what the body meets */
                    if (!(lines >> k & 1) || k > page_n_spaces() || (is_small && x % 2))
                        continue;
                    layer = k ? onion_tree_first_transition(level->onion, k - 1, eye, far, NULL)
                              : trace(METHOD_SHIFT, &point, eye, far, NULL);
                }
                bool at_edge = (x > 0 && !same_plane(&left[k], &layer.plane)) ||
                               (y > 0 && !same_plane(&above[k][x], &layer.plane));
                left[k] = above[k][x] = layer.plane;
                double dark = k == 0 ? 0.35 : k < MAX_LAYERS ? 0.75 : 0.6;
                for (int i = 0; at_edge && i < 3; i++)
                    pixel[i] = (uint8_t)(pixel[i] * (k && k < MAX_LAYERS && i == 2 ? 1 : dark));
            }
        }
    }
    return pixels;
}

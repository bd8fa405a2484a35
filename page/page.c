/* page: the functions that the page to try (docs/try.md) calls. They wrap libbsptrace for
 * JavaScript, which passes and receives numbers in one array, page_numbers(). At any time, one
 * level and one body are selected. Not thread-safe. */
#include <stdlib.h>
#include <string.h>

#include "bsp-character.h"
#include "bsp-edit.h"
#include "bsp-navigate.h"
#include "bsp-nodes.h"
#include "bsp-saved.h"
#include "bsp-turn.h"
#include "onion-build.h"
#include "shift-build.h"
#include "world/reading.h"

#ifdef __wasm__
#define PAGE_EXPORT(name) __attribute__((export_name(#name)))

/* Functions of lib/world that its readers call. Their files need libraries that the page lacks. */

gboolean bsp_world_check_text(const char *file, const char *text, gsize length, const char *what,
                              gsize limit, GError **error)
{
    (void)what;
    if (length <= limit && !memchr(text, '\0', length))
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX, "%s: too long, or has a NUL byte", file);
    return FALSE;
}

char *bsp_world_default_name(const char *path)
{
    return g_strdup(path);
}

void bsp_mesh_report_free(BspMeshReport *report)
{
    (void)report;
}
#else
#define PAGE_EXPORT(name)
#endif

enum { METHOD_ONION, METHOD_SHIFT, METHOD_TABLE };
typedef enum { ITEM_NODE, ITEM_BEVEL, ITEM_LEAF } ItemKind;

/* A step of a query, which goes down from a node, or reaches a leaf. */
typedef enum {
    STEP_FRONT,
    STEP_BACK,
    STEP_CUT, /* the piece of the move is cut, and its near half goes down first */
    STEP_FAR, /* the far half of the piece goes down */
    STEP_EMPTY,
    STEP_SOLID,
    STEP_TRANSITION /* the halves differ, so the move stops at the cut */
} StepKind;

/* Fixed sizes of arrays, which need no allocator. MAX_ITEMS is the maximum number of nodes and
 * leaves of a tree in a slice. MAX_NUMBERS is enough for them. */
#define MAX_NUMBERS 131072
#define MAX_LEVELS 16
#define MAX_ITEMS 8192

/* The maximum number of boxes of an onion that the page builds, and of layers whose edges the view
 * draws. Layer 0 has the real walls, and the others are the spaces of the onion. */
#define MAX_LAYERS 8

/* Pixels. The largest first-person view, which one processor can draw several times a second. */
#define VIEW_WIDTH 960
#define VIEW_HEIGHT 540

static double numbers[MAX_NUMBERS];
static uint8_t pixels[VIEW_WIDTH * VIEW_HEIGHT * 4];

/* The trees of one world. The trees and the table point into the bytes of their files. */
typedef struct {
    OnionTree *onion; /* NULL if it is not loaded */
    ShiftTree *shift;
    void *bytes[2];           /* the file of the shift tree, and then the file of the onion */
    BspBrushTable *table;     /* the table of the file that was loaded last */
    BspWorld *world;          /* the brushes to build trees of; NULL if the trees are saved ones */
    unsigned char sha256[32]; /* the hash of the world */
    const char *name;         /* of the world; NULL if it has none */
} Level;

/* A shape in the form in which shift trees prepare it. */
typedef struct {
    BspShape shape;
    ShiftShape *prepared; /* NULL if the level has no shift tree */
} Body;

static Level levels[MAX_LEVELS], *level = levels;
static Body body, point;
static unsigned space; /* the onion's space for the body; the number of spaces if none is large
                          enough */
static double rise;    /* units, by which the origin of the space's box is above the body's */
static uint32_t mask;  /* the mask of shift trees and tables for the body */

PAGE_EXPORT(page_numbers) double *page_numbers(void)
{
    return numbers;
}

PAGE_EXPORT(page_allocate) void *page_allocate(size_t n)
{
    return malloc(n);
}

/* Returns the name of the selected level. It is empty if the file has no name. */
PAGE_EXPORT(page_world) const char *page_world(void)
{
    return level->name ? level->name : "";
}

static BspVec get_vec(unsigned at)
{
    return bsp_vec(numbers[at], numbers[at + 1], numbers[at + 2]);
}

static void put_vec(unsigned at, BspVec v)
{
    numbers[at] = v.x;
    numbers[at + 1] = v.y;
    numbers[at + 2] = v.z;
}

/* --- loading --- */

static void free_shapes(void)
{
    shift_shape_free(body.prepared);
    shift_shape_free(point.prepared);
    body.prepared = point.prepared = NULL;
}

static void drop_tree(bool is_onion)
{
    if (is_onion)
        onion_tree_free(level->onion), level->onion = NULL;
    else
        shift_tree_free(level->shift), level->shift = NULL;
    free(level->bytes[is_onion]);
    level->bytes[is_onion] = NULL;
}

/* Selects the level that all other functions use. The caller then sets the body. */
PAGE_EXPORT(page_use) void page_use(unsigned i)
{
    free_shapes();
    level = &levels[i % MAX_LEVELS];
}

/* Loads a saved tree, whose bytes come from page_allocate(), into the selected level. A tree of
 * another world replaces both of its trees. Returns NULL, or the reason why the file cannot be
 * used. */
PAGE_EXPORT(page_load) const char *page_load(void *bytes, size_t length)
{
    const char *why = NULL;
    BspSavedInfo info = { 0 };
    bool is_saved = bsp_saved_info(bytes, length, &info, &why);
    bool is_onion = is_saved && info.kind == BSP_SAVED_ONION;
    OnionTree *onion = is_onion ? onion_tree_load(bytes, length, &why) : NULL;
    ShiftTree *shift = is_saved && !is_onion ? shift_tree_load(bytes, length, &why) : NULL;
    BspBrushTable *table = onion || shift ? bsp_brush_table_load(bytes, length, &why) : NULL;
    if (!table) {
        onion_tree_free(onion);
        shift_tree_free(shift);
        free(bytes);
        return why;
    }
    bool is_same_world =
        !level->world && memcmp(info.sha256, level->sha256, sizeof level->sha256) == 0;
    free_shapes();
    bsp_brush_table_free(level->table);
    level->table = table;
    drop_tree(is_onion);
    if (!is_same_world)
        drop_tree(!is_onion);
    bsp_world_free(level->world);
    level->world = NULL;
    if (is_onion)
        level->onion = onion;
    else
        level->shift = shift;
    level->bytes[is_onion] = bytes;
    memcpy(level->sha256, info.sha256, sizeof level->sha256);
    level->name = info.world;
    return NULL;
}

/* --- levels without trees --- */

static GPtrArray *new_brushes; /* BspBrush of the level that JavaScript reads */
static GArray *new_starts;     /* BspVec */

/* Gives the selected level the world's brushes, and no trees. */
static void take_world(BspWorld *read)
{
    free_shapes();
    drop_tree(true);
    drop_tree(false);
    bsp_brush_table_free(level->table);
    bsp_world_free(level->world);
    level->world = read;
    level->table = bsp_brush_table_new(read->solid, 0);
    memset(level->sha256, 0, sizeof level->sha256);
    level->name = read->name;
}

/* Adds a brush to the level that page_take_brushes() makes. It has n planes, in numbers 0 to
 * 4 n - 1; or it is the box between the corners in numbers 0 to 5 if n is 0. Returns whether it is
 * a brush. */
PAGE_EXPORT(page_brush) int page_brush(unsigned n)
{
    BspPlane planes[BSP_BRUSH_MAX_SIDES];
    if (n > BSP_BRUSH_MAX_SIDES)
        return 0;
    for (unsigned i = 0; i < n; i++)
        planes[i] = (BspPlane){ get_vec(4 * i), numbers[4 * i + 3] };
    BspBrush *brush =
        n ? bsp_brush_new_planes(planes, n, NULL) : bsp_brush_new_box(get_vec(0), get_vec(3), NULL);
    if (!new_brushes) {
        new_brushes = bsp_world_brushes_new();
        new_starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    }
    if (brush)
        g_ptr_array_add(new_brushes, brush);
    return brush != NULL;
}

/* Adds the start in numbers 0 to 2 to that level. */
PAGE_EXPORT(page_start) void page_start(void)
{
    BspVec at = get_vec(0);
    g_array_append_val(new_starts, at);
}

/* Makes the selected level of the brushes and starts that were added. Its name is not copied. */
PAGE_EXPORT(page_take_brushes) void page_take_brushes(const char *name)
{
    take_world(bsp_world_new(name, new_brushes, new_starts));
    new_brushes = NULL;
    new_starts = NULL;
}

/* Reads a level, a .map or a .bsp by the ending of `name`, with its curved surfaces. `text` has a
 * NUL behind its n bytes. Returns NULL, or the reason why it cannot be read. */
PAGE_EXPORT(page_read) const char *page_read(const char *name, char *text, size_t n)
{
    static GError *error;
    BspWorldOptions options = { .flags = BSP_WORLD_PATCHES };
    g_clear_error(&error);
    BspWorld *read = g_str_has_suffix(name, ".map")
                         ? bsp_world_read_map(name, text, n, &options, &error)
                         : bsp_world_read_bsp(name, text, n, &options, &error);
    free(text);
    if (!read)
        return error->message;
    take_world(read);
    return NULL;
}

/* Stores the i-th start of the selected level in numbers 0 to 2. Returns whether there is one. */
PAGE_EXPORT(page_get_start) int page_get_start(unsigned i)
{
    if (!level->world || i >= level->world->starts->len)
        return 0;
    put_vec(0, g_array_index(level->world->starts, BspVec, i));
    return 1;
}

/* Builds a tree of the selected level, as bsplevel build does: the onion of the n boxes in numbers
 * 0 to 6 n - 1, or a tree for plane shifting if n is 0. */
PAGE_EXPORT(page_grow) void page_grow(unsigned n)
{
    OnionSpace spaces[MAX_LAYERS] = { 0 };
    n = MIN(n, MAX_LAYERS);
    free_shapes();
    drop_tree(n > 0);
    for (unsigned i = 0; i < n; i++)
        spaces[i].box = (BspBounds){ get_vec(6 * i), get_vec(6 * i + 3) };
    if (n)
        level->onion = onion_tree_build(level->world->solid, spaces, n, NULL, NULL);
    else
        level->shift = shift_tree_build(level->world->solid, NULL, NULL);
}

/* --- the spaces of the onion --- */

PAGE_EXPORT(page_n_spaces) unsigned page_n_spaces(void)
{
    return level->onion ? onion_tree_n_spaces(level->onion) : 0;
}

/* Returns the name of the space, and stores its box in numbers 0 to 5. */
PAGE_EXPORT(page_space) const char *page_space(unsigned i)
{
    const OnionSpace *s = onion_tree_space(level->onion, i);
    put_vec(0, s->box.mins);
    put_vec(3, s->box.maxs);
    return s->name ? s->name : "";
}

/* Stores the level's bounds in numbers 0 to 5, the bytes of the onion in 6, those of the shift tree
 * in 7, and the number of brushes in 8. */
PAGE_EXPORT(page_size) void page_size(void)
{
    BspBounds bounds = bsp_brush_table_bounds(level->table);
    OnionStats onion = { 0 };
    ShiftStats shift = { 0 };
    if (level->onion)
        onion_tree_stats(level->onion, &onion);
    if (level->shift)
        shift_tree_stats(level->shift, &shift);
    put_vec(0, bounds.mins);
    put_vec(3, bounds.maxs);
    numbers[6] = (double)onion.bytes;
    numbers[7] = (double)shift.bytes;
    numbers[8] = bsp_brush_table_n_brushes(level->table);
}

/* --- the body --- */

/* Returns the smallest space of the onion whose box contains the body, if both stand on the same
 * ground. */
static unsigned find_space(void)
{
    unsigned best = page_n_spaces();
    double least = HUGE_VAL;
    for (unsigned i = 0; i < page_n_spaces(); i++) {
        const BspBounds *box = &onion_tree_space(level->onion, i)->box;
        BspVec half = bsp_bounds_half(box);
        double volume = half.x * half.y * half.z;
        BspVec up = bsp_vec(0, 0, box->mins.z - body.shape.bounds.mins.z);
        if (volume < least && bsp_bounds_contain(box, bsp_vec_add(body.shape.bounds.mins, up)) &&
            bsp_bounds_contain(box, bsp_vec_add(body.shape.bounds.maxs, up)))
            best = i, least = volume, rise = -up.z;
    }
    return best;
}

/* Sets the body, which is the box in numbers 0 to 5, or a sphere of the radius in number 0. Returns
 * the number of the onion's space for it, or page_n_spaces() if there is none. */
PAGE_EXPORT(page_set_body) unsigned page_set_body(int is_sphere)
{
    body.shape = is_sphere ? bsp_shape_sphere(numbers[0]) : bsp_shape_box(get_vec(0), get_vec(3));
    point.shape = bsp_shape_point();
    rise = 0;
    space = find_space();
    mask = space < page_n_spaces() ? onion_tree_space(level->onion, space)->mask : 0;
    free_shapes();
    if (level->shift) {
        mask = shift_tree_mask(level->shift);
        body.prepared = shift_shape_new(level->shift, &body.shape);
        point.prepared = shift_shape_new(level->shift, &point.shape);
    }
    return space;
}

/* --- traces --- */

/* Traces the body `of`. The onion traces the box of the selected space instead. */
static BspTransition trace(int method, const Body *of, BspVec from, BspVec to,
                           BspCounters *counters)
{
    if (method == METHOD_ONION) {
        BspVec up = bsp_vec(0, 0, rise);
        BspTransition tr = onion_tree_first_transition(level->onion, space, bsp_vec_add(from, up),
                                                       bsp_vec_add(to, up), counters);
        tr.point = bsp_vec_sub(tr.point, up);
        tr.plane.dist -= rise * tr.plane.normal.z;
        return tr;
    }
    if (method == METHOD_SHIFT && of->prepared)
        return shift_shape_hit_check(of->prepared, from, to, counters);
    BspTrace answer;
    BspMove move = { from, to, &of->shape, mask, 0 };
    bsp_brush_table_trace(level->table, &move, &answer);
    return answer.tr;
}

/* Traces the body from numbers 0 to 2 to numbers 3 to 5, while it turns about the upright axis.
 * Onions do not turn bodies. Stores the class in number 8, t in 9, the point in 10 to 12, the plane
 * in 13 to 16, and the number of visited nodes in 17. Number 18 is the brush that was hit, or -1.
 * Then follow the number of points at which body and brushes touch, and these points. */
PAGE_EXPORT(page_trace) void page_trace(int method, double degrees)
{
    BspCounters counters = { 0 };
    BspTrace answer;
    BspMove move = { get_vec(0), get_vec(3), &body.shape, mask, 0 };
    BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 1), degrees);
    BspContactPoint contacts[8];
    unsigned n = 0;
    bool is_named = false;
    if (degrees == 0) {
        answer.tr = trace(method, &body, move.from, move.to, &counters);
        is_named = bsp_brush_table_hit(level->table, &move, &answer);
    } else if (method == METHOD_SHIFT) {
        answer.tr = shift_tree_hit_check_turning(level->shift, &body.shape, &turn, move.from,
                                                 move.to, &counters);
    } else {
        is_named = bsp_brush_table_trace_turning(level->table, &move, &turn, &answer);
        n = bsp_brush_table_contacts(level->table, &move, &turn, answer.tr.t, BSP_BRACKET, contacts,
                                     8);
    }
    numbers[8] = answer.tr.type;
    numbers[9] = answer.tr.t;
    put_vec(10, answer.tr.point);
    put_vec(13, answer.tr.plane.normal);
    numbers[16] = answer.tr.plane.dist;
    numbers[17] = (double)counters.nodes;
    numbers[18] = is_named ? (double)answer.hit.brush : -1;
    numbers[19] = n = n < 8 ? n : 8;
    for (unsigned i = 0; i < n; i++)
        put_vec(20 + 3 * i, contacts[i].point);
}

/* Traces a move of the body for a BspTracer. `method` points to an int. */
static void mover_trace(void *method, BspVec from, BspVec to, BspTrace *answer)
{
    answer->tr = trace(*(const int *)method, &body, from, to, NULL);
}

/* Slides the body from numbers 0 to 2 by the displacement in numbers 3 to 5. It climbs steps of at
 * most number 6, and finds the ground within number 7 below. Stores the point in numbers 8 to 10,
 * the displacement that remains in 11 to 13, and the contacts in 14. Stores in 15 whether the body
 * is stuck, in 16 the kind of ground, and in 17 to 19 the point on the ground. */
PAGE_EXPORT(page_walk) void page_walk(int method)
{
    BspTracer tracer = { mover_trace, &method, NULL, NULL };
    BspStepping stepping = { numbers[6], 0.7 };
    BspSlide slide;
    BspGround ground;
    bsp_step_move(&tracer, get_vec(0), get_vec(3), &stepping, &slide);
    bsp_ground_probe(&tracer, slide.point, numbers[7], stepping.walkable, &ground);
    put_vec(8, slide.point);
    put_vec(11, slide.delta);
    numbers[14] = slide.n_contacts;
    numbers[15] = slide.stuck;
    numbers[16] = ground.kind;
    put_vec(17, ground.point);
}

/* --- pictures --- */

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

/* --- a floor plan --- */

static BspNavigation *navigation;

/* Loads a graph, whose bytes come from page_allocate(). Returns the number of its sizes. */
PAGE_EXPORT(page_floors) unsigned page_floors(void *bytes, size_t length)
{
    navigation = bsp_navigation_load(bytes, length, NULL);
    return navigation ? bsp_navigation_n_sizes(navigation) : 0;
}

/* Returns the name of a size of the graph. */
PAGE_EXPORT(page_walker) const char *page_walker(unsigned size)
{
    BspNavWalker walker;
    bsp_navigation_walker(navigation, size, &walker);
    return walker.name ? walker.name : "";
}

/* Stores the box of a size in numbers 0 to 5. Then follow, for each area, the number of its
 * corners, and the corners. Returns the number of areas. */
PAGE_EXPORT(page_areas) unsigned page_areas(unsigned size)
{
    BspNavWalker walker;
    unsigned first, n = bsp_navigation_areas(navigation, size, &first), at = 6;
    bsp_navigation_walker(navigation, size, &walker);
    put_vec(0, walker.box.mins);
    put_vec(3, walker.box.maxs);
    for (unsigned i = 0; i < n; i++) {
        BspNavArea area;
        bsp_navigation_area(navigation, first + i, &area);
        numbers[at++] = area.n_vertices;
        for (unsigned k = 0; k < area.n_vertices && at + 2 < MAX_NUMBERS; k++) {
            numbers[at++] = area.vertices[k].x;
            numbers[at++] = area.vertices[k].y;
        }
    }
    return n;
}

/* Finds a path of that size from numbers 0 to 2 to numbers 3 to 5. Stores its corners from number 0
 * on. Returns their number; 0 if there is no path; -1 or -2 if the body does not fit at its start,
 * or its end. */
PAGE_EXPORT(page_path) int page_path(unsigned size)
{
    static void *memory;
    static BspNavCorner corners[256];
    BspNavPoint from, to;
    BspNavPath path;
    if (!bsp_navigation_find(navigation, size, get_vec(0), 1, &from))
        return -1;
    if (!bsp_navigation_find(navigation, size, get_vec(3), 1, &to))
        return -2;
    free(memory);
    memory = malloc(bsp_navigation_path_bytes(navigation, size));
    if (!memory || !bsp_navigation_path(navigation, &from, &to, NULL, memory, &path))
        return 0;
    unsigned n = bsp_navigation_corners(navigation, &path, corners, 256);
    n = n < 256 ? n : 256;
    put_vec(0, from.at);
    for (unsigned i = 0; i < n; i++)
        put_vec(3 + 3 * i, corners[i].at);
    return (int)n + 1;
}

/* --- a tree in a slice, and a query of it --- */

/* The maximum number of corners of a polygon. Each plane that cuts a polygon adds at most one
 * corner. */
#define MAX_CORNERS 64

/* Square units. A polygon with less area counts as empty, because rounding alone leaves it. */
#define FLAT 1e-3

typedef struct {
    unsigned n;
    double at[MAX_CORNERS][2];
} Polygon;

/* A node or leaf of the tree. Equal subtrees, which the tree stores once, are separate items. */
typedef struct {
    ItemKind kind;
    int parent, child[2]; /* items; -1 if there is none, or if it is not in the slice */
    BspPlane plane;
    double over, under; /* the distances by which a query moves the plane, for its front and for its
                           back */
    double solid; /* the bits of an onion's leaf; 1 if the leaf of another tree is solid, or 0 */
    /* The point of a leaf that decides whether it is solid (Golodetz 2013, Listing 4). */
    BspVec point;
    Polygon cell;  /* the part of the cell in the slice */
    Polygon grown; /* the cell with its planes shifted for the body */
} Item;

static Item items[MAX_ITEMS];
static unsigned n_items;
static int sliced_method;
static double slice_z;

/* Cuts off the part of the polygon in front of the plane. Returns whether a part remains. */
static bool cut_polygon(Polygon *p, BspPlane plane)
{
    Polygon left = { 0 };
    double limit = plane.dist - plane.normal.z * slice_z, area = 0;
    for (unsigned i = 0; i < p->n; i++) {
        const double *a = p->at[i], *b = p->at[(i + 1) % p->n];
        double da = plane.normal.x * a[0] + plane.normal.y * a[1] - limit;
        double db = plane.normal.x * b[0] + plane.normal.y * b[1] - limit;
        if (da <= 0)
            memcpy(left.at[left.n++], a, sizeof left.at[0]);
        if (da * db < 0) {
            double t = da / (da - db);
            left.at[left.n][0] = a[0] + t * (b[0] - a[0]);
            left.at[left.n++][1] = a[1] + t * (b[1] - a[1]);
        }
    }
    for (unsigned i = 2; i < left.n; i++)
        area += (left.at[i - 1][0] - left.at[0][0]) * (left.at[i][1] - left.at[0][1]) -
                (left.at[i - 1][1] - left.at[0][1]) * (left.at[i][0] - left.at[0][0]);
    if (fabs(area) < 2 * FLAT || left.n > MAX_CORNERS - 2)
        left.n = 0;
    *p = left;
    return left.n > 0;
}

static void finish_leaf(Item *item, unsigned value)
{
    BspVec sum = bsp_vec(0, 0, 0);
    const Polygon *p = item->cell.n ? &item->cell : &item->grown;
    for (unsigned i = 0; i < p->n; i++)
        sum = bsp_vec_add(sum, bsp_vec(p->at[i][0], p->at[i][1], slice_z));
    item->kind = ITEM_LEAF;
    item->point = bsp_vec_scale(sum, 1.0 / p->n);
    item->solid = value != 0;
    if (sliced_method == METHOD_ONION) {
        uint64_t bits; /* one number is enough, because the onions of figures have few spaces */
        onion_tree_descriptor(level->onion, item->point, &bits);
        item->solid = (double)bits;
    }
}

/* Adds the nodes and leaves of the subtree that are in the cell, or in the grown cell. Returns the
 * item of its root, or -1 if there are too many items. */
static int add_items(const BspNodes *nodes, int32_t at, int parent, const Polygon *cell,
                     const Polygon *grown)
{
    if (n_items == MAX_ITEMS)
        return -1;
    int number = (int)n_items++;
    Item *item = &items[number];
    *item = (Item){ .parent = parent, .child = { -1, -1 }, .cell = *cell, .grown = *grown };
    at = bsp_nodes_in(nodes, at, space);
    if (at < 0) {
        finish_leaf(item, (unsigned)~at);
        return number;
    }
    BspNodeView node = bsp_nodes_view(nodes, at);
    bool is_bevel = node.kind == BSP_NODE_BEVEL;
    item->kind = is_bevel ? ITEM_BEVEL : ITEM_NODE;
    item->plane = node.plane;
    if (sliced_method == METHOD_SHIFT) {
        ShiftOffsets offsets = shift_tree_offsets(level->shift, at, &body.shape);
        item->over = offsets.over;
        item->under = offsets.under;
    }
    for (unsigned side = 0; side < 2; side++) {
        if (is_bevel && side != shift_tree_under_bevel(level->shift, at))
            continue;
        Polygon here = *cell, wider = *grown;
        BspPlane plane = side ? node.plane : bsp_plane_flipped(&node.plane);
        bool is_here = is_bevel ? here.n > 0 : cut_polygon(&here, plane);
        plane.dist += side ? item->under : -item->over;
        if (cut_polygon(&wider, plane) || is_here)
            item->child[side] = add_items(nodes, node.child[side], number, &here, &wider);
    }
    return number;
}

static unsigned put_polygon(unsigned at, const Polygon *p)
{
    memcpy(&numbers[at], p->at, p->n * sizeof p->at[0]);
    return at + 2 * p->n;
}

/* Lists the nodes and leaves of a tree in a slice. Its plane is z = number 2, and its rectangle
 * reaches from numbers 0, 1 to numbers 3, 4. If the tree is a shift tree, its planes are shifted
 * for the body. Returns the number of items. Stores for each item, from number 0 on, its ItemKind,
 * its parent, the side of the parent, and the line of its plane (a, b, c with a x + b y = c). Then
 * follow over, under, solid, and the point that decides (x, y). Last come the numbers of corners of
 * its cell and of its grown cell, and the corners of both. */
PAGE_EXPORT(page_tree) unsigned page_tree(int method)
{
    BspVec low = get_vec(0), high = get_vec(3);
    Polygon all = {
        4, { { low.x, low.y }, { high.x, low.y }, { high.x, high.y }, { low.x, high.y } }
    };
    const BspNodes *nodes =
        method == METHOD_ONION ? onion_tree_nodes(level->onion) : shift_tree_nodes(level->shift);
    n_items = 0;
    slice_z = low.z;
    sliced_method = method;
    add_items(nodes, bsp_nodes_root(nodes), -1, &all, &all);
    unsigned at = 0, i = 0;
    for (; i < n_items && at + 13 + 4 * MAX_CORNERS < MAX_NUMBERS; i++) {
        const Item *item = &items[i];
        const BspPlane *plane = &item->plane;
        int side = item->parent >= 0 && items[item->parent].child[1] == (int)i;
        double fields[] = {
            item->kind,      item->parent,    side,
            plane->normal.x, plane->normal.y, plane->dist - plane->normal.z * slice_z,
            item->over,      item->under,     item->solid,
            item->point.x,   item->point.y,   item->cell.n,
            item->grown.n
        };
        memcpy(&numbers[at], fields, sizeof fields);
        at = put_polygon(at + 13, &item->cell);
        at = put_polygon(at, &item->grown);
    }
    return i;
}

/* A query that records its steps. */
typedef struct {
    BspVec from, to;
    unsigned n;
    double hit; /* for a shift tree, the time of the first impact so far; 2 if there is none */
    bool starts_solid; /* for an onion, whether the first leaf is solid */
} Query;

static void put_step(Query *q, int item, StepKind kind, double from, double to)
{
    double fields[] = { item, kind, from, to };
    if (4 * q->n + 4 < MAX_NUMBERS)
        memcpy(&numbers[4 * q->n++], fields, sizeof fields);
}

/* Follows Listing 5 (Golodetz 2013) without its coplanar case, as in trace/listing5.h. The query
 * ends at the first leaf that differs in kind from the first leaf. The piece of the move entered
 * the item through the plane of item `crossed`. Returns whether the query has ended. */
static bool find_transition(Query *q, int at, int crossed, double from, double to)
{
    if (at < 0)
        return false;
    const Item *item = &items[at];
    if (item->kind == ITEM_LEAF) {
        bool solid = space < 53 && (uint64_t)item->solid >> space & 1;
        put_step(q, at, solid ? STEP_SOLID : STEP_EMPTY, from, to);
        if (crossed < 0)
            q->starts_solid = solid;
        else if (solid != q->starts_solid)
            put_step(q, crossed, STEP_TRANSITION, from, from);
        return solid != q->starts_solid;
    }
    double d = bsp_plane_distance(&item->plane, q->from);
    double v = bsp_plane_distance(&item->plane, q->to) - d;
    unsigned near = d + from * v < 0;
    if ((d + to * v < 0) == near) {
        put_step(q, at, near ? STEP_BACK : STEP_FRONT, from, to);
        return find_transition(q, item->child[near], crossed, from, to);
    }
    double t = fmin(fmax(-d / v, from), to);
    put_step(q, at, STEP_CUT, from, t);
    if (find_transition(q, item->child[near], crossed, from, t))
        return true;
    put_step(q, at, STEP_FAR, t, to);
    return find_transition(q, item->child[1 - near], at, t, to);
}

/* Follows HitCheckBSP (Melax 2000, section 3). Stores the time of impact in q->hit. */
static void hit_check(Query *q, int at, double from, double to)
{
    if (at < 0)
        return;
    const Item *item = &items[at];
    if (item->kind == ITEM_LEAF) {
        put_step(q, at, item->solid != 0 ? STEP_SOLID : STEP_EMPTY, from, to);
        if (item->solid != 0)
            q->hit = fmin(q->hit, from);
        return;
    }
    double d = bsp_plane_distance(&item->plane, q->from);
    double v = bsp_plane_distance(&item->plane, q->to) - d;
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = v > 0 ? 1 - i : i; /* this order visits the near side first */
        double start = from, end = fmin(to, q->hit), limit = side ? item->under : item->over;
        if (v == 0 && (side ? d >= limit : d <= limit))
            continue;
        if (v != 0 && (v > 0) == (side == 1))
            end = fmin(end, (limit - d) / v);
        else if (v != 0)
            start = fmax(start, (limit - d) / v);
        if (start > end)
            continue;
        put_step(q, at, side ? STEP_BACK : STEP_FRONT, start, end);
        hit_check(q, item->child[side], start, end);
    }
}

/* Queries the tree that page_tree() has listed, for a move of the body in the slice from numbers 0
 * to 2 to numbers 3 to 5. Returns the number of steps. Stores for each step, from number 0 on, its
 * item, its StepKind, and the times at which the piece of the move begins and ends. */
PAGE_EXPORT(page_steps) unsigned page_steps(void)
{
    Query q = { .from = get_vec(0), .to = get_vec(3), .hit = 2 };
    if (sliced_method == METHOD_ONION)
        find_transition(&q, 0, -1, 0, 1);
    else
        hit_check(&q, 0, 0, 1);
    return q.n;
}

/* --- a level that changes --- */

static BspEditor *editor;
static GPtrArray *blocks; /* an array of BspBrush, by number; NULL for a number without a brush */

/* Gives the selected level a table of the brushes, and removes its trees, which do not have the
 * changes. */
static void take_version(void)
{
    free_shapes();
    drop_tree(true);
    drop_tree(false);
    bsp_brush_table_free(level->table);
    level->table = bsp_editor_version(editor);
}

/* Begins a level without brushes, in which blocks may be anywhere between the corners in numbers 0
 * to 5. */
PAGE_EXPORT(page_clear) void page_clear(void)
{
    BspEditOptions options = { .most = 1024, .room = { get_vec(0), get_vec(3) } };
    g_autoptr(BspSolid) none = bsp_solid_new(g_ptr_array_new());
    bsp_editor_free(editor);
    editor = bsp_editor_new(none, &options);
    if (blocks)
        g_ptr_array_unref(blocks);
    blocks = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    take_version();
}

/* Adds the block between the corners in numbers 0 to 5. Returns its number. */
PAGE_EXPORT(page_add) unsigned page_add(void)
{
    BspBrush *brush = bsp_brush_new_box(get_vec(0), get_vec(3), NULL);
    guint32 number = 0;
    if (brush && bsp_editor_add(editor, brush, &number, NULL)) {
        if (number >= blocks->len)
            g_ptr_array_set_size(blocks, (gint)number + 1);
        blocks->pdata[number] = brush;
    }
    take_version();
    return number;
}

PAGE_EXPORT(page_remove) void page_remove(unsigned number)
{
    if (!bsp_editor_remove(editor, number))
        return;
    bsp_brush_free(blocks->pdata[number]);
    blocks->pdata[number] = NULL;
    take_version();
}

/* Adds and removes the same block n times, and makes a new version after each change. So a clock
 * can measure the time of an edit. */
PAGE_EXPORT(page_edit_often) void page_edit_often(unsigned n)
{
    g_autoptr(BspBrush) brush = bsp_brush_new_box(get_vec(0), get_vec(3), NULL);
    guint32 number;
    for (unsigned i = 0; brush && i < n && bsp_editor_add(editor, brush, &number, NULL); i++) {
        bsp_brush_table_free(bsp_editor_version(editor));
        bsp_editor_remove(editor, number);
        bsp_brush_table_free(bsp_editor_version(editor));
    }
}

/* Builds the tree of a method for all blocks and the body. */
PAGE_EXPORT(page_build) void page_build(int method)
{
    GPtrArray *brushes = g_ptr_array_new();
    for (guint i = 0; i < blocks->len; i++)
        if (blocks->pdata[i])
            g_ptr_array_add(brushes, blocks->pdata[i]);
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    OnionSpace box = { .name = "body", .box = body.shape.bounds };
    free_shapes();
    drop_tree(method == METHOD_ONION);
    if (method == METHOD_ONION)
        level->onion = onion_tree_build(solid, &box, 1, NULL, NULL);
    else
        level->shift = shift_tree_build(solid, NULL, NULL);
}

/* page: the functions that the page to try (docs/try.md) calls. They wrap libbsptrace for
 * JavaScript, which passes and receives numbers in one array, page_numbers(). One onion, one shift
 * tree and one body are loaded at a time. Not thread-safe. */
#include <stdlib.h>
#include <string.h>

#include "bsp-character.h"
#include "bsp-nodes.h"
#include "bsp-saved.h"

#ifdef __wasm__
#define PAGE_EXPORT(name) __attribute__((export_name(#name)))
#else
#define PAGE_EXPORT(name)
#endif

enum { METHOD_ONION, METHOD_SHIFT, METHOD_TABLE };

#define MAX_NUMBERS 8192
#define VIEW_WIDTH 640 /* pixels: the largest first-person view */
#define VIEW_HEIGHT 400
#define MAX_ROW 4096 /* pixels: the longest row of a slice */

static double numbers[MAX_NUMBERS];
static uint8_t pixels[VIEW_WIDTH * VIEW_HEIGHT * 4];
static uint8_t row[MAX_ROW];

static OnionTree *onion;
static ShiftTree *shift;
static BspBrushTable *table;
static void *table_bytes; /* the file that the table points into */
static void *onion_bytes, *shift_bytes;
static unsigned char loaded_sha256[32]; /* of the world of the loaded trees */
static const char *why = "", *world = "";

static BspShape body;
static BspBounds body_box; /* the body's bounds */
static unsigned space;     /* of the onion, for the body; the number of spaces if none fits */
static uint32_t mask;      /* of shift trees and tables, for the body */
static ShiftShape *shift_body, *shift_point;

double *page_numbers(void) PAGE_EXPORT(page_numbers);
void *page_allocate(size_t n) PAGE_EXPORT(page_allocate);
const char *page_why(void) PAGE_EXPORT(page_why);
const char *page_world(void) PAGE_EXPORT(page_world);
int page_load(void *bytes, size_t length) PAGE_EXPORT(page_load);
int page_has(int method) PAGE_EXPORT(page_has);
unsigned page_n_spaces(void) PAGE_EXPORT(page_n_spaces);
const char *page_space(unsigned i) PAGE_EXPORT(page_space);
int page_size(void) PAGE_EXPORT(page_size);
unsigned page_set_body(int is_sphere) PAGE_EXPORT(page_set_body);
void page_trace(int method) PAGE_EXPORT(page_trace);
void page_walk(int method) PAGE_EXPORT(page_walk);
uint8_t *page_row(int method, unsigned n) PAGE_EXPORT(page_row);
uint8_t *page_view(unsigned width, unsigned height) PAGE_EXPORT(page_view);
int page_cell(void) PAGE_EXPORT(page_cell);
int page_free(double reach) PAGE_EXPORT(page_free);
double page_time_moves(int method, unsigned n) PAGE_EXPORT(page_time_moves);

double *page_numbers(void)
{
    return numbers;
}

void *page_allocate(size_t n)
{
    return malloc(n);
}

const char *page_why(void)
{
    return why;
}

/* The name of the world of the tree that was loaded last; empty if the file has no name. */
const char *page_world(void)
{
    return world;
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
    shift_shape_free(shift_body);
    shift_shape_free(shift_point);
    shift_body = shift_point = NULL;
}

static void free_table(void)
{
    bsp_brush_table_free(table);
    table = NULL;
    table_bytes = NULL;
}

static void free_onion(void)
{
    if (table_bytes == onion_bytes)
        free_table();
    onion_tree_free(onion);
    free(onion_bytes);
    onion = NULL;
    onion_bytes = NULL;
}

static void free_shift(void)
{
    free_shapes();
    if (table_bytes == shift_bytes)
        free_table();
    shift_tree_free(shift);
    free(shift_bytes);
    shift = NULL;
    shift_bytes = NULL;
}

static bool load_tree(BspSavedKind kind, void *bytes, size_t length)
{
    if (kind == BSP_SAVED_ONION) {
        OnionTree *loaded = onion_tree_load(bytes, length, &why);
        if (!loaded)
            return false;
        free_onion();
        onion = loaded;
        onion_bytes = bytes;
        return true;
    }
    ShiftTree *loaded = shift_tree_load(bytes, length, &why);
    if (!loaded)
        return false;
    free_shift();
    shift = loaded;
    shift_bytes = bytes;
    return true;
}

/* Loads a saved tree, whose bytes come from page_allocate(). A tree of another world replaces both
 * loaded trees. Returns 1 for an onion, 2 for a shift tree, and 0 for a file that cannot be used;
 * page_why() returns the reason. */
int page_load(void *bytes, size_t length)
{
    BspSavedInfo info;
    if (!bsp_saved_info(bytes, length, &info, &why) || !load_tree(info.kind, bytes, length)) {
        free(bytes);
        return 0;
    }
    if (memcmp(info.sha256, loaded_sha256, sizeof loaded_sha256) != 0) {
        if (info.kind == BSP_SAVED_ONION)
            free_shift();
        else
            free_onion();
    }
    world = info.world ? info.world : "";
    memcpy(loaded_sha256, info.sha256, sizeof loaded_sha256);
    BspBrushTable *loaded = bsp_brush_table_load(bytes, length, NULL);
    if (loaded) {
        free_table();
        table = loaded;
        table_bytes = bytes;
    }
    return (int)info.kind;
}

int page_has(int method)
{
    return method == METHOD_ONION   ? onion != NULL
           : method == METHOD_SHIFT ? shift != NULL
                                    : table != NULL;
}

unsigned page_n_spaces(void)
{
    return onion ? onion_tree_n_spaces(onion) : 0;
}

/* Returns the name of the space. Its box goes to numbers 0 to 5. */
const char *page_space(unsigned i)
{
    const OnionSpace *s = onion_tree_space(onion, i);
    put_vec(0, s->box.mins);
    put_vec(3, s->box.maxs);
    return s->name ? s->name : "";
}

/* Numbers: the level's bounds (0 to 5), nodes and bytes of the onion (6, 7) and of the shift tree
 * (8, 9), brushes (10). Returns whether the bounds are known. */
int page_size(void)
{
    memset(numbers, 0, 11 * sizeof numbers[0]);
    if (onion) {
        OnionStats stats;
        onion_tree_stats(onion, &stats);
        numbers[6] = stats.nodes;
        numbers[7] = (double)stats.bytes;
    }
    if (shift) {
        ShiftStats stats;
        shift_tree_stats(shift, &stats);
        numbers[8] = stats.nodes;
        numbers[9] = (double)stats.bytes;
    }
    if (!table)
        return 0;
    BspBounds bounds = bsp_brush_table_bounds(table);
    put_vec(0, bounds.mins);
    put_vec(3, bounds.maxs);
    numbers[10] = bsp_brush_table_n_brushes(table);
    return bounds.mins.x < bounds.maxs.x;
}

/* --- the body --- */

static double box_volume(const BspBounds *box)
{
    BspVec size = bsp_vec_sub(box->maxs, box->mins);
    return size.x * size.y * size.z;
}

/* The smallest space of the onion whose box contains the body. */
static unsigned find_space(void)
{
    unsigned n = page_n_spaces(), best = n;
    for (unsigned i = 0; i < n; i++) {
        const BspBounds *box = &onion_tree_space(onion, i)->box;
        if (bsp_bounds_contain(box, body_box.mins) && bsp_bounds_contain(box, body_box.maxs) &&
            (best == n || box_volume(box) < box_volume(&onion_tree_space(onion, best)->box)))
            best = i;
    }
    return best;
}

static uint32_t find_mask(void)
{
    uint32_t wanted = space < page_n_spaces() ? onion_tree_space(onion, space)->mask : 0;
    if (!shift)
        return wanted;
    return shift_tree_mask(shift);
}

/* The body is the box in numbers 0 to 5, or a sphere of the radius in number 0. Returns the number
 * of the onion's space for it; page_n_spaces() if there is none. */
unsigned page_set_body(int is_sphere)
{
    body = is_sphere ? bsp_shape_sphere(numbers[0]) : bsp_shape_box(get_vec(0), get_vec(3));
    body_box = body.bounds;
    space = find_space();
    mask = find_mask();
    free_shapes();
    if (shift) {
        BspShape point = bsp_shape_point();
        shift_body = shift_shape_new(shift, &body);
        shift_point = shift_shape_new(shift, &point);
    }
    return space;
}

/* --- traces --- */

static void trace_body(int method, BspVec from, BspVec to, BspTransition *tr, BspCounters *counters)
{
    if (method == METHOD_ONION && onion)
        *tr = onion_tree_first_transition(onion, space, from, to, counters);
    else if (method == METHOD_SHIFT && shift_body)
        *tr = shift_shape_hit_check(shift_body, from, to, counters);
    else if (table) {
        BspMove move = { from, to, &body, mask, 0 };
        BspTrace answer;
        bsp_brush_table_trace(table, &move, &answer);
        *tr = answer.tr;
    } else
        *tr = bsp_transition_empty(to);
}

/* Traces the body from numbers 0 to 2 to numbers 3 to 5. Numbers from 8: the class, t, the point
 * (10 to 12), the plane (13 to 16), nodes and planes visited, and the brush that was hit, or -1. */
void page_trace(int method)
{
    BspCounters counters = { 0 };
    BspTrace answer;
    BspMove move = { get_vec(0), get_vec(3), &body, mask, 0 };
    trace_body(method, move.from, move.to, &answer.tr, &counters);
    numbers[8] = answer.tr.type;
    numbers[9] = answer.tr.t;
    put_vec(10, answer.tr.point);
    put_vec(13, answer.tr.plane.normal);
    numbers[16] = answer.tr.plane.dist;
    numbers[17] = (double)counters.nodes;
    numbers[18] = (double)counters.planes;
    bool is_named = table && bsp_brush_table_hit(table, &move, &answer);
    numbers[19] = is_named ? (double)answer.hit.brush : -1;
}

typedef struct {
    int method;
} PageMover;

static void mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const PageMover *mover = (const PageMover *)data;
    trace_body(mover->method, from, to, tr, NULL);
}

/* Slides the body from numbers 0 to 2 by the displacement in numbers 3 to 5, climbs steps of at
 * most number 6, and finds the ground within number 7 below. Numbers from 8: the point (8 to 10),
 * the displacement that is left (11 to 13), the height climbed, traces, contacts, whether it is
 * stuck (17), the kind of ground (18), and the point on the ground (19 to 21). */
void page_walk(int method)
{
    PageMover mover = { method };
    BspTracer tracer = { mover_trace, &mover, NULL };
    BspStepping stepping = { numbers[6], 0.7 };
    BspSlide slide;
    BspGround ground;
    bsp_step_move(&tracer, get_vec(0), get_vec(3), &stepping, &slide);
    bsp_ground_probe(&tracer, slide.point, numbers[7], stepping.walkable, &ground);
    put_vec(8, slide.point);
    put_vec(11, slide.delta);
    numbers[14] = slide.climbed;
    numbers[15] = slide.n_traces + ground.n_traces;
    numbers[16] = slide.n_contacts;
    numbers[17] = slide.stuck;
    numbers[18] = ground.kind;
    put_vec(19, ground.point);
}

/* Moves the body at numbers 0 to 2 to the nearest place within reach where it is free, which goes
 * to numbers 0 to 2. Returns whether there is one. */
int page_free(double reach)
{
    BspStuck stuck = { &body, mask, get_vec(0), 0.03125, reach, NULL, NULL };
    BspWayOut way;
    if (!table || !bsp_brush_table_way_out(table, &stuck, &way))
        return 0;
    put_vec(0, way.to);
    return 1;
}

/* --- pictures --- */

static bool point_in_solid(BspVec p)
{
    if (shift)
        return shift_tree_point_is_solid(shift, p);
    uint32_t contents = table ? bsp_brush_table_contents(table, p) : 0;
    return contents != 0 && bsp_mask_selects(mask, contents);
}

static bool body_in_solid(int method, BspVec p)
{
    if (method == METHOD_ONION && onion)
        return onion_tree_point_is_solid(onion, space, p);
    BspTransition tr;
    trace_body(method, p, p, &tr, NULL);
    return tr.type == BSP_SOLID;
}

/* A row of n positions of the plan view. Numbers: the first position (0 to 2), the distance of
 * positions along x (3), and the height at which solid is shown (4). Each byte has bit 0 if the
 * place is solid, and bit 1 if the body does not fit there. */
uint8_t *page_row(int method, unsigned n)
{
    BspVec p = get_vec(0);
    for (unsigned i = 0; i < n && i < MAX_ROW; i++, p.x += numbers[3]) {
        BspVec shown = bsp_vec(p.x, p.y, numbers[4]);
        row[i] = (uint8_t)(point_in_solid(shown) | body_in_solid(method, p) << 1);
    }
    return row;
}

static BspTransition trace_ray(BspVec from, BspVec to)
{
    if (shift_point)
        return shift_shape_hit_check(shift_point, from, to, NULL);
    if (table) {
        BspMove move = { from, to, NULL, mask, 0 };
        BspTrace answer;
        BspShape point = bsp_shape_point();
        move.shape = &point;
        bsp_brush_table_trace(table, &move, &answer);
        return answer.tr;
    }
    return onion_tree_first_transition(onion, space, from, to, NULL);
}

#define VIEW_REACH 6000.0 /* units: how far the first-person view reaches */

/* Colours a pixel by the plane that its ray hits, darker the farther. */
static void shade(uint8_t *pixel, const BspTransition *tr, bool at_edge, double light_of_page)
{
    static const double light[3] = { 0.35, 0.6, 0.85 };
    BspVec n = tr->plane.normal;
    bool is_hit = tr->type == BSP_EMPTY_TO_SOLID;
    double lit = 0.55 + 0.2 * (n.x * light[0] + n.y * light[1]) + 0.33 * n.z;
    double fade = 1 / (1 + tr->t * VIEW_REACH / 900);
    double brightness = is_hit ? (0.25 + 0.75 * fade) * lit * (at_edge ? 0.6 : 1) : 0.12;
    double red = 0.95 - 0.1 * fabs(n.y), green = 0.93, blue = 0.86 + 0.2 * fabs(n.y);
    if (n.z > 0.7)
        red = 0.80, green = 0.86, blue = 0.78;
    pixel[0] = (uint8_t)(255 * fmin(brightness * red * light_of_page, 1));
    pixel[1] = (uint8_t)(255 * fmin(brightness * green * light_of_page, 1));
    pixel[2] = (uint8_t)(255 * fmin(brightness * blue * light_of_page, 1));
    pixel[3] = 255;
}

static bool same_plane(const BspPlane *a, const BspPlane *b)
{
    return bsp_vec_dot(a->normal, b->normal) > 0.9999 && fabs(a->dist - b->dist) < 0.01;
}

/* Draws the first-person view, one ray for each pixel. Numbers: the eye (0 to 2), the directions of
 * the view's centre (3 to 5), and to its right (6 to 8) and upper (9 to 11)
 * borders, and the brightness (12). */
uint8_t *page_view(unsigned width, unsigned height)
{
    static BspPlane above[VIEW_WIDTH];
    BspVec eye = get_vec(0), ahead = get_vec(3), right = get_vec(6), up = get_vec(9);
    double light_of_page = numbers[12];
    for (unsigned y = 0; y < height; y++) {
        BspPlane left = { { { 0, 0, 0 } }, 0 };
        BspVec line = bsp_vec_mad(ahead, 1 - 2 * (y + 0.5) / height, up);
        for (unsigned x = 0; x < width; x++) {
            BspVec ray = bsp_vec_mad(line, 2 * (x + 0.5) / width - 1, right);
            BspTransition tr =
                trace_ray(eye, bsp_vec_mad(eye, VIEW_REACH / bsp_vec_length(ray), ray));
            bool at_edge = (x > 0 && !same_plane(&left, &tr.plane)) ||
                           (y > 0 && !same_plane(&above[x], &tr.plane));
            shade(&pixels[4 * (y * width + x)], &tr, at_edge, light_of_page);
            left = above[x] = tr.plane;
        }
    }
    return pixels;
}

/* --- the cell that stops a shift tree's body --- */

typedef struct {
    BspVec at; /* a position of the body just behind the stop */
    unsigned n_planes;
    BspPlane planes[BSP_MAX_DEPTH]; /* the cell is behind all of them */
} CellWalk;

#define CELL_SLACK 1e-3 /* units: how far the position may be outside of a shifted plane */

/* Finds a solid leaf that contains the position if the planes are shifted for the body. */
static bool find_cell(CellWalk *walk, int32_t at)
{
    if (at < 0)
        return at != ~0;
    if (walk->n_planes == BSP_MAX_DEPTH)
        return false;
    BspNodeView node = bsp_nodes_view(shift_tree_nodes(shift), at);
    bool is_bevel = node.kind == BSP_NODE_BEVEL;
    unsigned only = is_bevel ? shift_tree_under_bevel(shift, at) : 0;
    for (unsigned side = 0; side < 2; side++) {
        if (is_bevel && side != only)
            continue;
        BspPlane plane = node.plane; /* the cell is behind it */
        if (side == 0)
            plane.normal = bsp_vec_neg(plane.normal), plane.dist = -plane.dist;
        double reach = plane.dist + bsp_shape_offset(&body, plane.normal);
        if (bsp_vec_dot(plane.normal, walk->at) > reach + CELL_SLACK)
            continue;
        walk->planes[walk->n_planes++] = plane;
        if (find_cell(walk, node.child[side]))
            return true;
        walk->n_planes--;
    }
    return false;
}

/* Finds the cell that stops the body at numbers 0 to 2, moving in the direction of numbers 3 to 5.
 * Returns the number of its planes. For each plane, from number 8: the normal, the distance from
 * the origin, and how far the plane is shifted for the body. */
int page_cell(void)
{
    static CellWalk walk;
    if (!shift || !shift_body)
        return 0;
    walk.at = bsp_vec_mad(get_vec(0), 2e-3, get_vec(3));
    walk.n_planes = 0;
    if (!find_cell(&walk, bsp_nodes_root(shift_tree_nodes(shift))))
        return 0;
    for (unsigned i = 0; i < walk.n_planes; i++) {
        put_vec(8 + 5 * i, walk.planes[i].normal);
        numbers[11 + 5 * i] = walk.planes[i].dist;
        numbers[12 + 5 * i] = bsp_shape_offset(&body, walk.planes[i].normal);
    }
    return (int)walk.n_planes;
}

/* --- speed --- */

/* Traces the body n times from numbers 0 to 2, by pseudo-random displacements of at most 128 units
 * along each axis; each move that starts in empty space begins where the last one ended. Returns
 * the sum of all t. */
double page_time_moves(int method, unsigned n)
{
    BspVec start = get_vec(0), at = start;
    uint32_t random = 1;
    double sum = 0;
    for (unsigned i = 0; i < n; i++) {
        BspVec to = at;
        for (int k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            to.v[k] += ((double)(random >> 8) / (1 << 23) - 1) * 128;
        }
        BspTransition tr;
        trace_body(method, at, to, &tr, NULL);
        sum += tr.t;
        at = tr.type == BSP_SOLID || tr.type == BSP_SOLID_TO_EMPTY ? start : tr.point;
    }
    return sum;
}

/* page: loads and builds trees for the page to try, selects the body, and traces it. */
#include "page/page.h"

#include <stdlib.h>
#include <string.h>

#include "bsp-character.h"
#include "bsp-saved.h"
#include "bsp-turn.h"

#define MAX_LEVELS 16

#ifdef __wasm__
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
#endif

double numbers[MAX_NUMBERS];
static Level levels[MAX_LEVELS];
Level *level = levels;
Body body, point;
unsigned space;
double rise;
uint32_t mask;

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

BspVec get_vec(unsigned at)
{
    return bsp_vec(numbers[at], numbers[at + 1], numbers[at + 2]);
}

void put_vec(unsigned at, BspVec v)
{
    numbers[at] = v.x;
    numbers[at + 1] = v.y;
    numbers[at + 2] = v.z;
}

/* --- loading --- */

void free_shapes(void)
{
    shift_shape_free(body.prepared);
    shift_shape_free(point.prepared);
    body.prepared = point.prepared = NULL;
}

void drop_tree(bool is_onion)
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

BspTransition trace(int method, const Body *of, BspVec from, BspVec to, BspCounters *counters)
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

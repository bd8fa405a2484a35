/* saved-files: makes saved trees for tests, damages them at random, and queries the trees that
 * still load. */
#include "saved-files.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-navigate-build.h"
#include "onion-build.h"
#include "scenes.h"
#include "shift-build.h"
#include "table/brush-table.h"

SavedFile saved_file_of(GBytes *bytes)
{
    SavedFile file = { .bytes = bytes };
    g_assert(bytes);
    file.data = g_bytes_get_data(bytes, &file.length);
    return file;
}

guint8 *saved_copy(gconstpointer bytes, gsize length)
{
    guint8 *copy = malloc(length);
    g_assert(copy);
    memcpy(copy, bytes, length);
    return copy;
}

void saved_seal(guint8 *bytes, gsize length)
{
    BspSavedHeader header;
    gsize after = offsetof(BspSavedHeader, kind);
    if (length < sizeof header)
        return;
    memcpy(&header, bytes, sizeof header);
    header.checksum = bsp_saved_checksum(bytes + after, (length - after) / 32 * 32);
    memcpy(bytes, &header, sizeof header);
}

static BspSavedSection *sections(guint8 *bytes)
{
    return (BspSavedSection *)(gpointer)(bytes + sizeof(BspSavedHeader));
}

gpointer saved_array(guint8 *bytes, const char *name, gsize *n)
{
    const BspSavedHeader *header = (gpointer)bytes;
    for (guint i = 0; i < header->n_sections; i++) {
        const BspSavedSection *section = &sections(bytes)[i];
        if (strcmp(section->name, name) == 0) {
            *n = section->count;
            return bytes + section->offset;
        }
    }
    g_error("there is no section %s", name);
}

/* --- damage --- */

/* Returns a random number in place of `word`. It is a special value, a near one, one with a bit
 * flipped, or any number. */
static guint32 other_word(Random *r, guint32 word)
{
    static const guint32 odd[] = { 0,          1,          2,          0x7fffffff, 0x80000000,
                                   0xffffffff, 0xfffffffe, 0x7ff00000, 0x7ff80000, 0x40000000 };
    switch (random_below(r, 5)) {
    case 0:
        return odd[random_below(r, G_N_ELEMENTS(odd))];
    case 1:
        return word + (guint32)random_int(r, -3, 3);
    case 2:
        return word ^ UINT32_C(1) << random_below(r, 32);
    case 3:
        return random_below(r, 64);
    default:
        return (guint32)random_bits(r);
    }
}

/* Returns a random offset. One time in eight it is in the header or the list of sections, otherwise
 * in a random section. */
static gsize any_place(Random *r, const guint8 *bytes, gsize length)
{
    BspSavedHeader header;
    memcpy(&header, bytes, sizeof header);
    gsize listed = sizeof header + header.n_sections * sizeof(BspSavedSection);
    if (random_below(r, 8) == 0)
        return random_below(r, (guint)listed);
    BspSavedSection s;
    guint number = random_below(r, header.n_sections);
    memcpy(&s, bytes + sizeof header + number * sizeof s, sizeof s);
    gsize size = s.count * s.size;
    return size ? s.offset + random_bits(r) % size : random_below(r, (guint)length);
}

void saved_damage(Random *r, guint8 *bytes, gsize length)
{
    gsize at[4];
    guint n = 1 + random_below(r, G_N_ELEMENTS(at));
    for (guint i = 0; i < n; i++)
        at[i] = any_place(r, bytes, length);
    for (guint i = 0; i < n; i++) {
        if (random_below(r, 4) == 0) {
            bytes[at[i]] = (guint8)random_bits(r);
            continue;
        }
        guint32 word;
        gsize place = at[i] / sizeof word * sizeof word;
        memcpy(&word, bytes + place, sizeof word);
        word = other_word(r, word);
        memcpy(bytes + place, &word, sizeof word);
    }
}

/* --- queries --- */

/* A file in memory, and the objects that were loaded from it. */
typedef struct {
    Random *r;
    const guint8 *bytes;
    gsize length;
    BspBrushTable *sides; /* NULL if the file has none */
    guint n_loaded;
} Asking;

/* Draws a random move. It often has whole coordinates or runs parallel to axes, so that it grazes
 * planes. */
static void any_move(Random *r, BspVec *from, BspVec *to)
{
    double reach = random_flag(r) ? 100 : 30;
    *from = random_point_within(r, 120);
    *to = bsp_vec_add(*from, random_point_within(r, reach));
    for (guint i = 0; i < 3; i++) {
        if (random_flag(r))
            from->v[i] = floor(from->v[i]);
        if (random_flag(r))
            to->v[i] = from->v[i];
    }
}

static void look_up(const Asking *a, const BspShape *shape, BspVec from, BspVec to,
                    const BspTransition *tr)
{
    BspMove move = { from, to, shape, random_below(a->r, 4), 0 };
    BspTrace answer = { .tr = *tr };
    if (!a->sides)
        return;
    bsp_brush_table_hit(a->sides, &move, &answer);
    g_assert(answer.hit.brush == BSP_NO_BRUSH || answer.hit.brush < a->sides->n_brushes);
}

/* Runs the queries that need only the brush table, and no tree. */
static void ask_sides(const Asking *a, const BspShape *shape, BspVec from, BspVec to)
{
    uint32_t mask = random_below(a->r, 4);
    double skin = random_flag(a->r) ? 0.125 : 0;
    BspInside in[4];
    BspWayOut way;
    BspTrace answer;
    if (!a->sides)
        return;
    if (bsp_brush_table_trace(a->sides, &(BspMove){ from, to, shape, mask, skin }, &answer))
        g_assert(answer.hit.brush < a->sides->n_brushes);
    bsp_brush_table_trace_beyond(a->sides, &(BspMove){ from, to, shape, mask, skin }, &answer);
    bsp_brush_table_inside(a->sides, shape, mask, from, in, G_N_ELEMENTS(in));
    bsp_brush_table_way_out(a->sides, &(BspStuck){ shape, mask, from, skin, 64, NULL, NULL }, &way);
    bsp_brush_table_contents(a->sides, from);
}

static void note(const Asking *a, gconstpointer loaded, const char *why)
{
    (void)a;
    g_assert(loaded || (why && *why));
}

static void ask_onion(const Asking *a, const OnionTree *tree)
{
    guint n = onion_tree_n_spaces(tree), space = random_below(a->r, n);
    const OnionSpace *of = onion_tree_space(tree, space);
    g_assert(!of->name || strlen(of->name) < a->length);
    BspShape shape = bsp_shape_box(of->box.mins, of->box.maxs);
    BspVec from, to;
    any_move(a->r, &from, &to);
    BspTransition tr = onion_tree_first_transition(tree, space, from, to, NULL);
    look_up(a, &shape, from, to, &tr);
    ask_sides(a, &shape, from, to);
    if (a->sides) {
        BspTrace answer;
        onion_tree_trace(tree, space, a->sides, &(BspMove){ .from = from, .to = to }, &answer,
                         NULL);
    }
    onion_tree_first_transition_retry(tree, space, from, to, 0.25, NULL);
    onion_tree_point_is_solid(tree, space, from);
    if (n <= 64) {
        guint64 solid;
        onion_tree_descriptor(tree, to, &solid);
    }
}

static void ask_shift(const Asking *a, const ShiftTree *tree)
{
    g_autoptr(BspHull) hull = NULL;
    BspShape shape = scene_random_shape(a->r, &hull);
    g_autoptr(ShiftShape) prepared = shift_shape_new(tree, &shape);
    BspVec from, to;
    any_move(a->r, &from, &to);
    BspTransition tr = shift_tree_hit_check(tree, &shape, from, to, NULL);
    look_up(a, &shape, from, to, &tr);
    shift_shape_hit_check(prepared, from, to, NULL);
    if (a->sides) {
        tr = shift_tree_hit_check_exact(tree, a->sides, &shape, from, to, NULL);
        look_up(a, &shape, from, to, &tr);
        shift_shape_hit_check_exact(prepared, a->sides, from, to, NULL);
    }
    shift_tree_point_is_solid(tree, from);
}

static void load_and_ask_onion(Asking *a, guint n)
{
    const char *why = NULL;
    g_autoptr(OnionTree) tree = onion_tree_load(a->bytes, a->length, &why);
    note(a, tree, why);
    if (!tree)
        return;
    a->n_loaded++;
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    for (guint i = 0; i < n; i++)
        ask_onion(a, tree);
}

static void load_and_ask_shift(Asking *a, guint n)
{
    const char *why = NULL;
    g_autoptr(ShiftTree) tree = shift_tree_load(a->bytes, a->length, &why);
    note(a, tree, why);
    if (!tree)
        return;
    a->n_loaded++;
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    for (guint i = 0; i < n; i++)
        ask_shift(a, tree);
}

/* Loads a level. This must succeed if the table loads and, unless the file has a table alone, a
 * tree. */
static void load_level(Asking *a, const BspSavedInfo *info)
{
    const char *why = NULL;
    BspLevel *level = bsp_level_of_bytes(a->bytes, a->length, &why);
    note(a, level, why);
    g_autoptr(OnionTree) onion = onion_tree_load(a->bytes, a->length, NULL);
    g_autoptr(ShiftTree) shift = shift_tree_load(a->bytes, a->length, NULL);
    bool has_tree = info->kind == BSP_SAVED_LEVEL || onion || shift;
    g_assert_cmpint(level != NULL, ==, a->sides && has_tree);
    g_assert_cmpint(level && bsp_level_onion(level), ==, level && onion);
    g_assert_cmpint(level && bsp_level_shift(level), ==, level && shift);
    bsp_level_free(level);
}

/* Follows a path for some frames. */
static void follow(const BspNavPoint *from, const BspNavCorner *corners, guint n)
{
    BspNavFollower follower = { .corners = corners, .n = n };
    BspBody body = { .at = from->at, .on_ground = TRUE };
    for (guint i = 0; i < 20; i++) {
        if (bsp_navigation_steer(&follower, &body, 320, 0.05) != BSP_NAV_FOLLOWING)
            break;
        body.at = bsp_vec_add(body.at, bsp_vec_scale(body.velocity, 0.05));
    }
}

static void ask_graph(const Asking *a, const BspNavigation *nav, guint size)
{
    BspNavWalker walker;
    BspNavPoint p, q, end;
    BspNavPath path;
    BspNavCorner corners[8];
    BspNavCosts costs = { .closed = (guint32[]){ random_below(a->r, 4) }, .n_closed = 1 };
    g_autofree gpointer memory = g_malloc(bsp_navigation_path_bytes(nav, size) + 1);
    for (guint i = 0; i < BSP_NAV_N_TYPES; i++)
        costs.factor[i] = random_below(a->r, 4);
    bsp_navigation_walker(nav, size, &walker);
    g_assert(bsp_navigation_find_size(nav, walker.name) <= size);
    if (!bsp_navigation_random(nav, size, random_bits(a->r), &p) ||
        !bsp_navigation_random(nav, size, random_bits(a->r), &q))
        return;
    bsp_navigation_find(nav, size, random_point_within(a->r, 120), 100, &p);
    bsp_navigation_ray(nav, &p, (BspNavVertex){ q.at.x, q.at.y }, NULL, &end);
    bsp_navigation_reachable(nav, &p, &q);
    if (bsp_navigation_path(nav, &p, &q, random_flag(a->r) ? &costs : NULL, memory, &path)) {
        guint n = bsp_navigation_corners(nav, &path, corners, G_N_ELEMENTS(corners));
        follow(&p, corners, MIN(n, G_N_ELEMENTS(corners)));
    }
}

static void load_and_ask_graph(Asking *a, guint n)
{
    const char *why = NULL;
    g_autoptr(BspNavigation) nav = bsp_navigation_load(a->bytes, a->length, &why);
    note(a, nav, why);
    if (!nav)
        return;
    a->n_loaded++;
    for (guint i = 0; i < n; i++)
        for (guint size = 0; size < bsp_navigation_n_sizes(nav); size++)
            ask_graph(a, nav, size);
}

guint saved_load_and_query(Random *r, const guint8 *bytes, gsize length, guint n)
{
    Asking a = { r, bytes, length, NULL, 0 };
    const char *why = NULL;
    BspSavedInfo info;
    gboolean whole = bsp_saved_info(bytes, length, &info, &why);
    note(&a, whole ? bytes : NULL, why);
    g_assert(!whole || !info.world || strlen(info.world) < length);
    why = NULL;
    a.sides = bsp_brush_table_load(bytes, length, &why);
    note(&a, a.sides, why);
    a.n_loaded += a.sides ? 1 : 0;
    load_and_ask_onion(&a, n);
    load_and_ask_shift(&a, n);
    load_and_ask_graph(&a, n);
    if (whole)
        load_level(&a, &info);
    bsp_brush_table_free(a.sides);
    return a.n_loaded;
}

/* --- examples --- */

static GBytes *onion_example(const BspSolid *solid, guint n_spaces, const BspSaveOptions *options)
{
    g_autofree OnionSpace *spaces = g_new0(OnionSpace, n_spaces);
    for (guint i = 0; i < n_spaces; i++) {
        double half = i % 7;
        spaces[i].name = i % 2 ? NULL : "some space";
        spaces[i].mask = i % 3 == 2 ? 1 : 0;
        spaces[i].box = (BspBounds){ bsp_vec(-half, -half, -half - i % 3), bsp_vec(half, half, 5) };
    }
    const OnionOptions how = { .space_node_faces = 24, .no_space_nodes = n_spaces > 64 };
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, n_spaces, &how, NULL);
    return onion_tree_to_bytes(tree, options, NULL);
}

static GBytes *shift_example(const BspSolid *solid, gboolean exact, const BspSaveOptions *options)
{
    const ShiftOptions how = { .bevels = SHIFT_BEVEL_USUAL | (exact ? SHIFT_BEVEL_BOX : 0),
                               .names_brushes = exact };
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, &how, NULL);
    return shift_tree_to_bytes(tree, options, NULL);
}

/* Returns the graph of two walkers, one of which drops and jumps, through a wall with a door. */
static GBytes *graph_example(void)
{
    static const double boxes[][6] = { { -100, -100, -8, 100, 100, 0 },
                                       { -4, -100, 0, 4, 20, 60 },
                                       { 40, -100, 0, 100, -20, 12 },
                                       { -100, 40, 0, -60, 100, 40 } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    BspNavWalker walkers[] = { { .name = "small",
                                 .box = { bsp_vec(-8, -8, 0), bsp_vec(8, 8, 30) },
                                 .stepping = { 18, 0.7 },
                                 .speed = 320,
                                 .gravity = 800 } };
    BspNavEntity door = { .type = BSP_NAV_WALK,
                          .entity = 1,
                          .bounds = { bsp_vec(-4, 20, 0), bsp_vec(4, 100, 60) } };
    BspNavBuildOptions options = { .entities = &door, .n_entities = 1 };
    walkers[0].drop = 100;
    walkers[0].jump = 270;
    OnionSpace spaces[2 * G_N_ELEMENTS(walkers)];
    guint n = bsp_navigation_spaces(walkers, G_N_ELEMENTS(walkers), spaces);
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, n, NULL, NULL);
    g_autoptr(BspNavigation) nav =
        bsp_navigation_build(tree, table, walkers, G_N_ELEMENTS(walkers), &options, NULL, NULL);
    g_autofree char *folder = g_dir_make_tmp(NULL, NULL);
    g_autofree char *path = g_build_filename(folder, "a.nav", NULL);
    char *text;
    gsize length;
    g_assert(nav && bsp_navigation_save(nav, path, NULL, NULL) &&
             g_file_get_contents(path, &text, &length, NULL));
    g_unlink(path);
    g_rmdir(folder);
    return g_bytes_new_take(text, length);
}

GBytes *saved_example(guint number)
{
    if (number % SAVED_EXAMPLES == SAVED_EXAMPLES - 1)
        return graph_example();
    static const SceneKind kinds[SAVED_EXAMPLES] = { SCENE_BOXES,    SCENE_WEDGES, SCENE_TILES,
                                                     SCENE_COPLANAR, SCENE_PRISMS, SCENE_ROOMS,
                                                     SCENE_BOXES,    SCENE_SPIKES };
    g_autoptr(BspSolid) solid = scene_new(kinds[number % SAVED_EXAMPLES], number, bsp_vec(0, 0, 0));
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, number % 2 ? 0 : BSP_TABLE_BOXES);
    g_autofree char *digits = g_strnfill(64, 'a');
    BspSaveOptions options = { "an example", digits, 3, number % 4 == 2 ? NULL : sides };
    switch (number % SAVED_EXAMPLES) {
    case 0:
    case 1:
    case 2:
        return onion_example(solid, number % SAVED_EXAMPLES + 1, &options);
    case 3:
        return onion_example(solid, 70, &options);
    case 4:
    case 5:
        return shift_example(solid, number % 2 == 1, &options);
    case 6:
        return onion_example(solid, 3, NULL);
    default:
        return shift_example(solid, TRUE, NULL);
    }
}

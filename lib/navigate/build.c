/* build: builds navigation graphs, and saves them. */
#include "navigate/layer.h"

#include <stdlib.h>
#include <string.h>

#include "geometry/fail.h"
#include "geometry/sets.h"
#include "saved/save.h"
#include "trace/compiler.h"

/* --- walkers --- */

guint bsp_navigation_spaces(const BspNavWalker *walkers, guint n, OnionSpace *spaces)
{
    guint n_spaces = n;
    for (guint i = 0; i < n; i++) {
        const BspNavWalker *w = &walkers[i];
        spaces[i] = (OnionSpace){ w->name, bsp_bounds_grown(&w->box, w->skin), w->mask };
        if (w->skin > 0)
            spaces[n_spaces++] = (OnionSpace){ NULL, w->box, w->mask };
    }
    return n_spaces;
}

/* Returns the numbers of walker i's spaces among those of bsp_navigation_spaces(). */
static NavFloorSpaces spaces_of(const BspNavWalker *walkers, guint n, guint i)
{
    guint bare = n;
    for (guint k = 0; k < i; k++)
        bare += walkers[k].skin > 0;
    return (NavFloorSpaces){ i, walkers[i].skin > 0 ? bare : i, walkers[i].skin };
}

static gboolean is_valid_walker(const BspNavWalker *w)
{
    gboolean is_valid = bsp_vec_finite(w->box.mins) && bsp_vec_finite(w->box.maxs);
    for (guint i = 0; i < 3; i++)
        is_valid = is_valid && w->box.mins.v[i] < w->box.maxs.v[i];
    return is_valid && isfinite(w->skin) && w->skin >= 0 && isfinite(w->stepping.height) &&
           w->stepping.height >= 0 && w->stepping.walkable > 0.01 && w->stepping.walkable <= 1 &&
           isfinite(w->speed) && w->speed > 0 && isfinite(w->gravity) && w->gravity >= 0 &&
           isfinite(w->drop) && w->drop >= 0 && isfinite(w->jump) && w->jump >= 0;
}

/* Returns whether the name is that of one of the first n walkers. */
static gboolean has_name(const BspNavWalker *walkers, guint n, const char *name)
{
    for (guint i = 0; i < n; i++)
        if (name && g_strcmp0(walkers[i].name, name) == 0)
            return TRUE;
    return FALSE;
}

static gboolean is_valid_entity(const BspNavEntity *e)
{
    return (e->type == BSP_NAV_WALK || e->type == BSP_NAV_PAD || nav_is_carried(e->type)) &&
           e->entity != BSP_NAV_NO_ENTITY && bsp_vec_finite(e->bounds.mins) &&
           bsp_vec_finite(e->bounds.maxs) && bsp_vec_finite(e->to) && bsp_vec_finite(e->velocity) &&
           e->cost >= 0 && isfinite(e->cost) && e->bounds.mins.x <= e->bounds.maxs.x &&
           e->bounds.mins.y <= e->bounds.maxs.y && e->bounds.mins.z <= e->bounds.maxs.z;
}

static gboolean check_entities(const BspNavBuildOptions *options, GError **error)
{
    if (options->n_entities > NAV_MOST_ENTITIES)
        return bsp_fail(error, BSP_ERROR_LIMIT, "there are %u entities, but a graph has at most %u",
                        options->n_entities, NAV_MOST_ENTITIES);
    for (guint i = 0; i < options->n_entities; i++)
        if (!is_valid_entity(&options->entities[i]))
            return bsp_fail(
                error, BSP_ERROR_VALUE,
                "entity %u is not valid: it must be a door (BSP_NAV_WALK), a pad, a teleporter or "
                "a lift, its mins must not exceed its maxs, its cost must be 0 or more, and all "
                "numbers must be finite",
                i);
    return TRUE;
}

static gboolean check_walkers(const OnionTree *tree, const BspNavWalker *walkers, guint n,
                              GError **error)
{
    g_autofree OnionSpace *wanted = g_new(OnionSpace, 2 * (gsize)n);
    for (guint i = 0; i < n; i++) {
        if (has_name(walkers, i, walkers[i].name))
            return bsp_fail(error, BSP_ERROR_VALUE, "two walkers have the name \"%s\"",
                            walkers[i].name);
        if (!is_valid_walker(&walkers[i]))
            return bsp_fail(error, BSP_ERROR_VALUE,
                            "walker %u has a number that is out of range: its box must have a "
                            "volume, normal.z of walkable ground must be above 0.01 and at most 1, "
                            "the speed must be above 0, and no other number may be negative",
                            i);
    }
    guint n_spaces = bsp_navigation_spaces(walkers, n, wanted);
    for (guint i = 0; i < n_spaces; i++) {
        const OnionSpace *space = onion_tree_space(tree, i);
        if (!space || space->mask != wanted[i].mask ||
            memcmp(&space->box, &wanted[i].box, sizeof space->box) != 0)
            return bsp_fail(error, BSP_ERROR_VALUE,
                            "space %u of the onion is not space %u of bsp_navigation_spaces(): "
                            "build the onion for those spaces",
                            i, i);
    }
    return TRUE;
}

/* --- the grid --- */

/* Units. The minimum side of a cell. It is two bodies of usual size wide, so that few areas touch a
 * cell. A layer too large for MOST_CELLS such cells, which take 256 KiB, has larger cells. */
#define CELL 64.0
#define MOST_CELLS 65536.0

typedef struct {
    NavCells across, rows;
} Cells;

static Cells cells_near(const NavGrid *grid, const BspBounds *b, double distance)
{
    return (Cells){ nav_cells_between(b->mins.x - distance - grid->x,
                                      b->maxs.x + distance - grid->x, grid->cell, grid->n_x),
                    nav_cells_between(b->mins.y - distance - grid->y,
                                      b->maxs.y + distance - grid->y, grid->cell, grid->n_y) };
}

void nav_grid_near(const NavLayer *layer, const BspBounds *bounds, double distance, guint *seen,
                   guint stamp, NavNearFunc func, gpointer data)
{
    const NavGrid *grid = &layer->grid;
    Cells cells = cells_near(grid, bounds, distance);
    for (guint row = cells.rows.begin; row < cells.rows.end; row++)
        for (guint32 k = g_array_index(grid->first, guint32, row * grid->n_x + cells.across.begin),
                     end = g_array_index(grid->first, guint32, row * grid->n_x + cells.across.end);
             k < end; k++) {
            guint area = g_array_index(grid->items, guint32, k);
            const BspBounds *own = &layer->bounds[area];
            if (seen && seen[area] == stamp)
                continue;
            if (seen)
                seen[area] = stamp;
            if (own->mins.x <= bounds->maxs.x + distance &&
                bounds->mins.x <= own->maxs.x + distance &&
                own->mins.y <= bounds->maxs.y + distance &&
                bounds->mins.y <= own->maxs.y + distance)
                func(area, data);
        }
}

/* If `items` is NULL, counts the areas of each cell i in first[i]. Otherwise first[i] is the end of
 * the cell's items, and becomes their beginning: the areas of the cell are stored between. */
static void fill_cells(NavLayer *layer, guint32 *first, guint32 *items)
{
    NavGrid *grid = &layer->grid;
    for (guint i = layer->areas->len; i-- > 0;) {
        Cells cells = cells_near(grid, &layer->bounds[i], 0);
        for (guint row = cells.rows.begin; row < cells.rows.end; row++)
            for (guint k = cells.across.begin; k < cells.across.end; k++)
                if (items)
                    items[--first[row * grid->n_x + k]] = i;
                else
                    first[row * grid->n_x + k]++;
    }
}

static void make_grid(NavLayer *layer)
{
    NavGrid *grid = &layer->grid;
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < layer->areas->len; i++)
        bsp_bounds_add(&all, &layer->bounds[i]);
    if (layer->areas->len == 0)
        all = (BspBounds){ bsp_vec(0, 0, 0), bsp_vec(0, 0, 0) };
    double x = all.maxs.x - all.mins.x, y = all.maxs.y - all.mins.y;
    grid->cell = fmax(CELL, fmax(sqrt(x * y / MOST_CELLS), fmax(x, y) / MOST_CELLS));
    grid->x = all.mins.x;
    grid->y = all.mins.y;
    grid->n_x = (guint)(x / grid->cell) + 1;
    grid->n_y = (guint)(y / grid->cell) + 1;
    guint n = grid->n_x * grid->n_y, total = 0;
    grid->first = g_array_new(FALSE, TRUE, sizeof(guint32));
    grid->items = g_array_new(FALSE, TRUE, sizeof(guint32));
    g_array_set_size(grid->first, n + 1);
    guint32 *first = (guint32 *)(gpointer)grid->first->data;
    fill_cells(layer, first, NULL);
    for (guint i = 0; i <= n; i++)
        first[i] = total += first[i];
    g_array_set_size(grid->items, total);
    fill_cells(layer, first, (guint32 *)(gpointer)grid->items->data);
}

/* --- one size --- */

static void make_layer(NavLayer *layer, const OnionTree *tree, const BspBrushTable *table,
                       const NavFloorSpaces *spaces)
{
    const BspNavWalker *walker = layer->walker;
    layer->shape = bsp_shape_box(walker->box.mins, walker->box.maxs);
    layer->mover = (BspMover){ .table = table, .mask = walker->mask, .skin = walker->skin };
    layer->mover.shape = &layer->shape;
    g_autoptr(GArray) floors = nav_floors_find(tree, spaces, walker->stepping.walkable);
    layer->stats->floors += floors->len;
    layer->areas =
        nav_floors_join(floors, nav_scale(&walker->box, walker->skin), &layer->stats->slivers);
    nav_layer_cut(layer);
    nav_layer_done(layer, NAV_PART_FLOORS);
    layer->bounds = g_new(BspBounds, layer->areas->len);
    for (guint i = 0; i < layer->areas->len; i++)
        layer->bounds[i] = nav_floor_bounds(&g_array_index(layer->areas, NavFloor, i));
    make_grid(layer);
    nav_layer_link(layer);
    nav_layer_push(layer);
    nav_layer_mark_doors(layer);
}

static void clear_layer(NavLayer *layer)
{
    g_array_unref(layer->areas);
    g_array_unref(layer->links);
    g_array_unref(layer->pushes);
    g_array_unref(layer->open);
    g_array_unref(layer->grid.first);
    g_array_unref(layer->grid.items);
    g_free(layer->bounds);
    g_free(layer->trigger);
    g_free(layer->first_link);
}

/* --- the file --- */

/* Returns for each area the number of its part. Areas of different parts are not connected. */
static guint32 *find_parts(const NavLayer *layer)
{
    guint32 *part = bsp_sets_new(layer->areas->len);
    for (guint i = 0; i < layer->links->len; i++) {
        const NavLink *link = &g_array_index(layer->links, NavLink, i);
        part[bsp_sets_find(part, link->from)] = bsp_sets_find(part, link->to);
    }
    for (guint32 i = 0; i < layer->areas->len; i++)
        part[i] = bsp_sets_find(part, i);
    return part;
}

/* Returns for each area the number of its ring (see NavArea), by Tarjan 1972, "Depth-first search
 * and linear graph algorithms", without recursion. */
static guint32 *find_rings(const NavLayer *layer)
{
    guint32 n = layer->areas->len, n_entered = 0, n_rings = 0, n_way = 0, n_open = 0;
    guint32 *ring = g_new(guint32, n + 1);              /* G_MAXUINT32 if it is not known */
    g_autofree guint32 *order = g_new0(guint32, n + 1); /* when an area was entered, from 1 */
    g_autofree guint32 *low = g_new(guint32, n + 1);    /* the earliest area in reach */
    g_autofree guint32 *link = g_new0(guint32, n + 1);  /* the next link to follow */
    g_autofree guint32 *way = g_new(guint32, n + 1);    /* the areas from `start` to `at` */
    g_autofree guint32 *open = g_new0(guint32, n + 1);  /* the areas without a ring */
    memset(ring, 0xff, (n + 1) * sizeof *ring);
    for (guint32 start = 0; start < n; start++)
        for (guint32 at = start; order[start] == 0 || n_way > 0;) {
            if (order[at] == 0) { /* enter */
                order[at] = low[at] = ++n_entered;
                link[at] = layer->first_link[at];
                way[n_way++] = open[n_open++] = at;
            }
            if (link[at] < layer->first_link[at + 1]) {
                guint32 to = g_array_index(layer->links, NavLink, link[at]++).to;
                if (ring[to] == G_MAXUINT32 && order[to] > 0)
                    low[at] = MIN(low[at], order[to]);
                at = order[to] == 0 ? to : at;
                continue;
            }
            n_way--; /* leave; the areas entered since are a ring if they reach no earlier area */
            if (low[at] == order[at]) {
                do
                    ring[open[--n_open]] = n_rings;
                while (open[n_open] != at);
                n_rings++;
            }
            if (n_way > 0) {
                guint32 before = way[n_way - 1];
                low[before] = MIN(low[before], low[at]);
                at = before;
            }
        }
    return ring;
}

/* The number of elements that all sizes so far have in each section. */
typedef struct {
    guint32 areas, links, pushes, vertices, cells, items, names;
} Counts;

static void save_size(BspSaving *s, const NavLayer *layer, Counts *n)
{
    const BspNavWalker *w = layer->walker;
    const NavGrid *grid = &layer->grid;
    const char *name = w->name ? w->name : "";
    NavSize size = { .skin = w->skin,
                     .step = w->stepping.height,
                     .walkable = w->stepping.walkable,
                     .speed = w->speed,
                     .gravity = w->gravity,
                     .drop = w->drop,
                     .jump = w->jump,
                     .grid_x = grid->x,
                     .grid_y = grid->y,
                     .cell = grid->cell,
                     .mask = w->mask,
                     .name = n->names,
                     .first_area = n->areas,
                     .n_areas = layer->areas->len,
                     .first_cell = n->cells,
                     .n_x = grid->n_x,
                     .n_y = grid->n_y,
                     .first_carried = n->pushes + layer->first_carried,
                     .n_carried = layer->pushes->len - layer->first_carried };
    memcpy(size.mins, w->box.mins.v, sizeof size.mins);
    memcpy(size.maxs, w->box.maxs.v, sizeof size.maxs);
    bsp_saving_append(s, "sizes", &size, sizeof size, 1);
    bsp_saving_append(s, "names", name, 1, strlen(name) + 1);
    n->names += (guint32)strlen(name) + 1;
}

static void save_areas(BspSaving *s, const NavLayer *layer, Counts *n)
{
    g_autofree guint32 *part = find_parts(layer), *ring = find_rings(layer);
    double surface = 0;
    for (guint i = 0; i < layer->areas->len; i++) {
        const NavFloor *floor = &g_array_index(layer->areas, NavFloor, i);
        surface += nav_surface(nav_floor_shape(floor)) / 2;
        NavArea area = { .plane = floor->plane,
                         .surface = surface,
                         .first_vertex = n->vertices,
                         .n_vertices = floor->n,
                         .first_link = n->links + layer->first_link[i],
                         .n_links = layer->first_link[i + 1] - layer->first_link[i],
                         .part = n->areas + part[i],
                         .ring = ring[i] };
        bsp_saving_append(s, "areas", &area, sizeof area, 1);
        bsp_saving_append(s, "vertices", floor->v, sizeof *floor->v, floor->n);
        n->vertices += floor->n;
    }
}

static void save_links(BspSaving *s, const NavLayer *layer, const Counts *n)
{
    for (guint i = 0; i < layer->links->len; i++) {
        NavLink *link = &g_array_index(layer->links, NavLink, i);
        link->from += n->areas;
        link->to += n->areas;
        link->push += link->flags & NAV_LINK_PUSHED ? n->pushes : 0;
    }
    bsp_saving_append(s, "links", layer->links->data, sizeof(NavLink), layer->links->len);
    bsp_saving_append(s, "pushes", layer->pushes->data, sizeof(NavPush), layer->pushes->len);
}

/* The cells of a size end where those of the next begin, so only the last size saves the end of its
 * last cell. */
static void save_cells(BspSaving *s, const NavLayer *layer, const Counts *n, gboolean is_last)
{
    guint32 *first = (guint32 *)(gpointer)layer->grid.first->data;
    guint32 *items = (guint32 *)(gpointer)layer->grid.items->data;
    for (guint i = 0; i < layer->grid.first->len; i++)
        first[i] += n->items;
    for (guint i = 0; i < layer->grid.items->len; i++)
        items[i] += n->areas;
    bsp_saving_append(s, "cells", first, sizeof *first, layer->grid.first->len - !is_last);
    bsp_saving_append(s, "items", items, sizeof *items, layer->grid.items->len);
}

static void save_layer(BspSaving *s, const NavLayer *layer, Counts *n, gboolean is_last)
{
    save_size(s, layer, n);
    save_areas(s, layer, n);
    save_links(s, layer, n);
    save_cells(s, layer, n, is_last);
    n->areas += layer->areas->len;
    n->links += layer->links->len;
    n->pushes += layer->pushes->len;
    n->cells += layer->grid.first->len - 1;
    n->items += layer->grid.items->len;
}

static void save_entities(BspSaving *s, const BspNavBuildOptions *options)
{
    bsp_saving_append(s, "entities", NULL, sizeof(NavEntity), 0);
    for (guint i = 0; i < options->n_entities; i++) {
        NavEntity entity = { options->entities[i].cost, options->entities[i].entity, 0 };
        bsp_saving_append(s, "entities", &entity, sizeof entity, 1);
    }
}

/* Loads the graph from a copy of the bytes, which the graph owns. */
static BspNavigation *load_own(GBytes *bytes, GError **error)
{
    gsize length;
    const char *why;
    g_autofree gpointer own = NULL;
    if (!bytes)
        return NULL;
    const void *data = g_bytes_get_data(bytes, &length);
    own = malloc(length);
    BspNavigation *nav = own ? bsp_navigation_load(memcpy(own, data, length), length, &why) : NULL;
    if (nav)
        nav->owned = g_steal_pointer(&own);
    else
        bsp_fail(error, BSP_ERROR_LIMIT, "the graph cannot be used: %s",
                 own ? why : "out of memory");
    return nav;
}

BspNavigation *bsp_navigation_build(const OnionTree *tree, const BspBrushTable *table,
                                    const BspNavWalker *walkers, guint n,
                                    const BspNavBuildOptions *options, BspNavBuildStats *stats,
                                    GError **error)
{
    const BspNavBuildOptions none = { 0 };
    BspNavBuildStats own = { 0 };
    Counts counts = { 0 };
    g_return_val_if_fail(n > 0, NULL);
    options = options ? options : &none;
    if (!check_walkers(tree, walkers, n, error) || !check_entities(options, error))
        return NULL;
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_NAVIGATION, NULL);
    g_autoptr(BspJob) job = bsp_job_new(1, options->progress, options->progress_data);
    bsp_job_limit(job, options->max_seconds);
    for (guint i = 0; i < n && bsp_job_goes_on(job); i++) {
        NavLayer layer = { .walker = &walkers[i],
                           .options = options,
                           .pad = NAV_NO_PAD,
                           .job = { job, 1.0 / n },
                           .stats = &own };
        NavFloorSpaces spaces = spaces_of(walkers, n, i);
        make_layer(&layer, tree, table, &spaces);
        save_layer(s, &layer, &counts, i + 1 == n);
        clear_layer(&layer);
    }
    save_entities(s, options);
    if (stats)
        *stats = own;
    if (!bsp_job_check(job, error))
        return NULL;
    if (counts.areas == 0) {
        bsp_fail(error, BSP_ERROR_VALUE,
                 "no walker can stand anywhere: there is no floor with room for its box");
        return NULL;
    }
    g_autoptr(GBytes) bytes = bsp_saving_finish(s, error);
    return load_own(bytes, error);
}

gboolean bsp_navigation_save(const BspNavigation *nav, const char *path,
                             const BspSaveOptions *options, GError **error)
{
    BspSaveOptions about = options ? *options : (BspSaveOptions){ 0 };
    about.sides = NULL;
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_NAVIGATION, &about);
    bsp_saving_add(s, "sizes", nav->sizes, sizeof *nav->sizes, nav->n_sizes);
    bsp_saving_add(s, "areas", nav->areas, sizeof *nav->areas, nav->n_areas);
    bsp_saving_add(s, "links", nav->links, sizeof *nav->links, nav->n_links);
    bsp_saving_add(s, "pushes", nav->pushes, sizeof *nav->pushes, nav->n_pushes);
    bsp_saving_add(s, "entities", nav->entities, sizeof *nav->entities, nav->n_entities);
    bsp_saving_add(s, "vertices", nav->vertices, sizeof *nav->vertices, nav->n_vertices);
    bsp_saving_add(s, "cells", nav->cells, sizeof *nav->cells, (gsize)nav->n_cells + 1);
    bsp_saving_add(s, "items", nav->items, sizeof *nav->items, nav->n_items);
    bsp_saving_add(s, "names", nav->names, 1, nav->n_names);
    return bsp_saving_write(bsp_saving_finish(s, error), path, error);
}

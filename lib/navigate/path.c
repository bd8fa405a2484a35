/* path: the search for a path over the areas of a graph (A*). */
#include "navigate/graph.h"

#include <string.h>

#include "trace/compiler.h"

/* Units that a step counts more than a walk, because a path without steps is smoother. */
#define STEP_COST 8

/* Units that a drop or a jump counts more: as long as a fall of 100 units takes. */
#define FLIGHT_COST 100

/* Units that a border of no width counts more. A path over a narrow border is more easily blocked
 * by rounding, and there is mostly a wide one beside it: 64 units are two bodies of usual size. */
#define NARROW_COST 64
/* Units. Borders narrower than this count more. Those of 4 units and less keep a fifth of their
 * length, which is less than wider ones keep (link.c). */
#define NARROW 0.8

/* A path enters an area at a point between the border's point that is nearest to the path so far
 * and that nearest to the goal. A third of the way gave the shortest paths on three levels. */
#define TOWARDS_GOAL 0.35

/* The knowledge of the search about an area. */
typedef struct {
    double cost, total; /* of the path here; and, estimated, to the goal */
    BspNavVertex at;    /* where the path enters */
    uint32_t link;      /* by which the path enters */
    uint32_t place;     /* 0: not seen; DONE; otherwise 1 + place in the heap */
} Mark;

#define DONE UINT32_MAX

typedef struct {
    const BspNavigation *nav;
    const BspNavCosts *costs;
    unsigned first; /* the size's first area */
    Mark *marks;    /* of the size's areas */
    uint32_t *heap; /* areas by `total`, relative to `first` */
    uint32_t n;
    BspNavVertex goal;
} Search;

static unsigned size_areas(const BspNavigation *nav, unsigned size)
{
    return size < nav->n_sizes ? nav->sizes[size].n_areas : 0;
}

size_t bsp_navigation_path_bytes(const BspNavigation *nav, unsigned size)
{
    return (size_t)size_areas(nav, size) * (sizeof(Mark) + sizeof(uint32_t));
}

/* --- the heap --- */

static void put(Search *s, uint32_t place, uint32_t area)
{
    s->heap[place] = area;
    s->marks[area].place = place + 1;
}

static void rise(Search *s, uint32_t area)
{
    uint32_t place = s->marks[area].place - 1;
    while (place > 0 && s->marks[s->heap[(place - 1) / 2]].total > s->marks[area].total) {
        put(s, place, s->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(s, place, area);
}

static uint32_t take_first(Search *s)
{
    uint32_t first = s->heap[0], last = s->heap[--s->n], place = 0;
    s->marks[first].place = DONE;
    for (uint32_t child; (child = 2 * place + 1) < s->n; place = child) {
        if (child + 1 < s->n && s->marks[s->heap[child + 1]].total < s->marks[s->heap[child]].total)
            child++;
        if (s->marks[s->heap[child]].total >= s->marks[last].total)
            break;
        put(s, place, s->heap[child]);
    }
    if (s->n > 0)
        put(s, place, last);
    return first;
}

/* --- the search --- */

static void reach(Search *s, uint32_t area, double cost, BspNavVertex at, uint32_t link)
{
    Mark *mark = &s->marks[area];
    if (mark->place == DONE || (mark->place > 0 && mark->cost <= cost))
        return;
    if (mark->place == 0)
        put(s, s->n++, area);
    mark->cost = cost;
    mark->total = cost + nav_distance(at, s->goal);
    mark->at = at;
    mark->link = link;
    rise(s, area);
}

static BspNavVertex nearest_on(const NavLink *link, BspNavVertex p)
{
    double x = link->left.x - link->right.x, y = link->left.y - link->right.y;
    double square = x * x + y * y;
    double t = square > 0 ? ((p.x - link->right.x) * x + (p.y - link->right.y) * y) / square : 0;
    return nav_lerp(link->right, link->left, fmax(0, fmin(1, t)));
}

static void follow_link(Search *s, const Mark *from, uint32_t number)
{
    const NavLink *link = &s->nav->links[number];
    unsigned type = link->flags & NAV_LINK_TYPE;
    double factor = s->costs ? s->costs->factor[type] : 1;
    const NavEntity *entity = nav_entity(s->nav, link);
    if (!nav_is_open(s->nav, link, s->costs))
        return;
    if (link->flags & NAV_LINK_PUSHED) {
        const NavPush *push = &s->nav->pushes[link->push];
        double cost = nav_distance(from->at, link->right) + (entity ? entity->cost : 0);
        if (!nav_is_carried(type))
            cost += FLIGHT_COST + nav_distance(link->right, nav_xy(push->landing));
        reach(s, link->to - s->first, from->cost + factor * cost, nav_xy(push->landing), number);
        return;
    }
    BspNavVertex at = nav_lerp(nearest_on(link, from->at), nearest_on(link, s->goal), TOWARDS_GOAL);
    double more = (type == BSP_NAV_WALK ? 0 : STEP_COST) + (entity ? entity->cost : 0);
    more += NARROW_COST * fmax(0, 1 - nav_distance(link->right, link->left) / NARROW);
    reach(s, link->to - s->first, from->cost + factor * (nav_distance(from->at, at) + more), at,
          number);
}

/* Writes the links that lead to `area` into the heap, which is not needed any more. */
static void collect(Search *s, uint32_t from, uint32_t area, BspNavPath *path)
{
    unsigned n = 0;
    for (uint32_t at = area; at != from; at = s->nav->links[s->marks[at].link].from - s->first)
        n++;
    path->links = s->heap;
    path->n_links = n;
    for (uint32_t at = area; at != from; at = s->nav->links[s->marks[at].link].from - s->first)
        s->heap[--n] = s->marks[at].link;
}

bool bsp_navigation_path(const BspNavigation *nav, const BspNavPoint *from, const BspNavPoint *to,
                         const BspNavCosts *costs, void *memory, BspNavPath *path)
{
    BSP_ASSERT(from->size < nav->n_sizes && from->size == to->size);
    unsigned n = size_areas(nav, from->size), first = nav->sizes[from->size].first_area;
    Search s = {
        .nav = nav, .costs = costs, .first = first, .marks = memory, .goal = nav_xy(to->at)
    };
    BSP_ASSERT(from->area - first < n && to->area - first < n);
    *path = (BspNavPath){ .from = *from, .to = *to };
    if (bsp_navigation_reachable(nav, from, to) == BSP_NAV_NEVER)
        return false;
    memset(memory, 0, n * sizeof(Mark));
    s.heap = (uint32_t *)(void *)(s.marks + n);
    reach(&s, from->area - first, 0, nav_xy(from->at), BSP_NAV_NO_LINK);
    while (s.n > 0) {
        uint32_t area = take_first(&s);
        const Mark *mark = &s.marks[area];
        if (area == to->area - first) {
            path->cost = mark->cost + nav_distance(mark->at, s.goal);
            collect(&s, from->area - first, area, path);
            return true;
        }
        const NavArea *a = &nav->areas[first + area];
        for (uint32_t i = 0; i < a->n_links; i++)
            follow_link(&s, mark, a->first_link + i);
    }
    return false;
}

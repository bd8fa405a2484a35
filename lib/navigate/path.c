/* path: the search for a path over the areas of a graph (A*). */
#include "navigate/graph.h"

#include <string.h>

#include "trace/compiler.h"

/* Units that a step costs more than a walk, because a path without steps is smoother. It decides
 * only between paths of almost equal length. With 0 to 32 units, the same pairs of places on five
 * levels have a path, and all bodies arrive. */
#define STEP_COST 8

/* Units that a drop or a jump costs besides its length, for the time of the flight. At 320 units a
 * second a body walks 100 units in the time of a fall of 40 units. */
#define FLIGHT_COST 100

/* Units that a border of no width costs more than a wide one. Rounding may block a path over a
 * narrow border, and mostly there is a wide one beside it. A detour of 64 units is two bodies of
 * usual size. */
#define NARROW_COST 64
/* Units. Links over shorter borders cost more. After the margins (link.c) a border of 4 units keeps
 * a fifth of its length, which is 0.8. */
#define NARROW 0.8

/* The search lets a path cross a border between two points of it: the point nearest to the path so
 * far, and the point nearest to the goal. About a third of the way from the first to the second
 * gave the shortest paths on three levels. */
#define TOWARDS_GOAL 0.35

/* The cheapest path to an area that the search has found so far. */
typedef struct {
    double cost;     /* the cost of the path to the area */
    BspNavVertex at; /* the point at which the path enters */
    uint32_t link;   /* the link by which the path enters */
    uint32_t place;  /* 0 if the area was not seen, DONE, or 1 + its place in the heap */
} Mark;

#define DONE UINT32_MAX

/* An area in the heap, with its estimate, because the heap compares nothing else. */
typedef struct {
    double total;  /* the cost of a path over the area to the goal, estimated */
    uint32_t area; /* relative to the size's first area */
} Waiting;

typedef struct {
    const BspNavigation *nav;
    const BspNavCosts *costs;
    unsigned first; /* the size's first area */
    Mark *marks;    /* a mark for each area of the size */
    Waiting *heap;  /* least first */
    uint32_t n;
    BspNavVertex goal;
    uint32_t last; /* the goal's area, relative to `first` */
    /* the minimum distance from the goal to a place to which teleporters and lifts bring bodies */
    double shortcut;
} Search;

static unsigned size_areas(const BspNavigation *nav, unsigned size)
{
    return size < nav->n_sizes ? nav->sizes[size].n_areas : 0;
}

size_t bsp_navigation_path_bytes(const BspNavigation *nav, unsigned size)
{
    return (size_t)size_areas(nav, size) * (sizeof(Mark) + sizeof(Waiting));
}

/* --- the heap --- */

static void put_item(Search *s, uint32_t place, Waiting item)
{
    s->heap[place] = item;
    s->marks[item.area].place = place + 1;
}

/* Stores the item at `place` of the heap or above, where the order of the heap needs it. */
static void sift_up(Search *s, uint32_t place, Waiting item)
{
    for (; place > 0 && s->heap[(place - 1) / 2].total > item.total; place = (place - 1) / 2)
        put_item(s, place, s->heap[(place - 1) / 2]);
    put_item(s, place, item);
}

static uint32_t take_first(Search *s)
{
    uint32_t first = s->heap[0].area, place = 0;
    Waiting last = s->heap[--s->n];
    for (uint32_t child; (child = 2 * place + 1) < s->n; place = child) {
        child += child + 1 < s->n && s->heap[child + 1].total < s->heap[child].total;
        if (s->heap[child].total >= last.total)
            break;
        put_item(s, place, s->heap[child]);
    }
    put_item(s, place, last);
    s->marks[first].place = DONE;
    return first;
}

/* --- the search --- */

/* Returns a lower limit of the cost of a path from a point of the area to the goal. A path over a
 * teleporter or a lift may be shorter than the straight distance, but not shorter than the distance
 * from its exit to the goal. */
static double least_cost(const Search *s, uint32_t area, BspNavVertex at)
{
    double straight = nav_distance(at, s->goal);
    return straight < s->shortcut || area == s->last ? straight : s->shortcut;
}

static double shortcut_of(const Search *s, const NavSize *size)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < size->n_carried; i++) {
        const NavPush *push = &s->nav->pushes[size->first_carried + i];
        least = fmin(least, nav_distance(nav_xy(push->landing), s->goal));
    }
    return least;
}

static void reach_area(Search *s, uint32_t area, double cost, BspNavVertex at, uint32_t link)
{
    Mark *mark = &s->marks[area];
    double total = cost + least_cost(s, area, at);
    bool is_dear = mark->cost <= cost && area != s->last; /* the goal's total is exact */
    if (mark->place > 0 && (is_dear || s->heap[mark->place - 1].total <= total))
        return;
    mark->cost = cost;
    mark->at = at;
    mark->link = link;
    uint32_t place = mark->place > 0 ? mark->place - 1 : s->n++;
    sift_up(s, place, (Waiting){ total, area });
}

static double clamp_fraction(double t)
{
    t = t > 0 ? t : 0;
    return t < 1 ? t : 1;
}

/* Returns the point where a path from p to the goal probably crosses the border of the link. Adds
 * the cost of a narrow border to *more. */
static BspNavVertex crossing_of(const Search *s, const NavLink *link, BspNavVertex p, double *more)
{
    double x = link->left.x - link->right.x, y = link->left.y - link->right.y;
    double square = x * x + y * y;
    if (square < NARROW * NARROW)
        *more += NARROW_COST * (1 - sqrt(square) / NARROW);
    if (!(square > 0))
        return link->right;
    double from = ((p.x - link->right.x) * x + (p.y - link->right.y) * y) / square;
    double to = ((s->goal.x - link->right.x) * x + (s->goal.y - link->right.y) * y) / square;
    double t = (1 - TOWARDS_GOAL) * clamp_fraction(from) + TOWARDS_GOAL * clamp_fraction(to);
    return nav_lerp(link->right, link->left, t);
}

static void follow_link(Search *s, const Mark *from, uint32_t number)
{
    const NavLink *link = &s->nav->links[number];
    unsigned type = link->flags & NAV_LINK_TYPE;
    uint32_t to = link->to - s->first;
    if (s->marks[to].place == DONE || !nav_is_open(s->nav, link, s->costs))
        return;
    double factor = s->costs ? s->costs->factor[type] : 1;
    const NavEntity *entity = nav_entity(s->nav, link);
    double more = entity ? entity->cost : 0;
    BspNavVertex at = link->right, end = at;
    if (link->flags & NAV_LINK_PUSHED) {
        end = nav_xy(s->nav->pushes[link->push].landing);
        if (!nav_is_carried(type))
            more += FLIGHT_COST + nav_distance(at, end);
    } else {
        more += type == BSP_NAV_WALK ? 0 : STEP_COST;
        at = end = crossing_of(s, link, from->at, &more);
    }
    reach_area(s, to, from->cost + factor * (nav_distance(from->at, at) + more), end, number);
}

/* Writes the links that lead to `area` into the heap, which is not needed any more. */
static void collect_links(Search *s, uint32_t from, uint32_t area, BspNavPath *path)
{
    unsigned n = 0;
    for (uint32_t at = area; at != from; at = s->nav->links[s->marks[at].link].from - s->first)
        n++;
    uint32_t *links = (uint32_t *)(void *)s->heap;
    path->links = links;
    path->n_links = n;
    for (uint32_t at = area; at != from; at = s->nav->links[s->marks[at].link].from - s->first)
        links[--n] = s->marks[at].link;
}

bool bsp_navigation_path(const BspNavigation *nav, const BspNavPoint *from, const BspNavPoint *to,
                         const BspNavCosts *costs, void *memory, BspNavPath *path)
{
    BSP_ASSERT(from->size < nav->n_sizes && from->size == to->size);
    unsigned n = size_areas(nav, from->size), first = nav->sizes[from->size].first_area;
    Search s = { .nav = nav,
                 .costs = costs,
                 .first = first,
                 .marks = memory,
                 .goal = nav_xy(to->at),
                 .last = to->area - first };
    BSP_ASSERT(from->area - first < n && s.last < n);
    *path = (BspNavPath){ .from = *from, .to = *to };
    if (bsp_navigation_reachable(nav, from, to) == BSP_NAV_NEVER)
        return false;
    memset(memory, 0, n * sizeof(Mark));
    s.heap = (Waiting *)(void *)(s.marks + n);
    s.shortcut = shortcut_of(&s, &nav->sizes[from->size]);
    reach_area(&s, from->area - first, 0, nav_xy(from->at), BSP_NAV_NO_LINK);
    while (s.n > 0) {
        uint32_t area = take_first(&s);
        const Mark *mark = &s.marks[area];
        if (area == s.last) {
            path->cost = mark->cost + nav_distance(mark->at, s.goal);
            collect_links(&s, from->area - first, area, path);
            return true;
        }
        const NavArea *a = &nav->areas[first + area];
        for (uint32_t i = 0; i < a->n_links; i++)
            follow_link(&s, mark, a->first_link + i);
    }
    return false;
}

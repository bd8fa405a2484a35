/* follow: the corners of a path, and the velocity of a body that follows them.
 *
 * A corner is a point of a border's shortened part, and is never moved. A straight part between two
 * points of one convex area lies in that area. So no corner is outside of the areas, and none needs
 * to be pushed away from walls. */
#include <string.h>

#include "navigate/graph.h"
#include "trace/compiler.h"

/* --- the string pulled through the borders (funnel) --- */

typedef struct {
    const BspNavigation *nav;
    const BspNavPath *path;
    BspNavCorner *corners;
    unsigned n_max, n;
    BspNavVertex at; /* the end of the way so far */
    unsigned next;   /* the first border that the way has not crossed */
} Way;

/* A point to walk to. It lies on a border, or before it, and the way then crosses the border at a
 * right angle, or it is the goal, whose border is the number of links. */
typedef struct {
    BspNavVertex at;
    unsigned border;
    bool is_before;
} Target;

static const NavLink *link_at(const Way *w, unsigned i)
{
    return &w->nav->links[w->path->links[i]];
}

static void add_corner(Way *w, BspNavVertex at, unsigned area, unsigned i)
{
    if (w->n < w->n_max)
        w->corners[w->n] =
            (BspNavCorner){ .at = nav_on_plane(&w->nav->areas[area].plane, at),
                            .link = i < w->path->n_links ? w->path->links[i] : BSP_NAV_NO_LINK };
    w->n++;
}

/* Adds the corner at which a drop or a jump over link i lands. */
static void add_landing(Way *w, unsigned i)
{
    const NavPush *push = &w->nav->pushes[link_at(w, i)->push];
    if (w->n < w->n_max)
        w->corners[w->n] = (BspNavCorner){ push->landing, w->path->links[i], push->velocity };
    w->n++;
    w->at = nav_xy(push->landing);
}

/* Where the line from p to q crosses the link's border, or the end of the border that is nearest.
 */
static BspNavVertex crossing(const NavLink *link, BspNavVertex p, BspNavVertex q)
{
    double right = nav_cross(p, q, link->right), left = nav_cross(p, q, link->left);
    double t = fabs(right - left) > 1e-12 ? right / (right - left) : 0.5;
    return nav_lerp(link->right, link->left, fmax(0, fmin(1, t)));
}

/* Whether a side of the funnel is still the point where the funnel begins: any side narrows it. */
static bool is_open(BspNavVertex apex, BspNavVertex side)
{
    return nav_distance(apex, side) < 1e-9;
}

/* Returns the first corner of the string that is pulled from the end of the way to the target; the
 * target, if the string is straight (the simple stupid funnel algorithm, Mononen 2010). The two
 * sides move from border to border until they cross: then the side that was crossed is a corner. */
static Target first_corner(const Way *w, Target target)
{
    Target right = { w->at, w->next, false }, left = right;
    for (unsigned i = w->next; i <= target.border; i++) {
        bool is_last = i == target.border;
        BspNavVertex r = is_last ? target.at : link_at(w, i)->right;
        BspNavVertex l = is_last ? target.at : link_at(w, i)->left;
        if (is_open(w->at, right.at) || nav_cross(w->at, right.at, r) >= 0) {
            if (!is_open(w->at, left.at) && nav_cross(w->at, left.at, r) > 0)
                return left;
            right = (Target){ r, i, false };
        }
        if (is_open(w->at, left.at) || nav_cross(w->at, left.at, l) <= 0) {
            if (!is_open(w->at, right.at) && nav_cross(w->at, right.at, l) < 0)
                return right;
            left = (Target){ l, i, false };
        }
    }
    return target;
}

/* Returns the point before a border where the way, which is to cross it at `at`, turns to cross it
 * at a right angle. */
static Target before_border(const Way *w, unsigned i, BspNavVertex at)
{
    const NavLink *link = link_at(w, i);
    NavShape area = nav_area_shape(w->nav, link->from);
    BspNavVertex in = nav_across(link->left, link->right);
    return (Target){ nav_moved_in(&area, at, in, NAV_BEFORE), i, true };
}

/* Finds the first border before the target that every path crosses at a right angle. Returns false
 * if there is none. */
static bool find_square(const Way *w, const Target *target, Target *before)
{
    for (unsigned i = w->next; i < target->border; i++)
        if (link_at(w, i)->flags & NAV_LINK_SQUARE) {
            *before = before_border(w, i, crossing(link_at(w, i), w->at, target->at));
            return true;
        }
    return false;
}

/* A corner may have to be replaced by a point before its border, to which the string may have
 * another corner. Each is on an earlier border. On levels two replacements were enough. */
#define MOST_REPLACED 8

/* Returns the next point to walk to, straight ahead, on the way to the goal. */
static Target next_target(const Way *w, Target goal)
{
    Target target = goal, before;
    for (unsigned i = 0; i < MOST_REPLACED; i++) {
        Target corner = first_corner(w, target);
        bool is_target = corner.border == target.border;
        if (find_square(w, &corner, &before))
            target = before;
        else if (is_target || link_at(w, corner.border)->flags & NAV_LINK_FLAT)
            return is_target ? target : corner;
        else
            target = before_border(w, corner.border, corner.at);
    }
    return target;
}

/* Units. A straight part of this length and more that runs along a side of its area would scrape
 * along the wall there, so it is led inside: by at most the margin of borders (link.c). */
#define ALONG 0.5
#define ASIDE 2.0

/* Adds two corners if the way to the target lies in one area, and along one of its sides. */
static void keep_off_side(Way *w, const Target *target)
{
    unsigned area = w->next == 0 ? w->path->from.area : link_at(w, w->next - 1)->to;
    BspNavVertex p = w->at, q = target->at;
    NavShape shape = nav_area_shape(w->nav, area);
    double far = nav_distance(p, q), aside = fmin(ASIDE, far / 3);
    for (unsigned k = 0; w->next == target->border && k < shape.n && far >= ALONG; k++) {
        BspNavVertex a = shape.v[k], b = shape.v[k + 1 < shape.n ? k + 1 : 0];
        double length = nav_distance(a, b), near = 0.1 * length, t = fmin(0.25, aside / far);
        if (length < 0.02 || fabs(nav_cross(a, b, p)) > near || fabs(nav_cross(a, b, q)) > near)
            continue;
        BspNavVertex in = nav_across(b, a);
        add_corner(w, nav_moved_in(&shape, nav_lerp(p, q, t), in, aside), area, w->path->n_links);
        add_corner(w, nav_moved_in(&shape, nav_lerp(q, p, t), in, aside), area, w->path->n_links);
        return;
    }
}

/* Leads the way to the target and, if that lies before a border, across it. */
static void lead_to(Way *w, const Target *target)
{
    keep_off_side(w, target);
    if (target->border == w->path->n_links) {
        add_corner(w, target->at, w->path->to.area, target->border);
        return;
    }
    const NavLink *link = link_at(w, target->border);
    add_corner(w, target->at, link->from, target->border);
    w->at = target->at;
    w->next = target->border + 1;
    if (link->flags & NAV_LINK_PUSHED)
        add_landing(w, target->border);
    if (!target->is_before)
        return;
    NavShape beyond = nav_area_shape(w->nav, link->to);
    BspNavVertex out = nav_across(link->right, link->left);
    BspNavVertex at = crossing(link, target->at, nav_mad(target->at, 1, out));
    w->at = nav_moved_in(&beyond, at, out, NAV_BEYOND);
    add_corner(w, w->at, link->to, target->border);
}

/* Returns the place where the next drop or jump starts; without any, the goal. */
static Target next_goal(const Way *w, Target goal)
{
    for (unsigned i = w->next; i < goal.border; i++)
        if (link_at(w, i)->flags & NAV_LINK_PUSHED)
            return (Target){ link_at(w, i)->right, i, false };
    return goal;
}

static void pull_string(Way *w, BspNavVertex to)
{
    const Target goal = { to, w->path->n_links, false };
    Target target;
    do {
        target = next_target(w, next_goal(w, goal));
        lead_to(w, &target);
    } while (target.border < goal.border);
}

/* Returns the point, moved towards the middle of its area by at most half a unit if it is nearer
 * than a quarter to a side: there a body may be over a ledge, or touch a wall, by rounding. */
static BspNavVertex off_border(const BspNavigation *nav, const BspNavPoint *point)
{
    NavShape shape = nav_area_shape(nav, point->area);
    BspNavVertex p = nav_xy(point->at), middle = { 0, 0 };
    if (nav_inside(&shape, p) >= 0.25)
        return p;
    for (unsigned i = 0; i < shape.n; i++)
        middle = nav_mad(middle, 1.0 / shape.n, shape.v[i]);
    double far = nav_distance(p, middle);
    return far > 0.5 ? nav_lerp(p, middle, 0.5 / far) : middle;
}

unsigned bsp_navigation_corners(const BspNavigation *nav, const BspNavPath *path,
                                BspNavCorner *corners, unsigned n_max)
{
    Way w = { .nav = nav, .path = path, .corners = corners, .n_max = n_max };
    w.at = off_border(nav, &path->from);
    if (nav_distance(w.at, nav_xy(path->from.at)) > 0)
        add_corner(&w, w.at, path->from.area, path->n_links);
    pull_string(&w, off_border(nav, &path->to));
    return w.n;
}

/* --- steering --- */

/* Units. A corner counts as reached at this distance, seen from above: far less than the 0.5 and 1
 * units by which borders are crossed, and more than a skin's slack moves a body aside. */
#define REACHED 0.02
/* Calls. A body at the full slowness comes nearer within this number, if it can. */
#define PATIENCE 30
#define MOST_SLOWNESS 15.0

/* Slows the body down after a call in which it made less than half of its way: a step may be
 * refused to a long move and climbed by a short one. */
static void adapt_speed(BspNavFollower *f, BspNavVertex at)
{
    double gone = nav_distance(at, nav_xy(f->was));
    bool is_slow = f->wanted > 0 && gone < 0.5 * f->wanted;
    f->slowness =
        is_slow ? fmin(MOST_SLOWNESS, 2 * f->slowness + 1) : fmax(0, (f->slowness - 1) / 2);
    f->blocked = f->wanted > 0 && gone < 0.05 * f->wanted ? f->blocked + 1 : 0;
}

/* The velocity with this horizontal part: along the ground, whose normal is not horizontal, or in
 * the air with the body's own speed upwards. */
static BspVec along_ground(const BspBody *body, double x, double y)
{
    const BspVec *n = &body->ground.normal;
    return bsp_vec(x, y, body->on_ground ? -(n->x * x + n->y * y) / n->z : body->velocity.z);
}

/* Calls: a fall of 4 seconds at 60 frames a second, 6400 units with the gravity of games. */
#define LONGEST_FLIGHT 240
/* Calls. A body that is pushed against a wall, on the ground, gives up after this number. */
#define FLIGHT_PATIENCE 3
/* Units. A body without a flight has landed once it is this far from its start. */
#define LANDED 8.0
/* Units. A body that lands farther than this from where it did before is not on the path. */
#define BESIDE 4.0

static void begin_flight(BspNavFollower *f, BspBody *body, BspVec push)
{
    f->from = body->at;
    f->has_flown = push.z > 0;
    if (push.z > 0) {
        body->on_ground = false;
        body->velocity.z = push.z;
    }
}

/* Lets the body drop or jump to the next corner. Returns BSP_NAV_ARRIVED at the landing, which may
 * be anywhere if the corner is at NAN. */
static BspNavState fly(BspNavFollower *f, BspBody *body, double seconds)
{
    const BspNavCorner *corner = &f->corners[f->next];
    if (f->frames++ == 0)
        begin_flight(f, body, corner->push);
    f->has_flown = f->has_flown || !body->on_ground;
    double gone = nav_distance(nav_xy(f->from), nav_xy(body->at));
    if (body->on_ground && (f->has_flown || gone > LANDED)) {
        f->frames = f->blocked = 0;
        f->wanted = f->slowness = 0;
        return bsp_vec_length(bsp_vec_sub(body->at, corner->at)) > BESIDE ? BSP_NAV_BLOCKED
                                                                          : BSP_NAV_ARRIVED;
    }
    body->velocity = along_ground(body, corner->push.x, corner->push.y);
    f->wanted = seconds * nav_distance(nav_xy(corner->push), (BspNavVertex){ 0, 0 });
    bool waits = body->on_ground && f->blocked > FLIGHT_PATIENCE;
    return waits || f->frames > LONGEST_FLIGHT ? BSP_NAV_BLOCKED : BSP_NAV_FOLLOWING;
}

BspNavState bsp_navigation_steer(BspNavFollower *f, BspBody *body, double speed, double seconds)
{
    BspNavVertex at = nav_xy(body->at), to = at;
    double far = 0;
    adapt_speed(f, at);
    f->was = body->at;
    for (; f->next < f->n; f->next++) {
        const BspVec *push = &f->corners[f->next].push;
        if (push->x != 0 || push->y != 0) {
            BspNavState state = fly(f, body, seconds);
            if (state != BSP_NAV_ARRIVED)
                return state;
            continue;
        }
        to = nav_xy(f->corners[f->next].at);
        far = nav_distance(at, to);
        /* in the air the body goes on to the next corner; the last it reaches on the ground */
        if (far > REACHED || (f->next + 1 == f->n && !body->on_ground))
            break;
    }
    if (f->next >= f->n || f->blocked > PATIENCE) {
        body->velocity = bsp_vec(0, 0, body->on_ground ? 0 : body->velocity.z);
        f->wanted = 0;
        return f->next >= f->n ? BSP_NAV_ARRIVED : BSP_NAV_BLOCKED;
    }
    f->wanted = fmin(speed / (1 + f->slowness) * seconds, far);
    double rate = far > 0 ? f->wanted / seconds / far : 0;
    body->velocity = along_ground(body, rate * (to.x - at.x), rate * (to.y - at.y));
    return BSP_NAV_FOLLOWING;
}

/* follow: the corners of a path, and the velocity of a body that follows them.
 *
 * A corner is a point of a border's shortened part, and is never moved. A straight part between two
 * points of one convex area lies in that area. So no corner is outside of the areas, and none needs
 * to be pushed away from walls. */
#include <string.h>

#include "navigate/graph.h"
#include "trace/compiler.h"

/* --- the string pulled through the borders (funnel) --- */

/* The route is the line of straight parts between corners, which leads over the links of the path.
 */
typedef struct {
    const BspNavigation *nav;
    const BspNavPath *path;
    BspNavCorner *corners;
    unsigned n_max, n;
    BspNavVertex at; /* the end of the route so far */
    unsigned next;   /* the first border that the route has not crossed */
    double scale;    /* the factor of lengths, from nav_scale() */
} Way;

/* A point to walk to. It lies on the border of the path's link number `border`. If is_before, it
 * lies before that border, which the route then crosses at a right angle. For the goal, `border` is
 * the number of links. */
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

/* Adds the corner at which a drop or a jump over link i lands, or to which a body is carried. */
static void add_landing(Way *w, unsigned i)
{
    const NavPush *push = &w->nav->pushes[link_at(w, i)->push];
    if (w->n < w->n_max)
        w->corners[w->n] = (BspNavCorner){ push->landing, w->path->links[i], push->velocity,
                                           (BspNavLinkType)(link_at(w, i)->flags & NAV_LINK_TYPE) };
    w->n++;
    w->at = nav_xy(push->landing);
}

/* Returns the point where the line from p to q crosses the link's border, or the nearest end of the
 * border. */
static BspNavVertex crossing(const NavLink *link, BspNavVertex p, BspNavVertex q)
{
    double right = nav_cross(p, q, link->right), left = nav_cross(p, q, link->left);
    double t = fabs(right - left) > 1e-12 ? right / (right - left) : 0.5;
    return nav_lerp(link->right, link->left, fmax(0, fmin(1, t)));
}

/* Returns whether a side of the funnel still is its apex, so that any border narrows the funnel. */
static bool is_apex(BspNavVertex apex, BspNavVertex side)
{
    return nav_distance(apex, side) < 1e-9;
}

/* Returns the first corner of the string that is pulled from the end of the route to the target, or
 * the target if the string is straight (the simple stupid funnel algorithm, Mononen 2010). The two
 * sides of the funnel move from border to border until they cross. Then the side that was crossed
 * is the corner. */
static Target first_corner(const Way *w, Target target)
{
    Target right = { w->at, w->next, false }, left = right;
    for (unsigned i = w->next; i <= target.border; i++) {
        bool is_last = i == target.border;
        BspNavVertex r = is_last ? target.at : link_at(w, i)->right;
        BspNavVertex l = is_last ? target.at : link_at(w, i)->left;
        if (is_apex(w->at, right.at) || nav_cross(w->at, right.at, r) >= 0) {
            if (!is_apex(w->at, left.at) && nav_cross(w->at, left.at, r) > 0)
                return left;
            right = (Target){ r, i, false };
        }
        if (is_apex(w->at, left.at) || nav_cross(w->at, left.at, l) <= 0) {
            if (!is_apex(w->at, right.at) && nav_cross(w->at, right.at, l) < 0)
                return right;
            left = (Target){ l, i, false };
        }
    }
    return target;
}

/* Returns the point before a border where the route, which is to cross it at `at`, turns to cross
 * it at a right angle. */
static Target before_border(const Way *w, unsigned i, BspNavVertex at)
{
    const NavLink *link = link_at(w, i);
    BspNavVertex in = nav_across(link->left, link->right);
    at = nav_moved_in(nav_area_shape(w->nav, link->from), at, in, NAV_BEFORE * w->scale);
    return (Target){ at, i, true };
}

/* Finds the first border before the target that every path crosses at a right angle. Returns false
 * if there is none. */
static bool find_square_border(const Way *w, const Target *target, Target *before)
{
    for (unsigned i = w->next; i < target->border; i++)
        if (link_at(w, i)->flags & NAV_LINK_SQUARE) {
            *before = before_border(w, i, crossing(link_at(w, i), w->at, target->at));
            return true;
        }
    return false;
}

/* The maximum number of replacements. A corner may have to be replaced by a point before its
 * border. The string to that point may have another corner, on an earlier border, which is replaced
 * in turn. On levels two replacements were enough. */
#define MOST_REPLACED 8

/* Returns the next point to walk to, straight ahead, on the route to the goal. */
static Target next_target(const Way *w, Target goal)
{
    Target target = goal, before;
    for (unsigned i = 0; i < MOST_REPLACED; i++) {
        Target corner = first_corner(w, target);
        bool is_target = corner.border == target.border;
        if (find_square_border(w, &corner, &before))
            target = before;
        else if (is_target || link_at(w, corner.border)->flags & NAV_LINK_FLAT)
            return is_target ? target : corner;
        else
            target = before_border(w, corner.border, corner.at);
    }
    return target;
}

/* Units, scaled. A straight part that runs along a side of its area for at least ALONG would scrape
 * along the wall there, so it is moved inside by at most ASIDE, which is the margin of borders
 * (link.c). */
#define ALONG 0.5
#define ASIDE 2.0
/* Units, scaled. The direction of a shorter side is not reliable, because cuts meet only within a
 * few thousandths of a unit. */
#define SIDE 0.02

/* Adds two corners if the route from p to q, in one area, lies along one of its sides. */
static void keep_off_side(Way *w, unsigned area, BspNavVertex p, BspNavVertex q)
{
    NavShape shape = nav_area_shape(w->nav, area);
    double far = nav_distance(p, q), aside = fmin(ASIDE * w->scale, far / 3);
    for (unsigned k = 0; k < shape.n && far >= ALONG * w->scale; k++) {
        BspNavVertex a = shape.v[k], b = nav_next(shape, k);
        double length = nav_distance(a, b), near = 0.1 * w->scale * length,
               t = fmin(0.25, aside / far);
        if (length < SIDE * w->scale || fabs(nav_cross(a, b, p)) > near ||
            fabs(nav_cross(a, b, q)) > near)
            continue;
        BspNavVertex in = nav_across(b, a);
        add_corner(w, nav_moved_in(shape, nav_lerp(p, q, t), in, aside), area, w->path->n_links);
        add_corner(w, nav_moved_in(shape, nav_lerp(q, p, t), in, aside), area, w->path->n_links);
        return;
    }
}

/* Keeps the route to the target off the sides of all areas that it crosses. */
static void keep_off_sides(Way *w, const Target *target)
{
    unsigned area = w->next == 0 ? w->path->from.area : link_at(w, w->next - 1)->to;
    BspNavVertex p = w->at;
    for (unsigned i = w->next; i < target->border; i++) {
        BspNavVertex q = crossing(link_at(w, i), w->at, target->at);
        keep_off_side(w, area, p, q);
        area = link_at(w, i)->to;
        p = q;
    }
    keep_off_side(w, area, p, target->at);
}

/* Leads the route to the target and, if that lies before a border, across it. */
static void lead_to(Way *w, const Target *target)
{
    keep_off_sides(w, target);
    if (target->border == w->path->n_links) {
        add_corner(w, target->at, w->path->to.area, target->border);
        return;
    }
    const NavLink *link = link_at(w, target->border);
    add_corner(w, target->at, link->from, target->border);
    w->at = target->at;
    w->next = target->border + 1;
    if (link->flags & NAV_LINK_PUSHED) {
        if (nav_distance(link->right, link->left) > 0) /* it enters a trigger */
            add_corner(w, link->left, link->from, target->border);
        add_landing(w, target->border);
    }
    if (!target->is_before)
        return;
    BspNavVertex out = nav_across(link->right, link->left);
    BspNavVertex at = crossing(link, target->at, nav_mad(target->at, 1, out));
    w->at = nav_beyond(nav_area_shape(w->nav, link->to), at, out, NAV_BEYOND * w->scale);
    add_corner(w, w->at, link->to, target->border);
    if (link->flags & NAV_LINK_SQUARE && w->n <= w->n_max) /* the body lands before it goes on */
        w->corners[w->n - 1].type = (BspNavLinkType)(link->flags & NAV_LINK_TYPE);
}

/* Returns the place where the next drop, jump or entity's link starts, or the goal if there is
 * none. */
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

/* Returns the point. If it is nearer than a quarter of a unit to a side of its area, it is moved
 * towards the middle by at most half a unit, because at a side rounding may put a body over a ledge
 * or against a wall. */
static BspNavVertex off_border(const BspNavigation *nav, const BspNavPoint *point, double scale)
{
    NavShape shape = nav_area_shape(nav, point->area);
    BspNavVertex p = nav_xy(point->at), middle = nav_middle(shape);
    if (nav_inside(shape, p) >= 0.25 * scale)
        return p;
    double far = nav_distance(p, middle);
    return far > 0.5 * scale ? nav_lerp(p, middle, 0.5 * scale / far) : middle;
}

unsigned bsp_navigation_corners(const BspNavigation *nav, const BspNavPath *path,
                                BspNavCorner *corners, unsigned n_max)
{
    double scale = nav_size_scale(&nav->sizes[path->from.size]);
    Way w = { .nav = nav, .path = path, .corners = corners, .n_max = n_max, .scale = scale };
    w.at = off_border(nav, &path->from, scale);
    if (nav_distance(w.at, nav_xy(path->from.at)) > 0)
        add_corner(&w, w.at, path->from.area, path->n_links);
    pull_string(&w, off_border(nav, &path->to, scale));
    return w.n;
}

/* --- steering --- */

/* Units, seen from above. A corner counts as reached if the body is at most this far from it. A
 * body slower than 320 units a second must be as near as it goes in REACHED_SECONDS, which is less
 * than REACHED. 0.02 unit is far less than NAV_BEFORE and NAV_BEYOND, and more than the slack of a
 * skin moves a body aside. */
#define REACHED 0.02
#define REACHED_SECONDS (1.0 / 16000)
/* Units. A body this far above or below its goal is on another floor, or waits for a lift. The
 * value lies between the skin and the height of a step. With 1 to 16 units, each of 7,964 paths on
 * five levels arrived. */
#define ON_FLOOR 4.0
/* Calls. A body that comes no nearer to a corner gives up after this number. In this number of
 * calls, even a body at MOST_SLOWNESS goes nearly twice as far as a usual body in one call. */
#define PATIENCE 30
#define MOST_SLOWNESS 15.0
/* A body that goes less than this fraction of the wanted distance is held up. */
#define PROGRESS 0.05

/* Slows the body down after a call in which it went less than half of the wanted distance, because
 * a short move may climb a step that a long one does not. Returns whether the body is held up. */
static bool adapt_speed(BspNavFollower *f, const BspBody *body)
{
    double gone = nav_distance(nav_xy(body->at), nav_xy(f->was));
    bool is_slow = f->wanted > 0 && gone < 0.5 * f->wanted;
    f->slowness =
        is_slow ? fmin(MOST_SLOWNESS, 2 * f->slowness + 1) : fmax(0, (f->slowness - 1) / 2);
    f->was = body->at;
    return f->wanted > 0 && gone < PROGRESS * f->wanted;
}

static void pass_corner(BspNavFollower *f)
{
    f->next++;
    f->blocked = 0;
    f->nearest = f->flown = 0;
    f->flies = f->has_landed = false;
}

/* Seconds after which a flight is given up. With the gravity of games, 800 units a second squared,
 * a body falls 6400 units in this time. */
#define LONGEST_FLIGHT 4.0
/* Calls. A body that is pushed against a wall, on the ground, gives up after this number. */
#define FLIGHT_PATIENCE 3
/* Units. A body that was pushed, but never left the ground, has landed once it is this far from its
 * start. */
#define LANDED 8.0

static void begin_flight(BspNavFollower *f, BspBody *body, BspVec push)
{
    f->flies = true;
    f->from = body->at;
    f->has_flown = push.z > 0;
    if (push.z > 0 && body->on_ground) {
        body->on_ground = false;
        body->velocity.z = push.z;
    }
}

/* Lets the body drop or jump to the next corner. Returns BSP_NAV_ARRIVED at the landing, which may
 * be anywhere if the corner is at NAN. */
static BspNavState fly_on(BspNavFollower *f, BspBody *body, double seconds, bool is_held)
{
    const BspNavCorner *corner = &f->corners[f->next];
    if (!bsp_vec_finite(corner->push))
        return BSP_NAV_BLOCKED;
    if (!f->flies)
        begin_flight(f, body, corner->push);
    f->has_flown = f->has_flown || !body->on_ground;
    double gone = nav_distance(nav_xy(f->from), nav_xy(body->at));
    if (body->on_ground && (f->has_flown || gone > LANDED)) {
        f->wanted = f->slowness = 0;
        bool is_elsewhere =
            bsp_vec_length(bsp_vec_sub(body->at, corner->at)) > nav_landing_slack(&corner->push);
        return is_elsewhere ? BSP_NAV_BLOCKED : BSP_NAV_ARRIVED;
    }
    body->velocity = bsp_along_ground(body, corner->push);
    f->wanted = seconds * nav_distance(nav_xy(corner->push), (BspNavVertex){ 0, 0 });
    f->blocked = body->on_ground && is_held ? f->blocked + 1 : 0;
    f->flown += seconds;
    return f->blocked > FLIGHT_PATIENCE || !(f->flown <= LONGEST_FLIGHT) ? BSP_NAV_BLOCKED
                                                                         : BSP_NAV_FOLLOWING;
}

/* Units, seen from above. A teleporter puts a body at most this far from where it comes out. With
 * 16 units, each of 7,964 paths on five levels arrived. The rest allows for bodies that slide on
 * before the first call after the teleporter: at 320 units a second, 48 units are 0.15 second. */
#define COMES_OUT 64.0

/* Returns whether the level has brought the body to corner i. A teleporter brings it above the
 * corner, which may be near its trigger, and a lift to the height of the corner. */
static bool is_brought(const BspNavFollower *f, unsigned i, const BspBody *body)
{
    const BspNavCorner *corner = &f->corners[i];
    double above = body->at.z - corner->at.z;
    if (corner->type == BSP_NAV_LIFT)
        return fabs(above) <= ON_FLOOR;
    double far = bsp_vec_length(bsp_vec_sub(body->at, corner->at));
    return corner->type == BSP_NAV_TELEPORT && above >= -ON_FLOOR && above <= NAV_BELOW &&
           nav_distance(nav_xy(body->at), nav_xy(corner->at)) <= COMES_OUT &&
           (i == 0 || far < bsp_vec_length(bsp_vec_sub(body->at, f->corners[i - 1].at)));
}

/* Returns whether the body, which walks to the corner in a trigger, was carried or thrown before it
 * reached this corner, because it touched the trigger. */
static bool is_early(const BspNavFollower *f, const BspBody *body)
{
    const BspNavCorner *after = &f->corners[f->next + 1];
    if (f->next + 1 >= f->n)
        return false;
    return (after->type == BSP_NAV_TELEPORT && is_brought(f, f->next + 1, body)) ||
           (after->type == BSP_NAV_PAD && !body->on_ground && body->velocity.z > after->push.z / 2);
}

/* Returns whether the body must be on the ground at the next corner before it goes on: at the goal,
 * where it starts to drop, jump or step over a gap, and after such a step. */
static bool must_land(const BspNavFollower *f)
{
    return f->next + 1 == f->n || f->corners[f->next].type != BSP_NAV_WALK ||
           f->corners[f->next + 1].type != BSP_NAV_WALK;
}

/* Passes the corners that the body has reached, and lets it fly to a corner at which a push lands.
 * Returns BSP_NAV_FOLLOWING if the body walks to a corner, with *far the distance to it, or if it
 * flies. Otherwise returns the state with which the call ends. */
static BspNavState find_next(BspNavFollower *f, BspBody *body, double seconds, double reached,
                             bool is_held, double *far)
{
    for (; f->next < f->n; pass_corner(f)) {
        const BspNavCorner *corner = &f->corners[f->next];
        *far = nav_distance(nav_xy(body->at), nav_xy(corner->at));
        if (!(bsp_vec_length(corner->push) == 0) && !f->has_landed) {
            BspNavState state = fly_on(f, body, seconds, is_held);
            if (state != BSP_NAV_ARRIVED)
                return state;
            f->flies = false;
            f->has_landed = true;
            if (!(*far >= 0)) /* it is not a number */
                continue;
        }
        if (is_early(f, body))
            continue;
        if (nav_is_carried(corner->type) && !is_brought(f, f->next, body))
            return BSP_NAV_WAITING;
        /* in the air the body goes on to the next corner, unless it must land */
        if (!(*far <= reached) || (!body->on_ground && must_land(f)))
            return BSP_NAV_FOLLOWING;
        if (f->next + 1 == f->n && !(fabs(body->at.z - corner->at.z) <= ON_FLOOR))
            return BSP_NAV_BLOCKED;
    }
    return BSP_NAV_ARRIVED;
}

/* Returns whether the body should give up. It should if it has come nearer to the corner by less
 * than `way` in more than PATIENCE calls, or if it has been in the air for more than LONGEST_FLIGHT
 * seconds. `way` is the distance, in units, that a body walks in one call at its full speed. With a
 * smaller distance, or with that of a body that is slowed down, a body that slides along a shut
 * door would count as coming nearer for seconds. */
static bool is_hopeless(BspNavFollower *f, const BspBody *body, double seconds, double way,
                        double reached, double far)
{
    bool comes_nearer = f->nearest == 0 || far < f->nearest - way;
    if (comes_nearer)
        f->blocked = 0;
    else
        f->blocked += far > reached || body->on_ground;
    f->nearest = comes_nearer ? far : f->nearest;
    f->flown = body->on_ground ? 0 : f->flown + seconds;
    return f->blocked > PATIENCE || !(f->flown <= LONGEST_FLIGHT) || !(far < HUGE_VAL);
}

BspNavState bsp_navigation_steer(BspNavFollower *f, BspBody *body, double speed, double seconds)
{
    double far = 0, reached = fmin(REACHED, REACHED_SECONDS * speed);
    bool is_held = adapt_speed(f, body), is_bad = !(seconds > 0) || !(speed >= 0);
    BspNavState state =
        is_bad ? BSP_NAV_BLOCKED : find_next(f, body, seconds, reached, is_held, &far);
    if (state == BSP_NAV_FOLLOWING && f->flies)
        return state;
    if (state == BSP_NAV_FOLLOWING && is_hopeless(f, body, seconds, speed * seconds, reached, far))
        state = BSP_NAV_BLOCKED;
    if (state != BSP_NAV_FOLLOWING) {
        if (state != BSP_NAV_WAITING || body->on_ground)
            body->velocity = bsp_vec(0, 0, body->on_ground ? 0 : body->velocity.z);
        f->wanted = 0;
        return state;
    }
    const BspVec *to = &f->corners[f->next].at;
    f->wanted = fmin(speed / (1 + f->slowness) * seconds, far);
    double rate = far > 0 ? f->wanted / seconds / far : 0;
    body->velocity = bsp_along_ground(
        body, bsp_vec(rate * (to->x - body->at.x), rate * (to->y - body->at.y), 0));
    return BSP_NAV_FOLLOWING;
}

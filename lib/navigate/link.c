/* link: finds the links between the areas of a layer.
 *
 * Two areas are linked where a side of one lies against a side of the other, seen from above, and
 * the floors differ by at most the step height (Golodetz 2013, "Automatic navigation mesh
 * generation"). If the floors are not in one plane, the walker's mover crosses the border at
 * several places, and the link keeps the places that it crossed. */
#include "navigate/layer.h"

#include <string.h>

#include "trace/compiler.h"

/* Units. Sides of two areas this far apart lie against each other: cuts of different planes of the
 * tree meet within far less, except at sharp angles. */
#define AGAINST 0.02
/* Units. Borders shorter than this are not linked, because between the margins of such a border
 * less than 0.01 unit is left. */
#define SHORTEST 0.05
/* Units. Between floors that differ less in height, a body walks without a step. */
#define LEVEL 0.1
/* Units. The height of a step varies along the border if its ends differ by more. A body that
 * crosses such a border aslant meets a higher step than the path does, so each path crosses it at a
 * right angle. */
#define VARIES 0.5
/* Units. A path keeps this far away from both ends of a border, where there is room. On two levels
 * the same number of paths arrived with 0.25 and with 8, and with 8 the paths were 0.9 percent
 * longer. */
#define MARGIN 2.0
/* Frames a second, the extremes of nav_rates. A body must cross a crack in one frame even at the
 * highest rate, or it falls. At the lowest rate it may meet two steps of narrow stairs in one
 * frame. */
#define FASTEST 125
#define SLOWEST 30
/* Units. Bodies are pushed only over open borders of at least this length. On five levels, borders
 * of 0.25 unit give no further link, and borders of 0.1 unit give links at slits that rounding
 * leaves. With 2 units, 22 of 2,655 drops are missing. */
#define OPEN 0.5
/* The margin at each end of a border is at most this fraction of the border's length. */
#define MARGIN_PART 0.4
/* Units, scaled. The mover tries to cross a border at places about this far apart, a quarter of the
 * width of a body of usual size: at 3 places at least, and at 9 of a long border. */
#define APART 8.0
#define MOST_PLACES 9
/* If the mover crosses a border at a place, and not at the places beside it, the link reaches from
 * this place to both sides by this fraction of the interval between places. So the link's border
 * has a length, and with it a direction. */
#define ALONE 0.1
/* Frames in which the mover must cross a border. At 60 frames a second, a body of more than 24
 * units a second moves 1.5 units in this time even at its lowest speed, a sixteenth. */
#define FRAMES 60
/* Units, scaled. The ground is at most this far below a point of an area. */
#define GROUND 1.0

typedef struct {
    NavLayer *layer;
    GArray *links; /* NavLink */
    guint *seen;   /* the marks for nav_grid_near(), one for each area */
    double scale;  /* the factor of lengths, from nav_scale() */
    /* the side whose links are searched */
    guint area, side;
    BspNavVertex a, b;
    gboolean only_over_risers; /* only links over risers that are not upright are searched */
    GArray *linked;            /* parts (NavPart) of the side that a link crosses */
} Linking;

static const NavFloor *area_of(const Linking *l, guint area)
{
    return &g_array_index(l->layer->areas, NavFloor, area);
}

/* --- the mover crosses a border --- */

gboolean nav_stand(NavLayer *layer, BspVec p, double depth, BspBody *body)
{
    BspTracer tracer = bsp_mover_tracer(&layer->mover);
    BspGround ground;
    bsp_ground_probe(&tracer, p, depth, layer->walker->stepping.walkable, &ground);
    *body = (BspBody){ .at = ground.point,
                       .on_ground = ground.kind == BSP_GROUND_WALKABLE,
                       .ground = ground.face };
    return body->on_ground;
}

BspNavState nav_walk_to(NavLayer *layer, const BspNavCorner *corner, guint frames, double seconds,
                        double lowest, BspBody *body)
{
    const BspNavWalker *walker = layer->walker;
    const BspNavBuildOptions *options = layer->options;
    /* The number of entities whose triggers fire. */
    guint n = corner->type == BSP_NAV_WALK ? 0 : options->n_entities;
    BspNavFollower follower = { .corners = corner, .n = 1 };
    for (guint i = 0; i < frames && !body->is_stuck && body->at.z >= lowest; i++) {
        BspNavState state = bsp_navigation_steer(&follower, body, walker->speed, seconds);
        if (state != BSP_NAV_FOLLOWING)
            return state;
        if (!body->on_ground)
            body->velocity.z -= walker->gravity * seconds;
        if (options->move)
            options->move(options->move_data, walker, seconds, body);
        else
            bsp_walk(&layer->mover, &walker->stepping, seconds, body, NULL);
        guint fired = bsp_navigation_fire(options->entities, n, &walker->box, body);
        if (fired < n && fired != layer->pad)
            return BSP_NAV_BLOCKED;
    }
    return BSP_NAV_BLOCKED;
}

/* Returns whether the mover crosses the border at p, from `from` to `to`, as a body that follows a
 * path does, and stands on the other area then. */
static gboolean can_cross(Linking *l, const NavFloor *from, const NavFloor *to, BspNavVertex p,
                          BspNavVertex out, double seconds)
{
    BspNavVertex in = { -out.x, -out.y };
    BspNavVertex start = nav_moved_in(nav_floor_shape(from), p, in, NAV_BEFORE * l->scale);
    BspNavVertex end = nav_beyond(nav_floor_shape(to), p, out, NAV_BEYOND * l->scale);
    BspNavCorner corner = { .at = nav_on_plane(&to->plane, end) };
    BspBody body;
    l->layer->stats->walked++;
    if (nav_stand(l->layer, nav_on_plane(&from->plane, start), GROUND * l->scale, &body) &&
        nav_walk_to(l->layer, &corner, FRAMES, seconds, -HUGE_VAL, &body) == BSP_NAV_ARRIVED)
        return TRUE;
    l->layer->stats->refused++;
    return FALSE;
}

/* Calls can_cross() at each of the frame rates, or only at the lowest, at which crossings fail
 * most. */
static gboolean can_cross_at(Linking *l, const NavFloor *from, const NavFloor *to, BspNavVertex p,
                             BspNavVertex out, gboolean all_rates)
{
    for (guint i = 0; i < NAV_RATES; i++)
        if ((all_rates || nav_rates[i] == SLOWEST) &&
            !can_cross(l, from, to, p, out, 1 / nav_rates[i]))
            return FALSE;
    return TRUE;
}

/* --- links of two sides --- */

/* Two sides that lie against each other. */
typedef struct {
    guint to;
    NavPart part;          /* the common part, of the first side */
    BspNavVertex p, q;     /* the ends of the common part */
    double rise_p, rise_q; /* units by which the other area is higher at p and at q */
    double gap;            /* units between the sides */
} Common;

/* Returns the maximum gap, in units, between two sides that are linked. At a ledge a body with a
 * skin stands where its box is over the upper floor, and on the lower floor where its box grown by
 * the skin is free. At a corner the grown box is larger by the skin times the square root of 2. */
static double most_gap(const Linking *l)
{
    return AGAINST * l->scale + 1.5 * l->layer->walker->skin;
}

/* Returns the maximum gap between two floors that differ in height by `rise`, with a leaning riser
 * between them that is too steep to stand on. */
static double most_riser(const Linking *l, double rise)
{
    double z = fmin(l->layer->walker->stepping.walkable, 0.999);
    return fabs(rise) * z / sqrt(1 - z * z);
}

/* Returns whether a link may cross the gap between the two sides. */
static gboolean is_narrow(const Linking *l, const Common *c)
{
    double rise = fmin(fabs(c->rise_p), fabs(c->rise_q));
    if (!l->only_over_risers)
        return fabs(c->gap) <= most_gap(l);
    return c->gap > most_gap(l) && rise > LEVEL * l->scale &&
           c->gap <= most_gap(l) + most_riser(l, rise);
}

/* Finds the common part of the side that is searched and the side from c to d of area `to`. */
static gboolean find_common(const Linking *l, guint to, BspNavVertex c, BspNavVertex d, Common *out)
{
    const NavFloor *from = area_of(l, l->area), *other = area_of(l, to);
    double length = nav_distance(l->a, l->b);
    NavPart part;
    BspNavVertex p, q;
    if (!nav_find_facing(l->a, l->b, c, d, &part, &p, &q) ||
        part.to < part.from + SHORTEST * l->scale)
        return FALSE;
    double gap_p = -nav_cross(l->a, l->b, p) / length, gap_q = -nav_cross(l->a, l->b, q) / length;
    *out = (Common){ .to = to,
                     .part = part,
                     .p = nav_lerp(l->a, l->b, part.from / length),
                     .q = nav_lerp(l->a, l->b, part.to / length),
                     .gap = fabs(gap_p) > fabs(gap_q) ? gap_p : gap_q };
    out->rise_p = nav_height(&other->plane, p) - nav_height(&from->plane, out->p);
    out->rise_q = nav_height(&other->plane, q) - nav_height(&from->plane, out->q);
    return is_narrow(l, out);
}

/* Returns the kind of ground in the middle of the gap between the heights `above` and `below`,
 * which are relative to the first floor. */
static BspGroundKind ground_between(const Linking *l, const Common *c, double above, double below)
{
    BspTracer tracer = bsp_mover_tracer(&l->layer->mover);
    BspNavVertex p = nav_lerp(c->p, c->q, 0.5), out = nav_across(c->p, c->q);
    BspVec at = nav_on_plane(&area_of(l, l->area)->plane, nav_mad(p, c->gap / 2, out));
    BspGround ground;
    at.z += above;
    bsp_ground_probe(&tracer, at, above - below, l->layer->walker->stepping.walkable, &ground);
    return ground.kind;
}

/* Returns whether a body between the floors falls, because there is no ground in the gap. A body
 * may be there at the end of a frame, or because a riser stops it. */
static gboolean is_crack(const Linking *l, const Common *c)
{
    double low = fmin((c->rise_p + c->rise_q) / 2, 0);
    return ground_between(l, c, low + LEVEL * l->scale, low - 2 * LEVEL * l->scale) ==
           BSP_GROUND_NONE;
}

/* Returns whether the gap has ground between the heights of the floors, so a riser and no pit. */
static gboolean has_riser(const Linking *l, const Common *c)
{
    double rise = (c->rise_p + c->rise_q) / 2;
    return ground_between(l, c, fmax(rise, 0) + LEVEL * l->scale, fmin(rise, 0)) != BSP_GROUND_NONE;
}

static gboolean are_in_one_plane(const NavFloor *a, const NavFloor *b, const Common *c)
{
    return bsp_same_normal(a->plane.normal, b->plane.normal) &&
           fmax(fabs(c->rise_p), fabs(c->rise_q)) < 4 * BSP_TOUCH;
}

/* Adds a link over the part of the border from one fraction to another of it. */
static void add_link(Linking *l, const Common *c, double from, double to, guint flags)
{
    NavLink link = { .right = nav_lerp(c->p, c->q, from),
                     .left = nav_lerp(c->p, c->q, to),
                     .from = l->area,
                     .to = c->to,
                     .flags = flags };
    g_array_append_val(l->links, link);
}

/* Notes that links cross the part of the border between two fractions of it. */
static void note_linked(Linking *l, const Common *c, double from, double to)
{
    double length = c->part.to - c->part.from;
    NavPart part = { c->part.from + from * length, c->part.from + to * length };
    g_array_append_val(l->linked, part);
}

/* Returns the margin at each end of a border of this length, as a fraction of the length. */
static double margin_of(const Linking *l, double length)
{
    return fmin(MARGIN * l->scale / length, MARGIN_PART);
}

/* Tries the mover at places of the border between two of its fractions. Adds a link for each run of
 * neighbouring places that the mover crosses. Paths cross a link mostly at its ends. */
static void add_crossed(Linking *l, const Common *c, double from, double to, guint flags)
{
    const NavFloor *area = area_of(l, l->area), *other = area_of(l, c->to);
    BspNavVertex out = nav_across(c->p, c->q);
    double margin = margin_of(l, (to - from) * (c->part.to - c->part.from)) * (to - from);
    double length = (to - from - 2 * margin) * (c->part.to - c->part.from);
    guint n = (guint)fmin(MOST_PLACES, 3 + floor(length / (APART * l->scale)));
    double between = (to - from - 2 * margin) / (n - 1);
    guint run = 0;
    /* most gaps cannot be crossed anywhere, and that takes long to find out */
    if (l->only_over_risers &&
        !can_cross_at(l, area, other, nav_lerp(c->p, c->q, (from + to) / 2), out, TRUE))
        return;
    for (guint i = 0; i <= n; i++) {
        double at = from + margin + i * between, first = at - run * between, last = at - between;
        gboolean is_usual = i == 0 || i == n / 2 || i + 1 == n; /* most paths cross here */
        if (i < n && can_cross_at(l, area, other, nav_lerp(c->p, c->q, at), out,
                                  is_usual || flags & NAV_LINK_SQUARE)) {
            run++;
            continue;
        }
        if (run > 0) {
            double alone = run == 1 ? ALONE * between : 0;
            add_link(l, c, first - alone, last + alone, flags);
            note_linked(l, c, run == i ? from : first - between / 2,
                        i == n ? to : last + between / 2);
        }
        run = 0;
    }
}

/* Returns whether a body may cross the area in less than one frame, as it crosses a narrow stair.
 * Two steps at once may block such a body. A body that came aslant then slides along the riser, off
 * its path. */
static gboolean is_narrow_area(const Linking *l, guint area)
{
    return nav_floor_width(area_of(l, area)) < l->layer->walker->speed / SLOWEST;
}

/* Adds links over the part of the border between two fractions of it, where the rise stays on one
 * side of each limit. */
static void link_part(Linking *l, const Common *c, double from, double to, double limit,
                      guint flags)
{
    double rise = c->rise_p + (c->rise_q - c->rise_p) * (from + to) / 2;
    if (fabs(rise) > limit + BSP_TOUCHED ||
        (to - from) * (c->part.to - c->part.from) < SHORTEST * l->scale)
        return;
    if (fabs(rise) <= LEVEL * l->scale)
        flags = BSP_NAV_WALK;
    else if (is_narrow_area(l, l->area) || is_narrow_area(l, c->to))
        flags |= NAV_LINK_SQUARE;
    if (fabs(rise) > LEVEL * l->scale)
        flags |= rise > 0 ? BSP_NAV_STEP_UP : BSP_NAV_STEP_DOWN;
    if (is_crack(l, c)) {
        if (l->layer->walker->speed < FASTEST * ((NAV_BEFORE + NAV_BEYOND) * l->scale + 2 * c->gap))
            return;
        flags |= NAV_LINK_SQUARE;
    }
    add_crossed(l, c, from, to, flags);
}

/* Cuts the common border where its rise passes a limit, and links the parts. */
static void link_common(Linking *l, const Common *c)
{
    double change = c->rise_q - c->rise_p;
    guint flags = fabs(change) > VARIES * l->scale || l->only_over_risers ? NAV_LINK_SQUARE : 0;
    double limit = fmax(l->layer->walker->stepping.height, LEVEL * l->scale);
    if (fabs(c->gap) <= NAV_SEAM * l->scale &&
        are_in_one_plane(area_of(l, l->area), area_of(l, c->to), c) && !is_crack(l, c)) {
        double margin = margin_of(l, c->part.to - c->part.from);
        add_link(l, c, margin, 1 - margin, BSP_NAV_WALK | NAV_LINK_FLAT);
        note_linked(l, c, 0, 1);
        return;
    }
    /* along the border the limits are passed in this order, or in the reverse */
    const double limits[] = { -limit, -LEVEL * l->scale, LEVEL * l->scale, limit };
    double at = 0;
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
        double rise = limits[change > 0 ? i : G_N_ELEMENTS(limits) - 1 - i];
        double t = change != 0 ? (rise - c->rise_p) / change : -1;
        if (!(t > at && t < 1))
            continue;
        link_part(l, c, at, t, limit, flags);
        at = t;
    }
    link_part(l, c, at, 1, limit, flags);
}

/* Returns whether a link crosses a part of the common border. */
static gboolean is_crossed(const Linking *l, const Common *c)
{
    for (guint i = 0; i < l->linked->len; i++) {
        const NavPart *part = &g_array_index(l->linked, NavPart, i);
        if (part->from < c->part.to - SHORTEST * l->scale &&
            part->to > c->part.from + SHORTEST * l->scale)
            return TRUE;
    }
    return FALSE;
}

/* Links the side that is searched to an area. A NavNearFunc. */
static void link_to(guint to, gpointer linking)
{
    Linking *l = linking;
    const NavFloor *other = area_of(l, to);
    Common common;
    for (guint i = 0; to != l->area && i < other->n; i++)
        if (find_common(l, to, other->v[i], nav_next_vertex(other, i), &common) &&
            !(l->only_over_risers && (is_crossed(l, &common) || !has_riser(l, &common))))
            link_common(l, &common);
}

/* --- borders --- */

/* Adds the parts of the side that is searched that no link crosses to the open borders. */
static void add_borders(const Linking *l)
{
    double length = nav_distance(l->a, l->b);
    g_autoptr(GArray) parts = nav_uncovered(l->linked, length, OPEN * l->scale);
    for (guint i = 0; i < parts->len; i++) {
        const NavPart *part = &g_array_index(parts, NavPart, i);
        NavBorder border = { l->area, nav_lerp(l->a, l->b, part->from / length),
                             nav_lerp(l->a, l->b, part->to / length) };
        g_array_append_val(l->layer->open, border);
    }
}

static void link_area(Linking *l, guint area, guint *stamp)
{
    const NavFloor *floor = area_of(l, area);
    l->area = area;
    for (guint i = 0; i < floor->n; i++) {
        l->a = floor->v[i];
        l->b = nav_next_vertex(floor, i);
        if (nav_distance(l->a, l->b) < AGAINST * l->scale)
            continue;
        BspBounds bounds = bsp_bounds_empty();
        bsp_bounds_add_point(&bounds, bsp_vec(l->a.x, l->a.y, 0));
        bsp_bounds_add_point(&bounds, bsp_vec(l->b.x, l->b.y, 0));
        g_array_set_size(l->linked, 0);
        l->only_over_risers = FALSE;
        nav_grid_near(l->layer, &bounds, most_gap(l), l->seen, ++*stamp, link_to, l);
        double riser = most_riser(l, l->layer->walker->stepping.height);
        l->only_over_risers = TRUE;
        nav_grid_near(l->layer, &bounds, most_gap(l) + riser, l->seen, ++*stamp, link_to, l);
        add_borders(l);
    }
}

/* --- the layer --- */

void nav_layer_link(NavLayer *layer)
{
    guint n = layer->areas->len, stamp = 0;
    Linking l = { .layer = layer,
                  .links = g_array_new(FALSE, FALSE, sizeof(NavLink)),
                  .seen = g_new0(guint, n + 1),
                  .scale = nav_scale(&layer->walker->box, layer->walker->skin),
                  .linked = g_array_new(FALSE, FALSE, sizeof(NavPart)) };
    layer->open = g_array_new(FALSE, FALSE, sizeof(NavBorder));
    layer->pushes = g_array_new(FALSE, FALSE, sizeof(NavPush));
    layer->first_link = g_new0(guint32, n + 1);
    for (guint i = 0; i < n && nav_layer_goes_on(layer); i++) {
        link_area(&l, i, &stamp);
        layer->first_link[i + 1] = l.links->len;
        nav_layer_done(layer, NAV_PART_LINKS / n);
    }
    layer->links = l.links;
    g_array_unref(l.linked);
    g_free(l.seen);
}

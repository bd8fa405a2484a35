/* navigate-detour: writes the areas and links of one size in a navigation graph as a tile of
 * Detour.
 *
 * An edge of a Detour polygon leads to one polygon, and a polygon has at most six corners. So each
 * area gets a corner where a link begins or ends, and is cut into pieces around its middle. */
#include "level/navigate-detour.h"

#include <math.h>
#include <string.h>

#include "bsp-error.h"
#include "level/navigate-area.h"

/* These numbers and structures are those of DetourNavMesh.h. */
enum {
    MAGIC = 'D' << 24 | 'N' << 16 | 'A' << 8 | 'V',
    VERSION = 7,
    MOST_CORNERS = 6,
    GROUND = 0 << 6,
    OFF_MESH = 1 << 6,
    THIS_TILE = 0xff,
    MOST_VERTICES = 0xffff,
    MOST_POLYGONS = 0x7ffe, /* the numbers of neighbours start at 1, and are below 0x8000 */
    LINK_BYTES = 12
};

typedef struct {
    gint32 magic, version, x, y, layer;
    guint32 user;
    gint32 n_polygons, n_vertices, n_links, n_details, n_detail_vertices, n_triangles, n_nodes,
        n_connections, first_connection;
    float height, radius, climb, mins[3], maxs[3], quantum;
} Header;

typedef struct {
    guint32 first_link;
    guint16 corners[MOST_CORNERS], neighbours[MOST_CORNERS];
    guint16 flags;
    guint8 n_corners, area_and_type;
} Polygon;

typedef struct {
    guint32 first_vertex, first_triangle;
    guint8 n_vertices, n_triangles, unused[2];
} Detail;

typedef struct {
    float ends[6], radius;
    guint16 polygon;
    guint8 flags, side;
    guint32 user;
} Connection;

_Static_assert(sizeof(Header) == 100 && sizeof(Polygon) == 32 && sizeof(Detail) == 12 &&
                   sizeof(Connection) == 36,
               "as Detour has them");

/* Units. The end of a connection is on the mesh if it is this near to it. This is more than the
 * rounding of floats. */
#define CONNECTION_RADIUS 1.0F

/* A corner of the border of an area, and the link on the edge that begins there. */
typedef struct {
    BspNavVertex at;
    gint link; /* the number of the link; -1 if there is none */
} Corner;

typedef struct {
    const BspNavigation *nav;
    guint first_area;
    GArray *vertices; /* array of float, three for each vertex */
    GArray *polygons; /* array of Polygon; the neighbour across a link is set after all areas have
                         been added */
    GArray *links;    /* array of gint: for each corner of each polygon, the link, or -1 */
    GArray *first; /* array of guint: the first polygon of each area, and at the end the number of
                      polygons */
    GArray *connections;
} Tile;

static guint16 add_point(Tile *t, BspVec p)
{
    float xyz[] = { (float)p.x, (float)p.z, (float)-p.y };
    g_array_append_vals(t->vertices, xyz, 3);
    return (guint16)(t->vertices->len / 3 - 1);
}

static double cross(BspNavVertex a, BspNavVertex b, BspNavVertex c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static BspNavVertex between(BspNavVertex a, BspNavVertex b, double t)
{
    return (BspNavVertex){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
}

/* --- the border of an area --- */

/* A link on the border of an area. A position on the border is the number of an edge plus the
 * fraction of the edge before the position. */
typedef struct {
    double from, to;
    gint link;
} Part;

static gint compare_parts(gconstpointer a, gconstpointer b)
{
    double x = ((const Part *)a)->from, y = ((const Part *)b)->from;
    return (x > y) - (x < y);
}

static BspNavVertex vertex_of(const BspNavArea *area, guint i)
{
    return area->vertices[i % area->n_vertices];
}

static BspNavVertex at_position(const BspNavArea *area, double position)
{
    guint edge = MIN((guint)position, area->n_vertices - 1);
    return between(vertex_of(area, edge), vertex_of(area, edge + 1), position - edge);
}

/* Returns the fraction of the edge before its point nearest to p. Stores the distance of that point
 * from p. */
static double part_before(const BspNavArea *area, guint edge, BspNavVertex p, double *distance)
{
    BspNavVertex a = vertex_of(area, edge), b = vertex_of(area, edge + 1);
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double t = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    BspNavVertex near = between(a, b, CLAMP(t, 0, 1));
    *distance = hypot(p.x - near.x, p.y - near.y);
    return CLAMP(t, 0, 1);
}

/* Returns an array of Part with the links that a body walks over, in their order around the
 * area. */
static GArray *parts_of(const Tile *t, const BspNavArea *area)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
    for (guint i = area->first_link; i < area->first_link + area->n_links; i++) {
        BspNavLink link;
        double least = HUGE_VAL, distance;
        guint edge = 0;
        bsp_navigation_link(t->nav, i, &link);
        for (guint k = 0; k < area->n_vertices; k++) {
            part_before(area, k, level_link_middle(&link), &distance);
            edge = distance < least ? k : edge;
            least = fmin(least, distance);
        }
        Part part = { edge + part_before(area, edge, link.right, &distance),
                      edge + part_before(area, edge, link.left, &distance), (gint)i };
        if (level_link_walks(&link) && part.from < part.to)
            g_array_append_val(parts, part);
    }
    g_array_sort(parts, compare_parts);
    return parts;
}

/* Adds a corner at this position, unless the border has already reached it. */
static void add_corner(GArray *corners, const BspNavArea *area, double position, double *reached)
{
    Corner corner = { at_position(area, position), -1 };
    if (position > *reached)
        g_array_append_val(corners, corner);
    *reached = fmax(position, *reached);
}

/* Returns the corners of the area's border, with a corner at each end of a link. Where links
 * overlap, the first link gets the border. */
static GArray *border_of(const Tile *t, const BspNavArea *area)
{
    GArray *corners = g_array_new(FALSE, FALSE, sizeof(Corner));
    g_autoptr(GArray) parts = parts_of(t, area);
    double reached = -1;
    guint k = 0;
    for (guint i = 0; i < area->n_vertices; i++) {
        add_corner(corners, area, i, &reached);
        for (; k < parts->len && g_array_index(parts, Part, k).from < i + 1; k++) {
            const Part *part = &g_array_index(parts, Part, k);
            if (part->to <= reached)
                continue;
            add_corner(corners, area, part->from, &reached);
            g_array_index(corners, Corner, corners->len - 1).link = part->link;
            if (part->to < i + 1)
                add_corner(corners, area, part->to, &reached);
            else
                break;
        }
    }
    return corners;
}

/* --- polygons --- */

/* Adds a polygon. Its corners run anticlockwise, seen from above. neighbours[i] and links[i] belong
 * to the edge that begins at corner i. */
static void add_polygon(Tile *t, guint n, const guint16 *corners, const guint16 *neighbours,
                        const gint *links)
{
    Polygon polygon = { .flags = 1 << BSP_NAV_WALK,
                        .n_corners = (guint8)n,
                        .area_and_type = BSP_NAV_WALK | GROUND };
    memcpy(polygon.corners, corners, n * sizeof *corners);
    memcpy(polygon.neighbours, neighbours, n * sizeof *neighbours);
    g_array_append_val(t->polygons, polygon);
    g_array_append_vals(t->links, links, MOST_CORNERS);
}

/* Cuts the area into pieces around its middle. A piece has at most four edges of the border, and
 * spans less than half a turn. */
static void add_pieces(Tile *t, const BspNavArea *area, const GArray *border)
{
    guint n = border->len, first = t->polygons->len, number = first;
    gboolean is_cut = n > MOST_CORNERS;
    const Corner *all = (const Corner *)(gconstpointer)border->data;
    g_autofree guint16 *vertices = g_new(guint16, n);
    BspNavVertex middle = level_area_middle(area);
    for (guint i = 0; i < n; i++)
        vertices[i] = add_point(t, level_area_point(area, all[i].at));
    guint16 centre = is_cut ? add_point(t, level_area_point(area, middle)) : 0;
    for (guint start = 0, end; start < n; start = end, number++) {
        guint16 corners[MOST_CORNERS] = { centre }, neighbours[MOST_CORNERS] = { 0 };
        gint links[MOST_CORNERS] = { -1, -1, -1, -1, -1, -1 };
        guint k = is_cut ? 1 : 0;
        for (end = start; end < n && k < (is_cut ? MOST_CORNERS - 1 : MOST_CORNERS); end++) {
            if (is_cut && end > start && cross(middle, all[start].at, all[(end + 1) % n].at) <= 0)
                break;
            links[k] = all[end].link;
            corners[k++] = vertices[end];
        }
        if (is_cut) {
            corners[k++] = vertices[end % n];
            neighbours[0] = (guint16)number; /* the number of the previous piece, counted from 1 */
            neighbours[k - 1] = (guint16)(number + 2); /* the number of the next piece */
        }
        add_polygon(t, k, corners, neighbours, links);
    }
    if (!is_cut)
        return;
    /* The first piece and the last one are neighbours. */
    Polygon *polygons = (Polygon *)(gpointer)t->polygons->data;
    guint last = t->polygons->len - 1;
    polygons[first].neighbours[0] = (guint16)(last + 1);
    polygons[last].neighbours[polygons[last].n_corners - 1] = (guint16)(first + 1);
}

/* Returns the polygon of the area in which the point is deepest, or to which it is nearest. */
static guint polygon_at(const Tile *t, guint area, BspNavVertex p)
{
    const float *v = (const float *)(gconstpointer)t->vertices->data;
    guint from = g_array_index(t->first, guint, area),
          to = g_array_index(t->first, guint, area + 1);
    guint best = from;
    double deepest = -HUGE_VAL;
    for (guint i = from; i < to; i++) {
        const Polygon *polygon = &g_array_index(t->polygons, Polygon, i);
        double depth = HUGE_VAL;
        for (guint k = 0; k < polygon->n_corners; k++) {
            const float *one = &v[3 * polygon->corners[k]];
            const float *next = &v[3 * polygon->corners[(k + 1) % polygon->n_corners]];
            BspNavVertex a = { (double)one[0], (double)-one[2] };
            BspNavVertex b = { (double)next[0], (double)-next[2] };
            double length = hypot(b.x - a.x, b.y - a.y);
            if (length > 0)
                depth = fmin(depth, cross(a, b, p) / length);
        }
        if (depth > deepest) {
            deepest = depth;
            best = i;
        }
    }
    return best;
}

static void set_neighbours(Tile *t)
{
    for (guint i = 0; i < t->polygons->len; i++)
        for (guint k = 0; k < MOST_CORNERS; k++) {
            gint number = g_array_index(t->links, gint, i * MOST_CORNERS + k);
            BspNavLink link;
            if (number < 0)
                continue;
            bsp_navigation_link(t->nav, (guint)number, &link);
            guint to = polygon_at(t, link.to - t->first_area, level_link_middle(&link));
            g_array_index(t->polygons, Polygon, i).neighbours[k] = (guint16)(to + 1);
        }
}

static void add_connections(Tile *t, const BspNavArea *area)
{
    for (guint i = 0; i < area->n_links; i++) {
        BspNavLink link;
        bsp_navigation_link(t->nav, area->first_link + i, &link);
        if (level_link_walks(&link))
            continue;
        guint16 a = add_point(t, level_area_point(area, level_link_middle(&link)));
        add_point(t, link.landing);
        Polygon polygon = { .corners = { a, (guint16)(a + 1) },
                            .flags = (guint16)(1 << link.type),
                            .n_corners = 2,
                            .area_and_type = (guint8)(link.type | OFF_MESH) };
        Connection connection = { .radius = CONNECTION_RADIUS,
                                  .polygon = (guint16)t->polygons->len,
                                  .side = THIS_TILE,
                                  .user = link.entity };
        memcpy(connection.ends, &g_array_index(t->vertices, float, 3 * (guint)a),
               sizeof connection.ends);
        g_array_append_val(t->polygons, polygon);
        g_array_append_val(t->connections, connection);
    }
}

/* --- the whole --- */

static Header header_of(const Tile *t, guint size, guint n_ground, guint n_triangles)
{
    BspNavWalker walker;
    bsp_navigation_walker(t->nav, size, &walker);
    Header h = { .magic = MAGIC,
                 .version = VERSION,
                 .n_polygons = (gint)t->polygons->len,
                 .n_vertices = (gint)t->vertices->len / 3,
                 .n_links =
                     (gint)(4 * t->connections->len), /* two links at each end of a connection */
                 .n_details = (gint)n_ground,
                 .n_triangles = (gint)n_triangles,
                 .n_connections = (gint)t->connections->len,
                 .first_connection = (gint)n_ground,
                 .height = (float)(walker.box.maxs.z - walker.box.mins.z),
                 .radius = (float)(walker.box.maxs.x - walker.box.mins.x) / 2,
                 .climb = (float)walker.stepping.height,
                 .quantum = 1 };
    for (guint i = 0; i < n_ground * MOST_CORNERS; i++)
        h.n_links +=
            g_array_index(t->polygons, Polygon, i / MOST_CORNERS).neighbours[i % MOST_CORNERS] > 0;
    for (guint i = 0; i < t->vertices->len; i++) {
        float x = g_array_index(t->vertices, float, i);
        h.mins[i % 3] = i < 3 ? x : fminf(h.mins[i % 3], x);
        h.maxs[i % 3] = i < 3 ? x : fmaxf(h.maxs[i % 3], x);
    }
    return h;
}

static void append(GByteArray *out, gconstpointer data, gsize bytes)
{
    g_byte_array_append(out, data, (guint)bytes);
}

static GBytes *pack(const Tile *t, guint size)
{
    guint n_ground = t->polygons->len - t->connections->len, n_triangles = 0;
    g_autoptr(GByteArray) triangles = g_byte_array_new();
    g_autoptr(GArray) details = g_array_new(FALSE, FALSE, sizeof(Detail));
    for (guint i = 0; i < n_ground; i++) {
        guint8 n = g_array_index(t->polygons, Polygon, i).n_corners;
        Detail detail = { .first_triangle = n_triangles, .n_triangles = (guint8)(n - 2) };
        g_array_append_val(details, detail);
        for (guint8 k = 2; k < n; k++, n_triangles++) {
            /* The last byte has a bit for each edge of the triangle that is an edge of the
             * polygon. */
            guint8 triangle[] = { 0, (guint8)(k - 1), k,
                                  (guint8)(1 << 2 | (k == 2) | (k + 1 == n) << 4) };
            append(triangles, triangle, sizeof triangle);
        }
    }
    Header header = header_of(t, size, n_ground, n_triangles);
    g_autofree guint8 *links = g_new0(guint8, (gsize)header.n_links * LINK_BYTES + 1);
    GByteArray *out = g_byte_array_new();
    append(out, &header, sizeof header);
    append(out, t->vertices->data, t->vertices->len * sizeof(float));
    append(out, t->polygons->data, t->polygons->len * sizeof(Polygon));
    append(out, links, (gsize)header.n_links * LINK_BYTES);
    append(out, details->data, details->len * sizeof(Detail));
    append(out, triangles->data, triangles->len);
    append(out, t->connections->data, t->connections->len * sizeof(Connection));
    return g_byte_array_free_to_bytes(out);
}

static gboolean fill(Tile *t, guint n, GError **error)
{
    BspNavArea area;
    for (guint i = 0; i < n && t->polygons->len <= MOST_POLYGONS; i++) {
        bsp_navigation_area(t->nav, t->first_area + i, &area);
        g_autoptr(GArray) border = border_of(t, &area);
        g_array_append_val(t->first, t->polygons->len);
        add_pieces(t, &area, border);
    }
    g_array_append_val(t->first, t->polygons->len);
    gboolean is_whole = t->first->len == n + 1;
    if (is_whole)
        set_neighbours(t);
    for (guint i = 0; is_whole && i < n && t->polygons->len <= MOST_POLYGONS; i++) {
        bsp_navigation_area(t->nav, t->first_area + i, &area);
        add_connections(t, &area);
    }
    if (!is_whole || t->polygons->len > MOST_POLYGONS || t->vertices->len / 3 > MOST_VERTICES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "the graph needs more than %d polygons or %d vertices, the most that a tile of "
                    "Detour has",
                    MOST_POLYGONS, MOST_VERTICES);
        return FALSE;
    }
    return TRUE;
}

GBytes *level_navigation_detour(const BspNavigation *nav, guint size, GError **error)
{
    Tile t = { .nav = nav,
               .vertices = g_array_new(FALSE, FALSE, sizeof(float)),
               .polygons = g_array_new(FALSE, FALSE, sizeof(Polygon)),
               .links = g_array_new(FALSE, FALSE, sizeof(gint)),
               .first = g_array_new(FALSE, FALSE, sizeof(guint)),
               .connections = g_array_new(FALSE, FALSE, sizeof(Connection)) };
    guint n = bsp_navigation_areas(nav, size, &t.first_area);
    GBytes *out = fill(&t, n, error) ? pack(&t, size) : NULL;
    GArray *arrays[] = { t.vertices, t.polygons, t.links, t.first, t.connections };
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
        g_array_unref(arrays[i]);
    return out;
}

/* free-space: counts the vertices, edges and faces of the free space of a box in a level. It is not
 * a part of "make check".
 *
 * free-space WORLD MINS:MAXS...
 *
 * Prints a line of CSV for each box. The free space is the outside of the union of all expanded
 * brushes. The builder cuts its faces into convex pieces. So a corner of a piece counts as a vertex
 * only if the planes of the pieces around it meet in one point. An edge runs from vertex to vertex.
 * A face consists of pieces that touch along an edge and lie in one plane. */
#include <math.h>
#include <stdio.h>

#include "bsp-nodes.h"
#include "bsp-vec.h"
#include "bsp-world.h"
#include "tools/bsp-cell.h"
#include "tools/bsp-inspect.h"

#define NEAR 0.01 /* units; points within this distance are one. Levels have a grid of 1/8 unit */
#define SAME_NORMAL                                                                                \
    1e-6 /* normals that differ by less are equal; rounding makes differences near 1e-12 */
#define SAME_DIRECTION                                                                             \
    0.01 /* radians; an edge of one unit turns by this if one of its ends moves by NEAR */

typedef struct {
    const GArray *faces; /* BspUnionFace */
    BspHierarchy *hierarchy;
    GArray *found; /* guint, the pieces near a point or piece */
    GArray *normals, *directions;
} Pieces;

typedef struct {
    BspVec to;
    const BspVec *normal;
} Direction;

static const BspUnionFace *piece(const Pieces *pieces, guint i)
{
    return &g_array_index(pieces->faces, BspUnionFace, i);
}

static gboolean add_found(guint i, gpointer user_data)
{
    g_array_append_val((GArray *)user_data, i);
    return TRUE;
}

static void find_near(Pieces *pieces, BspBounds box)
{
    BspVec near = bsp_vec(NEAR, NEAR, NEAR);
    g_array_set_size(pieces->found, 0);
    box = (BspBounds){ bsp_vec_sub(box.mins, near), bsp_vec_add(box.maxs, near) };
    bsp_hierarchy_overlapping(pieces->hierarchy, &box, add_found, pieces->found);
}

static gboolean is_equal(BspVec a, BspVec b, double most)
{
    return bsp_vec_length(bsp_vec_sub(a, b)) <= most;
}

/* Returns the length by which p is outside of the polygon's edge from corner i. */
static double outside_edge(const BspUnionFace *face, guint i, BspVec p)
{
    const BspPolygon *polygon = face->polygon;
    BspVec edge = bsp_vec_sub(polygon->v[(i + 1) % polygon->n], polygon->v[i]);
    BspVec out = bsp_vec_cross(edge, face->plane.normal);
    double length = bsp_vec_length(out);
    return length > 0 ? bsp_vec_dot(out, bsp_vec_sub(p, polygon->v[i])) / length : 0;
}

static gboolean contains(const BspUnionFace *face, BspVec p)
{
    if (fabs(bsp_vec_dot(face->plane.normal, p) - face->plane.dist) > NEAR)
        return FALSE;
    for (guint i = 0; i < face->polygon->n; i++)
        if (outside_edge(face, i, p) > NEAR)
            return FALSE;
    return TRUE;
}

/* Returns whether the normals of three pieces at the point span space. */
static gboolean is_vertex(const GArray *normals)
{
    const BspVec *n = (const BspVec *)(gconstpointer)normals->data;
    for (guint i = 1; i < normals->len; i++) {
        BspVec line = bsp_vec_cross(n[0], n[i]);
        if (bsp_vec_length(line) <= SAME_NORMAL)
            continue;
        for (guint k = 1; k < normals->len; k++)
            if (fabs(bsp_vec_dot(line, n[k])) > SAME_NORMAL * bsp_vec_length(line))
                return TRUE;
        return FALSE;
    }
    return FALSE;
}

static void add_direction(GArray *directions, BspVec from, BspVec to, const BspVec *normal)
{
    BspVec line = bsp_vec_sub(to, from);
    double length = bsp_vec_length(line);
    if (length > NEAR) {
        Direction d = { bsp_vec_scale(line, 1 / length), normal };
        g_array_append_val(directions, d);
    }
}

/* Adds the directions in which the piece's boundary leaves p. */
static void add_directions(GArray *directions, const BspUnionFace *face, BspVec p)
{
    const BspPolygon *polygon = face->polygon;
    for (guint i = 0; i < polygon->n; i++) {
        BspVec a = polygon->v[i], b = polygon->v[(i + 1) % polygon->n];
        if (fabs(outside_edge(face, i, p)) > NEAR)
            continue;
        add_direction(directions, p, a, &face->plane.normal);
        add_direction(directions, p, b, &face->plane.normal);
    }
}

/* Counts the directions along which pieces of two planes meet. */
static guint count_edges(const GArray *directions)
{
    guint n = 0;
    for (guint i = 0; i < directions->len; i++) {
        const Direction *d = &g_array_index(directions, Direction, i);
        gboolean is_first = TRUE, is_edge = FALSE;
        for (guint k = 0; k < directions->len; k++) {
            const Direction *e = &g_array_index(directions, Direction, k);
            if (!is_equal(d->to, e->to, SAME_DIRECTION))
                continue;
            is_first = is_first && k >= i;
            is_edge = is_edge || !is_equal(*d->normal, *e->normal, SAME_NORMAL);
        }
        n += is_first && is_edge ? 1 : 0;
    }
    return n;
}

/* Returns the number of edges that end in p, or 0 if p is no vertex. */
static guint degree_of(Pieces *pieces, BspVec p)
{
    find_near(pieces, (BspBounds){ p, p });
    g_array_set_size(pieces->normals, 0);
    g_array_set_size(pieces->directions, 0);
    for (guint i = 0; i < pieces->found->len; i++) {
        const BspUnionFace *face = piece(pieces, g_array_index(pieces->found, guint, i));
        if (!contains(face, p))
            continue;
        g_array_append_val(pieces->normals, face->plane.normal);
        add_directions(pieces->directions, face, p);
    }
    return is_vertex(pieces->normals) ? count_edges(pieces->directions) : 0;
}

/* --- points, each once --- */

typedef struct {
    gint64 x, y, z;
} Place;

static guint place_hash(gconstpointer key)
{
    const Place *p = key;
    return (guint)((guint64)p->x * 73856093u ^ (guint64)p->y * 19349663u ^
                   (guint64)p->z * 83492791u);
}

static gboolean place_equal(gconstpointer a, gconstpointer b)
{
    const Place *p = a, *q = b;
    return p->x == q->x && p->y == q->y && p->z == q->z;
}

/* Adds the point unless one is near. Buckets are 2 * NEAR wide, so a near point is in one of 27. */
static gboolean add_point(GHashTable *points, BspVec p)
{
    Place at = { (gint64)floor(p.x / 2 / NEAR), (gint64)floor(p.y / 2 / NEAR),
                 (gint64)floor(p.z / 2 / NEAR) };
    for (gint64 i = 0; i < 27; i++) {
        Place beside = { at.x + i % 3 - 1, at.y + i / 3 % 3 - 1, at.z + i / 9 - 1 };
        const BspVec *other = g_hash_table_lookup(points, &beside);
        if (other && is_equal(*other, p, NEAR))
            return FALSE;
    }
    g_hash_table_insert(points, g_memdup2(&at, sizeof at), g_memdup2(&p, sizeof p));
    return TRUE;
}

/* --- faces --- */

/* Returns whether both pieces have a part of an edge in common. */
static gboolean share_edge(const BspUnionFace *a, const BspUnionFace *b)
{
    for (guint i = 0; i < a->polygon->n; i++) {
        BspVec from = a->polygon->v[i], to = a->polygon->v[(i + 1) % a->polygon->n];
        BspVec edge = bsp_vec_sub(to, from);
        double length = bsp_vec_length(edge);
        for (guint k = 0; length > NEAR && k < b->polygon->n; k++) {
            BspVec c = b->polygon->v[k], d = b->polygon->v[(k + 1) % b->polygon->n];
            if (fabs(outside_edge(a, i, c)) > NEAR || fabs(outside_edge(a, i, d)) > NEAR)
                continue;
            double s = bsp_vec_dot(bsp_vec_sub(c, from), edge) / length;
            double t = bsp_vec_dot(bsp_vec_sub(d, from), edge) / length;
            if (MIN(MAX(s, t), length) - MAX(MIN(s, t), 0) > 2 * NEAR)
                return TRUE;
        }
    }
    return FALSE;
}

static guint find_root(guint *parent, guint i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static guint count_faces(Pieces *pieces)
{
    guint n = pieces->faces->len, n_faces = n;
    g_autofree guint *parent = g_new(guint, MAX(n, 1));
    for (guint i = 0; i < n; i++)
        parent[i] = i;
    for (guint i = 0; i < n; i++) {
        const BspUnionFace *a = piece(pieces, i);
        find_near(pieces, bsp_polygon_bounds(a->polygon));
        for (guint f = 0; f < pieces->found->len; f++) {
            guint k = g_array_index(pieces->found, guint, f);
            const BspUnionFace *b = piece(pieces, k);
            if (k <= i || !is_equal(a->plane.normal, b->plane.normal, SAME_NORMAL) ||
                fabs(a->plane.dist - b->plane.dist) > NEAR ||
                find_root(parent, i) == find_root(parent, k) || !share_edge(a, b))
                continue;
            parent[find_root(parent, i)] = find_root(parent, k);
            n_faces--;
        }
    }
    return n_faces;
}

/* --- the program --- */

typedef struct {
    guint n_vertices, n_ends, n_faces;
} Counts;

static Counts count(const GArray *faces)
{
    g_autofree BspBounds *bounds = g_new(BspBounds, MAX(faces->len, 1));
    for (guint i = 0; i < faces->len; i++)
        bounds[i] = bsp_polygon_bounds(g_array_index(faces, BspUnionFace, i).polygon);
    Pieces pieces = { faces, bsp_hierarchy_new(bounds, faces->len),
                      g_array_new(FALSE, FALSE, sizeof(guint)),
                      g_array_new(FALSE, FALSE, sizeof(BspVec)),
                      g_array_new(FALSE, FALSE, sizeof(Direction)) };
    g_autoptr(GHashTable) points = g_hash_table_new_full(place_hash, place_equal, g_free, g_free);
    Counts counts = { 0 };
    for (guint i = 0; i < faces->len; i++) {
        const BspPolygon *polygon = piece(&pieces, i)->polygon;
        for (guint k = 0; k < polygon->n; k++) {
            guint degree = add_point(points, polygon->v[k]) ? degree_of(&pieces, polygon->v[k]) : 0;
            counts.n_vertices += degree > 0 ? 1 : 0;
            counts.n_ends += degree;
        }
    }
    counts.n_faces = count_faces(&pieces);
    g_array_unref(pieces.found);
    g_array_unref(pieces.normals);
    g_array_unref(pieces.directions);
    bsp_hierarchy_free(pieces.hierarchy);
    return counts;
}

/* The vertices of all brushes, and their faces. */
static void count_obstacles(const BspSolid *solid, guint *n_vertices, guint *n_planes)
{
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        const BspCell *cell = bsp_brush_cell(bsp_solid_brush(solid, i));
        *n_vertices += cell->n_vertices;
        *n_planes += cell->n_faces;
    }
}

static gboolean run(const BspSolid *solid, const char *box, GError **error)
{
    BspBounds b;
    if (sscanf(box, "%lf,%lf,%lf:%lf,%lf,%lf", &b.mins.x, &b.mins.y, &b.mins.z, &b.maxs.x,
               &b.maxs.y, &b.maxs.z) != 6) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: not MINS:MAXS", box);
        return FALSE;
    }
    const BspBuildOptions options = { 0 };
    g_autoptr(BspSolid) expanded = bsp_solid_expand(solid, &b, error);
    BspSurface *surface = expanded ? bsp_surface_new(expanded, &options, error) : NULL;
    if (!surface)
        return FALSE;
    BspTree *tree = bsp_tree_new(solid, &b, &options, error);
    if (tree) {
        Counts counts = count(surface->faces);
        BspNodesSize size = bsp_nodes_size(bsp_tree_nodes(tree));
        guint n_vertices = 0, n_planes = 0;
        count_obstacles(solid, &n_vertices, &n_planes);
        printf("%u,%u,%u,%.17g,%.17g,%.17g,%u,%u,%u,%u,%u\n", bsp_solid_n_brushes(solid), n_planes,
               n_vertices, b.maxs.x - b.mins.x, b.maxs.y - b.mins.y, b.maxs.z - b.mins.z,
               surface->faces->len, counts.n_faces, counts.n_ends / 2, counts.n_vertices,
               size.built);
        bsp_tree_free(tree);
    }
    bsp_surface_free(surface);
    return tree != NULL;
}

int main(int argc, char **argv)
{
    GError *error = NULL;
    g_autoptr(BspWorld) world = argc > 2 ? bsp_world_load(argv[1], &error) : NULL;
    if (argc <= 2)
        g_printerr("usage: free-space WORLD MINS:MAXS...\n");
    else if (world)
        puts("brushes,planes,corners,x,y,z,pieces,faces,edges,vertices,nodes");
    for (int i = 2; world && !error && i < argc; i++)
        run(world->solid, argv[i], &error);
    if (error)
        g_printerr("%s\n", error->message);
    g_clear_error(&error);
    return world ? 0 : 2;
}

/* audit-sides: finds differences between the sides of a level's brushes and the exact expansion. */
#include "level/audit.h"
#include "level/uncovered.h"
#include "text/selection.h"
#include "tools/bsp-file.h"
#include "tools/bsp-inspect.h"
#include "world/sides.h"

/* Units. A side that cuts off a corner shorter than this is a shaving side. Mappers draw on whole
 * units, so nobody draws such a corner. */
#define SLIVER 0.125

/* A cosine. Two normals whose scalar product is larger point the same way, apart from differences
 * of 1e-5, which compilers ignore. */
#define SAME_WAY (1 - 1e-8)

/* Units. Two parallel planes that are nearer than this are the same plane twice. Compilers round
 * distances to a hundredth of a unit. */
#define SAME_PLACE 1e-3

/* A brush with all its sides in the file. The world's brushes have only the sides that have
 * faces. */
typedef struct {
    guint number; /* the number in the file */
    guint32 contents;
    BspPlane *sides; /* the planes of the sides in the file; the normals point outward */
    guint n;
    guint index;   /* the number of the brush in the world's solid, if problem is NULL */
    char *problem; /* the reason why no brush could be made of the sides, or NULL */
} Brush;

static void clear_brush(gpointer data)
{
    Brush *brush = data;
    g_free(brush->sides);
    g_free(brush->problem);
}

/* Appends a Brush to the array. This is a BspSidesFunc. */
static void read_brush(const BspSides *sides, const GError *problem, gpointer user_data)
{
    GArray *brushes = user_data;
    Brush brush = { .number = sides->number,
                    .contents = sides->contents,
                    .sides = g_memdup2(sides->planes, sides->n * sizeof *sides->planes),
                    .n = sides->n,
                    .problem = problem ? g_strdup(problem->message) : NULL };
    g_array_append_val(brushes, brush);
}

static void add_finding(LevelAudit *audit, const Brush *b, LevelFinding finding)
{
    finding.space = audit->spaces->pdata[0];
    finding.brush = b->number;
    finding.index = b->index;
    finding.contents = b->contents;
    level_audit_add(audit, finding);
}

/* --- the sides alone --- */

static gboolean is_same(const BspPlane *a, const BspPlane *b)
{
    return bsp_vec_dot(a->normal, b->normal) > SAME_WAY && fabs(a->dist - b->dist) < SAME_PLACE;
}

static void find_twice(LevelAudit *audit, const Brush *b)
{
    for (guint i = 0; i < b->n; i++)
        for (guint k = 0; k < i; k++)
            if (is_same(&b->sides[i], &b->sides[k])) {
                add_finding(audit, b,
                            (LevelFinding){ .kind = LEVEL_AUDIT_TWICE, .plane = b->sides[i] });
                return;
            }
}

/* Returns the units by which the brush would extend beyond this side if the side were removed, and
 * stores the farthest point. Returns 0 if the brush would not extend, or would have no end. */
static double cut_off(const Brush *b, guint side, BspVec *at)
{
    g_autofree BspPlane *others = g_new(BspPlane, b->n);
    guint n = 0;
    for (guint i = 0; i < b->n; i++)
        if (i != side && !is_same(&b->sides[i], &b->sides[side]))
            others[n++] = b->sides[i];
    g_autoptr(BspBrush) larger = bsp_brush_new_planes(others, n, NULL);
    double most = 0;
    for (guint k = 0; larger && k < bsp_brush_cell(larger)->n_vertices; k++) {
        double over = bsp_plane_distance(&b->sides[side], bsp_brush_cell(larger)->vertices[k]);
        if (over > most) {
            most = over;
            *at = bsp_brush_cell(larger)->vertices[k];
        }
    }
    return most;
}

static void find_shaved(LevelAudit *audit, const Brush *b)
{
    const BspBrush *solid = bsp_solid_brush(audit->world->solid, b->index);
    LevelFinding worst = { .kind = LEVEL_AUDIT_SHAVED };
    for (guint f = 0; f < bsp_brush_cell(solid)->n_faces; f++) {
        guint side = bsp_brush_side_of_face(solid, f);
        BspVec at = bsp_vec(0, 0, 0);
        double depth = cut_off(b, side, &at);
        if (depth < SLIVER && depth > worst.distance) {
            worst.distance = depth;
            worst.at = at;
            worst.plane = b->sides[side];
        }
    }
    if (worst.distance > audit->least)
        add_finding(audit, b, worst);
}

/* --- the sides, shifted outward for the box --- */

static BspBrush *moved_out(const Brush *b, const BspShape *shape, GError **error)
{
    g_autofree BspPlane *planes = g_memdup2(b->sides, b->n * sizeof *planes);
    for (guint i = 0; i < b->n; i++)
        planes[i].dist += bsp_shape_offset(shape, planes[i].normal);
    return bsp_brush_new_planes(planes, b->n, error);
}

static LevelAuditKind kind_of(const Brush *b, const BspPlane *missing)
{
    for (guint i = 0; i < b->n; i++)
        if (bsp_vec_dot(b->sides[i].normal, missing->normal) > SAME_WAY)
            return LEVEL_AUDIT_LOOSE;
    return bsp_plane_axis(missing) >= 0 ? LEVEL_AUDIT_AXIAL : LEVEL_AUDIT_EDGE;
}

/* Returns the face's plane that has the point farthest in front of it. */
static BspPlane missing_plane(const BspCell *cell, BspVec p)
{
    guint most = 0;
    for (guint f = 1; f < cell->n_faces; f++)
        if (bsp_plane_distance(&cell->faces[f].plane, p) >
            bsp_plane_distance(&cell->faces[most].plane, p))
            most = f;
    return cell->faces[most].plane;
}

static void compare_sums(LevelAudit *audit, const Brush *b, const BspTree *tree)
{
    const LevelAuditSpace *space = audit->spaces->pdata[0];
    const BspCell *exact = bsp_brush_cell(bsp_solid_brush(space->exact, b->index));
    const BspCell *shipped = bsp_brush_cell(bsp_solid_brush(space->shipped, b->index));
    LevelFinding worst = { .distance = 0 };
    for (guint k = 0; k < shipped->n_vertices; k++) {
        double far = bsp_cell_distance(exact, shipped->vertices[k], NULL);
        if (far > worst.distance) {
            worst.distance = far;
            worst.at = shipped->vertices[k];
        }
    }
    if (worst.distance <= audit->least)
        return;
    BspVec open_at;
    double open = level_cell_uncovered(shipped, space->exact, tree, &open_at);
    if (open > audit->least) {
        worst.open = open;
        worst.at = open_at; /* here no other solid fills the position, so the box can be at it */
    }
    worst.plane = missing_plane(exact, worst.at);
    worst.kind = kind_of(b, &worst.plane);
    add_finding(audit, b, worst);
}

static void audit_brush(LevelAudit *audit, const Brush *b, const BspTree *tree)
{
    audit->n_brushes++;
    audit->n_sides += b->n;
    if (b->problem) {
        add_finding(audit, b,
                    (LevelFinding){ .kind = LEVEL_AUDIT_NO_SOLID,
                                    .distance = HUGE_VAL,
                                    .open = HUGE_VAL,
                                    .problem = g_strdup(b->problem) });
        return;
    }
    find_twice(audit, b);
    find_shaved(audit, b);
    compare_sums(audit, b, tree);
}

/* Makes both solids for the space's box. */
static gboolean expand_brushes(const LevelAudit *audit, GArray *brushes, LevelAuditSpace *space,
                               GError **error)
{
    GPtrArray *shipped = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    gboolean ok = TRUE;
    for (guint i = 0; i < brushes->len && ok; i++) {
        Brush *b = &g_array_index(brushes, Brush, i);
        b->index = shipped->len;
        BspBrush *moved = b->problem ? NULL : moved_out(b, &space->shape, error);
        if (moved)
            g_ptr_array_add(shipped, moved);
        ok = moved || b->problem;
    }
    space->shipped = bsp_solid_new(shipped);
    space->exact = ok ? bsp_solid_expand(audit->world->solid, &space->shape.bounds, error) : NULL;
    return space->exact != NULL;
}

gboolean level_audit_sides(LevelAudit *audit, const char *path, const char *data, gsize length,
                           const CompareMover *box, GError **error)
{
    static const BspBounds standing = { { { -15, -15, -24 } }, { { 15, 15, 32 } } };
    g_auto(BspWorldOptions) options = { 0 };
    g_autoptr(GArray) brushes = g_array_new(FALSE, FALSE, sizeof(Brush));
    const BspSidesWatch watch = { read_brush, brushes };
    g_array_set_clear_func(brushes, clear_brush);
    compare_selection(audit->path, &options);
    g_autoptr(BspWorld) world =
        bsp_world_read_bsp_sides(path, data, length, &options, &watch, error);
    LevelAuditSpace *space = level_audit_add_space(audit, g_strdup(box ? box->name : "standing"),
                                                   box ? &box->shape.bounds : &standing);
    if (!world || !expand_brushes(audit, brushes, space, error))
        return FALSE;
    g_autoptr(BspTree) tree = bsp_tree_new(space->exact, NULL, &(BspBuildOptions){ 0 }, error);
    if (!tree)
        return FALSE;
    for (guint i = 0; i < brushes->len; i++)
        audit_brush(audit, &g_array_index(brushes, Brush, i), tree);
    return TRUE;
}

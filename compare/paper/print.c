/* print: prints published beside measured values. */
#include "paper/print.h"

#include <math.h>

#include "result/origin.h"
#include "result/text-page.h"

/* A claim as a row. */
typedef struct {
    const char *part, *what, *published, *verdict, *why;
    double measured, range[2];
    char *within; /* the range, for people */
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)

static const CompareColumn columns[] = {
    { "part", NULL, "part", COMPARE_TEXT, COMPARE_CSV, AT(part) },
    { "what", NULL, "what", COMPARE_TEXT, ALL, AT(what) },
    { "published", NULL, "published", COMPARE_TEXT, ALL, AT(published) },
    { "measured", NULL, "measured", COMPARE_NUMBER, ALL, AT(measured) },
    { "within", NULL, "within", COMPARE_TEXT, COMPARE_BRIEF, AT(within),
      .about = "the range in which it counts as reproduced" },
    { "least", NULL, "least", COMPARE_NUMBER, COMPARE_PROGRAMS, AT(range[0]) },
    { "most", NULL, "most", COMPARE_NUMBER, COMPARE_PROGRAMS, AT(range[1]) },
    { "verdict", NULL, "verdict", COMPARE_TEXT, ALL, AT(verdict) },
    { "why", NULL, "why", COMPARE_TEXT, COMPARE_PROGRAMS, AT(why) },
};

static char *range_text(const double range[2])
{
    if (!isfinite(range[1]))
        return g_strdup_printf("%g or more", range[0]);
    return range[0] == range[1] ? g_strdup_printf("%g", range[0])
                                : g_strdup_printf("%.4g to %.4g", range[0], range[1]);
}

static void add_claims(CompareGrid *grid, const ComparePaperPart *part)
{
    for (guint i = 0; i < part->claims->len; i++) {
        const ComparePaperClaim *claim = &g_array_index(part->claims, ComparePaperClaim, i);
        g_autofree char *within = range_text(claim->range);
        Row row = { part->key,
                    claim->what,
                    claim->published,
                    compare_paper_verdict_name(claim->verdict),
                    claim->why,
                    claim->measured,
                    { claim->range[0], claim->range[1] },
                    within };
        compare_grid_add(grid, &row);
    }
}

static CompareGrid *claims_of(const ComparePaperPart *part)
{
    CompareGrid *grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    add_claims(grid, part);
    return grid;
}

/* --- JSON --- */

static json_object *notes_json(const ComparePaperPart *part)
{
    json_object *notes = compare_json_array();
    for (guint i = 0; i < part->notes->len; i++)
        compare_json_append(notes, compare_json_text(part->notes->pdata[i]));
    return notes;
}

static json_object *part_json(const ComparePaperPart *part)
{
    json_object *object = compare_json_object();
    g_autoptr(CompareGrid) claims = claims_of(part);
    compare_json_add(object, "part", compare_json_text(part->key));
    compare_json_add(object, "title", compare_json_text(part->title));
    compare_json_add(object, "about", compare_json_text(part->about));
    compare_json_add(object, "claims", compare_grid_json(claims));
    compare_json_add(object, "series", part->series ? compare_grid_json(part->series) : NULL);
    compare_json_add(object, "samples", part->samples ? compare_grid_json(part->samples) : NULL);
    compare_json_add(object, "notes", notes_json(part));
    return object;
}

static json_object *levels_json(const GPtrArray *levels)
{
    json_object *list = compare_json_array();
    for (guint i = 0; i < levels->len; i++) {
        const BspWorld *level = levels->pdata[i];
        json_object *object = compare_json_object();
        compare_json_add(object, "world", compare_json_text(level->name));
        compare_json_add(object, "world_sha256", compare_json_text(level->sha256));
        compare_json_append(list, object);
    }
    return list;
}

static char *print_json(const GPtrArray *parts, const GPtrArray *levels,
                        const CompareEnvironment *environment)
{
    json_object *root = compare_json_object(), *list = compare_json_array();
    compare_json_add(root, "format", compare_json_text("bsp-paper"));
    compare_json_add(root, "version", compare_json_count(1));
    compare_json_add(root, "environment", compare_environment_json(environment));
    compare_json_add(root, "levels", levels_json(levels));
    compare_json_add(root, "parts", list);
    for (guint i = 0; i < parts->len; i++)
        compare_json_append(list, part_json(parts->pdata[i]));
    g_autofree char *lines = compare_json_print(root, COMPARE_JSON_PRETTY);
    return g_strconcat(lines, "\n", NULL);
}

/* --- pages --- */

/* Adds the claims that differ, with the measurements that explain them. */
static void explain(ComparePage *page, const ComparePaperPart *part)
{
    for (guint i = 0; i < part->claims->len; i++) {
        const ComparePaperClaim *claim = &g_array_index(part->claims, ComparePaperClaim, i);
        if (claim->verdict == COMPARE_PAPER_DIFFERS)
            compare_page_note(page, "%s differs: %s.", claim->what, claim->why);
    }
}

static void print_part(ComparePage *page, const ComparePaperPart *part)
{
    g_autoptr(CompareGrid) claims = claims_of(part);
    compare_page_title(page, part->title, part->about);
    compare_page_grid(page, claims);
    explain(page, part);
    if (part->series)
        compare_page_grid(page, part->series);
    for (guint i = 0; i < part->notes->len; i++)
        compare_page_note(page, "%s.", (const char *)part->notes->pdata[i]);
}

static void note_levels(ComparePage *page, const GPtrArray *levels)
{
    for (guint i = 0; i < levels->len; i++) {
        const BspWorld *level = levels->pdata[i];
        if (level->sha256)
            compare_page_origin(page, "sha256 of world %s: %s", level->name, level->sha256);
    }
}

static char *print_csv(const GPtrArray *parts, const GPtrArray *levels, CompareStyle style)
{
    g_autoptr(CompareGrid) all = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < parts->len; i++)
        add_claims(all, parts->pdata[i]);
    g_autoptr(ComparePage) page = compare_page_new(style);
    compare_page_grid(page, all);
    note_levels(page, levels);
    return compare_page_text(page);
}

char *compare_paper_print(const GPtrArray *parts, const GPtrArray *levels, CompareStyle style)
{
    if (style.format == COMPARE_FORMAT_JSON)
        return print_json(parts, levels, style.environment);
    if (style.format == COMPARE_FORMAT_CSV)
        return print_csv(parts, levels, style);
    g_autoptr(ComparePage) page = compare_page_new(style);
    for (guint i = 0; i < parts->len; i++)
        print_part(page, parts->pdata[i]);
    note_levels(page, levels);
    return compare_page_text(page);
}

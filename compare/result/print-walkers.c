/* print-walkers: prints where walkers got stuck by the answers of each method. */
#include "result/result.h"
#include "run/closed-loop.h"

#define AT(member) .offset = offsetof(CompareWalkers, member)

/* clang-format off */
static const CompareColumn columns[] = {
    { "shape", NULL, "shape", COMPARE_TEXT, COMPARE_BRIEF | COMPARE_SHORTEN, AT(shape) },
    { "method", NULL, "method", COMPARE_TEXT, COMPARE_BRIEF, AT(method) },
    { "frames", NULL, "frames", COMPARE_COUNT64, COMPARE_BRIEF, AT(walks.frames) },
    { "lost", NULL, "lost", COMPARE_COUNT64, COMPARE_BRIEF, AT(walks.lost),
      .about = "frames in which a body gets less than half as far as it can" },
    { "stuck", NULL, "stuck", COMPARE_COUNT64, COMPARE_BRIEF, AT(walks.stuck),
      .about = "bodies that were stuck for five frames in a row" },
    { "in solid", NULL, "in_solid", COMPARE_COUNT64, COMPARE_BRIEF, AT(walks.in_solid),
      .about = "frames that end deeper in solid than 0.001 unit" },
};
/* clang-format on */

static gboolean is_wrong(const CompareWalkers *row)
{
    return row->walks.stuck || row->walks.in_solid;
}

/* Units on all sides of the drawn place. */
#define SHOWN 80.0

/* Prints the place and the command that draws it. */
static void print_place(ComparePage *page, const CompareReport *report, const CompareWalkers *row)
{
    const CompareFrame *f = &row->walks.worst;
    BspVec p = f->from, to = f->to, ideal = f->ideal;
    compare_page_note(page,
                      "%s, %s: at %.9g %.9g %.9g, wants to move by %.6g %.6g %.6g, gets to "
                      "%.9g %.9g %.9g, could get to %.9g %.9g %.9g",
                      row->shape, row->method, p.x, p.y, p.z, f->delta.x, f->delta.y, f->delta.z,
                      to.x, to.y, to.z, ideal.x, ideal.y, ideal.z);
    compare_page_line(
        page, "see it: bspcompare draw %s -w %s --plane z=%g --region %g,%g:%g,%g -o stuck.svg",
        report->scenario->path, report->scenario->world_path, p.z, p.x - SHOWN, p.y - SHOWN,
        p.x + SHOWN, p.y + SHOWN);
}

guint compare_print_walkers(ComparePage *page, const CompareReport *report)
{
    guint n_wrong = 0;
    if (!report->walkers)
        return 0;
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < report->walkers->len; i++)
        compare_grid_add(grid, &g_array_index(report->walkers, CompareWalkers, i));
    compare_page_heading(page, "Walkers");
    compare_page_grid(page, grid);
    if (report->walkers->len == 0)
        compare_page_note(page, "nothing walks: no box, sphere or capsule that a method supports "
                                "fits at a start of the world");
    for (guint i = 0; i < report->walkers->len; i++) {
        const CompareWalkers *row = &g_array_index(report->walkers, CompareWalkers, i);
        if (is_wrong(row))
            print_place(page, report, row);
        n_wrong += row->is_exact && is_wrong(row) ? 1 : 0;
    }
    return n_wrong;
}

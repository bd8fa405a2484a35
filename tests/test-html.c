/* test-html: the page that `--format html` writes: made of reports by hand, of hostile names, with
 * gnuplot, without it, and with programs in its place that fail. */
#include <json-c/json.h>
#include <signal.h>

#include "html/frontier.h"
#include "html/gnuplot.h"
#include "html/html.h"
#include "html/labels.h"
#include "html/markup.h"
#include "html/result.h"
#include "output/environment.h"
#include "output/report.h"
#include "report-by-hand.h"
#include "test-program.h"

static char *page_of(const CompareReport *report)
{
    g_autofree char *json = compare_print_json(&report, 1, NULL);
    return compare_html_print(json, "bspcompare run s.json", NULL);
}

static guint count(const char *text, const char *part)
{
    guint n = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        n++;
    return n;
}

/* The page of the report by hand. */
static char *page_by_hand(void (*change)(CompareReport *report))
{
    CompareScenario *scenario = scenario_by_hand();
    CompareReport *report = report_by_hand(scenario);
    if (change)
        change(report);
    char *page = page_of(report);
    compare_report_free(report);
    scenario_by_hand_free(scenario);
    return page;
}

/* The results that are embedded in a page; free with json_object_put(). */
static json_object *results_in(const char *page)
{
    static const char start[] = "<script type=\"application/json\" id=\"results\">";
    const char *from = strstr(page, start);
    cr_assert_not_null(from);
    from += strlen(start);
    const char *end = strstr(from, "</script>");
    cr_assert_not_null(end);
    g_autofree char *json = g_strndup(from, (gsize)(end - from));
    json_object *root = json_tokener_parse(json);
    cr_assert_not_null(root, "%s", json);
    return root;
}

static void expect_part(const char *page, const char *part)
{
    cr_expect_not_null(strstr(page, part), "not in the page: %s", part);
}

/* --- text from outside --- */

Test(markup, nothing_is_markup)
{
    g_autoptr(GString) out = g_string_new(NULL);
    compare_html_text(out, "</script><img src=x onerror='a()'>&amp;\"\x01\xe2\x80\xae\xff");
    cr_expect_str_eq(out->str, "&lt;/script&gt;&lt;img src=x onerror=&#39;a()&#39;&gt;&amp;amp;"
                               "&quot;???");
}

Test(markup, json_reads_back)
{
    static const char json[] = "{\"a</script><!--\":\"<img>\\u003c\\\\\",\"b\":[1.50,null]}";
    g_autoptr(GString) out = g_string_new(NULL);
    compare_html_json(out, json);
    cr_expect_null(strchr(out->str, '<'));
    json_object *a = json_tokener_parse(json), *b = json_tokener_parse(out->str);
    cr_expect(json_object_equal(a, b));
    json_object_put(a);
    json_object_put(b);
}

Test(markup, labels_hold_nothing_that_gnuplot_obeys)
{
    g_autofree char *label = compare_gnuplot_label("a\"; system('x'); `y`\n$z \\ \xc3\xa9-1");
    cr_expect_str_eq(label, "a?? system(?x?)? ?y???z ? \xc3\xa9-");
    g_autofree char *bad = compare_gnuplot_label("\xff<");
    cr_expect_str_eq(bad, "??");
}

Test(markup, commands_are_quoted)
{
    static const char *words[] = { "run", "-f", "html", "a b.json", "it's", "", NULL };
    g_autofree char *line = compare_environment_command((char *const *)words);
    g_auto(GStrv) back = NULL;
    cr_assert(g_shell_parse_argv(line, NULL, &back, NULL));
    cr_expect_str_eq(back[0], "bspcompare");
    for (guint i = 0; i < G_N_ELEMENTS(words) - 1; i++)
        cr_expect_str_eq(back[i + 1], words[i]);
    cr_expect(g_str_has_prefix(line, "bspcompare run -f html "));
}

/* --- what charts are made of --- */

static void add_cost(CompareSeries *series, double x, double y)
{
    CompareCost cost = { .x = x, .y = y };
    g_array_append_val(series->points, cost);
}

Test(charts, the_frontier)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(compare_series_free);
    CompareSeries *right = compare_series_new("right", 0, FALSE);
    CompareSeries *wrong = compare_series_new("wrong", 1, TRUE);
    g_ptr_array_add(all, right);
    g_ptr_array_add(all, wrong);
    add_cost(right, 4, 1);
    add_cost(right, 1, 4);
    add_cost(right, 2, 4); /* no faster than the one before, and larger */
    add_cost(right, 2, 2);
    add_cost(right, 3, 3);
    add_cost(wrong, 1, 1); /* would beat all, and is wrong */
    g_autoptr(GArray) frontier = compare_frontier(all);
    static const double xs[] = { 1, 2, 4 }, ys[] = { 4, 2, 1 };
    cr_assert_eq(frontier->len, 3);
    for (guint i = 0; i < 3; i++) {
        cr_expect_eq(g_array_index(frontier, CompareCost, i).x, xs[i]);
        cr_expect_eq(g_array_index(frontier, CompareCost, i).y, ys[i]);
    }
    cr_expect_not(g_array_index(wrong->points, CompareCost, 0).best);
    cr_expect_not(g_array_index(right->points, CompareCost, 2).best);
}

static CompareRoom room_of(const CompareLabel *l)
{
    double width = 6.5 * l->n, x = l->x + l->dx, y = l->y + l->dy;
    double left = l->side > 0 ? x : l->side < 0 ? x - width : x - width / 2;
    return (CompareRoom){ left, left + width, y - 6, y + 6 };
}

static gboolean overlap(CompareRoom a, CompareRoom b)
{
    return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

/* Points almost on each other, at the right edge: names beside each other would leave the chart. */
Test(charts, names_do_not_lie_on_each_other)
{
    CompareLabel labels[6] = { 0 };
    g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(CompareRoom));
    CompareRoom line = { 0, 400, 149, 151 };
    g_array_append_val(taken, line);
    for (guint i = 0; i < 6; i++)
        labels[i] = (CompareLabel){ .x = 380 + i % 2, .y = 150 + 2 * i, .n = 9 };
    compare_labels_place(labels, 6, 400, 300, taken);
    for (guint i = 0; i < 6; i++) {
        CompareRoom room = room_of(&labels[i]);
        cr_expect(room.left >= 0 && room.right <= 400, "%u: %g to %g", i, room.left, room.right);
        cr_expect_not(overlap(room, line), "%u lies on the line", i);
        for (guint k = 0; k < i; k++)
            cr_expect_not(overlap(room, room_of(&labels[k])), "%u lies on %u", i, k);
    }
}

/* The values of a sweep stand by their points or nowhere. */
Test(charts, what_must_be_near_is_left_out)
{
    CompareLabel labels[30] = { 0 };
    g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(CompareRoom));
    guint out = 0;
    for (guint i = 0; i < G_N_ELEMENTS(labels); i++)
        labels[i] = (CompareLabel){ .x = 200 + i, .y = 150, .n = 2, .near = i < 29 };
    compare_labels_place(labels, G_N_ELEMENTS(labels), 400, 300, taken);
    cr_expect_not(labels[29].left_out);
    for (guint i = 0; i < 29; i++) {
        if (labels[i].left_out) {
            out++;
            continue;
        }
        cr_expect_leq(ABS(labels[i].dy), 15, "%u", i);
        for (guint k = 0; k < 30; k++)
            cr_expect(k == i || labels[k].left_out ||
                      !overlap(room_of(&labels[i]), room_of(&labels[k])));
    }
    cr_expect(out > 0 && out < 29, "%u", out);
}

Test(charts, names_are_spread)
{
    double at[] = { 100, -1, 101, 99, 298, 299 };
    compare_labels_spread(at, G_N_ELEMENTS(at), 300);
    cr_expect_eq(at[1], -1);
    cr_expect(at[3] < at[0] && at[0] < at[2] && at[2] < at[4] && at[4] < at[5]);
    cr_expect_geq(at[0] - at[3], 13);
    cr_expect_geq(at[5] - at[4], 13);
    cr_expect_leq(at[5], 300);
}

/* --- the page --- */

Test(page, the_verdict_has_the_results_numbers)
{
    g_autofree char *page = page_by_hand(NULL);
    expect_part(page, "<h2>two, &quot;three&quot;</h2>");
    /* onion takes the box alone; both are right about it, and shift-box is faster. */
    expect_part(page, "A few sizes, known in advance.</span> <b>shift-box</b>: ");
    expect_part(page,
                "<data data-key=\"/methods/1/shot/ns_median\" value=\"99\">99</data> ns a shot");
    expect_part(page, "<data data-key=\"/methods/1/bytes\" value=\"3000\">2.9 KiB</data>");
    expect_part(page, "Any shape.</span> No method took all that moved");
    expect_part(page,
                "<data data-key=\"/methods/1/early\" value=\"1\">1</data> of its "
                "<data data-key=\"/methods/1/moves\" value=\"3\">3</data> answers stop early, "
                "by at most <data data-key=\"/methods/1/max_early_units\" value=\"25\">25");
    expect_part(page, "onion-batch,onion-named-batch,onion-threads</code>");
    cr_expect_eq(count(page, "<s>"), 0);
    g_autofree char *again = page_by_hand(NULL);
    cr_expect_str_eq(page, again);
}

static void make_late(CompareReport *report)
{
    CompareResult *result = report->results->pdata[1];
    result->n_late = 2;
}

Test(page, a_late_method_is_struck_out)
{
    g_autofree char *page = page_by_hand(make_late);
    expect_part(page, "A few sizes, known in advance.</span> <b>onion</b>: ");
    expect_part(page, "<s>shift-box</s> is struck out: <data data-key=\"/methods/1/late\" "
                      "value=\"2\">2</data> of its answers are late");
    expect_part(page, "data-value=\"shift-box\"><s>shift-box</s></td>");
    cr_expect_null(strstr(page, "Where an answer may stop early now and then"));
    if (strstr(page, "</svg></div>") || strstr(page, "<figure>"))
        expect_part(page, "<text text-decoration=\"line-through\">shift-box</text>");
}

/* --- what the verdict rests on --- */

static void make_stale(CompareReport *report)
{
    CompareResult *onion = report->results->pdata[0], *shift_box = report->results->pdata[1];
    report->reference = onion->klass;
    onion->walk.n = 100;
    onion->walk.timed = shift_box->walk.timed = 500;
    shift_box->walk.n = 90;
    shift_box->walk.fresh = FALSE;
    onion->walk.fresh = TRUE;
}

static void make_few_stale(CompareReport *report)
{
    make_stale(report);
    ((CompareResult *)report->results->pdata[1])->walk.n = 3;
}

Test(page, whose_moves_are_not_fresh)
{
    g_autofree char *page = page_by_hand(make_stale);
    expect_part(page, "<li>The walks are too few for <b>shift-box</b>: asked");
    g_autofree char *few = page_by_hand(make_few_stale);
    cr_expect_null(strstr(few, "<li>The walks are too few"));
}

/* Each number that is shown is in the JSON, where the page says it is. */
Test(page, numbers_are_the_jsons)
{
    g_autofree char *page = page_by_hand(NULL);
    json_object *root = results_in(page);
    g_autoptr(GRegex) regex =
        g_regex_new("<data data-key=\"([^\"]*)\" value=\"([^\"]*)\">", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint n = 0;
    for (g_regex_match(regex, page, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL), n++) {
        g_autofree char *pointer = g_match_info_fetch(match, 1);
        g_autofree char *value = g_match_info_fetch(match, 2);
        json_object *found;
        cr_assert_eq(json_pointer_get(root, pointer, &found), 0, "%s", pointer);
        if (json_object_is_type(found, json_type_string))
            continue; /* escaped in the page */
        cr_expect_eq(json_object_get_double(found), g_ascii_strtod(value, NULL), "%s", pointer);
    }
    cr_expect_geq(n, 15);
    json_object_put(root);
}

/* --- who is faster --- */

static CompareRatio in_order; /* of shift-box to onion, and of the same cold */
static CompareRatio in_cold;

static void set_ratios(CompareReport *report)
{
    const CompareResult *onion = report->results->pdata[0];
    CompareResult *shift_box = report->results->pdata[1];
    report->reference = onion->klass;
    shift_box->shot.ratio = in_order; /* most moves are shots */
    shift_box->shot.ratio_cold = in_cold;
}

/* What a terminal says of the same. */
static char *table_by_hand(void (*change)(CompareReport *report))
{
    CompareScenario *scenario = scenario_by_hand();
    CompareReport *report = report_by_hand(scenario);
    change(report);
    const CompareReport *all[] = { report };
    g_autoptr(ComparePage) page =
        compare_page_new((CompareStyle){ COMPARE_FORMAT_TABLE, FALSE, NULL });
    compare_print_reports(page, all, 1);
    char *table = compare_page_text(page);
    compare_report_free(report);
    scenario_by_hand_free(scenario);
    return table;
}

/* Sentences, the page's ratios and the terminal's say the same; the medians, which are 150.5 and 99
 * and whose intervals are far apart, say nothing. */
Test(page, equal_is_what_the_terminal_calls_so)
{
    static const struct {
        CompareRatio ratio;
        const char *first;
        gboolean equal;
    } cases[] = {
        { { 0.75, { 0.5, 0.9 } }, "shift-box", FALSE },
        { { 0.99, { 0.5, 1.5 } }, "shift-box", TRUE },
        { { 1.01, { 1.001, 1.02 } }, "onion", FALSE },
        { { 1.60, { 1.05, 1.80 } }, "onion", FALSE },
        { { 1.60, { 1, 1.80 } }, "onion", TRUE },
        { { 0.5, { 0.4, 1 } }, "shift-box", TRUE },
        { { 0.9, { 0.8, 0.9999 } }, "shift-box", FALSE },
        { { 1, { 1, 1 } }, "onion", TRUE },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        in_order = cases[i].ratio;
        g_autofree char *page = page_by_hand(set_ratios), *table = table_by_hand(set_ratios);
        const char *legend = strstr(table, "onion, or else the first");
        cr_assert_not_null(legend);
        g_autofree char *rows = g_strndup(table, (gsize)(legend - table));
        g_autofree char *first =
            g_strdup_printf("A few sizes, known in advance.</span> <b>%s</b>: ", cases[i].first);
        expect_part(page, first);
        cr_expect_eq(strstr(page, "is as fast within the interval") != NULL, cases[i].equal, "%u",
                     i);
        cr_expect_eq(strstr(page, ">~</td>") != NULL, cases[i].equal, "%u", i);
        cr_expect_eq(strstr(rows, " ~") != NULL, cases[i].equal, "%u: %s", i, rows);
    }
}

Test(page, who_is_faster_cold)
{
    in_order = (CompareRatio){ 1.6, { 1.05, 1.8 } };
    in_cold = (CompareRatio){ 0.7, { 0.6, 0.9 } };
    g_autofree char *page = page_by_hand(set_ratios);
    expect_part(page, "known in advance.</span> <b>onion</b>: ");
    expect_part(page,
                " Cold, <b>shift-box</b> is faster: <data data-key=\"/methods/1/shot/ns_cold\" "
                "value=\"120\">120</data> ns a shot.");
    in_cold.ci95[1] = 1.1;
    g_autofree char *unsure = page_by_hand(set_ratios);
    cr_expect_null(strstr(unsure, " Cold, "));
}

Test(verdict, ratios_to_one_reference)
{
    const CompareHtmlRatio one = { 1, 1, 1 }, none = { 0, 0, 0 };
    const CompareHtmlRatio a = { 0.5, 0.45, 0.55 }, b = { 0.55, 0.5, 0.6 }, c = { 0.7, 0.6, 0.8 };
    cr_expect_lt(compare_html_order(&a, &one), 0);
    cr_expect_gt(compare_html_order(&one, &a), 0);
    cr_expect_eq(compare_html_order(&one, &one), 0);
    cr_expect_eq(compare_html_order(&a, &none), 0);
    cr_expect_eq(compare_html_order(&a, &b), 0);
    cr_expect_eq(compare_html_order(&b, &a), 0);
    cr_expect_lt(compare_html_order(&a, &c), 0);
    cr_expect_gt(compare_html_order(&c, &a), 0);
    /* They meet, but at the ends alone, where neither is likely to be. */
    const CompareHtmlRatio low = { 2, 1.8, 2.21 }, high = { 2.4, 2.2, 2.6 };
    cr_expect_lt(compare_html_order(&low, &high), 0);
}

static void forget_times(CompareReport *report)
{
    compare_report_forget_measures(report);
    for (guint i = 0; i < report->results->len; i++) {
        CompareResult *r = report->results->pdata[i];
        r->walk = (CompareGroup){ .n = r->walk.n, .nodes_mean = 1, .nodes_max = 1 };
        r->shot = (CompareGroup){ .n = r->shot.n, .nodes_mean = 1, .nodes_max = 1 };
    }
}

Test(page, without_times)
{
    g_autofree char *page = page_by_hand(forget_times);
    expect_part(page, "No times were measured: the best is the one with the fewest bytes.");
    cr_expect_null(strstr(page, " ns a "));
    cr_expect_null(strstr(page, "<h3>Ratios</h3>"));
}

/* --- gnuplot, or what is called so --- */

static char *fake; /* a directory with a program called gnuplot */

static void install_fake(const char *program)
{
    fake = g_dir_make_tmp("test-html-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(fake, "gnuplot", NULL);
    if (program) {
        cr_assert(g_file_set_contents(path, program, -1, NULL));
        cr_assert_eq(g_chmod(path, 0700), 0);
    }
    g_setenv("PATH", fake, TRUE);
    signal(SIGPIPE, SIG_IGN); /* as the program does: it may not read what it is told */
}

static void remove_fake(void)
{
    if (!fake)
        return;
    g_autofree char *path = g_build_filename(fake, "gnuplot", NULL);
    g_remove(path);
    g_rmdir(fake);
    g_free(fake);
}

TestSuite(gnuplot, .fini = remove_fake);

Test(gnuplot, charts_take_the_pages_colours)
{
    g_autofree char *program = g_find_program_in_path("gnuplot");
    if (!program)
        cr_skip_test("gnuplot is not installed");
    g_autoptr(GError) error = NULL;
    g_autofree char *svg = compare_gnuplot_draw(
        "set label \"a\" at 1,1 tc rgb 0x000103\n"
        "plot [0:2] x with lines lc rgb 0x000102, 1 with lines lc rgb \"gray\"\n",
        480, 360, 20, &error);
    cr_assert_not_null(svg, "%s", error ? error->message : "");
    cr_expect(g_str_has_prefix(svg, "<svg"));
    expect_part(svg, "var(--s2)");
    expect_part(svg, "fill=\"var(--s3)\"");
    expect_part(svg, "var(--grid)");
    cr_expect_null(strstr(svg, "rgb("));
    cr_expect_null(strstr(svg, "black"));
    cr_expect_null(strstr(svg, " id="));
    cr_expect_null(strstr(svg, "font-family"));
}

Test(gnuplot, it_is_missing)
{
    install_fake(NULL);
    g_autofree char *page = page_by_hand(NULL);
    expect_part(page, "apt-get install gnuplot-nox");
    cr_expect_eq(count(page, "apt-get"), 1);
    cr_expect_null(strstr(page, "<figure>"));
}

Test(gnuplot, it_fails)
{
    install_fake("#!/bin/sh\n/bin/cat >/dev/null\necho 'no <terminal>' >&2\nexit 1\n");
    g_autofree char *page = page_by_hand(NULL);
    expect_part(page, "A chart is missing: gnuplot no &lt;terminal&gt;");
    cr_expect_null(strstr(page, "<figure>"));
}

Test(gnuplot, it_draws_nothing)
{
    install_fake("#!/bin/sh\nexit 0\n");
    g_autofree char *page = page_by_hand(NULL);
    expect_part(page, "A chart is missing: gnuplot ");
}

/* More than fits a page, or memory. */
Test(gnuplot, it_prints_without_end)
{
    install_fake("#!/bin/sh\necho '<svg>'\nexec /usr/bin/yes '<g/>'\n");
    signal(SIGXFSZ, SIG_IGN); /* as the program does */
    g_autoptr(GError) error = NULL;
    cr_expect_null(compare_gnuplot_draw("plot x\n", 480, 360, 20, &error));
    cr_expect(g_error_matches(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED), "%s", error->message);
}

/* Nor does what it has started, which has its pipes. */
Test(gnuplot, it_does_not_end)
{
    install_fake("#!/bin/sh\n/bin/sleep 30\n");
    g_autoptr(GError) error = NULL;
    gint64 start = g_get_monotonic_time();
    cr_expect_null(compare_gnuplot_draw("plot x\n", 480, 360, 1, &error));
    cr_expect_str_eq(error->message, "gnuplot took too long");
    cr_expect_lt(g_get_monotonic_time() - start, 10 * G_USEC_PER_SEC);
}

/* --- the program --- */

TestSuite(program, .init = set_up, .fini = tear_down);

static void write_hostile(void)
{
    write_file("h.json",
               "{\"format\":\"bsp-scenario\",\"version\":1,\n"
               " \"name\":\"</script><script>document.title='x'</script>\",\"world\":\"w.json\",\n"
               " \"spaces\":[{\"name\":\"<img src=x onerror=alert(1)>\","
               "\"mins\":[-15,-15,-24],\"maxs\":[15,15,32]}],\n"
               " \"shapes\":[{\"name\":\"\\\"; system('touch owned'); `touch owned`\","
               "\"sphere\":{\"radius\":40}}],\n"
               " \"trajectories\":[{\"name\":\"<!--\",\"space\":\"<img src=x onerror=alert(1)>\",\n"
               "   \"moves\":[[[-32,0,25],[32,0,25]]]},\n"
               "  {\"name\":\"]]>\",\"shape\":\"\\\"; system('touch owned'); `touch owned`\",\n"
               "   \"moves\":[[[-32,0,65],[-10,0,65]],[[-32,0,65],[60,0,110]]]}],\n"
               " \"options\":{\"repeat\":1}}\n");
}

Test(program, hostile_names)
{
    write_hostile();
    g_auto(Outcome) outcome = shell("run -f html --no-timing h.json");
    expect_good(&outcome);
    cr_expect_eq(count(outcome.out, "<script"), 2, "the results, and the page's own");
    cr_expect_eq(count(outcome.out, "</script"), 2);
    cr_expect_eq(count(outcome.out, "<img"),
                 count(outcome.out, "<img src=\"data:image/png;base64,"));
    cr_expect_eq(count(outcome.out, "<!--"), 0);
    json_object *root = results_in(outcome.out), *name;
    cr_assert_eq(json_pointer_get(root, "/scenario/name", &name), 0);
    cr_expect_str_eq(json_object_get_string(name), "</script><script>document.title='x'</script>");
    json_object_put(root);
    g_autofree char *files = listing();
    cr_expect_str_eq(files, "h.json s.json w.json");
}

Test(program, the_same_bytes_without_times)
{
    g_auto(Outcome) a = shell("run -f html --no-timing s.json s.json");
    g_auto(Outcome) b = shell("run --format=html --no-timing s.json s.json");
    expect_good(&a);
    cr_expect_str_eq(a.out, b.out);
    cr_expect_eq(count(a.out, "<h2>small</h2>"), 2);
    cr_expect_null(strstr(a.out, "<pre class=\"command\">"));
    g_auto(Outcome) timed = shell("run -f html -m onion s.json");
    expect_part(timed.out, "<pre class=\"command\">bspcompare run -f html -m onion s.json");
    expect_part(a.out, "<a href=\"#r1\">small</a>");
}

/* As on a terminal: what takes only what stands still has no row where nothing does. */
Test(program, who_had_nothing_to_do)
{
    g_auto(Outcome) outcome = shell("run -f html -m onion,merge s.json");
    expect_good(&outcome);
    expect_part(outcome.out, "<li>No row: nothing here stands still, and it takes stationary "
                             "objects only: <b>merge</b>.</li>");
    cr_expect_null(strstr(outcome.out, "data-value=\"merge\""));
    cr_expect_null(strstr(outcome.out, "data-at=\"/methods/1\""));
    cr_expect_null(strstr(outcome.out, "Skipped by <b>merge"));
}

Test(program, nothing_from_elsewhere)
{
    g_auto(Outcome) outcome = shell("run -f html s.json");
    expect_good(&outcome);
    cr_expect_eq(count(outcome.out, "src="), 2, "a map and a slice");
    cr_expect_eq(count(outcome.out, " src=\"data:image/png;base64,"), 2);
    cr_expect_eq(count(outcome.out, "url("), 0);
    cr_expect_eq(count(outcome.out, "@import"), 0);
    cr_expect_eq(count(outcome.out, "<link"), 0);
    cr_expect_lt(strlen(outcome.out), 1000000);
    g_auto(Outcome) filed = shell("run -f html --no-timing s.json -o page.html");
    expect_good(&filed);
    g_autofree char *text = read_file("page.html");
    cr_expect(g_str_has_prefix(text, "<!DOCTYPE html>"));
}

/* Charts give way where a page would grow too large: there are always verdicts and tables. */
Test(program, many_scenarios)
{
    g_autoptr(GString) arguments = g_string_new("run -f html -m onion,shift");
    for (guint i = 0; i < 50; i++)
        g_string_append(arguments, " s.json");
    g_auto(Outcome) outcome = shell(arguments->str);
    expect_good(&outcome);
    cr_expect_eq(count(outcome.out, "<h2>small</h2>"), 50);
    cr_expect_lt(strlen(outcome.out), 1000000, "%zu bytes", strlen(outcome.out));
}

Test(program, sweeps)
{
    g_auto(Outcome) outcome = shell("sweep s.json -f html --vary size=0.5,1 -m onion,shift");
    expect_good(&outcome);
    expect_part(outcome.out, "data-key=\"walk_ns_median\"");
    expect_part(outcome.out, "<tr data-at=\"/rows/3\">");
    cr_expect(strstr(outcome.out, "<figure>") || strstr(outcome.out, "apt-get"));
    cr_expect_eq(count(outcome.out, "<h3>How costs grow</h3>"), 1);
    g_auto(Outcome) words = shell("sweep s.json -f html --vary bevel-angle=45,none -m shift");
    expect_good(&words);
    cr_expect_null(strstr(words.out, "<h3>How costs grow</h3>"), "\"none\" is no number");
    g_auto(Outcome) untimed = shell("sweep s.json -f html --vary size=0.5,1 --no-timing");
    expect_part(untimed.out, "No times were measured");
}

Test(program, what_html_does_not_show)
{
    expect_refused("run -f html --errors s.json", "--errors: not in the format html");
    expect_refused("run -f html --closed-loop s.json", "--closed-loop: not in the format html");
}

Test(program, a_page_beside_the_tables)
{
    g_auto(Outcome) plain = shell("run --no-timing s.json");
    g_auto(Outcome) both = shell("run --no-timing s.json --page-out p.html --moves-out m.csv");
    expect_good(&both);
    cr_expect_str_eq(both.out, plain.out);
    g_autofree char *page = read_file("p.html"), *moves = read_file("m.csv");
    cr_assert_not_null(page);
    expect_part(page, "<h2>small</h2>");
    cr_expect(g_str_has_prefix(moves, "trajectory,"));
    expect_refused("run s.json --page-out x --moves-out ./x",
                   "--page-out and --moves-out would go to the same place, x");
    expect_refused("run s.json --page-out x -o x",
                   "--page-out and the comparison would go to the same place, x");
    expect_refused("run s.json --page-out -",
                   "--page-out and the comparison would go to the same place, -");
    expect_refused("run s.json --page-out s.json",
                   "s.json: cannot be written: it is the input, which would be lost");
}

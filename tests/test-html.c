/* test-html: the page that `--format html` writes. It must contain all results, whatever names
 * they have, and nothing that could run or be fetched. check-page tests the drawings of its
 * script. */
#include <json-c/json.h>

#include "html/html.h"
#include "report-by-hand.h"
#include "result/result.h"
#include "test-program.h"

static guint count(const char *text, const char *part)
{
    guint n = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        n++;
    return n;
}

static void expect_part(const char *page, const char *part)
{
    cr_expect_not_null(strstr(page, part), "not in the page: %s", part);
}

/* The text of the page's element <script id="..." type="application/json">. Free with g_free(). */
static char *embedded_text(const char *page, const char *id)
{
    g_autofree char *start = g_strdup_printf("<script type=\"application/json\" id=\"%s\">", id);
    const char *from = strstr(page, start);
    cr_assert_not_null(from);
    from += strlen(start);
    const char *end = strchr(from, '<');
    cr_assert(g_str_has_prefix(end, "</script>"));
    return g_strndup(from, (gsize)(end - from));
}

/* The JSON in that element. Free with json_object_put(). */
static json_object *embedded(const char *page, const char *id)
{
    g_autofree char *json = embedded_text(page, id);
    json_object *root = json_tokener_parse(json);
    cr_assert_not_null(root, "%s", json);
    return root;
}

static void expect_embedded(const char *page, const char *json)
{
    json_object *found = embedded(page, "results"), *expected = json_tokener_parse(json);
    cr_assert_not_null(expected);
    cr_expect(json_object_equal(found, expected));
    json_object_put(found);
    json_object_put(expected);
}

static json_object *value_at(json_object *root, const char *pointer)
{
    json_object *value = NULL;
    cr_assert_eq(json_pointer_get(root, pointer, &value), 0, "%s", pointer);
    return value;
}

/* --- the content of a page --- */

Test(page, holds_the_results_whole)
{
    CompareScenario *scenario = scenario_by_hand();
    CompareReport *report = report_by_hand(scenario);
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    for (guint n = 1; n <= 2; n++) {
        g_ptr_array_add(reports, report);
        g_autoptr(CompareResults) results = compare_results_of(reports, NULL);
        g_autofree char *json = compare_results_json(results);
        g_autofree char *page = compare_html_print(json, "bspcompare run s.json", NULL);
        expect_embedded(page, json);
        g_autofree char *again = compare_html_print(json, "bspcompare run s.json", NULL);
        cr_expect_str_eq(page, again);
    }
    compare_report_free(report);
    scenario_by_hand_free(scenario);
}

/* Names that would end the script element, start another, or be decoded, and marks of the
 * template. */
Test(page, nothing_in_the_results_is_markup)
{
    static const char json[] =
        "{\"</script><script>a()</script>\":\"<!--<img src=x onerror='a()'>&amp;&lt;\\\\\","
        "\"{{script}}\":\"{{style}} \\u003c \\\" ' \\u2028 \\u202e "
        "\\ud83d\\ude00\",\"b\":[1.50,null]}";
    g_autofree char *page = compare_html_print(json, "</script>{{hash}}&amp;", NULL);
    g_autofree char *text = embedded_text(page, "results");
    expect_part(text, "\\u003c/script>");
    expect_part(text, "&amp;&lt;");
    expect_embedded(page, json);
    cr_expect_eq(count(page, "<script"), 3, "results, extras, and the page's own script");
    cr_expect_eq(count(page, "</script"), 3);
    cr_expect_eq(count(page, "<!--"), 0);
    json_object *extras = embedded(page, "extras");
    cr_expect_str_eq(json_object_get_string(value_at(extras, "/command")),
                     "</script>{{hash}}&amp;");
    json_object_put(extras);
}

/* The Content-Security-Policy names the hash of the one script that may run. */
Test(page, only_its_own_script_runs)
{
    g_autofree char *page = compare_html_print("{}", NULL, NULL);
    const char *script = strstr(page, "<script>");
    cr_assert_not_null(script);
    script += strlen("<script>");
    gsize length = (gsize)(strstr(script, "</script>") - script), size = 32;
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    g_checksum_update(checksum, (const guchar *)script, (gssize)length);
    g_checksum_get_digest(checksum, digest, &size);
    g_autofree char *hash = g_base64_encode(digest, size);
    g_autofree char *policy =
        g_strdup_printf("content=\"default-src 'none'; style-src 'unsafe-inline'; script-src "
                        "'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'\"",
                        hash);
    expect_part(page, policy);
}

Test(page, says_what_to_do_without_scripts)
{
    g_autofree char *page = compare_html_print("{}", NULL, NULL);
    const char *start = strstr(page, "<noscript>"), *end = strstr(page, "</noscript>");
    cr_assert(start && end);
    g_autofree char *text = g_strndup(start, (gsize)(end - start));
    expect_part(text, "bspcompare report results.json --format markdown");
}

Test(page, knows_what_methods_are_made_for)
{
    g_autofree char *page = compare_html_print("{}", NULL, NULL);
    json_object *extras = embedded(page, "extras");
    static const char *const kinds[][2] = { { "onion-batch", "batch" }, { "merge", "stationary" } };
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *pointer = g_strdup_printf("/kinds/%s", kinds[i][0]);
        cr_expect_str_eq(json_object_get_string(value_at(extras, pointer)), kinds[i][1]);
    }
    cr_expect_null(json_object_object_get(value_at(extras, "/kinds"), "onion"));
    json_object_put(extras);
}

/* --- pictures --- */

static CompareHtmlPicture *picture_new(gsize light, gsize dark)
{
    CompareHtmlPicture *picture = g_new0(CompareHtmlPicture, 1);
    picture->result = 1;
    picture->caption = g_strdup("a </figcaption> of it");
    picture->png = light ? g_bytes_new_take(g_malloc0(light), light) : NULL;
    picture->dark = dark ? g_bytes_new_take(g_malloc0(dark), dark) : NULL;
    return picture;
}

/* If not all pictures fit, the dark ones are dropped first, and the caption says that a picture
 * is missing. */
Test(pictures, fill_at_most_a_megabyte)
{
    g_autoptr(GPtrArray) pictures = g_ptr_array_new_with_free_func(compare_html_picture_free);
    g_ptr_array_add(pictures, picture_new(300, 300));
    g_ptr_array_add(pictures, picture_new(0, 0));
    g_ptr_array_add(pictures, picture_new(300000, 600000));
    g_ptr_array_add(pictures, picture_new(600000, 300));
    g_autofree char *page = compare_html_print("[{},{}]", NULL, pictures);
    cr_expect_lt(strlen(page), COMPARE_HTML_MAX_BYTES);
    json_object *extras = embedded(page, "extras");
    static const struct {
        gboolean png, dark, own_caption;
    } expected[] = { { 1, 1, 1 }, { 0, 0, 1 }, { 1, 0, 1 }, { 0, 0, 0 } };
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autofree char *pointer = g_strdup_printf("/pictures/%u", i);
        json_object *one = value_at(extras, pointer);
        cr_expect_eq(json_object_get_int(json_object_object_get(one, "result")), 1);
        cr_expect_eq(json_object_object_get_ex(one, "png", NULL), expected[i].png, "%u", i);
        cr_expect_eq(json_object_object_get_ex(one, "dark", NULL), expected[i].dark, "%u", i);
        const char *caption = json_object_get_string(json_object_object_get(one, "caption"));
        cr_expect_eq(strcmp(caption, "a </figcaption> of it") == 0, expected[i].own_caption);
    }
    json_object_put(extras);
}

/* --- commands --- */

Test(command, commands_are_quoted)
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
    cr_expect_eq(count(outcome.out, "<script"), 3);
    cr_expect_eq(count(outcome.out, "</script"), 3);
    cr_expect_eq(count(outcome.out, "<img"), 0);
    cr_expect_eq(count(outcome.out, "<!--"), 0);
    g_auto(Outcome) json = shell("run -f json --no-timing h.json");
    expect_embedded(outcome.out, json.out);
    g_autofree char *files = listing();
    cr_expect_str_eq(files, "h.json s.json w.json");
}

Test(program, the_same_bytes_without_times)
{
    g_auto(Outcome) a = shell("run -f html --no-timing s.json s.json");
    g_auto(Outcome) b = shell("run --format=html --no-timing s.json s.json");
    expect_good(&a);
    cr_expect_str_eq(a.out, b.out);
    expect_part(a.out, "\"command\":null");
    g_auto(Outcome) timed = shell("run -f html -m onion s.json");
    expect_part(timed.out, "\"command\":\"bspcompare run -f html -m onion s.json\"");
}

Test(program, nothing_from_elsewhere)
{
    g_auto(Outcome) outcome = shell("run -f html s.json");
    expect_good(&outcome);
    json_object *extras = embedded(outcome.out, "extras");
    cr_expect_eq(json_object_array_length(value_at(extras, "/pictures")), 2, "a map and a slice");
    expect_part(json_object_get_string(value_at(extras, "/pictures/0/png")), "iVBOR");
    expect_part(json_object_get_string(value_at(extras, "/pictures/1/dark")), "iVBOR");
    json_object_put(extras);
    cr_expect_eq(count(outcome.out, " src="), 0);
    cr_expect_eq(count(outcome.out, "url("), 0);
    cr_expect_eq(count(outcome.out, "@import"), 0);
    cr_expect_eq(count(outcome.out, "<link"), 0);
    cr_expect_lt(strlen(outcome.out), COMPARE_HTML_MAX_BYTES);
    g_auto(Outcome) filed = shell("run -f html --no-timing s.json -o page.html");
    expect_good(&filed);
    g_autofree char *text = read_file("page.html");
    cr_expect(g_str_has_prefix(text, "<!DOCTYPE html>"));
}

Test(program, sweeps)
{
    g_auto(Outcome) page = shell("sweep s.json -f html --vary size=0.5,1 --no-timing");
    g_auto(Outcome) json = shell("sweep s.json -f json --vary size=0.5,1 --no-timing");
    expect_good(&page);
    expect_embedded(page.out, json.out);
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
    expect_part(page, "\"name\":\"small\"");
    cr_expect(g_str_has_prefix(moves, "trajectory,"));
    expect_refused("run s.json --page-out x --moves-out ./x",
                   "--page-out and --moves-out would be written to the same file, x");
    expect_refused("run s.json --page-out x -o x",
                   "--page-out and the comparison would be written to the same file, x");
    expect_refused("run s.json --page-out -",
                   "--page-out and the comparison would be written to the same file, -");
    expect_refused("run s.json --page-out s.json",
                   "s.json: cannot be written: it is the input, which would be lost");
}

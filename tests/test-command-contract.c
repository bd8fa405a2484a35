/* test-command-contract: run and sweep with combinations of methods, movers, times, parts and
 * formats. Each combination must end with a documented status and print valid output. */
#include <json-c/json.h>

#include "test-program.h"

typedef struct {
    const char *name, *trajectories; /* trajectories: JSON */
} Movers;

#define BOX_WALKS                                                                                  \
    "{\"name\":\"walk\",\"space\":\"crate\",\"moves\":[[[0,0,32],[4,0,32]],[[0,0,32],[64,1,32]]]}"
#define BALL_ROLLS                                                                                 \
    "{\"name\":\"roll\",\"shape\":\"ball\",\"moves\":[[[0,0,32],[64,0,32]],[[0,0,32],[2,2,32]]]}"
#define BOX_STANDS "{\"name\":\"stand\",\"space\":\"crate\",\"moves\":[[[0,0,32],[0,0,32]]]}"
#define BALL_LIES "{\"name\":\"lie\",\"shape\":\"ball\",\"moves\":[[[40,0,32],[40,0,32]]]}"

static const Movers movers[] = {
    { "boxes", BOX_WALKS },
    { "balls", BALL_ROLLS },
    { "standing", BOX_STANDS "," BALL_LIES },
    { "mix", BOX_WALKS "," BALL_ROLLS "," BOX_STANDS "," BALL_LIES },
};

/* Methods of each kind: boxes only, all shapes, stationary only, batches, threads. */
static const char *const methods[] = { "onion",         "multi",
                                       "shift",         "merge",
                                       "shift-all",     "onion-batch",
                                       "onion-threads", "multi,merge,shift-named" };

static const char *const formats[] = { "table", "markdown", "csv", "json", "html" };

enum { TEXT = 2, ALL = G_N_ELEMENTS(formats) }; /* the first of them */

static void write_scenario(const char *name, const char *trajectories)
{
    g_autofree char *file = g_strconcat(name, ".json", NULL);
    g_autofree char *text = g_strdup_printf(
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"%s\",\"world\":{\"format\":"
        "\"bsp-world\",\"version\":1,\"name\":\"w\",\"brushes\":[{\"box\":[[32,-64,0],"
        "[48,64,64]]}],\"starts\":[[0,0,32]]},\"spaces\":[{\"name\":\"crate\",\"mins\":"
        "[-8,-8,-8],\"maxs\":[8,8,8]}],\"shapes\":[{\"name\":\"ball\",\"sphere\":{\"radius\":4}"
        "}],\"trajectories\":[%s],\"options\":{\"repeat\":1}}",
        name, trajectories);
    write_file(file, text);
}

static void set_up_movers(void)
{
    set_up();
    for (guint i = 0; i < G_N_ELEMENTS(movers); i++)
        write_scenario(movers[i].name, movers[i].trajectories);
}

TestSuite(contract, .init = set_up_movers, .fini = tear_down);

/* --- valid output --- */

static void expect_json(const char *arguments, const char *text)
{
    enum json_tokener_error error;
    json_object *json = json_tokener_parse_verbose(text, &error);
    cr_expect_not_null(json, "%s: %s\n%s", arguments, json_tokener_error_desc(error), text);
    json_object_put(json);
}

static guint count_bars(const char *row)
{
    guint n = 0;
    for (const char *p = row; *p; p++)
        n += *p == '|' && (p == row || p[-1] != '\\');
    return n;
}

/* The rows of each table must have as many cells as its first row. Blank lines separate tables. */
static void expect_markdown(const char *arguments, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint n_bars = 0;
    for (char **line = lines; *line; line++) {
        guint n = **line == '|' ? count_bars(*line) : 0;
        cr_expect(n == 0 || n_bars == 0 || n == n_bars, "%s: %s", arguments, *line);
        n_bars = n;
    }
}

/* The header of each table is the first row and each row after a blank line. */
static void expect_csv(const char *arguments, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(below_comments(text), "\n", -1);
    guint n_cells = 0;
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) cells = g_strsplit(*line, ",", -1);
        guint n = **line && **line != '#' ? g_strv_length(cells) : 0;
        cr_expect(n == 0 || n_cells == 0 || n == n_cells, "%s: %s", arguments, *line);
        n_cells = n;
    }
}

static void expect_parsed(const char *arguments, const char *format, const char *text)
{
    cr_expect_neq(text[0], '\0', "%s: printed nothing", arguments);
    if (strcmp(format, "html") == 0) { /* its script names NaN */
        cr_expect(g_str_has_prefix(text, "<!DOCTYPE html>"), "%s: %.40s", arguments, text);
        cr_expect(g_str_has_suffix(text, "</html>\n"), "%s", arguments);
        return;
    }
    static GRegex *no_number;
    if (!no_number)
        no_number = g_regex_new("\\b(-?nan|inf|-inf|\\(null\\))\\b", G_REGEX_CASELESS, 0, NULL);
    cr_expect_not(g_regex_match(no_number, text, 0, NULL), "%s: %s", arguments, text);
    if (strcmp(format, "json") == 0)
        expect_json(arguments, text);
    else if (strcmp(format, "csv") == 0)
        expect_csv(arguments, text);
    else if (strcmp(format, "markdown") == 0)
        expect_markdown(arguments, text);
}

static void expect_contract(const char *command, const char *format)
{
    g_autofree char *arguments = g_strdup_printf("%s --format %s", command, format);
    g_auto(Outcome) outcome = shell(arguments);
    cr_expect_eq(outcome.status, 0, "%s: status %d\n%s%s", arguments, outcome.status, outcome.out,
                 outcome.err);
    cr_expect_str_eq(outcome.err, "", "%s: %s", arguments, outcome.err);
    expect_parsed(arguments, format, outcome.out);
}

/* --- all combinations --- */

/* With times, each combination uses only one format, in rotation: measuring is slower than
 * printing, and all formats print the same results. */
static void cross(const char *verb, guint n_formats)
{
    guint turn = 0;
    for (guint m = 0; m < G_N_ELEMENTS(methods); m++)
        for (guint k = 0; k < G_N_ELEMENTS(movers); k++) {
            g_autofree char *untimed =
                g_strdup_printf("%s -m %s %s.json --no-timing", verb, methods[m], movers[k].name);
            g_autofree char *timed =
                g_strdup_printf("%s -m %s %s.json", verb, methods[m], movers[k].name);
            for (guint f = 0; f < n_formats; f++)
                expect_contract(untimed, formats[f]);
            expect_contract(timed, formats[turn++ % n_formats]);
        }
}

Test(contract, run)
{
    cross("run", ALL);
}

Test(contract, run_by_shape)
{
    cross("run --by-shape", ALL);
}

/* The other formats support fewer parts. */
Test(contract, run_with_all_its_parts)
{
    cross("run --by-shape --errors --wide --closed-loop", TEXT);
}

Test(contract, sweep)
{
    cross("sweep --vary size=1,2", ALL);
}

Test(contract, sweep_of_brushes)
{
    cross("sweep --wide --vary brushes=1", ALL);
}

/* A scenario without trajectories is invalid. It is rejected, and nothing is printed. */
Test(contract, a_scenario_without_trajectories)
{
    write_scenario("none", "");
    const char *message = "none.json: /trajectories: 0 items, where at least 1 are wanted";
    expect_refused("run none.json", message);
    expect_refused("sweep none.json --vary size=1,2", message);
}

/* A trajectory without moves is invalid. */
Test(contract, a_trajectory_without_moves)
{
    write_scenario("empty", BOX_WALKS ",{\"name\":\"none\",\"space\":\"crate\",\"moves\":[]}");
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        g_autofree char *run = g_strconcat("run empty.json --format ", formats[f], NULL),
                        *sweep =
                            g_strconcat("sweep empty.json --vary size=1,2 -f ", formats[f], NULL);
        const char *message =
            "empty.json: /trajectories/1/moves: 0 items, where at least 1 are wanted";
        expect_refused(run, message);
        expect_refused(sweep, message);
    }
}

/* No method answers any of the moves, and times are requested. Each format must work, and
 * `report` must print the same from the saved result. */
Test(contract, no_method_takes_the_moves)
{
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
        expect_contract("run -m onion,multi,merge balls.json", formats[f]);
        expect_contract("sweep -m onion,multi --vary size=1,2 balls.json", formats[f]);
    }
    g_auto(Outcome) kept = shell("run -m onion -f json -o kept.json balls.json");
    expect_good(&kept);
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++)
        if (strcmp(formats[f], "json") != 0)
            expect_contract("report kept.json", formats[f]);
    expect_contract("diff kept.json kept.json", "table");
}

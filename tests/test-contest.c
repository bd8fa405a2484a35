/* test-contest: external contestants. Good ones are judged as methods are. Faults of bad ones
 * are reported in their own row and affect nothing else. The contestants are small shell
 * scripts, and the examples. */
#include "test-program.h"

#include <json-c/json.h>

TestSuite(contest, .init = set_up, .fini = tear_down, .timeout = 120);

/* --- contestants --- */

/* Answers "E" to every move, with the hash that it reads. Tests change it with sed. */
static const char blind[] = "read -r name version hash\n"
                            "n=$(sed -n 's/^moves //p')\n"
                            "echo \"bsp-answers 1 $hash\"\n"
                            "i=0\n"
                            "while [ $i -lt $n ]; do\n"
                            "  echo \"answer $i E 1 0 0 0 -\"\n"
                            "  i=$((i + 1))\n"
                            "done\n"
                            "echo end\n";

/* The answers of the blind contestant, through a filter. */
#define FILTERED(filter) "sh blind.sh | " filter

static Outcome run_with(const char *options)
{
    g_autofree char *line = g_strdup_printf("run s.json -m onion,brushes --no-timing %s", options);
    write_file("blind.sh", blind);
    return shell(line);
}

/* The contestant's note below the table, as one line. */
static char *note_of(const char *out, const char *name)
{
    g_autofree char *begin = g_strdup_printf("\n+ %s: ", name);
    const char *note = strstr(out, begin);
    cr_assert_not_null(note, "no note of %s in %s", name, out);
    GString *line = g_string_new(NULL);
    for (note++; *note && (*note != '\n' || note[1] == ' '); note++)
        if (*note != '\n' && !(*note == ' ' && note[-1] == '\n' && note[1] == ' '))
            g_string_append_c(line, *note);
    return g_string_free(line, FALSE);
}

static json_object *get(json_object *object, const char *key)
{
    json_object *value = NULL;
    cr_assert(json_object_object_get_ex(object, key, &value), "no %s", key);
    return value;
}

static json_object *method_in(json_object *result, const char *name)
{
    json_object *methods = get(result, "methods");
    for (gsize i = 0; i < json_object_array_length(methods); i++) {
        json_object *method = json_object_array_get_idx(methods, i);
        if (strcmp(json_object_get_string(get(method, "method")), name) == 0)
            return method;
    }
    cr_assert_fail("no method %s", name);
    return NULL;
}

/* The contestant's row in JSON, without times. The caller frees it with json_object_put(). */
static json_object *result_with(const char *options, int status)
{
    g_autofree char *all = g_strdup_printf("%s -f json", options);
    g_auto(Outcome) outcome = run_with(all);
    cr_assert_eq(outcome.status, status, "%s: status %d: %s", options, outcome.status, outcome.err);
    cr_expect_str_eq(outcome.err, "");
    json_object *result = json_tokener_parse(outcome.out);
    cr_assert_not_null(result);
    return result;
}

static gint64 count(json_object *method, const char *key)
{
    return json_object_get_int64(get(method, key));
}

/* --- faulty contestants --- */

typedef struct {
    const char *what, *command, *error;
} Broken;

static const Broken broken[] = {
    { "no output", "cat >/dev/null", "it wrote nothing" },
    { "half a line", FILTERED("head -c 40"),
      "line 2: too few words, not those of \"answer I CLASS" },
    { "too many lines", FILTERED("sed 's/^answer 20 .*/&\\n&/'"), "line 23: too many answers" },
    { "NaN", FILTERED("sed 's/^answer 3 E 1/answer 3 E NaN/'"),
      "line 5: t, \"NaN\", is not a finite number" },
    { "a crash", "echo no hope >&2; kill -SEGV $$",
      "it ended with exit status 139 (Segmentation fault); its last output: no hope" },
    { "a hang", "sleep 1000", "it was still running after 0.5 seconds" },
    { "out of order", FILTERED("sed 's/^answer 3 /answer 4 /'"),
      "line 5: answers move 4 instead of move 3" },
    { "wrong moves", FILTERED("sed '1s/ [^ ]*$/ 0123456789abcdef/'"),
      "line 1: answers other moves: their hash is 0123456789abcdef, that of these " },
    { "a megabyte line", "head -c 1000000 /dev/zero | tr '\\0' x; cat >/dev/null",
      "line 1: longer than 4096 bytes" },
    { "exit 3", FILTERED("cat; exit 3"), "it ended with exit status 3" },
    /* more faults of these kinds */
    { "no end", FILTERED("sed '/^end/d'"),
      "it stopped after line 22, with 21 of 21 answers and no \"end\"" },
    { "an early end", FILTERED("sed '/^answer 7/,$d' && echo end"),
      "line 9: the end, after 7 of 21 answers" },
    { "twice the same", FILTERED("sed 's/^answer 3 .*/&\\n&/'"),
      "line 6: answers move 3 instead of move 4" },
    { "after the end", FILTERED("sed 's/^end/end\\nend/'"), "line 24: something after the end" },
    { "infinite", FILTERED("sed 's/^answer 3 E 1 0/answer 3 E 1 1e999/'"),
      "line 5: the normal, \"1e999\", is not a finite number" },
    { "hexadecimal", FILTERED("sed 's/^answer 3 E 1/answer 3 E 0x1/'"),
      "line 5: t, \"0x1\", is not a finite number" },
    { "a comma", FILTERED("sed 's/^answer 3 E 1/answer 3 E2S 0,5/'"),
      "line 5: t, \"0,5\", is not a finite number" },
    { "t above 1", FILTERED("sed 's/^answer 3 E 1 0 0 0/answer 3 E2S 1.5 1 0 0/'"),
      "line 5: t, 1.5, is not in 0 to 1" },
    { "t of clear", FILTERED("sed 's/^answer 3 E 1/answer 3 E 0.5/'"),
      "line 5: t, 0.5, is not 1, which it is for E" },
    { "t in solid", FILTERED("sed 's/^answer 3 E/answer 3 S/'"),
      "line 5: t, 1, is not 0, which it is for S" },
    { "no class", FILTERED("sed 's/^answer 3 E/answer 3 HIT/'"),
      "line 5: \"HIT\" is none of E, S, E2S, S2E" },
    { "no normal", FILTERED("sed 's/^answer 3 E 1 0 0 0/answer 3 E2S 0.5 0 0 0.5/'"),
      "line 5: the normal has length 0.5, not 1" },
    { "a normal of nothing", FILTERED("sed 's/^answer 3 E 1 0/answer 3 E 1 1/'"),
      "line 5: a normal, although nothing was hit" },
    { "ns below 0", FILTERED("sed 's/^\\(answer 3 .*\\)-$/\\1-4/'"),
      "line 5: nanoseconds, -4, is less than 0" },
    { "hardly any time", FILTERED("sed 's/^\\(answer 3 .*\\)-$/\\11e-10/'"),
      "line 5: nanoseconds, 1e-10, is out of range" },
    { "a skin for everything", FILTERED("sed '1s/$/\\nskin 1e9/'"),
      "line 2: a skin of 1000000000 units" },
    { "two skins", FILTERED("sed '1s/$/\\nskin 1\\nskin 2/'"), "line 3: skin occurs twice" },
    { "exact for what", FILTERED("sed '1s/$/\\nexact cube/'"),
      "line 2: \"cube\" is no kind of shape" },
    { "another word", FILTERED("sed '1s/$/\\nhello/'"), "line 2: \"hello\" does not begin a line" },
    { "an empty line", FILTERED("sed '1s/$/\\n/'"), "line 2: empty" },
    { "a zero byte", FILTERED("sed 's/^answer 3/answer\\x003/'"), "line 5: a zero byte" },
    { "no first line", FILTERED("sed 1d"), "line 1: not \"bsp-answers 1\" and the hash" },
    { "talks without end", "yes about me", "line 1: not \"bsp-answers 1\" and the hash" },
    { "of itself", FILTERED("sed '1s/$/&'\"$(yes '\\nabout me' | head -40 | tr -d '\\n')\"/"),
      "line 34: more than 32 lines about itself" },
    { "complains without end", "yes oh no >&2", "it was still running after 0.5 seconds" },
    { "is not there", "./nobody", "it ended with exit status 127; its last output: " },
    { "liar", FILTERED("sed 's/^\\(answer 3 .*\\)-$/\\1 1e15/'"), "it reports 1e+06 seconds" },
    { "loads in no time", FILTERED("sed '1s/$/\\nloaded 1e9 -/'"), "it reports 1e+06 second" },
    { "shuffles in no time", FILTERED("sed 's/^end/again 1e12\\nend/'"), "it reports" },
};

/* The row has only the name, and a note gives the reason. The other rows are as without the
 * contestant. */
static void expect_harmless(const Broken *b, const char *alone)
{
    write_file("x.sh", b->command);
    g_auto(Outcome) outcome = run_with("--contestant x='sh x.sh' --contestant-seconds 0.5");
    cr_expect_eq(outcome.status, 1, "%s: status %d: %s", b->what, outcome.status, outcome.err);
    cr_expect_str_eq(outcome.err, "", "%s", b->what);
    g_autofree char *note = note_of(outcome.out, "x");
    g_autofree char *begin = g_strdup_printf("+ x: a contestant, without answers: %s", b->error);
    cr_expect(g_str_has_prefix(note, begin), "%s:\nfound    %s\nexpected %s", b->what, note, begin);
    cr_expect_not_null(strstr(outcome.out, "\nx + "), "%s: %s", b->what, outcome.out);
    g_auto(GStrv) lines = g_strsplit(alone, "\n", -1);
    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, "hash of") || g_str_has_prefix(*line, "onion ") ||
            g_str_has_prefix(*line, "brushes "))
            cr_expect_not_null(strstr(outcome.out, *line), "%s: '%s' is missing in\n%s", b->what,
                               *line, outcome.out);
}

Test(contest, broken_ones_harm_nothing)
{
    g_auto(Outcome) alone = run_with("");
    expect_good(&alone);
    cr_assert_not_null(strstr(alone.out, "\nhash of"));
    for (guint i = 0; i < G_N_ELEMENTS(broken); i++)
        expect_harmless(&broken[i], alone.out);
}

Test(contest, an_error_stands_in_every_format)
{
    const char *options = "--contestant 'bad=exit 3' --contestant 'good=sh blind.sh'";
    json_object *result = result_with(options, 1);
    json_object *bad = method_in(result, "bad"), *good = method_in(result, "good");
    cr_expect_str_eq(json_object_get_string(get(bad, "error")), "it ended with exit status 3");
    cr_expect_null(get(bad, "early"));
    cr_expect_null(get(bad, "moves"));
    cr_expect_null(get(good, "error"));
    cr_expect_eq(count(good, "moves"), 21);
    json_object_put(result);
    static const char *const formats[] = { "csv", "markdown", "html", "table" };
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *all = g_strdup_printf("%s -f %s", options, formats[i]);
        g_auto(Outcome) outcome = run_with(all);
        cr_expect_eq(outcome.status, 1);
        cr_expect_not_null(strstr(outcome.out, "it ended with exit status 3"), "%s", formats[i]);
    }
    g_auto(Outcome) csv = run_with("--contestant 'bad=exit 3' -f csv");
    g_autofree char *row = g_strdup(strstr(csv.out, "\nsmall,bad,") + 1);
    cr_expect_eq(strspn(row + strlen("small,bad"), ",0\n"), strlen(row + strlen("small,bad")), "%s",
                 row);
}

Test(contest, a_signal_is_told)
{
    g_auto(Outcome) outcome = run_with("--contestant 'x=kill -SEGV $$'");
    g_autofree char *note = note_of(outcome.out, "x");
    cr_expect_eq(outcome.status, 1);
    cr_expect_not_null(strstr(note, "it was ended by signal 11 (Segmentation fault)"), "%s", note);
}

/* --- processes --- */

/* Runs a contestant that starts `others` in the background and writes the process number of one
 * of them. No process may remain. */
static void expect_nobody_left(const char *others)
{
    gint64 start = g_get_monotonic_time();
    g_autofree char *line = g_strdup_printf("--contestant 'x=sh blind.sh; %s echo $! >pid; "
                                            "until test -s pid; do sleep 0.1; done' "
                                            "--contestant-seconds 60",
                                            others);
    g_auto(Outcome) outcome = run_with(line);
    expect_good(&outcome);
    cr_expect_lt(g_get_monotonic_time() - start, 30 * G_USEC_PER_SEC);
    g_autofree char *pid = read_file("pid");
    cr_assert_not_null(pid);
    pid_t grandchild = (pid_t)g_ascii_strtoll(pid, NULL, 10);
    for (guint i = 0; i < 100 && kill(grandchild, 0) == 0; i++) /* the process that adopts it may
                                                                 * be slow to reap it */
        g_usleep(20000);
    cr_expect_neq(kill(grandchild, 0), 0, "%d still runs", grandchild);
}

Test(contest, who_stays_behind_is_not_waited_for)
{
    expect_nobody_left("(sleep 1000; touch late) &");
    /* a child outside of the process group, without a parent, and its own child */
    expect_nobody_left("setsid sh -c \"sleep 1000 & sleep 1000\" &");
}

Test(contest, reading_and_writing_go_on_together)
{
    /* it writes more about itself than a pipe holds, before it reads more */
    write_file("eager.sh", "read -r name version hash\n"
                           "echo \"bsp-answers 1 $hash\"\n"
                           "i=0; while [ $i -lt 32 ]; do\n"
                           "  printf 'about %04000d\\n' $i; i=$((i + 1))\n"
                           "done\n"
                           "{ echo x y z; cat; } | sh blind.sh | sed 1d\n");
    json_object *result = result_with("--contestant 'eager=sh eager.sh'", 0);
    json_object *about = get(get(method_in(result, "eager"), "contestant"), "about");
    cr_expect_eq(json_object_array_length(about), 32u);
    json_object_put(result);
    /* A contestant may answer without reading its input. */
    g_auto(Outcome) written = shell("convert --resolve s.json --for-contestants -o in.txt && "
                                    "sh blind.sh <in.txt >out.txt");
    expect_good(&written);
    g_auto(Outcome) deaf = run_with("--contestant 'deaf=exec <&-; cat out.txt'");
    expect_good(&deaf);
}

Test(contest, interrupting_ends_the_contestant)
{
    write_file("x.sh", "echo $$ >pid; sleep 1000");
    g_auto(Outcome) outcome =
        shell("run s.json -m onion --no-timing --contestant 'x=sh x.sh' & p=$!; "
              "until test -s pid; do sleep 0.1; done; kill -TERM $p; wait $p; test $? = 143");
    cr_expect_eq(outcome.status, 0);
    g_autofree char *pid = read_file("pid");
    for (guint i = 0; i < 100 && kill((pid_t)g_ascii_strtoll(pid, NULL, 10), 0) == 0; i++)
        g_usleep(20000);
    cr_expect_neq(kill((pid_t)g_ascii_strtoll(pid, NULL, 10), 0), 0);
}

/* --- judging --- */

/* The answers pass through every wall. They are late, which is allowed to a contestant without
 * claims. */
Test(contest, claims_make_wrong_answers_count)
{
    json_object *result = result_with("--contestant 'x=sh blind.sh'", 0);
    json_object *x = method_in(result, "x");
    gint64 late = count(x, "late");
    cr_expect_gt(late, 3);
    cr_expect_eq(count(x, "outside"), late);
    json_object_put(result);
    result = result_with("--contestant \"x=sh blind.sh | sed '1s/$/\\nexact box/'\"", 1);
    cr_expect_eq(count(method_in(result, "x"), "late"), late);
    json_object_put(result);
    result = result_with("--contestant \"x=sh blind.sh | sed '1s/$/\\nexact capsule/'\"", 0);
    cr_expect_eq(count(method_in(result, "x"), "late"), late);
    json_object_put(result);
    g_auto(Outcome) table = run_with("--contestant \"x=sh blind.sh | sed '1s/$/\\nexact box/'\" "
                                     "--moves-out m.csv --only late --errors");
    cr_expect_not_null(strstr(table.out, "\nx + !"), "%s", table.out);
    g_autofree char *csv = read_file("m.csv");
    g_auto(GStrv) rows = g_strsplit(csv, "\n", -1);
    cr_expect_eq(g_strv_length(rows), late + 2); /* a header, and nothing after the last line */
    cr_expect_not_null(strstr(rows[1], ",x,E,1,0,0,0,"), "%s", rows[1]);
    cr_expect_not_null(strstr(table.out, "\nx        ball "), "%s", table.out);
}

static const char skin_scenario[] =
    "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"skin\",\"world\":\"w.json\",\n"
    " \"spaces\":[{\"name\":\"point\",\"mins\":[0,0,0],\"maxs\":[0,0,0]}],\n"
    " \"trajectories\":[{\"name\":\"walk\",\"space\":\"point\",\"moves\":[\n"
    "  [[-16,0,25],[48,0,25]],[[-16,0,25],[48,0,25]],[[-16,0,25],[48,0,25]]]}]}\n";

/* The wall is at half of the move's 64 units. 1/8 unit is 1/512 of the move. */
Test(contest, skin_is_not_early)
{
    static const char answers[] = "read -r name version hash; cat >/dev/null\n"
                                  "echo \"bsp-answers 1 $hash\"; echo \"$1\"\n"
                                  "echo 'answer 0 E2S 0.498046875 -1 0 0 -'\n"
                                  "echo 'answer 1 E2S 0.4980  -1 0 0 -'\n"
                                  "echo 'answer 2 E2S 0.4979 -1 0 0 -'\n" /* 0.134 units short */
                                  "echo end\n";
    write_file("s.json", skin_scenario);
    write_file("skin.sh", answers);
    json_object *result = result_with("--contestant 'a=sh skin.sh \"about no skin\"' "
                                      "--contestant 'b=sh skin.sh \"skin 0.125\"' "
                                      "--contestant 'c=sh skin.sh \"skin 0.14\"'",
                                      0);
    cr_expect_eq(count(method_in(result, "a"), "early"), 3);
    cr_expect_eq(count(method_in(result, "b"), "early"), 2);
    cr_expect_eq(count(method_in(result, "c"), "early"), 0);
    double worst = json_object_get_double(get(method_in(result, "b"), "max_early_units"));
    cr_expect_float_eq(worst, 64 * (0.5 - 0.4979) - 0.126, 1e-9, "%g", worst);
    json_object_put(result);
    g_auto(Outcome) table = run_with("--contestant 'b=sh skin.sh \"skin 0.125\"'");
    g_autofree char *note = note_of(table.out, "b");
    cr_expect_not_null(strstr(note, "it stops up to 0.125 units short on purpose"), "%s", note);
}

/* Reported times: the median over pieces, and the mean if all are equal. */
Test(contest, times_are_as_told)
{
    write_file("blind.sh", blind);
    g_auto(Outcome) outcome =
        shell("run s.json -m onion -f json --contestant \"x=sh blind.sh | "
              "sed -e 's/-$/250/' -e 's/^end/again 300\\nend/' -e '1s/$/\\nloaded 1.5 4096/'\"");
    expect_good(&outcome);
    json_object *result = json_tokener_parse(outcome.out), *x = method_in(result, "x");
    json_object *walk = get(x, "walk");
    cr_expect_eq(json_object_get_double(get(walk, "ns_median")), 250);
    cr_expect_eq(json_object_get_double(get(walk, "ns_p99")), 250);
    cr_expect_null(get(walk, "ns_median_shuffled"), "walks and shots cannot be told apart");
    cr_expect_null(get(walk, "ratio"));
    cr_expect_eq(json_object_get_double(get(get(x, "contestant"), "ns_again")), 300);
    cr_expect_eq(json_object_get_double(get(x, "build_ms")), 1.5);
    cr_expect_eq(count(x, "bytes"), 4096);
    json_object_put(result);
    g_auto(Outcome) still = run_with("--contestant \"x=sh blind.sh | sed 's/-$/250/'\"");
    cr_expect_null(strstr(still.out, "clock"), "%s", still.out);
}

/* --- files --- */

Test(contest, answers_from_a_file)
{
    g_auto(Outcome) made = shell(
        "convert --resolve s.json --for-contestants -o in.txt.gz && gzip -dc in.txt.gz >in.txt && "
        "\"$BSPCOMPARE\" convert --resolve s.json --for-contestants | cmp - in.txt");
    expect_good(&made);
    g_auto(Outcome) blind_one =
        run_with("--contestant 'x=tee seen.txt | sh blind.sh | tee out.txt' "
                 "-f csv");
    expect_good(&blind_one);
    g_autofree char *in = read_file("in.txt"), *seen = read_file("seen.txt");
    cr_expect_str_eq(in, seen);
    g_auto(Outcome) from_file = run_with("--answers x=out.txt -f csv");
    expect_good(&from_file);
    cr_expect_str_eq(from_file.out, blind_one.out);
    write_file("bad.txt", "bsp-answers 1 0\n");
    g_auto(Outcome) bad = run_with("--answers x=bad.txt --answers y=out.txt");
    cr_expect_eq(bad.status, 1);
    g_autofree char *note = note_of(bad.out, "x"), *other = note_of(bad.out, "y");
    cr_expect_not_null(strstr(note, "line 1: answers other moves"), "%s", note);
    cr_expect_null(strstr(other, "without"), "%s", other);
}

Test(contest, refused)
{
    static const char *const cases[][2] = {
        { "--contestant x", "--contestant: 'x' is not NAME=COMMAND" },
        { "--contestant x=", "--contestant: 'x=' is not NAME=COMMAND" },
        { "--contestant =x", "--contestant: '' is no name: up to 40 letters, digits and any of "
                             "-_.+ are" },
        { "--contestant 'a,b=x'", "--contestant: 'a,b' is no name: up to 40 letters, digits and "
                                  "any of -_.+ are" },
        { "--contestant onion=x", "--contestant: 'onion' is the name of a method" },
        { "--contestant x=y --answers x=w.json", "--answers: two contestants have the name 'x'" },
        { "--answers x=none.txt", "none.txt: cannot read: No such file or directory" },
        { "s.json --answers x=w.json", "--answers takes one scenario, not 2: a file answers one" },
        { "--contestant-seconds 0", "--contestant-seconds: '0' is no number above 0" },
        { "--contestant-seconds nan", "--contestant-seconds: 'nan' is no number above 0" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *line = g_strdup_printf("run s.json %s", cases[i][0]);
        expect_refused(line, cases[i][1]);
    }
    expect_refused("convert --resolve s.json --for-contestants --space stand",
                   "--for-contestants: not with --space or --shape: write the scenario with those "
                   "first");
}

/* --- the manual --- */

/* The text of the next block in this language from *at on. */
static char *next_block(const char **at, const char *language)
{
    g_autofree char *fence = g_strdup_printf("\n```%s\n", language);
    const char *start = strstr(*at, fence);
    cr_assert_not_null(start, "no more blocks of %s", language);
    start += strlen(fence);
    *at = strstr(start, "\n```\n");
    return g_strndup(start, (gsize)(*at + 1 - start));
}

/* The scenario in the manual is written as shown, and its answers are right. */
Test(contest, manual_shows_what_is_so)
{
    g_autofree char *path = shipped_source("docs/contestants.md");
    g_autofree char *page = NULL;
    cr_assert(g_file_get_contents(path, &page, NULL, NULL));
    const char *at = page;
    g_autofree char *scenario = next_block(&at, "json"), *moves = next_block(&at, "text"),
                    *answers = next_block(&at, "text");
    write_file("s.json", scenario);
    write_file("out.txt", answers);
    g_auto(Outcome) written = shell("convert --resolve s.json --for-contestants");
    expect_good(&written);
    cr_expect_str_eq(written.out, moves);
    json_object *result = result_with("--answers mover=out.txt", 0),
                *m = method_in(result, "mover");
    cr_expect_null(get(m, "error"));
    cr_expect_eq(count(m, "moves"), 2);
    cr_expect_eq(count(m, "skipped"), 1);
    cr_expect_eq(count(m, "outside"), 0);
    json_object_put(result);
}

/* --- the examples --- */

static guint count_lines(const char *path)
{
    g_autofree char *text = NULL;
    cr_assert(g_file_get_contents(path, &text, NULL, NULL), "%s", path);
    guint n = 0;
    for (const char *c = text; *c; c++)
        n += *c == '\n';
    return n;
}

/* The contestant must be never late, and exact for points. It claims the latter, so the exit
 * status proves it. */
static void expect_right(const char *command, const char *scenario)
{
    g_autofree char *line = g_strdup_printf(
        "run \"$DATA/scenarios/%s\" -m onion --no-timing -f json --contestant 'x=%s'", scenario,
        command);
    g_auto(Outcome) outcome = shell(line);
    cr_assert_eq(outcome.status, 0, "%s: %s", scenario, outcome.err);
    json_object *result = json_tokener_parse(outcome.out), *x = method_in(result, "x");
    cr_expect_gt(count(x, "moves"), 10, "%s", scenario);
    cr_expect_eq(count(x, "late"), 0, "%s", scenario);
    cr_expect_eq(count(x, "skipped"), count(method_in(result, "onion"), "skipped"), "%s", scenario);
    json_object_put(result);
}

static void expect_example_right(const char *command)
{
    static const char *const scenarios[] = { "stand-and-crouch.json", "ramp.json", "pillars.json",
                                             "degenerate-start-in-solid.json" };
    for (guint i = 0; i < G_N_ELEMENTS(scenarios); i++)
        expect_right(command, scenarios[i]);
}

Test(contest, example_in_c)
{
    g_autofree char *source = shipped_source("examples/contestants/clip.c");
    cr_expect_lt(count_lines(source), 100u);
    g_autofree char *program =
        g_build_filename(g_getenv("BSP_BUILD_DIR"), "examples", "contestants", "clip", NULL);
    expect_example_right(program);
}

Test(contest, example_in_python)
{
    g_autofree char *source = shipped_source("examples/contestants/clip.py");
    g_autofree char *python = g_find_program_in_path("python3");
    cr_expect_lt(count_lines(source), 60u);
    if (!python)
        cr_skip_test("no python3");
    g_autofree char *command = g_strdup_printf("python3 %s", source);
    expect_example_right(command);
}

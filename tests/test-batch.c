/* test-batch: sweeps in pieces: plans, shards, finished and damaged pieces, and merging. */
#include <signal.h>
#include <sys/stat.h>
#include <utime.h>

#include "batch/work.h"
#include "test-program.h"
#include "text/json-value.h"

/* Removes the folders of the pieces, too. */
static void tear_down_all(void)
{
    if (!directory)
        return;
    g_autofree char *command = g_strdup_printf("rm -rf '%s'", directory);
    cr_assert_eq(system(command), 0);
    g_free(directory);
}

TestSuite(batch, .init = set_up, .fini = tear_down_all);

static void good(const char *arguments)
{
    g_auto(Outcome) outcome = shell(arguments);
    cr_assert_eq(outcome.status, 0, "%s: status %d: %s%s", arguments, outcome.status, outcome.out,
                 outcome.err);
}

/* Two methods, two seeds, two sizes: four pieces. */
static void plan(void)
{
    good("plan s.json -m onion,shift --seeds 1..2 --vary size=0.5,1 -o m.jsonl");
}

static void expect_same_files(const char *a, const char *b)
{
    g_autofree char *x = read_file(a), *y = read_file(b);
    cr_assert_not_null(x, "%s", a);
    cr_assert_not_null(y, "%s", b);
    cr_expect_str_eq(x, y, "%s and %s differ", a, b);
}

/* The command must exit with status 2, and its message must contain this text. */
static void expect_told(const char *arguments, const char *message)
{
    g_auto(Outcome) outcome = shell(arguments);
    cr_expect_eq(outcome.status, 2, "%s: status %d", arguments, outcome.status);
    cr_expect_str_eq(outcome.out, "", "%s", arguments);
    cr_expect(strstr(outcome.err, message), "%s:\nfound    %sexpected %s", arguments, outcome.err,
              message);
    cr_expect_eq(strchr(outcome.err, '\n'), outcome.err + strlen(outcome.err) - 1, "%s",
                 outcome.err);
}

/* Replaces the first `from` in the file by `to`. */
static void edit(const char *name, const char *from, const char *to)
{
    g_autofree char *text = read_file(name);
    const char *at = text ? strstr(text, from) : NULL;
    cr_assert_not_null(at, "%s: no %s", name, from);
    g_autofree char *head = g_strndup(text, (gsize)(at - text));
    g_autofree char *changed = g_strconcat(head, to, at + strlen(from), NULL);
    write_file(name, changed);
}

/* --- plans --- */

Test(batch, a_plan_is_the_same_bytes_each_time)
{
    plan();
    good("plan s.json -m onion,shift --seeds 1,2 --vary size=0.5,1 -o again.jsonl");
    expect_same_files("m.jsonl", "again.jsonl");
    good("plan s.json -m onion,shift --seeds 1,2 --vary size=0.5,1 >stdout.jsonl");
    expect_same_files("m.jsonl", "stdout.jsonl");
    g_autofree char *text = read_file("m.jsonl");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    cr_expect_eq(g_strv_length(lines), 6u);
    cr_expect(strstr(lines[0], "\"pieces\":4,\"methods\":[\"onion\",\"shift\"]"), "%s", lines[0]);
    cr_expect(strstr(lines[2], "\"seed\":2,\"values\":[\"0.5\"]"), "%s", lines[2]);
    cr_expect(strstr(lines[3], "\"seed\":1,\"values\":[\"1\"]"), "%s", lines[3]);
}

/* The manifest and links remain valid if the folder is moved. */
Test(batch, links_stay_links)
{
    good("--version && mkdir -p far/away box/plans box/data && mv s.json w.json far/away && "
         "ln -s ../../far/away box/data/levels && ln -s box/plans short");
    good("plan box/data/levels/s.json -w ./box/data/levels/w.json -m onion -o box/plans/m.jsonl");
    g_autofree char *text = read_file("box/plans/m.jsonl");
    cr_expect(strstr(text, "\"scenario\":\"../data/levels/s.json\""), "%s", text);
    cr_expect(strstr(text, "\"world\":\"../data/levels/w.json\""), "%s", text);
    good("plan box/data/levels/s.json -w box/data/levels/w.json -m onion -o short/n.jsonl");
    expect_same_files("box/plans/n.jsonl", "box/plans/m.jsonl");
    good("--version && mv box moved");
    good("work moved/plans/m.jsonl --no-timing -o d");
    good("--version && cp far/away/s.json moved/plans");
    good("plan moved/plans/s.json -w moved/plans/../data/levels/w.json -o moved/plans/o.jsonl");
    g_autofree char *inside = read_file("moved/plans/o.jsonl");
    cr_expect(strstr(inside, "\"scenario\":\"s.json\""), "%s", inside);
    cr_expect(strstr(inside, "\"world\":\"../data/levels/w.json\""), "%s", inside);
}

Test(batch, plans_that_are_refused)
{
    expect_refused("plan s.json --seeds 4..1 -o m.jsonl",
                   "--seeds: '4..1' is no whole number, and no range as 1..4 of at most 10000 of "
                   "them");
    expect_refused("plan s.json --seeds 1,1 -o m.jsonl", "--seeds: 1 comes twice");
    expect_refused("plan s.json s.json -o m.jsonl", "the scenario s.json comes twice");
    expect_refused("plan s.json --vary size=1 --vary size=2 -o m.jsonl",
                   "--vary size is given twice");
    expect_refused("plan s.json --vary spaces=2 -o m.jsonl",
                   "s.json: --vary spaces: 2 is too many: the scenario has 1; 'bspcompare generate "
                   "scenario --spaces' makes scenarios of more");
    expect_refused("plan s.json -o s.json",
                   "s.json: cannot be written: it is the input, which would be lost");
    expect_refused("plan s.json -o w.json",
                   "w.json: cannot be written: it is the input, which would be lost");
    edit("s.json", "\"random\":{\"seed\":1,\"moves\":20,\"step\":[2,32],\"start\":\"starts\"}",
         "\"waypoints\":[[-32,0,25],[0,0,25]]");
    expect_refused("plan s.json --seeds 1..2 -o m.jsonl",
                   "s.json: --seeds: it has no random trajectory, and would be the same for each");
    cr_expect_null(read_file("m.jsonl"));
}

Test(batch, shards)
{
    static const char *const bad[] = { "",     "1",   "8/8", "0/0",  "-1/8",
                                       "1/-8", "a/b", "1/",  "0/4x", "0/99999999999" };
    CompareShard shard;
    cr_expect(compare_shard_parse("3/8", &shard, NULL));
    cr_expect(shard.i == 3 && shard.n == 8);
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        cr_expect(!compare_shard_parse(bad[i], &shard, &error), "%s", bad[i]);
        cr_expect(error && strstr(error->message, "is not I/N"));
    }
    plan();
    expect_refused("work m.jsonl -o d --shard 8/8",
                   "--shard: '8/8' is not I/N, shard I of N, where I is one of 0 ... N - 1");
    expect_refused("work m.jsonl", "no --output DIRECTORY given; see 'bspcompare work --help'");
}

/* --- the same bytes --- */

/* Runs n shards, the last one first, each in its own directory. */
static void expect_shards_merge_to(guint n, const char *expected)
{
    g_autoptr(GString) merge = g_string_new("merge m.jsonl -f json -o merged.json");
    for (guint i = n; i-- > 0;) {
        g_autofree char *work =
            g_strdup_printf("work m.jsonl --no-timing --shard %u/%u -o d-%u-%u", i, n, n, i);
        good(work);
        g_string_append_printf(merge, " d-%u-%u", n, i);
    }
    good(merge->str);
    expect_same_files("merged.json", expected);
}

Test(batch, any_number_of_shards_merges_to_the_same_bytes)
{
    plan();
    good("work m.jsonl --no-timing -o d");
    good("merge m.jsonl d -f json -o one.json");
    for (guint n = 1; n <= 5; n++)
        expect_shards_merge_to(n, "one.json");
}

/* The merge works from any working directory. */
Test(batch, merged_pieces_are_what_run_prints)
{
    good("generate scenario w.json --seed 5 --moves 50 -o other.json");
    good("plan s.json other.json -m onion,shift -o m.jsonl");
    good("run s.json other.json -m onion,shift --no-timing -f json -o run.json");
    good("work m.jsonl --no-timing -o d");
    good("merge m.jsonl d -f json -o merged.json");
    expect_same_files("merged.json", "run.json");
    g_autofree char *from_root = g_strdup_printf("work '%s/m.jsonl' --no-timing -o e", directory);
    good(from_root);
    good("merge m.jsonl e -f json -o merged.json");
    expect_same_files("merged.json", "run.json");

    good("plan s.json -w w.json -m onion,shift -o m.jsonl");
    good("run s.json -w w.json -m onion,shift --no-timing -f json -o run.json");
    good("work m.jsonl --no-timing -o f");
    good("merge m.jsonl f -f json -o merged.json");
    expect_same_files("merged.json", "run.json");
}

/* The cells of one column, joined by commas. */
static char *column(const char *csv, const char *name)
{
    g_auto(GStrv) lines = g_strsplit(below_comments(csv), "\n", -1);
    g_auto(GStrv) names = g_strsplit(lines[0], ",", -1);
    guint c = 0;
    while (names[c] && strcmp(names[c], name) != 0)
        c++;
    cr_assert_not_null(names[c], "%s", name);
    GString *out = g_string_new(name);
    for (guint i = 1; lines[i] && *lines[i]; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
        g_string_append_printf(out, " %s", cells[c]);
    }
    return g_string_free(out, FALSE);
}

static void expect_like_sweep(const char *vary)
{
    static const char *const columns[] = { "method", "nodes",           "bytes",
                                           "moves",  "walk_nodes_mean", "shot_nodes_mean" };
    g_autofree char *plan = g_strdup_printf("plan g.json -m onion,shift-box --vary %s "
                                            "-o v.jsonl && rm -rf v",
                                            vary);
    g_autofree char *sweep = g_strdup_printf("sweep g.json -m onion,shift-box --vary %s "
                                             "--no-timing -f csv",
                                             vary);
    good(plan);
    good("work v.jsonl --no-timing -o v");
    g_auto(Outcome) merged = shell("merge v.jsonl v -f csv");
    g_auto(Outcome) swept = shell(sweep);
    cr_assert_eq(merged.status, 0, "%s", merged.err);
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        g_autofree char *found = column(merged.out, columns[i]);
        g_autofree char *expected = column(swept.out, columns[i]);
        cr_expect_str_eq(found, expected, "%s", vary);
    }
}

Test(batch, pieces_find_what_a_sweep_finds)
{
    good("generate scenario $DATA/worlds/stairs.json --spaces 3 --moves 300 --seed 2 -o g.json");
    expect_like_sweep("size=0.5,1,2");
    expect_like_sweep("spaces=1,2,3");
    expect_like_sweep("brushes=2,4");
    expect_like_sweep("part-at-faces=0,all");
}

Test(batch, seeds_draw_other_moves)
{
    plan();
    good("work m.jsonl --no-timing -o d");
    g_auto(Outcome) csv = shell("merge m.jsonl d -f csv");
    g_autofree char *hashes = column(csv.out, "hash"), *seeds = column(csv.out, "seed");
    cr_expect_str_eq(seeds, "seed 1 1 2 2 1 1 2 2");
    g_auto(GStrv) each = g_strsplit(hashes, " ", -1);
    for (guint i = 1; i < 9; i++)
        for (guint k = 1; k < i; k++)
            cr_expect_str_neq(each[i], each[k], "rows %u and %u", i, k);
}

/* --- finished pieces --- */

static gint64 inode(const char *name)
{
    g_autofree char *path = g_build_filename(directory, name, NULL);
    struct stat info;
    cr_assert_eq(stat(path, &info), 0, "%s", name);
    return (gint64)info.st_ino;
}

Test(batch, what_is_done_is_not_done_again)
{
    plan();
    good("work m.jsonl --no-timing -o d --shard 0/2");
    gint64 before = inode("d/piece-00002.json");
    good("work m.jsonl --no-timing -o d");
    cr_expect_eq(inode("d/piece-00002.json"), before);
    g_auto(Outcome) timed = shell("work m.jsonl -o d --shard 2/4");
    cr_expect_eq(timed.status, 0);
    cr_expect_str_eq(timed.err,
                     "bspcompare: d/piece-00002.json: made again: it was without times\n");
    cr_expect_neq(inode("d/piece-00002.json"), before);
    /* Times that are not wanted now are no reason. */
    before = inode("d/piece-00002.json");
    g_auto(Outcome) untimed = shell("work m.jsonl --no-timing -o d");
    cr_expect_eq(untimed.status, 0);
    cr_expect_str_eq(untimed.err, "");
    cr_expect_eq(inode("d/piece-00002.json"), before);
    g_auto(Outcome) mixed = shell("merge m.jsonl d -o mixed.txt");
    cr_expect_str_eq(mixed.err,
                     "bspcompare: times are left out: some pieces were made without times: "
                     "d/piece-00002.json is not as d/piece-00000.json; --times-by-machine keeps "
                     "them\n");
}

Test(batch, damage_is_found_and_made_good)
{
    static const char *const from[] = { "\"late\": 0", "\"timed\": false", "\"number\": 1" };
    static const char *const to[] = { "\"late\": 1", "\"timed\": true", "\"number\": 2" };
    plan();
    good("work m.jsonl --no-timing -o d");
    good("merge m.jsonl d -f json -o one.json");
    for (guint i = 0; i < G_N_ELEMENTS(from); i++) {
        edit("d/piece-00001.json", from[i], to[i]);
        expect_told("merge m.jsonl d -f json -o none.json",
                    "d/piece-00001.json: it is damaged, or no piece of work: its checksum does not "
                    "hold");
        g_auto(Outcome) again = shell("work m.jsonl --no-timing -o d");
        cr_expect_str_eq(again.err, "bspcompare: d/piece-00001.json: made again: it was damaged\n");
    }
    g_autofree char *whole = read_file("d/piece-00003.json");
    for (gsize n = 0; n < strlen(whole) - 1; n += 997) {
        g_autofree char *part = g_strndup(whole, n);
        write_file("d/piece-00003.json", part);
        expect_told("merge m.jsonl d -f json -o none.json", "d/piece-00003.json");
    }
    g_auto(Outcome) again = shell("work m.jsonl --no-timing -o d");
    cr_expect_eq(again.status, 0);
    good("merge m.jsonl d -f json -o merged.json");
    expect_same_files("merged.json", "one.json");
    cr_expect_null(read_file("none.json"));
}

static void age(const char *name)
{
    g_autofree char *path = g_build_filename(directory, name, NULL);
    struct utimbuf old = { 1000000, 1000000 };
    cr_assert_eq(utime(path, &old), 0);
}

Test(batch, what_killed_writers_leave_goes)
{
    plan();
    good("work m.jsonl --no-timing -o d");
    write_file("d/piece-00001.json.aBcDeF", "{");
    write_file("d/piece-00002.json.aBcDeF", "{");
    write_file("d/piece-00002.json.bak", "mine");
    write_file("d/README", "mine");
    age("d/piece-00001.json.aBcDeF");
    age("d/README");
    age("d/piece-00002.json.bak");
    good("merge m.jsonl d -f json -o one.json");
    good("work m.jsonl --no-timing -o d");
    g_autofree char *old = read_file("d/piece-00001.json.aBcDeF");
    g_autofree char *young = read_file("d/piece-00002.json.aBcDeF");
    g_autofree char *mine = read_file("d/README"), *kept = read_file("d/piece-00002.json.bak");
    cr_expect_null(old, "what nobody can be writing any more");
    cr_expect_not_null(young, "what somebody may be writing");
    cr_expect(mine && kept, "what is nobody's business");
}

/* Two workers start on the same shard at once, repeatedly. */
Test(batch, two_workers_may_do_one_shard)
{
    plan();
    good("work m.jsonl --no-timing -o one");
    good("merge m.jsonl one -f json -o one.json");
    for (guint i = 0; i < 5; i++) {
        g_auto(Outcome) both = shell("work m.jsonl --no-timing -o d & \"$BSPCOMPARE\" work m.jsonl "
                                     "--no-timing -o d; s=$?; wait $! && exit $s");
        cr_assert_eq(both.status, 0, "%s", both.err);
        good("merge m.jsonl d -f json -o merged.json");
        expect_same_files("merged.json", "one.json");
        good("--version && rm -r d");
    }
}

/* --- merging --- */

Test(batch, gaps_are_told)
{
    plan();
    good("work m.jsonl --no-timing -o d --shard 0/2");
    expect_refused("merge m.jsonl d -o none.json",
                   "m.jsonl: 2 of 4 pieces are missing: 1, 3; made by: bspcompare work m.jsonl "
                   "--no-timing -o d");
    good("work m.jsonl --no-timing -o e --shard 1/4");
    expect_refused("merge m.jsonl d e -o none.json",
                   "m.jsonl: 1 of 4 pieces is missing: 3; made by: bspcompare work m.jsonl --shard "
                   "3/4 --no-timing -o d");
    good("work m.jsonl --shard 3/4 --no-timing -o d");
    good("merge m.jsonl d e -o all.txt");
    cr_expect_null(read_file("none.json"));
}

/* Edits a piece and gives it a correct checksum, as if another machine had made it. */
static void forge(const char *name, const char *from, const char *to)
{
    edit(name, from, to);
    g_autofree char *path = g_build_filename(directory, name, NULL);
    json_object *root = json_object_from_file(path), *piece = NULL;
    cr_assert(json_object_object_get_ex(root, "piece", &piece));
    json_object_object_del(piece, "sha256");
    g_autofree char *text = compare_json_print_part(root, COMPARE_JSON_PRETTY);
    g_autofree char *sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    compare_json_add(piece, "sha256", compare_json_text(sha256));
    g_autofree char *all = compare_json_print(root, COMPARE_JSON_PRETTY);
    write_file(name, all);
}

Test(batch, what_does_not_belong_together_is_not_merged)
{
    plan();
    good("work m.jsonl --no-timing -o d");
    good("work m.jsonl --no-timing -o e");
    good("merge m.jsonl d e -o same.txt");
    forge("e/piece-00001.json", "\"late\": 0", "\"late\": 1");
    expect_refused("merge m.jsonl d e",
                   "e/piece-00001.json: not the same as d/piece-00001.json, which is the same "
                   "piece: remove one of them");
    good("--version && rm e/*");
    good("work m.jsonl --no-timing -o e");
    forge("e/piece-00002.json", "bspcompare 0", "bspcompare 9");
    expect_told("merge m.jsonl e", "e/piece-00002.json: made by bspcompare 9");
    g_auto(Outcome) again = shell("work m.jsonl --no-timing -o e");
    cr_expect(strstr(again.err, "e/piece-00002.json: made again: it was of another build"), "%s",
              again.err);

    good("plan s.json -m onion --seeds 1..5 -o other.jsonl");
    good("work other.jsonl --no-timing -o other");
    expect_told("merge m.jsonl other", "there is no such piece in the manifest; remove it");
    good("--version && rm other/piece-00004.json");
    expect_told("merge m.jsonl other",
                "other/piece-00000.json: a piece of another manifest than m.jsonl");
    expect_told("work m.jsonl --no-timing -o other",
                "other/piece-00000.json: a piece of another manifest than m.jsonl");
    expect_told("merge m.jsonl nowhere", "nowhere: cannot be read");
    expect_refused("merge m.jsonl", "no directory given; see 'bspcompare merge --help'");
    expect_refused("merge m.jsonl d -f html", "--format html: not of merged pieces");
    expect_told("merge m.jsonl d -o d/piece-00000.json", "it is the input, which would be lost");
}

Test(batch, merge_replaces_nothing_that_it_reads)
{
    plan();
    good("work m.jsonl --no-timing -o d");
    good("--version && cp -r d e && ln -s e/piece-00001.json link.json");
    g_autofree char *before = read_file("e/piece-00001.json");
    expect_told("merge m.jsonl d e -o e/piece-00001.json", "it is the input, which would be lost");
    expect_told("merge m.jsonl d e -o link.json", "it is the input, which would be lost");
    expect_told("merge m.jsonl d e -o m.jsonl", "it is the input, which would be lost");
    g_autofree char *after = read_file("e/piece-00001.json");
    cr_expect_str_eq(after, before);
    good("merge m.jsonl d e -o e/table.txt");
}

/* The text from the key to the end of its line. */
static char *line_with(const char *name, const char *key)
{
    g_autofree char *text = read_file(name);
    g_auto(GStrv) halves = g_strsplit(text, key, 2);
    cr_assert_not_null(halves[1], "%s: no %s", name, key);
    return g_strdup_printf("%s%.*s", key, (int)strcspn(halves[1], "\n"), halves[1]);
}

Test(batch, times_of_unlike_machines_are_not_mixed)
{
    good("plan s.json -m onion,shift --seeds 1..2 --repeat 3 -o m.jsonl");
    good("work m.jsonl -o d");
    good("merge m.jsonl d -f json -o timed.json");
    g_autofree char *timed = read_file("timed.json");
    cr_expect(strstr(timed, "\"ns_median\": ") && !strstr(timed, "\"ns_median\": null"));
    good("work m.jsonl --no-timing -o u");
    good("merge m.jsonl u -f json -o untimed.json");

    g_autofree char *line = line_with("d/piece-00001.json", "\"cpu\": \"");
    forge("d/piece-00001.json", line, "\"cpu\": \"Another\",");
    g_auto(Outcome) merged = shell("merge m.jsonl d -f json -o mixed.json");
    cr_expect_eq(merged.status, 0);
    cr_expect(strstr(merged.err, "times are left out: they were measured on different processors: "
                                 "d/piece-00001.json is not as d/piece-00000.json"),
              "%s", merged.err);
    /* except for the reason, the result is the same as without times */
    for (guint i = 0; i < 2; i++)
        edit("mixed.json",
             ",\n    \"times\": \"left out, which cannot be compared: they were measured on "
             "different processors\"",
             "");
    expect_same_files("mixed.json", "untimed.json");

    g_auto(Outcome) csv = shell("merge m.jsonl d -f csv --times-by-machine");
    g_autofree char *machines = column(csv.out, "machine");
    cr_expect(strstr(machines, "Another"), "%s", machines);
    g_autofree char *ns = column(csv.out, "walk_ns_median");
    cr_expect(!strstr(ns, "  "), "%s", ns);
    good("--version && cp u/piece-00000.json d");
    g_auto(Outcome) half = shell("merge m.jsonl d -f csv");
    cr_expect(strstr(half.err, "some pieces were made without times"), "%s", half.err);
}

static void set_noisy(const char *name, const char *noisy)
{
    g_autofree char *line = line_with(name, "\"noisy\": ");
    g_autofree char *other = g_strdup_printf("\"noisy\": %s,", noisy);
    forge(name, line, other);
}

Test(batch, noise_is_told_and_a_processor_without_a_name)
{
    good("plan s.json -m onion,shift --seeds 1..2 --repeat 3 -o m.jsonl");
    good("work m.jsonl -o d");
    set_noisy("d/piece-00000.json", "false");
    set_noisy("d/piece-00001.json", "true");
    g_auto(Outcome) one = shell("merge m.jsonl d --times-by-machine");
    cr_expect(strstr(one.out, "measured on a noisy machine: 1 of 2 pieces"), "%s", one.out);
    set_noisy("d/piece-00001.json", "false");
    g_auto(Outcome) none = shell("merge m.jsonl d --times-by-machine");
    cr_expect(!strstr(none.out, "noisy"), "%s", none.out);

    g_autofree char *line = line_with("d/piece-00000.json", "\"cpu\": \"");
    forge("d/piece-00000.json", line, "\"cpu\": \"unknown\",");
    g_auto(Outcome) unknown = shell("merge m.jsonl d -o unknown.txt");
    cr_expect_str_eq(unknown.err,
                     "bspcompare: times are left out: the system does not tell its processor: "
                     "d/piece-00000.json; --times-by-machine keeps them\n");
}

/* --- inputs --- */

Test(batch, changed_inputs_are_refused)
{
    plan();
    edit("s.json", "\"seed\":1", "\"seed\":2");
    expect_told("work m.jsonl --no-timing -o d", "m.jsonl:2: s.json has changed since it was "
                                                 "planned: its SHA-256 is ");
    edit("s.json", "\"seed\":2", "\"seed\":1");
    edit("w.json", "\"room\"", "\"hall\"");
    expect_told("work m.jsonl --no-timing -o d", "m.jsonl:2: w.json has changed since");
    good("plan s.json -w w.json -o o.jsonl");
    edit("w.json", "\"hall\"", "\"room\"");
    expect_told("work o.jsonl --no-timing -o d", "o.jsonl:2: w.json has changed since");
    good("work m.jsonl --no-timing -o d");
    good("--version && rm w.json");
    good("work m.jsonl --no-timing -o d"); /* all is done */
    expect_told("work m.jsonl --no-timing -o e", "m.jsonl:2: w.json");
}

static void ignore(const char *message, gpointer data)
{
    (void)message;
    (void)data;
}

/* A change to an input before the second piece. All inputs have been checked by then. */
typedef struct {
    const char *name, *from, *to;
} Change;

static void change_before_second(guint number, guint done, guint todo, gpointer data)
{
    const Change *change = data;
    (void)number;
    (void)todo;
    if (done == 1)
        edit(change->name, change->from, change->to);
}

static void expect_noticed(Change change, const char *into)
{
    GError *error = NULL;
    g_autofree char *path = g_build_filename(directory, "m.jsonl", NULL);
    g_autofree char *done = g_build_filename(directory, into, NULL);
    g_autoptr(CompareManifest) manifest = compare_manifest_load(path, &error);
    g_autoptr(CompareEnvironment) environment = compare_environment_new(FALSE, NULL);
    cr_assert_not_null(manifest, "%s", error ? error->message : "");
    CompareWork work = { .manifest = manifest,
                         .shard = { 0, 1 },
                         .directory = done,
                         .trees = compare_trees_default(),
                         .environment = environment,
                         .news = { change_before_second, NULL, ignore, &change } };
    guint made;
    cr_expect(!compare_work(&work, &made, &error), "%s changed unnoticed", change.name);
    cr_expect_eq(made, 1u);
    g_autofree char *told = g_strdup_printf(
        "/m.jsonl:3: %s/%s has changed since it was planned: ", directory, change.name);
    cr_assert_not_null(error);
    cr_expect(strstr(error->message, told), "%s", error->message);
    g_clear_error(&error);
    edit(change.name, change.to, change.from);
}

Test(batch, inputs_that_change_while_it_works)
{
    plan();
    expect_noticed((Change){ "s.json", "\"seed\":1", "\"seed\":2" }, "d");
    expect_noticed((Change){ "w.json", "\"room\"", "\"hall\"" }, "e");
    good("work m.jsonl --no-timing -o d");
}

/* --- edited manifests --- */

Test(batch, edited_manifests)
{
    plan();
    g_autofree char *text = read_file("m.jsonl");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    edit("m.jsonl", "\"seed\":2", "\"seed\":3");
    expect_told("work m.jsonl -o d", "m.jsonl:3: the line or the first one has been changed since");
    write_file("m.jsonl", text);
    edit("m.jsonl", "[\"onion\",", "[\"multi\",");
    expect_told("work m.jsonl -o d", "m.jsonl:1: the line or the first one has been changed since");

    g_autofree char *twice =
        g_strjoin("\n", lines[0], lines[1], lines[2], lines[2], lines[4], "", NULL);
    write_file("m.jsonl", twice);
    expect_told("work m.jsonl -o d", "m.jsonl:4: the same work as in line 3");
    g_autofree char *swapped =
        g_strjoin("\n", lines[0], lines[2], lines[1], lines[3], lines[4], "", NULL);
    write_file("m.jsonl", swapped);
    expect_told("work m.jsonl -o d", "m.jsonl:2: /piece: piece 0 is wanted here");
    g_autofree char *more = g_strconcat(text, lines[2], "\n", NULL);
    write_file("m.jsonl", more);
    expect_told("work m.jsonl -o d",
                "m.jsonl:6: more than the 5 lines that the first one tells of");
    for (gsize n = 0; n < strlen(text); n += 37) {
        g_autofree char *part = g_strndup(text, n);
        write_file("m.jsonl", part);
        expect_told("work m.jsonl -o d", "m.jsonl:");
        expect_told("merge m.jsonl d", "m.jsonl:");
    }
}

/* A manifest line with a correct id, as a malicious writer would make it. */
static char *signed_line(const char *head_id, const char *line)
{
    g_autofree char *id = compare_manifest_id(head_id, line, strlen(line) - 1);
    return g_strdup_printf("%.*s,\"id\":\"%s\"}\n", (int)strlen(line) - 1, line, id);
}

#define HEAD                                                                                       \
    "{\"format\":\"bsp-manifest\",\"version\":1,\"program\":\"" COMPARE_PROGRAM                    \
    "\",\"pieces\":%s,\"methods\":%s,\"builder\":\"fast\",\"plain\":false,\"fill\":\"off\","       \
    "\"repeat\":null,\"vary\":%s}"

static void expect_head(const char *pieces, const char *methods, const char *vary,
                        const char *message)
{
    g_autofree char *line = g_strdup_printf(HEAD, pieces, methods, vary);
    g_autofree char *whole = signed_line(NULL, line);
    write_file("m.jsonl", whole);
    expect_told("work m.jsonl -o d", message);
}

static void expect_piece(const char *piece, const char *message)
{
    g_autofree char *head = g_strdup_printf(HEAD, "1", "[\"onion\"]", "[]");
    g_autofree char *head_id = compare_manifest_id(NULL, head, strlen(head) - 1);
    g_autofree char *first = signed_line(NULL, head), *second = signed_line(head_id, piece);
    g_autofree char *whole = g_strconcat(first, second, NULL);
    write_file("m.jsonl", whole);
    expect_told("work m.jsonl -o d", message);
}

Test(batch, hostile_manifests)
{
    static const char *const sum =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    expect_head("0", "[\"onion\"]", "[]", "m.jsonl:1: /pieces: ");
    expect_head("99999999999", "[\"onion\"]", "[]", "m.jsonl:1: /pieces: ");
    expect_head("1", "[]", "[]", "m.jsonl:1: /methods: ");
    expect_head("1", "[\"onion\",\"onion\"]", "[]", "m.jsonl:1: /methods/1: the method is named");
    expect_head("1", "[\"magic\"]", "[]", "m.jsonl:1: /methods/0: there is no such method");
    expect_head("1", "[\"onion\"]", "[{\"what\":\"luck\",\"values\":[\"1\"]}]",
                "m.jsonl:1: /vary/0: --vary: 'luck=1' is not WHAT=VALUE");
    expect_head("1", "[\"onion\"]", "[{\"what\":\"size\",\"values\":[\"1..1000000\"]}]",
                "m.jsonl:1: /vary/0: ");
    expect_head("1", "[\"onion\"]", "[{\"what\":\"size\",\"values\":[\"1,2\"]}]",
                "m.jsonl:1: /vary/0: values are not single ones");
    expect_head("1", "[\"onion\"]", "[]", "m.jsonl:2: the file ends before the 2 lines");
    g_autofree char *ahead = g_strdup_printf(
        "{\"piece\":1,\"scenario\":\"s.json\",\"scenario_sha256\":\"%s\",\"world\":null,"
        "\"world_sha256\":null,\"seed\":null,\"values\":[]}",
        sum);
    expect_piece(ahead, "m.jsonl:2: /piece: piece 0 is wanted here");
    expect_piece("{\"piece\":0,\"scenario\":\"s.json\",\"scenario_sha256\":\"12\"}",
                 "m.jsonl:2: /scenario_sha256: no SHA-256 of 64 hexadecimal digits");
    expect_piece("{\"piece\":0,\"scenario\":\"a\\nb\"}", "m.jsonl:2: /scenario: a text of more");
    expect_piece("{\"piece\":0,\"extra\":1}", "m.jsonl:2: unknown key \"extra\"");
    expect_piece("{\"piece\":0,}", "m.jsonl:2:");
    write_file("m.jsonl", "[[[[[[[[\n");
    expect_told("work m.jsonl -o d", "m.jsonl:1:");
    write_file("m.jsonl", "");
    expect_told("work m.jsonl -o d", "m.jsonl:1:");
    expect_told("work w.json -o d", "w.json:1:");
    expect_told("work . -o d", ".: ");
    expect_told("work m.jsonl/ -o d", "m.jsonl/: ");
}

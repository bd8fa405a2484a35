/* test-command-build: saved trees: the program builds them, prints information on them, and
 * loads them in place of a build. */
#include "bsp-saved.h"
#include "onion-tree.h"
#include "test-program.h"
#include "trace/saved.h"

TestSuite(command_build, .init = set_up, .fini = tear_down);

#define STAND " -s stand=-15,-15,-24,15,15,32"

static void build(const char *arguments)
{
    g_auto(Outcome) outcome = shell(arguments);
    expect_good(&outcome);
    cr_expect_str_eq(outcome.out, "");
}

static void expect_line(const char *text, const char *line)
{
    g_autofree char *whole = g_strdup_printf("\n%s\n", line);
    cr_expect(strstr(text, whole), "no line %s in\n%s", line, text);
}

Test(command_build, info_tells_of_onions)
{
    build("build w.json -m onion -o t.onion" STAND " -s crouch=-15,-15,-24:15,15,16");
    g_auto(Outcome) info = shell("info t.onion");
    expect_good(&info);
    expect_line(info.out, "world    room");
    expect_line(info.out, "spaces   2; the outside is filled in 0");
    expect_line(info.out, "         stand: -15 -15 -24 to 15 15 32");
    expect_line(info.out, "         crouch: -15 -15 -24 to 15 15 16");
    cr_expect(strstr(info.out, "\nsides    of 2 brushes, for all shapes: "));
    g_autofree char *files = listing();
    cr_expect_str_eq(files, "s.json t.onion w.json");
}

Test(command_build, info_tells_of_shift_trees)
{
    build("build w.json -m shift-exact -o t.shift --no-sides");
    g_auto(Outcome) info = shell("info t.shift");
    expect_good(&info);
    expect_line(info.out, "bevels   boxes, from 90 degrees");
    expect_line(info.out, "cells    2");
    cr_expect(strstr(info.out, "\nsides    none: "));
    build("build w.json -m shift --bevel-angle 95 -o t.shift");
    g_auto(Outcome) other = shell("info t.shift");
    expect_line(other.out, "bevels   edges, spikes, level tops, from 95 degrees");
}

/* A tree is saved with sides for all shapes, for boxes only, or without sides. */
Test(command_build, sides_are_as_asked)
{
    build("build w.json -m onion -o t" STAND " --box-sides");
    g_auto(Outcome) boxes = shell("info t");
    cr_expect(strstr(boxes.out, "\nsides    of 2 brushes, for boxes: "), "%s", boxes.out);
    build("build w.json -m onion -o t" STAND " --no-sides");
    g_auto(Outcome) none = shell("info t");
    cr_expect(strstr(none.out, "\nsides    none: "), "%s", none.out);
    expect_refused("build w.json -m onion -o t" STAND " --no-sides --box-sides",
                   "--no-sides and --box-sides: only one of them can be");
}

/* For an onion, info lists the contents with each space; for a shift tree, all masks. */
Test(command_build, info_tells_of_masks)
{
    build("build w.json -m onion -o t -s stand=-15,-15,-24:15,15,32:solid,water");
    g_auto(Outcome) onion = shell("info t");
    expect_line(onion.out, "         stand: -15 -15 -24 to 15 15 32, stopped by solid,water");
    build("build w.json -m shift-box -o t -s a=-1,-1,-1:1,1,1:solid,playerclip -s "
          "b=0,0,0:0,0,0:solid");
    g_auto(Outcome) several = shell("info t");
    expect_line(several.out, "masks    of contents that stop: solid; solid,playerclip");
    build("build w.json -m shift-box -o t" STAND " -s a=0,0,0:0,0,0:solid");
    g_auto(Outcome) all = shell("info t");
    expect_line(all.out, "masks    of contents that stop: all; solid");
    build("build w.json -m shift-box -o t" STAND);
    g_auto(Outcome) none = shell("info t");
    cr_expect_not(strstr(none.out, "masks"), "%s", none.out);
}

/* The contents that stop a space are part of the tree. */
Test(command_build, spaces_have_contents)
{
    static const struct {
        const char *text;
        guint32 mask;
    } cases[] = { { "", 0 },
                  { ":solid", 1 },
                  { ":solid,playerclip", 0x10001 },
                  { ":2010000,water", 0x2010020 },
                  { ":0", 0 } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *made = g_strdup_printf(
            "build w.json -m onion -o t.onion --space a=-1,-1,-1:1,1,1%s", cases[i].text);
        g_autofree char *path = g_build_filename(directory, "t.onion", NULL), *bytes = NULL;
        gsize length;
        const char *why = NULL;
        build(made);
        cr_assert(g_file_get_contents(path, &bytes, &length, NULL));
        OnionTree *tree = onion_tree_load(bytes, length, &why);
        cr_assert_not_null(tree, "%s", why);
        cr_expect_eq(onion_tree_space(tree, 0)->mask, cases[i].mask, "%s", cases[i].text);
        cr_expect_str_eq(onion_tree_space(tree, 0)->name, "a");
        onion_tree_free(tree);
    }
}

Test(command_build, contents_that_are_none)
{
    static const char *const cases[][2] = { { "wet", "wet" }, { "solid,wet", "wet" },
                                            { "solid,", "" }, { "123456789", "123456789" },
                                            { "0x", "0x" },   { "", "" } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *made =
            g_strdup_printf("build w.json -m onion -o t --space a=-1,-1,-1:1,1,1:%s", cases[i][0]);
        g_autofree char *message =
            g_strdup_printf("--space: 'a=-1,-1,-1:1,1,1:%s': '%s' is no kind of contents, such as "
                            "solid or playerclip, and not one to eight hexadecimal digits",
                            cases[i][0], cases[i][1]);
        expect_refused(made, message);
    }
}

/* Runs with saved trees give the same tables and hashes as runs that build. */
Test(command_build, runs_of_saved_trees_are_those_of_built_ones)
{
    static const char *const methods[] = { "onion", "shift", "shift-box", "shift-exact" };
    for (guint i = 0; i < G_N_ELEMENTS(methods); i++) {
        g_autofree char *made = g_strdup_printf("build w.json -o tree -m %s" STAND, methods[i]);
        g_autofree char *built = g_strdup_printf("run --no-timing s.json -m %s", methods[i]);
        g_autofree char *loaded = g_strdup_printf("%s --tree tree", built);
        g_autofree char *held = g_strdup_printf("regress s.json -m %s --tree tree", methods[i]);
        build(made);
        g_auto(Outcome) a = shell(built);
        g_auto(Outcome) b = shell(loaded);
        g_auto(Outcome) c = shell(held);
        expect_good(&a);
        expect_good(&b);
        expect_good(&c);
        cr_expect_str_eq(a.out, b.out);
    }
}

/* The program uses the tree from the file. A tree with other answers proves this. */
Test(command_build, saved_trees_are_what_is_asked)
{
    build("build w.json -o tree -m onion" STAND);
    g_auto(Outcome) built = shell("run --no-timing s.json -m onion --builder counting -f json");
    g_auto(Outcome) loaded =
        shell("run --no-timing s.json -m onion --builder counting -f json --tree tree");
    g_auto(Outcome) same = shell("run --no-timing s.json -m onion -f json");
    expect_good(&loaded);
    g_auto(Outcome) timed = shell("run --repeat 1 s.json -m onion --tree tree");
    expect_good(&timed);
    cr_expect_not_null(strstr(timed.out, "build ms is the loading time for trees from files: tree"),
                       "%s", timed.out);
    const char *hashes[3] = { strstr(built.out, "\"hash\""), strstr(loaded.out, "\"hash\""),
                              strstr(same.out, "\"hash\"") };
    cr_expect_eq(strncmp(hashes[1], hashes[2], 26), 0);
    cr_expect_neq(strncmp(hashes[0], hashes[1], 26), 0);
}

Test(command_build, other_trees_are_refused)
{
    build("build w.json -o t.onion -m onion" STAND);
    build("build w.json -o t.two -m onion -s a=0,0,0,0,0,0" STAND);
    build("build w.json -o t.other -m onion -s stand=-15,-15,-24,15,15,30");
    expect_refused("run s.json --tree t.two", "t.two: cannot stand in for a tree of s.json: "
                                              "its spaces are 2, and the scenario's 1");
    expect_refused("regress s.json --tree t.other",
                   "t.other: cannot stand in for a tree of s.json: space 0 of the scenario, stand, "
                   "is another box in it");
    expect_refused(
        "run s.json --tree t.onion --fill on",
        "t.onion: cannot stand in for a tree of s.json: its outside is not filled, which "
        "--fill on asks for");
    expect_refused("run s.json --tree s.json",
                   "s.json: cannot be loaded: it is no saved tree, such as bspcompare build makes");
    expect_refused("run s.json --tree none", "none: cannot read: No such file or directory");
    g_autofree char *moved = g_strdup(world_text);
    *strstr(moved, "room") = 'b';
    write_file("w.json", moved);
    g_auto(Outcome) outcome = shell("run s.json --tree t.onion");
    cr_expect_eq(outcome.status, 2);
    cr_expect(g_str_has_prefix(outcome.err, "bspcompare: t.onion: cannot stand in for a tree of "
                                            "s.json: it is of another world, room (sha256 "),
              "%s", outcome.err);
}

Test(command_build, build_refuses)
{
    const char *methods = "onion, shift, shift-box, shift-exact";
    g_autofree char *none = g_strdup_printf("no --method given: %s", methods);
    g_autofree char *other = g_strdup_printf("--method: 'multi' is none of %s", methods);
    expect_refused("build w.json", none);
    expect_refused("build w.json -m multi", other);
    expect_refused("build w.json -m shift", "no -o TREE given: where the tree goes");
    expect_refused("build w.json -m onion -o t", "no --space given: an onion is built for some");
    expect_refused("build w.json -m onion -o t -s a=1,2",
                   "--space: 'a=1,2' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with "
                   "mins up to maxs");
    expect_refused("build w.json -m onion -o t -s a=capsule:16:72",
                   "--space: 'a=capsule:16:72' is not NAME=minx,miny,minz:maxx,maxy,maxz"
                   "[:CONTENTS]: the spaces of trees are boxes; a shift tree "
                   "takes shapes of other kinds, too, when it is asked");
    expect_refused("build w.json -m onion -o t" STAND STAND, "--space: two have the name 'stand'");
    expect_refused("build w.json -m shift -o w.json",
                   "w.json: cannot be written: it is the input, which would be lost");
    expect_refused("build w.json -m shift -o none/t",
                   "none/t: cannot be written: No such file or directory");
    expect_refused("build w.json -m shift-exact --bevel-angle 30 -o t",
                   "--bevel-angle: of the method shift alone, not of shift-exact");
    expect_refused("build none.json -m shift -o t",
                   "none.json: cannot read: No such file or directory");
    static const char *const angles[] = { "0", "200", "-5", "nan", "0x10", "45d", "" };
    for (guint i = 0; i < G_N_ELEMENTS(angles); i++) {
        g_autofree char *made =
            g_strdup_printf("build w.json -m shift -o t --bevel-angle='%s'", angles[i]);
        g_autofree char *message = g_strdup_printf(
            "--bevel-angle: '%s' is no number of degrees above 0 and at most 180", angles[i]);
        expect_refused(made, message);
    }
    g_autofree char *files = listing();
    cr_expect_str_eq(files, "s.json w.json");
}

/* Damaged files are reported. A failed write leaves the old file whole. */
Test(command_build, damaged_files_are_told)
{
    build("build w.json -o t.onion -m onion" STAND);
    g_autofree char *path = g_build_filename(directory, "t.onion", NULL), *bytes = NULL;
    gsize length;
    cr_assert(g_file_get_contents(path, &bytes, &length, NULL));
    bytes[length / 2] ^= 1;
    cr_assert(g_file_set_contents(path, bytes, (gssize)length, NULL));
    expect_refused("info t.onion",
                   "t.onion: cannot be loaded: it is damaged: its checksum is another; copy it "
                   "again, or build it again");
    bytes[8] = 1;
    cr_assert(g_file_set_contents(path, bytes, (gssize)length, NULL));
    expect_refused("info t.onion",
                   "t.onion: cannot be loaded: it is of version 1 of the format, "
                   "not of " G_STRINGIFY(BSP_SAVED_VERSION) "; build the tree again");
    bytes[8] = BSP_SAVED_VERSION;
    cr_assert(g_file_set_contents(path, bytes, (gssize)length / 2, NULL));
    expect_refused("info t.onion", "t.onion: cannot be loaded: it ends too early; copy it "
                                   "again, or build it again");
    expect_refused("info t.onion --leak x.pts", "--leak: t.onion is a saved tree, and no world");
    g_autofree char *renamed = g_build_filename(directory, "t.map", NULL);
    cr_assert(g_file_set_contents(renamed, bytes, (gssize)length, NULL));
    expect_refused(
        "import t.map -o t.json",
        "t.map: this is a saved tree, not a world: name the world from which it was built");
    bytes[0] = 'x';
    cr_assert(g_file_set_contents(path, bytes, (gssize)length, NULL));
    expect_refused(
        "info t.onion",
        "t.onion: cannot be loaded: it is no saved tree, such as bspcompare build makes");
    expect_refused("info none.shift", "none.shift: cannot read: No such file or directory");
}

Test(command_build, trees_are_no_scenarios)
{
    static const char *const commands[] = { "run t", "regress s.json t", "draw --plan t" };
    build("build w.json -o t -m shift");
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        expect_refused(commands[i], "t: it is a saved tree, and no scenario: run and regress take "
                                    "it as --tree, beside one");
}

/* An unused tree is reported, and the methods build their own trees. */
Test(command_build, unused_trees_are_told)
{
    build("build w.json -o t.onion -m onion" STAND);
    build("build w.json -o t.shift -m shift");
    const char *run = "run --no-timing s.json -m onion --tree t.onion";
    g_autofree char *more = g_strdup_printf("%s --tree t.shift", run);
    g_auto(Outcome) used = shell(run);
    g_auto(Outcome) unused = shell(more);
    g_auto(Outcome) box = shell("regress s.json -m shift-box --tree t.shift");
    expect_good(&used);
    cr_expect_eq(unused.status, 0);
    cr_expect_str_eq(unused.out, used.out);
    cr_expect_str_eq(unused.err, "bspcompare: --tree: none of the methods has used t.shift\n");
    cr_expect_eq(box.status, 0);
    cr_expect_str_eq(box.err, unused.err);
}

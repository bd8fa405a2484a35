/* test-command: tests bspcompare with levels that are compiled in memory, and parts of the program
 * as functions. tests/transcripts test everything else. */
#include "bsp-error.h"
#include "bsp-levels.h"
#include "compile/job.h"
#include "scenes.h"
#include "test-program.h"

/* --- the limit of a build --- */

static gboolean refuse(double done, gpointer data)
{
    (void)done, (void)data;
    return FALSE;
}

/* If the caller cancels before a limit is passed, the reason remains the cancellation. */
Test(job_limits, the_first_reason_counts)
{
    g_autoptr(BspJob) job = bsp_job_new(1, refuse, NULL);
    bsp_job_limit(job, 1);
    g_usleep(60000); /* longer than the interval between two reports */
    cr_assert_not(bsp_job_goes_on(job));
    g_usleep(1000000); /* now the limit of one second is exceeded, too */
    cr_assert_not(bsp_job_goes_on(job));
    g_autoptr(GError) error = NULL;
    bsp_job_set_cancelled(job, &error);
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
}

/* --- audits --- */

TestSuite(audit_command, .init = set_up, .fini = remove_scratch);

static const BspPlane cube[6] = { { { { 1, 0, 0 } }, 64 }, { { { -1, 0, 0 } }, 0 },
                                  { { { 0, 1, 0 } }, 64 }, { { { 0, -1, 0 } }, 0 },
                                  { { { 0, 0, 1 } }, 64 }, { { { 0, 0, -1 } }, 0 } };

/* Writes a level of Quake with a floor and a pillar. */
static void write_level(const char *name, gboolean has_clips)
{
    const double boxes[][6] = { { -256, -256, -16, 256, 256, 0 }, { 64, 64, 0, 96, 96, 128 } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    const LevelOptions options = { .format = LEVEL_QUAKE, .clips = has_clips };
    g_autoptr(GByteArray) file = level_q1(solid, &options);
    g_free(scratch_file(name, file->data, file->len));
}

Test(audit_command, audits_are_of_whole_levels)
{
    write_level("q.bsp", FALSE);
    g_auto(Outcome) whole = shell("audit q.bsp");
    g_auto(Outcome) patches = shell("audit q.bsp#patches"); /* fails, because the level has no
                                                               patches */
    cr_expect(whole.status < 2 && strstr(whole.out, "hull 1"), "%s%s", whole.out, whole.err);
    cr_expect(patches.status == whole.status, "%s", patches.err);
    expect_refused("audit q.bsp#hull1",
                   "q.bsp#hull1: an audit covers all hulls of a level; leave out #hull1");
    expect_refused("audit q.bsp#hull0,patches",
                   "q.bsp#hull0,patches: an audit covers all hulls of a level; "
                   "leave out #hull0,patches");
}

Test(audit_command, audits_are_of_all_contents)
{
    g_autoptr(GByteArray) file = level_q2(cube, 6);
    g_free(scratch_file("sides.bsp", file->data, file->len));
    const char *of_all = "audit sides.bsp --space a=-16,-16,-24:16,16,32";
    g_auto(Outcome) outcome = shell(of_all);
    cr_expect_eq(outcome.status, 0, "%s%s", outcome.out, outcome.err);
    g_autofree char *of_some = g_strconcat(of_all, ":solid", NULL);
    expect_refused(of_some,
                   "--space: leave out the contents, because an audit covers all contents");
}

/* --- hulls --- */

TestSuite(hulls_command, .init = set_up, .fini = remove_scratch);

/* Expects the output and the remarks of the command. */
static void expect_said(const char *command, const char *out, const char *err)
{
    g_auto(Outcome) outcome = shell(command);
    cr_expect_eq(outcome.status, 0);
    cr_expect_str_eq(outcome.out, out, "%s", outcome.out);
    cr_expect_str_eq(outcome.err, err, "%s", outcome.err);
}

/* The floor is a clip brush. The hull of a larger box keeps the floor, and that of a smaller box
 * loses it. */
Test(hulls_command, clip_brushes_are_kept_or_named)
{
    write_level("q.bsp", TRUE);
    expect_said("hulls q.bsp --hull 1=-20,-20,-30:20,20,40 --as-given -o new.bsp",
                "hull 1   for a box of -20 -20 -30 to 20 20 40\n"
                "         11 clip nodes, before 11\n"
                "         1 cells that only the old hull has, such as clip brushes, are kept\n"
                "models   1\n"
                "solids   cells of hull 0\n"
                "nodes    22 of at most 32767\n"
                "planes   39 of at most 32767, 11 of them new\n",
                "bsplevel: q.bsp: hull 1: the game will not use this hull, because it takes hull 2 "
                "for a box of this size; only for a player in GoldSrc the size does not matter: "
                "the player has hull 1, or hull 3 when crouched\n");
    expect_said("hulls q.bsp --hull 1=-12,-12,-20:12,12,20 -o new.bsp",
                "hull 1   for a box of -12 -12 -20 to 12 12 20\n"
                "         stored for -16 -16 -24 to 8 8 16, because games place a box by its mins, "
                "here -16 -16 -24\n"
                "         6 clip nodes, before 11\n"
                "models   1\n"
                "solids   cells of hull 0\n"
                "nodes    17 of at most 32767\n"
                "planes   31 of at most 32767, 3 of them new\n",
                "bsplevel: q.bsp: hull 1: cells left out: 1, because they are not in hull 0, such "
                "as clip brushes, and the new box does not contain the old box; the largest of "
                "them ends at -272 -272 -48 of model 0, 452.8 units from hull 0\n");
}

/* --- info --- */

TestSuite(info_command, .init = set_up, .fini = remove_scratch);

/* A level may have thousands of models, and info lists all. A model can be read by its number. */
Test(info_command, all_models_are_listed)
{
    LevelBrush brushes[1031];
    for (guint i = 0; i < G_N_ELEMENTS(brushes); i++)
        brushes[i] = (LevelBrush){ 0, 6, 1, i };
    g_autoptr(GByteArray) file =
        level_q2_models(cube, 6, brushes, G_N_ELEMENTS(brushes),
                        "{ \"classname\" \"func_door\" \"model\" \"*1024\" \"origin\" \"1 2 3\" }");
    g_free(scratch_file("doors.bsp", file->data, file->len));
    g_auto(Outcome) all = shell("info doors.bsp");
    cr_expect(strstr(all.out, "models   1030, besides the world\n         #1 - at 0 0 0\n"), "%s",
              all.out);
    cr_expect(strstr(all.out, "#1024 func_door at 1 2 3\n         #1025 - at 0 0 0\n"), "%s",
              all.out);
    g_auto(Outcome) one = shell("info doors.bsp#1024");
    cr_expect(strstr(one.out, "\nmodel    #1024 func_door at 1 2 3\nskipped"), "%s", one.out);
    g_auto(Outcome) added = shell("info doors.bsp#+func_door");
    cr_expect(strstr(added.out, "bounds   0 0 0 to 65 66 67\n"), "%s%s", added.out, added.err);
    expect_refused("info doors.bsp#+func_plat",
                   "doors.bsp: no entity with brushes has the class func_plat; the classes are "
                   "func_door 1");
}

/* --- regress --- */

TestSuite(regress_command, .init = set_up, .fini = remove_scratch);

/* Where many faces are almost in one plane, one of a thousand answers depends on the rules by which
 * a hit is named (body/corner.h). */
Test(regress_command, planes_in_generated_worlds_are_right)
{
    static const char *const worlds[] = { "near-coplanar --seed 1", "near-coplanar --seed 2",
                                          "bricks --seed 1", "slivers --seed 1", "city --seed 2" };
    for (guint i = 0; i < G_N_ELEMENTS(worlds); i++) {
        g_autofree char *command = g_strdup_printf(
            "generate world %s --brushes 60 >world.json &&"
            " \"$BSPCOMPARE\" generate scenario world.json --seed 1 >scenario.json &&"
            " \"$BSPCOMPARE\" regress -m brushes,onion-named --aim=10000,1 "
            "scenario.json",
            worlds[i]);
        g_auto(Outcome) outcome = shell(command);
        cr_expect_eq(outcome.status, 0, "%s: %s%s", worlds[i], outcome.out, outcome.err);
    }
}

/* In each of these worlds, a move hits where planes of several brushes are 1e-8 to 1e-5 unit apart.
 * Each scenario had a wrong plane, or a right one that was judged wrong. */
Test(regress_command, planes_at_small_steps_are_right)
{
    static const char *const names[] = {
        "flush-wall-of-two-boxes", "prism-under-a-ceiling", "ledge-at-the-top-of-a-ramp",
        "gap-that-floats-leave",   "facet-beside-an-edge",  "seam-behind-a-wall",
        "beam-beside-a-slope",
    };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *command =
            g_strdup_printf("regress -m onion,shift-box,brushes,shift-named,onion-named "
                            "\"$BSP_DATA_DIR/regress/%s.json\"",
                            names[i]);
        g_auto(Outcome) outcome = shell(command);
        cr_expect_eq(outcome.status, 0, "%s: %s%s", names[i], outcome.out, outcome.err);
    }
}

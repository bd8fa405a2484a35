/* crowd: lets 500 characters walk through a hall, half of them from each end to the other end. The
 * library keeps them apart. The program steers: everybody keeps to the right. It links only
 * libbsptrace.
 *
 *     bsplevel build hall.json -o hall.level
 *     cc crowd.c $(pkg-config --cflags --libs bsptrace) -o crowd
 *     ./crowd hall.level          prints every four seconds how many have passed the middle
 *     ./crowd hall.level ahead    does not steer, so both halves meet in the middle and get stuck
 * */
#include <bsp-crowd.h>
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAME (1.0 / 64) /* seconds */
#define GRAVITY 800.0    /* units per second squared */
#define N 500            /* number of characters, enough for a jam if nobody steers */
#define COLUMN 20        /* number of characters that start in a row along y */

/* The steering of one character, which the game keeps. */
typedef struct {
    double goal;  /* 1 if it walks to the end where x is large, -1 if to the other end */
    double speed; /* units per second */
    double turn;  /* 0 if it walks straight on, up to 1 if it walks to its right */
    double at;    /* x before the step */
} Mind;

static BspCrowdBody bodies[N];
static BspBody after[N];
static Mind minds[N];

static void place_all(const BspShape *shape)
{
    for (int i = 0; i < N; i++) {
        double side = i % 2 ? -1 : 1;
        int k = i / 2;
        minds[i] = (Mind){ side, 100 + k * 37 % 60, 0, 0 };
        bodies[i] = (BspCrowdBody){ .shape = shape, .push = 0.5 };
        bodies[i].body.at = bsp_vec(-side * (960 - 36.0 * (k / COLUMN)),
                                    44.0 * (k % COLUMN) - 22.0 * (COLUMN - 1), 24.5);
    }
}

/* Lets a character keep to the right half of the hall. If in the latest step it got less than half
 * as far as it wanted, for example at a pillar, it turns more and more to the right. Otherwise it
 * turns back. */
static void steer(Mind *mind, const BspBody *body)
{
    double way = mind->goal * (body->at.x - mind->at);
    bool is_held_up = way < mind->speed * FRAME * (1 - mind->turn) / 2;
    mind->turn += is_held_up ? 0.06 : -0.03;
    mind->turn = mind->turn < 0 ? 0 : mind->turn > 1 ? 1 : mind->turn;
    if (mind->goal * body->at.y > -20)
        mind->turn = 1;
}

/* Sets the velocity of a character before bsp_crowd_walk(): along the ground, or, in the air, with
 * gravity. */
static void set_velocity(const Mind *mind, BspBody *body)
{
    double speed = mind->goal * mind->speed;
    BspVec wanted = bsp_vec(speed * (1 - mind->turn), -speed * mind->turn, 0);
    body->velocity = bsp_along_ground(body, wanted);
    if (!body->on_ground)
        body->velocity.z -= GRAVITY * FRAME;
}

static void step(BspCrowd *crowd, bool steers)
{
    for (int i = 0; i < N; i++) {
        if (steers)
            steer(&minds[i], &bodies[i].body);
        minds[i].at = bodies[i].body.at.x;
        set_velocity(&minds[i], &bodies[i].body);
    }
    bsp_crowd_sort(crowd);
    /* With threads, a game calls this for a part of the bodies in each thread. */
    bsp_crowd_walk(crowd, 0, N);
    for (int i = 0; i < N; i++)
        bodies[i].body = after[i];
}

static void report(int second)
{
    int n_passed = 0;
    double way = 0;
    for (int i = 0; i < N; i++) {
        n_passed += minds[i].goal * bodies[i].body.at.x > 250;
        way += fabs(bodies[i].body.at.x - minds[i].at);
    }
    printf("%2d s: %3d have passed the middle, the mean distance of a step is %.3f\n", second,
           n_passed, way / N);
}

int main(int n, char **arguments)
{
    const char *why;
    BspLevel *level = n < 2 ? NULL : bsp_level_load(arguments[1], &why);
    if (!level) {
        fprintf(stderr, "crowd: %s\n", n < 2 ? "usage: crowd LEVEL [ahead]" : why);
        return 1;
    }
    BspShape box = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    BspCrowd crowd = { .table = level, .skin = 0.125, .stepping = { 18, 0.7 }, .yield = 64 };
    crowd.seconds = FRAME;
    crowd.n = N;
    crowd.bodies = bodies;
    crowd.after = after;
    crowd.memory = malloc(bsp_crowd_bytes(N));
    place_all(&box);
    for (int frame = 0; frame < 24 * 64 && crowd.memory; frame++) {
        step(&crowd, n < 3);
        if (frame % 256 == 255)
            report((frame + 1) / 64);
    }
    free(crowd.memory);
    bsp_level_free(level);
    return 0;
}

/* game: a whole program, in which a player walks through a level with a lift and a gate. It has
 * gravity, steps, jumps, crouching, and doors that move. It links only libbsptrace.
 *
 *     for part in level lift gate; do bsplevel build $part.json -o $part.level; done
 *     cc game.c $(pkg-config --cflags --libs bsptrace) -o game
 *     ./game level.level lift.level gate.level */
#include <bsp.h>
#include <stdio.h>

#define FRAME (1.0 / 64) /* seconds */
#define SPEED 160.0      /* units per second */
#define JUMP 270.0       /* units per second upward, as in Quake III */
#define GRAVITY 800.0    /* units per second squared, as in Quake */
#define SKIN 0.125       /* units; the distance that the player keeps from brushes */

static const BspStepping stepping = { 18, 0.7 }; /* the height of a step, in units, and the minimum
                                                    normal.z of ground */

enum { LIFT, GATE, N_DOORS };

typedef struct {
    BspLevel *level, *door_levels[N_DOORS];
    BspDoor doors[N_DOORS];
    BspShape standing, crouching;
    BspMover mover; /* the mover for the player, with the level and the doors */
    BspBody player;
    int frame;
} Game;

static void say(const Game *game, const char *what)
{
    BspVec at = game->player.at;
    printf("%4d  %-26s %8.3f %8.3f\n", game->frame, what, at.x, at.z);
}

/* --- doors --- */

/* Moves a door towards a height by at most `step` units, unless the player is in its way. */
static void move_door(Game *game, unsigned door, double height, double step)
{
    BspVec *at = &game->doors[door].frame.origin, travel = bsp_vec(0, 0, height - at->z);
    if (travel.z > step)
        travel.z = step;
    if (travel.z < -step)
        travel.z = -step;
    if (bsp_push(&game->mover, door, travel, &game->player))
        *at = bsp_vec_add(*at, travel);
}

/* The lift rises while the player stands on it. The gate opens while the player is near. */
static void move_doors(Game *game)
{
    bool rides = game->player.stands_on == &game->doors[LIFT];
    bool is_near = fabs(game->player.at.x - game->doors[GATE].frame.origin.x) < 48;
    move_door(game, LIFT, rides ? 96 : 8, 2);
    move_door(game, GATE, is_near ? 176 : 96, 3);
}

/* --- the player --- */

/* Chooses the player's box. The player crouches if `crouch`, and stands up where the standing box
 * fits. Both boxes have the same bottom. */
static void choose_height(Game *game, bool crouch)
{
    const BspShape *wanted = crouch ? &game->crouching : &game->standing;
    if (game->mover.shape == wanted)
        return;
    BspMover other = game->mover;
    BspTrace there;
    other.shape = wanted;
    bsp_mover_trace(&other, game->player.at, game->player.at, &there);
    if (there.tr.type != BSP_EMPTY)
        return;
    game->mover.shape = wanted;
    say(game, crouch ? "crouches" : "stands up");
}

/* Prints the solids that the player has touched. Returns whether one of them was a wall of the
 * level. */
static bool meets_wall(const Game *game, const BspSlide *slide)
{
    bool meets = false;
    for (unsigned i = 0; i < slide->n_contacts; i++) {
        const BspTrace *answer = &slide->contacts[i].answer;
        if (answer->tr.plane.normal.z >= stepping.walkable)
            continue;
        if (answer->owner == &game->doors[GATE])
            say(game, "touches the gate");
        meets = meets || answer->owner == game->level;
    }
    return meets;
}

static void play_frame(Game *game)
{
    BspBody *player = &game->player, before = *player;
    BspSlide slide;
    bool crouches = player->at.x > 480 && player->at.x < 680;
    move_doors(game);
    choose_height(game, crouches);
    player->velocity = bsp_along_ground(player, bsp_vec(crouches ? SPEED / 2 : SPEED, 0, 0));
    if (!player->on_ground)
        player->velocity.z -= GRAVITY * FRAME;
    bsp_walk(&game->mover, &stepping, FRAME, player, &slide);
    if (slide.climbed > 0)
        say(game, "climbs a step");
    if (player->on_ground && !before.on_ground)
        say(game, "lands");
    if (before.on_ground && !player->on_ground)
        say(game, "falls");
    if (player->on_ground && player->stands_on != before.stands_on)
        say(game, player->stands_on == game->level ? "stands on the level" : "stands on the lift");
    if (meets_wall(game, &slide) && player->on_ground && player->at.x < 1000) {
        player->velocity.z = JUMP;
        player->on_ground = false;
        say(game, "jumps");
    }
}

/* --- the level --- */

static bool load(Game *game, char **files)
{
    static const BspVec places[N_DOORS] = { { { 748, 0, 8 } }, { { 860, 0, 96 } } };
    BspLevel **levels[] = { &game->level, &game->door_levels[LIFT], &game->door_levels[GATE] };
    for (int i = 0; i < 1 + N_DOORS; i++) {
        const char *why;
        *levels[i] = bsp_level_load(files[i], &why);
        if (!*levels[i]) {
            fprintf(stderr, "game: %s: %s\n", files[i], why);
            return false;
        }
    }
    for (int i = 0; i < N_DOORS; i++)
        game->doors[i] = (BspDoor){ game->door_levels[i], bsp_frame_at(places[i]) };
    return true;
}

int main(int n, char **arguments)
{
    Game game = { .player.at = bsp_vec(0, 0, 48) };
    if (n != 2 + N_DOORS) {
        fprintf(stderr, "usage: game LEVEL LIFT GATE\n");
        return 2;
    }
    bool is_loaded = load(&game, arguments + 1);
    game.standing = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    game.crouching = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 16));
    game.mover = (BspMover){ game.level, &game.standing, 0, SKIN, game.doors, N_DOORS };
    for (; is_loaded && game.frame < 1000; game.frame++)
        play_frame(&game);
    if (is_loaded)
        say(&game, "is at the end");
    bsp_level_free(game.level);
    for (int i = 0; i < N_DOORS; i++)
        bsp_level_free(game.door_levels[i]);
    return !is_loaded;
}

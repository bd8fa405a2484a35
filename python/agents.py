"""Runs thousands of agents on one level, with reset() and step(actions) as in Gymnasium's vector environments. One
call in C makes the moves of all agents. Prints the number of steps, over all agents, in a second of processor time.

usage: agents.py [LEVEL [AGENTS [STEPS [THREADS]]]]   BSPLEVEL names the program that builds the level"""
import os
import sys
import tempfile
import time

import numpy as np
import onion_bsp

PILLARS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "worlds", "pillars.json")
BOX = ((-15, -15, -24), (15, 15, 32))
ANGLES = np.arange(8) * (np.pi / 4)
RAYS = np.stack((np.cos(ANGLES), np.sin(ANGLES), np.zeros(8)), axis=1)


class Agents:
    """N boxes that walk, fall and climb steps, and that see how far each of eight directions is free.

    Actions are N x 2 arrays of the wanted speed along x and y, each from -1 to 1. Observations are N x 11 arrays of
    the three coordinates of the latest velocity, and for each direction the fraction of `sight` that is free. The
    reward is the fraction of the wanted way that an agent could go. An episode is truncated after `length` steps, and
    terminated if the agent falls below the level."""

    def __init__(self, tree, bounds, n=4096, threads=1, length=500, seed=0):
        self.tree, self.bounds, self.n, self.threads, self.length = tree, np.array(bounds, float), n, threads, length
        self.random = np.random.default_rng(seed)
        self.speed, self.gravity, self.dt, self.sight = 320.0, 800.0, 1 / 30, 256.0
        self.position, self.velocity = np.zeros((n, 3)), np.zeros((n, 3))
        self.age = np.zeros(n, int)

    def _query(self, function, *arguments, **options):
        return function(*arguments, space="walker", threads=self.threads, **options)

    def _places(self, n):
        """Returns free positions on walkable ground."""
        places = np.empty((0, 3))
        while len(places) < n:
            points = self.random.uniform(*self.bounds, (2 * n + 64, 3))
            ground = self._query(self.tree.ground, points, 4096)
            places = np.concatenate((places, ground.point[ground.kind == onion_bsp.GroundKind.WALKABLE]))
        return places[:n]

    def _observe(self):
        start = np.repeat(self.position, 8, axis=0)
        rays = self._query(self.tree.trace, start, start + np.tile(RAYS * self.sight, (self.n, 1)), names=False)
        return np.concatenate((self.velocity / self.speed, rays.t.reshape(self.n, 8)), axis=1)

    def _restart(self, which):
        self.position[which] = self._places(int(which.sum()))
        self.velocity[which] = 0
        self.age[which] = 0

    def reset(self, seed=None):
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self._restart(np.ones(self.n, bool))
        return self._observe(), {}

    def step(self, actions):
        self.velocity[:, :2] = np.clip(actions, -1, 1) * self.speed
        wanted = self.velocity * self.dt
        slide = self._query(self.tree.slide, self.position, wanted, step=18)
        ground = self._query(self.tree.ground, slide.point, 2)
        stands = ground.kind == onion_bsp.GroundKind.WALKABLE
        moved = ground.point - self.position
        self.position = np.where(stands[:, None], ground.point, slide.point)
        self.velocity = slide.delta / self.dt
        self.velocity[:, 2] = np.where(stands, 0, self.velocity[:, 2] - self.gravity * self.dt)
        self.age += 1
        length = np.hypot(wanted[:, 0], wanted[:, 1])
        reward = np.hypot(moved[:, 0], moved[:, 1]) / np.maximum(length, 1e-9)
        terminated = (self.position[:, 2] < self.bounds[0, 2] - 512) | slide.stuck
        truncated = self.age >= self.length
        if (terminated | truncated).any():
            self._restart(terminated | truncated)
        return self._observe(), reward, terminated, truncated, {}


def steer(observations, random):
    """Returns the actions of a policy: to walk in the direction that is most free, with some noise."""
    free = observations[:, 3:] + random.uniform(0, 0.5, (len(observations), 8))
    return RAYS[free.argmax(axis=1), :2]


def main(level=PILLARS, n="4096", steps="100", threads="1"):
    n, steps, threads = int(n), int(steps), int(threads)
    with tempfile.TemporaryDirectory() as folder:
        tree = onion_bsp.build(level, {"walker": BOX}, os.path.join(folder, "level.onion"), options=["--fill=auto"])
    agents = Agents(tree, tree.table.bounds, n, threads)
    observations, _ = agents.reset(seed=1)
    random, rewards, restarts = np.random.default_rng(2), [], 0
    start = time.perf_counter()
    for _ in range(steps):
        observations, reward, terminated, truncated, _ = agents.step(steer(observations, random))
        rewards.append(reward.mean())
        restarts += int((terminated | truncated).sum())
    seconds = time.perf_counter() - start
    print(f"{n} agents, {steps} steps, {threads} threads: {n * steps / seconds:,.0f} steps a second, each of one "
          f"move and eight rays; mean reward {np.mean(rewards):.3f}, {restarts} restarts")
    return 0 if tree.free(agents.position, space="walker").all() else 1


if __name__ == "__main__":
    if len(sys.argv) > 5 or "--help" in sys.argv:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

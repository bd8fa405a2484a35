A start in solid is no hit.

  $ bspcompare run --no-timing -m multi $DATA/scenarios/degenerate-start-in-solid.json -f markdown | grep -oE '[0-9]+ hits, .* in solid'
  6 hits, 60 starts in solid

A log with rounded positions. The first two moves start above the floor, the other ten in it.

  $ python3 -c '
  > import json
  > json.dump({"format": "bsp-scenario", "version": 1, "name": "log", "world":
  >   {"format": "bsp-world", "version": 1, "name": "floor",
  >    "brushes": [{"box": [[64, -64, -8], [128, 64, 99]]}, {"box": [[-64, -64, -8], [64, 64, 0]]}]},
  >   "spaces": [{"name": "stand", "mins": [-15, -15, -24], "maxs": [15, 15, 32]}],
  >   "trajectories": [{"name": "log", "space": "stand", "moves":
  >     [[[i, 0, 24.5 if i < 2 else 23.95], [i + 1, 0, 24]] for i in range(12)]}]}, open("log.json", "w"))'
  $ bspcompare run --no-timing -m multi log.json -f markdown | grep 'begin in solid'
  [1]

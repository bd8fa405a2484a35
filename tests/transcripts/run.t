The command "run": its tables, its formats, and the parts that options add.

  $ bspcompare run --no-timing -m onion,multi,shift,brushes small.json
  small: world room (2 brushes), 1 space, 1 shape; 21 moves: 20 walks, 1 shot, 8 hits
  (empty)
  method    memory  early  skipped
  onion      316 B      0        1
  multi      364 B      0        1
  shift *    676 B      0        0
  brushes  1.7 KiB      0        0
  (empty)
  A few boxes, known in advance: onion, 316 B. Runner-up: multi: 364 B.
  Boxes of hundreds of sizes: brushes, 1.7 KiB for 300 boxes.
  Any shape: brushes, 1.7 KiB.
  Any shape, if some answers may be early: shift, 676 B.
  No times were measured, so memory decides.
  * may stop early, never late: shift for stand, ball
  skipped, shape not supported: onion, multi for ball
  undecided: 8 of 21 moves touch or follow a surface;
    answers that are not wrong, but outside a narrower bracket of 1e-05 unit: none
  hashes: moves and answers d21fbeaec11693a2, trees and counters a45035d95bcf58dd
  (empty)
  memory: bytes that queries use; in shift, each box adds 16 for each normal of a plane
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  skipped: moves that the method does not support
  onion: the onion of all the scenario's spaces
  multi: one map tree per space, what the onion replaces
  shift: plane shifting, bevels limited by bevel_angle
  brushes: the brush table: a hierarchy of brushes, expanded at query time
  (empty)
  bspcompare VERSION
  sha256 of world room: 4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5
  $ bspcompare run --no-timing small.json -o all.txt && sed -n '/^method/,/^$/s/ .*//p' all.txt
  method
  onion
  multi
  shift
  shift-box
  shift-exact
  brushes

"-o -" is standard output.

  $ bspcompare run --no-timing small.json -o - | cmp - all.txt

Another world takes the place of the scenario's.

  $ bspcompare generate world rooms --brushes 8 -o rooms.json
  $ bspcompare run --no-timing -m onion --world rooms.json small.json | sed q
  small: world rooms of 8 brushes from seed 1 (8 brushes), 1 space, 1 shape;

The world inside of the scenario gives the same results. An error there is reported with its place
in the scenario.

  $ python3 -c '
  > import json
  > scenario = json.load(open("small.json"))
  > scenario["world"] = json.load(open("room.json"))
  > json.dump(scenario, open("inside.json", "w"))
  > scenario["world"]["brushes"][1]["box"][1].pop()
  > json.dump(scenario, open("wrong.json", "w"))'
  $ bspcompare run --no-timing inside.json | sed /sha256/d >out.txt && sed /sha256/d all.txt | cmp - out.txt
  $ bspcompare run --no-timing -w room.json inside.json | cmp - all.txt
  $ bspcompare regress wrong.json
  ! bspcompare: wrong.json: /world/brushes/1/box/1: the array has 2 items, but must have 3
  [2]

Without times, each run prints the same, in each format and on one processor or all.

  $ for format in table markdown csv json html; do
  >   bspcompare run --no-timing -f $format small.json >first.txt
  >   bspcompare run --no-timing -f $format small.json | cmp - first.txt
  > done
  $ bspcompare run --no-timing -f json -m onion,multi,shift $DATA/scenarios/two-rooms.json >first.txt
  $ taskset -c 0 bspcompare run --no-timing -f json -m onion,multi,shift $DATA/scenarios/two-rooms.json | cmp - first.txt

JSON: the results, with the origin of the data. The members that vary are null without times.

  $ bspcompare run -f json small.json >result.json
  $ json / methods/0/ 'methods/*/method' <result.json
  /: format version scenario environment constants columns noise reference methods errors contestants undecided notes hash counters_hash verdict
  methods/0/: method nodes leaves depth bytes box_bytes filled fillable build_ms peak_build_bytes moves walk_moves walk_moves_timed walk_ns_median walk_ratio walk_ratio_ci95 walk_ns_median_shuffled walk_ns_p99 walk_ns_ci95 walk_nodes_mean walk_nodes_max walk_ns_cold walk_timed walk_distinct walk_fresh walk_ns_ci95_shuffled walk_ns_ci95_cold walk_ratio_shuffled walk_ratio_ci95_shuffled walk_ratio_cold walk_ratio_ci95_cold walk_quantiles shot_moves shot_moves_timed shot_ns_median shot_ratio shot_ratio_ci95 shot_ns_median_shuffled shot_ns_p99 shot_ns_ci95 shot_nodes_mean shot_nodes_max shot_ns_cold shot_timed shot_distinct shot_fresh shot_ns_ci95_shuffled shot_ns_ci95_cold shot_ratio_shuffled shot_ratio_ci95_shuffled shot_ratio_cold shot_ratio_ci95_cold shot_quantiles outside early late planes_wrong wrong max_early_units skipped rest_of conservative contestant stationary idle any_size hash counters_hash
  methods/*/method: onion multi shift shift (rest) shift-box shift-box (rest) shift-exact shift-exact (rest) brushes brushes (rest) merge
  $ json 'methods/*/moves' 'methods/*/skipped' reference <result.json
  methods/*/moves: 20 20 21 null 21 null 21 null 21 null 0
  methods/*/skipped: 1 1 0 null 0 null 0 null 0 null 21
  reference: onion
  $ bspcompare run -f json -m onion --repeat 5 small.json >result.json
  $ json scenario/repeat environment/command environment/date noise/ <result.json
  scenario/repeat: 5
  environment/command: bspcompare run -f json -m onion --repeat 5 small.json
  environment/date: 20..-..-..T..:..:..Z (re)
  noise/: noisy* (glob)
  $ test "$(json scenario/world_sha256 <result.json)" = "scenario/world_sha256: $(sha256sum <room.json | cut -c1-64)"
  $ bspcompare run -f json -m onion --no-timing small.json >result.json
  $ json hash environment/{command,date,cpu,cores,caches,load,os,program} <result.json
  hash: 3db262bed368df63
  environment/command: null
  environment/date: null
  environment/cpu: null
  environment/cores: null
  environment/caches: null
  environment/load: null
  environment/os: null
  environment/program: bspcompare 0.1.0

Several scenarios are a list in JSON, and further rows in CSV, below comments on the origin.

  $ bspcompare run -f json --no-timing -m onion small.json small.json | json '*/scenario/name'
  */scenario/name: small small
  $ bspcompare run --no-timing -f csv -m multi,onion small.json small.json | cut -d , -f 1-7
  # bspcompare VERSION
  # sha256 of world room: 4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5
  scenario,method,nodes,leaves,depth,bytes,box_bytes
  small,multi,9,9,6,364,
  small,onion,9,9,6,316,
  small,multi,9,9,6,364,
  small,onion,9,9,6,316,

The answers of all moves as CSV. A move that hits nothing has t = 1.

  $ bspcompare run --no-timing -m onion,brushes small.json --moves-out moves.csv -o table.txt
  $ sed -n '1,5p; $p' moves.csv
  trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes,from_x,from_y,from_z,to_x,to_y,to_z,length,at_x,at_y,at_z,brush,plane
  walk,0,stand,onion,E,1,0,0,0,1,1,2,-32,0,25,-11.906111933707123,-18.658411768830355,24.652252987070636,27.423012149305112,-11.906111933707123,-18.658411768830355,24.652252987070636,,
  walk,0,stand,brushes,E,1,0,0,0,1,1,1,-32,0,25,-11.906111933707123,-18.658411768830355,24.652252987070636,27.423012149305112,-11.906111933707123,-18.658411768830355,24.652252987070636,,
  walk,1,stand,onion,E2S,0.16197621033669046,0,0,1,0.16172787692381591,0.16222454374956505,7,-11.906111933707123,-18.658411768830355,24.652252987070636,-10.502344617247012,-3.7724827473828846,20.625408639281318,15.48473186437713,-11.678735023592409,-16.247245398595336,24,0,
  walk,1,stand,brushes,E2S,0.16197621033669046,0,0,1,0.16172787692381591,0.16222454374956505,1,-11.906111933707123,-18.658411768830355,24.652252987070636,-10.502344617247012,-3.7724827473828846,20.625408639281318,15.48473186437713,-11.678735023592409,-16.247245398595336,24,0,
  roll,0,ball,brushes,E2S,0.6875,-1,0,0,0.68748437499999993,0.68751562499999996,1,-32,0,25,32,0,25,64,12,0,25,1,
  $ wc -l <moves.csv
  42
  $ awk -F, 'NR > 1 && (NF != 24 || $5 !~ /^(E|S|E2S|S2E)$/ || $6 < 0 || $6 > 1 || ($5 == "E") != ($6 == 1))' moves.csv

The builders of the onion. "fast" is the default.

  $ bspcompare run --no-timing -m onion small.json -o default.txt
  $ bspcompare run --no-timing -m onion --builder fast small.json | cmp - default.txt
  $ bspcompare run --no-timing -m onion --builder listing2 small.json | grep ^onion
  onion    340 B      0        1
  onion: the onion of all the scenario's spaces

Errors by shape. The onion cannot move the ball.

  $ bspcompare run --no-timing -m onion,multi small.json | grep hundreds
  Boxes of hundreds of sizes: shift-box, which was not measured.
  $ bspcompare run --no-timing --wide -m onion,shift small.json -f markdown | sed -n '/^### Errors/,$p'
  ### Errors by shape
  (empty)
  | method | shape | moves | hits | early | late |
  |---|---|---:|---:|---:|---:|
  | onion | stand | 20 | 7 | 0 | 0 |
  | shift | stand | 20 | 7 | 0 | 0 |
  | shift | ball | 1 | 1 | 0 | 0 |
  (empty)
  - memory: bytes that queries use; in shift, each box adds 16 for each normal of a plane
  - walk nodes: nodes visited per move, mean
  - walk most: nodes visited per move, maximum
  - outside: answers that are early or late
  - early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  - late: answers after the bracket, which go through solid
  - planes: hits and exits with a wrong plane
  - wrong: answers that are late or have a wrong plane that is guaranteed; for exact methods also early ones
  - worst: the largest distance by which an answer is early, in units
  - skipped: moves that the method does not support
  - hash: hash of all answers: class, t, point, plane, brush
  - counters hash: hash of the trees, their bytes and all counters
  - onion: the onion of all the scenario's spaces
  - shift: plane shifting, bevels limited by bevel\_angle
  - hits: moves that begin clear of solid and truly hit it
  (empty)
  - bspcompare VERSION
  - sha256 of world room: 4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5

  $ sed '/"random"/d; s/,"response":"slide",$/,"moves":[[[-32,0,25],[0,0,25]]]},/' small.json >straight.json


A method that answers no move has no row in a table unless it is the only one. It has one in CSV.

  $ bspcompare run --no-timing -m multi,merge small.json | grep merge
  skipped, moving objects: merge
  $ bspcompare run --no-timing -m multi,merge -f csv small.json | grep -c ^small,merge,
  1
  $ bspcompare run --no-timing -m merge small.json | grep -c '^merge '
  1
  $ bspcompare run --no-timing $DATA/scenarios/stationary.json | grep -c '^merge '
  1

With --fill the table says where the outside was filled.

  $ bspcompare run --no-timing --fill auto -m multi,shift,brushes $DATA/scenarios/two-rooms.json | grep 'outside'
  outside filled for trees or spaces (bsplevel info --leak finds a leak): multi 3 of 3, shift 1 of 1
    answers that are not wrong, but outside a narrower bracket of 1e-05 unit: multi 9, shift 9
  $ bspcompare run --no-timing --fill auto -m multi,shift small.json | grep 'outside'
  outside filled for trees or spaces (bsplevel info --leak finds a leak): multi 0 of 1, shift 0 of 1
    answers that are not wrong, but outside a narrower bracket of 1e-05 unit: none
  $ bspcompare run --no-timing --fill auto -m multi,shift small.json | sed -n '/outside filled/,/names/p'
  outside filled for trees or spaces (bsplevel info --leak finds a leak): multi 0 of 1, shift 0 of 1
  undecided: 8 of 21 moves touch or follow a surface;
    answers that are not wrong, but outside a narrower bracket of 1e-05 unit: none
  hashes: moves and answers 394b147d79aac900, trees and counters 04ee915a99717338
  (empty)
  memory: bytes that queries use; in shift, each box adds 16 for each normal of a plane
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  skipped: moves that the method does not support
  multi: one map tree per space, what the onion replaces
  shift: plane shifting, bevels limited by bevel_angle
  (empty)
  bspcompare VERSION
  sha256 of world room: 4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5
  $ cat >inside.json <<'END'
  > {"format":"bsp-world","version":1,"brushes":[
  >  {"box":[[-72,-72,64],[72,72,72]]},{"box":[[-72,-72,-8],[72,72,0]]},
  >  {"box":[[-72,-72,0],[-64,72,64]]},{"box":[[64,-72,0],[72,-3e-6,64]]},{"box":[[64,0,0],[72,72,64]]},
  >  {"box":[[-64,-72,0],[64,-64,64]]},{"box":[[-64,64,0],[64,72,64]]}],"starts":[[60,0,24]]}
  > END
  $ bsplevel build --fill auto -m onion inside.json -o inside.onion --shapes point=0,0,0:0,0,0,stand=-15,-15,-24:15,15,32,giant=-80,-80,-24:80,80,32
  inside.onion: onion of 3 boxes (point, stand, giant), table of 7 brushes, 6.1 KiB
  ! outside filled: 3 of 3 spaces; no start is free for giant, so a smaller box filled it; no start is free for stand, so a smaller box filled it
  $ sed 's/-3e-6/-2/' inside.json >gap.json
  $ bsplevel build --fill auto -m onion gap.json -o gap.onion --shapes point=0,0,0:0,0,0,stand=-15,-15,-24:15,15,32,giant=-80,-80,-24:80,80,32
  gap.onion: onion of 3 boxes (point, stand, giant), table of 7 brushes, 6.1 KiB
  ! outside filled: 2 of 3 spaces; no start is free for giant, so a smaller box filled it; no start is free for stand, so a smaller box filled it; point leaks from 60 0 24 to 74.4 -37.2 32 (bsplevel info --leak FILE.pts names the hole)
  $ bsplevel info gap.onion | grep -A 3 ^spaces
  spaces   3; the outside is filled in 2
           point: 0 0 0 to 0 0 0
           stand: -15 -15 -24 to 15 15 32, filled
           giant: -80 -80 -24 to 80 80 32, filled
  $ bsplevel build --fill auto -m shift gap.json -o gap.shift
  gap.shift: shift, table of 7 brushes, 5.6 KiB
  ! outside filled: 0 of 1 space; a point (which decides for a shift tree) leaks from 60 0 24 to 74.4 -37.2 32 (bsplevel info --leak FILE.pts names the hole)
  $ bsplevel build --fill off -m shift gap.json -o gap.shift
  gap.shift: shift, table of 7 brushes, 5.6 KiB
  $ bsplevel build --fill on -m shift gap.json -o gap.shift
  ! bsplevel: gap.json: cannot fill the outside, because the world leaks for a point, from the start (60, 0, 24) to (74.4405, -37.2205, 32)
  [2]
  $ bsplevel info gap.json --leak gap.pts | sed -n '/sealed/,$p'
  sealed   no: a hole 1.94 to 2 units wide at 68 -1 32
           between brush 3: /brushes/3, and brush 4: /brushes/4
           the way out: 172.0 units and 7 points from 60 0 24 to 75.4 -38.2 32, outside of the world
  nodes    20
  [1]
  $ bsplevel info gap.json --leak gap.pts --box=-1,-1,-1:1,1,1 | sed -n '/sealed/,$p'
  sealed   yes: 2 of 21 empty leaves are reached
           cracks narrower than 0.001 unit count as closed
  nodes    22; 11 (50%) if the outside is filled
  ! bsplevel: gap.pts: the old file was removed, because no way out is known now
  $ bsplevel info inside.json --leak gap.pts --box=-15,-15,-24:15,15,32 | sed -n '/sealed/,$p'
  sealed   yes: 1 of 19 empty leaves are reached
           by a smaller box, because no start is free for the box; the nearest is 11 units deep in brush 3: /brushes/3
  nodes    15; 6 (40%) if the outside is filled
  $ bsplevel info gap.json --leak gap.pts --box=1
  ! bsplevel: --box: '1' is not a box; write MINS:MAXS[:CONTENTS], such as -8,-8,-8:8,8,8 or -8,-8,-8:8,8,8:solid
  [2]
  $ bsplevel info gap.json --box=-1,-1,-1:1,1,1
  ! bsplevel: --box: give --leak=FILE.pts, too
  [2]
  $ sed 's/-3e-6/-0.05/' inside.json >crack.json
  $ bsplevel info crack.json --leak crack.pts | sed -n '/sealed/,$p'
  sealed   no: a hole 0.0489 to 0.0504 units wide at 68 0 32
           between brush 4: /brushes/4, and brush 3: /brushes/3
           --fill auto --crack 0.051 counts it as closed
           the way out: 171.0 units and 7 points from 60 0 24 to 74.5 -37.2 32, outside of the world
  nodes    20
  [1]
  $ bsplevel info crack.json --leak crack.pts --crack 0.06 | sed -n '/sealed/,$p'
  sealed   yes: 2 of 21 empty leaves are reached
           cracks narrower than 0.06 unit count as closed; the widest is 0.05 units wide at 68 0 32, between brush 4: /brushes/4, and brush 3: /brushes/3
  nodes    20; 10 (50%) if the outside is filled
  ! bsplevel: crack.pts: the old file was removed, because no way out is known now
  $ bsplevel build --fill on --crack 0.06 -m onion crack.json -o crack.onion --shapes point=0,0,0:0,0,0
  crack.onion: onion of 1 box (point), table of 7 brushes, 5.8 KiB
  ! outside filled: 1 of 1 space
  $ bspcompare explain crack.json --fill on --crack 0.06 -m onion,brushes --shape=p=0,0,0:0,0,0 --from=0,-0.01,24 --to=100,-0.06,24
  crack: a move of p
  (empty)
  from     0 -0.01 24
  to       100 -0.06 24: 100 units
  shape    point
  stopped  by every brush
  truth    hits nothing
  stops    nowhere: it reaches the end of the move
  bracket  100 to 100 units: t from 1 to 1
  (empty)
  method   guarantee  class         t     units  stops at     normal  nodes    off by  verdict
  onion    exact      E2S    0.799995   79.9995  80 -0.05 24  0 1 0      10  -20.0005  in a closed crack
  brushes  exact      E      1.000000  100.0000  -            -           1    0.0000  in the bracket
  (empty)
  onion stops 20.0005 units early
  (empty)
  The object stops beside an opening that --fill and --crack count as closed.
  It is unknown which cell of the method's tree stops the object.
  (empty)
  guarantee: exact: answers are in the bracket; never late: answers are in the bracket or before it
  class: E: stays in empty space; S: stays in solid; E2S: hits; S2E: starts in solid and leaves it
  t: the fraction of the move before the stop; 0 if the move starts in solid
  nodes: nodes of the method's trees that the query visited
  off by: units by which the answer is before (below 0) or after the bracket
  $ cat >through.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"through","world":"crack.json",
  >  "spaces":[{"name":"p","mins":[0,0,0],"maxs":[0,0,0]}],
  >  "trajectories":[{"name":"a","space":"p","moves":[[[0,-0.01,24],[100,-0.06,24]]]},
  >                  {"name":"b","space":"p","random":{"moves":4000,"seed":1,"step":[2,32],"start":"starts"}}]}
  > END
  $ bspcompare run through.json --no-timing --fill on --crack 0.06 -m onion | grep 'early, not wrong'
  early, not wrong: moves that begin in filled space, after a walk slipped through a crack: onion 430
  early, not wrong: moves that stop at an opening that --crack counts as closed: onion 1
  $ bspcompare run crack.json --crack 0.06
  ! bspcompare: --crack: give --fill=auto or --fill=on, too
  [2]
  $ bsplevel info crack.json --crack 0.06
  ! bsplevel: --crack: give --leak=FILE.pts, too
  [2]
  $ bspcompare run crack.json --crack 2
  ! bspcompare: --crack: 2 is out of range, 0.001 to 1
  [2]
  $ bspcompare run --no-timing -m multi small.json | sed -n '/outside filled/p'
  $ bspcompare run --no-timing --fill auto -f json -m multi,brushes small.json | json 'methods/*/filled'
  methods/*/filled: 0 null

Crowds.

  $ bspcompare run --no-timing -m onion "$DATA/scenarios/crowd.json" | sed -n '/^Crowds/,/^hash/p'
  Crowds
  (empty)
  crowd  shape  bodies  steps    way  standing  overlaps  in solid              hash
  boxes  stand      60    600  0.344       229         0         0  8e24460704bba769
  pills  pill       60    600  0.616        92         0         0  e9fef998083e6fba
  (empty)
  memory: bytes that queries use; in shift, each box adds 16 for each normal of a plane
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  onion: the onion of all the scenario's spaces
  way: the distance that the bodies went, divided by the distance that they wanted to go
  standing: seconds in which a body went less than a tenth of the distance that it wanted to go
  overlaps: pairs of bodies that overlap after a step
  in solid: bodies in solid after a step
  hash: hash of all positions after the last step
  $ bspcompare run --no-timing -m brushes -f csv "$DATA/scenarios/crowd.json" | grep ',boxes\|,crowd'
  scenario,crowd,shape,bodies,steps,us,us_p99,way,standing,overlaps,in_solid,hash
  a crowd among pillars,boxes,stand,60,600,0,0,0.3443483923089497,229,0,0,8e24460704bba769
  $ bspcompare regress -m brushes --seed 3 "$DATA/scenarios/crowd.json" | grep '^boxes\|^pills'
  boxes  stand      60    600  0.332       229         0         0  ea1043e3fcb34e3d
  pills  pill       60    600  0.585       118         0         0  5b7cbb999849c282
  $ crowd() { cat >crowd.json <<END
  > {"format":"bsp-scenario","version":1,"name":"c","world":"$DATA/worlds/pillars.json",
  >  "spaces":[{"name":"dot","mins":[0,0,0],"maxs":[0,0,0]},{"name":"huge","mins":[-5000,-5000,-24],"maxs":[5000,5000,32]},
  >            {"name":"stand","mins":[-15,-15,-24],"maxs":[15,15,32]}],
  >  "crowds":[$1],"trajectories":[{"name":"t","space":"stand","waypoints":[[0,0,40],[9,0,40]]}]}
  > END
  > bspcompare run --no-timing -m brushes crowd.json; }
  > crowd '{"name":"a","space":"stand","bodies":3,"steps":61,"seed":1,"goals":[[0,0,0],[0,99,0]]}' | grep '^a '
  > crowd '{"name":"a","space":"stand","bodies":100000,"steps":1,"seed":1}' | awk '/^a / { print $1, ($3 > 100) }'
  > crowd '{"name":"a","space":"huge","bodies":1,"steps":1,"seed":1}'
  > crowd '{"name":"a","space":"dot","bodies":3,"steps":61,"seed":1}'
  > crowd '{"name":"a","space":"stand","bodies":0,"steps":61,"seed":1}'
  > crowd '{"name":"a","space":"stand","bodies":1,"steps":61}'
  > crowd '{"name":"a","space":"stand","bodies":1,"steps":61,"seed":1,"goals":[[0,0,0]]}'
  > crowd '{"name":"a","space":"stand","bodies":1,"steps":1,"seed":1},{"name":"a","space":"stand","bodies":1,"steps":1,"seed":1}'
  > crowd '{"name":"a","shape":"stand","bodies":1,"steps":1,"seed":1}'
  a      stand       3     61  0.359         2         0         0  c99e119717c7b2ad
  a 1
  ! bspcompare: crowd.json: crowd "a": no floor of the world has room for a body
  ! bspcompare: crowd.json: /crowds/0: a point cannot walk, so it cannot be in a crowd
  ! bspcompare: crowd.json: /crowds/0/bodies: 0 is out of range, 1 to 100000
  ! bspcompare: crowd.json: /crowds/0: "seed" is missing
  ! bspcompare: crowd.json: /crowds/0/goals: the array has 1 items, but must have at least 2
  ! bspcompare: crowd.json: /crowds/1/name: a crowd already has the name "a"
  ! bspcompare: crowd.json: /crowds/0/shape: the scenario has no shape "stand"
  [2]

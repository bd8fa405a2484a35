How results are printed. This result was written by hand, so its times are known. The tool "changed"
prints it with changes.

  $ cp $SOURCE/tests/transcripts/by-hand.json r.json
  $ bspcompare report r.json
  two, "three": world w|1 (1 brush), 1 space, 1 shape; 3 moves: 1 walk, 2 shots, 2 hits
  (empty)
  method        memory  build ms  walk ns     x  cold  shot ns  x  cold  early  worst  skipped
  onion        2.9 KiB       1.5       50     -    70      150  -   170      0      0        1
  shift-box *  2.9 KiB       1.5       10  0.19    12       99  ~   120      1     25        0
  (empty)
  A few boxes, known in advance: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in 1.5 ms.
    Runner-up: onion, 0.67 to 2.00 times as long (no difference found): 50 ns a walk, 150 ns a shot,
    2.9 KiB, built in 1.5 ms.
  Boxes of hundreds of sizes: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in 1.5 ms.
  Any shape: no method answered all of their moves exactly.
  Any shape, if some answers may be early: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in
    1.5 ms.
  Answers are early because planes that are shifted outward meet beyond edges and corners, farther out
    than a shape can touch.
  * may stop early, never late: shift-box for ball
  skipped, shape not supported: onion for ball
  hashes: moves and answers e2c31c7966bb66a8, trees and counters 64def69c67407c0e
  (empty)
  memory: * (glob)
  build ms: * (glob)
  walk ns: * (glob)
  x: * (glob)
  cold: * (glob)
  shot ns: * (glob)
  early: * (glob)
  worst: * (glob)
  skipped: * (glob)
  onion: one tree of all boxes
  shift-box: shifted planes
  (empty)
  bspcompare VERSION
  2000-01-01T00:00:00Z on Chip, 3 cores; OS
  command: bspcompare run 'a?b'
  sha256 of world w|1: 1234
  $ bspcompare report r.json -f markdown | sed -n '1,/^- skipped/p'
  ## two, "three"
  (empty)
  world w\|1 (1 brush), 1 space, 1 shape; 3 moves: 1 walk, 2 shots, 2 hits
  (empty)
  | method | memory | build ms | walk ns | x | cold | shot ns | x | cold | early | worst | skipped |
  |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
  | onion | 2.9 KiB | 1.5 | 50 | - | 70 | 150 | - | 170 | 0 | 0 | 1 |
  | shift-box \* | 2.9 KiB | 1.5 | 10 | 0.19 | 12 | 99 | \~ | 120 | 1 | 25 | 0 |
  (empty)
  - A few boxes, known in advance: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in 1.5 ms. Runner-up: onion, 0.67 to 2.00 times as long (no difference found): 50 ns a walk, 150 ns a shot, 2.9 KiB, built in 1.5 ms.
  - Boxes of hundreds of sizes: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in 1.5 ms.
  - Any shape: no method answered all of their moves exactly.
  - Any shape, if some answers may be early: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in 1.5 ms.
  - Answers are early because planes that are shifted outward meet beyond edges and corners, farther out than a shape can touch.
  - \* may stop early, never late: shift-box for ball
  - skipped, shape not supported: onion for ball
  $ bspcompare report r.json -f csv
  # bspcompare VERSION
  # 2000-01-01T00:00:00Z on Chip, 3 cores; OS
  # command: bspcompare run 'a?b'
  # sha256 of world w|1: 1234
  scenario,method,rest_of,conservative,contestant,stationary,idle,any_size,nodes,leaves,depth,bytes,filled,fillable,build_ms,peak_build_bytes,moves,walk_moves,walk_moves_timed,walk_ns_median,walk_ratio,walk_ratio_ci95_lo,walk_ratio_ci95_hi,walk_ns_median_shuffled,walk_ns_p99,walk_ns_ci95_lo,walk_ns_ci95_hi,walk_nodes_mean,walk_nodes_max,walk_ns_cold,walk_ns_p999,walk_ns_cpu,walk_outliers,walk_timed,walk_distinct,walk_fresh,walk_ns_ci95_shuffled_lo,walk_ns_ci95_shuffled_hi,walk_ns_ci95_cold_lo,walk_ns_ci95_cold_hi,walk_ratio_shuffled,walk_ratio_ci95_shuffled_lo,walk_ratio_ci95_shuffled_hi,walk_ratio_cold,walk_ratio_ci95_cold_lo,walk_ratio_ci95_cold_hi,shot_moves,shot_moves_timed,shot_ns_median,shot_ratio,shot_ratio_ci95_lo,shot_ratio_ci95_hi,shot_ns_median_shuffled,shot_ns_p99,shot_ns_ci95_lo,shot_ns_ci95_hi,shot_nodes_mean,shot_nodes_max,shot_ns_cold,shot_ns_p999,shot_ns_cpu,shot_outliers,shot_timed,shot_distinct,shot_fresh,shot_ns_ci95_shuffled_lo,shot_ns_ci95_shuffled_hi,shot_ns_ci95_cold_lo,shot_ns_ci95_cold_hi,shot_ratio_shuffled,shot_ratio_ci95_shuffled_lo,shot_ratio_ci95_shuffled_hi,shot_ratio_cold,shot_ratio_ci95_cold_lo,shot_ratio_ci95_cold_hi,outside,early,late,planes_wrong,wrong,max_early_units,skipped,hash,counters_hash
  "two, ""three""",onion,,0,0,0,0,0,1234,1235,17,3000,4,5,1.5,5000,2,1,,50.25,,,,60,123.4,50,51,5,5,70,,,,,,,,,,,,,,,,,1,,150.5,,,,160,1234,150,151.5,7,7,170,,,,,,,,,,,,,,,,,0,0,0,0,0,0,1,0000000000abcdef,0000000000fedcba
  "two, ""three""",shift-box,,1,0,0,0,1,1234,1235,17,3000,4,5,1.5,5000,3,1,,9.5,0.1875,0.125,0.25,10,20,9,10,3,3,12,30,9.25,2,500,300,1,,,11,13,,,,,,,2,,99,0.75,0.5,1.5,100,101,98,100,4.5,5,120,,,,,,,,,,,,,,,,,1,1,0,0,0,25,0,0000000000abcdef,0000000000fedcba
  $ bspcompare report r.json --wide | sed -n '/^method/,/^$/p'
  method       nodes  leaves  depth   memory  build ms     peak  moves  walk moves  walk ns  walk x  walk shuffled  walk p99  walk 95%  walk nodes  walk most  walk cold  walk p99.9  walk cpu  walk outliers  walk timed  walk distinct  shot moves  shot ns  shot x  shot shuffled  shot p99    shot 95%  shot nodes  shot most  shot cold  outside  early  late  planes  wrong  worst  skipped              hash     counters hash
  onion         1234    1235     17  2.9 KiB       1.5  4.9 KiB      2           1       50       -             60       123  50 to 51           5          5         70           -         -              -           -              -           1      150       -            160      1234  150 to 152           7          7        170        0      0     0       0      0      0        1  0000000000abcdef  0000000000fedcba
  shift-box *   1234    1235     17  2.9 KiB       1.5  4.9 KiB      3           1       10    0.19             10        20   9 to 10           3          3         12          30         9              2         500            300           2       99       ~            100       101   98 to 100         4.5          5        120        1      1     0       0      0     25        0  0000000000abcdef  0000000000fedcba
  (empty)
  method     shape  moves  hits  early  % of moves  % of hits  walks  solid  nothing  short  late  capped  mean  p99  max  part  worst in  move    x    y     z
  onion      stand      2     1      0        0.00       0.00      0      0        0      0     0       -     -    -    -     -  -            -    -    -     -
  shift-box  stand      2     1      0        0.00       0.00      0      0        0      0     0       -     -    -    -     -  -            -    -    -     -
  shift-box  ball       1     1      1      100.00     100.00      0      0        0      1     0      25    25   25   25  0.25  roll         0  0.0  0.0  75.0
  (empty)
  $ bspcompare report r.json -f json | json / environment/ methods/0/ columns/ 'errors/*/method' 'errors/*/early' methods/0/hash
  /: format version scenario environment constants noise reference columns methods errors contestants undecided notes hash counters_hash verdict
  environment/: program commit command date cpu cores caches load os compiler flags
  methods/0/: method rest_of conservative contestant stationary idle any_size nodes leaves depth bytes filled fillable build_ms peak_build_bytes moves walk_moves walk_moves_timed walk_ns_median walk_ratio walk_ratio_ci95 walk_ns_median_shuffled walk_ns_p99 walk_ns_ci95 walk_nodes_mean walk_nodes_max walk_ns_cold walk_ns_p999 walk_ns_cpu walk_outliers walk_timed walk_distinct walk_fresh walk_ns_ci95_shuffled walk_ns_ci95_cold walk_ratio_shuffled walk_ratio_ci95_shuffled walk_ratio_cold walk_ratio_ci95_cold walk_quantiles shot_moves shot_moves_timed shot_ns_median shot_ratio shot_ratio_ci95 shot_ns_median_shuffled shot_ns_p99 shot_ns_ci95 shot_nodes_mean shot_nodes_max shot_ns_cold shot_ns_p999 shot_ns_cpu shot_outliers shot_timed shot_distinct shot_fresh shot_ns_ci95_shuffled shot_ns_ci95_cold shot_ratio_shuffled shot_ratio_ci95_shuffled shot_ratio_cold shot_ratio_ci95_cold shot_quantiles outside early late planes_wrong wrong max_early_units skipped hash counters_hash
  columns/: methods errors
  errors/*/method: onion shift-box shift-box
  errors/*/early: 0 0 1
  methods/0/hash: 0000000000abcdef

The numbers in the legend are the constants, and the result has every constant of the header.

  $ bspcompare report r.json -f markdown | grep -oE 'shorter than [^ ]+ units|grown by [^ ]+ unit'
  shorter than 40 units
  $ json constants/BSP_BRACKET constants/COMPARE_WALK <r.json
  constants/BSP_BRACKET: 0.001
  constants/COMPARE_WALK: 40
  $ bspcompare run -f json --no-timing -m onion small.json >small-result.json
  $ sed -n 's/^#define \(BSP_[A-Z_]*\) .*/constants\/\1/p' $SOURCE/lib/include/bsp-constants.h >constants
  $ test $(wc -l <constants) -ge 8 && json $(cat constants) constants/COMPARE_WALK <small-result.json | grep -e null
  [1]

What was not measured is empty in CSV, "-" in a table, and null in JSON. All lines of a table have the
same width.

  $ changed r.json scenario/name='"plain"' methods/0/{build_ms,peak_build_bytes}=null methods/0/walk_{ns_median,ratio,ns_cold,ns_ci95,ns_p99}=null \
  >   methods/0/shot_{ns_median,ns_ci95,ns_cold,ns_p99,ns_median_shuffled}=null methods/0/bytes=5368709120 \
  >   methods/0/nodes=12345678901234 methods/0/max_early_units=123456.789 >empty.json
  $ bspcompare report empty.json -f csv | grep plain,onion
  plain,onion,,0,0,0,0,0,12345678901234,1235,17,5368709120,4,5,,,2,1,,,,,,60,,,,5,5,,,,,,,,,,,,,,,,,,1,,,,,,,,,,7,7,,,,,,,,,,,,,,,,,,0,0,0,0,0,123456.789,1,0000000000abcdef,0000000000fedcba
  $ bspcompare report empty.json | sed -n '/^method/,/^$/p'
  method        memory  build ms  walk ns     x  cold  shot ns  x  cold  early   worst  skipped
  onion        5.0 GiB         -        -     -     -        -  -     -      0  123457        1
  shift-box *  2.9 KiB       1.5       10  0.19    12       99  ~   120      1      25        0
  (empty)
  $ bspcompare report empty.json | sed -n '/^method/,/^$/p' | awk 'length && length != n { n = length; k++ } END { print k }'
  1
  $ bspcompare report empty.json -f json | json methods/0/{build_ms,peak_build_bytes} methods/0/shot_{ns_median,ns_ci95,nodes_mean}
  methods/0/build_ms: null
  methods/0/peak_build_bytes: null
  methods/0/shot_ns_median: null
  methods/0/shot_ns_ci95: null
  methods/0/shot_nodes_mean: 7

Moves that not all methods take have a row of their own.

  $ bspcompare run --repeat 1 -f json -m onion,shift small.json >timed.json
  $ changed timed.json methods/2/shot_ns_median=333333 >rest.json
  $ bspcompare report rest.json | grep -oE '^(shift \(rest\)|times are .*)| 333333 '
  shift (rest)
   333333 
  times are those of the moves that all methods take; rows with (rest) have the other moves
  $ bspcompare report rest.json -f csv | grep -oE '^small,shift \(rest\),,,|,333333,'
  small,shift (rest),,,
  ,333333,

A method's "moves" and nodes are of all moves that it takes, its times of "moves_timed". Its rest has
the other moves, with their times and nodes.

  $ json methods/{1,2}/{walk,shot}_{moves,moves_timed,nodes_mean} <timed.json
  methods/1/walk_moves: 20
  methods/1/walk_moves_timed: 20
  methods/1/walk_nodes_mean: 3.55
  methods/1/shot_moves: 1
  methods/1/shot_moves_timed: null
  methods/1/shot_nodes_mean: 6
  methods/2/walk_moves: 0
  methods/2/walk_moves_timed: null
  methods/2/walk_nodes_mean: null
  methods/2/shot_moves: 1
  methods/2/shot_moves_timed: 1
  methods/2/shot_nodes_mean: 6
  $ bspcompare report timed.json --wide | grep -oE '(walk|shot) moves timed' | sort -u
  shot moves timed
  walk moves timed

A sweep has only the times of moves that all methods take, and says so.

  $ bspcompare sweep --repeat 1 --vary bevel-angle=90 -m onion,shift small.json | grep '^times'
  times are those of the moves that all methods take
  $ bspcompare sweep --repeat 1 --vary bevel-angle=90 -m shift small.json | grep '^times'
  [1]


Wrong answers, wrong planes and a noisy machine.

  $ changed r.json methods/0/wrong=3 methods/0/planes_wrong=1 >wrong.json
  $ bspcompare report wrong.json | grep -E '^(method|onion)'
  method        memory  build ms  walk ns     x  cold  shot ns  x  cold  early  planes  worst  skipped
  onion !      2.9 KiB       1.5       50     -    70      150  -   170      0       1      0        1
  onion: one tree of all boxes
  $ changed r.json noise/noisy=true noise/load=3 notes='[{"kind":"rest"}]' >noisy.json
  $ bspcompare report noisy.json | sed 2q
  noisy machine, times may be unreliable: load 3.0 on 2 cores
  (empty)
  $ bspcompare report noisy.json | grep '^times'
  times are those of the moves that all methods take; rows with (rest) have the other moves
  $ bspcompare report noisy.json | grep -A2 -E '^(Which|A few)'
  Which method: not judged, because the machine was noisy; with --no-timing, memory decides.
  Answers are early because planes that are shifted outward meet beyond edges and corners, farther out
    than a shape can touch.

A file may give a column any title, and any number of decimals.

  $ changed r.json columns/methods/0/title='"x|<y>"' columns/methods/13/decimals=-1 >odd.json
  $ bspcompare report odd.json -f markdown | sed -n '/^| x/,/^$/p'
  | x\|\<y\> | memory | build ms | walk ns | x | cold | shot ns | x | cold | early | worst | skipped |
  |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
  | onion | 2.9 KiB | 1.5 | 50 | - | 70 | 150 | - | 170 | 0 | 0 | 1 |
  | shift-box \* | 2.9 KiB | 1.5 | 10 | 0.19 | 12 | 99 | \~ | 120 | 1 | 25 | 0 |
  (empty)

How the fastest compares with the others.

  $ changed r.json methods/1/shot_ratio_ci95=null >few.json
  $ bspcompare report few.json | grep -A2 -E '^(Which|A few)'
  A few boxes, known in advance: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in 1.5 ms.
    Runner-up: onion: 50 ns a walk, 150 ns a shot, 2.9 KiB, built in 1.5 ms.
  Boxes of hundreds of sizes: shift-box, 10 ns a walk, 99 ns a shot, 2.9 KiB, built in 1.5 ms.

A method is best if no other is found faster: the interval of their ratio then excludes 1. Of several, the
smallest is best, here onion.

  $ while read -r ratio ends; do
  >   changed r.json methods/0/bytes=2999 methods/1/shot_ratio=$ratio methods/1/shot_ratio_ci95=$ends >v.json
  >   bspcompare report v.json -f markdown | grep -oE 'known in advance: [a-z-]+|Runner-up.* as long[^:]*'
  > done <<'END'
  > 0.75 [0.5,0.9]
  > 0.9 [0.8,0.9999]
  > 0.99 [0.5,1.5]
  > 0.5 [0.4,1]
  > 1.6 [1.05,1.8]
  > END
  known in advance: shift-box
  Runner-up: onion, 1.11 to 2.00 times as long
  known in advance: shift-box
  Runner-up: onion, 1.00 to 1.25 times as long
  known in advance: onion
  Runner-up: shift-box, 0.50 to 1.50 times as long (no difference found)
  known in advance: onion
  Runner-up: shift-box, 0.40 to 1.00 times as long (no difference found)
  known in advance: onion
  Runner-up: shift-box, 1.05 to 1.80 times as long

The origin. A line break in the command does not make two lines.

  $ bspcompare report r.json -f csv | grep '^#'
  # bspcompare VERSION
  # 2000-01-01T00:00:00Z on Chip, 3 cores; OS
  # command: bspcompare run 'a?b'
  # sha256 of world w|1: 1234
  $ changed r.json environment/{commit,flags,command,date,cpu,cores,caches,load,os}=null >unknown.json
  $ bspcompare report unknown.json | tail -n 2
  bspcompare VERSION
  sha256 of world w|1: 1234

Several results.

  $ bspcompare report r.json >one.txt
  $ bspcompare report r.json r.json >two.txt; sed -n '1,/^$/p; /^method/,/^$/p' two.txt
  All results
  (empty)
  method        memory  build ms  walk ns     x  cold  shot ns  x  cold  early  worst  skipped
  onion        2.9 KiB       1.5       50     -    70      150  -   170      0      0        1
  shift-box *  2.9 KiB       1.5       10  0.19    12       99  ~   120      1     25        0
  onion        2.9 KiB       1.5       50     -    70      150  -   170      0      0        1
  shift-box *  2.9 KiB       1.5       10  0.19    12       99  ~   120      1     25        0
  (empty)
  method        memory  build ms  walk ns     x  cold  shot ns  x  cold  early  worst  skipped
  onion        2.9 KiB       1.5       50     -    70      150  -   170      0      0        1
  shift-box *  2.9 KiB       1.5       10  0.19    12       99  ~   120      1     25        0
  (empty)
  method        memory  build ms  walk ns     x  cold  shot ns  x  cold  early  worst  skipped
  onion        2.9 KiB       1.5       50     -    70      150  -   170      0      0        1
  shift-box *  2.9 KiB       1.5       10  0.19    12       99  ~   120      1     25        0
  (empty)
  $ bspcompare report r.json r.json -f csv | grep -c '^"two'
  4
  $ bspcompare report r.json r.json -f json | json '*/hash'
  */hash: e2c31c7966bb66a8 e2c31c7966bb66a8

The command is quoted so that a shell reads the same arguments. A name that is not UTF-8 becomes so.

  $ cp small.json 'a b.json'; cp small.json "it's"
  $ bspcompare run -f json --repeat 1 --methods=onion,multi 'a b.json' "it's" >quoted.json
  $ json 0/environment/command <quoted.json
  0/environment/command: bspcompare run -f json --repeat 1 --methods=onion,multi 'a b.json' 'it'\''s'
  $ eval "$(json 0/environment/command <quoted.json | sed 's/.*: bsp/bsp/')" | json '*/scenario/file'
  */scenario/file: a b.json it's

  $ cp small.json $'\xff.json'; bspcompare run -f json --no-timing -m onion $'\xff.json' | json scenario/file
  scenario/file: �.json

Notes on methods.

  $ bspcompare run --no-timing -m brushes small.json | grep -E 'may stop early|skipped'
  [1]
  $ sed 's/\[\[-32,0,25\],\[32,0,25\]\]/[[-32,0,25],[-32,0,25]]/' small.json >still.json
  $ bspcompare run --no-timing -m multi,merge still.json | grep 'stationary'
  merge: the shape merged into the tree, stationary objects only
  $ bspcompare run --no-timing -m merge small.json | grep 'stationary'
  merge: the shape merged into the tree, stationary objects only

One hash covers moves and answers, the other trees and counters. Neither covers times and names.
Another builder makes another tree, which gives the same answers.

  $ cat >hash <<'END'
  > bspcompare run -f json -m onion "$@" | json hash counters_hash
  > END
  $ sh hash --no-timing small.json
  hash: 3db262bed368df63
  counters_hash: 148d0ac8783b1c49
  $ sh hash --repeat 1 small.json
  hash: 3db262bed368df63
  counters_hash: 148d0ac8783b1c49
  $ sed 's/"small"/"other"/; s/"walk"/"way"/' small.json >named.json && sh hash --no-timing named.json
  hash: 3db262bed368df63
  counters_hash: 148d0ac8783b1c49
  $ sed 's/,\[32,0,25\]\]/,[32,0,25.000000000001]]/' small.json >moved.json && sh hash --no-timing moved.json
  hash: 46a5bbaabc8837c1
  counters_hash: 148d0ac8783b1c49
  $ sh hash --no-timing --builder counting small.json
  hash: 3db262bed368df63
  counters_hash: afbb8b2989945e67

Methods that give the same answers have the same hash. onion-named also names brushes and sides.

  $ bspcompare run --no-timing -m onion,multi,onion-named -f json small.json | json 'methods/*/hash'
  methods/*/hash: 19da6d4530a830fb 19da6d4530a830fb 87adae58b0b94aaf

The world changes between moves.

  $ bspcompare run --no-timing "$DATA/scenarios/edits.json" | sed -n '/^Edits/,/^hash/p'
  Edits
  (empty)
  method       after an edit  edits  moves  early  late  wrong              hash
  onion        built anew         5    700      0     0      0  0a861dc22aad867c
  multi        built anew         5    700      0     0      0  0a861dc22aad867c
  shift        built anew         5   1000      5     0      0  04976f8eaf1a9ee8
  shift-box    built anew         5   1000      5     0      0  04976f8eaf1a9ee8
  shift-exact  built anew         5   1000      0     0      0  d547c57709e1a004
  brushes      edited             5   1000      0     0      0  a1e8fda443fd7da8
  brushes      built anew         5   1000      0     0      0  a1e8fda443fd7da8
  merge        built anew         5      0      0     0      0  eb6a7af5eb3ae0cc
  (empty)
  memory: bytes that queries use; in shift, each box adds 16 for each normal of a plane
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  worst: the largest distance by which an answer is early, in units
  skipped: moves that the method does not support
  onion: the onion of all the scenario's spaces
  multi: one map tree per space, what the onion replaces
  shift: plane shifting, bevels limited by bevel_angle
  shift-box: plane shifting, full box bevels
  shift-exact: plane shifting as the filter, an exact test of brushes
  brushes: the brush table: a hierarchy of brushes, expanded at query time
  late: answers after the bracket, which go through solid
  wrong: answers that are late or have a wrong plane that is guaranteed;
    for exact methods also early ones
  hash: hash of all answers
  $ bspcompare regress -m shift,brushes "$DATA/scenarios/edits.json" | sed -n '/after an edit/,/^$/p'
  method   after an edit  edits  moves  early  late  wrong              hash
  shift    built anew         5   1000      5     0      0  04976f8eaf1a9ee8
  brushes  edited             5   1000      0     0      0  a1e8fda443fd7da8
  brushes  built anew         5   1000      0     0      0  a1e8fda443fd7da8
  (empty)
  $ bspcompare run --no-timing -m brushes -f csv "$DATA/scenarios/edits.json" | grep ',edited\|,how'
  scenario,method,how,edits,ms,ms_worst,moves,early,late,wrong,hash
  a door that is walled up,brushes,edited,5,,,1000,0,0,0,a1e8fda443fd7da8
  $ bspcompare run --repeat 1 -m multi,brushes -f json -o edits.json "$DATA/scenarios/edits.json"
  $ json 'edits/*/method' 'edits/*/how' 'edits/*/edits' <edits.json
  edits/*/method: multi brushes brushes
  edits/*/how: built anew edited built anew
  edits/*/edits: 5 5 5
  $ python3 -c 'import json; print([0 < r["ms"] <= r["ms_worst"] for r in json.load(open("edits.json"))["edits"]])'
  [True, True, True]
  $ bspcompare report edits.json | grep 'after an edit' | tr -s ' '
  method after an edit edits ms an edit worst ms moves early late wrong hash

--edits draws them.

  $ drawn() { bspcompare run --no-timing -m multi,brushes "$@" "$DATA/scenarios/two-rooms.json" | sed -n '/after an edit/,/^(*e*m*p*t*y*)*$/p'; }
  > drawn --edits 9
  > drawn --edits 9 --seed 2
  > drawn --edits 2000 | cut -c1-40
  method   after an edit  edits  moves  early  late  wrong              hash
  multi    built anew         9   1205      0     0      0  0558c7ba6d02e4e5
  brushes  edited             9   1408      0     0      0  7a9ff05234cfbf6d
  brushes  built anew         9   1408      0     0      0  7a9ff05234cfbf6d
  (empty)
  method   after an edit  edits  moves  early  late  wrong              hash
  multi    built anew         9   1205      0     0      0  7fb4918df9f9625f
  brushes  edited             9   1408      0     0      0  764529f403819658
  brushes  built anew         9   1408      0     0      0  764529f403819658
  (empty)
  method   after an edit  edits  moves  ea
  multi    built anew      2000   1205    
  brushes  edited          2000   1408    
  brushes  built anew      2000   1408    
  (empty)
  $ for n in 0 -3 100001 99999999999999999999 1e3 x; do bspcompare run --edits $n "$DATA/scenarios/two-rooms.json"; done
  ! bspcompare: --edits: 0 is out of range, 1 to 100000
  ! bspcompare: --edits: -3 is out of range, 1 to 100000
  ! bspcompare: --edits: 100001 is out of range, 1 to 100000
  ! bspcompare: Integer value “99999999999999999999” for --edits out of range; see 'bspcompare run --help'
  ! bspcompare: Cannot parse integer value “1e3” for --edits; see 'bspcompare run --help'
  ! bspcompare: Cannot parse integer value “x” for --edits; see 'bspcompare run --help'
  [2]

Wrong edits.

  $ edits() { cat >wrong.json <<END
  > {"format":"bsp-scenario","version":1,"name":"e","world":{"format":"bsp-world","version":1,"brushes":[
  >  {"box":[[-64,-64,-8],[64,64,0]]},{"box":[[-64,-64,80],[64,64,90]]}],"starts":[[0,0,40]]},
  >  "spaces":[{"name":"dot","mins":[0,0,0],"maxs":[0,0,0]}],"edits":$1,
  >  "trajectories":[{"name":"t","space":"dot","waypoints":[[0,0,40],[9,0,40],[9,0,-40]]}]}
  > END
  > bspcompare run --no-timing -m multi,brushes wrong.json | sed -n '/after an edit/,/^(*e*m*p*t*y*)*$/p'; }
  > edits '[{"remove":0},{"add":{"box":[[0,0,0],[9,9,9]]}},{"remove":0}]'
  > edits '[{"remove":1},{"remove":0},{"add":{"box":[[-4194304,-4194304,-4194304],[4194304,4194304,4194304]]}}]'
  > edits '[{"remove":2}]'
  > edits '[{"remove":0},{"remove":0}]'
  > edits '[{"remove":-1}]'
  > edits '[{"remove":4294967296}]'
  > edits '[{"remove":0,"add":{"box":[[0,0,0],[9,9,9]]}}]'
  > edits '[{}]'
  > edits '[7]'
  > edits '[]'
  > edits '7'
  > edits '[{"add":{"box":[[0,0,0],[0,9,9]]}}]'
  > edits '[{"add":{"box":[[0,0,0],[9,9,5e6]]}}]'
  > edits '{"count":0,"seed":1}'
  > edits '{"count":4}'
  > edits '{"count":1e9,"seed":1}'
  > edits '{"count":4,"seed":-1}'
  method   after an edit  edits  moves  early  late  wrong              hash
  multi    built anew         3      2      0     0      0  ef60f4974cdddd88
  brushes  edited             3      2      0     0      0  ef60f4974cdddd88
  brushes  built anew         3      2      0     0      0  ef60f4974cdddd88
  (empty)
  method   after an edit  edits  moves  early  late  wrong              hash
  multi    built anew         3      2      0     0      0  b6335ab09148b74c
  brushes  edited             3      2      0     0      0  4610baaf81d6c0a9
  brushes  built anew         3      2      0     0      0  4610baaf81d6c0a9
  (empty)
  ! bspcompare: wrong.json: /edits/0/remove: no brush has the number 2 after the previous edits
  ! bspcompare: wrong.json: /edits/1/remove: no brush has the number 0 after the previous edits
  ! bspcompare: wrong.json: /edits/0/remove: -1 is out of range, 0 to 4294967295
  ! bspcompare: wrong.json: /edits/0/remove: 4294967296 is out of range, 0 to 4294967295
  ! bspcompare: wrong.json: /edits/0: must have exactly one of "add", "remove", not 2
  ! bspcompare: wrong.json: /edits/0: must have exactly one of "add", "remove", not 0
  ! bspcompare: wrong.json: /edits/0: expected an object, found a number
  ! bspcompare: wrong.json: /edits: the array has 0 items, but must have at least 1
  ! bspcompare: wrong.json: /edits: expected an object, found a number
  ! bspcompare: wrong.json: /edits/0/add: the box is empty, because along x it goes from 0 to 0
  ! bspcompare: wrong.json: /edits/0/add/box/1/2: 5000000 is out of range, -4194304 to 4194304
  ! bspcompare: wrong.json: /edits/count: 0 is out of range, 1 to 100000
  ! bspcompare: wrong.json: /edits: "seed" is missing
  ! bspcompare: wrong.json: /edits/count: expected a whole number, found a number
  ! bspcompare: wrong.json: /edits/seed: -1 is out of range, 0 to 18446744073709551615
  [2]

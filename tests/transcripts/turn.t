Bodies that turn while they move.

The shipped scenario. Methods that cannot turn skip it.

  $ bspcompare regress $DATA/scenarios/tumble.json -m shift-exact,brushes,shift,onion | sed -n '/^method.*agree/,/^$/p'
  method       moves  agree  early  late  planes  worst early  wrong  skipped
  shift-exact    396    396      0     0       0            0      0        0
  brushes        396    396      0     0       0            0      0        0
  shift          396    386     10     0       0         92.1      0        0
  onion            0      0      0     0       0            0      0      396
  (empty)
  $ bspcompare run --no-timing $DATA/scenarios/tumble.json | grep '^skipped, '
  skipped, moves that turn: onion, multi, shift-box, merge
  skipped, moving objects: merge

  $ bspcompare regress $DATA/scenarios/tumble.json -m onion 2>&1 | tail -1
  bspcompare: $DATA/scenarios/tumble.json: nothing was checked, because only shift, shift-exact and brushes answer moves that turn
  [2]

A crate that turns into a wall, and a door that turns into a pillar.

  $ cat >crate.json <<'END'
  > { "format": "bsp-scenario", "version": 1, "name": "turning",
  >   "world": { "format": "bsp-world", "version": 1, "brushes": [ { "box": [ [10,-50,-50], [20,50,50] ] } ] },
  >   "spaces": [ { "name": "crate", "mins": [-8,-8,-8], "maxs": [8,8,8] }, { "name": "door", "mins": [0,-1,0], "maxs": [40,1,64] } ],
  >   "trajectories": [
  >     { "name": "spin", "space": "crate", "moves": [
  >       { "from": [0,0,0], "to": [0,0,0], "turn": { "axis": [0,0,2], "degrees": 45 } },
  >       [ [0,0,0], [-20,0,0] ],
  >       { "from": [0,0,0], "to": [9,0,0], "orientation": [0.9238795325112867,0,0,0.3826834323650898] } ] },
  >     { "name": "swing", "space": "door", "moves": [
  >       { "from": [0,0,0], "to": [0,0,0], "turn": { "axis": [0,0,1], "degrees": -90 }, "orientation": [0.7071067811865476,0,0,0.7071067811865476] } ] } ] }
  > END
  $ bspcompare regress -m shift-exact,brushes crate.json | sed -n '/^method.*agree/,/^$/p'
  method       moves  agree  early  late  planes  worst early  wrong  skipped
  shift-exact      4      4      0     0       0            0      0        0
  brushes          4      4      0     0       0            0      0        0
  (empty)
  $ bspcompare explain -m brushes,onion crate.json --move spin:0 | sed '/^guarantee/,$d'
  turning: spin:0, a move of crate
  (empty)
  from     0 0 0
  to       0 0 0: 10.8828 units, turning included
  turn     45 degrees about 0 0 2 through 0 0 0 of the shape
           the quaternion of the start is 1 0 0 0
  shape    box, from -8 -8 -8 to 8 8 8 around the moving point
  stopped  by every brush
  truth    hits at t = 0.380321
  stops    0 0 0: after 4.139 units
           turned by 17.1144 degrees
  contact  10 -5.2915 -8, of brush 0
  contact  10 -5.2915 8, of brush 0
  brush    0: /world/brushes/0 of crate.json
           contents solid, from 10 -50 -50 to 20 50 50
  side     1
  normal   -1 0 0
  bracket  4.1363 to 4.1416 units: t from 0.38008 to 0.380561
  (empty)
  method   guarantee  class         t   units  stops at  normal  brush  side  nodes  off by  verdict
  brushes  exact      E2S    0.380321  4.1390  0 0 0     -1 0 0      0     1      1  0.0000  in the bracket
  onion    -          -             -       -  -         -           -     -      -       -  skipped
  (empty)
  $ bspcompare explain -m brushes crate.json --move swing:0 | grep -E '^(turn |normal|truth|  *the quat)'
  turn     -90 degrees about 0 0 1 through 0 0 0 of the shape
           the quaternion of the start is 0.7071 0 0 0.7071
  truth    hits at t = 0.144898
  normal   -1 0 0
  $ bspcompare moves crate.json -o again.json
  $ bspcompare moves again.json | cmp - again.json
  $ grep -c '"turn"' again.json
  3

A quaternion of few digits is made a unit quaternion.

  $ sed 's/0.7071067811865476/0.70711/g' crate.json >digits.json
  $ bspcompare moves digits.json | grep -o '"orientation": [^]]*'
  "orientation": [1,0,0,0
  "orientation": [0.9238795325112867,0,0,0.3826834323650898
  "orientation": [0.7071067811865476,0,0,0.7071067811865476

The hash of the moves tells turns apart.

  $ sed 's/"degrees": 45/"degrees": 44/' crate.json >other.json
  $ for file in crate other; do bspcompare run --no-timing -m brushes $file.json | grep '^hashes'; done | cut -d , -f 1 | uniq | wc -l
  2

Pictures show no turn, and say so.

  $ bspcompare explain crate.json --move 0:0 -m brushes --picture p.svg -o out.txt
  ! bspcompare: crate.json: the picture shows bodies that turn as if they did not turn
  $ bspcompare draw crate.json --plane z=0 -m brushes -o p.svg
  ! bspcompare: crate.json: the picture shows bodies that turn as if they did not turn

A contestant receives moves that turn.

  $ bspcompare moves crate.json --for-contestants | sed 1q | cut -d " " -f 1-2
  bsp-moves 2
  $ bspcompare moves crate.json --for-contestants | grep -E '^(turn|move) '
  turn 0 0 0 0 0 0 0 1 0 0 0 0 0 2 45 0 0 0
  turn 0 0 0 0 -20 0 0 1 0 0 0 0 0 1 0 0 0 0
  turn 0 0 0 0 9 0 0 0.92387953251128674 0 0 0.38268343236508978 0 0 1 0 0 0 0
  turn 1 0 0 0 0 0 0 0.70710678118654757 0 0 0.70710678118654757 0 0 1 -90 0 0 0
  $ cat >blind <<'END'
  > read -r name version hash
  > n=$(sed -n 's/^moves //p')
  > echo "bsp-answers 1 $hash"
  > for i in $(seq 0 $((n - 1))); do echo "answer $i E 1 0 0 0 -"; done
  > echo end
  > END
  $ bspcompare run --no-timing -m brushes crate.json --contestant 'blind=sh blind' | grep '^! wrong'
  ! wrong answers: blind 3
  [1]

A sweep of the angle.

  $ bspcompare sweep --no-timing --vary angle=0,45 -m brushes crate.json -f csv | sed -n '/^value/,$p' | cut -d , -f 1-2
  value,method
  0,brushes
  45,brushes
  $ bspcompare sweep --no-timing --vary angle=0,45 small.json
  ! bspcompare: --vary angle: no trajectory has moves that turn
  [2]
  $ bspcompare sweep --no-timing --vary angle=181 crate.json
  ! bspcompare: --vary angle: '181' is not an angle from 0 to 180
  [2]

Random turns are drawn from the seed.

  $ sed 's/"step": *\[[^]]*\]/&, "turn": [10,90]/' small.json >random.json
  $ bspcompare moves random.json -o drawn.json
  $ bspcompare moves random.json | cmp - drawn.json
  $ bspcompare moves --seed 3 random.json -o other.json
  $ cmp -s other.json drawn.json
  [1]
  $ bspcompare regress -m shift-exact,brushes random.json | sed -n '/^method.*agree/,/^$/p'
  method       moves  agree  early  late  planes  worst early  wrong  skipped
  shift-exact     21     21      0     0       0            0      0        0
  brushes         21     21      0     0       0            0      0        0
  (empty)

A generated scenario.

  $ bspcompare generate scenario room.json --kind tumble --moves 3 --seed 2 -o tumble.json
  $ bspcompare generate scenario room.json --kind tumble --moves 3 --seed 2 | cmp - tumble.json
  $ bspcompare regress -m shift-exact,brushes tumble.json | sed -n '/^method.*agree/,/^$/p'
  method       moves  agree  early  late  planes  worst early  wrong  skipped
  shift-exact     18     18      0     0       0            0      0        0
  brushes         18     18      0     0       0            0      0        0
  (empty)

What is wrong with a turn.

  $ cat >wrong <<'END'
  > sed "s/$1/$2/" crate.json >bad.json
  > bspcompare run --no-timing bad.json
  > END
  $ sh wrong '\[0,0,2\]' '[0,0,0]'
  ! bspcompare: bad.json: /trajectories/0/moves/0/turn: the axis must not be zero
  [2]
  $ sh wrong '"degrees": 45' '"degrees": 200'
  ! bspcompare: bad.json: /trajectories/0/moves/0/turn/degrees: 200 is out of range, -180 to 180
  [2]
  $ sh wrong ', "degrees": 45' ''
  ! bspcompare: bad.json: /trajectories/0/moves/0/turn: "degrees" is missing
  [2]
  $ sh wrong '0.9238795325112867' '0.9'
  ! bspcompare: bad.json: /trajectories/0/moves/2/orientation: the quaternion must have length 1, not 0.977980883967947
  [2]
  $ sh wrong '"orientation": \[0.9' '"rotation": [0.9'
  ! bspcompare: bad.json: /trajectories/0/moves/2: unknown key "rotation"; the keys are from, to, turn, orientation
  [2]
  $ sed 's/"turn": \[10,90\]/"turn": [90,10]/' random.json >bad.json
  $ bspcompare run --no-timing bad.json
  ! bspcompare: bad.json: /trajectories/0/random/turn: the minimum angle (90) exceeds the maximum (10)
  [2]

Moves that keep a skin: only `brushes` takes them. It stops at the skin, or keeps the distance at the start.

  $ sed -e 's/"space": "crate", "moves"/"space": "crate", "skin": 1, "moves"/' crate.json >skin.json
  $ bspcompare regress -m onion,brushes skin.json | grep -E '^(brushes|onion) |^skipped, '
  onion        0      0      0     0       0            0      0        4
  brushes      4      4      0     0       0            0      0        0
  skipped, moves that turn: onion
  skipped, moves that keep a skin: onion
  brushes  crate      3     1      0
  brushes  door       1     1      0
  $ bspcompare explain -m brushes skin.json --move spin:0 | grep -E '^(truth|brushes)'
  truth    hits at t = 0.171247
  brushes  exact      E2S    0.171247  1.8636  0 0 0     -1 0 0      0     1      1  0.0000  in the bracket

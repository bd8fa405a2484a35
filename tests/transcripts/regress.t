The command "regress".

  $ bspcompare regress -m onion,shift-box,brushes small.json
  small: world room (2 brushes), 1 space, 1 shape; 21 moves: 20 walks, 1 shot, 8 hits
  (empty)
  method     moves  agree  early  late  planes  worst early  wrong  skipped
  onion         20     20      0     0       0            0      0        1
  shift-box     21     21      0     0       0            0      0        0
  brushes       21     21      0     0       0            0      0        0
  (empty)
  * may stop early, never late: shift-box for ball
  skipped, shape not supported: onion for ball
  find-first-transition (onion) against HitCheckBSP (shift-box): of 20 moves, 0 have different classes
    and 0 different normals; the stops differ by at most 3.45e-15 units
  undecided: 8 of 21 moves touch or follow a surface;
    answers that are not wrong, but outside a narrower bracket of 1e-05 unit: none
  hashes: moves and answers 721c8ae48b3e9319, trees and counters 3f9c588bcceb3cc1
  (empty)
  Errors by shape
  (empty)
  method     shape  moves  hits  early
  onion      stand     20     7      0
  shift-box  stand     20     7      0
  shift-box  ball       1     1      0
  brushes    stand     20     7      0
  brushes    ball       1     1      0
  (empty)
  agree: answers within the bracket
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  late: answers after the bracket, which go through solid
  planes: hits and exits with a wrong plane
  worst early: in units of distance
  wrong: answers that are late or have a wrong plane that is guaranteed;
    for exact methods also early ones
  onion: the onion of all the scenario's spaces
  shift-box: plane shifting, full box bevels
  brushes: the brush table: a hierarchy of brushes, expanded at query time
  hits: moves that begin clear of solid and truly hit it
  $ bspcompare regress small.json | grep -c '^find-first-transition (onion) against HitCheckBSP (shift-box): of 20 moves, '
  1
  $ bspcompare regress small.json >all.txt && sed -n '1,/^find/s/ .*//p' all.txt
  small:
  method
  onion
  multi
  shift
  shift-box
  shift-exact
  brushes
  merge
  *
  skipped,
  skipped,
  find-first-transition
  $ bspcompare regress -m multi,brushes small.json | sed -n /find-first-transition/p
  $ bspcompare regress -m onion $DATA/scenarios/two-rooms.json >first.txt
  $ taskset -c 0 bspcompare regress -m onion $DATA/scenarios/two-rooms.json | cmp - first.txt

No file is written where nothing is wrong.

  $ ls
  all.txt
  first.txt
  room.json
  small.json

To check nothing is not a pass. A second scenario that is checked does not change this.

  $ echo '{"format":"bsp-world","version":1,"name":"void","brushes":[],"starts":[[0,0,0]]}' >void.json
  $ sed s/room.json/void.json/ small.json >other.json
  $ bspcompare regress -w void.json small.json
  ! bspcompare: small.json: there is nothing to check, because the world has no brushes
  [2]
  $ bspcompare run -m onion void.json
  ! bspcompare: void.json: there is nothing to check, because the world has no brushes
  [2]
  $ bspcompare sweep -m onion void.json --vary spaces=1
  ! bspcompare: void.json: there is nothing to check, because the world has no brushes
  [2]
  $ cat >triggers.map <<'END'
  > { "classname" "worldspawn" }
  > { "classname" "info_player_start" "origin" "0 0 0" }
  > { "classname" "trigger_once"
  > {
  > ( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1
  > ( 9 9 9 ) ( 9 9 10 ) ( 9 10 9 ) a 0 0 0 1 1
  > ( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) a 0 0 0 1 1
  > ( 9 9 9 ) ( 10 9 9 ) ( 9 9 10 ) a 0 0 0 1 1
  > ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1
  > ( 9 9 9 ) ( 9 10 9 ) ( 10 9 9 ) a 0 0 0 1 1
  > } }
  > END
  $ bspcompare run -m onion triggers.map
  ! bspcompare: triggers.map: there is nothing to check, because the world has no brushes (brushes and patches left out: 1); 'bsplevel info triggers.map' says why
  [2]
  $ bspcompare regress small.json other.json
  ! bspcompare: other.json: there is nothing to check, because the world has no brushes
  [2]
  $ bspcompare regress -m merge small.json
  ! bspcompare: small.json: nothing was checked, because the methods skip all of the moves
  [2]
  $ bspcompare regress -m merge,onion small.json | grep '^merge '
  merge       0      0      0     0       0            0      0       21

Queries of stationary objects are checked, too.

  $ sed 's/\[\[-32,0,25\],\[32,0,25\]\]/[[-32,0,25],[-32,0,25]]/' small.json >still.json
  $ bspcompare regress -m merge still.json | grep '^merge '
  merge       1      1      0     0       0            0      0       20
  merge   ball       1     0      0

A ball moves against the sharp edge of a wedge. shift stops before the edge, which it may.

  $ cat >wedge.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"wedge","world":
  >  {"format":"bsp-world","version":1,"brushes":[{"points":[[0,0,-64],[0,0,64],
  >   [20,24,-64],[20,24,64],[20,-24,-64],[20,-24,64]]}]},
  >  "spaces":[{"name":"box","mins":[-8,-8,-8],"maxs":[8,8,8]}],
  >  "shapes":[{"name":"ball","sphere":{"radius":10}}],
  >  "trajectories":[{"name":"roll","shape":"ball","moves":[
  >   [[-50,40,0],[-40,40,0]],[[-50,0,0],[50,0,0]],[[-50,5,0],[50,5,0]]]}]}
  > END
  $ bspcompare regress -m shift wedge.json >out.txt && ls regress-repro.json
  ! ls: cannot access 'regress-repro.json': No such file or directory
  [2]
  $ bspcompare regress -m shift wedge.json --reproducer repro.json | grep repro.json
  no answer is wrong, so repro.json has the move that is stopped the most units early: shift stops it
    3.01608 units early, as its guarantee allows; bspcompare explain repro.json --move 0:0 shows why
  reproduce it with 1 brush: bspcompare regress repro.json
  $ bspcompare explain repro.json --move 0:0 -m shift | grep -E '^from|^shift stops'
  from     -50 0 0
  shift stops 3.0161 units early
  $ bspcompare regress -m shift-exact wedge.json --reproducer none.json | grep none.json
  none.json is not written, because no answer is outside its bracket
  $ ls none.json
  ! ls: cannot access 'none.json': No such file or directory
  [2]

The file has the move, and the brushes and spaces that it needs. Moved to another folder, it shows the same.

  $ bspcompare regress -m onion,shift $DATA/regress/rubble.json --reproducer repro.json --pair pair.json | grep -A1 -E '^(they|reproduce)'
  they differ most in move 53 of "stand walks" (stand): onion answers E after 159.003 units, shift
    answers S2E after 0 units
  --
  reproduce it with 1 brush: bspcompare regress repro.json
  reproduce it with 1 brush: bspcompare regress pair.json
  (empty)
  $ mkdir elsewhere && mv repro.json pair.json elsewhere && grep -c / elsewhere/*.json
  elsewhere/pair.json:0
  elsewhere/repro.json:0
  [1]
  $ grep -c '"planes"' elsewhere/*.json; grep -c '"mins"' elsewhere/*.json
  elsewhere/pair.json:1
  elsewhere/repro.json:1
  elsewhere/pair.json:1
  elsewhere/repro.json:1
  $ bspcompare regress -m shift elsewhere/repro.json | grep '^shift   *s'
  shift   stand      1     0      1   159  159  stand walks     0
  $ bspcompare regress -m onion,shift elsewhere/pair.json | grep -A1 '^they'
  they differ most in move 0 of "stand walks" (stand): onion answers E after 159.003 units, shift
    answers S2E after 0 units
  $ bspcompare regress -m multi,shift-box small.json --pair none.json | grep none.json
  none.json is not written, because find-first-transition and HitCheckBSP agree on all moves
  $ bspcompare regress -m multi,shift small.json --pair /no/such/pair.json
  ! bspcompare: /no/such/pair.json: cannot be written: No such file or directory
  [2]

A real error, which is known: the world of eight brushes becomes a few.

  $ bspcompare regress -m shift-box --aim 4000 $DATA/known-wrong/thin-wedges.json --reproducer wrong.json | grep -A1 -E '^(worst:|reproduce)'
  worst: shift-box, move 360 of "aimed at seams: shape 0" (shape 0): late by 0.0459216 units
  undecided: 832 of 4001 moves touch or follow a surface;
  --
  reproduce it with 3 brushes: bspcompare regress wrong.json
  (empty)
  [1]
  $ cp wrong.json regress-repro.json && bspcompare regress regress-repro.json | grep -E '^(worst:|reproduce|regress-repro)'
  worst: shift-box, move 0 of "aimed at seams: shape 0" (shape 0): late by 0.0459216 units
  regress-repro.json is not written, because it already holds the move with the worst answer
  [1]
  $ cmp regress-repro.json wrong.json && rm regress-repro.json
  $ bspcompare regress -m shift-box small.json wrong.json | grep -A1 ^worst:
  worst: shift-box, move 0 of "aimed at seams: shape 0" (shape 0) in wrong.json: late by 0.0459216
    units
  [1]
  $ bspcompare regress wrong.json | grep '^! wrong'
  ! wrong answers: shift-box 1
  [1]

Without a scenario: the set. It is also found beside the folder of the program.

  $ mkdir -p installed/bin installed/share/onion-bsp/regress && cp "$(command -v bspcompare)" installed/bin
  > sed 's/room.json/..\/..\/..\/..\/room.json/' small.json >installed/share/onion-bsp/regress/small.json
  > env -u BSP_DATA_DIR installed/bin/bspcompare regress -m brushes | head -n 1
  small: world room (2 brushes), 1 space, 1 shape; 21 moves: 20 walks, 1 shot, 8 hits
  $ bspcompare regress -o set.txt; tail -n 1 set.txt
  74 scenarios, 234713 answers, 0 of them wrong
  $ BSP_DATA_DIR=$PWD bspcompare regress
  ! bspcompare: no scenario given, and the folder $PWD/regress has none; name scenarios, or set BSP_DATA_DIR to a folder that has the folder regress
  [2]
  $ mkdir regress && for i in 1 2 3 4 5 6 7 8; do cp small.json room.json regress; sed "s/small/small $i/" small.json >regress/$i.json; done
  $ rm regress/room.json && sed -i 's/room.json/..\/room.json/' regress/*.json
  $ BSP_DATA_DIR=$PWD bspcompare regress -m brushes
  9 scenarios, 189 answers, 0 of them wrong
  $ cp wrong.json regress && BSP_DATA_DIR=$PWD bspcompare regress -m shift-box,brushes --reproducer again.json
  All results
  (empty)
  scenario                                        world        method     moves  agree  early  late  planes  worst early  worst late  wrong  skipped
  thin wedges: aimed at seams: shape 0, move 360  thin wedges  shift-box      1      0      0     1       0            0      0.0459      1        0
  (empty)
  worst: shift-box, move 0 of "aimed at seams: shape 0" (shape 0) in wrong.json: late by 0.0459216
    units
  10 scenarios, 380 answers, 1 of them wrong
  reproduce it with 3 brushes: bspcompare regress again.json
  (empty)
  agree: answers within the bracket
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  late: answers after the bracket, which go through solid
  planes: hits and exits with a wrong plane
  worst early: in units of distance
  worst late: in units of distance
  wrong: answers that are late or have a wrong plane that is guaranteed;
    for exact methods also early ones
  [1]

Walkers.

  $ bspcompare regress -m brushes --walkers 300,7 small.json | sed -n '/^Walkers/,$p'
  Walkers
  (empty)
  shape  method   frames  lost  stuck  in solid
  stand  brushes     300     0      0         0
  ball   brushes     300     0      0         0
  (empty)
  agree: answers within the bracket
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  late: answers after the bracket, which go through solid
  planes: hits and exits with a wrong plane
  worst early: in units of distance
  wrong: answers that are late or have a wrong plane that is guaranteed;
    for exact methods also early ones
  brushes: the brush table: a hierarchy of brushes, expanded at query time
  hits: moves that begin clear of solid and truly hit it
  lost: frames in which a body gets less than half as far as it can
  stuck: bodies that were stuck for five frames in a row
  in solid: frames that end deeper in solid than 0.001 unit
  $ bspcompare regress -m brushes --walkers 300,7 -f csv small.json | sed -n '/^$/,$p'
  (empty)
  scenario,shape,method,exact,frames,lost,stuck,in_solid
  small,stand,brushes,1,300,0,0,0
  small,ball,brushes,1,300,0,0,0
  $ bspcompare regress --walkers 0 small.json
  ! bspcompare: --walkers: '0' is not N or N,SEED, where N is from 1 to 10000000
  [2]
  $ bspcompare regress --walkers 5,x small.json
  ! bspcompare: --walkers: '5,x' is not N or N,SEED, where N is from 1 to 10000000
  [2]

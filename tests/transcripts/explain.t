The command "explain": one move, and the reasons for the methods' answers.

The world is a wedge with a sharp vertical edge at the origin that points towards the move. The
normals of its faces are 80 degrees apart, so that no bevel cuts the edge off. Moved out by the
ball's radius r = 10, the faces meet at r / cos 40 = 13.054 from the edge. The ball truly stops at r.

  $ cat >wedge.json <<'END'
  > {"format":"bsp-world","version":1,"brushes":[
  >  {"box":[[-100,100,-64],[100,116,64]]},
  >  {"points":[[0,0,-64],[0,0,64],[20,23.83507185,-64],[20,23.83507185,64],
  >             [20,-23.83507185,-64],[20,-23.83507185,64]]}],
  >  "starts":[[-50,0,0]]}
  > END
  $ cat >m.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"wedge","world":"wedge.json",
  >  "spaces":[{"name":"box","mins":[-8,-8,-8],"maxs":[8,8,8]}],
  >  "shapes":[{"name":"ball","sphere":{"radius":10}}],
  >  "trajectories":[{"name":"at:edge","shape":"ball",
  >    "moves":[[[-50,40,0],[-40,40,0]],[[-50,0,0],[50,0,0]]]},
  >   {"name":"walk","space":"box","response":"slide",
  >    "random":{"seed":1,"moves":20,"step":[2,32],"start":"starts"}}]}
  > END

Why the ball stops before the edge.

  $ bspcompare explain m.json --move at:edge:1 -m shift,onion
  wedge: at:edge:1, a move of ball
  (empty)
  from     -50 0 0
  to       50 0 0: 100 units
  shape    sphere, from -10 -10 -10 to 10 10 10 around the moving point
  stopped  by every brush
  truth    hits at t = 0.4
  stops    -10 0 0: after 40 units
  brush    1: /brushes/1 of wedge.json
           contents solid, from 0 -23.8351 -64 to 20 23.8351 64
  side     an edge or a corner
  normal   -1 0 0
  bracket  39.999 to 40.001 units: t from 0.39999 to 0.40001
  (empty)
  method  guarantee   class         t    units  stops at    normal           nodes   off by  verdict
  shift   never late  E2S    0.369459  36.9459  -13.05 0 0  -0.766 0.6428 0      8  -3.0531  early
  onion   -           -             -        -  -           -                    -        -  skipped
  (empty)
  shift stops 3.0531 units early
  (empty)
  A cell of the method's tree stops the object. The cell extends from 0 -23.8351 -64 to 20 23.8351 64
    and has 5 faces. Above it in the tree are 8 planes, 2 of them bevels.
  The cell is part of brush 1: /brushes/1 of wedge.json.
  The object stops at a face of the cell. Its normal is -0.766 0.6428 0, its distance 0;
    the query shifted it outward by 10 units.
  At the stop, the object is 3.0541 units away from the cell. The nearest part of the cell is the edge
    from 0 0 -64 to 0 0 64, between faces with the normals -0.766 0.6428 0 and -0.766 -0.6428 0, 80
    degrees apart. Shifted outward, these faces meet beyond the edge expanded by the shape.
  Only edges of more than 90 degrees (bevel_angle) get a bevel.
  In truth the object hits solid 3.0541 units farther on.
  (empty)
  guarantee: exact: answers are in the bracket; never late: answers are in the bracket or before it
  class: E: stays in empty space; S: stays in solid; E2S: hits; S2E: starts in solid and leaves it
  t: the fraction of the move before the stop; 0 if the move starts in solid
  nodes: nodes of the method's trees that the query visited
  off by: units by which the answer is before (below 0) or after the bracket

A side that is hit.

  $ bspcompare explain m.json --from 0,50,0 --to 0,150,0 --shape box -m onion | grep ^side
  side     3
  side: the plane of that brush, counted from 0

A move by its coordinates, and another mover.

  $ bspcompare explain m.json --from -50,0,0 --to 50,0,0 --shape ball -m shift | grep -o "early$"
  early
  early
  $ bspcompare explain m.json --move at:edge:1 --shape point=0,0,0:0,0,0 -m onion,shift | grep -E "^(truth|onion|shift) "
  truth    hits at t = 0.5
  onion   exact      E2S    0.500000  50.0000  0 0 0     -0.766 0.6428 0      1     2      6  0.0000  in the bracket
  shift   exact      E2S    0.500000  50.0000  0 0 0     -0.766 0.6428 0      1     2      6  0.0000  in the bracket

A place in solid. 2 units from the edge the ball is clear, but shift reports it as solid.

  $ bspcompare explain m.json --from 15,0,0 --shape ball -m shift,merge | grep -E "^(brush|depth|merge) "
  brush    1: /brushes/1 of wedge.json
  depth    15 units: the shortest way out of this brush alone
  merge   exact       S          6  right
  $ bspcompare explain m.json --from -12,0,0 --shape ball -m shift | grep -E '^shift|from the cell'
  shift   never late  S          8  solid
  shift treats the place as solid
  At the stop, the object is 2 units away from the cell. The nearest part of the cell is the edge from

A start in two brushes: the way out of both, and when the move leaves them.

  $ cat >two.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"two","world":
  >  {"format":"bsp-world","version":1,"name":"w","brushes":[
  >   {"box":[[-10,-50,-10],[10,50,10]]},{"box":[[10,-50,-10],[20,50,10]]}]},
  >  "spaces":[{"name":"box","mins":[-12,-12,-12],"maxs":[12,12,12]}],
  >  "trajectories":[{"name":"out","space":"box","moves":[[[0,0,0],[64,0,0]]]}]}
  > END
  $ bspcompare explain two.json --move out:0 -m onion | grep -E '^(depth|also in|way out|leaves |onion)'
  depth    22 units: the shortest way out of this brush alone
  also in  1: /world/brushes/1 of two.json, to a depth of 2 units
  way out  22 units, to -22 0 0, which is the shortest
  leaves   31.999 to 32.001 units: t from 0.499984 to 0.500016
  onion   exact      S2E    0.000000  0.0000  32.0000  0 0 0     1 0 0       6  0.0000  in the bracket
  $ bspcompare explain two.json --from 0,0,0 --to 9,0,0 --shape box -m onion | grep '^leaves'
  leaves   not before the end of the move

A move along a surface: the bracket decides little, also where it is less than half of the move.

  $ bspcompare explain m.json --from -50,90,0 --to 50,90,0 --shape ball -m shift-exact | grep -E '^(This bracket|sharper)'
  This bracket excludes few answers, because the object moves along a surface, passes very close to
  sharper  100 to 100 units: t from 1 to 1
  $ bspcompare explain m.json --from 0,95,0 --to 1000,95,0 --shape a=-5,-5,-5:5,5,5 -m onion | grep '^This bracket'
  This bracket excludes few answers, because the object moves along a surface, passes very close to

A level needs no scenario.

  $ cat >pool.json <<'END'
  > {"format":"bsp-world","version":1,"name":"slab","brushes":[{"box":[[-64,-64,-8],[64,64,0]]},
  >  {"box":[[-64,-64,0],[64,64,16]],"contents":"water"}]}
  > END
  $ bspcompare explain pool.json --from 0,0,90 --to 0,0,-10 --shape p=capsule:4,-8,8 -m shift-exact | grep "^brush "
  brush    1: /brushes/1 of pool.json
  $ bspcompare explain pool.json --from 0,0,90 --to 0,0,-10 --shape p=-1,-1,-1:1,1,1:solid -m onion | grep "^brush "
  brush    0: /brushes/0 of pool.json
  $ bspcompare explain pool.json --from 0,0,9 --shape none
  ! bspcompare: --shape: pool.json has no box or shape 'none'; it has stand, crouch, point, small, big
  [2]

Only the contents that are named stop a box of the command line.

  $ bspcompare explain m.json --from 0,50,0 --to 0,150,0 --shape s=0,0,0:0,0,0:solid,fog -m onion | grep -E "^(stopped|truth)"
  stopped  by solid,fog
  truth    hits at t = 0.5
  $ bspcompare explain m.json --from 0,50,0 --shape s=0,0,0,0,0,0:water,200 -m onion | grep '^stopped'
  stopped  by water,200

A map is read without water unless the scenario asks for it.

  $ cat >l.map <<'END'
  > {
  > "classname" "worldspawn"
  > {
  > ( 0 0 8 ) ( 0 8 8 ) ( 8 0 8 ) a 0 0 0 1 1
  > ( 0 0 0 ) ( 8 0 0 ) ( 0 8 0 ) a 0 0 0 1 1
  > ( 8 0 0 ) ( 8 0 8 ) ( 8 8 0 ) a 0 0 0 1 1
  > ( 0 0 0 ) ( 0 8 0 ) ( 0 0 8 ) a 0 0 0 1 1
  > ( 0 8 0 ) ( 8 8 0 ) ( 0 8 8 ) a 0 0 0 1 1
  > ( 0 0 0 ) ( 0 0 8 ) ( 8 0 0 ) a 0 0 0 1 1
  > }
  > }
  > END
  $ cat >l.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"l","world":"l.map","options":{"masks":false},
  >  "spaces":[{"name":"s","mins":[0,0,0],"maxs":[0,0,0]}],
  >  "trajectories":[{"name":"t","space":"s","waypoints":[[0,0,9],[0,0,8]]}]}
  > END
  $ cat >drop <<'END'
  > bspcompare explain $1 --from 4,4,20 --to 4,4,-20 -m onion --shape p=0,0,0:0,0,0:$2
  > END
  $ sh drop l.json solid,playerclip | grep ^truth
  truth    hits at t = 0.3
  $ sh drop l.json solid,water
  ! bspcompare: --shape: the world of l.json was read without the brushes that are neither solid nor playerclip; to read them, add "masks": true to the "options" of the scenario
  [2]
  $ sed s/false/true/ l.json >masks.json
  $ sh drop masks.json solid,water | grep ^truth
  truth    hits at t = 0.3

The side that is hit, and its texture: any characters, which do no harm. The table shows the textures if
there is room.

  $ sed "s/8 ) a 0 0 0/8 ) base\/<b>$(printf '\342\200\256')\\&'top 0 0 0/" l.map >top.map
  $ bspcompare explain top.map --from 4,4,20 --to 4,4,-20 -m onion --shape p=0,0,0:0,0,0 | grep -E '^(stops|side) '
  stops    4 4 8: after 12 units
  side     0, texture base/<b>?&'top
  $ bspcompare explain l.map --from 4,4,20 --to 4,4,-20 -m onion --shape p=0,0,0:0,0,0 | grep -E '^(method|onion|no room)'
  method  guarantee  class         t    units  stops at  normal  brush  side  texture  nodes  off by  verdict
  onion   exact      E2S    0.300000  12.0000  4 4 8     0 0 1       0     0  a            6  0.0000  in the bracket

A method may hit where the truth has no hit: a tree closes the seam of two brushes.

  $ cat >seam.json <<'END'
  > {"format":"bsp-world","version":1,"brushes":[
  >  {"box":[[-8,-8,0],[0,8,8]]},{"box":[[0,-8,0],[8,8,8]]}],"starts":[[0,0,20]]}
  > END
  $ bspcompare explain seam.json --from 0,0,20 --to 0,0,-20 --shape p=0,0,0:0,0,0 -m onion,brushes | grep -E '^(truth|stops|bracket|brush) |contents'
  truth    hits nothing
  stops    nowhere: it reaches the end of the move
  bracket  11.999 to 40 units: t from 0.299975 to 1
  brush    0: /brushes/0 of seam.json
           contents solid, from -8 -8 0 to 0 8 8

explain answers each move as run does.

  $ bspcompare run --no-timing -m shift-box --moves-out moves.csv m.json -o out.txt
  $ python3 -c '
  > import csv, subprocess
  > for row in csv.DictReader(open("moves.csv")):
  >     move = row["trajectory"] + ":" + row["move"]
  >     text = subprocess.check_output(
  >         ["bspcompare", "explain", "m.json", "-m", "shift-box", "--move", move], encoding="utf-8")
  >     answer = text[text.index("\nshift-box ") + 1:].split()
  >     if answer[1] == "exact" and (answer[2] != row["class"] or abs(float(answer[3]) - float(row["t"])) > 1e-6):
  >         print(move, answer, row)'

Pictures.

  $ bspcompare explain m.json --move at:edge:1 -m shift --picture p.svg >out.txt
  $ for text in 'a slice at z = 0' 'brush 1, which is hit' 'protrusion: solid only for' 'stops: shift' 'true contact' \
  >     'from -50 0 0' 'stop -10 0 0' 'to 50 0 0' '>from<' '>stop<' '>to<'; do
  >   grep -q "$text" p.svg || echo "no $text"
  > done
  $ sed 's/<[^>]*>/ /g' p.svg | grep -A1 protrusion
   protrusion: solid only for 
   shift, 62 square units 
  $ bspcompare explain m.json --from 0,50,0.123456789 --to 0,150,0.123456789 --shape box -m onion --picture p.svg >out.txt
  $ grep -o 'a slice at z = .*<' p.svg
  a slice at z = 0.12<
  a slice at z = 0.12<

A closed room.

  $ cat >room.json <<'END'
  > {"format":"bsp-world","version":1,"brushes":[
  >  {"box":[[-80,-80,-16],[80,80,0]]},{"box":[[-80,-80,96],[80,80,112]]},
  >  {"box":[[-80,-80,0],[-64,80,96]]},{"box":[[64,-80,0],[80,80,96]]},
  >  {"box":[[-64,-80,0],[64,-64,96]]},{"box":[[-64,64,0],[64,80,96]]}],"starts":[[0,0,30]]}
  > END

A start in solid: the slice contains the way out, here up, and has an arrow to the free place. The
legend has no move if nothing moves.

  $ for from in 0,0,5 70,0,40; do
  >   bspcompare explain room.json --from $from --shape s=-8,-8,-8:8,8,8 -m onion --picture p.svg | grep '^way'
  >   grep -oE 'a slice at . = [^<]*|[^>]* around the start|(from|free) [-0-9]+ [-0-9]+ [-0-9]+<|way out[^<]*|[^>]* move of s|[^>]*nothing stopped it|free<' p.svg | sort -u
  > done
  way out  3 units, to 0 0 8, which is the shortest
  a slice at x = 0
  brush 0, around the start
  free 0 0 8<
  free<
  from 0 0 5<
  way out: 3 units
  way out  14 units, to 56 0 40, which is the shortest
  a slice at z = 40
  brush 3, around the start
  free 56 0 40<
  free<
  from 70 0 40<
  way out: 14 units

The ends of the move are shown if they are near the stop.

  $ for to in 50 240 900; do
  >   bspcompare explain m.json --from -50,0,0 --to $to,0,0 --shape ball -m shift --picture p.svg >out.txt
  >   grep -c '>to<' p.svg || true
  > done
  1
  1
  0

A place at which nothing moves.

  $ bspcompare explain wedge.json --from -50,0,0 --shape s=-1,-1,-1:1,1,1 -m onion | head -8
  wedge: a place of s
  (empty)
  place    -50 0 0: clear
  shape    box, from -1 -1 -1 to 1 1 1 around the moving point
  stopped  by every brush
  (empty)
  method  guarantee  class  nodes  verdict
  onion   exact      E          2  right

Planes at an edge. The tree names a plane that is buried in another brush, but the move crosses it.

  $ bspcompare explain --move x:0 $DATA/known-wrong/step-of-floats.json -m shift-box,onion | grep -E '^(planes|shift-box|onion|The) '
  shift-box  exact      E2S    0.387917  0.0752  1476 -892 12  1 0 0       0     1     14  0.0000  in the bracket
  onion      exact      E2S    0.387917  0.0752  1476 -892 12  1 0 0       0     1     13  0.0000  in the bracket
  $ bspcompare explain --move push:5 $DATA/scenarios/round-room.json -m shift-box | sed -n '/^normal/p; /^method/,/^shift-box/p'
  normal   0 -1 0
  method     guarantee  class         t   units  stops at   normal  brush  side  nodes  off by  verdict
  shift-box  exact      E2S    0.000000  0.0000  -158 85 0  0 -1 0      5     8     22  0.0000  in the bracket

With --fill, places outside a closed level count as solid, and no answer is wrong.

  $ for to in 400 300 30; do
  >   bspcompare explain room.json --fill auto --from 0,0,400 --to 0,0,$to --shape s=-1,-1,-1:1,1,1 -m onion,brushes |
  >     grep -E '^(onion|brushes|The place is outside) '
  > done
  onion    exact      S          2  outside the level
  brushes  exact      E          1  right
  onion treats the place as solid
  The place is outside the level, and with --fill all space outside counts as solid.
  onion    exact      S      0.000000    0.0000  0 0 400       2  -100.0000  outside the level
  brushes  exact      E      1.000000  100.0000  -             1     0.0000  in the bracket
  onion treats the start as solid
  The place is outside the level, and with --fill all space outside counts as solid.
  onion    exact      S2E    0.000000    0.0000  305.0000  0 0 400   0 0 -1      -     -      6  -286.9990  outside the level
  brushes  exact      E2S    0.775676  287.0000         -  0 0 113   0 0 1       1     4      1     0.0000  in the bracket
  onion treats the start as solid
  The place is outside the level, and with --fill all space outside counts as solid.

A cell that reaches from a wall into the filled outside stops a ball early at the room's inner corner.

  $ cat >corner.json <<'END'
  > {"format":"bsp-world","version":1,"name":"corner","brushes":[
  >  {"box":[[-72,-72,-8],[72,72,0]]},{"box":[[-72,-72,64],[72,72,72]]},
  >  {"box":[[-72,-72,0],[-64,72,64]]},{"box":[[-72,-72,0],[72,-64,64]]},
  >  {"box":[[-72,64,0],[8,72,64]]},{"box":[[64,-72,0],[72,8,64]]},
  >  {"box":[[0,0,0],[8,72,64]]},{"box":[[0,0,0],[72,8,64]]}],"starts":[[-32,-32,32]]}
  > END
  $ bspcompare explain corner.json --fill on -m shift --shape=ball=sphere:16 --from=-40,16,32 --to=16,-40,32 | sed -n '/^A cell/,/brush/p'
  A cell of the method's tree stops the object. The cell extends from 0 0 -72 to 136 136 136 and has 6
    faces. Above it in the tree are 2 planes, 0 of them bevels.
  The cell is part of the filled outside, and not of a brush.

What is refused.

  $ bspcompare explain m.json
  ! bspcompare: give --move or --from, and not both
  [2]
  $ bspcompare explain m.json --to 0,0,0 --move walk:1
  ! bspcompare: --to: give --from, too
  [2]
  $ bspcompare explain m.json --from 0,0,0
  ! bspcompare: --from: give --shape, too, to name what moves
  [2]
  $ bspcompare explain m.json --from 0,0 --shape ball
  ! bspcompare: --from: '0,0' is not a point x,y,z
  [2]
  $ bspcompare explain m.json --from 0,0,0 --shape box=0,0,0:1,1,1
  ! bspcompare: --shape: there is already a space 'box'; choose another name
  [2]
  $ bspcompare explain wedge.json --from 0,0,0 --shape box=1,1,1:0,0,0
  ! bspcompare: --shape: 'box=1,1,1:0,0,0' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  [2]
  $ bspcompare explain m.json --move 0:2
  ! bspcompare: --move: trajectory 'at:edge' has no move 2; it has 2 moves, counted from 0
  [2]
  $ bspcompare explain m.json --move walk:1 --picture p.gif
  ! bspcompare: --picture: 'p.gif' must end in .svg
  [2]
  $ bspcompare explain m.json --move walk:1 --picture ./x.svg -o x.svg
  ! bspcompare: two outputs would be written to the same file, x.svg
  [2]
  $ bspcompare explain m.json --all
  ! bspcompare: give --move or --from, and not both
  [2]

Everything that a move meets: two brushes, which stop a box in an onion, too; and a stay in solid to the end.

  $ bspcompare explain m.json --from=5,-60,0 --to=5,200,0 --shape box -m shift,onion --all | sed -n '/^brushes/,/^$/p'
  brushes  the move meets 2, if it goes through solid
           brush 1: enters at t = 0.140412, leaves at 0.321126; side 4, normal -0.766044 -0.642788 0, contents solid
           brush 0: enters at t = 0.584615, leaves at 0.707692; side 3, normal 0 -1 0, contents solid
  shift    transitions: 4
           E2S at t = 0.140412, normal -0.766044 -0.642788 0
           S2E at t = 0.321126, normal -0.766044 0.642788 0
           E2S at t = 0.584615, normal 0 -1 0
           S2E at t = 0.707692, normal 0 1 0
  onion    transitions: 4
           E2S at t = 0.140412, normal -0.766044 -0.642788 0
           S2E at t = 0.321126, normal -0.766044 0.642788 0
           E2S at t = 0.584615, normal 0 -1 0
           S2E at t = 0.707692, normal 0 1 0
  (empty)
  $ bspcompare explain m.json --from=-50,0,0 --to=10,0,0 --shape ball -m shift,onion --all | sed -n '/^brushes/,/^$/p'
  brushes  the move meets 1, if it goes through solid
           brush 1: enters at t = 0.666667, ends in it; no side, normal -1 0 0, contents solid
  shift    transitions: 1
           E2S at t = 0.615765, normal -0.766044 0.642788 0
  (empty)

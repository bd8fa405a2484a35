The command "moves".

A log of a game becomes a scenario.

  $ cat >log.txt <<'END'
  > 2410001 -15 -15 -24 15 15 32  -32 0 25 32 0 25
  > 1       0   0   0   0  0  0   -32 0 25 -32 0 -25
  > 2410001 -15 -15 -24 15 15 32  -32 0 25 -32 0 24
  > END
  $ "$SOURCE/tools/log" log.txt --world room.json -o m.json && bspcompare moves m.json
  { "format": "bsp-scenario", "version": 1, "name": "room",
    "world": "room.json",
    "spaces": [
      { "name": "30x30x56", "mins": [-15,-15,-24], "maxs": [15,15,32] },
      { "name": "point", "mins": [0,0,0], "maxs": [0,0,0] } ],
    "trajectories": [
      { "name": "30x30x56 under 2410001", "space": "30x30x56", "mask": "2410001",
        "order": [0,2],
        "moves": [
          [[-32,0,25],[32,0,25]],
          [[-32,0,25],[-32,0,24]] ] },
      { "name": "point under 1", "space": "point", "mask": "1",
        "order": [1],
        "moves": [
          [[-32,0,25],[-32,0,-25]] ] } ] }

A compressed scenario is the same each time, and the same scenario.

  $ gzip -c log.txt | "$SOURCE/tools/log" - -w room.json -o m.json.gz
  $ "$SOURCE/tools/log" log.txt -w room.json -o n.json.gz && cmp m.json.gz n.json.gz
  $ gzip -dc m.json.gz | cmp - m.json
  $ bspcompare run --no-timing --moves-out p.csv -m onion,onion-named m.json -o p.txt
  $ bspcompare run --no-timing --moves-out c.csv -m onion,onion-named m.json.gz -o c.txt
  $ cmp p.csv c.csv && cmp p.txt c.txt

The moves run in the order of the log.

  $ cut -d , -f 1-4 p.csv
  trajectory,move,shape,method
  30x30x56 under 2410001,0,30x30x56,onion
  30x30x56 under 2410001,0,30x30x56,onion-named
  point under 1,0,point,onion
  point under 1,0,point,onion-named
  30x30x56 under 2410001,1,30x30x56,onion
  30x30x56 under 2410001,1,30x30x56,onion-named
  $ bspcompare regress m.json.gz >out.txt
  $ bspcompare sweep --vary spaces=1,2 --no-timing m.json.gz -o out.txt

"moves" keeps masks and order.

  $ bspcompare moves m.json.gz -o kept.json && grep -c '"mask": "2410001"' kept.json
  1
  $ bspcompare run --no-timing -m onion m.json.gz | grep '^hashes: moves'
  hashes: moves and answers 0205df46fa4a6778, trees and counters 551916df0cb632bb
  $ bspcompare run --no-timing -m onion kept.json | grep '^hashes: moves'
  hashes: moves and answers 0205df46fa4a6778, trees and counters 551916df0cb632bb

Moves of one space under several masks become moves of several spaces. Their names stay apart from the names of
others.

  $ cat >named.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"named","world":"room.json",
  >  "spaces":[{"name":"a","mins":[-1,-1,-1],"maxs":[1,1,1]},{"name":"a under 1","mins":[-2,-2,-2],"maxs":[2,2,2]}],
  >  "trajectories":[{"name":"x","space":"a","mask":"1","moves":[[[-32,0,25],[32,0,25]]]},
  >   {"name":"y","space":"a","moves":[[[-32,0,25],[32,0,25]]]},
  >   {"name":"z","space":"a under 1","moves":[[[-32,0,25],[32,0,25]]]}],"options":{"masks":true}}
  > END
  $ bspcompare run named.json -m brushes --no-timing --moves-out named.csv -o out.txt && cut -d , -f 1,3 named.csv
  trajectory,shape
  x,a under 1'
  y,a
  z,a under 1

What "moves" and tools/log refuse.

  $ ls >before.txt
  $ bspcompare moves log.txt
  ! bspcompare: log.txt:1:9: unexpected character
  [2]
  $ "$SOURCE/tools/log" log.txt -w room.json -o log.txt
  ! log: log.txt: the output is also the log, which would be lost; give another output
  [2]
  $ "$SOURCE/tools/log" log.txt -w room.json -o no/m.json
  ! log: no/m.json.part: No such file or directory
  [2]
  $ ls | cmp - before.txt

"moves" records the moves that a run computes: the hash is the same.

  $ for name in scenarios/two-rooms scenarios/nested scenarios/stationary scenarios/spike-end regress/skins; do
  >   bspcompare moves $DATA/$name.json -o recorded.json
  >   bspcompare run --no-timing -m multi,shift,brushes recorded.json | grep '^hashes: moves' >hash.txt
  >   bspcompare run --no-timing -m multi,shift,brushes $DATA/$name.json | grep '^hashes: moves' | cmp - hash.txt
  > done
  $ bspcompare moves $DATA/regress/sharp-edges.json | grep -c '"exact": true'
  3

Another mover, also in a scenario that contains its world.

  $ bspcompare moves small.json --shape ball -o ball.json
  $ bspcompare run --no-timing -m brushes ball.json | sed q
  small: world room (2 brushes), 1 space, 1 shape; 21 moves: 20 walks, 1 shot, 1 hit
  $ python3 -c '
  > import json
  > scenario = json.load(open("small.json"))
  > scenario["world"] = json.load(open("room.json"))
  > json.dump(scenario, open("inside.json", "w"))'
  $ bspcompare moves inside.json --shape stand -o held.json
  $ bspcompare run --no-timing -m brushes held.json | sed q
  small: world room (2 brushes), 1 space, 1 shape; 21 moves: 20 walks, 1 shot, 8 hits

A new mover.

  $ bspcompare moves small.json --shape giant=-30,-30,0:30,30,90 -o giant.json.gz
  $ bspcompare run --no-timing -m onion giant.json.gz | sed q
  small: world room (2 brushes), 2 spaces, 1 shape; 21 moves: 20 walks, 1 shot, 3 hits, 17 starts in
  $ for shape in sphere:4 cylinder:4,-8,8 capsule:4,-8,8; do
  >   bspcompare moves small.json --shape man=$shape -o man.json
  >   bspcompare run --no-timing -m shift-exact man.json | sed q
  >   bspcompare explain small.json --from 0,0,0 --to 0,0,9 --shape man=$shape >out.txt
  > done
  small: world room (2 brushes), 1 space, 2 shapes; 21 moves: 20 walks, 1 shot, 1 hit
  small: world room (2 brushes), 1 space, 2 shapes; 21 moves: 20 walks, 1 shot, 2 hits
  small: world room (2 brushes), 1 space, 2 shapes; 21 moves: 20 walks, 1 shot, 2 hits
  $ for shape in man=sphere:0 man=capsule:10,0,19 man=cylinder:10,5,5 man=cylinder:10,0 man=cube:10 \
  >   =sphere:1 ball=sphere:1 stand=sphere:1; do
  >   refused bspcompare moves small.json --shape $shape
  > done
  bspcompare: --shape: 'man=sphere:0': the radius must be above 0, not 0
  bspcompare: --shape: 'man=capsule:10,0,19': a capsule of radius 10 is at least 20 high, not 19
  bspcompare: --shape: 'man=cylinder:10,5,5': the bottom (5) must be below the top (5)
  bspcompare: --shape: 'man=cylinder:10,0' is not NAME=sphere:RADIUS, NAME=cylinder:RADIUS,BOTTOM,TOP or NAME=capsule:RADIUS,BOTTOM,TOP
  bspcompare: --shape: 'man=cube:10' is not NAME=sphere:RADIUS, NAME=cylinder:RADIUS,BOTTOM,TOP or NAME=capsule:RADIUS,BOTTOM,TOP
  bspcompare: --shape: '=sphere:1' is not NAME=sphere:RADIUS, NAME=cylinder:RADIUS,BOTTOM,TOP or NAME=capsule:RADIUS,BOTTOM,TOP
  bspcompare: --shape: there is already a shape 'ball'; choose another name
  bspcompare: --shape: there is already a space 'stand'; choose another name

Masks are of the spaces once they are read. Where the spaces have none, the option is kept.

  $ bspcompare moves $DATA/scenarios/two-rooms.json | sed -n '/"masks"/p'
  $ sed 's/"repeat":3/"masks":true/; s/\[-32,0,25\]/[-32,-0.0,25]/; s/"ball"/"ball=4"/' small.json >masks.json
  $ bspcompare moves masks.json | grep -oE '"masks": true|\[-32,-0.0,25\]'
  [-32,-0.0,25]
  "masks": true
  $ bspcompare moves masks.json --shape ball=4 -o out.json

What it refuses of scenarios.

  $ bspcompare moves small.json --shape stnd
  ! bspcompare: --shape: small.json has no box or shape 'stnd'; it has stand, ball
  [2]

Boxes, and the contents that stop them.

  $ for box in o=0,0,0:1,1,1 o=0,0,0,1,1,1 o=0,0,0:1,1,1:solid o=0,0,0,1,1,1:water,200 o=0,0,0,1,1,1:0x201; do
  >   bspcompare moves room.json --moves 1 --shapes "$box" | grep maxs
  > done
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1] } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1] } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1], "mask": "1" } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1], "mask": "220" } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1], "mask": "201" } ],
  $ for box in '' =0,0,0:1,1,1 o=0,0,0 o=0,0,2:1,1,1 o=0,0,nan:1,1,1 o=0,0,0:1,1,1e9 $'\xff=0,0,0:1,1,1' \
  >   o=0,0,0:1,1,1: o=0,0,0:1,1,1:stone o=0,0,0:1,1,1:solid:water; do
  >   refused bspcompare moves room.json --shapes "$box"
  > done
  bspcompare: --shapes: '' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  bspcompare: --shapes: '=0,0,0:1,1,1' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  bspcompare: --shapes: 'o=0,0,0' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  bspcompare: --shapes: 'o=0,0,2:1,1,1' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  bspcompare: --shapes: 'o=0,0,nan:1,1,1' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  bspcompare: --shapes: 'o=0,0,0:1,1,1e9' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  bspcompare: '�=0,0,0:1,1,1' is not UTF-8, as arguments must be
  bspcompare: --shapes: 'o=0,0,0:1,1,1:': '' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits
  bspcompare: --shapes: 'o=0,0,0:1,1,1:stone': 'stone' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits
  bspcompare: --shapes: 'o=0,0,0:1,1,1:solid:water': 'solid:water' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits

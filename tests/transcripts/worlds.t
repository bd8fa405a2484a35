The commands that make and read worlds: "generate", "convert", "info" and "audit".

  $ bspcompare generate world city --brushes 40 --seed 3 -o city.json
  $ bspcompare generate world city --brushes 40 --seed 3 | cmp - city.json
  $ bspcompare generate world city --brushes 40 | cmp -s - city.json
  [1]
  $ bspcompare generate scenario city.json --spaces 2 --moves 20 -o crowd.json
  $ bspcompare run --no-timing -m multi,brushes crowd.json | grep -o '40 moves'
  40 moves
  40 moves

What "generate" refuses.

  $ echo '{"format":"bsp-world","version":1,"brushes":[]}' >bare.json
  $ bspcompare generate
  ! bspcompare: unknown command generate: the commands are run, regress, sweep, report, diff, explain, draw, generate world, generate scenario, moves; see 'bspcompare --help'
  [2]
  $ bspcompare generate town
  ! bspcompare: unknown command generate town; did you mean generate world? See 'bspcompare --help'
  [2]
  $ bspcompare generate world
  ! bspcompare: no kind given; see 'bspcompare generate world --help'
  [2]
  $ bspcompare generate world town
  ! bspcompare: 'town' is not a kind of world: the kinds are city, rooms, slivers, wedges, near-axial, near-coplanar, bricks
  [2]
  $ bspcompare generate world city --brushes 7
  ! bspcompare: --brushes: 7 is out of range, 8 to 1000000
  [2]
  $ bspcompare generate world city --brushes 1000001
  ! bspcompare: --brushes: 1000001 is out of range, 8 to 1000000
  [2]
  $ bspcompare generate world city --seed=-1
  ! bspcompare: --seed: -1 is out of range, 0 to 9223372036854775807
  [2]
  $ bspcompare generate world city -o nowhere/a.json
  ! bspcompare: nowhere/a.json: cannot be written: No such file or directory
  [2]
  $ bspcompare generate world city -o a.MAP
  ! bspcompare: a.MAP: the output is JSON, not .map: the name must end in .json
  [2]
  $ bspcompare generate scenario none.json
  ! bspcompare: none.json: cannot read: No such file or directory
  [2]
  $ bspcompare generate scenario room.json --spaces 65
  ! bspcompare: --spaces: 65 is out of range, 1 to 64
  [2]
  $ bspcompare generate scenario room.json --moves 0
  ! bspcompare: --moves: 0 is out of range, 1 to 10000000
  [2]
  $ bspcompare run small.json --repeat 1001
  ! bspcompare: --repeat: 1001 is out of range, 1 to 1000
  [2]
  $ bspcompare generate scenario bare.json -o out.json
  ! bspcompare: bare.json: the world has no starts, where moves could begin; give --kind graze or another kind of aimed moves, or a world in JSON with "starts"
  [2]
  $ ls
  bare.json
  city.json
  crowd.json
  room.json
  small.json

"import" prints a world as JSON. What it prints is the same world, and is imported as it is.

  $ bsplevel convert room.json >copy.json
  $ bsplevel convert copy.json -o again.json && cmp copy.json again.json
  $ bspcompare run --no-timing small.json | sed /sha256/d >out.txt
  $ bspcompare run --no-timing -w copy.json small.json | sed /sha256/d | cmp - out.txt
  $ bsplevel convert room.json -o w.map
  ! bsplevel: w.map: the name must end in .json or .obj
  [2]
  $ bsplevel convert room.json -o w.obj; grep -c ^f w.obj; grep ^o w.obj
  12
  o brush-0
  o brush-1
  ! bsplevel: w.obj: starts left out: 1, contents of brushes left out: 0, because an .obj cannot hold them; a .json can
  $ bsplevel convert w.obj -o again.obj 2>&1 | grep 'left out'
  [1]
  $ changed room.json brushes/0/contents='["playerclip"]' starts=[] >clip.json; bsplevel convert clip.json -o clip.obj
  ! bsplevel: clip.obj: starts left out: 0, contents of brushes left out: 1, because an .obj cannot hold them; a .json can
  $ bsplevel convert w.obj --scale 2 --weld 0.001 --snap 0.001 --close -o twice.json 2>messages.txt
  $ bsplevel info twice.json | grep -E '^(planes|bounds)'
  planes   12
  bounds   -128 -128 -16 to 128 128 128
  $ bsplevel convert w.obj --up y -o turned.json 2>messages.txt; bsplevel info turned.json | grep ^bounds
  bounds   -64 -64 -64 to 64 8 64
  $ bsplevel convert w.obj --up x
  ! bsplevel: --up: 'x' is not y or z
  [2]
  $ touch w.glb; bsplevel info w.glb
  ! bsplevel: w.glb: this mesh must be converted first: bsplevel convert w.glb -o WORLD.json
  [2]
  $ bsplevel convert w.obj --scale 0
  ! bsplevel: --scale: 0 is out of range, 1e-06 to 1e+06
  [2]
  $ bsplevel convert w.obj --scale -1
  ! bsplevel: --scale: -1 is out of range, 1e-06 to 1e+06
  [2]
  $ bsplevel convert w.obj --scale nan
  ! bsplevel: --scale: nan is out of range, 1e-06 to 1e+06
  [2]
  $ bsplevel convert room.json --scale 2
  ! bsplevel: --weld, --snap, --sheet, --scale, --up and --close are only for meshes: .obj, .glb, .gltf, .ply, .stl, .fbx and .dae
  [2]
  $ bsplevel convert
  ! bsplevel: no level given; see 'bsplevel convert --help'
  [2]
  $ bsplevel info room.json
  file     room.json
  name     room
  brushes  2
  planes   12
  bounds   -64 -64 -8 to 64 64 64
  starts   1
           -32 0 25
  skipped  0
  $ echo '{"format":"bsp-world","version":1,"brushes":[{"box":[[-46.0000265416747,-1.1e-16,0],[1,1,1]]}]}' >odd.json
  $ bsplevel info odd.json | grep ^bounds
  bounds   -46.000027 0 0 to 1 1 1
  $ bsplevel info
  ! bsplevel: no world given; see 'bsplevel info --help'
  [2]
  $ bsplevel info room.json room.json
  ! bsplevel: room.json: this is one world too many; see 'bsplevel info --help'
  [2]

A scenario may ask for patches, whatever its world is.

  $ sed 's/"world":/"patches": true, "world":/' small.json >curved.json
  $ bspcompare run --no-timing -m brushes -f json curved.json | grep '"world"'
      "world": "room.json",

Names that are not those of a world.

  $ touch notes.txt
  $ for part in level.bsp#door room.json#patch level.bsp#1,2 level.bsp#; do
  >   refused bsplevel info $part
  > done
  bsplevel: level.bsp#door: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  bsplevel: room.json#patch: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  bsplevel: level.bsp#1,2: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  bsplevel: level.bsp#: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  $ bsplevel info room.json#patches=2
  ! bsplevel: room.json#patches=2: a .json file has no patches, games or classes to select
  [2]
  $ bspcompare run --no-timing --world '#quake2' small.json
  ! bspcompare: room.json#quake2: a .json file has no patches, games or classes to select
  [2]
  $ bsplevel info missing.file
  ! bsplevel: missing.file: cannot read: No such file or directory
  [2]
  $ bsplevel info notes.txt
  ! bsplevel: notes.txt: the name of a world must end in .json, .map, .bsp or .obj, optionally followed by .gz
  [2]

Leaks. The roof of this box has a hole of 8 units, through which the line to the outside leads.

  $ cat >holed.json <<'END'
  > {"format":"bsp-world","version":1,"brushes":[
  >  {"box":[[-72,-72,64],[-4,72,72]]},{"box":[[4,-72,64],[72,72,72]]},
  >  {"box":[[-72,-72,-8],[72,72,0]]},
  >  {"box":[[-72,-72,0],[-64,72,64]]},{"box":[[64,-72,0],[72,72,64]]},
  >  {"box":[[-64,-72,0],[64,-64,64]]},{"box":[[-64,64,0],[64,72,64]]}],
  >  "starts":[[-32.123,0,25],[0,0,-4]]}
  > END
  $ bsplevel info holed.json --leak h.pts
  file     holed.json
  name     holed
  brushes  7
  planes   42
  bounds   -72 -72 -8 to 72 72 72
  starts   2
           -32.123 0 25
           0 0 -4, in solid
  skipped  0
  sealed   no: a hole 7.66 to 8 units wide at 0 0 67.9
           between brush 0: /brushes/0, and brush 1: /brushes/1
           the way out: 83.6 units and 5 points from -32.1 0 25 to 0 0 78.3, outside of the world
  nodes    17
  [1]
  $ cat h.pts
  -32.1 0 25
  -30.2 0 32
  -0.2 0 32
  0 0 41.1
  0 0 78.3

A point passes clip brushes, as in the games' compilers. A box is stopped by the contents that are given.

  $ sed 's/"brushes":\[/&{"box":[[-4,-72,64],[4,72,72]],"contents":"playerclip"},/' holed.json >clipped.json
  $ for box in '' --box=0,0,0:0,0,0:solid --box=0,0,0:0,0,0; do
  >   bsplevel info clipped.json --leak c.pts $box | sed -n '/^sealed/,$p'
  > done
  sealed   no: a hole 7.66 to 8 units wide at 0 0 67.9
           between brush 1: /brushes/1, and brush 2: /brushes/2
           the way out: 83.6 units and 5 points from -32.1 0 25 to 0 0 78.3, outside of the world
           closed for players by brushes that are not solid, such as clip
  nodes    18; 6 (33%) if the outside is filled
  sealed   no: a hole 7.66 to 8 units wider than the box at 0 0 67.9
           between brush 1: /brushes/1, and brush 2: /brushes/2
           the way out: 83.6 units and 5 points from -32.1 0 25 to 0 0 78.3, outside of the world
  nodes    17
  sealed   yes: 1 of 19 empty leaves are reached
           cracks narrower than 0.001 unit count as closed
  nodes    18; 6 (33%) if the outside is filled
  ! bsplevel: c.pts: the old file was removed, because no way out is known now
  $ bsplevel info clipped.json --leak c.pts --box=0,0,0:0,0,0:stone
  ! bsplevel: --box: '0,0,0:0,0,0:stone' is not a box; write MINS:MAXS[:CONTENTS], such as -8,-8,-8:8,8,8 or -8,-8,-8:8,8,8:solid
  [2]
  $ sed 's/"starts".*\]\]/"starts":[]/' holed.json >nowhere.json
  $ bsplevel info nowhere.json --leak c.pts | grep ^sealed
  sealed   unknown: the level has no starts
  [1]
  $ sed '/64\],\[-4,/d' holed.json >open.json
  $ bsplevel info open.json --leak o.pts | grep ^sealed
  sealed   no: a hole at least 128 units wide, near -32 0 63.9: is there a wall or roof, and is the start below the roof?
  [1]
  $ head -n 1 o.pts
  -32.1 0 25
  $ bsplevel info room.json --leak w.pts | grep ^sealed
  sealed   no: a hole at least 128 units wide, near -48 0 64: is there a wall or roof, and is the start below the roof?
  [1]
  $ changed $DATA/worlds/two-rooms.json starts='[[-160,0,174]]' >above.json; bsplevel info above.json --leak w.pts | grep ^sealed
  sealed   no: a hole at least 128 units wide, near -160 0 174: is there a wall or roof, and is the start below the roof?
  [1]
  $ bsplevel info room.json --leak other.json
  ! bsplevel: --leak: 'other.json' must end in .pts
  [2]
  $ bsplevel info room.json --leak none/w.pts
  ! bsplevel: none/w.pts: cannot be written: No such file or directory
  [2]
  $ bsplevel info $DATA/worlds/two-rooms.json --leak none.pts | grep -E '^(sealed|nodes)'
  sealed   yes: 3 of 25 empty leaves are reached
  nodes    24; 16 (67%) if the outside is filled
  $ ls none.pts
  ! ls: cannot access 'none.pts': No such file or directory
  [2]
  $ bsplevel info $DATA/worlds/two-rooms.json --leak w.pts >two.txt; ls w.pts
  ! bsplevel: w.pts: the old file was removed, because no way out is known now
  ! ls: cannot access 'w.pts': No such file or directory
  [2]

"audit" compares a level's own bevels with the exact expansion. Levels in memory are audited by
tests/test-audit.c.

  $ bsplevel audit $DATA/worlds/two-rooms.json
  ! bsplevel: $DATA/worlds/two-rooms.json: this is not a .bsp file; only a compiled level has sides or hulls to audit
  [2]
  $ bsplevel audit room.json --space a=-16,-16,-24:16,16,32:solid
  ! bsplevel: --space: leave out the contents, because an audit covers all contents
  [2]

"hulls" writes the clip hulls of a level anew. Levels in memory are written by tests/test-clip.c. The hulls of
goldsrc-room.bsp lack the bevels of edges. A script that shares no code with the program counts wrong moves.

  $ bsplevel audit $DATA/worlds/goldsrc-room.bsp | grep '^[ph]'
  phantom                3       3        12.03  the hull is solid where the exact expansion is not
  hole                   0       0            -  the exact expansion is solid where the hull is not
  phantom          hull 2, cell 0: 12.03 units at -21.0149,-32,67.3433
  phantom          hull 3, cell 0: 8.172 units at 29.4063,86.8325,78.5406
  phantom          hull 1, cell 0: 8.172 units at 22.2063,101.2325,78.5406
  [1]
  $ bsplevel convert $DATA/worlds/goldsrc-room.bsp#hull0 -o cells.json 2>messages.txt
  $ $DATA/hulls-by-hand $DATA/worlds/goldsrc-room.bsp 1 0 cells.json -16,-16,-36:16,16,36 1000 | tail -n 1
  1000 moves: 730 stop, 162 outside of 1/32 unit
  [1]
  $ bsplevel hulls $DATA/worlds/goldsrc-room.bsp --hull 1=-12,-12,-32:12,12,32 -o new.bsp
  hull 1   for a box of -12 -12 -32 to 12 12 32
           stored for -16 -16 -36 to 8 8 28, because games place a box by its mins, here -16 -16 -36
           35 clip nodes, before 17
  models   1
  solids   cells of hull 0
  nodes    69 of at most 32767
  planes   92 of at most 32767, 15 of them new
  ! bsplevel: $DATA/worlds/goldsrc-room.bsp: hull 1: cells left out: 1, because they are not in hull 0, such as clip brushes, and the new box does not contain the old box; the largest of them ends at 22.21 101.23 78.54 of model 0, 8.172 units from hull 0
  $ bsplevel audit new.bsp | grep '^[ph]'
  phantom                2       2        12.03  the hull is solid where the exact expansion is not
  hole                   0       0            -  the exact expansion is solid where the hull is not
  phantom          hull 2, cell 0: 12.03 units at -21.0149,-32,67.3433
  phantom          hull 3, cell 0: 8.172 units at 29.4063,86.8325,78.5406
  [1]
  $ $DATA/hulls-by-hand new.bsp 1 0 cells.json -16,-16,-36:8,8,28 1000 | tail -n 1
  1000 moves: 673 stop, 0 outside of 1/32 unit
  $ rm cells.json messages.txt new.bsp

  $ bsplevel hulls level.bsp --hull 1=-8,-8,0:8,8,8
  ! bsplevel: no output: give -o FILE.bsp, the file for the level
  [2]
  $ bsplevel hulls level.bsp -o new.bsp
  ! bsplevel: no hull: give --hull N=MINS:MAXS, a hull and its box
  [2]
  $ bsplevel hulls level.bsp#hull1 --hull 1=-8,-8,0:8,8,8 -o new.bsp
  ! bsplevel: level.bsp#hull1: the hulls of all models are written; leave out #hull1
  [2]
  $ for hull in 0=-8,-8,0:8,8,8 1=8,-8,0:-8,8,8 1=-8,-8,0:8,8,8:solid box=-8,-8,0:8,8,8; do
  >   bsplevel hulls level.bsp --hull $hull -o new.bsp
  > done
  ! bsplevel: --hull: '0=-8,-8,0:8,8,8' is not N=MINS:MAXS, where N is the number of a clip hull, 1 to 3, and no min exceeds its max
  ! bsplevel: --hull: '1=8,-8,0:-8,8,8' is not N=MINS:MAXS, where N is the number of a clip hull, 1 to 3, and no min exceeds its max
  ! bsplevel: --hull: '1=-8,-8,0:8,8,8:solid' is not N=MINS:MAXS, where N is the number of a clip hull, 1 to 3, and no min exceeds its max
  ! bsplevel: --hull: 'box=-8,-8,0:8,8,8' is not N=MINS:MAXS, where N is the number of a clip hull, 1 to 3, and no min exceeds its max
  [2]
  $ bsplevel hulls level.bsp --hull 1=-8,-8,0:8,8,8 -o new.json
  ! bsplevel: --output: 'new.json' must end in .bsp
  [2]
  $ bsplevel hulls none.bsp --hull 1=-8,-8,0:8,8,8 -o new.bsp
  ! bsplevel: none.bsp: cannot read: No such file or directory
  [2]
  $ bsplevel hulls $DATA/worlds/courtyard.map --hull 1=-8,-8,0:8,8,8 -o new.bsp
  ! bsplevel: $DATA/worlds/courtyard.map: this is not a .bsp file; only a compiled level of Quake or GoldSrc has clip hulls
  [2]
  $ bsplevel hulls room.json --hull 1=-8,-8,0:8,8,8 -o new.bsp
  ! bsplevel: room.json: this is not a .bsp file; only a compiled level of Quake or GoldSrc has clip hulls
  [2]
  $ printf '\035\0\0\0' >short.bsp
  $ bsplevel hulls short.bsp --hull 1=-8,-8,0:8,8,8 -o new.bsp
  ! bsplevel: short.bsp: offset 4: the file ends within its header of 124 bytes
  [2]
  $ ls new.bsp new.json
  ! ls: cannot access 'new.bsp': No such file or directory
  ! ls: cannot access 'new.json': No such file or directory
  [2]

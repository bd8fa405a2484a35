Whether a prefab fits into a level: status 0 if it does, 1 if brushes overlap.

  $ cat >corner.json <<'END'
  > { "format": "bsp-world", "version": 1, "name": "corner",
  >   "brushes": [ { "box": [[0,0,0],[8,32,16]] }, { "box": [[0,0,0],[32,8,16]] } ] }
  > END
  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=-130,-131,14
  overlap: 6 pairs of brushes, the deepest first
  3 units: /brushes/4 of the level, /brushes/0 of the prefab
  3 units: /brushes/4 of the level, /brushes/1 of the prefab
  2 units: /brushes/0 of the level, /brushes/0 of the prefab
  2 units: /brushes/0 of the level, /brushes/1 of the prefab
  2 units: /brushes/2 of the level, /brushes/0 of the prefab
  2 units: /brushes/2 of the level, /brushes/1 of the prefab
  [1]
  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=-128,-128,16
  touching: no brushes overlap, and some touch, such as
  0 units: /brushes/2 of the level, /brushes/0 of the prefab
  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=0,0,500
  clear: no brushes overlap or touch, and the smallest gap is
  340 units: /brushes/1 of the level, /brushes/0 of the prefab
  $ bsplevel overlap $DATA/worlds/low-tunnel.json $DATA/worlds/courtyard.map --at=0,-3000,0
  clear: no brushes overlap or touch, and the smallest gap is
  2584 units: /brushes/0 of the level, entity 0, brush 0 (line 9) of the prefab

A turn moves the corner out of the wall, or into it. A yaw of 450 degrees is one of 90. The order of angles is roll,
pitch, yaw.

  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=-97,-100,16
  touching: no brushes overlap, and some touch, such as
  0 units: /brushes/0 of the level, /brushes/0 of the prefab
  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=-97,-100,16 --turn=90
  overlap: 1 pair of brushes, the deepest first
  1 units: /brushes/2 of the level, /brushes/0 of the prefab
  [1]
  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=-97,-100,16 --turn=0,450,0
  overlap: 1 pair of brushes, the deepest first
  1 units: /brushes/2 of the level, /brushes/0 of the prefab
  [1]
  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=0,-60,48 --turn=90,90,0
  touching: no brushes overlap, and some touch, such as
  0 units: /brushes/0 of the level, /brushes/1 of the prefab
  $ bsplevel overlap $DATA/worlds/low-tunnel.json corner.json --at=0,-60,17 --turn=0,0,30
  clear: no brushes overlap or touch, and the smallest gap is
  1 units: /brushes/0 of the level, /brushes/0 of the prefab

What cannot be placed.

  $ bsplevel overlap corner.json
  ! bsplevel: corner.json: only the level is named; name the prefab, too
  [2]
  $ bsplevel overlap corner.json corner.json --at=1,2
  ! bsplevel: --at: '1,2' is not a point x,y,z
  [2]
  $ bsplevel overlap corner.json corner.json --turn=left
  ! bsplevel: --turn: 'left' is neither an angle nor pitch,yaw,roll
  [2]
  $ echo '{ "format": "bsp-world", "version": 1, "name": "none", "brushes": [] }' >none.json
  $ bsplevel overlap corner.json none.json
  ! bsplevel: none.json: a solid needs at least one brush
  [2]
  $ bsplevel overlap none.json corner.json
  clear: the level has no brushes

A scenario with solids: those methods take them that can, and the copy that moves writes has the same answers.

  $ bspcompare regress $DATA/scenarios/solids.json | grep -E '^(brushes|merge|onion|shift) +[0-9]|skipped, '
  onion            1      1      0     0       0            0      0      259
  shift            1      1      0     0       0            0      0      259
  brushes        260    260      0     0       0            0      0        0
  merge          259    259      0     0       0            0      0        1
  skipped, shape not supported: onion, multi, shift, shift-box, shift-exact for corner, gate, cart,
  $ bspcompare moves $DATA/scenarios/solids.json -o copy.json && bspcompare regress copy.json | grep hashes >copied && bspcompare regress $DATA/scenarios/solids.json | grep hashes | diff - copied
  $ bspcompare explain $DATA/scenarios/solids.json --move parked:1
  ! bspcompare: $DATA/scenarios/solids.json: "cart" is a solid, and explain takes only spaces and other shapes; 'bsplevel overlap' names the brushes of a solid that overlap the world
  [2]

A solid stands still, and is not empty.

  $ sed 's/"moves": \[ *$/&[[0,0,0],[0,0,1]],/' $DATA/scenarios/solids.json >moving.json; sed -i "s#\.\./worlds#$DATA/worlds#" moving.json
  $ bspcompare regress moving.json
  ! bspcompare: moving.json: /trajectories/0: a solid must stand still; give moves from a point to the same point, or random moves with a "step" of [0, 0]
  [2]
  $ sed "s#\.\./worlds/ridge.json#none.json#; s#\.\./worlds#$DATA/worlds#" $DATA/scenarios/solids.json >empty.json
  $ bspcompare regress empty.json
  ! bspcompare: empty.json: /shapes/3/solid: a solid needs at least one brush
  [2]
  $ sed "s#\.\./worlds/ridge.json#no-such.json#; s#\.\./worlds#$DATA/worlds#" $DATA/scenarios/solids.json >nowhere.json
  $ bspcompare regress nowhere.json
  ! bspcompare: nowhere.json: /shapes/3/solid: no-such.json: cannot read: No such file or directory
  [2]

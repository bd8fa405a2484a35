The command "build" saves trees, "info" prints what is in them, and "run" and "regress" load them.

  $ cat >built <<'END'
  > bsplevel build room.json -o t --shapes stand=-15,-15,-24:15,15,32 "$@" && bsplevel info t
  > END
  $ bsplevel build room.json -m onion -o t --shapes stand=-15,-15,-24:15,15,32,crouch=-15,-15,-24:15,15,16
  t: onion of 2 boxes (stand, crouch), table of 2 brushes, 3.4 KiB
  $ bsplevel info t | grep -vE '^(shared|resident|hash)'
  file     t
  holds    an onion tree, 3456 bytes of format version 9
  world    room
  sha256   4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5
  spaces   2; the outside is filled in 0
           stand: -15 -15 -24 to 15 15 32
           crouch: -15 -15 -24 to 15 15 16
  nodes    11, 10 leaves, 6 deep, 9 planes
  sides    of 2 brushes, for all shapes: 1712 bytes
  $ ls
  built
  room.json
  small.json
  t

Shift trees. A tree is saved with the sides of the brushes for all shapes, for boxes, or without.

  $ bsplevel build room.json -m shift-exact -o t --sides none && bsplevel info t | grep -E '^(holds|world|bevels|outside|cells|sides) '
  t: shift-exact, 1.3 KiB
  holds    a shift tree, 1344 bytes of format version 9
  world    room
  bevels   boxes, from 90 degrees
  outside  as it is
  cells    2
  sides    none, so the brush that is hit is unknown
  $ bsplevel build room.json -m shift --bevel-angle 95 -o t && bsplevel info t | grep ^bevels
  t: shift, table of 2 brushes, 2.9 KiB
  bevels   edges, spikes, level tops, from 95 degrees
  $ sh built -m onion --sides boxes | grep ^sides
  sides    of 2 brushes, for boxes: 920 bytes
  $ sh built -m onion --sides none | grep ^sides
  sides    none, so the brush that is hit is unknown
  $ sh built -m onion --sides some
  ! bsplevel: --sides: 'some' is not one of all, boxes, none
  [2]

The contents that stop a space are part of the tree. An onion has them for each space, a shift tree
has one mask.

  $ for contents in '' :solid :solid,playerclip :2010000,water :0; do
  >   bsplevel build room.json -m onion -o t --shapes a=-1,-1,-1:1,1,1$contents && bsplevel info t | grep ' a:'
  > done
  t: onion of 1 box (a), table of 2 brushes, 3.2 KiB
           a: -1 -1 -1 to 1 1 1
  t: onion of 1 box (a), table of 2 brushes, 3.2 KiB
           a: -1 -1 -1 to 1 1 1, stopped by solid
  t: onion of 1 box (a), table of 2 brushes, 3.2 KiB
           a: -1 -1 -1 to 1 1 1, stopped by solid,playerclip
  t: onion of 1 box (a), table of 2 brushes, 2.9 KiB
           a: -1 -1 -1 to 1 1 1, stopped by water,playerclip,body
  t: onion of 1 box (a), table of 2 brushes, 3.2 KiB
           a: -1 -1 -1 to 1 1 1
  $ bsplevel build room.json -m shift-box -o t --shapes stand=-15,-15,-24:15,15,32,a=0,0,0:0,0,0:solid
  ! bsplevel: room.json: a file holds one shift tree, which has one mask, but the boxes have 2 masks; give all boxes the same contents
  [2]
  $ bsplevel build room.json -m shift-box -o t --shapes a=0,0,0:0,0,0:solid,playerclip && bsplevel info t | grep ^mask
  t: shift-box, table of 2 brushes, 2.9 KiB
  mask     solid,playerclip: the contents of brushes that stop a move
  $ sh built -m shift-box | sed -n /^mask/p
  $ for contents in wet solid,wet solid, 123456789 0x ''; do
  >   refused bsplevel build room.json -m onion -o t --shapes a=-1,-1,-1:1,1,1:$contents
  > done
  bsplevel: --shapes: 'a=-1,-1,-1:1,1,1:wet': 'wet' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits
  bsplevel: --shapes: 'a=-1,-1,-1:1,1,1:solid,wet': 'wet' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits
  bsplevel: --shapes: 'a=-1,-1,-1:1,1,1:solid,': '' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits
  bsplevel: --shapes: 'a=-1,-1,-1:1,1,1:123456789': '123456789' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits
  bsplevel: --shapes: 'a=-1,-1,-1:1,1,1:0x': '0x' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits
  bsplevel: --shapes: 'a=-1,-1,-1:1,1,1:': '' is not a name of contents, such as solid or playerclip, and not a number of one to eight hexadecimal digits

Damaged files.

  $ bsplevel build room.json -o t.onion -m onion --shapes stand=-15,-15,-24:15,15,32
  t.onion: onion of 1 box (stand), table of 2 brushes, 3.2 KiB
  $ python3 -c '
  > tree = bytearray(open("t.onion", "rb").read())
  > middle = len(tree) // 2
  > def write(name, at, byte, end=None):
  >     damaged = tree[:]
  >     damaged[at] = byte
  >     open(name, "wb").write(damaged[:end])
  > write("flipped", middle, tree[middle] ^ 1)
  > write("version", 8, 1)
  > write("short", 0, tree[0], middle)
  > write("magic.onion", 0, 120)'
  $ bsplevel info flipped
  ! bsplevel: flipped: cannot be loaded: it is damaged: its checksum does not match; copy it again, or build it again
  [2]
  $ bsplevel info version
  ! bsplevel: version: cannot be loaded: its format is version 1, not 9; build the tree again
  [2]
  $ bsplevel info short
  ! bsplevel: short: cannot be loaded: it is truncated; copy it again, or build it again
  [2]
  $ bsplevel info magic.onion
  ! bsplevel: magic.onion: cannot be loaded: it is not a saved tree; bsplevel build makes one of a level
  [2]
  $ bsplevel info none.shift
  ! bsplevel: none.shift: cannot read: No such file or directory
  [2]
  $ bsplevel info t.onion --leak x.pts
  ! bsplevel: --leak: t.onion is a saved tree, not a world
  [2]
  $ cp t.onion copy.json && refused bsplevel build copy.json -o t; for command in run regress draw; do refused bspcompare $command t.onion; done; rm copy.json
  bsplevel: copy.json: this is a saved tree, not JSON; name the level from which it was built, which bsplevel info prints
  bspcompare: t.onion: this is a saved tree, not JSON; name the level from which it was built, which bsplevel info prints
  bspcompare: t.onion: this is a saved tree, not JSON; name the level from which it was built, which bsplevel info prints
  bspcompare: t.onion: this is a saved tree, not JSON; name the level from which it was built, which bsplevel info prints
  $ cp t.onion t.map && bsplevel convert t.map -o t.json
  ! bsplevel: t.map: this is a saved tree, not a world; name the world from which it was built
  [2]

A brush table alone.

  $ bsplevel build room.json -o room.level && bsplevel info room.level
  room.level: table of 2 brushes, 2.2 KiB
  file     room.level
  holds    a brush table, 2240 bytes of format version 9
  world    room
  sha256   4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5
  sides    of 2 brushes, for all shapes: 1712 bytes
  $ bsplevel build room.json -o room.level --sides boxes && bsplevel info room.level | grep -E '^(holds|sides)'
  room.level: table of 2 brushes, 1.3 KiB
  holds    a brush table, 1344 bytes of format version 9
  sides    of 2 brushes, for boxes: 920 bytes
  $ bsplevel build room.json -o t --shapes stand=-15,-15,-24:15,15,32
  ! bsplevel: --shapes: the brush table is for all shapes; leave --shapes out, or give --method onion, too
  [2]
  $ bsplevel build room.json -m brushes -o t --shapes ball=sphere:12
  ! bsplevel: --shapes: the brush table is for all shapes; leave --shapes out, or give --method onion, too
  [2]
  $ bsplevel build room.json -m onion -o t --shapes "$(for i in $(seq 13); do printf 'b%s=0,0,0:%s,1,1,' $i $i; done | sed 's/,$//')"
  t: onion of 13 boxes (b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, ...), table of 2 brushes, 5.1 KiB
  $ bsplevel build room.json -o t --sides none
  ! bsplevel: --sides none: the file would be empty; give --method, too
  [2]
  $ rm room.level

What "build" refuses.

  $ rm -f t* *.txt built
  $ bsplevel build room.json
  ! bsplevel: no output: give -o FILE, the file for the level
  [2]
  $ bsplevel build room.json -m multi
  ! bsplevel: --method: 'multi' is not one of brushes, onion, shift, shift-box, shift-exact
  [2]
  $ bsplevel build room.json -m shift
  ! bsplevel: no output: give -o FILE, the file for the level
  [2]
  $ bsplevel build room.json -m onion -o t
  t: onion of 5 boxes (stand, crouch, point, small, big), table of 2 brushes, 4.1 KiB
  $ bsplevel build room.json -m onion -o t --shapes a=1,2
  ! bsplevel: --shapes: 'a=1,2' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  [2]
  $ bsplevel build room.json -m onion -o t --shapes a=capsule:16:72
  ! bsplevel: --shapes: 'a=capsule:16:72' is not NAME=sphere:RADIUS, NAME=cylinder:RADIUS,BOTTOM,TOP or NAME=capsule:RADIUS,BOTTOM,TOP
  [2]
  $ bsplevel build room.json -m onion -o t --shapes a=0,0,0:1,1,1,a=0,0,0:1,1,1
  ! bsplevel: --shapes: there is already a space 'a'; choose another name
  [2]
  $ echo '{ "classname" "worldspawn" }' >empty.map; bsplevel build empty.map -m shift -o t
  ! bsplevel: empty.map: the level has no brushes
  [2]
  $ bsplevel build room.json -m shift -o room.json
  ! bsplevel: room.json: cannot be written: it is also the input, which would be lost
  [2]
  $ bsplevel build room.json -m shift -o none/t
  ! bsplevel: none/t: cannot be written: No such file or directory
  [2]
  $ bsplevel build room.json -m shift-exact --bevel-angle 30 -o t
  ! bsplevel: --bevel-angle: only the method shift has a bevel angle, not shift-exact
  [2]
  $ bsplevel build none.json -m shift -o t
  ! bsplevel: none.json: cannot read: No such file or directory
  [2]
  $ for angle in 0 200 -5 nan 45d ''; do
  >   refused bsplevel build room.json -m shift -o t --bevel-angle="$angle"
  > done
  bsplevel: --bevel-angle: 0 is out of range, 0.001 to 180
  bsplevel: --bevel-angle: 200 is out of range, 0.001 to 180
  bsplevel: --bevel-angle: -5 is out of range, 0.001 to 180
  bsplevel: --bevel-angle: nan is out of range, 0.001 to 180
  bsplevel: Cannot parse double value “45d” for --bevel-angle; see 'bsplevel build --help'
  bsplevel: Cannot parse double value “” for --bevel-angle; see 'bsplevel build --help'
  $ ls
  empty.map
  flipped
  magic.onion
  room.json
  short
  small.json
  t
  version

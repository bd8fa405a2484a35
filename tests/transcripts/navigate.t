Navigation graphs of levels: built, proved and written.

  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64 --check 500 -o stairs.nav
  stand: 13 areas, links: 0 walk, 12 step up, 12 step down
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 500 with a path, 0 did not arrive
  ogre: 13 areas, links: 0 walk, 12 step up, 12 step down
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 500 with a path, 0 did not arrive
  $ bsplevel navigate $DATA/worlds/two-rooms.json --walkers stand=-15,-15,-24:15,15,32 --skin 0.125 --rate 125 --check 500
  stand: 3 areas, links: 4 walk
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 500 with a path, 0 did not arrive
  $ bsplevel navigate $DATA/worlds/ramp.json --walkers stand=-15,-15,-24:15,15,32:playerclip,ogre=-32,-32,-24:32,32,64:solid --check 500
  stand: 0 areas, links: 0 walk; the outside is not filled, and its floors count, too
    points of areas    0: 0 in solid, 0 without floor
    standing points    0: 0 on no area
    pairs              0: 0 with a path, 0 did not arrive
  ogre: 11 areas, links: 30 walk, 5 step up, 5 step down
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 500 with a path, 0 did not arrive
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 --step 4 -o low.json
  stand: 13 areas, links: 0 walk
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64 -o again.nav >again.txt
  $ cmp stairs.nav again.nav
  $ json format version sizes/0/name sizes/0/box sizes/0/step <low.json
  format: bsp-navigation
  version: 1
  sizes/0/name: stand
  sizes/0/box: [[-15, -15, -24], [15, 15, 32]]
  sizes/0/step: 4
  $ json sizes/0/areas/0/plane sizes/0/areas/0/vertices <low.json
  sizes/0/areas/0/plane: [0, 0, 1, 24]
  sizes/0/areas/0/vertices: [[-49, -113], [49, -113], [49, -15], [-49, -15]]
  $ bsplevel info stairs.nav
  file     stairs.nav
  holds    a navigation graph, 7296 bytes of format version 9
  world    stairs
  sha256   459af9c060c4a80dcb13522caba02793047dd46566700d5c182e5f888f994f02
  size     stand: -15 -15 -24 to 15 15 32, 13 areas
  size     ogre: -32 -32 -24 to 32 32 64, 13 areas
  resident 6452 bytes

Drops and jumps, for those who ask.

  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 --step 4 --drop 400 --jump 100 --check 500 -o far.json
  stand: 13 areas, links: 0 walk, 20 drop, 3 jump
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 305 with a path, 0 did not arrive
  $ json 'sizes/0/areas/*/links/*/type' <far.json | tr ':' '\n' | tr ' ' '\n' | sort | uniq -c
        1 
       20 drop
        3 jump
        1 sizes/0/areas/*/links/*/type
  $ bsplevel navigate $DATA/worlds/two-rooms.json --walkers stand=-15,-15,-24:15,15,32 --jump 270 --check 500
  ! bsplevel: --jump: give --drop, too, the deepest fall of a jump
  [2]

What carries bodies: a door, teleporters, a pad and a lift.

  $ bsplevel navigate $DATA/worlds/station.map --walkers stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64 --skin 0.125 --check 500 -o station.json
  stand: 16 areas, links: 20 walk, 4 pad, 4 teleport, 1 lift
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 325 with a path, 0 did not arrive
  ogre: 15 areas, links: 16 walk, 3 pad, 4 teleport, 1 lift
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 352 with a path, 0 did not arrive
  $ grep -o '"type":"[a-z]*"[^}]*"entity":[0-9]*' station.json | sed 's/"border.*"entity"/"entity"/' | sort | uniq -c
        2 "type":"lift","entity":6
        7 "type":"pad","entity":5
        4 "type":"teleport","entity":2
        4 "type":"teleport","entity":3
        4 "type":"walk","entity":1
  $ grep -o '"type":"lift".*"cost":[0-9]*' station.json | head -1 | grep -o '"landing.*'
  "landing":[1200,283,184.125],"entity":6,"cost":240
  $ sed -E '/^\(/s/\( (-?[0-9]+) (-?[0-9]+)/( -\1 -\2/g; s/"origin" "/&-/; s/("origin" "\S* )/\1-/; s/--//g' $DATA/worlds/station.map >turned.map
  $ bsplevel navigate turned.map --walkers stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64 --skin 0.125 -o turned.json >out.txt
  $ grep -o '"type":"lift"[^}]*' turned.json | head -1 | grep -o '"landing.*'
  "landing":[-1200,-283,184.125],"entity":6,"cost":240
  $ bsplevel navigate "$DATA/worlds/station.map#+func_door" --walkers stand=-15,-15,-24:15,15,32 --check 100
  stand: 5 areas, links: 2 walk
    points of areas    100: 0 in solid, 0 without floor
    standing points    200: 0 on no area
    pairs              100: 32 with a path, 0 did not arrive
  entities left out: 5, because their brushes cannot be read, or there are more than 1024 entities
  $ bsplevel navigate - --input-format map --walkers stand=-15,-15,-24:15,15,32 --check 100 <$DATA/worlds/station.map
  stand: 16 areas, links: 20 walk, 4 pad, 4 teleport, 1 lift
    points of areas    100: 0 in solid, 0 without floor
    standing points    200: 0 on no area
    pairs              100: 68 with a path, 0 did not arrive
  $ sed 's/"height" "150"/"height" "-5"/; s/"origin" "1040 280 260"/"origin" "1040 280 8"/' $DATA/worlds/station.map >flat.map
  $ bsplevel navigate flat.map --walkers stand=-15,-15,-24:15,15,32 --check 100
  stand: 12 areas, links: 12 walk, 4 teleport
    points of areas    100: 0 in solid, 0 without floor
    standing points    200: 0 on no area
    pairs              100: 59 with a path, 0 did not arrive
  $ cat $DATA/worlds/station.map - >open.map <<'EOF'
  > {
  > "classname" "func_door"
  > {
  > ( 9 0 0 ) ( 9 0 1 ) ( 9 1 0 ) rock 0 0 0 1 1 0 0 0
  > }
  > }
  > EOF
  $ bsplevel navigate open.map --walkers stand=-15,-15,-24:15,15,32 --check 10 | tail -1
  entities left out: 1, because their brushes cannot be read, or there are more than 1024 entities
  $ bsplevel navigate "$DATA/worlds/station.map#5" --walkers stand=-15,-15,-24:15,15,32 -o pad.nav
  stand: 1 areas, links: 0 walk; the outside is not filled, and its floors count, too
  $ sed 's/"target" "up"/"angles" "-60 90 0" "speed" "70"/; s/Quake 3/Quake/' $DATA/worlds/station.map >quake.map
  $ bsplevel navigate quake.map --walkers stand=-15,-15,-24:15,15,32 --check 200 -o quake.json
  stand: 16 areas, links: 20 walk, 4 pad, 4 teleport, 1 lift
    points of areas    200: 0 in solid, 0 without floor
    standing points    400: 0 on no area
    pairs              200: 138 with a path, 0 did not arrive
  $ grep -o '"type":"pad".*' quake.json | head -1 | grep -o '"push":[^}]*'
  "push":[2.1431318985078686e-14,350.00000000000006,606.217782649107],"landing":[1022.833335,497,184],"entity":5

Files for other programs.

  $ cat >parts <<'EOF'
  > # parts FILE: the parts of a .glb, or the header of a .navmesh
  > import json, struct, sys
  > data = open(sys.argv[1], 'rb').read()
  > if data[:4] == b'glTF':
  >     version, length, size = struct.unpack('<III', data[4:16])
  >     scene = json.loads(data[20:20 + size])
  >     binary, = struct.unpack('<I', data[20 + size:24 + size])
  >     print(version, length == len(data) == 28 + size + binary, scene['buffers'] == [{'byteLength': binary}])
  >     names = [material['name'] for material in scene['materials']]
  >     for node in scene['nodes']:
  >         for part in scene['meshes'][node['mesh']]['primitives'] if 'mesh' in node else []:
  >             points = scene['accessors'][part['attributes']['POSITION']]
  >             view = scene['bufferViews'][points['bufferView']]
  >             number = scene['accessors'][part['indices']]['count'] if 'indices' in part else None
  >             print(node['name'], part['mode'], names[part['material']], points['count'], number, points['min'], points['max'],
  >                   view['byteLength'] == 12 * points['count'])
  > else:
  >     header = struct.unpack('<15i10f', data[:100])
  >     print(data[3::-1], header[1], 'polygons', header[6], 'vertices', header[7], 'links', header[8], 'connections', header[13:15],
  >           'size', header[15:18])
  >     print(len(data) == 100 + 12 * header[7] + 32 * header[6] + 12 * header[8] + 12 * header[9] + 4 * header[11] + 36 * header[13])
  > EOF
  $ bsplevel navigate $DATA/worlds/station.map --walkers stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64 -o station.glb >/dev/null; python3 parts station.glb
  2 True True
  stand 4 stand 64 96 [14.999999, 24, -497] [1265, 184, -14.999999] True
  stand 1 walk 40 None [156, 24, -441] [1170, 24, -50.0000038] True
  stand 1 pad 8 None [984.875, 24, -414.127502] [1091.12842, 184, -84.8750076] True
  stand 1 teleport 8 None [544.875, 24, -441] [1100, 24, -60] True
  stand 1 lift 2 None [1200, 24, -283] [1200, 184, -188] True
  ogre 4 ogre 60 90 [32, 24, -480] [1248, 184, -32] True
  ogre 1 walk 32 None [156, 24, -424] [1170, 24, -50.0000038] True
  ogre 1 pad 6 None [1038.66663, 24, -400.383423] [1108.12842, 184, -67.8750076] True
  ogre 1 teleport 8 None [527.875, 24, -424] [1100, 24, -60] True
  ogre 1 lift 2 None [1183, 24, -283] [1200, 184, -171] True
  $ bsplevel navigate $DATA/worlds/station.map --walkers stand=-15,-15,-24:15,15,32 -o station.navmesh >/dev/null; python3 parts station.navmesh
  b'DNAV' 7 polygons 41 vertices 130 links 104 connections (9, 32) size (56.0, 15.0, 18.0)
  True
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 --drop 400 -o stairs.navmesh >/dev/null; python3 parts stairs.navmesh
  b'DNAV' 7 polygons 35 vertices 111 links 90 connections (0, 35) size (56.0, 15.0, 18.0)
  True
  $ bsplevel navigate $DATA/worlds/ramp.json --walkers stand=-15,-15,-24:15,15,32:playerclip,ogre=-32,-32,-24:32,32,64:solid -o ramp.glb >/dev/null; python3 parts ramp.glb
  2 True True
  ogre 4 ogre 44 66 [-352, 24, -160] [352, 120, 160] True
  ogre 1 walk 60 None [-320, 24, -128] [64, 120, 96] True
  ogre 1 step up 10 None [-208, 24, -128] [256, 26.6833324, 32] True
  ogre 1 step down 10 None [-206.730164, 25.2698421, -96] [160, 73.2698441, 96] True
  $ bspcompare generate world city --brushes 2000 -o city.json
  $ bsplevel navigate city.json --walkers stand=-15,-15,-24:15,15,32 -o city.navmesh
  ! bsplevel: city.navmesh: the graph needs more than 32766 polygons or 65535 vertices, the most that a tile of Detour has
  [2]
  $ ls city.navmesh
  ! ls: cannot access 'city.navmesh': No such file or directory
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64 -o both.navmesh
  ! bsplevel: both.navmesh: a .navmesh has one size, but --walkers names 2
  [2]
  $ bsplevel navigate $DATA/worlds/three-doors.json --walkers 'crouch=-15,-15,-24:15,15,16,stand=-15,-15,-24:15,15,32,a"<b=-32,-32,-24:32,32,64' --picture doors.svg
  crouch: 21 areas, links: 46 walk
  stand: 20 areas, links: 42 walk
  a"<b: 20 areas, links: 42 walk
  $ sed -n '/<text/s/<[^>]*>//gp' doors.svg | grep 'fit\|path\|above'
  only crouch fits
  stand fits, too
  all fit, also a&quot;&lt;b
  the path of crouch: 254 units
  the path of a&quot;&lt;b: 1094 units
  three doors: seen from above
  $ bsplevel navigate $DATA/worlds/three-doors.json --walkers crouch=-15,-15,-24:15,15,16,stand=-15,-15,-24:15,15,32,ogre=-32,-32,-24:32,32,64 --picture docs.svg >/dev/null
  $ cmp docs.svg $DATA/../docs/pictures/three-doors.svg
  $ bsplevel navigate $DATA/worlds/three-doors.json --walkers ogre=-32,-32,-24:32,32,64 --picture missing/doors.svg
  ! bsplevel: missing/doors.svg: cannot be written: No such file or directory
  [2]
  $ bsplevel navigate $DATA/worlds/three-doors.json --walkers ogre=-32,-32,-24:32,32,64 --picture same.nav -o same.nav
  ! bsplevel: the graph and --picture would be written to the same file, same.nav
  [2]
  $ bsplevel navigate $DATA/worlds/three-doors.json --walkers ogre=-32,-32,-24:32,32,64 --picture $DATA/worlds/three-doors.json
  ! bsplevel: $DATA/worlds/three-doors.json: cannot be written: it is also the input, which would be lost
  [2]

Options and files that are refused.

  $ bsplevel navigate $DATA/worlds/stairs.json -o a.nav
  ! bsplevel: no --walkers given: name the boxes that walk, such as stand=-15,-15,-24:15,15,32
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32
  ! bsplevel: no -o FILE given: name the file for the graph, or --check it
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 -o a.txt
  ! bsplevel: a.txt: the name of a graph ends in .nav, .json, .glb or .navmesh
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand -o a.nav
  ! bsplevel: --walkers: 'stand' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], where no min exceeds its max
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 --speed 0 -o a.nav
  ! bsplevel: --speed: 0 is out of range, 1 to 1e+06
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers flat=0,0,0:0,1,1 -o a.nav
  ! bsplevel: $DATA/worlds/stairs.json: walker 0 has a number that is out of range: its box must have a volume, normal.z of walkable ground must be above 0.01 and at most 1, the speed must be above 0, and no other number may be negative
  [2]
  $ bsplevel navigate none.json --walkers stand=-15,-15,-24:15,15,32 -o a.nav
  ! bsplevel: none.json: cannot read: No such file or directory
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 -o missing/a.nav
  ! bsplevel: missing/a.nav: cannot be written: No such file or directory
  [2]
  $ ls a.*
  ! ls: cannot access 'a.*': No such file or directory
  [2]

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
  holds    a navigation graph, 7232 bytes of format version 9
  world    stairs
  sha256   459af9c060c4a80dcb13522caba02793047dd46566700d5c182e5f888f994f02
  size     stand: -15 -15 -24 to 15 15 32, 13 areas
  size     ogre: -32 -32 -24 to 32 32 64, 13 areas
  resident 6436 bytes

Drops and jumps, for those who ask.

  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 --step 4 --drop 400 --jump 100 --check 500 -o far.json
  stand: 13 areas, links: 0 walk, 20 drop, 3 jump
    points of areas    500: 0 in solid, 0 without floor
    standing points    1000: 0 on no area
    pairs              500: 303 with a path, 0 did not arrive
  $ json 'sizes/0/areas/*/links/*/type' <far.json | tr ':' '\n' | tr ' ' '\n' | sort | uniq -c
        1 
       20 drop
        3 jump
        1 sizes/0/areas/*/links/*/type
  $ bsplevel navigate $DATA/worlds/two-rooms.json --walkers stand=-15,-15,-24:15,15,32 --jump 270 --check 500
  ! bsplevel: --jump: give --drop, too, the deepest fall of a jump
  [2]

Options and files that are refused.

  $ bsplevel navigate $DATA/worlds/stairs.json -o a.nav
  ! bsplevel: no --walkers given: name the boxes that walk, such as stand=-15,-15,-24:15,15,32
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32
  ! bsplevel: no -o FILE given: name the file for the graph, or --check it
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand=-15,-15,-24:15,15,32 -o a.txt
  ! bsplevel: a.txt: the name of a graph ends in .nav or .json
  [2]
  $ bsplevel navigate $DATA/worlds/stairs.json --walkers stand -o a.nav
  ! bsplevel: --walkers: 'stand' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins up to maxs
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

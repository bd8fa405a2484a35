Brushes of a .map: the game, classes and models are found or chosen.

  $ cat >map <<'EOF'
  > # map FILE [CLASS TEXTURE]...: boxes of entities, one beside the other
  > import sys
  > with open(sys.argv[1], 'w') as out:
  >     for i in range(2, len(sys.argv), 2):
  >         x, texture = 128 * i, sys.argv[i + 1]
  >         planes = ((x + 64, 0, 0, x + 64, 0, 1, x + 64, 1, 0), (x, 0, 0, x, 1, 0, x, 0, 1),
  >                   (x, 64, 0, x + 1, 64, 0, x, 64, 1), (x, 0, 0, x, 0, 1, x + 1, 0, 0),
  >                   (x, 0, 64, x, 1, 64, x + 1, 0, 64), (x, 0, 0, x + 1, 0, 0, x, 1, 0))
  >         if sys.argv[i] != 'same':
  >             out.write('%s{\n"classname" "%s"\n' % ('}\n' if i > 2 else '', sys.argv[i]))
  >         out.write('{\n')
  >         for p in planes:
  >             out.write('( %d %d %d ) ( %d %d %d ) ( %d %d %d ) %s 0 0 0 1 1\n' % (p + (texture,)))
  >         out.write('}\n')
  >     out.write('}\n')
  > EOF
  $ python3 map a.map worldspawn rock same SKIP func_wall rock func_door '*water1' trigger_once trigger
  $ bsplevel info a.map
  file     a.map
  name     a
  brushes  2
  planes   12
  bounds   256 0 0 to 576 64 64
  starts   0
  models   3, besides the world
           #1 func_wall at 0 0 0
           #2 func_door at 0 0 0
           #3 trigger_once at 0 0 0
  skipped  3
           brushes left out: 3, because they belong to entities that move, trigger or are otherwise not part of the world: func_door 1, func_wall 1, trigger_once 1; the first is entity 1, brush 0 (line 22)
           brushes are solid by the rules of quake, which is a guess, because nothing in the file shows its game
  $ bsplevel info 'a.map#goldsrc' | grep -A 9 ^skipped
  skipped  4
           brushes left out: 3, because they belong to entities that move, trigger or are otherwise not part of the world: func_door 1, func_wall 1, trigger_once 1; the first is entity 1, brush 0 (line 22)
           brushes left out: 1, because they only split the compiler's tree (hint, skip); the first is entity 0, brush 1 (line 11)
  $ bsplevel info a.map#goldsrc | grep ^file
  file     a.map#goldsrc
  $ bsplevel info 'a.map#+func_wall,+func_d*' | grep -A 9 ^skipped
  skipped  1
           brushes left out: 1, because they belong to entities that move, trigger or are otherwise not part of the world: trigger_once 1; the first is entity 3, brush 0 (line 44)
           brushes are solid by the rules of quake, which is a guess, because nothing in the file shows its game
  $ sed 's/"func_door"/& "targetname" "lift"/' a.map >named.map; bsplevel info named.map#2 | sed -n '/^name/,/^model/p'
  name     named *2
  brushes  1
  planes   6
  bounds   1024 0 0 to 1088 64 64
  starts   0
  model    #2 func_door at 0 0 0, targetname lift
  $ bsplevel info named.map | sed -n '/^models/,/#2/p'
  models   3, besides the world
           #1 func_wall at 0 0 0
           #2 func_door at 0 0 0, targetname lift
  $ printf '{\n"classname" "misc_external_map"\n}\n' >outer.map; bsplevel info outer.map | grep brushes
  brushes  0
           brushes are solid by the rules of quake, which is a guess, because nothing in the file shows its game
           entities left out: 1, because their brushes are in other files (misc_external_map, solid misc_model)
  ! bsplevel: outer.map: all brushes were left out; entities left out: 1, because their brushes are in other files (misc_external_map, solid misc_model)
  [2]
  $ bsplevel info a.map#2 | grep -E '^(name|brushes|bounds)'
  name     a *2
  brushes  1
  bounds   1024 0 0 to 1088 64 64
  $ bsplevel convert a.map#quake,+func_wall -o a.json
  ! bsplevel: a.map#quake,+func_wall: brushes left out: 2, because they belong to entities that move, trigger or are otherwise not part of the world: func_door 1, trigger_once 1; the first is entity 2, brush 0 (line 33)
  $ bsplevel info a.json | grep -E '^(brushes|bounds)'
  brushes  3
  bounds   256 0 0 to 832 64 64
  $ bsplevel info a.map#+light,+func_door | grep -E '^brushes| included'
  brushes  3
           included classes that no entity with brushes has: light
  $ bsplevel info a.map#+light,+func_x
  ! bsplevel: a.map: no entity with brushes has the class light, func_x; the classes are func_door 1, func_wall 1, trigger_once 1
  [2]
  $ bsplevel info a.map#+func_wall,
  ! bsplevel: a.map#+func_wall,: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  [2]
  $ bsplevel info a.map#doom
  ! bsplevel: a.map#doom: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  [2]
  $ bsplevel info a.map#quake,goldsrc
  ! bsplevel: a.map#quake,goldsrc: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  [2]
  $ bsplevel info a.map#2,+func_wall
  ! bsplevel: a.map: cannot add models of func_wall to model 2, because they are added only to the world
  [2]
  $ bsplevel info a.map#4
  ! bsplevel: a.map: there is no model 4; the file has 4 models, of which model 0 is the world
  [2]

No brush is left:

  $ python3 map liquid.map worldspawn '*water1'
  $ bsplevel info liquid.map
  file     liquid.map
  name     liquid
  brushes  0
  planes   0
  starts   0
  skipped  1
           brushes left out: 1, because they are liquids; the first is entity 0, brush 0 (line 3)
           brushes are solid by the rules of quake, which is a guess, because nothing in the file shows its game
  ! bsplevel: liquid.map: all brushes were left out; brushes left out: 1, because they are liquids; the first is entity 0, brush 0 (line 3)
  [2]
  $ bsplevel convert liquid.map
  ! bsplevel: liquid.map: all brushes were left out; brushes left out: 1, because they are liquids; the first is entity 0, brush 0 (line 3)
  [2]
  $ sed 's/( \(.*\) ) ( \(.*\) ) ( \(.*\) ) \*water1/( \3 ) ( \2 ) ( \1 ) rock/' liquid.map >inward.map
  $ bsplevel info inward.map | grep inward
  file     inward.map
  name     inward
           brushes left out: 1, because their faces point inward (the three points of a face must be clockwise, seen from outside); the first is entity 0, brush 0 (line 3)
  ! bsplevel: inward.map: all brushes were left out; brushes left out: 1, because their faces point inward (the three points of a face must be clockwise, seen from outside); the first is entity 0, brush 0 (line 3)
  [2]

A level without brushes, and a class that it does not have:
  $ : >empty.map; bsplevel info empty.map
  file     empty.map
  name     empty
  brushes  0
  planes   0
  starts   0
  skipped  0
           brushes are solid by the rules of quake, which is a guess, because nothing in the file shows its game
  ! bsplevel: empty.map: the level has no brushes
  [2]
  $ bsplevel convert empty.map
  ! bsplevel: empty.map: the level has no brushes
  [2]
  $ bsplevel convert a.map#+func_none
  ! bsplevel: a.map: no entity with brushes has the class func_none; the classes are func_door 1, func_wall 1, trigger_once 1
  [2]

"info" names the bodies that the game puts into solid, or where no player walks to. Two rooms, and a monster in the wall:

  $ cat >rooms <<'EOF'
  > def box(a, b):
  >     c = lambda i: '( %d %d %d )' % tuple((b if i >> k & 1 else a)[k] for k in range(3))
  >     faces = (4, 0, 2), (3, 1, 5), (1, 0, 4), (6, 2, 3), (2, 0, 1), (5, 4, 6)
  >     return '{\n%s}\n' % ''.join('%s %s %s x 0 0 0 1 1\n' % tuple(map(c, f)) for f in faces)
  > walls = ((0, 0, -8), (90, 40, 0)), ((0, 0, 40), (90, 40, 48)), ((0, -8, -8), (90, 0, 48)), \
  >     ((0, 40, -8), (90, 48, 48)), ((-8, 0, -8), (0, 40, 48)), ((90, 0, -8), (98, 40, 48)), ((40, 0, 0), (50, 40, 40))
  > print('{\n"classname" "worldspawn"\n' + ''.join(box(*w) for w in walls) + '}')
  > for name, at in ('info_player_start', 20), ('monster_dog', 45), ('monster_ogre', 70), ('item_cells', 10), ('light', 45):
  >     print('{ "classname" "%s" "origin" "%d 20 9" }' % (name, at))
  > EOF
  $ python3 rooms >rooms.map && bsplevel info rooms.map | grep -A 5 ^starts
  starts   1
           20 20 9
  bodies   3, besides the starts
           monster_dog, entity 2 (line 61), at 45 20 9: 5 units deep in entity 0, brush 6 (line 51)
           monster_ogre, entity 3 (line 62), at 70 20 9: no player can walk to it
  skipped  0

A name without quotes may hold a quote. A text in UTF-16, and an archive in an archive, are named:

  $ sed 's/ x 0/ a"b 0/' rooms.map >quote.map && bsplevel info quote.map | grep ^brushes
  brushes  7
  $ iconv -t UTF-16LE rooms.map | sed '1s/^/\xff\xfe/' >wide.map; bsplevel info wide.map
  ! bsplevel: wide.map: offset 3: the text has a NUL byte, because it is in UTF-16; save it in UTF-8
  [2]
  $ python3 -c 'import zipfile; zipfile.ZipFile("all.zip", "w").write("rooms.map", "levels.pk3")'; bsplevel info all.zip:maps/rooms.map
  ! bsplevel: all.zip:maps/rooms.map: the archive has no such member; it has levels.pk3; an archive in an archive must be unpacked first
  [2]

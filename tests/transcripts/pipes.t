Pipes are read where files are: standard input, its two names, and FIFOs.

  $ bsplevel convert $DATA/worlds/courtyard.map -o expected.json 2>/dev/null
  $ for name in - /dev/stdin; do bsplevel convert $name <$DATA/worlds/courtyard.map 2>/dev/null | cmp - expected.json; done
  $ cat $DATA/worlds/courtyard.map | bsplevel convert - 2>/dev/null | cmp - expected.json
  $ gzip <$DATA/worlds/courtyard.map | bsplevel convert - 2>/dev/null | cmp - expected.json
  $ mkfifo fifo
  $ cat $DATA/worlds/courtyard.map >fifo & bsplevel convert fifo 2>/dev/null | cmp - expected.json

The first bytes show the format.

  $ python3 - <<'EOF'
  > import struct, zipfile
  > open('box.obj', 'w').write('# a box\n' + ''.join(f'v {i & 1} {i >> 1 & 1} {i >> 2}\n' for i in range(8)) +
  >     'f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n')
  > open('box.json', 'w').write('\n{ "format": "bsp-world", "version": 1, "brushes": [ { "box": [ [0,0,0], [1,1,1] ] } ] }')
  > faces = ' '.join(f'( {a} ) ( {c} ) ( {b} ) t 0 0 0 1 1\n' for a, b, c in [
  >     ('0 0 0', '0 0 1', '0 1 0'), ('1 0 0', '1 1 0', '1 0 1'), ('0 0 0', '1 0 0', '0 0 1'),
  >     ('0 1 0', '0 1 1', '1 1 0'), ('0 0 0', '0 1 0', '1 0 0'), ('0 0 1', '1 0 1', '0 1 1')])
  > box = '{\n"classname" "worldspawn"\n{\n' + faces + '}\n}\n'
  > open('box.map', 'w').write(box)
  > open('comment.map', 'w').write('// Game: Quake\n// Format: Standard\n' + box)
  > open('block.map', 'w').write('/* Quake */\n' + box)
  > open('word.map', 'w').write('{ "message" "\\" : "\n "classname" "worldspawn" {' + faces + '} }')
  > with zipfile.ZipFile('x', 'w') as x: x.write('box.map', 'maps/box.map')
  > EOF
  $ for f in box.obj box.json box.map comment.map block.map word.map; do echo $f $(cat $f | bsplevel info - | sed -n 3p); done
  box.obj brushes 1
  box.json brushes 1
  box.map brushes 1
  comment.map brushes 1
  block.map brushes 1
  word.map brushes 1
  $ cat x | bsplevel info -:maps/box.map | sed -n 1,3p
  file     /dev/stdin:maps/box.map
  name     box
  brushes  1
  $ cat x | bsplevel info -:maps/ball.map
  ! bsplevel: /dev/stdin:maps/ball.map: the archive has no such member; it has maps/box.map
  [2]
  $ cat x | bsplevel info -
  ! bsplevel: /dev/stdin: the name of a world must end in .json, .map, .bsp or .obj, optionally followed by .gz; name a world in the archive, such as /dev/stdin:maps/NAME.bsp
  [2]
  $ bsplevel build box.map -o box.level 2>/dev/null && cat box.level | bsplevel info - | sed -n 1,2p
  box.level: table of 1 brush, 1.7 KiB
  file     /dev/stdin
  holds    a brush table, 1728 bytes of format version 9
  $ cat box.obj | bsplevel pieces - -o p.json | grep pieces
  pieces   1
           in more pieces than the mesh winds around them: 0
  ! bsplevel: /dev/stdin: the mesh has 6 faces and 6 planes; the volumes of its brushes add up to 1 cubic units; no face was moved farther than 0 units
  $ cat box.map | bsplevel info -#quake3 | grep solid
           brushes that count as solid, although the shader of their first face, which is not in the .map, could make them hollow: 1
  $ cat box.map | bsplevel info -#patches=x
  ! bsplevel: /dev/stdin#patches=x: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  [2]
  $ printf '' | bsplevel info -
  ! bsplevel: /dev/stdin: the input is empty
  [2]
  $ echo words | bsplevel info -
  ! bsplevel: /dev/stdin: the first bytes show no format; name the format, such as --input-format=map
  [2]
  $ sed 1d box.obj | bsplevel info - --input-format=obj | sed -n 3p
  brushes  1
  $ cat box.obj | bsplevel info - --input-format=3ds
  ! bsplevel: --input-format: '3ds' is not one of json, map, bsp, obj, zip, level, glb, gltf, ply, stl, fbx, dae
  [2]
  $ cat box.obj | bsplevel info - --input-format=map
  ! bsplevel: /dev/stdin:2:1: expected '{', found 'v'
  [2]
  $ bsplevel info - <&-
  ! bsplevel: /dev/stdin: cannot read: Invalid argument
  [2]

The ending of a FIFO's name shows the format, too.

  $ mkfifo obj.map
  $ cat box.obj >obj.map & bsplevel info obj.map
  ! bsplevel: obj.map:2:1: expected '{', found 'v'
  [2]

A scenario from standard input finds its world relative to the current folder.

  $ bspcompare run --no-timing -f csv -m onion small.json >expected.csv
  $ cat small.json | bspcompare run --no-timing -f csv -m onion - | cmp - expected.csv
  $ mkdir elsewhere && cd elsewhere && bspcompare run --no-timing -m onion - <../small.json
  ! bspcompare: /dev/stdin: /world: room.json: cannot read: No such file or directory; the path is relative to the current folder, because the scenario is read from a pipe: name the world by --world
  [2]

Standard input cannot be both.

  $ bspcompare run --world - - <small.json
  ! bspcompare: --world: a pipe is read only once, so standard input cannot be both the scenario and the world; give one of them as a file
  [2]

The world may be the pipe. It can be read once only, so a scenario that is made of it contains it.

  $ cat room.json | bspcompare run --no-timing -f csv -m onion small.json --world - | cmp - expected.csv
  $ cat room.json | bspcompare generate scenario - --moves 5 >made.json && rm room.json
  $ bspcompare run --no-timing -m onion made.json -f csv | grep -c onion
  1
  $ bspcompare moves - <$DATA/worlds/courtyard.map --moves 5 | bspcompare run --no-timing -m onion - -f csv | grep -c onion
  1

A FIFO cannot be the output, too.

  $ mkfifo both
  $ cat $DATA/worlds/hollow-room.obj >both & bsplevel convert both --input-format=obj -o both
  ! bsplevel: both: cannot be written: it is also the input, so no program would read the output
  [2]

Meshes that are not perfect: they are repaired, and "info" says how. A tetrahedron with a face
missing, turned, written twice, with a repeated corner, and inside out:

  $ cat >faces <<'END'
  > printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 0 8 0' 'v 0 0 8' "$@" >mesh.obj
  > bsplevel info mesh.obj | tail -n +7
  > END
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4'
  skipped  0
           holes closed: 1; their area: 32 square units
           the mesh has 3 faces and 4 planes; the volumes of its brushes add up to 85.3333 cubic units; no face was moved farther than 0 units
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 3 4'
  skipped  0
           faces turned: 1; doubled faces left out: 0; faces without area left out: 0
           the mesh has 4 faces and 4 planes; the volumes of its brushes add up to 85.3333 cubic units; no face was moved farther than 0 units
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 4 3' 'f 1 4 3'
  skipped  0
           faces turned: 0; doubled faces left out: 1; faces without area left out: 0
           the mesh has 5 faces and 4 planes; the volumes of its brushes add up to 85.3333 cubic units; no face was moved farther than 0 units
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 3 3 1 4'
  skipped  0
           the mesh has 4 faces and 4 planes; the volumes of its brushes add up to 85.3333 cubic units; no face was moved farther than 0 units
  $ sh faces 'f 1 2 3' 'f 1 4 2' 'f 2 4 3' 'f 3 4 1'
  skipped  0
           the mesh has 4 faces and 10 planes; the volumes of its brushes add up to 914.667 cubic units; no face was moved farther than 0 units
           a shell of 4 faces, the first at line 5, faces inwards, in no other shell, so it is a room, and everything outside is solid

The sides of a pyramid twice: no single copy can be left out with a gain.

  $ printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 0 8 0' 'v 8 8 0' 'v 4 4 8' 'f 1 3 4 2' >twice.obj
  $ for i in 1 2; do printf 'f %s\n' '1 2 5' '2 4 5' '4 3 5' '3 1 5' >>twice.obj; done
  $ bsplevel info twice.obj | tail -n +7
  skipped  0
           faces turned: 0; doubled faces left out: 4; faces without area left out: 0
           the mesh has 9 faces and 5 planes; the volumes of its brushes add up to 170.667 cubic units; no face was moved farther than 0 units

A room, a crate in it, and a rock outside: each shell is judged alone.

  $ printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 0 8 0' 'v 0 0 8' 'f 1 2 3' 'f 1 4 2' 'f 2 4 3' 'f 3 4 1' \
  > 'v 1 1 1' 'v 2 1 1' 'v 1 2 1' 'v 1 1 2' 'f 5 6 7' 'f 5 8 6' 'f 6 8 7' 'f 7 8 5' \
  > 'v 90 0 0' 'v 98 0 0' 'v 90 8 0' 'v 90 0 8' 'f 9 11 10' 'f 9 10 12' 'f 10 11 12' 'f 11 9 12' >room.obj
  $ bsplevel info room.obj | tail -n +7
  skipped  0
           the mesh has 12 faces and 16 planes; the volumes of its brushes add up to 129391 cubic units; no face was moved farther than 0 units
           a shell of 4 faces, the first at line 5, faces inwards, in no other shell, so it is a room, and everything outside is solid
           a shell of 4 faces, the first at line 13, faces inwards, in air, so it was inside out, and is turned

Corners that programs wrote with rounded numbers are welded:

  $ sh faces 'v 0.00001 0 0' 'f 5 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 4 3'
  skipped  0
           points welded to others within 1e-05 units: 1
           the mesh has 4 faces and 4 planes; the volumes of its brushes add up to 85.333 cubic units; no face was moved farther than 2e-05 units

A plane takes faces that are at least as far away as corners are welded:

  $ bsplevel convert mesh.obj --snap 1e-7 -o mesh.json 2>&1 | grep within
  bsplevel: mesh.obj: points welded to others within 1e-05 units: 1
  bsplevel: mesh.obj: corners were welded within 1e-05 units, and faces joined to a common plane within 1e-05 units, which is never less than the distance for corners
  $ bsplevel convert mesh.obj --snap 1e-7 --weld 1e-8 -o mesh.json 2>&1 | grep within
  bsplevel: mesh.obj: corners were welded within 1e-08 units, and faces joined to a common plane within 1e-07 units, which is never less than the distance for corners

Open sheets are left out, or get a thickness; a box without a lid is solid, or gets walls:

  $ printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 0 8 1' 'v 8 8 2' 'f 1 2 4' 'f 1 4 3' >sheet.obj
  $ bsplevel info sheet.obj
  ! bsplevel: sheet.obj: the mesh encloses no volume, because its 2 faces are open sheets; give sheets a thickness by --sheet, or by #sheet=4 after the name (if the mesh is tiny, --scale makes it larger)
  [2]
  $ bsplevel convert sheet.obj --sheet 2 -o sheet.json
  ! bsplevel: sheet.obj: holes left open: 1; the length of their edges: 32.3707 units; the first is at line 6
  ! bsplevel: sheet.obj: open sheets: 1, with 2 faces; each gets a thickness of 2 units, along an axis if all faces of the sheet face one direction of the axis, otherwise behind each face
  ! bsplevel: sheet.obj: the mesh has 2 faces and 2 planes; the volumes of its brushes add up to 128 cubic units; no face was moved farther than 0 units
  $ bsplevel info sheet.json | grep -E '^(brushes|bounds)'
  brushes  2
  bounds   0 0 -2 to 8 8 2
  $ bsplevel info 'sheet.obj#sheet=2' | grep -E '^(brushes|bounds)'
  brushes  2
  bounds   0 0 -2 to 8 8 2
  $ bsplevel pieces 'sheet.obj#sheet=2' -o pieces.json 2>&1 | grep -E '^(pieces|volume)'
  pieces   2
  volume   128 cubic units; the mesh as it was read: 0
  $ bsplevel convert 'sheet.obj#sheet=2' --sheet 3 -o sheet.json
  ! bsplevel: sheet.obj#sheet=2: the text after # is not a valid selection; write one or more of these, separated by commas: patches, patches=16, sheet=4, N for model N, hullN, a game such as quake2, +CLASS
  [2]
  $ cat >sheet-scenario.json <<'END'
  > { "format": "bsp-scenario", "version": 1, "name": "sheet", "world": "sheet.obj#sheet=2",
  >   "spaces": [ { "name": "point", "mins": [0, 0, 0], "maxs": [0, 0, 0] } ],
  >   "trajectories": [ { "name": "down", "space": "point", "moves": [ [ [6, 2, 9], [6, 2, -9] ] ] } ] }
  > END
  $ bspcompare explain -m brushes sheet-scenario.json --move down:0 | grep '^truth'
  truth    hits at t = 0.472222
  $ printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 0 8 0' 'v 8 8 0' 'v 0 0 8' 'v 8 0 8' 'v 0 8 8' 'v 8 8 8' \
  > 'f 1 5 7 3' 'f 2 4 8 6' 'f 1 2 6 5' 'f 3 7 8 4' 'f 1 3 4 2' >crate.obj
  $ bsplevel convert crate.obj -o crate.json
  ! bsplevel: crate.obj: holes closed: 1; their area: 64 square units
  ! bsplevel: crate.obj: the mesh has 5 faces and 6 planes; the volumes of its brushes add up to 512 cubic units; no face was moved farther than 0 units
  $ bsplevel info crate.json | grep ^brushes
  brushes  1

A mesh has no starts, and aimed moves need none:

  $ bspcompare regress crate.obj
  ! bspcompare: crate.obj: the world has no starts, where moves could begin; use 'regress --aim N' or 'explain --from X,Y,Z', which need no starts, or give a world in JSON with "starts"
  [2]
  $ bspcompare regress crate.obj --aim 50 -m onion,shift-box | sed -n '/^onion/,/^shift/p;/^Errors/q'
  onion         50     50      0     0       0            0      0        0
  shift-box     50     50      0     0       0            0      0        0

Walls instead of a solid box:

  $ bsplevel convert crate.obj --sheet 0.5 -o crate.json
  ! bsplevel: crate.obj: holes left open: 1; the length of their edges: 32 units; the first is at line 11
  ! bsplevel: crate.obj: open sheets: 1, with 5 faces; each gets a thickness of 0.5 units, along an axis if all faces of the sheet face one direction of the axis, otherwise behind each face
  ! bsplevel: crate.obj: the mesh has 5 faces and 5 planes; the volumes of its brushes add up to 144.583 cubic units; no face was moved farther than 0 units
  $ bsplevel info crate.json | grep ^brushes
  brushes  9
  $ bsplevel convert sheet.obj --sheet 0.001 -o sheet.json
  ! bsplevel: --sheet: 0.001 is out of range, 0.01 to 4096
  [2]

Only convert reads other meshes. A mesh may name files beside it, so the output cannot have any name.

  $ echo ply >scene.ply
  $ bspcompare run scene.ply
  ! bspcompare: scene.ply: this mesh must be converted first: bsplevel convert scene.ply -o WORLD.json
  [2]
  $ bsplevel convert scene.gltf -o scene.bin
  ! bsplevel: scene.bin: the name must end in .json or .obj
  [2]

A box that lacks a face, beside one that is written twice: the copy goes, and the hole is closed.

  $ printf '%s\n' 'v -32 -32 -32' 'v 32 -32 -32' 'v -32 32 -32' 'v 32 32 -32' 'v -32 -32 32' 'v 32 -32 32' 'v -32 32 32' 'v 32 32 32' 'f 5 6 8 7' 'f 1 2 6 5' 'f 3 7 8 4' 'f 1 5 7 3' 'f 2 4 8 6' 'f 1 2 6 5' >torn.obj
  $ bsplevel info torn.obj
  file     torn.obj
  name     torn
  brushes  1
  planes   6
  bounds   -32 -32 -32 to 32 32 32
  starts   0
  skipped  0
           faces turned: 0; doubled faces left out: 1; faces without area left out: 0
           holes closed: 1; their area: 4096 square units
           the mesh has 6 faces and 6 planes; the volumes of its brushes add up to 262144 cubic units; no face was moved farther than 0 units

Exact convex pieces. An L of two boxes needs two, also if a face is missing:

  $ printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 8 4 0' 'v 4 4 0' 'v 4 8 0' 'v 0 8 0' 'v 0 0 2' 'v 8 0 2' 'v 8 4 2' 'v 4 4 2' 'v 4 8 2' 'v 0 8 2' \
  > 'f 6 5 4 3 2 1' 'f 7 8 9 10 11 12' 'f 1 2 8 7' 'f 2 3 9 8' 'f 3 4 10 9' 'f 4 5 11 10' 'f 5 6 12 11' 'f 6 1 7 12' >l.obj
  $ bsplevel pieces l.obj -o pieces.obj && grep -c ^o pieces.obj
  shell    8 faces, 96 cubic units: cut into pieces
  pieces   2
  volume   96 cubic units; the mesh as it was read: 96
  points   100000, of which 74996 are inside the mesh as it was read
           inside, in no piece: 0
           outside, in a piece: 0
           in more pieces than the mesh winds around them: 0
  2
  ! bsplevel: l.obj: the mesh has 8 faces and 8 planes; the volumes of its brushes add up to 96 cubic units; no face was moved farther than 0 units
  $ grep -v '^f 6 1 7' l.obj >hole.obj && bsplevel pieces hole.obj -o pieces.json && grep -c planes pieces.json
  shell    8 faces, 96 cubic units: cut into pieces
  pieces   2
  volume   96 cubic units; the mesh as it was read: 96
  points   100000, of which 74996 are inside the mesh as it was read
           inside, in no piece: 0
           outside, in a piece: 0
           in more pieces than the mesh winds around them: 0
  2
  ! bsplevel: hole.obj: holes closed: 1; their area: 16 square units
  ! bsplevel: hole.obj: the mesh has 7 faces and 8 planes; the volumes of its brushes add up to 96 cubic units; no face was moved farther than 0 units
  $ bsplevel pieces l.obj
  ! bsplevel: no output: give -o FILE.obj or -o FILE.json, the file for the pieces
  [2]
  $ bsplevel pieces l.json -o pieces.obj
  ! bsplevel: l.json: this is not a mesh; its name must end in .obj, .glb, .gltf, .ply, .stl, .fbx and .dae
  [2]
  $ bsplevel pieces l.obj --sheet -1 -o pieces.obj
  ! bsplevel: --sheet: -1 is out of range, 0.01 to 4096
  [2]

The arm of this L is thinner than a piece may be, so the pieces are not the mesh, and the status says so:

  $ printf '%s\n' 'v 0 0 0' 'v 1 0 0' 'v 1 .00015 0' 'v .02 .00015 0' 'v .02 .02 0' 'v 0 .02 0' 'v 0 0 1' 'v 1 0 1' 'v 1 .00015 1' \
  > 'v .02 .00015 1' 'v .02 .02 1' 'v 0 .02 1' >thin.obj; grep ^f l.obj >>thin.obj
  $ bsplevel pieces thin.obj -o pieces.obj
  shell    8 faces, 0.000547 cubic units: cut into pieces
  pieces   1
  volume   0.0004 cubic units; the mesh as it was read: 0.000547
  points   100000, of which 2734 are inside the mesh as it was read
           inside, in no piece: 735
           outside, in a piece: 0
           in more pieces than the mesh winds around them: 0
  ! bsplevel: thin.obj: solid cells left out: 1, because they are thinner than 0.0002 units (--scale makes the mesh larger)
  ! bsplevel: thin.obj: the mesh has 8 faces and 8 planes; the volumes of its brushes add up to 0.0004 cubic units; no face was moved farther than 0 units
  ! bsplevel: thin.obj: the pieces differ from the mesh: of 100000 points, 735 are solid only in the pieces or only in the mesh; the volumes are 0.0004 and 0.000547. Try --scale if the mesh is small, --sheet if it has open surfaces, or --close if it has large holes
  [1]
  $ bsplevel convert thin.obj -o thin.json
  ! bsplevel: thin.obj: solid cells left out: 1, because they are thinner than 0.0002 units (--scale makes the mesh larger)
  ! bsplevel: thin.obj: the mesh has 8 faces and 8 planes; the volumes of its brushes add up to 0.0004 cubic units; no face was moved farther than 0 units
  ! bsplevel: thin.obj: the pieces differ from the mesh: of 100000 points, 735 are solid only in the pieces or only in the mesh; the volumes are 0.0004 and 0.000547. Try --scale if the mesh is small, --sheet if it has open surfaces, or --close if it has large holes
  [1]
  $ bsplevel convert thin.obj --scale 100 -o thin.json
  ! bsplevel: thin.obj: the mesh has 8 faces and 8 planes; the volumes of its brushes add up to 547 cubic units; no face was moved farther than 0 units

All faces of the L reversed, written front and back, and half of its faces reversed. A decomposition has no rooms:

  $ cat >reverse <<'END'
  > awk '/^f/ { printf "f"; for (i = NF; i > 1; i--) printf " %s", $i; print ""; next } { print }' "$1"
  > END
  $ sh reverse l.obj >back.obj; (cat l.obj; grep ^f back.obj) >both.obj; (sed 17,30d l.obj; sed -n 17,30p back.obj) >half.obj
  $ for mesh in back both half; do bsplevel pieces $mesh.obj -o pieces.obj 2>log; grep -h 'turned\|backs' log || true; done
  shell    8 faces, 96 cubic units: cut into pieces, was inside out
  pieces   2
  volume   96 cubic units; the mesh as it was read: 96
  points   100000, of which 74996 are inside the mesh as it was read
           inside, in no piece: 0
           outside, in a piece: 0
           in more pieces than the mesh winds around them: 0
  bsplevel: back.obj: a shell of 8 faces, the first at line 13, faces inwards, in air, so it was inside out, and is turned
  shell    8 faces, 96 cubic units: cut into pieces
  pieces   2
  volume   96 cubic units; the mesh as it was read: 96
  points   100000, of which 74996 are inside the mesh as it was read
           inside, in no piece: 0
           outside, in a piece: 0
           in more pieces than the mesh winds around them: 0
  bsplevel: both.obj: faces left out as the backs of walls: 8
  shell    8 faces, 96 cubic units: cut into pieces
  pieces   2
  volume   96 cubic units; the mesh as it was read: 96
  points   100000, of which 74996 are inside the mesh as it was read
           inside, in no piece: 0
           outside, in a piece: 0
           in more pieces than the mesh winds around them: 0
  bsplevel: half.obj: faces turned: 4; doubled faces left out: 0; faces without area left out: 0

Half of the faces of this hollow are reversed. It may be a body in a body:

  $ printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 0 8 0' 'v 8 8 0' 'v 0 0 8' 'v 8 0 8' 'v 0 8 8' 'v 8 8 8' \
  >   'f 1 5 7 3' 'f 2 4 8 6' 'f 1 2 6 5' 'f 3 7 8 4' 'f 1 3 4 2' 'f 5 6 8 7' >hollow.obj
  $ sed -n 's/0/2/g; s/8/6/g; s/^v/v/p' hollow.obj >>hollow.obj
  $ printf '%s\n' 'f 11 15 13 9' 'f 14 16 12 10' 'f 13 14 10 9' 'f 11 15 16 12' 'f 9 11 12 10' 'f 13 14 16 15' >>hollow.obj
  $ bsplevel pieces hollow.obj -o pieces.obj
  shell    6 faces, 512 cubic units: cut into pieces
  shell    6 faces, -64 cubic units: hollow
  pieces   6
  volume   448 cubic units; the mesh as it was read: 448
  points   100000, of which 87510 are inside the mesh as it was read
           inside, in no piece: 0
           outside, in a piece: 0
           in more pieces than the mesh winds around them: 0
  ! bsplevel: hollow.obj: faces turned: 3; doubled faces left out: 0; faces without area left out: 0
  ! bsplevel: hollow.obj: the mesh has 12 faces and 12 planes; the volumes of its brushes add up to 448 cubic units; no face was moved farther than 0 units
  ! bsplevel: hollow.obj: a shell of 6 faces, the first at line 23, faces inwards, in solid, so it is a hollow
  ! bsplevel: hollow.obj: shells in each other that have many reversed faces: 1 pairs; a hollow may be taken for a body, or a body for a hollow, so turn these faces round
  [1]

The reader takes the thin space between the fronts and the backs of these two bodies for solid. The sampled points agree with
it, because they use the sides of faces that the reader chose. Only rays through all faces as they were read show the loss:

  $ printf 'v %s\n' '40.41 0.17 -0.07' '39.73 0.21 7.68' '39.55 7.53 0.49' '40.04 7.9 8.41' '64.15 0.42 0.49' '64.01 0.14 8.13' '64.12 7.62 0.11' '63.77 8.32 7.91' '39.77 0.35 24.3' \
  >   '39.81 7.96 23.51' '48.48 -0.13 7.81' '48.03 -0.44 23.62' '48.01 8.4 8.12' '48.13 8.18 23.9' >lost.obj
  $ printf 'f %s\n' '4 2 9' '9 2 11' '3 2 1' '14 13 4' '2 4 10' '4 3 7' '2 1 6' '13 11 12' '7 8 5' '6 8 7' '12 9 10' '4 3 1' \
  >   '9 10 4' '1 5 6' '13 11 4' '5 3 1' '5 6 7' '1 2 4' '3 7 5' '4 7 8' '4 8 6' '12 14 13' '12 11 13' '9 12 11' \
  >   '4 13 14' '7 3 4' '11 2 4' '5 1 3' '6 2 4' '10 14 12' '13 14 12' '4 2 6' '6 8 4' '2 11 13' '8 6 5' '10 9 12' >>lost.obj
  $ for command in pieces convert; do bsplevel $command lost.obj -o lost.json >out 2>log; echo $?; grep -o 'the pieces leave.*' log; done
  1
  the pieces leave out space that faces enclose: 126 of 4000 points. Turn all faces outwards, and remove copies of faces; or try --sheet if these faces are walls around air
  1
  the pieces leave out space that faces enclose: 126 of 4000 points. Turn all faces outwards, and remove copies of faces; or try --sheet if these faces are walls around air

A slab without its top is an open sheet. It is closed only if that is asked.

  $ printf '%s\n' 'v 0 0 0' 'v 64 0 0' 'v 0 64 0' 'v 64 64 0' 'v 0 0 1' 'v 64 0 1' 'v 0 64 1' 'v 64 64 1' \
  >   'f 1 5 7 3' 'f 2 4 8 6' 'f 1 2 6 5' 'f 3 7 8 4' 'f 1 3 4 2' >slab.obj
  $ bsplevel convert slab.obj --close -o slab.json; bsplevel info slab.json | grep bounds
  bounds   0 0 0 to 64 64 1
  ! bsplevel: slab.obj: holes closed: 1; their area: 4096 square units
  ! bsplevel: slab.obj: the mesh has 5 faces and 6 planes; the volumes of its brushes add up to 4096 cubic units; no face was moved farther than 0 units

3000 thick triangles overlap. The search for brushes that can be merged ends at its limit, before it compares the
two halves of a square. Alone, the halves are merged.

  $ awk 'BEGIN { for (i = 0; i < 3000; i++) printf "v %f %f 0\nv %f %f 9\nv %f %f 5\nf -3 -2 -1\n", i % 7, i % 11 / 9,
  >   60 + i % 13, 90 - i % 17, i % 19 - 90, 50 + i % 23 }' >many.obj
  $ printf '%s\n' 'v 300 0 0' 'v 400 0 0' 'v 400 90 0' 'v 300 90 0' 'f -4 -3 -2' 'f -4 -2 -1' >square.obj
  $ cat square.obj >>many.obj
  $ for mesh in square many; do bsplevel info $mesh.obj#sheet=2 | grep ^brushes; done
  brushes  1
  brushes  3002

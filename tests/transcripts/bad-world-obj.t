Worlds in .obj files that cannot be read: "info" says what is wrong, and where. Some have the
corners of a tetrahedron:

  $ cat >faces <<'END'
  > bad obj 'v 0 0 0
  > v 8 0 0
  > v 0 8 0
  > v 0 0 8
  > '"$1"
  > END
  $ bad obj ''
  bspcompare: bad.obj: the mesh has no faces
  $ bad obj $'# nothing\nv 1 2 3\n'
  bspcompare: bad.obj: the mesh has no faces
  $ bad obj $'hello\n'
  bspcompare: bad.obj:1: unknown statement 'hello'
  $ bad obj $'\n\ncurv2 1 2\n'
  bspcompare: bad.obj:3: unknown statement 'curv2'
  $ bad obj $'v 1 2\n'
  bspcompare: bad.obj:1: a vertex needs 3 coordinates, found 2
  $ bad obj 'v'
  bspcompare: bad.obj:1: a vertex needs 3 coordinates, found 0
  $ bad obj $'v 1 2 x\n'
  bspcompare: bad.obj:1: expected a number, found 'x'
  $ bad obj $'v 1 2 nan\n'
  bspcompare: bad.obj:1: expected a number, found 'nan'
  $ bad obj $'v 1 inf 2\n'
  bspcompare: bad.obj:1: expected a number, found 'inf'
  $ bad obj $'v 1 0x1 2\n'
  bspcompare: bad.obj:1: expected a number, found '0x1'
  $ bad obj $'v 1 1\x01 2\n'
  bspcompare: bad.obj:1: expected a number, found '1?'
  $ bad obj $'v 1 1e999 2\n'
  bspcompare: bad.obj:1: the coordinate 1e999 is out of range, +-4.1943e+06
  $ bad obj $'v 0 0 0\nv 1 -4194305 2\n'
  bspcompare: bad.obj:2: the coordinate -4194305 is out of range, +-4.1943e+06
  $ sh faces $'f 1 2\n'
  bspcompare: bad.obj:5: a face needs 3 vertices, found 2
  $ sh faces $'f\n'
  bspcompare: bad.obj:5: a face needs 3 vertices, found 0
  $ sh faces $'f 1 2 5\n'
  bspcompare: bad.obj:5: vertex 5 does not exist: there are 4 so far
  $ sh faces $'f 1 2 0\n'
  bspcompare: bad.obj:5: vertex 0 does not exist: there are 4 so far
  $ sh faces $'f 1 2 -5\n'
  bspcompare: bad.obj:5: vertex -5 does not exist: there are 4 so far
  $ sh faces $'f 1 2 99999999999999999999\n'
  bspcompare: bad.obj:5: vertex 99999999999999999999 does not exist: there are 4 so far
  $ sh faces $'f 1 2 3.5\n'
  bspcompare: bad.obj:5: expected the index of a vertex, found '3.5'
  $ sh faces $'f 1 2 /3\n'
  bspcompare: bad.obj:5: expected the index of a vertex, found '/3'
  $ sh faces $'f 1 2 +3\n'
  bspcompare: bad.obj:5: expected the index of a vertex, found '+3'
  $ sh faces $'f 1 3 2\nf 1 2 4\nf 2 3 4\n'
  bspcompare: bad.obj:5: the edge from vertex 1 to 3 has no face on its other side: the mesh is not closed
  $ sh faces $'f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 3 4\n'
  bspcompare: bad.obj:8: the edge from vertex 1 to 3 also belongs, in the same direction, to the face of line 5: the faces are not oriented alike, or more than two meet at the edge
  $ sh faces $'f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 3 1 4\n'
  bspcompare: bad.obj:8: the face names vertex 3 twice in a row
  $ sh faces $'f 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n'
  bspcompare: bad.obj: the mesh encloses no volume, or is inside out: faces must be anticlockwise seen from outside
  $ sh faces $'f 1 2 3\nf 3 2 1\n'
  bspcompare: bad.obj: the mesh encloses no volume, or is inside out: faces must be anticlockwise seen from outside
  $ printf 'v 0 0\0 0' >bad.obj; refused bspcompare info bad.obj
  bspcompare: bad.obj: offset 5: a NUL byte
  $ sh faces "$(yes 'f 1 2 3' | head -n 11000)"
  bspcompare: bad.obj:10927: the faces up to this one have 32769 corners, more than the limit of 32768

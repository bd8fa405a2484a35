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
  bsplevel: bad.obj: the mesh has no faces
  $ bad obj $'# nothing\nv 1 2 3\n'
  bsplevel: bad.obj: the mesh has no faces
  $ bad obj $'hello\n'
  bsplevel: bad.obj:1: unknown statement 'hello'
  $ bad obj $'\n\ncurv2 1 2\n'
  bsplevel: bad.obj:3: unknown statement 'curv2'
  $ bad obj $'v 1 2\n'
  bsplevel: bad.obj:1: a vertex needs 3 coordinates, but this one has 2
  $ bad obj 'v'
  bsplevel: bad.obj:1: a vertex needs 3 coordinates, but this one has 0
  $ bad obj $'v 1 2 x\n'
  bsplevel: bad.obj:1: expected a number, found 'x'
  $ bad obj $'v 1 2 nan\n'
  bsplevel: bad.obj:1: expected a number, found 'nan'
  $ bad obj $'v 1 inf 2\n'
  bsplevel: bad.obj:1: expected a number, found 'inf'
  $ bad obj $'v 1 0x1 2\n'
  bsplevel: bad.obj:1: expected a number, found '0x1'
  $ bad obj $'v 1 1\x01 2\n'
  bsplevel: bad.obj:1: expected a number, found '1?'
  $ bad obj $'v 1 1e999 2\n'
  bsplevel: bad.obj:1: the coordinate 1e999 is out of range, +-4.1943e+06
  $ bad obj $'v 0 0 0\nv 1 -4194305 2\n'
  bsplevel: bad.obj:2: the coordinate -4194305 is out of range, +-4.1943e+06
  $ bad obj $'v 1 \\\n2 \\\n3\nhello\n'
  bsplevel: bad.obj:4: unknown statement 'hello'
  $ sh faces $'f 1 2\n'
  bsplevel: bad.obj:5: a face needs at least 3 vertices, but this one has 2
  $ sh faces $'f\n'
  bsplevel: bad.obj:5: a face needs at least 3 vertices, but this one has 0
  $ sh faces $'f 1 2 5\n'
  bsplevel: bad.obj:5: vertex 5 does not exist; 4 vertices come before this line
  $ sh faces $'f 1 2 0\n'
  bsplevel: bad.obj:5: vertex 0 does not exist; 4 vertices come before this line
  $ sh faces $'f 1 2 -5\n'
  bsplevel: bad.obj:5: vertex -5 does not exist; 4 vertices come before this line
  $ sh faces $'f 1 2 99999999999999999999\n'
  bsplevel: bad.obj:5: vertex 99999999999999999999 does not exist; 4 vertices come before this line
  $ sh faces $'f 1 2 3.5\n'
  bsplevel: bad.obj:5: expected the index of a vertex, found '3.5'
  $ sh faces $'f 1 2 /3\n'
  bsplevel: bad.obj:5: expected the index of a vertex, found '/3'
  $ sh faces $'f 1 2 +3\n'
  bsplevel: bad.obj:5: expected the index of a vertex, found '+3'
  $ sh faces $'f 1 2 3\n'
  bsplevel: bad.obj: the mesh encloses no volume, because its 1 faces are open sheets; give sheets a thickness by --sheet, or by #sheet=4 after the name (if the mesh is tiny, --scale makes it larger)
  $ sh faces $'f 1 2 3\nf 3 2 1\n'
  bsplevel: bad.obj: the mesh encloses no volume, because its 2 faces are open sheets; give sheets a thickness by --sheet, or by #sheet=4 after the name (if the mesh is tiny, --scale makes it larger)
  $ printf 'v 0 0\0 0' >bad.obj; refused bsplevel info bad.obj
  bsplevel: bad.obj: offset 5: the text has a NUL byte
  $ refused bsplevel pieces bad.obj -o pieces.obj
  bsplevel: bad.obj: offset 5: the text has a NUL byte

Meshes that are not perfect: they are repaired, and "info" says how. A tetrahedron with a face
missing, turned, written twice, with a repeated corner, and inside out:

  $ cat >faces <<'END'
  > printf '%s\n' 'v 0 0 0' 'v 8 0 0' 'v 0 8 0' 'v 0 0 8' "$@" >mesh.obj
  > bspcompare info mesh.obj | tail -n +7
  > END
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4'
  skipped  0
           holes closed: 1; their area: 32 square units
           the mesh has 3 faces, 4 planes, and a volume of 85.3333 cubic units; no face was moved farther than 0 units
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 3 4'
  skipped  0
           faces turned: 1; doubled faces left out: 0; faces without area left out: 0
           the mesh has 4 faces, 4 planes, and a volume of 85.3333 cubic units; no face was moved farther than 0 units
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 4 3' 'f 1 4 3'
  skipped  0
           faces turned: 0; doubled faces left out: 1; faces without area left out: 0
           the mesh has 5 faces, 4 planes, and a volume of 85.3333 cubic units; no face was moved farther than 0 units
  $ sh faces 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 3 3 1 4'
  skipped  0
  $ sh faces 'f 1 2 3' 'f 1 4 2' 'f 2 4 3' 'f 3 4 1'
  skipped  0
           shells turned because they were inside out: 1
           the mesh has 4 faces, 4 planes, and a volume of 85.3333 cubic units; no face was moved farther than 0 units

Corners that programs wrote with rounded numbers are welded:

  $ sh faces 'v 0.00001 0 0' 'f 5 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 4 3'
  skipped  0
           points welded to others within 1e-05 units: 1
           the mesh has 4 faces, 4 planes, and a volume of 85.3332 cubic units; no face was moved farther than 1.8e-05 units

Meshes that libassimp reads: cubes made here, the models of Debian's package assimp-testmodels, and worlds that
assimp (assimp-utils) and gltfpack convert. Without libassimp, or without these packages, the rest is skipped.

  $ { bsplevel convert a.glb -o a.json || true; } 2>&1 | grep -q 'apt-get install libassimp-dev' && exit 80
  [1]

"read" prints the number of brushes and their volume, or the error.

  $ cat >read <<'END'
  > if bsplevel convert "$@" -o read.json 2>log; then
  >   echo $(bsplevel info read.json | grep ^brushes) $(grep -o 'add up to [^;]* cubic' log)
  >   grep -o 'it was inside out' log || true
  > else
  >   tail -n 1 log | grep -o '[^/]*$' | cut -c 1-100
  > fi
  > END

A cube from -1 to 1, as a .gltf whose node has these members. The node's parent moves it by 8 along z, which
becomes -y. Mirrored nodes keep the front of their faces: else the cube would be a room.

  $ cat >cube <<'END'
  > import base64, struct, sys
  > faces = [0,4,6,0,6,2, 1,3,7,1,7,5, 0,1,5,0,5,4, 2,6,7,2,7,3, 0,2,3,0,3,1, 4,5,7,4,7]
  > corners = [1 if i // 3 >> i % 3 & 1 else -1 for i in range(24)]
  > data = struct.pack('<24f36B', *corners, *faces, int(sys.argv[2]) if len(sys.argv) > 2 else 6)
  > print('''{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
  > "nodes":[{"translation":[0,0,8],"children":[1]},{"mesh":0%s}],
  > "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
  > "buffers":[{"byteLength":132,"uri":"data:application/octet-stream;base64,%s"}],
  > "bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":36}],
  > "accessors":[{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"},
  >   {"bufferView":1,"componentType":5121,"count":36,"type":"SCALAR"}]}'''
  >   % (sys.argv[1], base64.b64encode(data).decode()))
  > END
  $ cat >turn <<'END'
  > python3 cube "$1" >cube.gltf; shift
  > sh read cube.gltf "$@"; bsplevel info read.json | grep bounds
  > END
  $ sh turn ''
  brushes 1 add up to 8 cubic
  bounds   -1 -9 -1 to 1 -7 1
  $ sh turn '' --up y
  brushes 1 add up to 8 cubic
  bounds   -1 -9 -1 to 1 -7 1
  $ sh turn '' --up z
  brushes 1 add up to 8 cubic
  bounds   -1 -1 7 to 1 1 9
  $ sh turn ',"translation":[1,2,3]'
  brushes 1 add up to 8 cubic
  bounds   0 -12 1 to 2 -10 3
  $ sh turn ',"scale":[1,-2,3]'
  brushes 1 add up to 48 cubic
  bounds   -1 -11 -2 to 1 -5 2
  $ sh turn ',"scale":[-1,-2,-3],"translation":[5,0,0]'
  brushes 1 add up to 48 cubic
  bounds   4 -11 -2 to 6 -5 2
  $ sh turn ',"matrix":[0,1,0,0, 1,0,0,0, 0,0,1,0, 0,0,7.5e0,1]'
  brushes 1 add up to 8 cubic
  bounds   -1 -16.5 -1 to 1 -14.5 1
  $ python3 cube ',"translation":[1e7,0,0]' >far.gltf; sh read far.gltf
  bsplevel: far.gltf: the coordinate 1e+07 of vertex 1 is out of range, +-4.1943e+06
  $ python3 cube ',"scale":[1,0,1]' >flat.gltf; sh read flat.gltf
  bsplevel: flat.gltf: the mesh encloses no volume, because its 4 faces are open sheets; give sheets a

A corner beyond the vertices is not read: libassimp may drop the face.

  $ python3 cube '' 200 >beyond.gltf; sh read beyond.gltf >out; test -s out

Worlds that other programs convert have the same brushes. assimp turns nothing when it writes, so the axis that
is up stays z.

  $ type assimp gltfpack >/dev/null || exit 80
  $ for world in courtyard.map two-rooms.json ridge.json stairs.json pillars.json touching.json; do
  >   bsplevel convert $DATA/worlds/$world -o a.obj 2>log || cat log
  >   for ending in glb gltf ply stl dae; do
  >     assimp export a.obj a.$ending >log || cat log
  >   done
  >   gltfpack -noq -i a.obj -o p.glb >log || cat log
  >   (for file in a.glb a.gltf a.ply a.stl a.dae; do sh read $file --up z; done
  >     sh read p.glb; sh read a.obj) | uniq -c
  > done
        7 brushes 10 add up to 1.80879e+07 cubic
        7 brushes 9 add up to 9.27334e+06 cubic
        7 brushes 7 add up to 1.64495e+07 cubic
        7 brushes 18 add up to 1.28123e+07 cubic
        7 brushes 70 add up to 7.49497e+07 cubic
        7 brushes 101 add up to 6.84032e+06 cubic

Models. Brushes and volumes of glTF are those of the reader that this project had before libassimp.

  $ test -d /usr/share/assimp/models || exit 80
  $ for model in glTF2/BoxTextured-glTF-Binary/BoxTextured.glb glTF2/BoxTextured-glTF/BoxTextured.gltf \
  >   glTF2/BoxTextured-glTF-Embedded/BoxTextured.gltf \
  >   glTF2/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf \
  >   glTF2/IncorrectVertexArrays/Cube.gltf FBX/box.fbx Collada/cube_UTF8BOM.dae PLY/cube.ply \
  >   glTF2/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb glTF2/MissingBin/BoxTextured.gltf \
  >   glTF2/RecursiveNodes/RecursiveNodes.gltf glTF2/wrongTypes/badArray.gltf \
  >   glTF2/glTF-Asset-Generator/Mesh_PrimitiveMode/Mesh_PrimitiveMode_00.gltf glTF2/none.gltf; do
  >   echo "$(sh read /usr/share/assimp/models/$model)"
  > done
  brushes 1 add up to 1 cubic
  brushes 1 add up to 1 cubic
  brushes 1 add up to 1 cubic
  brushes 1 add up to 8 cubic
  brushes 4 add up to 32 cubic
  brushes 1 add up to 0.035796 cubic
  brushes 1 add up to 1 cubic
  brushes 1 add up to 1 cubic
  BoxWithInfinites.glb: the coordinate -inf of vertex 1 is out of range, +-4.1943e+06
  BoxTextured.gltf: libassimp cannot read this file: * (glob)
  RecursiveNodes.gltf: libassimp cannot read this file: * (glob)
  badArray.gltf: libassimp cannot read this file: * (glob)
  Mesh_PrimitiveMode_00.gltf: the scene has no triangles
  none.gltf: cannot read: No such file or directory

A model of many shells.

  $ sh read /usr/share/assimp/models/glTF2/ClearCoat-glTF/ClearCoatTest.gltf
  brushes 16002 add up to 19.2193 cubic

A model with holes: more cells would be cut if a vertex counted as outside at winding numbers up to one half. And a
model whose faces are near several planes: each gets the nearest.

  $ sh read /usr/share/assimp/models/FBX/spider.fbx
  brushes 821 add up to 1.3865e+11 cubic
  $ sh read /usr/share/assimp/models/Collada/duck_triangulate.dae
  brushes 2027 add up to 1.19577 cubic

Winding numbers near one half are exact: without that, two brushes are lost.

  $ sh read /usr/share/assimp/models/STL/Wuson.stl --scale 39
  brushes 2703 add up to 68044.5 cubic

Files that harm libassimp. The sanitizers would report what happens in its process, so the rest is skipped with them.

  $ test -z "${BSP_SANITIZED-}" || exit 80

libassimp would read the first of these files for ever. The second has 20,000 nodes, each in the one before, which
overflows the stack. The third has an accessor of 12 GiB.

  $ printf 'ply\nformat ascii 1.0\nelement vertex 4\n' >cut.ply; sh read cut.ply
  bsplevel: cut.ply: libassimp, which reads the file, did not end within 10 seconds
  $ cat >swap <<'END'
  > import json, sys
  > scene = json.load(open('cube.gltf'))
  > exec(sys.argv[1])
  > print(json.dumps(scene))
  > END
  $ python3 cube '' >cube.gltf
  $ python3 swap 'scene["nodes"] = [{"children":[i + 1]} for i in range(20000)] + [{}]' >deep.gltf
  $ sh read deep.gltf
  bsplevel: deep.gltf: libassimp, which reads the file, crashed * (glob)
  $ python3 swap 'scene["accessors"][0] = {"componentType":5126, "count":1 << 30, "type":"VEC3", "sparse":{"count":1,
  >   "indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}}}' >huge.gltf
  $ sh read huge.gltf
  bsplevel: huge.gltf: libassimp cannot read this file: std::bad_alloc

The child process that runs libassimp has its limits even if the program was started with signals ignored, which
would hide how it ended.

  $ sh -c 'trap "" CHLD ALRM; exec bsplevel convert deep.gltf -o w.json'
  ! bsplevel: deep.gltf: libassimp, which crashes for some files, reads this file; convert only files that you trust
  ! bsplevel: deep.gltf: libassimp, which reads the file, crashed (Segmentation fault)
  [2]
  $ sh -c 'trap "" CHLD ALRM; exec bsplevel convert cut.ply -o w.json'
  ! bsplevel: cut.ply: libassimp, which crashes for some files, reads this file; convert only files that you trust
  ! bsplevel: cut.ply: libassimp, which reads the file, did not end within 10 seconds
  [2]

Other meshes may be compressed, and come from a pipe. Messages have the name that the command got.

  $ python3 cube '' >cube.gltf && gzip -c cube.gltf >packed.gltf.gz && sh read packed.gltf.gz
  brushes 1 add up to 8 cubic
  $ sh read - --input-format=gltf <cube.gltf
  brushes 1 add up to 8 cubic
  $ printf glTFxxxx | bsplevel convert - -o read.json
  ! bsplevel: /dev/stdin: libassimp, which crashes for some files, reads this file; convert only files that you trust
  ! bsplevel: /dev/stdin: libassimp cannot read this file: No suitable reader found for the file format of file "/dev/stdin.glb".
  [2]
  $ printf glTFxxxx | bsplevel info -
  ! bsplevel: /dev/stdin: this mesh must be converted first: pipe it to bsplevel convert - -o WORLD.json
  [2]

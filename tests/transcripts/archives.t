Levels in zip archives, compressed by gzip, and names that are no levels.

  $ cat >zip <<'EOF'
  > # zip ARCHIVE [NAME FILE]...: NAME may have escapes such as \xf6, which are bytes of the name
  > import struct, sys, zlib
  > body = directory = b''
  > for name, path in zip(sys.argv[2::2], sys.argv[3::2]):
  >     name, data = name.encode().decode('unicode_escape').encode('latin-1'), open(path, 'rb').read()
  >     flags = 0x800 if sys.argv[1].startswith('utf') else 0
  >     size = (1 << 30) + 1 if sys.argv[1].startswith('large') else len(data)
  >     head = struct.pack('<HHHIIIIHH', 20, flags, 0, 0, zlib.crc32(data), size, size, len(name), 0)
  >     directory += b'PK\1\2' + struct.pack('<H', 20) + head + struct.pack('<HIII', 0, 0, 0, len(body)) + name
  >     body += b'PK\3\4' + head + name + data
  > n = len(sys.argv) // 2 - 1
  > end = b'PK\5\6' + struct.pack('<IHHIIH', 0, n, n, len(directory), len(body), 0)
  > open(sys.argv[1], 'wb').write(body + directory + end)
  > EOF
  $ echo '{"format":"bsp-world","version":1,"brushes":[{"box":[[0,0,0],[8,8,8]]}]}' >box.json
  $ echo { >bad.json
  $ python3 zip x.pk3 maps/a.json box.json b:c.json box.json bad.json bad.json
  $ bsplevel info x.pk3:maps/a.json | sed -n 2,3p
  name     a
  brushes  1
  $ bsplevel info x.pk3:b:c.json | sed -n 2,3p
  name     c
  brushes  1
  $ bsplevel info x.pk3:bad.json
  ! bsplevel: x.pk3:bad.json:2:1: unexpected end of data
  [2]
  $ bsplevel info x.pk3:a.json
  ! bsplevel: x.pk3:a.json: the archive has no such member
  [2]
  $ bsplevel info x.pk3
  ! bsplevel: x.pk3: the name of a world must end in .json, .map, .bsp or .obj, optionally followed by .gz; name a world in the archive, such as x.pk3:maps/NAME.bsp
  [2]

If the named member does not exist, the error lists the archive's levels, or some of them if there are many.

  $ python3 zip y.pk3 maps/a.map bad.json readme.txt bad.json maps/b.bsp bad.json
  $ bsplevel info y.pk3:c.bsp
  ! bsplevel: y.pk3:c.bsp: the archive has no such member; it has maps/a.map, maps/b.bsp
  [2]
  $ python3 zip z.pk3 $(for i in $(seq 40); do echo $i.bsp bad.json; done)
  $ bsplevel info z.pk3:c.bsp 2>&1 | grep -o ' 30.*'
   30.bsp, 31.bsp, 32.bsp and more
  [2]

Archives that are damaged.

  $ printf 'no archive at all' >text.pk3
  $ bsplevel info text.pk3:a.json
  ! bsplevel: text.pk3:a.json: cannot read the archive: Unrecognized archive format
  [2]
  $ head -c -40 x.pk3 >cut.pk3
  $ bsplevel info cut.pk3:maps/a.json
  ! bsplevel: cut.pk3:maps/a.json: cannot read the archive: Unrecognized archive format
  [2]
  $ sed 's/8,8,8/8,8,9/' x.pk3 >flipped.pk3
  $ bsplevel info flipped.pk3:maps/a.json
  ! bsplevel: flipped.pk3:maps/a.json: cannot read the archive: ZIP bad CRC: * (glob)
  [2]
  $ python3 zip large.pk3 maps/a.json box.json
  $ bsplevel info large.pk3:maps/a.json
  ! bsplevel: large.pk3:maps/a.json: the file is larger than the limit of 1073741824 bytes
  [2]

Names in UTF-8, composed or decomposed, whether or not the archive says so, and in Latin-1.

  $ for archive in utf.pk3 plain.pk3; do
  >   python3 zip $archive 'maps/gr\xc3\xb6\xc3\x9fe.json' box.json 'gro\xcc\x88\xc3\x9fr.json' box.json
  >   for name in maps/größe.json größr.json größr.json; do
  >     bsplevel info $archive:$name | grep brushes
  >   done
  >   bsplevel info "$archive:maps/gr??e.json"
  > done
  brushes  1
  brushes  1
  brushes  1
  brushes  1
  brushes  1
  brushes  1
  ! bsplevel: utf.pk3:maps/gr??e.json: the archive has no such member
  ! bsplevel: plain.pk3:maps/gr??e.json: the archive has no such member
  [2]
  $ python3 zip latin.pk3 'gr\xf6\xdfe.json' box.json
  $ bsplevel info "$(printf 'latin.pk3:gr\xf6\xdfe.json')" | grep brushes
  brushes  1

Several compressed parts in one file are joined, as by gunzip.

  $ (head -c 20 box.json | gzip; tail -c +21 box.json | gzip) >two.json.gz
  $ bsplevel info two.json.gz | grep brushes
  brushes  1

Files that cannot be read, and names that are no levels.

  $ bsplevel info missing.json
  ! bsplevel: missing.json: cannot read: No such file or directory
  [2]
  $ mkdir folder.json
  $ bsplevel info folder.json
  ! bsplevel: folder.json: cannot read: Is a directory
  [2]
  $ bsplevel info box.json/below.map
  ! bsplevel: box.json/below.map: cannot read: Not a directory
  [2]
  $ bsplevel info nothing.pk3:a.bsp
  ! bsplevel: nothing.pk3:a.bsp: cannot read: No such file or directory
  [2]
  $ touch world.txt levels.pk3 a.onion
  $ bsplevel info world.txt
  ! bsplevel: world.txt: the name of a world must end in .json, .map, .bsp or .obj, optionally followed by .gz
  [2]
  $ bsplevel info levels.pk3
  ! bsplevel: levels.pk3: the name of a world must end in .json, .map, .bsp or .obj, optionally followed by .gz; name a world in the archive, such as levels.pk3:maps/NAME.bsp
  [2]
  $ bsplevel convert a.onion -o b.json
  ! bsplevel: a.onion: this is a saved tree, not a world; name the world from which it was built
  [2]

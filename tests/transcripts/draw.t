The command "draw". tests/test-draw.c tests what pictures show.

  $ bspcompare draw small.json --plane z=20 >slice.svg
  $ python3 -c '
  > import xml.etree.ElementTree
  > print(xml.etree.ElementTree.parse("slice.svg").getroot().tag)'
  {http://www.w3.org/2000/svg}svg
  $ bspcompare draw small.json --plane z=20 -o a.svg && cmp slice.svg a.svg
  $ bspcompare draw small.json -o p.svg && grep -c 'width="800"' p.svg
  1
  $ bspcompare draw small.json --plane y=0 --move roll:0 -m shift -o b.svg
  $ grep -oE 'a move of ball|true contact' b.svg | sort -u
  a move of ball
  true contact

The margin of --shape is that of the shape, which need not be a box. Without --shape each box has one.

  $ for shape in '' --shape=stand --shape=ball; do
  >   bspcompare draw small.json --plane z=20 $shape -o m.svg && echo "'$shape': $(grep -oE 'solid for [a-z]*' m.svg)"
  > done
  '': solid for stand
  '--shape=stand': solid for stand
  '--shape=ball': solid for ball
  $ rm m.svg

Pictures are well-formed. They have no ids, which would meet those of other pictures in a page, and nothing
that is run or fetched, whatever names come from files.

  $ cat >check.py <<'END'
  > import sys, xml.etree.ElementTree
  > for name in sys.argv[1:]:
  >     elements = list(xml.etree.ElementTree.parse(name).iter())
  >     kinds = {e.tag.split("}")[1] for e in elements}
  >     print(name, *kinds & {"script", "image", "use"}, any("id" in e.attrib for e in elements), "path" in kinds)
  > END
  $ name='"</text><script/> of a name that is longer than any row of a legend, andwordsthatarelongerthanthat"'
  > changed small.json name='"<script>&\"\u0001\u001b[31m ]]>"' {spaces/0/name,trajectories/0/space}="$name" >odd.json
  $ bspcompare draw odd.json --plane z=20 -o o.svg && python3 check.py [abop].svg && grep -c '&lt;script&gt;' o.svg
  a.svg False True
  b.svg False True
  o.svg False True
  p.svg False True
  2
  $ rm check.py odd.json o.svg
  $ ls
  a.svg
  b.svg
  p.svg
  room.json
  slice.svg
  small.json

The corners of a box are at the numbers of the axes: x grows to the right, y upward.

  $ echo '{"format":"bsp-world","version":1,"brushes":[{"box":[[0,0,0],[20,40,8]]}]}' >box.json
  $ bspcompare draw box.json --plane z=4 -o box.svg && grep -oE '#3c3c3c" .* d="[^"]*|<text x.*11" text-anchor.*[^6]0<' box.svg
  #3c3c3c" stroke="#3c3c3c" stroke-width="0.5" stroke-linejoin="round" paint-order="stroke" d="M226.8 240.4L226.8 401.2L307.2 401.2L307.2 240.4Z
  <text x="66" y="588.6" fill="#111111" font-size="11" text-anchor="middle">-40<
  <text x="146.4" y="588.6" fill="#111111" font-size="11" text-anchor="middle">-20<
  <text x="226.8" y="588.6" fill="#111111" font-size="11" text-anchor="middle">0<
  <text x="307.2" y="588.6" fill="#111111" font-size="11" text-anchor="middle">20<
  <text x="387.6" y="588.6" fill="#111111" font-size="11" text-anchor="middle">40<
  <text x="51" y="566" fill="#111111" font-size="11" text-anchor="end">-40<
  <text x="51" y="485.6" fill="#111111" font-size="11" text-anchor="end">-20<
  <text x="51" y="405.2" fill="#111111" font-size="11" text-anchor="end">0<
  <text x="51" y="324.8" fill="#111111" font-size="11" text-anchor="end">20<
  <text x="51" y="244.4" fill="#111111" font-size="11" text-anchor="end">40<
  <text x="51" y="83.6" fill="#111111" font-size="11" text-anchor="end">80<

The outlines of a body at both ends of a move are closed.

  $ bspcompare draw small.json --plane z=30 --move walk:0 | grep -oE 'dasharray="[26]" d="[^"h]*"'
  dasharray="6" d="M238.8 256.4L155.6 256.4L155.6 339.6L238.8 339.6L238.8 256.4"
  dasharray="2" d="M294.6 308.2L211.3 308.2L211.3 391.4L294.6 391.4L294.6 308.2"

A level has no moves, unless they are wanted.

  $ while read -r options; do
  >   bspcompare draw $DATA/worlds/courtyard.map $options -o level.svg && echo "$(grep -o '[0-9a]* moves\? of [a-z]*' level.svg) $options"
  > done <<'END'
  > --plane z=48
  > --move 0:2
  > END
   --plane z=48
  a move of stand --move 0:2

What is refused.

  $ rm -f ./*.svg
  $ while read -r options; do refused bspcompare draw small.json $options; done <<'END'
  > --plane w=1
  > --plane z=
  > --plane z=1x
  > --plane z=nan
  > --plane z=0x8
  > --plane z=1e300
  > --plane z=900
  > --plane z=1 --region 1,2:3
  > --plane z=1 --region 1,2:1,3
  > --plane z=1 --region 500,0:600,9
  > --plane z=1 --methods tree
  > --shape nobody
  > --move run:0
  > --move walk
  > --move walk:99
  > --move walk:0 --shape stand
  > -o a.jpg
  > -o nowhere/a.svg
  > END
  bspcompare: --plane: 'w=1' is not a plane; write an axis, =, and a number, such as z=48
  bspcompare: --plane: 'z=' is not a plane; write an axis, =, and a number, such as z=48
  bspcompare: --plane: 'z=1x' is not a plane; write an axis, =, and a number, such as z=48
  bspcompare: --plane: 'z=nan' is not a plane; write an axis, =, and a number, such as z=48
  bspcompare: --plane: 'z=0x8' is not a plane; write an axis, =, and a number, such as z=48
  bspcompare: --plane: 'z=1e300' is not a plane; write an axis, =, and a number, such as z=48
  bspcompare: the plane is outside the level, where z goes from -40 to 88
  bspcompare: --region: '1,2:3' is not a region; write the lower left corner and the upper right corner, such as -64,0:64,128
  bspcompare: the region is empty, because its maximum x is not above its minimum
  bspcompare: the region is outside the level, where x goes from -79 to 79
  bspcompare: --methods: there is no method 'tree': the methods are onion, multi, shift, shift-box, shift-exact, brushes, merge, onion-article, shift-paper, shift-all, shift-named, onion-named
  bspcompare: --shape: small.json has no box or shape 'nobody'; it has stand, ball
  bspcompare: --move: small.json has no trajectory 'run'; it has walk, roll
  bspcompare: --move: 'walk' is not a move; write a trajectory, :, and a number, such as walk:17
  bspcompare: --move: trajectory 'walk' has no move 99; it has 20 moves, counted from 0
  bspcompare: give --shape or --move, not both
  bspcompare: --output: 'a.jpg' must end in .svg
  bspcompare: nowhere/a.svg: cannot be written: No such file or directory
  $ echo '{"format":"bsp-world","version":1,"brushes":[],"starts":[[0,0,0]]}' >empty.json
  $ bspcompare draw empty.json --plane z=0
  ! bspcompare: there is nothing to draw, because the world has no brushes
  [2]
  $ ls
  box.json
  empty.json
  room.json
  small.json

The command "sweep".

  $ bspcompare sweep --no-timing small.json --vary bevel-angle=60,none,box | sed '/^$/,$d'
  small: world room (2 brushes), bevel-angle varied; the methods answer the same 21 moves of stand,
    ball for every value
  $ bspcompare sweep small.json --vary bevel-angle=60,none,box -f csv | sed -n '/^value/,$p' | cut -d , -f 1-4
  value,method,nodes,edge_bevels
  60,shift,34,24
  none,shift,9,0
  box,shift,9,0
  $ bspcompare sweep --no-timing small.json --vary space-node-faces=0,all -m onion -o first.txt
  $ bspcompare sweep --no-timing small.json --vary space-node-faces=0,all -m onion | cmp - first.txt
  $ bspcompare sweep --no-timing small.json --vary spaces=1 -f json -o out.json
  $ json / 'rows/*/method' <out.json
  /: format version scenario environment constants columns vary values asked rows notes
  rows/*/method: onion multi

CSV begins with comments on its origin.

  $ bspcompare sweep --repeat 1 --vary spaces=1 -f csv small.json | grep -E '^# (command|sha256)'
  # command: bspcompare sweep --repeat 1 --vary spaces=1 -f csv small.json
  # sha256 of world room: 4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5


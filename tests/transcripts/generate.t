Worlds from a seed. Their bytes are the same on every machine, and as they were when this was written.

  $ kinds='city rooms slivers wedges near-axial near-coplanar bricks'
  > test "$kinds" = "$(bspcompare generate world none 2>&1 | sed 's/.*kinds are //' | tr -d ,)" || echo other kinds
  > for kind in $kinds; do
  >   bspcompare generate world $kind --brushes 500 --seed 81985529216486895 | sha256sum | cut -c 1-64
  > done
  c4e61374fbb6e1bcf775a08399a783efdf0674610cd49a9792654447cee29e16
  373738841b1149958c8402fc99aac994f93fef82c82301a9bfdfbd70b346e3d7
  1746ce962eb378b822950d62e3c6c037fb7a6451d6c683e3634a0861879801e6
  1b75fc99d0b25f9fce6cdf3e7a0cc2ffda67fc36578eac8c7d449ea6018de8a2
  8507a0e0a7fbdea9687c5044ace6d1400cf1067f7cc2ea0b352e48128030ca58
  de98b08f9c069646f9510acd9d7476f04200e65bf2fe02fe42701b2d8ecf9719
  8b1ee48291ee01a100b568a91262316a49ffe026c722549ebc4bfb759bd47058

Another seed is another world, also if it differs only above 32 bits.

  $ for kind in city rooms slivers wedges near-axial near-coplanar bricks; do
  >   for seed in 1 2 4294967297 1; do
  >     bspcompare generate world $kind --brushes 100 --seed $seed | sed 's/.*"brushes"//; s/from seed [0-9]*//' | sha256sum
  >   done | sort | uniq | wc -l
  > done | paste -s -d ' '
  3 3 3 3 3 3 3

Thin spaces and shapes.

  $ bspcompare generate scenario room.json --kind thin --moves 5 -o thin.json
  $ json 'spaces/*/name' 'shapes/*/name' <thin.json
  spaces/*/name: sheet pane pole spot sheet 1e-3 pane 1e-5 pole 1e-7
  shapes/*/name: disc 1e-7 disc 1e-6 disc 1e-3 needle splinter
  $ bspcompare regress -m onion,shift-exact,brushes thin.json | sed -n '/^method.*agree/,/^$/p'
  method       moves  agree  early  late  planes  worst early  wrong  skipped
  onion           35     35      0     0       0            0      0       25
  shift-exact     60     60      0     0       0            0      0        0
  brushes         60     60      0     0       0            0      0        0
  (empty)

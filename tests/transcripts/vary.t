Sweeps: what varies, and over which values.

  $ cat >values <<'END'
  > bspcompare sweep --no-timing -f csv "$@" | sed '/^#/d; /^value,/d; s/,.*//' | uniq | paste -s -d ' '
  > END
  $ sh values small.json -m shift --vary 'bevel-angle=60, 90.5,none,box,180'
  60 90.5 none box 180
  $ sh values small.json -m shift --vary bevel-angle=60..120+15,none
  60 75 90 105 120 none
  $ sh values small.json -m shift --vary bevel-angle=0.1..1+0.3
  (empty)
  ! bspcompare: with its bevels the tree would be deeper than 1024 levels; a larger bevel angle makes fewer bevels
  $ sh values $DATA/scenarios/nested.json -m onion --vary spaces=1..4
  1 2 3 4
  $ sh values $DATA/scenarios/nested.json -m onion --vary spaces=3..3,1..5*2,6
  3 1 2 4 6

What is refused.

  $ while read -r vary; do refused bspcompare sweep small.json --vary "$vary"; done <<'END'
  >
  > size
  > spaces=
  > spaces=1,,2
  > bevel-angle=nan
  > bevel-angle=0
  > bevel-angle=181
  > space-node-faces=-1
  > space-node-faces=0.5
  > space-node-faces=none
  > spaces=1.5
  > spaces=0
  > spaces=1..x
  > spaces=4..1
  > bevel-angle=0..2
  > spaces=1..4*1
  > spaces=1..4+0
  > spaces=1..4+
  > spaces=..
  > spaces=1..4*1.5
  > spaces=1..1e9
  > spaces=box
  > spaces=1,99
  > END
  bspcompare: --vary: '' is not WHAT=VALUE,..., where WHAT is one of bevel-angle, space-node-faces, spaces, angle
  bspcompare: --vary: 'size' is not WHAT=VALUE,..., where WHAT is one of bevel-angle, space-node-faces, spaces, angle
  bspcompare: --vary spaces: '' is not a list of values
  bspcompare: --vary spaces: '' is not a whole number of at least 1
  bspcompare: --vary bevel-angle: 'nan' is not an angle above 0 and at most 180, none or box
  bspcompare: --vary bevel-angle: '0' is not an angle above 0 and at most 180, none or box
  bspcompare: --vary bevel-angle: '181' is not an angle above 0 and at most 180, none or box
  bspcompare: --vary space-node-faces: '-1' is not a whole number or all
  bspcompare: --vary space-node-faces: '0.5' is not a whole number or all
  bspcompare: --vary space-node-faces: 'none' is not a whole number or all
  bspcompare: --vary spaces: '1.5' is not a whole number of at least 1
  bspcompare: --vary spaces: '0' is not a whole number of at least 1
  bspcompare: --vary spaces: '1..x' is not a range of numbers above 0, such as 1..16, 60..120+15 or 1..64*2
  bspcompare: --vary spaces: '4..1': the first number of a range must not exceed the last
  bspcompare: --vary bevel-angle: '0..2': a range must begin above 0
  bspcompare: --vary spaces: '1..4*1': the number after * must be above 1
  bspcompare: --vary spaces: '1..4+0': the number after + must be above 0
  bspcompare: --vary spaces: '1..4+' is not a range of numbers above 0, such as 1..16, 60..120+15 or 1..64*2
  bspcompare: --vary spaces: '..' is not a range of numbers above 0, such as 1..16, 60..120+15 or 1..64*2
  bspcompare: --vary spaces: '1.5' is not a whole number of at least 1
  bspcompare: --vary spaces: more than 1000 values
  bspcompare: --vary spaces: 'box' is not a whole number of at least 1
  bspcompare: --vary spaces: 99 spaces are more than the 1 of the scenario; 'bspcompare generate scenario --spaces N' makes a scenario of N spaces

The movers may be chosen by name, but only spaces that exist at every value.

  $ bspcompare sweep --no-timing $DATA/scenarios/pillars.json -m multi --vary spaces=3,4 --asked crouch | grep -o "same .* moves of crouch"
  same 400 moves of crouch
  $ refused bspcompare sweep $DATA/scenarios/pillars.json -m multi --vary spaces=2,4 --asked crouch
  bspcompare: --asked: no trajectory moves 'crouch' at every value, because only the first 2 of the spaces are present at every value

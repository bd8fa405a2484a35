Every table fits a terminal of 100 columns, also with times.

  $ bspcompare run --repeat 5 $DATA/scenarios/ramp.json | too-wide
  $ bspcompare run --repeat 1 $DATA/scenarios/pillars.json small.json | too-wide
  $ bspcompare run --repeat 1 -m onion,onion-named,shift $DATA/scenarios/ramp.json | too-wide
  $ bspcompare run --repeat 1 $DATA/scenarios/stationary.json | too-wide
  $ bspcompare sweep --repeat 1 --vary bevel-angle=60,90,none,box $DATA/scenarios/pillars.json | too-wide
  $ bspcompare sweep --repeat 1 --vary spaces=1,3 $DATA/scenarios/nested.json | too-wide
  $ bspcompare explain small.json --move walk:3 | too-wide
  $ bspcompare regress $DATA/scenarios/two-rooms.json | too-wide

With --wide, the tables have all columns.

  $ bspcompare run --wide small.json >wide.txt
  $ test -n "$(too-wide <wide.txt)"
  $ grep -c ' walk shuffled ' wide.txt
  1
  $ bspcompare sweep --wide --vary bevel-angle=60,none small.json | grep -c ' edge bevels '
  1


Every table fits a terminal of 100 columns, also with times.

  $ bspcompare run --repeat 5 $DATA/scenarios/ramp.json | too-wide
  $ bspcompare run --repeat 1 $DATA/scenarios/pillars.json small.json | too-wide
  $ bspcompare run --repeat 1 -m onion,onion-named,shift $DATA/scenarios/ramp.json | too-wide
  $ bspcompare run --repeat 1 $DATA/scenarios/stationary.json | too-wide
  $ bspcompare sweep --repeat 1 --vary bevel-angle=60,90,none,box $DATA/scenarios/pillars.json | too-wide
  $ bspcompare sweep --repeat 1 --vary spaces=1,3 $DATA/scenarios/nested.json | too-wide
  $ terminal 100 bspcompare explain small.json --move walk:3 | too-wide
  $ bspcompare regress $DATA/scenarios/two-rooms.json | too-wide

With --wide, the tables have all columns.

  $ bspcompare run --wide small.json >wide.txt
  $ test -n "$(too-wide <wide.txt)"
  $ grep -c ' walk shuffled ' wide.txt
  1
  $ bspcompare sweep --wide --vary bevel-angle=60,none small.json | grep -c ' edge bevels '
  1

Without a terminal, a table has all columns of a command that has no option for them, and whole names.
Names use the room that a terminal has.

  $ bspcompare explain small.json --move walk:3 -m onion | grep '^onion  '
  onion   exact      E2S    0.570891  17.7383  1 -2.37 37.43  -1 0 0      1     1      6  0.0000  in the bracket
  $ terminal 100 bspcompare explain small.json --move walk:3 -m onion | grep -E '^(onion  |no room)'
  onion   exact      E2S    17.7383  1 -2.37 37.43  -1 0 0      1     1  0.0000  in the bracket
  no room for: t, nodes; a wider terminal shows them
  $ sed 's/"small"/"a name of thirty characters too"/' small.json >named.json
  $ bspcompare run --no-timing -m onion small.json named.json | grep -c '^a name of thirty characters too  onion'
  1
  $ terminal 60 bspcompare run --no-timing -m onion small.json named.json | grep '^a name'
  a name of thirty characte...  onion    316 B      0        1
  a name of thirty characters too: world room (2 brushes), 1
  $ terminal 70 bspcompare run --no-timing -m onion small.json named.json | grep '^a name'
  a name of thirty characters too  onion    316 B      0        1
  a name of thirty characters too: world room (2 brushes), 1 space, 1


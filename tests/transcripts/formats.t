Each combination of methods, movers, parts and formats prints well-formed output.

  $ cat >scenario.txt <<'END'
  > {"format":"bsp-scenario","version":1,"name":"NAME","world":{"format":"bsp-world","version":1,
  >   "name":"w","brushes":[{"box":[[32,-64,0],[48,64,64]]}],"starts":[[0,0,32]]},
  >  "spaces":[{"name":"crate","mins":[-8,-8,-8],"maxs":[8,8,8]}],
  >  "shapes":[{"name":"ball","sphere":{"radius":4}}],
  >  "trajectories":[
  >   {"name":"walk","space":"crate","moves":[[[0,0,32],[4,0,32]],[[0,0,32],[64,1,32]]]},
  >   {"name":"roll","shape":"ball","moves":[[[0,0,32],[64,0,32]],[[0,0,32],[2,2,32]]]},
  >   {"name":"stand","space":"crate","moves":[[[0,0,32],[0,0,32]]]},
  >   {"name":"lie","shape":"ball","moves":[[[40,0,32],[40,0,32]]]}
  >  ],"options":{"repeat":1}}
  > END
  $ sed s/NAME/mix/ scenario.txt >mix.json
  $ sed 's/NAME/boxes/; /"roll"/d; /"stand"/d; /"lie"/d; s/32\]\]\]},$/32]]]}/' scenario.txt >boxes.json
  $ sed 's/NAME/balls/; /"walk"/d; /"stand"/d; /"lie"/d; s/32\]\]\]},$/32]]]}/' scenario.txt >balls.json
  $ sed 's/NAME/still/; /"walk"/d; /"roll"/d' scenario.txt >still.json

The methods are of each kind: boxes only, all shapes, stationary only. Times are
measured for every second combination, in one format each, because measuring is slower than printing.
The first argument of "cross" is 0 or 1: which half of the combinations has times.

  $ cat >cross <<'END'
  > half=$1 formats=($2); shift 2
  > for method in onion multi shift merge shift-all multi,merge,shift-named; do
  >   for movers in boxes balls still mix; do
  >     name=$method-$movers
  >     for format in ${formats[*]}; do
  >       bspcompare "$@" -m $method $movers.json --no-timing -f $format >$name.$format 2>&1 ||
  >         echo "status $?: $name.$format"
  >     done
  >     (((half + i++) % 2)) || continue
  >     format=${formats[i / 2 % ${#formats[*]}]}
  >     bspcompare "$@" -m $method $movers.json -f $format >$name-timed.$format 2>&1 ||
  >       echo "status $?: $name-timed.$format"
  >   done
  > done
  > well-formed *-*.*
  > rm ./*-*.*
  > END
  $ bash cross 1 'table markdown csv json html' run
  $ bash cross 0 'table markdown' run --wide
  $ bash cross 0 'table markdown csv json html' sweep --vary space-node-faces=0,all
  $ bash cross 1 'table markdown csv json html' sweep --wide --vary space-node-faces=1

No method answers any move, with times. Each format works, also from the result that is kept.

  $ for format in table markdown csv json html; do
  >   bspcompare run -m onion,multi,merge balls.json -f $format >run-1.$format || echo "$?: run $format"
  >   bspcompare sweep -m onion,multi --vary space-node-faces=0,all balls.json -f $format >sweep-1.$format || echo "$?: sweep $format"
  > done
  $ bspcompare run -m onion -f json -o kept.json balls.json
  $ for format in table markdown csv html; do
  >   bspcompare report kept.json -f $format >report-1.$format || echo "$?: report $format"
  > done
  $ bspcompare diff kept.json kept.json >diff-1.table
  $ well-formed *-1.*

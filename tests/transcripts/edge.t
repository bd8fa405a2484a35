Worlds that reach exactly to the documented limit, +-4194304 units. Every method agrees with the oracle
there. The first world is a shell whose outer faces are those of the world's cube, with a pillar along its
edge and a wedge in its corner. In the second, moves from outside hit solid at the border and beside it.

  $ H=4194304; box() { echo "{\"box\":[[$1,$2,$3],[$4,$5,$6]]}"; }
  > cat >world-1.json <<END
  > {"format":"bsp-world","version":1,"name":"edge","brushes":[
  > $(box -$H -$H -$H $H $H -4194204),$(box -$H -$H 4194204 $H $H $H),
  > $(box -$H -$H -$H -4194204 $H $H),$(box 4194204 -$H -$H $H $H $H),
  > $(box -$H -$H -$H $H -4194204 $H),$(box -$H 4194204 -$H $H $H $H),$(box 4193904 4193904 -$H $H $H $H),
  > {"points":[[-$H,-$H,-$H],[-4190304,-$H,-$H],[-$H,-4190304,-$H],[-$H,-$H,-4190304]]}],
  > "starts":[[0,0,0],[4193000,4193000,-4194100],[-4190304,-4190304,-4194000]]}
  > END
  > cat >world-2.json <<END
  > {"format":"bsp-world","version":1,"name":"edge","brushes":[
  > $(box 4194204 -64 -64 $H 64 64),$(box -$H -$H -$H $H $H -4194204),
  > {"points":[[$H,$H,$H],[4194204,$H,$H],[$H,4194204,$H],[$H,$H,4194204]]}],"starts":[[4194000,0,0]]}
  > END

Moves towards faces at the border, along them, across the whole world, and from solid.

  $ cat >moves <<'END'
  > "moves":[[[4194000,0,0],[4194304,3,5]],[[4194304,0,100],[4194304,0,0]],
  > [[4194250,0,4194304],[4194250,0,-4194304]],[[4194304,200,0],[4194304,-200,0]],
  > [[4194304,0,50],[4194250,0,-90]],[[-4194000,-4194000,-4194000],[4194304,4194304,4194304]],
  > [[0,0,4194304],[0,0,-4194304]],[[4194304,4194304,0],[4194304,4194304,4194304]]]
  > END
  $ for i in 1 2; do cat >moves-$i.json <<END
  > {"format":"bsp-scenario","version":1,"name":"edge","world":"world-$i.json",
  > "spaces":[{"name":"stand","mins":[-15,-15,-24],"maxs":[15,15,32]},
  > {"name":"point","mins":[0,0,0],"maxs":[0,0,0]}],"shapes":[{"name":"ball","sphere":{"radius":8}}],
  > "trajectories":[{"name":"stand","space":"stand",$(cat moves)},{"name":"point","space":"point",$(cat moves)},
  > {"name":"ball","shape":"ball",$(cat moves)},{"name":"shoot","space":"stand","response":"bounce",
  > "random":{"seed":1,"moves":40,"step":[100,4000000],"start":"starts"}}],"options":{"repeat":1}}
  > END
  > done
  $ every=onion,multi,shift,shift-box,shift-exact,brushes,merge,onion-article,shift-named,onion-named
  > for i in 1 2; do
  >   bspcompare regress -m $every moves-$i.json >log || cat log
  >   bspcompare regress -m $every --builder plain moves-$i.json >log || cat log
  >   bspcompare regress -m onion --builder listing2 moves-$i.json >log || cat log
  >   bspcompare generate scenario world-$i.json --kind faces --spaces 3 --moves 60 -o f.json
  >   bspcompare generate scenario world-$i.json --kind edges --spaces 3 --moves 60 -o e.json
  >   bspcompare regress -m $every f.json e.json >log || cat log
  > done
  > bspcompare regress -m $every --fill on moves-1.json >log || cat log

Saved trees, and other formats of levels.

  $ for method in onion shift-exact; do
  >   bsplevel build -m $method --shapes stand=-15,-15,-24:15,15,32,point=0,0,0:0,0,0 -o edge.tree world-1.json >log || cat log
  >   bsplevel info edge.tree | grep -E "^(spaces|bevels)"
  > done
  spaces   2; the outside is filled in 0
  bevels   boxes, from 90 degrees
  $ printf '%s\n' 'v 4194204 0 0' 'v 4194304 0 0' 'v 4194304 100 0' 'v 4194204 100 0' 'v 4194304 0 100' \
  >   'f 4 3 2 1' 'f 1 2 5' 'f 2 3 5' 'f 3 4 5' 'f 4 1 5' >edge.obj
  $ bsplevel info edge.obj | grep bounds
  bounds   4194204 0 0 to 4194304 100 100
  $ cat >edge.map <<'END'
  > {
  > "classname" "worldspawn"
  > {
  > ( 4194204 0 0 ) ( 4194204 1 0 ) ( 4194204 0 1 ) a 0 0 0 1 1
  > ( 4194304 0 0 ) ( 4194304 0 1 ) ( 4194304 1 0 ) a 0 0 0 1 1
  > ( 0 -64 0 ) ( 0 -64 1 ) ( 1 -64 0 ) a 0 0 0 1 1
  > ( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 ) a 0 0 0 1 1
  > ( 0 0 -64 ) ( 1 0 -64 ) ( 0 1 -64 ) a 0 0 0 1 1
  > ( 0 0 64 ) ( 0 1 64 ) ( 1 0 64 ) a 0 0 0 1 1
  > }
  > }
  > END
  $ bsplevel info edge.map | grep bounds
  bounds   4194204 -64 -64 to 4194304 64 64

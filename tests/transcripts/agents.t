Agents: boxes that look for paths, and walk along them.

  $ bspcompare run --no-timing -m onion "$DATA/scenarios/agents.json" | sed -n '/^Agents/,/^arrive/p'
  Agents
  (empty)
  agents    method  areas  bytes  covered  false  pairs  found  arrive
  soldiers  graph      13   3228   100.00   0.00    500    500     500
  ogres     graph      13   3100   100.00   0.00    500    500     500
  (empty)
  memory: bytes that queries use; in shift, each box adds 16 for each normal of a plane
  early: answers before the bracket, which begins at the contact with solids 0.001 unit larger
  onion: the onion of all the scenario's spaces
  covered: share of the places where a body can stand that are on an area
  false: share of the points of areas where no body can stand, even a step's height higher or lower
  pairs: pairs of places where a body can stand
  found: pairs with a path
  arrive: bodies that walk the path to its end
  $ bspcompare run --no-timing -m brushes -f csv "$DATA/scenarios/agents.json" | grep 'soldiers\|,agents'
  scenario,agents,method,areas,bytes,build_ms,covered,false,pairs,found,arrive,us
  agents of two sizes on stairs,soldiers,graph,13,3228,,100,0,500,500,500,0
  $ bspcompare run --no-timing -m brushes -f json "$DATA/scenarios/agents.json" | json 'agents/1/method' 'agents/1/covered' 'agents/1/arrive'
  agents/1/method: graph
  agents/1/covered: 100
  agents/1/arrive: 500
  $ bspcompare run --no-timing -m brushes --seed 5 -f csv "$DATA/scenarios/agents.json" | grep ogres
  agents of two sizes on stairs,ogres,graph,13,3100,,100,0,500,500,500,0

Places of one's own, and navigators. A navigator gets the places; the graph has a path for one pair of two.

  $ cat >agents.sh <<'OUTER'
  > agents() { cat >agents.json <<END
  > {"format":"bsp-scenario","version":1,"name":"a","world":"$DATA/worlds/two-rooms.json",
  >  "spaces":[{"name":"dot","mins":[0,0,0],"maxs":[0,0,0]},{"name":"huge","mins":[-900,-900,-24],"maxs":[900,900,32]},
  >            {"name":"stand","mins":[-15,-15,-24],"maxs":[15,15,32]}],
  >  "agents":[$1],"trajectories":[{"name":"t","space":"stand","waypoints":[[-128,0,40],[-120,0,40]]}]}
  > END
  > shift; bspcompare run --no-timing -m brushes agents.json "$@"; }
  > pairs='{"name":"a","space":"stand","seed":1,"places":[[-128,0,24],[128,0,24],[-128,0,24],[0,0,900]]}'
  > OUTER
  $ . ./agents.sh
  > agents "$pairs" --navigator save='cat >stdin.txt' | grep '^a \|save'
  > sed -n '/^walker/,$p' stdin.txt
  + save: a contestant, without answers: it wrote nothing
  a       graph       3    932    75.00   0.00      2      1       1
  walker -15 -15 -24 15 15 32 0 18 0.69999999999999996
  places 4
  place -128 0 24
  place 128 0 24
  place -128 0 24
  place 0 0 900
  end

A navigator that knows the door, and thinks that it can fly. Wrong answers are named by their line.

  $ cat >door.sh <<'END'
  > sed -n '1s/agents/answers/p'
  > cat <<LINES
  > about knows the door
  > loaded 1 100
  > areas 1
  > point -128 0 24
  > point 0 0 99
  > place 0 -128 0 24
  > place 1 128 0.2 24
  > path 0 7
  > corner 128 0 24
  > path 1 -
  > $1
  > end
  > LINES
  > END
  $ . ./agents.sh
  > for line in "corner 0 0 900" "path 2 9" "corner 0 0" "corner nan 0 0" "corner 1e9 0 0" "place 4 0 0 0" "areas 2" "answer 0 E 1 0 0 0 9" "end"
  > do
  >     agents "$pairs" --navigator two="sh door.sh '$line'" | grep '^a  *two\|two:'
  > done
  + two: a contestant; knows the door; guarantees nothing
  a       two         1    100    25.00  50.00      2      2       1
  + two: a contestant, without answers: line 12: there are more paths than the 2 pairs
  + two: a contestant, without answers: line 12: the line has too few words for the form "corner X Y
  + two: a contestant, without answers: line 12: a coordinate must be a finite number, not "nan"
  + two: a contestant, without answers: line 12: the coordinate 1e+09 is out of range, +-1e+06
  + two: a contestant, without answers: line 12: "4" is not the number of a place
  + two: a contestant, without answers: line 12: there is already a line "areas"
  + two: a contestant, without answers: line 12: no line of answers begins with "answer"
  + two: a contestant, without answers: line 13: this line comes after "end", which must be the last
  [1]
  $ . ./agents.sh
  > for line in "loaded 1 1" "path 0 1"; do
  >     agents "$pairs" --navigator two="sed -n '1s/agents/answers/p'; echo '$line'; echo end" | grep '^a  *two\|two:'
  > done
  + two: a contestant, without answers: line 3: "end" comes after only 0 of 2 paths
  + two: a contestant, without answers: line 3: "end" comes after only 1 of 2 paths
  [1]

Scenarios that are refused.

  $ . ./agents.sh
  > agents '{"name":"a","space":"dot","pairs":3,"seed":1}'
  > agents '{"name":"a","space":"huge","pairs":3,"seed":1}'
  > agents '{"name":"a","shape":"stand","pairs":3,"seed":1}'
  > agents '{"name":"a","space":"stand","pairs":0,"seed":1}'
  > agents '{"name":"a","space":"stand","pairs":3}'
  > agents '{"name":"a","space":"stand","seed":1}'
  > agents '{"name":"a","space":"stand","places":[[0,0,0],[0,9,0],[9,0,0]],"seed":1}'
  > agents '{"name":"a","space":"stand","pairs":1,"seed":1},{"name":"a","space":"stand","pairs":1,"seed":1}'
  > bspcompare run --no-timing -m brushes --navigator a=true "$DATA/scenarios/crowd.json" >/dev/null
  ! bspcompare: agents.json: /agents/0: agents need a space whose box has a volume
  ! bspcompare: agents.json: agents "a": the world has no place where the body can stand
  ! bspcompare: agents.json: /agents/0: unknown key "shape"; the keys are name, space, pairs, places, seed, skin
  ! bspcompare: agents.json: /agents/0/pairs: 0 is out of range, 1 to 100000
  ! bspcompare: agents.json: /agents/0: "seed" is missing
  ! bspcompare: agents.json: /agents/0: must have exactly one of "pairs", "places", not 0
  ! bspcompare: agents.json: /agents/0/places: the list has 3 places; give two places for each pair, and at most 100000 pairs
  ! bspcompare: agents.json: /agents/1/name: another item already has the name "a"
  ! bspcompare: --navigator: no scenario has agents, for which a program could find paths
  [2]

Scenarios that cannot be read: "run" says what is wrong, and where.

A scenario that is right except for one part: "wrong PART TEXT" puts the text in the part's place.

  $ cat >wrong <<'END'
  > head='{"format":"bsp-scenario","version":1,"name":"n",' world='"world":"room.json",'
  > space='{"name":"a","mins":[-1,-1,-1],"maxs":[1,1,1]}'
  > move='{"name":"t","space":"a","moves":[[[0,0,9],[0,0,1]]]}'
  > spaces="\"spaces\":[$space]," moves="\"trajectories\":[$move]"
  > case $1 in
  > all) text=$2;;
  > members) text="$head$2}";;
  > world) text="$head\"world\":$2,$spaces$moves}";;
  > space) text="$head$world\"spaces\":[$space,$2],$moves}";;
  > shape) text="$head$world$spaces\"shapes\":[$2],$moves}";;
  > trajectories) text="$head$world$spaces\"trajectories\":[$2]}";;
  > trajectory) text="$head$world$spaces\"trajectories\":[{\"name\":\"t\",$2}]}";;
  > moves) text="$head$world$spaces\"trajectories\":[{\"name\":\"t\",\"space\":\"a\",\"moves\":[[[0,0,9],[0,0,1]],[[1,0,9],[1,0,1]]],$2}]}";;
  > random) text="$head$world$spaces\"trajectories\":[{\"name\":\"t\",\"space\":\"a\",\"random\":{$2}}]}";;
  > options) text="$head$world$spaces$moves,\"options\":$2}";;
  > esac
  > printf '%s' "$text" >bad.json
  > refused bspcompare run --no-timing bad.json
  > END
  $ sh wrong options '{}' | tail -n 1
  status 0

  $ echo '{"format":"bsp-world","version":1,"name":"bare","brushes":[]}' >bare.json
  $ printf '{"format":"bsp-world","version":1,\n "brushes":[,]}\n' >broken.json

The world inside of the scenario, or its name.

  $ sh wrong world '{"format":"bsp-world","version":1,"brushes":[{"box":[[0,0,0],[1,1,1]]},{}]}'
  bspcompare: bad.json: /world/brushes/1: a brush must have exactly one of "planes", "box" and "points", not 0
  $ sh wrong world '{"format":"bsp-scenario","version":1}'
  bspcompare: bad.json: /world/format: the format is "bsp-scenario", not "bsp-world"

The document.

  $ sh wrong all '[]'
  bspcompare: bad.json: expected an object, found an array
  $ sh wrong all '{}'
  bspcompare: bad.json: "format" is missing
  $ sh wrong all '{"format":"bsp-result","version":1}'
  bspcompare: bad.json: /format: the format is "bsp-result", not "bsp-scenario"
  $ sh wrong all '{"format":"bsp-scenario","version":2}'
  bspcompare: bad.json: /version: version 2 of bsp-scenario is not supported; only version 1 is supported
  $ sh wrong members '"wrold":"room.json"'
  bspcompare: bad.json: unknown key "wrold"; did you mean "world"?
  $ sh wrong all '{"format":"bsp-scenario","version":1}'
  bspcompare: bad.json: "name" is missing
  $ sh wrong all '{"format":"bsp-scenario","version":1,"name":""}'
  bspcompare: bad.json: /name: the string is empty
  $ sh wrong members '"world":"room.json","trajectories":[{"name":"t","space":"a","moves":[[[0,0,9],[0,0,1]]]}]'
  bspcompare: bad.json: "spaces" is missing
  $ sh wrong members '"world":"room.json","spaces":{},"trajectories":[{"name":"t","space":"a","moves":[[[0,0,9],[0,0,1]]]}]'
  bspcompare: bad.json: /spaces: expected an array, found an object
  $ sh wrong trajectories ''
  bspcompare: bad.json: /trajectories: the array has 0 items, but must have at least 1
  $ sh wrong all $'{\n "format": "bsp-scenario",,\n}'
  bspcompare: bad.json:2:27: quoted object property name expected

Worlds.

  $ sh wrong members '"spaces":[{"name":"a","mins":[-1,-1,-1],"maxs":[1,1,1]}],"trajectories":[{"name":"t","space":"a","moves":[[[0,0,9],[0,0,1]]]}]'
  bspcompare: bad.json: "world" is missing
  $ sh wrong world '7'
  bspcompare: bad.json: /world: expected a string, found a number
  $ sh wrong world '"broken.json"'
  bspcompare: broken.json:2:13: unexpected character
  $ sh wrong world '"nothing.json"'
  bspcompare: bad.json: /world: nothing.json: cannot read: No such file or directory

Spaces.

  $ sh wrong space '{"name":"b"}'
  bspcompare: bad.json: /spaces/1: "mins" is missing
  $ sh wrong space '{"name":"a","mins":[0,0,0],"maxs":[0,0,0]}'
  bspcompare: bad.json: /spaces/1/name: a space already has the name "a"
  $ sh wrong space '{"name":"b","mins":[0,3,0],"maxs":[1,2,1]}'
  bspcompare: bad.json: /spaces/1: mins exceed maxs on the y axis (3 > 2); exchange them
  $ sh wrong space '{"name":"b","mins":[0,0],"maxs":[1,2,3]}'
  bspcompare: bad.json: /spaces/1/mins: the array has 2 items, but must have 3
  $ sh wrong space '{"name":"b","mins":[0,0,0],"maxs":[1,2,5000000]}'
  bspcompare: bad.json: /spaces/1/maxs/2: 5000000 is out of range, -4194304 to 4194304
  $ sh wrong space '{"name":"b","mins":[0,0,0],"maxs":[1,2,3],"size":1}'
  bspcompare: bad.json: /spaces/1: unknown key "size"; the keys are name, mins, maxs, mask

Shapes.

  $ sh wrong shape '{"name":"b"}'
  bspcompare: bad.json: /shapes/0: must have exactly one of "sphere", "cylinder", "capsule", "hull", "solid", not 0
  $ sh wrong shape '{"name":"a","sphere":{"radius":1}}'
  bspcompare: bad.json: /shapes/0/name: a space already has the name "a"
  $ sh wrong shape '{"name":"b","sphere":{"radius":1}},{"name":"b","sphere":{"radius":2}}'
  bspcompare: bad.json: /shapes/1/name: a shape already has the name "b"
  $ sh wrong shape '{"name":"b","sphere":{}}'
  bspcompare: bad.json: /shapes/0/sphere: "radius" is missing
  $ sh wrong shape '{"name":"b","sphere":{"radius":0}}'
  bspcompare: bad.json: /shapes/0/sphere/radius: the radius must be above 0, not 0
  $ sh wrong shape '{"name":"b","cylinder":{"radius":1,"top":2}}'
  bspcompare: bad.json: /shapes/0/cylinder: "bottom" is missing
  $ sh wrong shape '{"name":"b","cylinder":{"radius":1,"bottom":2,"top":2}}'
  bspcompare: bad.json: /shapes/0/cylinder: the bottom (2) must be below the top (2)
  $ sh wrong shape '{"name":"b","capsule":{"radius":3,"bottom":0,"top":5.5}}'
  bspcompare: bad.json: /shapes/0/capsule: a capsule of radius 3 is at least 6 high, not 5.5
  $ sh wrong shape '{"name":"b","hull":[[0,0,0],[1,0,0],[0,1,0]]}'
  bspcompare: bad.json: /shapes/0/hull: the array has 3 items, but must have at least 4
  $ sh wrong shape '{"name":"b","hull":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}'
  bspcompare: bad.json: /shapes/0/hull: the 4 points do not span a volume, because they lie in one plane, or almost

Trajectories.

  $ sh wrong trajectory '"moves":[[[0,0,0],[1,1,1]]]'
  bspcompare: bad.json: /trajectories/0: must have exactly one of "space", "shape", not 0
  $ sh wrong trajectory '"space":"b"'
  bspcompare: bad.json: /trajectories/0/space: the scenario has no space "b"
  $ sh wrong trajectory '"space":"a","response":"crawl"'
  bspcompare: bad.json: /trajectories/0/response: "crawl" is not one of "stop", "slide", "bounce"
  $ sh wrong trajectory '"space":"a"'
  bspcompare: bad.json: /trajectories/0: must have exactly one of "waypoints", "moves", "random", not 0
  $ sh wrong trajectories '{"name":"t","space":"a","moves":[[[0,0,9],[0,0,1]]]},{"name":"t","space":"a","moves":[[[0,0,9],[0,0,1]]]}'
  bspcompare: bad.json: /trajectories/1/name: a trajectory already has the name "t"
  $ sh wrong trajectory '"space":"a","waypoints":[[0,0,0]]'
  bspcompare: bad.json: /trajectories/0/waypoints: the array has 1 items, but must have at least 2
  $ sh wrong trajectory '"space":"a","moves":[]'
  bspcompare: bad.json: /trajectories/0/moves: the array has 0 items, but must have at least 1
  $ sh wrong trajectory '"space":"a","moves":[[[0,0,0]]]'
  bspcompare: bad.json: /trajectories/0/moves/0: the array has 1 items, but must have 2

Masks and order.

  $ sh wrong moves '"mask":-1'
  bspcompare: bad.json: /trajectories/0/mask: -1 is out of range, 0 to 4294967295
  $ sh wrong moves '"mask":"0x1"'
  bspcompare: bad.json: /trajectories/0/mask: "0x1" is not a kind of contents, such as "solid" or "water", and not a number of one to eight hexadecimal digits
  $ sh wrong moves '"mask":["1","123456789"]'
  bspcompare: bad.json: /trajectories/0/mask/1: "123456789" is not a kind of contents, such as "solid" or "water", and not a number of one to eight hexadecimal digits
  $ sh wrong moves '"mask":[]'
  bspcompare: bad.json: /trajectories/0/mask: the list names no contents; write 0 if every brush stops the body
  $ sh wrong moves '"order":[7]'
  bspcompare: bad.json: /trajectories/0/order: the list has 1 places, but the trajectory has 2 moves
  $ sh wrong moves '"order":[7,7]'
  bspcompare: bad.json: /trajectories/0/order/1: place 7 comes after place 7, but places must ascend
  $ sh wrong trajectories '{"name":"t","space":"a","moves":[[[0,0,9],[0,0,1]],[[1,0,9],[1,0,1]]],"order":[7,9]},{"name":"u","space":"a","moves":[[[0,0,9],[0,0,1]],[[1,0,9],[1,0,1]]],"order":[8,9]}'
  bspcompare: bad.json: /trajectories/1/order/1: place 9 is also the place of move 1 of "t"
  $ sh wrong trajectory '"space":"a","waypoints":[[0,0,9],[0,0,1]],"order":[0]'
  bspcompare: bad.json: /trajectories/0/order: only a trajectory with "moves" has this member, and this one has "waypoints"

Random walks.

  $ sh wrong random ''
  bspcompare: bad.json: /trajectories/0/random: "seed" is missing
  $ sh wrong random '"seed":-1,"moves":1,"step":[1,2],"start":"starts"'
  bspcompare: bad.json: /trajectories/0/random/seed: -1 is out of range, 0 to 18446744073709551615
  $ sh wrong random '"seed":1,"moves":0,"step":[1,2],"start":"starts"'
  bspcompare: bad.json: /trajectories/0/random/moves: 0 is out of range, 1 to 10000000
  $ sh wrong random '"seed":1,"moves":1,"step":[1],"start":"starts"'
  bspcompare: bad.json: /trajectories/0/random/step: the array has 1 items, but must have 2
  $ sh wrong random '"seed":1,"moves":1,"step":[3,2],"start":"starts"'
  bspcompare: bad.json: /trajectories/0/random/step: the shortest step (3) exceeds the longest (2)
  $ sh wrong random '"seed":1,"moves":1,"step":[1,2],"start":"here"'
  bspcompare: bad.json: /trajectories/0/random/start: "here" is not one of "starts"
  $ sh wrong members '"world":"bare.json","spaces":[{"name":"a","mins":[-1,-1,-1],"maxs":[1,1,1]}],"trajectories":[{"name":"t","space":"a","random":{"seed":1,"moves":1,"step":[1,2],"start":"starts"}}]'
  bspcompare: bad.json: /trajectories/0/random/start: the world bare.json has no starts

Options.

  $ sh wrong options '{"angle":1}'
  bspcompare: bad.json: /options: unknown key "angle"; the keys are bevel_angle, space_node_faces, repeat, masks
  $ sh wrong options '{"bevel_angle":-1}'
  bspcompare: bad.json: /options/bevel_angle: -1 is out of range, 0 to 180
  $ sh wrong options '{"bevel_angle":0}'
  bspcompare: bad.json: /options/bevel_angle: the number must be above 0
  $ sh wrong options '{"repeat":0}'
  bspcompare: bad.json: /options/repeat: 0 is out of range, 1 to 1000

Files.

  $ bspcompare run none.json
  ! bspcompare: none.json: cannot read: No such file or directory
  [2]
  $ printf '{"format":"bsp-scenario",\n  "world": ,' | gzip >bad.json.gz; refused bspcompare run bad.json.gz
  bspcompare: bad.json.gz:2:12: unexpected character
  $ gzip -c small.json >small.json.gz && bspcompare run --no-timing small.json.gz | grep -c '^small:'
  1
  $ sed "s,room.json,$PWD/room.json," small.json >absolute.json && bspcompare run --no-timing absolute.json | grep -c '^small:'
  1

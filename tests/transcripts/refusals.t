Command lines that the program rejects with a message and status 2. No file is written.

Commands and options.

  $ bspcompare
  ! bspcompare: no command given: the commands are run, regress, sweep, report, diff, explain, draw, generate world, generate scenario, moves; see 'bspcompare --help'
  [2]
  $ bspcompare dance
  ! bspcompare: unknown command dance: the commands are run, regress, sweep, report, diff, explain, draw, generate world, generate scenario, moves; see 'bspcompare --help'
  [2]
  $ bspcompare --dance
  ! bspcompare: unknown option --dance: the commands are run, regress, sweep, report, diff, explain, draw, generate world, generate scenario, moves; see 'bspcompare --help'
  [2]
  $ bspcompare sweeep
  ! bspcompare: unknown command sweeep; did you mean sweep? See 'bspcompare --help'
  [2]
  $ bspcompare --hepl
  ! bspcompare: unknown option --hepl; did you mean --help? See 'bspcompare --help'
  [2]
  $ bspcompare run --metods onion small.json
  ! bspcompare: Unknown option --metods; did you mean --methods? See 'bspcompare run --help'
  [2]
  $ bspcompare run
  ! bspcompare: no scenario given; see 'bspcompare run --help'
  [2]
  $ bspcompare run --fast small.json
  ! bspcompare: Unknown option --fast; see 'bspcompare run --help'
  [2]
  $ for option in --bevel-angle=30 --bevel_angle --space-node-faces; do refused bspcompare run $option small.json; done
  bspcompare: Unknown option --bevel-angle=30; "bevel_angle" is a member of the scenario's "options"; see 'bspcompare run --help'
  bspcompare: Unknown option --bevel_angle; "bevel_angle" is a member of the scenario's "options"; see 'bspcompare run --help'
  bspcompare: Unknown option --space-node-faces; "space_node_faces" is a member of the scenario's "options"; see 'bspcompare run --help'
  $ bspcompare diff --bevel-angle=30 a.json b.json
  ! bspcompare: Unknown option --bevel-angle=30; see 'bspcompare diff --help'
  [2]
  $ bspcompare run -z small.json
  ! bspcompare: Unknown option -z; see 'bspcompare run --help'
  [2]
  $ bspcompare run small.json --format
  ! bspcompare: Missing argument for --format; see 'bspcompare run --help'
  [2]
  $ bspcompare generate world slivers --brushes=0 --help | sed -n 1,2p
  Usage:
    bspcompare generate world [OPTION...] KIND
  $ bspcompare run --fast -h | sed -n 1,2p
  Usage:
    bspcompare run [OPTION...] SCENARIO...
  $ bspcompare run --fast -- -h
  ! bspcompare: Unknown option --fast; see 'bspcompare run --help'
  [2]

Values.

  $ bspcompare run --format xml small.json
  ! bspcompare: --format: 'xml' is not one of table, markdown, csv, json, html
  [2]
  $ bspcompare run --builder slow small.json
  ! bspcompare: --builder: 'slow' is not one of fast, counting, listing2, plain
  [2]
  $ bspcompare regress --fill full small.json
  ! bspcompare: --fill: 'full' is not one of off, auto, on
  [2]
  $ bspcompare run --repeat 0 small.json
  ! bspcompare: --repeat: 0 is out of range, 1 to 1000
  [2]
  $ bspcompare run --methods octree small.json
  ! bspcompare: --methods: there is no method 'octree': the methods are onion, multi, shift, shift-box, shift-exact, brushes, merge, onion-article, shift-paper, shift-all, shift-named, onion-named
  [2]
  $ bspcompare run --methods onion,octree small.json
  ! bspcompare: --methods: there is no method 'octree': the methods are onion, multi, shift, shift-box, shift-exact, brushes, merge, onion-article, shift-paper, shift-all, shift-named, onion-named
  [2]
  $ bspcompare run --methods '' small.json
  ! bspcompare: --methods: there is no method '': the methods are onion, multi, shift, shift-box, shift-exact, brushes, merge, onion-article, shift-paper, shift-all, shift-named, onion-named
  [2]
  $ bspcompare regress --methods onion,onion small.json
  ! bspcompare: --methods: 'onion' is named twice
  [2]

What does not go together.

  $ bspcompare run --moves-out m.csv small.json small.json
  ! bspcompare: --moves-out needs one scenario, not 2, because its rows do not name a scenario
  [2]
  $ bspcompare run -o x.csv --moves-out ./x.csv small.json
  ! bspcompare: --moves-out and the comparison would be written to the same file, ./x.csv
  [2]
  $ bspcompare moves small.json -o a.zip
  ! bspcompare: a.zip: the output is JSON, not .zip: the name must end in .json
  [2]

Sweeps.

  $ bspcompare sweep small.json
  ! bspcompare: give --vary, which says what to vary; see 'bspcompare sweep --help'
  [2]
  $ changed small.json 'trajectories/0=' >fixed.json
  $ changed fixed.json 'edits=[{"add":{"box":[[0,0,0],[8,8,8]]}}]' >edited.json
  $ for file in fixed edited; do bspcompare run $file.json --seed 3; done
  ! bspcompare: fixed.json: --seed: the scenario has nothing random, so a seed changes nothing
  ! bspcompare: edited.json: --seed: the scenario has nothing random, so a seed changes nothing
  [2]
  $ bspcompare sweep small.json small.json --vary spaces=1
  ! bspcompare: small.json: this is one scenario too many; see 'bspcompare sweep --help'
  [2]
  $ bspcompare sweep small.json --vary colour=1
  ! bspcompare: --vary: 'colour=1' is not WHAT=VALUE,..., where WHAT is one of bevel-angle, space-node-faces, spaces, angle
  [2]
  $ bspcompare sweep small.json --vary spaces=1..4*2
  ! bspcompare: --vary spaces: 2 spaces are more than the 1 of the scenario; 'bspcompare generate scenario --spaces N' makes a scenario of N spaces
  [2]
  $ bspcompare sweep small.json --vary space-node-faces=1 --asked ball,bell
  ! bspcompare: --asked: no trajectory moves a space or shape named 'bell'
  [2]
  $ bspcompare sweep small.json --vary spaces=1 --asked stand,bell
  ! bspcompare: --asked: no trajectory moves 'bell' at every value, because only the first 1 of the spaces are present at every value
  [2]

Files that are missing, broken, or of another kind.

  $ printf '{\n  "format": }\n' >broken.json
  $ echo '{"format":"bsp-plan","version":1}' >plan.json
  $ cat >far.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"n","world":"room.json",
  >  "spaces":[{"name":"a","mins":[0,0,0],"maxs":[0,0,0]}],
  >  "trajectories":[{"name":"t","space":"a","waypoints":[[0,0,9000],[0,0,0]]}]}
  > END
  $ for command in run 'run -f json' regress; do
  >   for files in nothing.json broken.json plan.json 'small.json nothing.json' '-w none.json small.json' far.json; do
  >     refused bspcompare $command $files
  >   done
  > done | sort | uniq -c | sed 's/^ *//'
  3 bspcompare: broken.json:2:13: unexpected character
  3 bspcompare: far.json: /trajectories/0: it starts at (0, 0, 9000), outside the world, which extends from (-64, -64, -8) to (64, 64, 64)
  3 bspcompare: none.json: cannot read: No such file or directory
  6 bspcompare: nothing.json: cannot read: No such file or directory
  3 bspcompare: plan.json: /format: the format is "bsp-plan", not "bsp-scenario"
  $ bsplevel info nothing.json
  ! bsplevel: nothing.json: cannot read: No such file or directory
  [2]
  $ bsplevel convert broken.json -o out.json
  ! bsplevel: broken.json:2:13: unexpected character
  [2]
  $ bspcompare report broken.json
  ! bspcompare: broken.json:2:13: unexpected character; only JSON that run or sweep wrote with --format json can be read
  [2]
  $ ls
  broken.json
  edited.json
  far.json
  fixed.json
  plan.json
  room.json
  small.json

A level stands for a scenario, but not beside another level.

  $ echo IBSP >level.bsp; echo '{' >level.MAP; echo PK >all.pk3
  $ for level in level.bsp level.MAP room.json; do refused bspcompare run --world room.json $level; done
  bspcompare: level.bsp: this is a level; --world needs a scenario (.json), whose world it replaces
  bspcompare: level.MAP: this is a level; --world needs a scenario (.json), whose world it replaces
  bspcompare: room.json: this is a level; --world needs a scenario (.json), whose world it replaces
  $ echo '{"format":"bsp-world","version":1,"brushes":[]}' >bare.json
  $ bspcompare run bare.json
  ! bspcompare: bare.json: the world has no starts, where moves could begin; use 'regress --aim N' or 'explain --from X,Y,Z', which need no starts, or give a world in JSON with "starts"
  [2]
  $ bspcompare run all.pk3
  ! bspcompare: all.pk3: this is an archive; name a level inside it, as all.pk3:maps/NAME.bsp
  [2]
  $ bspcompare run none.bsp
  ! bspcompare: none.bsp: cannot read: No such file or directory
  [2]
  $ sed 's|room.json|../levels/z_oacmp-volume1-v3.pk3:maps/a.bsp|' far.json >unfetched.json
  $ bspcompare run unfetched.json
  ! bspcompare: unfetched.json: /world: ../levels/z_oacmp-volume1-v3.pk3:maps/a.bsp: cannot read: No such file or directory; data/fetch-levels --link puts it into data/levels
  [2]
  $ bsplevel info z_oacmp-volume1-v3.pk3:maps/a.bsp
  ! bsplevel: z_oacmp-volume1-v3.pk3:maps/a.bsp: cannot read: No such file or directory; data/fetch-levels --link puts it into data/levels
  [2]

Scenarios without moves.

  $ sed 's/"trajectories":.*/"trajectories":[]}/' far.json >none.json
  $ sed 's/"waypoints":.*/"moves":[]}]}/' far.json >empty.json
  $ for scenario in none.json empty.json; do
  >   for format in table markdown csv json html; do
  >     refused bspcompare run $scenario -f $format
  >     refused bspcompare sweep $scenario --vary spaces=1 -f $format
  >   done
  > done | sort | uniq -c | sed 's/^ *//'
  10 bspcompare: empty.json: /trajectories/0/moves: the array has 0 items, but must have at least 1
  10 bspcompare: none.json: /trajectories: the array has 0 items, but must have at least 1

Names are UTF-8 in every locale.

  $ for locale in C de_DE.ISO-8859-1 C.UTF-8; do
  >   in_locale="env LC_ALL=$locale CHARSET=ISO-8859-1"
  >   $in_locale bspcompare moves small.json --shape größe=0,0,0:1,1,1 | grep -o '"name": "größe"'
  >   $in_locale bspcompare run --methods größe small.json 2>&1 | grep -o "no method 'größe'"
  > done
  "name": "größe"
  no method 'größe'
  "name": "größe"
  no method 'größe'
  "name": "größe"
  no method 'größe'
  [2]
  $ bspcompare run --methods "$(printf 'gr\366')" small.json
  ! bspcompare: 'gr�' is not UTF-8, as arguments must be
  [2]

A line break in a name does not split a message.

  $ bspcompare run "$(printf 'a\nb.json')"
  ! bspcompare: a?b.json: cannot read: No such file or directory
  [2]

Levels in which no move can begin, or without a brush to aim at, and a list without a name.

  $ changed room.json starts= >closed.json
  $ changed room.json 'starts/0=[0,0,-4]' >buried.json
  $ changed room.json 'brushes=[]' >empty.json
  $ changed small.json 'world="buried.json"' >inside.json
  $ while read -r line; do refused $line; done <<'END'
  > bspcompare generate scenario closed.json
  > bspcompare generate scenario empty.json --kind edges
  > bspcompare run closed.json
  > bspcompare run inside.json
  > bspcompare sweep small.json --vary spaces=1 --asked=
  > END
  bspcompare: closed.json: the world has no starts, where moves could begin; give --kind graze or another kind of aimed moves, or a world in JSON with "starts"
  bspcompare: empty.json: the world has no brushes to aim at
  bspcompare: closed.json: the world has no starts, where moves could begin; use 'regress --aim N' or 'explain --from X,Y,Z', which need no starts, or give a world in JSON with "starts"
  bspcompare: inside.json: /trajectories/0: no start is clear of solid for "stand"
  bspcompare: --asked: the list of names is empty

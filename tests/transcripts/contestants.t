Contestants: programs from outside that answer the moves of "run".

This contestant answers "E" to every move. Others below filter its answers.

  $ cat >blind <<'END'
  > read -r name version hash
  > n=$(sed -n 's/^moves //p')
  > echo "bsp-answers 1 $hash"
  > for i in $(seq 0 $((n - 1))); do echo "answer $i E 1 0 0 0 -"; done
  > echo end
  > END
  $ cat >run <<'END'
  > bspcompare run small.json -m onion,brushes --no-timing "$@"
  > END
  $ sh run -f markdown >alone.txt

A contestant that fails has only its name in the table, and a note gives the reason. The other rows
are as without it.

  $ cat >broken <<'END'
  > printf '%s\n' "$1" >x
  > sh run --contestant 'x=sh x' --contestant-seconds ${2-60} -f markdown >out.txt
  > [ $? -eq 1 ] || echo "status $?"
  > grep -q '^| x + |' out.txt || echo 'no row'
  > grep -E '^(\| (onion|brushes) |- hashes: )' out.txt >rows.txt
  > grep -E '^(\| (onion|brushes) |- hashes: )' alone.txt | cmp - rows.txt
  > sed -n 's/^- + x: a contestant, without answers: //p' out.txt
  > END
  $ cat >edited <<'END'
  > sh broken "sh blind | sed '$1'"
  > END
  $ sh broken 'cat >/dev/null'
  it wrote nothing
  $ sh broken 'sh blind | head -c 40'
  line 2: the line has too few words for the form "answer I CLASS T NX NY NZ NS"
  $ sh edited 's/^answer 20 .*/&\n&/'
  line 23: there are more answers than the 21 moves
  $ sh edited 's/^answer 3 E 1/answer 3 E NaN/'
  line 5: t must be a finite number, not "NaN"
  $ sh broken 'echo no hope >&2; kill -SEGV $$'
  it was ended by signal 11 (Segmentation fault)
  ! no hope
  ! Segmentation fault* (glob)
  $ sh edited 's/^answer 3 /answer 4 /'
  line 5: the line answers move 4, but move 3 is next
  $ sh edited '1s/ [^ ]*$/ 0123456789abcdef/'
  line 1: these are answers to other moves, with the hash 0123456789abcdef; the moves here have the hash a5b665c0fc3cbc4d
  $ sh broken "head -c 1000000 /dev/zero | tr '\0' x; cat >/dev/null"
  line 1: the line is longer than 4096 bytes
  $ sh broken 'sh blind | cat; exit 3'
  it ended with exit status 3
  $ sh edited '/^end/d'
  it stopped after line 22, with 21 of 21 answers and no "end"
  $ sh broken "sh blind | sed '/^answer 7/,\$d' && echo end"
  line 9: "end" comes after only 7 of 21 answers
  $ sh edited 's/^end/end\nend/'
  line 24: this line comes after "end", which must be the last
  $ sh edited 's/^answer 3 E 1 0 0 0/answer 3 E2S 1.5 1 0 0/'
  line 5: t must be from 0 to 1, not 1.5
  $ sh edited 's/^answer 3 E 1/answer 3 E 0.5/'
  line 5: t is 0.5, but must be 1 in an answer E
  $ sh edited 's/^answer 3 E/answer 3 S/'
  line 5: t is 1, but must be 0 in an answer S
  $ sh edited 's/^answer 3 E/answer 3 HIT/'
  line 5: "HIT" is not one of E, S, E2S, S2E
  $ sh edited 's/^answer 3 E 1 0 0 0/answer 3 E2S 0.5 0 0 0.5/'
  line 5: the normal must have length 1, not 0.5
  $ sh edited 's/^answer 3 E 1 0/answer 3 E 1 1/'
  line 5: the answer E must have the normal 0 0 0, because nothing is hit
  $ sh edited 's/^\(answer 3 .*\)-$/\1-4/'
  line 5: nanoseconds must be at least 0, not -4
  $ sh edited '1s/$/\nskin 1e9/'
  line 2: the skin is 1000000000 units, but must be at most 16
  $ for line in 'skin 1' 'exact box' 'loaded 1 1' 'again 1'; do sh edited "1s/\$/\n$line\n$line/"; done
  line 3: there is already a line "skin"
  line 3: there is already a line "exact"
  line 3: there is already a line "loaded"
  line 3: there is already a line "again"
  $ sh edited '1s/$/\nexact cube/'
  line 2: "cube" is not a kind of shape
  $ sh edited '1s/$/\nhello/'
  line 2: no line of answers begins with "hello"
  $ sh edited '1s/$/\n/'
  line 2: empty
  $ sh edited 's/^answer 3/answer\x003/'
  line 5: the line has a zero byte, which text must not have
  $ sh edited '1d'
  line 1: the first line must be "bsp-answers 1" and the hash of the moves
  $ sh broken 'yes about me'
  it wrote more than the limit of 1053952 bytes
  $ sh edited "1s/\$/$(printf '\\nabout me%.0s' $(seq 40))/"
  line 34: there are more than 32 "about" lines

One that does not end is ended, and ends with this program.

  $ sh broken 'sleep 1000' 0.5
  it was ended, because it was still running after 0.5 seconds
  $ sh broken 'yes oh no >&2' 0.5 2>/dev/null
  it was ended, because it was still running after 0.5 seconds
  $ rm -f pid; bspcompare run small.json -m onion --no-timing --contestant 'x=echo $$ >pid; sleep 1000' & p=$!
  > until test -s pid; do sleep 0.1; done; kill -TERM $p; wait $p
  [143]
  $ for i in $(seq 100); do kill -0 $(cat pid) 2>/dev/null || break; sleep 0.05; done; ! kill -0 $(cat pid) 2>/dev/null

The reason is in every format.

  $ for format in table markdown csv json html; do
  >   sh run --contestant 'bad=exit 3' --contestant 'good=sh blind' -f $format >out.$format
  >   echo "$?: $(grep -c 'it ended with exit status 3' out.$format)"
  > done
  1: 1
  1: 1
  1: 0
  1: 1
  1: 2
  $ json 'methods/*/method' 'methods/*/moves' 'contestants/*/error' <out.json
  methods/*/method: onion brushes bad good
  methods/*/moves: 20 21 null 21
  contestants/*/error: it ended with exit status 3 null
  $ grep '^small,bad,' out.csv | tr -d ,
  smallbad0001000

A contestant may write more than a pipe holds before it reads, or not read at all.

  $ cat >eager <<'END'
  > read -r name version hash
  > echo "bsp-answers 1 $hash"
  > for i in $(seq 32); do printf 'about %04000d\n' $i; done
  > { echo x y z; cat; } | sh blind | sed 1d
  > END
  $ sh run -f json --contestant 'eager=sh eager' | python3 -c '
  > import json, sys
  > print(len(json.load(sys.stdin)["contestants"][0]["about"]))'
  32
  $ bspcompare moves small.json --for-contestants -o in.txt && sh blind <in.txt >out.txt
  $ sh run --contestant 'deaf=exec <&-; cat out.txt' | grep -c '^deaf +'
  1

The moves and the answers as files.

  $ bspcompare moves small.json --for-contestants | cmp - in.txt
  $ bspcompare moves small.json --for-contestants -o in.txt.gz && gzip -dc in.txt.gz | cmp - in.txt
  $ sh run --contestant 'x=tee seen.txt | sh blind | tee out.txt' -f csv >piped.txt && cmp in.txt seen.txt
  $ sh run --contestant 'x=cat out.txt' -f csv | cmp - piped.txt
  $ echo 'bsp-answers 1 0' >bad.txt
  $ sh run --contestant 'x=cat bad.txt' --contestant 'y=cat out.txt' -f markdown | grep '^- +'
  - + x: a contestant, without answers: line 1: these are answers to other moves, with the hash 0; the moves here have the hash a5b665c0fc3cbc4d
  - + y: a contestant; guarantees nothing
  [1]

Late answers fail the run only for shapes for which the contestant guarantees exact answers.

  $ sh run -f json --contestant 'x=sh blind' | json methods/2/{late,outside}
  methods/2/late: 8
  methods/2/outside: 8
  $ sh run -f json --contestant 'x=sh blind | sed "1s/$/\nexact box/"' | json methods/2/late
  methods/2/late: 8
  [1]
  $ sh run -f json --contestant 'x=sh blind | sed "1s/$/\nexact capsule/"' | json methods/2/late
  methods/2/late: 8
  $ sh run --contestant 'x=sh blind | sed "1s/$/\nexact box/"' --moves-out moves.csv | grep ^x
  x + !          -      0     8        0
  [1]
  $ awk -F, 'NR == 1 || $6 > $11' moves.csv | cut -d , -f 1-6
  trajectory,move,shape,method,class,t
  walk,1,stand,x,E,1
  walk,3,stand,x,E,1
  walk,6,stand,x,E,1
  walk,8,stand,x,E,1
  walk,14,stand,x,E,1
  walk,17,stand,x,E,1
  walk,19,stand,x,E,1
  roll,0,ball,x,E,1

A contestant may stop short of the surface by its skin. The wall is at half of the move's 64 units.
The last two answers are 0.128 and 0.134 units short.

  $ cat >skin.json <<'END'
  > {"format":"bsp-scenario","version":1,"name":"skin","world":"room.json",
  >  "spaces":[{"name":"point","mins":[0,0,0],"maxs":[0,0,0]}],
  >  "trajectories":[{"name":"walk","space":"point","moves":[
  >   [[-16,0,25],[48,0,25]],[[-16,0,25],[48,0,25]],[[-16,0,25],[48,0,25]]]}]}
  > END
  $ cat >skin <<'END'
  > read -r name version hash; cat >/dev/null
  > echo "bsp-answers 1 $hash"; echo "$1"
  > echo 'answer 0 E2S 0.498046875 -1 0 0 -'
  > echo 'answer 1 E2S 0.4980  -1 0 0 -'
  > echo 'answer 2 E2S 0.4979 -1 0 0 -'
  > echo end
  > END
  $ bspcompare run skin.json -m onion --no-timing -f json --contestant 'a=sh skin "about no skin"' \
  >   --contestant 'b=sh skin "skin 0.125"' --contestant 'c=sh skin "skin 0.14"' >out.json
  $ json 'methods/*/method' 'methods/*/early' 'methods/*/max_early_units' <out.json
  methods/*/method: onion a b c
  methods/*/early: 0 3 2 0
  methods/*/max_early_units: 0 0.1334 0.0084 0
  $ bspcompare run skin.json -m onion --no-timing --contestant 'b=sh skin "skin 0.125"' -f markdown | grep '^- + b'
  - + b: a contestant; it stops up to 0.125 units short on purpose; guarantees nothing

Times are as the contestant reports them. Without times in the table, none are.

  $ bspcompare run small.json -m onion -f json --contestant 'x=sh blind |
  >   sed -e "s/-$/250/" -e "s/^end/again 300\nend/" -e "1s/$/\nloaded 1.5 4096/"' >out.json
  $ json methods/1/{build_ms,bytes} contestants/0/ns_again methods/1/walk_{ns_median,ns_p99,ns_median_shuffled,ratio} <out.json
  methods/1/build_ms: 1.5
  methods/1/bytes: 4096
  contestants/0/ns_again: 300
  methods/1/walk_ns_median: 250
  methods/1/walk_ns_p99: 250
  methods/1/walk_ns_median_shuffled: null
  methods/1/walk_ratio: null
  $ sh run --contestant 'x=sh blind | sed "s/-$/250/"' | sed -n /clock/p

The page docs/contestants.md shows a scenario, its moves and right answers.

  $ python3 -c '
  > import os, re
  > page = open(os.environ["SOURCE"] + "/docs/contestants.md").read()
  > blocks = re.findall(r"\n```(json|text)\n(.*?\n)```\n", page, re.DOTALL)
  > scenario = [kind for kind, text in blocks].index("json")
  > for name, (kind, text) in zip(["page.json", "page.moves", "page.answers"], blocks[scenario:]):
  >     open(name, "w").write(text)'
  $ sed 's/"w.json"/"room.json"/' page.json >p.json
  $ bspcompare moves p.json --for-contestants | cmp - page.moves
  $ bspcompare run p.json -m onion --no-timing -f json --contestant 'mover=cat page.answers' | json methods/1/{moves,skipped,outside} contestants/0/error
  methods/1/moves: 2
  methods/1/skipped: 1
  methods/1/outside: 0
  contestants/0/error: null

The examples are short and right: the run fails if one that is exact for points is not.

  $ test $(wc -l <$SOURCE/examples/contestants/clip.c) -lt 100 && test $(wc -l <$SOURCE/examples/contestants/clip.py) -lt 60
  $ ${CC:-cc} -O1 -o clip $SOURCE/examples/contestants/clip.c -lm
  $ for scenario in stand-and-crouch ramp pillars degenerate-start-in-solid; do
  >   for command in ./clip "python3 $SOURCE/examples/contestants/clip.py"; do
  >     bspcompare run $DATA/scenarios/$scenario.json -m onion --no-timing -f json --contestant "x=$command" |
  >     json methods/0/moves methods/1/{moves,late} | paste -s -d ' '
  >   done
  > done
  methods/0/moves: 1003 methods/1/moves: 1003 methods/1/late: 0
  methods/0/moves: 1003 methods/1/moves: 1003 methods/1/late: 0
  methods/0/moves: 1005 methods/1/moves: 1005 methods/1/late: 0
  methods/0/moves: 1005 methods/1/moves: 1005 methods/1/late: 0
  methods/0/moves: 1900 methods/1/moves: 1900 methods/1/late: 0
  methods/0/moves: 1900 methods/1/moves: 1900 methods/1/late: 0
  methods/0/moves: 22 methods/1/moves: 22 methods/1/late: 0
  methods/0/moves: 22 methods/1/moves: 22 methods/1/late: 0

What is refused.

  $ while read -r options; do refused bspcompare run small.json $options; done <<'END'
  > --contestant x
  > --contestant x=
  > --contestant =x
  > --contestant a,b=x
  > --contestant onion=x
  > --contestant x=y --navigator x=y
  > END
  bspcompare: --contestant: 'x' is not NAME=COMMAND
  bspcompare: --contestant: 'x=' is not NAME=COMMAND
  bspcompare: --contestant: '' is not a valid name; use at most 40 letters, digits and -_.+
  bspcompare: --contestant: 'a,b' is not a valid name; use at most 40 letters, digits and -_.+
  bspcompare: --contestant: 'onion' is the name of a method; give the contestant another name
  bspcompare: --navigator: two contestants have the name 'x'
  $ bspcompare moves small.json --for-contestants --shape stand
  ! bspcompare: --for-contestants cannot be given with --shape; write a scenario with --shape first, then write that scenario with --for-contestants
  [2]

The hash of a contestant covers the class, the time and the normal of its answers.

  $ for answer in 'E 1 0 0 0' 'E2S 0.5 0 0 1' 'E2S 0.25 0 0 1' 'E2S 0.25 0 1 0'; do
  >   bspcompare run small.json -m onion --no-timing -f json \
  >     --contestant "x=sh blind | sed 's/^answer 0 .*/answer 0 $answer -/'" | json methods/1/hash methods/1/counters_hash
  > done
  methods/1/hash: df120a999f1c073f
  methods/1/counters_hash: null
  methods/1/hash: c53df9fe8145d21b
  methods/1/counters_hash: null
  methods/1/hash: 22e9a12d8b006506
  methods/1/counters_hash: null
  methods/1/hash: e09ec2509e798bd8
  methods/1/counters_hash: null

Results that "run" and "sweep" wrote as JSON, printed again by "report" as they were.

The page has no pictures then, because a result does not contain the level.

  $ cat >without-pictures <<'END'
  > import re, sys
  > sys.stdout.write(re.sub(r'"pictures":\[.*?\]\}</script>', '"pictures":[]}</script>', sys.stdin.read(), flags=re.DOTALL))
  > END
  $ cat >again <<'END'
  > bspcompare "$@" -f json -o kept.json
  > for format in table markdown csv json html 'table --wide'; do
  >   bspcompare "$@" -f $format | python3 without-pictures >then.txt
  >   bspcompare report kept.json -f $format | cmp - then.txt
  > done
  > END
  $ bash again run --no-timing small.json
  $ bash again run --no-timing $DATA/scenarios/stand-and-crouch.json $DATA/scenarios/stationary.json
  $ bash again sweep --no-timing $DATA/scenarios/stand-and-crouch.json --vary bevel-angle=60,90,none
  $ bash again sweep --no-timing $DATA/scenarios/stairs.json --vary spaces=1,2

With times.

  $ bspcompare run --repeat 2 -f json small.json >kept.json
  $ bspcompare report kept.json | grep ^command
  command: bspcompare run --repeat 2 -f json small.json

With several runs, the source of each is printed.

  $ bspcompare run --no-timing -f json -m onion small.json >a.json
  $ bspcompare run --repeat 2 -f json -m onion small.json >b.json
  $ bspcompare report a.json b.json >both.txt; grep -c '^bspcompare ' both.txt
  1
  $ bspcompare report a.json b.json a.json -f csv | grep '^# command'
  # command: bspcompare run --repeat 2 -f json -m onion small.json
  $ bspcompare report a.json b.json -f html | grep -c 'run --repeat 2 -f json'
  1
  $ bspcompare report a.json b.json -f json -o both.json; bspcompare report both.json >one.txt; sed -E 's/^(file|[ab][.]json) +//' both.txt | cmp - one.txt

Several results have one table: a row for each file, scenario, seed and value, and method. Files of one
name have their paths.

  $ changed a.json seed=77 varied='{"size":"9"}' >s.json
  $ bspcompare sweep small.json --vary space-node-faces=0,all -m onion --no-timing -f json -o v.json
  $ bspcompare report a.json s.json v.json | sed -n '1,/^$/p; /^file/,/^$/p'
  All results
  (empty)
  file    seed  size  method  memory  early  skipped  space-node-faces  boxes %
  a.json     -  -     onion    316 B      0        1  -                       -
  s.json    77  9     onion    316 B      0        1  -                       -
  v.json     -  -     onion    316 B      0        -  0                    0.00
  v.json     -  -     onion    316 B      0        -  all                  0.00
  (empty)
  $ mkdir old && cp a.json old && bspcompare report a.json old/a.json | grep -A2 ^file
  file        method  memory  early  skipped
  a.json      onion    316 B      0        1
  old/a.json  onion    316 B      0        1
  $ bspcompare report a.json s.json -f csv | cut -d , -f 1-5
  # bspcompare VERSION
  # sha256 of world room: 4499a69ce3e22a1f4db3b7b745e6d4a38f4d3136dd2766c0e2b2f3adc085afd5
  scenario,file,seed,size,method
  small,a.json,,,onion
  small,s.json,77,9,onion
  $ bspcompare report {a,s,v,a,s,v,a,s,v,a}.json | grep 'prints each'
  10 results; --wide prints each result

What is refused.

  $ echo '[]' >empty.json; echo '{"format":1e999}' >huge.json
  $ echo '{"format":"bsp-result","version":1,"scenario":{}}' >nameless.json
  $ echo '{"format":"bsp-result","version":7}' >seven.json
  $ python3 -c 'print("{\"format\":\"bsp-result\",\"version\":1,\"scenario\":{\"name\":\"s\"},\"vary\":\"size\",\"columns\":{\"rows\":[{\"key\":\"a\"}]},\"rows\":[" + "{},"*4999 + "{}]}")' >rows.json
  $ while read -r arguments; do refused bspcompare report $arguments; done <<'END'
  >
  > none.json
  > small.json
  > v.json -o v.json
  > empty.json
  > huge.json
  > nameless.json
  > seven.json
  > rows.json
  > END
  bspcompare: no result given; see 'bspcompare report --help'
  bspcompare: none.json: cannot read: No such file or directory
  bspcompare: small.json: /format: the format is "bsp-scenario", not "bsp-result"
  bspcompare: v.json: cannot be written: it is also the input, which would be lost
  bspcompare: empty.json: the array has 0 items, but must have at least 1
  bspcompare: huge.json: /format: expected a string, found a number
  bspcompare: nameless.json: /scenario: "name" is missing
  bspcompare: seven.json: /version: version 7 of bsp-result is not supported; only version 1 is supported
  bspcompare: rows.json: /rows: the array has 5000 items, but must have at most 4096

A value that its column cannot have is an error.

  $ for bytes in -5 '"abc"' 1e308; do
  >   sed "s/\"bytes\": [0-9]*/\"bytes\": $bytes/" a.json >odd.json; bspcompare report odd.json
  > done
  ! bspcompare: odd.json: /methods/0/bytes: must be a count
  ! bspcompare: odd.json: /methods/0/bytes: must be a number
  ! bspcompare: odd.json: /methods/0/bytes: must be a count
  [2]

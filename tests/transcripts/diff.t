The command "diff" compares two results that run has kept.

  $ bspcompare run -f json -o r.json --repeat 5 small.json $DATA/scenarios/ramp.json
  $ bspcompare diff r.json r.json | grep -o '^nothing changed'
  nothing changed
  $ bspcompare diff r.json r.json --threshold 0 | grep -c '^nothing changed'
  1
  $ bspcompare diff r.json r.json -f csv
  scenario,method,what,title,old,new,ratio,ratio_ci95_lo,ratio_ci95_hi,verdict

Trees of another builder are larger on all machines.

  $ bspcompare run -f json -o a.json --no-timing -m onion small.json $DATA/scenarios/stand-and-crouch.json
  $ bspcompare run -f json -o b.json --no-timing --builder counting -m onion small.json $DATA/scenarios/stand-and-crouch.json
  $ bspcompare run -f json -o c.json --no-timing -m onion small.json
  $ bspcompare diff a.json b.json
  scenario          method  what                        old               new      x  verdict
  small             onion   nodes                         9                11  1.222  worse
  small             onion   leaves                        9                12  1.333  changed
  small             onion   memory                      316               340  1.076  worse
  small             onion   walk nodes                 3.55              4.35  1.225  worse
  small             onion   walk most                     7                 8  1.143  changed
  small             onion   counters hash  6e3d53cccfbd1780  1bbfdb65a1ad7318      -  changed
  stand and crouch  onion   nodes                        34                37  1.088  worse
  stand and crouch  onion   leaves                       25                32  1.280  changed
  stand and crouch  onion   depth                         8                 9  1.125  changed
  stand and crouch  onion   memory                      624               660  1.058  worse
  stand and crouch  onion   walk nodes                 7.88              7.87  0.999  better
  stand and crouch  onion   shot nodes                 10.5               8.5  0.810  better
  stand and crouch  onion   shot most                    11                10  0.909  changed
  stand and crouch  onion   counters hash  a618020ad2c8c56d  06cb03c356958880      -  changed
  (empty)
  small: not the same work: builder differs
  stand and crouch: not the same work: builder differs
  worse: 5, missing: 0, better: 2, changed: 7, added: 0; did not change: 18
  (empty)
  x: new to old; ~: equal within the interval
  [1]
  $ bspcompare diff a.json b.json -f markdown | grep nodes
  | small | onion | nodes | 9 | 11 | 1.222 | worse |
  | small | onion | walk nodes | 3.55 | 4.35 | 1.225 | worse |
  | stand and crouch | onion | nodes | 34 | 37 | 1.088 | worse |
  | stand and crouch | onion | walk nodes | 7.88 | 7.87 | 0.999 | better |
  | stand and crouch | onion | shot nodes | 10.5 | 8.5 | 0.810 | better |
  [1]
  $ bspcompare diff a.json b.json -f csv | grep ',nodes,'
  small,onion,nodes,nodes,9,11,1.2222222222222223,,,worse
  stand and crouch,onion,nodes,nodes,34,37,1.088235294117647,,,worse
  [1]
  $ bspcompare diff a.json c.json | grep missing
  stand and crouch  the scenario  missing
  worse: 0, missing: 1, better: 0, changed: 0, added: 0; did not change: 15
  [1]
  $ bspcompare diff c.json a.json | grep added
  stand and crouch  the scenario  added
  worse: 0, missing: 0, better: 0, changed: 0, added: 1; did not change: 15

The counters are compared, whichever of the results has times.

  $ bspcompare run -f json -o timed.json --repeat 5 -m onion small.json
  $ bspcompare diff c.json timed.json | grep '^times'
  times are not compared: c.json has none
  $ bspcompare diff timed.json c.json | grep '^times'
  times are not compared: c.json has none

A contestant that fails counts as missing. What it does not report is not compared.

  $ ${CC:-cc} -O1 -o clip $SOURCE/examples/contestants/clip.c -lm
  $ bspcompare run -f json -o a.json --no-timing -m onion small.json --contestant c=./clip
  $ bspcompare run -f json -o b.json --no-timing -m onion small.json --contestant 'c=./clip | sed "s/^exact.*/skin 4/"'
  $ bspcompare run -f json -o f.json --no-timing -m onion small.json --contestant 'c=exit 3'
  [1]
  $ bspcompare diff a.json a.json | grep -c 'nothing changed'
  1
  $ bspcompare diff a.json f.json | grep missing
  small     c       the method  missing
  worse: 0, missing: 1, better: 0, changed: 0, added: 0; did not change: 15
  [1]
  $ bspcompare diff f.json a.json | grep added
  small     c       the method  added
  worse: 0, missing: 0, better: 0, changed: 0, added: 1; did not change: 15
  $ bspcompare diff a.json b.json | grep 'judged by'
  [1]

What is refused.

  $ bspcompare sweep small.json --vary space-node-faces=0,all --no-timing -f json -o sweep.json
  $ bspcompare diff
  ! bspcompare: no result given; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json
  ! bspcompare: give two results, the old and the new; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json r.json r.json
  ! bspcompare: r.json: this is one result too many; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json r.json -f html
  ! bspcompare: --format: 'html' is not one of table, markdown, csv
  [2]
  $ bspcompare diff r.json r.json --threshold=-1
  ! bspcompare: --threshold: -1 is not a number of at least 0
  [2]
  $ bspcompare diff r.json r.json --threshold x
  ! bspcompare: Cannot parse double value “x” for --threshold; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json sweep.json
  ! bspcompare: sweep.json: it holds a sweep: diff compares only results of run
  [2]
  $ bspcompare diff r.json small.json
  ! bspcompare: small.json: /format: the format is "bsp-scenario", not "bsp-result"
  [2]
  $ bspcompare diff r.json r.json -o r.json
  ! bspcompare: r.json: cannot be written: it is the input, which would be lost
  [2]

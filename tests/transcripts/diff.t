The command "diff" compares two results that run, sweep or regress has kept.

  $ bspcompare run -f json -o r.json --repeat 5 small.json $DATA/scenarios/ramp.json
  $ bspcompare diff r.json r.json | grep -o '^nothing changed'
  nothing changed
  $ bspcompare diff r.json r.json --threshold 0 | grep -c '^nothing changed'
  1
  $ bspcompare diff r.json r.json -f csv
  scenario,value,method,what,title,old,new,ratio,ratio_ci95_lo,ratio_ci95_hi,verdict

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
  small: the two results are not of the same work, because builder differs
  stand and crouch: the two results are not of the same work, because builder differs
  worse: 5, missing: 0, better: 2, changed: 7, added: 0; did not change: 20
  (empty)
  x: the new value divided by the old; ~: the interval contains 1
  [1]
  $ bspcompare diff a.json b.json -f markdown | grep nodes
  | small | onion | nodes | 9 | 11 | 1.222 | worse |
  | small | onion | walk nodes | 3.55 | 4.35 | 1.225 | worse |
  | stand and crouch | onion | nodes | 34 | 37 | 1.088 | worse |
  | stand and crouch | onion | walk nodes | 7.88 | 7.87 | 0.999 | better |
  | stand and crouch | onion | shot nodes | 10.5 | 8.5 | 0.810 | better |
  [1]
  $ bspcompare diff a.json b.json -f csv | grep ',nodes,'
  small,,onion,nodes,nodes,9,11,1.2222222222222223,,,worse
  stand and crouch,,onion,nodes,nodes,34,37,1.088235294117647,,,worse
  [1]
  $ bspcompare diff a.json c.json | grep missing
  stand and crouch  the scenario  missing
  worse: 0, missing: 1, better: 0, changed: 0, added: 0; did not change: 16
  [1]
  $ bspcompare diff c.json a.json | grep added
  stand and crouch  the scenario  added
  worse: 0, missing: 0, better: 0, changed: 0, added: 1; did not change: 16

Results with other seeds have other moves. The default seed of a level is 1.

  $ for seed in 1 2; do bspcompare run -f json -o s$seed.json --no-timing -m onion --seed $seed room.json; done
  $ bspcompare run -f json -o s.json --no-timing -m onion room.json
  $ for old in s1 s; do bspcompare diff $old.json s2.json | grep seed; done
  room: other moves were compared, because the seeds differ: 1, now 2
  room: other moves were compared, because the seeds differ: none, now 2
  [1]
  $ bspcompare diff s.json s1.json
  nothing changed: 18 values compared
  $ rm s.json s1.json s2.json

The counters are compared, whichever of the results has times.

  $ bspcompare run -f json -o timed.json --repeat 5 -m onion small.json
  $ bspcompare diff c.json timed.json | grep '^times'
  times are not compared, because c.json has no times
  $ bspcompare diff timed.json c.json | grep '^times'
  times are not compared, because c.json has no times

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
  worse: 0, missing: 1, better: 0, changed: 0, added: 0; did not change: 16
  [1]
  $ bspcompare diff f.json a.json | grep added
  small     c       the method  added
  worse: 0, missing: 0, better: 0, changed: 0, added: 1; did not change: 16
  $ bspcompare diff a.json b.json | grep 'judged by'
  [1]

A sweep's rows are compared by their values. A sweep is compared with no run.

  $ bspcompare sweep small.json --vary space-node-faces=0,all --no-timing -f json -o sweep.json
  $ changed sweep.json rows/1/bytes=9999 rows/0/hash='"0123456789abcdef"' rows/0/late=2 >after.json
  $ bspcompare diff sweep.json after.json
  scenario  value  method  what                 old               new       x  verdict
  small     0      onion   late                   0                 2       -  worse
  small     0      onion   hash    19da6d4530a830fb  0123456789abcdef       -  worse
  small     0      multi   memory               364              9999  27.470  worse
  (empty)
  worse: 3, missing: 0, better: 0, changed: 0, added: 0; did not change: 129
  (empty)
  x: the new value divided by the old; ~: the interval contains 1
  [1]
  $ changed sweep.json rows/1= >after.json
  $ bspcompare diff sweep.json after.json -f csv
  scenario,value,method,what,title,old,new,ratio,ratio_ci95_lo,ratio_ci95_hi,verdict
  small,0,multi,,the method,,,,,,missing
  [1]
  $ bspcompare diff r.json sweep.json | grep scenario
  scenario  what          verdict
  small     the scenario  missing
  ramps     the scenario  missing
  small     the scenario  added
  [1]

So are results of regress.

  $ bspcompare regress small.json -m onion,shift -f json -o regress.json
  $ changed regress.json methods/1/hash='"0123456789abcdef"' methods/0/planes_wrong=7 >after.json
  $ bspcompare diff regress.json after.json
  scenario  method  what                 old               new  verdict
  small     onion   planes                 0                 7  worse
  small     shift   hash    13979df83b0518b4  0123456789abcdef  worse
  (empty)
  worse: 2, missing: 0, better: 0, changed: 0, added: 0; did not change: 32
  [1]

What is refused.

  $ bspcompare diff
  ! bspcompare: no result given; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json
  ! bspcompare: name two results, the old one and the new one; or give --base OLD,... and name the new results; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json r.json r.json
  ! bspcompare: name two results, the old one and the new one; or give --base OLD,... and name the new results; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json r.json -f html
  ! bspcompare: --format: 'html' is not one of table, markdown, csv, json
  [2]
  $ bspcompare diff r.json r.json --threshold=-1
  ! bspcompare: --threshold must be at least 0, not -1
  [2]
  $ bspcompare diff r.json r.json --threshold-size=-1
  ! bspcompare: --threshold-size must be at least 0, not -1
  [2]
  $ bspcompare diff r.json r.json --threshold x
  ! bspcompare: Cannot parse double value “x” for --threshold; see 'bspcompare diff --help'
  [2]
  $ bspcompare diff r.json small.json
  ! bspcompare: small.json: /format: the format is "bsp-scenario", not "bsp-result"
  [2]
  $ bspcompare diff r.json r.json -o r.json
  ! bspcompare: r.json: cannot be written: it is also the input, which would be lost
  [2]

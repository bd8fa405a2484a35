"diff" compares results whose times and counters were changed by hand.

  $ cp $SOURCE/tests/transcripts/by-hand.json a.json
  $ cat >slower <<'END'
  > old=$1 factor=$2; shift 2
  > changed $old methods/*/{walk,shot}_{ns_median,ns_ci95}*=$factor "$@"
  > END
  $ cat >verdicts <<'END'
  > bspcompare diff "$@" -f csv | sed "s/^.two, ..three...,,//; s/^scenario,value,//"
  > END
  $ bspcompare diff a.json a.json | tail -n 3
  nothing changed: 52 values compared

Rows of one method are compared in their order.

  $ changed a.json methods/1/method='"onion"' >twice.json
  $ bspcompare diff twice.json twice.json | tail -n 1
  nothing changed: 52 values compared

Ten percent slower. The intervals of the walks of onion are [50, 51] and 1.1 times that, with medians
50.25 and 55.275. In logarithms the half widths are those of 1.005 and 1.01493; together they are
0.015632, so the interval of the ratio is 1.1 exp(-0.015632) to 1.1 exp(0.015632).

  $ bash slower a.json 1.1 >slow.json
  $ bash verdicts a.json slow.json --threshold 5
  method,what,title,old,new,ratio,ratio_ci95_lo,ratio_ci95_hi,verdict
  onion,walk_ns_median,walk ns,50.25,55.275000000000006,1.1,1.0829383992031938,1.117330404841398,worse
  onion,shot_ns_median,shot ns,150.5,165.55,1.1,1.0918773471710141,1.1081830785619233,worse
  shift-box,walk_ns_median,walk ns,9.5,10.450000000000001,1.1,1.0210007038324276,1.1851118177080044,worse
  shift-box,shot_ns_median,shot ns,99,108.9,1.1,1.0843974924583721,1.1158269992462655,worse
  $ bash verdicts slow.json a.json --threshold 5 | cut -d , -f 1,2,9
  method,what,verdict
  onion,walk_ns_median,better
  onion,shot_ns_median,better
  shift-box,walk_ns_median,better
  shift-box,shot_ns_median,better
  $ bspcompare diff a.json slow.json --threshold 5 | tail -n 4
  (empty)
  x: the new value divided by the old; ~: the interval contains 1
  95%: interval of the ratio: the half widths of both medians' intervals, as logarithms, combined by
    the root of the sum of squares
  [1]

Less than the threshold, and less than the interval: for shift-box, 9.5 is in [9, 10], so 2 percent are
not certain.

  $ bspcompare diff a.json slow.json --threshold 11 | tail -n 4
  nothing changed: 52 values compared, of which 4 differ by less than the threshold or the uncertainty
  $ bash slower a.json 1.09 >hardly.json
  $ bspcompare diff a.json hardly.json
  nothing changed: 52 values compared, of which 4 differ by less than the threshold or the uncertainty
  $ bash slower a.json 1.02 >hardly.json
  $ bspcompare diff a.json hardly.json --threshold 1 | grep 'walk *ns in order'
  [1]

If only the reference changed, only the reference is judged, and not the ratios of the others to it.

  $ changed a.json methods/0/walk_{ns_median,ns_ci95}*=2 methods/1/walk_ratio{,_ci95}*=0.5 >reference.json
  $ bash verdicts a.json reference.json | cut -d , -f 1,2,9
  method,what,verdict
  onion,walk_ns_median,worse

On a noisy machine, no time is judged.

  $ noise='noise={"noisy":true,"load":0,"waited":0.3,"widest_interval":0}'
  > changed a.json "$noise" methods/1/walk_ratio=2 methods/1/walk_ratio_ci95='[1.98,2.02]' >noisy.json
  > bash slower noisy.json 1.3 >drifted.json
  > bash slower noisy.json 1.3 methods/1/walk_ratio=2.2 methods/1/walk_ratio_ci95='[2.178,2.222]' >own.json
  $ bspcompare diff noisy.json drifted.json --threshold 5
  scenario      method     what      old   new      x           95%  verdict
  two, "three"  onion      walk ns  50.2  65.3  1.300  1.28 to 1.32  changed
  two, "three"  onion      shot ns   150   196  1.300  1.29 to 1.31  changed
  two, "three"  shift-box  walk ns   9.5  12.3  1.300   1.21 to 1.4  changed
  two, "three"  shift-box  shot ns    99   129  1.300  1.28 to 1.32  changed
  (empty)
  two, "three": times are shown, but not judged, because the machine was noisy
  worse: 0, missing: 0, better: 0, changed: 4, added: 0; did not change: 48
  (empty)
  x: the new value divided by the old; ~: the interval contains 1
  95%: interval of the ratio: the half widths of both medians' intervals, as logarithms, combined by
    the root of the sum of squares
  $ bash verdicts noisy.json own.json --threshold 5 | grep worse
  [1]

Times of other machines, of another compiler and of unknown machines are not compared. Sizes are.

  $ bash slower a.json 2 environment/cpu='"Abacus"' methods/0/bytes=3001 >machine.json
  > bash slower a.json 2 environment/compiler='"cc 2"' >compiler.json
  > changed a.json environment/cpu='"unknown"' >unknown.json
  > changed a.json environment/{date,cpu,cores,caches,load,os}=null methods/*/{walk,shot}_ns_median=null >untimed.json
  $ bspcompare diff a.json machine.json --threshold 5
  scenario      method  what     old   new      x  verdict
  two, "three"  onion   memory  3000  3001  1.000  worse
  (empty)
  times are not compared, because the machines differ: Chip, now Abacus
  worse: 1, missing: 0, better: 0, changed: 0, added: 0; did not change: 35
  (empty)
  x: the new value divided by the old; ~: the interval contains 1
  [1]
  $ changed a.json environment/vector_bytes=64 >wide.json; changed a.json environment/vector_bytes=32 >narrow.json
  $ bspcompare diff wide.json narrow.json | head -n 1
  times are not compared, because the vectors differ: 64, now 32
  $ bspcompare diff a.json narrow.json | head -n 1
  nothing changed: 52 values compared
  $ bspcompare diff a.json compiler.json --threshold 5 | head -n 2
  times are not compared, because the compilers differ: cc 1, now cc 2
  nothing changed: 36 values compared
  $ bspcompare diff unknown.json unknown.json | head -n 2
  times are not compared, because the machines differ: unknown, now unknown
  nothing changed: 36 values compared
  $ bspcompare diff a.json untimed.json | head -n 2
  times are not compared, because untimed.json has no times
  nothing changed: 36 values compared

Counters are compared exactly.

  $ changed a.json methods/0/walk_nodes_mean*=1.1 methods/0/shot_nodes_mean*=0.5 methods/0/nodes=1235 \
  >   methods/0/depth=18 methods/0/late=1 methods/0/hash='"0000000000abcdee"' >counters.json
  $ bash verdicts a.json counters.json | cut -d , -f 1,2,4,5,9
  method,what,old,new,verdict
  onion,nodes,1234,1235,worse
  onion,depth,17,18,changed
  onion,walk_nodes_mean,5,5.5,worse
  onion,shot_nodes_mean,7,3.5,better
  onion,late,0,1,worse
  onion,hash,0000000000abcdef,0000000000abcdee,worse

Another hash of answers is worse, and so are more wrong planes. Only the hash can be allowed.

  $ changed a.json methods/0/hash='"0000000000abcdee"' >hash.json
  > changed hash.json methods/1/planes_wrong=1 >planes.json
  $ bspcompare diff a.json hash.json | grep hash
  two, "three"  onion   hash  0000000000abcdef  0000000000abcdee  worse
  [1]
  $ bspcompare diff a.json hash.json --allow-changed-answers | grep hash
  two, "three"  onion   hash  0000000000abcdef  0000000000abcdee  changed
  $ bash verdicts a.json planes.json --allow-changed-answers | cut -d , -f 1,2,4,5,9
  method,what,old,new,verdict
  onion,hash,0000000000abcdef,0000000000abcdee,changed
  shift-box,planes_wrong,0,1,worse
  $ bash verdicts planes.json a.json | cut -d , -f 1,2,4,5,9
  method,what,old,new,verdict
  onion,hash,0000000000abcdee,0000000000abcdef,worse
  shift-box,planes_wrong,1,0,better

Bytes and nodes have a threshold of their own; answers have none.

  $ bash verdicts a.json counters.json --threshold-size 1 | cut -d , -f 1,2,9
  method,what,verdict
  onion,depth,changed
  onion,walk_nodes_mean,worse
  onion,shot_nodes_mean,better
  onion,late,worse
  onion,hash,worse
  $ bash verdicts a.json counters.json --threshold-size 10 | cut -d , -f 1,2,9
  method,what,verdict
  onion,depth,changed
  onion,shot_nodes_mean,better
  onion,late,worse
  onion,hash,worse

For programs: JSON.

  $ bspcompare diff a.json counters.json -f json | json / verdict counts/ notes 'rows/0'/ columns/0/key
  /: format version verdict counts notes columns rows
  verdict: worse
  counts/: worse missing better changed added within same
  notes: []
  rows/0/: scenario value method what title old new ratio ratio_ci95 verdict
  columns/0/key: scenario
  [1]
  $ bspcompare diff a.json slow.json --threshold 11 -f json | json verdict counts
  verdict: within
  counts: {"worse": 0, "missing": 0, "better": 0, "changed": 0, "added": 0, "within": 4, "same": 48}
  $ bspcompare diff a.json a.json -f json | json verdict counts rows
  verdict: same
  counts: {"worse": 0, "missing": 0, "better": 0, "changed": 0, "added": 0, "within": 0, "same": 52}
  rows: []

A method that is missing is worse, a new one is not.

  $ changed a.json methods/1= >one.json
  $ bspcompare diff a.json one.json -f csv
  scenario,value,method,what,title,old,new,ratio,ratio_ci95_lo,ratio_ci95_hi,verdict
  "two, ""three""",,shift-box,,the method,,,,,,missing
  [1]
  $ bspcompare diff one.json a.json -f csv
  scenario,value,method,what,title,old,new,ratio,ratio_ci95_lo,ratio_ci95_hi,verdict
  "two, ""three""",,shift-box,,the method,,,,,,added

Times of moves that not all methods take are compared, too.

  $ python3 - >with.json <<'END'
  > import json
  > root = json.load(open("a.json"))
  > rest = dict(root["methods"][1], method="shift-box (rest)", rest_of="shift-box", moves=None)
  > for key in rest:
  >     if not key.startswith(("shot", "method", "rest_of")):
  >         rest[key] = None
  > root["methods"].append(rest)
  > print(json.dumps(root))
  > END
  $ changed with.json methods/2/shot_{ns_median,ns_ci95}*=3 >slow-rest.json
  $ bash verdicts with.json slow-rest.json | cut -d , -f 1,2,4,5,9
  method,what,old,new,verdict
  shift-box (rest),shot_ns_median,99,297,worse
  $ bash verdicts with.json a.json | cut -d , -f 1,2,4,5,9
  method,what,old,new,verdict
  shift-box (rest),,,,missing
  $ bash verdicts a.json with.json | cut -d , -f 1,2,4,5,9
  method,what,old,new,verdict
  shift-box (rest),,,,added

Several runs a side. The medians of onion's walks are 50.25 times 0.98, 1 and 1.02. The standard
deviation of their logarithms is 0.020003, and the 97.5th percentile of Student's t for 2 degrees of
freedom is 4.303, so the half width of the mean's interval is 4.303 * 0.020003 / sqrt(3) = 0.049695.
Together with the other side's it is 0.070279: the ratio is in 1.1 exp(-0.070279) to 1.1 exp(0.070279).
One run a side says that 5 percent are certain, three runs do not.

  $ bash slower a.json 0.98 >a1.json; bash slower a.json 1.02 >a2.json
  > for i in 0.98 1 1.02; do changed slow.json methods/*/{walk,shot}_{ns_median,ns_ci95}*=$i >slow-$i.json; done
  > bash slower a.json 1.05 >b.json; bash slower a1.json 1.05 >b1.json; bash slower a2.json 1.05 >b2.json
  $ bash verdicts --base a.json,a1.json,a2.json slow-1.json slow-0.98.json slow-1.02.json --threshold 5 | grep '^onion,walk\|^method'
  method,what,title,old,new,ratio,ratio_ci95_lo,ratio_ci95_hi,verdict
  onion,walk_ns_median,walk ns,50.24329910646808,55.267629017114906,1.1000000000000003,1.0253478709899158,1.180087299378516,worse
  $ bash verdicts a.json b.json --threshold 1 | grep -c 'onion.*worse'
  2
  $ bspcompare diff --base a.json,a1.json,a2.json b.json b1.json b2.json --threshold 1 | tail -n 1
  nothing changed: 45 values compared, of which 4 differ by less than the threshold or the uncertainty

If the runs happen to have equal medians, the half width is that of one run a side, 0.015632, divided by
sqrt(3): 0.0090252.

  $ bash verdicts --base a.json,a.json,a.json slow.json slow.json slow.json --threshold 5 | grep '^onion,walk'
  onion,walk_ns_median,walk ns,50.24999999999999,55.274999999999984,1.0999999999999999,1.0901169527647057,1.109972647367103,worse

What no run changes must be equal in all runs of a side, and so must the machine. If one is noisy, no time
is judged.

  $ changed a2.json methods/1/hash='"0000000000abcdee"' >other.json
  $ bspcompare diff --base a.json,a1.json slow.json other.json
  ! bspcompare: slow.json,other.json: these are not runs of one program on the same work, because hash differs
  [2]
  $ bspcompare diff --base a.json,counters.json slow.json
  ! bspcompare: a.json,counters.json: these are not runs of one program on the same work, because nodes differs
  [2]
  $ changed a2.json environment/cpu='"Abacus"' >other.json
  $ bspcompare diff --base a.json,other.json slow.json
  ! bspcompare: a.json,other.json: these are not runs of one program on the same work, because cpu differs
  [2]
  $ changed a2.json methods/1= >other.json
  $ bspcompare diff --base other.json,a.json slow.json
  ! bspcompare: other.json,a.json: these are not runs of one program on the same work, because method differs
  [2]
  $ bspcompare diff --base a.json,a1.json noisy.json slow.json | grep -c 'machine was noisy'
  1

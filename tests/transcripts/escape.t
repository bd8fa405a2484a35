Names from files must not write terminal controls, or markup, into what is printed.

  $ n='n\\u001b[31m\\r\\n|<script>\\u009b2J'
  > sed -E "s/\"(room|small|stand|ball|walk|roll)\"/\"\\1 $n\"/g" room.json >$'\e|w.json'
  > sed -E "s/\"(room|small|stand|ball|walk|roll)\"/\"\\1 $n\"/g; s/\"room.json\"/\"\\\\u001b|w.json\"/" small.json >$'\e|s.json'
  $ cat >controls <<'END'
  > import sys, unicodedata
  > for c in sys.stdin.buffer.read().decode():  # fails if it is not UTF-8
  >     if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp"):
  >         print("character", hex(ord(c)))
  > END
  $ tame() { "$@" >out.txt 2>&1; echo "status $?"; test -s out.txt && python3 controls <out.txt; }
  > e=$'\e'
  > tame bspcompare run --no-timing "$e|s.json"
  > grep -o 'small n.*2J' out.txt | sed q
  > tame bspcompare sweep --no-timing --vary spaces=1 "$e|s.json"
  > tame bspcompare regress "$e|s.json" --reproducer "$e.json"
  > tame bsplevel info "$e|w.json"
  > tame bsplevel info "$e|none.json"
  > tame bspcompare run --methods "$e" small.json
  > tame bspcompare run small.json -o $'\302\233/x'
  > tame bspcompare generate "$e"
  > tame bspcompare "$e"
  status 0
  small n?[31m??|<script>?2J: world room n?[31m??|<script>?2J
  status 0
  status 0
  status 0
  status 2
  status 2
  status 2
  status 2
  status 2

In markdown, all rows of a table have the same number of cells, and no "<" is left bare.

  $ bspcompare run --no-timing -f markdown $'\e|s.json' >run.markdown
  $ bspcompare sweep --no-timing --vary spaces=1 -f markdown $'\e|s.json' >sweep.markdown
  $ well-formed run.markdown sweep.markdown
  $ for file in *.markdown; do python3 controls <$file; grep -cE '^\|' $file; grep -E '(^|[^\\])<' $file; done
  8
  4
  [1]

The locale does not change the output.

  $ for arguments in 'draw none.json' 'run --fast small.json' 'run --help' 'moves small.json -o none/x' \
  >   'draw room.json:x.json' 'sweep small.json --vary size=1'; do
  >   bspcompare $arguments >plain.txt 2>&1
  >   { LANGUAGE=de:fr LC_ALL=C.UTF-8 bspcompare $arguments || true; } 2>&1 | cmp - plain.txt
  > done

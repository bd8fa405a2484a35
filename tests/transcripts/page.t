The page that "-f html" prints. It has all results, whatever names they have, and nothing that could
run or be fetched. tests/check-page tests what its script draws.

  $ cat >in-page <<'END'
  > import json, re, sys
  > for kind, text in re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', sys.stdin.read(), re.DOTALL):
  >     if kind == sys.argv[1]:
  >         json.dump(json.loads(text), sys.stdout)
  > END
  $ cat >same <<'END'
  > bspcompare "$@" -f json | python3 -c 'import json, sys; json.dump(json.load(sys.stdin), sys.stdout)' >expected
  > bspcompare "$@" -f html >page.html
  > python3 in-page results <page.html | cmp - expected
  > END
  $ cat >count <<'END'
  > for part in '<script' '</script' '<!--' '<img' ' src=' 'url(' '@import' '<link'; do
  >   grep -oF "$part" page.html | wc -l
  > done | paste -s -d ' '
  > END
  $ sh same run --no-timing small.json
  $ sh same run --no-timing small.json small.json
  $ sh same sweep --no-timing small.json --vary spaces=1
  $ cp $SOURCE/tests/transcripts/by-hand.json . && sh same report by-hand.json && sh same report by-hand.json by-hand.json

Names that would end the script element, start another, be decoded, or are marks of the template.

  $ cat >hostile.json <<'END'
  > {"format":"bsp-scenario","version":1,
  >  "name":"</script><script>document.title='x'</script>{{hash}}&amp;","world":"room.json",
  >  "spaces":[{"name":"<img src=x onerror=alert(1)>","mins":[-15,-15,-24],"maxs":[15,15,32]}],
  >  "shapes":[{"name":"\"; system('touch owned'); `touch owned` {{style}} \\u003c \u2028 \ud83d\ude00","sphere":{"radius":40}}],
  >  "trajectories":[{"name":"<!--","space":"<img src=x onerror=alert(1)>","moves":[[[-32,0,25],[32,0,25]]]},
  >   {"name":"]]>{{script}}","shape":"\"; system('touch owned'); `touch owned` {{style}} \\u003c \u2028 \ud83d\ude00",
  >    "moves":[[[-32,0,65],[-10,0,65]],[[-32,0,65],[60,0,110]]]}],
  >  "options":{"repeat":1}}
  > END
  $ sh same run --no-timing hostile.json
  $ sh count
  3 3 0 0 9 0 0 0
  $ grep -c '\\u003c/script>' page.html
  1
  $ cp small.json '{{hash}}&amp;<script><!--.json'
  $ bspcompare run --repeat 1 -m onion -f html '{{hash}}&amp;<script><!--.json' >page.html && sh count
  3 3 0 0 0 0 0 0
  $ python3 in-page extras <page.html | json command
  command: bspcompare run --repeat 1 -m onion -f html '{{hash}}&amp;<script><!--.json'
  $ ls | grep owned
  [1]

Only its own script may run, and it says what to do without scripts.

  $ python3 -c '
  > import base64, hashlib
  > page = open("page.html").read()
  > script = page.split("<script>")[1].split("</script>")[0]
  > digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
  > print(page.split("Content-Security-Policy\" ")[1].split(">")[0].replace(digest, "ITS HASH"))
  > print(page.split("<noscript>")[1].split("</noscript>")[0])'
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-ITS HASH'; img-src data:; base-uri 'none'; form-action 'none'"
  (empty)
  <p>A script draws this page from the results that the page holds, and scripts are switched off here.
  For a report without a script, keep the results as JSON and print them as markdown:</p>
  <pre>bspcompare run --format json -o results.json SCENARIO...
  bspcompare report results.json --format markdown</pre>
  (empty)

Nothing is fetched. The picture, a slice, is inside the page.

  $ bspcompare run -m onion --repeat 1 -f html small.json >page.html && sh count && test $(wc -c <page.html) -lt 1000000
  3 3 0 0 0 0 0 0
  $ python3 in-page extras <page.html | json command pictures/0/{result,svg} | cut -c 1-70
  command: bspcompare run -m onion --repeat 1 -f html small.json
  pictures/0/result: 0
  pictures/0/svg: PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0iVVRGLTgiPz4KPH
  $ python3 in-page extras <page.html | json words/0/ words/0/methods
  words/0/: about noise verdict notes methods
  words/0/methods: [onion: the onion of all the scenario's spaces]
  $ bspcompare run -f html --no-timing small.json >page.html
  $ bspcompare run --format=html --no-timing small.json | cmp - page.html
  $ python3 in-page extras <page.html | json command
  command: null

A page in a file comes beside the table.

  $ bspcompare run --no-timing small.json >plain.txt
  $ bspcompare run --no-timing small.json -o p.html --moves-out m.csv | cmp - plain.txt
  $ grep -c '"name":"small"' p.html; sed q m.csv | cut -d , -f 1-3
  1
  trajectory,move,shape
  $ refused bspcompare run --moves-out ./x -o x small.json
  bspcompare: --moves-out and the comparison would be written to the same file, ./x

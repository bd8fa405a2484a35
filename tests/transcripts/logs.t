Logs of moves, from which "moves" makes scenarios.

  $ cat >log <<'END'
  > cat >l.txt; bspcompare moves l.txt -w room.json "$@"
  > END

Fields are separated by white space or commas. Titles, remarks and empty lines are skipped.

  $ printf '\xef\xbb\xbfmask,minx,miny,minz,maxx,maxy,maxz,x,y,z,x,y,z\r\n2410001 -15 -15 -24  15 15 32  1 2.5 -3  452.125061 0 -0\r\n\n  # a remark, whatever is in it\nfFfFfFfF,0,0,0 , 0,0,0,\t-1e2,+2,.5,1,1,1' |
  > sh log | sed -n '/"spaces"/,$p'
    "spaces": [
      { "name": "30x30x56", "mins": [-15,-15,-24], "maxs": [15,15,32] },
      { "name": "point", "mins": [0,0,0], "maxs": [0,0,0] } ],
    "trajectories": [
      { "name": "30x30x56 under 2410001", "space": "30x30x56", "mask": "2410001",
        "order": [0],
        "moves": [
          [[1,2.5,-3],[452.125061,0,0]] ] },
      { "name": "point under ffffffff", "space": "point", "mask": "ffffffff",
        "order": [1],
        "moves": [
          [[-100,2,0.5],[1,1,1]] ] } ] }

A space for each box, and a trajectory for each box and mask. Boxes of equal size have other names.

  $ sh log <<'END'
  > a 0 0 0 0 0 0  0 0 9 1 0 9
  > a -1 -1 -2 1 1 2  0 0 9 2 0 9
  > B -1 -1 -2 1 1 2  0 0 9 3 0 9
  > a 0 0 0 0 0 0  0 0 9 4 0 9
  > a -1 -1 -1 1 1 3  0 0 9 5 0 9
  > a -1 -1 -2 1 1 2  0.1 0 9 6 0 452.125061
  > END
  { "format": "bsp-scenario", "version": 1, "name": "room",
    "world": "room.json",
    "spaces": [
      { "name": "point", "mins": [0,0,0], "maxs": [0,0,0] },
      { "name": "2x2x4", "mins": [-1,-1,-2], "maxs": [1,1,2] },
      { "name": "-1,-1,-1:1,1,3", "mins": [-1,-1,-1], "maxs": [1,1,3] } ],
    "trajectories": [
      { "name": "point under a", "space": "point", "mask": "a",
        "order": [0,3],
        "moves": [
          [[0,0,9],[1,0,9]],
          [[0,0,9],[4,0,9]] ] },
      { "name": "2x2x4 under a", "space": "2x2x4", "mask": "a",
        "order": [1,5],
        "moves": [
          [[0,0,9],[2,0,9]],
          [[0.1,0,9],[6,0,452.125061]] ] },
      { "name": "2x2x4 under b", "space": "2x2x4", "mask": "b",
        "order": [2],
        "moves": [
          [[0,0,9],[3,0,9]] ] },
      { "name": "-1,-1,-1:1,1,3 under a", "space": "-1,-1,-1:1,1,3", "mask": "a",
        "order": [4],
        "moves": [
          [[0,0,9],[5,0,9]] ] } ] }

Bad logs of moves.

  $ bad() { printf "$1" >l.txt; refused bspcompare moves l.txt -w room.json; }
  > m='1 0 0 0 0 0 0 1 1 1 2 2 2\n'
  > bad ''
  > bad "${m}1 0 0 0\n"
  > bad '1 0 0 0 0 0 0 1 1 1 2 2 2,\n'
  > bad "${m}mask 0 0 0 0 0 0 1 1 1 2 2 2\n"
  > bad '123456789 0 0 0 0 0 0 1 1 1 2 2 2\n'
  > bad '1,0,0,,0,0,0,1,1,1,2,2,2\n'
  > bad '1 0 0 0 0 0 0 nan 1 1 2 2 2\n'
  > bad '1 0 0 0 0 0 0 1 1 1 2 2 -4194305\n'
  > bad '1 0 0 1 0 0 0 1 1 1 2 2 2\n'
  > bad "$(printf '1,%.0s' $(seq 1000))"
  > bad '1 0 0 0 0 0 0 1 1 1 2 2 2\0'
  > bad '\xff\xfe 0 0 0 0 0 0 1 1 1 2 2 2'
  bspcompare: l.txt: there is no move in it
  bspcompare: l.txt:2: 4 fields, not the 13 of a move: mask, mins, maxs, start and end
  bspcompare: l.txt:1: 14 fields, not the 13 of a move: mask, mins, maxs, start and end
  bspcompare: l.txt:2: field 1, "mask", is not a mask of one to eight hexadecimal digits
  bspcompare: l.txt:1: field 1, "123456789", is not a mask of one to eight hexadecimal digits
  bspcompare: l.txt:1: field 4, "", is not a number
  bspcompare: l.txt:1: field 8, "nan", is not a number
  bspcompare: l.txt:1: field 13, -4194305, is out of range, -4194304 to 4194304
  bspcompare: l.txt:1: mins exceed maxs on the z axis (1 > 0)
  bspcompare: l.txt:1: more than 256 fields
  bspcompare: l.txt:1: field 13, "2�", is not a number
  bspcompare: l.txt:1: field 1, "��", is not a mask of one to eight hexadecimal digits
  $ seq 1025 | sed 's/.*/1 0 0 0 & 1 1 0 0 0 1 1 1/' | sh log
  ! bspcompare: l.txt: more than 1024 different boxes
  [2]

Boxes, and the contents that stop them.

  $ for box in o=0,0,0:1,1,1 o=0,0,0,1,1,1 o=0,0,0:1,1,1:solid o=0,0,0,1,1,1:water,200 o=0,0,0,1,1,1:0x201; do
  >   bspcompare moves room.json --moves 1 --shapes "$box" | grep maxs
  > done
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1] } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1] } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1], "mask": "1" } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1], "mask": "220" } ],
      { "name": "o", "mins": [0,0,0], "maxs": [1,1,1], "mask": "201" } ],
  $ for box in '' =0,0,0:1,1,1 o=0,0,0 o=0,0,2:1,1,1 o=0,0,nan:1,1,1 o=0,0,0:1,1,1e9 $'\xff=0,0,0:1,1,1' \
  >   o=0,0,0:1,1,1: o=0,0,0:1,1,1:stone o=0,0,0:1,1,1:solid:water; do
  >   refused bspcompare moves room.json --shapes "$box"
  > done
  bspcompare: --shapes: '' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins up to maxs
  bspcompare: --shapes: '=0,0,0:1,1,1' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins up to maxs
  bspcompare: --shapes: 'o=0,0,0' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins up to maxs
  bspcompare: --shapes: 'o=0,0,2:1,1,1' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins up to maxs
  bspcompare: --shapes: 'o=0,0,nan:1,1,1' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins up to maxs
  bspcompare: --shapes: 'o=0,0,0:1,1,1e9' is not NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS], with mins up to maxs
  bspcompare: '�=0,0,0:1,1,1': an option's value is not UTF-8
  bspcompare: --shapes: 'o=0,0,0:1,1,1:': '' is neither contents such as solid or playerclip, nor one to eight hexadecimal digits
  bspcompare: --shapes: 'o=0,0,0:1,1,1:stone': 'stone' is neither contents such as solid or playerclip, nor one to eight hexadecimal digits
  bspcompare: --shapes: 'o=0,0,0:1,1,1:solid:water': 'solid:water' is neither contents such as solid or playerclip, nor one to eight hexadecimal digits

Every bit of each move comes back from the scenario, in the order of the log.

  $ cat >log.py <<'END'
  > import random
  > random.seed(1)
  > for i in range(400):
  >     half = random.randrange(4)
  >     print(1 << random.randrange(3), *[-half] * 3, *[half] * 3, *[random.uniform(-60, 60) for k in range(6)])
  > END
  $ python3 log.py >l.txt && bspcompare moves l.txt -w room.json -o random.json
  $ bspcompare run --no-timing -m brushes --moves-out random.csv random.json >out.txt
  $ python3 <<'END'
  > import csv
  > same = 0
  > for row, line in zip(csv.DictReader(open("random.csv")), open("l.txt")):
  >     words = line.split()
  >     size = "x".join(3 * [str(2 * int(words[4]))]) if words[4] != "0" else "point"
  >     ends = [row[end + axis] for end in ("from_", "to_") for axis in "xyz"]
  >     same += [float(x) for x in ends] == [float(x) for x in words[7:]] and row["trajectory"] == size + " under " + words[0]
  > print(same)
  > END
  400
  $ rm random.* log.py

Inputs and options that do not fit together.

  $ echo 'a 0 0 0 0 0 0  0 0 9 1 0 9' >l.txt
  $ bspcompare moves l.txt
  ! bspcompare: l.txt: this is no scenario and no level: if it is a log of moves, give --world, the world of the log
  [2]
  $ bsplevel convert small.json
  ! bsplevel: small.json: /format: the format is "bsp-scenario", not "bsp-world"
  [2]
  $ bspcompare moves l.txt -w room.json --shape man
  ! bspcompare: l.txt: this is no scenario and no level: --shape, --shapes, --for-contestants, --moves and --seed are not for logs
  [2]
  $ bspcompare moves l.txt -w room.json --seed 5
  ! bspcompare: l.txt: this is no scenario and no level: --shape, --shapes, --for-contestants, --moves and --seed are not for logs
  [2]
  $ bspcompare run small.json --moves 5
  ! bspcompare: --moves: small.json is a scenario with its own moves: give --shapes, which make random moves
  [2]
  $ bspcompare regress room.json --moves 5 -m onion | sed -n 1p
  room: world room (2 brushes), 5 spaces, 0 shapes; 25 moves: 20 walks, 5 shots, 7 hits

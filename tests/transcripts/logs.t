Logs of moves, from which tools/log makes scenarios.

  $ cat >log <<'END'
  > "$SOURCE/tools/log" - -w room.json -o l.json && bspcompare moves l.json
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

  $ bad() { printf "$1" >l.txt; refused "$SOURCE/tools/log" l.txt -w room.json -o bad.json; }
  > m='1 0 0 0 0 0 0 1 1 1 2 2 2\n'
  > bad ''
  > bad "${m}1 0 0 0\n"
  > bad "${m}mask 0 0 0 0 0 0 1 1 1 2 2 2\n"
  > bad '123456789 0 0 0 0 0 0 1 1 1 2 2 2\n'
  > bad '1,0,0,,0,0,0,1,1,1,2,2,2\n'
  > bad '1 0 0 0 0 0 0 nan 1 1 2 2 2\n'
  > bad '1 0 0 0 0 0 0 1 1 x 2 2 2\n'
  > bad '\xff\xfe 0 0 0 0 0 0 1 1 1 2 2 2'
  > ls bad.json
  log: l.txt: the log has no moves
  log: l.txt:2: a move has 13 fields (mask, mins, maxs, start, end), but this line has 4
  log: l.txt:2: the mask mask is not a number of one to eight hexadecimal digits
  log: l.txt:1: the mask 123456789 is not a number of one to eight hexadecimal digits
  log: l.txt:1: a move has 13 fields (mask, mins, maxs, start, end), but this line has 12
  log: l.txt:1: nan is not a number
  log: l.txt:1: x is not a number
  log: l.txt: cannot be read: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte
  ! ls: cannot access 'bad.json': No such file or directory
  [2]

Every bit of each move comes back from the scenario, in the order of the log.

  $ cat >log.py <<'END'
  > import random
  > random.seed(1)
  > for i in range(400):
  >     half = random.randrange(4)
  >     print(1 << random.randrange(3), *[-half] * 3, *[half] * 3, *[random.uniform(-60, 60) for k in range(6)])
  > END
  $ python3 log.py >l.txt && "$SOURCE/tools/log" l.txt -w room.json -o random.json
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

  $ bsplevel convert small.json
  ! bsplevel: small.json: /format: the format is "bsp-scenario", not "bsp-world"
  [2]
  $ bspcompare run small.json --moves 5
  ! bspcompare: --moves: small.json is a scenario, which has moves of its own; give --shapes, too, to add shapes that make random moves
  [2]
  $ bspcompare regress room.json --moves 5 -m onion | sed -n 1p
  room: world room (2 brushes), 5 spaces, 0 shapes; 25 moves: 20 walks, 5 shots, 7 hits

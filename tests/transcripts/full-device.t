A full device is reported. No file is replaced then.

  $ test -w /dev/full || exit 80
  $ bspcompare run --no-timing small.json >/dev/full
  ! bspcompare: standard output: cannot be written: No space left on device
  [2]
  $ bspcompare regress small.json >/dev/full
  ! bspcompare: standard output: cannot be written: No space left on device
  [2]
  $ bsplevel info room.json >/dev/full
  ! bsplevel: standard output: cannot be written: No space left on device
  [2]
  $ bsplevel convert room.json >/dev/full
  ! bsplevel: standard output: cannot be written: No space left on device
  [2]
  $ bspcompare --help >/dev/full
  ! bspcompare: standard output: cannot be written: No space left on device
  [2]
  $ bspcompare run --help >/dev/full
  ! bspcompare: standard output: cannot be written: No space left on device
  [2]
  $ bspcompare --version >/dev/full
  ! bspcompare: standard output: cannot be written: No space left on device
  [2]
  $ bspcompare run --no-timing small.json -o /dev/full
  ! bspcompare: /dev/full: cannot be written: No space left on device
  [2]
  $ bspcompare generate world city -o /dev/full
  ! bspcompare: /dev/full: cannot be written: No space left on device
  [2]
  $ echo old >moves.csv
  $ bspcompare run --no-timing -m onion small.json --moves-out moves.csv >/dev/full
  ! bspcompare: standard output: cannot be written: No space left on device
  [2]
  $ cat moves.csv; ls
  old
  moves.csv
  room.json
  small.json

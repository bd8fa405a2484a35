Where the program writes. A file is written whole or not at all.

  $ bspcompare run --no-timing small.json -m onion >printed.txt
  $ echo old >old.txt && chmod 640 old.txt
  $ bspcompare run --no-timing small.json -m onion -o old.txt && cmp printed.txt old.txt && stat -c %a old.txt
  640
  $ bspcompare run --no-timing small.json -m onion -o new.txt && stat -c %a new.txt
  644
  $ ls
  new.txt
  old.txt
  printed.txt
  room.json
  small.json

The ending of the name chooses the format, unless --format does.

  $ for o in json csv markdown 'json -f table'; do bspcompare run --no-timing small.json -m onion -o r.$o; head -c 9 r.${o% -f*}; echo; done
  {
    "form
  # bspcomp
  ## small
  (empty)
  small: wo

The file that a link points to is replaced. The link stays.

  $ ln -s old.txt link.txt && echo old >old.txt
  $ bspcompare run --no-timing small.json -m onion -o link.txt && cmp printed.txt old.txt && readlink link.txt
  old.txt

A device is written to, and never replaced, even by root. It may be both input and output.

  $ bspcompare run --no-timing small.json -m onion -o /dev/null && test -c /dev/null
  $ bspcompare run /dev/null -o /dev/null
  ! bspcompare: /dev/null:1:1: unexpected end of data
  [2]

Places that cannot be written to.

  $ rm *.txt r.*
  $ bspcompare run small.json -o none/x.txt
  ! bspcompare: none/x.txt: cannot be written: No such file or directory
  [2]
  $ bspcompare run small.json -o .
  ! bspcompare: .: cannot be written: Is a directory
  [2]
  $ bspcompare run small.json -o room.json/x
  ! bspcompare: room.json/x: cannot be written: Not a directory
  [2]
  $ bspcompare run small.json -o ''
  ! bspcompare: : cannot be written: No such file or directory
  [2]
  $ bspcompare run small.json --moves-out none/x.csv
  ! bspcompare: none/x.csv: cannot be written: No such file or directory
  [2]
  $ bspcompare regress small.json --reproducer none/x.json
  ! bspcompare: none/x.json: cannot be written: No such file or directory
  [2]
  $ bsplevel convert room.json -o none/x.json
  ! bsplevel: none/x.json: cannot be written: No such file or directory
  [2]
  $ ls
  room.json
  small.json

Standard output that is closed. If its reader has ended, the program ends without a word, as others do.

  $ bspcompare run --no-timing small.json >&-
  ! bspcompare: standard output: cannot be written: Bad file descriptor
  [2]
  $ bsplevel info room.json >&-
  ! bsplevel: standard output: cannot be written: Bad file descriptor
  [2]
  $ mkfifo pipe && { : <pipe & exec 9>pipe; wait; bsplevel info room.json >&9; }
  [141]

A file that may not grow, and a failure at the end, leave the old file as it was.

  $ echo old >big.json
  $ ulimit -f 64; bspcompare generate world city --brushes 9000 -o big.json
  ! bspcompare: big.json: cannot be written: *: File too large (glob)
  [2]
  $ ulimit -f 64; trap '' XFSZ; bspcompare generate world city --brushes 9000 -o big.json
  ! bspcompare: big.json: cannot be written: *: File too large (glob)
  [2]
  $ cat big.json; rm pipe big.json; ls
  old
  room.json
  small.json

An input is not replaced.

  $ ln room.json link; ln room.json link.pts; cp small.json other.json
  $ echo 'not even read' >archive.pk3
  $ sha256sum *.json >sums
  $ bsplevel build small.json -m onion -o onion.tree
  onion.tree: onion of 1 box (stand), table of 2 brushes, 3.2 KiB
  ! not in the onion, because only boxes can be: ball
  $ while read -r arguments; do refused $arguments; done <<'END'
  > bsplevel convert room.json -o ./room.json
  > bsplevel info room.json --leak link.pts
  > bspcompare run small.json -o small.json
  > bspcompare run small.json --moves-out room.json
  > bspcompare moves small.json -o link
  > bspcompare explain small.json --move walk:1 -o small.json
  > bspcompare run other.json -w room.json -o room.json
  > bspcompare sweep small.json --vary spaces=1 -o room.json
  > bspcompare regress small.json --reproducer small.json
  > bspcompare generate scenario room.json -o link
  > bsplevel convert archive.pk3:room.json -o archive.pk3
  > END
  bsplevel: ./room.json: cannot be written: it is also the input, which would be lost
  bsplevel: link.pts: cannot be written: it is also the input, which would be lost
  bspcompare: small.json: cannot be written: it is also the input, which would be lost
  bspcompare: room.json: cannot be written: it is also the input, which would be lost
  bspcompare: link: cannot be written: it is also the input, which would be lost
  bspcompare: small.json: cannot be written: it is also the input, which would be lost
  bspcompare: room.json: cannot be written: it is also the input, which would be lost
  bspcompare: room.json: cannot be written: it is also the input, which would be lost
  bspcompare: small.json: cannot be written: it is also the input, which would be lost
  bspcompare: link: cannot be written: it is also the input, which would be lost
  bsplevel: archive.pk3: cannot be written: it is also the input, which would be lost
  $ sha256sum --quiet -c sums

A name that ends in another format.

  $ bspcompare run small.json -o out.pdf
  ! bspcompare: out.pdf: the ending .pdf is not one of the formats table, markdown, csv, json, html; give --format, too
  [2]
  $ bspcompare run small.json --no-timing -o out.pdf -f csv && head -c 7 out.pdf
  # bspco (no-eol)

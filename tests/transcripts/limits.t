A build that passes a limit of time or memory fails. It prints nothing and writes no file. The
memory limit counts the world, too, so it is passed before the build begins.

  $ bspcompare generate world city --brushes 4000 -o city.json
  $ bspcompare generate scenario city.json --spaces 2 --moves 5 -o crowd.json
  $ for limit in '--max-seconds 0.05' '--max-memory 4M'; do
  >   refused bspcompare run --no-timing -m onion -o out.txt crowd.json $limit
  >   refused bspcompare run --no-timing -m onion --builder listing2 crowd.json $limit
  >   refused bspcompare run --no-timing -m multi --fill auto crowd.json $limit
  >   refused bspcompare regress -m shift-box --threads 1 crowd.json $limit
  >   refused bspcompare sweep --no-timing --vary bevel-angle=90 crowd.json $limit
  >   refused bsplevel info --leak leak.pts city.json $limit
  > done | sed 's/.*: building/building/'
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  $ ls
  city.json
  crowd.json
  room.json
  small.json

A build within its limits is not changed.

  $ bspcompare run --no-timing -m onion,shift small.json -o free.txt
  $ bspcompare run --no-timing -m onion,shift --max-seconds 600 --max-memory 1000G small.json | cmp - free.txt

A build that passes a limit of time or memory fails. It prints nothing and writes no file. The
memory limit counts the world, too, so it is passed before the build begins.

  $ bspcompare generate world city --brushes 4000 -o city.json
  $ for limit in '--max-seconds 0.05' '--max-memory 4M'; do
  >   refused bsplevel build -m onion --shapes a=0,0,0:1,1,1 -o t.onion city.json $limit
  >   refused bsplevel build -m onion --builder listing2 --shapes a=0,0,0:1,1,1 -o t.onion city.json $limit
  >   refused bsplevel build -m onion --fill auto --shapes a=0,0,0:1,1,1 -o t.onion city.json $limit
  >   refused bsplevel build -m shift-box --threads 1 -o t.shift city.json $limit
  > done | sed 's/.*: building/building/'
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes longer than the limit of 0.05 seconds
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  building takes more memory than the limit of 4194304 bytes
  $ ls
  city.json
  room.json
  small.json

A build within its limits is not changed.

  $ bsplevel build -m shift -o free.shift room.json
  $ bsplevel build -m shift -o t.shift --max-seconds 600 --max-memory 1000G room.json && cmp t.shift free.shift

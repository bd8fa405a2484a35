All methods are right on all scenarios of data/ over worlds of data/. Their tables fit a terminal.

  $ for file in $(grep -L '"world": *"[^"]*levels/' $DATA/scenarios/*.json); do
  >   terminal 100 bspcompare regress $file >out.txt || { echo "status $?: $file"; cat out.txt; }
  >   too-wide <out.txt
  > done

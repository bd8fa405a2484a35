Moves that are aimed at faces, edges and seams: "generate scenario --kind" and "regress --aim".

  $ generate() { bspcompare generate scenario --kind $1 --moves 20 --seed 3 "$BSP_DATA_DIR/worlds/pillars.json"; }
  > for kind in graze edges faces seams floats thin; do
  >   generate $kind >$kind.json
  >   generate $kind | cmp - $kind.json
  >   bspcompare regress -m brushes $kind.json | grep -o ' [0-9]* moves: '
  > done
   100 moves: 
   100 moves: 
   100 moves: 
   100 moves: 
   100 moves: 
   240 moves: 
  $ bspcompare generate scenario --kind grace x.json
  ! bspcompare: --kind: 'grace' is not one of walks, character, tumble, graze, edges, faces, seams, floats, thin
  [2]
  $ bspcompare regress -m brushes --aim 300,9 "$BSP_DATA_DIR/scenarios/ramp.json" | grep -o ' 2007 moves: '
   2007 moves: 
  $ for n in 0 x 5, 5,-1 5,1,2 99999999999; do
  >   bspcompare regress --aim $n "$BSP_DATA_DIR/scenarios/ramp.json"
  > done
  ! bspcompare: --aim: '0' is not N or N,SEED, where N is from 1 to 10000000
  ! bspcompare: --aim: 'x' is not N or N,SEED, where N is from 1 to 10000000
  ! bspcompare: --aim: '5,' is not N or N,SEED, where N is from 1 to 10000000
  ! bspcompare: --aim: '5,-1' is not N or N,SEED, where N is from 1 to 10000000
  ! bspcompare: --aim: '5,1,2' is not N or N,SEED, where N is from 1 to 10000000
  ! bspcompare: --aim: '99999999999' is not N or N,SEED, where N is from 1 to 10000000
  [2]
  $ bspcompare regress --fill auto --aim 5 "$BSP_DATA_DIR/scenarios/ramp.json"
  ! bspcompare: --aim cannot be given with --fill auto, because it also aims moves at brushes that no start reaches
  [2]

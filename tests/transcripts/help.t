Help and the manual. tests/check-completion compares the options of both.

  $ bspcompare --version
  bspcompare VERSION
  $ bspcompare --help >help.txt && bspcompare -h | cmp - help.txt

Each command has its own help, which fits a terminal and is plain ASCII. The manual has the same
short options.

  $ sed -n '/^Commands:/,/^$/s/^  \([a-z -]*[a-z]\)  .*/bspcompare \1/p' help.txt >commands.txt
  $ bsplevel --help | sed -n '/^Commands:/,/^$/s/^  \([a-z -]*[a-z]\)  .*/bsplevel \1/p' >>commands.txt
  $ wc -l <commands.txt
  18
  $ for program in compare/bspcompare tools/level/bsplevel; do
  >   sed 's/\\-/-/g; s/\\f[IR]//g; s/"//g' $SOURCE/$program.1 >manual-${program##*/}.txt
  > done
  $ while read -r program command; do
  >   $program $command --help >own.txt || echo "status $?: $command"
  >   head -n 2 own.txt | tail -n 1 | grep -q "^  $program $command " || cat own.txt
  >   too-wide <own.txt
  >   $program help $command | cmp - own.txt
  >   sed -n '/[^ -~]/p' own.txt
  >   sed -n "/^\.SS $command\$/,/^\.S[SH] /p" manual-$program.txt >section.txt
  >   sed -nE 's/^  (-.), (--[a-z-]+).*/\1 ,  \2/p' own.txt | while read -r pair; do
  >     grep -qF -- "$pair" section.txt || echo "$command: the manual lacks $pair"
  >   done
  > done <commands.txt

The commands with methods list all of them in their help, and the manual describes them.

  $ bspcompare run -m none small.json 2>methods.txt; tr -d , <methods.txt | sed 's/.*methods are //; s/ /\n/g' >names.txt
  $ wc -l <names.txt
  12
  $ for command in run regress sweep; do
  >   bspcompare $command --help >help.txt
  >   for name in $(cat names.txt); do grep -q "^  $name " help.txt || echo "$command: no $name"; done
  > done
  $ for name in $(cat names.txt); do grep -qx ".B $name" manual-bspcompare.txt || echo "manual: no $name"; done

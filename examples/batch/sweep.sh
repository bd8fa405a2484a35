#!/bin/sh
# Does a plan with GNU parallel: shard by shard, several at a time, here or on other machines.
#
# usage: sweep.sh MANIFEST.jsonl DIRECTORY [OPTION OF bspcompare work...]
#
# Started once more after whatever went wrong, it goes on: shards that the job log in DIRECTORY calls
# good are not started again, and those that are skip the pieces that are done. In the environment:
#   SHARDS      how many shards; 8 if not given. To go on it must stay the same
#   JOBS        how many at a time; one per processor if not given; to measure times, 1
#   BSPCOMPARE  the program; the one in PATH if not given
#   PARALLEL    more options of GNU parallel: '--sshloginfile machines --workdir .'

if [ $# -lt 2 ]; then
    sed -n '/^# usage:/s/^# //p' "$0" >&2
    exit 2
fi
manifest=$1
directory=$2
shift 2
shards=${SHARDS:-8}
program=${BSPCOMPARE:-bspcompare}

mkdir -p "$directory" || exit 2
seq 0 $((shards - 1)) |
    parallel --quote --jobs "${JOBS:-100%}" --joblog "$directory/joblog" --resume --resume-failed \
        "$program" work "$manifest" --shard "{}/$shards" --output "$directory" "$@"

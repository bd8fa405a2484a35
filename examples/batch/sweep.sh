#!/bin/sh
# Does a plan with GNU parallel: shard by shard, several at a time, here or on other machines.
#
# usage: sweep.sh PLAN.json FOLDER [OPTION OF bspcompare, such as --threads 1...]
#
# Run it again after a failure: shards that the job log in FOLDER calls good are not started again, and the
# others skip the pieces that are done. In the environment:
#   SHARDS       the number of shards; 8 if not given. To go on it must stay the same
#   JOBS         the number of workers at a time; one per processor if not given; to measure times, 1
#   BSPCOMPARE   the program; the one in PATH if not given
#   SHARDS_TOOL  the tool; bsp-shards in PATH if not given
#   PARALLEL     more options of GNU parallel: '--sshloginfile machines --workdir .'

if [ $# -lt 2 ]; then
    sed -n '/^# usage:/s/^# //p' "$0" >&2
    exit 2
fi
plan=$1
folder=$2
shift 2
shards=${SHARDS:-8}

mkdir -p "$folder" || exit 2
seq 0 $((shards - 1)) |
    parallel --quote --jobs "${JOBS:-100%}" --joblog "$folder/joblog" --resume --resume-failed \
        "${SHARDS_TOOL:-bsp-shards}" work "$plan" --shard "{}/$shards" --output "$folder" -- "$@"

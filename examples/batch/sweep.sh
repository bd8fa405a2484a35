#!/bin/sh
# Runs a plan of bsp-shards with GNU parallel, which runs several shards at a time, here or on other
# machines.
#
# usage: sweep.sh PLAN.json FOLDER [OPTION OF bspcompare, such as --repeat 9...]
#
# After a failure, run it again. Shards that succeeded according to the job log in FOLDER are not started
# again, and other shards skip the pieces that are done. Variables of the environment:
#   SHARDS       the number of shards (default: 8); it must stay the same when the plan is continued
#   JOBS         the number of shards at a time (default: one per processor); use 1 to measure times
#   BSPCOMPARE   the program (default: bspcompare in PATH)
#   SHARDS_TOOL  the tool (default: bsp-shards in PATH)
#   PARALLEL     more options of GNU parallel, such as '--sshloginfile machines --workdir .'

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

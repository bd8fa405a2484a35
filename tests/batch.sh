# batch: what the tests of sweeps in shards share. A test sources this file. It makes a plan of 8 shards,
# computes the result without shards, and kills one worker once during its work.
# shellcheck shell=sh disable=SC2034,SC2154 # names that the tests use, or set

# shellcheck source=tests/tap.sh
. "$(dirname "$0")/tap.sh"

shards=8
killed_shard=3

# Sets names of files, some of which have blanks.
set_up_batch()
{
    data=$(cd "${BSP_DATA_DIR:-$(dirname "$0")/../data}" && pwd) || exit 99
    batch=$(cd "$(dirname "$0")/../examples/batch" && pwd) || exit 99
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/check-batch.XXXXXX") || exit 99
    tool=$(cd "$(dirname "$0")/../tools" && pwd)/shards || exit 99
    said=$scratch/said
    export scratch tool
    sweep=$scratch/the\ sweep.json
    one=$scratch/one\ by\ one
    many=$scratch/done\ by\ many
}

# Plans the sweep. If BSP_REQUIRE_LEVELS is set, it has thirteen real levels and four seeds.
# Otherwise it has small worlds, and enough seeds that a shard can be killed before it ends.
plan()
{
    set --
    if [ -n "${BSP_REQUIRE_LEVELS-}" ]; then
        scenario=$data/scenarios/real-level.json
        seeds=4
        worlds='13 real levels'
        for level in ctf1 ctf2 ctf3 dm1 dm2 dm3 dm4 dm5 dm6 dm7 dm8 dm9 dm10; do
            set -- "$@" --world "$BSP_LEVELS:maps/oacmp$level.bsp"
        done
    else
        scenario=$data/scenarios/stand-and-crouch.json
        seeds=16
        worlds='small worlds'
        for world in courtyard.map two-rooms.json low-tunnel.json stairs.json; do
            set -- "$@" --world "$data/worlds/$world"
        done
    fi
    "$tool" plan "$scenario" "$@" --seeds 1..$seeds -o "$sweep" -- -m shift-box,brushes --no-timing \
        >"$scratch/said" 2>&1
    result $? "a plan of $worlds and $seeds seeds"
}

work_alone()
{
    "$tool" work "$sweep" -o "$one" >"$scratch/said" 2>&1 &&
        "$tool" merge "$sweep" "$one" -f json -o "$scratch/one.json" >"$scratch/said" 2>&1
    result $? 'one program does all of it'
}

# Sets SHARDS_TOOL to a program that works like the tool, except that it kills the first worker of one
# shard, and the worker's process group, after its first piece.
make_victim()
{
    SHARDS_TOOL=$scratch/victim
    export SHARDS_TOOL shards killed_shard many
    cat >"$SHARDS_TOOL" <<'VICTIM'
#!/bin/bash
case " $* " in
*" --shard $killed_shard/$shards "*)
    if mkdir "$scratch/killed" 2>/dev/null; then
        set -m
        "$tool" "$@" &
        pid=$!
        while ! ls "$many/piece-0000$killed_shard"-*.json >/dev/null 2>&1; do sleep 0.01; done
        kill -s KILL -- "-$pid" && echo "$pid" >"$scratch/killed/pid"
        wait "$pid"
        exit 137
    fi
    ;;
esac
exec "$tool" "$@"
VICTIM
    chmod +x "$SHARDS_TOOL"
}

# Checks that merge reports the missing pieces of the shard whose worker was killed.
check_killed()
{
    [ -s "$scratch/killed/pid" ]
    result $? "shard $killed_shard was killed during its work"
    "$tool" merge "$sweep" "$many" -f json -o "$scratch/early.json" >"$scratch/said" 2>&1
    [ $? -eq 2 ] && grep -q 'pieces are missing: .*to make them: shards work ' "$scratch/said"
    result $? 'merge lists the missing pieces, and the command that makes them'
    [ ! -e "$scratch/early.json" ]
    result $? 'and writes nothing'
    # A temporary file remains, as if the worker had been killed while it wrote.
    echo '{' >"$many/piece-00011-000000000000.json.aBcDeF"
    touch -d '1 hour ago' "$many/piece-00011-000000000000.json.aBcDeF"
}

check_merged()
{
    "$tool" merge "$sweep" "$many" -f json -o "$scratch/many.json" >"$scratch/said" 2>&1
    result $? 'all pieces are there'
    cmp "$scratch/one.json" "$scratch/many.json" >"$scratch/said" 2>&1
    result $? "$worlds x $seeds seeds in $shards shards, one killed and resumed: the bytes of one run"
    [ -z "$(find "$many" -name '*.json.*')" ]
    result $? 'the temporary file of the killed worker is gone'
}

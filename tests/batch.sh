# batch: what the tests of sweeps on many machines share; to be read by a shell. A plan of 8 shards,
# what one unsharded run makes of it, and a program that is killed once amid its work.
# shellcheck shell=sh disable=SC2034,SC2154 # names that the tests use, or set

# skip REASON; or the end, if the variable named by $required is set
skip()
{
    if [ -n "$(eval "printf %s \"\${$required-}\"")" ]; then
        echo "Bail out! $1"
        exit 1
    fi
    echo "1..0 # SKIP $1"
    exit 0
}

n=0
failed=0

# result STATUS WHAT
result()
{
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        tail -n 20 "$scratch/said" 2>/dev/null | sed 's/^/# /'
        failed=1
    fi
}

# finish: the end of the test
finish()
{
    echo "1..$n"
    exit $failed
}

shards=8
killed_shard=3

# Names with blanks in them are names, too.
set_up_batch()
{
    data=$(cd "${BSP_DATA_DIR:-$(dirname "$0")/../data}" && pwd) || exit 99
    batch=$(cd "$(dirname "$0")/../examples/batch" && pwd) || exit 99
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/check-batch.XXXXXX") || exit 99
    bspcompare=$BSPCOMPARE
    export scratch bspcompare
    sweep=$scratch/the\ sweep.jsonl
    one=$scratch/one\ by\ one
    many=$scratch/done\ by\ many
}

# Thirteen levels of people's making, where tests must have them, and four seeds; else small ones, and
# so many seeds that a shard is long enough to be killed amid it.
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
    "$bspcompare" plan "$scenario" "$@" --seeds 1..$seeds --methods shift-box,brushes -o "$sweep" \
        >"$scratch/said" 2>&1
    result $? "a plan of $worlds and $seeds seeds"
}

work_alone()
{
    "$bspcompare" work "$sweep" -o "$one" --no-timing >"$scratch/said" 2>&1 &&
        "$bspcompare" merge "$sweep" "$one" -f json -o "$scratch/one.json" >"$scratch/said" 2>&1
    result $? 'one program does all of it'
}

# A program that is bspcompare; but the first time that one of the shards is asked of it, it gets
# SIGKILL once the first of its pieces is there.
make_victim()
{
    BSPCOMPARE=$scratch/victim
    export BSPCOMPARE shards killed_shard many
    cat >"$BSPCOMPARE" <<'VICTIM'
#!/bin/sh
case " $* " in
*" --shard $killed_shard/$shards "*)
    if mkdir "$scratch/killed" 2>/dev/null; then
        "$bspcompare" "$@" &
        pid=$!
        while [ ! -e "$many/piece-0000$killed_shard.json" ]; do sleep 0.01; done
        kill -s KILL "$pid" && echo "$pid" >"$scratch/killed/pid"
        wait "$pid"
        exit 137
    fi
    ;;
esac
exec "$bspcompare" "$@"
VICTIM
    chmod +x "$BSPCOMPARE"
}

# What is left of a worker that was killed: one shard's pieces are missing, merge says so.
check_killed()
{
    [ -s "$scratch/killed/pid" ]
    result $? "shard $killed_shard was killed amid its work"
    "$bspcompare" merge "$sweep" "$many" -f json -o "$scratch/early.json" >"$scratch/said" 2>&1
    [ $? -eq 2 ] && grep -q 'missing: .*made by: bspcompare work .* --no-timing -o' "$scratch/said"
    result $? 'merge tells that pieces are missing, and what makes them'
    [ ! -e "$scratch/early.json" ]
    result $? 'and writes nothing'
    # As if it had been killed while it wrote.
    head -c 100 "$many/piece-00000.json" >"$many/piece-00011.json.aBcDeF"
}

check_merged()
{
    "$bspcompare" merge "$sweep" "$many" -f json -o "$scratch/many.json" >"$scratch/said" 2>&1
    result $? 'all pieces are there'
    cmp "$scratch/one.json" "$scratch/many.json" >"$scratch/said" 2>&1
    result $? "$worlds x $seeds seeds in $shards shards, one killed and resumed: the bytes of one run"
}

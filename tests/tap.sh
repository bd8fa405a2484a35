# tap: how tests in shell report their results, in TAP. A test sources this file.
# shellcheck shell=sh disable=SC2154 # the test sets "required" and "said"

n=0
failed=0

# skip REASON: ends the test as skipped. If the environment has the variable named by $required, it
# fails instead.
skip()
{
    if [ -n "${required-}" ] && [ -n "$(printenv "$required")" ]; then
        echo "Bail out! $1"
        exit 1
    fi
    echo "1..0 # SKIP $1"
    exit 0
}

# result STATUS WHAT [WHY]: prints one result. If the status is not 0, also prints WHY and the end of
# the file $said, which has the output of the last command.
result()
{
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
        return
    fi
    echo "not ok $n - $2"
    [ -z "${3-}" ] || echo "$3" | sed 's/^/# /'
    [ ! -s "${said-}" ] || tail -n 20 "$said" | sed 's/^/# /'
    failed=1
}

# equal FOUND EXPECTED WHAT: prints the result, which is whether the texts are equal.
equal()
{
    [ "$1" = "$2" ]
    result $? "$3" "found:
$1
expected:
$2"
}

# finish: ends the test after its last result.
finish()
{
    echo "1..$n"
    exit $failed
}

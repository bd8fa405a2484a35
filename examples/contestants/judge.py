#!/usr/bin/env python3
"""judge: compares the answers of programs with a data set of exact contacts, and prints a table.

usage: judge.py [--by-kind] [--list] DATA.moves DATA.truth NAME=ANSWERS...

  --by-kind  prints a row for each kind of shape, too
  --list     prints after the table the moves that were answered early or late

Needs Python 3 alone. docs/contestants.md describes the files, which may be compressed, as FILE.gz. The exit status is
1 if a file of answers cannot be used, or if a program that claims to be exact is wrong."""
import gzip
import math
import re
import sys
import zlib

WALK = 40  # units; longer moves are shots
POSITIVE = r"\+?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
KNOWN, NUMBER = f"(?:{POSITIVE}|-)", f"-?{POSITIVE}"
RECORD = re.compile(  # all records except the first
    f"answer [0-9]+ (E|S|E2S|S2E)( {NUMBER}){{4}} {KNOWN}|skip [0-9]+|end|about( .*)?|skin {POSITIVE}|"
    f"exact( (point|box|sphere|cylinder|capsule|hull))+|loaded {KNOWN} {KNOWN}|again {POSITIVE}")
COLUMNS = "moves,skipped,early,late,wrong,worst,walk ns,shot ns,shuffled ns,load ms,bytes".split(",")


def records(name):
    with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="ascii") as file:
        for line in file:
            yield line.split()


def read_data(moves_name, truth_name):
    """Returns the moves' hash, and a list with the kind of shape, the length, t_lo and t_hi of each move."""
    kinds, moves, data_hash = [], [], None
    for word, *rest in records(moves_name):
        if word == "bsp-moves":
            data_hash = rest[1]
        elif word == "shape":
            kinds.append(rest[0])
        elif word == "move":
            ends = [float(x) for x in rest[1:]]
            moves.append((kinds[int(rest[0])], math.dist(ends[:3], ends[3:])))
    truth = list(records(truth_name))
    brackets = [(float(row[2]), float(row[3])) for row in truth[1:-1]]
    if (truth[0] != ["bsp-truth", "1", data_hash] or len(brackets) != len(moves) or truth[-1] != ["end"] or
            not all(0 <= low <= high <= 1 for low, high in brackets) or
            not all(row[:2] == ["truth", str(i)] for i, row in enumerate(truth[1:-1]))):
        sys.exit(f"judge: {truth_name} is not the truth of {moves_name}")
    return data_hash, [move + bracket for move, bracket in zip(moves, brackets)]


def number(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is not a finite number")
    return value


def check_answer(name, t, *normal):
    if not 0 <= t <= 1 or t != {"E": 1, "E2S": t, "S": 0, "S2E": 0}[name]:
        raise ValueError(f"t = {t!r} does not match the class {name}")
    length = math.hypot(*normal)
    if not (abs(length - 1) <= 0.001 and name != "E" or length == 0 and name != "E2S"):
        raise ValueError(f"a normal of length {length:.4g}")


def read_answers(name, data_hash, n_moves):
    """Returns a list with (t, ns) or None for each move, and a dictionary of the other records. Rejects records
    without the form of docs/contestants.md."""
    answers, others = [], {}
    with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="utf-8", errors="replace") as file:
        lines = iter(file)
        if next(lines, "").split() != ["bsp-answers", "1", data_hash]:
            raise ValueError(f"the first line is not \"bsp-answers 1 {data_hash}\"")
        for at, line in enumerate(lines, 2):
            word, *rest = line.split() or [""]
            if not RECORD.fullmatch(" ".join([word, *rest])):
                raise ValueError(f"line {at} has none of the forms of docs/contestants.md")
            if word in ("answer", "skip"):
                if int(rest[0]) != len(answers):
                    raise ValueError(f"answers move {rest[0]} instead of move {len(answers)}")
                try:
                    numbers = [number(x) for x in rest[2:] if x != "-"]
                    if word == "answer":
                        check_answer(rest[1], *numbers[:4])
                except ValueError as error:
                    raise ValueError(f"move {rest[0]}: {error}") from error
                answers.append((numbers[0], rest[6]) if word == "answer" else None)
            elif word != "about" and others.setdefault(word, rest) is not rest:
                raise ValueError(f"{word} occurs twice")
            if word == "end":
                if len(answers) != n_moves or next(lines, None) is not None:
                    raise ValueError(f"{len(answers)} of {n_moves} answers, or lines after the end")
                return answers, {"exact": [], "loaded": ["-", "-"], "again": ["-"], **others}
    raise ValueError("no end")


def mean(times):
    return f"{sum(map(float, times)) / len(times):.0f}" if times and "-" not in times else "-"


def judge(data, answers, others, only):
    """Returns the cells of a row of the table. `only` is a kind of shape, or empty for all kinds."""
    pairs = [(move, answer) for move, answer in zip(data, answers) if only in ("", move[0])]
    judged = [(*move, *answer) for move, answer in pairs if answer]
    early = [(low - t) * length for _, length, low, _, t, _ in judged if t < low]
    late = [(t - high) * length for _, length, _, high, t, _ in judged if t > high]
    wrong = sum(kind in others["exact"] and not low <= t <= high for kind, _, low, high, t, _ in judged)
    return [len(judged), len(pairs) - len(judged), len(early), len(late), wrong, f"{max(early + late + [0]):.3g}",
            mean([ns for _, length, *_, ns in judged if length < WALK]),
            mean([ns for _, length, *_, ns in judged if length >= WALK]),
            *([others["again"][0], *others["loaded"]] if not only else ["-"] * 3)]


def outside(name, data, answers):
    """Yields a line for each answer outside its bracket."""
    for i, ((kind, _, low, high), answer) in enumerate(zip(data, answers)):
        if answer and not low <= answer[0] <= high:
            yield f"{name}: move {i} of a {kind}: t = {answer[0]!r} is not between {low!r} and {high!r}"


def main(arguments):
    names = [name for name in arguments if name not in ("--by-kind", "--list")]
    if "--help" in names:
        print(__doc__)
        return False
    if len(names) < 3 or not all("=" in name for name in names[2:]):
        sys.exit(__doc__)
    (data_hash, data), failed, lines = read_data(*names[:2]), False, []
    header = "| program | " + " | ".join(COLUMNS) + " |\n|---|" + "---:|" * len(COLUMNS) + "\n"
    for name, _, path in (name.partition("=") for name in names[2:]):
        try:
            answers, others = read_answers(path, data_hash, len(data))
        except (OSError, EOFError, zlib.error, ValueError) as error:
            failed = True
            print(f"judge: {name}: {path}: cannot be trusted: {error}", file=sys.stderr)
            continue
        for kind in sorted({"", *(move[0] for move in data)}) if "--by-kind" in arguments else [""]:
            row = judge(data, answers, others, kind)
            failed = failed or row[4] > 0
            print(f"{header}| {name}{kind and ', ' + kind} | " + " | ".join(map(str, row)) + " |")
            header = ""
        lines += outside(name, data, answers) if "--list" in arguments else []
    print(*lines, sep="\n", end="\n" if lines else "")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

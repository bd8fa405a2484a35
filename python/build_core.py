"""Describes the module onion_bsp._core to cffi: its sources, compiler options and functions.

The core consists of the files in the lists libbsptrace_a_SOURCES."""
import os
import re

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)


def core_sources():
    """Returns the C files of libbsptrace, by their full names."""
    names = []
    for fragment in "lib/lib.am", "onion/onion.am", "shift/shift.am":
        with open(os.path.join(TOP, fragment), encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        for words in re.findall(r"^libbsptrace_a_SOURCES \+?=(.*)$", text, re.MULTILINE):
            names += [word for word in words.split() if word.endswith(".c")]
    return [os.path.join(TOP, name) for name in names]


def declarations():
    """Returns the part of arrays.h that cffi can read."""
    with open(os.path.join(HERE, "arrays.h"), encoding="utf-8") as file:
        return file.read().split("/* cffi reads from here */")[1].split("/* to here */")[0]


# The same flags as configure uses. They forbid the compiler to use fused multiply-add, because answers must be equal
# on all machines. -iquote is needed because some headers have the names of system headers.
ffi = FFI()
ffi.cdef(declarations())
ffi.set_source(
    "onion_bsp._core", '#include "arrays.h"',
    sources=[os.path.join(HERE, "arrays.c")] + core_sources(),
    libraries=["m"],
    extra_compile_args=["-std=c11", "-O2", "-ffp-contract=off", "-fvisibility=hidden", "-fno-stack-protector", "-fno-wrapv", "-iquote", HERE, "-iquote", TOP,
                        "-iquote", os.path.join(TOP, "lib"), "-iquote", os.path.join(TOP, "lib", "include")])

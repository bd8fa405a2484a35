"""Builds the package onion_bsp: the core is compiled into the module, so it needs libc and libm alone."""
from setuptools import setup

setup(
    name="onion-bsp",
    version="0.1.0",
    description="Collision queries of saved onion and shift trees, over arrays",
    packages=["onion_bsp"],
    package_dir={"": "src"},
    python_requires=">=3.11",
    install_requires=["cffi", "numpy"],
    cffi_modules=["build_core.py:ffi"],
)

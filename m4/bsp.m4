# BSP_DEPENDENCY(VARIABLE, MODULES, DEBIAN-PACKAGE, [HINT])
# PKG_CHECK_MODULES whose error names the Debian package to install.
AC_DEFUN([BSP_DEPENDENCY],
  [PKG_CHECK_MODULES([$1], [$2], [],
    [AC_MSG_ERROR([$2 is missing: apt-get install $3[]$4])])])

# BSP_COMPILER_FLAGS(VARIABLE, FLAG..., [REQUIRED])
# Appends to VARIABLE, and substitutes it, those of the blank-separated FLAGs that the compiler
# knows; stops when a flag is unknown and the third argument is not empty.
AC_DEFUN([BSP_COMPILER_FLAGS],
  [AC_SUBST([$1])
  bsp_save_CFLAGS=$CFLAGS
  for bsp_flag in $2; do
    AC_MSG_CHECKING([whether $CC accepts $bsp_flag])
    CFLAGS="$bsp_save_CFLAGS -Werror $bsp_flag"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
      [AC_MSG_RESULT([yes])
       $1="$$1 $bsp_flag"],
      [AC_MSG_RESULT([no])
       m4_ifval([$3], [AC_MSG_ERROR([the compiler must accept $bsp_flag])])])
  done
  CFLAGS=$bsp_save_CFLAGS])

# BSP_DEPENDENCY(VARIABLE, MODULES, DEBIAN-PACKAGE, [HINT])
# Like PKG_CHECK_MODULES, but the error names the Debian package to install.
AC_DEFUN([BSP_DEPENDENCY],
  [PKG_CHECK_MODULES([$1], [$2], [],
    [AC_MSG_ERROR([$2 is missing: apt-get install $3[]$4])])])

# BSP_COMPILER_FLAGS(VARIABLE, FLAG..., [REQUIRED])
# Appends to VARIABLE the blank-separated FLAGs that the compiler accepts, and substitutes VARIABLE. If
# REQUIRED is not empty, a flag that the compiler does not accept is an error.
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

# BSP_CONTESTANT(NAME, PC-MODULE, HEADER, STATEMENT, LIBS, [CPPFLAGS])
# Checks whether a C++ program links with an optional library. Sets contestant_NAME to yes or no, the
# conditional CONTESTANT_NAME, and the variables CONTESTANT_NAME_CFLAGS and _LIBS. Only the folders of
# headers come from the .pc file, because it lists more libraries than needed, for Debian's Bullet those
# of both precisions. The folders are marked as system folders, so that headers cause no warnings.
AC_DEFUN([BSP_CONTESTANT],
  [contestant_$1=no
  AS_IF([test "x$enable_contestants" = xyes],
    [bsp_where=
     m4_ifval([$2],
       [bsp_where=`$PKG_CONFIG --cflags-only-I --keep-system-cflags $2 2>/dev/null |
          sed 's/-I/-isystem /g; s|-isystem /usr/include *$||'`])
     AC_MSG_CHECKING([for the contestant $1])
     AC_LANG_PUSH([C++])
     bsp_save_CPPFLAGS=$CPPFLAGS bsp_save_CXXFLAGS=$CXXFLAGS bsp_save_LIBS=$LIBS
     CPPFLAGS="$CPPFLAGS $bsp_where $6"
     CXXFLAGS="$CXXFLAGS $CONTESTANT_CXXFLAGS $BSP_SANITIZERS"
     LIBS="$5 $LIBS"
     AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <$3>]], [[$4;]])],
       [contestant_$1=yes
        CONTESTANT_$1_CFLAGS="$bsp_where $6"
        CONTESTANT_$1_LIBS="$5"])
     CPPFLAGS=$bsp_save_CPPFLAGS CXXFLAGS=$bsp_save_CXXFLAGS LIBS=$bsp_save_LIBS
     AC_LANG_POP([C++])
     AC_MSG_RESULT([$contestant_$1])])
  AC_SUBST([CONTESTANT_$1_CFLAGS])
  AC_SUBST([CONTESTANT_$1_LIBS])
  AM_CONDITIONAL([CONTESTANT_$1], [test "x$contestant_$1" = xyes])])

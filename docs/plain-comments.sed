# Plain comments as Doxygen's, for its INPUT_FILTER. The comment in the first line is the file's. One
# that stands alone says something about what follows; one behind a declaration, about that.
1s,^/\* ,/** @file\
 * ,
s,^\( *\)/\* ,\1/** ,
/^ *#/!s,\([;\,A-Za-z0-9_]\)\( *\)/\* ,\1\2/**< ,

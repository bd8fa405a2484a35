# Converts plain comments to Doxygen's, as its INPUT_FILTER. The comment in the first line describes the
# file; a comment on its own line describes the next declaration; a comment behind a declaration
# describes that declaration.
1s,^/\* ,/** @file\
 * ,
s,^\( *\)/\* ,\1/** ,
/^ *#/!s,\([;\,A-Za-z0-9_]\)\( *\)/\* ,\1\2/**< ,

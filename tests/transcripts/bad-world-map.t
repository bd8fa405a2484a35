Worlds in .map files that cannot be read: "info" says what is wrong, and where.

  $ cat >world <<'END'
  > bad map '{
  > "classname" "worldspawn"
  > '"$1"'}
  > '
  > END
  $ bad map 'x'
  bsplevel: bad.map:1:1: expected '{', found 'x'
  $ bad map '{} }'
  bsplevel: bad.map:1:4: expected '{', found '}'
  $ bad map $'{\n'
  bsplevel: bad.map:2:1: the file ends before the entity of line 1 is closed
  $ bad map $'{\n"a" "b"\n{\n'
  bsplevel: bad.map:4:1: the file ends before the brush of line 3 is closed
  $ bad map '{ key "value" }'
  bsplevel: bad.map:1:3: expected a key in quotes, '{' or '}', found 'key'
  $ bad map '{ "key" value }'
  bsplevel: bad.map:1:9: expected a value in quotes, found 'value'
  $ bad map '{ "key" }'
  bsplevel: bad.map:1:9: expected a value in quotes, found '}'
  $ bad map '{ "key'
  bsplevel: bad.map:1:3: the string that begins here does not end
  $ bad map $'{\n "key" "va\nlue }'
  bsplevel: bad.map:2:8: the string that begins here does not end
  $ sh world $'{\n( 0 0 ) }'
  bsplevel: bad.map:4:7: expected a number, found ')'
  $ sh world $'{\n( 0 0 nan ) }'
  bsplevel: bad.map:4:7: expected a number, found 'nan'
  $ sh world $'{\n( 0 0 inf ) }'
  bsplevel: bad.map:4:7: expected a number, found 'inf'
  $ sh world $'{\n( 0 0 0x10 ) }'
  bsplevel: bad.map:4:7: expected a number, found '0x10'
  $ sh world $'{\n( 0 0 1-2 ) }'
  bsplevel: bad.map:4:7: expected a number, found '1-2'
  $ sh world $'{\n( 0 0 0 0 ) }'
  bsplevel: bad.map:4:9: expected ')', found '0'
  $ sh world $'{\n( 0 0 0 ) 7 }'
  bsplevel: bad.map:4:11: expected '(', found '7'
  $ sh world $'{\n( 0 0 \xff\x01 ) }'
  bsplevel: bad.map:4:7: expected a number, found '?'
  $ sh world $'{\n( 0 0 1e999 ) ( 0 0 0 ) ( 0 0 0 ) a 0 0 0 1 1 }'
  bsplevel: bad.map: entity 0, brush 0 (line 3): the coordinate inf is out of range, +-4.1943e+06
  $ bad map $'{}{\n"classname" "worldspawn"\n{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1\n}\n{\n( 0 -5e6 0 ) }\n'
  bsplevel: bad.map: entity 1, brush 1 (line 6): the coordinate -5e+06 is out of range, +-4.1943e+06
  $ sh world $'{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 )'
  bsplevel: bad.map:5:1: expected a number, found the end of the file
  $ bad map $'{{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 )'
  bsplevel: bad.map:2:30: expected a texture, found the end of the file
  $ sh world $'{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 }'
  bsplevel: bad.map:4:41: expected a number, found '}'
  $ sh world $'{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a [ 0 0 0 1 ( }'
  bsplevel: bad.map:4:43: expected ']', found '('
  $ sh world $'{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1 0 0 0 0\n0 }'
  bsplevel: bad.map:5:1: expected '(' or '}', found '0'
  $ sh world $'{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1\npatchDef2 { } }'
  bsplevel: bad.map:5:1: expected '(' or '}', found 'patchDef2'
  $ sh world $'{\nmeshDef { } }'
  bsplevel: bad.map:4:1: expected '(' or '}' or brushDef or patchDef2, found 'meshDef'
  $ sh world $'{\npatchDef2 x }'
  bsplevel: bad.map:4:11: expected '{', found 'x'
  $ sh world $'{\npatchDef2\n{\n( ( {\n'
  bsplevel: bad.map:8:1: the file ends before the '{' of line 5 is closed
  $ sh world $'{\npatchDef2 { } x }'
  bsplevel: bad.map:4:15: expected '}', found 'x'
  $ bad map $'{}\n{\n"classname" "info_player_start"\n"origin" "1 2"\n}'
  bsplevel: bad.map: entity 1 (line 2): the origin '1 2' is not three numbers within +-4.1943e+06
  $ bad map '{"classname" "info_player_start" "origin" "1 2 3 4"}'
  bsplevel: bad.map: entity 0 (line 1): the origin '1 2 3 4' is not three numbers within +-4.1943e+06
  $ bad map '{"classname" "info_player_start" "origin" "1 2 1e9"}'
  bsplevel: bad.map: entity 0 (line 1): the origin '1 2 1e9' is not three numbers within +-4.1943e+06
  $ bad map '{"classname" "info_player_start" "origin" "1 2 nan"}'
  bsplevel: bad.map: entity 0 (line 1): the origin '1 2 nan' is not three numbers within +-4.1943e+06
  $ printf '{}\0{}' >bad.map; refused bsplevel info bad.map
  bsplevel: bad.map: offset 2: the text has a NUL byte
  $ sh world "{ $(yes '( 0 0 64 ) ( 0 0 0 ) ( 0 64 0 ) a 0 0 0 1 1' | head -n 1025) }"
  bsplevel: bad.map: entity 0, brush 0 (line 3): 1025 faces are more than the limit of 1024

Worlds in JSON that cannot be read: "info" says what is wrong, and where.

Syntax.

  $ bad json ''
  bsplevel: bad.json:1:1: unexpected end of data
  $ bad json '{'
  bsplevel: bad.json:1:2: unexpected end of data
  $ bad json $'{}\n\n x'
  bsplevel: bad.json:3:2: this is neither a JSON value nor a finite number
  $ bad json '{} {}'
  bsplevel: bad.json:1:4: unexpected character
  $ bad json $'{\n  "a": 1,\n  "b" 2 }'
  bsplevel: bad.json:3:7: object property name separator ':' expected
  $ bad json '{"a":1,}'
  bsplevel: bad.json:1:8: unexpected character
  $ bad json '[1,2,]'
  bsplevel: bad.json:1:6: unexpected character
  $ bad json '{"a":[1 2]}'
  bsplevel: bad.json:1:9: array value separator ',' expected
  $ bad json $'{"a":// b\n1}'
  bsplevel: bad.json:1:6: this is neither a JSON value nor a finite number
  $ bad json $'{\'a\':1}'
  bsplevel: bad.json:1:2: this is neither a JSON value nor a finite number
  $ bad json $'{"a":\'b\'}'
  bsplevel: bad.json:1:6: this is neither a JSON value nor a finite number
  $ bad json '{"a":NaN}'
  bsplevel: bad.json:1:6: this is neither a JSON value nor a finite number
  $ bad json $'{"a":\n  -Infinity}'
  bsplevel: bad.json:2:3: this is neither a JSON value nor a finite number
  $ bad json '{"a":Infinity}'
  bsplevel: bad.json:1:6: this is neither a JSON value nor a finite number
  $ bad json '{"a":18446744073709551616}'
  bsplevel: bad.json:1:6: the number has more than 64 bits
  $ bad json '{"a":-9223372036854775809}'
  bsplevel: bad.json:1:6: the number has more than 64 bits
  $ bad json '[1[03.'
  bsplevel: bad.json:1:4: this is neither a JSON value nor a finite number
  $ bad json '{"a":-01}'
  bsplevel: bad.json:1:6: this is neither a JSON value nor a finite number
  $ bad json '{"a":1.}'
  bsplevel: bad.json:1:6: this is neither a JSON value nor a finite number
  $ bad json '{"a":1,"b":{"a":1},"a":2}'
  bsplevel: bad.json:1:20: the key "a" is given twice in this object
  $ bad json $'[{"b":1},{\n"b":1,\n"\\u0062":2}]'
  bsplevel: bad.json:1:10: a key is given twice in this object
  $ bad json $'{"a":"\xc3\xa4\xe2\x82\xac", "a":1}'
  bsplevel: bad.json:1:12: the key "a" is given twice in this object
  $ bad json $'{"a":"b\tc"}'
  bsplevel: bad.json:1:8: a control character in a string must be written as an escape
  $ bad json $'{"a":"\xff"}'
  bsplevel: bad.json:1:7: invalid UTF-8
  $ bad json '{"a":"\x"}'
  bsplevel: bad.json:1:8: invalid string sequence
  $ bad json '{"a":"\u12g4"}'
  bsplevel: bad.json:1:11: invalid string sequence
  $ bad json '{"a":"\'
  bsplevel: bad.json:1:8: unexpected end of data
  $ bad json '{"a":"b'
  bsplevel: bad.json:1:8: unexpected end of data
  $ bad json '{"a":truer}'
  bsplevel: bad.json:1:6: this is neither a JSON value nor a finite number
  $ bad json $'\xef\xbb\xbf{}'
  bsplevel: bad.json:1:1: the file begins with a byte order mark, which JSON does not have
  $ printf '{\n}\0{' >bad.json; refused bsplevel info bad.json
  bsplevel: bad.json:2:2: the file has a NUL byte
  $ bad json "$(printf '[%.0s' $(seq 100000))"
  bsplevel: bad.json:1:33: nesting too deep

Values. A world of the format's version, with this text in its second brush or in place of its
brushes:

  $ cat >brush <<'END'
  > bad json '{"format":"bsp-world","version":1,"brushes":[{"box":[[0,0,0],[8,8,8]]},{'"$1"'}]}'
  > END
  $ cat >world <<'END'
  > bad json '{"format":"bsp-world","version":1,'"$1"'}'
  > END
  $ bad json '[]'
  bsplevel: bad.json: expected an object, found an array
  $ bad json 'null'
  bsplevel: bad.json: expected an object, found null
  $ bad json '3'
  bsplevel: bad.json: expected an object, found a number
  $ bad json '{}'
  bsplevel: bad.json: "format" is missing
  $ bad json '{"format":1}'
  bsplevel: bad.json: /format: expected a string, found a number
  $ bad json '{"format":"bsp-scenario"}'
  bsplevel: bad.json: /format: the format is "bsp-scenario", not "bsp-world"
  $ bad json '{"format":"bsp-world"}'
  bsplevel: bad.json: "version" is missing
  $ bad json '{"format":"bsp-world","version":2}'
  bsplevel: bad.json: /version: version 2 of bsp-world is not supported; only version 1 is supported
  $ bad json '{"format":"bsp-world","version":-1}'
  bsplevel: bad.json: /version: -1 is out of range, 0 to 18446744073709551615
  $ bad json '{"format":"bsp-world","version":1.0}'
  bsplevel: bad.json: /version: expected a whole number, found a number
  $ sh world '"brush":[]'
  bsplevel: bad.json: unknown key "brush"; the keys are format, version, name, brushes, starts, bodies
  $ sh world '"a\nb":[]'
  bsplevel: bad.json: unknown key "a?b"; the keys are format, version, name, brushes, starts, bodies
  $ sh world '"a\u007fb":[]'
  bsplevel: bad.json: unknown key "a?b"; the keys are format, version, name, brushes, starts, bodies
  $ sh world '"'$(printf 'k%.0s' $(seq 63))'\u00e4":[]'
  bsplevel: bad.json: unknown key "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk..."; the keys are format, version, name, brushes, starts, bodies
  $ sh world '"name":"a"'
  bsplevel: bad.json: "brushes" is missing
  $ sh world '"name":null,"brushes":[]'
  bsplevel: bad.json: /name: expected a string, found null
  $ sh world '"name":false,"brushes":[]'
  bsplevel: bad.json: /name: expected a string, found a boolean
  $ sh world '"name":"","brushes":[]'
  bsplevel: bad.json: /name: the string is empty
  $ sh world '"name":"a\ud800\u0041","brushes":[]'
  bsplevel: bad.json:1:44: a string has half of a surrogate pair
  $ sh world '"name":"a\udc00b","brushes":[]'
  bsplevel: bad.json:1:44: a string has half of a surrogate pair
  $ sh world '"name":"a\ud83d\ude00b","brushes":[]'
  file     bad.json
  name     a😀b
  brushes  0
  planes   0
  starts   0
  skipped  0
  status 0
  $ sh world '"name":"a\u0000b","brushes":[]'
  bsplevel: bad.json:1:44: a string has a NUL character
  $ sh world '"brushes":{}'
  bsplevel: bad.json: /brushes: expected an array, found an object
  $ sh world '"brushes":[true]'
  bsplevel: bad.json: /brushes/0: expected an object, found a boolean
  $ sh brush ''
  bsplevel: bad.json: /brushes/1: a brush must have exactly one of "planes", "box" and "points", not 0
  $ sh brush '"box":[[0,0,0],[1,1,1]],"points":[]'
  bsplevel: bad.json: /brushes/1: a brush must have exactly one of "planes", "box" and "points", not 2
  $ sh brush '"a/b~c":1'
  bsplevel: bad.json: /brushes/1: unknown key "a/b~c"; the keys are planes, box, points, contents, tags
  $ sh brush '"box":[[0,0,0],[1,1,1]],"contents":-1'
  bsplevel: bad.json: /brushes/1/contents: -1 is out of range, 0 to 4294967295
  $ sh brush '"box":[[0,0,0],[1,1,1]],"tags":[1,2]'
  bsplevel: bad.json: /brushes/1/tags: the array has 2 items, but must have 6
  $ sh brush '"points":[[0,0,0],[8,0,0],[0,8,0],[0,0,8]],"tags":[1,2,3,4]'
  bsplevel: bad.json: /brushes/1/tags: the sides of "points" have no order, so they cannot have tags; give "planes" instead
  $ sh brush '"box":[[0,0,0]]'
  bsplevel: bad.json: /brushes/1/box: the array has 1 items, but must have 2
  $ sh brush '"box":[[0,0,0],[1,1,1],[2,2,2]]'
  bsplevel: bad.json: /brushes/1/box: the array has 3 items, but must have 2
  $ sh brush '"box":[[0,0],[1,1,1]]'
  bsplevel: bad.json: /brushes/1/box/0: the array has 2 items, but must have 3
  $ sh brush '"box":[[0,0,0],[1,"1",1]]'
  bsplevel: bad.json: /brushes/1/box/1/1: expected a number, found a string
  $ sh brush '"box":[[0,0,0],[1,1,4194305]]'
  bsplevel: bad.json: /brushes/1/box/1/2: 4194305 is out of range, -4194304 to 4194304
  $ sh brush '"box":[[0,0,0],[1,1,1e300]]'
  bsplevel: bad.json: /brushes/1/box/1/2: 1.0000000000000001e+300 is out of range, -4194304 to 4194304
  $ sh brush '"box":[[0,0,0],[1,1,-1e999]]'
  bsplevel: bad.json: /brushes/1/box/1/2: the number is not finite
  $ sh brush '"box":[[0,0,0],[1,0,1]]'
  bsplevel: bad.json: /brushes/1: the box is empty, because along y it goes from 0 to 0
  $ sh brush '"box":[[0,0,0],[1,1e-5,1]]'
  bsplevel: bad.json: /brushes/1: the solid is degenerate: it is 1e-05 units thick, but at least 0.0002 are needed
  $ sh brush '"planes":[[1,0,0,1],[0,1,0,1],[0,0,1,1]]'
  bsplevel: bad.json: /brushes/1/planes: the array has 3 items, but must have at least 4
  $ sh brush '"planes":[[1,0,0,1],[0,1,0,1],[0,0,1,1],[-1,0,0]]'
  bsplevel: bad.json: /brushes/1/planes/3: the array has 3 items, but must have 4
  $ sh brush '"planes":[[1,0,0,1],[0,1,0,1],[0,0,1,1],[-1,0,0,1]]'
  bsplevel: bad.json: /brushes/1: the solid is unbounded, or reaches beyond 4.1943e+06 units, because its 4 planes do not close it
  $ sh brush '"planes":[[1,0,0,-1],[-1,0,0,-1],[0,0,1,1],[0,1,0,1]]'
  bsplevel: bad.json: /brushes/1: the solid is empty, because no point lies inside all of its 4 planes
  $ sh brush '"planes":[[1,0,0,1],[0,0,0,1],[0,0,1,1],[0,1,0,1]]'
  bsplevel: bad.json: /brushes/1: plane 1 has no direction, because its normal is shorter than 1e-12
  $ sh brush '"points":[[0,0,0],[1,0,0],[0,1,0]]'
  bsplevel: bad.json: /brushes/1/points: the array has 3 items, but must have at least 4
  $ sh brush '"points":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]'
  bsplevel: bad.json: /brushes/1: the 4 points do not span a volume, because they lie in one plane, or almost
  $ sh world '"brushes":[],"starts":[[0,0,0],[0,0]]'
  bsplevel: bad.json: /starts/1: the array has 2 items, but must have 3
  $ sh world '"brushes":[],"starts":7'
  bsplevel: bad.json: /starts: expected an array, found a number
  $ sh brush '"planes":['$(printf '[1,0,0,1],%.0s' $(seq 1024))'[1,0,0,1]]'
  bsplevel: bad.json: /brushes/1/planes: the array has 1025 items, but must have at most 1024

Members may come in any order. Errors of syntax are reported before those of values, and a wrong
format before all others.

  $ cat >order.json <<'END'
  > { "starts" : [ [1,2,3] ] , "brushes":[{"points":[[0,0,0],[8,0,0],[0,8,0],[0,0,8]]}],
  > "name":"last","version":1,"\u0066ormat":"bsp-world"}
  > END
  $ bsplevel info order.json | grep -E '^(name|brushes|starts)'
  name     last
  brushes  1
  starts   1
  $ bad json '{"brushes":[7],"version":1,"format":"bsp-scenario"}'
  bsplevel: bad.json: /format: the format is "bsp-scenario", not "bsp-world"
  $ bad json '{"brushes":[7],"format":"bsp-world","version":1,"brush":[]}'
  bsplevel: bad.json: unknown key "brush"; the keys are format, version, name, brushes, starts, bodies
  $ bad json '{"starts":[7],"brushes":[8],"format":"bsp-world","version":1}'
  bsplevel: bad.json: /brushes/0: expected an object, found a number
  $ sh world '"brushes":[7],"starts":[[]'
  bsplevel: bad.json:1:61: array value separator ',' expected
  $ sh world $'"brushes":[],\n"brushes":[]'
  bsplevel: bad.json:2:1: the key "brushes" is given twice in this object
  $ sh world $'"brushes":[],\n"brushes" :{}'
  bsplevel: bad.json:2:1: the key "brushes" is given twice in this object
  $ sh world '"brushes":[],"name":["a"]'
  bsplevel: bad.json: /name: expected a string, found an array
  $ bad json '{"format":[],"version":1,"brushes":[]}'
  bsplevel: bad.json: /format: expected a string, found an array

Places deep in a large file: in the brush on line 4323.

  $ cat >deep <<'END'
  > {
  >   echo '{"format":"bsp-world","version":1,"brushes":['
  >   yes '{"box":[[0,0,0],[8,8,8]]},' | head -n 4321
  >   printf '%s,\n' "$1"
  >   yes '{"box":[[0,0,0],[8,8,8]]},' | head -n 677
  >   echo '{"box":[[0,0,0],[8,8,8]]}],"starts":[[1,2,3]]}'
  > } >deep.json
  > refused bsplevel info deep.json
  > END
  $ sh deep '{"box":[[0,0,0],[8,8,]]}'
  bsplevel: deep.json:4323:22: unexpected character
  $ sh deep $'{"box":[[0,0,0],\t[8,8,NaN]]}'
  bsplevel: deep.json:4323:23: this is neither a JSON value nor a finite number
  $ sh deep '{"box":[],"box":[]}'
  bsplevel: deep.json:4323:11: the key "box" is given twice in this object
  $ sh deep $'{"b\xc3\xb6x":[] "box":[]}'
  bsplevel: deep.json:4323:11: object value separator ',' expected
  $ sh deep $'{"box":["\xc3"]}'
  bsplevel: deep.json:4323:10: invalid UTF-8
  $ sh deep '{"box":[]} []'
  bsplevel: deep.json:4323:12: array value separator ',' expected
  $ sh deep '{"box":[[0,0,0],[8,8,1]]}, '
  bsplevel: deep.json:4323:28: unexpected character
  $ sh deep '{"box":[[0,0,0],[8,8]]}'
  bsplevel: deep.json: /brushes/4321/box/1: the array has 2 items, but must have 3
  $ sh deep '{"box":[[0,0,0],[8,8,0]]}'
  bsplevel: deep.json: /brushes/4321: the box is empty, because along z it goes from 0 to 0
  $ sh deep '[]'
  bsplevel: deep.json: /brushes/4321: expected an object, found an array
  $ sh deep 'null'
  bsplevel: deep.json: /brushes/4321: expected an object, found null

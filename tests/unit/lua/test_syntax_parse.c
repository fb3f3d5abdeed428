/*
** Parsing: which scripts are rejected and with which message, which are accepted, and their tree.
** The messages are those of gopher-lua v1.1.2.
*/
#include <math.h>

#include "base/run/limits.h"
#include "lua/syntax/syntax.h"
#include "support/table.h"
#include "support/torture.h"

typedef struct reading {
    vt_arena arena;
    vt_buffer error;
    vt_lua_tree *tree;
    vt_lua_problem problem;
    vitals_status status;
} reading;

static void read_with(reading *r, vt_text source, const vitals_limits *limits, bool skip_hash) {
    *r = (reading){ 0 };
    vt_arena_init(&r->arena, NULL, 0);
    vt_buffer_init(&r->error, NULL, 4096);
    r->status =
        vt_lua_parse(&r->arena, limits, source, skip_hash, &r->tree, &r->error, &r->problem);
}

static void read_script(reading *r, const char *source) {
    read_with(r, vt_text_from(source), NULL, false);
}

/* A script that must be accepted. */
static void read_good(reading *r, const char *source) {
    read_script(r, source);
    if (r->status != VITALS_OK) fail_msg("%s", r->error.bytes);
}

static void done(reading *r) {
    vt_buffer_done(&r->error);
    vt_arena_done(&r->arena);
}

/* ------------------------------------------------------------------ rejected */

static const struct refusal {
    TABLE_ROW;
    const char *error;
    uint32_t line, column; /* the reported position */
    const char *script;    /* NULL: the name is the script */
} refusals[] = {
    /* clang-format off */
    { "goto a local x local y ::a:: print(1)", "compile error near line(2) <string>: <goto a> at line 1 jumps into the scope of local 'y'", 1, 1 },
    { "local z goto a local x local y ::a:: print(1)", "compile error near line(2) <string>: <goto a> at line 1 jumps into the scope of local 'y'", 1, 9 },
    { "local s = ('x' .. {} <lf> .y) ", "<string> line:2(column:1) near '':   syntax error\n", 2, 1, "local s = ('x' .. {}\n.y) " },
    { "local a <const> = 1", "<string> line:1(column:9) near '<':   syntax error\n", 1, 9 },
    { "x = 5 // 2", "<string> line:1(column:8) near '/':   syntax error\n", 1, 8 },
    { "goto continue", "compile error near line(2) <string>: no visible label 'continue' for <goto> at line 1", 1, 1 },
    { "local goto = 1", "<string> line:1(column:10) near 'goto':   syntax error\n", 1, 10 },
    { "return 0xA.8", "<string> line:1(column:12) near '.8':   syntax error\n", 1, 12 },
    { "return 3..4", "<string> line:1(column:11) near '.4':   syntax error\n", 1, 11 },
    { "return a.b.c.", "<string> at EOF:   syntax error\n", 1, 13 },
    { "x = }", "<string> line:1(column:5) near '}':   syntax error\n", 1, 5 },
    { "return 1,", "<string> at EOF:   syntax error\n", 1, 9 },
    { "f(", "<string> at EOF:   syntax error\n", 1, 2 },
    { "f{", "<string> at EOF:   syntax error\n", 1, 2 },
    { "f'", "<string> at EOF:   unterminated string\n", 1, 2 },
    { "local function f(...,a) end", "<string> line:1(column:21) near ',':   syntax error\n", 1, 21 },
    { "for a.b in c do end", "<string> line:1(column:6) near '':   syntax error\n", 1, 6 },
    { "for a in b, do end", "<string> line:1(column:14) near 'do':   syntax error\n", 1, 14 },
    { "if a then else elseif b then end", "<string> line:1(column:21) near 'elseif':   syntax error\n", 1, 21 },
    { "repeat until", "<string> at EOF:   syntax error\n", 1, 12 },
    { "return;;", "<string> line:1(column:8) near ';':   syntax error\n", 1, 8 },
    { "a.b:c = 1", "<string> line:1(column:7) near '=':   syntax error\n", 1, 7 },
    { "a:b", "<string> at EOF:   syntax error\n", 1, 3 },
    { "a.b()=1", "<string> line:1(column:6) near '=':   syntax error\n", 1, 6 },
    { "a,b", "<string> at EOF:   syntax error\n", 1, 3 },
    { "a,b()", "<string> at EOF:   syntax error\n", 1, 5 },
    { "a,b() = 1", "<string> line:1(column:7) near '=':   syntax error\n", 1, 7 },
    { "(a) = 1", "<string> line:1(column:5) near '=':   parse error\n", 1, 5 },
    { "(a),b = 1", "<string> line:1(column:4) near ',':   parse error\n", 1, 4 },
    { "a = b c", "<string> at EOF:   parse error\n", 1, 7 },
    { "x = function f() end", "<string> line:1(column:14) near 'f':   syntax error\n", 1, 14 },
    { "x = function() end end", "<string> line:1(column:22) near 'end':   syntax error\n", 1, 22 },
    { "'x':upper()", "<string> line:1(column:3) near 'x':   syntax error\n", 1, 3 },
    { "{}:x()", "<string> line:1(column:1) near '{':   syntax error\n", 1, 1 },
    { "nil.x = 1", "<string> line:1(column:3) near 'nil':   syntax error\n", 1, 3 },
    { "return nil.x", "<string> line:1(column:11) near '':   syntax error\n", 1, 11 },
    { "return not", "<string> at EOF:   syntax error\n", 1, 10 },
    { "local x = = 1", "<string> line:1(column:11) near '=':   syntax error\n", 1, 11 },
    { "local 1", "<string> line:1(column:7) near '1':   syntax error\n", 1, 7 },
    { "local x,", "<string> at EOF:   syntax error\n", 1, 8 },
    { "local x.y", "<string> line:1(column:8) near '':   syntax error\n", 1, 8 },
    { "local function", "<string> at EOF:   syntax error\n", 1, 14 },
    { "local function 1", "<string> line:1(column:16) near '1':   syntax error\n", 1, 16 },
    { "goto", "<string> at EOF:   syntax error\n", 1, 4 },
    { "goto end", "<string> line:1(column:8) near 'end':   syntax error\n", 1, 8 },
    { "::", "<string> at EOF:   syntax error\n", 1, 2 },
    { "::a", "<string> at EOF:   syntax error\n", 1, 3 },
    { "::a::b", "<string> at EOF:   parse error\n", 1, 6 },
    { "break;", "compile error near line(1) <string>: no loop to break", 1, 1 },
    { "while true do break x() end", "<string> line:1(column:21) near 'x':   syntax error\n", 1, 21 },
    { "while true do break; x() end", "<string> line:1(column:22) near 'x':   syntax error\n", 1, 22 },
    { "return ~1", "<string> line:1(column:8) near '~':   Invalid '~' token\n", 1, 8 },
    { "return a~b", "<string> line:1(column:9) near '~':   Invalid '~' token\n", 1, 9 },
    { "return a ! b", "<string> line:1(column:10) near '!':   Invalid token\n", 1, 10 },
    { "return a!=b", "<string> line:1(column:9) near '!':   Invalid token\n", 1, 9 },
    { "x='a <lf> b'", "<string> line:2(column:0) near 'a':   unterminated string\n", 2, 0, "x='a\nb'" },
    { "x=\"\\", "<string> at EOF:   unterminated string\n", 1, 4 },
    { "x='\\", "<string> at EOF:   unterminated string\n", 1, 4 },
    { "x=[[", "<string> at EOF:   unterminated multiline string\n", 1, 4 },
    { "x=[==", "<string> at EOF:   invalid multiline string\n", 1, 5 },
    { "x=[=[ ]]", "<string> at EOF:   unterminated multiline string\n", 1, 8 },
    { "--[[", "<string> at EOF:   invalid multiline comment\n", 1, 4 },
    { "--[==[ ]]", "<string> at EOF:   invalid multiline comment\n", 1, 9 },
    { "--[=", "<string> at EOF:   invalid multiline comment\n", 1, 4 },
    { "-- x <lf> @", "<string> line:2(column:1) near '@':   Invalid token\n", 2, 1, "-- x\n@" },
    { "x = 1 @", "<string> line:1(column:7) near '@':   Invalid token\n", 1, 7 },
    { "x = 0x", "<string> line:1(column:6) near '0x':   illegal hexadecimal number\n", 1, 6 },
    { "x = 0xg", "<string> line:1(column:6) near '0x':   illegal hexadecimal number\n", 1, 6 },
    { "x = 3x", "<string> at EOF:   parse error\n", 1, 6 },
    { "x = 3..x", "<string> line:1(column:7) near '':   syntax error\n", 1, 7 },
    { "x = .", "<string> line:1(column:5) near '':   syntax error\n", 1, 5 },
    { "x = ..", "<string> line:1(column:6) near '..':   syntax error\n", 1, 6 },
    { "x = ....", "<string> line:1(column:8) near '':   syntax error\n", 1, 8 },
    { "x=1.2.3", "<string> line:1(column:7) near '.3':   syntax error\n", 1, 7 },
    { "f(1;2)", "<string> line:1(column:4) near ';':   syntax error\n", 1, 4 },
    { "return {a=}", "<string> line:1(column:11) near '}':   syntax error\n", 1, 11 },
    { "return {[1]}", "<string> line:1(column:12) near '}':   syntax error\n", 1, 12 },
    { "return {[1]=}", "<string> line:1(column:13) near '}':   syntax error\n", 1, 13 },
    { "return {1,2", "<string> at EOF:   syntax error\n", 1, 11 },
    { "return {{}", "<string> at EOF:   syntax error\n", 1, 10 },
    { "return function", "<string> at EOF:   syntax error\n", 1, 15 },
    { "return function(", "<string> at EOF:   syntax error\n", 1, 16 },
    { "return function()", "<string> at EOF:   syntax error\n", 1, 17 },
    { "return function(a", "<string> at EOF:   syntax error\n", 1, 17 },
    { "return function(a,", "<string> at EOF:   syntax error\n", 1, 18 },
    { "return function(...", "<string> at EOF:   syntax error\n", 1, 19 },
    { "return 5 5", "<string> line:1(column:10) near '5':   syntax error\n", 1, 10 },
    { "x = y z", "<string> at EOF:   parse error\n", 1, 7 },
    { "x y", "<string> line:1(column:3) near 'y':   parse error\n", 1, 3 },
    { "x [y]", "<string> at EOF:   parse error\n", 1, 5 },
    { "a.1", "<string> line:1(column:3) near '.1':   parse error\n", 1, 3 },
    { "a.'x'", "<string> line:1(column:5) near 'x':   syntax error\n", 1, 5 },
    { "a.end", "<string> line:1(column:5) near 'end':   syntax error\n", 1, 5 },
    { "a.b.end = 1", "<string> line:1(column:7) near 'end':   syntax error\n", 1, 7 },
    { "if", "<string> at EOF:   syntax error\n", 1, 2 },
    { "if x", "<string> at EOF:   syntax error\n", 1, 4 },
    { "if x then", "<string> at EOF:   syntax error\n", 1, 9 },
    { "if x then else", "<string> at EOF:   syntax error\n", 1, 14 },
    { "if x then elseif", "<string> at EOF:   syntax error\n", 1, 16 },
    { "if x then elseif y", "<string> at EOF:   syntax error\n", 1, 18 },
    { "while", "<string> at EOF:   syntax error\n", 1, 5 },
    { "while x", "<string> at EOF:   syntax error\n", 1, 7 },
    { "while x do", "<string> at EOF:   syntax error\n", 1, 10 },
    { "for", "<string> at EOF:   syntax error\n", 1, 3 },
    { "for x", "<string> at EOF:   syntax error\n", 1, 5 },
    { "for x=", "<string> at EOF:   syntax error\n", 1, 6 },
    { "for x=1", "<string> at EOF:   syntax error\n", 1, 7 },
    { "for x=1,", "<string> at EOF:   syntax error\n", 1, 8 },
    { "for x=1,2", "<string> at EOF:   syntax error\n", 1, 9 },
    { "for x=1,2,", "<string> at EOF:   syntax error\n", 1, 10 },
    { "for x=1,2,3,4 do end", "<string> line:1(column:12) near ',':   syntax error\n", 1, 12 },
    { "for x,y=1,2 do end", "<string> line:1(column:8) near '=':   syntax error\n", 1, 8 },
    { "for 1=1,2 do end", "<string> line:1(column:5) near '1':   syntax error\n", 1, 5 },
    { "for x in", "<string> at EOF:   syntax error\n", 1, 8 },
    { "for x in y", "<string> at EOF:   syntax error\n", 1, 10 },
    { "function f", "<string> at EOF:   syntax error\n", 1, 10 },
    { "function f(", "<string> at EOF:   syntax error\n", 1, 11 },
    { "function f()", "<string> at EOF:   syntax error\n", 1, 12 },
    { "function f.", "<string> at EOF:   syntax error\n", 1, 11 },
    { "function f:", "<string> at EOF:   syntax error\n", 1, 11 },
    { "function f:g", "<string> at EOF:   syntax error\n", 1, 12 },
    { "function f[1]() end", "<string> line:1(column:11) near '[':   syntax error\n", 1, 11 },
    { "function (a) end", "<string> line:1(column:10) near '(':   syntax error\n", 1, 10 },
    { "until x", "<string> line:1(column:5) near 'until':   syntax error\n", 1, 5 },
    { "elseif", "<string> line:1(column:6) near 'elseif':   syntax error\n", 1, 6 },
    { "in", "<string> line:1(column:2) near 'in':   syntax error\n", 1, 2 },
    { "and", "<string> line:1(column:3) near 'and':   syntax error\n", 1, 3 },
    { "or", "<string> line:1(column:2) near 'or':   syntax error\n", 1, 2 },
    { "not x", "<string> line:1(column:3) near 'not':   syntax error\n", 1, 3 },
    { "#x", "<string> line:1(column:1) near '#':   syntax error\n", 1, 1 },
    { "-x", "<string> line:1(column:1) near '-':   syntax error\n", 1, 1 },
    { "\"x\"", "<string> line:1(column:3) near 'x':   syntax error\n", 1, 3 },
    { "1", "<string> line:1(column:1) near '1':   syntax error\n", 1, 1 },
    { "{", "<string> line:1(column:1) near '{':   syntax error\n", 1, 1 },
    { "}", "<string> line:1(column:1) near '}':   syntax error\n", 1, 1 },
    { ")", "<string> line:1(column:1) near ')':   syntax error\n", 1, 1 },
    { "(", "<string> at EOF:   syntax error\n", 1, 1 },
    { "]", "<string> line:1(column:1) near ']':   syntax error\n", 1, 1 },
    { "[", "<string> line:1(column:1) near '[':   syntax error\n", 1, 1 },
    { "=", "<string> line:1(column:1) near '=':   syntax error\n", 1, 1 },
    { "==", "<string> line:1(column:2) near '==':   syntax error\n", 1, 2 },
    { "<", "<string> line:1(column:1) near '<':   syntax error\n", 1, 1 },
    { "%", "<string> line:1(column:1) near '%':   syntax error\n", 1, 1 },
    { "^", "<string> line:1(column:1) near '^':   syntax error\n", 1, 1 },
    { "*", "<string> line:1(column:1) near '*':   syntax error\n", 1, 1 },
    { "/", "<string> line:1(column:1) near '/':   syntax error\n", 1, 1 },
    { ",", "<string> line:1(column:1) near ',':   syntax error\n", 1, 1 },
    { ":", "<string> line:1(column:1) near ':':   syntax error\n", 1, 1 },
    { ".", "<string> line:1(column:1) near '':   syntax error\n", 1, 1 },
    { "..", "<string> line:1(column:2) near '..':   syntax error\n", 1, 2 },
    { "...", "<string> line:1(column:3) near '...':   syntax error\n", 1, 3 },
    { "'", "<string> at EOF:   unterminated string\n", 1, 1 },
    { "\"", "<string> at EOF:   unterminated string\n", 1, 1 },
    { "\\", "<string> line:1(column:1) near '\\':   Invalid token\n", 1, 1 },
    { "\t\t@", "<string> line:1(column:3) near '@':   Invalid token\n", 1, 3 },
    { " <crlf> @", "<string> line:2(column:1) near '@':   Invalid token\n", 2, 1, "\r\n@" },
    { " <lf>  <cr> @", "<string> line:2(column:1) near '@':   Invalid token\n", 2, 1, "\n\r@" },
    { " <lf>  <lf> @ x", "<string> line:3(column:1) near '@':   Invalid token\n", 3, 1, "\n\n@ x" },
    { "x <lf> = <lf> = <lf> ", "<string> line:3(column:1) near '=':   syntax error\n", 3, 1, "x\n=\n=\n" },
    { "x=1 -- \303\251 @ <lf> @", "<string> line:2(column:1) near '@':   Invalid token\n", 2, 1, "x=1 -- \303\251 @\n@" },
    { "x='\303\251' @", "<string> line:1(column:8) near '@':   Invalid token\n", 1, 7 },
    { "local x = '\303\251' y z = 1", "<string> line:1(column:18) near 'z':   parse error\n", 1, 17 },
    { "end", "<string> line:1(column:3) near 'end':   syntax error\n", 1, 3 },
    { "x", "<string> at EOF:   parse error\n", 1, 1 },
    { "if x then end end", "<string> line:1(column:17) near 'end':   syntax error\n", 1, 17 },
    { "return return", "<string> line:1(column:13) near 'return':   syntax error\n", 1, 13 },
    { "return {,}", "<string> line:1(column:9) near ',':   syntax error\n", 1, 9 },
    { "f(1,,2)", "<string> line:1(column:5) near ',':   syntax error\n", 1, 5 },
    { "local function f(a,,b) end", "<string> line:1(column:20) near ',':   syntax error\n", 1, 20 },
    { "return 0b11", "<string> line:1(column:11) near 'b11':   syntax error\n", 1, 11 },
    { "return 1_000", "<string> line:1(column:12) near '_000':   syntax error\n", 1, 12 },
    { "return a && b", "<string> line:1(column:10) near '&':   Invalid token\n", 1, 10 },
    { "x += 1", "<string> line:1(column:3) near '+':   parse error\n", 1, 3 },
    { "# x <lf> return 1", "<string> line:1(column:1) near '#':   syntax error\n", 1, 1, "# x\nreturn 1" },
    { "return <ff> 1", "<string> line:1(column:7) near '\f':   Invalid token\n", 1, 7, "return\f1" },
    { "function a.b:c.d() end", "<string> line:1(column:15) near '':   syntax error\n", 1, 15 },
    { "f(1 <lf>  <lf>  <lf> ", "<string> at EOF:   syntax error\n", 4, 0, "f(1\n\n\n" },
    { "let x = 1", "<string> line:1(column:5) near 'x':   parse error\n", 1, 5 },
    { "function f() { return 1 }", "<string> line:1(column:14) near '{':   syntax error\n", 1, 14 },
    { "x=1 <lf>  <lf>  <lf> goto a", "compile error near line(5) <string>: no visible label 'a' for <goto> at line 4", 4, 1, "x=1\n\n\ngoto a" },
    { "goto a <lf> y=2 <lf> if x then <lf> end", "compile error near line(5) <string>: no visible label 'a' for <goto> at line 1", 1, 1, "goto a\ny=2\nif x then\nend" },
    { "goto a <lf> local z = { <lf> 1 <lf> }", "compile error near line(3) <string>: no visible label 'a' for <goto> at line 1", 1, 1, "goto a\nlocal z = {\n1\n}" },
    { "local function f() <lf>  goto x <lf>  <lf>  end", "compile error near line(4) <string>: no visible label 'x' for <goto> at line 2", 2, 2, "local function f()\n goto x\n\n end" },
    { "goto a <lf> local x = 1 <lf> ::a:: <lf> print(x)", "compile error near line(4) <string>: <goto a> at line 1 jumps into the scope of local 'x'", 1, 1, "goto a\nlocal x = 1\n::a::\nprint(x)" },
    { "do goto a <lf> local x, y = 1 <lf> ::a:: <lf> print(x) end", "compile error near line(4) <string>: <goto a> at line 1 jumps into the scope of local 'y'", 1, 4, "do goto a\nlocal x, y = 1\n::a::\nprint(x) end" },
    { "repeat goto a <lf> local x = 1 <lf> ::a:: <lf> until x", "compile error near line(4) <string>: <goto a> at line 1 jumps into the scope of local 'x'", 1, 8, "repeat goto a\nlocal x = 1\n::a::\nuntil x" },
    { "::a:: <lf> ::a::", "compile error near line(3) <string>: label 'a' already defined on line 1", 2, 1, "::a::\n::a::" },
    { "goto a goto b", "compile error near line(2) <string>: no visible label 'a' for <goto> at line 1", 1, 1 },
    { "do goto a end goto b", "compile error near line(2) <string>: no visible label 'a' for <goto> at line 1", 1, 4 },
    { "if x then <lf>  break <lf> end", "compile error near line(2) <string>: no loop to break", 2, 2, "if x then\n break\nend" },
    { "for i=1,2 do local function f() break end end", "compile error near line(1) <string>: no loop to break", 1, 33 },
    { "local function f() <lf>  <lf> return ... <lf> end", "compile error near line(3) <string>: cannot use '...' outside a vararg function", 3, 8, "local function f()\n\nreturn ...\nend" },
    { "local function f(...) local function g() return ... end end", "compile error near line(1) <string>: cannot use '...' outside a vararg function", 1, 49 },
    { "goto f <lf>  <lf> local a <lf> ::f:: <lf> a=1 <lf> goto g", "compile error near line(5) <string>: <goto f> at line 1 jumps into the scope of local 'a'", 1, 1, "goto f\n\nlocal a\n::f::\na=1\ngoto g" },
    { "x = [=y", "<string> line:1(column:7) near 'y':   invalid multiline string\n", 1, 7 },
    { "x = --[=y", "<string> line:1(column:9) near '':   invalid multiline comment\n", 1, 9 },
    { "goto a repeat <lf> until <lf> x", "compile error near line(4) <string>: no visible label 'a' for <goto> at line 1", 1, 1, "goto a repeat\nuntil\nx" },
    { "goto a function f() <lf>  <lf> end", "compile error near line(4) <string>: no visible label 'a' for <goto> at line 1", 1, 1, "goto a function f()\n\nend" },
    { "goto a x.y <lf> .z =  <lf> 1", "compile error near line(2) <string>: no visible label 'a' for <goto> at line 1", 1, 1, "goto a x.y\n.z = \n1" },
    { "goto a while x do <lf> end", "compile error near line(3) <string>: no visible label 'a' for <goto> at line 1", 1, 1, "goto a while x do\nend" },
    { "x = [=\303\251", "<string> line:1(column:7) near '\303\203':   invalid multiline string\n", 1, 7 },
    { "return \"abc <lf> def\"", "<string> line:2(column:0) near 'abc':   unterminated string\n", 2, 0, "return \"abc\ndef\"" },
    /* clang-format on */
};

static void check_refusal(void **state) {
    const struct refusal *row = *state;
    reading r;
    read_script(&r, row->script ? row->script : row->name);
    assert_int_equal(r.status, VITALS_ESYNTAX);
    assert_string_equal(r.error.bytes, row->error);
    assert_int_equal(r.problem.line, row->line);
    assert_int_equal(r.problem.column, row->column);
    assert_null(r.tree);
    done(&r);
}

static const struct acceptance {
    TABLE_ROW;
    const char *script; /* NULL: the name is the script */
} acceptances[] = {
    /* clang-format off */
    { "do return end" },
    { "do return end return 5" },
    { "do return 1; end" },
    { "return;" },
    { "; ;" },
    { "local x; ; local y" },
    { "(a).b = 1" },
    { "return - -1" },
    { "return --1" },
    { "::a::" },
    { "while true do break end x()" },
    { "return a~=b" },
    { "x='a\\ <lf> b'", "x='a\\\nb'" },
    { "--[" },
    { "--" },
    { "x = 1e" },
    { "x = 1e+ <lf> y = 2", "x = 1e+\ny = 2" },
    { "x = 5e <lf> ", "x = 5e\n" },
    { "x = ..." },
    { "x = .5." },
    { "a=1;b=2;;c=3" },
    { "local t = {1;2,3;} return #t" },
    { "return {a==1}" },
    { "return function(a,b,...) end" },
    { "x 'y'" },
    { "x {y}" },
    { "x [y] = 1" },
    { "nothing", "" },
    { " <lf> ", "\n" },
    { "-- x" },
    { "--[[ x ]]" },
    { "--[==[ ]] ]==]" },
    { "---[[ x" },
    { "return (f())()" },
    { "a.b.c:d{1}'x'(2)[3].e = 4" },
    { "local function f(a, b, ...) return ... end" },
    { "goto a ::a::" },
    { "goto a local x ::a:: ::b::" },
    { "::a:: do ::a:: end" },
    { "f <lf> (1)", "f\n(1)" },
    { "f() <lf> (1)", "f()\n(1)" },
    { "while x do break; end" },
    { "x = 'a\\ <crlf> b'", "x = 'a\\\r\nb'" },
    { "return [[ <crlf> x]], [==[ ]] ]==]", "return [[\r\nx]], [==[ ]] ]==]" },
    { "local a; ; local b" },
    { "x = 5e} <lf> x = 1", "x = 5e}\nx = 1" },
    /* clang-format on */
};

static void check_acceptance(void **state) {
    const struct acceptance *row = *state;
    reading r;
    read_good(&r, row->script ? row->script : row->name);
    assert_non_null(r.tree);
    assert_int_equal(r.error.size, 0);
    done(&r);
}

/* ------------------------------------------------------------------ the tree */

/* Kinds in source order, with line and column. */
static const struct shape {
    TABLE_ROW;
    const char *source;
    const char *kinds;
} shapes[] = {
    /* clang-format off */
    { "local", "local x = 1", "local 1:1 number 1:11" },
    { "columns are code points", "x = '\303\251' .. y", "assign 1:1 name 1:1 concat 1:5 string 1:5 name 1:12" },
    { "a call and its arguments", "f(a, 'b')", "call statement 1:1 call 1:1 name 1:1 name 1:3 string 1:6" },
    { "a method", "\n  a.b:c()", "call statement 2:3 method 2:3 index 2:3 name 2:3 string 2:5" },
    { "logic is one node a chain", "x = a and b and c or d or e",
      "assign 1:1 name 1:1 or 1:5 and 1:5 name 1:5 name 1:11 name 1:17 name 1:22 name 1:27" },
    { "concatenation is one node a chain", "x = a .. b + 1 .. c", "assign 1:1 name 1:1 concat 1:5 name 1:5 binary 1:10 name 1:10 number 1:14 name 1:19" },
    { "parentheses split chains", "x = (a or b) or c", "assign 1:1 name 1:1 or 1:5 or 1:5 name 1:6 name 1:11 name 1:17" },
    { "arms", "if a then b() elseif c then else d() end",
      "if 1:1 arm 1:1 name 1:4 call statement 1:11 call 1:11 name 1:11 arm 1:15 name 1:22 arm 1:29 call statement 1:34 call 1:34 name 1:34" },
    { "a table", "x = {1, a = 2, [b] = 3}", "assign 1:1 name 1:1 table 1:5 field 1:6 number 1:6 field 1:9 string 1:9 number 1:13 field 1:16 name 1:17 number 1:22" },
    { "loops", "for i = 1, 2 do break end for k in y do end while x do end repeat until z",
      "numeric for 1:1 number 1:9 number 1:12 break 1:17 generic for 1:27 name 1:36 while 1:45 name 1:51 repeat 1:60 name 1:73" },
    { "functions", "local function f() return end function a.b() goto c ::c:: end",
      "local function 1:1 function 1:1 return 1:20 function statement 1:31 index 1:40 name 1:40 string 1:42 function 1:31 goto 1:46 label 1:53" },
    { "unary", "x = not - #y", "assign 1:1 name 1:1 unary 1:5 unary 1:9 unary 1:11 name 1:12" },
    { "a block", "do local a end", "do 1:1 local 1:4" },
    /* clang-format on */
};

static bool note_kind(void *user, const vt_lua_node *node) {
    vt_buffer *out = user;
    return vt_buffer_printf(out, "%s%s %u:%u", out->size ? " " : "", vt_lua_kind_name(node->kind),
                            node->line, node->column);
}

static void check_shape(void **state) {
    const struct shape *row = *state;
    reading r;
    vt_buffer kinds;
    read_good(&r, row->source);
    vt_buffer_init(&kinds, NULL, 4096);
    assert_true(vt_lua_walk(r.tree->script, note_kind, &kinds));
    assert_string_equal(kinds.bytes, row->kinds);
    vt_buffer_done(&kinds);
    done(&r);
}

static const struct remarkable {
    TABLE_ROW;
    const char *source;
    int warning; /* -1: none */
} warning_rows[] = {
    /* clang-format off */
    { "a swap of locals", "local a, b a, b = b, a", VT_LUA_WARNING_PARALLEL_ASSIGNMENT },
    { "a local read behind its target", "local a, b a, b = 1, a", VT_LUA_WARNING_PARALLEL_ASSIGNMENT },
    { "a local read before its target", "local a, b, c a, b = b, c", -1 },
    { "locals that are not read", "local a, b a, b = 1, 2", -1 },
    { "a swap of globals", "a, b = b, a", -1 },
    { "a swap of fields", "local t = {} t[1], t[2] = t[2], t[1]", -1 },
    { "a field of the new value", "local a local t = {} t.x, a = a, 5", VT_LUA_WARNING_PARALLEL_ASSIGNMENT },
    { "a global of the old value", "local a x, a = a, 5", -1 },
    { "an index that is assigned", "local i local t = {} i, t[i] = 1, 2", VT_LUA_WARNING_PARALLEL_ASSIGNMENT },
    { "a swap through calls", "local a, b a, b = f(b), f(a)", VT_LUA_WARNING_PARALLEL_ASSIGNMENT },
    { "a swap inside a function", "local function f(a, b) a, b = b, a end", VT_LUA_WARNING_PARALLEL_ASSIGNMENT },
    { "a local for a field behind a call", "local a x, t.q = f(), a", VT_LUA_WARNING_PARALLEL_ASSIGNMENT },
    { "locals for fields", "local a, b t.p, t.q = a, b", -1 },
    { "one target", "local a a = a + 1", -1 },
    { "for next, table", "for k, v in next, {1} do end", VT_LUA_WARNING_FOR_MISSING_VALUES },
    { "for next, table, nil", "for k, v in next, {1}, nil do end", -1 },
    { "for next, name", "for k, v in next, t do end", VT_LUA_WARNING_FOR_MISSING_VALUES },
    { "for next, call", "for k, v in next, f() do end", -1 },
    { "for function", "for k in f do end", VT_LUA_WARNING_FOR_MISSING_VALUES },
    { "for call", "for k, v in pairs(t) do end", -1 },
    { "a numeral without digits in its exponent", "x = 5e", VT_LUA_WARNING_NOT_A_NUMBER },
    { "a numeral past all numbers", "x = 1e999", VT_LUA_WARNING_NOT_A_NUMBER },
    { "an octal numeral", "x = 0010", VT_LUA_WARNING_OCTAL },
    { "a numeral that is the same in octal", "x = 007", -1 },
    { "a decimal numeral with a 0", "x = 010", -1 },
    /* clang-format on */
};

static void check_warning(void **state) {
    const struct remarkable *row = *state;
    reading r;
    read_good(&r, row->source);
    assert_int_equal(r.tree->warnings ? (int)r.tree->warnings->kind : -1, row->warning);
    if (r.tree->warnings) {
        assert_null(r.tree->warnings->next);
        assert_int_equal(r.tree->warnings->line, 1);
        assert_int_equal(r.tree->warnings->column, r.tree->warnings->offset + 1);
    }
    done(&r);
}

static void test_locals(void **state) {
    (void)state;
    reading r;
    read_good(&r, "local a, b = 1 local function f(c, ...) a = c return function() return c end end"
                  " for i = 1, 2 do b = i end for j = 1, 2 do j = 0 end");
    const vt_lua_node *local = r.tree->script->block.first, *function = local->next;
    const vt_lua_local *a = local->locals.first, *b = a->next_declared;
    const vt_lua_local *c = function->right->function->parameters.first;
    assert_int_equal(a->writes, 1);
    assert_int_equal(a->reads, 0);
    assert_true(a->captured);
    assert_false(b->captured);
    assert_int_equal(c->reads, 2);
    assert_true(c->captured);
    assert_int_equal(c->kind, VT_LUA_LOCAL_PARAMETER);
    assert_int_equal(c->next_declared->kind, VT_LUA_LOCAL_ARG);
    assert_ptr_equal(c->function, function->right->function);
    assert_int_equal(function->right->function->upvalues, 1);
    const vt_lua_node *counting = function->next;
    assert_true(counting->locals.first->always_number);
    assert_false(counting->next->locals.first->always_number);
    done(&r);
}

static void test_positions(void **state) {
    (void)state;
    reading r;
    read_good(&r, "x = {\n1,\n2\n}\nif x then\n\nend\nfunction f()\n\nend\n");
    const vt_lua_node *node = r.tree->script->block.first;
    assert_int_equal(node->last_line, 4);
    assert_int_equal(node->list.first->last_line, 4);
    assert_int_equal(node->next->line, 5);
    assert_int_equal(node->next->offset, 13);
    assert_int_equal(node->next->last_line, 7);
    assert_int_equal(node->next->next->last_line, 10);
    assert_int_equal(node->next->next->right->function->line, 8);
    assert_int_equal(r.tree->script->next->last_line, 10);
    assert_int_equal(r.tree->line_count, 11);
    done(&r);
}

static void test_gotos_know_their_labels(void **state) {
    (void)state;
    reading r;
    read_good(&r, "do goto a end do ::a:: end ::a:: goto a");
    const vt_lua_node *first = r.tree->script->block.first;
    const vt_lua_node *label = first->next->next;
    assert_ptr_equal(first->block.first->left, label);
    assert_ptr_equal(label->next->left, label);
    done(&r);
}

static void test_kinds(void **state) {
    (void)state;
    for (int kind = 0; kind < VT_LUA_KIND_COUNT; kind++) {
        assert_non_null(vt_lua_kind_name((vt_lua_kind)kind));
        assert_int_equal(vt_lua_is_statement((vt_lua_kind)kind), kind >= VT_LUA_LOCAL);
    }
}

static bool stop(void *user, const vt_lua_node *node) {
    (void)node;
    return --*(int *)user > 0;
}

static void test_walk_stops(void **state) {
    (void)state;
    reading r;
    int left = 4;
    read_good(&r, "local function f() if a then b() end end return {c(), d}");
    assert_false(vt_lua_walk(r.tree->script, stop, &left));
    assert_int_equal(left, 0);
    done(&r);
}

static void test_hash_line(void **state) {
    (void)state;
    reading r;
    read_with(&r, VT_TEXT("#!lua x ) \nreturn y"), NULL, true);
    assert_int_equal(r.status, VITALS_OK);
    assert_int_equal(r.tree->script->block.first->line, 2);
    done(&r);
    read_with(&r, VT_TEXT("\n# not the first line"), NULL, true);
    assert_string_equal(r.error.bytes, "<string> line:2(column:1) near '#':   syntax error\n");
    done(&r);
}

static void test_bytes_that_no_string_holds(void **state) {
    (void)state;
    reading r;
    read_with(&r, VT_TEXT("x\0"), NULL, false);
    assert_true(vt_text_equal(vt_buffer_text(&r.error),
                              VT_TEXT("<string> line:1(column:2) near '\0':   Invalid token\n")));
    done(&r);
    read_script(&r, "\357\273\277x = 1");
    assert_string_equal(r.error.bytes, "<string> line:1(column:1) near '\357':   Invalid token\n");
    done(&r);
}

/* ------------------------------------------------------------------ limits */

/* `head`, then `count` times `part`, then `tail`. */
static const struct bulk {
    TABLE_ROW;
    const char *head, *part;
    int count;
    const char *tail;
    vitals_status status;
    const char *error;
} bulks[] = {
    /* clang-format off */
    { "200 locals", "", "local x ", 200, "", VITALS_OK, "" },
    { "201 locals", "", "local x ", 201, "", VITALS_ESYNTAX, "compile error near line(0) <string>: too many local variables" },
    { "201 locals of a function", "\nlocal function f()", "local x ", 201, "end", VITALS_ESYNTAX, "compile error near line(2) <string>: too many local variables" },
    { "locals of blocks", "", "do local x end ", 2000, "", VITALS_OK, "" },
    { "201 parameters", "local function f(a", ",b", 200, ") end", VITALS_ESYNTAX, "compile error near line(1) <string>: register overflow" },
    { "too many arguments", "f(1", ",2", 300, ")", VITALS_ESYNTAX, "compile error near line(0) <string>: register overflow(too many local variables)" },
    { "too many operands of ..", "x = a", "..a", 300, "", VITALS_ESYNTAX, "compile error near line(0) <string>: register overflow(too many local variables)" },
    { "many fields", "x = {1", ",2", 3000, "}", VITALS_OK, "" },
    { "many arms of or", "x = a == 1", " or a == 2", 3000, "", VITALS_OK, "" },
    { "many elseifs", "if a then", " elseif b then", 3000, " end", VITALS_OK, "" },
    { "nested parentheses", "x = ", "(", 200, "", VITALS_ELIMIT, "<string>:1: the script is nested too deeply: limit script_depth (80)" },
    { "nested tables", "x = ", "{", 200, "", VITALS_ELIMIT, "<string>:1: the script is nested too deeply: limit script_depth (80)" },
    { "nested blocks", "", "do ", 200, "", VITALS_ELIMIT, "<string>:1: the script is nested too deeply: limit script_depth (80)" },
    { "a long sum", "x = 1", " + 1", 200, "", VITALS_ELIMIT, "<string>:1: the script is nested too deeply: limit script_depth (80)" },
    { "a long path", "x = a", ".b", 200, "", VITALS_ELIMIT, "<string>:1: the script is nested too deeply: limit script_depth (80)" },
    { "a long call of calls", "x", "()", 200, "", VITALS_ELIMIT, "<string>:1: the script is nested too deeply: limit script_depth (80)" },
    { "gotos that wait", "", "do goto a end ", 1000, "::a::", VITALS_OK, "" },
    { "too many gotos that wait", "", "do goto a end ", 1001, "::a::", VITALS_ELIMIT, "<string>:1: too many gotos and breaks wait for their labels and loop ends: limit script_jumps (1000)" },
    { "gotos that go back", "::a:: ", "do goto a end ", 5000, "", VITALS_OK, "" },
    { "gotos that find their labels", "", "do goto a ::a:: end ", 5000, "", VITALS_OK, "" },
    { "breaks of one loop", "while a do ", "if b then break end ", 1000, "end", VITALS_OK, "" },
    { "too many breaks of one loop", "repeat ", "if b then break end ", 1001, "until a", VITALS_ELIMIT, "<string>:1: too many gotos and breaks wait for their labels and loop ends: limit script_jumps (1000)" },
    { "breaks of many loops", "while a do ", "while b do if c then break end end ", 3000, "end", VITALS_OK, "" },
    { "breaks of many functions", "while a do ", "b(function() repeat break until c end) ", 3000, "end", VITALS_OK, "" },
    { "labels in blocks of their own", "", "do ::a:: end ", 5000, "", VITALS_OK, "" },
    { "many arms of and, in groups", "x = a", " and a", 40000, "", VITALS_OK, "" },
    { "groups count as nesting", "x = a", " and (b or c)", 30000, "", VITALS_OK, "" },
    { "elseifs in groups", "if a then", " elseif b then", 40000, " end", VITALS_OK, "" },
    { "elseifs in too many groups", "if a then", " elseif b then", 45000, " end", VITALS_ELIMIT, "<string>:1: the script is nested too deeply: limit script_depth (80)" },
    { "nodes", "x = {1", ",2", 49000, "}", VITALS_OK, "" },
    { "too many nodes", "x = {1", ",2", 50000, "}", VITALS_ELIMIT, "<string>:1: the script is too large: limit script_nodes (100000)" },
    { "too many local variables for the limit", "do local a end ", "do local a, a, a, a end ", 30000, "", VITALS_ELIMIT, "<string>:1: the script is too large: limit script_nodes (100000)" },
    /* clang-format on */
};

static void check_bulk(void **state) {
    const struct bulk *row = *state;
    vt_buffer source;
    reading r;
    vt_buffer_init(&source, NULL, 1 << 20);
    vt_buffer_add_terminated(&source, row->head);
    for (int i = 0; i < row->count; i++) vt_buffer_add_terminated(&source, row->part);
    vt_buffer_add_terminated(&source, row->tail);
    read_with(&r, vt_buffer_text(&source), NULL, false);
    assert_int_equal(r.status, row->status);
    assert_string_equal(vt_buffer_text(&r.error).bytes, row->error);
    assert_int_equal(r.problem.limit != NULL, row->status == VITALS_ELIMIT);
    assert_true(!r.problem.limit || strstr(r.error.bytes, r.problem.limit));
    done(&r);
    vt_buffer_done(&source);
}

static void test_script_bytes(void **state) {
    (void)state;
    reading r;
    vitals_limits limits = { .script_bytes = 5 };
    read_with(&r, VT_TEXT("x = 12"), &limits, false);
    assert_int_equal(r.status, VITALS_ELIMIT);
    assert_string_equal(r.error.bytes, "the script is too long: limit script_bytes (5)");
    done(&r);
    read_with(&r, VT_TEXT("x = 1"), &limits, false);
    assert_int_equal(r.status, VITALS_OK);
    done(&r);
}

/* A function that uses more variables of enclosing functions than Lua 5.4 allows. */
static void test_outer_variables(void **state) {
    (void)state;
    vt_buffer source;
    reading r;
    vt_buffer_init(&source, NULL, 1 << 20);
    vt_buffer_add_terminated(&source, "local function f()");
    for (int i = 0; i < 150; i++) vt_buffer_printf(&source, " local a%d", i);
    vt_buffer_add_terminated(&source, " local function g()");
    for (int i = 0; i < 150; i++) vt_buffer_printf(&source, " local b%d", i);
    vt_buffer_add_terminated(&source, " return function()");
    for (int i = 0; i < 150; i++) vt_buffer_printf(&source, " a%d, b%d = 1", i, i);
    vt_buffer_add_terminated(&source, " end end end");
    read_with(&r, vt_buffer_text(&source), NULL, false);
    assert_int_equal(r.status, VITALS_ELIMIT);
    assert_string_equal(
        r.error.bytes,
        "<string>:1: a function uses too many variables of enclosing functions: limit "
        "script_upvalues (240)");
    done(&r);
    vt_buffer_done(&source);
}

/* ------------------------------------------------------------------ memory */

static vitals_status read_and_translate(torture *state, void *user) {
    vitals_allocator allocator = torture_allocator(state);
    vt_arena arena;
    vt_buffer error, lua54;
    vt_lua_tree *tree = NULL;
    vt_arena_init(&arena, &allocator, 0);
    vt_buffer_init(&error, &allocator, 4096);
    vt_buffer_init(&lua54, &allocator, 1 << 16);
    vitals_status status =
        vt_lua_parse(&arena, NULL, vt_text_from(user), false, &tree, &error, NULL);
    if (status == VITALS_OK) status = vt_lua_translate(tree, &lua54);
    if (status == VITALS_ESYNTAX) status = VITALS_OK;
    vt_buffer_done(&lua54);
    vt_buffer_done(&error);
    vt_arena_done(&arena);
    return status;
}

static void test_memory_runs_out(void **state) {
    (void)state;
    char good[] = "local t = {a = 'b', 1, 0010} for i = 1, #t do if t[i] then goto c end ::c:: end "
                  "function t:f(...) return self.a .. arg.n, [[long]] end return t:f(1)";
    char bad[] = "local x = 'text' return x x";
    assert_true(torture_run(read_and_translate, good) > 2);
    assert_true(torture_run(read_and_translate, bad) > 2);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(test_locals),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_gotos_know_their_labels),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_walk_stops),
        cmocka_unit_test(test_hash_line),
        cmocka_unit_test(test_bytes_that_no_string_holds),
        cmocka_unit_test(test_script_bytes),
        cmocka_unit_test(test_outer_variables),
        cmocka_unit_test(test_memory_runs_out),
    };
    int failed = TABLE_RUN("syntax rejected", check_refusal, refusals);
    failed += TABLE_RUN("syntax accepted", check_acceptance, acceptances);
    failed += TABLE_RUN("syntax tree", check_shape, shapes);
    failed += TABLE_RUN("syntax warnings", check_warning, warning_rows);
    failed += TABLE_RUN("syntax limits", check_bulk, bulks);
    return failed + cmocka_run_group_tests_name("syntax others", others, NULL, NULL);
}

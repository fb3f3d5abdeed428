/*
** Translation: what scripts give and where they fail, run under stock Lua 5.4 with the simplest
** helpers that keep to the contract of syntax.h.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "lua/syntax/syntax.h"
#include "support/table.h"

/* ------------------------------------------------------------------ helpers */

static int help_concat(lua_State *L) {
    luaL_Buffer buffer;
    int count = lua_gettop(L);
    luaL_buffinit(L, &buffer);
    for (int i = 1; i <= count; i++) {
        if (lua_type(L, i) == LUA_TNUMBER) {
            lua_pushfstring(L, "%I", (LUAI_UACINT)lua_tonumber(L, i));
        } else {
            if (lua_type(L, i) != LUA_TSTRING) return luaL_error(L, "concat");
            lua_pushvalue(L, i);
        }
        luaL_addvalue(&buffer);
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int help_length(lua_State *L) {
    if (lua_isnil(L, 1)) return luaL_error(L, "length");
    lua_pushnumber(L, (lua_Number)luaL_len(L, 1));
    return 1;
}

static int help_compare(lua_State *L) {
    if (lua_type(L, 2) != lua_type(L, 3)) return luaL_error(L, "compare");
    bool swapped = lua_tointeger(L, 1) >= VT_LUA_GREATER;
    bool equal =
        lua_tointeger(L, 1) == VT_LUA_LESS_EQUAL || lua_tointeger(L, 1) == VT_LUA_GREATER_EQUAL;
    lua_pushboolean(L,
                    lua_compare(L, swapped ? 3 : 2, swapped ? 2 : 3, equal ? LUA_OPLE : LUA_OPLT));
    return 1;
}

static int help_equal(lua_State *L) {
    assert_int_equal(lua_gettop(L), 2);
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPEQ));
    return 1;
}

static int help_arithmetic(lua_State *L) {
    static const int operators[] = { LUA_OPADD, LUA_OPSUB, LUA_OPMUL,
                                     LUA_OPDIV, LUA_OPMOD, LUA_OPPOW };
    bool minus = lua_tointeger(L, 1) == VT_LUA_MINUS;
    if (!lua_isnumber(L, 2) || (!minus && !lua_isnumber(L, 3))) return luaL_error(L, "arithmetic");
    lua_arith(L, minus ? LUA_OPUNM : operators[lua_tointeger(L, 1)]);
    return 1;
}

static int help_for_numbers(lua_State *L) {
    assert_int_equal(lua_gettop(L), 3);
    for (int i = 1; i <= 3; i++) {
        if (lua_type(L, i) != LUA_TNUMBER) return luaL_error(L, "for numbers");
    }
    return 3;
}

static int help_for_values(lua_State *L) {
    lua_settop(L, 3);
    return 3;
}

static int help_arguments(lua_State *L) {
    int count = lua_gettop(L);
    lua_createtable(L, count, 1);
    lua_insert(L, 1);
    for (int i = count; i > 0; i--) lua_rawseti(L, 1, i);
    lua_pushinteger(L, count);
    lua_setfield(L, 1, "n");
    return 1;
}

static int help_number(lua_State *L) {
    assert_int_equal(lua_gettop(L), 1);
    lua_stringtonumber(L, lua_tostring(L, 1));
    return 1;
}

static const lua_CFunction helpers[] = {
#define VT_LUA_X(name, text) help_##name,
    VT_LUA_HELPER_MAP(VT_LUA_X)
#undef VT_LUA_X
};

/* _VTvisit, which records its calls in the registry: "3 7=true". */
static int help_visit(lua_State *L) {
    bool valued = lua_gettop(L) == 2;
    lua_getfield(L, LUA_REGISTRYINDEX, "visits");
    const char *before = lua_tostring(L, -1);
    const char *index = lua_pushfstring(L, "%s%s%d", before ? before : "", before ? " " : "",
                                        (int)lua_tointeger(L, 1));
    bool value = lua_toboolean(L, 2);
    if (valued) lua_pushfstring(L, "%s=%s", index, value ? "true" : "false");
    lua_setfield(L, LUA_REGISTRYINDEX, "visits");
    lua_settop(L, 2);
    return valued ? 1 : 0;
}

static int fail_basic(lua_State *L) {
    return luaL_error(L, "basic");
}

/* nil gets a metatable that fails in all its operations, numbers one for arithmetic with nil. */
static void add_basic_metatables(lua_State *L) {
    static const char *const events[] = { "__index", "__newindex", "__call", "__add", "__lt",
                                          "__le",    "__sub",      "__mul",  "__div", "__mod" };
    lua_createtable(L, 0, 10);
    for (size_t i = 0; i < TABLE_COUNT(events); i++) {
        lua_pushcfunction(L, fail_basic);
        lua_setfield(L, -2, events[i]);
    }
    lua_pushnil(L);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

/* ------------------------------------------------------------------ running */

typedef vitals_status (*translator)(const vt_lua_tree *tree, vt_buffer *lua54);

static void translate_by(translator by, const char *source, vt_buffer *out) {
    vt_arena arena;
    vt_buffer error;
    vt_lua_tree *tree = NULL;
    vt_arena_init(&arena, NULL, 0);
    vt_buffer_init(&error, NULL, 4096);
    vitals_status status =
        vt_lua_parse(&arena, NULL, vt_text_from(source), false, &tree, &error, NULL);
    if (status != VITALS_OK) fail_msg("%s", vt_buffer_text(&error).bytes);
    assert_int_equal(by(tree, out), VITALS_OK);
    vt_buffer_done(&error);
    vt_arena_done(&arena);
}

static void translate(const char *source, vt_buffer *out) {
    translate_by(vt_lua_translate, source, out);
}

/* Load the chunk and push the script as a function. */
static void load(lua_State *L, vt_text chunk) {
    if (luaL_loadbufferx(L, chunk.bytes, chunk.size, "=<string>", "t") != LUA_OK) {
        fail_msg("%s\n%.*s", lua_tostring(L, -1), VT_TEXT_ARG(chunk));
    }
    lua_pushglobaltable(L);
    for (size_t i = 0; i < TABLE_COUNT(helpers); i++) lua_pushcfunction(L, helpers[i]);
    lua_pushcfunction(L, help_visit);
    lua_call(L, 1 + VT_LUA_HELPER_COUNT + 1, 1);
}

/* The value of the script, or its error, on the stack of a new state. */
static lua_State *run(vt_text chunk) {
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    add_basic_metatables(L);
    load(L, chunk);
    lua_pcall(L, 0, 1, 0);
    return L;
}

static const struct row {
    TABLE_ROW;
    const char *source;
    const char *want; /* the first value, or the error */
} rows[] = {
    /* clang-format off */
    { "numerals are floats", "return math.type(1)", "float" },
    { "a numeral with a point and nothing behind", "return math.type(5.)", "float" },
    { "a hexadecimal numeral", "return 0xFf == 255 and math.type(0x10)", "float" },
    { "a leading 0 is dropped", "return 010 == 10", "true" },
    { "two leading 0s make it octal", "return 0010 == 8", "true" },
    { "octal with an 8 is decimal", "return 0018 == 18", "true" },
    { "5e is not a number", "local x = 5e\nreturn x ~= x", "true" },
    { "an overflow is not a number", "local x = 1e999 return x ~= x", "true" },
    { "hexadecimal past int64 is not a number", "local x = 0x8000000000000000 return x ~= x", "true" },
    { "unknown escapes stand for themselves", "return '\\.\\q\\z'", ".qz" },
    { "decimal escapes are cut to a byte", "return '\\300' == ','", "true" },
    { "line breaks in strings", "return 'a\\\nb' .. [[\nc\r\nd]]", "a\nbc\nd" },
    { "NUL in strings", "return #'a\\0b'", "3.0" },
    { "concatenation of numbers", "return 10/2 .. '|' .. 3", "5|3" },
    { "concatenation cuts calls to one value", "local function f() return 'a', 'b' end return f() .. f()", "aa" },
    { "concatenation groups with sums", "return 1 + 2 .. 3 * 4 .. ''", "312" },
    { "priorities", "return 2 + 3 * 4 ^ 2 / 2 - -1", "27.0" },
    { "power groups to the right", "return 2 ^ 3 ^ 2", "512.0" },
    { "minus is below power", "return -2 ^ 2", "-4.0" },
    { "subtraction groups to the left", "return 8 - 4 - 2", "2.0" },
    { "parentheses stay", "return 8 - (4 - 2)", "6.0" },
    { "and, or", "return nil and 1 or false or 'x'", "x" },
    { "or inside and", "return (nil or 1) and 2", "2.0" },
    { "not of a comparison", "return not (1 == 2)", "true" },
    { "not binds tighter", "return not 1 == 2", "false" },
    { "comparison of unknowns", "local a, b = 'x', 'y' return a < b and b > a and a <= b and b >= a", "true" },
    { "inequality of unknowns", "local a, b = {}, {} return a ~= b", "true" },
    { "inequality under not", "local a, b = 1, 1 return not (a ~= b)", "true" },
    { "equality takes one value", "local function f() return 1, 2 end local x = 1 return x == f()", "true" },
    { "equality takes a value from nothing", "local function f() end local x return x == f()", "true" },
    { "arithmetic of unknowns", "local a, b = 7, 2 return a + b - a * b / a % b", "9.0" },
    { "minus of an unknown", "local a = 3 return -a", "-3.0" },
    { "a call in parentheses gives one value", "local function f() return 1, 2 end local a, b = (f()) return b", "nil" },
    { "a parenthesised call as a statement", "local x local function f() x = 1 end (f()) return x", "1.0" },
    { "a parenthesised callee", "local x; (function() x = 1 end)() return x", "1.0" },
    { "a string as a prefix", "return ('x'):rep(3)", "xxx" },
    { "a concatenation as a prefix", "return ('x' .. 'y'):rep(2)", "xyxy" },
    { "a call of a string and of a table", "local f = function(t) return t[1] or 's' end return f'x' .. f{'t'}", "st" },
    { "a line break before a call", "local f = tostring\nreturn f\n(true)", "true" },
    { "separators repeated", "local t = {1,,2;;n = 3,} return #t + t.n", "5.0" },
    { "fields of all forms", "local t = {1, a = 2, ['b'] = 3, [10] = 4} return t[1] + t.a + t.b + t[10]", "10.0" },
    { "the last field spreads", "local function f() return 1, 2 end return #{f(), f()}", "3.0" },
    { "fractions as keys", "local t = {[1.5] = 'x'} return t[1.5]", "x" },
    { "nested labels of one name", "do goto a ::a:: end ::a:: return 1", "1.0" },
    { "goto continue", "local n = 0 for i = 1, 3 do if i == 2 then goto continue end n = n + i ::continue:: end return n", "4.0" },
    { "goto back", "local i = 0 ::again:: i = i + 1 if i < 3 then goto again end return i", "3.0" },
    { "for with constants", "local n = 0 for i = 3, 1, -1 do n = n * 10 + i end return n", "321.0" },
    { "for with unknowns", "local a, n = 3, 0 for i = 1, a do n = n + i end return n", "6.0" },
    { "for with a call as step", "local n = 0 for i = 1, 5, (math.abs)(2, 3) do n = n + i end return n", "9.0" },
    { "for over pairs", "local n = 0 for _, v in pairs({1, 2}) do n = n + v end return n", "3.0" },
    { "for drops a fourth value", "local n = 0 for v in function(_, c) if c < 2 then return c + 1 end end, nil, 0, {} do n = n + v end return n", "3.0" },
    { "for drops a fourth result", "local function f() return next, {7}, nil, {} end for _, v in f() do return v end", "7.0" },
    { "repeat sees the locals of its block", "local n = 0 repeat local done = n == 2 n = n + 1 until done return n", "3.0" },
    { "the hidden arg", "local function f(...) return arg.n + arg[2] end return f(1, 5)", "7.0" },
    { "no hidden arg where ... is used", "local function f(...) local x = ... return arg end return f(1)", "nil" },
    { "no hidden arg in the script", "return arg", "nil" },
    { "a hidden arg that is captured", "local function f(...) return function() return arg[1] end end return f(8)()", "8.0" },
    { "self", "local t = {n = 4} function t:f() return self.n end return t:f()", "4.0" },
    { "functions in fields", "local t = {a = {}} function t.a.f(x) return x end return t.a.f(6)", "6.0" },
    { "a local called _ENV", "local _ENV = {} return tostring(1 == 1)", "true" },
    { "a global called _ENV", "return _ENV", "nil" },
    { "a local with a reserved name", "local _VTconcat = 'x' return _VTconcat .. 'y'", "xy" },
    { "a global with a reserved name", "_VTequal = 5 function _VTfor_values() end local a, b = 1, 1 return _VTequal, a == b", "5.0" },
    { "closures", "local n = 0 local function up() n = n + 1 return n end up() return up()", "2.0" },
    { "assignments swap", "local a, b = 1, 2 a, b = b, a return a .. b", "21" },
    { "varargs of the script are none", "return select('#', ...)", "0" },
    /* clang-format on */
};

static void check_by(translator by, const struct row *row) {
    vt_buffer chunk;
    vt_buffer_init(&chunk, NULL, 1 << 20);
    translate_by(by, row->source, &chunk);
    lua_State *L = run(vt_buffer_text(&chunk));
    assert_string_equal(luaL_tolstring(L, -1, NULL), row->want);
    lua_close(L);
    vt_buffer_done(&chunk);
}

/* Instrumentation does not change the result. */
static void check_result(void **state) {
    check_by(vt_lua_translate, *state);
    check_by(vt_lua_translate_instrumented, *state);
}

/* The line of the error, which for gopher-lua is that of the left operand. */
static const struct row failures[] = {
    { "an operator behind a line break", "local a\nlocal b = 1\n+ a", "<string>:2: basic" },
    { "an operand behind a line break", "local a\nlocal b = 1 +\n2 +\na",
      "<string>:2: arithmetic" },
    { "unknown operands", "local a, b\nlocal c = a\n+\nb", "<string>:2: arithmetic" },
    { "fields on lines of their own", "local a\nlocal b = a\n.x\n.y", "<string>:2: basic" },
    { "a field of a field", "local a = {}\nlocal b = a\n.x\n.y", "<string>:2: basic" },
    { "concatenation", "local a = {}\nlocal b = 'y' ..\n'x' ..\na.x", "<string>:2: concat" },
    { "a call with arguments below", "local a\na(1,\n2\n)", "<string>:2: basic" },
    { "a call with its parenthesis below", "local a = {}\na.b\n(1)", "<string>:2: basic" },
    { "a method below its object", "local a = {}\na\n:b(1,\n2\n)", "<string>:2: basic" },
    { "an argument", "print\n(\nnil\n+1)", "<string>:3: basic" },
    { "an assignment of constants", "local a\na.b = {\n1,\n2}", "<string>:2: basic" },
    { "an assignment to a field of a field", "local a\na.b\n.c =\n2", "<string>:2: basic" },
    { "a numeric for", "for i = 1,\n{},\n1 do\n end", "<string>:1: for numbers" },
    { "a generic for", "for k in\nnil do end", "<string>:1: basic" },
    { "a generic for over values", "for k in\nnil, 1, 2, 3 do end", "<string>:1: basic" },
    { "a sum whose left operand goes on", "local x = nil\nlocal y = (x and\n1) + 1",
      "<string>:2: arithmetic" },
    { "parentheses above what is in them", "local x\nlocal y = (\nx + 1)",
      "<string>:2: arithmetic" },
    { "parentheses above a call", "local x\nlocal y = (\nx() + 1) + 1", "<string>:3: basic" },
    { "a call in parentheses", "local x\nlocal y = (\nx())", "<string>:3: basic" },
    { "minus in parentheses", "local x\nlocal y = (-\nx)", "<string>:2: arithmetic" },
    { "a comparison", "local x\nif x\n<\n1 then end", "<string>:2: compare" },
    { "a comparison on one line", "\nlocal x if 1 < x then end", "<string>:2: basic" },
    { "minus", "return -\nnil", "<string>:2: arithmetic" },
    { "length", "return #\nnil", "<string>:2: length" },
    { "a function of a field", "\nlocal a\nfunction a.b()\n\nend", "<string>:3: basic" },
    { "behind comments and long strings", "--[[\n\n]] local s = [[\n\n]]\nerror('x')",
      "<string>:6: x" },
    { "after \\r\\n", "\r\n\r\nerror('x')", "<string>:3: x" },
    { "in an elseif", "local x\nif false then\nelseif x.y then\nend", "<string>:3: basic" },
    { "in a tail call", "\nreturn (nil)(1)\n\n", "<string>:2: basic" },
    { "in a table", "local t = {\na = 1,\nb = x.y\n}", "<string>:3: basic" },
};

/* ------------------------------------------------------------------ whole scripts */

/* Each statement is on the same line in the source and in the translation. */
static void test_lines_stay(void **state) {
    (void)state;
    vt_buffer chunk;
    vt_buffer_init(&chunk, NULL, 1 << 16);
    translate("local a = {\n1,\n\nf(2)\n}\n\ndo\nlocal b\nend -- c\n;(f)()\nreturn a\n", &chunk);
    const char *const marks[] = { "local a", "f(2", "do", "local b", "(_ENV.f)", "return a" };
    const int lines[] = { 1, 4, 7, 8, 10, 11 };
    vt_text text = vt_buffer_text(&chunk);
    for (size_t i = 0; i < TABLE_COUNT(marks); i++) {
        size_t at = vt_text_find(text, vt_text_from(marks[i]), 0);
        assert_true(at != SIZE_MAX);
        int line = 1;
        for (size_t j = 0; j < at; j++) line += text.bytes[j] == '\n';
        assert_int_equal(line, lines[i]);
    }
    vt_buffer_done(&chunk);
}

/* Long chains are written in groups, and numerals beyond the first thousand as calls: the values stay
** the same. `%` in a part is the number of the part. */
static const struct bulk {
    TABLE_ROW;
    const char *head, *part;
    int count;
    const char *tail, *want;
} bulks[] = {
    /* clang-format off */
    { "32 operands of or", "local a return a", " or a == %", 31, " or 'end'", "end" },
    { "33 operands of or", "local a return a", " or a == %", 32, " or 'end'", "end" },
    { "1025 operands of or", "local a return a", " or a == %", 1024, " or 'end'", "end" },
    { "one that decides among many", "local a = 777 return nil", " or a == % and 'hit'", 2000, "", "hit" },
    { "operands of and", "local a = 1 return a", " and a + %", 2000, "", "2000.0" },
    { "and of ors", "local a return 1", " and (a or %)", 2000, "", "1999.0" },
    { "the first false of many", "return 1", " and % ~= 1234", 3000, "", "false" },
    { "elseifs", "local a = 1700 if a == -1 then", " elseif a == % then return 'arm' .. %", 2000, " else return 'else' end", "arm1700" },
    { "the last elseif", "local a = 2047 if a == -1 then", " elseif a == % then return 'arm' .. %", 2048, " end", "arm2047" },
    { "else of many", "local a = -2 if a == -1 then", " elseif a == % then return 'arm' .. %", 2048, " else return 'else' end", "else" },
    { "nothing of many", "local a = -2 if a == -1 then", " elseif a == % then return 'arm' .. %", 1500, " end return 'after'", "after" },
    { "goto out of many", "local a = 900 do if a == -1 then", " elseif a == % then goto continue", 990, " end do return 'no' end ::continue:: end return 'yes'", "yes" },
    { "fractions", "local t = {", "%.5, ", 3000, "} local sum = 0.0 for i = 1, 3000 do sum = sum + t[i] end return sum", "4500000.0" },
    { "fractions as keys", "local t = {", "[%.5] = %, ", 3000, "} return t[2999.5] + t[0.5]", "2999.0" },
    { "hexadecimal numerals", "local t = {", "0xFFFF%, ", 3000, "} return t[3000] == 0xFFFF2999", "true" },
    { "fractions in sums", "local s = 0 ", "s = s + %.25 ", 3000, "return s", "4499250.0" },
    /* clang-format on */
};

static void check_bulk(void **state) {
    const struct bulk *row = *state;
    vt_buffer source, chunk;
    vt_buffer_init(&source, NULL, SIZE_MAX / 2);
    vt_buffer_init(&chunk, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&source, row->head);
    for (int i = 0; i < row->count; i++) {
        for (const char *at = row->part; *at; at++) {
            *at == '%' ? vt_buffer_printf(&source, "%d", i) : vt_buffer_add_byte(&source, *at);
        }
    }
    vt_buffer_add_terminated(&source, row->tail);
    translate(source.bytes, &chunk);
    lua_State *L = run(vt_buffer_text(&chunk));
    assert_string_equal(luaL_tolstring(L, -1, NULL), row->want);
    lua_close(L);
    vt_buffer_done(&source);
    vt_buffer_done(&chunk);
}

/* Nodes are numbered in the order of vt_lua_walk. */
static const struct row instrumented_rows[] = {
    { "statements", "local a = 1 do a = 2 end return a", "0 2 3 6" },
    { "both ways of an if", "local a if a then a = 1 else a = 2 end", "0 1 3=false 8" },
    { "a loop", "local n = 0 while n < 1 do n = n + 1 end", "0 2 3=true 6 3=false" },
    { "a repeat", "repeat local x = 1 until x", "0 1 3=true" },
    { "arms of and, or", "local a = nil and 1 or 2", "0 3=false 2=false 5=true" },
};

static void check_visits(void **state) {
    const struct row *row = *state;
    vt_buffer chunk;
    vt_buffer_init(&chunk, NULL, 1 << 20);
    translate_by(vt_lua_translate_instrumented, row->source, &chunk);
    lua_State *L = run(vt_buffer_text(&chunk));
    lua_getfield(L, LUA_REGISTRYINDEX, "visits");
    assert_string_equal(lua_tostring(L, -1), row->want);
    lua_close(L);
    vt_buffer_done(&chunk);
}

static void test_ceiling(void **state) {
    (void)state;
    vt_arena arena;
    vt_lua_tree *tree;
    vt_buffer out;
    vt_arena_init(&arena, NULL, 0);
    vt_buffer_init(&out, NULL, 100);
    assert_int_equal(vt_lua_parse(&arena, NULL, VT_TEXT("return 1"), false, &tree, &out, NULL),
                     VITALS_OK);
    assert_int_equal(vt_lua_translate(tree, &out), VITALS_ELIMIT);
    vt_buffer_done(&out);
    vt_arena_done(&arena);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(test_lines_stay),
        cmocka_unit_test(test_ceiling),
    };
    int failed = TABLE_RUN("syntax translate bulks", check_bulk, bulks);
    failed += TABLE_RUN("syntax translate", check_result, rows);
    failed += TABLE_RUN("syntax lines of errors", check_result, failures);
    failed += TABLE_RUN("syntax instrumented", check_visits, instrumented_rows);
    return failed + cmocka_run_group_tests_name("syntax translate others", others, NULL, NULL);
}

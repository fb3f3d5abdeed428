/* Section 1.5: the texts of errors. */
#include "support/script.h"

static const script_row rows[] = {
    /* clang-format off */
    { "index nil", "local x return x.y", "error: <string>:1: attempt to index a non-table object(nil) with key 'y'", NULL },
    { "index number", "local x = 1 return x.y", "error: <string>:1: attempt to index a non-table object(number) with key 'y'", NULL },
    { "write to nil", "local x x.y = 1", "error: <string>:1: attempt to index a non-table object(nil) with key 'y'", NULL },
    { "call nil", "local x x()", "error: <string>:1: attempt to call a non-function object", NULL },
    { "call table", "({})()", "error: <string>:1: attempt to call a non-function object", NULL },
    { "add of nil", "return nil + 1", "error: <string>:1: cannot perform add operation between nil and number", NULL },
    { "sub of nil", "return nil - 1", "error: <string>:1: cannot perform sub operation between nil and number", NULL },
    { "mul of nil", "return nil * 1", "error: <string>:1: cannot perform mul operation between nil and number", NULL },
    { "div of nil", "return nil / 1", "error: <string>:1: cannot perform div operation between nil and number", NULL },
    { "mod of nil", "return nil % 1", "error: <string>:1: cannot perform mod operation between nil and number", NULL },
    { "pow of nil", "return nil ^ 1", "error: <string>:1: cannot perform pow operation between nil and number", NULL },
    { "two tables", "return {} + {}", "error: <string>:1: cannot perform add operation between table and table", NULL },
    { "minus table", "return -{}", "error: <string>:1: __unm undefined", NULL },
    { "length of nil", "return #nil", "error: <string>:1: __len undefined", NULL },
    { "concat", "return \"x\" .. nil", "error: <string>:1: cannot perform concat operation between string and nil", NULL },
    { "compare", "return 1 < \"x\"", "error: <string>:1: attempt to compare number with string", NULL },
    { "compare swapped", "return 1 > \"x\"", "error: <string>:1: attempt to compare string with number", NULL },
    { "compare tables", "return {} <= {}", "error: <string>:1: attempt to compare table with table", NULL },
    { "ipairs", "ipairs(nil)", "error: <string>:1: bad argument #1 to ipairs (table expected, got nil)", NULL },
    { "for init", "for i = \"a\", 2 do end", "error: <string>:1: for statement init must be a number", NULL },
    { "for limit", "for i = 1, \"a\" do end", "error: <string>:1: for statement limit must be a number", NULL },
    { "for step", "for i = 1, 2, {} do end", "error: <string>:1: for statement step must be a number", NULL },
    { "table.concat", "return table.concat({1, nil, 3})", "error: <string>:1: invalid value (nil) at index 2 in table for concat", NULL },
    { "nil key", "local t = {} t[nil] = 1", "error: <string>:1: table index is nil", NULL },
    { "NaN key", "local t = {} t[0/0] = 1", "error: <string>:1: table index is NaN", NULL },
    { "error", "error(\"boom\")", "error: <string>:1: boom", NULL },
    { "error level 0", "error(\"boom\", 0)", "error: boom", NULL },
    { "error level 3", "error(\"boom\", 3)", "error:  boom", NULL },
    { "error nil", "error(nil)", "error: nil", NULL },
    { "error number", "error(42)", "error: 42", NULL },
    { "error nothing", "error()", "error: <string>:1: bad argument #1 to error (value expected)", NULL },
    { "error table", "error({})", "error: table: 0x00000001", NULL },
    { "assert false", "assert(false)", "error: <string>:1: assertion failed!", NULL },
    { "assert text", "assert(nil, \"msg\")", "error: <string>:1: msg", NULL },
    { "assert number", "assert(false, 42)", "error: <string>:1: bad argument #2 to assert (string expected, got number)", NULL },
    { "syntax", "if then", "error: <string> line:1(column:7) near 'then':   syntax error\n", NULL },
    { "syntax at the end", "return {", "error: <string> at EOF:   syntax error\n", NULL },
    { "bad character", "@", "error: <string> line:1(column:1) near '@':   Invalid token\n", NULL },
    { "unterminated text", "return \"x", "error: <string> at EOF:   unterminated string\n", NULL },
    { "line of an error", "\n\nlocal x = nil + 1", "error: <string>:3: cannot perform add operation between nil and number", NULL },
    { "stack overflow", "local function f() return 1 + f() end return f()", "error: <string>:1: stack overflow", NULL },
    { "registry overflow", "return unpack({}, 1, 6000)", "error: <string>:1: registry overflow", NULL },
    { "pcall of nil", "return {status='Healthy', message=select(2, pcall(nil))}", "Healthy: attempt to call a nil value", NULL },
    { "pcall hides the name", "return {status='Healthy', message=select(2, pcall(ipairs))}", "Healthy: <string>:1: bad argument #1 to (anonymous) (table expected, got nil)", NULL },
    { "name of a local", "local f = ipairs f()", "error: <string>:1: bad argument #1 to f (table expected, got nil)", NULL },
    { "name of a field", "table.sort(1)", "error: <string>:1: bad argument #1 to sort (table expected, got number)", NULL },
    { "xpcall", "return {status='Healthy', message=select(2, xpcall(function() error(\"e\") end, function(m) return \"H:\" .. m end))}", "Healthy: H:<string>:1: e", NULL },
    { "random of nothing", "math.random(0)", "error: invalid argument to Intn", NULL },
    /* clang-format on */
};

int main(void) {
    return SCRIPT_TABLE_RUN("lua_error_text", VT_LUA_ARGOCD, true, rows);
}

/* Section 1.2: what open libraries add, and which of it is refused. */
#include "support/script.h"

static const script_row rows[] = {
    /* clang-format off */
    { "libraries", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(type(string), type(math), type(os), type(io), type(coroutine), type(debug), type(channel), utf8, bit32)}", "Healthy: table|table|table|table|table|table|table|nil|nil", NULL },
    { "methods of strings", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"x\"):upper(), (\"x\").foo, (\"x\")[1])}", "Healthy: X|nil|nil", NULL },
    { "two os", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(os == require(\"os\"), require(\"os\").clock, os.difftime(5, 3), os.time{year=\"2024\", month=\"01\", day=\"02\", hour=\"03\"})}", "Healthy: false|nil|2|1704164400", NULL },
    { "UTC with a time", "local f = \"!%H\" local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(os.date(f, 3600))}", "Healthy: 01", NULL },
    { "io.open is refused", "io.open(\"x\")", "error: <string>:1: io.open is not available here: scripts cannot access files", NULL },
    { "io.popen is refused", "io.popen(\"x\")", "error: <string>:1: io.popen is not available here: scripts cannot access files", NULL },
    { "os.execute is refused", "os.execute(\"x\")", "error: <string>:1: os.execute is not available here: scripts cannot access the host", NULL },
    { "os.getenv is refused", "os.getenv(\"x\")", "error: <string>:1: os.getenv is not available here: scripts cannot access the host", NULL },
    { "os.exit is refused", "os.exit(\"x\")", "error: <string>:1: os.exit is not available here: scripts cannot access the host", NULL },
    { "debug.getinfo is refused", "debug.getinfo(\"x\")", "error: <string>:1: debug.getinfo is not available here: scripts cannot inspect the interpreter", NULL },
    { "channel.make is refused", "channel.make(\"x\")", "error: <string>:1: channel.make is not available here: scripts have no one to communicate with", NULL },
    { "string.dump is refused", "string.dump(\"x\")", "error: <string>:1: string.dump is not available here: scripts cannot produce compiled code", NULL },
    { "a verb for numbers and nil", "return {status='Healthy', message=string.format('%5.2f|%d|%s', nil, nil, nil)}", "Healthy: &{}|&{}|nil", NULL },
    { "a bad verb keeps width and precision", "return {status='Healthy', message=string.format('%5.2f|%5.2f', 'Ready', true)}", "Healthy: %!f(string=   Re)|%!f(lua.LBool= true)", NULL },
    { "package.loaded._G", "return {status='Healthy', message=tostring(package.loaded._G == _G)}", "Healthy: true", NULL },
    { "a library that was replaced", "string = 7 for k in pairs(_G) do end return {status='Healthy', message=tostring(string)}", "Healthy: 7", NULL },
    { "sharp floats", "return {status='Healthy', message=string.format('%#e|%#.0e|%#.0f|%#g|%#.0g|%#f', 1, 1, 1, 1, 1, 1)}", "Healthy: 1.000000e+00|1.e+00|1.|1.00000|1.|1.000000", NULL },
    { "sharp quotes", "return {status='Healthy', message=string.format('%#q|%#q|%#q|%#q', '`a', '\\1a', 'a', 'a`')}", "Healthy: \"`a\"|\"\\x01a\"|`a`|\"a`\"", NULL },
    { "random numbers are the same in every release", "math.randomseed(7) local t = {} for i = 1, 5 do t[i] = math.random(1000) end return {status='Healthy', message=table.concat(t, ' ')}", "Healthy: 488 805 347 204 675", NULL },
    { "table.concat of one number is that number", "return {status='Healthy', message=type(table.concat({7}, ', ')) .. type(table.concat({'a'})) .. type(table.concat({1, 2}))}", "Healthy: numberstringstring", NULL },
    { "table.concat of one number is not a message", "return {status='Healthy', message=table.concat({7})}", ": ", NULL },
    /* clang-format on */
};

int main(void) {
    return SCRIPT_TABLE_RUN("lua_open", VT_LUA_ARGOCD, true, rows);
}

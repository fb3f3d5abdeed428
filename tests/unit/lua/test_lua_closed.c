/* Section 1.2: the libraries without useOpenLibs. */
#include "support/script.h"

static const script_row rows[] = {
    /* clang-format off */
    { "values", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(_VERSION, _GOPHER_LUA_VERSION, _G._G == _G, type(obj), type(actionParams))}", "Healthy: Lua 5.1|GopherLua 0.1|true|table|table", NULL },
    { "no string", "return {status='Healthy', message=string.upper(\"x\")}", "error: <string>:1: attempt to index a non-table object(nil) with key 'upper'", NULL },
    { "no methods of strings", "return {status='Healthy', message=(\"x\"):upper()}", "error: <string>:1: attempt to index a non-table object(string) with key 'upper'", NULL },
    { "absent", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(string, math, os, io, coroutine, debug, channel, utf8)}", "Healthy: nil|nil|nil|nil|nil|nil|nil|nil", NULL },
    { "functions", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(type(dofile), type(load), type(loadstring), type(require), type(print), type(setfenv), type(_printregs), type(module), type(newproxy))}", "Healthy: function|function|function|function|function|function|function|function|function", NULL },
    { "package", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(package.path, package.cpath, type(package.loaded.table), package.loaded.string, type(package.preload.os))}", "Healthy: ./?.lua;/usr/local/share/lua/5.1/?.lua;/usr/local/share/lua/5.1/?/init.lua||table|nil|function", NULL },
    { "os by require", "local os = require(\"os\") local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(os.time(), os.time{year=2024, month=1, day=2}, os.time{}, os.getenv, os == require(\"os\"))}", "Healthy: 1700000000|1704196800|-62204155200|nil|true", NULL },
    { "date", "local os = require(\"os\") local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(os.date(\"%Y-%m-%dT%H:%M:%SZ\", 1700000000), os.date(\"%a %A %b %B %p %P %I %w\", 1700000000), os.date(\"%c\", 0), os.date(\"%x\", 86399), os.date(\"%D %j\", 0), os.date(\"*t\", 0).yday)}", "Healthy: 2023-11-14T22:13:20Z|mon Tuesday Nov November PM pm 10 2|01 Jan 70 00:00 UTC|23/59/59|%D %j|0", NULL },
    { "time of text fields is ignored", "local os = require(\"os\") local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(os.time{year=\"2024\"})}", "Healthy: -62204155200", NULL },
    { "no other module", "require(\"nope\")", "error: <string>:1: module nope not found:\n\tno field package.preload['nope']\n\tstat ./nope.lua: no such file or directory\n\tstat /usr/local/share/lua/5.1/nope.lua: no such file or directory\n\tstat /usr/local/share/lua/5.1/nope/init.lua: no such file or directory, ", NULL },
    { "dofile is refused", "dofile(\"/etc/passwd\")", "error: <string>:1: dofile is not available here: scripts cannot access files", NULL },
    { "load is refused", "load(\"return 1\")", "error: <string>:1: load is not available here: scripts cannot compile code at run time", NULL },
    { "loadlib is refused", "package.loadlib(\"x\", \"y\")", "error: <string>:1: package.loadlib is not available here: scripts cannot load modules", NULL },
    /* clang-format on */
};

int main(void) {
    return SCRIPT_TABLE_RUN("lua_closed", VT_LUA_ARGOCD, false, rows);
}

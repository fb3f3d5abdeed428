/* The safe set of libraries, for everything but Argo CD's own profile. */
#include "support/script.h"

static const script_row rows[] = {
    /* clang-format off */
    { "libraries", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(type(string), type(math), type(utf8), type(os.time), coroutine)}", "Healthy: table|table|table|function|nil", NULL },
    { "utf8", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(utf8.len(\"hé\"), utf8.char(233), utf8.codepoint(\"é\"), utf8.sub(\"héllo\", 2, 3), utf8.len(\"\\255\"))}", "Healthy: 2|é|233|él|nil|1", NULL },
    { "parts from the end", "return {status='Healthy', message=utf8.sub('h\u00e9llo', -2) .. '|' .. utf8.sub('h\u00e9llo', -4, -3) .. '|' .. utf8.sub('h\u00e9llo', -9, 1)}", "Healthy: lo|\u00e9l|h", NULL },
    { "a first line with a hash", "# comment\nreturn {status='Healthy', message=\"x\"}", "Healthy: x", NULL },
    { "io is refused by name", "io.open(\"x\")", "error: <string>:1: io.open is not available here: scripts cannot access files", NULL },
    /* clang-format on */
};

int main(void) {
    return SCRIPT_TABLE_RUN("lua_safe", VT_LUA_SAFE, false, rows);
}

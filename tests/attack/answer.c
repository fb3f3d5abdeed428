/* Print the answer of one script for one object: everything in it that could differ between
** processes. */
#include <stdio.h>

#include "support/script.h"

static const char object[] =
    "{\"kind\":\"Widget\",\"list\":[3,1,2],\"map\":{\"z\":1,\"a\":2,\"m\":3,\"text\":\"b\"}}";

static const char script[] =
    "local out = {}\n"
    "local function add(...)\n"
    "  for i = 1, select('#', ...) do out[#out + 1] = tostring((select(i, ...))) end\n"
    "end\n"
    "local mixed = {}\n"
    "for i = 1, 200 do mixed['key' .. (i * 37) % 101] = i end\n"
    "mixed[true], mixed[0.5], mixed[-1], mixed[1] = 0, 0, 0, 0\n"
    "for key, value in pairs(mixed) do add(key, value) end\n"
    "for name, value in pairs(_G) do add(name, value) end\n"
    "for name in pairs(string) do add(name) end\n"
    "for key, value in pairs(obj.map) do add(key, value) end\n"
    "add({}, function() end, coroutine.create(print), newproxy(true))\n"
    "add(math.random(), math.random(1000), os.time(), os.date('%c'), os.clock())\n"
    "add(pcall(error, {}), pcall(function() return obj.none.field end))\n"
    "table.sort(obj.list, function(a, b) return true end)\n"
    "add(unpack(obj.list))\n"
    "return {status = 'Healthy', message = table.concat(out, ' ')}\n";

int main(void) {
    script_fixture fixture;
    script_fixture_init(&fixture);
    puts(script_answer(&fixture, VT_LUA_ARGOCD, true, script, object));
    script_fixture_done(&fixture);
    return 0;
}

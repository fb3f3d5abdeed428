/*
** Every function of every set of libraries is called with every kind of value in every place: foreign
** userdata, and tables, userdata and basic types of which every metamethod returns what it should not.
** Each call must give an error or a value, and the next run must be right.
*/
#include "base/memory/buffer.h"
#include "support/script.h"

static const struct name_set {
    const char *name;
    vt_lua_dialect dialect;
    bool open;
} sets[] = {
    { "argocd, closed", VT_LUA_ARGOCD, false },
    { "argocd, open", VT_LUA_ARGOCD, true },
    { "safe", VT_LUA_SAFE, false },
    { "safe, open", VT_LUA_SAFE, true },
};

static const char object[] = "{\"kind\":\"Widget\",\"list\":[3,1,2],\"map\":{\"a\":1}}";

/* `odd` has values that no function expects; `m` is a metatable that returns them in turn. */
static const char values[] =
    "local pcall, print, setmetatable, ipairs = pcall, print, setmetatable, ipairs local n, m = 0, "
    "{} "
    "local function any() n = n + 1 return ({5, 'x', {}, any, false, newproxy()})[n % 7] end "
    "for _, e in ipairs({'index', 'newindex', 'call', 'len', 'unm', 'concat', 'add', 'sub', 'mul', "
    "'div', 'mod', 'pow', 'eq', 'lt', 'le', 'tostring', 'gc', 'mode', 'close', 'pairs', 'name'}) "
    "do "
    "m['__' .. e] = any end "
    "local foreign = setmetatable(newproxy(), m) "
    "local odd = {n = 24, [2] = true, [3] = 0, [4] = -1, [5] = 1e300, [6] = 0/0, [7] = '', [8] = "
    "'abc', "
    "[9] = '%d%s', [10] = '10', [11] = {}, [12] = {3, 1, 2}, [13] = setmetatable({3, 1, 2, x = 1}, "
    "m), "
    "[14] = newproxy(), [15] = newproxy(true), [16] = foreign, [17] = any, [18] = function() "
    "error({}) end, "
    "[19] = print, [20] = obj, [21] = obj.list, [22] = _G, [23] = 2.5, "
    "[24] = string and select(2, string.gmatch('ab', '.'))} ";

/* Basic types get the metatable too, in the second half. */
static const char calls[] =
    "for round = 1, 2 do "
    "  if round == 2 then for _, v in ipairs({0, true, '', print}) do pcall(setmetatable, v, m) "
    "end end "
    "  pcall(f) "
    "  for i = 1, odd.n do "
    "    pcall(f, odd[i]) pcall(f, odd[i], odd[i], odd[i], odd[i]) "
    "    for j = 1, odd.n do pcall(f, odd[i], odd[j]) pcall(f, odd[8], odd[i], odd[j]) "
    "      pcall(f, odd[12], odd[i], odd[j]) end "
    "  end "
    "end "
    "return {status = 'Healthy'}";

static script_fixture fixture;

static void check_function(const struct name_set *set, const vt_lua_allowed *row) {
    vt_buffer script;
    vt_buffer_init(&script, NULL, SIZE_MAX / 2);
    vt_buffer_printf(&script, "%s local f = ", values);
    if (strncmp(row->library, "require ", strlen("require ")) == 0) {
        vt_buffer_printf(&script, "require('%s').%s ", row->library + strlen("require "),
                         row->name);
    } else {
        vt_buffer_printf(&script, "%s%s%s ", row->library, *row->library ? "." : "", row->name);
    }
    vt_buffer_add_terminated(&script, calls);
    vt_opinion opinion =
        script_run(&fixture, set->dialect, set->open, vt_buffer_text(&script).bytes, object);
    if (opinion.kind == VT_OPINION_FAILED && !opinion.limit) { /* only the calls may fail */
        fail_msg("%s.%s: %.*s", row->library, row->name, VT_TEXT_ARG(opinion.message));
    }
    assert_string_equal(
        script_answer(
            &fixture, set->dialect, set->open,
            "local n = 0 for k, v in pairs(obj) do n = n + 1 end "
            "return {status = 'Healthy', message = obj.kind .. n .. #obj.list .. tostring(x)}",
            object),
        "Healthy: Widget33nil");
    vt_buffer_done(&script);
}

static void check_set(void **state) {
    const struct name_set *set = *state;
    vt_lua_allowed row;
    size_t count = 0;
    for (size_t index = 0; vt_lua_allowed_at(set->dialect, set->open, index, &row); index++) {
        if (!row.is_value) {
            check_function(set, &row);
            count++;
        }
    }
    assert_true(count > 30);
}

int main(void) {
    script_fixture_init(&fixture);
    int failed = TABLE_RUN("arguments of unexpected types", check_set, sets);
    script_fixture_done(&fixture);
    return failed;
}

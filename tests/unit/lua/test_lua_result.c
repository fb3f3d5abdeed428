/* Section 1.4: what scripts return and what it means. */
#include "support/script.h"

static const script_row rows[] = {
    /* clang-format off */
    { "nothing", "", ": ", NULL },
    { "return", "return", ": ", NULL },
    { "nil", "return nil", ": ", NULL },
    { "white space", " \n\t ", ": ", NULL },
    { "boolean", "return true", "error: expect table output from Lua script, not boolean", NULL },
    { "number", "return 5", "error: expect table output from Lua script, not number", NULL },
    { "string", "return \"x\"", "error: expect table output from Lua script, not string", NULL },
    { "function", "return print", "error: expect table output from Lua script, not function", NULL },
    { "userdata", "return newproxy()", "error: expect table output from Lua script, not userdata", NULL },
    { "thread", "return coroutine.create(print)", "error: expect table output from Lua script, not thread", NULL },
    { "empty table", "return {}", ": ", NULL },
    { "list", "return {\"a\"}", ": ", NULL },
    { "the last value counts", "return \"x\", {status=\"Healthy\"}", "Healthy: ", NULL },
    { "last value is nil", "return {status=\"Healthy\"}, nil", ": ", NULL },
    { "status and message", "return {status=\"Degraded\", message=\"m\"}", "Degraded: m", NULL },
    { "status Unknown", "return {status=\"Unknown\"}", "Unknown: ", NULL },
    { "status Progressing", "return {status=\"Progressing\"}", "Progressing: ", NULL },
    { "status Suspended", "return {status=\"Suspended\"}", "Suspended: ", NULL },
    { "status Healthy", "return {status=\"Healthy\"}", "Healthy: ", NULL },
    { "status Degraded", "return {status=\"Degraded\"}", "Degraded: ", NULL },
    { "status Missing", "return {status=\"Missing\"}", "Missing: ", NULL },
    { "wrong case", "return {status=\"healthy\"}", "Unknown: Lua returned an invalid health status", NULL },
    { "empty status", "return {status=\"\", message=\"m\"}", "Unknown: Lua returned an invalid health status", NULL },
    { "no status", "return {message=\"m\"}", "Unknown: Lua returned an invalid health status", NULL },
    { "upper-case key", "return {STATUS=\"Healthy\", Message=\"m\"}", "Healthy: m", NULL },
    { "small key wins", "return {Status=\"Degraded\", status=\"Healthy\"}", "Healthy: ", NULL },
    { "long s folds and wins", "return {[\"ſtatus\"]=\"Healthy\", status=\"Degraded\"}", "Healthy: ", NULL },
    { "number as message", "return {status=\"Healthy\", message=5}", ": ", NULL },
    { "table as status", "return {status={}, message=\"m\"}", ": ", NULL },
    { "wrong type of a lesser spelling", "return {Status=5, status=\"Healthy\"}", ": ", NULL },
    { "extra keys", "return {status=\"Healthy\", x={1, {y=2}}}", "Healthy: ", NULL },
    { "not UTF-8", "return {status=\"Healthy\", message=\"a\\255b\"}", "Healthy: a�b", NULL },
    { "metatable is ignored", "return setmetatable({status=\"Healthy\"}, {__index={message=\"m\"}})", "Healthy: ", NULL },
    { "mixed keys", "return {status=\"Healthy\", \"x\"}", "error: json: error calling MarshalJSON for type *json.jsonValue: cannot encode mixed or invalid key types", NULL },
    { "boolean key", "return {[true]=\"x\"}", "error: json: error calling MarshalJSON for type *json.jsonValue: cannot encode mixed or invalid key types", NULL },
    { "sparse list", "return {nil, \"a\"}", "error: json: error calling MarshalJSON for type *json.jsonValue: cannot encode sparse array", NULL },
    { "list from 2", "return {[2]=\"a\", [3]=\"b\"}", "error: json: error calling MarshalJSON for type *json.jsonValue: cannot encode sparse array", NULL },
    { "sparse inside", "return {status=\"Healthy\", x={nil, 1}}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: cannot encode sparse array", NULL },
    { "twice the same table", "local a = {} return {x=a, y=a}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: cannot encode recursively nested tables to JSON", NULL },
    { "circle", "local a = {} a.a = a return a", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: cannot encode recursively nested tables to JSON", NULL },
    { "function inside", "return {status=\"Healthy\", f=print}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: cannot encode function to JSON", NULL },
    { "userdata inside", "return {p=newproxy()}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: cannot encode userdata to JSON", NULL },
    { "thread inside", "return {t=coroutine.create(print)}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: cannot encode thread to JSON", NULL },
    { "NaN inside", "return {n=0/0}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: json: unsupported value: NaN", NULL },
    { "infinity inside", "return {n=1/0}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: json: unsupported value: +Inf", NULL },
    { "minus infinity two levels down", "return {n={-1/0}}", "error: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: json: error calling MarshalJSON for type *json.jsonValue: json: unsupported value: -Inf", NULL },
    { "obj itself", "return obj", "Healthy: m", "{\"status\":\"Healthy\",\"message\":\"m\",\"x\":[1,null,{\"y\":[]}]}" },
    /* clang-format on */
};

int main(void) {
    return SCRIPT_TABLE_RUN("lua_result", VT_LUA_ARGOCD, true, rows);
}

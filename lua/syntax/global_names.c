/* The global names that the libraries give, and what bounds take them for. */
#include "lua/syntax/syntax.h"

static bool is_among(vt_text name, const char *const *names) {
    for (; *names; names++) {
        if (vt_text_is(name, *names)) return true;
    }
    return false;
}

/* They call nothing but metamethods, which a script without functions does not have. */
static const char *const plain_functions[] = { "type",   "tonumber", "tostring", "ipairs", "pairs",
                                               "next",   "error",    "assert",   "select", "unpack",
                                               "rawget", "rawset",   "rawequal", NULL };
static const char *const plain_libraries[] = { "string", "math", "table", "os", "utf8", NULL };
/* All other names that the libraries give. */
static const char *const other_names[] = { "pcall",
                                           "xpcall",
                                           "setmetatable",
                                           "getmetatable",
                                           "setfenv",
                                           "getfenv",
                                           "require",
                                           "coroutine",
                                           "package",
                                           "_G",
                                           "newproxy",
                                           "module",
                                           "load",
                                           "loadfile",
                                           "loadstring",
                                           "dofile",
                                           "print",
                                           "_printregs",
                                           "io",
                                           "debug",
                                           "channel",
                                           "actionParams",
                                           "_VERSION",
                                           "_GOPHER_LUA_VERSION",
                                           "collectgarbage",
                                           NULL };

const char *vt_lua_plain_function_at(size_t index) {
    return index < sizeof plain_functions / sizeof *plain_functions ? plain_functions[index] : NULL;
}

vt_lua_global_use vt_lua_global_use_of(vt_text name) {
    if (is_among(name, plain_functions)) return VT_LUA_GLOBAL_PLAIN_FUNCTION;
    if (is_among(name, plain_libraries)) return VT_LUA_GLOBAL_PLAIN_LIBRARY;
    return is_among(name, other_names) ? VT_LUA_GLOBAL_OTHER : VT_LUA_GLOBAL_UNKNOWN;
}

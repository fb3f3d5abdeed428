/* The allow-list: all libraries. A name that is not in one of their tables does not exist. */
#include "lua/lua_internal.h"

const vt_lua_library *const vt_lua_libraries[] = {
    &vt_lua_library_base,
    &vt_lua_library_table,
    &vt_lua_library_string,
    &vt_lua_library_math,
    &vt_lua_library_os,
    &vt_lua_library_required_os,
    &vt_lua_library_required_kube,
    &vt_lua_library_coroutine,
    &vt_lua_library_package,
    &vt_lua_library_utf8,
    &vt_lua_library_io,
    &vt_lua_library_debug,
    &vt_lua_library_channel,
    NULL,
};

unsigned vt_lua_set_of(vt_lua_dialect dialect, bool open_libraries) {
    if (dialect == VT_LUA_ARGOCD) return open_libraries ? VT_LUA_SET_OPEN : VT_LUA_SET_CLOSED;
    return open_libraries ? VT_LUA_SET_SAFE_OPEN : VT_LUA_SET_SAFE;
}

/* True also for loadstring, which checks its arguments before it refuses. */
static bool is_refused(const vt_lua_builtin *function) {
    return function->call && function->text;
}

static const char *const charges[] = {
#define VT_LUA_X(name, text) text,
    VT_LUA_COST_MAP(VT_LUA_X)
#undef VT_LUA_X
};

bool vt_lua_operator_at(size_t index, vt_lua_allowed *out) {
    bool is_helper = index < vt_lua_helpers.count;
    const vt_lua_library *library = is_helper ? &vt_lua_helpers : &vt_lua_events;
    size_t row = is_helper ? index : index - vt_lua_helpers.count;
    if (row >= library->count) return false;
    const vt_lua_builtin *function = &library->functions[row];
    *out =
        (vt_lua_allowed){ library->name, function->summary, NULL, charges[function->cost], false };
    return true;
}

bool vt_lua_allowed_at(vt_lua_dialect dialect, bool open_libraries, size_t index,
                       vt_lua_allowed *out) {
    unsigned set = vt_lua_set_of(dialect, open_libraries);
    for (size_t place = 0; vt_lua_libraries[place]; place++) {
        const vt_lua_library *library = vt_lua_libraries[place];
        for (size_t row = 0; row < library->count; row++) {
            const vt_lua_builtin *function = &library->functions[row];
            if (!(library->sets & function->sets & set)) continue;
            if (index-- == 0) {
                *out = (vt_lua_allowed){ library->name,     function->name,
                                         function->summary, charges[function->cost],
                                         !function->call,   is_refused(function) };
                return true;
            }
        }
    }
    return false;
}

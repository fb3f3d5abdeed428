/* Calls of our functions, and calls from them back into Lua. */
#include "lua/lua_internal.h"

enum {
    CALL_STEPS = 10,              /* cost of a call of one of our functions */
    VALUES_PER_STEP = 8,          /* arguments of a call that cost one step */
    ERROR_STEPS = 100,            /* cost of an error that is caught */
    RUNAWAY_HANDLER_STEPS = 50000 /* cost of one whose handlers failed until the C stack was full */
};

/* ---- calls of our functions */

void vt_lua_begin_call(lua_State *lua) {
    vt_lua_check_stop(lua);
    vt_lua_state_of(lua)->texts += VT_LUA_SHORT_STRING_BYTES;
    vt_lua_charge(lua, CALL_STEPS + (uint64_t)lua_gettop(lua) / VALUES_PER_STEP);
    vt_lua_collect_if_due(lua);
}

/* A function that is refused says why, which is in its row. */
static int push_upvalues(lua_State *lua, const vt_lua_builtin *function) {
    if (function->push_upvalues) return function->push_upvalues(lua);
    if (!function->text) return 0;
    lua_pushlightuserdata(lua, (void *)(uintptr_t)function);
    return 1;
}

void vt_lua_push_closure(lua_State *lua, lua_CFunction function, int value_count) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->closure_is_ours = true;
    lua_pushcclosure(lua, function, value_count);
    state->closure_is_ours = false;
}

void vt_lua_push_function(lua_State *lua, const vt_lua_builtin *function) {
    vt_lua_push_closure(lua, function->call, push_upvalues(lua, function));
}

int vt_lua_raise_refusal(lua_State *lua) {
    const vt_lua_builtin *function = lua_touserdata(lua, lua_upvalueindex(1));
    return vt_lua_raise(lua, "%s is not available here: %s", function->text, function->summary);
}

int vt_lua_refuse_call(lua_State *lua) {
    vt_lua_begin_call(lua);
    return vt_lua_raise_refusal(lua);
}

/* ---- calls out of C */

static void enter_call(vt_lua_state *state, lua_State *lua) {
    if (++state->depth > state->limits.lua_call_depth) vt_lua_stop_run(lua, VT_LUA_STOP_DEPTH);
}

void vt_lua_call(lua_State *lua, int argument_count, int result_count) {
    vt_lua_state *state = vt_lua_state_of(lua);
    enter_call(state, lua);
    lua_call(lua, argument_count, result_count);
    state->depth--;
}

void vt_lua_handle_error(lua_State *lua, int status) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->in_hook = false;
    if (status == LUA_ERRMEM) vt_lua_note_stop(state, lua, VT_LUA_STOP_MEMORY);
    vt_lua_charge(lua, status == LUA_ERRERR ? RUNAWAY_HANDLER_STEPS : ERROR_STEPS);
    vt_lua_check_stop(lua);
    if (!state->error_translated) vt_lua_rewrite_error(lua);
    state->error_translated = false;
}

int vt_lua_protected_call(lua_State *lua, int argument_count, int result_count, int handler) {
    vt_lua_state *state = vt_lua_state_of(lua);
    uint32_t depth = state->depth;
    enter_call(state, lua);
    int status = lua_pcall(lua, argument_count, result_count, handler);
    state->depth = depth;
    if (status != LUA_OK) vt_lua_handle_error(lua, status);
    return status;
}

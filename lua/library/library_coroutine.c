/* Coroutines. They share the budget of the run, and a stop in one stops them all. */
#include "lua/lua_internal.h"

enum { THREAD_STEPS = 1000 }; /* what the hook may fail to count in a thread that ends early */

static void push_thread(lua_State *lua) {
    vt_lua_check_function(lua, 1);
    vt_lua_charge(lua, THREAD_STEPS);
    lua_State *thread = lua_newthread(lua);
    lua_pushthread(lua);
    if (vt_lua_push_own_environment(lua, -1)) { /* ARGO: a thread inherits what setfenv(0, …) set */
        vt_lua_set_environment(lua, -3);
    }
    lua_pop(lua, 1);
    lua_pushvalue(lua, 1);
    lua_xmove(lua, thread, 1);
}

/* coroutine.create */
VT_LUA_FUNCTION(coroutine_create) {
    push_thread(lua);
    return 1;
}

static lua_State *check_thread(lua_State *lua) {
    lua_State *thread = lua_tothread(lua, 1);
    if (!thread) vt_lua_type_error(lua, 1, "thread");
    return thread;
}

/* The error for a thread that cannot be resumed; NULL for one that can. */
static const char *why_not_resumable(lua_State *lua, lua_State *thread) {
    lua_Debug activation;
    int status = lua_status(thread);
    if (thread == lua || (status == LUA_OK && lua_getstack(thread, 0, &activation))) {
        return "can not resume a running thread";
    }
    bool is_dead = status != LUA_YIELD && (status != LUA_OK || lua_gettop(thread) == 0);
    return is_dead ? "can not resume a dead thread" : NULL;
}

/* Resume a thread with the topmost values as arguments. Pushes the results and returns their
** count; on failure pushes the message and returns -1. */
static int resume(lua_State *lua, lua_State *thread, int argument_count) {
    vt_lua_state *state = vt_lua_state_of(lua);
    /* Nothing may raise on `thread`: it has no protected call yet. */
    if (!lua_checkstack(thread, argument_count + 4)) {
        vt_lua_raise(lua, "too many arguments to resume");
    }
    if (state->depth >= state->limits.lua_call_depth) {
        vt_lua_stop_run(lua, VT_LUA_STOP_DEPTH);
    }
    lua_xmove(lua, thread, argument_count);
    lua_State *caller = state->thread;
    uint32_t depth = state->depth++;
    uint32_t interval = state->hook_interval;
    state->thread = thread;
    vt_lua_set_hook(state, thread);
    int count = 0;
    int status = lua_resume(thread, lua, argument_count, &count);
    state->thread = caller;
    state->depth = depth;
    if (state->hook_interval != interval) vt_lua_set_hook(state, lua);
    if (status == LUA_OK || status == LUA_YIELD) {
        vt_lua_check_stop(lua);
        luaL_checkstack(lua, count + 4, NULL);
        lua_xmove(thread, lua, count);
        return count;
    }
    lua_xmove(thread, lua, 1);
    vt_lua_handle_error(lua, status);
    return -1;
}

/* coroutine.resume */
VT_LUA_FUNCTION(coroutine_resume) {
    lua_State *thread = check_thread(lua);
    const char *reason = why_not_resumable(lua, thread);
    if (reason) {
        lua_pushboolean(lua, false);
        lua_pushstring(lua, reason);
        return 2;
    }
    int count = resume(lua, thread, lua_gettop(lua) - 1);
    lua_pushboolean(lua, count >= 0);
    lua_insert(lua, count >= 0 ? -count - 1 : -2);
    return count >= 0 ? count + 1 : 2;
}

/* coroutine.running: nothing in the main chunk */
VT_LUA_FUNCTION(coroutine_running) {
    if (lua_pushthread(lua)) lua_pushnil(lua);
    return 1;
}

static const char *status_of(lua_State *lua, lua_State *thread) {
    lua_Debug activation;
    if (thread == lua) return "running";
    switch (lua_status(thread)) {
    case LUA_YIELD:
        return "suspended";
    case LUA_OK:
        if (lua_getstack(thread, 0, &activation)) return "normal";
        return lua_gettop(thread) == 0 ? "dead" : "suspended";
    default:
        return "dead";
    }
}

/* coroutine.status */
VT_LUA_FUNCTION(coroutine_status) {
    lua_pushstring(lua, status_of(lua, check_thread(lua)));
    return 1;
}

/* The function that coroutine.wrap returns; the thread is its upvalue. */
VT_LUA_FUNCTION(wrapped) {
    lua_State *thread = lua_tothread(lua, lua_upvalueindex(1));
    const char *reason = why_not_resumable(lua, thread);
    if (reason) return vt_lua_raise(lua, "%s", reason);
    int count = resume(lua, thread, lua_gettop(lua));
    if (count < 0) return vt_lua_raise_value(lua);
    return count;
}

/* coroutine.wrap */
VT_LUA_FUNCTION(coroutine_wrap) {
    push_thread(lua);
    vt_lua_push_closure(lua, wrapped, 1);
    return 1;
}

/* coroutine.yield */
VT_LUA_FUNCTION(coroutine_yield) {
    if (lua == vt_lua_state_of(lua)->lua) {
        return vt_lua_raise(lua, "can not yield from outside of a coroutine");
    }
    return lua_yield(lua, lua_gettop(lua));
}

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "create",  coroutine_create,  VT_LUA_SET_ALL_OPEN, "create(function): a thread", NULL, 0, VT_LUA_COST_THREAD },
    { "resume",  coroutine_resume,  VT_LUA_SET_ALL_OPEN, "resume(thread, …): runs it until it yields or ends", NULL, 0, VT_LUA_COST_PROTECT },
    { "running", coroutine_running, VT_LUA_SET_ALL_OPEN, "running(): the thread that runs", NULL, 0, VT_LUA_COST_CALL },
    { "status",  coroutine_status,  VT_LUA_SET_ALL_OPEN, "status(thread): running, suspended, normal or dead", NULL, 0, VT_LUA_COST_CALL },
    { "wrap",    coroutine_wrap,    VT_LUA_SET_ALL_OPEN, "wrap(function): a function that resumes it", NULL, 0, VT_LUA_COST_THREAD },
    { "yield",   coroutine_yield,   VT_LUA_SET_ALL_OPEN, "yield(…): back to resume", NULL, 0, VT_LUA_COST_VALUES },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_coroutine = { "coroutine", VT_LUA_SET_ALL_OPEN, functions,
                                                  sizeof functions / sizeof *functions };

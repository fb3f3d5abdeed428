/* The budget of a run: steps, memory, call frames and the host's interrupt end it for good. */
#include "lua/lua_internal.h"

enum {
    HOOK_INTERVAL = 1000,   /* instructions between two count events */
    UNCOUNTED_NODES = 4000, /* of the script, that may be reached before instructions are counted */
    MAX_FRAMES = 256,       /* ARGO: gopher-lua's call stack; our entry frame is on top of these */
    SHALLOW_FRAMES = 40,
    DEEP_CALL_STEPS = 25,
    COLLECT_STEPS = 10000,    /* cost of what the collector does for so many bytes: */
    CHARGE_EVERY = 512 << 10, /* bytes charged in a run, */
    CHARGED_ABOVE = 4 << 20,  /* after the first ones */
    OWN_STATE_ABOVE =
        6 << 20, /* bytes that make a run need a state of its own: less than VT_LUA_COLLECT_ABOVE */
    POLL_STEPS = 10000,        /* between two calls of the host's interrupt */
    BYTES_PER_STEP = 256,      /* that one instruction may compare */
    LARGE_TABLE_KEYS = 64,     /* tables of this size, with numbers as keys, do too */
    KEYS_PER_STEP = 16,        /* that one instruction may probe */
    KEYS_WALKED_PER_STEP = 64, /* that may be empty */
    NODES_PER_STEP = 64        /* of the script: instructions and variables that are looked at */
};

/* The current line, for the message of a stop. */
static uint32_t current_line(lua_State *lua) {
    lua_Debug activation;
    for (int level = 0; lua_getstack(lua, level, &activation); level++) {
        if (lua_getinfo(lua, "l", &activation) && activation.currentline > 0) {
            return (uint32_t)activation.currentline;
        }
    }
    return 0;
}

void vt_lua_note_stop(vt_lua_state *state, lua_State *lua, vt_lua_stop why) {
    if (state->stop == VT_LUA_STOP_NONE) {
        state->stop = why;
        state->stop_line = current_line(lua);
    }
}

static void hook(lua_State *lua, lua_Debug *activation);

void vt_lua_raise_stop(lua_State *lua) {
    lua_sethook(lua, hook, LUA_MASKCOUNT, 1);
    lua_pushlightuserdata(lua, vt_lua_state_of(lua));
    lua_error(lua);
}

int vt_lua_stop_run(lua_State *lua, vt_lua_stop why) {
    vt_lua_note_stop(vt_lua_state_of(lua), lua, why);
    vt_lua_raise_stop(lua);
    return 0;
}

void vt_lua_poll(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    const vt_evaluation *evaluation = state->evaluation;
    state->next_poll = state->steps + POLL_STEPS;
    if (evaluation && evaluation->interrupt && evaluation->interrupt(evaluation->interrupt_user)) {
        vt_lua_stop_run(lua, VT_LUA_STOP_HOST);
    }
}

/* A basic step visits some hundred kilobytes; the automatic ones would pay off all that was
** allocated since the last at once. What it allocates, smaller stacks, is not the script's. */
static bool step_collector(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    bool charged = vt_lua_stop_charging(lua);
    state->collecting = true;
    bool done = lua_gc(lua, LUA_GCSTEP, 0) != 0;
    state->collecting = false;
    vt_lua_charge_again(lua, charged);
    return done;
}

void vt_lua_leave_state(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->own_state_at = UINT64_MAX;
    if (!state->is_new) vt_lua_stop_run(lua, VT_LUA_STOP_AGAIN);
}

/* No collection is under way when one begins, so that it finds all garbage, and the same each time. The
** next one waits for as much as this one left in use. */
void vt_lua_collect(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    vt_lua_leave_state(lua);
    while (!step_collector(lua)) vt_lua_poll(lua);
    const size_t counted = vt_lua_counted_bytes(state);
    state->collect_at =
        state->live_bytes + (counted > VT_LUA_COLLECT_ABOVE ? counted : VT_LUA_COLLECT_ABOVE);
}

/* More memory is in use than the limit allows: collect all garbage, and stop when that does not
** help. */
static void settle_memory(vt_lua_state *state, lua_State *lua) {
    vt_lua_leave_state(lua);
    state->steps += vt_lua_counted_bytes(state) / VT_LUA_BYTES_PER_STEP;
    vt_lua_collect(lua);
    if (vt_lua_counted_bytes(state) > state->limits.lua_memory_bytes) {
        vt_lua_stop_run(lua, VT_LUA_STOP_MEMORY);
    }
}

static bool has_too_many_keys(const vt_lua_state *state) {
    uint64_t most = state->limits.lua_table_keys;
    return state->most_keys > most || state->most_fields > most;
}

/* A limit that was reached stays reached, so that `look_at` only moves on when none is. */
void vt_lua_look_at_limits(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    if (state->steps > state->limits.lua_steps) vt_lua_stop_run(lua, VT_LUA_STOP_STEPS);
    if (has_too_many_keys(state)) vt_lua_stop_run(lua, VT_LUA_STOP_KEYS);
    if (vt_lua_counted_bytes(state) > state->limits.lua_memory_bytes) settle_memory(state, lua);
    if (state->steps >= state->next_poll) vt_lua_poll(lua);
    uint64_t limit = state->limits.lua_steps;
    state->look_at = state->next_poll <= limit ? state->next_poll : limit + (limit < UINT64_MAX);
}

void vt_lua_charge_bytes(lua_State *lua, size_t bytes) {
    vt_lua_charge(lua, bytes / VT_LUA_BYTES_PER_STEP);
}

void vt_lua_charge_search(lua_State *lua, unsigned passes) {
    vt_lua_charge(lua, passes * vt_lua_state_of(lua)->script_nodes / NODES_PER_STEP);
}

void vt_lua_charge_collector(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    uint64_t count = 1 + (state->volume - state->next_charge) / CHARGE_EVERY;
    state->next_charge += count * CHARGE_EVERY;
    vt_lua_charge(lua, count * COLLECT_STEPS);
}

/* ---- the hook */

static uint32_t interval_of(const vt_lua_state *state) {
    return state->instruction_cost >= HOOK_INTERVAL ? 1 : HOOK_INTERVAL / state->instruction_cost;
}

void vt_lua_set_hook(vt_lua_state *state, lua_State *lua) {
    state->hook_interval = interval_of(state);
    int mask = LUA_MASKCOUNT | (state->is_shallow ? 0 : LUA_MASKCALL);
    if (state->evaluation && state->evaluation->reader.trace) mask |= LUA_MASKLINE | LUA_MASKRET;
    lua_sethook(lua, hook, mask, (int)state->hook_interval);
}

/* Calling the hook for each call and counting each instruction takes a quarter of the time of a small
** check. A script that cannot recurse never reaches a limit on frames; and one that reaches few nodes
** for some time is charged for them at once when that time ends. */
void vt_lua_begin_hook(vt_lua_state *state, const vt_lua_bounds *bounds) {
    bool traced = state->evaluation->reader.trace != NULL;
    bool is_counted = bounds->is_counted && bounds->pass < UNCOUNTED_NODES && !traced;
    state->is_shallow = bounds->is_shallow && !traced;
    state->hook_interval = HOOK_INTERVAL;
    state->rounds_left =
        is_counted ? 1 + (UNCOUNTED_NODES - bounds->pass) / (bounds->round + 1) : 0;
    if (!is_counted) vt_lua_set_hook(state, state->lua);
}

void vt_lua_end_rounds(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    vt_lua_set_hook(state, lua);
    vt_lua_charge(lua, UNCOUNTED_NODES);
}

/* From now on each instruction of this run costs that many steps. */
static void raise_instruction_cost(vt_lua_state *state, size_t instruction_cost) {
    if (instruction_cost <= state->instruction_cost) return;
    state->instruction_cost = (uint32_t)instruction_cost;
    if (interval_of(state) < state->hook_interval) {
        state->rounds_left = 0;
        vt_lua_set_hook(state, state->thread);
    }
}

/* Whether the table on top has numbers as keys outside its array part. All keys are looked at: where
** they are depends on the seed of Lua's hashes. */
static bool has_number_keys(lua_State *lua) {
    uint64_t keys = vt_lua_table_keys(lua, -1);
    if (keys < LARGE_TABLE_KEYS) return false;
    vt_lua_charge(lua, keys / KEYS_WALKED_PER_STEP);
    return vt_lua_has_number_keys(lua, -1);
}

/* Numbers can be chosen so that they collide as keys, and a lookup then probes a chain as long
** as the table. (Strings are hashed with a seed.) So once a run has large tables, the registers
** of the running function are searched now and then for a table with numbers as keys. If there
** is one, every instruction is charged for the worst lookup. */
static void check_number_keys(vt_lua_state *state, lua_State *lua, lua_Debug *activation) {
    if (state->most_keys < LARGE_TABLE_KEYS ||
        state->instruction_cost > state->most_keys / KEYS_PER_STEP) {
        return;
    }
    if (!lua_checkstack(lua, 6)) return;
    for (int place = 1; lua_getlocal(lua, activation, place); place++) {
        vt_lua_charge_search(lua, 1);
        bool found = lua_istable(lua, -1) && has_number_keys(lua);
        lua_pop(lua, 1);
        if (found) {
            raise_instruction_cost(state, 1 + state->most_keys / KEYS_PER_STEP);
            return;
        }
    }
}

static void count_instructions(vt_lua_state *state, lua_State *lua, lua_Debug *activation) {
    vt_lua_check_stop(lua);
    state->look_at = state->next_poll = 0;
    vt_lua_charge(lua, (uint64_t)state->hook_interval * state->instruction_cost);
    check_number_keys(state, lua, activation);
    vt_lua_collect_if_due(lua);
}

void vt_lua_note_many_values(vt_lua_state *state, int count) {
    raise_instruction_cost(state, 1 + (size_t)count / VT_LUA_MANY_VALUES);
}

/* `f(...)` and `return ...` copy all values in one instruction. */
static void count_arguments(lua_State *lua, const lua_Debug *activation) {
    int count = VT_LUA_MANY_VALUES;
    if (lua_getlocal(lua, activation, -count)) {
        do {
            lua_pop(lua, 1);
            count *= 2;
        } while (lua_getlocal(lua, activation, -count));
        vt_lua_note_many_values(vt_lua_state_of(lua), count);
    }
}

/* ARGO: gopher-lua keeps 256 call frames, of Lua and of Go functions alike. */
static void count_frames(vt_lua_state *state, lua_State *lua) {
    lua_Debug activation;
    int entry_frames = lua == state->lua ? 1 : 0;
    if (!lua_getstack(lua, SHALLOW_FRAMES, &activation)) return;
    vt_lua_charge(lua, DEEP_CALL_STEPS); /* counting frames takes longer the deeper they are */
    if (lua_getstack(lua, MAX_FRAMES + entry_frames, &activation)) {
        vt_lua_push_where(lua, 1, true);
        lua_pushliteral(lua, " stack overflow");
        lua_concat(lua, 2);
        vt_lua_raise_value(lua);
    }
}

/* What is left of a line after a call has no line event of its own. A tail call leaves no caller
** there, so its line stays. */
static void note_return(vt_lua_state *state, lua_State *lua) {
    lua_Debug caller;
    if (lua_getstack(lua, 1, &caller) && lua_getinfo(lua, "l", &caller) && caller.currentline > 0) {
        state->line = (uint32_t)caller.currentline;
    }
}

static void hook(lua_State *lua, lua_Debug *activation) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->in_hook = true;
    switch (activation->event) {
    case LUA_HOOKCOUNT:
        count_instructions(state, lua, activation);
        break;
    case LUA_HOOKLINE:
        state->line = (uint32_t)activation->currentline;
        vt_trace_line(state->evaluation->reader.trace, state->line);
        break;
    case LUA_HOOKRET:
        note_return(state, lua);
        break;
    case LUA_HOOKCALL:
        count_frames(state, lua);
        count_arguments(lua, activation);
        break;
    case LUA_HOOKTAILCALL:
        count_arguments(lua, activation);
        break;
    default:
        break;
    }
    state->in_hook = false;
}

void vt_lua_note_long_text(vt_lua_state *state, size_t bytes) {
    if (bytes >= VT_LUA_LONG_STRING_BYTES)
        raise_instruction_cost(state, 1 + bytes / BYTES_PER_STEP);
}

void vt_lua_begin_budget(vt_lua_state *state) {
    uint64_t limit = state->limits.lua_memory_bytes;
    state->memory_limit = limit < SIZE_MAX / 2 ? (size_t)limit : SIZE_MAX / 2;
    state->memory_ceiling = state->memory_limit + state->memory_limit / 8 * 7;
    state->look_at = state->next_poll = state->volume = 0;
    state->next_charge = CHARGED_ABOVE;
    state->texts = state->rebuilt = 0;
    state->fresh.block = NULL;
    state->own_state_at = state->is_new ? UINT64_MAX : OWN_STATE_ABOVE;
    if (state->has_long_sizes) memset(state->long_sizes, 0, sizeof state->long_sizes);
    state->has_long_sizes = false;
}

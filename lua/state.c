/* One thread's Lua state: its creation and destruction, and protected runs. */
#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "base/text/ascii.h"
#include "lua/lua_internal.h"

enum {
    COLLECT_BETWEEN = 512 << 10, /* garbage that makes a collection between two runs worthwhile */
    CLOSE_BETWEEN = 4 << 20,     /* garbage that is sooner dropped with the state than collected */
    LONGEST_PAUSE = 1000,        /* of the collector, in per cent of the memory in use */
    BOX_MORE = 8, /* what lauxlib keeps of a buffer takes so much more with pointers of 8 bytes */
    SMALL_MEMORY = 16 << 20 /* limits below it are reached by what is not seen to be allocated */
};

/* ---- creation and destruction */

/* What lauxlib makes for the first buffer that grows: it is not charged to the run that fills it. */
static void build_buffers(lua_State *lua) {
    luaL_Buffer buffer;
    luaL_buffinitsize(lua, &buffer, 2 * LUAL_BUFFERSIZE);
    luaL_pushresultsize(&buffer, 0);
    lua_pop(lua, 1);
}

static int build(lua_State *lua) {
    build_buffers(lua); /* first: a name that is added to the registry later would move its slots */
    for (int slot = VT_LUA_SLOT_PROTOTYPES; slot < VT_LUA_RUN_END; slot++) {
        lua_newtable(lua);
        vt_lua_set_run_table(lua, (vt_lua_run_slot)slot);
    }
    vt_lua_empty_run_slots(lua); /* which keeps their places: emptying them needs no memory */
    vt_lua_measure_tables(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_WEAK);
    lua_pushliteral(lua, "k");
    lua_setfield(lua, -2, "__mode");
    vt_lua_build_names(lua);
    vt_lua_build_metatables(lua);
    vt_lua_build_watched_metatable(lua);
    vt_lua_build_object_metatables(lua);
    return 0;
}

static void close_state(vt_lua_state *state) {
    if (state->lua) {
        vt_lua_forget_scripts(state);
        state->lua = NULL; /* no lua_close: nothing in it has a finalizer */
    }
    vt_lua_pool_done(&state->pool);
    memset(state->names, 0, sizeof state->names);
    state->live_bytes = state->kept_bytes = state->base_bytes = 0;
}

static bool open_state(vt_lua_state *state) {
    state->refused = false;
    vt_lua_pool_init(&state->pool, &state->allocator);
    state->stack = state->strings = state->fresh.block = NULL;
    state->frame_bytes = 0;
    state->userdata_more = BOX_MORE;
    state->closure_is_ours = state->collecting = false;
    state->is_new = true;
    state->lua = lua_newstate(vt_lua_allocate, state);
    if (!state->lua) {
        vt_lua_pool_done(&state->pool);
        return false;
    }
    *(vt_lua_state **)lua_getextraspace(state->lua) = state;
    lua_gc(state->lua, LUA_GCSTOP);
    lua_pushcfunction(state->lua, build);
    if (lua_pcall(state->lua, 0, 0, 0) != LUA_OK) {
        close_state(state);
        return false;
    }
    /* The pause counts from the end of a collection; during it, no allocation asks the collector. */
    lua_gc(state->lua, LUA_GCINC, LONGEST_PAUSE, 0, 0);
    lua_gc(state->lua, LUA_GCCOLLECT);
    state->idle_bytes = state->base_bytes = state->live_bytes;
    return true;
}

vitals_status vt_lua_state_new(const vitals_allocator *allocator, const vitals_limits *limits,
                               vt_lua_state **out) {
    if (!vt_lua_is_own()) return VITALS_ELUA;
    vitals_allocator from = vt_allocator_or_default(allocator);
    vt_lua_state *state = vt_allocate_zeroed(&from, sizeof *state);
    if (!state) return VITALS_ENOMEM;
    state->allocator = from;
    state->limits = vt_limits_or_default(limits);
    vt_lua_begin_budget(state);
    state->libraries = vt_lua_libraries;
    if (!open_state(state)) {
        vt_lua_state_free(state);
        return VITALS_ENOMEM;
    }
    *out = state;
    return VITALS_OK;
}

void vt_lua_state_free(vt_lua_state *state) {
    if (state) {
        vitals_allocator allocator = state->allocator;
        close_state(state);
        vt_release(&allocator, state, sizeof *state);
    }
}

vitals_status vt_lua_state_scrub(vt_lua_state *state) {
    close_state(state);
    return open_state(state) ? VITALS_OK : VITALS_ENOMEM;
}

/* ---- one run */

typedef struct run_job {
    vt_lua_state *state;
    vt_opinion opinion;
} run_job;

/* (job, the script or nil) */
static int run(lua_State *lua) {
    run_job *job = lua_touserdata(lua, 1);
    vt_lua_state *state = job->state;
    vt_lua_charge_script(lua, state->script);
    if (lua_isnil(lua, 2)) {
        if (!vt_lua_compile(lua, state->script)) return lua_error(lua);
        lua_replace(lua, 2);
    }
    vt_lua_set_globals(lua, state->script);
    int base = lua_gettop(lua) - 1;
    lua_call(lua, 0, LUA_MULTRET);
    job->opinion = vt_lua_read_result(state, lua, base);
    return 0;
}

static void begin_run(vt_lua_state *state, const vt_lua_script *script, bool open_libraries,
                      const vt_evaluation *evaluation) {
    state->script = script;
    state->script_nodes = vt_lua_script_nodes(script);
    state->set = vt_lua_set_of(vt_lua_script_dialect(script), open_libraries);
    state->evaluation = evaluation;
    state->limits = *evaluation->limits;
    vt_lua_begin_budget(state);
    state->steps = state->built_bytes = state->object_values = 0;
    state->instruction_cost = 1;
    state->most_keys = state->most_fields = 0;
    state->depth = state->line = state->name_count = state->stop_line = 0;
    state->stop = VT_LUA_STOP_NONE;
    state->error_translated = state->lost_text = state->refused = state->in_hook = state->filling =
        false;
    state->collect_at = state->idle_bytes + VT_LUA_COLLECT_ABOVE;
    state->random = 1;
    state->walk_key = NULL;
    state->thread = state->lua;
    vt_lua_begin_hook(state, vt_lua_script_bounds(script));
    state->running = true;
}

/* After a stop the state is closed, so that the next run cannot meet anything half done. A collection
** visits all compiled scripts: it waits for garbage in proportion to what it leaves in use. */
static void leave_garbage(vt_lua_state *state) {
    size_t idle = state->idle_bytes;
    size_t garbage = state->live_bytes > idle ? state->live_bytes - idle : 0;
    if (state->stop != VT_LUA_STOP_NONE || state->refused || garbage > CLOSE_BETWEEN + idle) {
        close_state(state);
    } else if (garbage > COLLECT_BETWEEN && garbage > idle) {
        lua_gc(state->lua, LUA_GCCOLLECT);
        state->idle_bytes = state->live_bytes;
    }
}

/* Leave the state as it was before the run. */
static void end_run(vt_lua_state *state) {
    lua_State *lua = state->lua;
    state->running = false;
    lua_sethook(lua, NULL, 0, 0);
    lua_settop(lua, 1);
    if (!lua_isnil(lua, 1) || vt_lua_push_compiled(lua, state->script)) {
        vt_lua_clear_script(lua, state->script);
    }
    lua_settop(lua, 0);
    vt_lua_empty_run_slots(lua);
    vt_lua_reset_metatables(lua);
    leave_garbage(state);
    state->evaluation = NULL;
    state->script = NULL;
    state->is_new = false;
}

/* ---- failures */

static const struct stop_row {
    const char *limit;
    const char *text;
} stop_rows[] = {
    [VT_LUA_STOP_STEPS] = { "lua_steps", "the script takes too long: limit lua_steps" },
    [VT_LUA_STOP_MEMORY] = { "lua_memory_bytes", "not enough memory: limit lua_memory_bytes" },
    [VT_LUA_STOP_DEPTH] = { "lua_call_depth", "calls are nested too deeply: limit lua_call_depth" },
    [VT_LUA_STOP_VALUES] = { "lua_object_values",
                             "the object is too large: limit lua_object_values" },
    [VT_LUA_STOP_RESULT] = { "document_depth", "what the script returned is nested too deeply: "
                                               "limit document_depth" },
    [VT_LUA_STOP_KEYS] = { "lua_table_keys", "a table has too many keys: limit lua_table_keys" },
    [VT_LUA_STOP_HOST] = { "interrupt", "stopped by the host: interrupt" },
};

static vt_opinion stopped(const vt_lua_state *state, const vt_evaluation *evaluation) {
    const struct stop_row *row = &stop_rows[state->stop];
    vt_text text = VT_TEXT_ABSENT;
    if (state->stop_line > 0) {
        text = vt_arena_printf(evaluation->arena, "<string>:%u: %s", (unsigned)state->stop_line,
                               row->text);
    }
    if (vt_text_is_absent(text)) text = vt_text_from(row->text);
    vt_opinion opinion = vt_opinion_failed(text, NULL);
    opinion.line = state->stop_line;
    opinion.limit = row->limit;
    return opinion;
}

/* The line at the start of a message: "<string>:12: …"; 0 when there is none. */
static uint32_t line_of(vt_text message) {
    vt_text head = VT_TEXT("<string>:");
    uint32_t line = 0;
    if (vt_text_starts(message, head)) {
        for (size_t at = head.size; at < message.size; at++) {
            if (!vt_is_digit(message.bytes[at]) || line > UINT32_MAX / 10 - 1) break;
            line = line * 10 + (uint32_t)(message.bytes[at] - '0');
        }
    }
    return line;
}

/* Turn the error value on top into the opinion. Runs protected, so errors in it are caught. */
static int describe(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    if (!state->error_translated) vt_lua_rewrite_error(lua);
    vt_lua_push_plain_string_of(lua, -1);
    vt_text text;
    text.bytes = lua_tolstring(lua, -1, &text.size);
    run_job *job = lua_touserdata(lua, 1);
    job->opinion = vt_opinion_failed(vt_lua_keep_text(state, text), NULL);
    job->opinion.line = line_of(text);
    return 0;
}

static vt_opinion failed(run_job *job) {
    vt_lua_state *state = job->state;
    lua_State *lua = state->lua;
    lua_sethook(lua, NULL, 0, 0);
    lua_pushcfunction(lua, describe);
    lua_insert(lua, -2);
    lua_pushlightuserdata(lua, job);
    lua_insert(lua, -2);
    if (lua_pcall(lua, 2, 0, 0) != LUA_OK) {
        return vt_opinion_failed(VT_TEXT("not enough memory"), NULL);
    }
    return job->opinion;
}

/* Whether the run is to begin in a state that made none before. One that is watched cannot begin again; a
** script that needed such a state will need one on the next object. */
static bool needs_new_state(const vt_lua_state *state, const vt_lua_script *script,
                            const vt_evaluation *evaluation) {
    return state->heavy == script || evaluation->reader.trace || vt_lua_script_is_watched(script) ||
           evaluation->limits->lua_memory_bytes < SMALL_MEMORY;
}

/* One run. What other runs left in the state may have changed its answer if it allocates much: then
** `*again` is set. */
static vt_opinion run_once(vt_lua_state *state, const vt_lua_script *script, bool open_libraries,
                           const vt_evaluation *evaluation, bool *again) {
    if (!state->lua && !open_state(state)) {
        return vt_opinion_failed(VT_TEXT("not enough memory"), NULL);
    }
    begin_run(state, script, open_libraries, evaluation);
    run_job job = { state, vt_opinion_failed(VT_TEXT_ABSENT, NULL) };
    vt_lua_push_compiled(state->lua, script);
    lua_pushcfunction(state->lua, run);
    lua_pushlightuserdata(state->lua, &job);
    lua_pushvalue(state->lua, 1);
    int status = lua_pcall(state->lua, 2, 0, 0);
    if (status == LUA_ERRMEM && state->stop == VT_LUA_STOP_NONE && state->refused) {
        state->stop = VT_LUA_STOP_MEMORY;
    }
    if (state->stop == VT_LUA_STOP_AGAIN) {
        state->heavy = script;
    } else if (state->stop != VT_LUA_STOP_NONE) {
        job.opinion = stopped(state, evaluation);
    } else if (status != LUA_OK) {
        job.opinion = failed(&job);
    } else if (evaluation->reader.trace) {
        job.opinion.line = state->line;
    }
    *again = !state->is_new && (state->stop == VT_LUA_STOP_AGAIN ||
                                state->stop == VT_LUA_STOP_MEMORY || state->refused);
    if (state->lost_text) job.opinion = vt_opinion_failed(VT_TEXT("not enough memory"), NULL);
    const uint64_t most = state->limits.lua_steps; /* what ended the run may have cost more */
    job.opinion.steps = state->steps < most ? state->steps : most;
    end_run(state);
    return job.opinion;
}

vt_opinion vt_lua_run(vt_lua_state *state, const vt_lua_script *script, bool open_libraries,
                      const vt_evaluation *evaluation) {
    bool again = false;
    if (!state->is_new && needs_new_state(state, script, evaluation)) close_state(state);
    vt_opinion opinion = run_once(state, script, open_libraries, evaluation, &again);
    if (!again) return opinion;
    close_state(state);
    return run_once(state, script, open_libraries, evaluation, &again);
}

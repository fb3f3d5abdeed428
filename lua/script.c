/* Scripts: checked once, shared by threads, compiled once a state. */
#include <stdatomic.h>

#include "base/memory.h"
#include "lua/machine.h"

/* Counted, because a state keeps what it compiled by the script's address. */
struct vt_lua_script {
    vitals_allocator allocator;
    atomic_size_t references;
    vt_lua_dialect dialect;
    vt_text source;     /* as it was written */
    vt_text translated; /* as Lua 5.4 reads it */
};

enum { MOST_SCRIPTS = 1024 }; /* ARGO: what Argo CD's cache of compiled scripts holds */

static void release(vt_lua_script *script) {
    if (atomic_fetch_sub(&script->references, 1) == 1) {
        vitals_allocator allocator = script->allocator;
        vt_release(&allocator, (char *)(uintptr_t)script->source.bytes, script->source.size + 1);
        vt_release(&allocator, (char *)(uintptr_t)script->translated.bytes,
                   script->translated.size + 1);
        vt_release(&allocator, script, sizeof *script);
    }
}

static bool copy_text(const vitals_allocator *allocator, vt_text from, vt_text *to) {
    char *bytes = vt_allocate(allocator, from.size + 1);
    if (!bytes) {
        return false;
    }
    if (from.size > 0) {
        memcpy(bytes, from.bytes, from.size);
    }
    bytes[from.size] = '\0';
    *to = vt_text_slice(bytes, from.size);
    return true;
}

vitals_status vt_lua_script_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                vt_text source, vt_lua_dialect dialect, vt_lua_script **out,
                                vt_buffer *error, uint32_t *line) {
    *line = 0;
    if (source.size > limits->script_bytes) {
        vt_buffer_printf(error, "script is longer than limit script_bytes allows (%llu bytes)",
                         (unsigned long long)limits->script_bytes);
        return VITALS_ELIMIT;
    }
    vitals_allocator from = vt_allocator_or_default(allocator);
    vt_lua_script *script = vt_allocate_zeroed(&from, sizeof *script);
    if (!script) {
        return VITALS_ENOMEM;
    }
    script->allocator = from;
    script->dialect = dialect;
    atomic_init(&script->references, 1);
    if (!copy_text(&from, source, &script->source) ||
        !copy_text(&from, source, &script->translated)) {
        vt_lua_script_free(script);
        return VITALS_ENOMEM;
    }
    *out = script;
    return VITALS_OK;
}

void vt_lua_script_free(vt_lua_script *script) {
    if (script) {
        release(script);
    }
}

vt_lua_dialect vt_lua_script_dialect(const vt_lua_script *script) {
    return script->dialect;
}
vt_text vt_lua_script_source(const vt_lua_script *script) {
    return script->source;
}

/* Let go of every script kept in the table on top. */
void vt_lua_forget_scripts(vt_lua_state *state) {
    lua_State *lua = state->lua;
    if (lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS) == LUA_TTABLE) {
        lua_pushnil(lua);
        while (lua_next(lua, -2)) {
            lua_pop(lua, 1);
            release(lua_touserdata(lua, -1));
        }
    }
    lua_pop(lua, 1);
    state->script_count = 0;
}

static void make_room(vt_lua_state *state, lua_State *lua) {
    if (state->script_count >= MOST_SCRIPTS) {
        vt_lua_forget_scripts(state);
        lua_newtable(lua);
        lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS);
    }
}

static bool compile(lua_State *lua, const vt_lua_script *script) {
    vt_text text = script->translated;
    if (luaL_loadbufferx(lua, text.bytes, text.size, "=<string>", "t") == LUA_OK) {
        return true;
    }
    return false;
}

bool vt_lua_push_script(lua_State *lua, const vt_lua_script *script) {
    vt_lua_state *state = vt_lua_state_of(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS);
    if (lua_rawgetp(lua, -1, script) == LUA_TNIL) {
        make_room(state, lua);
        if (!compile(lua, script)) {
            return false;
        }
        lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS);
        lua_pushvalue(lua, -2);
        lua_rawsetp(lua, -2, script);
        lua_pop(lua, 1);
        vt_lua_script *kept = (vt_lua_script *)(uintptr_t)script;
        atomic_fetch_add(&kept->references, 1);
        state->script_count++;
    }
    return true;
}

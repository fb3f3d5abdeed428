/* Scripts: translated once, shared by threads, compiled once per state. */
#include <stdatomic.h>

#include "base/limits.h"
#include "base/memory.h"
#include "lua/lua_internal.h"
#include "lua/syntax/syntax.h"

/* Reference counted: a state keeps what it compiled under the script's address. */
struct vt_lua_script {
    vitals_allocator allocator;
    atomic_size_t references;
    vt_lua_dialect dialect;
    vt_text source;            /* in gopher-lua's dialect */
    vt_text translated;        /* in Lua 5.4 */
    vt_lua_visited_fn visited; /* NULL: not instrumented */
    void *visited_user;
};

enum { MAX_SCRIPTS = 1024 }; /* ARGO: the size of Argo CD's cache of compiled scripts */

static void release_text(const vitals_allocator *allocator, vt_text text) {
    if (text.bytes) {
        vt_release(allocator, (char *)(uintptr_t)text.bytes, text.size + 1);
    }
}

static void release(vt_lua_script *script) {
    if (atomic_fetch_sub(&script->references, 1) == 1) {
        vitals_allocator allocator = script->allocator;
        release_text(&allocator, script->source);
        release_text(&allocator, script->translated);
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

/* Translate the source to Lua 5.4. */
static vitals_status translate(vt_lua_script *script, const vitals_limits *limits, vt_buffer *error,
                               uint32_t *line) {
    vt_arena arena;
    vt_arena_init(&arena, &script->allocator, (size_t)limits->lua_memory_bytes);
    vt_buffer lua54;
    vt_buffer_init(&lua54, &script->allocator, (size_t)limits->lua_memory_bytes);
    vt_lua_tree *tree;
    vitals_status status = vt_lua_parse(&arena, limits, script->source,
                                        script->dialect != VT_LUA_ARGOCD, &tree, error, line, NULL);
    if (status == VITALS_OK) {
        status = (script->visited ? vt_lua_translate_instrumented : vt_lua_translate)(tree, &lua54);
    }
    vt_text translated;
    if (status == VITALS_OK &&
        !copy_text(&script->allocator, vt_buffer_text(&lua54), &translated)) {
        status = VITALS_ENOMEM;
    }
    if (status == VITALS_OK) {
        release_text(&script->allocator, script->translated);
        script->translated = translated;
    }
    vt_buffer_done(&lua54);
    vt_arena_done(&arena);
    return status;
}

static vitals_status reject_size(uint64_t most, vt_buffer *error) {
    vt_buffer_printf(error, "the script is longer than limit script_bytes allows (%llu bytes)",
                     (unsigned long long)most);
    return VITALS_ELIMIT;
}

vitals_status vt_lua_script_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                vt_text source, vt_lua_dialect dialect, vt_lua_script **out,
                                vt_buffer *error, uint32_t *line) {
    *line = 0;
    vitals_limits ceilings = vt_limits_or_default(limits);
    if (source.size > ceilings.script_bytes) {
        return reject_size(ceilings.script_bytes, error);
    }
    vitals_allocator from = vt_allocator_or_default(allocator);
    vt_lua_script *script = vt_allocate_zeroed(&from, sizeof *script);
    if (!script) {
        return VITALS_ENOMEM;
    }
    script->allocator = from;
    script->dialect = dialect;
    atomic_init(&script->references, 1);
    vitals_status status = copy_text(&from, source, &script->source)
                               ? translate(script, &ceilings, error, line)
                               : VITALS_ENOMEM;
    if (status != VITALS_OK) {
        vt_lua_script_free(script);
        return status;
    }
    *out = script;
    return VITALS_OK;
}

void vt_lua_script_free(vt_lua_script *script) {
    if (script) {
        release(script);
    }
}

vitals_status vt_lua_script_instrument(vt_lua_script *script, const vitals_limits *limits,
                                       vt_lua_visited_fn visited, void *user) {
    vitals_limits ceilings = vt_limits_or_default(limits);
    uint32_t line;
    vt_buffer error;
    vt_buffer_init(&error, &script->allocator, (size_t)ceilings.message_bytes);
    script->visited = visited;
    script->visited_user = user;
    vitals_status status = translate(script, &ceilings, &error, &line);
    if (status != VITALS_OK) {
        script->visited = NULL;
    }
    vt_buffer_done(&error);
    return status;
}

vt_lua_dialect vt_lua_script_dialect(const vt_lua_script *script) {
    return script->dialect;
}
vt_text vt_lua_script_source(const vt_lua_script *script) {
    return script->source;
}

int vt_lua_environment_upvalue(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    for (int upvalue = 1; !lua_iscfunction(lua, index); upvalue++) {
        const char *name = lua_getupvalue(lua, index, upvalue);
        if (!name) {
            break;
        }
        lua_pop(lua, 1);
        if (strcmp(name, "_ENV") == 0) {
            return upvalue;
        }
    }
    return 0;
}

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

static void evict_scripts(vt_lua_state *state, lua_State *lua) {
    if (state->script_count >= MAX_SCRIPTS) {
        vt_lua_forget_scripts(state);
        lua_newtable(lua);
        lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS);
    }
}

/* _VTvisit: (index) before a statement; (index, value) with a condition, which is returned. */
static int helper_visit(lua_State *lua) {
    vt_lua_visited what = lua_gettop(lua) < 2     ? VT_LUA_VISITED_STATEMENT
                          : lua_toboolean(lua, 2) ? VT_LUA_VISITED_TRUE
                                                  : VT_LUA_VISITED_FALSE;
    const vt_lua_script *script = vt_lua_state_of(lua)->script;
    script->visited(script->visited_user, (uint32_t)lua_tointeger(lua, 1), what);
    return lua_gettop(lua) < 2 ? 0 : 1;
}

static const vt_lua_builtin visit = { "(anonymous)", helper_visit, VT_LUA_SET_ALL, NULL, NULL, 0 };

/* Load the translated text, give it the helpers, and push the script as a function. Its
** environment is set for each run. false: the message is on the stack. */
static bool compile(lua_State *lua, const vt_lua_script *script) {
    vt_text text = script->translated;
    if (luaL_loadbufferx(lua, text.bytes, text.size, "=<string>", "t") != LUA_OK) {
        return false;
    }
    lua_pushnil(lua);
    int arguments = 1 + vt_lua_push_helpers(lua);
    if (script->visited) {
        vt_lua_push_trampoline(lua, &visit);
        arguments++;
    }
    lua_call(lua, arguments, 1);
    return true;
}

bool vt_lua_push_script(lua_State *lua, const vt_lua_script *script) {
    vt_lua_state *state = vt_lua_state_of(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS);
    if (lua_rawgetp(lua, -1, script) == LUA_TNIL) {
        evict_scripts(state, lua);
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

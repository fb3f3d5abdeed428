/* Scripts: translated once, shared by threads, compiled once per state. */
#include <stdatomic.h>

#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "lua/assigned_names.h"
#include "lua/lua_internal.h"
#include "lua/syntax/syntax.h"

/* Immutable once made, and reference counted: a state keeps what it compiled under the script's
** address. */
struct vt_lua_script {
    vitals_allocator allocator;
    atomic_size_t references;
    vt_lua_dialect dialect;
    uint32_t nodes;     /* of its syntax tree */
    vt_text source;     /* in gopher-lua's dialect */
    vt_text translated; /* in Lua 5.4 */
    vt_lua_assigned_names names;
    vt_lua_bounds bounds;      /* of a run, unless it is instrumented */
    uint32_t compile_steps;    /* what compiling it costs */
    uint32_t longest_text;     /* bytes of its longest string constant */
    vt_lua_visited_fn visited; /* NULL: not instrumented */
    void *visited_user;
    vt_lua_shared *as_part; /* NULL: not a part. Its name points into `source` */
    vt_lua_script **parts;  /* that it uses, counted */
    uint32_t part_count;
};

enum {
    MAX_SCRIPTS = 1024,          /* ARGO: the size of Argo CD's cache of compiled scripts */
    MAX_SCRIPT_BYTES = 16 << 20, /* memory of compiled scripts that a state keeps */
    COLLECT_ABOVE = 128 << 10,   /* compiling that took more leaves garbage worth collecting */
    STEPS_PER_NODE = 8,          /* cost of compiling one */
    PIECE_BYTES = 16 << 10       /* that the compiler reads between two calls of interrupt */
};

static void release_text(const vitals_allocator *allocator, vt_text text) {
    if (text.bytes) vt_release(allocator, (char *)(uintptr_t)text.bytes, text.size + 1);
}

static void release(vt_lua_script *script) {
    if (atomic_fetch_sub(&script->references, 1) == 1) {
        vitals_allocator allocator = script->allocator;
        vt_lua_names_done(&script->names);
        release_text(&allocator, script->source);
        release_text(&allocator, script->translated);
        for (size_t i = 0; i < script->part_count; i++) release(script->parts[i]);
        vt_release_array(&allocator, script->parts, script->part_count, sizeof *script->parts);
        vt_release(&allocator, script->as_part, sizeof *script->as_part);
        vt_release(&allocator, script, sizeof *script);
    }
}

static bool copy_text(const vitals_allocator *allocator, vt_text from, vt_text *to) {
    char *bytes = vt_allocate(allocator, from.size + 1);
    if (!bytes) return false;
    if (from.size > 0) memcpy(bytes, from.bytes, from.size);
    bytes[from.size] = '\0';
    *to = vt_text_slice(bytes, from.size);
    return true;
}

static vitals_status write_lua54(const vt_lua_script *script, const vt_lua_tree *tree,
                                 vt_buffer *lua54) {
    if (script->as_part) return vt_lua_translate_shared(tree, &script->bounds, lua54);
    if (script->visited) return vt_lua_translate_instrumented(tree, lua54);
    if (script->bounds.is_shallow) {
        return vt_lua_translate_shallow(tree, &script->bounds, lua54);
    }
    return vt_lua_translate(tree, lua54);
}

/* Keep what is needed of the tree: its translation to Lua 5.4 and the names it assigns to. The host is
** asked before each pass over the tree. */
static vitals_status translate(vt_lua_script *script, const vt_lua_tree *tree,
                               vt_interrupt interrupt) {
    vt_buffer lua54;
    if (vt_interrupt_asked(interrupt)) return VITALS_ESTOPPED;
    script->bounds = script->as_part   ? script->as_part->bounds
                     : script->visited ? (vt_lua_bounds){ 0 }
                                       : vt_lua_bounds_of(tree);
    if (vt_interrupt_asked(interrupt)) return VITALS_ESTOPPED;
    vt_buffer_init(&lua54, &script->allocator, SIZE_MAX / 2);
    vitals_status status = write_lua54(script, tree, &lua54);
    if (status == VITALS_OK && vt_interrupt_asked(interrupt)) status = VITALS_ESTOPPED;
    vt_text translated;
    if (status == VITALS_OK &&
        !copy_text(&script->allocator, vt_buffer_text(&lua54), &translated)) {
        status = VITALS_ENOMEM;
    }
    vt_buffer_done(&lua54);
    if (status != VITALS_OK) return status;
    release_text(&script->allocator, script->translated);
    script->translated = translated;
    script->longest_text =
        (uint32_t)tree->longest_text; /* both are less than the text of a script, rule_bytes */
    script->nodes = (uint32_t)tree->node_count;
    /* The first line of a part, up to the `...` of its values, is not in a script that has it as text. */
    const vt_text values = VT_TEXT(" = ... ");
    const size_t head = script->as_part ? vt_text_find(translated, values, 0) + values.size : 0;
    script->compile_steps = script->nodes * STEPS_PER_NODE +
                            (uint32_t)((translated.size - head) / VT_LUA_BYTES_PER_STEP);
    return vt_lua_names_collect(&script->names, tree);
}

/* The tree has no budget in bytes: limit script_nodes bounds it, and so the translation. */
static vitals_status read_source(vt_lua_script *script, const vitals_limits *limits,
                                 vt_interrupt interrupt, vt_buffer *error,
                                 vt_lua_problem *problem) {
    vt_arena arena;
    vt_arena_init(&arena, &script->allocator, 0);
    vt_lua_tree *tree;
    vitals_status status =
        vt_lua_parse_asking(&arena, limits, script->source, script->dialect != VT_LUA_ARGOCD,
                            interrupt, &tree, error, problem);
    if (status == VITALS_OK) status = translate(script, tree, interrupt);
    vt_arena_done(&arena);
    return status;
}

static vt_lua_script *new_script(const vitals_allocator *allocator, vt_lua_dialect dialect) {
    const vitals_allocator from = vt_allocator_or_default(allocator);
    vt_lua_script *script = vt_allocate_zeroed(&from, sizeof *script);
    if (!script) return NULL;
    script->allocator = from;
    script->dialect = dialect;
    atomic_init(&script->references, 1);
    vt_lua_names_init(&script->names, &from);
    return script;
}

/* Keep references to the parts, and describe them for the parser. NULL: no memory. */
static vt_lua_shared *take_parts(vt_lua_script *script, const vt_lua_source *source,
                                 vt_arena *arena) {
    const size_t count = source->part_count;
    vt_lua_shared *given = vt_arena_allocate_array(arena, count + 1, sizeof *given);
    if (count) script->parts = vt_allocate_array(&script->allocator, count, sizeof *script->parts);
    if (!given || (count && !script->parts)) return NULL;
    for (size_t i = 0; i < count; i++) {
        script->parts[i] = vt_lua_script_retain(source->parts[i]);
        given[i] = *source->parts[i]->as_part;
    }
    script->part_count = (uint32_t)count;
    return given;
}

/* What a run is charged for, and what limits bound, is the whole: the script and its parts. false: too much. */
static bool add_parts(vt_lua_script *script, const vitals_limits *limits) {
    uint64_t bytes = script->source.size, nodes = script->nodes;
    for (size_t i = 0; i < script->part_count; i++) {
        const vt_lua_script *part = script->parts[i];
        bytes += part->source.size;
        nodes += part->nodes;
        script->compile_steps += part->compile_steps;
        if (script->longest_text < part->longest_text) script->longest_text = part->longest_text;
    }
    if (bytes > limits->script_bytes || nodes > limits->script_nodes) return false;
    script->nodes = (uint32_t)nodes;
    return true;
}

/* VITALS_ESYNTAX: it cannot be shared. */
static vitals_status describe_part(vt_lua_script *script, const vt_lua_tree *tree) {
    vt_lua_shared *part = vt_allocate_zeroed(&script->allocator, sizeof *part);
    script->as_part = part;
    if (!part) return VITALS_ENOMEM;
    if (!vt_lua_declares_shared(tree, part)) return VITALS_ESYNTAX;
    const vt_lua_local *name = tree->script->block.first->locals.first;
    part->name = vt_text_between(script->source, name->offset, name->offset + name->name.size);
    return VITALS_OK;
}

/* VITALS_ESYNTAX: it is not right, or cannot share. */
static vitals_status read_shared(vt_lua_script *script, const vitals_limits *limits,
                                 const vt_lua_source *source, vt_interrupt interrupt,
                                 vt_arena *arena) {
    vt_lua_tree *tree;
    vt_lua_problem problem;
    vt_buffer error;
    const vt_lua_request request = { .source = script->source,
                                     .skip_hash_line = source->dialect != VT_LUA_ARGOCD,
                                     .interrupt = interrupt,
                                     .given = take_parts(script, source, arena),
                                     .given_count = source->part_count };
    if (!request.given) return VITALS_ENOMEM;
    vt_buffer_init(&error, &script->allocator, (size_t)limits->message_bytes);
    vitals_status status = vt_lua_parse_request(arena, limits, &request, &tree, &error, &problem);
    vt_buffer_done(&error);
    if (!status && source->is_part) status = describe_part(script, tree);
    if (!status) status = translate(script, tree, interrupt);
    if (status || source->is_part) return status;
    return script->bounds.is_shallow && add_parts(script, limits) ? VITALS_OK : VITALS_ESYNTAX;
}

vitals_status vt_lua_script_new_of_parts(const vitals_allocator *allocator,
                                         const vitals_limits *limits, const vt_lua_source *source,
                                         vt_interrupt interrupt, vt_lua_script **out) {
    const vitals_limits ceilings = vt_limits_or_default(limits);
    vt_lua_script *script = new_script(allocator, source->dialect);
    vt_arena arena;
    *out = NULL;
    if (!script) return VITALS_ENOMEM;
    vt_arena_init(&arena, &script->allocator, 0);
    vitals_status status = copy_text(&script->allocator, source->text, &script->source)
                               ? read_shared(script, &ceilings, source, interrupt, &arena)
                               : VITALS_ENOMEM;
    vt_arena_done(&arena);
    if (!status) {
        *out = script;
        return VITALS_OK;
    }
    vt_lua_script_free(script);
    return status == VITALS_ENOMEM || status == VITALS_ESTOPPED ? status : VITALS_OK;
}

vitals_status vt_lua_script_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                vt_text source, vt_lua_dialect dialect, vt_lua_script **out,
                                vt_buffer *error, vt_lua_problem *problem) {
    return vt_lua_script_new_asking(allocator, limits, source, dialect,
                                    (vt_interrupt){ NULL, NULL }, out, error, problem);
}

vitals_status vt_lua_script_new_asking(const vitals_allocator *allocator,
                                       const vitals_limits *limits, vt_text source,
                                       vt_lua_dialect dialect, vt_interrupt interrupt,
                                       vt_lua_script **out, vt_buffer *error,
                                       vt_lua_problem *problem) {
    vt_lua_script *script = new_script(allocator, dialect);
    if (!script) return VITALS_ENOMEM;
    vitals_limits ceilings = vt_limits_or_default(limits);
    if (source.size > ceilings.script_bytes) {
        source.size = (size_t)ceilings.script_bytes + 1; /* no more is needed to reject it */
    }
    vitals_status status = copy_text(&script->allocator, source, &script->source)
                               ? read_source(script, &ceilings, interrupt, error, problem)
                               : VITALS_ENOMEM;
    if (status != VITALS_OK) {
        vt_lua_script_free(script);
        return status;
    }
    *out = script;
    return VITALS_OK;
}

vt_lua_script *vt_lua_script_retain(vt_lua_script *script) {
    atomic_fetch_add(&script->references, 1);
    return script;
}

void vt_lua_script_free(vt_lua_script *script) {
    if (script) release(script);
}

vitals_status vt_lua_script_instrument(vt_lua_script *script, const vitals_limits *limits,
                                       vt_lua_visited_fn visited, void *user) {
    vitals_limits ceilings = vt_limits_or_default(limits);
    vt_lua_problem problem;
    vt_buffer error;
    if (script->part_count) return VITALS_EINVAL;
    vt_buffer_init(&error, &script->allocator, (size_t)ceilings.message_bytes);
    script->visited = visited;
    script->visited_user = user;
    vitals_status status =
        read_source(script, &ceilings, (vt_interrupt){ NULL, NULL }, &error, &problem);
    if (status != VITALS_OK) script->visited = NULL;
    vt_buffer_done(&error);
    return status;
}

vt_lua_dialect vt_lua_script_dialect(const vt_lua_script *script) {
    return script->dialect;
}

uint64_t vt_lua_script_nodes(const vt_lua_script *script) {
    return script->nodes;
}

const vt_lua_bounds *vt_lua_script_bounds(const vt_lua_script *script) {
    return &script->bounds;
}

bool vt_lua_script_is_watched(const vt_lua_script *script) {
    return script->visited != NULL;
}

double vt_lua_script_place(const vt_lua_script *script, vt_text name) {
    return vt_lua_names_place(&script->names, name);
}

/* Which upvalue of the function at `index` has that name; 0 for none. */
static int upvalue_named(lua_State *lua, int index, const char *wanted) {
    index = lua_absindex(lua, index);
    for (int upvalue = 1; !lua_iscfunction(lua, index); upvalue++) {
        const char *name = lua_getupvalue(lua, index, upvalue);
        if (!name) break;
        lua_pop(lua, 1);
        if (strcmp(name, wanted) == 0) return upvalue;
    }
    return 0;
}

int vt_lua_environment_upvalue(lua_State *lua, int index) {
    return upvalue_named(lua, index, VT_LUA_ENVIRONMENT);
}

void vt_lua_set_globals(lua_State *lua, const vt_lua_script *script) {
    const bool only_object = script->bounds.only_object;
    (only_object ? vt_lua_push_object : vt_lua_push_globals)(lua);
    const char *name = only_object ? VT_LUA_OBJECT_ALONE : VT_LUA_ENVIRONMENT;
    int upvalue = script->bounds.prepared ? 1 : upvalue_named(lua, -2, name);
    if (upvalue == 0 || !lua_setupvalue(lua, -2, upvalue)) lua_pop(lua, 1);
}

bool vt_lua_push_compiled(lua_State *lua, const vt_lua_script *script) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS);
    int type = lua_rawgetp(lua, -1, script);
    lua_replace(lua, -2);
    return type != LUA_TNIL;
}

void vt_lua_clear_script(lua_State *lua, const vt_lua_script *script) {
    if (!script->bounds.prepared) return;
    for (int upvalue = 1; upvalue <= 1 + (int)script->bounds.shared; upvalue++) {
        lua_pushnil(lua);
        lua_setupvalue(lua, -2, upvalue);
    }
}

void vt_lua_forget_scripts(vt_lua_state *state) {
    lua_State *lua = state->lua;
    if (lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS) == LUA_TTABLE) {
        lua_pushnil(lua);
        while (lua_next(lua, -2)) {
            lua_pop(lua, 1);
            vt_lua_script *script = lua_touserdata(lua, -1);
            lua_pushnil(lua);
            lua_rawsetp(lua, -3, script); /* allocates nothing, and so cannot fail */
            release(script);
        }
    }
    lua_pop(lua, 1);
    state->script_count = state->script_bytes = 0;
}

static void evict_scripts(vt_lua_state *state, lua_State *lua) {
    if (state->script_count >= MAX_SCRIPTS || state->script_bytes > MAX_SCRIPT_BYTES) {
        vt_lua_forget_scripts(state);
        state->look_at = 0;
        lua_gc(lua, LUA_GCCOLLECT);
        state->idle_bytes = state->live_bytes;
        state->collect_at = state->idle_bytes + VT_LUA_COLLECT_ABOVE;
    }
}

/* _VTvisit: (index) before a statement; (index, value) with a condition, which is returned. */
VT_LUA_FUNCTION(helper_visit) {
    vt_lua_visited what = lua_gettop(lua) < 2     ? VT_LUA_VISITED_STATEMENT
                          : lua_toboolean(lua, 2) ? VT_LUA_VISITED_TRUE
                                                  : VT_LUA_VISITED_FALSE;
    const vt_lua_script *script = vt_lua_state_of(lua)->script;
    script->visited(script->visited_user, (uint32_t)lua_tointeger(lua, 1), what);
    return lua_gettop(lua) < 2 ? 0 : 1;
}

/* The lua_Reader of the translated text: calls the host's interrupt before each piece. */
static const char *read_piece(lua_State *lua, void *user, size_t *size) {
    vt_text *rest = user;
    vt_lua_poll(lua);
    *size = rest->size < PIECE_BYTES ? rest->size : PIECE_BYTES;
    const char *piece = rest->bytes;
    rest->bytes += *size;
    rest->size -= *size;
    return piece;
}

/* Push the functions that a shallow script calls by their global names; returns how many. */
static int push_functions(lua_State *lua, uint32_t functions) {
    int count = 0;
    for (size_t i = 0; functions >> i; i++) {
        if (!(functions >> i & 1)) continue;
        vt_lua_push_base_function(lua, vt_lua_plain_function_at(i));
        count++;
    }
    return count;
}

/* Load the translated text, give it the helpers, and push the script as a function. Its
** environment is set for each run. false: the message is on the stack. */
static bool compile(lua_State *lua, const vt_lua_script *script) {
    vt_text rest = script->translated;
    luaL_checkstack(lua, 32 + 3 + (int)script->part_count, NULL);
    if (lua_load(lua, read_piece, &rest, "=<string>", "t") != LUA_OK) return false;
    lua_pushnil(lua);
    int arguments = 1 + vt_lua_push_helpers(lua);
    if (script->visited) {
        lua_pushcfunction(lua, helper_visit);
        arguments++;
    }
    arguments += push_functions(lua, script->bounds.functions);
    for (size_t i = 0; i < script->part_count; i++) vt_lua_push_compiled(lua, script->parts[i]);
    arguments += (int)script->part_count;
    lua_call(lua, arguments, 1);
    return true;
}

/* Keep the compiled script on top. */
static void keep_script(vt_lua_state *state, lua_State *lua, const vt_lua_script *script) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_SCRIPTS);
    lua_pushvalue(lua, -2);
    lua_rawsetp(lua, -2, script);
    lua_pop(lua, 1);
    vt_lua_script *kept = (vt_lua_script *)(uintptr_t)script;
    atomic_fetch_add(&kept->references, 1);
    state->script_count++;
}

/* The memory of what was compiled does not count for limit lua_memory_bytes from now on, so that no script
** is affected by what others left in the cache. */
static void count_kept(vt_lua_state *state, lua_State *lua, size_t bytes_before) {
    if (state->live_bytes > bytes_before + COLLECT_ABOVE) lua_gc(lua, LUA_GCCOLLECT);
    if (state->live_bytes > bytes_before) {
        size_t grown = state->live_bytes - bytes_before;
        state->script_bytes += grown;
        state->idle_bytes += grown;
        state->collect_at += grown;
    }
}

/* Leaves the script, or a message, on top. */
static bool compile_and_keep(vt_lua_state *state, lua_State *lua, const vt_lua_script *script) {
    if (!compile(lua, script)) return false;
    keep_script(state, lua, script);
    return true;
}

/* Unless it was compiled before. false: a message is on top. */
static bool compile_part(vt_lua_state *state, lua_State *lua, const vt_lua_script *part) {
    const bool is_there = vt_lua_push_compiled(lua, part);
    lua_pop(lua, 1);
    if (is_there) return true;
    if (!compile_and_keep(state, lua, part)) return false;
    lua_pop(lua, 1);
    return true;
}

void vt_lua_charge_script(lua_State *lua, const vt_lua_script *script) {
    vt_lua_charge(lua, script->compile_steps);
    vt_lua_note_long_text(vt_lua_state_of(lua), script->longest_text);
}

bool vt_lua_compile(lua_State *lua, const vt_lua_script *script) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->running = false;
    lua_sethook(lua, NULL, 0, 0); /* it counts the instructions of the run alone */
    evict_scripts(state, lua);
    const size_t bytes_before = state->live_bytes;
    bool compiled = true;
    for (size_t i = 0; i < script->part_count && compiled; i++) {
        compiled = compile_part(state, lua, script->parts[i]);
    }
    compiled = compiled && compile_and_keep(state, lua, script);
    count_kept(state, lua, bytes_before);
    if (state->rounds_left == 0) vt_lua_set_hook(state, lua);
    state->running = true;
    return compiled;
}

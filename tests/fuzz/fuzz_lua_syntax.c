/* Any bytes as a script: rejected with a message, or translated to a text that Lua 5.4 loads and
** that, called with its helpers, returns a function. */
#include <stdlib.h>

#include <lauxlib.h>
#include <lua.h>

#include "lua/syntax/syntax.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_load(vt_text chunk) {
    lua_State *L = luaL_newstate();
    if (luaL_loadbufferx(L, chunk.bytes, chunk.size, "=<string>", "t") != LUA_OK) abort();
    if (lua_pcall(L, 0, 1, 0) != LUA_OK || !lua_isfunction(L, -1)) abort();
    lua_close(L);
}

static bool count_node(void *user, const vt_lua_node *node) {
    size_t *nodes = user;
    if (node->line == 0 || node->last_line < node->line) abort();
    return ++*nodes < SIZE_MAX;
}

static void must_be_sound(const vt_lua_tree *tree) {
    vt_buffer chunk;
    size_t nodes = 0;
    vt_lua_walk(tree->script, count_node, &nodes);
    vt_buffer_init(&chunk, NULL, SIZE_MAX / 2);
    if (vt_lua_translate(tree, &chunk) != VITALS_OK) abort();
    must_load(vt_buffer_text(&chunk));
    vt_buffer_clear(&chunk);
    if (vt_lua_translate_instrumented(tree, &chunk) != VITALS_OK) abort();
    vt_buffer_done(&chunk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vt_arena arena;
    vt_buffer error;
    vt_lua_tree *tree = NULL;
    vt_arena_init(&arena, NULL, 0);
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vitals_status status = vt_lua_parse(&arena, NULL, vt_text_slice((const char *)data, size),
                                        size % 2 == 0, &tree, &error, NULL);
    if (status == VITALS_OK) {
        must_be_sound(tree);
    } else if (error.size == 0) {
        abort();
    }
    vt_buffer_done(&error);
    vt_arena_done(&arena);
    return 0;
}

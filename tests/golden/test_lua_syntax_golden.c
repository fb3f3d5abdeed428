/* Scripts that Argo CD refuses are refused in its words; those it runs are accepted, and what we make
** of them is Lua 5.4. */
#include <lauxlib.h>
#include <lua.h>

#include "base/text/utf8.h"
#include "lua/syntax/syntax.h"
#include "support/golden.h"

/* The error of reading a script, as opposed to running it; absent when there is none. */
static vt_text syntax_error(vt_text error) {
    static const char *const heads[] = { "<string> line:", "<string> at EOF:", "compile error" };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        if (vt_text_starts(error, vt_text_from(heads[i]))) return error;
    }
    return VT_TEXT("");
}

/* The texts of the golden file went through JSON, which replaces bytes that are not UTF-8. */
static bool same_error(vt_text got, vt_text want) {
    vt_buffer mended;
    vt_buffer_init(&mended, NULL, SIZE_MAX / 2);
    vt_utf8_append_valid(&mended, got);
    bool same = golden_same("error", vt_buffer_text(&mended), want);
    vt_buffer_done(&mended);
    return same;
}

static bool loads(const vt_lua_tree *tree) {
    vt_buffer chunk;
    vt_buffer_init(&chunk, NULL, SIZE_MAX / 2);
    lua_State *L = luaL_newstate();
    bool loaded = vt_lua_translate(tree, &chunk) == VITALS_OK &&
                  luaL_loadbufferx(L, chunk.bytes, chunk.size, "=<string>", "t") == LUA_OK;
    if (!loaded) golden_same("Lua 5.4", vt_text_from(lua_tostring(L, -1)), VT_TEXT(""));
    lua_close(L);
    vt_buffer_done(&chunk);
    return loaded;
}

static bool agrees(const vitals_document *line) {
    vt_arena arena;
    vt_buffer error;
    vt_lua_tree *tree = NULL;
    vt_arena_init(&arena, NULL, 0);
    vt_buffer_init(&error, NULL, 4096);
    vitals_status status =
        vt_lua_parse(&arena, NULL, golden_text(line, NULL, "script"), false, &tree, &error, NULL);
    bool same = same_error(vt_buffer_text(&error), syntax_error(golden_text(line, NULL, "error")));
    if (status == VITALS_OK) same &= loads(tree);
    vt_buffer_done(&error);
    vt_arena_done(&arena);
    return same;
}

int main(void) {
    return golden_run("argocd/lua-golden.jsonl", agrees);
}

/*
** A script and an object from the fuzzer: the object's JSON, a NUL, then the script. Whatever they
** are, the run ends within its limits, gives an opinion with valid text, gives the same one again,
** and the state then assesses a good script right.
*/
#include "base/run/limits.h"
#include "base/text/utf8.h"
#include "lua/host.h"
#include "support/files.h"
#include "support/table.h"

static void demand(bool good) {
    if (!good) {
        abort();
    }
}

static vitals_limits small_limits(void) {
    vitals_limits limits = vt_limits_or_default(NULL);
    limits.lua_steps = 200000;
    limits.lua_memory_bytes = 4 << 20;
    return limits;
}

static vt_opinion run(vt_lua_state *lua, const vitals_limits *limits, vt_arena *arena,
                      const vitals_document *document, vt_text text) {
    vt_buffer error;
    vt_buffer_init(&error, NULL, 1 << 20);
    vt_lua_script *script = NULL;
    vt_lua_problem problem;
    vt_opinion opinion = vt_opinion_failed(VT_TEXT("refused"), NULL);
    if (vt_lua_script_new(NULL, limits, text, VT_LUA_ARGOCD, &script, &error, &problem) ==
        VITALS_OK) {
        vt_evaluation evaluation = { { document, NULL }, arena, limits, 0, 0, NULL, NULL, NULL };
        opinion = vt_lua_run(lua, script, true, &evaluation);
    }
    vt_lua_script_free(script);
    vt_buffer_done(&error);
    return opinion;
}

static void check(const vitals_document *document, vt_text text) {
    vitals_limits limits = small_limits();
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_lua_state *lua = NULL;
    demand(vt_lua_state_new(NULL, &limits, &lua) == VITALS_OK);
    vt_opinion first = run(lua, &limits, &arena, document, text);
    vt_opinion second = run(lua, &limits, &arena, document, text);
    demand(first.kind != VT_OPINION_NONE);
    demand(vt_utf8_valid_prefix(first.message) == first.message.size);
    demand(first.kind == second.kind && first.health == second.health);
    demand(first.limit || vt_text_equal(first.message, second.message));
    vt_opinion good =
        run(lua, &limits, &arena, document, VT_TEXT("return {status = ('Healthy'):sub(1, -1)}"));
    demand(good.kind == VT_OPINION_STATUS && good.health == VITALS_HEALTH_HEALTHY);
    vt_lua_state_free(lua);
    vt_arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    vt_text whole = vt_text_slice((const char *)bytes, size);
    size_t cut = vt_text_find_byte(whole, '\0', 0);
    vt_text json = cut == SIZE_MAX ? VT_TEXT("{}") : vt_text_between(whole, 0, cut);
    vt_text text = cut == SIZE_MAX ? whole : vt_text_between(whole, cut + 1, size);
    vitals_document *document = NULL;
    if (vitals_document_parse(json.bytes, json.size, NULL, &document, NULL) == VITALS_OK) {
        check(document, text);
    }
    vitals_document_free(document);
    return 0;
}

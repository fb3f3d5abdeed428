/*
** Scripts made by a grammar. Each is run on a new state and on one that has run the scripts before it:
** both give the same opinion for the same steps, with valid text, and the used state then assesses a good
** script right.
*/
#include <stdio.h>
#include <stdlib.h>

#include "base/run/limits.h"
#include "base/text/utf8.h"
#include "grammar_lua.h"
#include "support/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void demand(bool good, const made_script *made, const char *what) {
    if (!good) {
        fprintf(stderr, "%s\n%s\n", what, made->text);
        abort();
    }
}

static const char object_text[] = "{\"apiVersion\":\"v1\",\"kind\":\"Widget\",\"metadata\":{"
                                  "\"name\":\"w\",\"labels\":{\"a\":\"1\",\"b\":\"2\"}},"
                                  "\"status\":{\"phase\":\"Ready\",\"n\":3,\"x\":null},\"items\":["
                                  "1,2,null,\"three\",{\"k\":true}],\"k\":1.5}";

typedef struct fixture {
    vitals_document *object;
    vitals_limits limits;
    vt_lua_state *used;
} fixture;

static fixture *get_fixture(void) {
    static fixture shared;
    if (shared.object) return &shared;
    shared.limits = vt_limits_or_default(NULL);
    shared.limits.lua_steps = 200000;
    shared.limits.lua_memory_bytes = 16 << 20;
    shared.limits.message_bytes = 2000;
    if (vitals_document_parse(object_text, sizeof object_text - 1, NULL, &shared.object, NULL) ||
        vt_lua_state_new(NULL, &shared.limits, &shared.used)) {
        abort();
    }
    return &shared;
}

static vt_opinion run(const fixture *shared, vt_lua_state *lua, const vt_lua_script *script,
                      bool open_libraries, vt_arena *arena) {
    vt_evaluation evaluation = {
        { shared->object, NULL }, arena, &shared->limits, 1700000000, 0, NULL, NULL, NULL
    };
    return vt_lua_run(lua, script, open_libraries, &evaluation);
}

static bool is_same(vt_opinion a, vt_opinion b) {
    bool same_limit = a.limit == b.limit || (a.limit && b.limit && strcmp(a.limit, b.limit) == 0);
    return a.kind == b.kind && a.health == b.health && same_limit && a.line == b.line &&
           a.steps == b.steps && vt_text_equal(a.message, b.message);
}

static vt_lua_script *read_script(const fixture *shared, vt_text text, vt_lua_dialect dialect,
                                  vt_buffer *error) {
    vt_lua_script *script = NULL;
    vt_lua_problem problem;
    vitals_status status =
        vt_lua_script_new(NULL, &shared->limits, text, dialect, &script, error, &problem);
    return status == VITALS_OK ? script : NULL;
}

/* A message of Lua's own compiler, which must accept whatever our front end accepts. */
static bool is_from_compiler(vt_text message) {
    return vt_text_starts(message, VT_TEXT("<string>:")) &&
           vt_text_find(message, VT_TEXT(" near "), 0) != SIZE_MAX;
}

static void check(const fixture *shared, const made_script *made, const vt_lua_script *script,
                  vt_arena *arena) {
    vt_lua_state *fresh = NULL;
    demand(vt_lua_state_new(NULL, &shared->limits, &fresh) == VITALS_OK, made, "no state");
    vt_opinion first = run(shared, fresh, script, made->open_libraries, arena);
    vt_opinion again = run(shared, fresh, script, made->open_libraries, arena);
    vt_opinion used = run(shared, shared->used, script, made->open_libraries, arena);
    vt_lua_state_free(fresh);
    demand(first.kind != VT_OPINION_NONE, made, "no opinion");
    demand(vt_utf8_valid_prefix(first.message) == first.message.size, made, "not UTF-8");
    demand(!is_from_compiler(first.message), made, "Lua's compiler refused it");
    demand(is_same(first, again), made, "another answer in the second run");
    demand(is_same(first, used), made, "another answer on a used state");
}

static void check_good(const fixture *shared, const made_script *made, vt_buffer *error,
                       vt_arena *arena) {
    vt_text text = VT_TEXT("local n = 0 for k, v in pairs(obj.metadata.labels) do n = n + 1 end "
                           "return {status = ('Healthy'):sub(1, -1), message = type(a) .. n}");
    vt_lua_script *good = read_script(shared, text, VT_LUA_ARGOCD, error);
    demand(good != NULL, made, "the good script does not compile");
    vt_opinion opinion = run(shared, shared->used, good, true, arena);
    if (opinion.kind != VT_OPINION_STATUS) fprintf(stderr, "%.*s\n", VT_TEXT_ARG(opinion.message));
    demand(opinion.kind == VT_OPINION_STATUS && opinion.health == VITALS_HEALTH_HEALTHY &&
               vt_text_is(opinion.message, "nil2"),
           made, "the next object is assessed wrongly");
    vt_lua_script_free(good);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_script made;
    const fixture *shared = get_fixture();
    make_script(&made, bytes, size);
    vt_buffer error;
    vt_arena arena;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vt_arena_init(&arena, NULL, 0);
    vt_lua_script *script =
        read_script(shared, vt_text_slice(made.text, made.size), made.dialect, &error);
    demand(script || error.size > 0, &made, "rejected without a message");
    if (script) {
        check(shared, &made, script, &arena);
        check_good(shared, &made, &error, &arena);
    }
    vt_lua_script_free(script);
    vt_arena_done(&arena);
    vt_buffer_done(&error);
    return 0;
}

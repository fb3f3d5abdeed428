/* Runs every script of Argo CD's golden data and compares the answer: status, message and error. */
#include <stdio.h>

#include "base/run/limits.h"
#include "base/text/utf8.h"
#include "document/builder.h"
#include "lua/host.h"
#include "support/files.h"
#include "support/table.h"

enum { NOW = 1700000000 };

typedef struct golden_run {
    vitals_document *row;
    vitals_document *object;
    vt_lua_state *lua;
    vitals_trace *trace;
    bool is_traced;
    vt_arena arena;
    vitals_limits limits;
    vt_text known; /* the list of known differences */
    size_t passed, failed, listed;
} golden_run;

static vt_text field(const golden_run *golden, const char *name) {
    return vt_value_text(vt_document_find(golden->row, name, NULL));
}

/* A line of the list starts with the id of a row. */
static bool is_listed(const golden_run *golden, vt_text id) {
    vitals_text rest = golden->known, line;
    while (next_line(&rest, &line)) {
        if (vt_text_starts(line, id) && (line.size == id.size || line.bytes[id.size] == ' ')) {
            return true;
        }
    }
    return false;
}

static void copy_object(golden_run *golden) {
    vt_builder builder;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    const vt_value *object = vt_document_find(golden->row, "object", NULL);
    assert_true(vt_builder_begin(&builder, &options, VT_TEXT("{}"), &golden->object));
    if (vt_value_is_null(object)) {
        assert_true(vt_build_open(&builder, VT_OBJECT, 0) && vt_build_close(&builder));
    } else {
        assert_true(vt_build_copy(&builder, golden->row, object));
    }
    assert_true(vt_builder_end(&builder));
}

static vt_opinion run(golden_run *golden) {
    bool open = vt_value_is_true(vt_document_find(golden->row, "open_libs", NULL));
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vt_lua_script *script = NULL;
    vt_lua_problem problem;
    vitals_status status = vt_lua_script_new(NULL, &golden->limits, field(golden, "script"),
                                             VT_LUA_ARGOCD, &script, &error, &problem);
    vt_opinion opinion;
    if (status != VITALS_OK) {
        opinion = vt_opinion_failed(vt_arena_copy(&golden->arena, vt_buffer_text(&error)), NULL);
    } else {
        vt_evaluation evaluation = { { golden->object, golden->is_traced ? golden->trace : NULL },
                                     &golden->arena,
                                     &golden->limits,
                                     NOW,
                                     0,
                                     NULL,
                                     NULL,
                                     NULL };
        opinion = vt_lua_run(golden->lua, script, open, &evaluation);
    }
    vt_lua_script_free(script);
    vt_buffer_done(&error);
    return opinion;
}

/* ARGO: of a Go panic only the first line is an error text. */
static vt_text first_line_of_panic(vt_text error) {
    size_t trace = vt_text_find(error, VT_TEXT("\nstack traceback:"), 0);
    return trace == SIZE_MAX ? error : vt_text_between(error, 0, trace);
}

/* What a JSON writer makes of text that is not UTF-8. */
static vt_text mended(golden_run *golden, vt_text text) {
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, SIZE_MAX / 2);
    assert_true(vt_utf8_append_valid(&buffer, text));
    vt_text copy = vt_arena_copy(&golden->arena, vt_buffer_text(&buffer));
    vt_buffer_done(&buffer);
    return copy;
}

static bool agrees(const golden_run *golden, const vt_opinion *opinion) {
    if (vt_text_is(field(golden, "outcome"), "error")) {
        return opinion->kind == VT_OPINION_FAILED &&
               vt_text_equal(opinion->message, first_line_of_panic(field(golden, "error")));
    }
    return opinion->kind == VT_OPINION_STATUS &&
           vt_text_is(field(golden, "status"), vitals_health_name(opinion->health)) &&
           vt_text_equal(opinion->message, field(golden, "message"));
}

static void report(const golden_run *golden, const vt_opinion *opinion) {
    vt_text error = field(golden, "error"), message = field(golden, "message");
    print_message("%.*s\n  script %.*s\n  want %.*s %.*s%.*s\n  have %d %s %.*s\n",
                  VT_TEXT_ARG(field(golden, "id")), VT_TEXT_ARG(field(golden, "script")),
                  VT_TEXT_ARG(field(golden, "status")), VT_TEXT_ARG(message), VT_TEXT_ARG(error),
                  (int)opinion->kind, vitals_health_name(opinion->health),
                  VT_TEXT_ARG(opinion->message));
}

/* Watching a run changes nothing about it. */
static void check_traced(golden_run *golden, const vt_opinion *untraced) {
    vitals_trace_clear(golden->trace);
    golden->is_traced = true;
    vt_opinion opinion = run(golden);
    golden->is_traced = false;
    vt_text message = mended(golden, opinion.message);
    bool same = opinion.kind == untraced->kind && opinion.health == untraced->health &&
                vt_text_equal(message, untraced->message);
    if (!same) {
        print_message("%.*s: traced, the answer is %.*s\n", VT_TEXT_ARG(field(golden, "id")),
                      VT_TEXT_ARG(message));
        golden->failed++;
    }
}

static void check(golden_run *golden) {
    copy_object(golden);
    vt_opinion opinion = run(golden);
    opinion.message = mended(golden, opinion.message);
    check_traced(golden, &opinion);
    bool good = agrees(golden, &opinion);
    if (is_listed(golden, field(golden, "id"))) {
        golden->listed++;
        if (good) {
            print_message("%.*s is listed as different but agrees\n",
                          VT_TEXT_ARG(field(golden, "id")));
            golden->failed++;
        }
    } else if (good) {
        golden->passed++;
    } else {
        report(golden, &opinion);
        golden->failed++;
    }
    vt_arena_empty(&golden->arena);
}

static void check_all(void **state) {
    const char *path = *state;
    size_t size, known_size = 0;
    char *text = file_read(path, &size);
    char *known =
        file_read(VITALS_SOURCE_DIR "/tests/golden/lua_known_differences.txt", &known_size);
    assert_non_null(text);
    golden_run golden = { 0 };
    golden.known = vt_text_slice(known, known_size);
    golden.limits = vt_limits_or_default(NULL);
    vt_arena_init(&golden.arena, NULL, 0);
    assert_int_equal(vt_lua_state_new(NULL, &golden.limits, &golden.lua), VITALS_OK);
    assert_int_equal(vitals_trace_new(NULL, &golden.trace), VITALS_OK);
    vitals_text rest = { text, size }, line;
    while (next_line(&rest, &line)) {
        assert_int_equal(vitals_document_parse(line.bytes, line.size, NULL, &golden.row, NULL),
                         VITALS_OK);
        check(&golden);
    }
    print_message("%zu agree, %zu listed as different, %zu fail\n", golden.passed, golden.listed,
                  golden.failed);
    vitals_trace_free(golden.trace);
    vt_lua_state_free(golden.lua);
    vitals_document_free(golden.row);
    vitals_document_free(golden.object);
    vt_arena_done(&golden.arena);
    free(known);
    free(text);
    assert_int_equal(golden.failed, 0);
}

int main(void) {
    const char *path = golden_data("argocd/lua-golden.jsonl");
    if (!path) {
        return TEST_SKIPPED;
    }
    struct CMUnitTest test = { "Argo CD's scripts", check_all, NULL, NULL,
                               (void *)(uintptr_t)path };
    return _cmocka_run_group_tests("lua golden", &test, 1, NULL, NULL);
}

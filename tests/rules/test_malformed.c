/*
** Every bundled check on malformed objects: each value of each fixture is dropped, emptied and given
** every other type, one at a time. No script fails, and each answers one of Argo CD's six statuses
** with a message.
*/
#include <stdio.h>

#include "base/limits.h"
#include "lua/host.h"
#include "rules/check_tree.h"
#include "support/files.h"
#include "support/table.h"
#include "testing/testing.h"

#define BUNDLED VITALS_SOURCE_DIR "/resource_customizations"

/* What a value is replaced by; the first one stands for dropping it. */
static const char replacements[] =
    "[null, \"text\", \"\", \"9\", 9, -0.5, true, false, [], {}, [\"text\"], [[]], [{}],"
    " {\"text\": \"text\"}, {\"text\": {}}]";

static check_tree bundled;
static vitals_limits limits;
static vitals_report *report;
static vitals_document *values;

/* A script and where it runs. */
typedef struct runner {
    vt_lua_script *script;
    vt_lua_state *state;
    vt_arena arena;
    const char *fixture;
    size_t count;
} runner;

static void runner_open(runner *run, const char *directory) {
    char path[8192];
    snprintf(path, sizeof path, "%s/%s/health.lua", bundled.root, directory);
    size_t size;
    char *source = file_read(path, &size);
    assert_non_null(source);
    vt_buffer error;
    vt_buffer_init(&error, NULL, 65536);
    vt_lua_problem problem;
    assert_int_equal(vt_lua_script_new(NULL, &limits, vt_text_slice(source, size), VT_LUA_ARGOCD,
                                       &run->script, &error, &problem),
                     VITALS_OK);
    vt_buffer_done(&error);
    free(source);
    assert_int_equal(vt_lua_state_new(NULL, &limits, &run->state), VITALS_OK);
    vt_arena_init(&run->arena, NULL, 0);
    run->count = 0;
}

static void runner_close(runner *run) {
    vt_arena_done(&run->arena);
    vt_lua_state_free(run->state);
    vt_lua_script_free(run->script);
}

/* With closed libraries, as Argo CD runs scripts of a ConfigMap. */
static void check_object(runner *run, const vitals_document *object) {
    vt_arena_empty(&run->arena);
    vt_evaluation evaluation = { .reader = { object, NULL },
                                 .arena = &run->arena,
                                 .limits = &limits };
    vt_opinion opinion = vt_lua_run(run->state, run->script, false, &evaluation);
    run->count++;
    if (opinion.kind == VT_OPINION_STATUS && opinion.health != VITALS_HEALTH_EMPTY &&
        !vt_text_is_absent(opinion.message)) {
        return;
    }
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(vitals_document_write_yaml(object, NULL, &text, &size), VITALS_OK);
    fail_msg("%s: %.*s\n%s", run->fixture, VT_TEXT_ARG(opinion.message), text);
}

/* Put every replacement at one place. */
static void replace(runner *run, const vitals_document *object, vt_patch *patch) {
    const vt_value *list = vt_document_root(values);
    patch->from = values;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        patch->value = vt_value_is_null(item) ? NULL : item;
        vitals_document *variant = NULL;
        assert_int_equal(vt_patch_apply(report, object, patch, &variant), VITALS_OK);
        check_object(run, variant);
        vitals_document_free(variant);
    }
}

/* apiVersion and kind are what the rule was found by. */
static bool is_identity(const vitals_document *object, const vt_patch *patch) {
    return patch->parent == vt_document_root(object) &&
           (vt_text_is(patch->key, "apiVersion") || vt_text_is(patch->key, "kind"));
}

static void replace_children(runner *run, const vitals_document *object,
                             const vt_value *container) {
    vt_patch patch = { .parent = container };
    for (const vt_value *item = vt_array_first(container); item;
         item = vt_array_next(container, item), patch.index++) {
        replace(run, object, &patch);
        replace_children(run, object, item);
    }
    for (const vt_value *key = vt_object_first(container); key;
         key = vt_object_next(container, key)) {
        patch.key = vt_value_text(key);
        if (!is_identity(object, &patch)) replace(run, object, &patch);
        replace_children(run, object, vt_object_value(key));
    }
}

static void check_malformed(void **state) {
    const char *directory = *(const char *const *)*state;
    vitals_document *tests = tree_document(&bundled, directory, VT_TEXT("health_test.yaml"));
    runner run;
    runner_open(&run, directory);
    tree_case test;
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        vitals_document *object = tree_document(&bundled, directory, test.input);
        run.fixture = test.input.bytes;
        replace_children(&run, object, vt_document_root(object));
        vitals_document_free(object);
    }
    assert_true(run.count > 0);
    runner_close(&run);
    vitals_document_free(tests);
}

static bool open_values(void) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    return vitals_document_parse(replacements, sizeof replacements - 1, &options, &values, NULL) ==
               VITALS_OK &&
           vitals_test_run(NULL, 0, NULL, &report, NULL) == VITALS_OK;
}

int main(void) {
    limits = vt_limits_or_default(NULL);
    if (!tree_read(&bundled, BUNDLED, "health.lua") || !open_values()) return 1;
    int failed = table_run("malformed", check_malformed, bundled.directories, bundled.count,
                           sizeof bundled.directories[0]);
    vitals_report_free(report);
    vitals_document_free(values);
    tree_done(&bundled);
    return failed;
}

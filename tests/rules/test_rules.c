/*
** Every case of every health_test.yaml under resource_customizations, run as Argo CD's own harness
** runs them: the script for the kind of the input, with open libraries, comparing status and message.
** Then the same scripts on Argo CD's fixtures of their kinds, comparing statuses.
*/
#include <stdio.h>

#include "base/number/number.h"
#include "base/run/limits.h"
#include "lua/host.h"
#include "rules/check_tree.h"
#include "support/files.h"
#include "support/table.h"

#define BUNDLED VITALS_SOURCE_DIR "/resource_customizations"

static check_tree bundled;
static vitals_limits limits;

static const char *health_name(vitals_health health) {
    static const char *const names[] = {
#define VITALS_X(name, text) text,
        VITALS_HEALTH_MAP(VITALS_X)
#undef VITALS_X
    };
    return names[health];
}

static vt_lua_script *load_script(const char *directory) {
    size_t size;
    char *source = tree_script(&bundled, directory, &size);
    vt_buffer error;
    vt_buffer_init(&error, NULL, 65536);
    vt_lua_problem problem;
    vt_lua_script *script = NULL;
    if (vt_lua_script_new(NULL, &limits, vt_text_slice(source, size), VT_LUA_ARGOCD, &script,
                          &error, &problem) != VITALS_OK) {
        fail_msg("%s: %s", directory, error.bytes);
    }
    vt_buffer_done(&error);
    free(source);
    return script;
}

static bool is_same(const char *what, vt_text got, vt_text want) {
    if (vt_text_equal(got, want)) return true;
    print_error("  %s: got \"%.*s\", want \"%.*s\"\n", what, VT_TEXT_ARG(got), VT_TEXT_ARG(want));
    return false;
}

/* Run the script of `directory` on an object. */
static bool passes(const char *directory, const vitals_document *object, const tree_case *test,
                   bool with_message) {
    vt_lua_script *script = load_script(directory);
    vt_lua_state *state = NULL;
    assert_int_equal(vt_lua_state_new(NULL, &limits, &state), VITALS_OK);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_evaluation evaluation = { .reader = { object, NULL }, .arena = &arena, .limits = &limits };
    vt_opinion opinion = vt_lua_run(state, script, true, &evaluation);
    vt_text status = vt_text_from(health_name(opinion.health));
    if (opinion.kind == VT_OPINION_FAILED) status = opinion.message;
    bool same = is_same("status", status, test->status);
    if (same && with_message) same = is_same("message", opinion.message, test->message);
    vt_arena_done(&arena);
    vt_lua_state_free(state);
    vt_lua_script_free(script);
    return same;
}

/* All cases of one directory of a tree; returns how many differ. */
static size_t run_directory(const check_tree *tree, const char *directory, bool with_message,
                            size_t *count) {
    vitals_document *tests = tree_document(tree, directory, VT_TEXT("health_test.yaml"));
    size_t differ = 0;
    tree_case test;
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        vitals_document *object = tree_document(tree, directory, test.input);
        const char *script =
            tree_find(&bundled, vitals_document_group(object), vitals_document_kind(object));
        if (!script) fail_msg("%s/%.*s: no check", directory, VT_TEXT_ARG(test.input));
        if (!passes(script, object, &test, with_message)) {
            print_error("%s/%.*s differs\n", directory, VT_TEXT_ARG(test.input));
            differ++;
        }
        ++*count;
        vitals_document_free(object);
    }
    vitals_document_free(tests);
    return differ;
}

static void check_bundled(void **state) {
    const char *const *directory = *state;
    size_t count = 0;
    assert_int_equal(run_directory(&bundled, *directory, true, &count), 0);
    assert_true(count > 0);
}

/* Whether a number, or a text with one, is below another. */
static bool is_below(const vt_value *value, double wanted) {
    double number;
    if (vt_value_is_integer(value)) return (double)value->as.integer < wanted;
    return vt_value_is_string(value) && vt_number_parse_double(vt_value_text(value), &number) &&
           number < wanted;
}

/* Whether an observedGeneration somewhere in a value is below another. */
static bool has_older(const vt_value *value, double wanted) {
    for (const vt_value *item = vt_array_first(value); item; item = vt_array_next(value, item)) {
        if (has_older(item, wanted)) return true;
    }
    for (const vt_value *key = vt_object_first(value); key; key = vt_object_next(value, key)) {
        const vt_value *member = vt_object_value(key);
        bool is_seen = vt_text_is(vt_value_text(key), "observedGeneration");
        if (is_seen ? is_below(member, wanted) : has_older(member, wanted)) return true;
    }
    return false;
}

/* What the status says lags behind. */
static bool is_stale(const vitals_document *object) {
    const vt_value *generation = vt_document_find(object, "metadata", "generation", NULL);
    if (!vt_value_is_integer(generation)) return false;
    return has_older(vt_document_find(object, "status", NULL), (double)generation->as.integer);
}

/* Every check is tried on an object without status, with an empty one, and with a stale one. */
static void check_fixtures(void **state) {
    const char *const *directory = *state;
    vitals_document *tests = tree_document(&bundled, *directory, VT_TEXT("health_test.yaml"));
    bool without = false, empty = false, stale = false;
    tree_case test;
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        vitals_document *object = tree_document(&bundled, *directory, test.input);
        const vt_value *status = vt_document_find(object, "status", NULL);
        without |= status == NULL;
        empty |= vt_value_is_object(status) && vt_value_count(status) == 0;
        stale |= is_stale(object);
        vitals_document_free(object);
    }
    vitals_document_free(tests);
    assert_true(without);
    assert_true(empty);
    assert_true(stale);
}

/* The kinds of Argo CD's fixtures that we have a check for. */
static void check_upstream(void **state) {
    (void)state;
    const char *root = golden_data("argocd/fixtures/batch/CronJob/health_test.yaml");
    if (!root) skip();
    char path[4096];
    snprintf(path, sizeof path, "%.*s",
             (int)(strlen(root) - strlen("/batch/CronJob/health_test.yaml")), root);
    check_tree upstream;
    assert_true(tree_read(&upstream, path, "health_test.yaml"));
    size_t count = 0, differ = 0;
    for (size_t i = 0; i < upstream.count; i++) {
        const char *directory = upstream.directories[i];
        const char *slash = strchr(directory, '/');
        vt_text group = vt_text_slice(directory, (size_t)(slash - directory));
        if (!tree_find(&bundled, group, vt_text_from(slash + 1))) continue;
        differ += run_directory(&upstream, directory, false, &count);
    }
    tree_done(&upstream);
    print_message("%zu cases of Argo CD, %zu differ\n", count, differ);
    assert_true(count > 0);
    assert_int_equal(differ, 0);
}

int main(void) {
    limits = vt_limits_or_default(NULL);
    if (!tree_read(&bundled, BUNDLED, "health.lua")) return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_upstream) };
    int failed = table_run("cases", check_bundled, bundled.directories, bundled.count,
                           sizeof bundled.directories[0]) +
                 table_run("fixtures", check_fixtures, bundled.directories, bundled.count,
                           sizeof bundled.directories[0]) +
                 cmocka_run_group_tests_name("upstream", tests, NULL, NULL);
    tree_done(&bundled);
    return failed;
}

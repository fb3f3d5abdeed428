/*
** Every fixture of every health.cel.yaml under docs/expressions/, assessed as Flux would; the answer
** of each entry for an object without status; and that each has fixtures for all three answers.
*/
#include <stdio.h>

#include "rules/check_tree.h"
#include "support/files.h"
#include "support/health.h"
#include "support/table.h"

#define TREE VITALS_SOURCE_DIR "/docs/expressions"

static check_tree tree;

static char *read_entry(const char *directory) {
    char path[8192];
    size_t size;
    snprintf(path, sizeof path, "%s/%s/health.cel.yaml", tree.root, directory);
    char *text = file_read(path, &size);
    assert_non_null(text);
    return text;
}

static void open_engine(const char *directory, health_run *run) {
    char *expressions = read_entry(directory);
    const health_setup setup = { .expressions = expressions };
    assert_int_equal(health_open(&setup, run), VITALS_OK);
    free(expressions);
}

static vitals_kstatus assess(health_run *run, const vitals_document *object) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_FLUX;
    assert_int_equal(vitals_assess(run->worker, object, &call, run->verdict), VITALS_OK);
    assert_int_equal(vitals_verdict_source(run->verdict), VITALS_SOURCE_EXPRESSION);
    return vitals_verdict_kstatus(run->verdict);
}

static void check_fixtures(void **state) {
    const char *directory = *(const char *const *)*state;
    bool seen[VITALS_KSTATUS_COUNT] = { false };
    health_run run;
    open_engine(directory, &run);
    vitals_document *tests = tree_document(&tree, directory, VT_TEXT("health_test.yaml"));
    tree_case test;
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        vitals_document *object = tree_document(&tree, directory, test.input);
        const vitals_kstatus status = assess(&run, object);
        seen[status] = true;
        if (!vt_text_is(test.status, vitals_kstatus_name(status)))
            fail_msg("%s/%.*s: %s", directory, VT_TEXT_ARG(test.input),
                     vitals_verdict_message(run.verdict).bytes);
        vitals_document_free(object);
    }
    assert_true(seen[VITALS_KSTATUS_CURRENT]);
    assert_true(seen[VITALS_KSTATUS_IN_PROGRESS]);
    assert_true(seen[VITALS_KSTATUS_FAILED]);
    vitals_document_free(tests);
    health_close(&run);
}

/* An expression cannot guard a field of the top level: Flux answers Unknown and evaluates again. */
static void check_without_status(void **state) {
    const char *directory = *(const char *const *)*state;
    const char *slash = strchr(directory, '/');
    const char *kind = strcmp(slash + 1, "_") == 0 ? "Any" : slash + 1;
    char object[512];
    health_run run;
    open_engine(directory, &run);
    snprintf(object, sizeof object, "apiVersion: %.*s/v1\nkind: %s\nmetadata: {name: a}\n",
             (int)(slash - directory), directory, kind);
    health_assess(&run, VITALS_PROFILE_FLUX, object);
    assert_int_equal(vitals_verdict_kstatus(run.verdict), VITALS_KSTATUS_UNKNOWN);
    assert_non_null(
        strstr(vitals_verdict_error(run.verdict).bytes, "no such attribute(s): status"));
    health_close(&run);
}

static int run_all(CMUnitTestFunction check, const char *group) {
    struct CMUnitTest tests[TREE_MOST_DIRECTORIES];
    for (size_t i = 0; i < tree.count; i++)
        tests[i] =
            (struct CMUnitTest){ tree.directories[i], check, NULL, NULL, &tree.directories[i] };
    return _cmocka_run_group_tests(group, tests, tree.count, NULL, NULL);
}

int main(void) {
    if (!tree_read(&tree, TREE, "health.cel.yaml")) return 1;
    int failed = tree.count < 14;
    failed += run_all(check_fixtures, "fixtures");
    failed += run_all(check_without_status, "without status");
    tree_done(&tree);
    return failed;
}

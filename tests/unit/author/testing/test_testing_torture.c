/* Failing allocations in explanations and tests: the call fails and nothing leaks. */
#include <vitals/explain.h>
#include <vitals/testing.h>

#include "support/files.h"
#include "support/table.h"
#include "support/torture.h"

#define DATA VITALS_SOURCE_DIR "/tests/cli/data/"

/* A tree to test and how many of its tests pass. */
static const struct tree_row {
    TABLE_ROW;
    const char *path;
    const char *only; /* names that end so; NULL: all */
    size_t passed, incomplete;
} rows[] = {
    { "scripts", DATA "checks", "ready.yaml", 1, 2 },
    { "expressions", DATA "checks-cel", NULL, 3, 0 },
};

static bool wants(void *user, const char *name) {
    const struct tree_row *row = user;
    size_t size = strlen(name), tail = row->only ? strlen(row->only) : 0;
    return tail <= size && (tail == 0 || strcmp(name + size - tail, row->only) == 0);
}

/* A script that runs out of memory fails with an error of its own, which counts as a failure too. */
static vitals_status test_tree(torture *state, void *user) {
    const struct tree_row *row = user;
    vitals_allocator allocator = torture_allocator(state);
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    options.allocator = &allocator;
    options.incomplete = options.coverage = true;
    options.wants = wants;
    options.user = user;
    vitals_report *report = NULL;
    vitals_incomplete_finding finding;
    vitals_status status = vitals_test_run(&row->path, 1, &options, &report, NULL);
    if (status) return status;
    bool whole = vitals_report_count(report, VITALS_OUTCOME_PASSED) == row->passed &&
                 (!row->incomplete || vitals_report_incomplete_at(report, row->incomplete - 1,
                                                                  &finding, sizeof finding)) &&
                 !vitals_report_incomplete_at(report, row->incomplete, &finding, sizeof finding);
    vitals_report_free(report);
    return whole ? VITALS_OK : VITALS_ENOMEM;
}

static void check_tree(void **state) {
    assert_true(torture_run(test_tree, *state) > 0);
}

static vitals_document *read_object(void) {
    size_t size;
    vitals_document *document = NULL;
    char *bytes = file_read(DATA "checks/example.com/Widget/testdata/ready.yaml", &size);
    assert_non_null(bytes);
    assert_int_equal(vitals_document_parse(bytes, size, NULL, &document, NULL), VITALS_OK);
    free(bytes);
    return document;
}

static vitals_status draft(torture *state, void *user) {
    vitals_allocator allocator = torture_allocator(state);
    vitals_draft *created = NULL;
    vitals_status status = vitals_draft_new(user, &allocator, &created);
    vitals_draft_free(created);
    return status;
}

static void check_draft(void **state) {
    (void)state;
    vitals_document *object = read_object();
    assert_true(torture_run(draft, object) > 0);
    vitals_document_free(object);
}

typedef struct explained {
    vitals_engine *engine;
    vitals_document *object;
} explained;

static vitals_status explain(torture *state, void *user) {
    const explained *what = user;
    vitals_allocator allocator = torture_allocator(state);
    vitals_explanation *explanation = NULL;
    vitals_status status =
        vitals_explain(what->engine, what->object, NULL, &allocator, &explanation);
    vitals_explanation_free(explanation);
    return status;
}

static void check_explain(void **state) {
    (void)state;
    explained what = { NULL, read_object() };
    assert_int_equal(vitals_engine_new(NULL, &what.engine, NULL), VITALS_OK);
    assert_true(torture_run(explain, &what) > 0);
    vitals_engine_release(what.engine);
    vitals_document_free(what.object);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_draft),
                                        cmocka_unit_test(check_explain) };
    return TABLE_RUN("trees", check_tree, rows) +
           cmocka_run_group_tests_name("testing", tests, NULL, NULL);
}

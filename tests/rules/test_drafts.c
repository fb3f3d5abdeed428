/*
** Drafts of checks: of every bundled kind one, from its first healthy fixture as the live object. The draft passes
** its own tests with closed libraries, on incomplete objects too, with all lines and branches covered;
** lint finds nothing in it, and it withstands malformed objects. A draft from a malformed object does too.
*/
#include <stdio.h>

#include <vitals/lint.h>
#include <vitals/testing.h>

#include "rules/check_tree.h"
#include "rules/malformed.h"
#include "support/files.h"
#include "support/table.h"

#define BUNDLED VITALS_SOURCE_DIR "/resource_customizations"

enum { MOST_FILES = 32, MOST_MALFORMED = 24 };

static check_tree bundled;

/* The files of a draft, which they are borrowed from. */
typedef struct drafted {
    vitals_draft *draft;
    vitals_test_file files[MOST_FILES];
    size_t count;
} drafted;

static bool draft_open(drafted *out, const vitals_document *object) {
    *out = (drafted){ .count = 0 };
    vitals_status status = vitals_draft_new(object, NULL, &out->draft);
    if (status == VITALS_EINVAL) return false; /* no kind that could name a directory */
    assert_int_equal(status, VITALS_OK);
    vitals_draft_file file;
    while (vitals_draft_file_at(out->draft, out->count, &file, sizeof file)) {
        assert_in_range(out->count, 0, MOST_FILES - 1);
        out->files[out->count++] = (vitals_test_file){ file.path, file.text };
    }
    return true;
}

static bool is_script(const vitals_test_file *file) {
    static const char name[] = "/health.lua";
    size_t size = sizeof name - 1;
    return file->path.size > size &&
           memcmp(file->path.bytes + file->path.size - size, name, size) == 0;
}

static vt_text script_of(const drafted *draft) {
    for (size_t i = 0; i < draft->count; i++) {
        vitals_text text = draft->files[i].text;
        if (is_script(&draft->files[i])) return vt_text_slice(text.bytes, text.size);
    }
    fail_msg("no script");
    return VT_TEXT_ABSENT;
}

/* ---------------------------------------------------------------------- its tests */

/* Where the live object was malformed, what the script would do with a whole one is not reached. */
static void check_tests(const drafted *draft, bool whole) {
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    options.files = draft->files;
    options.file_count = draft->count;
    options.closed_libraries = options.incomplete = options.require_tests = true;
    options.coverage = whole;
    const char *all = ".";
    vitals_report *report = NULL;
    vitals_incomplete_finding finding;
    assert_int_equal(vitals_test_run(&all, 1, &options, &report, NULL), VITALS_OK);
    assert_int_equal(vitals_report_count(report, VITALS_OUTCOME_FAILED), 0);
    assert_int_equal(vitals_report_count(report, VITALS_OUTCOME_PASSED), draft->count - 2);
    assert_false(vitals_report_incomplete_at(report, 0, &finding, sizeof finding));
    if (whole) assert_int_equal(vitals_report_coverage_percent(report), 100);
    vitals_report_free(report);
}

/* The script and the fixtures together, as `vitals lint` reads a tree. */
static void check_lint(const drafted *draft) {
    vitals_lint *lint = NULL;
    vitals_lint_finding finding;
    assert_int_equal(vitals_lint_new(NULL, NULL, &lint), VITALS_OK);
    for (size_t i = 0; i < draft->count; i++) {
        const vitals_test_file *file = &draft->files[i];
        char path[1024];
        snprintf(path, sizeof path, "%.*s", VT_TEXT_ARG(file->path));
        assert_int_equal(vitals_lint_text(lint, path, file->text.bytes, file->text.size),
                         VITALS_OK);
    }
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    if (vitals_lint_finding_at(lint, 0, &finding, sizeof finding)) {
        fail_msg("%s: %.*s", finding.file, VT_TEXT_ARG(finding.text));
    }
    vitals_lint_free(lint);
}

/* ------------------------------------------------------------------ malformed objects */

static void check_malformed(const drafted *draft) {
    malformed *run = malformed_open(script_of(draft));
    for (size_t i = 0; i < draft->count; i++) {
        const vitals_test_file *file = &draft->files[i];
        vitals_document *object = NULL;
        if (is_script(file) || i + 1 == draft->count) continue; /* the tests come last */
        assert_int_equal(
            vitals_document_parse(file->text.bytes, file->text.size, NULL, &object, NULL),
            VITALS_OK);
        malformed_try(run, file->path.bytes, object);
        vitals_document_free(object);
    }
    assert_true(malformed_close(run) > 0);
}

/* A draft from a malformed object. */
static void check_variant(void *user, const vitals_document *variant) {
    size_t *left = user;
    drafted draft;
    if (*left == 0 || !draft_open(&draft, variant)) return;
    --*left;
    check_tests(&draft, false);
    vitals_draft_free(draft.draft);
}

/* The fixture healthy.yaml, else the first that is Healthy, or else the last one. */
static vitals_document *live_object(const char *directory) {
    vitals_document *tests = tree_document(&bundled, directory, VT_TEXT("health_test.yaml"));
    tree_case test, found = { .input = VT_TEXT_ABSENT };
    bool healthy = false;
    for (const vt_value *at = NULL; tree_next_case(tests, &at, &test);) {
        bool plain = vt_text_is(test.input, "testdata/healthy.yaml");
        if (healthy && !plain) continue;
        healthy = vt_text_is(test.status, "Healthy");
        found = test;
    }
    vitals_document *object = tree_document(&bundled, directory, found.input);
    vitals_document_free(tests);
    return object;
}

static void check_draft(void **state) {
    vitals_document *object = live_object(*(const char *const *)*state);
    drafted draft;
    assert_true(draft_open(&draft, object));
    check_tests(&draft, true);
    check_lint(&draft);
    check_malformed(&draft);
    vitals_draft_free(draft.draft);
    size_t left = MOST_MALFORMED;
    malformed_each(object, check_variant, &left);
    vitals_document_free(object);
}

int main(void) {
    if (!tree_read(&bundled, BUNDLED, "health.lua")) return 1;
    int failed = table_run("drafts", check_draft, bundled.directories, bundled.count,
                           sizeof bundled.directories[0]);
    tree_done(&bundled);
    return failed;
}

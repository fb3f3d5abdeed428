/* Tests of check trees that are in memory. */
#include <stddef.h>
#include <vitals/testing.h>

#include "binding/binding.h"

typedef struct request {
    const vt_value *files;
    vt_text argocd_cm;
    bool statuses_only, incomplete, coverage;
} request;

static const vt_request_member members[] = {
    { "argocdCM", VT_REQUEST_STRING, offsetof(request, argocd_cm) },
    { "coverage", VT_REQUEST_BOOL, offsetof(request, coverage) },
    { "files", VT_REQUEST_MAP, offsetof(request, files) },
    { "incomplete", VT_REQUEST_BOOL, offsetof(request, incomplete) },
    { "statusesOnly", VT_REQUEST_BOOL, offsetof(request, statuses_only) },
};

/* --------------------------------------------------------------------- results */

static void write_script(vt_json_writer *item, vt_text file, uint32_t line, vt_text text) {
    if (vt_text_is_absent(file) || line == 0) return;
    vt_json_writer script = vt_json_add_object(item, "script");
    vt_json_add_text(&script, "file", file);
    vt_json_add_integer(&script, "line", line);
    vt_json_add_text(&script, "text", text);
    vt_json_close(&script);
}

static void write_status(vt_json_writer *item, const char *name, vt_text status, vt_text message) {
    if (vt_text_is_absent(status)) return;
    vt_json_writer health = vt_json_add_object(item, name);
    vt_json_add_text(&health, "status", status);
    vt_json_add_text(&health, "message", message);
    vt_json_close(&health);
}

static void write_tests(vt_json_writer *result, const vitals_report *report) {
    static const char *const outcomes[] = { "passed", "failed", "skipped" };
    vt_json_writer list = vt_json_add_array(result, "tests");
    vitals_test test;
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "outcome", outcomes[test.outcome]);
        vt_json_add_text(&item, "name", test.name);
        vt_json_add_text(&item, "file", test.file);
        vt_json_add_integer(&item, "line", test.line);
        vt_json_add_text_if(&item, "rule", test.rule);
        write_status(&item, "expected", test.expected_status, test.expected_message);
        write_status(&item, "got", test.status, test.message);
        vt_json_add_text_if(&item, "error", test.error);
        write_script(&item, test.script, test.script_line, test.script_text);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_incomplete(vt_json_writer *result, const vitals_report *report) {
    vt_json_writer list = vt_json_add_array(result, "incomplete");
    vitals_incomplete_finding finding;
    for (size_t i = 0; vitals_report_incomplete_at(report, i, &finding, sizeof finding); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "outcome", finding.failed ? "failed" : "degraded");
        vt_json_add_text(&item, "check", finding.check);
        vt_json_add_text(&item, "state", finding.state);
        vt_json_add_text(&item, "text", finding.text);
        write_script(&item, finding.script, finding.script_line, finding.script_text);
        vt_json_add_text(&item, "object", finding.object);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_missed(vt_json_writer *item, const vitals_report *report, size_t check) {
    vt_json_writer missed = vt_json_add_array(item, "missed");
    vitals_coverage_point point;
    for (size_t i = 0; vitals_report_coverage_point_at(report, check, i, &point, sizeof point);
         i++) {
        if (point.count) continue;
        vt_json_writer place = vt_json_add_object(&missed, NULL);
        vt_json_add_integer(&place, "line", point.line);
        vt_json_add_integer(&place, "column", point.column);
        vt_json_add_text(&place, "what", point.what);
        vt_json_close(&place);
    }
    vt_json_close(&missed);
}

static void write_coverage(vt_json_writer *result, const vitals_report *report) {
    vt_json_writer list = vt_json_add_array(result, "coverage");
    vitals_coverage coverage;
    for (size_t i = 0; vitals_report_coverage_at(report, i, &coverage, sizeof coverage); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_text(&item, "check", coverage.check);
        vt_json_add_text(&item, "script", coverage.script);
        vt_json_add_unsigned(&item, "lines", coverage.lines);
        vt_json_add_unsigned(&item, "linesRun", coverage.lines_run);
        vt_json_add_unsigned(&item, "branches", coverage.branches);
        vt_json_add_unsigned(&item, "branchesTaken", coverage.branches_taken);
        vt_json_add_text(&item, "missingStatuses", coverage.missing_statuses);
        vt_json_add_text_if(&item, "error", coverage.error);
        write_missed(&item, report, i);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_report(vt_json_writer *result, const vitals_report *report) {
    vt_json_add_unsigned(result, "passed", vitals_report_count(report, VITALS_OUTCOME_PASSED));
    vt_json_add_unsigned(result, "failed", vitals_report_count(report, VITALS_OUTCOME_FAILED));
    vt_json_add_unsigned(result, "skipped", vitals_report_count(report, VITALS_OUTCOME_SKIPPED));
    write_tests(result, report);
    write_coverage(result, report);
    write_incomplete(result, report);
}

/* --------------------------------------------------------------------- the run */

/* The files of a request in an array, which the caller releases. */
static vitals_status list_files(vitals_binding *binding, const vt_value *files,
                                vitals_test_file **out, size_t *count) {
    vitals_test_file *list =
        vt_allocate_array(&binding->memory, vt_value_count(files) + 1, sizeof *list);
    if (!list) return VITALS_ENOMEM;
    *out = list;
    *count = 0;
    for (const vt_value *key = vt_object_first(files); key; key = vt_object_next(files, key)) {
        const vt_text text = vt_value_text(vt_object_value(key));
        if (vt_text_is_absent(text)) {
            return vt_binding_refuse(binding, "file %.*s is not a string",
                                     VT_TEXT_ARG(vt_value_text(key)));
        }
        list[(*count)++] = (vitals_test_file){ vt_value_text(key), text };
    }
    return VITALS_OK;
}

static vitals_status run(vitals_binding *binding, const request *given, int64_t now_seconds,
                         const vitals_test_file *files, size_t count, vitals_report **report) {
    static const char *const everything[] = { "." };
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    options.allocator = &binding->memory;
    options.limits = binding->rules.limits;
    options.now_seconds = now_seconds;
    options.statuses_only = given->statuses_only;
    options.incomplete = given->incomplete;
    options.coverage = given->coverage;
    options.files = files;
    options.file_count = count;
    options.interrupt = vt_binding_stopped;
    options.interrupt_user = binding;
    if (!vt_text_is_absent(given->argocd_cm)) {
        options.argocd_cm = "argocdCM";
        options.argocd_cm_text = given->argocd_cm;
    }
    return vitals_test_run(everything, 1, &options, report, binding->diagnostics);
}

int32_t vitals_binding_test(vitals_binding *binding, const char *bytes, size_t size,
                            int64_t now_seconds) {
    request given = { 0 };
    vitals_test_file *files = NULL;
    size_t count = 0;
    vitals_report *report = NULL;
    vt_binding_begin(binding);
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), members, &given);
    }
    if (!status) status = list_files(binding, given.files, &files, &count);
    if (!status) status = run(binding, &given, now_seconds, files, count, &report);
    vt_release_array(&binding->memory, files, vt_value_count(given.files) + 1, sizeof *files);
    if (status) return vt_binding_end(binding, status);
    vt_json_writer result = vt_json_open_object(&binding->text);
    write_report(&result, report);
    vt_json_close(&result);
    vitals_report_free(report);
    return vt_binding_end_text(binding);
}

/* Reports as JSON: docs/schema/test.schema.json. */
#include "author/testing/testing.h"
#include "base/text/json_writer.h"

static void add_health(vt_json_writer *item, const char *name, vt_text status, vt_text message) {
    if (vt_text_is_absent(status)) return;
    vt_json_writer health = vt_json_add_object(item, name);
    vt_json_add_text(&health, "status", status);
    vt_json_add_text(&health, "message", message);
    vt_json_close(&health);
}

static void add_script(vt_json_writer *item, vt_text file, uint32_t line, vt_text text) {
    if (line == 0) return;
    vt_json_writer script = vt_json_add_object(item, "script");
    vt_json_add_text(&script, "file", file);
    vt_json_add_integer(&script, "line", line);
    vt_json_add_text(&script, "text", text);
    vt_json_close(&script);
}

static void add_tests(vt_json_writer *result, const vitals_report *report) {
    static const char *const outcomes[] = { "passed", "failed", "skipped" };
    vt_json_writer list = vt_json_add_array(result, "tests");
    for (size_t i = 0; i < report->test_count; i++) {
        const vitals_test *test = &report->tests[i];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "outcome", outcomes[test->outcome]);
        vt_json_add_text_if(&item, "name", test->name);
        vt_json_add_text_if(&item, "file", test->file);
        vt_json_add_integer(&item, "line", test->line);
        vt_json_add_text_if(&item, "input", test->input);
        vt_json_add_text_if(&item, "rule", test->rule);
        add_health(&item, "expected", test->expected_status, test->expected_message);
        add_health(&item, "actual", test->status, test->message);
        vt_json_add_text_if(&item, "error", test->error);
        add_script(&item, test->script, test->script_line, test->script_text);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_incomplete(vt_json_writer *result, const vitals_report *report) {
    vt_json_writer list = vt_json_add_array(result, "young");
    for (size_t i = 0; i < report->incomplete_count; i++) {
        const vitals_incomplete_finding *finding = &report->incomplete[i];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "outcome", finding->failed ? "failed" : "degraded");
        vt_json_add_text_if(&item, "check", finding->check);
        vt_json_add_text_if(&item, "state", finding->state);
        vt_json_add_text_if(&item, "text", finding->text);
        add_script(&item, finding->script, finding->script_line, finding->script_text);
        vt_json_add_text_if(&item, "object", finding->object);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

/* -------------------------------------------------------------------- coverage */

unsigned vitals_report_coverage_percent(const vitals_report *report) {
    size_t reached = 0, all = 0;
    for (size_t i = 0; i < report->coverage_count; i++) {
        const vitals_coverage *entry = &report->coverage[i].coverage;
        reached += entry->lines_run + entry->branches_taken;
        all += entry->lines + entry->branches;
        if (!vt_text_is_absent(entry->error)) all++;
    }
    return all ? (unsigned)(reached * 100 / all) : 100;
}

static void add_missed(vt_json_writer *item, const vt_coverage_entry *entry) {
    vt_json_writer missed = vt_json_add_array(item, "missed");
    for (size_t i = 0; i < entry->point_count; i++) {
        const vitals_coverage_point *point = &entry->points[i];
        if (point->count) continue;
        vt_json_writer place = vt_json_add_object(&missed, NULL);
        vt_json_add_integer(&place, "line", point->line);
        vt_json_add_integer(&place, "column", point->column);
        vt_json_add_text(&place, "what", point->what);
        vt_json_close(&place);
    }
    vt_json_close(&missed);
}

static void add_check(vt_json_writer *list, const vt_coverage_entry *entry) {
    const vitals_coverage *coverage = &entry->coverage;
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_text(&item, "check", coverage->check);
    vt_json_add_text(&item, "script", coverage->script);
    vt_json_add_unsigned(&item, "lines", coverage->lines);
    vt_json_add_unsigned(&item, "linesRun", coverage->lines_run);
    vt_json_add_unsigned(&item, "branches", coverage->branches);
    vt_json_add_unsigned(&item, "branchesTaken", coverage->branches_taken);
    vt_json_add_text(&item, "missingStatuses", coverage->missing_statuses);
    vt_json_add_text_if(&item, "error", coverage->error);
    add_missed(&item, entry);
    vt_json_close(&item);
}

static void add_coverage(vt_json_writer *result, const vitals_report *report) {
    if (!report->options.coverage) return;
    vt_json_writer coverage = vt_json_add_object(result, "coverage");
    vt_json_add_unsigned(&coverage, "percent", vitals_report_coverage_percent(report));
    vt_json_writer list = vt_json_add_array(&coverage, "checks");
    for (size_t i = 0; i < report->coverage_count; i++) add_check(&list, &report->coverage[i]);
    vt_json_close(&list);
    vt_json_close(&coverage);
}

vitals_status vitals_report_json(const vitals_report *report, char **text, size_t *size) {
    vt_buffer out;
    if (!report || !text || !size) return VITALS_EINVAL;
    vt_buffer_init(&out, &report->allocator, SIZE_MAX / 2);
    vt_json_writer result = vt_json_open_object(&out);
    vt_json_add_word(&result, "schema", "vitals/test/v1");
    vt_json_add_unsigned(&result, "passed", report->outcomes[VITALS_OUTCOME_PASSED]);
    vt_json_add_unsigned(&result, "failed", report->outcomes[VITALS_OUTCOME_FAILED]);
    vt_json_add_unsigned(&result, "skipped", report->outcomes[VITALS_OUTCOME_SKIPPED]);
    add_tests(&result, report);
    add_incomplete(&result, report);
    add_coverage(&result, report);
    vt_json_close(&result);
    char *taken = vt_buffer_take(&out, size);
    vt_buffer_done(&out);
    if (!taken) return VITALS_ENOMEM;
    *text = taken;
    return VITALS_OK;
}

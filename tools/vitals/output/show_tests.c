/* Reports of `vitals test`: one function per form. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/names.h"
#include "output/ci.h"
#include "output/show_tests.h"

typedef struct counted {
    size_t passed, failed, skipped;
} counted;

static counted count(const vitals_report *report) {
    return (counted){ vitals_report_count(report, VITALS_OUTCOME_PASSED),
                      vitals_report_count(report, VITALS_OUTCOME_FAILED),
                      vitals_report_count(report, VITALS_OUTCOME_SKIPPED) };
}

static vitals_health health_of(vitals_text status) {
    return vitals_health_from_name(status);
}

/* ------------------------------------------------------------------- pretty */

/* The label of a line about a failure. */
static void add_label(vt_buffer *out, const char *label) {
    vt_buffer_printf(out, "    %-9s ", label);
}

static void add_place(vt_buffer *out, vitals_text file, uint32_t line) {
    vt_quote_append_visible(out, file);
    if (line) vt_buffer_printf(out, ":%u", line);
}

static void add_answer(vt_buffer *out, const test_view *view, const char *label, vitals_text status,
                       vitals_text message) {
    vt_buffer word = BUFFER_INIT;
    add_label(out, label);
    vt_quote_append_visible(&word, status.size ? status : vt_text_from("(empty)"));
    terminal_add_status(&view->terminal, out, health_of(status), vt_buffer_string(&word));
    const size_t columns = text_columns(vt_buffer_string(&word));
    vt_buffer_add_repeated(out, ' ', columns < 11 ? 12 - columns : 1);
    vt_quote_append_json(out, message);
    vt_buffer_add_terminated(out, "\n");
    vt_buffer_done(&word);
}

/* A mark under the first character where the messages differ. */
static void add_difference(vt_buffer *out, const vitals_test *test) {
    vt_buffer common = BUFFER_INIT;
    vitals_text expected = test->expected_message, actual = test->message;
    size_t same = 0;
    if (test->status.size > 11) return;
    while (same < expected.size && same < actual.size &&
           expected.bytes[same] == actual.bytes[same]) {
        same++;
    }
    if (same == expected.size && same == actual.size) return;
    while (same > 0 && same < actual.size && (actual.bytes[same] & 0xC0) == 0x80) same--;
    vt_quote_append_json(&common, (vitals_text){ actual.bytes, same });
    add_label(out, "");
    vt_buffer_add_repeated(out, ' ', 12 + text_columns(vt_buffer_string(&common)) - 1);
    vt_buffer_add_terminated(out, "^ from here\n");
    vt_buffer_done(&common);
}

static void add_failure(vt_buffer *out, const vitals_test *test, const test_view *view) {
    terminal_add_status(&view->terminal, out, VITALS_HEALTH_DEGRADED, "FAIL");
    vt_buffer_add_terminated(out, " ");
    vt_quote_append_visible(out, test->name);
    vt_buffer_add_terminated(out, "\n");
    add_label(out, "test");
    add_place(out, test->file, test->line);
    vt_buffer_add_terminated(out, "\n");
    if (test->input.bytes) {
        add_label(out, "input");
        vt_quote_append_visible(out, test->input);
        vt_buffer_add_terminated(out, "\n");
    }
    if (test->script_line) {
        add_label(out, test->error.bytes ? "failed" : "returned");
        add_place(out, test->script, test->script_line);
        vt_buffer_add_terminated(out, " │ ");
        vt_quote_append_visible(out, test->script_text);
        vt_buffer_add_terminated(out, "\n");
    }
    if (test->expected_status.bytes) {
        add_answer(out, view, "expected", test->expected_status, test->expected_message);
    }
    if (test->status.bytes) {
        add_answer(out, view, "actual", test->status, test->message);
        add_difference(out, test);
    }
    if (test->error.bytes) {
        add_label(out, "error");
        vt_quote_append_visible(out, test->error);
        vt_buffer_add_terminated(out, "\n");
    }
}

/* The object of a finding, indented. */
static void add_object(vt_buffer *out, vitals_text object) {
    while (object.size) {
        vitals_text line = text_first_line(object);
        const char *end = memchr(object.bytes, '\n', object.size);
        const size_t used = end ? (size_t)(end - object.bytes) + 1 : object.size;
        vt_buffer_add_terminated(out, "      ");
        vt_quote_append_visible(out, line);
        vt_buffer_add_terminated(out, "\n");
        object = (vitals_text){ object.bytes + used, object.size - used };
    }
}

static void add_young(vt_buffer *out, const vitals_incomplete_finding *finding,
                      const test_view *view) {
    const bool fails = view->young == YOUNG_FAIL;
    terminal_add_status(&view->terminal, out,
                        fails ? VITALS_HEALTH_DEGRADED : VITALS_HEALTH_MISSING,
                        fails ? "FAIL" : "WARN");
    vt_buffer_add_terminated(out, " ");
    vt_quote_append_visible(out, finding->check);
    vt_buffer_add_terminated(out, " on an object with ");
    vt_quote_append_visible(out, finding->state);
    vt_buffer_add_terminated(out, "\n");
    if (finding->script_line) {
        add_label(out, finding->failed ? "failed" : "returned");
        add_place(out, finding->script, finding->script_line);
        vt_buffer_add_terminated(out, " │ ");
        vt_quote_append_visible(out, finding->script_text);
        vt_buffer_add_terminated(out, "\n");
    }
    add_label(out, finding->failed ? "error" : "answer");
    if (!finding->failed) vt_buffer_add_terminated(out, "Degraded: ");
    vt_quote_append_visible(out, finding->text);
    vt_buffer_add_terminated(out, "\n");
    vt_buffer_add_terminated(out, "    object\n");
    add_object(out, finding->object);
}

/* "group/Kind" of a test's name. */
static char *check_of(const vitals_test *test) {
    size_t at = 0;
    for (unsigned slashes = 0; at < test->name.size; at++) {
        if (test->name.bytes[at] == '/' && ++slashes == 2) break;
    }
    return text_visible((vitals_text){ test->name.bytes, at });
}

enum { CHECKS_NAMED = 8 };

/* Action tests need Argo CD itself, and say nothing about health. */
static void add_actions(vt_buffer *out, size_t actions, const cli_names *checks) {
    if (!actions) return;
    vt_buffer_printf(out, "%zu action test%s not run, as they are not health", actions,
                     actions == 1 ? "" : "s");
    for (size_t i = 0; i < checks->count && i < CHECKS_NAMED; i++) {
        vt_buffer_printf(out, "%s%s", i ? ", " : ": ", checks->items[i]);
    }
    if (checks->count > CHECKS_NAMED) {
        vt_buffer_printf(out, " and %zu more", checks->count - CHECKS_NAMED);
    }
    vt_buffer_add_terminated(out, "\n");
}

/* A file as a whole. */
static void add_empty(vt_buffer *out, const vitals_test *test) {
    vt_quote_append_visible(out, test->file);
    vt_buffer_add_terminated(out, ": ");
    vt_quote_append_visible(out, test->error);
    vt_buffer_add_terminated(out, "\n");
}

static void add_skipped(vt_buffer *out, const vitals_report *report) {
    size_t actions = 0, unknown = 0;
    cli_names checks = { .items = NULL };
    vitals_test test;
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (test.outcome != VITALS_OUTCOME_SKIPPED) continue;
        if (test.error.bytes && !test.input.bytes) {
            add_empty(out, &test);
            continue;
        }
        unknown += test.error.bytes != NULL;
        if (test.error.bytes) continue;
        char *check = check_of(&test);
        names_keep(&checks, check);
        free(check);
        actions++;
    }
    add_actions(out, actions, &checks);
    if (unknown) {
        vt_buffer_printf(out, "%zu test%s skipped: no check for the kind\n", unknown,
                         unknown == 1 ? "" : "s");
    }
    names_done(&checks);
}

/* --verbose: every test that did not fail. */
static void add_others(vt_buffer *out, const vitals_report *report, const test_view *view) {
    vitals_test test;
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (test.outcome == VITALS_OUTCOME_FAILED) continue;
        const bool passed = test.outcome == VITALS_OUTCOME_PASSED;
        terminal_add_status(&view->terminal, out,
                            passed ? VITALS_HEALTH_HEALTHY : VITALS_HEALTH_UNASSESSED,
                            passed ? "ok  " : "skip");
        vt_buffer_add_terminated(out, " ");
        vt_quote_append_visible(out, test.name);
        vt_buffer_add_terminated(out, "\n");
    }
}

static void show_pretty(vt_buffer *out, const vitals_report *report, const test_view *view) {
    const counted counts = count(report);
    vitals_test test;
    vitals_incomplete_finding finding;
    if (view->verbose) add_others(out, report, view);
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (test.outcome == VITALS_OUTCOME_FAILED) add_failure(out, &test, view);
    }
    for (size_t i = 0; view->young != YOUNG_OFF &&
                       vitals_report_incomplete_at(report, i, &finding, sizeof finding);
         i++) {
        add_young(out, &finding, view);
    }
    if (view->coverage) coverage_add_table(out, report);
    add_skipped(out, report);
    vt_buffer_printf(out, "%zu passed, %zu failed\n", counts.passed, counts.failed);
}

/* ---------------------------------------------------------------------- tap */

/* "expected Healthy "x", got Degraded "y"" or the error, in one line. */
static void add_reason(vt_buffer *out, const vitals_test *test) {
    if (test->error.bytes) {
        vt_quote_append_visible(out, test->error);
        return;
    }
    vt_buffer_add_terminated(out, "expected ");
    vt_quote_append_visible(out, test->expected_status);
    vt_buffer_add_terminated(out, " ");
    vt_quote_append_json(out, test->expected_message);
    vt_buffer_add_terminated(out, ", got ");
    vt_quote_append_visible(out, test->status);
    vt_buffer_add_terminated(out, " ");
    vt_quote_append_json(out, test->message);
}

static void show_tap(vt_buffer *out, const vitals_report *report, const test_view *view) {
    const counted counts = count(report);
    vitals_test test;
    (void)view;
    vt_buffer_printf(out, "TAP version 13\n1..%zu\n",
                     counts.passed + counts.failed + counts.skipped);
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        vt_buffer_printf(out, "%sok %zu - ", test.outcome == VITALS_OUTCOME_FAILED ? "not " : "",
                         i + 1);
        vt_quote_append_visible(out, test.name);
        if (test.outcome == VITALS_OUTCOME_SKIPPED) {
            vt_buffer_add_terminated(out, " # SKIP ");
            vt_quote_append_visible(
                out, test.error.bytes ? test.error
                                      : vt_text_from("not health: only Argo CD runs action tests"));
        }
        vt_buffer_add_terminated(out, "\n");
        if (test.outcome != VITALS_OUTCOME_FAILED) continue;
        vt_buffer_add_terminated(out, "  ---\n  message: ");
        vt_buffer reason = BUFFER_INIT;
        add_reason(&reason, &test);
        vt_quote_append_json(out, (vitals_text){ reason.bytes, reason.size });
        vt_buffer_done(&reason);
        vt_buffer_add_terminated(out, "\n  at: ");
        add_place(out, test.script_line ? test.script : test.file,
                  test.script_line ? test.script_line : test.line);
        vt_buffer_add_terminated(out, "\n  ...\n");
    }
}

/* -------------------------------------------------------------------- junit */

/* Split a name into "group/Kind" and the rest. */
static void split_name(vitals_text name, vitals_text *check, vitals_text *rest) {
    size_t at = 0;
    for (unsigned slashes = 0; at < name.size; at++) {
        if (name.bytes[at] == '/' && ++slashes == 2) break;
    }
    *check = (vitals_text){ name.bytes, at };
    *rest = at < name.size ? (vitals_text){ name.bytes + at + 1, name.size - at - 1 } : name;
}

static void add_testcase(vt_buffer *out, const vitals_test *test) {
    vitals_text check, rest;
    split_name(test->name, &check, &rest);
    vt_buffer_add_terminated(out, "    <testcase classname=\"");
    ci_add_xml(out, check);
    vt_buffer_add_terminated(out, "\" name=\"");
    ci_add_xml(out, rest);
    if (test->outcome == VITALS_OUTCOME_PASSED) {
        vt_buffer_add_terminated(out, "\"/>\n");
        return;
    }
    if (test->outcome == VITALS_OUTCOME_SKIPPED) {
        vt_buffer_add_terminated(out, "\">\n      <skipped/>\n    </testcase>\n");
        return;
    }
    vt_buffer reason = BUFFER_INIT;
    add_reason(&reason, test);
    vt_buffer_add_terminated(out, "\">\n      <failure message=\"");
    ci_add_xml(out, (vitals_text){ reason.bytes, reason.size });
    vt_buffer_add_terminated(out, "\">");
    add_place(out, test->script_line ? test->script : test->file,
              test->script_line ? test->script_line : test->line);
    vt_buffer_add_terminated(out, "</failure>\n    </testcase>\n");
    vt_buffer_done(&reason);
}

static void show_junit(vt_buffer *out, const vitals_report *report, const test_view *view) {
    const counted counts = count(report);
    vitals_test test;
    (void)view;
    vt_buffer_printf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "  <testsuite name=\"vitals\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n",
        counts.passed + counts.failed + counts.skipped, counts.failed, counts.skipped);
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        add_testcase(out, &test);
    }
    vt_buffer_add_terminated(out, "  </testsuite>\n</testsuites>\n");
}

/* ------------------------------------------------------------------- github */

static void show_github(vt_buffer *out, const vitals_report *report, const test_view *view) {
    const counted counts = count(report);
    vitals_test test;
    vitals_incomplete_finding finding;
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (test.outcome != VITALS_OUTCOME_FAILED) continue;
        vt_buffer reason = BUFFER_INIT;
        add_reason(&reason, &test);
        ci_add_annotation(out, "error", (ci_place){ test.file, test.line, 0 }, test.name,
                          (vitals_text){ reason.bytes, reason.size });
        vt_buffer_done(&reason);
    }
    for (size_t i = 0; view->young != YOUNG_OFF &&
                       vitals_report_incomplete_at(report, i, &finding, sizeof finding);
         i++) {
        ci_add_annotation(out, view->young == YOUNG_FAIL ? "error" : "warning",
                          (ci_place){ finding.script, finding.script_line, 0 }, finding.state,
                          finding.text);
    }
    vt_buffer_printf(out, "%zu passed, %zu failed\n", counts.passed, counts.failed);
}

/* --------------------------------------------------------------------- json */

static void show_json(vt_buffer *out, const vitals_report *report, const test_view *view) {
    char *json = NULL;
    size_t size = 0;
    (void)view;
    if (vitals_report_json(report, &json, &size) != VITALS_OK) memory_exhausted();
    vt_buffer_add_bytes(out, json, size);
    vitals_text_free(NULL, json, size);
    vt_buffer_add_terminated(out, "\n");
}

/* ---------------------------------------------------------------- the table */

static void show_lcov(vt_buffer *out, const vitals_report *report, const test_view *view) {
    (void)view;
    coverage_add_lcov(out, report);
}

static void (*const forms[])(vt_buffer *, const vitals_report *, const test_view *) = {
    [TEST_FORM_PRETTY] = show_pretty, [TEST_FORM_TAP] = show_tap,   [TEST_FORM_JUNIT] = show_junit,
    [TEST_FORM_GITHUB] = show_github, [TEST_FORM_JSON] = show_json, [TEST_FORM_LCOV] = show_lcov,
};

void tests_show(const vitals_report *report, const test_view *view) {
    vt_buffer out = BUFFER_INIT;
    forms[view->form](&out, report, view);
    if (view->form == TEST_FORM_PRETTY) {
        terminal_write_wrapped(&view->terminal, &out, 14);
    } else {
        terminal_write(out.bytes, out.size);
    }
    vt_buffer_done(&out);
}

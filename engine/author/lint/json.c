/* Findings as JSON: docs/schema/lint.schema.json. */
#include "author/lint/lint.h"
#include "base/text/json_writer.h"

/* The last count is of findings that are ignored. */
enum { IGNORED = VITALS_SEVERITY_NOTE + 1, COUNTS };

static void add_finding(vt_json_writer *list, const vitals_lint_finding *from) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_word(&item, "file", from->file);
    vt_json_add_integer(&item, "line", from->line);
    vt_json_add_integer(&item, "column", from->column);
    vt_json_add_word(&item, "rule", from->rule->id);
    vt_json_add_word(&item, "severity", vitals_severity_name(from->severity));
    vt_json_add_text(&item, "text", from->text);
    vt_json_add_text(&item, "advice", from->advice);
    vt_json_add_bool(&item, "ignored", from->ignored);
    if (from->ignored) vt_json_add_text(&item, "reason", from->reason);
    vt_json_close(&item);
}

static void add_findings(vt_json_writer *result, const vitals_lint *lint, size_t counts[COUNTS]) {
    vt_json_writer list = vt_json_add_array(result, "findings");
    vitals_lint_finding finding;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        counts[finding.ignored ? IGNORED : (int)finding.severity]++;
        add_finding(&list, &finding);
    }
    vt_json_close(&list);
}

static void add_summary(vt_json_writer *result, const vitals_lint *lint, const size_t *counts) {
    vt_json_writer summary = vt_json_add_object(result, "summary");
    vt_json_add_unsigned(&summary, "files", vitals_lint_file_count(lint));
    vt_json_add_unsigned(&summary, "errors", counts[VITALS_SEVERITY_ERROR]);
    vt_json_add_unsigned(&summary, "warnings", counts[VITALS_SEVERITY_WARNING]);
    vt_json_add_unsigned(&summary, "notes", counts[VITALS_SEVERITY_NOTE]);
    vt_json_add_unsigned(&summary, "ignored", counts[IGNORED]);
    vt_json_close(&summary);
}

vitals_status vitals_lint_json(const vitals_lint *lint, char **text, size_t *size) {
    size_t counts[COUNTS] = { 0 };
    vt_buffer out;
    if (!lint || !text || !size) return VITALS_EINVAL;
    vt_buffer_init(&out, &lint->allocator, SIZE_MAX / 2);
    vt_json_writer result = vt_json_open_object(&out);
    vt_json_add_word(&result, "schema", "vitals/lint/v1");
    add_findings(&result, lint, counts);
    add_summary(&result, lint, counts);
    vt_json_close(&result);
    char *taken = vt_buffer_take(&out, size);
    vt_buffer_done(&out);
    if (!taken) return VITALS_ENOMEM;
    *text = taken;
    return VITALS_OK;
}

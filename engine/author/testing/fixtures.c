/* Reads objects, and the items of a health_test.yaml as Argo CD's decoder does. */
#include "author/testing/testing.h"

const vt_value *vt_fixture_member(const vt_value *object, vt_text name) {
    const vt_value *found = NULL;
    if (!vt_value_is_object(object)) return NULL;
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        if (!vt_text_equal_fold(vt_value_text(key), name)) continue;
        if (vt_value_is_null(vt_object_value(key))) continue;
        if (!found || vt_text_compare(vt_value_text(key), vt_value_text(found)) > 0) found = key;
    }
    return found ? vt_object_value(found) : NULL;
}

/* The text of a scalar: sigs.k8s.io/yaml accepts any scalar where the target is a string. */
static vt_text text_of(vitals_report *report, const vitals_document *document,
                       const vt_value *value) {
    char scratch[40];
    vt_text text = vt_document_scalar_text(document, value, scratch);
    if (vt_text_is_absent(text)) return VT_TEXT("");
    return text.bytes == scratch ? vt_report_keep(report, text) : text;
}

const vt_value *vt_fixture_next(vitals_report *report, const vitals_document *tests,
                                const vt_value *at, vt_fixture *out) {
    const vt_value *list = vt_fixture_member(vt_document_root(tests), VT_TEXT("tests"));
    if (!vt_value_is_array(list)) return NULL;
    at = at ? vt_array_next(list, at) : vt_array_first(list);
    if (!at) return NULL;
    const vt_value *health = vt_fixture_member(at, VT_TEXT("healthStatus"));
    const vt_value *status = vt_fixture_member(health, VT_TEXT("status"));
    const vt_value *message = vt_fixture_member(health, VT_TEXT("message"));
    const vt_value *deletion = vt_fixture_member(health, VT_TEXT("deletionMessage"));
    const vt_value *input = vt_fixture_member(at, VT_TEXT("inputPath"));
    *out = (vt_fixture){
        .input = text_of(report, tests, input),
        .status = text_of(report, tests, status),
        .message = text_of(report, tests, message),
        .deletion_message = text_of(report, tests, deletion),
        .item = at,
        .status_value = status,
        .message_value = message,
    };
    return at;
}

static vt_text first_problem(const vt_test_run *run) {
    const vitals_diagnostic *first = vitals_diagnostics_at(run->problems, 0);
    if (!first) return VT_TEXT("cannot be read");
    if (!first->line) return vt_report_keep(run->report, first->text);
    return vt_arena_printf(&run->report->arena, "line %u: %.*s", first->line,
                           VT_TEXT_ARG(first->text));
}

bool vt_run_parse(vt_test_run *run, vt_text directory, vt_text name, vitals_document **document,
                  vt_text *error) {
    vt_text path = vt_report_join(run->report, directory, name);
    *error = VT_TEXT_ABSENT;
    if (vt_text_is_absent(path)) return false;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &run->report->allocator;
    options.limits = &run->report->limits;
    options.format = VITALS_FORMAT_YAML;
    options.file = path.bytes;
    vitals_diagnostics_clear(run->problems);
    vitals_status status =
        vt_test_read_file(run->report, directory, name, &run->text, run->problems);
    if (!status) {
        status = vitals_document_parse(run->text.bytes ? run->text.bytes : "", run->text.size,
                                       &options, document, run->problems);
    }
    if (status) *error = status == VITALS_ENOMEM ? VT_TEXT_ABSENT : first_problem(run);
    return status == VITALS_OK;
}

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
    char *text = NULL;
    size_t text_size = 0;
    vt_binding_begin(binding);
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), members, &given);
    }
    if (!status) status = list_files(binding, given.files, &files, &count);
    if (!status) status = run(binding, &given, now_seconds, files, count, &report);
    vt_release_array(&binding->memory, files, vt_value_count(given.files) + 1, sizeof *files);
    if (!status) status = vitals_report_json(report, &text, &text_size);
    vitals_report_free(report);
    if (status) return vt_binding_end(binding, status);
    return vt_binding_end_copy(binding, text, text_size);
}

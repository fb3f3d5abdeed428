/* Documents that are not objects, and why. */
#include "input/check.h"

#include <string.h>

#include "base/fields.h"
#include "base/memory.h"

/* The words of the server: "too old resource version: 1 (7) (Expired, 410)". */
static void report_error_event(const cli_source *source, const vitals_document *document,
                               cli_problems *problems) {
    const vitals_text message = vitals_value_string(field_at(document, NULL, ".message"));
    const vitals_text reason = vitals_value_string(field_at(document, NULL, ".reason"));
    const int64_t code = vitals_value_integer(field_at(document, NULL, ".code"));
    vt_buffer text = BUFFER_INIT;
    vt_buffer_add_terminated(&text, "the watch ended with an error: ");
    vt_quote_append_visible(&text, message.size ? message : vt_text_from("no message"));
    if (reason.size) vt_buffer_add_terminated(&text, " (");
    vt_quote_append_visible(&text, reason);
    if (reason.size && code) vt_buffer_printf(&text, ", %lld", (long long)code);
    if (reason.size) vt_buffer_add_terminated(&text, ")");
    problems_add_error(problems, source->path, "%s", vt_buffer_string(&text));
    vt_buffer_done(&text);
}

/* ------------------------------------------------------------------- shapes */

static bool is_list(const vitals_document *document) {
    static const char tail[] = "List";
    const vitals_text kind = vitals_document_kind(document);
    const size_t size = strlen(tail);
    return kind.size >= size && memcmp(kind.bytes + kind.size - size, tail, size) == 0 &&
           !vitals_document_name(document).size;
}

/* A List is taken apart as it is read: what is left of one has no items that could be. */
static bool has_bad_items(const vitals_document *document) {
    const vitals_value_type type = vitals_value_type_of(field_at(document, NULL, ".items"));
    return is_list(document) && type > VITALS_VALUE_NULL && type != VITALS_VALUE_LIST;
}

static bool has_bad_metadata(const vitals_document *document) {
    const vitals_value_type type = vitals_value_type_of(field_at(document, NULL, ".metadata"));
    return type > VITALS_VALUE_NULL && type != VITALS_VALUE_MAP;
}

static bool has_no_kind(const vitals_document *document) {
    return !vitals_document_kind(document).size;
}

/* The shapes that no object has, and the error for each. */
static const struct bad_shape {
    bool (*is)(const vitals_document *document);
    const char *rule, *text;
} bad_shapes[] = {
    { has_no_kind, "object-without-kind", "this is not a Kubernetes object: it has no kind" },
    { has_bad_metadata, "object-metadata",
      "this is not a Kubernetes object: its metadata is not a mapping" },
    { has_bad_items, "list-items", "the items of this list are not a list" },
};

static void report(const vitals_document *document, const struct bad_shape *shape,
                   cli_problems *problems) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    const vitals_diagnostic diagnostic = { .severity = VITALS_SEVERITY_ERROR,
                                           .rule = shape->rule,
                                           .file = origin.file,
                                           .document = origin.document,
                                           .line = origin.line,
                                           .column = 1,
                                           .text = vt_text_from(shape->text) };
    problems_add(problems, &diagnostic);
}

object_check check_object(const cli_source *source, const vitals_document *document,
                          vitals_event event, cli_problems *problems) {
    if (event == VITALS_EVENT_ERROR) report_error_event(source, document, problems);
    if (event >= VITALS_EVENT_BOOKMARK) return OBJECT_NONE;
    const bool claims = vitals_document_kind(document).size ||
                        vitals_document_api_version(document).size ||
                        vitals_document_name(document).size;
    if (!claims && !source->named) return OBJECT_NONE;
    for (size_t i = 0; i < COUNT_OF(bad_shapes); i++) {
        if (!bad_shapes[i].is(document)) continue;
        report(document, &bad_shapes[i], problems);
        return OBJECT_REFUSED;
    }
    return OBJECT_THERE;
}

/* JSON: reading, writing and reading again gives the same tree. */
#include <stdlib.h>
#include <string.h>

#include "base/run/limits.h"
#include "document/document.h"
#include "support/defer.h"
#include "support/drop.h"
#include "support/levels.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static vitals_document *parse(const char *bytes, size_t size) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    vitals_document *document = NULL;
    return vitals_document_parse(bytes, size, &options, &document, NULL) == VITALS_OK ? document
                                                                                      : NULL;
}

static void require(bool holds) {
    if (!holds) abort();
}

/* The same type, content, and members in the same order. */
static void compare(const vitals_document *a, const vt_value *x, const vitals_document *b,
                    const vt_value *y) {
    char scratch[2][40];
    require(x->type == y->type && vt_value_count(x) == vt_value_count(y));
    require(vt_text_equal(vt_value_text(x), vt_value_text(y)));
    require(vt_text_equal(vt_document_number_text(a, x, scratch[0]),
                          vt_document_number_text(b, y, scratch[1])));
    const vt_value *other = vt_array_first(y);
    for (const vt_value *item = vt_array_first(x); item; item = vt_array_next(x, item)) {
        compare(a, item, b, other);
        other = vt_array_next(y, other);
    }
    other = vt_object_first(y);
    for (const vt_value *key = vt_object_first(x); key; key = vt_object_next(x, key)) {
        require(vt_text_equal(vt_value_text(key), vt_value_text(other)));
        require(vt_document_get(b, y, vt_value_text(key)) == vt_object_value(other));
        compare(a, vt_object_value(key), b, vt_object_value(other));
        other = vt_object_next(y, other);
    }
}

static void write_and_read(const vitals_document *document, unsigned indent) {
    char *text = NULL;
    size_t text_size = 0;
    require(vitals_document_write_json(document, indent, NULL, &text, &text_size) == VITALS_OK);
    vitals_document *again = parse(text, text_size);
    require(again != NULL);
    compare(document, vt_document_root(document), again, vt_document_root(again));
    vitals_document_free(again);
    vitals_text_free(NULL, text, text_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vitals_limits limits = { 0 };
    limits.document_depth = 10;
    limits.document_values = 100;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    levels_require_same((const char *)data, size, &options);
    drop_require_same((const char *)data, size, &options);
    defer_require_same((const char *)data, size, &options);
    options.limits = &limits;
    levels_require_same((const char *)data, size, &options);
    drop_require_same((const char *)data, size, &options);
    defer_require_same((const char *)data, size, &options);
    vitals_document *document = parse((const char *)data, size);
    if (!document) return 0;
    write_and_read(document, 0);
    write_and_read(document, 3);
    vitals_document_free(document);
    return 0;
}

#include "support/defer.h"

#include <stdio.h>
#include <stdlib.h>

static void require(bool holds) {
    if (!holds) abort();
}

vitals_status defer_read_all(const char *bytes, size_t size, const vitals_read_options *options,
                             vitals_document **document) {
    vt_source source = { .text = { bytes, size }, .build_all = true };
    return vt_document_parse_source(&source, options, document, NULL);
}

static void require_same_path(const vitals_document *a, const vt_value *x, const vitals_document *b,
                              const vt_value *y) {
    vt_buffer want, got;
    vt_buffer_init(&want, NULL, 1 << 20);
    vt_buffer_init(&got, NULL, 1 << 20);
    require(vt_document_append_path(a, x, &want) && vt_document_append_path(b, y, &got));
    require(vt_text_equal(vt_buffer_text(&want), vt_buffer_text(&got)));
    vt_buffer_done(&want);
    vt_buffer_done(&got);
    vt_place want_place = vt_document_place(a, x), got_place = vt_document_place(b, y);
    require(want_place.line == got_place.line && want_place.column == got_place.column);
}

/* Type, content, position, path, parent, and members in the same order. */
static void compare(const vitals_document *a, const vt_value *x, const vitals_document *b,
                    const vt_value *y) {
    char scratch[2][40];
    require(x->type == y->type && x->depth == y->depth && x->offset == y->offset);
    require(vt_value_count(x) == vt_value_count(y));
    require(vt_text_equal(vt_value_text(x), vt_value_text(y)));
    require(vt_text_equal(vt_document_number_text(a, x, scratch[0]),
                          vt_document_number_text(b, y, scratch[1])));
    require_same_path(a, x, b, y);
    const vt_value *other = vt_array_first(y);
    size_t index = 0;
    for (const vt_value *item = vt_array_first(x); item; item = vt_array_next(x, item), index++) {
        require(vt_array_at(y, index) == other && vt_document_parent(b, other) == y);
        compare(a, item, b, other);
        other = vt_array_next(y, other);
    }
    other = vt_object_first(y);
    for (const vt_value *key = vt_object_first(x); key; key = vt_object_next(x, key)) {
        vt_text name = vt_value_text(key);
        require(vt_text_equal(name, vt_value_text(other)));
        require(vt_document_find_key(b, y, name) == other);
        require(vt_document_get(b, y, name) == vt_object_value(other));
        require(vt_text_equal(name, vt_value_text(vt_object_value(other) - 1)));
        require(vt_document_parent(b, vt_object_value(other)) == y);
        compare(a, vt_object_value(key), b, vt_object_value(other));
        other = vt_object_next(y, other);
    }
}

static void require_same_text(const vitals_document *a, const vitals_document *b) {
    for (int yaml = 0; yaml < 2; yaml++) {
        char *want, *got;
        size_t want_size, got_size;
        if (yaml) {
            require(vitals_document_write_yaml(a, NULL, &want, &want_size) == VITALS_OK);
            require(vitals_document_write_yaml(b, NULL, &got, &got_size) == VITALS_OK);
        } else {
            require(vitals_document_write_json(a, 2, NULL, &want, &want_size) == VITALS_OK);
            require(vitals_document_write_json(b, 2, NULL, &got, &got_size) == VITALS_OK);
        }
        require(want_size == got_size && memcmp(want, got, want_size) == 0);
        vitals_text_free(NULL, want, want_size);
        vitals_text_free(NULL, got, got_size);
    }
}

void defer_require_equal(const vitals_document *a, const vitals_document *b) {
    require(vt_document_value_count(a) == vt_document_value_count(b));
    compare(a, vt_document_root(a), b, vt_document_root(b));
    require_same_text(a, b);
    require(vt_document_failures(b) == 0);
}

void defer_require_same(const char *bytes, size_t size, const vitals_read_options *options) {
    vitals_document *whole = NULL, *deferred = NULL;
    vitals_status status = defer_read_all(bytes, size, options, &whole);
    require(vitals_document_parse(bytes, size, options, &deferred, NULL) == status);
    if (status == VITALS_OK) {
        require_same_text(whole, deferred); /* before anything else opens it */
        defer_require_equal(whole, deferred);
    }
    vitals_document_free(whole);
    vitals_document_free(deferred);
}

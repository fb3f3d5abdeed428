#include "support/levels.h"

#include <stdlib.h>

#include "document/tree.h"

static void require(bool holds) {
    if (!holds) abort();
}

const vt_json_level *levels_at(size_t index) {
    const vt_json_level *level;
    for (size_t i = 0; (level = vt_json_level_at(i)); i++) {
        if (level->runs() && index-- == 0) return level;
    }
    return NULL;
}

/* ------------------------------------------------------------------- documents */

static void require_equal_content(const vt_value *a, const vt_value *b) {
    if (a->type == VT_STRING) {
        require(memcmp(a->as.bytes, b->as.bytes, (size_t)a->size + 1) == 0);
    } else if (a->flags & VT_FLAG_DEFERRED) {
        const vt_deferred *x = a->as.deferred, *y = b->as.deferred;
        require(x->offset == y->offset && x->size == y->size && x->depth == y->depth);
    } else {
        require(a->as.integer == b->as.integer);
    }
}

void levels_require_equal(const vitals_document *a, const vitals_document *b) {
    require(a->value_count == b->value_count && a->dropped == b->dropped);
    require(a->deferred_values == b->deferred_values && a->slot_count == b->slot_count);
    for (size_t i = 0; i < a->value_count; i++) {
        const vt_value *x = &a->values[i], *y = &b->values[i];
        require(x->type == y->type && x->flags == y->flags && x->depth == y->depth);
        require(x->size == y->size && x->offset == y->offset && x->next == y->next);
        require_equal_content(x, y);
    }
    require(a->number_text_count == b->number_text_count);
    for (size_t i = 0; i < a->number_text_count; i++) {
        require(a->number_texts[i].index == b->number_texts[i].index);
        require(vt_text_equal(a->number_texts[i].text, b->number_texts[i].text));
    }
}

/* -------------------------------------------------------------------- findings */

static void require_equal_text(vitals_text a, vitals_text b) {
    require(a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0));
}

void levels_require_equal_findings(const vitals_diagnostics *a, const vitals_diagnostics *b) {
    size_t count = vitals_diagnostics_count(a);
    require(vitals_diagnostics_count(b) == count);
    for (size_t i = 0; i < count; i++) {
        const vitals_diagnostic *x = vitals_diagnostics_at(a, i), *y = vitals_diagnostics_at(b, i);
        require(x->severity == y->severity && x->line == y->line && x->column == y->column);
        require(strcmp(x->rule, y->rule) == 0 && !x->limit == !y->limit);
        require(!x->limit || strcmp(x->limit, y->limit) == 0);
        require_equal_text(x->text, y->text);
    }
}

/* --------------------------------------------------------------------- reading */

typedef struct reading {
    vitals_status status;
    vitals_document *document;
    vitals_diagnostics *findings;
} reading;

static reading read_at(const vt_json_level *level, bool build_all, vt_text text,
                       const vitals_read_options *options) {
    reading result = { VITALS_OK, NULL, NULL };
    require(vitals_diagnostics_new(NULL, &result.findings) == VITALS_OK);
    vt_source source = { .text = text, .build_all = build_all, .level = level };
    result.status = vt_document_parse_source(&source, options, &result.document, result.findings);
    return result;
}

static void free_reading(reading *result) {
    vitals_document_free(result->document);
    vitals_diagnostics_free(result->findings);
}

static void compare_levels(bool build_all, vt_text text, const vitals_read_options *options) {
    reading want = read_at(levels_at(0), build_all, text, options);
    const vt_json_level *level;
    for (size_t i = 1; (level = levels_at(i)); i++) {
        reading got = read_at(level, build_all, text, options);
        require(got.status == want.status);
        levels_require_equal_findings(want.findings, got.findings);
        if (want.status == VITALS_OK) levels_require_equal(want.document, got.document);
        free_reading(&got);
    }
    free_reading(&want);
}

void levels_require_same(const char *bytes, size_t size, const vitals_read_options *options) {
    compare_levels(true, vt_text_slice(bytes, size), options);
    compare_levels(false, vt_text_slice(bytes, size), options);
}

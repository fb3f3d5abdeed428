#include "attack/hostile.h"

#include "base/memory/memory.h"
#include "support/table.h"

void hostile_repeat(vt_buffer *out, const char *item, size_t count) {
    for (size_t i = 0; i < count; i++) vt_buffer_add_terminated(out, item);
}

static void add_items(vt_buffer *out, const hostile_text *from) {
    bool is_numbered = strstr(from->item, "%zu") != NULL;
    for (size_t i = 0; i < from->count; i++) {
        if (is_numbered) {
            vt_buffer_printf(out, from->item, i, i, i, i);
        } else {
            vt_buffer_add_terminated(out, from->item);
        }
    }
}

vitals_text hostile_make(const hostile_text *from) {
    vitals_allocator memory = vt_allocator_or_default(NULL);
    vt_buffer out;
    size_t size;
    vt_buffer_init(&out, &memory, SIZE_MAX / 2);
    if (from->make) {
        from->make(&out);
    } else {
        vt_buffer_add_terminated(&out, from->head);
        add_items(&out, from);
        vt_buffer_add_terminated(&out, from->tail);
    }
    const char *bytes = vt_buffer_take(&out, &size);
    assert_non_null(bytes);
    return (vitals_text){ bytes, size };
}

void hostile_free(vitals_text text) {
    union {
        const char *from;
        char *to;
    } bytes = { text.bytes };
    free(bytes.to);
}

void hostile_assess_good(vitals_worker *worker) {
    static const char pod[] =
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},"
        "\"spec\":{\"restartPolicy\":\"Always\"},\"status\":{\"phase\":"
        "\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":"
        "\"True\"}]}}";
    vitals_document *document = NULL;
    vitals_verdict *verdict = NULL;
    assert_int_equal(vitals_document_parse(pod, sizeof pod - 1, NULL, &document, NULL), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    assert_int_equal(vitals_assess(worker, document, NULL, verdict), VITALS_OK);
    assert_string_equal(vitals_health_name(vitals_verdict_health(verdict)), "Healthy");
    vitals_verdict_free(verdict);
    vitals_document_free(document);
}

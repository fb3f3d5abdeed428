/* Fields that several questions read. */
#include "why/why.h"

void vt_why_add_line(vt_buffer *out, const char *before, vt_text text) {
    vt_text line;
    if (!vt_text_split(&text, '\n', &line) || line.size == 0) return;
    vt_buffer_add_terminated(out, before);
    vt_buffer_add(out, vt_text_cut(vt_text_trim(line), VT_WHY_MOST_LINE_BYTES));
}

const vt_value *vt_why_condition(const vitals_document *document, const char *type) {
    const vt_value *list = vt_document_parts(document)->conditions;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (vt_text_is(vt_why_text(document, item, "type"), type)) return item;
    }
    return NULL;
}

vt_text vt_why_ready_reason(const vitals_document *document) {
    return vt_why_text(document, vt_why_condition(document, "Ready"), "reason");
}

/* The requirements of a map of labels, of which the set uses the rarest. */
bool vt_why_read_labels(vitals_why *why, const vt_value *labels, vt_label_selector *out) {
    const size_t most = vt_value_count(labels);
    vt_label_requirement *items = vt_arena_allocate_array(&why->arena, most, sizeof *items);
    vt_text *values = vt_arena_allocate_array(&why->arena, most, sizeof *values);
    size_t count = 0;
    if (!items || !values) {
        why->no_memory = true;
        return false;
    }
    for (const vt_value *key = vt_object_first(labels); key; key = vt_object_next(labels, key)) {
        values[count] = vt_value_text(vt_object_value(key));
        items[count] = (vt_label_requirement){ vt_value_text(key), VT_LABEL_IN, &values[count], 1 };
        count++;
    }
    *out = (vt_label_selector){ items, count };
    return true;
}

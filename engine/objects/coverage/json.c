/* Coverage as JSON: docs/schema/coverage.schema.json. */
#include "base/number/clock.h"
#include "base/text/json_writer.h"
#include "document/document.h"
#include "objects/coverage/coverage.h"

enum { MS = 1000 };

/* -------------------------------------------------------------------- writing */

static void add_listed(vt_json_writer *item, int64_t ms) {
    if (ms == VITALS_COVERAGE_NO_TIME) return;
    vt_buffer time;
    vt_buffer_init(&time, &item->out->allocator, SIZE_MAX / 2);
    vt_instant_append(&time, (vt_instant){ ms / MS - (ms % MS < 0), 0 });
    vt_json_add_text(item, "listed", vt_buffer_text(&time));
    item->out->failed |= time.failed;
    vt_buffer_done(&time);
}

static void add_part(vt_json_writer *parts, const vitals_coverage_part *part) {
    vt_json_writer item = vt_json_add_object(parts, NULL);
    vt_json_add_word(&item, "state", vitals_coverage_state_name(part->state));
    vt_json_add_text_if(&item, "cluster", part->cluster);
    vt_json_add_text(&item, "what", part->what.size ? part->what : VT_TEXT("input"));
    vt_json_add_text_if(&item, "namespace", part->namespace_);
    if (part->line) vt_json_add_unsigned(&item, "line", part->line);
    if (part->column) vt_json_add_unsigned(&item, "column", part->column);
    add_listed(&item, part->listed_ms);
    vt_json_add_text(&item, "reason", part->reason);
    vt_json_close(&item);
}

static bool is_complete(const vitals_coverage_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->parts[i].state > VITALS_COVERAGE_EXCLUDED) return false;
    }
    return list->more == 0;
}

vitals_status vitals_coverage_json(vitals_coverage_list *list, vitals_text *json) {
    if (!list || !json) return VITALS_EINVAL;
    vt_buffer_clear(&list->text);
    vt_json_writer object = vt_json_open_object(&list->text);
    vt_json_add_bool(&object, "complete", is_complete(list));
    vt_json_writer parts = vt_json_add_array(&object, "parts");
    for (size_t i = 0; i < list->count; i++) add_part(&parts, &list->parts[i]);
    vt_json_close(&parts);
    if (list->more) vt_json_add_unsigned(&object, "more", list->more);
    vt_json_close(&object);
    if (list->text.failed) return VITALS_ENOMEM;
    *json = vt_buffer_text(&list->text);
    return VITALS_OK;
}

/* -------------------------------------------------------------------- reading */

static vt_text text_at(const vitals_document *document, const vt_value *part, const char *name) {
    return vt_value_text(vt_document_field(document, part, vt_text_from(name)));
}

static int64_t number_at(const vitals_document *document, const vt_value *part, const char *name) {
    const vt_value *value = vt_document_field(document, part, vt_text_from(name));
    return vt_value_is_integer(value) && value->as.integer > 0 ? value->as.integer : 0;
}

static vitals_status read_part(vitals_coverage_list *list, const vitals_document *document,
                               const vt_value *value) {
    vt_instant listed;
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    part.state = vitals_coverage_state_from_name(text_at(document, value, "state"));
    if (part.state == VITALS_COVERAGE_STATE_COUNT) part.state = VITALS_COVERAGE_LOST;
    part.cluster = text_at(document, value, "cluster");
    part.what = text_at(document, value, "what");
    part.namespace_ = text_at(document, value, "namespace");
    part.reason = text_at(document, value, "reason");
    part.line = (uint32_t)number_at(document, value, "line");
    part.column = (uint32_t)number_at(document, value, "column");
    if (vt_instant_parse(text_at(document, value, "listed"), &listed)) {
        part.listed_ms = listed.seconds * MS;
    }
    return vitals_coverage_add(list, &part);
}

vitals_status vitals_coverage_add_json(vitals_coverage_list *list, const vitals_document *document,
                                       const vitals_value *value) {
    if (!list || !document) return VITALS_EINVAL;
    const vt_value *object = (const vt_value *)(const void *)value;
    const vt_value *parts = vt_document_field(document, object, VT_TEXT("parts"));
    if (!vt_value_is_array(parts)) return VITALS_EINVAL;
    for (const vt_value *part = vt_array_first(parts); part; part = vt_array_next(parts, part)) {
        const vitals_status status = read_part(list, document, part);
        if (status) return status;
    }
    list->more += (size_t)number_at(document, object, "more");
    return VITALS_OK;
}

/* A finding as JSON: docs/schema/why.schema.json. */
#include "base/number/clock.h"
#include "base/text/json_writer.h"
#include "why/why.h"

static void add_time(vt_json_writer *writer, const char *name, int64_t seconds) {
    vt_buffer text;
    if (seconds == INT64_MIN) return;
    vt_buffer_init(&text, &writer->out->allocator, 64);
    vt_instant_append(&text, (vt_instant){ seconds, 0 });
    vt_json_add_text(writer, name, vt_buffer_text(&text));
    vt_buffer_done(&text);
}

static void add_identity(vt_json_writer *writer, const vitals_document *document) {
    vt_json_add_text(writer, "group", vitals_document_group(document));
    vt_json_add_text(writer, "kind", vitals_document_kind(document));
    vt_json_add_text_if(writer, "namespace", vitals_document_namespace(document));
    vt_json_add_text(writer, "name", vitals_document_name(document));
}

static void add_health(vt_json_writer *writer, const vitals_why_finding *finding) {
    vt_json_writer health = vt_json_add_object(writer, "health");
    vt_json_add_word(&health, "status", vitals_health_name(finding->health));
    vt_json_add_text(&health, "message", finding->message);
    vt_json_close(&health);
    if (finding->kstatus)
        vt_json_add_word(writer, "kstatus", vitals_kstatus_name(finding->kstatus));
    add_time(writer, "since", finding->since_seconds);
}

static void add_rule(vt_json_writer *writer, const vitals_why_finding *finding) {
    vt_json_writer rule = vt_json_add_object(writer, "rule");
    vt_json_add_word(&rule, "source", vitals_source_name(finding->source));
    vt_json_add_text_if(&rule, "id", finding->rule);
    vt_json_add_text_if(&rule, "at", finding->rule_at);
    vt_json_add_text_if(&rule, "row", finding->row);
    vt_json_add_text_if(&rule, "line", finding->line_at);
    vt_json_close(&rule);
}

static void add_cause(vt_json_writer *writer, const vitals_why_finding *finding) {
    vt_json_add_text(writer, "because", finding->because);
    vt_json_writer cause = vt_json_add_object(writer, "cause");
    add_identity(&cause, finding->cause);
    vt_json_add_text(&cause, "key", finding->cause_key);
    vt_json_add_bool(&cause, "lasts", finding->lasts);
    vt_json_close(&cause);
}

static void add_delivery(vt_json_writer *writer, const vitals_why_finding *finding) {
    if (!finding->deliverer) return;
    vt_json_writer delivery = vt_json_add_object(writer, "delivery");
    add_identity(&delivery, finding->deliverer);
    vt_json_add_word(&delivery, "state", vitals_live_delivery_name(finding->delivery.state));
    vt_json_add_text_if(&delivery, "wanted", finding->delivery.wanted);
    vt_json_add_text_if(&delivery, "applied", finding->delivery.applied);
    vt_json_add_text_if(&delivery, "message", finding->delivery.message);
    vt_json_close(&delivery);
}

static void add_details(vt_json_writer *writer, const vt_why_finding *finding) {
    vt_json_writer details = vt_json_add_array(writer, "details");
    for (size_t i = 0; i < finding->public.detail_count; i++) {
        vt_json_add_text(&details, NULL, finding->details[i]);
    }
    vt_json_close(&details);
}

static void add_events(vt_json_writer *writer, const vt_why_finding *finding) {
    vt_json_writer events = vt_json_add_array(writer, "events");
    for (size_t i = 0; i < finding->public.event_count; i++) {
        const vitals_why_event *event = &finding->events[i];
        vt_json_writer one = vt_json_add_object(&events, NULL);
        vt_json_add_text(&one, "kind", event->kind);
        vt_json_add_text(&one, "name", event->name);
        vt_json_add_text(&one, "reason", event->reason);
        vt_json_add_text(&one, "message", event->message);
        add_time(&one, "at", event->at_seconds);
        vt_json_add_unsigned(&one, "count", event->count);
        vt_json_close(&one);
    }
    vt_json_close(&events);
}

static void add_changes(vt_json_writer *writer, const vt_why_finding *finding) {
    vt_json_writer changes = vt_json_add_array(writer, "changes");
    for (size_t i = 0; i < finding->public.change_count; i++) {
        const vitals_why_change *change = &finding->changes[i];
        vt_json_writer one = vt_json_add_object(&changes, NULL);
        add_identity(&one, change->object);
        vt_json_add_text(&one, "manager", change->manager);
        vt_json_add_text(&one, "operation", change->operation);
        add_time(&one, "at", change->at_seconds);
        vt_json_add_text_if(&one, "fields", change->fields);
        vt_json_close(&one);
    }
    vt_json_close(&changes);
}

vitals_status vitals_why_json(const vitals_why *why, size_t finding, char **text, size_t *size) {
    if (!why || !text || !size || finding >= why->finding_count) return VITALS_EINVAL;
    const vt_why_finding *own = &why->findings[finding];
    vt_buffer out;
    vt_buffer_init(&out, &why->allocator, SIZE_MAX / 2);
    vt_json_writer writer = vt_json_open_object(&out);
    add_identity(&writer, own->public.object);
    add_health(&writer, &own->public);
    add_rule(&writer, &own->public);
    add_cause(&writer, &own->public);
    add_details(&writer, own);
    add_delivery(&writer, &own->public);
    add_events(&writer, own);
    add_changes(&writer, own);
    vt_json_add_text_if(&writer, "next", own->public.next);
    if (own->public.limit) vt_json_add_word(&writer, "limit", own->public.limit);
    vt_json_close(&writer);
    size_t taken = 0;
    char *bytes = vt_buffer_take(&out, &taken);
    vt_buffer_done(&out);
    if (!bytes) return VITALS_ENOMEM;
    *text = bytes;
    *size = taken;
    return VITALS_OK;
}

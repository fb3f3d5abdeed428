/* The verdict as one line of JSON, schema vitals/v1. */
#include "base/quote.h"
#include "health/assessment.h"

/* Writes the members of an object, with commas between them. */
typedef struct json_writer {
    vt_buffer *out;
    bool first;
} json_writer;

static json_writer open_object(vt_buffer *out) {
    vt_buffer_add_byte(out, '{');
    return (json_writer){ out, true };
}

static void close_object(json_writer *writer) {
    vt_buffer_add_byte(writer->out, '}');
}

static void key(json_writer *writer, const char *name) {
    if (!writer->first) vt_buffer_add_byte(writer->out, ',');
    writer->first = false;
    vt_buffer_add_byte(writer->out, '"');
    vt_buffer_add_terminated(writer->out, name);
    vt_buffer_add_bytes(writer->out, "\":", 2);
}

static void add_text(json_writer *writer, const char *name, vt_text text) {
    key(writer, name);
    vt_quote_append_json(writer->out, text);
}

static void add_optional_text(json_writer *writer, const char *name, vt_text text) {
    if (!vt_text_is_absent(text)) add_text(writer, name, text);
}

static void add_number(json_writer *writer, const char *name, uint32_t number) {
    key(writer, name);
    vt_buffer_add_integer(writer->out, number);
}

static void add_bool(json_writer *writer, const char *name, bool value) {
    key(writer, name);
    vt_buffer_add_terminated(writer->out, value ? "true" : "false");
}

static void add_object(json_writer *writer, const vitals_verdict *verdict) {
    add_text(writer, "apiVersion", verdict->api_version);
    add_text(writer, "kind", verdict->kind);
    add_text(writer, "namespace", verdict->namespace_);
    add_text(writer, "name", verdict->name);
    add_text(writer, "uid", verdict->uid);
    key(writer, "input");
    json_writer input = open_object(writer->out);
    add_text(&input, "file", verdict->file);
    add_number(&input, "document", verdict->input_document);
    add_number(&input, "line", verdict->input_line);
    close_object(&input);
}

/* Kinds that have no health by nature, and what is not an object at all. */
static bool has_no_health(const vitals_verdict *verdict) {
    if (verdict->health != VITALS_HEALTH_UNASSESSED) return false;
    size_t slash = vt_text_find_byte(verdict->api_version, '/', 0);
    vt_text group =
        slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(verdict->api_version, 0, slash);
    return verdict->kind.size == 0 || vitals_kind_has_no_health(group, verdict->kind);
}

static void add_health(json_writer *writer, const vitals_verdict *verdict) {
    key(writer, "health");
    if (has_no_health(verdict)) {
        vt_buffer_add_terminated(writer->out, "null");
        return;
    }
    json_writer health = open_object(writer->out);
    add_text(&health, "status", vt_text_from(vitals_health_name(verdict->health)));
    add_text(&health, "message", verdict->message);
    close_object(&health);
}

static void add_conditions(json_writer *writer, const vitals_verdict *verdict) {
    key(writer, "conditions");
    vt_buffer_add_byte(writer->out, '[');
    for (size_t i = 0; i < verdict->condition_count; i++) {
        const vt_kstatus_condition *from = &verdict->conditions[i];
        if (i) vt_buffer_add_byte(writer->out, ',');
        json_writer condition = open_object(writer->out);
        add_text(&condition, "type", from->type);
        add_text(&condition, "status", from->status);
        add_text(&condition, "reason", from->reason);
        add_text(&condition, "message", from->message);
        close_object(&condition);
    }
    vt_buffer_add_byte(writer->out, ']');
}

static void add_kstatus(json_writer *writer, const vitals_verdict *verdict) {
    if (verdict->kstatus == VITALS_KSTATUS_NONE) return;
    key(writer, "kstatus");
    json_writer kstatus = open_object(writer->out);
    add_text(&kstatus, "status", vt_text_from(vitals_kstatus_name(verdict->kstatus)));
    add_text(&kstatus, "message", verdict->kstatus_message);
    add_conditions(&kstatus, verdict);
    close_object(&kstatus);
}

static void add_rule(json_writer *writer, const vitals_verdict *verdict) {
    key(writer, "rule");
    json_writer rule = open_object(writer->out);
    add_text(&rule, "source", vt_text_from(vitals_source_name(verdict->source)));
    add_optional_text(&rule, "id", verdict->rule);
    add_optional_text(&rule, "at", verdict->rule_at);
    close_object(&rule);
}

vitals_status vitals_verdict_json(vitals_verdict *verdict, vitals_text *out) {
    vt_buffer_clear(&verdict->json);
    json_writer line = open_object(&verdict->json);
    add_text(&line, "schema", VT_TEXT("vitals/v1"));
    add_object(&line, verdict);
    add_health(&line, verdict);
    add_kstatus(&line, verdict);
    add_optional_text(&line, "since", verdict->since);
    add_bool(&line, "stale", verdict->stale);
    add_optional_text(&line, "suspension", verdict->suspension);
    add_rule(&line, verdict);
    add_optional_text(&line, "error", verdict->error);
    if (verdict->limit) add_text(&line, "limit", vt_text_from(verdict->limit));
    add_bool(&line, "counted", vitals_verdict_counted(verdict));
    close_object(&line);
    if (verdict->json.failed) return VITALS_ENOMEM;
    *out = vt_buffer_text(&verdict->json);
    return VITALS_OK;
}

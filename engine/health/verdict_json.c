/* The verdict as one line of JSON, schema vitals/v1. */
#include "base/text/json_writer.h"
#include "health/assessment.h"

static void add_names(vt_json_writer *writer, const vitals_verdict *verdict) {
    vt_json_add_text(writer, "apiVersion", verdict->api_version);
    vt_json_add_text(writer, "kind", verdict->kind);
    vt_json_add_text(writer, "namespace", verdict->namespace_);
    vt_json_add_text(writer, "name", verdict->name);
    vt_json_add_text(writer, "uid", verdict->uid);
    vt_json_writer input = vt_json_add_object(writer, "input");
    vt_json_add_text(&input, "file", verdict->file);
    vt_json_add_integer(&input, "document", verdict->input_document);
    vt_json_add_integer(&input, "line", verdict->input_line);
    vt_json_close(&input);
}

/* Kinds that have no health by nature, and what is not an object at all. */
static bool has_no_health(const vitals_verdict *verdict) {
    if (verdict->health != VITALS_HEALTH_UNASSESSED) return false;
    size_t slash = vt_text_find_byte(verdict->api_version, '/', 0);
    vt_text group =
        slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(verdict->api_version, 0, slash);
    return verdict->kind.size == 0 || vitals_kind_has_no_health(group, verdict->kind);
}

static void add_health(vt_json_writer *writer, const vitals_verdict *verdict) {
    if (has_no_health(verdict)) {
        vt_json_add_null(writer, "health");
        return;
    }
    vt_json_writer health = vt_json_add_object(writer, "health");
    vt_json_add_word(&health, "status", vitals_health_name(verdict->health));
    vt_json_add_text(&health, "message", verdict->message);
    vt_json_close(&health);
}

static void add_conditions(vt_json_writer *writer, const vitals_verdict *verdict) {
    vt_json_writer conditions = vt_json_add_array(writer, "conditions");
    for (size_t i = 0; i < verdict->condition_count; i++) {
        const vt_kstatus_condition *from = &verdict->conditions[i];
        vt_json_writer condition = vt_json_add_object(&conditions, NULL);
        vt_json_add_text(&condition, "type", from->type);
        vt_json_add_text(&condition, "status", from->status);
        vt_json_add_text(&condition, "reason", from->reason);
        vt_json_add_text(&condition, "message", from->message);
        vt_json_close(&condition);
    }
    vt_json_close(&conditions);
}

static void add_kstatus(vt_json_writer *writer, const vitals_verdict *verdict) {
    if (verdict->kstatus == VITALS_KSTATUS_NONE) return;
    vt_json_writer kstatus = vt_json_add_object(writer, "kstatus");
    vt_json_add_word(&kstatus, "status", vitals_kstatus_name(verdict->kstatus));
    vt_json_add_text(&kstatus, "message", verdict->kstatus_message);
    add_conditions(&kstatus, verdict);
    vt_json_close(&kstatus);
}

static void add_rule(vt_json_writer *writer, const vitals_verdict *verdict) {
    vt_json_writer rule = vt_json_add_object(writer, "rule");
    vt_json_add_word(&rule, "source", vitals_source_name(verdict->source));
    vt_json_add_text_if(&rule, "id", verdict->rule);
    vt_json_add_text_if(&rule, "at", verdict->rule_at);
    vt_json_close(&rule);
}

vitals_status vitals_verdict_json(vitals_verdict *verdict, vitals_text *out) {
    if (!verdict || !out) return VITALS_EINVAL;
    vt_buffer_clear(&verdict->json);
    vt_json_writer line = vt_json_open_object(&verdict->json);
    vt_json_add_text(&line, "schema", VT_TEXT("vitals/v1"));
    add_names(&line, verdict);
    add_health(&line, verdict);
    add_kstatus(&line, verdict);
    vt_json_add_text_if(&line, "since", verdict->since);
    vt_json_add_bool(&line, "stale", verdict->stale);
    vt_json_add_text_if(&line, "suspension", verdict->suspension);
    add_rule(&line, verdict);
    vt_json_add_text_if(&line, "error", verdict->error);
    if (verdict->limit) vt_json_add_word(&line, "limit", verdict->limit);
    vt_json_add_bool(&line, "counted", vitals_verdict_counted(verdict));
    vt_json_close(&line);
    if (verdict->json.failed) return VITALS_ENOMEM;
    *out = vt_buffer_text(&verdict->json);
    return VITALS_OK;
}

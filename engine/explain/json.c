/* Explanations as JSON: docs/schema/explanation.schema.json. */
#include "base/text/json_writer.h"
#include "explain/explanation.h"

/* A status as kstatus names it, where the profile uses kstatus. */
static const char *status_name(vitals_health health, vitals_kstatus kstatus) {
    if (kstatus != VITALS_KSTATUS_NONE) return vitals_kstatus_name(kstatus);
    return health == VITALS_HEALTH_EMPTY ? "Empty" : vitals_health_name(health);
}

static void add_identity(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_add_word(result, "schema", "vitals/explain/v1");
    vt_json_add_text(result, "group", from->group);
    vt_json_add_text(result, "kind", from->kind);
    vt_json_add_word(result, "profile", vitals_profile_name(from->call.profile));
    if (from->of_kind) return;
    vt_json_add_text_if(result, "namespace", from->object_namespace);
    vt_json_add_text_if(result, "name", from->object_name);
    vt_json_add_text(result, "at", from->at);
}

static void add_health(vt_json_writer *result, const vitals_explanation *from) {
    const vitals_health health = vitals_verdict_health(from->verdict);
    if (health == VITALS_HEALTH_UNASSESSED && vitals_kind_has_no_health(from->group, from->kind)) {
        vt_json_add_null(result, "health");
        return;
    }
    vt_json_writer member = vt_json_add_object(result, "health");
    vt_json_add_word(&member, "status", vitals_health_name(health));
    vt_json_add_text(&member, "message", vitals_verdict_message(from->verdict));
    vt_json_close(&member);
    vt_json_add_text_if(result, "because", from->because);
    vt_json_add_text_if(result, "since", vitals_verdict_since(from->verdict));
    vt_json_add_text_if(result, "error", vitals_verdict_error(from->verdict));
}

static void add_decided(vt_json_writer *result, const vitals_explanation *from) {
    const vitals_verdict *verdict = from->verdict;
    vt_json_writer decided = vt_json_add_object(result, "decidedBy");
    vt_json_add_word(&decided, "source", vitals_source_name(vitals_verdict_source(verdict)));
    vt_json_add_text_if(&decided, "id", vitals_verdict_rule(verdict));
    vt_json_add_text_if(&decided, "at", vitals_verdict_rule_at(verdict));
    vt_json_add_text_if(&decided, "row", vitals_verdict_row(verdict));
    vt_json_add_text_if(&decided, "lineAt", vitals_verdict_line_at(verdict));
    vt_json_add_bool(&decided, "wildcard", from->wildcard);
    vt_json_close(&decided);
}

static void add_considered(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "considered");
    for (size_t i = 0; i < from->considered_count; i++) {
        const vitals_considered *considered = &from->considered[i];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "source", vitals_source_name(considered->source));
        vt_json_add_word(&item, "outcome", considered->outcome);
        vt_json_add_text(&item, "text", considered->text);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_script(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "script");
    for (size_t i = 0; i < from->line_count; i++) {
        const vitals_script_line *line = &from->lines[i];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_integer(&item, "line", line->line);
        vt_json_add_integer(&item, "scriptLine", line->script_line);
        vt_json_add_bool(&item, "decided", line->decided);
        vt_json_add_text(&item, "text", line->text);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

/* The value of a field is JSON already. */
static void add_fields(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "fieldsRead");
    for (size_t i = 0; i < from->field_count; i++) {
        const vitals_field *field = &from->fields[i];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_text(&item, "path", field->path);
        if (!vt_text_is_absent(field->value)) vt_json_add_json(&item, "value", field->value);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_parts(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "expression");
    for (size_t i = 0; i < from->part_count; i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_text(&item, "text", from->parts[i].text);
        vt_json_add_text_if(&item, "value", from->parts[i].value);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_below(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "below");
    for (size_t i = 0; i < from->descendant_count; i++) {
        const vitals_descendant *below = &from->descendants[i];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "status", vitals_health_name(below->health));
        vt_json_add_text_if(&item, "kind", below->kind);
        vt_json_add_text_if(&item, "name", below->name);
        vt_json_add_text_if(&item, "message", below->message);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_elsewhere(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "elsewhere");
    for (size_t i = 0; i < from->other_profile_count; i++) {
        const vitals_other_profile *other = &from->other_profiles[i];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "profile", vitals_profile_name(other->profile));
        vt_json_add_bool(&item, "agrees", other->agrees);
        if (other->health == VITALS_HEALTH_UNASSESSED) {
            vt_json_add_null(&item, "status");
        } else {
            vt_json_add_word(&item, "status", status_name(other->health, other->kstatus));
        }
        vt_json_add_text_if(&item, "message", other->message);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_cost(vt_json_writer *result, const vitals_explanation *from) {
    if (!from->limit) return;
    vt_json_writer cost = vt_json_add_object(result, "cost");
    vt_json_add_word(&cost, "limit", from->limit);
    vt_json_add_unsigned(&cost, "used", from->steps);
    vt_json_add_unsigned(&cost, "of", from->most_steps);
    vt_json_close(&cost);
}

static void add_object(vt_json_writer *result, const vitals_explanation *from) {
    const char *cut = vitals_explanation_limit(from);
    add_script(result, from);
    add_fields(result, from);
    add_parts(result, from);
    add_below(result, from);
    add_elsewhere(result, from);
    add_cost(result, from);
    if (cut) vt_json_add_word(result, "cutAt", cut);
}

vitals_status vitals_explanation_json(const vitals_explanation *explanation, char **text,
                                      size_t *size) {
    vt_buffer out;
    if (!explanation || !text || !size) return VITALS_EINVAL;
    vt_buffer_init(&out, &explanation->allocator, SIZE_MAX / 2);
    vt_json_writer result = vt_json_open_object(&out);
    add_identity(&result, explanation);
    if (!explanation->of_kind) add_health(&result, explanation);
    add_decided(&result, explanation);
    add_considered(&result, explanation);
    if (!explanation->of_kind) add_object(&result, explanation);
    vt_json_add_text_if(&result, "nearest", explanation->nearest);
    vt_json_add_bool(&result, "argocdBundles",
                     vitals_argocd_bundles(explanation->group, explanation->kind));
    vt_json_close(&result);
    char *taken = vt_buffer_take(&out, size);
    vt_buffer_done(&out);
    if (!taken) return VITALS_ENOMEM;
    *text = taken;
    return VITALS_OK;
}

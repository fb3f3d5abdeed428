/* What a search reaches: each object is assessed once. */
#include "why/why.h"

/* ------------------------------------------------------------------- verdicts */

static uint64_t hash_of(const vitals_why *why, const vitals_document *document) {
    return vt_hash(vt_text_slice((const char *)(const void *)&document, sizeof document),
                   vt_hash_seed(0, why));
}

static bool is_object_of(const void *item, const void *key) {
    return ((const vt_why_object *)item)->document == key;
}

static vt_text keep(vitals_why *why, vt_text text) {
    if (vt_text_is_absent(text)) return text;
    const vt_text copy = vt_arena_copy(&why->arena, text);
    if (vt_text_is_absent(copy)) why->no_memory = true;
    return copy;
}

static vt_text line_of(vitals_why *why, const vitals_verdict *verdict) {
    const vt_text at = vitals_verdict_line_at(verdict);
    const uint32_t line = vitals_verdict_line(verdict);
    if (!vt_text_is_absent(at) || line == 0) return keep(why, at);
    return vt_arena_printf(&why->arena, "line %u", (unsigned)line);
}

static void fill(vitals_why *why, vt_why_object *object) {
    const vitals_verdict *verdict = why->verdict;
    object->health = vitals_verdict_health(verdict);
    object->kstatus = vitals_verdict_kstatus(verdict);
    object->source = vitals_verdict_source(verdict);
    object->message = keep(why, vitals_verdict_message(verdict));
    object->since = keep(why, vitals_verdict_since(verdict));
    object->rule = keep(why, vitals_verdict_rule(verdict));
    object->rule_at = keep(why, vitals_verdict_rule_at(verdict));
    object->row = keep(why, vitals_verdict_row(verdict));
    object->line_at = line_of(why, verdict);
}

vt_why_object *vt_why_object_of(vitals_why *why, const vitals_document *document) {
    const uint64_t hash = hash_of(why, document);
    vt_why_object *object = vt_hash_table_find(&why->objects, hash, is_object_of, document);
    if (object) return object;
    object = vt_arena_allocate_zeroed(&why->arena, sizeof *object);
    if (!object || !vt_hash_table_reserve(&why->objects, &why->allocator) ||
        vitals_assess(why->worker, document, &why->call, why->verdict) != VITALS_OK) {
        why->no_memory = true;
        return NULL;
    }
    object->document = document;
    object->kind = vitals_document_kind(document);
    object->namespace_ = vitals_document_namespace(document);
    object->name = vitals_document_name(document);
    object->finding = SIZE_MAX;
    fill(why, object);
    vt_hash_table_insert(&why->objects, hash, object);
    return object;
}

/* Whether it has more to show than its status; found out once. */
static void check_explanation(vitals_why *why, vt_why_object *object) {
    vt_buffer text;
    if (object->explanation_checked) return;
    vt_buffer_init(&text, &why->allocator, SIZE_MAX / 2);
    vt_why_add_explanation(why, &text, object, VT_TEXT_ABSENT);
    object->explanation_checked = true;
    object->has_explanation = text.size > 0;
    if (text.failed) why->no_memory = true;
    vt_buffer_done(&text);
}

bool vt_why_is_unhealthy(const vt_why_object *object) {
    return vitals_health_severity(object->health) >=
           vitals_health_severity(VITALS_HEALTH_PROGRESSING);
}

/* ---------------------------------------------------------------------- steps */

void vt_why_add_step(vitals_why *why, vt_why_step step) {
    void *items = why->steps;
    const bool room =
        vt_grow(&why->allocator, &items, &why->step_capacity, why->step_count, sizeof *why->steps);
    why->steps = items;
    if (room) {
        step.object->question = why->question;
        why->steps[why->step_count++] = step;
    } else {
        why->no_memory = true;
    }
}

void vt_why_add_reached(vitals_why *why, size_t from, vt_why_object *object, vt_why_link link,
                        bool beside) {
    check_explanation(why, object);
    const vt_why_step *before = &why->steps[from];
    const int severity = vitals_health_severity(object->health);
    vt_why_add_step(why,
                    (vt_why_step){ object, from, before->depth + 1, link, beside,
                                   link == VT_WHY_MEMBER ? severity : before->member_severity });
}

/* A list of members may name objects that are not in the set. Events are read in events.c. */
void vt_why_reach(vitals_why *why, size_t from, const vitals_document *to, vt_why_link link,
                  bool beside) {
    if (!to || why->no_memory || why->limited || vt_why_is_event(to)) return;
    if (why->looked++ >= why->most_objects) {
        why->limited = true;
        return;
    }
    vt_why_object *object = vt_why_object_of(why, to);
    if (!object || object->question == why->question || !vt_why_is_unhealthy(object)) return;
    vt_why_add_reached(why, from, object, link, beside);
}

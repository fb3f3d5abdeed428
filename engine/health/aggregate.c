/*
** The health of an application from its counters, and the texts that name its first causes.
** ARGO: controller/health.go, setApplicationHealth. CLI-UTILS: AggregateStatus.
*/
#include "health/application.h"

/* The worst of the members that count. */
static vitals_health worst_of(const vitals_application *application) {
    vitals_health worst = VITALS_HEALTH_HEALTHY;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        if (application->counts[i] &&
            vitals_health_severity((vitals_health)i) > vitals_health_severity(worst)) {
            worst = (vitals_health)i;
        }
    }
    if (vt_aggregate_rules_of(application->aggregate)->all_absent_is_missing &&
        application->considered_count && !application->live_count &&
        vitals_health_severity(VITALS_HEALTH_MISSING) > vitals_health_severity(worst)) {
        worst = VITALS_HEALTH_MISSING;
    }
    return worst;
}

/* CLI-UTILS: AggregateStatus with desired Current, over kstatus statuses. */
static vitals_health kstatus_of(const vitals_application *application) {
    const size_t *counts = application->counts;
    if (counts[VITALS_HEALTH_DEGRADED]) return VITALS_HEALTH_DEGRADED;
    if (counts[VITALS_HEALTH_UNKNOWN]) return VITALS_HEALTH_UNKNOWN;
    bool waiting = counts[VITALS_HEALTH_PROGRESSING] || counts[VITALS_HEALTH_MISSING];
    return waiting ? VITALS_HEALTH_PROGRESSING : VITALS_HEALTH_HEALTHY;
}

/* The members that caused the health. With kstatus both InProgress and NotFound are in progress. */
typedef struct cause_heaps {
    const vt_member_heap *first, *second; /* or NULL */
} cause_heaps;

static cause_heaps causes_of(const vitals_application *application) {
    if (application->health == VITALS_HEALTH_HEALTHY) return (cause_heaps){ NULL, NULL };
    bool both = vt_aggregate_rules_of(application->aggregate)->kstatus &&
                application->health == VITALS_HEALTH_PROGRESSING;
    return (cause_heaps){ &application->causes[application->health],
                          both ? &application->causes[VITALS_HEALTH_MISSING] : NULL };
}

static void add_part(vt_buffer *message, const vt_member *member, vt_member_text part,
                     const char *after) {
    vt_text text = vt_member_text_of(member, part);
    vt_buffer_add(message, text);
    if (text.size) vt_buffer_add_terminated(message, after);
}

/* group/Kind:namespace/name */
static void add_cause(vt_buffer *message, const vt_member *member) {
    add_part(message, member, VT_MEMBER_GROUP, "/");
    vt_buffer_add(message, vt_member_text_of(member, VT_MEMBER_KIND));
    vt_buffer_add_byte(message, ':');
    add_part(message, member, VT_MEMBER_NAMESPACE, "/");
    vt_buffer_add(message, vt_member_text_of(member, VT_MEMBER_NAME));
}

/* ARGO: "Caused by " and up to three resources, then how many more. */
static void write_message(vitals_application *application) {
    vt_buffer *message = &application->message;
    const cause_heaps heaps = causes_of(application);
    const vt_member *first[VT_HEAP_MOST_FIRST];
    const size_t named =
        vt_member_heap_first(heaps.first, heaps.second, first, &application->steps);
    const size_t all =
        (heaps.first ? heaps.first->count : 0) + (heaps.second ? heaps.second->count : 0);
    for (size_t i = 0; i < named; i++) {
        vt_buffer_add_terminated(message, i == 0 ? "Caused by " : ", ");
        add_cause(message, first[i]);
    }
    if (all > named) vt_buffer_printf(message, " and %zu more", all - named);
}

vitals_status vitals_application_health(vitals_application *application, vitals_health *health,
                                        vitals_text *message) {
    if (!application->current) {
        const bool kstatus = vt_aggregate_rules_of(application->aggregate)->kstatus;
        vt_buffer_clear(&application->message);
        application->health = kstatus ? kstatus_of(application) : worst_of(application);
        write_message(application);
        if (application->message.failed) return VITALS_ENOMEM;
        application->current = true;
    }
    if (health) *health = application->health;
    if (message) *message = vt_buffer_text(&application->message);
    return VITALS_OK;
}

/* ------------------------------------------------------------------ the error */

static void write_error(vt_buffer *error, const vt_member *member) {
    const vt_text name = vt_member_text_of(member, VT_MEMBER_NAME);
    const vt_text namespace_ = vt_member_text_of(member, VT_MEMBER_NAMESPACE);
    vt_buffer_add_terminated(error, "failed to get resource health for \"");
    vt_buffer_add(error, vt_member_text_of(member, VT_MEMBER_KIND));
    vt_buffer_add_terminated(error, "\" with name \"");
    vt_buffer_add(error, name);
    vt_buffer_add_terminated(error, "\" in namespace \"");
    vt_buffer_add(error, namespace_);
    vt_buffer_add_terminated(error, "\": ");
    if (member->wrapped) {
        vt_buffer_add_terminated(error, "failed to get resource health for ");
        vt_buffer_add(error, namespace_);
        vt_buffer_add_byte(error, '/');
        vt_buffer_add(error, name);
        vt_buffer_add_terminated(error, ": ");
    }
    vt_buffer_add(error, vt_member_text_of(member, VT_MEMBER_ERROR));
}

/* ARGO: the first one is kept. */
vitals_text vitals_application_error(vitals_application *application) {
    if (application->errors.count == 0) return VT_TEXT_ABSENT;
    if (!application->error_current) {
        vt_buffer_clear(&application->error);
        write_error(&application->error, application->errors.items[0]);
        if (application->error.failed) return VT_TEXT_ABSENT;
        application->error_current = true;
    }
    return vt_buffer_text(&application->error);
}

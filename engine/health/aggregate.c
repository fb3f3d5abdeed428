/* The health of an application, and the texts that name its first causes. */
#include "health/application.h"

/* Collect the heaps of the members that caused the health. Returns how many. */
static size_t causes_of(const vitals_application *application,
                        const vt_member_heap *heaps[VITALS_HEALTH_COUNT]) {
    size_t count = 0;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        if (vt_counting_is_cause(application->aggregate, application->health, (vitals_health)i)) {
            heaps[count++] = &application->causes[i];
        }
    }
    return count;
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
    const vt_member_heap *heaps[VITALS_HEALTH_COUNT];
    const size_t heap_count = causes_of(application, heaps);
    const vt_member *first[VT_HEAP_MOST_FIRST];
    const size_t named = vt_member_heap_first(heaps, heap_count, first, &application->steps);
    size_t all = 0;
    for (size_t i = 0; i < heap_count; i++) all += heaps[i]->count;
    if (named && message->size) vt_buffer_add_terminated(message, "; ");
    for (size_t i = 0; i < named; i++) {
        vt_buffer_add_terminated(message, i == 0 ? "Caused by " : ", ");
        add_cause(message, first[i]);
    }
    if (all > named) vt_buffer_printf(message, " and %zu more", all - named);
}

/* What was not read, in profile combined: the remark is the first part of the message. The profiles of real engines keep
** theirs. */
static vitals_status apply_coverage(vitals_application *application, vitals_health *health) {
    vitals_coverage_question question = VITALS_COVERAGE_QUESTION_INIT;
    vt_text remark;
    if (!application->covered || application->profile != VITALS_PROFILE_COMBINED) return VITALS_OK;
    question.members = true;
    question.read = vitals_application_size(application);
    const vitals_status status = vitals_coverage_judge(application->covered, &question, health,
                                                       &application->incomplete, &remark);
    if (status) return status;
    vt_buffer_add(&application->message, remark);
    return VITALS_OK;
}

static vitals_status bring_up_to_date(vitals_application *application) {
    application->health = vt_counting_health(application->aggregate, &application->sums);
    application->incomplete = false;
    vitals_health judged = application->health;
    vt_buffer_clear(&application->message);
    const vitals_status status = apply_coverage(application, &judged);
    if (status) return status;
    write_message(application);
    if (application->message.failed) return VITALS_ENOMEM;
    application->health = judged;
    application->current = true;
    return VITALS_OK;
}

vitals_status vitals_application_health(vitals_application *application, vitals_health *health,
                                        vitals_text *message) {
    if (!application) return VITALS_EINVAL;
    const vitals_status status = application->current ? VITALS_OK : bring_up_to_date(application);
    if (status) return status;
    if (health) *health = application->health;
    if (message) *message = vt_buffer_text(&application->message);
    return VITALS_OK;
}

bool vitals_application_incomplete(vitals_application *application) {
    return application && !vitals_application_health(application, NULL, NULL) &&
           application->incomplete;
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

/* The generic algorithm. KSTATUS: Compute in status.go, generic.go. */
#include <inttypes.h>

#include "kstatus/conditions.h"
#include "kstatus/go_value.h"
#include "kstatus/kinds.h"

/* One step of Compute: true when it decided. */
typedef bool (*step_fn)(vt_kstatus_input *input, vt_kstatus_result *out);

/* Look a field up; an accessor error becomes the result, under its prefix. */
static vt_kstatus_found look_up(const vt_kstatus_input *input, vt_type want, const char *first,
                                const char *second, const char *error_row, const vt_value **value,
                                vt_kstatus_result *out) {
    vt_buffer detail, error;
    vt_buffer_init(&detail, &input->evaluation->arena->allocator, SIZE_MAX / 2);
    vt_kstatus_found found =
        vt_kstatus_nested(&input->evaluation->reader, want, first, second, value, &detail);
    if (found == VT_KSTATUS_MISTYPED) {
        vt_buffer_init(&error, &input->evaluation->arena->allocator, SIZE_MAX / 2);
        vt_buffer_printf(&error, "looking up %s.%s from resource: ", first, second);
        vt_buffer_add(&error, vt_buffer_text(&detail));
        *out = vt_kstatus_error(error_row,
                                vt_arena_copy(input->evaluation->arena, vt_buffer_text(&error)));
        vt_buffer_done(&error);
    }
    vt_buffer_done(&detail);
    return found;
}

static bool check_deletion(vt_kstatus_input *input, vt_kstatus_result *out) {
    const vt_value *timestamp = NULL;
    vt_kstatus_found found = look_up(input, VT_STRING, "metadata", "deletionTimestamp",
                                     "generic/1-deletion-error", &timestamp, out);
    if (found == VT_KSTATUS_MISTYPED) return true;
    if (found == VT_KSTATUS_MISSING || timestamp->size == 0) return false;
    *out =
        vt_kstatus_terminating("generic/1-terminating", VT_TEXT("Resource scheduled for deletion"));
    return true;
}

static bool check_generation(vt_kstatus_input *input, vt_kstatus_result *out) {
    const vt_value *generation = NULL, *observed = NULL;
    vt_kstatus_found found = look_up(input, VT_INTEGER, "metadata", "generation",
                                     "generic/2-generation-error", &generation, out);
    if (found != VT_KSTATUS_FOUND) return found == VT_KSTATUS_MISTYPED;
    found = look_up(input, VT_INTEGER, "status", "observedGeneration", "generic/2-generation-error",
                    &observed, out);
    if (found != VT_KSTATUS_FOUND) return found == VT_KSTATUS_MISTYPED;
    if (generation->as.integer == observed->as.integer) return false;
    *out = vt_kstatus_in_progress(
        "generic/2-generation-differs", VT_TEXT("LatestGenerationNotObserved"),
        vt_kstatus_printf(
            input, "%.*s generation is %" PRId64 ", but latest observed generation is %" PRId64,
            VT_TEXT_ARG(input->kind), generation->as.integer, observed->as.integer));
    return true;
}

static bool read_conditions(vt_kstatus_input *input, vt_kstatus_result *out) {
    vt_buffer error;
    vt_buffer_init(&error, &input->evaluation->arena->allocator, SIZE_MAX / 2);
    bool converted = vt_kstatus_conditions_read(input->evaluation, &input->conditions, &error);
    if (!converted) {
        *out = vt_kstatus_error("generic/3-conditions-error",
                                vt_arena_copy(input->evaluation->arena, vt_buffer_text(&error)));
    }
    vt_buffer_done(&error);
    return !converted;
}

/* Reconciling and Stalled, whichever comes first in the list. */
static bool check_standard_conditions(vt_kstatus_input *input, vt_kstatus_result *out) {
    for (size_t i = 0; i < input->conditions.count; i++) {
        const vt_kstatus_condition *condition = &input->conditions.items[i];
        if (vt_kstatus_condition_is(condition, "Reconciling", "True")) {
            *out = vt_kstatus_in_progress("generic/3-reconciling", condition->reason,
                                          condition->message);
        } else if (vt_kstatus_condition_is(condition, "Stalled", "True")) {
            *out = vt_kstatus_stalled("generic/3-stalled", condition->reason, condition->message);
        } else {
            continue;
        }
        out->condition = input->conditions.values[i];
        return true;
    }
    return false;
}

static bool check_kind(vt_kstatus_input *input, vt_kstatus_result *out) {
    vt_text group = vitals_document_group(input->evaluation->reader.document);
    vt_kstatus_rule rule = vt_kstatus_rule_of(group, input->kind);
    if (!rule) return false;
    *out = rule(input);
    return true;
}

/* A Ready condition whose status is none of the three is passed over for a later one. */
static bool check_ready(vt_kstatus_input *input, vt_kstatus_result *out) {
    for (size_t i = 0; i < input->conditions.count; i++) {
        const vt_kstatus_condition *condition = &input->conditions.items[i];
        if (vt_kstatus_condition_is(condition, "Ready", "True")) {
            *out = vt_kstatus_current("generic/5-ready", VT_TEXT("Resource is Ready"));
        } else if (vt_kstatus_condition_is(condition, "Ready", "False") ||
                   vt_kstatus_condition_is(condition, "Ready", "Unknown")) {
            *out = vt_kstatus_in_progress("generic/5-not-ready", condition->reason,
                                          condition->message);
        } else {
            continue;
        }
        out->condition = input->conditions.values[i];
        return true;
    }
    return false;
}

static bool last_resort(vt_kstatus_input *input, vt_kstatus_result *out) {
    (void)input;
    *out = vt_kstatus_current("generic/6-current", VT_TEXT("Resource is current"));
    out->last_resort = true;
    return true;
}

vt_kstatus_result vt_kstatus_compute(const vt_evaluation *evaluation) {
    return vt_kstatus_compute_as(evaluation, VT_KSTATUS_FLUX);
}

vt_kstatus_result vt_kstatus_compute_as(const vt_evaluation *evaluation,
                                        vt_kstatus_edition edition) {
    static const step_fn steps[] = {
        check_deletion, check_generation, read_conditions, check_standard_conditions,
        check_kind,     check_ready,      last_resort,
    };
    vt_kstatus_input input = { evaluation,
                               vt_read_root(&evaluation->reader),
                               vitals_document_kind(evaluation->reader.document),
                               { NULL, NULL, 0 },
                               edition };
    vt_kstatus_result result = { 0 };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (steps[i](&input, &result)) break;
    }
    return result;
}

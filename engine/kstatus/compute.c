/* The generic algorithm. KSTATUS: Compute in status.go, generic.go. */
#include "kstatus/fields.h"

/* Each check is one step of Compute; true when it decided. */

/* Whether a lookup failed. The result is then its accessor error, with the prefix of Compute. */
static bool lookup_failed(const vt_kstatus_input *input, const vt_kstatus_lookup *lookup,
                          const char *row, vt_kstatus_result *out) {
    if (lookup->found != VT_KSTATUS_MISTYPED) return false;
    vt_buffer error = vt_arena_buffer(input->evaluation->arena);
    vt_buffer_printf(&error, "looking up %s.%s from resource: ", lookup->parent_name.bytes,
                     lookup->leaf_name.bytes);
    vt_kstatus_append_lookup_error(&error, &input->evaluation->reader, lookup);
    *out = vt_kstatus_error(row, vt_arena_buffer_text(&error));
    return true;
}

static bool check_deletion(vt_kstatus_input *input, vt_kstatus_result *out) {
    const vt_reader *reader = &input->evaluation->reader;
    vt_kstatus_note_metadata(reader);
    vt_kstatus_lookup lookup = vt_kstatus_lookup_metadata(
        reader, VT_TEXT("deletionTimestamp"), VT_STRING, vt_read_deletion_timestamp(reader));
    if (lookup_failed(input, &lookup, "generic/1-deletion-error", out)) return true;
    if (lookup.found == VT_KSTATUS_MISSING || lookup.leaf->size == 0) return false;
    *out =
        vt_kstatus_terminating("generic/1-terminating", VT_TEXT("Resource scheduled for deletion"));
    return true;
}

static bool check_generation(vt_kstatus_input *input, vt_kstatus_result *out) {
    static const char row[] = "generic/2-generation-error";
    const vt_reader *reader = &input->evaluation->reader;
    vt_kstatus_lookup wanted = vt_kstatus_lookup_metadata(reader, VT_TEXT("generation"), VT_INTEGER,
                                                          vt_read_generation(reader));
    if (lookup_failed(input, &wanted, row, out)) return true;
    if (wanted.found == VT_KSTATUS_MISSING) return false;
    vt_kstatus_note_status(reader);
    vt_kstatus_lookup observed = vt_kstatus_lookup_status(
        reader, VT_TEXT("observedGeneration"), VT_INTEGER, vt_read_observed_generation(reader));
    if (lookup_failed(input, &observed, row, out)) return true;
    if (observed.found == VT_KSTATUS_MISSING) return false;
    if (wanted.leaf->as.integer == observed.leaf->as.integer) return false;
    vt_text message = vt_message(input->evaluation->arena,
                                 "%s generation is %d, but latest observed generation is %d",
                                 input->kind, wanted.leaf->as.integer, observed.leaf->as.integer);
    *out = vt_kstatus_in_progress("generic/2-generation-differs",
                                  VT_TEXT("LatestGenerationNotObserved"), message);
    return true;
}

bool vt_kstatus_generation_fails(const vt_evaluation *evaluation, vt_text *error) {
    const vt_reader *reader = &evaluation->reader;
    vt_kstatus_lookup lookup = vt_kstatus_lookup_status(
        reader, VT_TEXT("observedGeneration"), VT_INTEGER, vt_read_observed_generation(reader));
    if (lookup.found == VT_KSTATUS_FOUND) {
        lookup = vt_kstatus_lookup_metadata(reader, VT_TEXT("generation"), VT_INTEGER,
                                            vt_read_generation(reader));
    }
    if (lookup.found != VT_KSTATUS_MISTYPED) return false;
    vt_buffer text = vt_arena_buffer(evaluation->arena);
    vt_kstatus_append_lookup_error(&text, reader, &lookup);
    *error = vt_arena_buffer_text(&text);
    return true;
}

static bool read_conditions(vt_kstatus_input *input, vt_kstatus_result *out) {
    vt_text error;
    if (vt_kstatus_conditions_read(input->evaluation, &input->conditions, &error)) return false;
    *out = vt_kstatus_error("generic/3-conditions-error", error);
    return true;
}

/* Reconciling and Stalled, whichever comes first in the list. */
static bool check_standard_conditions(vt_kstatus_input *input, vt_kstatus_result *out) {
    for (size_t i = 0; i < input->conditions.count; i++) {
        const vt_condition *condition = &input->conditions.items[i];
        if (vt_kstatus_condition_is(condition, "Reconciling", "True")) {
            *out = vt_kstatus_in_progress("generic/3-reconciling", condition->reason,
                                          condition->message);
        } else if (vt_kstatus_condition_is(condition, "Stalled", "True")) {
            *out = vt_kstatus_stalled("generic/3-stalled", condition->reason, condition->message);
        } else {
            continue;
        }
        out->condition = input->conditions.items[i].value;
        return true;
    }
    return false;
}

/* A Ready condition with any other status is skipped: a later one may still decide. */
static bool check_ready(vt_kstatus_input *input, vt_kstatus_result *out) {
    for (size_t i = 0; i < input->conditions.count; i++) {
        const vt_condition *condition = &input->conditions.items[i];
        if (vt_kstatus_condition_is(condition, "Ready", "True")) {
            *out = vt_kstatus_current("generic/5-ready", VT_TEXT("Resource is Ready"));
        } else if (vt_kstatus_condition_is(condition, "Ready", "False") ||
                   vt_kstatus_condition_is(condition, "Ready", "Unknown")) {
            *out = vt_kstatus_in_progress("generic/5-not-ready", condition->reason,
                                          condition->message);
        } else {
            continue;
        }
        out->condition = input->conditions.items[i].value;
        return true;
    }
    return false;
}

static vt_kstatus_result last_resort(void) {
    vt_kstatus_result result =
        vt_kstatus_current("generic/6-current", VT_TEXT("Resource is current"));
    result.last_resort = true;
    return result;
}

vt_kstatus_result vt_kstatus_compute(const vt_evaluation *evaluation) {
    const vt_identity *identity = &vt_document_parts(evaluation->reader.document)->identity;
    vt_kstatus_input input = { evaluation, identity->kind, { NULL, 0 } };
    vt_kstatus_result result;
    bool decided = check_deletion(&input, &result) || check_generation(&input, &result) ||
                   read_conditions(&input, &result) || check_standard_conditions(&input, &result);
    if (decided) return result;
    vt_kstatus_rule rule = vt_kstatus_rule_of(identity->group, identity->kind);
    if (rule) return rule(&input);
    return check_ready(&input, &result) ? result : last_resort();
}

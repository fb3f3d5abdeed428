/* Pods. KSTATUS: podConditions in core.go. */
#include "base/number/clock.h"
#include "kstatus/fields.h"

enum { SCHEDULE_WINDOW_SECONDS = 15 };

/* The state of one container, or the worst of several. */
typedef enum looping { NOT_LOOPING, LOOPING, MALFORMED } looping;

/* Upstream panics on these; we give the text of the panic as an error. */
static looping malformed(vt_buffer *error, const vt_value *value, const char *want) {
    vt_buffer_clear(error);
    vt_buffer_printf(error, "interface conversion: interface {} is %s, not %s",
                     vt_value_is_null(value) ? "nil" : vt_kstatus_go_type(value), want);
    return MALFORMED;
}

/* Whether a container waits with reason CrashLoopBackOff; its name is appended to `names`. */
static looping check_container(const vt_reader *reader, const vt_value *container, vt_buffer *names,
                               vt_buffer *error) {
    static const char *const want_map = "map[string]interface {}";
    if (!vt_value_is_object(container)) return malformed(error, container, want_map);
    const vt_value *name = vt_read_field(reader, container, "name");
    if (!name) return NOT_LOOPING;
    if (!vt_value_is_string(name)) return malformed(error, name, "string");
    const vt_value *state = vt_read_field(reader, container, "state");
    if (!state) return NOT_LOOPING;
    if (!vt_value_is_object(state)) return malformed(error, state, want_map);
    const vt_value *waiting = vt_read_field(reader, state, "waiting");
    if (!waiting) return NOT_LOOPING;
    if (!vt_value_is_object(waiting)) return malformed(error, waiting, want_map);
    const vt_value *reason = vt_read_field(reader, waiting, "reason");
    if (!reason) return NOT_LOOPING;
    if (!vt_value_is_string(reason)) return malformed(error, reason, "string");
    if (!vt_value_text_is(reason, VT_TEXT("CrashLoopBackOff"))) return NOT_LOOPING;
    if (names->size > 0) vt_buffer_add_byte(names, ',');
    vt_buffer_add(names, vt_value_text(name));
    return LOOPING;
}

/* All of status.containerStatuses. */
static looping check_containers(const vt_kstatus_input *input, vt_buffer *names, vt_buffer *error) {
    const vt_reader *reader = &input->evaluation->reader;
    const vt_text field = VT_TEXT("containerStatuses");
    vt_kstatus_note_status(reader);
    vt_kstatus_lookup lookup =
        vt_kstatus_lookup_status(reader, field, VT_ARRAY, vt_kstatus_status(input, field));
    if (lookup.found == VT_KSTATUS_MISTYPED) {
        vt_kstatus_append_lookup_error(error, reader, &lookup);
        return MALFORMED;
    }
    const vt_value *list = lookup.found == VT_KSTATUS_FOUND ? lookup.leaf : NULL;
    looping all = NOT_LOOPING;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        looping one = check_container(reader, item, names, error);
        if (one == MALFORMED) return MALFORMED;
        if (one == LOOPING) all = LOOPING;
    }
    return all;
}

static vt_kstatus_result running_not_ready(const vt_kstatus_input *input) {
    vt_arena *arena = input->evaluation->arena;
    vt_buffer names = vt_arena_buffer(arena), error = vt_arena_buffer(arena);
    switch (check_containers(input, &names, &error)) {
    case MALFORMED:
        return vt_kstatus_error("Pod/4-containers-error", vt_arena_buffer_text(&error));
    case LOOPING:
        return vt_kstatus_stalled(
            "Pod/4-crash-loop", VT_TEXT("ContainerCrashLooping"),
            vt_message(arena, "Containers in CrashLoop state: %s", vt_arena_buffer_text(&names)));
    case NOT_LOOPING:
        break;
    }
    return vt_kstatus_in_progress("Pod/5-not-ready", VT_TEXT("PodRunningNotReady"),
                                  VT_TEXT("Pod is running but is not Ready"));
}

static vt_kstatus_result running(const vt_kstatus_input *input) {
    size_t ready = vt_kstatus_conditions_find(&input->conditions, "Ready", "True");
    if (ready == input->conditions.count) return running_not_ready(input);
    vt_kstatus_result result = vt_kstatus_current("Pod/3-ready", VT_TEXT("Pod is Ready"));
    result.condition = input->conditions.items[ready].value;
    return result;
}

/* A creation time that is missing or does not parse is Go's zero time: long ago. */
static bool within_schedule_window(const vt_kstatus_input *input) {
    const vt_reader *reader = &input->evaluation->reader;
    vt_text text =
        vt_value_text(vt_read_field(reader, vt_read_metadata(reader), "creationTimestamp"));
    vt_instant created;
    if (!vt_instant_parse(text, &created)) return false;
    vt_instant window = { input->evaluation->now_seconds - SCHEDULE_WINDOW_SECONDS, 0 };
    if (vt_instant_compare(window, created) >= 0) return false;
    int64_t last_second = created.seconds + SCHEDULE_WINDOW_SECONDS - (created.nanoseconds == 0);
    vt_evaluation_expires(input->evaluation, last_second + 1);
    return true;
}

static vt_kstatus_result pending(const vt_kstatus_input *input) {
    size_t scheduled = vt_kstatus_conditions_find(&input->conditions, "PodScheduled", "False");
    if (scheduled == input->conditions.count ||
        !vt_text_is(input->conditions.items[scheduled].reason, "Unschedulable")) {
        return vt_kstatus_in_progress("Pod/8-pending", VT_TEXT("PodPending"),
                                      VT_TEXT("Pod is in the Pending phase"));
    }
    vt_kstatus_result result =
        within_schedule_window(input)
            ? vt_kstatus_in_progress("Pod/6-not-scheduled", VT_TEXT("PodNotScheduled"),
                                     VT_TEXT("Pod has not been scheduled"))
            : vt_kstatus_stalled("Pod/7-unschedulable", VT_TEXT("PodUnschedulable"),
                                 VT_TEXT("Pod could not be scheduled"));
    result.condition = input->conditions.items[scheduled].value;
    return result;
}

static vt_kstatus_result succeeded(const vt_kstatus_input *input) {
    (void)input;
    return vt_kstatus_current("Pod/1-succeeded", VT_TEXT("Pod has completed successfully"));
}

static vt_kstatus_result failed(const vt_kstatus_input *input) {
    (void)input;
    return vt_kstatus_current("Pod/2-failed", VT_TEXT("Pod has completed, but not successfully"));
}

static vt_kstatus_result not_observed(const vt_kstatus_input *input) {
    (void)input;
    return vt_kstatus_in_progress("Pod/9-not-observed", VT_TEXT("PodNotObserved"),
                                  VT_TEXT("Pod phase not available"));
}

vt_kstatus_result vt_kstatus_pod(const vt_kstatus_input *input) {
    static const struct phase_rule {
        vt_text phase;
        vt_kstatus_rule rule;
    } phases[] = {
        { VT_TEXT_INIT("Succeeded"), succeeded }, { VT_TEXT_INIT("Failed"), failed },
        { VT_TEXT_INIT("Running"), running },     { VT_TEXT_INIT("Pending"), pending },
        { VT_TEXT_INIT(""), not_observed },
    };
    vt_text phase = vt_kstatus_string(vt_kstatus_status(input, VT_TEXT("phase")), VT_TEXT(""));
    for (size_t i = 0; i < sizeof phases / sizeof phases[0]; i++) {
        if (vt_text_equal(phase, phases[i].phase)) return phases[i].rule(input);
    }
    return vt_kstatus_error("Pod/10-unknown-phase",
                            vt_message(input->evaluation->arena, "unknown phase %s", phase));
}

/* v1 Pod. */
#include "native/check.h"

/* clang-format off */
enum row {
    WAITING = VT_NATIVE_FIRST_ROW, PENDING, SUCCEEDED, FAILED, FAILED_CONTAINER, FAILED_SILENTLY,
    READY, RESTARTED, NOT_READY, RUNNING_ONCE, OTHER
};

const char *const vt_native_pod_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("Pod"),
    [WAITING] =          "Pod/1-waiting",
    [PENDING] =          "Pod/2-pending",
    [SUCCEEDED] =        "Pod/3-succeeded",
    [FAILED] =           "Pod/4-failed",
    [FAILED_CONTAINER] = "Pod/5-failed-container",
    [FAILED_SILENTLY] =  "Pod/6-failed-silently",
    [READY] =            "Pod/7-ready",
    [RESTARTED] =        "Pod/8-restarted",
    [NOT_READY] =        "Pod/9-not-ready",
    [RUNNING_ONCE] =     "Pod/10-running-once",
    [OTHER] =            "Pod/11-other",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind pod = {
    "Pod",
    vt_native_pod_rows,
    { { "v1", &vt_native_pod_type, 0 } },
};

/* What the rules of a Pod read. */
typedef struct pod_view {
    const vt_evaluation *evaluation;
    const vt_reader *reader;
    vt_text restart_policy;
    vt_text message; /* of the status */
} pod_view;

static vt_opinion opinion(vitals_health health, vt_text message, enum row row) {
    return vt_opinion_status(health, message, vt_native_pod_rows[row]);
}

/* A container that is not meant to stop. */
static bool is_long_lived(const pod_view *view) {
    if (vt_text_is(view->restart_policy, "Always")) return true;
    if (vt_argocd_before(view->evaluation, VT_ARGOCD_3_6)) return false;
    vt_text ignored =
        vt_native_annotation(view->reader, VT_TEXT("argocd.argoproj.io/ignore-restart-policy"));
    return vt_text_is(ignored, "true") && !vt_native_is_hook(view->reader);
}

/* ARGO: ErrImagePull, CreateContainerConfigError, CrashLoopBackOff and all other reasons that begin or
** end like them. */
static bool is_failure_reason(vt_text reason) {
    return vt_text_starts(reason, VT_TEXT("Err")) || vt_text_ends(reason, VT_TEXT("Error")) ||
           vt_text_ends(reason, VT_TEXT("BackOff"));
}

/* .state.<name> of a container, on the way to what is in it. */
static const vt_value *state_of(const pod_view *view, const vt_value *container, vt_text name) {
    const vt_value *state = vt_read_through(view->reader, container, VT_TEXT("state"));
    return vt_read_through(view->reader, state, name);
}

/* The messages of the containers that wait after a failure, joined; false when there are none. One
** message is borrowed, more are joined in the arena. */
static bool waiting_messages(const pod_view *view, vt_text *joined) {
    const vt_value *containers = vt_native_status_list(view->reader, VT_TEXT("containerStatuses"));
    vt_buffer buffer = vt_arena_buffer(view->evaluation->arena);
    size_t found = 0;
    for (const vt_value *container = vt_array_first(containers); container;
         container = vt_array_next(containers, container)) {
        const vt_value *waiting = state_of(view, container, VT_TEXT("waiting"));
        vt_text reason = vt_value_text(vt_read_field(view->reader, waiting, "reason"));
        if (!is_failure_reason(reason)) continue;
        vt_text message = vt_value_text(vt_read_field(view->reader, waiting, "message"));
        if (found == 1) (void)vt_buffer_add(&buffer, *joined);
        if (found == 0) {
            *joined = message;
        } else {
            (void)vt_buffer_add(&buffer, VT_TEXT(", "));
            (void)vt_buffer_add(&buffer, message);
        }
        found++;
    }
    if (found > 1) *joined = vt_arena_buffer_text(&buffer);
    return found > 0;
}

/* Why a container stopped; empty when it did not stop or succeeded. */
static vt_text stop_message(const pod_view *view, const vt_value *container) {
    const vt_reader *reader = view->reader;
    const vt_value *terminated = state_of(view, container, VT_TEXT("terminated"));
    vt_text message = vt_value_text(vt_read_field(reader, terminated, "message"));
    if (message.size > 0) return message;
    vt_text reason = vt_value_text(vt_read_field(reader, terminated, "reason"));
    if (vt_text_is(reason, "OOMKilled")) return reason;
    int64_t code = vt_native_int32(vt_read_field(reader, terminated, "exitCode"));
    if (code == 0) return VT_TEXT_ABSENT;
    vt_text name = vt_native_text(reader, container, VT_TEXT("name"));
    return vt_message(view->evaluation->arena, "container %q failed with exit code %d", name, code);
}

static vt_text first_stop_message(const pod_view *view, vt_text list) {
    const vt_value *containers = vt_native_status_list(view->reader, list);
    for (const vt_value *container = vt_array_first(containers); container;
         container = vt_array_next(containers, container)) {
        vt_text message = stop_message(view, container);
        if (message.size > 0) return message;
    }
    return VT_TEXT_ABSENT;
}

static vt_opinion failed(const pod_view *view) {
    if (view->message.size > 0) return opinion(VITALS_HEALTH_DEGRADED, view->message, FAILED);
    vt_text message = first_stop_message(view, VT_TEXT("initContainerStatuses"));
    if (message.size == 0) message = first_stop_message(view, VT_TEXT("containerStatuses"));
    return opinion(VITALS_HEALTH_DEGRADED, message,
                   message.size > 0 ? FAILED_CONTAINER : FAILED_SILENTLY);
}

static bool any_restarted(const pod_view *view) {
    const vt_value *containers = vt_native_status_list(view->reader, VT_TEXT("containerStatuses"));
    for (const vt_value *container = vt_array_first(containers); container;
         container = vt_array_next(containers, container)) {
        const vt_value *last = vt_read_through(view->reader, container, VT_TEXT("lastState"));
        if (vt_value_is_object(vt_read_field(view->reader, last, "terminated"))) return true;
    }
    return false;
}

static vt_opinion running_long(const pod_view *view) {
    const vt_value *ready = vt_native_condition(view->reader, VT_TEXT("Ready"));
    vt_opinion answer = opinion(VITALS_HEALTH_PROGRESSING, view->message, NOT_READY);
    if (vt_text_is(vt_native_text(view->reader, ready, VT_TEXT("status")), "True")) {
        answer = opinion(VITALS_HEALTH_HEALTHY, view->message, READY);
    } else if (any_restarted(view)) {
        return opinion(VITALS_HEALTH_DEGRADED, view->message, RESTARTED);
    }
    answer.condition = ready;
    return answer;
}

static vt_opinion running(const pod_view *view, bool long_lived) {
    if (long_lived) return running_long(view);
    if (vt_text_is(view->restart_policy, "OnFailure") ||
        vt_text_is(view->restart_policy, "Never")) {
        return opinion(VITALS_HEALTH_PROGRESSING, view->message, RUNNING_ONCE);
    }
    return opinion(VITALS_HEALTH_UNKNOWN, view->message, OTHER);
}

/* ARGO: health_pod.go. */
static vt_opinion by_phase(const pod_view *view, bool long_lived) {
    vt_text phase = VT_NATIVE_STATUS_TEXT(view->reader, "phase");
    if (vt_text_is(phase, "Pending")) {
        return opinion(VITALS_HEALTH_PROGRESSING, view->message, PENDING);
    }
    if (vt_text_is(phase, "Succeeded")) {
        return opinion(VITALS_HEALTH_HEALTHY, view->message, SUCCEEDED);
    }
    if (vt_text_is(phase, "Failed")) return failed(view);
    if (vt_text_is(phase, "Running")) return running(view, long_lived);
    return opinion(VITALS_HEALTH_UNKNOWN, view->message, OTHER);
}

vt_opinion vt_native_pod(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &pod, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    pod_view view = {
        evaluation,
        reader,
        vt_value_text(vt_read_field(reader, vt_read_spec(reader), "restartPolicy")),
        VT_NATIVE_STATUS_TEXT(reader, "message"),
    };
    bool long_lived = is_long_lived(&view);
    vt_text messages;
    if (long_lived && waiting_messages(&view, &messages)) {
        return opinion(VITALS_HEALTH_DEGRADED, messages, WAITING);
    }
    return by_phase(&view, long_lived);
}

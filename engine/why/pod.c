/*
** What keeps a Pod from running: scheduling, eviction, and its containers.
** KUBERNETES: api/core/v1, PodStatus and ContainerStatus.
*/
#include "base/memory/buffer.h"
#include "base/memory/memory.h"
#include "base/text/secret.h"
#include "why/why.h"

/* What is wrong with a container, from the least to the most specific. */
typedef enum trouble {
    NO_TROUBLE,
    NOT_READY,
    BEING_CREATED,
    ENDED,  /* with another code than 0 */
    WAITING /* for a reason */
} trouble;

typedef struct pod_container {
    const vt_value *status;
    bool init;
    trouble trouble;
} pod_container;

/* ----------------------------------------------------------------- reading */

static const vt_value *state(const vitals_document *pod, const vt_value *container,
                             const char *which, const char *name) {
    return vt_why_field(pod, vt_why_field(pod, container, which), name);
}

/* The code as it is written; absent: the container has not ended. */
static vt_text exit_code(const vitals_document *pod, const vt_value *terminated, char scratch[40]) {
    const vt_value *code = vt_why_field(pod, terminated, "exitCode");
    if (!vt_value_is_integer(code)) return VT_TEXT_ABSENT;
    return vt_document_number_text(pod, code, scratch);
}

static bool failed(const vitals_document *pod, const vt_value *terminated) {
    char scratch[40];
    vt_text code = exit_code(pod, terminated, scratch);
    return !vt_text_is_absent(code) && !vt_text_is(code, "0");
}

static bool is_usual_wait(vt_text reason) {
    return reason.size == 0 || vt_text_is(reason, "ContainerCreating") ||
           vt_text_is(reason, "PodInitializing");
}

static trouble trouble_of(const vitals_document *pod, const vt_value *container, bool init) {
    const vt_value *waiting = state(pod, container, "state", "waiting");
    if (waiting) {
        vt_text reason = vt_why_text(pod, waiting, "reason");
        if (!is_usual_wait(reason)) return WAITING;
        return vt_text_is(reason, "ContainerCreating") ? BEING_CREATED : NO_TROUBLE;
    }
    const vt_value *terminated = state(pod, container, "state", "terminated");
    if (terminated) return failed(pod, terminated) ? ENDED : NO_TROUBLE;
    const vt_value *ready = vt_why_field(pod, container, "ready");
    return !init && vt_value_is_bool(ready) && !vt_value_is_true(ready) ? NOT_READY : NO_TROUBLE;
}

/* The first container with the worst trouble; init containers come before the others. */
static pod_container worst_container(const vitals_document *pod) {
    static const struct container_list {
        const char *name;
        bool init;
    } lists[] = { { "initContainerStatuses", true }, { "containerStatuses", false } };
    pod_container worst = { NULL, false, NO_TROUBLE };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const vt_value *list = vt_why_field(pod, vt_document_status(pod), lists[i].name);
        const vt_value *item = vt_array_first(list);
        for (; item; item = vt_array_next(list, item)) {
            trouble found = trouble_of(pod, item, lists[i].init);
            if (found > worst.trouble) worst = (pod_container){ item, lists[i].init, found };
        }
    }
    return worst;
}

/* ----------------------------------------------------------------- writing */

/* What the program wrote for those who look: its first line, without credentials. */
static void add_last_words(vt_buffer *out, vt_text message) {
    enum { MOST = 200 };
    vt_text line = VT_TEXT_ABSENT;
    while (message.size && !line.size && vt_text_split(&message, '\n', &line)) {
        line = vt_text_trim(line);
    }
    if (!line.size) return;
    vt_buffer_add_terminated(out, ": ");
    vt_secret_add_masked(out, vt_text_cut(line, MOST));
}

/* "exited with 137 (OOMKilled)", and what the program said. */
static void add_end(vt_buffer *out, const char *before, const vitals_document *pod,
                    const vt_value *terminated) {
    char scratch[40];
    vt_text code = exit_code(pod, terminated, scratch),
            reason = vt_why_text(pod, terminated, "reason");
    if (vt_text_is_absent(code)) return;
    vt_buffer_add_terminated(out, before);
    vt_buffer_add_terminated(out, "exited with ");
    vt_buffer_add(out, code);
    if (reason.size) {
        vt_buffer_add_terminated(out, " (");
        vt_buffer_add(out, reason);
        vt_buffer_add_byte(out, ')');
    }
    add_last_words(out, vt_why_text(pod, terminated, "message"));
}

/* In CrashLoopBackOff, how the container ended last is more useful than how long the next start is
** delayed. */
static void add_waiting(vt_buffer *out, const vitals_document *pod, const vt_value *container) {
    const vt_value *waiting = state(pod, container, "state", "waiting");
    vt_text reason = vt_why_text(pod, waiting, "reason");
    vt_buffer_add(out, reason);
    if (vt_text_is(reason, "CrashLoopBackOff")) {
        add_end(out, ", ", pod, state(pod, container, "lastState", "terminated"));
    } else {
        vt_why_add_line(out, ": ", vt_why_text(pod, waiting, "message"));
    }
}

static void add_container(vt_buffer *out, const vitals_document *pod,
                          const pod_container *container) {
    if (container->trouble == NO_TROUBLE) return;
    vt_buffer_add_terminated(out, container->init ? "init container " : "container ");
    vt_buffer_add(out, vt_why_text(pod, container->status, "name"));
    vt_buffer_add_terminated(out, ": ");
    if (container->trouble == WAITING) add_waiting(out, pod, container->status);
    if (container->trouble == ENDED)
        add_end(out, "", pod, state(pod, container->status, "state", "terminated"));
    if (container->trouble == BEING_CREATED) vt_buffer_add_terminated(out, "ContainerCreating");
    if (container->trouble == NOT_READY) vt_buffer_add_terminated(out, "not ready");
}

/* Whether the Pod has no node yet. */
static bool add_scheduling(vt_buffer *out, const vitals_document *pod) {
    const vt_value *scheduled = vt_why_condition(pod, "PodScheduled");
    if (!vt_text_is(vt_why_text(pod, scheduled, "status"), "False")) return false;
    vt_text message = vt_why_text(pod, scheduled, "message");
    vt_buffer_add_terminated(out, "not scheduled");
    vt_why_add_line(out, ": ", message.size ? message : vt_why_text(pod, scheduled, "reason"));
    return true;
}

/* Evicted, NodeLost, DeadlineExceeded: the whole Pod has a reason. */
static bool add_reason(vt_buffer *out, const vitals_document *pod) {
    vt_text reason = vt_why_text(pod, vt_document_status(pod), "reason");
    if (reason.size == 0) return false;
    vt_buffer_add(out, reason);
    vt_why_add_line(out, ": ", vt_why_text(pod, vt_document_status(pod), "message"));
    return true;
}

void vt_why_add_pod(vt_buffer *out, const vitals_document *pod) {
    if (!vt_why_is(pod, "", "Pod") || add_scheduling(out, pod) || add_reason(out, pod)) return;
    pod_container worst = worst_container(pod);
    add_container(out, pod, &worst);
}

const vt_value *vt_why_container_status(const vitals_document *pod, vt_text because) {
    static const char *const lists[] = { "initContainerStatuses", "containerStatuses" };
    const size_t at = vt_text_find(because, VT_TEXT("container "), 0);
    if (at == SIZE_MAX) return NULL;
    const size_t start = at + strlen("container "), end = vt_text_find_byte(because, ':', start);
    const vt_text name = vt_text_between(because, start, end == SIZE_MAX ? start : end);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const vt_value *list = vt_why_field(pod, vt_document_status(pod), lists[i]);
        for (const vt_value *one = vt_array_first(list); one; one = vt_array_next(list, one)) {
            if (vt_text_equal(vt_why_text(pod, one, "name"), name)) return one;
        }
    }
    return NULL;
}

vitals_status vitals_pod_cause(const vitals_document *document, const vitals_allocator *allocator,
                               char **cause, size_t *size) {
    if (!document || !cause || !size) return VITALS_EINVAL;
    vitals_allocator memory = vt_allocator_or_default(allocator);
    vt_buffer out;
    vt_buffer_init(&out, &memory, SIZE_MAX / 2);
    vt_why_add_pod(&out, document);
    size_t taken = 0;
    char *bytes = vt_buffer_take(&out, &taken);
    vt_buffer_done(&out);
    if (!bytes) return VITALS_ENOMEM;
    *cause = bytes;
    *size = taken;
    return VITALS_OK;
}

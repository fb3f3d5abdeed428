/* Warning events: when, how often, and which of them do not repeat the status. */
#include "why/why.h"

#include "base/number/clock.h"
#include "base/text/ascii.h"

int64_t vt_why_seconds(vt_text time) {
    vt_instant instant;
    return time.size && vt_instant_parse(time, &instant) ? instant.seconds : INT64_MIN;
}

int64_t vt_why_created(const vitals_document *document) {
    return vt_why_seconds(
        vt_why_text(document, vt_document_metadata(document), "creationTimestamp"));
}

/* ------------------------------------------------------------------- one event */

/* The latest time that an event of v1 or of events.k8s.io has. */
static int64_t time_of(const vitals_document *event, const vt_value *root) {
    const vt_value *series = vt_why_field(event, root, "series");
    const vt_text times[] = { vt_why_text(event, series, "lastObservedTime"),
                              vt_why_text(event, root, "lastTimestamp"),
                              vt_why_text(event, root, "deprecatedLastTimestamp"),
                              vt_why_text(event, root, "eventTime"),
                              vt_why_text(event, root, "firstTimestamp"),
                              vt_why_text(event, vt_document_metadata(event),
                                          "creationTimestamp") };
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        const int64_t seconds = vt_why_seconds(times[i]);
        if (seconds != INT64_MIN) return seconds;
    }
    return INT64_MIN;
}

static uint64_t count_of(const vitals_document *event, const vt_value *root) {
    const vt_value *series = vt_why_field(event, root, "series");
    const vt_value *counts[] = { vt_why_field(event, series, "count"),
                                 vt_why_field(event, root, "count"),
                                 vt_why_field(event, root, "deprecatedCount") };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (vt_value_is_integer(counts[i]) && counts[i]->as.integer > 0) {
            return (uint64_t)counts[i]->as.integer;
        }
    }
    return 1;
}

bool vt_why_read_event(const vitals_document *document, vitals_why_event *out) {
    const vt_value *root = vt_document_root(document);
    const vt_value *subject = vt_why_subject_of(document);
    const vt_text message = vt_why_text(document, root, "message");
    *out = (vitals_why_event){
        .event = document,
        .kind = vt_why_text(document, subject, "kind"),
        .name = vt_why_text(document, subject, "name"),
        .reason = vt_why_text(document, root, "reason"),
        .message = message.size ? message : vt_why_text(document, root, "note"),
        .at_seconds = time_of(document, root),
        .count = count_of(document, root),
    };
    return subject != NULL;
}

/* ------------------------------------------------------------- the last message */

/* Reasons whose messages repeat the status in other words. */
bool vt_why_repeats_status(vt_text reason) {
    static const char *const reasons[] = { "BackOff", "FailedScheduling", "BackoffLimitExceeded",
                                           "DeadlineExceeded" };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (vt_text_is(reason, reasons[i])) return true;
    }
    return false;
}

vt_text vt_why_without_prefix(vt_text message) {
    static const char *const prefixes[] = { "(combined from similar events): ", "Error: ",
                                            "Error creating: " };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        const vt_text prefix = vt_text_from(prefixes[i]);
        if (vt_text_starts(message, prefix)) {
            message = vt_text_between(message, prefix.size, message.size);
        }
    }
    return message;
}

vt_text vt_why_event_message(const vitals_why *why, const vt_why_object *object) {
    vitals_why_event event, best = { .at_seconds = INT64_MIN };
    if (object->note) return vt_why_note_event_message(why, object->note);
    const vt_why_item *item = vt_why_events_of(why, object->document);
    for (; item; item = item->next) {
        if (vt_why_read_event(item->document, &event) && !vt_why_repeats_status(event.reason) &&
            !vt_why_is_stale(object->document, &event) && event.at_seconds >= best.at_seconds) {
            best = event;
        }
    }
    return vt_why_without_prefix(best.message);
}

/* ----------------------------------------------------------------- stale and equal */

static bool is_one_of(vt_text reason, const char *const *reasons) {
    while (*reasons && !vt_text_is(reason, *reasons)) reasons++;
    return *reasons != NULL;
}

static bool has_status_true(const vitals_document *object, const char *type) {
    return vt_text_is(vt_why_text(object, vt_why_condition(object, type), "status"), "True");
}

/* Whether a controller has made all that it wants. */
static bool has_all_replicas(const vitals_document *object) {
    const vt_value *wanted = vt_why_field(object, vt_document_spec(object), "replicas");
    const vt_value *there = vt_why_field(object, vt_document_status(object), "replicas");
    return vt_value_is_integer(wanted) && vt_value_is_integer(there) &&
           there->as.integer >= wanted->as.integer;
}

/* KUBERNETES: pkg/scheduler and pkg/kubelet/events. PodReadyToStartContainers becomes true when the sandbox and its
** volumes are there. */
bool vt_why_is_stale(const vitals_document *object, const vitals_why_event *event) {
    static const char *const scheduling[] = { "FailedScheduling", "NotTriggerScaleUp",
                                              "TriggeredScaleUp", NULL };
    static const char *const starting[] = { "FailedMount", "FailedAttachVolume",
                                            "FailedCreatePodSandBox", "NetworkNotReady", NULL };
    if (vt_why_is(object, "", "Pod")) {
        return (is_one_of(event->reason, scheduling) && has_status_true(object, "PodScheduled")) ||
               (is_one_of(event->reason, starting) &&
                has_status_true(object, "PodReadyToStartContainers"));
    }
    return vt_text_is(event->reason, "FailedCreate") && has_all_replicas(object);
}

/* The end of the number or of the quoted name at `at`, so that two that differ are equal; a name up to its last part,
** which is generated. */
static size_t skip_variable(vt_text text, size_t at, vt_text *constant) {
    *constant = VT_TEXT("");
    if (vt_is_digit(text.bytes[at])) return vt_text_skip_digits(text, at);
    const size_t end = vt_text_find_byte(text, '"', at + 1);
    if (text.bytes[at] != '"' || end == SIZE_MAX) {
        *constant = vt_text_between(text, at, at + 1);
        return at + 1;
    }
    size_t stop = end;
    while (stop > at && text.bytes[stop] != '-') stop--;
    *constant = vt_text_between(text, at, stop > at ? stop : end);
    return end + 1;
}

static bool is_same_message(vt_text one, vt_text other) {
    size_t a = 0, b = 0;
    while (a < one.size && b < other.size) {
        vt_text first, second;
        a = skip_variable(one, a, &first);
        b = skip_variable(other, b, &second);
        if (!vt_text_equal(first, second)) return false;
    }
    return a == one.size && b == other.size;
}

/* Join an event with an equal one that is there. */
static bool join(vt_why_finding *finding, const vitals_why_event *event) {
    for (size_t i = 0; i < finding->public.event_count; i++) {
        vitals_why_event *known = &finding->events[i];
        if (!vt_text_equal(known->reason, event->reason) ||
            !vt_text_equal(known->kind, event->kind) || !vt_text_equal(known->name, event->name) ||
            !is_same_message(known->message, event->message)) {
            continue;
        }
        const uint64_t count = known->count + event->count;
        if (event->at_seconds > known->at_seconds) *known = *event;
        known->count = count;
        return true;
    }
    return false;
}

/* --------------------------------------------------------------------- the last */

/* Insert among those that are there, the latest first. */
static void offer(vt_why_finding *finding, const vitals_why_event *event) {
    size_t *count = &finding->public.event_count;
    size_t at = *count;
    if (join(finding, event)) return;
    while (at > 0 && finding->events[at - 1].at_seconds < event->at_seconds) at--;
    if (at == VT_WHY_MOST_EVENTS) return;
    if (*count < VT_WHY_MOST_EVENTS) ++*count;
    memmove(&finding->events[at + 1], &finding->events[at],
            (*count - at - 1) * sizeof finding->events[0]);
    finding->events[at] = *event;
}

void vt_why_find_events(const vitals_why *why, size_t step, vt_why_finding *finding) {
    for (bool more = true; more; step = why->steps[step].from) {
        const vitals_document *object = why->steps[step].object->document;
        const vt_why_item *item = vt_why_events_of(why, object);
        for (vitals_why_event event; item; item = item->next) {
            if (vt_why_read_event(item->document, &event) && !vt_why_is_stale(object, &event)) {
                offer(finding, &event);
            }
        }
        more = step != 0;
    }
}

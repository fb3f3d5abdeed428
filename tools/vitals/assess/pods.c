/*
** What the rules of Flux and kstatus read of other objects: a ReplicaSet or StatefulSet in progress has
** failed when Pods of it have. Each object is assessed as it is read, with an empty set. Of Pods that have failed and of
** these workloads a few fields are kept as text, and at the end the workloads of each namespace are assessed again, with a
** set of its Pods.
*/
#include <stdlib.h>
#include <string.h>

#include <vitals/kstatus.h>

#include "assess/assess.h"
#include "base/fields.h"
#include "base/memory.h"

/* ------------------------------------------------------------------- Pods */

/* KSTATUS: one that cannot be scheduled yet does not fail its owner. */
static bool is_unschedulable(const vitals_document *pod) {
    const vitals_value *list = field_at(pod, NULL, ".status.conditions"), *item = NULL,
                       *value = NULL;
    static const char *const wanted[][2] = { { ".type", "PodScheduled" },
                                             { ".status", "False" },
                                             { ".reason", "Unschedulable" } };
    uint64_t cursor = 0;
    while (vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        size_t same = 0;
        for (size_t i = 0; i < COUNT_OF(wanted); i++) {
            same +=
                vitals_document_field(pod, item, vt_text_from(wanted[i][0]), &value) == VITALS_OK &&
                vt_text_is(vitals_value_string(value), wanted[i][1]);
        }
        if (same == COUNT_OF(wanted)) return true;
    }
    return false;
}

/* Its labels, after "!" when it cannot be scheduled. */
static char *pod_text(const vitals_document *pod) {
    const vitals_value *labels = field_at(pod, NULL, ".metadata.labels");
    vt_buffer text = BUFFER_INIT;
    char *json = NULL;
    size_t size = 0;
    if (is_unschedulable(pod)) vt_buffer_add_terminated(&text, "!");
    if (!labels) {
        vt_buffer_add_terminated(&text, "{}");
        return vt_buffer_take(&text, NULL);
    }
    if (vitals_value_write_json(pod, labels, 0, NULL, &json, &size) != VITALS_OK) {
        memory_exhausted();
    }
    vt_buffer_add_bytes(&text, json, size);
    vitals_text_free(NULL, json, size);
    return vt_buffer_take(&text, NULL);
}

static void add_text(vt_buffer *out, const char *name, const char *text) {
    vt_buffer_printf(out, "\"%s\":", name);
    vt_quote_append_json(out, vt_text_from(text ? text : ""));
    vt_buffer_add_terminated(out, ",");
}

/* A Pod with this identity and these labels that has failed. */
static char *pod_json(const cli_entry *entry) {
    const cli_answer *answer = &entry->answer;
    const bool unschedulable = *entry->kept == '!';
    vt_buffer json = BUFFER_INIT;
    vt_buffer_add_terminated(&json, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{");
    add_text(&json, "name", answer->name);
    add_text(&json, "namespace", answer->namespace);
    add_text(&json, "uid", answer->uid);
    vt_buffer_printf(&json, "\"labels\":%s},\"status\":{\"phase\":\"Running\",",
                     entry->kept + unschedulable);
    if (unschedulable) {
        vt_buffer_add_terminated(&json,
                                 "\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\","
                                 "\"reason\":\"Unschedulable\"}],");
    }
    vt_buffer_add_terminated(
        &json, "\"containerStatuses\":[{\"name\":\"\",\"state\":{\"waiting\":{\"reason\":"
               "\"CrashLoopBackOff\"}}}]}}");
    return vt_buffer_take(&json, NULL);
}

static bool is_pod(const vitals_document *document) {
    return !vitals_document_group(document).size &&
           vt_text_is(vitals_document_kind(document), "Pod");
}

/* What another rule decided says nothing about kstatus. */
static bool has_failed(const cli_run *run, const vitals_document *pod,
                       const vitals_verdict *verdict) {
    vitals_kstatus_result *result = NULL;
    if (vitals_verdict_source(verdict) == VITALS_SOURCE_KSTATUS) {
        return vitals_verdict_kstatus(verdict) == VITALS_KSTATUS_FAILED;
    }
    if (vitals_kstatus_result_new(NULL, &result) != VITALS_OK ||
        vitals_kstatus_compute(pod, VITALS_KSTATUS_READER_COMPUTE, run->rules.call.now_seconds,
                               NULL, result) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    const bool failed = vitals_kstatus_result_status(result) == VITALS_KSTATUS_FAILED;
    vitals_kstatus_result_free(result);
    return failed;
}

/* -------------------------------------------------------------- workloads */

/* KSTATUS: polling/statusreaders: the kinds whose Pods are looked at. */
static bool is_workload(const vitals_document *document) {
    const vitals_text kind = vitals_document_kind(document);
    return vt_text_is(vitals_document_group(document), "apps") &&
           (vt_text_is(kind, "ReplicaSet") || vt_text_is(kind, "StatefulSet"));
}

static bool waits_for_pods(const vitals_document *document, const vitals_verdict *verdict) {
    return is_workload(document) && vitals_verdict_source(verdict) == VITALS_SOURCE_KSTATUS &&
           vitals_verdict_kstatus(verdict) == VITALS_KSTATUS_IN_PROGRESS;
}

static vitals_document *parse(const char *text, const char *file) {
    /* What kstatus does not read. */
    static const char *const drop[] = {
        ".metadata.managedFields",
        ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]",
        ".spec.template",
        ".spec.volumeClaimTemplates",
    };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    options.format = VITALS_FORMAT_JSON;
    options.file = file;
    options.drop = drop;
    options.drop_count = COUNT_OF(drop);
    if (vitals_document_parse(text, strlen(text), &options, &document, NULL) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    return document;
}

static char *json_of(const vitals_document *document) {
    char *json = NULL;
    size_t size = 0;
    if (vitals_document_write_json(document, 0, NULL, &json, &size) != VITALS_OK) {
        memory_exhausted();
    }
    char *copy = memory_copy(json, size);
    vitals_text_free(NULL, json, size);
    return copy;
}

static char *workload_text(const vitals_document *workload) {
    char *whole = json_of(workload);
    vitals_document *reduced = parse(whole, NULL);
    char *text = reduced ? json_of(reduced) : NULL;
    vitals_document_free(reduced);
    free(whole);
    return text;
}

/* ---------------------------------------------------------------- keeping */

char *pods_keep(const cli_run *run, const vitals_document *document, const vitals_verdict *verdict,
                bool *pod) {
    *pod = is_pod(document);
    if (*pod) return has_failed(run, document, verdict) ? pod_text(document) : NULL;
    return waits_for_pods(document, verdict) ? workload_text(document) : NULL;
}

/* -------------------------------------------------------------- assessing */

/* So many workloads are parsed at a time. */
enum { WORKLOADS_AT_ONCE = 256 };

/* Some entries of one namespace. */
typedef struct namespace_range {
    cli_run *run;
    const uint32_t *order;
    size_t count;
} namespace_range;

static bool has_workload(const namespace_range *range) {
    for (size_t i = 0; i < range->count; i++) {
        if (!entry_at(range->run, range->order[i])->keeps_pod) return true;
    }
    return false;
}

static void fill_set(const namespace_range *range, vitals_set *set) {
    for (size_t i = 0; i < range->count; i++) {
        const cli_entry *entry = entry_at(range->run, range->order[i]);
        if (!entry->keeps_pod) continue;
        char *json = pod_json(entry);
        vitals_document *pod = parse(json, NULL);
        if (pod && vitals_set_put(set, pod) != VITALS_OK) memory_exhausted();
        free(json);
    }
}

static void free_live(const namespace_range *range) {
    for (size_t i = 0; i < range->count; i++) {
        cli_entry *entry = entry_at(range->run, range->order[i]);
        vitals_document *document;
        memcpy(&document, &entry->live, sizeof document);
        vitals_document_free(document);
        entry->live = NULL;
    }
}

/* What was assessed with Pods that have recovered since is assessed without them. */
static void assess_some(const namespace_range *range, bool has_pods) {
    for (size_t i = 0; i < range->count; i++) {
        cli_entry *entry = entry_at(range->run, range->order[i]);
        if (entry->keeps_pod || (!has_pods && !entry->saw_pods)) continue;
        entry->live = parse(entry->kept, entry->answer.file);
        entry->saw_pods = has_pods;
    }
    work_assess_live(range->run, range->order, range->count);
    free_live(range);
}

static void assess_namespace(const namespace_range *range) {
    vitals_set *set = NULL;
    if (!has_workload(range)) return;
    if (vitals_set_new(NULL, &set) != VITALS_OK) memory_exhausted();
    fill_set(range, set);
    range->run->rules.call.set = set;
    for (size_t i = 0; i < range->count; i += WORKLOADS_AT_ONCE) {
        const size_t left = range->count - i;
        const namespace_range part = { range->run, range->order + i,
                                       left < WORKLOADS_AT_ONCE ? left : WORKLOADS_AT_ONCE };
        assess_some(&part, vitals_set_count(set) > 0);
    }
    range->run->rules.call.set = range->run->no_pods;
    vitals_set_free(set);
}

/* An entry and its namespace, for sorting. */
typedef struct kept_entry {
    const char *namespace;
    uint32_t index;
} kept_entry;

/* Equal names have equal addresses: see base/names.h. */
static int compare(const void *one, const void *other) {
    const kept_entry *a = one, *b = other;
    const uintptr_t x = (uintptr_t)a->namespace, y = (uintptr_t)b->namespace;
    if (x != y) return x < y ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static kept_entry *find_kept(const cli_run *run, size_t *count) {
    kept_entry *kept = memory_new(run->entry_count + 1, sizeof *kept);
    *count = 0;
    for (uint32_t i = 0; i < run->entry_count; i++) {
        const cli_entry *entry = entry_at(run, i);
        if (entry->gone || !entry->kept ||
            (entry->context && !run->explains && !entry->keeps_pod)) {
            continue;
        }
        kept[(*count)++] = (kept_entry){ entry->answer.namespace, i };
    }
    qsort(kept, *count, sizeof *kept, compare);
    return kept;
}

void pods_assess(cli_run *run) {
    size_t count = 0;
    kept_entry *kept = find_kept(run, &count);
    uint32_t *order = memory_new(count + 1, sizeof *order);
    for (size_t i = 0; i < count; i++) order[i] = kept[i].index;
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start; end < count && kept[end].namespace == kept[start].namespace;) end++;
        const namespace_range range = { run, order + start, end - start };
        assess_namespace(&range);
    }
    free(order);
    free(kept);
}

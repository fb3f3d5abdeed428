/*
** What the rules of Flux and kstatus read of other objects: a ReplicaSet or StatefulSet in progress has
** failed when Pods of it have. Of all other objects nothing is kept: each is assessed as it is read, with
** an empty set, and these workloads again at the end, with a set of the Pods that have failed.
*/
#include <stdlib.h>

#include "assess/assess.h"
#include "base/memory.h"

static const vitals_value *field(const vitals_document *document, const char *path) {
    const vitals_value *value = NULL;
    if (vitals_document_field(document, NULL, text_from(path), &value) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    return value;
}

/* Append `"name":value` when the document has it. */
static void add_member(cli_text *out, const vitals_document *document, const char *name,
                       const char *path) {
    const vitals_value *value = field(document, path);
    char *json = NULL;
    size_t size = 0;
    if (!value) return;
    if (vitals_value_write_json(document, value, 0, NULL, &json, &size) != VITALS_OK) {
        memory_exhausted();
    }
    if (out->bytes[out->size - 1] != '{') text_add_string(out, ",");
    text_printf(out, "\"%s\":", name);
    text_add(out, json, size);
    vitals_text_free(NULL, json, size);
}

/* Only what finds the Pod and that it has failed. KSTATUS: one that cannot be scheduled yet does not fail
** its owner. */
static vitals_document *sketch(const vitals_document *pod, bool unschedulable) {
    cli_text json = TEXT_INIT;
    vitals_document *copy = NULL;
    text_add_string(&json, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{");
    add_member(&json, pod, "name", ".metadata.name");
    add_member(&json, pod, "namespace", ".metadata.namespace");
    add_member(&json, pod, "uid", ".metadata.uid");
    add_member(&json, pod, "labels", ".metadata.labels");
    text_add_string(&json, "},\"status\":{\"phase\":\"Running\",");
    if (unschedulable) {
        text_add_string(&json, "\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\","
                               "\"reason\":\"Unschedulable\"}],");
    }
    text_add_string(&json,
                    "\"containerStatuses\":[{\"name\":\"\",\"state\":{\"waiting\":{\"reason\":"
                    "\"CrashLoopBackOff\"}}}]}}");
    if (vitals_document_parse(json.bytes, json.size, NULL, &copy, NULL) != VITALS_OK) copy = NULL;
    text_done(&json);
    return copy;
}

static bool is_unschedulable(const vitals_document *pod) {
    const vitals_value *list = field(pod, ".status.conditions"), *item = NULL, *value = NULL;
    static const char *const wanted[][2] = { { ".type", "PodScheduled" },
                                             { ".status", "False" },
                                             { ".reason", "Unschedulable" } };
    uint64_t cursor = 0;
    while (vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        size_t same = 0;
        for (size_t i = 0; i < COUNT_OF(wanted); i++) {
            same +=
                vitals_document_field(pod, item, text_from(wanted[i][0]), &value) == VITALS_OK &&
                text_is(vitals_value_string(value), wanted[i][1]);
        }
        if (same == COUNT_OF(wanted)) return true;
    }
    return false;
}

bool pods_is_pod(const vitals_document *document) {
    return !vitals_document_group(document).size && text_is(vitals_document_kind(document), "Pod");
}

/* KSTATUS: polling/statusreaders: the kinds whose Pods are looked at. */
static bool is_workload(const vitals_document *document) {
    const vitals_text kind = vitals_document_kind(document);
    return text_is(vitals_document_group(document), "apps") &&
           (text_is(kind, "ReplicaSet") || text_is(kind, "StatefulSet"));
}

vitals_document *pods_keep(vitals_document **document, const vitals_verdict *verdict) {
    vitals_document *kept = NULL;
    if (pods_is_pod(*document)) {
        /* What another rule decided says nothing about kstatus. */
        if (vitals_verdict_source(verdict) != VITALS_SOURCE_KSTATUS) {
            kept = *document;
            *document = NULL;
        } else if (vitals_verdict_kstatus(verdict) == VITALS_KSTATUS_FAILED) {
            kept = sketch(*document, is_unschedulable(*document));
        }
    } else if (is_workload(*document) && vitals_verdict_source(verdict) == VITALS_SOURCE_KSTATUS &&
               vitals_verdict_kstatus(verdict) == VITALS_KSTATUS_IN_PROGRESS) {
        kept = *document;
        *document = NULL;
    }
    return kept;
}

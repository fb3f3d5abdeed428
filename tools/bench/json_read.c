/*
** From JSON bytes to a tree: our reader beside simdjson's DOM and cJSON.
**
**     bench_json_read FILE…      each file is one JSON value
**     bench_json_read            a few generated objects
**
** For each input it prints the megabytes per second in the best round of each reader. Rounds are
** interleaved. Every reader keeps its memory between rounds where it can.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cjson/cJSON.h>
#include <vitals/vitals.h>

#include "document/json/json_level.h"
#include "simdjson_dom.h"

#define ROUNDS 15
#define BYTES_PER_ROUND ((size_t)16 << 20)

/* ------------------------------------------------------------------- readers */

static const char *const dropped_path = ".data";

typedef struct readers {
    vitals_document *document;
    vitals_limits *limits;          /* none of the inputs reaches one */
    void *simdjson, *simdjson_same; /* the best, and at our level */
} readers;

static bool read_with_vitals(readers *r, const char *bytes, size_t size) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    options.limits = r->limits;
    return vitals_document_parse(bytes, size, &options, &r->document, NULL) == VITALS_OK;
}

/* Inputs with a member `data` at their root: without it. */
static bool read_and_drop(readers *r, const char *bytes, size_t size) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    options.limits = r->limits;
    options.drop = &dropped_path;
    options.drop_count = 1;
    return vitals_document_parse(bytes, size, &options, &r->document, NULL) == VITALS_OK;
}

static bool read_with_simdjson(readers *r, const char *bytes, size_t size) {
    return simdjson_dom_parse(r->simdjson, bytes, size);
}

static bool read_with_simdjson_same(readers *r, const char *bytes, size_t size) {
    return simdjson_dom_parse(r->simdjson_same, bytes, size);
}

static bool read_with_cjson(readers *r, const char *bytes, size_t size) {
    (void)r;
    cJSON *tree = cJSON_ParseWithLength(bytes, size);
    cJSON_Delete(tree);
    return tree != NULL;
}

static const struct {
    const char *name;
    bool (*read)(readers *r, const char *bytes, size_t size);
} table[] = {
    { "vitals", read_with_vitals },
    { "dropping .data", read_and_drop },
    { "simdjson at our level", read_with_simdjson_same },
    { "simdjson", read_with_simdjson },
    { "cJSON", read_with_cjson },
};
#define READER_COUNT (sizeof table / sizeof *table)

/* ------------------------------------------------------------------ measuring */

/* CPU time, which other programs on the machine disturb less. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Megabytes per second when reading the same bytes repeatedly; 0 when they are rejected. */
static double measure(readers *r, size_t reader, const char *bytes, size_t size) {
    size_t times = BYTES_PER_ROUND / size + 1;
    double start = now();
    for (size_t i = 0; i < times; i++) {
        if (!table[reader].read(r, bytes, size)) return 0;
    }
    return (double)(times * size) / (now() - start) / 1e6;
}

static void compare(readers *r, const char *name, const char *bytes, size_t size) {
    double best[READER_COUNT] = { 0 };
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < READER_COUNT; i++) {
            double speed = measure(r, i, bytes, size);
            if (speed > best[i]) best[i] = speed;
        }
    }
    printf("%-28s %9zu bytes", name, size);
    for (size_t i = 0; i < READER_COUNT; i++) printf("  %s %6.0f", table[i].name, best[i]);
    printf("  MB/s\n");
}

/* --------------------------------------------------------------------- inputs */

/* A Pod as a cluster returns it, repeated in one array. */
static const char pod[] =
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"annotations\":{\"checksum/config\":"
    "\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"},\"creationTimestamp\":"
    "\"2024-05-11T09:12:33Z\",\"generateName\":\"checkout-7d9f8b6c5d-\",\"labels\":{\"app\":"
    "\"checkout\",\"pod-template-hash\":\"7d9f8b6c5d\"},\"name\":\"checkout-7d9f8b6c5d-x2x9q\","
    "\"namespace\":\"shop\",\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"controller\":true,"
    "\"kind\":\"ReplicaSet\",\"name\":\"checkout-7d9f8b6c5d\",\"uid\":"
    "\"0b9c2f0e-6a5e-4c64-9a0f-4f2c9d1f0e11\"}],\"resourceVersion\":\"18233121\",\"uid\":"
    "\"5f3b0c9e-2d7a-4f87-a1a5-1f6f2f6b8c2d\"},\"spec\":{\"containers\":[{\"env\":[{\"name\":"
    "\"PORT\",\"value\":\"8080\"}],\"image\":\"registry.example.com/shop/checkout:2.4.1\","
    "\"livenessProbe\":{\"failureThreshold\":3,\"httpGet\":{\"path\":\"/healthz\",\"port\":8080,"
    "\"scheme\":\"HTTP\"},\"periodSeconds\":10,\"timeoutSeconds\":1},\"name\":\"checkout\","
    "\"resources\":{\"limits\":{\"cpu\":\"500m\",\"memory\":\"256Mi\"}}}],\"nodeName\":"
    "\"node-3\",\"restartPolicy\":\"Always\",\"terminationGracePeriodSeconds\":30},\"status\":{"
    "\"conditions\":[{\"lastProbeTime\":null,\"lastTransitionTime\":\"2024-05-11T09:12:33Z\","
    "\"status\":\"True\",\"type\":\"Initialized\"},{\"lastProbeTime\":null,"
    "\"lastTransitionTime\":\"2024-05-11T09:12:41Z\",\"message\":\"say \\\"ready\\\"\\n\","
    "\"status\":\"True\",\"type\":\"Ready\"}],\"containerStatuses\":[{\"ready\":true,"
    "\"restartCount\":0,\"started\":true,\"state\":{\"running\":{\"startedAt\":"
    "\"2024-05-11T09:12:40Z\"}}}],\"hostIP\":\"10.0.0.3\",\"phase\":\"Running\",\"podIP\":"
    "\"10.244.1.17\",\"qosClass\":\"Burstable\"}}";

/* The managed fields of a Deployment, as a cluster writes them. */
static const char managed_fields[] =
    "[{\"apiVersion\":\"apps/v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:metadata\":{"
    "\"f:annotations\":{\".\":{},\"f:kubectl.kubernetes.io/last-applied-configuration\":{}},"
    "\"f:labels\":{\".\":{},\"f:app\":{},\"f:app.kubernetes.io/instance\":{}}},\"f:spec\":{"
    "\"f:progressDeadlineSeconds\":{},\"f:replicas\":{},\"f:revisionHistoryLimit\":{},"
    "\"f:selector\":{},\"f:strategy\":{\"f:rollingUpdate\":{\".\":{},\"f:maxSurge\":{},"
    "\"f:maxUnavailable\":{}},\"f:type\":{}},\"f:template\":{\"f:metadata\":{\"f:labels\":{"
    "\".\":{},\"f:app\":{}}},\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"checkout\\\"}\":{"
    "\".\":{},\"f:env\":{\".\":{},\"k:{\\\"name\\\":\\\"PORT\\\"}\":{\".\":{},\"f:name\":{},"
    "\"f:value\":{}}},\"f:image\":{},\"f:imagePullPolicy\":{},\"f:livenessProbe\":{\".\":{},"
    "\"f:failureThreshold\":{},\"f:httpGet\":{\".\":{},\"f:path\":{},\"f:port\":{},\"f:scheme\":{}}"
    ","
    "\"f:periodSeconds\":{},\"f:successThreshold\":{},\"f:timeoutSeconds\":{}},\"f:name\":{},"
    "\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":8080,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{"
    "},"
    "\"f:containerPort\":{},\"f:name\":{},\"f:protocol\":{}}},\"f:resources\":{\".\":{},"
    "\"f:limits\":{\".\":{},\"f:cpu\":{},\"f:memory\":{}},\"f:requests\":{\".\":{},\"f:cpu\":{},"
    "\"f:memory\":{}}},\"f:terminationMessagePath\":{},\"f:terminationMessagePolicy\":{}}},"
    "\"f:dnsPolicy\":{},\"f:restartPolicy\":{},\"f:schedulerName\":{},\"f:securityContext\":{},"
    "\"f:terminationGracePeriodSeconds\":{}}}}},\"manager\":\"argocd-controller\",\"operation\":"
    "\"Apply\",\"time\":\"2024-05-11T09:12:33Z\"},{\"apiVersion\":\"apps/v1\",\"fieldsType\":"
    "\"FieldsV1\",\"fieldsV1\":{\"f:metadata\":{\"f:annotations\":{"
    "\"f:deployment.kubernetes.io/revision\":{}}},\"f:status\":{\"f:availableReplicas\":{},"
    "\"f:conditions\":{\".\":{},\"k:{\\\"type\\\":\\\"Available\\\"}\":{\".\":{},"
    "\"f:lastTransitionTime\":{},\"f:lastUpdateTime\":{},\"f:message\":{},\"f:reason\":{},"
    "\"f:status\":{},\"f:type\":{}},\"k:{\\\"type\\\":\\\"Progressing\\\"}\":{\".\":{},"
    "\"f:lastTransitionTime\":{},\"f:lastUpdateTime\":{},\"f:message\":{},\"f:reason\":{},"
    "\"f:status\":{},\"f:type\":{}}},\"f:observedGeneration\":{},\"f:readyReplicas\":{},"
    "\"f:replicas\":{},\"f:updatedReplicas\":{}}},\"manager\":\"kube-controller-manager\","
    "\"operation\":\"Update\",\"subresource\":\"status\",\"time\":\"2024-05-11T09:12:41Z\"}]";

/* `count` values as one array. */
static char *many(const char *value, size_t value_size, size_t count, size_t *size) {
    char *text = malloc(count * (value_size + 1) + 2);
    if (!text) return NULL;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        text[at++] = i ? ',' : '[';
        memcpy(text + at, value, value_size);
        at += value_size;
    }
    text[at++] = ']';
    *size = at;
    return text;
}

/* The same tree with line breaks and indentation. */
static char *indented(readers *r, const char *bytes, size_t size, size_t *indented_size) {
    vitals_document *document = NULL;
    char *text = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = r->limits;
    if (vitals_document_parse(bytes, size, &options, &document, NULL) != VITALS_OK) return NULL;
    if (vitals_document_write_json(document, 4, NULL, &text, indented_size) != VITALS_OK)
        text = NULL;
    vitals_document_free(document);
    return text;
}

/* The text as the only member of an object. */
static char *as_data(const char *bytes, size_t size, size_t *data_size) {
    char *text = malloc(size + 9);
    if (!text) return NULL;
    memcpy(text, "{\"data\":", 8);
    memcpy(text + 8, bytes, size);
    text[size + 8] = '}';
    *data_size = size + 9;
    return text;
}

static void compare_dropped(readers *r, const char *name, const char *bytes, size_t size) {
    size_t data_size = 0;
    char *data = as_data(bytes, size, &data_size);
    if (data) compare(r, name, data, data_size);
    free(data);
}

/* The Pod with managed fields under `key`. Under their own name they are not built. */
static void compare_managed(readers *r, const char *name, const char *key) {
    static char text[8192];
    const char *inside = strchr(strstr(pod, "\"metadata\":"), '{') + 1;
    int size = snprintf(text, sizeof text, "%.*s\"%s\":%s,%s", (int)(inside - pod), pod, key,
                        managed_fields, inside);
    compare(r, name, text, (size_t)size);
}

static void compare_own(readers *r) {
    size_t size = 0, indented_size = 0;
    char *text = many(pod, sizeof pod - 1, 4000, &size);
    if (!text) return;
    char *wide = indented(r, text, size, &indented_size);
    compare(r, "one Pod", pod, sizeof pod - 1);
    compare_managed(r, "Pod with managed fields", "managedFields");
    compare_managed(r, "the same, built", "managedFieldS");
    compare(r, "4000 Pods", text, size);
    if (wide) compare(r, "4000 Pods, indented", wide, indented_size);
    compare_dropped(r, "one Pod as data", pod, sizeof pod - 1);
    compare_dropped(r, "4000 Pods as data", text, size);
    if (wide) compare_dropped(r, "the same, indented", wide, indented_size);
    compare_dropped(r, "managed fields as data", managed_fields, sizeof managed_fields - 1);
    free(text);
    text = many(managed_fields, sizeof managed_fields - 1, 2000, &size);
    if (text) compare_dropped(r, "2000 managed fields as data", text, size);
    free(text);
    vitals_text_free(NULL, wide, indented_size);
}

static bool compare_file(readers *r, const char *path) {
    FILE *file = fopen(path, "rb");
    char *bytes = malloc((size_t)64 << 20);
    size_t size = file && bytes ? fread(bytes, 1, (size_t)64 << 20, file) : 0;
    if (file) fclose(file);
    if (size) compare(r, path, bytes, size);
    free(bytes);
    return size > 0;
}

static bool lift_limits(vitals_limits **limits) {
    return vitals_limits_new(NULL, limits) == VITALS_OK &&
           vitals_limits_set(*limits, "document_values", UINT32_MAX) == VITALS_OK;
}

int main(int count, char **arguments) {
    readers r = { NULL, NULL, simdjson_dom_new(NULL),
                  simdjson_dom_new(vt_json_level_best()->name) };
    int failed = !r.simdjson_same || !lift_limits(&r.limits);
    if (count == 1 && !failed) compare_own(&r);
    for (int i = 1; i < count; i++) failed |= !compare_file(&r, arguments[i]);
    simdjson_dom_free(r.simdjson);
    simdjson_dom_free(r.simdjson_same);
    vitals_document_free(r.document);
    vitals_limits_free(r.limits);
    return failed;
}

/*
** How fast a live takes events: live [OBJECTS [EVENTS]].
**
** Objects are put once, then changed by events: at the highest rate, and at 5,000 a second by a
** simulated clock that calls vitals_live_run every 10 ms. Times are CPU time of the thread. From event
** to change is, for the second, simulated waiting plus the CPU time of the run that showed it.
** Then memory while 1,000 objects change, ReplicaSets and Pods that find each other by selector, and
** engines that differ in their argocd-cm.
*/
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <vitals/live.h>

typedef struct bench {
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_live *live;
    vitals_live_view *view;
    vitals_live_id scope;
    unsigned objects, version;
    uint64_t random;
} bench;

static void need(vitals_status status, const char *what) {
    if (status == VITALS_OK) return;
    fprintf(stderr, "%s: %s\n", what, vitals_status_text(status));
    exit(1);
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static unsigned next_random(bench *b) {
    b->random = b->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(b->random >> 33);
}

/* A Pod or Deployment of the size that remains without managedFields. */
static size_t write_object(bench *b, unsigned index, char *out, size_t size) {
    static const char *const states[] = {
        "{\"observedGeneration\":3,\"replicas\":3,\"updatedReplicas\":3,\"readyReplicas\":3,"
        "\"availableReplicas\":3,\"conditions\":[{\"type\":\"Available\",\"status\":\"True\","
        "\"reason\":"
        "\"MinimumReplicasAvailable\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}",
        "{\"observedGeneration\":3,\"replicas\":3,\"updatedReplicas\":2,\"readyReplicas\":2,"
        "\"availableReplicas\":2}"
    };
    return (size_t)snprintf(
        out, size,
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":"
        "\"checkout-service-%06u\",\"namespace\":\"shop-%u\",\"uid\":"
        "\"0b1c5f3e-5d0a-4d53-9c62-3f5d4f%06u\",\"resourceVersion\":\"%u\",\"generation\":3,"
        "\"labels\":{\"app\":\"checkout\",\"app.kubernetes.io/"
        "instance\":\"app-%u\",\"tier\":\"web\"},"
        "\"annotations\":{\"deployment.kubernetes.io/revision\":\"3\"}},\"spec\":{\"replicas\":3,"
        "\"selector\":{\"matchLabels\":{\"app\":\"checkout\"}},\"template\":{\"metadata\":{"
        "\"labels\":"
        "{\"app\":\"checkout\"}},\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":"
        "\"registry.example.com/shop/checkout:1.2.3\",\"ports\":[{\"containerPort\":8080}],"
        "\"resources\":{\"limits\":{\"cpu\":\"500m\",\"memory\":\"256Mi\"}},\"env\":[{\"name\":"
        "\"LEVEL\",\"value\":\"info\"},{\"name\":\"REGION\",\"value\":\"north\"}]}]}}},\"status\":%"
        "s}",
        index, index % 200, index, ++b->version, index % 2000, states[next_random(b) % 4 == 0]);
}

static void put(bench *b, unsigned index) {
    char text[4096];
    size_t size = write_object(b, index, text, sizeof text);
    need(vitals_live_put_text(b->live, b->scope, text, size, NULL, NULL), "put");
}

static void run(bench *b, int64_t now_ms) {
    vitals_status status;
    do {
        status = vitals_live_run(b->live, b->worker, now_ms, 100000);
    } while (status == VITALS_EAGAIN);
    need(status, "run");
}

static void open_bench(bench *b, vitals_profile profile) {
    const vitals_text name = { "cluster", 7 };
    vitals_live_source_options options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    vitals_live_id source;
    options.profile = profile;
    need(vitals_engine_new(NULL, &b->engine, NULL), "engine");
    need(vitals_worker_new(b->engine, &b->worker), "worker");
    need(vitals_live_new(NULL, &b->live), "live");
    need(vitals_live_source_add(b->live, name, b->engine, &options, &source), "source");
    need(vitals_live_scope_add(b->live, source, NULL, &b->scope), "scope");
    need(vitals_live_view_new(b->live, NULL, &b->view), "view");
}

static void close_bench(bench *b) {
    vitals_live_free(b->live);
    vitals_worker_free(b->worker);
    vitals_engine_release(b->engine);
}

static uint64_t bytes_of(const bench *b) {
    vitals_live_stats stats;
    vitals_live_stats_of(b->live, &stats, sizeof stats);
    return stats.bytes;
}

static void list(bench *b) {
    double before = cpu_seconds();
    need(vitals_live_begin(b->live, b->scope), "begin");
    for (unsigned i = 0; i < b->objects; i++) put(b, i);
    run(b, 0);
    need(vitals_live_synced(b->live, b->scope), "synced");
    double took = cpu_seconds() - before;
    vitals_live_stats stats;
    vitals_live_stats_of(b->live, &stats, sizeof stats);
    printf("list     %u objects, %.0f a second and core, %.0f bytes a row\n", b->objects,
           b->objects / took, (double)(stats.bytes - stats.kept_bytes) / b->objects);
}

/* Without making the texts, which is not the live's work. */
static void highest_rate(bench *b, unsigned events) {
    double took = 0;
    char text[4096];
    for (unsigned i = 0; i < events; i++) {
        size_t size = write_object(b, next_random(b) % b->objects, text, sizeof text);
        double before = cpu_seconds();
        need(vitals_live_put_text(b->live, b->scope, text, size, NULL, NULL), "put");
        if (i % 16 == 15) run(b, 1000);
        took += cpu_seconds() - before;
    }
    printf("highest  %u events, %.0f a second and core\n", events, events / took);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* 50 events in each 10 ms; each waits for the end of its 10 ms. */
static void paced(bench *b, unsigned events) {
    enum { TICK_MS = 10, EACH_TICK = 50 };
    double *delays = malloc((events + EACH_TICK) * sizeof *delays);
    if (!delays) exit(1);
    unsigned count = 0;
    double busy = 0;
    for (int64_t now = 2000; count < events; now += TICK_MS) {
        for (int i = 0; i < EACH_TICK; i++) put(b, next_random(b) % b->objects);
        double before = cpu_seconds();
        run(b, now);
        double took = cpu_seconds() - before;
        busy += took;
        for (int i = 0; i < EACH_TICK; i++) {
            delays[count++] = TICK_MS * (1 - (double)i / EACH_TICK) + took * 1000;
        }
    }
    qsort(delays, count, sizeof *delays, compare);
    printf("5,000/s  %u events, from event to change p50 %.2f ms, p99 %.2f ms, highest %.2f ms\n",
           count, delays[count / 2], delays[count - 1 - count / 100], delays[count - 1]);
    free(delays);
}

/* ----------------------------------------------------------------------- memory */

/* Once the ring of the feed is full, nothing grows any more. */
static void flat(unsigned objects, unsigned changes) {
    bench b = { .objects = objects, .random = 1 };
    uint64_t early = 0, most = 0;
    open_bench(&b, VITALS_PROFILE_COMBINED);
    for (unsigned i = 0; i < changes; i++) {
        put(&b, next_random(&b) % objects);
        if (i % 16 != 15) continue;
        run(&b, i);
        uint64_t now = bytes_of(&b);
        if (i < changes / 2) early = now;
        if (now > most) most = now;
    }
    run(&b, changes);
    printf(
        "memory   %u objects, %u changes: %.2f MB after half of them, %.2f MB in the end, at most "
        "%.2f MB\n",
        objects, changes, (double)early / 1e6, (double)bytes_of(&b) / 1e6, (double)most / 1e6);
    close_bench(&b);
}

/* -------------------------------------------------------- found by their selectors */

static size_t write_replicaset(unsigned index, unsigned namespaces, char *out, size_t size) {
    return (size_t)snprintf(
        out, size,
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"name\":\"web-%u\","
        "\"namespace\":\"n%u\",\"uid\":\"r%u\",\"generation\":1},\"spec\":{\"replicas\":1,"
        "\"selector\":{\"matchLabels\":{\"tier\":\"web\",\"app\":\"a%u\"}}},\"status\":{"
        "\"observedGeneration\":1,\"replicas\":1}}",
        index, index % namespaces, index, index);
}

static size_t write_pod(unsigned index, unsigned namespaces, char *out, size_t size) {
    return (size_t)snprintf(
        out, size,
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web-%u-x\",\"namespace\":"
        "\"n%u\",\"uid\":\"p%u\",\"labels\":{\"app\":\"a%u\",\"tier\":\"web\"},\"ownerReferences\":"
        "[{\"uid\":\"r%u\",\"controller\":true}]},\"status\":{\"phase\":\"Running\",\"conditions\":"
        "[{\"type\":\"Ready\",\"status\":\"True\"}]}}",
        index, index % namespaces, index, index, index);
}

static void selectors(unsigned count, unsigned namespaces) {
    bench b = { .random = 1 };
    char text[1024];
    open_bench(&b, VITALS_PROFILE_KSTATUS);
    double before = cpu_seconds();
    for (unsigned i = 0; i < count; i++) {
        size_t size = write_replicaset(i, namespaces, text, sizeof text);
        need(vitals_live_put_text(b.live, b.scope, text, size, NULL, NULL), "put");
        size = write_pod(i, namespaces, text, sizeof text);
        need(vitals_live_put_text(b.live, b.scope, text, size, NULL, NULL), "put");
    }
    run(&b, 0);
    printf("kstatus  %u ReplicaSets and %u Pods, namespaces: %u; %.3f s\n", count, count,
           namespaces, cpu_seconds() - before);
    close_bench(&b);
}

/* ---------------------------------------------------------------------- engines */

static void *count_bytes(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    size_t *live = user;
    if (new_bytes == 0) {
        if (block) *live -= old_bytes;
        free(block);
        return NULL;
    }
    void *moved = realloc(block, new_bytes);
    if (moved) *live += new_bytes - (block ? old_bytes : 0);
    return moved;
}

static void engines(unsigned count) {
    size_t bytes = 0;
    const vitals_allocator allocator = { count_bytes, &bytes };
    vitals_engine **all = calloc(count, sizeof *all);
    vitals_configuration *configuration = NULL;
    if (!all) exit(1);
    double before = cpu_seconds();
    for (unsigned i = 0; i < count; i++) {
        char text[400];
        int size = snprintf(text, sizeof text,
                            "apiVersion: v1\nkind: ConfigMap\ndata:\n"
                            "  resource.customizations.health.x.io_Kind%u: \"return {status = "
                            "'Healthy', message = '%u'}\"\n",
                            i, i);
        need(vitals_configuration_new(&allocator, &configuration), "configuration");
        if (i) vitals_configuration_share(configuration, all[0]);
        need(vitals_configuration_add_argocd_cm(configuration, "cm.yaml", text, (size_t)size, NULL),
             "argocd-cm");
        need(vitals_engine_new(configuration, &all[i], NULL), "engine");
        vitals_configuration_free(configuration);
    }
    printf("engines  %u that differ in their argocd-cm: %.2f MB, %.2f ms each\n", count,
           (double)bytes / 1e6, (cpu_seconds() - before) * 1000 / count);
    for (unsigned i = 0; i < count; i++) vitals_engine_release(all[i]);
    free(all);
}

/* A number of 1 to 10 million, or `standard` without an argument. */
static unsigned number(const char *argument, unsigned standard) {
    if (!argument) return standard;
    char *end;
    unsigned long value = strtoul(argument, &end, 10);
    if (*end || *argument == '-' || value < 1 || value > 10000000) {
        fprintf(stderr, "bench_live: not a number of 1 to 10000000: %s\n", argument);
        exit(2);
    }
    return (unsigned)value;
}

int main(int argc, char **argv) {
    bench b = { .objects = number(argc > 1 ? argv[1] : NULL, 100000), .random = 1 };
    unsigned events = number(argc > 2 ? argv[2] : NULL, 1000000);
    open_bench(&b, VITALS_PROFILE_COMBINED);
    list(&b);
    highest_rate(&b, events);
    paced(&b, events);
    close_bench(&b);
    flat(1000, 100000);
    selectors(8000, 1);
    selectors(8000, 500);
    engines(200);
}

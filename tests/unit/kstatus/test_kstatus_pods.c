/* The Pods of ReplicaSets through the indexes of a set: cost, limits, and facts in place of Pods. */
#include <stdio.h>
#include <time.h>

#include "base/run/limits.h"
#include "kstatus/kstatus.h"
#include "support/health.h"
#include "support/table.h"

enum { FEW = 1000, MANY = 8000, NOW = 1704067260 };

static vitals_document *parse(const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    return document;
}

static vitals_document *replica_set(unsigned number, unsigned namespaces) {
    char text[400];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"namespace\":"
             "\"n%u\",\"name\":\"r%u\",\"uid\":\"r%u\"},\"spec\":{\"replicas\":1,\"selector\":"
             "{\"matchLabels\":{\"app\":\"shop\",\"pod-template-hash\":\"%u\"}}}}",
             number % namespaces, number, number, number);
    return parse(text);
}

static vitals_document *pod(unsigned number, unsigned namespaces, const char *status) {
    char text[600];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"n%u\","
             "\"name\":\"p%u\",\"uid\":\"p%u\",\"creationTimestamp\":\"2024-01-01T00:00:50Z\","
             "\"labels\":{\"app\":\"shop\",\"pod-template-hash\":\"%u\"}},\"status\":%s}",
             number % namespaces, number, number, number, status);
    return parse(text);
}

#define CRASHING                                                                                   \
    "{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"c\",\"state\":{\"waiting\":"        \
    "{\"reason\":\"CrashLoopBackOff\"}}}]}"
#define RUNNING "{\"phase\":\"Running\"}"
#define UNSCHEDULABLE                                                                              \
    "{\"phase\":\"Pending\",\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\","      \
    "\"reason\":\"Unschedulable\"}]}"

static vitals_set *set_of(unsigned count, unsigned namespaces) {
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(vitals_set_put(set, replica_set(i, namespaces)), VITALS_OK);
        assert_int_equal(vitals_set_put(set, pod(i, namespaces, i % 2 ? CRASHING : RUNNING)),
                         VITALS_OK);
    }
    return set;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool count_polls(void *user) {
    ++*(unsigned *)user;
    return false;
}

/* Assess every ReplicaSet of a set; returns the most steps that one verdict took. */
static uint64_t assess_all(health_run *run, const vitals_set *set, unsigned count) {
    unsigned polls = 0;
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_KSTATUS;
    call.now_seconds = NOW;
    call.set = set;
    call.interrupt = count_polls;
    call.interrupt_user = &polls;
    uint64_t most_steps = 0, cursor = 0;
    size_t failed = 0, verdicts = 0;
    const double start = cpu_seconds();
    for (const vitals_document *next; (next = vitals_set_next(set, &cursor));) {
        if (!vt_text_is(vitals_document_kind(next), "ReplicaSet")) continue;
        const unsigned before = polls;
        assert_int_equal(vitals_assess(run->worker, next, &call, run->verdict), VITALS_OK);
        assert_true(polls > before);
        if (vitals_verdict_steps(run->verdict) > most_steps)
            most_steps = vitals_verdict_steps(run->verdict);
        failed += vitals_verdict_health(run->verdict) == VITALS_HEALTH_DEGRADED;
        verdicts++;
    }
    print_message("%u ReplicaSets and Pods: %.3f s of CPU, at most %llu steps a verdict\n", count,
                  cpu_seconds() - start, (unsigned long long)most_steps);
    assert_int_equal(verdicts, count);
    assert_int_equal(failed, count / 2);
    return most_steps;
}

/* W11: a verdict costs the same among 1,000 and among 8,000 objects, in one namespace and in 500. */
static void cost_does_not_grow_with_the_set(void **state) {
    (void)state;
    static const unsigned namespaces[] = { 1, 500 };
    health_setup setup = { .configmap = NULL };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    for (size_t i = 0; i < TABLE_COUNT(namespaces); i++) {
        vitals_set *few = set_of(FEW, namespaces[i]), *many = set_of(MANY, namespaces[i]);
        assert_int_equal(assess_all(&run, few, FEW), assess_all(&run, many, MANY));
        vitals_set_free(few);
        vitals_set_free(many);
    }
    health_close(&run);
}

/* ----------------------------------------------------------------------- limits */

/* A selector that no index helps with. */
#define BROAD                                                                                      \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"namespace\":\"n0\","      \
    "\"name\":\"broad\"},\"spec\":{\"replicas\":1,\"selector\":{\"matchExpressions\":[{\"key\":"   \
    "\"app\",\"operator\":\"Exists\"}]}}}"

static bool stop(void *user) {
    (void)user;
    return true;
}

static void a_limit_ends_a_long_look_up(void **state) {
    (void)state;
    static const struct {
        uint64_t most_steps;
        vitals_interrupt_fn interrupt;
        const char *limit, *message;
    } cases[] = {
        { 5000, NULL, "set_steps", "looking up Pods takes too long: limit set_steps" },
        { 10000000, stop, "interrupt", "stopped by the host: interrupt" },
        { 10000000, NULL, NULL, "500 pods have failed" },
    };
    vitals_set *set = set_of(FEW, 1);
    vitals_document *broad = parse(BROAD);
    for (size_t i = 0; i < TABLE_COUNT(cases); i++) {
        vitals_limits limits = vt_limits_or_default(NULL);
        limits.set_steps = cases[i].most_steps;
        vt_arena arena;
        vt_arena_init(&arena, NULL, 0);
        const vt_evaluation evaluation = { .reader = { broad, NULL },
                                           .arena = &arena,
                                           .limits = &limits,
                                           .now_seconds = NOW,
                                           .set = set,
                                           .interrupt = cases[i].interrupt };
        vt_kstatus_result result = vt_kstatus_read(&evaluation);
        assert_string_equal(result.message.bytes, cases[i].message);
        if (cases[i].limit) {
            assert_true(result.failed);
            assert_string_equal(result.limit, cases[i].limit);
            assert_string_equal(result.row, "reader/stopped");
        }
        assert_true(result.steps <= cases[i].most_steps);
        vt_arena_done(&arena);
    }
    vitals_document_free(broad);
    vitals_set_free(set);
}

/* ------------------------------------------------------------------------ facts */

/* The answer of a reader about ReplicaSet 0, and until when it holds. */
typedef struct answer {
    vitals_kstatus status;
    int64_t until;
} answer;

static answer read_replica_set(const vitals_set *set, int64_t now, bool helm) {
    vitals_document *parent = replica_set(0, 1);
    const vitals_limits limits = vt_limits_or_default(NULL);
    answer given = { VITALS_KSTATUS_NONE, INT64_MAX };
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const vt_evaluation evaluation = { .reader = { parent, NULL },
                                       .arena = &arena,
                                       .limits = &limits,
                                       .now_seconds = now,
                                       .set = set,
                                       .valid_until_seconds = &given.until };
    given.status = (helm ? vt_kstatus_helm : vt_kstatus_read)(&evaluation).status;
    vt_arena_done(&arena);
    vitals_document_free(parent);
    return given;
}

static vt_set_fact fact_of(const vitals_document *document, int64_t now) {
    vt_set_fact fact = { 0, 0 };
    const vitals_limits limits = vt_limits_or_default(NULL);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const vt_evaluation evaluation = {
        .reader = { document, NULL }, .arena = &arena, .limits = &limits, .now_seconds = now
    };
    assert_true(vt_kstatus_fact_of(&evaluation, &fact));
    vt_arena_done(&arena);
    return fact;
}

static const struct fact_row {
    TABLE_ROW;
    const char *status;
    int64_t now; /* the Pod is 10 s old at NOW */
    unsigned marks;
    int64_t until;
} fact_rows[] = {
    { "a crashing Pod has failed for good", CRASHING, NOW,
      VT_KSTATUS_FAILED_FOR_GOOD | VT_KSTATUS_FAILED_AT_ALL, INT64_MAX },
    { "a running Pod has not", RUNNING, NOW, 0, INT64_MAX },
    { "a new Pod that cannot be scheduled", UNSCHEDULABLE, NOW, 0, NOW + 5 },
    { "an old Pod that cannot be scheduled", UNSCHEDULABLE, NOW + 60, VT_KSTATUS_FAILED_AT_ALL,
      INT64_MAX },
};

/* A set of facts gives the answers of a set of documents. */
static void check_fact(void **state) {
    const struct fact_row *row = *state;
    vitals_set *documents = NULL, *facts = NULL;
    assert_int_equal(vitals_set_new(NULL, &documents), VITALS_OK);
    assert_int_equal(vitals_set_new(NULL, &facts), VITALS_OK);
    vitals_document *document = pod(0, 1, row->status);
    const vt_set_fact fact = fact_of(document, row->now);
    assert_int_equal(fact.marks, row->marks);
    assert_int_equal(fact.valid_until_seconds, row->until);
    const vt_set_fact other = { 0, INT64_MAX };
    const vt_set_entry *entry = NULL;
    assert_int_equal(vt_set_put_fact(facts, document, &other, 0, &entry), VITALS_OK);
    vt_set_change_fact(facts, entry, &fact);
    assert_int_equal(vitals_set_put(documents, document), VITALS_OK);
    for (int helm = 0; helm < 2; helm++) {
        answer from_facts = read_replica_set(facts, row->now, helm);
        answer from_documents = read_replica_set(documents, row->now, helm);
        assert_int_equal(from_facts.status, from_documents.status);
        assert_int_equal(from_facts.until, from_documents.until);
    }
    uint64_t cursor = 0;
    assert_null(vitals_set_next(facts, &cursor));
    assert_null(vitals_set_find_uid(facts, VT_TEXT("p0")));
    vt_set_remove_entry(facts, entry);
    assert_int_equal(vitals_set_count(facts), 0);
    vitals_set_free(documents);
    vitals_set_free(facts);
}

static void only_pods_have_facts(void **state) {
    (void)state;
    vitals_document *parent = replica_set(0, 1);
    const vt_evaluation evaluation = { .reader = { parent, NULL } };
    vt_set_fact fact;
    assert_false(vt_kstatus_fact_of(&evaluation, &fact));
    vitals_document_free(parent);
}

/* A1: a Pod that has recovered no longer fails its ReplicaSet. */
static void a_pod_that_recovers(void **state) {
    (void)state;
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    assert_int_equal(vitals_set_put(set, pod(0, 1, CRASHING)), VITALS_OK);
    assert_int_equal(read_replica_set(set, NOW, false).status, VITALS_KSTATUS_FAILED);
    assert_int_equal(vitals_set_put(set, pod(0, 1, RUNNING)), VITALS_OK);
    assert_int_equal(read_replica_set(set, NOW, false).status, VITALS_KSTATUS_IN_PROGRESS);
    assert_int_equal(vitals_set_put(set, pod(0, 1, CRASHING)), VITALS_OK);
    uint64_t cursor = 0;
    assert_int_equal(vitals_set_remove(set, vitals_set_next(set, &cursor)), VITALS_OK);
    assert_int_equal(read_replica_set(set, NOW, false).status, VITALS_KSTATUS_IN_PROGRESS);
    vitals_set_free(set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cost_does_not_grow_with_the_set),
        cmocka_unit_test(a_limit_ends_a_long_look_up),
        cmocka_unit_test(only_pods_have_facts),
        cmocka_unit_test(a_pod_that_recovers),
    };
    return cmocka_run_group_tests_name("pods of workloads", tests, NULL, NULL) +
           TABLE_RUN("facts of pods", check_fact, fact_rows);
}

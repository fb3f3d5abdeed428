/* The table of the native checks, hooks and deletion. */
#include "support/files.h"
#include "unit/native/cases.h"

static void all_are_found(void **state) {
    (void)state;
    size_t count = 0;
    for (const vt_native_check *check; (check = vt_native_at(count)) != NULL; count++) {
        assert_ptr_equal(vt_native_find(check->group, check->kind), check);
    }
    assert_int_equal(count, 19);
}

/* Every check has a table of test rows, whose test fails for a row that no case reaches. */
static void has_tests(void **state) {
    static const char *const paths[] = {
        "tests/unit/native/test_further_kinds.c",
        "tests/unit/native/test_horizontalpodautoscaler.c",
        "tests/unit/native/test_job.c",
        "tests/unit/native/test_native_simple_kinds.c",
        "tests/unit/native/test_native_workloads.c",
        "tests/unit/native/test_pod.c",
    };
    char *texts[TABLE_COUNT(paths)];
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(paths); i++) {
        size_t size = 0;
        texts[i] = file_read(paths[i], &size);
        assert_non_null(texts[i]);
    }
    const vt_native_check *check;
    for (size_t i = 0; (check = vt_native_at(i)) != NULL; i++) {
        char run[128];
        snprintf(run, sizeof run, "NATIVE_RUN(\"%s\", \"%s\", ", check->group.bytes,
                 check->kind.bytes);
        bool found = false;
        for (size_t j = 0; j < TABLE_COUNT(paths); j++) found |= strstr(texts[j], run) != NULL;
        if (!found) fail_msg("no test has %s", run);
    }
    for (size_t i = 0; i < TABLE_COUNT(paths); i++) free(texts[i]);
}

static void finds_nothing_else(void **state) {
    (void)state;
    assert_null(vt_native_find(VT_TEXT("extensions"), VT_TEXT("Deployment")));
    assert_null(vt_native_find(VT_TEXT(""), VT_TEXT("Deployment")));
    assert_null(vt_native_find(VT_TEXT("apps"), VT_TEXT("deployment")));
    assert_null(vt_native_find(VT_TEXT_ABSENT, VT_TEXT("ConfigMap")));
    assert_non_null(vt_native_find(VT_TEXT_ABSENT, VT_TEXT("Pod")));
}

/* A check that cannot get memory for its message still gives its status. */
static void survives_without_memory(void **state) {
    (void)state;
    vitals_document *document = native_object("apps/v1", "Deployment", "'spec':{'replicas':'3'}");
    vt_arena arena;
    vt_arena_init(&arena, NULL, 1);
    vt_evaluation evaluation = { .reader = { document, NULL }, .arena = &arena };
    vt_opinion opinion = vt_native_find(VT_TEXT("apps"), VT_TEXT("Deployment"))->check(&evaluation);
    assert_int_equal(opinion.kind, VT_OPINION_FAILED);
    assert_true(vt_text_is(opinion.message, "out of memory"));
    assert_string_equal(opinion.row, "Deployment/conversion");
    vt_arena_done(&arena);
    vitals_document_free(document);
}

static void allocates_nothing_without_message(void **state) {
    (void)state;
    vitals_document *document = native_object(
        "apps/v1", "Deployment", "'spec':{'paused':true,'template':{'spec':{'containers':[{}]}}}");
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_evaluation evaluation = { .reader = { document, NULL }, .arena = &arena };
    (void)vt_native_find(VT_TEXT("apps"), VT_TEXT("Deployment"))->check(&evaluation);
    assert_int_equal(vt_arena_held_bytes(&arena), 0);
    vt_arena_done(&arena);
    vitals_document_free(document);
}

/* The trace holds the fields that decided, not the lists and objects around them. */
static void traces_what_decides(void **state) {
    (void)state;
    static const char *const paths[] = {
        ".metadata.generation",          ".status.observedGeneration",
        ".status.conditions[0].type",    ".status.conditions[0].status",
        ".status.conditions[0].message",
    };
    vitals_document *document =
        native_object("apps/v1", "ReplicaSet",
                      "'metadata':{'generation':1},'status':{'observedGeneration':1,'conditions':["
                      "{'type':'ReplicaFailure','status':'True','message':'quota'}]}");
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_evaluation evaluation = { .reader = { document, trace }, .arena = &arena };
    vt_opinion opinion = vt_native_find(VT_TEXT("apps"), VT_TEXT("ReplicaSet"))->check(&evaluation);
    assert_non_null(opinion.condition);
    assert_int_equal(vitals_trace_count(trace), TABLE_COUNT(paths));
    for (size_t i = 0; i < TABLE_COUNT(paths); i++) {
        vitals_trace_event event;
        assert_true(vitals_trace_at(trace, i, &event, sizeof event));
        assert_true(vt_text_is(event.path, paths[i]));
    }
    vt_arena_done(&arena);
    vitals_trace_free(trace);
    vitals_document_free(document);
}

static const struct hook_row {
    TABLE_ROW;
    const char *annotations;
    bool hook, skip, ignored;
} hook_rows[] = {
    { "none", "", false, false, false },
    { "PreSync", "'argocd.argoproj.io/hook':'PreSync'", true, false, false },
    { "two types", "'argocd.argoproj.io/hook':' PreSync , Sync'", true, false, false },
    { "Skip", "'argocd.argoproj.io/hook':'Skip'", false, true, false },
    { "Skip twice", "'argocd.argoproj.io/hook':'Skip,Skip,x'", false, true, false },
    { "Skip and another", "'argocd.argoproj.io/hook':'Skip,Sync'", true, false, false },
    { "unknown type", "'argocd.argoproj.io/hook':'PreDelete'", true, false, true },
    { "empty", "'argocd.argoproj.io/hook':''", true, false, true },
    { "null", "'argocd.argoproj.io/hook':null", true, false, true },
    { "helm", "'helm.sh/hook':'pre-install,post-upgrade'", true, false, false },
    { "helm test", "'helm.sh/hook':'test'", true, false, true },
    { "helm crd", "'helm.sh/hook':'crd-install'", false, false, false },
    { "helm fills in", "'argocd.argoproj.io/hook':'x','helm.sh/hook':'pre-install'", true, false,
      false },
    { "a wrong type empties the map", "'a':1,'argocd.argoproj.io/hook':'Sync'", false, false,
      false },
};

static void check_hook(void **state) {
    const struct hook_row *row = *state;
    char fields[512];
    snprintf(fields, sizeof fields, "'metadata':{'annotations':{%s}}", row->annotations);
    vitals_document *document = native_object("batch/v1", "Job", fields);
    vt_reader reader = { document, NULL };
    assert_int_equal(vt_native_is_hook(&reader), row->hook);
    assert_int_equal(vt_native_is_skip_hook(&reader), row->skip);
    assert_int_equal(vt_native_is_ignored_hook(&reader), row->ignored);
    vitals_document_free(document);
}

static const struct deletion_row {
    TABLE_ROW;
    const char *metadata;
    bool deleting;
} deletion_rows[] = {
    { "no", "", false },
    { "yes", "'deletionTimestamp':'2024-01-02T03:04:05Z'", true },
    { "null", "'deletionTimestamp':null", false },
    { "empty", "'deletionTimestamp':''", false },
    { "not a time", "'deletionTimestamp':'yesterday'", false },
    { "not text", "'deletionTimestamp':5", false },
    { "the zero time", "'deletionTimestamp':'0001-01-01T00:00:00Z'", false },
    { "hook finalizer",
      "'deletionTimestamp':'2024-01-02T03:04:05Z','finalizers':['a','argocd.argoproj.io/"
      "hook-finalizer']",
      false },
    { "another finalizer", "'deletionTimestamp':'2024-01-02T03:04:05Z','finalizers':['a']", true },
    { "finalizers that are not text",
      "'deletionTimestamp':'2024-01-02T03:04:05Z','finalizers':['argocd.argoproj.io/"
      "hook-finalizer',1]",
      true },
};

static void check_deletion(void **state) {
    const struct deletion_row *row = *state;
    char fields[512];
    snprintf(fields, sizeof fields, "'metadata':{%s}", row->metadata);
    vitals_document *document = native_object("v1", "ConfigMap", fields);
    vt_reader reader = { document, NULL };
    assert_int_equal(vt_native_is_deleting(&reader), row->deleting);
    vitals_document_free(document);
}

int main(void) {
    (void)native_run;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_found),
        cmocka_unit_test(has_tests),
        cmocka_unit_test(finds_nothing_else),
        cmocka_unit_test(survives_without_memory),
        cmocka_unit_test(allocates_nothing_without_message),
        cmocka_unit_test(traces_what_decides),
    };
    return cmocka_run_group_tests_name("native", tests, NULL, NULL) +
           TABLE_RUN("hooks", check_hook, hook_rows) +
           TABLE_RUN("deletion", check_deletion, deletion_rows);
}

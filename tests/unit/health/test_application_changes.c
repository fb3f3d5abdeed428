/* Applications that change: what a change costs, membership, partial aggregates that are merged,
** another engine, and random changes beside a model that computes everything afresh. */
#include <stdio.h>
#include <stdlib.h>

#include "health/application.h"
#include "support/health.h"
#include "support/table.h"
#include "support/torture.h"

/* Widgets answer with their spec. */
#define CM                                                                                         \
    "kind: ConfigMap\ndata:\n  resource.customizations.health.example.com_Widget: "                \
    "'return {status = obj.spec.want}'\n"

static vitals_text text(const char *terminated) {
    return (vitals_text){ terminated, strlen(terminated) };
}

static vitals_document *parse(const char *object) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

static void open_run(health_run *run, const char *policy) {
    health_setup setup = { .configmap = CM, .policy = policy };
    assert_int_equal(health_open(&setup, run), VITALS_OK);
}

static vitals_application *new_application(const health_run *run, vitals_aggregate aggregate) {
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    vitals_application *application = NULL;
    options.aggregate = aggregate;
    assert_int_equal(vitals_application_new(run->engine, &options, &application), VITALS_OK);
    return application;
}

/* One resource to put. */
typedef struct widget {
    unsigned key, name;
    const char *want; /* NULL: absent from the cluster */
    const char *more; /* of the metadata, with a comma in front */
    uint64_t ordinal;
    vitals_membership membership;
} widget;

static void put(health_run *run, vitals_application *application, const widget *put_widget) {
    char object[600], key[16];
    snprintf(object, sizeof object,
             "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"namespace\":"
             "\"d\",\"name\":\"w%06u\"%s},\"spec\":{\"want\":\"%s\"}}",
             put_widget->name, put_widget->more ? put_widget->more : "",
             put_widget->want ? put_widget->want : "");
    snprintf(key, sizeof key, "k%u", put_widget->key);
    /* "Broken" makes the script fail. */
    char *broken = strstr(object, ",\"spec\":{\"want\":\"Broken\"}");
    if (broken) snprintf(broken, 3, "}%c", '\0');
    vitals_document *document = parse(object);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    assert_int_equal(vitals_assess(run->worker, document, &call, run->verdict), VITALS_OK);
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = text(key);
    if (put_widget->want) {
        resource.live = document;
        resource.verdict = run->verdict;
    } else {
        resource.target = document;
    }
    resource.ordinal = put_widget->ordinal;
    resource.membership = put_widget->membership;
    assert_int_equal(vitals_application_put(application, &resource), VITALS_OK);
    vitals_document_free(document);
}

static const char *message_of(vitals_application *application, vitals_health *health) {
    vitals_text message;
    assert_int_equal(vitals_application_health(application, health, &message), VITALS_OK);
    return message.bytes;
}

static void assert_health(vitals_application *application, vitals_health want,
                          const char *message) {
    vitals_health health;
    assert_string_equal(message_of(application, &health), message);
    assert_string_equal(vitals_health_name(health), vitals_health_name(want));
}

/* ------------------------------------------------------------------------- cost */

/* The members that reading the health looks at after one put among `count` resources. */
static uint64_t steps_among(health_run *run, unsigned count) {
    vitals_application *application = new_application(run, VITALS_AGGREGATE_ARGOCD);
    for (unsigned i = 0; i < count; i++) {
        put(run, application, &(widget){ i, i, i % 10 ? "Healthy" : "Degraded", NULL, 0, 0 });
    }
    vitals_health health;
    message_of(application, &health);
    const uint64_t before = application->steps;
    put(run, application, &(widget){ 7, 7, "Degraded", NULL, 0, 0 });
    message_of(application, &health);
    message_of(application, &health); /* without a change it costs nothing */
    const uint64_t steps = application->steps - before;
    assert_int_equal(health, VITALS_HEALTH_DEGRADED);
    assert_int_equal(vitals_application_size(application), count);
    assert_int_equal(vitals_application_count(application, VITALS_HEALTH_DEGRADED), count / 10 + 1);
    assert_int_equal(vitals_application_count(application, VITALS_HEALTH_COUNT), 0);
    vitals_application_free(application);
    return steps;
}

/* A3. */
static void health_costs_the_same_among_many(void **state) {
    (void)state;
    health_run run;
    open_run(&run, NULL);
    const uint64_t few = steps_among(&run, 1000), many = steps_among(&run, 100000);
    print_message("%llu members are looked at\n", (unsigned long long)few);
    assert_int_equal(few, many);
    health_close(&run);
}

static void memory_is_flat(void **state) {
    (void)state;
    vt_counted_memory counted = { .parent = vt_allocator_or_default(NULL) };
    vitals_allocator allocator = { vt_counted_allocate, &counted };
    static const char *const wants[] = { "Healthy", "Degraded", "Progressing", "Broken" };
    health_setup setup = { .configmap = CM, .allocator = &allocator };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_application *application = new_application(&run, VITALS_AGGREGATE_ARGOCD);
    size_t settled = 0;
    for (unsigned i = 0; i < 30000; i++) {
        if (i == 5000) {
            settled = counted.live_bytes;
            counted.peak_bytes = 0;
        }
        put(&run, application, &(widget){ i * 7 % 1000, i % 10, wants[i / 100 % 4], NULL, 0, 0 });
    }
    assert_true(counted.peak_bytes < settled + settled / 4);
    vitals_application_free(application);
    health_close(&run);
    assert_int_equal(counted.live_bytes, 0);
}

/* ------------------------------------------------------------------- membership */

#define OWNED ",\"ownerReferences\":[{\"uid\":\"r\",\"kind\":\"ReplicaSet\",\"controller\":true}]"
#define REFERENCED ",\"ownerReferences\":[{\"uid\":\"r\",\"kind\":\"Shop\"}]"

static const struct membership_row {
    TABLE_ROW;
    const char *more;
    vitals_membership membership;
    bool counts;
    const char *why;
} membership_rows[] = {
    { "tracked", NULL, VITALS_MEMBERSHIP_TRACKED, true, NULL },
    { "tracked and owned by a controller", OWNED, VITALS_MEMBERSHIP_TRACKED, false,
      "owned by another object" },
    { "an owner that is not a controller", REFERENCED, VITALS_MEMBERSHIP_TRACKED, true, NULL },
    { "the host says that it counts", OWNED, VITALS_MEMBERSHIP_YES, true, NULL },
    { "the host says that it does not", NULL, VITALS_MEMBERSHIP_NO, false,
      "not tracked by the application" },
};

/* A4: with a set and without one the application is the same. */
static void check_membership(void **state) {
    const struct membership_row *row = *state;
    health_run run;
    open_run(&run, NULL);
    vitals_application *application = new_application(&run, VITALS_AGGREGATE_ARGOCD);
    put(&run, application, &(widget){ 1, 1, "Degraded", row->more, 0, row->membership });
    assert_health(application, row->counts ? VITALS_HEALTH_DEGRADED : VITALS_HEALTH_HEALTHY,
                  row->counts ? "Caused by example.com/Widget:d/w000001" : "");
    vitals_application_entry entry;
    assert_int_equal(vitals_application_entry_of(application, text("k1"), &entry, sizeof entry),
                     VITALS_OK);
    assert_int_equal(entry.counted, row->counts);
    if (row->why) assert_string_equal(entry.why, row->why);
    vitals_application_free(application);
    health_close(&run);
}

static const struct counting_row {
    TABLE_ROW;
    const char *more;
    bool set, owner_in_set;
    vitals_counting counting;
} counting_rows[] = {
    { "no owner", "", false, false, VITALS_COUNTING_COUNTED },
    { "without a set the reference decides", OWNED, false, false,
      VITALS_COUNTING_OWNED_BY_REFERENCE },
    { "an owner that is not a controller", REFERENCED, false, false, VITALS_COUNTING_COUNTED },
    { "a set without the owner", OWNED, true, false, VITALS_COUNTING_COUNTED },
    { "a set with the owner", REFERENCED, true, true, VITALS_COUNTING_OWNED_IN_SET },
    { "a hook", OWNED ",\"annotations\":{\"argocd.argoproj.io/hook\":\"Sync\"}", true, true,
      VITALS_COUNTING_HOOK },
};

static void check_counting(void **state) {
    const struct counting_row *row = *state;
    char object[400];
    snprintf(object, sizeof object,
             "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"%s}}", row->more);
    health_run run;
    open_run(&run, NULL);
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    if (row->owner_in_set) {
        assert_int_equal(
            vitals_set_put(set, parse("{\"kind\":\"X\",\"metadata\":{\"uid\":\"r\"}}")), VITALS_OK);
    }
    vitals_call call = VITALS_CALL_INIT;
    call.set = row->set ? set : NULL;
    assert_int_equal(health_call(&run, &call, object), VITALS_OK);
    assert_int_equal(vitals_verdict_counting(run.verdict), row->counting);
    assert_int_equal(vitals_verdict_counted(run.verdict), row->counting == VITALS_COUNTING_COUNTED);
    vitals_set_free(set);
    health_close(&run);
}

/* ------------------------------------------------------------------------ order */

static void ordinals_come_first(void **state) {
    (void)state;
    health_run run;
    open_run(&run, NULL);
    vitals_application *application = new_application(&run, VITALS_AGGREGATE_ARGOCD);
    put(&run, application, &(widget){ 1, 1, "Degraded", NULL, 9, 0 });
    put(&run, application, &(widget){ 2, 2, "Degraded", NULL, 8, 0 });
    put(&run, application, &(widget){ 3, 3, "Broken", NULL, 7, 0 });
    put(&run, application, &(widget){ 4, 4, "Broken", NULL, 6, 0 });
    assert_health(application, VITALS_HEALTH_UNKNOWN,
                  "Caused by example.com/Widget:d/w000004, example.com/Widget:d/w000003");
    assert_non_null(strstr(vitals_application_error(application).bytes, "w000004"));
    assert_int_equal(vitals_application_remove(application, text("k4")), VITALS_OK);
    assert_non_null(strstr(vitals_application_error(application).bytes, "w000003"));
    assert_int_equal(vitals_application_remove(application, text("k3")), VITALS_OK);
    assert_null(vitals_application_error(application).bytes);
    assert_health(application, VITALS_HEALTH_DEGRADED,
                  "Caused by example.com/Widget:d/w000002, example.com/Widget:d/w000001");
    vitals_application_free(application);
    health_close(&run);
}

/* -------------------------------------------------------------- another engine */

static void another_engine_in_slices(void **state) {
    (void)state;
    health_run run, lenient, strict;
    open_run(&run, NULL);
    open_run(&lenient, "policy:\n  - match: {kind: Widget, status: Degraded}\n"
                       "    countsAs: Suspended\n    reason: known\n");
    open_run(&strict, "policy:\n  - match: {kind: Widget, status: Healthy}\n"
                      "    countsAs: Missing\n");
    vitals_application *application = new_application(&run, VITALS_AGGREGATE_ARGOCD);
    for (unsigned i = 0; i < 100; i++) {
        put(&run, application, &(widget){ i, i, i % 2 ? "Healthy" : "Degraded", NULL, 0, 0 });
    }
    assert_int_equal(vitals_application_use(application, lenient.engine), VITALS_OK);
    health_close(&lenient); /* the application holds its own references */
    bool more = false;
    assert_int_equal(vitals_application_apply(application, 10, &more), VITALS_OK);
    assert_true(more);
    assert_int_equal(vitals_application_count(application, VITALS_HEALTH_SUSPENDED), 5);
    assert_int_equal(vitals_application_count(application, VITALS_HEALTH_DEGRADED), 45);
    /* A third engine before the second one was applied everywhere. */
    assert_int_equal(vitals_application_use(application, strict.engine), VITALS_OK);
    health_close(&strict);
    vitals_application_entry entry;
    assert_int_equal(vitals_application_entry_of(application, text("k0"), &entry, sizeof entry),
                     VITALS_OK);
    assert_string_equal(entry.why, "policy policy.yaml:2: known");
    unsigned slices = 0;
    for (more = true; more; slices++) {
        assert_int_equal(vitals_application_apply(application, 30, &more), VITALS_OK);
    }
    assert_int_equal(slices, 4);
    assert_int_equal(vitals_application_count(application, VITALS_HEALTH_SUSPENDED), 0);
    assert_int_equal(vitals_application_count(application, VITALS_HEALTH_MISSING), 50);
    assert_int_equal(vitals_application_count(application, VITALS_HEALTH_DEGRADED), 50);
    vitals_application_free(application);
    health_close(&run);
}

/* ---------------------------------------------------------- a model, and merging */

enum { KEYS = 20, ROUNDS = 60, CHANGES = 120, PARTS = 3 };

static uint32_t random_state;

static unsigned below(unsigned bound) {
    random_state = random_state * 1664525U + 1013904223U;
    return (random_state >> 8) % bound;
}

static widget random_widget(void) {
    static const char *const wants[] = { "Healthy",  "Healthy", "Suspended", "Progressing",
                                         "Degraded", "Missing", "Unknown",   "Broken" };
    widget made = { below(KEYS), below(5), wants[below(8)], NULL, below(2) ? below(3) : 0, 0 };
    if (below(6) == 0) made.want = NULL;
    if (below(8) == 0) made.more = OWNED;
    if (below(8) == 0) made.more = ",\"annotations\":{\"argocd.argoproj.io/hook\":\"Sync\"}";
    return made;
}

/* Everything that an application answers, as text. */
static void describe(vitals_application *application, char *out, size_t size) {
    vitals_health health;
    const char *message = message_of(application, &health);
    vitals_text error = vitals_application_error(application);
    snprintf(out, size, "%s|%s|%s|%zu", vitals_health_name(health), message,
             error.bytes ? error.bytes : "", vitals_application_size(application));
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        size_t used = strlen(out);
        snprintf(out + used, size - used, "|%zu",
                 vitals_application_count(application, (vitals_health)i));
    }
}

/* A fresh application of the same resources, put in another order, answers the same. */
static void check_afresh(health_run *run, vitals_application *application,
                         const widget widgets[KEYS], const bool present[KEYS],
                         vitals_aggregate aggregate) {
    char got[2000], want[2000];
    vitals_application *fresh = new_application(run, aggregate);
    for (unsigned i = 0; i < KEYS; i++) {
        unsigned key = i * 7 % KEYS;
        if (present[key]) put(run, fresh, &widgets[key]);
    }
    describe(application, got, sizeof got);
    describe(fresh, want, sizeof want);
    assert_string_equal(got, want);
    size_t visited = 0, counted = 0;
    uint64_t cursor = 0;
    vitals_application_entry entry;
    while (vitals_application_next(application, &cursor, &entry, sizeof entry)) {
        visited++;
        counted += entry.counted;
    }
    assert_int_equal(visited, vitals_application_size(application));
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        counted -= vitals_application_count(application, (vitals_health)i);
    }
    assert_int_equal(counted, 0);
    vitals_application_free(fresh);
}

static void random_changes(void **state) {
    (void)state;
    health_run run;
    open_run(&run, NULL);
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_state = round;
        const vitals_aggregate aggregate = (vitals_aggregate)(round % VITALS_AGGREGATE_COUNT);
        vitals_application *application = new_application(&run, aggregate);
        widget widgets[KEYS];
        bool present[KEYS] = { false };
        for (unsigned i = 0; i < CHANGES; i++) {
            widget next = random_widget();
            if (below(3)) {
                put(&run, application, &next);
                widgets[next.key] = next;
                present[next.key] = true;
            } else {
                char key[16];
                snprintf(key, sizeof key, "k%u", next.key);
                assert_int_equal(vitals_application_remove(application, text(key)),
                                 present[next.key] ? VITALS_OK : VITALS_ENOTFOUND);
                present[next.key] = false;
            }
            if (i % 10 == 0) check_afresh(&run, application, widgets, present, aggregate);
        }
        check_afresh(&run, application, widgets, present, aggregate);
        vitals_application_free(application);
    }
    health_close(&run);
}

/* Parts that share some keys, merged in every order. */
static void merged_in_any_order(void **state) {
    (void)state;
    static const unsigned orders[][PARTS] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                              { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    health_run run;
    open_run(&run, NULL);
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_state = round;
        const vitals_aggregate aggregate = (vitals_aggregate)(round % VITALS_AGGREGATE_COUNT);
        vitals_application *parts[PARTS];
        for (unsigned i = 0; i < PARTS; i++) {
            parts[i] = new_application(&run, aggregate);
            for (unsigned j = 0; j < 8; j++) {
                widget next = random_widget();
                put(&run, parts[i], &next);
            }
        }
        char first[2000] = "", other[2000];
        for (size_t i = 0; i < TABLE_COUNT(orders); i++) {
            vitals_application *all = new_application(&run, aggregate);
            for (unsigned j = 0; j < PARTS; j++) {
                assert_int_equal(vitals_application_merge(all, parts[orders[i][j]]), VITALS_OK);
            }
            describe(all, i ? other : first, sizeof other);
            if (i) assert_string_equal(other, first);
            vitals_application_free(all);
        }
        vitals_application *another =
            new_application(&run, (vitals_aggregate)((round + 1) % VITALS_AGGREGATE_COUNT));
        assert_int_equal(vitals_application_merge(another, parts[0]), VITALS_EINVAL);
        vitals_application_free(another);
        for (unsigned i = 0; i < PARTS; i++) vitals_application_free(parts[i]);
    }
    health_close(&run);
}

/* ------------------------------------------------------------ partial aggregates */

static void copy_partial(vitals_application *application, char *out, size_t size) {
    vitals_text partial;
    assert_int_equal(vitals_application_partial(application, &partial), VITALS_OK);
    assert_int_equal(snprintf(out, size, "%s", partial.bytes), partial.size);
    assert_true(partial.size < size);
}

static vitals_status merge_text(vitals_application *application, const char *partial,
                                vitals_diagnostics *diagnostics) {
    return vitals_application_merge_partial(application, partial, strlen(partial), NULL,
                                            diagnostics);
}

/* What goes through text is what was merged directly; parts that are merged again change nothing. */
static void partials_are_merged_as_applications(void **state) {
    (void)state;
    static char partial[20000], again[20000];
    health_run run;
    open_run(&run, NULL);
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_state = round;
        const vitals_aggregate aggregate = (vitals_aggregate)(round % VITALS_AGGREGATE_COUNT);
        vitals_application *direct = new_application(&run, aggregate);
        vitals_application *by_text = new_application(&run, aggregate);
        char expected[2000], actual[2000];
        for (unsigned i = 0; i < PARTS; i++) {
            vitals_application *part = new_application(&run, aggregate);
            for (unsigned j = 0; j < 8; j++) {
                widget next = random_widget();
                put(&run, part, &next);
            }
            assert_int_equal(vitals_application_merge(direct, part), VITALS_OK);
            copy_partial(part, partial, sizeof partial);
            assert_int_equal(merge_text(by_text, partial, NULL), VITALS_OK);
            assert_int_equal(merge_text(by_text, partial, NULL), VITALS_OK);
            vitals_application_free(part);
        }
        describe(direct, expected, sizeof expected);
        describe(by_text, actual, sizeof actual);
        assert_string_equal(actual, expected);
        copy_partial(direct, partial, sizeof partial);
        copy_partial(by_text, again, sizeof again);
        assert_string_equal(again, partial);
        vitals_application_free(direct);
        vitals_application_free(by_text);
    }
    health_close(&run);
}

#define PARTIAL(resources)                                                                         \
    "{\"schema\":\"vitals/partial/v1\",\"aggregate\":\"argocd\",\"resources\":" resources "}"
#define POD_ROW "[\"\",\"Pod\",\"d\",\"p\",\"Degraded\"]"

/* Text that is not a partial aggregate adds nothing, not even what comes before the fault. */
static const struct partial_row {
    TABLE_ROW;
    const char *text;
    vitals_status status;
    size_t resources;
    const char *diagnostic;
} partial_rows[] = {
    { "nothing", PARTIAL("[]"), VITALS_OK, 0, NULL },
    { "a resource", PARTIAL("[" POD_ROW "]"), VITALS_OK, 1, NULL },
    { "all places",
      PARTIAL("[[\"g\",\"K\",\"n\",\"x\",\"Unknown\",\"failed by-check\",null,7,\"oh\"]]"),
      VITALS_OK, 1, NULL },
    { "members of later versions", "{\"more\":1," PARTIAL("[]") "", VITALS_ESYNTAX, 0, NULL },
    { "no JSON", "[", VITALS_ESYNTAX, 0, NULL },
    { "a list", "[]", VITALS_ESYNTAX, 0, "its schema is not vitals/partial/v1" },
    { "another aggregate",
      "{\"schema\":\"vitals/partial/v1\",\"aggregate\":\"worst\",\"resources\":[]}", VITALS_EINVAL,
      0, "the aggregate is not that of the application" },
    { "another version", "{\"schema\":\"vitals/partial/v2\"}", VITALS_ESYNTAX, 0, "its schema" },
    { "no resources", "{\"schema\":\"vitals/partial/v1\",\"aggregate\":\"argocd\"}", VITALS_ESYNTAX,
      0, "there are no resources" },
    { "a resource that is a map", PARTIAL("[" POD_ROW ",{}]"), VITALS_ESYNTAX, 0,
      "this is not a resource" },
    { "too short", PARTIAL("[" POD_ROW ",[\"\",\"Pod\",\"d\",\"p\"]]"), VITALS_ESYNTAX, 0,
      "this is not a resource" },
    { "too long", PARTIAL("[[\"g\",\"K\",\"n\",\"x\",\"Unknown\",\"\",null,7,\"oh\",1]]"),
      VITALS_ESYNTAX, 0, "this is not a resource" },
    { "a number for a name", PARTIAL("[[\"\",\"Pod\",\"d\",7,\"Degraded\"]]"), VITALS_ESYNTAX, 0,
      "this is not a resource" },
    { "no such health", PARTIAL("[" POD_ROW ",[\"\",\"Pod\",\"d\",\"q\",\"Bad\"]]"), VITALS_ESYNTAX,
      0, "this health is not known" },
    { "no such word", PARTIAL("[[\"\",\"Pod\",\"d\",\"q\",\"Healthy\",\"hook blue\"]]"),
      VITALS_ESYNTAX, 0, "not known" },
};

static void check_partial(void **state) {
    const struct partial_row *expected = *state;
    health_run run;
    open_run(&run, NULL);
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_application *application = new_application(&run, VITALS_AGGREGATE_ARGOCD);
    assert_int_equal(merge_text(application, expected->text, diagnostics), expected->status);
    assert_int_equal(vitals_application_size(application), expected->resources);
    if (expected->diagnostic) {
        assert_non_null(
            strstr(vitals_diagnostics_at(diagnostics, 0)->text.bytes, expected->diagnostic));
    }
    vitals_application_free(application);
    vitals_diagnostics_free(diagnostics);
    health_close(&run);
}

static vitals_status merge_with_little_memory(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    health_setup setup = { .allocator = &allocator };
    health_run run;
    vitals_status status = health_open(&setup, &run);
    vitals_application *application = NULL;
    vitals_text text = { NULL, 0 };
    if (!status) status = vitals_application_new(run.engine, NULL, &application);
    if (!status) status = merge_text(application, user, NULL);
    if (!status) status = vitals_application_partial(application, &text);
    if (!status) assert_string_equal(text.bytes, (const char *)user);
    vitals_application_free(application);
    health_close(&run);
    return status;
}

static void every_allocation_of_a_partial_may_fail(void **state) {
    (void)state;
    static char text[] = PARTIAL(
        "[" POD_ROW ",[\"g\",\"K\",\"n\",\"x\",\"Unknown\",\"failed\",\"a key\",7,\"oh\"]]");
    (void)torture_run(merge_with_little_memory, text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(health_costs_the_same_among_many),
        cmocka_unit_test(memory_is_flat),
        cmocka_unit_test(ordinals_come_first),
        cmocka_unit_test(another_engine_in_slices),
        cmocka_unit_test(random_changes),
        cmocka_unit_test(merged_in_any_order),
        cmocka_unit_test(partials_are_merged_as_applications),
        cmocka_unit_test(every_allocation_of_a_partial_may_fail),
    };
    return cmocka_run_group_tests_name("applications that change", tests, NULL, NULL) +
           TABLE_RUN("membership", check_membership, membership_rows) +
           TABLE_RUN("counting", check_counting, counting_rows) +
           TABLE_RUN("partial", check_partial, partial_rows);
}

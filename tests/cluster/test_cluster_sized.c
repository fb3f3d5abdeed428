/* Structs of <vitals/cluster.h> that cross the border of the library, at every size: shorter and longer ones
** than the library's. The others are in tests/api/test_sized_calls.c. */
#include <vitals/suspend.h>

#include "support/table.h"

#include "cluster/conversation.h"

static conversation *talk;
static vitals_cluster_watcher *watcher;

static void fill_about(void *out, size_t bytes) {
    vitals_cluster_about_of(conversation_cluster(talk), out, bytes);
}

static void fill_resource(void *out, size_t bytes) {
    size_t cursor = 0;
    assert_true(vitals_cluster_resource_next(conversation_cluster(talk), &cursor, out, bytes));
}

static void fill_scope(void *out, size_t bytes) {
    vitals_cluster_scope_about_of(vitals_cluster_scope_next(watcher, NULL), out, bytes);
}

static void fill_suspendable(void *out, size_t bytes) {
    assert_true(vitals_suspendable_at(0, out, bytes));
}

static const vitals_text batch = { "batch", 5 }, cron_job = { "CronJob", 7 };

static void fill_suspend_step(void *out, size_t bytes) {
    vitals_suspend_plan *plan = NULL;
    const vitals_suspend_options suspend = VITALS_SUSPEND_OPTIONS_INIT;
    const vitals_status status = vitals_suspend_plan_new(batch, cron_job, &suspend, &plan, NULL);
    if (status == VITALS_ECONFIG) skip(); /* this build does not write */
    assert_int_equal(status, VITALS_OK);
    assert_true(vitals_suspend_plan_at(plan, vitals_suspend_plan_first(plan), out, bytes));
    vitals_suspend_plan_free(plan);
}

static const struct filled_row {
    TABLE_ROW;
    void (*fill)(void *out, size_t bytes);
    size_t bytes;
} filled_rows[] = {
    { "vitals_cluster_about", fill_about, sizeof(vitals_cluster_about) },
    { "vitals_cluster_resource", fill_resource, sizeof(vitals_cluster_resource) },
    { "vitals_cluster_scope_about", fill_scope, sizeof(vitals_cluster_scope_about) },
    { "vitals_suspendable", fill_suspendable, sizeof(vitals_suspendable) },
    { "vitals_suspend_step", fill_suspend_step, sizeof(vitals_suspend_step) },
};

static void check_filled(void **state) {
    const struct filled_row *row = *state;
    for (size_t bytes = 0; bytes <= row->bytes + 32; bytes++) {
        unsigned char *out = malloc(bytes + 16);
        memset(out, 0xAA, bytes + 16);
        row->fill(out, bytes);
        for (size_t i = row->bytes; i < bytes; i++) assert_int_equal(out[i], 0);
        for (size_t i = bytes; i < bytes + 16; i++) assert_int_equal(out[i], 0xAA);
        free(out);
    }
}

static int64_t no_clock(void *user) {
    (void)user;
    return 0;
}

/* Whether the library takes the struct at `given`. */
static bool take_loop_options(const void *given) {
    vitals_cluster_loop *loop = NULL;
    const bool taken = vitals_cluster_loop_new(given, &loop) == VITALS_OK;
    vitals_cluster_loop_free(loop);
    return taken;
}

static bool take_options(const void *given) {
    vitals_cluster *cluster = NULL;
    const vitals_status status = vitals_cluster_new(conversation_loop(talk), given, &cluster, NULL);
    vitals_cluster_free(cluster);
    return status != VITALS_EINVAL;
}

static bool take_selection(const void *given) {
    const vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_watcher *own = NULL;
    const bool taken =
        vitals_cluster_watch(conversation_cluster(talk), given, &events, &own) == VITALS_OK;
    vitals_cluster_watcher_free(own);
    return taken;
}

static bool take_events(const void *given) {
    const vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_watcher *own = NULL;
    const bool taken =
        vitals_cluster_watch(conversation_cluster(talk), &selection, given, &own) == VITALS_OK;
    vitals_cluster_watcher_free(own);
    return taken;
}

static bool take_feed(const void *given) {
    const vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_watcher *own = NULL;
    const bool taken = vitals_cluster_feed_live(conversation_cluster(talk), &selection, given, NULL,
                                                &own) == VITALS_OK;
    vitals_cluster_watcher_free(own);
    return taken;
}

static bool take_suspend(const void *given) {
    vitals_suspend_plan *plan = NULL;
    const vitals_status status = vitals_suspend_plan_new(batch, cron_job, given, &plan, NULL);
    vitals_suspend_plan_free(plan);
    return status != VITALS_EINVAL;
}

static vitals_suspend_options suspend_options = VITALS_SUSPEND_OPTIONS_INIT;
static vitals_cluster_loop_options loop_options = VITALS_CLUSTER_LOOP_OPTIONS_INIT;
static vitals_cluster_options options = VITALS_CLUSTER_OPTIONS_INIT;
static vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
static vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
static vitals_cluster_feed feed = VITALS_CLUSTER_FEED_INIT;

static const struct given_row {
    TABLE_ROW;
    bool (*take)(const void *given);
    const void *given;
    size_t bytes;
    size_t needed; /* the fields up to here must be there */
} given_rows[] = {
    { "vitals_cluster_loop_options", take_loop_options, &loop_options, sizeof loop_options,
      offsetof(vitals_cluster_loop_options, random) },
    { "vitals_cluster_options", take_options, &options, sizeof options, sizeof(size_t) },
    { "vitals_cluster_selection", take_selection, &selection, sizeof selection, sizeof(size_t) },
    { "vitals_cluster_events", take_events, &events, sizeof events, sizeof(size_t) },
    { "vitals_suspend_options", take_suspend, &suspend_options, sizeof suspend_options,
      sizeof(size_t) },
    { "vitals_cluster_feed", take_feed, &feed, sizeof feed, offsetof(vitals_cluster_feed, source) },
};

/* Exactly so many bytes are readable, for sanitizers. */
static bool take_bytes(const struct given_row *row, size_t bytes, unsigned char fill) {
    unsigned char *given = malloc(bytes);
    memset(given, fill, bytes);
    memcpy(given, row->given, bytes < row->bytes ? bytes : row->bytes);
    memcpy(given, &bytes, sizeof bytes);
    const bool taken = row->take(given);
    free(given);
    return taken;
}

static void check_given(void **state) {
    const struct given_row *row = *state;
    for (size_t bytes = sizeof bytes; bytes <= row->bytes + 64; bytes += sizeof bytes) {
        assert_int_equal(take_bytes(row, bytes, 0), bytes >= row->needed);
        if (bytes > row->bytes) assert_false(take_bytes(row, bytes, 1));
    }
}

int main(void) {
    const conversation_options talking = { .allocator = NULL };
    assert_int_equal(conversation_new(&talking, &talk), VITALS_OK);
    vitals_live *live = NULL;
    assert_int_equal(vitals_live_new(NULL, &live), VITALS_OK);
    feed.live = live;
    loop_options.wall_ms = loop_options.monotonic_ms = no_clock;
    options.kubeconfig_text = "{}";
    selection.follow = false;
    assert_int_equal(
        vitals_cluster_watch(conversation_cluster(talk), &selection, &events, &watcher), VITALS_OK);
    conversation_run(talk, "");
    conversation_discover(talk, 26);
    int failed = TABLE_RUN("given structs", check_given, given_rows);
    failed += TABLE_RUN("filled structs", check_filled, filled_rows);
    conversation_free(talk);
    vitals_live_free(live);
    return failed;
}

/*
** Many lists at once, each read once, from a server that fails in every way, from seeds: in the end each list
** is as without faults, or is refused with a reason. No list is refused because another one failed. Time is
** the conversation's, so that nothing depends on the machine.
**
**     test_cluster_lists [SEEDS]
*/
#include <stdio.h>
#include <stdlib.h>

#include "base/text/text.h"
#include "cluster/conversation.h"
#include "cluster/transport/backoff.h"
#include "support/table.h"

enum { KINDS = 24, PAGES = 3, PAGE_ITEMS = 2, ALL = (1 << PAGES * PAGE_ITEMS) - 1, SEEDS = 400 };

static uint64_t seeds = SEEDS;

typedef struct world {
    conversation *talk;
    uint64_t random;
    bool hard; /* faults that no repetition helps against, too */
    unsigned percent;
    int64_t down_until_ms;
    unsigned restarts;
    unsigned faults[KINDS], faults_in_a_row[KINDS];
    unsigned rows[KINDS]; /* a bit for each object */
    bool live[KINDS], refused[KINDS], final[KINDS];
    unsigned ready;
    char why[KINDS][160];
} world;

static unsigned below(world *own, unsigned count) {
    own->random ^= own->random << 13;
    own->random ^= own->random >> 7;
    own->random ^= own->random << 17;
    return (unsigned)((own->random >> 33) % count);
}

/* ------------------------------------------------------------------ the server */

#define STATUS(code, reason)                                                                       \
    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","           \
    "\"message\":\"because\",\"reason\":\"" reason "\",\"code\":" #code "}"

/* `%s` is the beginning of the right answer. */
static const struct fault_row {
    const char *name, *lines;
    bool hard;       /* one is enough to lose the list */
    int64_t down_ms; /* at most: afterwards the server refuses connections so long */
} faults[] = {
    { "a stream is reset before the answer", "} stream\n" },
    { "a stream is reset in the answer", "{ 200\n. %s\n} stream\n" },
    { "a connection is reset before the answer", "} reset\n" },
    { "a connection is reset in the answer", "{ 200\n. %s\n} reset\n" },
    { "a connection is dead", "} dead\n" },
    { "half an answer", "{ 200\n. %s\n} ok\n" },
    { "too many requests",
      "H retry-after: 1\n< 429 " STATUS(429, "TooManyRequests") "\nH retry-after: \n" },
    { "too many requests, without a time", "< 429 " STATUS(429, "TooManyRequests") "\n" },
    { "a bad gateway", "< 502 <html>bad</html>\n" },
    { "unavailable", "< 503 \n" },
    { "an error of the server", "< 500 " STATUS(500, "InternalError") "\n" },
    { "a restart", "} reset\n", .down_ms = 20000 },
    { "a timeout", "} timeout\n", true },
    { "forbidden", "< 403 " STATUS(403, "Forbidden") "\n", true },
    { "gone", "< 404 " STATUS(404, "NotFound") "\n", true },
    { "a login page", "< 200 <html>log in</html>\n", true },
    { "a foreign certificate", "} tls\n", true },
    { "a long restart", "} reset\n", true, 90000 },
};

static int add_page(char *out, size_t size, unsigned kind, unsigned page) {
    int used = snprintf(out, size,
                        "{\"kind\":\"K%03uList\",\"apiVersion\":\"x.io/v1\",\"metadata\":{"
                        "\"resourceVersion\":\"5\"",
                        kind);
    if (page + 1 < PAGES)
        used += snprintf(out + used, size - (size_t)used, ",\"continue\":\"%u\"", page + 1);
    used += snprintf(out + used, size - (size_t)used, "},\"items\":[");
    for (unsigned i = 0; i < PAGE_ITEMS; i++) {
        used += snprintf(out + used, size - (size_t)used,
                         "%s{\"metadata\":{\"name\":\"%u-%u\",\"namespace\":\"shop\"}}",
                         i ? "," : "", kind, page * PAGE_ITEMS + i);
    }
    return used + snprintf(out + used, size - (size_t)used, "]}");
}

static void run(world *own, const char *lines) {
    assert_int_equal(conversation_run(own->talk, lines), VITALS_OK);
}

static const struct fault_row *choose_fault(world *own, unsigned kind) {
    /* More than a list must bear. */
    const bool enough = own->faults_in_a_row[kind] == 2 || own->faults[kind] == VT_RETRIES - 1;
    if (below(own, 100) >= own->percent || (!own->hard && enough)) return NULL;
    for (;;) {
        const struct fault_row *row = &faults[below(own, TABLE_COUNT(faults))];
        const bool again = row->down_ms && !own->hard && own->restarts;
        if ((own->hard || !row->hard) && !again) return row;
    }
}

static void fail_request(world *own, const struct fault_row *row, unsigned kind, char *page,
                         int size) {
    char lines[2048];
    page[below(own, (unsigned)size)] = '\0';
    snprintf(lines, sizeof lines, row->lines, page);
    own->faults[kind]++;
    own->faults_in_a_row[kind]++;
    own->final[kind] |= row->hard;
    if (row->down_ms) {
        own->restarts++;
        own->down_until_ms = conversation_now(own->talk) + below(own, (unsigned)row->down_ms);
    }
    run(own, lines);
}

static void serve(world *own, const char *path) {
    char page[1024], lines[2048];
    unsigned kind = 0, number = 0;
    const char *token = strstr(path, "continue=");
    assert_int_equal(sscanf(path, "/apis/x.io/v1/namespaces/shop/k%u", &kind), 1);
    assert_in_range(kind, 0, KINDS - 1);
    if (token) number = (unsigned)strtoul(token + strlen("continue="), NULL, 10);
    if (conversation_now(own->talk) < own->down_until_ms) {
        run(own, "} refused\n");
        return;
    }
    const int size = add_page(page, sizeof page, kind, number);
    const struct fault_row *row = choose_fault(own, kind);
    if (row) {
        fail_request(own, row, kind, page, size);
        return;
    }
    own->faults_in_a_row[kind] = 0;
    snprintf(lines, sizeof lines, "< 200 %s\n", page);
    run(own, lines);
}

/* ------------------------------------------------------------ what the host sees */

static unsigned kind_of(const vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    return (unsigned)strtoul(about.resource.resource.bytes + 1, NULL, 10);
}

static void on_begin(void *user, vitals_cluster_scope *scope) {
    ((world *)user)->rows[kind_of(scope)] = 0;
}

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    world *own = user;
    unsigned kind = 0, object = 0;
    assert_int_equal(change, VITALS_CLUSTER_LISTED);
    assert_int_equal(sscanf(vitals_document_name(*document).bytes, "%u-%u", &kind, &object), 2);
    assert_int_equal(kind, kind_of(scope));
    own->rows[kind] |= 1u << object;
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    world *own = user;
    const unsigned kind = kind_of(scope);
    own->live[kind] = state == VITALS_LIVE_LIVE;
    own->refused[kind] = state == VITALS_LIVE_REFUSED;
    if (problem)
        snprintf(own->why[kind], sizeof own->why[kind], "%.*s", (int)problem->text.size,
                 problem->text.bytes);
    assert_int_equal(own->refused[kind] && (!problem || !problem->text.size), false);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((world *)user)->ready++;
}

static bool choose(void *user, const vitals_cluster_resource *resource) {
    (void)user;
    return vt_text_is(resource->group, "x.io");
}

/* ------------------------------------------------------------------------- runs */

static void begin(world *own) {
    const conversation_options options = { .kubeconfig = NULL };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_watcher *watcher = NULL;
    assert_int_equal(conversation_new(&options, &own->talk), VITALS_OK);
    selection.namespace_ = (vitals_text){ "shop", 4 };
    selection.choose = choose;
    selection.page_items = PAGE_ITEMS;
    events.user = own;
    events.begin = on_begin;
    events.object = on_object;
    events.state = on_state;
    events.ready = on_ready;
    assert_int_equal(
        vitals_cluster_watch(conversation_cluster(own->talk), &selection, &events, &watcher),
        VITALS_OK);
    conversation_discover_kinds(own->talk, KINDS);
}

/* Until all is read or refused. Returns how many requests were sent. */
static unsigned read_all(world *own) {
    enum { MOST_STEPS = 20000 };
    unsigned requests = 0;
    for (unsigned i = 0; i < MOST_STEPS && !own->ready; i++) {
        const char *path = conversation_waiting(own->talk);
        if (path) {
            requests++;
            serve(own, path);
        } else {
            run(own, "@ 100\n");
        }
    }
    assert_int_equal(own->ready, 1);
    run(own, "-\n@ 1000000\n-\n");
    return requests;
}

/* Returns how many lists were lost. */
static unsigned check(const world *own, uint64_t seed) {
    unsigned lost = 0;
    for (unsigned i = 0; i < KINDS; i++) {
        if (own->live[i] == own->refused[i] || (own->live[i] && own->rows[i] != ALL))
            fail_msg("seed %llu: kind %u: live %d, refused %d, objects %x",
                     (unsigned long long)seed, i, own->live[i], own->refused[i], own->rows[i]);
        lost += own->refused[i];
        /* A server that stays away loses what it was asked for; nothing else but a fault of its own does. */
        if (own->refused[i] && !own->faults[i] && !own->restarts)
            fail_msg("seed %llu: kind %u was lost without a fault", (unsigned long long)seed, i);
        if (own->refused[i] && !own->hard)
            fail_msg("seed %llu: kind %u was lost after %u faults that pass: %s",
                     (unsigned long long)seed, i, own->faults[i], own->why[i]);
    }
    return lost;
}

static unsigned run_seed(uint64_t seed, bool hard, unsigned percent) {
    world own = { .random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1,
                  .hard = hard,
                  .percent = percent };
    begin(&own);
    read_all(&own);
    const unsigned lost = check(&own, seed);
    conversation_free(own.talk);
    return lost;
}

static void faults_that_pass_lose_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= seeds; seed++) (void)run_seed(seed, false, 5 + seed % 50);
}

static void lists_are_whole_or_refused(void **state) {
    (void)state;
    unsigned lost = 0, whole = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        const unsigned now = run_seed(seed, true, 1 + seed % 60);
        lost += now;
        whole += KINDS - now;
    }
    print_message("%llu seeds: %u lists whole, %u refused\n", (unsigned long long)seeds, whole,
                  lost);
    assert_true(lost && whole);
}

/* One fault of one list, of each kind that passes: the others must not notice. */
static void one_fault_costs_one_request(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(faults); i++) {
        world own = { .random = 1 };
        char page[1024];
        if (faults[i].hard || faults[i].down_ms) continue;
        begin(&own);
        assert_non_null(conversation_waiting(own.talk));
        const int size = add_page(page, sizeof page, 0, 0);
        fail_request(&own, &faults[i], 0, page, size);
        if (read_all(&own) != KINDS * PAGES) fail_msg("%s: other requests", faults[i].name);
        check(&own, i);
        conversation_free(own.talk);
    }
}

/* A server that stays away is asked now and then, and not once for each list. */
static void a_server_that_stays_away(void **state) {
    (void)state;
    world own = { .random = 1 };
    begin(&own);
    own.down_until_ms = INT64_MAX;
    const int64_t begun = conversation_now(own.talk);
    assert_in_range(read_all(&own), 4, 20);
    assert_in_range(conversation_now(own.talk) - begun, 1030000, 1050000); /* with the last wait */
    for (unsigned i = 0; i < KINDS; i++) assert_true(own.refused[i]);
    conversation_free(own.talk);
}

/* ------------------------------------------------------------- lists without end */

static const struct endless_row {
    TABLE_ROW;
    const char *page; /* "%u": the number of the page */
    unsigned most;    /* requests */
    const char *limit;
} endless[] = {
    { "the same token", "\"continue\":\"t\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]", 2,
      "repeats" },
    { "empty pages", "\"continue\":\"t%u\"},\"items\":[]", 1000, "list_empty_pages" },
    { "pages with an object", "\"continue\":\"t%u\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]",
      100000, "list_pages" },
};

static void on_endless_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                             const vitals_cluster_problem *problem) {
    char *text = user;
    (void)scope;
    if (state == VITALS_LIVE_REFUSED && problem)
        snprintf(text, 256, "%.*s", (int)problem->text.size, problem->text.bytes);
}

static void ends_at_a_limit(void **state) {
    const struct endless_row *row = *state;
    const conversation_options options = { .kubeconfig = NULL };
    static const vitals_cluster_target target = { .resource = { "pods", 4 } };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_watcher *watcher = NULL;
    conversation *talk = NULL;
    char why[256] = "", lines[512], page[256];
    unsigned requests = 0;
    selection.targets = &target;
    selection.target_count = 1;
    events.user = why;
    events.state = on_endless_state;
    assert_int_equal(conversation_new(&options, &talk), VITALS_OK);
    assert_int_equal(
        vitals_cluster_watch(conversation_cluster(talk), &selection, &events, &watcher), VITALS_OK);
    conversation_discover(talk, 26);
    while (conversation_waiting(talk)) {
        assert_true(++requests <= row->most);
        snprintf(page, sizeof page, row->page, requests);
        snprintf(lines, sizeof lines,
                 "< 200 {\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\",%s}\n", page);
        assert_int_equal(conversation_run(talk, lines), VITALS_OK);
    }
    assert_int_equal(requests, row->most);
    assert_non_null(strstr(why, row->limit));
    conversation_free(talk);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_that_pass_lose_nothing),
        cmocka_unit_test(lists_are_whole_or_refused),
        cmocka_unit_test(one_fault_costs_one_request),
        cmocka_unit_test(a_server_that_stays_away),
    };
    if (argc > 1) seeds = strtoull(argv[1], NULL, 10);
    return TABLE_RUN("lists without end", ends_at_a_limit, endless) +
           cmocka_run_group_tests_name("lists", tests, NULL, NULL);
}

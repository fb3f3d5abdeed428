/* Chains of owners: which objects are owned, and what it costs to find out. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory/chain.h"
#include "objects/set/set.h"
#include "support/live.h"
#include "support/table.h"
#include "support/text.h"

enum { MOST = 40, GRAPHS = 5000, LONG = 100000 };
#define NONE VITALS_NO_OWNER

/* ------------------------------------------------------------------------- rows */

typedef struct row {
    TABLE_ROW;
    uint32_t owners[8], expected[8];
    size_t count;
} row;

static const row rows[] = {
    { "nothing", { 0 }, { 0 }, 0 },
    { "alone", { NONE }, { NONE }, 1 },
    { "of itself", { 0 }, { NONE }, 1 },
    { "below one of itself", { 0, 0 }, { NONE, NONE }, 2 },
    { "a chain", { NONE, 0, 1 }, { NONE, 0, 1 }, 3 },
    { "a chain, upwards", { 1, 2, NONE }, { 1, 2, NONE }, 3 },
    { "a ring of two", { 1, 0 }, { NONE, NONE }, 2 },
    { "a ring of three", { 1, 2, 0 }, { NONE, NONE, NONE }, 3 },
    { "a tail before its ring", { 1, 2, 3, 2 }, { NONE, NONE, NONE, NONE }, 4 },
    { "a tail behind its ring", { 1, 0, 0, 2 }, { NONE, NONE, NONE, NONE }, 4 },
    { "a ring beside a chain", { 1, 0, NONE, 2, 3 }, { NONE, NONE, NONE, 2, 3 }, 5 },
    { "a tree", { NONE, 0, 0, 1, 1, 4 }, { NONE, 0, 0, 1, 1, 4 }, 6 },
};

static void settled(void **state) {
    const row *r = *state;
    uint32_t owners[8];
    memcpy(owners, r->owners, sizeof owners);
    assert_int_equal(vitals_owners_settle(owners, r->count), VITALS_OK);
    for (size_t i = 0; i < r->count; i++) assert_int_equal(owners[i], r->expected[i]);
}

static void refused(void **state) {
    (void)state;
    uint32_t owners[] = { 1, 2, NONE - 1 };
    const uint32_t before[] = { 1, 2, NONE - 1 };
    assert_int_equal(vitals_owners_settle(owners, 3), VITALS_EINVAL);
    assert_int_equal(vitals_owners_settle(owners, 2), VITALS_EINVAL); /* 2 is not there */
    assert_memory_equal(owners, before, sizeof before);
    assert_int_equal(vitals_owners_settle(owners, (size_t)1 << 30), VITALS_EINVAL);
}

/* ------------------------------------------------------------------------- cost */

typedef struct counted {
    uint32_t *owners;
    unsigned char *known;
    uint64_t steps;
} counted;

static uint64_t owner_of(void *user, uint64_t node) {
    counted *c = user;
    c->steps++;
    return c->owners[node] == NONE ? VT_CHAIN_NONE : c->owners[node];
}

static vt_chain_state state_of(void *user, uint64_t node) {
    return (vt_chain_state)((const counted *)user)->known[node];
}

static void mark(void *user, uint64_t node, vt_chain_state state) {
    ((counted *)user)->known[node] = (unsigned char)state;
}

/* Objects 0 to `ring` - 1 own each other; each further one is owned by the one before. */
static void is_linear(uint32_t ring, bool backwards) {
    counted c = { calloc(LONG, sizeof *c.owners), calloc(LONG, 1), 0 };
    const vt_chain chain = { &c, owner_of, state_of, mark };
    assert_true(c.owners && c.known);
    for (uint32_t i = 0; i < LONG; i++) {
        c.owners[i] = i ? i - 1 : ring ? ring - 1 : NONE;
    }
    for (uint32_t i = 0; i < LONG; i++) {
        assert_int_equal(vt_chain_ends(&chain, backwards ? LONG - 1 - i : i), ring == 0);
    }
    assert_true(c.steps <= 8U * LONG);
    free(c.owners);
    free(c.known);
}

static void linear(void **state) {
    (void)state;
    const uint32_t rings[] = { 0, 1, 2, 1000, LONG / 2, LONG };
    for (size_t i = 0; i < TABLE_COUNT(rings); i++) {
        is_linear(rings[i], false);
        is_linear(rings[i], true);
    }
}

/* ---------------------------------------------------------------- random graphs */

/* Objects with UIDs that may be shared or missing, in several namespaces, with up to two owners. */
typedef struct graph {
    vitals_document *documents[MOST]; /* owned by the set */
    vitals_set *set;
    size_t count;
    uint32_t random;
} graph;

static unsigned below(graph *g, unsigned bound) {
    g->random = g->random * 1664525U + 1013904223U;
    return (g->random >> 8) % bound;
}

static void add(graph *g, unsigned uids, unsigned most) {
    char text[400], uid[16] = "";
    vitals_document *document = NULL;
    const unsigned own = below(g, 8) ? (unsigned)g->count : below(g, uids);
    if (below(g, 10)) snprintf(uid, sizeof uid, "u%u", own);
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"%u\",\"name\":"
             "\"%zu\","
             "\"uid\":\"%s\",\"ownerReferences\":[",
             below(g, 3), g->count, uid);
    const unsigned owners = below(g, 4);
    for (unsigned i = 0; i < owners && i < most; i++) {
        text_append(text, sizeof text, "%s{\"uid\":\"u%u\"}", i ? "," : "", below(g, uids));
    }
    text_append(text, sizeof text, "]},\"status\":{\"phase\":\"Failed\"}}");
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    assert_int_equal(vitals_set_put(g->set, document), VITALS_OK);
    g->documents[g->count++] = document;
}

/* By the texts alone: the first object with the UID of the first owner that is there. */
static size_t first_owner(const graph *g, size_t object) {
    for (size_t i = 0; i < 2; i++) {
        const vitals_text uid = vitals_document_owner_uid(g->documents[object], i);
        for (size_t j = 0; uid.size && j < g->count; j++) {
            if (vt_text_equal(vitals_document_uid(g->documents[j]), uid)) return j;
        }
    }
    return SIZE_MAX;
}

static bool ends(const graph *g, size_t object) {
    size_t steps = 0;
    while (object != SIZE_MAX && steps++ <= g->count) object = first_owner(g, object);
    return object == SIZE_MAX;
}

/* What two ways to ask the library say is what the texts say. */
static void compare(const graph *g, vitals_worker *worker, vitals_verdict *verdict,
                    unsigned counts[3]) {
    uint32_t owners[MOST];
    vitals_call call = VITALS_CALL_INIT;
    call.set = g->set;
    for (size_t i = 0; i < g->count; i++) {
        const size_t owner = first_owner(g, i);
        owners[i] = owner == SIZE_MAX ? NONE : (uint32_t)owner;
    }
    assert_int_equal(vitals_owners_settle(owners, g->count), VITALS_OK);
    for (size_t i = 0; i < g->count; i++) {
        const bool has_owner = first_owner(g, i) != SIZE_MAX, owned = has_owner && ends(g, i);
        assert_int_equal(vitals_set_is_owned(g->set, g->documents[i]), owned);
        assert_int_equal(owners[i] != NONE, owned);
        assert_int_equal(vitals_assess(worker, g->documents[i], &call, verdict), VITALS_OK);
        assert_int_equal(vitals_verdict_counted(verdict), !owned);
        counts[owned ? 0 : has_owner ? 1 : 2]++;
    }
}

static void put_into(vitals_live *live, vitals_live_id scope, const vitals_document *document) {
    char *json = NULL;
    size_t size = 0;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &json, &size), VITALS_OK);
    assert_int_equal(vitals_live_put_text(live, scope, json, size, NULL, NULL), VITALS_OK);
    vitals_text_free(NULL, json, size);
}

/* A live has a row for each object, and finds the same owners. */
static void compare_live(const graph *g, vitals_engine *engine, vitals_worker *worker) {
    vitals_live *live = NULL;
    vitals_live_view *view = NULL;
    vitals_live_id source = 0, scope = 0;
    assert_int_equal(vitals_live_new(NULL, &live), VITALS_OK);
    assert_int_equal(vitals_live_source_add(live, VT_TEXT("s"), engine, NULL, &source), VITALS_OK);
    assert_int_equal(vitals_live_scope_add(live, source, NULL, &scope), VITALS_OK);
    assert_int_equal(vitals_live_view_new(live, NULL, &view), VITALS_OK);
    for (size_t i = 0; i < g->count; i++) put_into(live, scope, g->documents[i]);
    live_settle(live, worker, 0);
    for (size_t i = 0; i < g->count; i++) {
        vitals_live_row found;
        vitals_live_object object = vitals_live_object_of(g->documents[i]);
        object.uid = VT_TEXT_ABSENT; /* others may have it, and no two have a name */
        const vitals_live_id id = vitals_live_row_find(view, source, &object);
        assert_int_equal(vitals_live_row_of(view, id, &found, sizeof found), VITALS_OK);
        assert_int_equal(found.health, VITALS_HEALTH_DEGRADED);
        const size_t owner = first_owner(g, i);
        assert_int_equal(found.owner != 0, owner != SIZE_MAX);
        if (!found.owner) continue;
        assert_int_equal(vitals_live_row_of(view, found.owner, &found, sizeof found), VITALS_OK);
        assert_true(vt_text_equal(found.object.name, vitals_document_name(g->documents[owner])));
    }
    vitals_live_free(live);
}

static void random_graphs(void **state) {
    (void)state;
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    unsigned counts[3] = { 0 };
    assert_int_equal(vitals_engine_new(NULL, &engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    for (uint32_t seed = 0; seed < GRAPHS; seed++) {
        graph g = { .random = seed };
        assert_int_equal(vitals_set_new(NULL, &g.set), VITALS_OK);
        const size_t count = 1 + below(&g, MOST);
        const unsigned uids = 1 + below(&g, (unsigned)count + 4);
        const unsigned most = 1 + seed % 2;
        while (g.count < count) add(&g, uids, most);
        compare(&g, worker, verdict, counts);
        if (most == 1) compare_live(&g, engine, worker); /* rows have one owner */
        vitals_set_free(g.set);
    }
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    printf("%d graphs: %u owned, %u in rings or below them, %u without owner\n", GRAPHS, counts[0],
           counts[1], counts[2]);
    for (size_t i = 0; i < 3; i++) assert_true(counts[i] > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused),
        cmocka_unit_test(linear),
        cmocka_unit_test(random_graphs),
    };
    return TABLE_RUN("owners", settled, rows) +
           cmocka_run_group_tests_name("chains of owners", tests, NULL, NULL);
}

/* Sets that change: what is found by UID, identity and owner, what a put replaces, and memory. */
#include "objects/set/set.h"

#include <stdio.h>

#include "base/memory/memory.h"
#include "support/table.h"
#include "support/text.h"
#include "support/torture.h"

static vitals_document *parse(const char *text, const vitals_allocator *allocator) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = allocator;
    vitals_document *document = NULL;
    if (vitals_document_parse(text, strlen(text), &options, &document, NULL) != VITALS_OK) {
        return NULL;
    }
    return document;
}

/* An object of kind K with a UID, a name and the UIDs of two owners; empty texts are left out as
** empty strings. */
static vitals_document *object(const char *uid, const char *name, const char *owner,
                               const char *second_owner) {
    char text[1000];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"g/v1\",\"kind\":\"K\",\"metadata\":{\"namespace\":\"ns\","
             "\"name\":\"%s\",\"uid\":\"%s\",\"labels\":{\"app\":\"%s\"},"
             "\"ownerReferences\":[{\"uid\":\"%s\"},{\"uid\":\"%s\"}]}}",
             name, uid, name, owner, second_owner);
    vitals_document *document = parse(text, NULL);
    assert_non_null(document);
    return document;
}

static const vitals_document *put(vitals_set *set, const char *uid, const char *name,
                                  const char *owner, const char *second_owner) {
    vitals_document *document = object(uid, name, owner, second_owner);
    assert_int_equal(vitals_set_put(set, document), VITALS_OK);
    return document;
}

static vitals_set *new_set(void) {
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    return set;
}

static const vitals_document *find(const vitals_set *set, const char *name) {
    return vitals_set_find(set, VT_TEXT("g"), VT_TEXT("K"), VT_TEXT("ns"), vt_text_from(name));
}

/* The names of all objects, or of the children of an owner, as "a b ". */
static const char *names_of(const vitals_set *set, const char *owner) {
    static char names[300];
    uint64_t cursor = 0;
    names[0] = '\0';
    for (;;) {
        const vitals_document *next = owner
                                          ? vitals_set_next_child(set, vt_text_from(owner), &cursor)
                                          : vitals_set_next(set, &cursor);
        if (!next) return names;
        text_append(names, sizeof names, "%s ", vitals_document_name(next).bytes);
    }
}

static void found_by_identity_and_uid(void **state) {
    (void)state;
    vitals_set *set = new_set();
    const vitals_document *a = put(set, "1", "a", "", "");
    const vitals_document *b = put(set, "2", "b", "", "");
    assert_ptr_equal(find(set, "a"), a);
    assert_ptr_equal(find(set, "b"), b);
    assert_null(find(set, "c"));
    assert_null(vitals_set_find(set, VT_TEXT(""), VT_TEXT("K"), VT_TEXT("ns"), VT_TEXT("a")));
    assert_null(vitals_set_find(set, VT_TEXT("g"), VT_TEXT("K"), VT_TEXT("n"), VT_TEXT("sa")));
    assert_ptr_equal(vitals_set_find_uid(set, VT_TEXT("2")), b);
    assert_null(vitals_set_find_uid(set, VT_TEXT("")));
    assert_null(vitals_set_find_uid(set, VT_TEXT("3")));
    vitals_set_free(set);
}

static void a_put_replaces(void **state) {
    (void)state;
    vitals_set *set = new_set();
    put(set, "1", "a", "", "");
    put(set, "2", "b", "", "");
    /* A new version of the same object keeps its position. */
    const vitals_document *newer = put(set, "1", "a", "", "");
    assert_ptr_equal(find(set, "a"), newer);
    assert_string_equal(names_of(set, NULL), "a b ");
    /* The same name under another UID: deleted and created again. */
    const vitals_document *again = put(set, "3", "a", "", "");
    assert_ptr_equal(find(set, "a"), again);
    assert_null(vitals_set_find_uid(set, VT_TEXT("1")));
    assert_string_equal(names_of(set, NULL), "b a ");
    /* A version without a UID is the same object, and so is the next one with a UID. */
    put(set, "", "b", "", "");
    assert_null(vitals_set_find_uid(set, VT_TEXT("2")));
    assert_string_equal(names_of(set, NULL), "b a ");
    put(set, "9", "b", "", "");
    assert_string_equal(names_of(set, NULL), "b a ");
    /* Two objects with one UID: both are there, and the UID finds the one that was put first. */
    put(set, "9", "a", "", "");
    assert_string_equal(names_of(set, NULL), "b a ");
    assert_ptr_equal(vitals_set_find_uid(set, VT_TEXT("9")), find(set, "b"));
    assert_int_equal(vitals_set_remove(set, find(set, "b")), VITALS_OK);
    assert_ptr_equal(vitals_set_find_uid(set, VT_TEXT("9")), find(set, "a"));
    assert_int_equal(vitals_set_count(set), 1);
    vitals_set_free(set);
}

static const vitals_document *put_text(vitals_set *set, const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    assert_int_equal(vitals_set_put(set, document), VITALS_OK);
    return document;
}

/* An object that is served in another group has its UID, kind, namespace and name still. */
static void another_group(void **state) {
    (void)state;
    vitals_set *set = new_set();
    put_text(set, "{\"apiVersion\":\"extensions/v1beta1\",\"kind\":\"Ingress\",\"metadata\":"
                  "{\"name\":\"a\",\"namespace\":\"n\",\"uid\":\"1\"}}");
    put_text(set, "{\"apiVersion\":\"networking.k8s.io/v1\",\"kind\":\"Ingress\",\"metadata\":"
                  "{\"name\":\"a\",\"namespace\":\"n\",\"uid\":\"1\"}}");
    assert_int_equal(vitals_set_count(set), 1);
    put_text(set, "{\"apiVersion\":\"networking.k8s.io/v1\",\"kind\":\"Ingress\",\"metadata\":"
                  "{\"name\":\"a\",\"namespace\":\"n2\",\"uid\":\"1\"}}");
    assert_int_equal(vitals_set_count(set), 2);
    vitals_set_free(set);
}

/* Names and UIDs are text with a size: what follows a NUL distinguishes them. */
static void names_with_nul(void **state) {
    (void)state;
    vitals_set *set = new_set();
    put_text(set, "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\\u0000\",\"uid\":\"u\\u0000a\"}}");
    put_text(set, "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"uid\":\"u\\u0000b\"}}");
    put_text(set, "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\\\\x00\",\"uid\":\"u\"}}");
    assert_int_equal(vitals_set_count(set), 3);
    vitals_set_free(set);
}

static void removed(void **state) {
    (void)state;
    vitals_set *set = new_set();
    const vitals_document *a = put(set, "1", "a", "p", "");
    put(set, "2", "b", "p", "");
    vitals_document *older = object("0", "a", "", ""), *unknown = object("7", "z", "", "");
    vitals_document *last_state = object("2", "b", "", ""), *manifest = object("", "a", "", "");
    assert_int_equal(vitals_set_remove(set, older), VITALS_ENOTFOUND); /* created again since */
    assert_int_equal(vitals_set_remove(set, unknown), VITALS_ENOTFOUND);
    assert_ptr_equal(find(set, "a"), a);
    assert_int_equal(vitals_set_remove(set, last_state), VITALS_OK);
    assert_string_equal(names_of(set, "p"), "a ");
    assert_int_equal(vitals_set_remove(set, manifest), VITALS_OK);
    assert_int_equal(vitals_set_count(set), 0);
    assert_string_equal(names_of(set, "p"), "");
    put(set, "1", "a", "p", "");
    assert_int_equal(vitals_set_remove(set, find(set, "a")), VITALS_OK);
    assert_int_equal(vitals_set_count(set), 0);
    vitals_document *const made[] = { older, unknown, last_state, manifest };
    for (size_t i = 0; i < TABLE_COUNT(made); i++) vitals_document_free(made[i]);
    assert_int_equal(vitals_set_remove(set, NULL), VITALS_EINVAL);
    vitals_set_free(set);
}

static void long_names(void **state) {
    (void)state;
    char name[500];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    vitals_set *set = new_set();
    vt_text kind = vt_text_slice(name, sizeof name - 1);
    char text[2000];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"g/"
             "v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s\"}}",
             name, name, name);
    vitals_document *document = parse(text, NULL);
    assert_int_equal(vitals_set_put(set, document), VITALS_OK);
    assert_ptr_equal(vitals_set_find(set, VT_TEXT("g"), kind, kind, kind), document);
    assert_null(vitals_set_find(set, VT_TEXT("h"), kind, kind, kind));
    vitals_set_free(set);
}

static void owners_and_children(void **state) {
    (void)state;
    vitals_set *set = new_set();
    const vitals_document *early = put(set, "c1", "early", "p", "p"); /* before its owner */
    const vitals_document *parent = put(set, "p", "parent", "gone", "");
    const vitals_document *late = put(set, "c2", "late", "gone", "p");
    assert_ptr_equal(vitals_set_owner(set, early), parent);
    assert_ptr_equal(vitals_set_owner(set, late), parent); /* the first that is in the set */
    assert_null(vitals_set_owner(set, parent));
    assert_string_equal(names_of(set, "p"), "early late ");
    assert_string_equal(names_of(set, "gone"), "parent late ");
    assert_string_equal(names_of(set, ""), "");
    put(set, "c1", "early", "gone", ""); /* adopted */
    assert_string_equal(names_of(set, "p"), "late ");
    assert_string_equal(names_of(set, "gone"), "parent late early ");
    vitals_set_free(set);
}

/* What stays is visited once, whatever comes and goes meanwhile. */
static void iteration_survives_changes(void **state) {
    (void)state;
    vitals_set *set = new_set();
    char name[16];
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "n%d", i);
        put(set, "", name, "p", "");
    }
    uint64_t cursor = 0;
    int visited = 0;
    for (const vitals_document *next; (next = vitals_set_next(set, &cursor)); visited++) {
        if (visited == 100) break;
        snprintf(name, sizeof name, "n%d", visited);
        assert_string_equal(vitals_document_name(next).bytes, name);
        put(set, "", name, "p", ""); /* a new version */
        if (visited % 2) assert_int_equal(vitals_set_remove(set, find(set, name)), VITALS_OK);
        snprintf(name, sizeof name, "x%d", visited);
        put(set, "", name, "q", "");
    }
    assert_int_equal(visited, 100);
    assert_int_equal(vitals_set_count(set), 150);
    cursor = 0;
    visited = 0;
    while (vitals_set_next_child(set, VT_TEXT("p"), &cursor)) visited++;
    assert_int_equal(visited, 50);
    vitals_set_free(set);
}

static void odd_objects(void **state) {
    (void)state;
    static const char *const texts[] = {
        "[1]",
        "{}",
        "{\"metadata\":{\"ownerReferences\":{\"uid\":\"x\"}}}",
        "{\"metadata\":{\"ownerReferences\":[1,{\"uid\":2},{}]}}",
        "{\"metadata\":{\"labels\":[1]}}",
        "{\"metadata\":{\"labels\":{\"a\":1,\"b\":null,\"c\":\"1\",\"c\":\"2\",\"c\":\"2\"}}}",
        "{\"metadata\":null}",
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"spec\":{\"selector\":5}}",
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"spec\":{\"selector\":"
        "{\"matchLabels\":5,\"matchExpressions\":[1,{}]}}}",
    };
    vitals_set *set = new_set();
    vitals_document *documents[TABLE_COUNT(texts)];
    for (size_t i = 0; i < TABLE_COUNT(texts); i++) {
        documents[i] = parse(texts[i], NULL);
        assert_int_equal(vitals_set_put(set, documents[i]), VITALS_OK);
        assert_null(vitals_set_owner(set, documents[i]));
    }
    /* Without UID and name they replace nothing, and are found as themselves. */
    assert_int_equal(vitals_set_count(set), TABLE_COUNT(texts));
    for (size_t i = 0; i < TABLE_COUNT(texts); i++) {
        assert_int_equal(vitals_set_remove(set, documents[i]), VITALS_OK);
    }
    assert_int_equal(vitals_set_count(set), 0);
    vitals_set_free(set);
    vitals_set_free(NULL);
    assert_int_equal(vitals_set_count(NULL), 0);
}

/* ---------------------------------------------------------------------- memory */

/* Puts objects until memory runs out; a put that fails changes nothing. */
static vitals_status fill(torture *memory, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(memory);
    vitals_set *set = NULL;
    vitals_status status = vitals_set_new(&allocator, &set);
    for (int i = 0; i < 20 && status == VITALS_OK; i++) {
        char text[400], before[300];
        snprintf(text, sizeof text,
                 "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"namespace\":"
                 "\"ns\",\"name\":\"n%d\",\"uid\":\"%d\",\"ownerReferences\":[{\"uid\":\"%d\"}],"
                 "\"labels\":{\"a\":\"%d\",\"b\":\"1\"}},\"spec\":{\"selector\":{\"matchLabels\":"
                 "{\"a\":\"%d\",\"b\":\"2\"}}}}",
                 i % 10, i % 7, i / 3, i % 3, i % 4);
        vitals_document *document = parse(text, NULL);
        snprintf(before, sizeof before, "%s", names_of(set, NULL));
        status = vitals_set_put(set, document);
        if (status == VITALS_OK) continue;
        vitals_document_free(document); /* still ours */
        assert_string_equal(names_of(set, NULL), before);
    }
    vitals_set_free(set);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(torture_run(fill, NULL) > 20);
}

/* One object of a churn. */
static void put_numbered(vitals_set *set, const vitals_allocator *allocator, unsigned number,
                         unsigned version) {
    char text[500];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"ns%u\","
             "\"name\":\"n%04u\",\"uid\":\"u%04u-%04u\",\"ownerReferences\":[{\"uid\":\"o%04u\"}],"
             "\"labels\":{\"app\":\"a%03u\",\"hash\":\"%08u\"}}}",
             number % 10, number % 1000, number % 1000, version % 10, version % 1000, version % 100,
             version);
    vitals_document *document = parse(text, allocator);
    assert_non_null(document);
    assert_int_equal(vitals_set_put(set, document), VITALS_OK);
}

/* A1: 1,000 objects and 100,000 changes; and what is removed is given back. */
static void memory_is_flat(void **state) {
    (void)state;
    vt_counted_memory counted = { .parent = vt_allocator_or_default(NULL) };
    vitals_allocator allocator = { vt_counted_allocate, &counted };
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(&allocator, &set), VITALS_OK);
    for (unsigned i = 0; i < 1000; i++) put_numbered(set, &allocator, i, i);
    for (unsigned i = 0; i < 10000; i++) put_numbered(set, &allocator, i * 7, i);
    const size_t settled = counted.live_bytes;
    counted.peak_bytes = 0;
    for (unsigned i = 0; i < 100000; i++) put_numbered(set, &allocator, i * 7, i);
    assert_int_equal(vitals_set_count(set), 1000);
    assert_true(counted.peak_bytes < settled + settled / 4);
    for (unsigned left = 1000; left > 10; left--) {
        uint64_t cursor = 0;
        assert_int_equal(vitals_set_remove(set, vitals_set_next(set, &cursor)), VITALS_OK);
    }
    assert_int_equal(vitals_set_count(set), 10);
    assert_true(counted.live_bytes < settled / 25);
    vitals_set_free(set);
    assert_int_equal(counted.live_bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_by_identity_and_uid),
        cmocka_unit_test(a_put_replaces),
        cmocka_unit_test(another_group),
        cmocka_unit_test(names_with_nul),
        cmocka_unit_test(removed),
        cmocka_unit_test(long_names),
        cmocka_unit_test(owners_and_children),
        cmocka_unit_test(iteration_survives_changes),
        cmocka_unit_test(odd_objects),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(memory_is_flat),
    };
    return cmocka_run_group_tests_name("sets", tests, NULL, NULL);
}
